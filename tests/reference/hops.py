"""Where hoppers land behind the pieces on their way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from reference.common import Board, Square, colour_of
from reference.ways import Way

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import PiecesVariant


def landings(
    game: PiecesVariant, board: Board, ray: Sequence[Square], mover: str, way: Way
) -> Iterator[Square]:
    """Yield the destinations of a piece on the squares before it."""
    if way.hop == "pp":
        yield from _behind_any_number(game, board, ray, mover, way)
        return
    hurdle = next((n for n, square in enumerate(ray) if square in board), len(ray))
    beyond = ray[hurdle + 1 :]
    letter = mover.upper()
    shunned = letter if game.piece(letter).ignores_own_type else ""
    if beyond and board[ray[hurdle]].upper() == shunned:
        return
    for square in beyond[:1] if way.hop == "g" else beyond:
        standing = board.get(square)
        if standing and standing.upper() == shunned:
            return
        if standing is None and way.moves:
            yield square
        if standing is not None:
            if way.captures and colour_of(standing) != colour_of(mover):
                yield square
            return


def _behind_any_number(
    game: PiecesVariant, board: Board, ray: Sequence[Square], mover: str, way: Way
) -> Iterator[Square]:
    """Yield the destinations behind any number of pieces of lower rank, but not behind none."""
    rank = game.jump_ranks.get(mover.upper(), 0)
    met = False
    for square in ray:
        standing = board.get(square)
        if met and standing is None and way.moves:
            yield square
        if met and standing and way.captures and colour_of(standing) != colour_of(mover):
            yield square
        if standing and game.jump_ranks.get(standing.upper(), -1) >= rank:
            return
        met = met or standing is not None
