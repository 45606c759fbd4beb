#!/usr/bin/env python3
"""Checks proofs of five-in-a-row: python3 check.py FILE...

A second checker, which shares nothing with the first. The files are specified in docs/proofs.md, the rules in
docs/rules. It reads versions 1 and 2, plain or compressed by gzip, for freestyle, exact five and renju, on
boards with edges. It prints what each file proves, or why it proves nothing, and exits with 1
if one does not.

Everything is done in the plainest way: a board is a list of cells, and what a reply does is found by playing it.
"""

import gzip
import sys
import zlib

EMPTY, BLACK, WHITE, EDGE = ".", "x", "o", "#"
ALL, THREAT, SEEN_OR_WINS, FOUR = 0, 1, 2, 3


class Refused(Exception):
    """Why a proof does not hold."""


# The other cells of a five through a point.
STEPS = [step for step in range(-4, 5) if step]


def points_of(bits):
    """The points whose bits are set."""
    points = []
    while bits:
        points.append(bits.bit_length() - 1)
        bits ^= 1 << points[-1]
    return points


class Board:
    """Stones on a board with a border of EDGE cells; a point is an index into the cells.

    The stones are kept twice: as a list of cells, and for each color as an integer with a bit for each point.
    """

    def __init__(self, rule, width, height):
        self.rule, self.width, self.height = rule, width, height
        self.row = width + 1  # One column of border is enough for both sides.
        self.cells = [EDGE] * (self.row * (height + 2) + 1)
        self.points = [self.row * (y + 1) + x + 1 for y in range(height) for x in range(width)]
        self.number = {point: number for number, point in enumerate(self.points)}
        self.bits = {EMPTY: 0, BLACK: 0, WHITE: 0}
        for point in self.points:
            self.cells[point] = EMPTY
            self.bits[EMPTY] |= 1 << point
        self.axes = [1, self.row, self.row + 1, self.row - 1]
        # Every five cells in a row, as bits.
        self.lines = []
        for point in self.points:
            for axis in self.axes:
                line = [point + axis * step for step in range(5)]
                if all(cell in self.number for cell in line):
                    self.lines.append(sum(1 << cell for cell in line))

    def put(self, point, color):
        """Puts a stone on an empty point, or takes it off if the color is EMPTY."""
        self.bits[self.cells[point]] ^= 1 << point
        self.bits[color] ^= 1 << point
        self.cells[point] = color

    def name(self, point):
        x, y = self.number[point] % self.width, self.number[point] // self.width
        letters = ""
        x += 1
        while x > 0:
            x, letter = divmod(x - 1, 26)
            letters = chr(ord("a") + letter) + letters
        return letters + str(self.height - y)

    def arm(self, point, step, color):
        """The number of stones in a row beside a point."""
        count = 0
        point += step
        while self.cells[point] == color:
            count += 1
            point += step
        return count

    def row_length(self, point, axis, color):
        """The length of the row that a stone on the point is part of."""
        return 1 + self.arm(point, axis, color) + self.arm(point, -axis, color)

    def wins_with(self, length, color):
        exact = self.rule == "exact" or (self.rule == "renju" and color == BLACK)
        return length == 5 or (length > 5 and not exact)

    def is_five(self, point, color):
        """Whether a stone of the color on the point wins."""
        return any(self.wins_with(self.row_length(point, axis, color), color) for axis in self.axes)

    def is_empty(self, point):
        return self.cells[point] == EMPTY

    def empty_points(self):
        return [point for point in self.points if self.cells[point] == EMPTY]

    def stones(self, image):
        """The stones of both colors, each where the map of the points moves it: equal for equal positions only."""
        if image is None:
            return self.bits[BLACK], self.bits[WHITE]
        return tuple(sum(1 << image[point] for point in points_of(self.bits[color])) for color in (BLACK, WHITE))

    def fives(self, color):
        """Where a stone of the color would win.

        All points at once: `beside[step]` has a bit for each point that has a stone of the color so many steps further
        on the axis. Of five cells in a row, the empty point is one, and the other four have stones. That the row is
        not too long for the rule is asked afterwards.
        """
        own, found = self.bits[color], 0
        for axis in self.axes:
            beside = {step: own >> axis * step if step > 0 else own << -axis * step for step in STEPS}
            for first in range(-4, 1):
                five = self.bits[EMPTY]
                for step in range(first, first + 5):
                    if step:
                        five &= beside[step]
                found |= five
        return [point for point in points_of(found) if self.is_five(point, color)]

    # Renju: docs/rules/renju.md.

    def is_foul(self, point, color):
        """Whether the side may not play on the empty point."""
        if self.rule != "renju" or color != BLACK or self.is_five(point, BLACK):
            return False
        if any(self.row_length(point, axis, BLACK) > 5 for axis in self.axes):
            return True
        self.put(point, BLACK)
        fours = sum(self.fours(point, axis) for axis in self.axes)
        foul = fours >= 2 or sum(self.is_three(point, axis) for axis in self.axes) >= 2
        self.put(point, EMPTY)
        return foul

    def line_fives(self, point, axis):
        """The empty points on a line where one more stone makes a five with the black stone on the point."""
        # Between that point and the stone all are black, so it is the first empty one on its side.
        ends = [point + axis * (self.arm(point, axis, BLACK) + 1), point - axis * (self.arm(point, -axis, BLACK) + 1)]
        return [end for end in ends if self.cells[end] == EMPTY and self.row_length(end, axis, BLACK) == 5]

    def fours(self, point, axis):
        """How many fours the black stone on the point is part of, on one axis (2.3, 2.4, 3.2)."""
        found = self.line_fives(point, axis)
        if len(found) == 2 and abs(found[0] - found[1]) == 5 * axis:
            return 1  # The two ends of a straight four.
        return len(found)

    def is_three(self, point, axis):
        """Whether the black stone on the point is part of a three that counts (2.5, 4.1)."""
        if self.line_fives(point, axis):
            return False  # It is a four.
        for step in range(-3, 4):
            fourth = point + axis * step
            if fourth not in self.number or self.cells[fourth] != EMPTY:
                continue
            before, after = self.arm(fourth, -axis, BLACK), self.arm(fourth, axis, BLACK)
            reaches = (after if step < 0 else before) >= abs(step)
            if not reaches or before + 1 + after != 4:
                continue
            self.put(fourth, BLACK)
            ends = [fourth - axis * (before + 1), fourth + axis * (after + 1)]
            straight = all(self.cells[end] == EMPTY and self.row_length(end, axis, BLACK) == 5 for end in ends)
            self.put(fourth, EMPTY)
            # A fourth stone that makes a five on another axis makes no straight four (4.5).
            if straight and not self.is_five(fourth, BLACK) and not self.is_foul(fourth, BLACK):
                return True
        return False


