"""The words of our own in variant files: for what other engines have no rule.

Here a letter stands for a piece as elsewhere, `+n` for a promoted form that has moves of its own.
Ranks are a player's own; squares are White's, Black's lie opposite. docs/variants.md has them all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from amalthea.engine.core.letters import FORM
from amalthea.engine.core.variant import Pace, parse_square
from amalthea.engine.errors import clip
from amalthea.engine.pieces.description.regions import Region
from amalthea.engine.pieces.description.variant import (
    Castling,
    EnPassant,
    PlacementRules,
    Promotion,
    Right,
)
from amalthea.engine.variant_files.draft import Draft

COVERS = {"wide": (1, 0), "tall": (0, 1)}

# Patterns, as texts: few games need one of them, and reading chess must be quick.
_AT_RANK = rf"(?P<piece>{FORM})@(?P<rank>[0-9]{{1,2}}):(?P<value>\S+)"
_PROMOTION = (
    rf"(?P<piece>{FORM})@((?P<coming>[0-9]{{1,2}})-)?(?P<place>[a-p]?[0-9]{{1,2}}):(?P<value>\S+)"
)
_OF_PIECE = rf"(?P<piece>{FORM}):(?P<value>\S+)"
_AT_SQUARE = rf"(?P<square>[a-p][0-9]{{1,2}}):(?P<piece>{FORM})"
_MOVE = r"(?P<origin>[a-p][0-9]{1,2})-(?P<goal>[a-p][0-9]{1,2})"
_SIGN = r"\+?([A-Z]{1,8}'{0,2}|[|/\\][A-Z]{1,8}[|/\\])"


def described(draft: Draft) -> Mapping[str, Any]:
    """What only we have: blocked squares, secret placement, the length of games."""
    return {
        "blocked": _blocked(draft),
        "placement": _placement(draft),
        "pace": _pace(draft),
    }


# What is said of pieces, by letter


def names(draft: Draft) -> Mapping[str, str]:
    """What pieces are called; "_" stands for a space."""
    return {
        letter: name.replace("_", " ") for letter, name in _of_pieces("pieceNames", draft).items()
    }


def notation(draft: Draft) -> Mapping[str, str]:
    """Return what a game's author writes for its pieces in moves, where that is not the letter."""
    key = "pieceNotation"
    found = _of_pieces(key, draft)
    others = [piece.letter for piece in draft.pieces if piece.letter not in found]
    for sign in found.values():
        if not _match(_SIGN, sign):
            _fail(draft, key, sign, "capital letters like NN or +NN, or with signs around, |S|")
        if [*found.values(), *others].count(sign) > 1:
            draft.settings.fail(key, f"{clip(sign)} stands for two pieces")
    return found


def rank_moves(draft: Draft) -> Mapping[str, dict[int | Region, str]]:
    """Further moves while a piece stands on a rank."""
    found: dict[str, dict[int | Region, str]] = {}
    for part in _parts("rankMoves", draft):
        match = _match(_AT_RANK, part)
        if not match:
            _fail(draft, "rankMoves", part, "p@2:fmR4, a piece, its rank and its moves there")
        letter = _letter(match["piece"], "rankMoves", draft)
        found.setdefault(letter, {})[int(match["rank"])] = match["value"]
    return found


def turns(draft: Draft) -> Mapping[str, tuple[str, ...]]:
    """What a piece may turn into."""
    return {
        letter: _letters(value, "settings", draft)
        for letter, value in _of_pieces("settings", draft).items()
    }


def covers(draft: Draft) -> Mapping[str, tuple[int, int]]:
    """Where the second square of a piece lies."""
    found = _of_pieces("twoSquares", draft)
    for value in found.values():
        if value not in COVERS:
            _fail(draft, "twoSquares", value, "wide or tall, like w:wide v:tall")
    return {letter: COVERS[value] for letter, value in found.items()}


def pivots(draft: Draft) -> Mapping[str, str]:
    """What a quarter turn makes of a piece."""
    return {
        letter: _letter(value, "pivots", draft)
        for letter, value in _of_pieces("pivots", draft).items()
    }


# Pawns, promotion and castling


def promotions(draft: Draft) -> Iterator[Promotion]:
    """What becomes of a piece on a rank, on a rank if it comes from another, or on squares."""
    squares: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}
    for part in _parts("promotions", draft):
        match = _match(_PROMOTION, part)
        if not match or (match["coming"] and not match["place"].isdecimal()):
            _fail(draft, "promotions", part, "p@10:+p, a piece, its rank and what it becomes")
        letter = _letter(match["piece"], "promotions", draft)
        becomes = _letters(match["value"], "promotions", draft)
        if match["place"].isdecimal():
            coming = int(match["coming"] or "0")
            yield Promotion(letter, int(match["place"]), becomes, coming=coming)
        else:
            squares[letter, becomes] = (*squares.get((letter, becomes), ()), match["place"])
    for (letter, becomes), places in squares.items():
        yield Promotion(letter, Region(places), becomes)


