"""The jobs on Ray give what one machine gives."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import ray

import tengen.ray
from conftest import by_id, one_machine

NODES = 1_000


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    """Two workers on this machine."""
    ray.init(num_cpus=2, include_dashboard=False, configure_logging=True, log_to_driver=False)
    yield
    ray.shutdown()


def table(dataset: ray.data.Dataset) -> pa.Table:
    return pa.concat_tables(ray.get(dataset.to_arrow_refs()))


@pytest.mark.parametrize("question", ["replay", "check", "solve", "evaluate"])
def test_a_cluster_gives_what_one_machine_gives(source: Path, question: str) -> None:
    options: dict[str, Any] = {"nodes": NODES} if question in ("solve", "evaluate") else {}
    there = getattr(tengen.ray, question)(ray.data.read_parquet(str(source)), keep=["id"], **options)
    here = one_machine(question, source, options)
    assert by_id(table(there)) == by_id(here)


def test_a_job_goes_on_where_it_was_stopped(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "values"
    job: dict[str, Any] = {"key": "id", "chunks": 3, "nodes": 200}
    first = table(tengen.ray.run("evaluate", str(source), str(target), **job))
    (target / "chunk=00001" / "_SUCCESS").unlink()
    kept = {path: path.stat().st_mtime_ns for path in target.glob("chunk=*/*.parquet")}
    again = table(tengen.ray.run("evaluate", str(source), str(target), **job))
    assert by_id(again) == by_id(first)
    assert len(by_id(first)) == pq.read_metadata(source).num_rows
    unchanged = {path.parent.name for path in kept if path.exists() and path.stat().st_mtime_ns == kept[path]}
    assert unchanged == {"chunk=00000", "chunk=00002"}