class Game:
    """A position, the side that should win, and what its moves make."""

    def __init__(self, board, winner):
        self.board, self.winner = board, winner
        self.loser = WHITE if winner == BLACK else BLACK
        self.played = []

    def line(self):
        return " ".join(self.board.name(point) for point in self.played) or "no moves"

    def refuse(self, why):
        raise Refused(f"{why} (after {self.line()})")

    def put(self, point, color):
        self.board.put(point, color)
        self.played.append(point)

    def lift(self):
        self.board.put(self.played.pop(), EMPTY)

    def is_full(self):
        return self.board.bits[EMPTY] == 0

    def play_winner(self, point):
        """Plays a move of the winner, who must be allowed to. Says whether it wins."""
        if not self.board.is_empty(point):
            self.refuse(f"{self.board.name(point)} is occupied")
        if self.board.is_foul(point, self.winner):
            self.refuse(f"{self.board.name(point)} is a foul")
        wins = self.board.is_five(point, self.winner)
        self.put(point, self.winner)
        if not wins and self.is_full():
            self.refuse("the board is full")
        return wins

    def play_loser(self, point):
        """Plays a reply, which must not end the game."""
        if self.board.is_five(point, self.loser):
            self.refuse(f"the reply {self.board.name(point)} wins")
        self.put(point, self.loser)
        if self.is_full():
            self.refuse("the board is full")

    def replies(self, kind, threat):
        """The replies that the proof must answer, the loser to move."""
        if kind == ALL:
            replies = [p for p in self.board.empty_points() if not self.board.is_foul(p, self.loser)]
            return replies or self.refuse("there is no reply")
        if kind == FOUR:
            made = self.four()
            return self.refuse("there is no four, or it is late") if made is None else made
        touched = []
        if not self.holds(threat, touched):
            self.refuse("the threat does not win")
        return [point for point in self.candidates(touched) if self.parries(point, threat)]

    def candidates(self, touched):
        """The empty points that are tried as parries of a threat that touches these points if nothing is done about it.

        All of them would do, and at renju it is all, for the sake of fouls. In the other games a stone of the loser
        matters in two ways only. It takes a point away from the winner: one where the threat plays, where the loser
        blocks, or where the five is made at the end. Or it helps the loser to a five: then it lies on five cells in a
        row with three other stones of the loser, blocks of the threat among them, or with four. Any other reply leaves
        every question that `try_threat` asks with the answer that it had.
        """
        board = self.board
        if board.rule == "renju":
            return board.empty_points()
        found = touched_bits = sum(1 << point for point in set(touched))
        loser = board.bits[self.loser] | touched_bits
        for line in board.lines:
            if (line & loser).bit_count() >= 3:
                found |= line
        return sorted(points_of(found & board.bits[EMPTY]))

    def four(self):
        """None if the winner has made no four, or the loser makes a five first; else where it can be stopped."""
        fives = self.board.fives(self.winner)
        if not fives or self.board.fives(self.loser):
            return None
        if len(fives) > 1:
            return []
        return [point for point in fives if not self.board.is_foul(point, self.loser)]

    def holds(self, threat, touched=None):
        """Whether the winner, moving now, wins by this row of fours. Adds the points that matter to a list."""
        before = len(self.played)
        held = self.try_threat(threat)
        if touched is not None:
            touched += threat + self.played[before:] + self.board.fives(self.winner)
        while len(self.played) > before:
            self.lift()
        return held

    def try_threat(self, threat):
        for point in threat:
            if not self.board.is_empty(point) or self.board.is_foul(point, self.winner):
                return False
            if self.board.is_five(point, self.winner):
                return True
            self.put(point, self.winner)
            stops = self.four()
            if stops is None:
                return False
            if not stops:
                return True
            self.put(stops[0], self.loser)
        return False

    def parries(self, point, threat):
        """Whether a reply is allowed, and wins or leaves no threat."""
        if self.board.is_foul(point, self.loser):
            return False
        if self.board.is_five(point, self.loser):
            return True
        self.put(point, self.loser)
        held = self.holds(threat)
        self.lift()
        return not held


