"""Castling: a king and one or more partners move at once; rights show which have not moved yet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from amalthea.engine.core import english
from amalthea.engine.core.english import capitalised
from amalthea.engine.core.letters import FORM
from amalthea.engine.core.variant import parse_square, square_name
from amalthea.engine.pieces.description.variant import Castling, PiecesVariant, Right
from amalthea.engine.pieces.reading import letters as named
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import BOTH, Key, each, flag
from amalthea.engine.pieces.reading.piece_keys import KING
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words
from amalthea.engine.text import counted

_KINGSIDE, _QUEENSIDE = "K", "Q"
_AT_SQUARE = rf"(?P<square>[a-p][0-9]{{1,2}}):(?P<piece>{FORM})"
_MOVE = r"(?P<origin>[a-p][0-9]{1,2})-(?P<goal>[a-p][0-9]{1,2})"
_UNNAMED = re.compile(r"castling[0-9]+ ")  # what a variant file calls a castling of its own

# From a section to the description


class _Wing(NamedTuple):
    """One castling of both players: files of king and rook before it, the rook's letter, rank from
    0.
    """

    king: int
    rook: int
    letter: str
    rank: int

    @property
    def name(self) -> str:
        return _KINGSIDE if self.rook > self.king else _QUEENSIDE


def _read(draft: Draft) -> Mapping[str, object]:
    """Return castlings, their rights, and the first position with the rights that can be used.

    A right of the first position that has no rook or king is left out, as in Fairy-Stockfish.
    """
    if own := rights(draft):
        return {
            "rights": own,
            "castlings": _with_names(_listed(draft), draft),
            "start": _start(draft, draft.start.rights),
        }
    wings: dict[str, _Wing] = {}
    kept = ""
    if draft.settings.flag("castling"):
        for letter in draft.start.rights.replace("-", ""):
            wing = _wing(letter, draft)
            if not wing:
                continue
            if wings.setdefault(wing.name, wing) != wing:
                draft.fail_start("not supported: Black castles unlike White")
            kept += wing.name if letter.isupper() else wing.name.lower()
    ordered = [wings[name] for name in (_KINGSIDE, _QUEENSIDE) if name in wings]
    shown = "".join(letter for letter in "KQkq" if letter in kept) or "-"
    return {
        "rights": tuple(Right(square_name(w.rook, w.rank), w.letter, w.name) for w in ordered),
        "castlings": _with_names((_castling(wing, draft) for wing in ordered), draft),
        "start": _start(draft, shown),
    }


def rights(draft: Draft) -> tuple[Right, ...]:
    """Return the unmoved pieces that carry a right, in the order of their files' letters."""
    found = []
    for part in named.parts("rights", draft):
        match = named.matched(_AT_SQUARE, part)
        if not match:
            named.fail(draft, "rights", part, "a1:r, a square and the piece on it")
        letter = named.letter(match["piece"], "rights", draft)
        found.append(Right(match["square"], letter, match["square"][0].upper()))
    return tuple(sorted(found, key=lambda right: right.letter))


def _listed(draft: Draft) -> Iterator[Castling]:
    """Yield castlings like `g1-k1 l1-j1 needs l1 empty h1 i1 j1 k1 keeps a1 beside k1:g`."""
    for key, text in draft.settings.numbered("castling").items():
        moves: list[tuple[str, str]] = []
        said: dict[str, list[str]] = {"needs": [], "empty": [], "keeps": [], "beside": []}
        word = ""
        for part in text.split():
            if part in said:
                word = part
            elif not word and (match := named.matched(_MOVE, part)):
                moves.append((match["origin"], match["goal"]))
            elif word == "beside" or (word and parse_square(part)):
                said[word].append(part)
            else:
                named.fail(draft, key, part, "g1-k1 l1-j1 needs l1 empty h1 i1")
        if not moves:
            named.fail(draft, key, text, "the king's move first, like g1-k1")
        beside = [named.matched(_AT_SQUARE, part) for part in said["beside"]]
        yield Castling(
            name=f"{key} {moves[0][0]}-{moves[0][1]}",
            king=moves[0],
            partners=tuple(moves[1:]),
            rights=tuple(said["needs"]),
            empty=tuple(said["empty"]),
            kept_rights=tuple(said["keeps"]),
            standing=tuple(
                (match["square"], named.letter(match["piece"], key, draft))
                if match
                else named.fail(draft, key, "beside", "beside k1:g")
                for match in beside
            ),
        )


