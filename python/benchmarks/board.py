"""Whole games pushed and popped: the package against a board in plain Python with the same checks.

Run with the wheel as it is published: `make wheel`, install it, `python benchmarks/board.py`.
"""

import random
import time
from collections.abc import Callable

from plain_board import PlainBoard

import tengen

GAMES = 60
LEAST = 20


def random_game(seed: int) -> list[str]:
    """A game of renju near its stones, so that lines and fouls come about."""
    rng = random.Random(seed)
    board = tengen.Board("renju", moves="h8")
    while not board.is_game_over() and board.ply < 120:
        near = set()
        for stone in board.stones():
            x, y = board.point(stone)
            for dx in (-2, -1, 0, 1, 2):
                for dy in (-2, -1, 0, 1, 2):
                    if 0 <= x + dx < 15 and 0 <= y + dy < 15:
                        near.add(board.name(x + dx, y + dy))
        board.push(rng.choice(sorted(board.legal_moves & near)))
    return board.move_stack


def push_and_pop(new: Callable[[], "tengen.Board | PlainBoard"], games: list[list[str]]) -> int:
    """Play all games and take them back; the number of moves."""
    moves = 0
    for game in games:
        board = new()
        for move in game:
            board.push(move)
        for move in reversed(game):
            assert board.pop() == move
        moves += len(game)
    return moves


def cpu_per_move(new: Callable[[], "tengen.Board | PlainBoard"], games: list[list[str]]) -> float:
    """CPU seconds of a move pushed and popped, the least of a few rounds."""
    rounds = []
    for _ in range(5):
        before = time.process_time()
        moves = push_and_pop(new, games)
        rounds.append((time.process_time() - before) / moves)
    return min(rounds)


def main() -> None:
    """Measure, print and check."""
    games = [random_game(seed) for seed in range(GAMES)]
    fouls = sum(len(tengen.Board("renju", moves=game[: len(game) // 2]).fouls()) for game in games)
    plain = cpu_per_move(lambda: PlainBoard("renju"), games)
    ours = cpu_per_move(lambda: tengen.Board("renju"), games)
    ratio = plain / ours
    print(f"{sum(map(len, games))} moves of {GAMES} games, {fouls} fouls in their middles")
    print(f"plain Python {plain * 1e6:.2f} us, tengen {ours * 1e6:.2f} us a move pushed and popped")
    print(f"ratio {ratio:.1f}, at least {LEAST} is wanted")
    assert fouls > 0, "the games have no fouls"
    assert ratio >= LEAST, f"only {ratio:.1f} times as fast"


if __name__ == "__main__":
    main()
