"""The vector environment: arrays, autoreset, illegal actions, seeds, labels."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from typing import Any, Literal, get_args

import gymnasium
import numpy as np
import pytest

import tengen

Rule = Literal["freestyle", "exact", "renju", "nogo"]
RULES: tuple[Rule, ...] = get_args(Rule)


def play_out(env: tengen.VectorEnv, steps: int) -> list[tuple[Any, ...]]:
    return [env.step(env.sample_actions()) for _ in range(steps)]


@pytest.mark.parametrize("rule", RULES)
def test_arrays_have_the_stated_layout(rule: Rule) -> None:
    env = tengen.VectorEnv(rule=rule, size=(9, 7), n=3)
    obs, infos = env.reset(seed=1)
    assert infos == {}
    assert env.observation_space.contains(obs)
    assert obs["action_mask"].all() and not obs["observation"].any() and not obs["turn"].any()
    # Column 4 of row 2, and so on: each game its own point.
    obs, rewards, terminations, truncations, infos = env.step([2 * 9 + 4, 0, 62])
    assert env.observation_space.contains(obs)
    assert env.action_space.contains(env.sample_actions())
    for row, (y, x) in enumerate([(2, 4), (0, 0), (6, 8)]):
        own, other = obs["observation"][row]
        assert not own.any() and other.sum() == 1 and other[y, x] == 1
        assert obs["action_mask"][row, y * 9 + x] == 0
    assert obs["turn"].tolist() == [1, 1, 1]
    assert [str(array.dtype) for array in (rewards, terminations, truncations)] == ["float32", "bool", "bool"]
    assert not rewards.any() and not terminations.any() and not truncations.any()
    assert infos["winner"].dtype == np.int8 and infos["final_obs"].shape == (0, 2, 7, 9)


def test_arrays_are_new_ones_that_later_steps_leave_alone() -> None:
    env = tengen.VectorEnv(size=9, n=2)
    first, _ = env.reset(seed=1)
    seen = [first] + [result[0] for result in play_out(env, 5)]
    stones = [int(obs["observation"].sum()) for obs in seen]
    assert stones == [0, 2, 4, 6, 8, 10]
    # And they may be written to, which changes no game.
    seen[-1]["action_mask"][:] = 0
    seen[-1]["observation"][:] = 1
    assert env.step(env.sample_actions())[0]["observation"].sum() == 12


def five_in_a_row(env: tengen.VectorEnv) -> tuple[Any, ...]:
    for x in range(4):
        env.step([x, x])
        env.step([15 + x, 15 + x])
    return env.step([4, 100])


def test_a_game_that_ends_starts_again_in_the_same_step() -> None:
    env = tengen.VectorEnv(size=15, n=2)
    env.reset(seed=1)
    obs, rewards, terminations, truncations, infos = five_in_a_row(env)
    assert rewards.tolist() == [1, 0] and terminations.tolist() == [True, False]
    assert infos["winner"].tolist() == [1, 0] and infos["_final_obs"].tolist() == [True, False]
    own, other = infos["final_obs"][0]
    assert other[0, :5].all() and other.sum() == 5 and own[1, :4].all() and own.sum() == 4
    assert not obs["observation"][0].any() and obs["turn"].tolist() == [0, 1]
    assert obs["action_mask"][0].all()
    obs, rewards, terminations, *_ = env.step([7, 7])
    assert obs["observation"].sum(axis=(1, 2, 3)).tolist() == [1, 10]
    assert not rewards.any() and not terminations.any()


@pytest.mark.parametrize("autoreset", ["next-step", gymnasium.vector.AutoresetMode.NEXT_STEP])
def test_a_game_that_ends_starts_again_with_the_next_step(autoreset: Any) -> None:
    env = tengen.VectorEnv(size=15, n=2, autoreset=autoreset)
    env.reset(seed=1)
    obs, rewards, terminations, _, infos = five_in_a_row(env)
    assert rewards.tolist() == [1, 0] and terminations.tolist() == [True, False]
    assert obs["observation"][0].sum() == 9 and not obs["action_mask"][0].any()
    assert "final_obs" not in infos
    obs, rewards, terminations, *_ = env.step([-5, 7])  # The first one is not looked at.
    assert not obs["observation"][0].any() and obs["action_mask"][0].all()
    assert not rewards.any() and not terminations.any()


def test_a_game_that_ends_waits_for_a_reset() -> None:
    env = tengen.VectorEnv(size=15, n=2, autoreset="disabled")
    env.reset(seed=1)
    five_in_a_row(env)
    obs, rewards, terminations, _, infos = env.step([0, 7])
    assert obs["observation"].sum(axis=(1, 2, 3)).tolist() == [9, 10]
    assert not rewards.any() and terminations.tolist() == [True, False] and infos["winner"].tolist() == [1, 0]
    obs, _ = env.reset(options={"reset_mask": np.array([True, False])})
    assert obs["observation"].sum(axis=(1, 2, 3)).tolist() == [0, 10]


def test_an_illegal_action_is_an_error_or_a_loss() -> None:
    env = tengen.VectorEnv(size=15, n=3)
    env.reset(seed=1)
    env.step([0, 1, 2])
    before = env.render(1)
    with pytest.raises(tengen.IllegalMoveError, match=r"^row 1: action 1 \(b15\) is illegal: the point is occupied$"):
        env.step([5, 1, 2])
    assert env.render(1) == before
    actions: Any
    for actions, message in [
        ([5, 6, 225], "row 2: action 225 is not from 0 to 224"),
        ([-1, 6, 7], "row 0: action -1 is not from 0 to 224"),
        ([5, 6], r"actions have shape \(2,\), not shape \(3,\)"),
        ([[5], [6], [7]], r"actions have shape \(3, 1\), not shape \(3,\)"),
        (np.array([5, 6, 2**63], np.uint64), "row 2: 9223372036854775808 is too large a number"),
    ]:
        with pytest.raises(ValueError, match=f"^{message}$"):
            env.step(actions)
    for actions in [[5.0, 6.0, 7.0], [None, 1, 2], ["a", "b", "c"], [True, False, True]]:
        with pytest.raises(TypeError, match="not integers$"):
            env.step(actions)
    env.step(np.array([5, 6, 7], np.uint8))

    env = tengen.VectorEnv(size=15, n=2, illegal_action="loss")
    env.reset(seed=1)
    env.step([0, 1])
    _, rewards, terminations, _, infos = env.step([0, 5])
    assert rewards.tolist() == [-1, 0] and terminations.tolist() == [True, False]
    assert infos["winner"].tolist() == [1, 0]


def test_fouls_and_choking_moves_are_masked() -> None:
    env = tengen.VectorEnv(rule="renju", size=15, n=1)
    env.reset(seed=1)
    at = {f"{'abcdefghijklmno'[x]}{15 - y}": 15 * y + x for y in range(15) for x in range(15)}
    for name in ["f8", "a1", "g8", "o1", "h6", "a15", "h7", "o15"]:
        obs, *_ = env.step([at[name]])
    assert obs["action_mask"][0, at["h8"]] == 0 and obs["action_mask"].sum() == 225 - 8 - 1
    with pytest.raises(ValueError, match="black may not make a double three"):
        env.step([at["h8"]])

    env = tengen.VectorEnv(rule="nogo", size=9, n=1)
    env.reset(seed=1)
    obs, *_ = env.step([1])
    obs, *_ = env.step([0])
    # The white stone in the corner has one liberty, which Black may not take.
    assert obs["action_mask"][0, 9] == 0 and obs["action_mask"].sum() == 78


@pytest.mark.parametrize("rule", RULES)
def test_a_seed_determines_the_games(rule: Rule) -> None:
    def games(seed: int, n: int) -> Any:
        env = tengen.VectorEnv(rule=rule, size=9, n=n, opening_plies=4)
        first, _ = env.reset(seed=seed)
        assert first["observation"].sum(axis=(1, 2, 3)).tolist() == [4] * n
        return np.stack([result[0]["observation"][:3] for result in play_out(env, 120)])

    assert (games(1, 3) == games(1, 5)).all()
    assert (games(1, 3) != games(2, 3)).any()


def test_without_a_seed_runs_differ() -> None:
    def game() -> Any:
        env = tengen.VectorEnv(rule="nogo", size=9, n=8, opening_plies=6)
        return env.reset()[0]["observation"]

    assert (game() != game()).any()


def test_every_game_of_nogo_is_won_by_the_last_mover_and_long_games_are_cut() -> None:
    env = tengen.VectorEnv(rule="nogo", size=5, n=64)
    env.reset(seed=3)
    ended = 0
    for obs, rewards, terminations, truncations, infos in play_out(env, 60):
        assert (obs["action_mask"].any(axis=1)).all()
        assert (rewards == terminations).all() and not truncations.any()
        # Stones of the final observation tell who moved last: the other side is to move.
        own, other = infos["final_obs"].sum(axis=(2, 3)).T
        black_moved = other > own
        assert (infos["winner"][terminations] == np.where(black_moved, 1, -1)).all()
        ended += int(terminations.sum())
    assert ended > 100
    env = tengen.VectorEnv(rule="nogo", size=9, n=4, max_plies=6)
    env.reset(seed=3)
    results = play_out(env, 6)
    assert results[4][3].tolist() == [False] * 4 and results[5][3].tolist() == [True] * 4
    assert not results[5][2].any() and not results[5][4]["winner"].any()


def test_labels_are_proven() -> None:
    env = tengen.VectorEnv(size=15, n=2)
    env.reset(seed=1)
    # Row 0: Black gets a three in a row, and White plays elsewhere.
    for action, other in [(112, 112), (0, 0), (113, 40), (2, 14), (114, 200), (4, 224)]:
        env.step([action, other])
    values, actions = env.solver_labels()
    assert values.tolist() == [1, 0] and actions[1] == -1
    for threads in (1, 3):
        again = env.solver_labels([1, 0, 0], threads=threads, nodes=10_000)
        assert again[0].tolist() == [0, 1, 1] and again[1].tolist() == [-1, actions[0], actions[0]]
    env.step([actions[0], 30])
    assert env.solver_labels(np.array([0]))[0].tolist() == [-1]
    assert env.solver_labels([])[0].tolist() == []
    for rows, message in [([2], "no row 2"), ([-1], "row -1 is negative")]:
        with pytest.raises(ValueError, match=message):
            env.solver_labels(rows)
    with pytest.raises(ValueError, match="nodes is 0"):
        env.solver_labels(nodes=0)
    with pytest.raises(ValueError, match="not a kind of win; write fours or threats"):
        env.solver_labels(by="luck")  # type: ignore[arg-type]


def test_a_board_is_rendered_in_three_ways() -> None:
    env = tengen.VectorEnv(size=(6, 5), n=2)
    env.reset(seed=1)
    env.step([0, 13])
    assert env.render(1) == "\n".join([". . . . . ."] * 2 + [". x . . . ."] + [". . . . . ."] * 2)
    svg = env.render(1, "svg")
    assert isinstance(svg, str) and svg.startswith("<svg ") and svg.endswith("</svg>\n")
    pixels = env.render(1, "rgb_array")
    assert isinstance(pixels, np.ndarray) and pixels.dtype == np.uint8 and pixels.shape[2] == 3
    assert (pixels != env.render(0, "rgb_array")).any()
    board = env.board(1)
    assert (board.peek(), board.turn, board.stones()) == ("b3", "white", {"b3": "black"})
    for mode in ("ansi", "svg", "rgb_array"):
        for row in (2, -1):
            with pytest.raises(ValueError, match=f"^there is no row {row}: an environment of 2 games has rows 0 to 1$"):
                env.render(row, mode)
    with pytest.raises(ValueError, match="write ansi, svg or rgb_array"):
        env.render(0, "human")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"rule": "chess"}, 'rule "chess": not a rule; write freestyle, exact, renju or nogo'),
        ({"size": 0}, "size 0: a side has 1 to 65535 points"),
        ({"size": 70_000}, "size 70000: a side has 1 to 65535 points"),
        ({"size": None}, "an environment needs a board with edges"),
        ({"size": 65_535}, "1 games on boards of 65535x65535 have more than 16777216 points together"),
        ({"n": 0}, "an environment has from 1 to 262144 games, not 0"),
        ({"n": -1}, "n is -1: it may be from 0 to 4294967295"),
        ({"n": 1 << 30}, "an environment has from 1 to 262144 games, not 1073741824"),
        ({"autoreset": "never"}, '"never" is not an autoreset mode; write same-step, next-step or disabled'),
        ({"illegal_action": "pass"}, '"pass" is not what an illegal action does; write error or loss'),
        ({"opening_plies": 225}, "an opening of 225 plies leaves no point of a board of 15x15 empty"),
        ({"max_plies": 0}, "games of at most 0 plies end with their opening of 0 plies"),
    ],
)
def test_what_makes_no_environment_is_refused(keywords: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as error:
        tengen.VectorEnv(**keywords)
    assert str(error.value) == message


def test_calls_out_of_order_and_unknown_options_are_refused() -> None:
    env = tengen.VectorEnv(size=9)
    with pytest.raises(RuntimeError, match="step comes after reset"):
        env.step([0])
    with pytest.raises(ValueError, match="'mask' is not an option of reset"):
        env.reset(options={"mask": [True]})
    with pytest.raises(ValueError, match="reset_mask is an array of int64"):
        env.reset(options={"reset_mask": [1]})
    with pytest.raises(ValueError, match="a seed of -1"):
        env.reset(seed=-1)
    with pytest.raises(TypeError, match="a size is a number"):
        tengen.VectorEnv(size=(9, 9, 9))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="size"):
        tengen.VectorEnv(size="9x")


@pytest.mark.parametrize(
    ("module", "use"),
    [
        ("numpy", "tengen.VectorEnv()"),
        ("gymnasium", "tengen.VectorEnv().action_space"),
        ("gymnasium", "import tengen.pettingzoo"),
        ("pettingzoo", "import tengen.pettingzoo"),
    ],
)
def test_what_is_not_installed_is_asked_for(module: str, use: str) -> None:
    """`import tengen` needs none of them, and what does says how to get it."""
    code = f"import sys; sys.modules[{module!r}] = None; import tengen\ntry: {use}\nexcept ImportError as e: print(e)"
    run = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert "pip install 'tengen-games[env]'" in run.stdout


def test_ctrl_c_ends_a_search_for_labels() -> None:
    code = """
import tengen
env = tengen.VectorEnv(rule="nogo", size=7)
env.reset(seed=1)
print("solving", flush=True)
try:
    env.solver_labels(nodes=10**12)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    with subprocess.Popen([sys.executable, "-I", "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "solving\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60)[0] == "interrupted\n"