def _with_names(castlings: Iterable[Castling], draft: Draft) -> tuple[Castling, ...]:
    """Return castlings with the names that the section gives them, if it does."""
    found = tuple(castlings)
    names = draft.settings.text("castlingNames").split()
    if not names:
        return found
    if len(names) != len(found):
        draft.settings.fail("castlingNames", f"expected {counted(len(found), 'name')}")
    pairs = zip(found, names, strict=True)
    return tuple(replace(castling, name=name.replace("_", " ")) for castling, name in pairs)


def _start(draft: Draft, shown: str) -> str:
    start = draft.start
    checks = f"{start.checks} " if start.checks else ""
    return f"{start.placement} {start.side} {shown} {start.target} {checks}{start.counters}"


def _wing(letter: str, draft: Draft) -> _Wing | None:
    """Return the castling of a right, None if it cannot be used."""
    white = letter.isupper()
    home = draft.settings.number("castlingRank") - 1
    rank = home if white else draft.ranks - 1 - home
    own = {
        file: draft.board.get((file, rank), "")
        for file in range(draft.files)
        if draft.board.get((file, rank), "").isupper() == white
    }
    letters = draft.letters("castlingRookPieces")
    rooks = [file for file, found in own.items() if found.upper() in letters]
    king = _king_file(own, draft)
    if letter.upper() == _KINGSIDE:
        last = draft.settings.number("castlingRookKingsideFile")
        rook = max((file for file in rooks if file <= last), default=None)
    elif letter.upper() == _QUEENSIDE:
        first = draft.settings.number("castlingRookQueensideFile")
        rook = min((file for file in rooks if file >= first), default=None)
    elif re.fullmatch("[A-P]", letter.upper()):
        rook = next((file for file in rooks if file == ord(letter.upper()) - ord("A")), None)
    else:
        draft.fail_start(f"castling right {letter!r}, expected some of KQkq or files of rooks")
    if king is None or rook is None:
        return None
    return _Wing(king, rook, own[rook].upper(), home)


def _king_file(own: Mapping[int, str], draft: Draft) -> int | None:
    """Return the file of the king; among several of its type the one of castlingKingFile."""
    castling = draft.settings.kinds("castlingKingPiece")
    if castling not in ((), (KING,)) and draft.letter(KING):
        draft.settings.fail(
            "castlingKingPiece",
            "not supported: castling by another piece than the king",
        )
    letters = draft.letters("castlingKingPiece")
    kings = [file for file, found in own.items() if found.upper() in letters]
    if len(kings) == 1:
        return kings[0]
    told = draft.settings.number("castlingKingFile")
    return told if told in kings else None


def _castling(wing: _Wing, draft: Draft) -> Castling:
    kingside = wing.name == _KINGSIDE
    key = "castlingKingsideFile" if kingside else "castlingQueensideFile"
    goal = draft.settings.number(key)
    beyond = wing.king < goal <= wing.rook if kingside else wing.rook <= goal < wing.king
    if not beyond:
        king, rook = square_name(wing.king, wing.rank), square_name(wing.rook, wing.rank)
        draft.settings.fail(
            key, f"not supported: castling of the king away from {rook}, from {king}"
        )
    rook_goal = goal - 1 if kingside else goal + 1
    crossed = {*_span(wing.king, goal), *_span(wing.rook, rook_goal)} - {wing.king, wing.rook}
    return Castling(
        name=f"{'kingside' if kingside else 'queenside'} castling",
        king=(square_name(wing.king, wing.rank), square_name(goal, wing.rank)),
        partners=((square_name(wing.rook, wing.rank), square_name(rook_goal, wing.rank)),),
        rights=(square_name(wing.rook, wing.rank),),
        empty=tuple(square_name(file, wing.rank) for file in sorted(crossed)),
        piece="" if draft.letter(KING) else draft.letters("castlingKingPiece")[0],
    )


def _span(first: int, last: int) -> range:
    """Return the files from one to the other, both included."""
    return range(min(first, last), max(first, last) + 1)


# The description


def _errors(variant: PiecesVariant) -> Iterator[str]:
    carriers = [right.letter for right in variant.rights]
    for right in variant.rights:
        variant.square(right.square)
        if not re.fullmatch("[A-Z]", right.letter) or carriers.count(right.letter) > 1:
            yield f"the right of {right.square} needs an upper-case letter of its own"
    for castling in variant.castlings:
        yield from (f"{castling.name}: {error}" for error in _castling_errors(castling, variant))


