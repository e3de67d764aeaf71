"""Goals: a side wins by bringing pieces to certain squares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core import english
from amalthea.engine.core.english import with_article
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.endings import Goal
from amalthea.engine.pieces.description.regions import Region
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import BOTH, NOWHERE, SIDES, Key, each, flag
from amalthea.engine.pieces.reading.piece_keys import KING
from amalthea.engine.pieces.reading.values import ALL_PIECES
from amalthea.engine.pieces.rules.places import owner
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words

_REGION = ("flagRegion",)


def _read(draft: Draft) -> Mapping[str, object]:
    return {"ends.goals": tuple(_goals(draft))}


def _goals(draft: Draft) -> Iterator[Goal]:
    """Yield one goal of both sides, or one for each side if their pieces differ."""
    sides = {
        side: (draft.settings.kinds(f"flagPiece{side}"), draft.region(f"flagRegion{side}"))
        for side in SIDES
    }
    for kinds in dict.fromkeys(kinds for kinds, squares in sides.values() if squares):
        if len(kinds) > 1:
            draft.settings.fail("flagPiece", "expected one piece or *")
        squares = (draft.named(at) if kind == kinds else () for kind, at in sides.values())
        piece = None if ALL_PIECES in kinds else draft.letter(kinds[0]) if kinds else None
        later, safe = (draft.settings.flag(key) for key in ("flagMove", "flagPieceSafe"))
        royal = kinds == (KING,)
        if later and safe and royal:
            draft.settings.fail("flagMove", "not supported: safe goals of kings with a last move")
        if kinds:
            yield Goal(
                piece,
                Region(*squares),
                draft.settings.number("flagPieceCount"),
                answered=later and royal,
                held=later and not royal,
                safe=safe,
                filled=draft.settings.flag("flagPieceBlockedWin"),
            )


def _errors(variant: PiecesVariant) -> Iterator[str]:
    for goal in variant.ends.goals:
        if error := goal.region.error(variant.files, variant.ranks):
            yield f"goal: {error}"
        if goal.count < 1:
            yield f"a goal of {goal.count} pieces, expected at least 1"
        if goal.answered and (goal.count > 1 or not variant.royal or goal.piece != variant.royal):
            yield "a goal can be answered only if it is one royal piece's"


def _letters(variant: PiecesVariant) -> Iterator[str]:
    return (goal.piece for goal in variant.ends.goals if goal.piece)


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    goals = [
        without_defaults(
            ("piece", goal.piece, None),
            ("region", goal.region.value(), None),
            ("count", goal.count, 1),
            ("answered", goal.answered, False),
            ("held", goal.held, False),
            ("safe", goal.safe, False),
            ("filled", goal.filled, False),
        )
        for goal in variant.ends.goals
    ]
    return without_defaults(("goals", goals, []))


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    for goal in variant.ends.goals:
        yield from _goal_sentences(words, goal)


def _goal_sentences(words: Words, goal: Goal) -> Iterator[str]:
    what = words.piece_name(goal.piece) if goal.piece else "piece"
    if goal.count > 1:
        counted = english.count(goal.count, what)
    else:
        royal = goal.piece is not None and goal.piece == words.variant.royal
        counted = f"its {what}" if royal else with_article(what)
    side = owner(goal.region) or "A side"
    yield f"{side} wins by bringing {counted} to {words.place(goal.region)}."
    there = "It must still be there" if goal.count == 1 else "They must still be there"
    if goal.held:
        yield f"{there} after the opponent's next move."
    if goal.safe:
        if goal.count == 1:
            yield "It does not count while it can be captured there."
        else:
            yield "They do not count while any of them can be captured there."
    if goal.filled:
        yield "Fewer are enough when no square is left there."
    if goal.answered:
        yield (
            f"If White's {what} arrives first and Black's can follow at once, Black has one more"
            " move. If both are there then, the game is a draw."
        )


RULE = Rule(
    name="goals",
    fields=("ends.goals",),
    keys={
        "flagPiece": Key(values.kinds_or_all, each((ALL_PIECES,)), sides=BOTH, requires=_REGION),
        "flagRegion": Key(values.squares, each(NOWHERE), sides=BOTH),
        "flagPieceCount": Key(values.number, 1, requires=_REGION),
        "flagPieceBlockedWin": flag(requires=_REGION),
        "flagMove": flag(requires=_REGION),
        "flagPieceSafe": flag(requires=_REGION),
    },
    read=_read,
    errors=_errors,
    letters=_letters,
    fingerprint=_fingerprint,
    texts=(Text("Aim", _sentences),),
    decisive=("ends.goals",),
)
