"""Five-in-a-row (freestyle, exact five, renju) and NoGo: rules, records, solver and player.

>>> import tengen
>>> board = tengen.Board("renju", moves="h8 i9")
>>> board.turn, len(board.legal_moves)
('black', 223)
"""

from __future__ import annotations

from collections.abc import Set as _Set
from typing import TYPE_CHECKING, Any

from tengen._records import read, write
from tengen._solve import solve
from tengen._tables import Answers, check, evaluate, replay, review, scan
from tengen._tengen import (
    Analysis,
    Board,
    Candidate,
    Engine,
    Foul,
    FoulLine,
    Game,
    IllegalMoveError,
    LegalMoves,
    LiveAnalysis,
    Node,
    Outcome,
    Playouts,
    PointError,
    PositionError,
    Proof,
    ProofError,
    Proved,
    ReadError,
    Solution,
    SolutionMove,
    TengenError,
    Verdict,
    WriteError,
    __version__,
    playouts,
    swap2_openings,
    verify,
)

if TYPE_CHECKING:
    from tengen.env import VectorEnv

_Set.register(LegalMoves)

__all__ = [
    "Analysis",
    "Answers",
    "Board",
    "Candidate",
    "Engine",
    "Foul",
    "FoulLine",
    "Game",
    "IllegalMoveError",
    "LegalMoves",
    "LiveAnalysis",
    "Node",
    "Outcome",
    "Playouts",
    "PointError",
    "PositionError",
    "Proof",
    "ProofError",
    "Proved",
    "ReadError",
    "Solution",
    "SolutionMove",
    "TengenError",
    "VectorEnv",
    "Verdict",
    "WriteError",
    "__version__",
    "check",
    "evaluate",
    "playouts",
    "read",
    "replay",
    "review",
    "scan",
    "solve",
    "swap2_openings",
    "verify",
    "write",
]


def __getattr__(name: str) -> Any:
    # Only those who ask for it need numpy.
    if name == "VectorEnv":
        from tengen.env import VectorEnv

        return VectorEnv
    raise AttributeError(f"module 'tengen' has no attribute {name!r}")
