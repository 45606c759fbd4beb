"""A Spark cluster with executors in processes of their own, a Ray cluster, and a table of positions."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

import tengen
from tengen._cluster import Question, ask

# Before a session exists: executors start the same Python, and `local-cluster` starts executors from the package.
os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
import pyspark  # noqa: E402

os.environ["SPARK_HOME"] = os.path.dirname(pyspark.__file__)
# By this the tests find the executors that they started.
os.environ["TENGEN_CLUSTER_TEST"] = str(os.getpid())


def positions(count: int, seed: int) -> pa.Table:
    """Random positions of all rules with an id, moves as text."""
    random_numbers = random.Random(seed)
    rows: dict[str, list[Any]] = {"id": [], "rule": [], "size": [], "moves": []}
    for number in range(count):
        rule = ("freestyle", "exact", "renju")[number % 3]
        board = tengen.Board(rule=rule, size=15)
        for _ in range(random_numbers.randrange(6, 24)):
            near = [move for move in board.legal_moves if 3 <= ord(move[0]) - ord("a") < 12 and 4 <= int(move[1:]) < 13]
            if not near or board.outcome() is not None:
                break
            board.push(random_numbers.choice(near))
        if board.outcome() is not None:
            board.pop()
        rows["id"].append(f"p{number:06}")
        rows["rule"].append(rule)
        rows["size"].append("15x15")
        rows["moves"].append("".join(str(move) for move in board.move_stack))
    return pa.table(rows)


def one_machine(question: Question, source: Path, options: dict[str, Any]) -> pa.Table:
    """The answers of this process."""
    return ask(question, pq.read_table(source), {"keep": ["id"], **options}).read_all()


def by_id(answers: pa.Table) -> list[dict[str, Any]]:
    """Answers as rows in the order of their ids, without what says where a row lay."""
    table = answers.drop_columns([name for name in answers.column_names if name in ("chunk", "game", "line", "row")])
    rows: list[dict[str, Any]] = table.take(pc.sort_indices(table, sort_keys=[("id", "ascending")])).to_pylist()
    return rows


@pytest.fixture(scope="session")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Parquet file of positions."""
    path = tmp_path_factory.mktemp("positions") / "positions.parquet"
    pq.write_table(positions(int(os.environ.get("TENGEN_CLUSTER_ROWS", "1200")), seed=1), path, row_group_size=200)
    return path


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    """Two executors with a core each, in processes of their own."""
    from pyspark.sql import SparkSession

    session = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .appName("tengen")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "8")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()
