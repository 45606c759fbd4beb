#!/usr/bin/env python3
"""Checks proofs of five-in-a-row: python3 check.py FILE...

A second checker, which shares nothing with the first. The files are specified in docs/proofs.md, the rules in
docs/rules. It reads versions 1 and 2, plain or compressed by gzip, for freestyle, exact five and renju, on
boards with edges. It prints what each file proves, or why it proves nothing, and exits with 1 if one does not.

Who wants to know whether Black wins freestyle on 15x15 has to believe parts 1 to 4: the rules, which replies must be
answered, that all of them are, and what is claimed. Part 5 is for renju only, part 6 for proofs of version 1 and for
draws. Part 7 reads the bytes of a file; nobody has to believe it, since whatever it reads is checked by the others.

A set of points is an integer with a bit for each of them, and a point is a set of one. A position is a pair of sets,
the stones of Black and of White. It never changes: a move makes a new one.
"""

import functools
import gzip
import itertools
import re
import string
import sys
import zlib

BLACK, WHITE = 0, 1
COLORS = {"black": BLACK, "white": WHITE}
ALL, THREAT, SEEN_OR_WINS, FOUR = 0, 1, 2, 3


class Refused(Exception):
    """Why a proof does not hold."""


def points_of(points):
    """The points of a set in reading order."""
    while points:
        point = points & -points
        yield point
        points ^= point


def is_one(points):
    """Whether a set that is not empty is a point."""
    return points & -points == points


def put(stones, color, point):
    """The position with one more stone."""
    black, white = stones
    return (black | point, white) if color == BLACK else (black, white | point)


# Part 1: the rules.


