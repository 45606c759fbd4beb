"""Games from files and into files."""

import gzip
import io
import zipfile
from pathlib import Path

import pytest

import tengen
from tengen import Board, Game, read, write
from tengen._records import Source

SGF = b"""(;FF[4]GM[4]SZ[15]PB[Ada]PW[Bob]EV[Cup]RO[2]DT[1999]PC[Here]RE[B+R]C[hello]
;B[hh]C[the middle];W[ii](;B[hg];W[gg])(;B[gi]LB[hh:A]C[a variation]))
(;GM[4]SZ[15];B[aa];W[aa])
"""


def test_a_record_is_read_whole() -> None:
    game = read(SGF)[0]
    assert (game.black, game.white, game.event, game.round) == ("Ada", "Bob", "Cup", "2")
    assert (game.date, game.place, game.size) == ("1999", "Here", "15x15")
    assert (game.result, game.winner) == ("black won by resignation", "black")
    assert game.moves == ["h8", "i7", "h9", "g9"]
    root = game.root
    assert (root.move, root.color, root.comment, root.parent) == (None, None, "hello", None)
    first, second = game.mainline()[:2]
    assert (first.move, first.color, first.comment) == ("h8", "black", "the middle")
    assert first.parent == root and hash(first) == hash(root.children[0])
    variation = second.children[1]
    assert (variation.move, variation.comment, variation.signs) == ("g7", "a variation", [("h8", "A")])
    assert variation.board().move_stack == ["h8", "i7", "g7"]
    assert variation.game == game


def test_the_board_of_a_game_at_any_move() -> None:
    game = read(SGF)[0]
    assert game.board() == Board(moves="h8 i7 h9 g9")
    assert game.board(at=0) == Board()
    assert game.board(at=2).move_stack == ["h8", "i7"]
    with pytest.raises(IndexError, match="after 5 moves: there are 4"):
        game.board(at=5)
    with pytest.raises(tengen.IllegalMoveError, match="move 2, a15: the point is occupied"):
        read(SGF)[1].board()


def test_the_referee_judges_a_game() -> None:
    first, second = read(SGF)
    verdict = first.verdict()
    assert (verdict.winner, verdict.end, verdict.agrees) == (None, "unfinished", "yes")
    verdict = second.verdict()
    assert (verdict.end, verdict.at, verdict.earlier) == ("occupied", 2, 1)
    won = Game.from_board(Board(moves="h8 a1 i8 a2 j8 a3 k8 a4 l8"))
    assert won.verdict().lines == [("five", ["h8", "i8", "j8", "k8", "l8"])]
    won.result = "white won by time"
    assert won.verdict().agrees == "no"


def test_positions_have_setups() -> None:
    (game,) = read(b"3\nX..\n.O.\n...\n", rule="nogo")
    assert game.rule == "nogo"
    assert game.root.setup == [("a3", "black"), ("b2", "white")]
    assert game.board().stones() == {"a3": "black", "b2": "white"}
    (game,) = read(b"#renju/15x15/h8i9")
    assert (game.rule, game.moves) == ("renju", ["h8", "i9"])


def test_sources_are_paths_bytes_and_files(tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    path.write_bytes(SGF)
    packed = tmp_path / "games.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("inner/a.sgf", SGF)
    text = io.StringIO(SGF.decode())
    sources: list[Source] = [path, str(path), SGF, bytearray(SGF), memoryview(SGF), io.BytesIO(SGF), text]
    games = [read(source) for source in [*sources, gzip.compress(SGF)]]
    assert all(list_of == games[0] for list_of in games)
    from_zip = read(packed)
    assert [game.file for game in from_zip] == ["inner/a.sgf"] * 2
    assert [game.line for game in from_zip] == [1, 3]
    with path.open("rb") as file:
        assert read(file) == games[0]
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "none.sgf")
    with pytest.raises(TypeError, match="a path, bytes or an open file"):
        read(5)  # type: ignore[arg-type]


