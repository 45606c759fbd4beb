"""Questions about every row of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from os import PathLike
from typing import Any, TypeAlias, final

from tengen._tengen import (
    AnswerSource,
    check_table,
    evaluate_table,
    replay_table,
    review_table,
    scan_files,
)

Size: TypeAlias = int | tuple[int, int] | str


@final
class Answers:
    """Answers about the rows of a table, or about the records in files, as an Arrow stream.

    pyarrow, polars, pandas and DuckDB read it as it is. Nothing is done before it is read, and each time it is, the input
    is read again; an input that can be read only once is an error the second time.

    >>> import pyarrow, tengen
    >>> answers = tengen.replay(pyarrow.table({"moves": ["h8i9", "h8h8"]}))
    >>> [batch["end"].to_pylist() for batch in answers]
    [['unfinished', 'occupied']]
    >>> pyarrow.table(answers)["row"].to_pylist()
    [1, 2]
    """

    __slots__ = ("_source",)

    def __init__(self, source: AnswerSource, /) -> None:
        self._source = source

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The answers as an Arrow C stream. The requested schema is not used, as the interface allows."""
        return self._source.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        """The schema of the answers as an Arrow C schema."""
        return self._source.__arrow_c_schema__()

    @property
    def column_names(self) -> list[str]:
        """The names of the columns."""
        return self._source.column_names

    def to_reader(self) -> Any:
        """A `pyarrow.RecordBatchReader` of the answers."""
        import pyarrow

        return pyarrow.RecordBatchReader.from_stream(self)

    def to_pyarrow(self) -> Any:
        """All answers as a `pyarrow.Table`."""
        return self._interruptible(lambda: self.to_reader().read_all())

    def read_all(self) -> Any:
        """All answers as a `pyarrow.Table`, as a `RecordBatchReader` calls it."""
        return self.to_pyarrow()

    def to_polars(self) -> Any:
        """All answers as a `polars.DataFrame`."""
        import polars

        return self._interruptible(lambda: polars.DataFrame(self))

    def to_pandas(self) -> Any:
        """All answers as a `pandas.DataFrame`."""
        return self.to_pyarrow().to_pandas()

    def __iter__(self) -> Iterator[Any]:
        """The answers as batches of pyarrow, one after another."""
        reader = self.to_reader()
        while True:
            try:
                batch = self._interruptible(reader.read_next_batch)
            except StopIteration:
                return
            yield batch

    def __repr__(self) -> str:
        return f"<tengen.Answers of columns {', '.join(self.column_names)}>"

    def _interruptible(self, read: Callable[[], Any]) -> Any:
        """What `read` returns, and its error but if that was Ctrl-C."""
        try:
            return read()
        except StopIteration:
            raise
        except Exception:
            if self._source.take_interrupt():
                raise KeyboardInterrupt from None
            raise


def replay(
    table: object,
    *,
    rule: str | None = None,
    size: Size | None = None,
    rows: str = "bottom",
    threads: int | None = None,
    keep: Sequence[str] | None = None,
    batch_size: int | None = None,
    schema: str = "compact",
) -> Answers:
    """The verdict on the game of every row: who won, at which move and by which stones.

    A table is anything with `__arrow_c_stream__`, or a dataset of pyarrow. Columns are known by their names, as in CSV
    files: `moves`, `rule`, `size`, `winner` and some more. `rule` and `size` count where rows do not say them; `rows` is
    "bottom" or "top", from where names of points count; `keep` names columns of the table that stand before the answers;
    `batch_size` is the most rows of a batch. `schema="plain"` has strings and 64-bit integers instead of dictionaries.

    A row that cannot be read has a text in the column `error`, and ends nothing.

    >>> import pyarrow, tengen
    >>> games = pyarrow.table({"id": [7, 8], "moves": ["a1a15b1b15c1c15d1d15e1", "h8?"]})
    >>> verdicts = tengen.replay(games, keep=["id"]).to_pyarrow()
    >>> verdicts.select(["id", "end", "at", "winner"]).to_pylist()[0]
    {'id': 7, 'end': 'five', 'at': 9, 'winner': 'black'}
    >>> print(verdicts["error"][1])
    row 2, column "moves": "?" is not a move: write points like h8, one after another, or pass
    """
    return Answers(
        replay_table(
            table,
            rule=rule,
            size=size,
            rows=rows,
            threads=threads,
            keep=keep,
            batch_size=batch_size,
            schema=schema,
        )
    )


