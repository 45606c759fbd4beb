"""The extension module. Import its names from `tengen`."""

from typing import final

__all__ = ["VectorEnvironment", "__version__"]

__version__: str

@final
class VectorEnvironment:
    """The games of `tengen.VectorEnv`. Arrays cross as bytes."""

    def __new__(
        cls,
        rule: str,
        width: int,
        height: int,
        games: int,
        autoreset: str,
        illegal_action: str,
        opening_plies: int,
        max_plies: int | None,
    ) -> VectorEnvironment: ...
    def reset(
        self, seed: int | None, rows: bytes | None
    ) -> tuple[bytearray, bytearray, bytearray, bytearray]: ...
    def step(self, actions: bytes) -> tuple[bytearray, bytearray, bytearray, bytearray]: ...
    def sample_actions(self) -> bytearray: ...
    def solver_labels(
        self, rows: bytes, by: str, nodes: int, threads: int
    ) -> tuple[bytearray, bytearray]: ...
    def drawing(self, row: int) -> str: ...
    def svg(self, row: int) -> str: ...
    def pixels(self, row: int) -> tuple[int, int, bytearray]: ...
