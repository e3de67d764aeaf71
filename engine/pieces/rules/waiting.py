"""Waiting pieces: each is put behind another one before the game and enters when that one leaves.

The rule of Musketeer Chess, https://musketeerchess.net/site/game-rules/.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.core.letters import split
from amalthea.engine.pieces.description.variant import Drops, PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.keys import Key
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words


def _errors(variant: PiecesVariant) -> Iterator[str]:
    drops = variant.drops
    if drops is None or not drops.waiting:
        return
    ends = variant.ends
    if len(variant.families) > 1:
        yield (
            "waiting pieces cannot be combined with walls, second steps, pieces that change places,"
            " enclosing, or passes for want of a move"
        )
    if drops != Drops(waiting=True, freely=False, held=drops.held, regions=drops.regions):
        yield "waiting pieces cannot be combined with drops, gating or captures that go to the hand"
    if ends.pseudo_royals or ends.forced_capture or ends.checked_king_stays or not ends.checking:
        yield (
            "waiting pieces cannot be combined with pseudo-royal pieces, forced captures or limits"
            " of checks"
        )
    if variant.explosions or variant.mutually_immune or ends.chases:
        yield "waiting pieces cannot be combined with explosions, immunity or chasing rules"
    if variant.drops_kings:
        yield "a king cannot wait behind another piece"
    pawns = variant.pawns
    pawn = {pawns.letter} if pawns else set()
    if any(variant.can_pass) or {each.piece for each in variant.promotions} - pawn:
        yield "waiting pieces cannot be combined with passes, or pieces that promote but pawns"
    if pawns and pawns.en_passant and set(pawns.passing) - pawn:
        yield "waiting pieces cannot be combined with en passant captures of pieces but pawns"
    held = variant.start.split(maxsplit=1)[0].partition("[")[2].removesuffix("]")
    for letter, many in Counter(split(held)).items():
        if many > 1:
            yield f"{letter!r} is in hand {many} times, expected once, as it waits on one square"


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    waiting = variant.drops is not None and variant.drops.waiting
    return without_defaults(("waiting", waiting, False))


def _sentences(variant: PiecesVariant, _: Words) -> Iterator[str]:
    if variant.drops is None or not variant.drops.waiting:
        return
    yield (
        "Before any other move the sides take turns to put each piece of their hands behind a piece"
        " of their back rank. There it waits: it neither moves nor attacks, and cannot be captured."
    )
    if variant.castlings:
        yield "No two pieces may wait behind king and rook, where one castling would free both."
    yield (
        "When the piece in front of it leaves its square, the waiting piece enters there in the"
        " same move, which must be legal without it. It is lost if the piece in front of it is"
        " captured, if that is a king which leaves a check without capturing a checking piece, or"
        " if a castling piece arrives there."
    )


RULE = Rule(
    name="waiting",
    fields=("drops.waiting",),
    keys={"waitingPieces": Key(values.flag, False, extension=True)},
    errors=_errors,
    fingerprint=_fingerprint,
    texts=(Text("Drops", _sentences),),
)
