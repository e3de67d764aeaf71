"""First moves of pawns: from certain squares they may advance two or three squares."""

from __future__ import annotations

from amalthea.engine.pieces.description.regions import Region
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import NOWHERE, SIDES, Key, each, flag, rank
from amalthea.engine.pieces.reading.piece_keys import PAWN
from amalthea.engine.pieces.rules.rule import Rule


def double_step_zone(draft: Draft) -> int | Region | None:
    """Return the squares from which pawns make a double step, and other pieces `i` moves."""
    needed = any(piece.key == PAWN or "i" in piece.moves for piece in draft.pieces)
    if not draft.settings.flag("doubleStep") or not needed:
        return None
    return draft.zone("doubleStepRegion")


def triple_step_zone(draft: Draft) -> int | Region | None:
    """Return the squares from which pawns may advance three squares."""
    return draft.zone("tripleStepRegion")


RULE = Rule(
    name="double_step",
    keys={
        "doubleStep": flag(default=True),
        "doubleStepRegion": Key(
            values.squares, (rank(2), rank(7)), sides=SIDES, requires=("doubleStep",)
        ),
        "tripleStepRegion": Key(values.squares, each(NOWHERE), sides=SIDES),
    },
)
