"""The environment of PettingZoo, by PettingZoo's own tests and a few of ours."""

from __future__ import annotations

import pickle
from typing import Any, Literal, get_args

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from tengen import pettingzoo

Rule = Literal["freestyle", "exact", "renju", "nogo"]
RULES: tuple[Rule, ...] = get_args(Rule)

# What the tests of PettingZoo recommend, and its own classic games are excused from by name: observations that are
# arrays and not dicts, and not all zeros, as an empty board is.
EXCUSED = pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo", "ignore::UserWarning:gymnasium")


@EXCUSED
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("size", [5, (9, 7), 15])
def test_the_api_test_of_pettingzoo_passes(rule: Rule, size: Any) -> None:
    api_test(pettingzoo.env(rule=rule, size=size), num_cycles=300)
    api_test(pettingzoo.raw_env(rule=rule, size=size, opening_plies=3), num_cycles=50)


@EXCUSED
@pytest.mark.parametrize("rule", RULES)
def test_the_seed_test_of_pettingzoo_passes(rule: Rule) -> None:
    seed_test(lambda: pettingzoo.env(rule=rule, size=7, opening_plies=5), num_cycles=100)


@EXCUSED
def test_the_render_test_of_pettingzoo_passes() -> None:
    def is_svg(picture: Any) -> bool:
        return isinstance(picture, str) and picture.startswith("<svg ")

    render_test(lambda render_mode: pettingzoo.env(size=7, render_mode=render_mode), {"svg": is_svg})


def test_the_winner_gets_what_the_loser_pays() -> None:
    env = pettingzoo.env(rule="freestyle", size=15)
    env.reset(seed=1)
    for x in range(4):
        env.step(x)
        env.step(15 + x)
    assert env.agent_selection == "player_0"
    env.step(4)
    assert env.rewards == {"player_0": 1, "player_1": -1}
    assert env.terminations == {"player_0": True, "player_1": True}
    seen = {}
    for agent in env.agent_iter():
        observation, reward, termination, _, _ = env.last()
        assert termination and not observation["action_mask"].any()
        seen[agent] = (reward, observation["observation"][0, :5, 0].sum())
        env.step(None)
    assert seen == {"player_0": (1, 5), "player_1": (-1, 0)}
    assert env.agents == []


def test_each_player_sees_its_own_stones_first_and_only_the_mover_may_move() -> None:
    env = pettingzoo.raw_env(rule="nogo", size=(9, 5))
    env.reset(seed=1)
    env.step(2 * 9 + 7)
    black, white = env.observe("player_0"), env.observe("player_1")
    assert black["observation"].shape == (5, 9, 2)
    assert np.argwhere(black["observation"]).tolist() == [[2, 7, 0]]
    assert np.argwhere(white["observation"]).tolist() == [[2, 7, 1]]
    assert not black["action_mask"].any() and white["action_mask"].sum() == 44


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_an_illegal_action_loses_or_says_why() -> None:
    env = pettingzoo.env(size=9)
    env.reset(seed=1)
    env.step(40)
    env.step(40)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards["player_1"] == -1
    raw = pettingzoo.raw_env(size=9)
    raw.reset(seed=1)
    raw.step(40)
    with pytest.raises(ValueError, match=r"action 40 \(e5\) is illegal: the point is occupied"):
        raw.step(40)
    assert raw.agent_selection == "player_1"
    raw.step(41)
    assert raw.agent_selection == "player_0"


def test_an_environment_can_be_pickled_and_refuses_unknown_ways_to_render() -> None:
    env = pickle.loads(pickle.dumps(pettingzoo.raw_env(rule="renju", size=11, render_mode="ansi")))
    env.reset(seed=1)
    env.step(60)
    assert env.render().count("x") == 1
    with pytest.raises(ValueError, match="'gif' is not a way to render"):
        pettingzoo.raw_env(render_mode="gif")  # type: ignore[arg-type]
