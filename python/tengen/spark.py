"""Tengen on Spark: a question about every row of a DataFrame, on all executors.

Every executor needs the wheel and pyarrow. Answers have the plain schema (strings and 64-bit numbers). Judging a game takes
a microsecond, so a cluster pays for what takes milliseconds to seconds a row: :func:`solve`, :func:`evaluate` and
:func:`review`.

    positions = spark.read.parquet("positions.parquet")
    values = tengen.spark.evaluate(positions, nodes=100_000, keep=["id"])
    values.write.parquet("values.parquet")

A job of hours is better run in chunks, so that it can be stopped and started again: :func:`run`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from tengen._cluster import ChunkedOutput, Question, answer_batches, answer_schema

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["check", "evaluate", "replay", "review", "run", "solve"]

# Rows of uneven cost are spread over many small tasks, so that no core waits long for the last one.
TASKS_PER_CORE = 16


def _answers(question: Question, rows: DataFrame, tasks: int | None, options: dict[str, Any]) -> DataFrame:
    from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema

    schema = to_arrow_schema(rows.schema)
    if tasks is None:
        tasks = TASKS_PER_CORE * rows.sparkSession.sparkContext.defaultParallelism

    def answers(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return answer_batches(question, schema, batches, options)

    made = from_arrow_schema(answer_schema(question, schema, options))
    return rows.repartition(tasks).mapInArrow(answers, made)


def replay(games: DataFrame, *, tasks: int | None = None, **options: Any) -> DataFrame:
    """The verdict on every game, as :func:`tengen.replay` gives it."""
    return _answers("replay", games, tasks, options)


def check(positions: DataFrame, *, tasks: int | None = None, **options: Any) -> DataFrame:
    """Whether every position could have come about, as :func:`tengen.check` says."""
    return _answers("check", positions, tasks, options)


def solve(positions: DataFrame, *, tasks: int | None = None, **options: Any) -> DataFrame:
    """Who wins every position, and how, as :func:`tengen.solve` says."""
    return _answers("solve", positions, tasks, options)


def evaluate(positions: DataFrame, *, tasks: int | None = None, **options: Any) -> DataFrame:
    """The engine's evaluation of every position, as :func:`tengen.evaluate` gives it."""
    return _answers("evaluate", positions, tasks, options)


def review(games: DataFrame, *, tasks: int | None = None, **options: Any) -> DataFrame:
    """The mistakes of every game, as :func:`tengen.review` finds them."""
    return _answers("review", games, tasks, options)


def run(
    spark: SparkSession,
    question: Question,
    source: str,
    target: str,
    *,
    key: str,
    chunks: int = 16,
    tasks: int | None = None,
    **options: Any,
) -> DataFrame:
    """Asks a question about every row of a Parquet table, and writes the answers in chunks that can be restarted.

    A row belongs to the chunk that the hash of its ``key`` says. A chunk is written as a whole or not at all; the next call
    with the same arguments goes on with the chunks that are missing, and changes nothing where none is. Returns all answers,
    with the key beside them.
    """
    from pyspark.sql import functions as F

    keep = list(dict.fromkeys([key, *options.pop("keep", [])]))
    job = {"question": question, "source": source, "key": key, "by": "spark", "keep": keep, **options}
    output = ChunkedOutput(target, job, chunks)
    rows = spark.read.parquet(source)
    chunk_of = F.pmod(F.xxhash64(F.col(key)), F.lit(chunks))
    for chunk in output.pending():
        spark.sparkContext.setJobDescription(f"tengen {question}: chunk {chunk + 1} of {chunks}")
        answers = _answers(question, rows.filter(chunk_of == chunk), tasks, {"keep": keep, **options})
        answers.repartition(1).write.mode("overwrite").parquet(output.folder(chunk))
    spark.sparkContext.setJobDescription(None)
    return spark.read.option("basePath", target).parquet(*[output.folder(chunk) for chunk in range(chunks)])