class Game:
    """The points of a board, the rule of freestyle or exact five, and the side that should win."""

    def __init__(self, rule, width, height, winner):
        self.rule, self.winner, self.loser, self.steps = rule, winner, 1 - winner, 0
        row = width + 1  # A column without points, so that no line goes on from the end of a row to the next row.
        self.points = [1 << (row * y + x) for y in range(height) for x in range(width)]
        self.whole = sum(self.points)
        self.axes = [1, row, row + 1, row - 1]
        # Columns are a to z, then aa to zz, then aaa and so on; rows are counted from below.
        columns = [letters for n in (1, 2, 3) for letters in itertools.product(string.ascii_lowercase, repeat=n)]
        names = ["".join(columns[x]) + str(height - y) for y in range(height) for x in range(width)]
        self.names = dict(zip(names, self.points))
        # Where each symmetry moves each point. Its number is the sum of 4 if columns become rows, then 1 if left and
        # right are exchanged, and 2 if top and bottom are.
        self.images = [{} for _ in range(8 if width == height else 4)]
        for turn, image in enumerate(self.images):
            for number, point in enumerate(self.points):
                y, x = divmod(number, width)
                if turn & 4:
                    x, y = y, x
                if turn & 1:
                    x = width - 1 - x
                if turn & 2:
                    y = height - 1 - y
                image[point] = self.points[y * width + x]

    def names_of(self, points):
        return " ".join(name for name, point in self.names.items() if point & points)

    def empty(self, stones):
        return self.whole & ~(stones[BLACK] | stones[WHITE])

    def turned(self, stones, turn):
        image = self.images[turn]
        return tuple(sum(image[point] for point in points_of(own)) for own in stones)

    def fives(self, stones, color):
        """The empty points where a stone of the color wins."""
        return self.completions(stones[color], self.rule == "exact") & self.empty(stones)

    def is_foul(self, stones, color, point):
        """Whether the side may not play on the empty point: part 5 has the fouls of renju."""
        return False

    @functools.lru_cache(maxsize=100000)
    def completions(self, own, is_exact):
        """The points where one more stone beside these makes five in a row; if that is the rule, no more than five."""
        found = 0
        for axis in self.axes:
            # At `count`: the points with at least that number of the stones right after them on the axis, or before.
            after, before = [self.whole], [self.whole]
            for count in range(1, 6):
                after.append(after[-1] & own >> axis * count)
                before.append(before[-1] & own << axis * count)
            for count in range(5):
                five = after[count] & before[4 - count]
                if is_exact:
                    five &= ~(after[count + 1] | before[5 - count])
                found |= five
        return found

    # Part 2: the replies that a proof must answer.

    def refuse(self, stones, why):
        black, white = (self.names_of(own) for own in stones)
        raise Refused(f"{why} (black {black}, white {white})")

    def play(self, stones, move):
        """The position after a move of the winner, which must be legal, if there is one; None if it wins."""
        self.steps += 1
        if move is None:
            return stones
        if not move & self.empty(stones) or self.is_foul(stones, self.winner, move):
            self.refuse(stones, f"{self.names_of(move)} is occupied or a foul")
        if move & self.fives(stones, self.winner):
            return None
        stones = put(stones, self.winner, move)
        return stones if self.empty(stones) else self.refuse(stones, "the board is full")

    def replies(self, stones, kind, threat):
        """The replies of the loser that the proof must answer, each with the position after it."""
        empty = self.empty(stones)
        if kind == ALL:
            replies = sum(point for point in points_of(empty) if not self.is_foul(stones, self.loser, point))
            if not replies:
                self.refuse(stones, "there is no reply")
        elif kind == THREAT:
            replies = self.parries(stones, threat)
        else:
            replies = self.block(stones)
            if replies is None:
                self.refuse(stones, "there is no four, or it is late")
        if replies & self.fives(stones, self.loser):
            self.refuse(stones, "a reply wins")
        if replies and is_one(empty):
            self.refuse(stones, "a reply fills the board")
        return [(reply, put(stones, self.loser, reply)) for reply in points_of(replies)]

    def block(self, stones):
        """Where the loser can stop a four, if anywhere; None if there is no four, or the loser makes a five first."""
        fives = self.fives(stones, self.winner)
        if not fives or self.fives(stones, self.loser):
            return None
        return fives if is_one(fives) and not self.is_foul(stones, self.loser, fives) else 0

    def carry_out(self, stones, threat):
        """Whether the winner, to move, wins by this row of fours, and the position in which that is decided."""
        for point in threat:
            if not point & self.empty(stones) or self.is_foul(stones, self.winner, point):
                return False, stones
            if point & self.fives(stones, self.winner):
                return True, stones
            stones = put(stones, self.winner, point)
            block = self.block(stones)
            if not block:
                return block is not None, stones
            stones = put(stones, self.loser, block)
        return False, stones

    def parries(self, stones, threat):
        """The legal replies that win or leave no threat."""
        holds, end = self.carry_out(stones, threat)
        if not holds:
            self.refuse(stones, "the threat does not win")
        # A reply that wins is a parry: `replies` refuses it.
        found = self.fives(stones, self.loser)
        for reply in points_of(self.candidates(end, threat) & self.empty(stones)):
            if not self.is_foul(stones, self.loser, reply):
                if not self.carry_out(put(stones, self.loser, reply), threat)[0]:
                    found |= reply
        return found

    def candidates(self, end, threat):
        """The points that are tried as parries of a threat that leads to the position `end` if nothing is done.

        All points would do; these are fewer. A stone of the loser matters in two ways only. It takes a point away from
        the winner: one of the threat, one where the loser blocks, or one where the five is made at the end. Or it helps
        the loser to a five: then it lies on five points in a row with three other stones of the loser, blocks among
        them, or with four. Any other reply leaves every question that `carry_out` asks with the answer that it had.
        """
        found = end[BLACK] | end[WHITE] | self.fives(end, self.winner)
        for point in threat:
            found |= point
        for axis in self.axes:
            # The first of each five points in a row with three stones of the loser, and then all five.
            firsts = 0
            for one, two, three in itertools.combinations([end[self.loser] >> axis * step for step in range(5)], 3):
                firsts |= one & two & three
            for step in range(5):
                found |= firsts << axis * step
        return found


