"""Boards: what may be played, who has won, and that a board in plain Python agrees."""

import copy
import pickle
import random

import numpy as np
import pytest
from plain_board import PlainBoard

import tengen
from tengen import Board


def random_moves(board: Board, rng: random.Random, most: int) -> None:
    while not board.is_game_over() and board.ply < most:
        board.push(rng.choice(list(board.legal_moves)))


@pytest.mark.parametrize("rule", ["freestyle", "exact", "renju", "nogo"])
def test_the_plain_rules_agree_on_random_games(rule: str) -> None:
    rng = random.Random(7)
    fouls = 0
    for _ in range(12):
        size = rng.choice([5, 6, 7, 9])
        board, plain = Board(rule, size=size), PlainBoard(rule, size, size)
        while True:
            assert set(board.legal_moves) == plain.legal_moves()
            assert board.is_game_over() == plain.over
            if board.is_game_over():
                break
            if rule == "renju":
                forbidden = {plain.name(at) for at in plain.points() if not plain.cells[at] and plain.foul(at)}
                assert set(board.fouls()) == forbidden
                fouls += len(forbidden)
            move = rng.choice(list(board.legal_moves))
            board.push(move)
            plain.push(move)
        while board.ply:
            assert board.pop() == plain.pop()
            assert set(board.legal_moves) == plain.legal_moves()
    assert (fouls > 20) == (rule == "renju")


def test_moves_are_pushed_peeked_and_popped() -> None:
    board = Board("renju")
    assert board.peek() is None
    board.push("h8")
    board.push((8, 6))
    assert (board.peek(), board.move_stack, board.ply, board.turn) == ("i9", ["h8", "i9"], 2, "black")
    assert board.moves == board.move_stack
    assert board.pop() == "i9"
    assert board.pop() == "h8"
    with pytest.raises(IndexError, match="no move to take back"):
        board.pop()
    assert board == Board("renju")


def test_sizes_are_sides_pairs_texts_or_none() -> None:
    assert Board().size == (15, 15)
    assert Board(size=9).size == (9, 9)
    assert Board(size=(20, 12)).size == (20, 12) == Board(size="20x12").size
    assert Board(size=None).size is None is Board(size="infinite").size
    sizes: list[int | tuple[int, int] | str] = [0, -1, 70000, (3, 0), "5x", "0x3"]
    for bad in sizes:
        with pytest.raises(ValueError, match="size|side"):
            Board(size=bad)
    for wrong in [3.5, [], (1, 2, 3)]:
        with pytest.raises(TypeError, match="a size is"):
            Board(size=wrong)  # type: ignore[arg-type]


def test_bad_input_is_refused_with_its_reason() -> None:
    board = Board("renju", moves="h8")
    with pytest.raises(tengen.IllegalMoveError, match="h8: the point is occupied"):
        board.push("h8")
    with pytest.raises(tengen.PointError, match="outside the 15x15 board"):
        board.push("q3")
    with pytest.raises(tengen.IllegalMoveError, match=r"\(15,0\): the point is outside the board"):
        board.push((15, 0))
    with pytest.raises(tengen.PointError, match="outside of every board"):
        board.push((2**40, 0))
    with pytest.raises(TypeError, match="a point is a name"):
        board.push(5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="rule 'chess'|rule \"chess\""):
        Board("chess")
    with pytest.raises(tengen.IllegalMoveError, match="move 2, h8: the point is occupied"):
        Board(moves="h8 h8")
    with pytest.raises(tengen.PositionError, match="nogo needs a board with edges"):
        Board("nogo", size=None)
    with pytest.raises(tengen.PositionError, match="black has won already"):
        Board(stones={name: "black" for name in ["a1", "b1", "c1", "d1", "e1"]})
    with pytest.raises(ValueError, match="is not a color"):
        Board(stones={"a1": "red"})
    assert board == Board("renju", moves="h8"), "an error leaves the board as it was"
    assert issubclass(tengen.IllegalMoveError, ValueError)


def test_a_foul_has_its_kind_lines_and_reason() -> None:
    board = Board("renju", moves="g8 a15 f8 c15 h9 e15 h10 g15")
    foul = board.foul("h8")
    assert foul is not None
    assert (foul.point, foul.kind) == ("h8", "double three")
    assert [(line.axis, line.shape) for line in foul.lines] == [("row", "three"), ("column", "three")]
    assert foul.lines[0].stones == ["f8", "g8", "h8"]
    assert set(foul.lines[0].next) == {"e8", "i8"}
    assert board.fouls() == {"h8": foul}
    assert "h8" not in board.legal_moves
    with pytest.raises(tengen.IllegalMoveError, match="h8: black may not make a double three"):
        board.push("h8")
    assert board.foul("a1") is None
    with pytest.raises(tengen.IllegalMoveError, match="occupied"):
        board.foul("g8")
    assert Board(moves=board.move_stack).foul("h8") is None, "freestyle has no fouls"