def _castling_errors(castling: Castling, variant: PiecesVariant) -> Iterator[str]:
    carriers = {right.square for right in variant.rights}
    moved = [*castling.king, *(square for pair in castling.partners for square in pair)]
    for square in (*moved, *castling.empty):
        variant.square(square)
    for square in (*castling.rights, *castling.kept_rights):
        if square not in carriers:
            yield f"{square} carries no right"
    standing = {square for square, _ in castling.standing}
    for square, _ in castling.partners:
        if square not in standing and square not in castling.rights:
            yield f"the partner on {square} needs a right or a type"
    for square in castling.rights:
        if square not in moved:
            yield f"{square} has a right but does not take part"
    if castling.piece and castling.piece not in {piece.letter for piece in variant.pieces}:
        yield f"no piece type has the letter {castling.piece!r}"
    elif not variant.castles(castling):
        yield "no piece castles"
    elif len(castling.partners) != 1 and variant.goes_plainly(castling):
        yield "a plain move of the king goes there, too; expected one partner"
    if castling.king[0][1:] != castling.king[1][1:]:
        yield "the king must stay on its rank"


def _letters(variant: PiecesVariant) -> Iterator[str]:
    yield from (right.piece for right in variant.rights)
    yield from (letter for castling in variant.castlings for _, letter in castling.standing)


# Sentences


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    """Yield the rules of all castlings, then each one for White with its conditions."""
    if not variant.castlings:
        return
    yield from _in_general(variant, words)
    pieces = {right.square: right.piece for right in variant.rights}
    for castling in variant.castlings:
        yield _sentence(words, castling, {**pieces, **dict(castling.standing)})


def _in_general(variant: PiecesVariant, words: Words) -> Iterator[str]:
    castlers = [variant.castles(castling) for castling in variant.castlings]
    names = english.either(words.piece_names(castlers))
    partners = max(len(castling.partners) for castling in variant.castlings)
    others = "another piece" if partners == 1 else "one or two other pieces"
    yield f"Castling moves the {names} and {others} in one move."
    if any(castling.kept_rights for castling in variant.castlings):
        yield f"Once the {names} has made a move other than castling, it may not castle."
    else:
        yield f"The {names} must not have moved before."
    if variant.royal in castlers:
        yield (
            f"The {words.piece_name(variant.royal)} may not castle out of check, and no square"
            " that it passes or reaches may be attacked."
        )
    yield "White castles as follows, Black in the same way on the other side of the board."


def _sentence(words: Words, castling: Castling, pieces: Mapping[str, str]) -> str:
    moves = [_moving(words, words.variant.castles(castling), castling.king)]
    moves += [_moving(words, pieces[ends[0]], ends) for ends in castling.partners]
    name = "" if _UNNAMED.match(castling.name) else f"{castling.name}: "
    conditions = [*_conditions(words, castling, pieces)]
    needs = f"; {english.clauses(conditions)}" if conditions else ""
    return capitalised(f"{name}{english.both(moves)}{needs}.")


def _moving(words: Words, letter: str, ends: tuple[str, str]) -> str:
    return f"{words.piece_name(letter)} from {ends[0]} to {ends[1]}"


def _conditions(words: Words, castling: Castling, pieces: Mapping[str, str]) -> Iterator[str]:
    if castling.rights:
        unmoved = [_standing(words, square, pieces) for square in castling.rights]
        yield f"{english.both(unmoved)} must not have moved"
    if castling.empty:
        yield f"{english.both(castling.empty)} must be empty"
    if castling.kept_rights:
        kept = [_standing(words, square, pieces) for square in castling.kept_rights]
        yield f"the king may still castle with {english.both(kept)} afterwards"


def _standing(words: Words, square: str, pieces: Mapping[str, str]) -> str:
    return f"the {words.piece_name(pieces[square])} on {square}"


RULE = Rule(
    name="castling",
    fields=("castlings", "rights", "chess960"),
    keys={
        "castling": flag(default=True),
        "castlingKingsideFile": Key(values.file, 6),
        "castlingQueensideFile": Key(values.file, 2),
        "castlingRank": Key(values.rank, 1),
        "castlingKingFile": Key(values.file, 4),
        "castlingKingPiece": Key(values.kinds, each((KING,)), sides=BOTH),
        "castlingRookKingsideFile": Key(values.file, 15),
        "castlingRookQueensideFile": Key(values.file, 0),
        "castlingRookPieces": Key(values.kinds, each(("rook",)), sides=BOTH),
        "castlingNames": Key(values.text, "", drawn=True, extension=True, inherited=False),
        "rights": Key(values.text, "", extension=True),
        "castling<number>": Key(values.text, "", extension=True, pattern=r"castling[1-9][0-9]?"),
    },
    read=_read,
    errors=_errors,
    letters=_letters,
    texts=(Text("Castling", _sentences),),
)
