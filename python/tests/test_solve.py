"""The solver, proofs and playouts."""

import gzip
import os
import signal
import threading
from pathlib import Path

import pytest

import tengen
from tengen import Board, Proof, playouts, solve, verify

FOURS = "g8 a15 h8 o15 h9 a1 h10 o1"


def test_a_win_by_fours_is_found_explained_and_proved(tmp_path: Path) -> None:
    board = Board(moves=FOURS)
    solution = solve(board, by="fours")
    assert solution and (solution.status, solution.winner, solution.by) == ("win", "black", "fours")
    assert solution.winning_moves == [solution.line[0].move]
    assert solution.undecided is None and solution.nodes > 0
    for number, step in enumerate(solution.line):
        assert step.move in step.explanation and step.color == ["black", "white"][number % 2]
        board.push(step.move)
    assert solution.explanation.splitlines() == [step.explanation for step in solution.line]
    assert solution.tree[0].parent is None
    assert all(step.parent is not None and step.parent < at for at, step in enumerate(solution.tree) if at)
    proof = solution.proof
    assert proof is not None
    path = tmp_path / "win.proof"
    proof.save(path)
    assert path.read_bytes() == bytes(proof) and len(proof) == path.stat().st_size
    sources: list[Proof | bytes | Path | str] = [proof, bytes(proof), path, str(path), gzip.compress(bytes(proof))]
    for source in sources:
        proved = verify(source)
        assert proved.claim == "black wins freestyle on 15x15, 8 stones, black to move"
        assert (proved.rule, proved.winner, proved.size) == ("freestyle", "black", (15, 15))
        assert proved.board == Board(moves=FOURS) and proved.bytes == len(proof)


def test_a_wrong_proof_is_refused(tmp_path: Path) -> None:
    proof = solve(Board(moves=FOURS)).proof
    assert proof is not None
    data = bytes(proof)
    with pytest.raises(tengen.ProofError, match="byte "):
        verify(data[:-1])
    with pytest.raises(tengen.ProofError, match="byte 8: the proof ends"):
        verify(b"nonsense")
    with pytest.raises(tengen.ProofError, match="black wins|byte"):
        verify(data.replace(b"black", b"white", 1))
    path = tmp_path / "bad.proof"
    path.write_bytes(b"nonsense")
    with pytest.raises(tengen.ProofError, match="bad.proof: byte 8"):
        verify(path)
    with pytest.raises(OSError, match="none.proof"):
        verify(tmp_path / "none.proof")
    with pytest.raises(TypeError):
        verify(5)  # type: ignore[arg-type]


def test_what_threatens_is_named() -> None:
    board = Board(moves=FOURS + " a8")
    solution = solve(board, nodes=200_000)
    assert solution.winner == "black" or solution.threat
    quiet = solve(Board(moves="h8"), by="fours")
    assert (quiet.status, quiet.winner, quiet.proof, quiet.line) == ("none", None, None, [])
    assert not quiet


def test_limits_leave_it_undecided() -> None:
    board = Board(moves="h8 h9 j10 g8 i8 i7 k9")
    solution = solve(board, nodes=10)
    assert solution.status == "undecided"
    assert solution.undecided == "the limit of nodes was reached"
    assert solution.explanation == solution.undecided


def test_wins_within_plies_on_a_board_without_edges() -> None:
    board = Board(size=None, moves="(0,0) (50,0) (1,0) (50,3) (2,0) (50,6) (3,0) (50,9)")
    solution = solve(board, plies=1)
    assert (solution.winner, solution.by, solution.proof) == ("black", "plies", None)
    with pytest.raises(tengen.PositionError, match="without edges"):
        solve(Board(moves="h8"), plies=2)


def test_a_pairing_shows_a_draw() -> None:
    solution = solve(Board(size=5), by="pairing")
    assert (solution.status, solution.winner) == ("draw", None)
    assert solution.explanation.startswith("12 pairs")
    assert solution.proof is not None
    assert verify(solution.proof).winner is None
    assert solve(Board(size=15), by="pairing").status == "none"


def test_nogo_is_solved_to_the_end() -> None:
    board = Board("nogo", size=4)
    solution = solve(board)
    assert (solution.winner, solution.by, solution.winning_moves) == ("white", "outcome", [])
    for move in board.legal_moves:
        board.push(move)
        assert solve(board).winning_moves, "White has a winning answer"
        board.pop()
    assert solution.proof is not None
    assert verify(solution.proof).claim == "white wins nogo on 4x4, black to move"


def test_bad_questions_are_refused() -> None:
    with pytest.raises(ValueError, match="there are fours, threats, quiet and pairing"):
        solve(Board(), by="magic")
    with pytest.raises(ValueError, match="not both"):
        solve(Board(size=None), by="fours", plies=3)
    with pytest.raises(tengen.PositionError, match="about five-in-a-row"):
        solve(Board("nogo", size=5), by="fours")
    with pytest.raises(tengen.PositionError, match="the game is over"):
        solve(Board("nogo", size=(2, 1), moves="a1"))
    with pytest.raises(tengen.PositionError):
        solve(Board(moves="h8"), by="pairing")
    with pytest.raises(TypeError):
        solve("h8")


def test_playouts_depend_on_the_seed_alone() -> None:
    board = Board("nogo", size=9, moves="e5")
    one = playouts(board, 3000, seed=4)
    two = playouts(board, 3000, seed=4, threads=2)
    assert (one.black, one.white, one.lengths) == (two.black, two.white, two.lengths)
    assert one.games == one.black + one.white == 3000 == sum(count for _, count in one.lengths)
    assert one.moves == sum(length * count for length, count in one.lengths)
    assert playouts(board, 3000, seed=5).black != one.black
    with pytest.raises(tengen.PositionError, match="playouts are of nogo"):
        playouts(Board(), 10)
    with pytest.raises(ValueError, match="threads"):
        playouts(board, 10, threads=0)


def test_ctrl_c_ends_solver_and_playouts() -> None:
    def interrupt_soon() -> threading.Timer:
        timer = threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT])
        timer.start()
        return timer

    timer = interrupt_soon()
    with pytest.raises(KeyboardInterrupt):
        solve(Board("nogo", size=7))
    timer.join()
    timer = interrupt_soon()
    with pytest.raises(KeyboardInterrupt):
        playouts(Board("nogo", size=9), 10**12, threads=2)
    timer.join()
