"""The table of all three-stone openings of swap2 up to symmetry, with an evaluation of each.

    python swap2_table.py TARGET [--size 15] [--rule freestyle] [--margin 0] [--nodes 20000] [--on local|spark|ray]

TARGET is a folder: openings.parquet has the openings, values/ the answers in chunks. Stop it whenever you like: the next call
goes on with the chunks that are missing. The values are for White, who is to move.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

import tengen


def write_openings(path: Path, rule: str, size: int, margin: int) -> int:
    """Writes all openings if they are not there yet. Returns their number."""
    if not path.exists():
        moves = tengen.swap2_openings(size, margin=margin)
        rules, sizes = [rule] * len(moves), [f"{size}x{size}"] * len(moves)
        table = pa.table({"id": range(len(moves)), "rule": rules, "size": sizes, "moves": moves})
        write_whole(table, path)
    return int(pq.read_metadata(path).num_rows)


def write_whole(table: pa.Table, path: Path) -> None:
    """Writes a file that is there as a whole or not at all."""
    unfinished = path.with_suffix(".unfinished")
    pq.write_table(table, unfinished)
    unfinished.rename(path)


def run_local(source: Path, target: Path, chunks: int, nodes: int) -> None:
    """All cores of this machine."""
    rows = pq.read_table(source)
    size = -(-rows.num_rows // chunks)
    target.mkdir(exist_ok=True)
    for chunk in range(chunks):
        path = target / f"{chunk:05}.parquet"
        part = rows.slice(chunk * size, size)
        if path.exists() or part.num_rows == 0:
            continue
        start, cpu = time.monotonic(), time.process_time()
        write_whole(pa.table(tengen.evaluate(part, nodes=nodes, keep=["id", "moves"])), path)
        cpu, wall = time.process_time() - cpu, time.monotonic() - start
        print(f"chunk {chunk + 1} of {chunks}: {part.num_rows} openings, {cpu:.1f} s of CPU, {wall:.1f} s", flush=True)


def run_spark(source: Path, target: Path, chunks: int, nodes: int) -> None:
    """The Spark cluster that SPARK_MASTER names, or all cores of this machine."""
    from pyspark.sql import SparkSession

    import tengen.spark

    builder: Any = SparkSession.builder
    spark = builder.appName("swap2").master(os.environ.get("SPARK_MASTER", "local[*]")).getOrCreate()
    tengen.spark.run(spark, "evaluate", str(source), str(target), key="id", keep=["moves"], chunks=chunks, nodes=nodes)


def run_ray(source: Path, target: Path, chunks: int, nodes: int) -> None:
    """The Ray cluster that RAY_ADDRESS names, or all cores of this machine."""
    import tengen.ray

    tengen.ray.run("evaluate", str(source), str(target), key="id", keep=["moves"], chunks=chunks, nodes=nodes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", type=Path)
    parser.add_argument("--rule", choices=["freestyle", "exact"], default="freestyle")
    parser.add_argument("--size", type=int, default=15)
    parser.add_argument("--margin", type=int, default=0, help="least distance of a stone from the edges")
    parser.add_argument("--nodes", type=int, default=20_000, help="nodes of the search for each opening")
    parser.add_argument("--chunks", type=int, default=64)
    parser.add_argument("--on", choices=["local", "spark", "ray"], default="local")
    options = parser.parse_args()
    options.target.mkdir(parents=True, exist_ok=True)
    source = options.target / "openings.parquet"
    count = write_openings(source, options.rule, options.size, options.margin)
    print(f"{count} openings of {options.rule} on {options.size}x{options.size}", flush=True)
    run = {"local": run_local, "spark": run_spark, "ray": run_ray}[options.on]
    run(source, options.target / "values", options.chunks, options.nodes)


if __name__ == "__main__":
    main()
