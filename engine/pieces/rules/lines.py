"""Lines: a side wins, loses or draws by bringing some of its pieces in line, or in a block."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core import english
from amalthea.engine.core.english import uncapitalised
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.endings import MAX_LINES, Line
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import Key, flag
from amalthea.engine.pieces.reading.values import ALL_PIECES
from amalthea.engine.pieces.rules.results import RESULTS, VERBS
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words

_GOALS = ("connectN", "connectNxN", "collinearN", "connectRegion1White")
DIRECTIONS = {"h": "rank", "v": "file", "d": "diagonal"}


def _read(draft: Draft) -> Mapping[str, object]:
    return {"ends.lines": tuple(_lines(draft))}


def _lines(draft: Draft) -> Iterator[Line]:
    """Yield rows, blocks, and pieces anywhere on one line."""
    settings, pieces, straight = draft.settings, kinds(draft), directions(draft)
    for key, ways, gaps in (
        ("connectN", straight, False),
        ("connectNxN", "b", False),
        ("collinearN", straight, True),
    ):
        length = settings.number(key)
        if length and length < 2:
            settings.fail(key, "expected at least 2 pieces")
        if length and pieces is not None:
            yield Line(length, pieces, ways, gaps, settings.result("connectValue"))


def kinds(draft: Draft) -> tuple[str, ...] | None:
    """Return the letters of the types that are connected, () for all types, None for no type."""
    if ALL_PIECES in draft.settings.kinds("connectPieceTypes"):
        return ()
    return draft.letters("connectPieceTypes") or None


def directions(draft: Draft) -> str:
    """Return the letters of the directions in which pieces are connected."""
    keys = (("h", "Horizontal"), ("v", "Vertical"), ("d", "Diagonal"))
    return "".join(letter for letter, name in keys if draft.settings.flag(f"connect{name}"))


def _errors(variant: PiecesVariant) -> Iterator[str]:
    for line in variant.ends.lines:
        if line.length < 2 or line.value not in RESULTS or set(line.directions) - set("hvdb"):
            yield f"a line of {line.length} pieces, {line.directions!r}, is {line.value!r}"
    if len(variant.ends.lines) > MAX_LINES:
        yield f"{len(variant.ends.lines)} kinds of lines, expected at most {MAX_LINES}"


def _letters(variant: PiecesVariant) -> Iterator[str]:
    return (letter for line in variant.ends.lines for letter in line.pieces)


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    lines = [
        without_defaults(
            ("length", line.length, 0),
            ("pieces", list(line.pieces), []),
            ("directions", line.directions, "hvd"),
            ("gaps", line.gaps, False),
            ("value", line.value, "win"),
        )
        for line in variant.ends.lines
    ]
    return without_defaults(("lines", lines, []))


def _decided(variant: PiecesVariant, words: Words) -> Iterator[str]:
    for line in variant.ends.lines:
        if line.value in VERBS:
            yield f"{_side_in_line(words, line)} {VERBS[line.value]}."


def _drawn(variant: PiecesVariant, words: Words) -> Iterator[str]:
    for line in variant.ends.lines:
        if line.value == "draw":
            side = uncapitalised(_side_in_line(words, line))
            yield f"The game is a draw if there is {side}."


def _side_in_line(words: Words, line: Line) -> str:
    """Return the side that has brought pieces in line."""
    nouns = english.either(words.plural_names(line.pieces)) if line.pieces else "pieces"
    if "b" in line.directions:
        return f"A side that fills a square of {line.length} by {line.length} with {nouns}"
    names = [name for letter, name in DIRECTIONS.items() if letter in line.directions]
    adjacent = "" if line.gaps else " side by side"
    line_name = english.either(names)
    return f"A side with {english.number(line.length)} {nouns}{adjacent} on one {line_name}"


RULE = Rule(
    name="lines",
    fields=("ends.lines",),
    keys={
        "connectN": Key(values.number, 0),
        "connectPieceTypes": Key(values.kinds_or_all, (ALL_PIECES,), requires=_GOALS),
        "connectHorizontal": flag(default=True, requires=_GOALS),
        "connectVertical": flag(default=True, requires=_GOALS),
        "connectDiagonal": flag(default=True, requires=_GOALS),
        "connectNxN": Key(values.number, 0),
        "collinearN": Key(values.number, 0),
        "connectValue": Key(values.result, "win", requires=_GOALS),
    },
    read=_read,
    errors=_errors,
    letters=_letters,
    fingerprint=_fingerprint,
    texts=(Text("Aim", _decided), Text("Draws", _drawn)),
    decisive=("ends.lines",),
)
