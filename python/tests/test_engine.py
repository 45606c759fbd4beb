"""The engine: moves, analyses, live information, and that it can be stopped."""

import os
import signal
import threading
import time

import pytest

import tengen
from tengen import Board, Engine

OPEN_FOUR = "h8 a1 i8 a2 j8 a3 k8 b1"


def test_a_win_is_played() -> None:
    board = Board(moves=OPEN_FOUR)
    with Engine() as engine:
        assert engine.play(board, nodes=1000) in {"g8", "l8"}
        analysis = engine.analyse(board, nodes=1000)
    assert analysis.best is not None
    assert (analysis.turn, analysis.wins, analysis.best.wins, analysis.best.plies) == ("black", True, True, 1)
    assert analysis.best.pv == [analysis.best.move]


def test_an_analysis_has_as_many_lines_as_asked_for() -> None:
    board = Board("renju", moves="h8 h9 j10")
    analysis = Engine(seed=1).analyse(board, depth=4, lines=3)
    assert len(analysis.candidates) == 3
    moves = [candidate.move for candidate in analysis.candidates]
    assert len(set(moves)) == 3 and set(moves) <= board.legal_moves
    for candidate in analysis.candidates:
        assert 0 <= candidate.chance <= 1 and candidate.pv[0] == candidate.move
        assert candidate.wins is None and candidate.score is not None and candidate.depth == analysis.depth
    assert analysis.nodes > 0 and analysis.depth == 4 and analysis.elapsed > 0


def test_one_thread_and_nodes_repeat_themselves() -> None:
    board = Board("renju", moves="h8 h9 j10")
    results = [Engine(seed=5).analyse(board, nodes=3000) for _ in range(2)]
    assert repr(results[0].candidates) == repr(results[1].candidates)


@pytest.mark.parametrize("rule", ["freestyle", "exact", "renju", "nogo"])
@pytest.mark.parametrize("level", [1, 4])
def test_the_levels_play_legal_games_without_limits(rule: str, level: int) -> None:
    board = Board(rule, size=9)
    with Engine(rule, level=level, seed=2) as engine:
        assert engine.level == level
        for _ in range(8):
            if board.is_game_over():
                break
            board.push(engine.play(board))
    assert board.ply == 8


def test_nogo_has_visits() -> None:
    analysis = Engine().analyse(Board("nogo", size=5), nodes=500)
    assert analysis.depth is None and len(analysis.candidates) > 1
    assert sum(candidate.visits for candidate in analysis.candidates) > 0


def test_a_board_without_edges_is_played_on() -> None:
    board = Board(size=None, moves="(0,0) (50,50)")
    with pytest.raises(tengen.PositionError, match="the stones reach too far"):
        Engine().play(board, nodes=100)
    board.pop()
    assert board.is_legal(Engine().play(board, nodes=100))


def test_an_analysis_is_live() -> None:
    with Engine() as engine, engine.analysis(Board("renju", moves="h8 h9"), depth=6) as analysis:
        assert analysis.latest is None
        infos = list(analysis)
    depths = [info.depth or 0 for info in infos]
    assert len(infos) >= 2 and depths == sorted(depths) and depths[-1] == 6


def test_an_endless_analysis_is_stopped() -> None:
    engine = Engine()
    board = Board("renju", moves="h8 h9")
    with engine.analysis(board) as analysis:
        for count, _info in enumerate(analysis, 1):
            if count == 3:
                with pytest.raises(RuntimeError, match="the engine is at work"):
                    engine.play(board, nodes=10)
                analysis.stop()
        assert analysis.wait().best is not None
    with engine.analysis(board):
        pass
    assert engine.play(board, nodes=10) in board.legal_moves, "it is free again"
    engine.clear()
    engine.close()
    with pytest.raises(RuntimeError, match="the engine is closed"):
        engine.play(board, nodes=10)


def test_bad_arguments_are_refused() -> None:
    board = Board()
    with pytest.raises(ValueError, match="give time, nodes or depth"):
        Engine().play(board)
    with pytest.raises(ValueError, match="level 11: there are 1 to 10"):
        Engine(level=11)
    with pytest.raises(ValueError, match="threads 0"):
        Engine(threads=0)
    with pytest.raises(ValueError, match="memory"):
        Engine(memory=0)
    with pytest.raises(ValueError, match="time -1"):
        Engine().play(board, time=-1)
    with pytest.raises(ValueError, match="lines 0"):
        Engine().analyse(board, nodes=10, lines=0)
    with pytest.raises(tengen.PositionError, match="this engine plays renju"):
        Engine("renju").play(board, nodes=10)
    with pytest.raises(tengen.PositionError, match="the game is over"):
        Engine().play(Board(moves=OPEN_FOUR + " l8"), nodes=10)
    with pytest.raises(tengen.PositionError, match="sides must be"):
        Engine().play(Board(size=100), nodes=10)
    with pytest.raises(OSError, match="none.proof"):
        Engine(proof_book="none.proof")


def test_other_threads_run_while_it_searches() -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.005)

    thread = threading.Thread(target=tick)
    thread.start()
    Engine().analyse(Board("renju", moves="h8 h9"), time=0.5)
    done.set()
    thread.join()
    assert ticks >= 5


def interrupt_soon() -> threading.Timer:
    timer = threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT])
    timer.start()
    return timer


def test_ctrl_c_ends_a_search() -> None:
    engine = Engine()
    board = Board("renju", moves="h8 h9")
    timer = interrupt_soon()
    with pytest.raises(KeyboardInterrupt):
        engine.analyse(board, time=300)
    timer.join()
    timer = interrupt_soon()
    with pytest.raises(KeyboardInterrupt), engine.analysis(board) as analysis:
        for _info in analysis:
            pass
    timer.join()
    assert engine.play(board, nodes=10) in board.legal_moves
