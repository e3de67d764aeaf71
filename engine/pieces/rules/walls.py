"""Walls: with each move a side also blocks a square."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core import english
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.regions import Region
from amalthea.engine.pieces.description.variant import WALL_RULES, PiecesVariant, Walls
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import BOTH, SIDES, Key, each
from amalthea.engine.pieces.reading.values import EVERYWHERE
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words

DETAILS = 512  # that a move word can hold: squares to block, times castlings or promotions
_NONE = "none"


def _read(draft: Draft) -> Mapping[str, object]:
    rule = draft.settings.text("wallingRule")
    if rule == _NONE:
        return {}
    if rule not in WALL_RULES:
        expected = english.either((_NONE, *WALL_RULES))
        draft.settings.fail("wallingRule", f"expected {expected}")
    parts = [draft.region(f"wallingRegion{side}") for side in SIDES]
    whole = all(len(part) == draft.files * draft.ranks for part in parts)
    return {"walls": Walls(rule, None if whole else Region(*map(draft.named, parts)))}


def _errors(variant: PiecesVariant) -> Iterator[str]:
    walls = variant.walls
    if not walls:
        return
    if walls.region and (error := walls.region.error(variant.files, variant.ranks)):
        yield f"walls: {error}"
    ends = variant.ends
    if variant.royal or ends.pseudo_royals:
        yield (
            "walls are not supported in a game with a king or with pseudo-royal pieces; expected"
            " `king = -`, `commoner = k` and `extinctionPieceTypes = k`"
        )
    if variant.drops or variant.placement or variant.explosions:
        yield "walls cannot be combined with drops, placement or explosions"
    if ends.forced_capture or variant.only_captures or ends.counting or ends.goals:
        yield "walls cannot be combined with forced captures, counting rules or goals"
    if any(piece.second_square or piece.settings for piece in variant.pieces):
        yield "walls cannot be built in a game of pieces that turn or stand on two squares"
    if any(promotion.in_place for promotion in variant.promotions):
        yield "walls cannot be combined with promotion where a piece stands"
    if walls.rule == "arrow" and any(variant.hops(piece.moves) for piece in variant.pieces):
        yield "pieces that need a hurdle cannot shoot arrows"
    forms = {letter for promotion in variant.promotions for letter in promotion.to}
    if max(len(forms), len(variant.castlings)) * variant.files * variant.ranks > DETAILS:
        most = DETAILS // (variant.files * variant.ranks)
        yield f"walls on a board of this size, expected at most {most} promotions and castlings"


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    walls = variant.walls
    if walls is None:
        return {}
    region = walls.region.value() if walls.region else None
    return {"walls": without_defaults(("rule", walls.rule, ""), ("region", region, None))}


_BUILT = {
    "duck": "After each move, its player puts the duck on another empty square of the board.",
    "arrow": (
        "After each move, the moved piece shoots an arrow: it blocks for good a square to which it"
        " could move on."
    ),
    "past": "The square that a piece leaves is blocked for good.",
    "static": "After each move, its player blocks an empty square for good.",
    "edge": (
        "After each move, its player blocks for good an empty square at the edge of the board or"
        " next to a blocked one along a rank or a file."
    ),
}


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    walls = variant.walls
    if walls is None:
        return
    yield _BUILT[walls.rule]
    if walls.rule == "duck":
        yield "The square of the duck is blocked. It may not stay where it is."
    if walls.region:
        yield f"Only {words.place(walls.region)} may be blocked."


RULE = Rule(
    name="walls",
    fields=("walls", "walls.rule", "walls.region"),
    keys={
        "wallingRule": Key(values.text, _NONE),
        "wallingRegion": Key(
            values.squares, each(EVERYWHERE), sides=BOTH, requires=("wallingRule",)
        ),
    },
    read=_read,
    errors=_errors,
    fingerprint=_fingerprint,
    texts=(Text("Turns", _sentences),),
)
