"""Names and signs of a game and its pieces, its look, and how long its games last: no rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from amalthea.engine.core.variant import Pace
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import letters, values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import Key
from amalthea.engine.pieces.rules.rule import Rule
from amalthea.engine.text import clip

_VALUES = "not read: pieces are worth what their moves suggest, or what EvalFile says"
_SIGN = r"\+?([A-Z]{1,8}'{0,2}|[|/\\][A-Z]{1,8}[|/\\])"


def _read(draft: Draft) -> Mapping[str, object]:
    stated = draft.settings.text("gameLength")
    return {
        "name": draft.settings.name,
        "title": draft.settings.text("title") or draft.settings.name,
        "hexagonal": draft.settings.flag("hexagonalBoard"),
        "synonyms": draft.synonyms,
        **({"pace": _pace(draft, stated)} if stated else {}),
    }


def _errors(variant: PiecesVariant) -> Iterator[str]:
    if variant.hexagonal and any(piece.second_square for piece in variant.pieces):
        yield "hexagonalBoard: pieces on two squares have no place on hexagons"


def piece_names(draft: Draft) -> Mapping[str, str]:
    """Return the names of pieces by letter; "_" stands for a space."""
    found = letters.by_piece("pieceNames", draft)
    return {letter: name.replace("_", " ") for letter, name in found.items()}


def piece_notation(draft: Draft) -> Mapping[str, str]:
    """Return the letters of the game's author for pieces in moves, where they differ from ours."""
    key = "pieceNotation"
    found = letters.by_piece(key, draft)
    others = [piece.letter for piece in draft.pieces if piece.letter not in found]
    for sign in found.values():
        if not letters.matched(_SIGN, sign):
            expected = "capital letters like NN or +NN, or with signs around, |S|"
            letters.fail(draft, key, sign, expected)
        if [*found.values(), *others].count(sign) > 1:
            draft.settings.fail(key, f"{clip(sign)} stands for two pieces")
    return found


def _pace(draft: Draft, text: str) -> Pace:
    form = r"([1-9][0-9]{0,2}) ([1-9][0-9]{0,2})(?: (0\.[0-9]{1,2}|1))?"
    numbers = re.fullmatch(form, text, re.ASCII)
    if not numbers:
        message = "expected two numbers of moves, like 70 22, and perhaps a part, like 0.6"
        draft.settings.fail("gameLength", message)
    foresight = float(numbers[3] or Pace().foresight)
    return Pace(int(numbers[1]), int(numbers[2]), foresight)


def _ours(inherited: bool = True) -> Key:
    return Key(values.text, "", changes_no_rule=True, extension=True, inherited=inherited)


RULE = Rule(
    name="presentation",
    fields=("name", "title", "pace", "hexagonal", "synonyms"),
    keys={
        "title": _ours(inherited=False),
        "pieceNames": _ours(),
        "pieceOrder": Key(values.kinds, (), changes_no_rule=True, extension=True),
        "pieceNotation": _ours(),
        "pieceSynonyms": _ours(),
        "gameLength": _ours(inherited=False),
        "hexagonalBoard": Key(values.flag, False, changes_no_rule=True, extension=True),
        "variantTemplate": Key(values.text, changes_no_rule=True),
        "pieceToCharTable": Key(values.text, changes_no_rule=True),
        "pocketSize": Key(values.text, changes_no_rule=True),
        "pieceValueMg": Key(values.text, changes_no_rule=True, note=_VALUES),
        "pieceValueEg": Key(values.text, changes_no_rule=True, note=_VALUES),
    },
    read=_read,
    errors=_errors,
)
