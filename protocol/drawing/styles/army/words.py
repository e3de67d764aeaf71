"""What the description of a game of pieces says beside how they move, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from protocol.drawing.style import either

if TYPE_CHECKING:
    from engine.kinds.army.regions import Region
    from engine.kinds.army.rules import ArmyVariant, Castling, Extinction, PieceType, Promotion


def before_play(variant: ArmyVariant) -> Iterator[str]:
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


def aims(variant: ArmyVariant) -> Iterator[str]:
    """What wins, checkmate first."""
    ends = variant.ends
    if variant.royal:
        yield "to checkmate the other side's king"
    for goal in ends.goals:
        what = variant.piece(goal.piece).name if goal.piece else "piece"
        where = {"White": goal.region.white, "Black": goal.region.black}
        named = [f"{side}: {' '.join(squares)}" for side, squares in where.items() if squares]
        yield f"to have {goal.count} {what} on the goal ({'; '.join(named)})"
        if goal.answered:
            yield "when White is there first, Black may follow at once, and it is a draw"
    if ends.checks:
        yield f"to give {ends.checks} checks"
    if not ends.checking:
        yield "no move may give check"
    for extinction in ends.extinctions:
        if extinction.value != "draw":
            yield f"{_extinct(extinction)}: a {extinction.value} for that side"
    if ends.stalemate != "draw":
        yield f"to have no move without being in check is a {ends.stalemate}"
    if variant.draws.repetitions and variant.draws.repetition != "draw":
        times = variant.draws.repetitions
        value = variant.draws.repetition
        yield f"the same position {times} times is a {value} for the side to move"


def _extinct(extinction: Extinction) -> str:
    what = either(extinction.pieces) if extinction.pieces else "pieces together"
    against = f" against {extinction.against}" if extinction.against else ""
    return f"{extinction.left} {what} left{against}"


def notes(variant: ArmyVariant, piece: PieceType) -> Iterator[str]:
    """What the moves of a piece do not say."""
    for rank, moves in piece.from_rank.items():
        yield f"from {_place(rank)} {moves}"
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
            yield _promotes(promotion)


def _place(place: int | Region) -> str:
    """An own rank, or squares of both sides."""
    if isinstance(place, int):
        return f"rank {place}"
    black = f" (Black {' '.join(place.black)})" if place.black is not None else ""
    return " ".join(place.white) + black


def _promotes(promotion: Promotion) -> str:
    may = "may promote" if promotion.optional else "promotes"
    out = ", or when it leaves it," if promotion.leaving else ""
    how = " with a capture" if promotion.capturing else ""
    return f"{may} on {_place(promotion.rank)}{out} to {either(promotion.to)}{how}"


def castlings(variant: ArmyVariant) -> Iterator[str]:
    """How each goes for White, and what it needs."""
    kinds = {right.square: right.piece for right in variant.rights}
    for castling in variant.castlings:
        stands = dict(castling.stands)
        moves = [_going(variant, variant.castles(castling), castling.king)]
        for ends in castling.partners:
            moves.append(_going(variant, (kinds | stands)[ends[0]], ends))
        yield f"{castling.name}: {', '.join(moves)}; {', '.join(_needs(castling))}"


def _going(variant: ArmyVariant, letter: str, ends: tuple[str, str]) -> str:
    return f"{variant.piece(letter).name} {ends[0]} to {ends[1]}"


def _needs(castling: Castling) -> Iterator[str]:
    if castling.rights:
        yield " ".join(("unmoved", *castling.rights))
    if castling.empty:
        yield " ".join(("empty", *castling.empty))


def progress(variant: ArmyVariant) -> Iterator[str]:
    """What begins the count of plies to a draw anew."""
    yield "a capture"
    if variant.pawns:
        yield "a pawn move"
    if variant.promotions:
        yield "a promotion"


def other_draws(variant: ArmyVariant) -> Iterator[str]:
    """The draws besides those of games that come to nothing."""
    if variant.ends.stalemate == "draw":
        yield "stalemate"
    for extinction in variant.ends.extinctions:
        if extinction.value == "draw":
            yield _extinct(extinction)
    if variant.ends.only_mate_wins:
        yield "bare kings"
    if lone := variant.insufficient.lone:
        yield f"beside the kings only one {either(lone)}"
    if same_shade := variant.insufficient.same_shade:
        yield f"beside the kings only {either(same_shade)} on squares of one shade"
