"""Who wins a board, or the boards of a table."""

from tengen._tengen import Board, Solution, solve_board


def solve(
    subject: Board,
    *,
    by: str | None = None,
    plies: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    memory: float = 256.0,
) -> Solution:
    """Find out who wins a board, with proof.

    At five-in-a-row `by` says which wins are looked for: "fours" (VCF), "threats" (VCT, the default) or, on the empty
    board, a draw by "pairing". On a board without edges `plies` asks who wins within that many moves. NoGo is solved to
    the end. The search ends at a limit of seconds or nodes, if one is given; `memory` is in megabytes.

    >>> import tengen
    >>> board = tengen.Board(moves="g8 a15 h8 o15 h9 a1 h10 o1")
    >>> solution = tengen.solve(board)
    >>> solution.winner, solution.by, solution.line[-1].explanation
    ('black', 'fours', 'black plays h11 and makes a straight four; nothing stops it')
    >>> tengen.verify(solution.proof).claim
    'black wins freestyle on 15x15, 8 stones, black to move'
    """
    if isinstance(subject, Board):
        return solve_board(subject, by, plies, time, nodes, memory)
    raise TypeError(f"a Board is needed, not {type(subject).__name__}")