class Bytes:
    """The bytes of a proof, read from the start to the end."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def byte(self):
        if self.at == len(self.data):
            raise Refused("the proof ends too early")
        self.at += 1
        return self.data[self.at - 1]

    def number(self):
        number = shift = 0
        while True:
            byte = self.byte()
            number |= (byte & 127) << shift
            shift += 7
            if shift > 70 or number >= 1 << 64:
                raise Refused("a number takes more than ten bytes")
            if byte < 128:
                return number

    def line(self, word):
        """What follows a word on the next line of the head."""
        end = self.data.find(b"\n", self.at)
        if end < 0:
            raise Refused("the head ends too early")
        text = self.data[self.at : end].decode()
        self.at = end + 1
        if text != word and not text.startswith(word + " "):
            raise Refused(f"the line {text!r} should begin with {word!r}")
        return text[len(word) + 1 :]

    def size_line(self, word):
        text = self.line(word)
        if not (text.isascii() and text.isdigit() and len(text) < 20):
            raise Refused(f"{text!r} is not a number")
        return int(text)

    def blank_line(self):
        if self.byte() != ord("\n"):
            raise Refused("a blank line should end the head")

    def end(self):
        if self.at < len(self.data):
            raise Refused(f"there are more bytes after byte {self.at}")


def point_named(board, name):
    """The point that players call by this name."""
    for point in board.points:
        if board.name(point) == name.lower():
            return point
    raise Refused(f"{name!r} is not a point of the board")


def images(board):
    """What each symmetry does to each point.

    Its number is the sum of 4 if columns become rows, then 1 if left and right change, and 2 if top and bottom do.
    """
    width, height = board.width, board.height
    turns = []
    for turn in range(8 if width == height else 4):
        image = {}
        for point, number in board.number.items():
            x, y = number % width, number // width
            if turn & 4:
                x, y = y, x
            if turn & 1:
                x = width - 1 - x
            if turn & 2:
                y = height - 1 - y
            image[point] = board.points[y * width + x]
        turns.append(image)
    return turns


def check(data):
    """Checks a proof and says what it shows."""
    source = Bytes(data)
    version = source.line("tengen proof")
    rule = source.line("rule")
    size = source.line("size")
    if version not in ("1", "2") or rule not in ("freestyle", "exact", "renju") or size == "infinite":
        raise Refused(f"version {version}, {rule} on {size} is not for this checker")
    sides = size.split("x")
    if len(sides) != 2 or not all(side.isascii() and side.isdigit() and len(side) < 5 for side in sides):
        raise Refused(f"{size!r} is not the size of a board")
    width, height = int(sides[0]), int(sides[1])
    if not 1 <= width * height <= 1024:
        raise Refused("a board has 1 to 1024 points")
    board = Board(rule, width, height)
    colors = {"black": BLACK, "white": WHITE}
    count = 0
    for word, color in colors.items():
        for name in source.line(word).split():
            point = point_named(board, name)
            if not board.is_empty(point):
                raise Refused(f"there are two stones on {name}")
            board.put(point, color)
            count += 1
    turn = source.line("turn")
    if version == "2" and source.data.startswith(b"drawn\n", source.at):
        if turn not in colors:
            raise Refused("a side is black or white")
        source.line("drawn")
        steps = check_pairing(board, source)
        return f"{rule} on {size} is drawn, {turn} to move ({steps} steps, {len(data)} bytes)"
    wins = source.line("wins")
    if turn not in colors or wins not in colors:
        raise Refused("a side is black or white")
    if not board.empty_points():
        raise Refused("the board is full")
    for point in board.points:
        if not board.is_empty(point) and board.is_five(point, board.cells[point]):
            raise Refused("the game is over before it begins")
    game = Game(board, colors[wins])
    reader = Tree if version == "1" else Graph
    steps = reader(game, source, turn == wins).check()
    stones = f"{count} stone{'s' if count > 1 else ''}, " if count else ""
    return f"{wins} wins {rule} on {size}, {stones}{turn} to move ({steps} steps, {len(data)} bytes)"


def check_pairing(board, source):
    """Version 2, a draw: disjoint pairs of points, of which every five cells in a row hold one.

    Whoever answers each move on the partner of its point keeps the other side from every five.
    """
    if board.rule == "renju" or len(board.empty_points()) < len(board.points):
        raise Refused("a pairing is about an empty board of freestyle or exact five")
    count = source.size_line("pairs")
    source.blank_line()
    pairs, used = [], set()
    for _ in range(count):
        pair = 0
        for _ in range(2):
            number = source.number()
            if number >= len(board.points) or number in used:
                raise Refused(f"point {number} is outside or paired twice")
            used.add(number)
            pair |= 1 << board.points[number]
        pairs.append(pair)
    source.end()
    for line in board.lines:
        if not any(line & pair == pair for pair in pairs):
            names = " ".join(board.name(point) for point in sorted(points_of(line)))
            raise Refused(f"the five points {names} hold no pair")
    return len(board.lines)


class Tree:
    """Version 1: the steps of the winner in the order of a walk through all that can happen."""

    def __init__(self, game, source, winner_moves):
        self.game, self.source, self.winner_moves = game, source, winner_moves
        self.memory = source.size_line("memory")
        source.blank_line()
        self.turns = images(game.board)
        self.shown = []
        self.steps = 0

    def check(self):
        self.step(self.winner_moves)
        self.source.end()
        return self.steps

    def point(self):
        number = self.source.number()
        if number >= len(self.game.board.points):
            self.game.refuse(f"there is no point {number}")
        return self.game.board.points[number]

    def step(self, moves):
        """Reads a step, and all that answers the replies to it."""
        game = self.game
        self.steps += 1
        number = self.source.number()
        kind = number & 3
        if moves:
            if number >> 2 >= len(game.board.points):
                game.refuse(f"there is no point {number >> 2}")
            wins = game.play_winner(game.board.points[number >> 2])
            if wins and kind != ALL:
                game.refuse("a move that wins is of kind 0")
            if wins:
                return game.lift()
        elif number >> 2:
            game.refuse("the first step has a move, but the loser is to move")
        if kind == SEEN_OR_WINS:
            self.seen()
        else:
            threat = []
            if kind == THREAT:
                length = self.source.number()
                if not 1 <= length <= 1024:
                    game.refuse("a threat has 1 to 1024 moves")
                threat = [self.point() for _ in range(length)]
            replies = game.replies(kind, threat)
            for reply in replies:
                game.play_loser(reply)
                self.step(True)
                game.lift()
            if replies:
                self.shown.append(game.board.stones(None))
        if moves:
            game.lift()

    def seen(self):
        back, turn = self.source.number(), self.source.byte()
        if not 1 <= back <= min(len(self.shown), self.memory) or turn >= len(self.turns):
            self.game.refuse("there is no such position")
        if self.game.board.stones(self.turns[turn]) != self.shown[-back]:
            self.game.refuse("the position is not the one that was shown")


class Graph:
    """Version 2: nodes without positions, followed from the claim on."""

    def __init__(self, game, source, winner_moves):
        self.game, self.source, self.winner_moves = game, source, winner_moves
        count, self.size = source.size_line("nodes"), source.size_line("bytes")
        source.size_line("steps"), source.size_line("landmarks")  # What a checker with little memory needs to know.
        source.blank_line()
        self.turns = images(game.board)
        start = source.at
        self.nodes = []
        for _ in range(count):
            self.nodes.append(self.node())
        source.end()
        if source.at - start != self.size or not self.nodes:
            raise Refused(f"the nodes take {source.at - start} bytes, not {self.size}")
        self.landmarks, self.others = set(), set()
        self.steps = 0

    def point(self):
        number = self.source.number()
        if number >= len(self.game.board.points):
            raise Refused(f"node {len(self.nodes)}: there is no point {number}")
        return self.game.board.points[number]

    def node(self):
        """Reads a node: its kind, move, threat, the edge of replies without a name, and those of named replies."""
        form = self.source.byte()
        kind, has_default, has_move, groups = form & 3, form & 4, not form & 8, form >> 4
        move = self.point()
        if not has_move:
            if move != self.game.board.points[0]:
                raise Refused(f"node {len(self.nodes)}: no move is written as 0")
            move = None
        threat = []
        if kind == THREAT:
            length = self.source.number()
            if not 1 <= length <= 1024:
                raise Refused(f"node {len(self.nodes)}: a threat has 1 to 1024 moves")
            threat = [self.point() for _ in range(length)]
        default = self.edge() if has_default else None
        if groups == 15:
            groups += self.source.number()
        named = {}
        for _ in range(groups):
            edge = self.edge()
            more = self.source.number()
            reply = self.game.board.number[self.point()]
            for further in range(more + 1):
                if further:
                    reply += self.source.number() + 1
                if reply >= len(self.game.board.points) or self.game.board.points[reply] in named:
                    raise Refused(f"node {len(self.nodes)}: a reply is outside or answered twice")
                named[self.game.board.points[reply]] = edge
        return kind, move, threat, default, named

    def edge(self):
        number = self.source.number()
        node, turn = len(self.nodes) - 1 - (number >> 1), 0
        if number & 1:
            turn = self.source.byte()
            if not 1 <= turn < len(self.turns):
                raise Refused(f"node {len(self.nodes)}: there is no symmetry {turn}")
        if node < 0:
            raise Refused(f"node {len(self.nodes)}: an edge goes too far back")
        return node, turn

    def check(self):
        root = len(self.nodes) - 1
        if (self.nodes[root][1] is not None) != self.winner_moves:
            raise Refused("the root has a move, and the loser is to move, or the other way round")
        self.walk(root, None)
        return self.steps

    def walk(self, number, image):
        """Shows that a node wins the position, seen in the image that this map makes of the points, if there is one."""
        game = self.game
        kind, move, threat, default, named = self.nodes[number]
        # Nothing but the time depends on what is remembered. Pairs of a node that answers every reply are few.
        pair = (number, game.board.stones(image))
        memory = self.landmarks if kind == ALL else self.others
        if pair in memory:
            return
        self.steps += 1
        if image is not None:
            back = {there: here for here, there in image.items()}
            move = move if move is None else back[move]
            threat = [back[point] for point in threat]
        if move is not None:
            wins = game.play_winner(move)
            if wins:
                return game.lift()
        elif game.played:
            game.refuse(f"node {number} has no move")
        if kind == SEEN_OR_WINS:
            game.refuse(f"node {number} makes no five")
        for reply in game.replies(kind, threat):
            edge = named.get(reply if image is None else image[reply], default)
            if edge is None:
                game.refuse(f"node {number} has no answer to {game.board.name(reply)}")
            child, turn = edge
            game.play_loser(reply)
            self.walk(child, self.then(image, turn))
            game.lift()
        if move is not None:
            game.lift()
        if len(self.others) > 1000000:
            self.others.clear()
        memory.add(pair)

    def then(self, image, turn):
        """The map that does what the first one does and then what the symmetry does."""
        if turn == 0:
            return image
        if image is None:
            return self.turns[turn]
        return {point: self.turns[turn][there] for point, there in image.items()}


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: python3 check.py FILE...")
    sys.setrecursionlimit(10000)
    refused = False
    for path in sys.argv[1:]:
        try:
            with open(path, "rb") as file:
                data = file.read()
            if data[:2] == b"\x1f\x8b":
                data = gzip.decompress(data)
            print("proved:", check(data), flush=True)
        except (Refused, UnicodeDecodeError, OSError, EOFError, zlib.error) as why:
            print(f"not proved: {path}: {why}", flush=True)
            refused = True
    sys.exit(refused)


if __name__ == "__main__":
    main()
