"""Counting: a side that is nearly bare counts its moves, and draws once they exceed a limit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core import english
from amalthea.engine.core.english import with_article
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.endings import MAX_COUNTS, MAX_PIECES, Counting
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import Key
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words

_LONGEST = 64  # moves of a lone king in Thailand
_THAI = {("rook", 2): 8, ("rook", 1): 16, ("silver", 2): 22, ("knight", 2): 32, ("silver", 1): 44}
_ASEAN = {("rook", 1): 16, ("silver", 1): 44, ("knight", 1): 64}


def _read(draft: Draft) -> Mapping[str, object]:
    return {"ends.counting": _counting(draft)}


def _counting(draft: Draft) -> Counting | None:
    """Return the rules of Thailand, of Cambodia (each limit is one move less) or of ASEAN."""
    rule = draft.settings.text("countingRule")
    if rule == "none":
        return None
    if rule == "asean":
        return Counting(0, _limits(draft, _ASEAN, 0), from_pieces=False)
    less = 1 if rule == "cambodian" else 0
    found = _limits(draft, _THAI, less)
    longest = _LONGEST - less
    if less:
        return Counting(longest, found, longest, most=3, pawns=True)
    return Counting(longest, found, longest)


def _limits(
    draft: Draft, limits: Mapping[tuple[str, int], int], less: int
) -> tuple[tuple[str, int, int], ...]:
    """Return limits by letter, each reduced by some moves, for the pieces of the game."""
    return tuple(
        (letter, least, moves - less)
        for (key, least), moves in limits.items()
        if (letter := draft.letter(key))
    )


def _errors(variant: PiecesVariant) -> Iterator[str]:
    rules = variant.ends.counting
    if rules and any(moves < 1 for _, _, moves in rules.limits):
        yield "a counting limit below one move"
    if rules and len(rules.limits) > MAX_COUNTS:
        yield f"counting by {len(rules.limits)} limits, expected at most {MAX_COUNTS}"


def _letters(variant: PiecesVariant) -> Iterator[str]:
    rules = variant.ends.counting
    return (letter for letter, _, _ in rules.limits) if rules else iter(())


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    rules = variant.ends.counting
    if rules is None:
        return {}
    values = without_defaults(
        ("bare_king", rules.bare, 0),
        ("limits", [list(limit) for limit in rules.limits], []),
        ("few_pieces", rules.few_pieces, 0),
        ("few_pieces_at_most", rules.most, MAX_PIECES),
        ("with_pawns", rules.pawns, False),
        ("from_piece_count", rules.from_pieces, True),
    )
    return {"counting": values}


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    rules = variant.ends.counting
    if rules is None:
        return
    limits = [
        f"{moves} against {_at_least(words, letter, least)}"
        for letter, least, moves in rules.limits
    ]
    if rules.bare:
        limits.append(f"{rules.bare} otherwise")
    if limits:
        yield (
            "When no pawns are left, a side with nothing but its king counts its moves. The game is"
            f" a draw as soon as the count exceeds the limit: {english.both(limits)}."
        )
        if rules.from_pieces:
            yield "That count starts at the number of pieces on the board."
    if rules.few_pieces:
        pieces = "other pieces beside its king"
        if rules.most < MAX_PIECES:
            pieces = f"at most {english.count(rules.most, 'piece')}"
        pawns = "" if rules.pawns else "When no pawns are left, "
        yield (
            f"{english.capitalised(f'{pawns}a side with {pieces}')} counts its moves, too."
            f" The game is a draw as soon as that count exceeds {rules.few_pieces}."
        )


def _at_least(words: Words, letter: str, least: int) -> str:
    name = words.piece_name(letter)
    return english.count(least, name) if least > 1 else with_article(name)


RULE = Rule(
    name="counting",
    fields=("ends.counting",),
    keys={
        "countingRule": Key(values.one_of("none", "makruk", "cambodian", "asean"), "none"),
    },
    read=_read,
    errors=_errors,
    letters=_letters,
    fingerprint=_fingerprint,
    texts=(Text("Draws", _sentences),),
)