# Part 3: that all of them are answered.


def walk_graph(game, nodes, stones):
    """Version 2: shows that the last node wins the position. Edges lead to earlier nodes, so the walk ends."""
    # Nothing but the time depends on what is remembered. Pairs of a node that answers every reply are few.
    landmarks, others = set(), set()

    def walk(number, stones):
        kind, move, threat, default, named = nodes[number]
        pair, shown = (number, stones), landmarks if kind == ALL else others
        if pair in shown:
            return
        if move is None and number < len(nodes) - 1:
            game.refuse(stones, f"node {number} has no move and is not the root")
        stones = game.play(stones, move)
        if stones is None:
            return
        if kind == SEEN_OR_WINS:
            game.refuse(stones, f"node {number} makes no five")
        for reply, after in game.replies(stones, kind, threat):
            child, turn = named.get(reply, default) or game.refuse(after, f"node {number} has no answer")
            walk(child, game.turned(after, turn) if turn else after)
        if len(others) > 1000000:
            others.clear()
        shown.add(pair)

    walk(len(nodes) - 1, stones)


# Part 4: what is claimed.


def check(data):
    """Checks a proof and says what it shows."""
    reader = Reader(data)
    version, rule = reader.line("tengen proof ([12])"), reader.line("rule (freestyle|exact|renju)")
    width, height = map(int, reader.line("size ([0-9]{1,4}x[0-9]{1,4})").split("x"))
    if not 1 <= width * height <= 1024:
        reader.refuse("a board has 1 to 1024 points")
    names = [reader.line(color + "(| .*)").lower().split() for color in COLORS]
    turn = reader.line("turn (black|white)")
    wins = reader.line("wins (black|white)" if version == "1" else "(?:wins (black|white)|drawn)")
    game = (RenjuGame if rule == "renju" else Game)(rule, width, height, COLORS.get(wins, BLACK))
    reader.points, stones = game.points, (0, 0)
    for color in COLORS.values():
        for name in names[color]:
            if not game.names.get(name, 0) & game.empty(stones):
                reader.refuse(f"{name} is no point of the board, or has two stones")
            stones = put(stones, color, game.names[name])
    for point in points_of(stones[BLACK] | stones[WHITE]):
        color = BLACK if point & stones[BLACK] else WHITE
        if point & game.fives((stones[BLACK] & ~point, stones[WHITE] & ~point), color):
            reader.refuse("the game is over before it begins")
    if not game.empty(stones) or (wins is None and (rule == "renju" or names != [[], []])):
        reader.refuse("the board is full, or a draw is not claimed of an empty board of freestyle or exact five")
    if wins is None:
        count = reader.count("pairs")
        reader.line("()")
        check_pairing(game, [(reader.point(reader.number()), reader.point(reader.number())) for _ in range(count)])
    elif version == "1":
        memory = reader.count("memory")
        reader.line("()")
        walk_tree(game, reader, memory, stones, turn == wins)
    else:
        nodes = reader.nodes(len(game.images))
        if (nodes[-1][1] is None) == (turn == wins):
            reader.refuse("the root has a move if and only if the winner is to move")
        walk_graph(game, nodes, stones)
    reader.end()
    count = len(names[BLACK] + names[WHITE])
    claim = f"{wins} wins {rule} on {width}x{height}" if wins else f"{rule} on {width}x{height} is drawn"
    claim += f", {count} stone{'s' if count > 1 else ''}" if count else ""
    return f"{claim}, {turn} to move ({game.steps} steps, {len(data)} bytes)"


# Part 5: renju.


