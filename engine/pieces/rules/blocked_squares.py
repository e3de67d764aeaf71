"""Blocked squares: shown by the first position or any other, or drawn at random for each game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core import english
from amalthea.engine.core.english import capitalised
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import Key
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words


def _read(draft: Draft) -> Mapping[str, object]:
    """Return the number of squares that the first position blocks, or that are drawn for a game.

    A FEN may then show others, too, if the game says so.
    """
    if draft.settings.text("wallingRule") != "none":  # blocked squares are then walls
        return {}
    shown = draft.start.placement.count("*")
    drawn = draft.settings.number("blockedSquares")
    if shown and drawn:
        draft.settings.fail("blockedSquares", "the first position shows which squares are blocked")
    return {
        "blocked": shown or drawn,
        "blocked_in_fen": draft.settings.flag("blockedSquaresInFen"),
    }


def _errors(variant: PiecesVariant) -> Iterator[str]:
    if not 0 <= variant.blocked < variant.files * variant.ranks:
        yield f"{variant.blocked} blocked squares"
    elif variant.random_start and variant.blocked > (empty := len(variant.start_squares(" "))):
        yield f"{variant.blocked} blocked squares, expected at most the {empty} empty ones"


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    return without_defaults(("blocked_squares", variant.blocked, 0))


def _drawing(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if variant.random_start:
        squares = english.count(variant.blocked, "square")
        yield f"{capitalised(squares)}, drawn at random for each game, are blocked."
    elif variant.blocked_in_fen:
        yield "Some squares may be blocked from the beginning."


def _moving(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if variant.blocked > len(variant.holes) or variant.most_walls:
        yield "Pieces cannot enter a blocked square or slide across it, but they can leap over it."


RULE = Rule(
    name="blocked_squares",
    fields=("blocked", "blocked_in_fen"),
    keys={
        "blockedSquares": Key(values.number, 0, extension=True),
        "blockedSquaresInFen": Key(values.flag, False, extension=True),
    },
    read=_read,
    errors=_errors,
    fingerprint=_fingerprint,
    texts=(Text("Before play", _drawing), Text("Pieces", _moving)),
)
