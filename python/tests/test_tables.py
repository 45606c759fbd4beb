"""Questions about every row of a table, from every library that has tables."""

import gc
import pathlib
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.compute
import pyarrow.dataset
import pyarrow.parquet
import pytest

import tengen

FIVE = "a1a15b1b15c1c15d1d15e1"
GAMES = pyarrow.table(
    {
        "id": [10, 20, 30, 40],
        "moves": [FIVE, "h8i9", "h8h8", "h8?"],
        "winner": ["black", None, None, None],
    }
)
ENDS = ["five", "unfinished", "occupied", "unreadable"]


def rows(answers: tengen.Answers) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = answers.to_pyarrow().to_pylist()
    return found


def test_every_library_may_ask_and_read() -> None:
    for schema in ["compact", "plain"]:
        answers = tengen.replay(GAMES, keep=["id"], schema=schema, threads=1)
        assert answers.column_names[:2] == ["id", "row"]
        expected = answers.to_pyarrow()
        assert expected["end"].to_pylist() == ENDS
        assert expected["id"].to_pylist() == [10, 20, 30, 40]
        assert expected["row"].to_pylist() == [1, 2, 3, 4]
        for table in [
            polars.from_arrow(GAMES),
            GAMES.to_pandas(),
            pandas.DataFrame(GAMES.to_pydict()).convert_dtypes(dtype_backend="pyarrow"),
            duckdb.sql("select * from GAMES"),
            pyarrow.dataset.dataset(GAMES),
            GAMES.to_batches()[0],
            GAMES.to_reader(),
        ]:
            assert rows(tengen.replay(table, keep=["id"], schema=schema)) == expected.to_pylist()
        assert polars.DataFrame(answers)["end"].to_list() == ENDS
        assert answers.to_polars().equals(polars.DataFrame(answers))
        assert list(answers.to_pandas()["end"]) == ENDS
        relation = duckdb.sql('select id, "end" from answers order by id')
        assert relation is not None
        found = relation.fetchall()
        assert found == list(zip([10, 20, 30, 40], ENDS, strict=True))
        assert pyarrow.table(answers).equals(expected)
        assert sum(batch.num_rows for batch in answers) == 4


def test_the_plain_schema_has_strings_and_long_integers() -> None:
    schema = pyarrow.schema(tengen.replay(GAMES, schema="plain"))
    assert {str(kind) for kind in schema.types} == {"int64", "string"}
    scanned = pyarrow.schema(tengen.scan([], schema="plain"))
    assert {str(kind) for kind in scanned.types} == {"int64", "string"}


def test_a_stream_can_be_taken_again_if_its_input_can() -> None:
    answers = tengen.replay(GAMES)
    assert answers.to_pyarrow().equals(answers.to_pyarrow())
    once = tengen.replay(GAMES.to_reader())
    assert once.to_pyarrow().num_rows == 4
    with pytest.raises(ValueError, match="can be read only once, and it has been"):
        once.to_pyarrow()


def test_bad_rows_have_an_error_that_names_row_and_column() -> None:
    table = pyarrow.table(
        {
            "Moves": ["h8", None, "h8?", "h8" * 5_000_000, "h8", "h8", "h8"],
            "rule": ["renju", "renju", "renju", "renju", "chess", "renju", None],
            "size": ["15", "15", "15", "15", "15", "x", "60000"],
        }
    )
    starts = [
        None,
        'row 2, column "Moves": this game has no "moves"',
        'row 3, column "Moves": "?" is not a move',
        'row 4, column "Moves": the cell is longer than 1048576 bytes',
        'row 5, column "rule": "chess" is not a rule',
        'row 6, column "size": "x" is not the size of a board',
    ]
    for answers in [
        tengen.replay(table),
        tengen.check(table),
        tengen.solve(table, nodes=100),
        tengen.evaluate(table, nodes=100),
    ]:
        for row, start in zip(rows(answers), starts, strict=False):
            assert (row["error"] is None) == (start is None), row
            assert start is None or row["error"].startswith(start), row
    too_large = rows(tengen.evaluate(table, nodes=100))[6]["error"]
    assert too_large.startswith('row 7, column "')


