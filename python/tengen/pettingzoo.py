"""Five-in-a-row and NoGo as environments of PettingZoo (AEC), in the manner of its classic games.

>>> from tengen import pettingzoo
>>> env = pettingzoo.env(rule="renju", size=15)
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()
>>> env.agent_selection, observation["observation"].shape, int(observation["action_mask"].sum())
('player_0', (15, 15, 2), 225)
>>> env.step(112)
>>> env.agent_selection
'player_1'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as _error:
    raise ImportError("tengen.pettingzoo needs pettingzoo: pip install 'tengen-games[env]'") from _error

from tengen.env import VectorEnv

if TYPE_CHECKING:
    import numpy.typing as npt

    from tengen.env import _Rule

__all__ = ["env", "raw_env"]


def env(**kwargs: Any) -> Any:
    """A `raw_env` that checks the order of calls and ends the game when an action is illegal, which loses it."""
    game: Any = raw_env(**kwargs)
    game = wrappers.TerminateIllegalWrapper(game, illegal_reward=-1)
    game = wrappers.AssertOutOfBoundsWrapper(game)
    return wrappers.OrderEnforcingWrapper(game)


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # noqa: N801 - the name that PettingZoo gives it
    """One game: `player_0` is Black and begins, `player_1` is White.

    An observation is a dict: "observation" `[h, w, 2]`, own stones and those of the other side, and "action_mask"
    `[h * w]`, all 0 for a player who is not to move. An action is `y * width + x`, from the top left. The winner is
    rewarded with 1, the loser with -1.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as PettingZoo has it
        "render_modes": ["human", "ansi", "svg", "rgb_array"],
        "name": "tengen_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        rule: _Rule = "freestyle",
        size: int | str | tuple[int, int] = 15,
        *,
        opening_plies: int = 0,
        max_plies: int | None = None,
        render_mode: Literal["human", "ansi", "svg", "rgb_array"] | None = None,
    ) -> None:
        """Make a game, which begins with `reset`; the keywords are those of `tengen.VectorEnv`."""
        EzPickle.__init__(
            self, rule, size, opening_plies=opening_plies, max_plies=max_plies, render_mode=render_mode
        )
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"{render_mode!r} is not a way to render; write human, ansi, svg or rgb_array")
        self._game = VectorEnv(
            rule, size, 1, autoreset="disabled", opening_plies=opening_plies, max_plies=max_plies
        )
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        self.agents = self.possible_agents[:]
        shape = (self._game.height, self._game.width, 2)
        self.action_spaces = {agent: spaces.Discrete(self._game.num_actions) for agent in self.agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, shape, np.int8),
                    "action_mask": spaces.Box(0, 1, (self._game.num_actions,), np.int8),
                }
            )
            for agent in self.agents
        }

    def observation_space(self, agent: str) -> Any:
        """What `agent` sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What `agent` may choose from."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game."""
        self._seen, _ = self._game.reset(seed=seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._turn()]

    def observe(self, agent: str) -> dict[str, npt.NDArray[np.int8]]:
        """What `agent` sees now."""
        planes, mask = self._seen["observation"][0], self._seen["action_mask"][0]
        if self.possible_agents.index(agent) != self._turn():
            planes = planes[::-1]
        if agent != self.agent_selection:
            mask = np.zeros_like(mask)
        return {"observation": np.ascontiguousarray(np.moveaxis(planes, 0, 2)), "action_mask": mask.copy()}

    def step(self, action: Any) -> None:
        """Play `action` for the agent to move; `None` if its game is over.

        An illegal one is a `ValueError` that says why.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        actor = self.agent_selection
        self._seen, rewards, terminations, truncations, _ = self._game.step([action])
        other = self.possible_agents[1 - self.possible_agents.index(actor)]
        reward = int(rewards[0])
        self.rewards = {actor: reward, other: -reward}
        self.terminations = dict.fromkeys(self.agents, bool(terminations[0]))
        self.truncations = dict.fromkeys(self.agents, bool(truncations[0]))
        self._cumulative_rewards[actor] = 0
        self.agent_selection = other
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The board in the way of `render_mode`: "human" prints it, and does so after every step."""
        if self.render_mode is None:
            gymnasium.logger.warn("render was called, and render_mode is None")
            return None
        if self.render_mode == "human":
            print(self._game.render(), end="\n\n")
            return None
        return self._game.render(0, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _turn(self) -> int:
        return int(self._seen["turn"][0])