class RenjuGame(Game):
    """A game of renju: rows of six or more do not win for Black, and Black has fouls."""

    def fives(self, stones, color):
        return self.completions(stones[color], color == BLACK) & self.empty(stones)

    def candidates(self, end, threat):
        return self.whole  # A stone anywhere may make a foul, or end one.

    # The fouls, by the paragraphs of docs/rules/renju.md.

    def is_foul(self, stones, color, point):
        if color != BLACK or point & self.fives(stones, BLACK):
            return False
        if any(self.row_length(stones, point, axis) > 5 for axis in self.axes):
            return True
        stones = put(stones, BLACK, point)
        fours = sum(self.count_fours(stones, point, axis) for axis in self.axes)
        return fours >= 2 or sum(self.is_three(stones, point, axis) for axis in self.axes) >= 2

    def arm(self, stones, point, step):
        """The number of black stones in a row beside a point, and the point after them."""
        for count in itertools.count():
            point = point << step if step > 0 else point >> -step
            if not point & stones[BLACK]:
                return count, point

    def row_length(self, stones, point, axis):
        """The length of the row that a black stone on the point is part of."""
        return 1 + self.arm(stones, point, axis)[0] + self.arm(stones, point, -axis)[0]

    def ends(self, stones, point, axis):
        """The empty points at both ends of the row of a black stone."""
        ends = [self.arm(stones, point, step)[1] for step in (axis, -axis)]
        return [end for end in ends if end & self.empty(stones)]

    def five_ends(self, stones, point, axis):
        """The ends of the row of a black stone at which one more stone makes a row of five."""
        return [end for end in self.ends(stones, point, axis) if self.row_length(stones, end, axis) == 5]

    def count_fours(self, stones, point, axis):
        """How many fours the black stone is part of on one axis (2.3, 3.2); a straight four is one (2.4)."""
        fours = len(self.five_ends(stones, point, axis))
        return min(fours, 1) if self.row_length(stones, point, axis) == 4 else fours

    def is_three(self, stones, point, axis):
        """Whether the black stone is part of a three on one axis (2.5): a fourth stone that is no foul (4.1) and makes
        no five (4.5) makes a straight four of it."""
        if self.five_ends(stones, point, axis):
            return False  # It is a four.
        for end in self.ends(stones, point, axis):
            four = put(stones, BLACK, end)
            if self.row_length(four, end, axis) == 4 and len(self.five_ends(four, end, axis)) == 2:
                if not end & self.fives(stones, BLACK) and not self.is_foul(stones, BLACK, end):
                    return True
        return False


# Part 6: proofs of version 1, and draws.


def walk_tree(game, reader, memory, stones, winner_moves):
    """Version 1: reads the steps of the winner in the order of a walk through all that can happen."""
    shown = []

    def walk(stones, winner_moves):
        number = reader.number()
        kind, move = number & 3, reader.point(number >> 2)
        if not winner_moves and number >> 2:
            reader.refuse("the loser is to move first, but there is a move")
        stones = game.play(stones, move if winner_moves else None)
        if stones is None:
            return kind == ALL or reader.refuse("a move that wins is of kind 0")
        if kind == SEEN_OR_WINS:
            back, turn = reader.number(), reader.byte()
            if not 1 <= back <= min(len(shown), memory) or turn >= len(game.images):
                reader.refuse("there is no such position or symmetry")
            return game.turned(stones, turn) == shown[-back] or game.refuse(stones, "this is not what was shown")
        replies = game.replies(stones, kind, reader.threat(kind))
        for _, after in replies:
            walk(after, True)
        if replies:
            shown.append(stones)

    walk(stones, winner_moves)


def check_pairing(game, pairs):
    """A draw: of disjoint pairs of points, every five points in a row hold both points of one.

    Whoever answers each move on the partner of its point keeps the other side from every five.
    """
    points = [point for pair in pairs for point in pair]
    if len(set(points)) < len(points):
        raise Refused("a point is paired twice")
    for line in [sum(first << axis * step for step in range(5)) for first in game.points for axis in game.axes]:
        if line & game.whole == line:  # Else it leaves the board.
            game.steps += 1
            if not any(first & line and second & line for first, second in pairs):
                raise Refused(f"the five points {game.names_of(line)} hold no pair")


