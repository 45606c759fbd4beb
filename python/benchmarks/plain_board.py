"""The rules in plain Python: a board for comparison, which shares no code with the package.

It is written as one would write it for speed without a compiled language: one list of cells with a border, stones put
and taken back in place, and no look at lines that cannot hold anything.
"""

from __future__ import annotations

EMPTY, BLACK, WHITE, EDGE = 0, 1, 2, 3
BORDER = 5


class IllegalMove(ValueError):
    """The rules do not allow a move."""


class PlainBoard:
    """A board of five-in-a-row or NoGo."""

    def __init__(self, rule: str, width: int = 15, height: int = 15) -> None:
        self.rule = rule
        self.width = width
        self.height = height
        self.stride = width + 2 * BORDER
        self.cells = [EDGE] * (self.stride * (height + 2 * BORDER))
        for y in range(height):
            for x in range(width):
                self.cells[self._index(x, y)] = EMPTY
        self.steps = (1, self.stride, self.stride + 1, 1 - self.stride)
        self.turn = BLACK
        self.moves: list[int] = []
        self.over = False

    def _index(self, x: int, y: int) -> int:
        return (y + BORDER) * self.stride + x + BORDER

    def index(self, name: str) -> int:
        """The cell of a point like "h8"."""
        x = ord(name[0]) - ord("a")
        y = self.height - int(name[1:])
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IllegalMove(f"{name} is outside the board")
        return self._index(x, y)

    def name(self, at: int) -> str:
        """The name of a cell."""
        y, x = divmod(at, self.stride)
        return chr(ord("a") + x - BORDER) + str(self.height - (y - BORDER))

    def push(self, name: str) -> None:
        """Play a move."""
        at = self.index(name)
        self.check(at)
        self.cells[at] = self.turn
        self.moves.append(at)
        self.over = self._wins(at) or len(self.moves) == self.width * self.height
        self.turn = 3 - self.turn
        if self.rule == "nogo":
            self.over = not any(self.is_legal(at) for at in self.points())

    def pop(self) -> str:
        """Take the last move back."""
        at = self.moves.pop()
        self.cells[at] = EMPTY
        self.turn = 3 - self.turn
        self.over = False
        return self.name(at)

    def points(self) -> list[int]:
        """All cells."""
        return [self._index(x, y) for y in range(self.height) for x in range(self.width)]

    def legal_moves(self) -> set[str]:
        """The names of all legal moves."""
        if self.over:
            return set()
        return {self.name(at) for at in self.points() if self.is_legal(at)}

    def is_legal(self, at: int) -> bool:
        """Whether the side to move may play on a cell, the game being open."""
        if self.cells[at] != EMPTY:
            return False
        if self.rule == "nogo":
            return self._leaves_breath(at)
        return not (self.rule == "renju" and self.turn == BLACK and self.foul(at))

    def check(self, at: int) -> None:
        """Raise if a move is illegal."""
        if self.over:
            raise IllegalMove("the game is over")
        if self.cells[at] != EMPTY:
            raise IllegalMove("the point is occupied")
        if not self.is_legal(at):
            raise IllegalMove("the rules forbid it")

    def _run(self, at: int, step: int, color: int) -> int:
        cells = self.cells
        length = 1
        to = at + step
        while cells[to] == color:
            length += 1
            to += step
        to = at - step
        while cells[to] == color:
            length += 1
            to -= step
        return length

    def _wins(self, at: int) -> bool:
        color = self.cells[at]
        longest = [self._run(at, step, color) for step in self.steps]
        if self.rule == "freestyle" or (self.rule == "renju" and color == WHITE):
            return max(longest) >= 5
        return self.rule != "nogo" and 5 in longest

    def foul(self, at: int) -> bool:
        """Whether renju forbids an empty cell to Black."""
        cells = self.cells
        # Whatever counts has three stones on a line, the new one among them.
        lines = []
        for step in self.steps:
            near = 0
            for distance in (-4, -3, -2, -1, 1, 2, 3, 4):
                to = at + distance * step
                if 0 <= to < len(cells) and cells[to] == BLACK:
                    near += 1
            if near >= 2:
                lines.append(step)
        if not lines:
            return False
        cells[at] = BLACK
        try:
            return self._foul_of_stone(at, lines)
        finally:
            cells[at] = EMPTY

    def _foul_of_stone(self, at: int, lines: list[int]) -> bool:
        runs = [self._run(at, step, BLACK) for step in lines]
        if 5 in runs:
            return False
        if max(runs) > 5:
            return True
        fives = {step: self._fives(at, step) for step in lines}
        fours = 0
        for found in fives.values():
            if len(found) == 1 or (len(found) == 2 and found[1] - found[0] == 5):
                fours += 1
            elif found:
                fours += 2
        if fours >= 2:
            return True
        threes = [step for step in lines if not fives[step]]
        return len(threes) >= 2 and sum(self._is_three(at, step) for step in threes) >= 2

    def _fives(self, at: int, step: int) -> list[int]:
        """How far away the empty cells are that make a five through the black stone."""
        cells = self.cells
        found = []
        for direction in (-1, 1):
            distance = direction
            while cells[at + distance * step] == BLACK:
                distance += direction
            to = at + distance * step
            if abs(distance) <= 4 and cells[to] == EMPTY:
                cells[to] = BLACK
                if self._run(at, step, BLACK) == 5:
                    found.append(distance)
                cells[to] = EMPTY
        return found

    def _is_three(self, at: int, step: int) -> bool:
        """Whether the black stone is part of a three that counts."""
        cells = self.cells
        for direction in (-1, 1):
            distance = direction
            while cells[at + distance * step] == BLACK:
                distance += direction
            to = at + distance * step
            if abs(distance) > 3 or cells[to] != EMPTY:
                continue
            cells[to] = BLACK
            ends = self._fives(to, step)
            straight = self._run(to, step, BLACK) == 4 and len(ends) == 2
            five = any(self._run(to, other, BLACK) == 5 for other in self.steps)
            cells[to] = EMPTY
            if straight and not five and not self.foul(to):
                return True
        return False

    def _leaves_breath(self, at: int) -> bool:
        cells = self.cells
        cells[at] = self.turn
        around = (1, -1, self.stride, -self.stride)
        stones = [at] + [at + step for step in around if cells[at + step] in (BLACK, WHITE)]
        breathes = all(self._breathes(stone) for stone in stones)
        cells[at] = EMPTY
        return breathes

    def _breathes(self, at: int) -> bool:
        cells = self.cells
        color = cells[at]
        seen = {at}
        rest = [at]
        while rest:
            stone = rest.pop()
            for to in (stone + 1, stone - 1, stone + self.stride, stone - self.stride):
                if cells[to] == EMPTY:
                    return True
                if cells[to] == color and to not in seen:
                    seen.add(to)
                    rest.append(to)
        return False