def test_what_cannot_be_read_has_its_place(tmp_path: Path) -> None:
    text = b"h8i9\nh8??\nh8\n"
    path = tmp_path / "games.txt"
    path.write_bytes(text)
    with pytest.raises(tengen.ReadError, match=r"games\.txt, line 2, column 3: "):
        read(path, format="positions")
    errors: list[tengen.ReadError] = []
    games = read(path, format="positions", on_error=errors.append)
    assert [game.moves for game in games] == [["h8", "i9"], ["h8"]]
    assert len(errors) == 1 and isinstance(errors[0], tengen.ReadError)
    with pytest.raises(tengen.ReadError):
        read(b"\x00\x01 this is nothing")
    with pytest.raises(ValueError, match="not a format"):
        read(text, format="pgn")
    with pytest.raises(ValueError, match="not a rule"):
        read(text, rule="chess")
    with pytest.raises(ValueError, match="bottom or top"):
        read(text, rows="left")


def test_repairs_are_reported() -> None:
    (game,) = read(b"(;GM[4]SZ[15]RE[who knows];B[hh])")
    assert len(game.repairs) == 1
    assert game.repairs[0].startswith("line 1, column ")


@pytest.mark.parametrize("format", ["sgf", "psq", "positions", "moves", "renlib", "csv", "tsv", "jsonl"])
def test_a_game_is_written_and_read_again(format: str) -> None:
    game = Game.from_board(Board(moves="h8 i9 j10"))
    data = game.write(format, lossy=True)
    (again,) = read(data, format=format)
    assert again.moves == game.moves


def test_what_a_format_cannot_hold_is_named(tmp_path: Path) -> None:
    game = read(SGF)[0]
    with pytest.raises(tengen.WriteError, match="positions cannot hold .*3 comments.*lossy=True"):
        game.write("positions")
    assert game.write("positions", lossy=True) == b"h8i7h9g9\n"
    with pytest.raises(tengen.WriteError, match="rif is read, but not written"):
        game.write("rif")
    with pytest.raises(ValueError, match="not a format"):
        game.write("pgn")
    path = tmp_path / "new.psq"
    with pytest.raises(tengen.WriteError, match="psq cannot hold"):
        write(game, path)
    assert not path.exists(), "nothing is written"


def test_games_are_written_into_files(tmp_path: Path) -> None:
    games = read(SGF)
    path = tmp_path / "new.sgf"
    write(games, path)
    again = read(path)
    assert [game.moves for game in again] == [game.moves for game in games]
    assert again[0].mainline()[1].children[1].comment == "a variation"
    stream = io.BytesIO()
    write(games[0], stream, format="sgf")
    assert read(stream.getvalue())[0].black == "Ada"
    with pytest.raises(ValueError, match="does not say the format"):
        write(games, tmp_path / "new.txt")


def test_a_game_is_made_and_changed() -> None:
    game = Game("renju", "15x15")
    first = game.root.add("h8", comment="first")
    second = first.add("i9")
    first.add((6, 6)).comment = "other"
    assert [node.color for node in (first, second)] == ["black", "white"]
    assert game.moves == ["h8", "i9"]
    game.black, game.result, game.event = "Ada", "a draw", "Cup"
    (again,) = read(game.write("sgf"))
    assert (again.black, again.result, again.event, again.rule) == ("Ada", "a draw", "Cup", "renju")
    assert [child.comment for child in again.root.children[0].children] == ["", "other"]
    with pytest.raises(ValueError, match="a result is like"):
        game.result = "maybe"
    copy = game.copy()
    copy.white = "Bob"
    assert copy != game
    set_up = Game.from_board(Board.from_fen("3/1x1/3 w freestyle"))
    assert set_up.board() == Board.from_fen("3/1x1/3 w freestyle")


def test_a_pass_is_no_move_of_a_board() -> None:
    (game,) = read(b"(;GM[4]SZ[15];B[hh];W[];B[ii])")
    assert game.moves == ["h8", "pass", "i7"]
    assert game.board(at=1).move_stack == ["h8"]
    with pytest.raises(tengen.PositionError, match="passes before move 2"):
        game.board()
