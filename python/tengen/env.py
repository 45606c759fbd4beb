"""Vector environments for reinforcement learning, over arrays of numpy.

>>> import tengen
>>> env = tengen.VectorEnv(rule="nogo", size=9, n=4)
>>> obs, infos = env.reset(seed=1)
>>> obs["observation"].shape, obs["action_mask"].shape
((4, 2, 9, 9), (4, 81))
>>> obs, rewards, terminations, truncations, infos = env.step(env.sample_actions())
>>> obs["turn"].tolist()
[1, 1, 1, 1]
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Literal, TypedDict

try:
    import numpy as np
except ImportError as _error:
    raise ImportError("tengen.VectorEnv needs numpy: pip install 'tengen-games[env]'") from _error

from tengen._tengen import Board, VectorEnvironment

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    _Rule = Literal["freestyle", "exact", "renju", "nogo"]

__all__ = ["Observation", "VectorEnv"]


class Observation(TypedDict):
    """What is seen of `n` games on boards of `h` rows and `w` columns."""

    observation: npt.NDArray[np.int8]
    """`[n, 2, h, w]`: 1 where the side to move has a stone; 1 where the other side has one."""
    action_mask: npt.NDArray[np.int8]
    """`[n, h * w]`: 1 where the side to move may play; all 0 where the game is over."""
    turn: npt.NDArray[np.int8]
    """`[n]`: the side to move, 0 for Black and 1 for White."""


class VectorEnv:
    """`n` games of one rule and size that are stepped together.

    The methods follow `gymnasium.vector.VectorEnv`. Both sides are played: an action is that of the side to move, and the
    reward is its own, so what one side wins the other loses. The arrays that a step returns are new ones, which later
    steps do not write to. See `docs/environments.md` for their layout, and for when games start again.

    >>> env = VectorEnv(rule="freestyle", size=15, n=2)
    >>> obs, _ = env.reset(seed=7)
    >>> obs, rewards, terminations, truncations, infos = env.step([112, 96])
    >>> int(obs["observation"][0, 1, 7, 7]), int(obs["action_mask"][0, 112])
    (1, 0)
    """

    def __init__(
        self,
        rule: _Rule = "freestyle",
        size: int | str | tuple[int, int] = 15,
        n: int = 1,
        *,
        autoreset: Literal["same-step", "next-step", "disabled"] = "same-step",
        illegal_action: Literal["error", "loss"] = "error",
        opening_plies: int = 0,
        max_plies: int | None = None,
    ) -> None:
        """Make `n` games, which begin with `reset`.

        `autoreset`: when a game that is over starts again, in the words of gymnasium, whose `AutoresetMode` is taken, too.
        `illegal_action`: whether an illegal action is an error, which names its row, or loses the game.
        `opening_plies`: random plies at the start of every game.
        `max_plies`: where a game is truncated.
        """
        mode = getattr(autoreset, "value", autoreset)
        mode = {"SameStep": "same-step", "NextStep": "next-step", "Disabled": "disabled"}.get(mode, mode)
        for name, number in (("n", n), ("opening_plies", opening_plies), ("max_plies", max_plies)):
            if number is not None and not 0 <= number < 1 << 32:
                raise ValueError(f"{name} is {number}: it may be from 0 to 4294967295")
        self._games = VectorEnvironment(rule, size, n, mode, illegal_action, opening_plies, max_plies)
        self.rule = rule
        self.width, self.height = self._games.size
        self.num_envs = n
        self.num_actions = self.width * self.height
        self.autoreset = mode
        self.metadata: dict[str, Any] = {"render_modes": ["ansi", "svg", "rgb_array"]}
        self._is_reset = False

    def __repr__(self) -> str:
        """Rule, size and number of games."""
        return f"VectorEnv(rule={self.rule!r}, size='{self.width}x{self.height}', n={self.num_envs})"

    @functools.cached_property
    def single_action_space(self) -> Any:
        """The actions of one game, if gymnasium is installed: `y * width + x`, from the top left."""
        return _spaces().Discrete(self.num_actions)

    @functools.cached_property
    def action_space(self) -> Any:
        """The actions of all games, if gymnasium is installed."""
        return _spaces().MultiDiscrete([self.num_actions] * self.num_envs)

    @functools.cached_property
    def single_observation_space(self) -> Any:
        """What is seen of one game, if gymnasium is installed."""
        return self._space(())

    @functools.cached_property
    def observation_space(self) -> Any:
        """What is seen of all games, if gymnasium is installed."""
        return self._space((self.num_envs,))

    def _space(self, batch: tuple[int, ...]) -> Any:
        box = functools.partial(_spaces().Box, 0, 1, dtype=np.int8)
        return _spaces().Dict(
            {
                "observation": box(shape=(*batch, 2, self.height, self.width)),
                "action_mask": box(shape=(*batch, self.num_actions)),
                "turn": box(shape=batch),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start new games, all or those of `options={"reset_mask": ...}`.

        A seed starts the random numbers anew: equal seeds and actions give equal games, and a row depends on its number
        and not on how many others there are. Without one they go on.
        """
        rows = None
        for key, value in (options or {}).items():
            if key != "reset_mask":
                raise ValueError(f"{key!r} is not an option of reset; there is reset_mask")
            mask = np.asarray(value)
            if mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
                raise ValueError(
                    f"reset_mask is an array of {mask.dtype} with shape {mask.shape}, not bool with shape ({self.num_envs},)"
                )
            rows = mask.tobytes()
        if seed is not None and not 0 <= seed < 1 << 64:
            raise ValueError(f"a seed of {seed}: it may be from 0 to 2**64 - 1")
        if seed is None and not self._is_reset:
            seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
        observations, masks, small, _ = self._games.reset(seed, rows)
        self._is_reset = True
        return self._observation(observations, masks, self._rows(small)), {}

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[Observation, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        """Play an action in every game: observations, rewards, terminations, truncations and infos.

        `infos["winner"]` is 1 where Black won the game that ended, -1 where White did, else 0. With `autoreset="same-step"`,
        `infos["_final_obs"]` marks the games that ended, and `infos["final_obs"]` has the last observation of those.
        """
        if not self._is_reset:
            raise RuntimeError("step comes after reset")
        observations, masks, small, last = self._games.step(self._integers(actions, "actions", self.num_envs))
        rows = self._rows(small)
        terminations, truncations = rows[2].view(np.bool_), rows[3].view(np.bool_)
        infos: dict[str, Any] = {"winner": rows[4]}
        if self.autoreset == "same-step":
            infos["final_obs"] = np.frombuffer(last, np.int8).reshape(-1, 2, self.height, self.width)
            infos["_final_obs"] = terminations | truncations
        observation = self._observation(observations, masks, rows)
        return observation, rows[1].astype(np.float32), terminations, truncations, infos

    def sample_actions(self) -> npt.NDArray[np.int64]:
        """Uniformly random legal actions; 0 where the game is over."""
        return np.frombuffer(self._games.sample_actions(), np.int64)

    def solver_labels(
        self,
        rows: Sequence[int] | npt.NDArray[np.integer[Any]] | None = None,
        *,
        by: Literal["fours", "threats"] = "threats",
        nodes: int = 10_000,
        threads: int = 1,
    ) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int64]]:
        """What the solver proves about the positions of all games, or of those in `rows`.

        The first array has 1 where the side to move wins, -1 where it loses and 0 where nothing is proven within `nodes`
        nodes; the second a move that wins, -1 where there is none to tell.

        >>> env = VectorEnv(rule="nogo", size=4, n=1)
        >>> _ = env.reset(seed=1)
        >>> env.solver_labels(nodes=1_000_000)[0].tolist()
        [-1]
        """
        if not self._is_reset:
            raise RuntimeError("solver_labels comes after reset")
        for name, number in (("nodes", nodes), ("threads", threads)):
            if not 1 <= number < 1 << 63:
                raise ValueError(f"{name} is {number}: it may be from 1 on")
        asked = np.arange(self.num_envs) if rows is None else rows
        values, actions = self._games.solver_labels(self._integers(asked, "rows", None), by, nodes, min(threads, 1024))
        return np.frombuffer(values, np.int8), np.frombuffer(actions, np.int64)

    def board(self, row: int) -> Board:
        """The position of a game, of whose moves it has only the last one."""
        if not 0 <= row < self.num_envs:
            raise ValueError(f"there is no row {row}: an environment of {self.num_envs} games has rows 0 to {self.num_envs - 1}")
        return self._games.board(row)

    def render(self, row: int = 0, mode: Literal["ansi", "svg", "rgb_array"] = "ansi") -> str | npt.NDArray[np.uint8]:
        """A board: letters (x black, o white), an SVG document, or pixels `[height, width, 3]`.

        >>> env = VectorEnv(size=5)
        >>> _ = env.reset(seed=1)
        >>> _ = env.step([12])
        >>> print(env.render())
        . . . . .
        . . . . .
        . . x . .
        . . . . .
        . . . . .
        """
        if mode == "ansi":
            return str(self.board(row))
        if mode == "svg":
            return self.board(row).svg(numbers=False)
        if mode == "rgb_array":
            self.board(row)
            height, width, pixels = self._games.pixels(row)
            return np.frombuffer(pixels, np.uint8).reshape(height, width, 3)
        raise ValueError(f"{mode!r} is not a way to render; write ansi, svg or rgb_array")

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _integers(self, values: Any, name: str, length: int | None) -> bytes:
        array = np.asarray(values)
        if array.ndim != 1 or (length is not None and len(array) != length):
            wanted = "one dimension" if length is None else f"shape ({length},)"
            raise ValueError(f"{name} have shape {array.shape}, not {wanted}")
        if array.dtype.kind not in "iu" and array.size:
            raise TypeError(f"{name} are of {array.dtype}, not integers")
        if array.dtype == np.uint64 and (large := np.flatnonzero(array >> np.uint64(63))).size:
            raise ValueError(f"row {large[0]}: {array[large[0]]} is too large a number")
        return array.astype(np.int64, copy=False).tobytes()

    def _rows(self, small: bytearray) -> npt.NDArray[np.int8]:
        """Turns, rewards, terminations, truncations and winners."""
        return np.frombuffer(small, np.int8).reshape(5, self.num_envs)

    def _observation(self, observations: bytearray, masks: bytearray, rows: npt.NDArray[np.int8]) -> Observation:
        return {
            "observation": np.frombuffer(observations, np.int8).reshape(-1, 2, self.height, self.width),
            "action_mask": np.frombuffer(masks, np.int8).reshape(-1, self.num_actions),
            "turn": rows[0],
        }


def _spaces() -> Any:
    try:
        from gymnasium import spaces
    except ImportError as error:
        raise ImportError("the spaces of an environment need gymnasium: pip install 'tengen-games[env]'") from error
    return spaces
