"""Progress: a game without captures, pawn moves and promotions for too long is a draw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core import english
from amalthea.engine.core.common_rules import is_limit
from amalthea.engine.core.english import with_article
from amalthea.engine.core.fen import MAX_COUNTER
from amalthea.engine.core.variant import UNLIMITED
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import Key
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words

MAX_MOVES = MAX_COUNTER // 2  # what FEN can count


def _read(draft: Draft) -> Mapping[str, object]:
    """Return the limit; a number of 0 means that there is none."""
    moves = draft.settings.number("nMoveRule")
    if moves > MAX_MOVES:
        draft.settings.fail("nMoveRule", f"expected 0 for none, to {MAX_MOVES}")
    return {"draws.plies": 2 * moves or UNLIMITED}


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    plies = variant.draws.plies
    if not is_limit(plies):
        return
    made = ["a capture"]
    if variant.pawns and variant.pawns.irreversible:
        names = words.piece_names(variant.pawns.irreversible)
        made.append(with_article(f"{english.either(names)} move"))
    if variant.promotions:
        made.append("a promotion")
    if variant.drops and not (variant.drops.gating or variant.drops.waiting):
        made.append("a drop")
    moves = f"{plies // 2} moves by each side" if plies % 2 == 0 else f"{plies} plies"
    yield f"The game is a draw after {moves} without {english.either(made)}."


RULE = Rule(
    name="progress",
    fields=("draws.plies",),
    keys={"nMoveRule": Key(values.number, 50)},
    read=_read,
    texts=(Text("Draws", _sentences),),
)
