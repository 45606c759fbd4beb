"""Answers about tables as objects of other libraries.

Why not in the extension module: these libraries read a stream with the lock of the interpreter released, which the bindings of
Rust cannot know while a method of theirs is being called in the same thread.
"""

from collections.abc import Callable
from typing import Any

from tengen._tengen import Answers


def _read(answers: Answers, read: Callable[[], Any]) -> Any:
    try:
        return read()
    except Exception:
        answers.raise_interrupt()
        raise


def to_pyarrow(self: Answers) -> Any:
    """All answers as a `pyarrow.Table`."""
    return _read(self, lambda: self.to_reader().read_all())


def read_all(self: Answers) -> Any:
    """All answers as a `pyarrow.Table`, as a `RecordBatchReader` calls it."""
    return to_pyarrow(self)


def to_polars(self: Answers) -> Any:
    """All answers as a `polars.DataFrame`."""
    import polars

    return _read(self, lambda: polars.DataFrame(self))


def to_pandas(self: Answers) -> Any:
    """All answers as a `pandas.DataFrame`."""
    return to_pyarrow(self).to_pandas()


for _method in (to_pyarrow, read_all, to_polars, to_pandas):
    setattr(Answers, _method.__name__, _method)
