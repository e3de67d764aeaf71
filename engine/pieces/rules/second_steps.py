"""Second steps: a piece that captures with a first step may make another one, or it passes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from amalthea.engine.core.english import capitalised
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.errors import BetzaError
from amalthea.engine.pieces.description.variant import PiecesVariant, Promotion, SecondSteps
from amalthea.engine.pieces.reading import letters, values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import Key
from amalthea.engine.pieces.rules.promotion import forms_like
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words

_FREE, _STRAIGHT, _BACK = "secondSteps", "straightSecondSteps", "rifleCaptures"


def _read(draft: Draft) -> Mapping[str, object]:
    kinds = [_steps(key, draft) for key in (_FREE, _STRAIGHT, _BACK)]
    return {"second_steps": SecondSteps(*kinds)} if any(kinds) else {}


def _steps(key: str, draft: Draft) -> Mapping[str, str]:
    """Return the steps of pieces, and of the promoted forms that move like them, by letter."""
    steps = letters.by_piece(key, draft)
    return steps | {form: steps[like] for form, like in forms_like(draft).items() if like in steps}


def _errors(variant: PiecesVariant) -> Iterator[str]:
    rule = variant.second_steps
    if not rule:
        return
    yield from unsuited(variant, "second steps")
    if variant.mutually_immune:
        yield "second steps cannot be combined with mutual immunity"
    for letter in dict.fromkeys(_letters(variant)):
        name = variant.piece(letter).name
        if rule.letters.count(letter) > 1:
            yield f"{name}: second steps of two kinds"
        if any(each.piece == letter and not _suits(each) for each in variant.promotions):
            yield (
                f"{name}: a piece with a second step promotes only as `promotionOnEntry` says, to"
                " one other piece"
            )
        if variant.piece(letter).region:
            yield f"{name}: a piece with a second step must be free to go everywhere"
        try:
            steps = rule.steps(letter)
        except BetzaError as error:
            yield f"{name}: {error}"
            continue
        if any(max(abs(dx), abs(dy)) > 1 for dx, dy in steps):
            yield f"{name}: expected second steps of W, F or K, by one square"


def _suits(promotion: Promotion) -> bool:
    """Return True if a piece with a second step may have such a promotion."""
    return promotion.captures_inside and promotion.optional and len(promotion.to) == 1


def unsuited(variant: PiecesVariant, what: str) -> Iterator[str]:
    """Yield an error for each rule of a game that a rule of games like Chu Shogi excludes.

    what: the rule of games like Chu Shogi, as the messages name it.
    """
    ends = variant.ends
    if variant.royal or ends.pseudo_royals:
        yield (
            f"{what}: not supported in a game with a king or with pseudo-royal pieces; expected"
            " `king = -`, `commoner = k` and `extinctionPieceTypes = k`"
        )
    if variant.drops or variant.placement or variant.walls or variant.explosions:
        yield f"{what} cannot be combined with drops, placement, walls or explosions"
    if variant.enclosing or variant.passes_by_first_piece:
        yield f"{what} cannot be combined with pieces that change sides or passes of a stuck side"
    if ends.forced_capture or variant.only_captures or ends.chases:
        yield f"{what} cannot be combined with forced captures or chases"
    if any(piece.second_square or piece.settings for piece in variant.pieces):
        yield f"{what} cannot be combined with pieces that turn or stand on two squares"


def _letters(variant: PiecesVariant) -> Iterable[str]:
    return variant.second_steps.letters if variant.second_steps else ()


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    rule = variant.second_steps
    if rule is None:
        return {}
    found = without_defaults(
        ("free", dict(rule.free), {}),
        ("straight", dict(rule.straight), {}),
        ("back", dict(rule.back), {}),
    )
    return {"second_steps": found}


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    rule = variant.second_steps
    if rule is None:
        return
    for pieces, onward in (
        (rule.free, "another step of this kind"),
        (rule.straight, "another step straight on"),
    ):
        for moves in dict.fromkeys(pieces.values()):
            names = words.any_piece(each for each in pieces if pieces[each] == moves)
            yield (
                f"{capitalised(names)} that captures by one step (`{moves}`) may go on at once:"
                f" with {onward}, to an empty square or with a second capture, or back to where it"
                " came from."
            )
    if rule.free or rule.straight:
        yield (
            "If such a first step would lead to an empty square, the piece may pass, as if it went"
            " there and back."
        )
    for moves in dict.fromkeys(rule.back.values()):
        names = words.any_piece(each for each in rule.back if rule.back[each] == moves)
        yield (
            f"{capitalised(names)} may capture by a step (`{moves}`) without moving: it stays where"
            " it is."
        )
    if any(each.piece in rule.letters for each in variant.promotions):
        yield (
            "A piece that captures on its way promotes if its move begins or ends in the region of"
            " promotion."
        )


RULE = Rule(
    name="second_steps",
    fields=(
        "second_steps",
        "second_steps.free",
        "second_steps.straight",
        "second_steps.back",
    ),
    keys={
        _FREE: Key(values.text, "", extension=True),
        _STRAIGHT: Key(values.text, "", extension=True),
        _BACK: Key(values.text, "", extension=True),
    },
    read=_read,
    errors=_errors,
    letters=_letters,
    fingerprint=_fingerprint,
    texts=(Text("Pieces", _sentences),),
)