def check(
    table: object,
    *,
    limit: int = 1_000_000,
    rule: str | None = None,
    size: Size | None = None,
    rows: str = "bottom",
    threads: int | None = None,
    keep: Sequence[str] | None = None,
    batch_size: int | None = None,
) -> Answers:
    """Whether the position of every row could have come about, and how, or why not.

    Positions come of moves, or of a column `fen` or `drawing`. A search tries up to `limit` steps. The other keywords are
    those of `replay`.

    >>> import pyarrow, tengen
    >>> answers = tengen.check(pyarrow.table({"fen": ["5/1x3/5/5/5 w freestyle", "5/1xx2/5/5/5 w freestyle"]}))
    >>> answers.to_pyarrow().select(["reachable", "reason", "moves"]).to_pylist()
    [{'reachable': True, 'reason': None, 'moves': 'b4'}, {'reachable': False, 'reason': 'counts', 'moves': None}]
    """
    return Answers(
        check_table(
            table,
            limit=limit,
            rule=rule,
            size=size,
            rows=rows,
            threads=threads,
            keep=keep,
            batch_size=batch_size,
        )
    )


def evaluate(
    table: object,
    *,
    nodes: int | None = None,
    time: float | None = None,
    level: int = 10,
    memory: float = 16.0,
    seed: int = 0,
    rule: str | None = None,
    size: Size | None = None,
    rows: str = "bottom",
    threads: int | None = None,
    keep: Sequence[str] | None = None,
    batch_size: int | None = None,
) -> Answers:
    """The best move in the position of every row, its value and the line that follows.

    The limits are those of each row: nodes (10,000 if no limit is given; playouts at NoGo), seconds, megabytes. With a
    limit of nodes an answer depends on its row, the level and the seed alone. The other keywords are those of `replay`.

    >>> import pyarrow, tengen
    >>> position = pyarrow.table({"moves": ["g8 a15 h8 o15 h9 a1 h10 o1"]})
    >>> tengen.evaluate(position, nodes=2_000).to_pyarrow().select(["move", "wins"]).to_pylist()
    [{'move': 'h11', 'wins': True}]
    """
    return Answers(
        evaluate_table(
            table,
            nodes=nodes,
            time=time,
            level=level,
            memory=memory,
            seed=seed,
            rule=rule,
            size=size,
            rows=rows,
            threads=threads,
            keep=keep,
            batch_size=batch_size,
        )
    )


def review(
    table: object,
    *,
    level: int = 10,
    nodes: int | None = None,
    time: float | None = None,
    memory: float = 32.0,
    rule: str | None = None,
    size: Size | None = None,
    rows: str = "bottom",
    threads: int | None = None,
    keep: Sequence[str] | None = None,
    batch_size: int | None = None,
) -> Answers:
    """How accurately the game of every row was played, and where it went wrong.

    The limits are those of each position of a game; without `nodes` they are those of the level. The other keywords are
    those of `replay`.

    >>> import pyarrow, tengen
    >>> games = pyarrow.table({"moves": ["h8g8i8a15j8o1k8o15c3"]})
    >>> review = tengen.review(games, nodes=500).to_pyarrow().to_pylist()[0]
    >>> review["black_blunders"], review["judgements"][8], review["reasons"][8]
    (1, 'blunder', 'missed a five')
    """
    return Answers(
        review_table(
            table,
            level=level,
            nodes=nodes,
            time=time,
            memory=memory,
            rule=rule,
            size=size,
            rows=rows,
            threads=threads,
            keep=keep,
            batch_size=batch_size,
        )
    )


def scan(
    paths: str | PathLike[str] | Sequence[str | PathLike[str]],
    *,
    format: str | None = None,
    rule: str | None = None,
    size: Size | None = None,
    rows: str = "bottom",
    threads: int | None = None,
    schema: str = "compact",
) -> Answers:
    """The verdicts on all records in files, folders and archives, as `tengen replay` finds them.

    >>> import pathlib, tempfile, tengen
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = (pathlib.Path(folder) / "games.txt").write_text("h8i9\\nh8h8\\n")
    ...     tengen.scan(folder).to_pyarrow().select(["game", "end"]).to_pylist()
    [{'game': 1, 'end': 'unfinished'}, {'game': 2, 'end': 'occupied'}]
    """
    return Answers(scan_files(paths, format=format, rule=rule, size=size, rows=rows, threads=threads, schema=schema))
