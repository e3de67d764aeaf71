"""What a game's description says beside how pieces move, in words, without any layout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.board.variant import Variant
    from engine.kinds.army.rules import Castling, PieceType

_STONES = (
    "Every 3x3 patch that holds a stone of the mover and none of the opponent is a piece. It goes"
    " in the directions whose outer cells hold a stone: up to three steps, or any number with a"
    " stone in its centre. It ends at the latest where it covers any stone that is not its own;"
    " what else lies under it there is removed, friend or foe. A ring is eight stones of one side"
    " around an empty cell: who has none at the end of a turn has lost, the mover if neither has"
    " one."
)
_OUTSIDE = "The centre of a piece that moves may lie just outside the board."
_INSIDE = "The centre of a piece is always on the board."


def before_play(variant: Variant) -> Iterator[str]:
    """What a game begins with, a sentence or more each: blocked squares, placement."""
    if variant.random_start:
        yield f"{variant.blocked} squares are blocked, other ones in each game."
    if rules := variant.placement:
        counts = ", ".join(f"{count} {letter}" for letter, count in Counter(rules.order).items())
        yield (
            f"Both sides choose squares in secret, one piece at a time, in this order: {counts}."
            " The same square chosen twice is chosen again. Each side's two"
            f" {rules.apart} go to squares of different shades. First to move is the side whose"
            f" king is nearest to its {either(rules.first)}, compared in this order."
        )


def stones(variant: Variant) -> Iterator[str]:
    """How stones move and win, where a game is one of stones."""
    if variant.stones:
        yield _STONES
        yield _OUTSIDE if variant.stones.centres_outside else _INSIDE


def notes(variant: Variant, piece: PieceType) -> Iterator[str]:
    """What the moves of a piece do not say."""
    for rank, moves in piece.from_rank.items():
        yield f"from rank {rank} {moves}"
    if piece.royal:
        yield "royal"
    if piece.settings:
        yield f"may turn into {either(piece.settings)}, after a move or instead of one"
    if piece.covers:
        yield f"covers the square {'on its right' if piece.covers[0] else 'above'} too"
    if piece.pivots:
        yield f"pivots into {piece.pivots} instead of a move"
    for promotion in variant.promotions:
        if promotion.piece == piece.letter:
            yield f"promotes on rank {promotion.rank} to {either(promotion.to)}"


def castlings(variant: Variant) -> Iterator[str]:
    """How each goes for White, and what it needs."""
    kinds = {right.square: right.piece for right in variant.rights}
    for castling in variant.castlings:
        stands = dict(castling.stands)
        moves = [_going(variant, variant.royal, castling.king)]
        for ends in castling.partners:
            moves.append(_going(variant, (kinds | stands)[ends[0]], ends))
        yield f"{castling.name}: {', '.join(moves)}; {', '.join(_needs(castling))}"


def _going(variant: Variant, letter: str, ends: tuple[str, str]) -> str:
    return f"{variant.piece(letter).name} {ends[0]} to {ends[1]}"


def _needs(castling: Castling) -> Iterator[str]:
    if castling.rights:
        yield " ".join(("unmoved", *castling.rights))
    if castling.empty:
        yield " ".join(("empty", *castling.empty))


def draws(variant: Variant) -> Iterator[str]:
    """What ends a game without a winner."""
    rules = variant.draws
    yield f"the same position {rules.repetitions} times"
    yield f"{rules.plies} plies without {either(list(_progress(variant)))}"
    if variant.stones:
        return
    yield "stalemate"
    yield "bare kings"
    if rules.lone:
        yield f"beside the kings only one {either(rules.lone)}"
    if rules.same_shade:
        yield f"beside the kings only {either(rules.same_shade)} on squares of one shade"


def _progress(variant: Variant) -> Iterator[str]:
    """What begins the count of plies anew."""
    yield "the removal of a stone" if variant.stones else "a capture"
    if variant.pawns:
        yield "a pawn move"
    if variant.promotions:
        yield "a promotion"


def either(words: Sequence[str]) -> str:
    """ "Q, R or B"."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
