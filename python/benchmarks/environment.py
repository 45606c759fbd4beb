"""Steps a second of the vector environment, on one core, with masks and observations, against a plain twin in Python.

Run it with an optimized build (`make wheel` and `pip install python/dist/*.whl`): python benchmarks/environment.py

Rates are of CPU time. Only `step` is timed; what choosing random actions costs is told beside it. The twin plays the same
actions in the same games, and every observation, mask, reward and end is compared.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np

import tengen

GAMES = 1024
"""Games of a batch."""
TWIN_GAMES = 16
"""How many of them the twin plays along: it takes its time."""
BARS = {("nogo", 9): 1_000_000, ("freestyle", 15): 1_000_000}
"""Steps a second that must be reached."""
LEAST_RATIO = 50
"""How much faster than the twin it must be."""


class PlainGame:
    """A game in plain Python and numpy, as one writes it for an experiment."""

    def __init__(self, rule: str, size: int) -> None:
        self.rule, self.size = rule, size
        self.board = np.zeros((size, size), np.int8)  # 1 black, 2 white
        self.turn = 1

    def step(self, action: int) -> tuple[int, bool]:
        """The reward of the side that moves, and whether the game is over."""
        y, x = divmod(action, self.size)
        mover, self.turn = self.turn, 3 - self.turn
        self.board[y, x] = mover
        if self.rule == "nogo":
            won = not self.mask().any()
            return int(won), won
        if self.makes_five(y, x, mover):
            return 1, True
        return 0, bool((self.board != 0).all())

    def makes_five(self, y: int, x: int, color: int) -> bool:
        for dy, dx in ((0, 1), (1, 0), (1, 1), (1, -1)):
            length = 1
            for sign in (1, -1):
                i, j = y + sign * dy, x + sign * dx
                while 0 <= i < self.size and 0 <= j < self.size and self.board[i, j] == color:
                    length += 1
                    i, j = i + sign * dy, j + sign * dx
            if length >= 5:
                return True
        return False

    def neighbors(self, y: int, x: int) -> list[tuple[int, int]]:
        around = ((y - 1, x), (y, x - 1), (y, x + 1), (y + 1, x))
        return [(i, j) for i, j in around if 0 <= i < self.size and 0 <= j < self.size]

    def breathes(self, y: int, x: int) -> bool:
        """Whether the chain of the stone has a liberty."""
        color, chain, open_ = self.board[y, x], {(y, x)}, [(y, x)]
        while open_:
            for point in self.neighbors(*open_.pop()):
                if self.board[point] == 0:
                    return True
                if self.board[point] == color and point not in chain:
                    chain.add(point)
                    open_.append(point)
        return False

    def may_play(self, y: int, x: int) -> bool:
        self.board[y, x] = self.turn
        stones = [(y, x)] + [point for point in self.neighbors(y, x) if self.board[point] == 3 - self.turn]
        legal = all(self.breathes(*stone) for stone in stones)
        self.board[y, x] = 0
        return legal

    def mask(self) -> Any:
        mask = (self.board == 0).astype(np.int8)
        if self.rule == "nogo":
            for y, x in np.argwhere(mask):
                mask[y, x] = self.may_play(y, x)
        return mask.ravel()

    def observation(self) -> Any:
        return np.stack([self.board == self.turn, self.board == 3 - self.turn]).astype(np.int8)


def rate(rule: Any, size: int, steps: int) -> tuple[float, float]:
    """Steps a second, and those with random actions drawn as well."""
    env = tengen.VectorEnv(rule=rule, size=size, n=GAMES)
    env.reset(seed=1)
    # The games of a batch begin together; some way on they are of every length.
    for _ in range(size * size):
        env.step(env.sample_actions())
    stepping = sampling = 0.0
    for _ in range(steps):
        begin = time.process_time()
        actions = env.sample_actions()
        drawn = time.process_time()
        env.step(actions)
        stepping += time.process_time() - drawn
        sampling += drawn - begin
    return steps * GAMES / stepping, steps * GAMES / (stepping + sampling)


def twin_rate(rule: Any, size: int, steps: int) -> float:
    """Steps a second of the twin, which must see what the environment sees."""
    env = tengen.VectorEnv(rule=rule, size=size, n=TWIN_GAMES)
    env.reset(seed=2)
    games = [PlainGame(rule, size) for _ in range(TWIN_GAMES)]
    spent = 0.0
    ended = 0
    for _ in range(steps):
        actions = env.sample_actions()
        obs, rewards, terminations, *_ = env.step(actions)
        begin = time.process_time()
        for row, action in enumerate(actions.tolist()):
            reward, over = games[row].step(action)
            if over:
                games[row] = PlainGame(rule, size)
                ended += 1
            observation, mask = games[row].observation(), games[row].mask()
            spent += time.process_time() - begin
            assert (reward, over) == (rewards[row], terminations[row])
            assert (observation == obs["observation"][row]).all()
            assert (mask == obs["action_mask"][row]).all()
            begin = time.process_time()
    assert ended > 0, "no game of the twin came to its end"
    return steps * TWIN_GAMES / spent


def main() -> None:
    print(f"{GAMES} games in a batch, one core, steps a second of CPU time")
    print(f"{'rule':<10} {'board':>6} {'step':>12} {'with draws':>12} {'twin':>8} {'ratio':>8}")
    missed = []
    for rule, size in (("nogo", 9), ("freestyle", 15), ("exact", 15), ("renju", 15), ("nogo", 19)):
        stepped, drawn = rate(rule, size, 300)
        twin = twin_rate(rule, size, 250) if (rule, size) in BARS else None
        told = f"{twin:>8,.0f} {stepped / twin:>8,.0f}" if twin else f"{'-':>8} {'-':>8}"
        print(f"{rule:<10} {f'{size}x{size}':>6} {stepped:>12,.0f} {drawn:>12,.0f} {told}")
        if stepped < BARS.get((rule, size), 0):
            missed.append(f"{rule} {size}x{size}: {stepped:,.0f} steps a second, not {BARS[rule, size]:,}")
        if twin and stepped < LEAST_RATIO * twin:
            missed.append(f"{rule} {size}x{size}: {stepped / twin:.0f} times the twin, not {LEAST_RATIO}")
    if missed:
        sys.exit("\n".join(missed))


if __name__ == "__main__":
    main()
