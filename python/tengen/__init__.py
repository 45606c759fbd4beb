"""Five-in-a-row (freestyle, exact five, renju) and NoGo: rules, records, solver and player.

>>> import tengen
>>> board = tengen.Board("renju", moves="h8 i9")
>>> board.turn, len(board.legal_moves)
('black', 223)
"""

from collections.abc import Set as _Set

from tengen._records import read, write
from tengen._solve import solve
from tengen._tengen import (
    Analysis,
    Answers,
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
    check,
    evaluate,
    playouts,
    replay,
    scan,
    verify,
)

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
    "Verdict",
    "WriteError",
    "__version__",
    "check",
    "evaluate",
    "playouts",
    "read",
    "replay",
    "scan",
    "solve",
    "verify",
    "write",
]