def test_tables_that_hold_no_games_are_refused() -> None:
    with pytest.raises(TypeError, match="list is no Arrow table"):
        tengen.replay([1, 2])
    with pytest.raises(ValueError, match="there is no column of moves"):
        tengen.replay(pyarrow.table({"id": [1]}))
    with pytest.raises(ValueError, match=r'column "moves" \(Int64\) is of a type that holds no moves'):
        tengen.replay(pyarrow.table({"moves": [1]}))
    with pytest.raises(ValueError, match='there is no column "key" to keep'):
        tengen.replay(GAMES, keep=["key"])
    with pytest.raises(ValueError, match='column "moves" cannot be kept'):
        tengen.replay(GAMES, keep=["moves"])
    for wrong in [{"rule": "chess"}, {"size": 0}, {"rows": "left"}, {"threads": 0}, {"batch_size": 0}]:
        with pytest.raises(ValueError):
            tengen.replay(GAMES, **wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="schema is \"odd\": write compact or plain"):
        tengen.replay(GAMES, schema="odd")
    with pytest.raises(ValueError, match="levels are 1 to 10"):
        tengen.evaluate(GAMES, level=11)


def test_moves_come_in_lists_and_dictionaries() -> None:
    names = ["a1", "a15", "b1", "b15", "c1", "c15", "d1", "d15", "e1"]
    pairs = [[0, 14], [0, 0], [1, 14], [1, 0], [2, 14], [2, 0], [3, 14], [3, 0], [4, 14]]
    points = [{"x": x, "y": y} for x, y in pairs]
    for moves in [
        pyarrow.array([names]),
        pyarrow.array([pairs]),
        pyarrow.array([points]),
        pyarrow.array([pairs], pyarrow.list_(pyarrow.list_(pyarrow.int16(), 2))),
        pyarrow.array([names], pyarrow.large_list(pyarrow.large_string())),
        pyarrow.array([FIVE]).dictionary_encode(),
        pyarrow.array([FIVE], pyarrow.string_view()),
        pyarrow.array([FIVE.encode()]),
    ]:
        assert rows(tengen.replay(pyarrow.table({"moves": moves})))[0]["end"] == "five", moves.type
    frame = polars.DataFrame({"moves": [names]}, schema={"moves": polars.List(polars.Categorical)})
    assert rows(tengen.replay(frame))[0]["end"] == "five"


def test_positions_come_as_fen() -> None:
    board = tengen.Board("renju", moves="h8 i9 j8")
    table = pyarrow.table({"fen": [board.fen(), "nonsense"]})
    answered = rows(tengen.evaluate(table, nodes=200))
    assert answered[0]["error"] is None
    assert answered[0]["move"] in board.legal_moves
    assert 0.0 <= answered[0]["chances"] <= 1.0
    assert answered[1]["error"].startswith('row 2, column "fen": ')
    checked = rows(tengen.check(table))
    assert checked[0]["reachable"] is True
    assert tengen.Board("renju", moves=checked[0]["moves"]).ply == 3


def test_answers_do_not_depend_on_threads_or_batches() -> None:
    moves = ["".join(f"{'abcdefghijklmno'[(i * j * 7) % 15]}{(i + j * 4) % 15 + 1}" for j in range(4)) for i in range(60)]
    table = pyarrow.table({"moves": moves})
    asks: list[Callable[..., tengen.Answers]] = [tengen.evaluate, tengen.solve]
    for ask in asks:
        one = ask(table, nodes=300, memory=1.0, threads=1).to_pyarrow()
        cut = pyarrow.Table.from_batches(table.to_batches(max_chunksize=7))
        for threads, size in [(2, None), (3, 1), (1, 9)]:
            many = ask(cut, nodes=300, memory=1.0, threads=threads, batch_size=size)
            assert many.to_pyarrow().equals(one)


