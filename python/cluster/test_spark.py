"""The jobs on Spark, with executors in processes of their own, give what one machine gives."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import tengen.spark
from conftest import by_id, one_machine

NODES = 4_000


def executors() -> list[int]:
    """The processes of the executors of Spark's cluster on this machine that this process started."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
            mine = f"TENGEN_CLUSTER_TEST={os.getpid()}".encode() in (entry / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        if mine and any(word.endswith(b"CoarseGrainedExecutorBackend") for word in words):
            found.append(int(entry.name))
    return found


@pytest.mark.parametrize("question", ["replay", "check", "solve", "evaluate"])
def test_a_cluster_gives_what_one_machine_gives(spark: Any, source: Path, question: str) -> None:
    options: dict[str, Any] = {"nodes": NODES} if question in ("solve", "evaluate") else {}
    rows = spark.read.parquet(str(source))
    there = getattr(tengen.spark, question)(rows, keep=["id"], **options).toArrow()
    here = one_machine(question, source, options)
    assert len(by_id(here)) == pq.read_metadata(source).num_rows
    assert by_id(there) == by_id(here)


def test_a_job_goes_on_where_it_was_stopped(spark: Any, source: Path, tmp_path: Path) -> None:
    target = tmp_path / "values"
    job: dict[str, Any] = {"key": "id", "chunks": 4, "tasks": 4, "nodes": 200}
    first = tengen.spark.run(spark, "evaluate", str(source), str(target), **job).toArrow()
    kept = {path: path.stat().st_mtime_ns for path in target.glob("chunk=*/*.parquet")}
    (target / "chunk=00002" / "_SUCCESS").unlink()
    again = tengen.spark.run(spark, "evaluate", str(source), str(target), **job).toArrow()
    assert by_id(again) == by_id(first)
    assert len(by_id(first)) == pq.read_metadata(source).num_rows
    now = {path: path.stat().st_mtime_ns for path in target.glob("chunk=*/*.parquet")}
    unchanged = {path for path in kept if now.get(path) == kept[path]}
    assert {path.parent.name for path in unchanged} == {"chunk=00000", "chunk=00001", "chunk=00003"}
    with pytest.raises(ValueError, match="another job"):
        tengen.spark.run(spark, "evaluate", str(source), str(target), **{**job, "nodes": 300})


@pytest.mark.parametrize("trial", range(int(os.environ.get("TENGEN_CLUSTER_TRIALS", "2"))))
def test_a_killed_executor_changes_nothing(spark: Any, source: Path, trial: int) -> None:
    tracker = spark.sparkContext.statusTracker()
    killed: list[int] = []

    def kill() -> None:
        """Kills an executor when some tasks are done and more are to come."""
        end = time.monotonic() + 120
        while time.monotonic() < end and not killed:
            for stage in tracker.getActiveStageIds():
                info = tracker.getStageInfo(stage)
                if info is not None and info.numTasks >= 16 and 2 <= info.numCompletedTasks < info.numTasks - 4:
                    victim = executors()[trial % 2]
                    os.kill(victim, signal.SIGKILL)
                    killed.append(victim)
                    return
            time.sleep(0.02)

    rows = spark.read.parquet(str(source))
    thread = threading.Thread(target=kill)
    thread.start()
    there: pa.Table = tengen.spark.evaluate(rows, keep=["id"], nodes=NODES, tasks=32).toArrow()
    thread.join()
    assert len(killed) == 1, "the job ended before an executor could be killed"
    here = one_machine("evaluate", source, {"nodes": NODES})
    assert by_id(there) == by_id(here)