def test_an_outcome_has_its_winner_end_and_lines() -> None:
    board = Board(moves="h8 a1 i8 a2 j8 a3 k8 a4")
    assert board.outcome() is None
    board.push("l8")
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.end) == ("black", "five")
    assert outcome.lines == [["h8", "i8", "j8", "k8", "l8"]]
    assert not board.legal_moves
    assert len(board.legal_moves) == 0
    with pytest.raises(tengen.IllegalMoveError, match="the game is over"):
        board.push("a5")
    nogo = Board("nogo", size=(2, 1), moves="a1").outcome()
    assert nogo is not None
    assert (nogo.winner, nogo.end, nogo.lines) == ("black", "no-move", [])
    full = Board(size=(1, 2), moves="a1 a2").outcome()
    assert full is not None
    assert (full.winner, full.end) == (None, "full-board")


def test_legal_moves_are_a_set_that_follows_the_board() -> None:
    board = Board(size=3)
    legal = board.legal_moves
    assert len(legal) == 9
    assert list(legal)[:2] == ["a3", "b3"]
    board.push("b2")
    assert len(legal) == 8
    assert "b2" not in legal and "a1" in legal and (0, 0) in legal
    assert "z9" not in legal and 5 not in legal and None not in legal
    assert legal == set(legal) and legal != {"a1"}
    assert legal & {"a1", "b2"} == {"a1"} == {"a1", "b2"} & legal
    assert {"a1", "b2"} - legal == {"b2"}
    assert legal - {"a1"} < legal
    assert legal | {"b2"} == legal ^ {"b2"}
    assert legal.isdisjoint(["b2"])
    assert legal.points()[0] == (0, 0)


def test_a_board_without_edges_knows_far_points() -> None:
    board = Board("renju", size=None, moves="(0,0) (5,-3)")
    assert board.stone_at((5, -3)) == "white"
    assert (10**9, 0) in board.legal_moves
    assert len(board.legal_moves) == 48
    board.push((10**9, -(10**9)))
    assert Board.from_fen(board.fen()) == board
    assert board.fen() == "x(1000000000,-1000000000)o(5,-3)x(0,0) w renju"
    assert str(Board(size=None, moves="(0,0)")).count("x") == 1
    with pytest.raises(tengen.PositionError, match="no array"):
        board.to_numpy()


@pytest.mark.parametrize("rule", ["freestyle", "exact", "renju", "nogo"])
def test_fen_copies_and_pickles_lead_back(rule: str) -> None:
    rng = random.Random(3)
    for _ in range(20):
        board = Board(rule, size=(rng.randint(1, 12), rng.randint(1, 12)))
        random_moves(board, rng, 30)
        read = Board.from_fen(board.fen())
        assert read == board and hash(read) == hash(board) and read.turn == board.turn
        for other in [pickle.loads(pickle.dumps(board)), board.copy(), copy.copy(board), copy.deepcopy(board)]:
            assert other == board and other.move_stack == board.move_stack
            assert other is not board
        again = pickle.loads(pickle.dumps(read))
        assert again == board and again.move_stack == []
        if board.ply:
            clone = board.copy()
            clone.pop()
            assert clone != board and len({clone, board, read}) == 2


def test_a_bad_fen_is_refused_with_its_column() -> None:
    with pytest.raises(tengen.PositionError, match="column 4: 'z' is not a stone"):
        Board.from_fen("3/1z1/3 b renju")
    with pytest.raises(tengen.PositionError, match="black has won already"):
        Board.from_fen("xxxxx b freestyle")


def test_boards_are_shown_as_drawings_pictures_and_arrays() -> None:
    board = Board(size=3, moves="a3 b2")
    assert str(board) == "x . .\n. o .\n. . ."
    assert repr(board) == "Board(rule='freestyle', size='3x3', moves='a3 b2')"
    assert eval(repr(board)) == board
    set_up = Board.from_fen(board.fen())
    assert repr(set_up) == "Board.from_fen('x2/1o1/3 b freestyle')"
    assert eval(repr(set_up)) == board
    assert board.stones() == {"a3": "black", "b2": "white"}
    array = board.to_numpy()
    assert array.dtype == np.uint8
    np.testing.assert_array_equal(array, [[1, 0, 0], [0, 2, 0], [0, 0, 0]])
    assert board._repr_svg_().startswith("<svg ")
    assert board.svg("pixel-dark", numbers=False) != board.svg()
    with pytest.raises(ValueError, match="no theme is called"):
        board.svg("neon")


def test_a_subclass_stays_one() -> None:
    class Mine(Board):
        pass

    assert type(Mine.from_fen("3/3 b renju")) is Mine
    assert Mine("renju", size=3) == Board("renju", size=3)
    assert Board() != "something else"