def test_solutions_have_proofs_that_hold() -> None:
    table = pyarrow.table({"moves": ["g8 a15 h8 o15 h9 a1 h10 o1", "h8"]})
    won, open_ = rows(tengen.solve(table, proof=True))
    assert (won["winner"], won["by"], won["plies"] > 0) == ("black", "fours", True)
    assert tengen.verify(won["proof"]).winner == "black"
    assert (open_["winner"], open_["proof"]) == (None, None)


def test_reviews_judge_every_move() -> None:
    table = pyarrow.table({"id": [5], "moves": ["h8g8i8a15j8o1k8o15c3"]})
    review = rows(tengen.review(table, nodes=500, keep=["id"]))[0]
    assert (review["id"], review["black_blunders"], review["error"]) == (5, 1, None)
    assert review["judgements"][8] == "blunder"
    assert len(review["losses"]) == len(review["best"]) == 9


def test_files_are_scanned(tmp_path: pathlib.Path) -> None:
    (tmp_path / "games.txt").write_text(f"{FIVE}\nh8i9\nh8h8\n")
    pyarrow.parquet.write_table(GAMES, tmp_path / "games.parquet")
    answers = tengen.scan(tmp_path)
    table = answers.to_pyarrow()
    assert table["end"].to_pylist() == [*ENDS, *ENDS[:3]]
    assert table["game"].to_pylist() == [1, 2, 3, 4, 1, 2, 3]
    assert answers.to_pyarrow().equals(table)
    assert tengen.scan([tmp_path / "games.txt"], rule="renju").to_pyarrow().num_rows == 3
    with pytest.raises(FileNotFoundError, match="nothing"):
        tengen.scan(tmp_path / "nothing")


def test_a_stream_that_breaks_off_is_an_error_after_what_was_answered() -> None:
    def batches() -> Iterator[pyarrow.RecordBatch]:
        yield GAMES.to_batches()[0]
        raise RuntimeError("the disk is gone")

    reader = pyarrow.RecordBatchReader.from_batches(GAMES.schema, batches())
    found = 0
    with pytest.raises(Exception, match="the disk is gone"):
        for batch in tengen.replay(reader):
            found += batch.num_rows
    assert found == 4


def test_an_unread_stream_ends_its_workers() -> None:
    def batches() -> Iterator[pyarrow.RecordBatch]:
        while True:
            yield GAMES.to_batches()[0]

    reader = pyarrow.RecordBatchReader.from_batches(GAMES.schema, batches())
    stream = iter(tengen.replay(reader, threads=2))
    assert next(stream).num_rows == 4
    del stream
    gc.collect()


PULL = """
import resource, pyarrow, tengen
moves = pyarrow.array(["a1a15b1b15c1c15d1d15e1"] * 20_000)
batch = pyarrow.record_batch({"moves": moves})
def run(batches):
    reader = pyarrow.RecordBatchReader.from_batches(batch.schema, (batch for _ in range(batches)))
    rows = 0
    for part in tengen.replay(reader, threads=2):
        rows += part.num_rows
    assert rows == batches * 20_000
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
run(2)
short = run(2)
long = run(200)
print(short, long)
"""


def test_memory_does_not_grow_with_the_table() -> None:
    done = subprocess.run([sys.executable, "-I", "-c", PULL], capture_output=True, text=True, check=True)
    short, long = map(int, done.stdout.split())
    # In kilobytes: a table that is a hundred times as long.
    assert long - short < 8_000, (short, long)


INTERRUPT = """
import pyarrow, tengen
table = pyarrow.table({"moves": ["h8i9"] * 1_000})
print("begun", flush=True)
try:
    tengen.evaluate(table, nodes=1_000_000_000, threads=2).READ
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize("read", ["to_pyarrow()", "to_polars()", "__iter__().__next__()", "to_reader().read_all()"])
def test_ctrl_c_ends_it_within_a_second(read: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-I", "-c", INTERRUPT.replace("READ", read)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    # Whether it has begun to work cannot be seen from outside; it has hours of work.
    time.sleep(1.0)
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    # Whoever reads the stream by itself has an error of its own, which says so.
    assert "interrupted" in out + err
    assert process.returncode != 0 or "interrupted" in out
    # A second, and what a busy machine takes to end a process.
    assert time.monotonic() - begun < 5.0
