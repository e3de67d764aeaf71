"""Explosions: a capture removes the capturing piece, too, and the pieces next to it, or it leaves a
blocked square.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from amalthea.engine.core import english
from amalthea.engine.core.english import capitalised
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.variant import Explosions, PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import NOBODY, Key, flag
from amalthea.engine.pieces.reading.piece_keys import PAWN
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words


def _read(draft: Draft) -> Mapping[str, object]:
    petrified = draft.letters("petrifyOnCaptureTypes")
    if not draft.settings.flag("blastOnCapture"):
        return {"explosions": Explosions(petrified=petrified, alone=True)} if petrified else {}
    pawn = draft.letter(PAWN)
    immune = draft.letters("blastImmuneTypes")
    sheltered = (pawn,) if pawn and pawn not in immune else ()
    return {"explosions": Explosions(sheltered, immune, petrified)}


def _errors(variant: PiecesVariant) -> Iterator[str]:
    if not variant.explosions:
        return
    if variant.royal:
        what = "leave blocked squares" if variant.explosions.alone else "explode"
        yield (
            f"captures cannot {what} in a game with a king; expected `king = -`, `commoner = k` and"
            " `extinctionPieceTypes = k`"
        )
    if any(piece.second_square or piece.settings for piece in variant.pieces):
        yield "captures cannot explode in a game of pieces that turn or stand on two squares"
    royals = variant.ends.pseudo_royals
    if royals and set(royals.pieces) & set(variant.explosions.immune):
        yield "a pseudo-royal piece cannot be immune to explosions"


def _letters(variant: PiecesVariant) -> Iterable[str]:
    rule = variant.explosions
    return (*rule.sheltered, *rule.immune, *rule.petrified) if rule else ()


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    rule = variant.explosions
    if rule is None:
        return {}
    values_ = without_defaults(
        ("sheltered", list(rule.sheltered), []),
        ("immune", list(rule.immune), []),
        ("petrified", list(rule.petrified), []),
        ("alone", rule.alone, False),
    )
    return {"explosions": values_}


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    rule = variant.explosions
    if rule is None:
        return
    if rule.petrified:
        yield from _petrified(variant, words, rule)
    if not rule.alone:
        yield from _exploding(variant, words, rule)


def _petrified(variant: PiecesVariant, words: Words, rule: Explosions) -> Iterator[str]:
    names = capitalised(words.any_piece(rule.petrified))
    yield (
        f"{names} that captures is petrified: it leaves the board together with the captured piece,"
        " and the square is blocked for good."
    )
    royals = variant.ends.pseudo_royals
    if royals and (kings := [each for each in royals.pieces if each in rule.petrified]):
        last = words.alternatives(kings)
        yield f"A side's last {last} may not capture, and is no danger to the enemy's."


def _exploding(variant: PiecesVariant, words: Words, rule: Explosions) -> Iterator[str]:
    yield (
        "A capture explodes: the capturing piece leaves the board, too, as do the pieces of both"
        " sides on the squares next to the square of the capture."
    )
    if rule.sheltered:
        names = capitalised(english.both(words.plural_names(rule.sheltered)))
        yield f"{names} explode only if they capture or are captured."
    if rule.immune:
        names = capitalised(english.both(words.plural_names(rule.immune)))
        yield f"{names} never explode, not even when they capture."
    if variant.ends.pseudo_royals:
        names = words.alternatives(variant.ends.pseudo_royals.pieces)
        yield (
            f"A side may not explode its own last {names}. If it explodes the enemy's, it wins at"
            f" once, even if its own is attacked. A {names} next to the enemy's is not attacked, as"
            " neither side could capture there."
        )


RULE = Rule(
    name="explosions",
    fields=(
        "explosions",
        "explosions.sheltered",
        "explosions.immune",
        "explosions.petrified",
        "explosions.alone",
    ),
    keys={
        "blastOnCapture": flag(),
        "petrifyOnCaptureTypes": Key(values.kinds, NOBODY),
        "blastImmuneTypes": Key(values.kinds, NOBODY, requires=("blastOnCapture",)),
    },
    read=_read,
    errors=_errors,
    letters=_letters,
    fingerprint=_fingerprint,
    texts=(Text("Pieces", _sentences),),
)
