"""Games from files and into files."""

import os
from collections.abc import Callable, Iterable
from typing import IO, Union

from tengen._tengen import Game, ReadError, format_of_name, read_games, write_games

Source = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, IO[bytes], IO[str]]
Target = Union[str, "os.PathLike[str]", IO[bytes]]


def read(
    source: Source,
    *,
    format: str | None = None,
    rule: str | None = None,
    size: str | int | tuple[int, int] | None = None,
    rows: str = "bottom",
    on_error: Callable[[ReadError], object] | None = None,
) -> list[Game]:
    """Read all games of a path, of bytes or of an open file, packed by gzip, zstd or ZIP or not.

    The format is detected where it is not named. `rule` and `size` are for records that do not say theirs; `rows` says
    whether rows of position strings count from the bottom or the top. A record that cannot be read raises a ReadError
    that names its file, line and column, or is given to `on_error`, and the others follow.

    >>> import tengen
    >>> game = tengen.read(b"(;FF[4]GM[4]SZ[15]PB[Ada];B[hh];W[ii](;B[hg])(;B[gg]))")[0]
    >>> game.black, game.moves, len(game.mainline()[1].children)
    ('Ada', ['h8', 'i7', 'h9'], 2)
    """
    name, data = _bytes_of(source)
    return read_games(data, name, format, rule, _size_text(size), rows, on_error)


def write(
    games: Game | Iterable[Game],
    target: Target,
    *,
    format: str | None = None,
    rows: str = "bottom",
    lossy: bool = False,
) -> None:
    """Write games into a file, in the format that is named or that the ending of its name says.

    What the format cannot hold raises a WriteError that names it, and nothing is written; with `lossy` it is left out.
    """
    games = [games] if isinstance(games, Game) else list(games)
    path = None if hasattr(target, "write") else os.fspath(target)
    if format is None:
        name = path if path is not None else str(getattr(target, "name", ""))
        format = format_of_name(name)
        if format is None:
            raise ValueError(f"the name {name!r} does not say the format: give format=")
    data = write_games(games, format, rows, lossy)
    if path is None:
        target.write(data)  # type: ignore[union-attr]
        return
    with open(path, "wb") as file:
        file.write(data)


def _bytes_of(source: Source) -> tuple[str, bytes]:
    """The name of a source, empty if it has none, and its bytes."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return "", bytes(source)
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        with open(path, "rb") as file:
            return path, file.read()
    if not hasattr(source, "read"):
        raise TypeError(f"a path, bytes or an open file is needed, not {type(source).__name__}")
    data = source.read()
    name = getattr(source, "name", "")
    name = name if isinstance(name, str) else ""
    return name, data.encode() if isinstance(data, str) else data


def _size_text(size: str | int | tuple[int, int] | None) -> str | None:
    if isinstance(size, tuple):
        width, height = size
        return f"{width}x{height}"
    return None if size is None else str(size)
