"""Tengen on Ray: a question about every row of a Ray dataset, on all workers.

Every worker needs the wheel and pyarrow. Answers have the plain schema (strings and 64-bit numbers). Judging a game takes a
microsecond, so a cluster pays for what takes milliseconds to seconds a row: :func:`solve`, :func:`evaluate` and
:func:`review`.

    positions = ray.data.read_parquet("positions.parquet")
    tengen.ray.evaluate(positions, nodes=100_000, keep=["id"]).write_parquet("values")

A job of hours is better run in chunks, so that it can be stopped and started again: :func:`run`.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from tengen._cluster import ChunkedOutput, Question, ask

if TYPE_CHECKING:
    from ray.data import Dataset

__all__ = ["check", "evaluate", "replay", "review", "run", "solve"]

# Rows of uneven cost are spread over many small tasks, so that no core waits long for the last one.
ROWS_PER_TASK = 64


def _answers(question: Question, rows: Dataset, batch_size: int, options: dict[str, Any]) -> Dataset:
    def answer(batch: pa.Table) -> pa.Table:
        return ask(question, batch, options).read_all()

    return rows.map_batches(answer, batch_format="pyarrow", batch_size=batch_size, zero_copy_batch=True)


def replay(games: Dataset, *, batch_size: int = 65_536, **options: Any) -> Dataset:
    """The verdict on every game, as :func:`tengen.replay` gives it."""
    return _answers("replay", games, batch_size, options)


def check(positions: Dataset, *, batch_size: int = 4_096, **options: Any) -> Dataset:
    """Whether every position could have come about, as :func:`tengen.check` says."""
    return _answers("check", positions, batch_size, options)


def solve(positions: Dataset, *, batch_size: int = ROWS_PER_TASK, **options: Any) -> Dataset:
    """Who wins every position, and how, as :func:`tengen.solve` says."""
    return _answers("solve", positions, batch_size, options)


def evaluate(positions: Dataset, *, batch_size: int = ROWS_PER_TASK, **options: Any) -> Dataset:
    """The engine's evaluation of every position, as :func:`tengen.evaluate` gives it."""
    return _answers("evaluate", positions, batch_size, options)


def review(games: Dataset, *, batch_size: int = 4, **options: Any) -> Dataset:
    """The mistakes of every game, as :func:`tengen.review` finds them."""
    return _answers("review", games, batch_size, options)


def run(
    question: Question,
    source: str,
    target: str,
    *,
    key: str,
    chunks: int = 16,
    batch_size: int = ROWS_PER_TASK,
    **options: Any,
) -> Dataset:
    """Asks a question about every row of a Parquet table, and writes the answers in chunks that can be restarted.

    A row belongs to the chunk that the hash of its ``key`` says. A chunk counts when all of it is written; the next call with
    the same arguments goes on with the chunks that are missing, and changes nothing where none is. Returns all answers, with
    the key beside them.
    """
    from ray.data import read_parquet

    keep = list(dict.fromkeys([key, *options.pop("keep", [])]))
    job = {"question": question, "source": source, "key": key, "by": "ray", "keep": keep, **options}
    output = ChunkedOutput(target, job, chunks)
    rows = read_parquet(source)
    for chunk in output.pending():
        output.clear(chunk)

        def of_chunk(batch: pa.Table, chunk: int = chunk) -> pa.Table:
            keys = batch.column(key).to_pylist()
            return batch.filter(pa.array([zlib.crc32(str(name).encode()) % chunks == chunk for name in keys], pa.bool_()))

        chosen = rows.map_batches(of_chunk, batch_format="pyarrow")
        _answers(question, chosen, batch_size, {"keep": keep, **options}).write_parquet(output.folder(chunk))
        output.complete(chunk)
    return read_parquet([output.folder(chunk) for chunk in range(chunks)])
