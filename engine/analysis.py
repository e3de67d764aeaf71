"""Analysis in one call, for users of the library: starts a pool, searches, closes it."""

from __future__ import annotations

import select
from dataclasses import dataclass

from engine.board.variant import Variant
from engine.errors import EngineFault
from engine.games import new_game
from engine.search.limits import Job, Limits
from engine.search.pool import Pool
from engine.search.reports import BestMove, Fault, Info


@dataclass(frozen=True, slots=True)
class Analysis:
    """best: None when there is no legal move. lines: of the last iteration, best first."""

    best: str | None
    ponder: str | None
    lines: tuple[Info, ...]


def analyse(
    variant: str | Variant = "chess",
    fen: str | None = None,
    moves: tuple[str, ...] = (),
    limits: Limits | None = None,
    multipv: int = 1,
    hash_mib: int = 16,
    threads: int = 1,
) -> Analysis:
    """The engine's opinion of a position; a second's worth without limits.

    While both sides choose, `limits.side` says whose choice is wanted.

    Raises UnknownVariant, FenError, IllegalMove and EngineFault.
    """
    game = new_game(variant, fen, moves)
    wanted = limits or Limits(movetime=1000)
    if (len(game.position.choosers()) > 1) != (wanted.side is not None):
        raise EngineFault(f"limits.side is {wanted.side!r} where {game.position.turn!r} is to move")
    pool = Pool(hash_mib, threads)
    try:
        job = Job(game.variant, game.fen, tuple(game.moves), wanted, multipv)
        pool.search(job)
        return _collect(pool)
    finally:
        pool.close()


def _collect(pool: Pool) -> Analysis:
    lines: dict[int, Info] = {}
    while True:
        select.select(pool.filenos(), [], [], pool.timeout())
        for report in pool.poll():
            if isinstance(report, Info):
                lines[report.multipv] = report
            elif isinstance(report, Fault):
                raise EngineFault(report.text)
            elif isinstance(report, BestMove):
                ordered = tuple(lines[number] for number in sorted(lines))
                return Analysis(report.move, report.ponder, ordered)
