"""Second steps: a piece that captures with a first step may make another one, or it passes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from amalthea.engine.core.english import capitalised, either
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.errors import BetzaError
from amalthea.engine.pieces.description.variant import PiecesVariant, SecondSteps
from amalthea.engine.pieces.reading import letters, values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import Key
from amalthea.engine.pieces.rules.promotion import forms
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words

_FREE, _STRAIGHT = "secondSteps", "straightSecondSteps"


def _read(draft: Draft) -> Mapping[str, object]:
    free, straight = (_steps(key, draft) for key in (_FREE, _STRAIGHT))
    return {"second_steps": SecondSteps(free, straight)} if free or straight else {}


def _steps(key: str, draft: Draft) -> Mapping[str, str]:
    """Return the steps of pieces, and of the promoted forms that move like them, by letter."""
    steps = letters.by_piece(key, draft)
    like = {f"+{draft.letter(base)}": draft.letter(form) for base, form in forms(draft).items()}
    return steps | {form: steps[piece] for form, piece in like.items() if piece in steps}


def _errors(variant: PiecesVariant) -> Iterator[str]:
    rule = variant.second_steps
    if not rule:
        return
    yield from unsuited(variant, "second steps")
    if variant.mutually_immune:
        yield "second steps cannot be combined with mutual immunity"
    promoting = {promotion.piece for promotion in variant.promotions}
    for letter in _letters(variant):
        name = variant.piece(letter).name
        if letter in rule.free and letter in rule.straight:
            yield f"{name}: second steps of both kinds"
        if letter in promoting:
            yield f"{name}: a piece with a second step cannot promote"
        if variant.piece(letter).region:
            yield f"{name}: a piece with a second step must be free to go everywhere"
        try:
            steps = rule.steps(letter)
        except BetzaError as error:
            yield f"{name}: {error}"
            continue
        if any(max(abs(dx), abs(dy)) > 1 for dx, dy in steps):
            yield f"{name}: expected second steps of W, F or K, by one square"


def unsuited(variant: PiecesVariant, what: str) -> Iterator[str]:
    """Yield what a game must not have beside this or another rule of games like Chu Shogi."""
    ends = variant.ends
    if variant.royal or ends.pseudo_royals:
        yield (
            f"{what}: not supported in a game with a king or with pseudo-royal pieces; expected"
            " `king = -`, `commoner = k` and `extinctionPieceTypes = k`"
        )
    if variant.drops or variant.placement or variant.walls or variant.explosions:
        yield f"{what} cannot be combined with drops, placement, walls or explosions"
    if variant.enclosing or any(variant.passes_if_stuck):
        yield f"{what} cannot be combined with pieces that change sides or passes of a stuck side"
    if ends.forced_capture or variant.only_captures or ends.chases:
        yield f"{what} cannot be combined with forced captures or chases"
    if any(piece.second_square or piece.settings for piece in variant.pieces):
        yield f"{what} cannot be combined with pieces that turn or stand on two squares"


def _letters(variant: PiecesVariant) -> Iterable[str]:
    rule = variant.second_steps
    return (*rule.free, *rule.straight) if rule else ()


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    rule = variant.second_steps
    if rule is None:
        return {}
    found = without_defaults(("free", dict(rule.free), {}), ("straight", dict(rule.straight), {}))
    return {"second_steps": found}


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    rule = variant.second_steps
    if rule is None:
        return
    for pieces, onward in (
        (rule.free, "another step of this kind"),
        (rule.straight, "another step straight on"),
    ):
        if pieces:
            names = capitalised(words.any_piece(pieces))
            steps = either([f"`{moves}`" for moves in dict.fromkeys(pieces.values())])
            yield (
                f"{names} that captures by one step ({steps}) may go on at once: with {onward}, to"
                " an empty square or with a second capture, or back to where it came from."
            )
    yield (
        "If such a first step would lead to an empty square, the piece may pass, as if it went"
        " there and back."
    )


RULE = Rule(
    name="second_steps",
    fields=("second_steps", "second_steps.free", "second_steps.straight"),
    keys={
        _FREE: Key(values.text, "", extension=True),
        _STRAIGHT: Key(values.text, "", extension=True),
    },
    read=_read,
    errors=_errors,
    letters=_letters,
    fingerprint=_fingerprint,
    texts=(Text("Pieces", _sentences),),
)
