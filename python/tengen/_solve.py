"""Who wins a board, or the boards of a table."""

from collections.abc import Sequence
from typing import Any, overload

from tengen._tables import Answers
from tengen._tengen import Board, Solution, solve_board, solve_table


@overload
def solve(  # type: ignore[overload-overlap]
    subject: Board,
    *,
    by: str | None = None,
    plies: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    memory: float | None = None,
) -> Solution: ...


@overload
def solve(
    subject: object,
    *,
    by: str | None = None,
    time: float | None = None,
    nodes: int | None = None,
    memory: float | None = None,
    proof: bool = False,
    rule: str | None = None,
    size: int | tuple[int, int] | str | None = None,
    rows: str = "bottom",
    threads: int | None = None,
    keep: Sequence[str] | None = None,
    batch_size: int | None = None,
) -> Answers: ...


def solve(
    subject: Any,
    *,
    by: str | None = None,
    plies: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    memory: float | None = None,
    **table: Any,
) -> Any:
    """Find out who wins a board, with proof; or who wins the position of every row of a table.

    At five-in-a-row `by` says which wins are looked for: "fours" (VCF), "threats" (VCT, the default), "quiet" (threats
    with quiet moves between them) or, on the empty board, a draw by "pairing". On a board without edges `plies` asks who wins within that many moves. NoGo is solved to
    the end. The search ends at a limit of seconds or nodes, if one is given; `memory` is in megabytes, 256 if none is
    given.

    >>> import tengen
    >>> board = tengen.Board(moves="g8 a15 h8 o15 h9 a1 h10 o1")
    >>> solution = tengen.solve(board)
    >>> solution.winner, solution.by, solution.line[-1].explanation
    ('black', 'fours', 'black plays h11 and makes a straight four; nothing stops it')
    >>> tengen.verify(solution.proof).claim
    'black wins freestyle on 15x15, 8 stones, black to move'

    Anything with `__arrow_c_stream__` is a table. The limits are then those of each row, a million nodes and 64
    megabytes if none are given, and `proof=True` adds the proofs as bytes. The other keywords are those of `replay`.

    >>> import pyarrow
    >>> answers = tengen.solve(pyarrow.table({"moves": ["g8 a15 h8 o15 h9 a1 h10 o1", "h8"]}))
    >>> answers.to_pyarrow()["winner"].to_pylist()
    ['black', None]
    """
    if isinstance(subject, Board):
        if table:
            raise TypeError(f"{next(iter(table))!r} is a keyword for tables, not for a Board")
        return solve_board(subject, by, plies, time, nodes, 256.0 if memory is None else memory)
    if plies is not None:
        raise TypeError("'plies' is a keyword for a Board, not for tables")
    source = solve_table(
        subject,
        by="threats" if by is None else by,
        nodes=1_000_000 if nodes is None else nodes,
        time=time,
        memory=64.0 if memory is None else memory,
        **table,
    )
    return Answers(source)