# Part 7: the bytes of a file.


class Reader:
    """The bytes of a proof, read from the start to the end."""

    def __init__(self, data):
        self.data, self.at, self.points = data, 0, []

    def refuse(self, why):
        raise Refused(f"{why}, before byte {self.at}")

    def line(self, pattern):
        """What the group of the pattern matches in the next line of the head."""
        end = self.data.find(b"\n", self.at)
        line = self.data[self.at : max(end, self.at)].decode()
        found = re.fullmatch(pattern, line)
        if end < 0 or not found:
            self.refuse(f"the line {line[:60]!r} is not for this checker, which reads {pattern!r}")
        self.at = end + 1
        return found.group(1)

    def count(self, word):
        return int(self.line(word + " ([0-9]{1,19})"))

    def byte(self):
        if self.at == len(self.data):
            self.refuse("the proof ends too early")
        self.at += 1
        return self.data[self.at - 1]

    def number(self):
        number = 0
        for shift in range(0, 70, 7):
            byte = self.byte()
            number |= (byte & 127) << shift
            if byte < 128 and number < 1 << 64:
                return number
        self.refuse("a number is too large")

    def point(self, number):
        return self.points[number] if number < len(self.points) else self.refuse(f"there is no point {number}")

    def threat(self, kind):
        length = self.number() if kind == THREAT else 0
        if kind == THREAT and not 1 <= length <= 1024:
            self.refuse("a threat has 1 to 1024 moves")
        return [self.point(self.number()) for _ in range(length)]

    def edge(self, number, turns):
        """An edge of a node: the number of a node before it, and the symmetry that leads to the position of that."""
        edge = self.number()
        child, turn = number - 1 - (edge >> 1), self.byte() if edge & 1 else 0
        if child < 0 or turn >= turns or (edge & 1 and turn == 0):
            self.refuse("there is no such node or symmetry")
        return child, turn

    def node(self, number, turns):
        """A node: its kind, move, threat, the edge of replies without a name, and the edges of named replies."""
        form = self.byte()
        kind, groups, move = form & 3, form >> 4, self.point(self.number())
        if form & 8 and move != self.points[0]:
            self.refuse("no move is written as 0")
        threat = self.threat(kind)
        default = self.edge(number, turns) if form & 4 else None
        if groups == 15:
            groups += self.number()
        named = {}
        for _ in range(groups):
            edge, further, reply = self.edge(number, turns), self.number(), self.number()
            for count in range(further + 1):
                if count:
                    reply += self.number() + 1
                if self.point(reply) in named:
                    self.refuse("a reply is answered twice")
                named[self.point(reply)] = edge
        return kind, None if form & 8 else move, threat, default, named

    def nodes(self, turns):
        """All nodes of a proof of version 2, the root last. Its steps and landmarks are for checkers that have little
        memory."""
        count, size, _, _ = [self.count(word) for word in ("nodes", "bytes", "steps", "landmarks")]
        self.line("()")
        if count == 0 or len(self.data) - self.at != size:
            self.refuse(f"there should be nodes in {size} bytes")
        nodes = []
        while len(nodes) < count:
            nodes.append(self.node(len(nodes), turns))
        return nodes

    def end(self):
        if self.at < len(self.data):
            self.refuse("there are bytes left")


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: python3 check.py FILE...")
    sys.setrecursionlimit(10000)
    refused = False
    for path in sys.argv[1:]:
        try:
            with open(path, "rb") as file:
                data = file.read()
            print("proved:", check(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data), flush=True)
        except (Refused, UnicodeDecodeError, OSError, EOFError, zlib.error) as why:
            print(f"not proved: {path}: {why}", flush=True)
            refused = True
    sys.exit(refused)


if __name__ == "__main__":
    main()