def en_passant(draft: Draft) -> EnPassant | None:
    """En passant after pawns' advances of a length of our own, None where that is not said."""
    steps = draft.settings.number("enPassantSteps")
    shown = draft.settings.flag("enPassantAlwaysShown")
    return EnPassant(steps, always_shown=shown) if steps else None


def rights(draft: Draft) -> tuple[Right, ...]:
    """The unmoved pieces that carry a right, in the order of their files' letters."""
    found = []
    for part in _parts("rights", draft):
        match = _match(_AT_SQUARE, part)
        if not match:
            _fail(draft, "rights", part, "a1:r, a square and the piece on it")
        letter = _letter(match["piece"], "rights", draft)
        found.append(Right(match["square"], letter, match["square"][0].upper()))
    return tuple(sorted(found, key=lambda right: right.letter))


def castlings(draft: Draft) -> Iterator[Castling]:
    """`g1-k1 l1-j1 needs l1 empty h1 i1 j1 k1 keeps a1 beside k1:g`: king, partners, conditions."""
    for key, text in draft.settings.numbered("castling").items():
        moves: list[tuple[str, str]] = []
        said: dict[str, list[str]] = {"needs": [], "empty": [], "keeps": [], "beside": []}
        word = ""
        for part in text.split():
            if part in said:
                word = part
            elif not word and (match := _match(_MOVE, part)):
                moves.append((match["origin"], match["goal"]))
            elif word == "beside" or (word and parse_square(part)):
                said[word].append(part)
            else:
                _fail(draft, key, part, "g1-k1 l1-j1 needs l1 empty h1 i1")
        if not moves:
            _fail(draft, key, text, "the king's move first, like g1-k1")
        beside = [_match(_AT_SQUARE, part) for part in said["beside"]]
        yield Castling(
            name=f"{key} {moves[0][0]}-{moves[0][1]}",
            king=moves[0],
            partners=tuple(moves[1:]),
            rights=tuple(said["needs"]),
            empty=tuple(said["empty"]),
            keeps=tuple(said["keeps"]),
            stands=tuple(
                (match["square"], _letter(match["piece"], key, draft))
                if match
                else _fail(draft, key, "beside", "beside k1:g")
                for match in beside
            ),
        )


# The beginning


def _blocked(draft: Draft) -> int:
    """As many squares as the first position blocks, or as are drawn for each game."""
    shown = draft.start.placement.count("*")
    many = draft.settings.number("blockedSquares")
    if shown and many:
        draft.settings.fail("blockedSquares", "the first position shows which squares are blocked")
    return shown or many


def _placement(draft: Draft) -> PlacementRules | None:
    order = _letters(draft.settings.text("placement"), "placement", draft)
    if not order:
        return None
    apart = _letters(draft.settings.text("placementApart"), "placementApart", draft)
    if len(apart) != 1:
        draft.settings.fail("placementApart", "expected the piece whose second goes elsewhere")
    first = _letters(draft.settings.text("placementFirst"), "placementFirst", draft)
    return PlacementRules(order, apart[0], first)


def _pace(draft: Draft) -> Pace:
    text = draft.settings.text("gameLength")
    if not text:
        return Pace()
    form = r"([1-9][0-9]{0,2}) ([1-9][0-9]{0,2})(?: (0\.[0-9]{1,2}|1))?"
    numbers = re.fullmatch(form, text, re.ASCII)
    if not numbers:
        message = "expected two numbers of moves, like 70 22, and perhaps a part, like 0.6"
        draft.settings.fail("gameLength", message)
    foresight = float(numbers[3] or Pace().foresight)
    return Pace(int(numbers[1]), int(numbers[2]), foresight)


# Texts


def _match(pattern: str, text: str) -> re.Match[str] | None:
    return re.fullmatch(pattern, text, re.ASCII)


def _parts(key: str, draft: Draft) -> list[str]:
    return draft.settings.text(key).split()


def _of_pieces(key: str, draft: Draft) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in _parts(key, draft):
        match = _match(_OF_PIECE, part)
        if not match:
            _fail(draft, key, part, "a piece and its value, like s:lz")
        found[_letter(match["piece"], key, draft)] = match["value"]
    return found


def _letters(text: str, key: str, draft: Draft) -> tuple[str, ...]:
    words = text.replace(" ", "")
    found = re.findall(FORM, words, re.ASCII)
    if "".join(found) != words:
        _fail(draft, key, text, "letters of pieces")
    return tuple(_letter(letter, key, draft) for letter in found)


def _letter(letter: str, key: str, draft: Draft) -> str:
    found = letter.upper()
    if found not in {piece.letter for piece in draft.pieces}:
        draft.settings.fail(key, f"no piece has the letter {clip(letter)}")
    return found


def _fail(draft: Draft, key: str, part: str, expected: str) -> NoReturn:
    draft.settings.fail(key, f"{clip(part, 30)}, expected {expected}")
