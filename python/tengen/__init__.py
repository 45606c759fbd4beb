"""Five-in-a-row and NoGo: rules, records, solver and player.

>>> import tengen
>>> tengen.__version__.count(".")
2
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tengen._tengen import __version__

if TYPE_CHECKING:
    from tengen.env import VectorEnv

__all__ = ["VectorEnv", "__version__"]


def __getattr__(name: str) -> Any:
    # Only those who ask for it need numpy.
    if name == "VectorEnv":
        from tengen.env import VectorEnv

        return VectorEnv
    raise AttributeError(f"module 'tengen' has no attribute {name!r}")
