"""What Spark and Ray jobs share: one question asked about every row, and output in chunks that can be restarted."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal

import pyarrow as pa
import pyarrow.fs as pafs

import tengen

Question = Literal["replay", "check", "solve", "evaluate", "review"]
QUESTIONS: tuple[Question, ...] = ("replay", "check", "solve", "evaluate", "review")

# The file that says that a chunk is complete, as Spark and Hadoop call it.
SUCCESS = "_SUCCESS"
# The file that says what a job is, so that another job does not go on in its output.
JOB = "_tengen_job.json"


def ask(question: Question, table: Any, options: dict[str, Any]) -> pa.RecordBatchReader:
    """Asks a question about every row of a table, on one thread. Answers have a schema that every cluster reads."""
    if question not in QUESTIONS:
        raise ValueError(f"unknown question {question!r}: ask one of {', '.join(QUESTIONS)}")
    function: Callable[..., Any] = getattr(tengen, question)
    if question == "replay":
        options = {"schema": "plain", **options}
    return pa.RecordBatchReader.from_stream(function(table, threads=1, **options))


def answer_batches(
    question: Question, schema: pa.Schema, batches: Iterable[pa.RecordBatch], options: dict[str, Any]
) -> Iterator[pa.RecordBatch]:
    """Answers the rows of a stream, batch by batch."""
    yield from ask(question, pa.RecordBatchReader.from_batches(schema, batches), options)


def answer_schema(question: Question, schema: pa.Schema, options: dict[str, Any]) -> pa.Schema:
    """The schema of the answers to tables of a schema."""
    return ask(question, schema.empty_table(), options).schema


class ChunkedOutput:
    """A folder of Parquet files in chunks, each complete or absent, for a job that can be restarted.

    Each row belongs to the chunk that the hash of its key says, whoever asks and however the input is cut.
    """

    def __init__(self, target: str, job: dict[str, Any], chunks: int) -> None:
        if chunks < 1:
            raise ValueError("a job has at least one chunk")
        self.target, self.chunks = target.rstrip("/"), chunks
        self.fs, self.root = pafs.FileSystem.from_uri(_uri(self.target))
        self._begin({**job, "chunks": chunks})

    def _begin(self, job: dict[str, Any]) -> None:
        """Writes down what the job is, or checks that it is the one whose output is there."""
        text = json.dumps(job, sort_keys=True, default=str)
        path = f"{self.root}/{JOB}"
        if self._exists(path):
            with self.fs.open_input_stream(path) as stream:
                there = stream.read().decode()
            if there != text:
                raise ValueError(
                    f"{self.target} holds the output of another job, {there}; this one is {text}: choose another folder"
                )
            return
        if any(info.base_name != JOB for info in self._entries()):
            raise ValueError(f"{self.target} is not empty and no output of a job: choose another folder")
        self.fs.create_dir(self.root, recursive=True)
        with self.fs.open_output_stream(path) as stream:
            stream.write(text.encode())

    def _entries(self) -> list[pafs.FileInfo]:
        return list(self.fs.get_file_info(pafs.FileSelector(self.root, allow_not_found=True)))

    def _exists(self, path: str) -> bool:
        return bool(self.fs.get_file_info(path).type != pafs.FileType.NotFound)

    def folder(self, chunk: int) -> str:
        """Where a chunk is written, as the caller names folders."""
        return f"{self.target}/chunk={chunk:05}"

    def _path(self, chunk: int) -> str:
        return f"{self.root}/chunk={chunk:05}"

    def pending(self) -> list[int]:
        """The chunks that are not complete."""
        return [chunk for chunk in range(self.chunks) if not self._exists(f"{self._path(chunk)}/{SUCCESS}")]

    def clear(self, chunk: int) -> None:
        """Deletes what an interrupted job left of a chunk."""
        if self._exists(self._path(chunk)):
            self.fs.delete_dir(self._path(chunk))

    def complete(self, chunk: int) -> None:
        """Marks a chunk as complete. Spark does it itself."""
        path = f"{self._path(chunk)}/{SUCCESS}"
        if not self._exists(path):
            self.fs.create_dir(self._path(chunk), recursive=True)
            with self.fs.open_output_stream(path):
                pass


def _uri(target: str) -> str:
    """A URI of a path; what is one stays as it is."""
    return target if "://" in target else f"file://{os.path.abspath(target)}"
