"""Castling: a king and one or more partners move at once; rights show which have not moved yet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from amalthea.engine.core import english
from amalthea.engine.core.english import capitalised
from amalthea.engine.core.letters import FORM
from amalthea.engine.core.variant import SQUARE, parse_square, square_name
from amalthea.engine.pieces.description.variant import Castling, PiecesVariant, Right
from amalthea.engine.pieces.reading import letters as named
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import BOTH, SIDES, Key, each, flag
from amalthea.engine.pieces.reading.piece_keys import KING
from amalthea.engine.pieces.rules import first_leaps, gating
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words
from amalthea.engine.text import counted

_CASTLING = ("castling",)
_KINGSIDE, _QUEENSIDE = "K", "Q"
_AT_SQUARE = rf"(?P<square>{SQUARE}):(?P<piece>{FORM})"
_MOVE = rf"(?P<origin>{SQUARE})-(?P<goal>{SQUARE})"
_HEADS = {
    "": "White castles as follows, Black in the same way on the other side of the board.",
    "w": "White castles as follows.",
    "b": "Black castles as follows.",
}
_UNNAMED = re.compile(r"castling[0-9]+ ")  # what a variant file calls a castling of its own

# From a section to the description


class _Wing(NamedTuple):
    """One castling: the files, from 0, that king and rook leave, and the types that castle.

    letter: the rook's. piece: that of a piece that castles in the king's place, "" for the king.
    rank: from 0, as the player counts.
    """

    king: int
    rook: int
    letter: str
    piece: str
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
    for key in draft.settings.numbered("castling"):
        draft.settings.fail(key, "needs rights of unmoved pieces, like rights = a1:r h1:r")
    wings: dict[str, _Wing] = {}  # by letter, White's in upper case
    if draft.settings.flag("castlingDroppedPiece") and draft.settings.flag("castling"):
        wings = dict(_dropped_wings(draft))
    elif draft.settings.flag("castling"):
        letters = dict.fromkeys(draft.start.rights.replace("-", ""))
        found = draft.each(lambda letter: _wing(letter, draft), letters)
        for letter, wing in zip(letters, found, strict=True):
            if wing:
                wings.setdefault(wing.name if letter.isupper() else wing.name.lower(), wing)
    ordered = [each for name in (_KINGSIDE, _QUEENSIDE) for each in _wings_of(wings, name)]
    castlings = [_castling(wing, side, draft) for wing, side in ordered]
    if draft.gates:
        rooks = [wing.letter for wing, _ in ordered]
        castlings = [*map(gating.with_gates, castlings, rooks)]
        return {
            "rights": tuple(gating.rights(draft, castlings)),
            "castlings": _with_names(castlings, draft),
            "start": _start(draft, draft.start.rights),
        }
    given = draft.start.rights
    shown = "".join(each for each in "KQkq" if each in wings and given != "-") or "-"
    return {
        "rights": tuple(
            Right(square_name(wing.rook, wing.rank), wing.letter, wing.name, side)
            for wing, side in ordered
        ),
        "castlings": _with_names(castlings, draft),
        "start": _start(draft, shown),
    }


def _dropped_wings(draft: Draft) -> Iterator[tuple[str, _Wing]]:
    """Yield the castlings of kings and rooks that may be dropped on their squares, by letter."""
    home = draft.settings.number("castlingRank") - 1
    king = draft.settings.number("castlingKingFile")
    for side in SIDES:
        rooks = draft.letters(f"castlingRookPieces{side}")
        kings = draft.letters(f"castlingKingPiece{side}")
        piece = "" if draft.letter(KING) or not kings else kings[0]
        for name, rook in ((_KINGSIDE, draft.files - 1), (_QUEENSIDE, 0)):
            if rooks:
                letter = name if side == "White" else name.lower()
                yield letter, _Wing(king, rook, rooks[0], piece, home)


def _wings_of(wings: Mapping[str, _Wing], name: str) -> Iterator[tuple[_Wing, str]]:
    """Yield the castlings of one wing, each with its side.

    The side is "" if only one side has the castling, or if it is the same for both.
    """
    white, black = wings.get(name), wings.get(name.lower())
    alike = white == black or not white or not black
    for wing, side in ((white, "w"), (black, "b")):
        if wing and (not alike or wing is (white or black)):
            yield wing, "" if alike else side


def rights(draft: Draft) -> tuple[Right, ...]:
    """Return the unmoved pieces that carry a right, in the order of their files' letters."""
    found = [*first_leaps.leaping(draft)]
    for part in named.parts("rights", draft):
        match = named.matched(_AT_SQUARE, part)
        if not match:
            named.fail(draft, "rights", part, "a1:r, a square and the piece on it")
        letter = named.letter(match["piece"], "rights", draft)
        found.append(Right(match["square"], letter, match["square"][0].upper()))
    return tuple(sorted(found, key=lambda right: right.letter))


def _listed(draft: Draft) -> list[Castling]:
    """Return castlings like `g1-k1 l1-j1 needs l1 empty h1 i1 j1 k1 keeps a1 beside k1:g`."""
    numbered = draft.settings.numbered("castling").items()
    return draft.each(lambda entry: _own_castling(*entry, draft), numbered)


def _own_castling(key: str, text: str, draft: Draft) -> Castling:
    """Return the castling of one key: moves, the king's first, then clauses.

    Raises VariantError.
    """
    moves: list[tuple[str, str]] = []
    clauses: dict[str, list[str]] = {"needs": [], "empty": [], "keeps": [], "beside": []}
    clause = ""
    for part in text.split():
        if part in clauses:
            clause = part
        elif part == "-" and clause == "empty":
            continue
        elif not clause and (match := named.matched(_MOVE, part)):
            moves.append((match["origin"], match["goal"]))
        elif clause == "beside" or (clause and parse_square(part)):
            clauses[clause].append(part)
        else:
            named.fail(draft, key, part, "g1-k1 l1-j1 needs l1 empty h1 i1")
    if not moves:
        named.fail(draft, key, text, "the king's move first, like g1-k1")
    beside = [named.matched(_AT_SQUARE, part) for part in clauses["beside"]]
    return Castling(
        name=f"{key} {moves[0][0]}-{moves[0][1]}",
        king=moves[0],
        partners=tuple(moves[1:]),
        rights=tuple(clauses["needs"]),
        empty=_empty(key, moves, clauses["empty"] if "empty" in text.split() else None, draft),
        kept_rights=tuple(clauses["keeps"]),
        standing=tuple(
            (match["square"], named.letter(match["piece"], key, draft))
            if match
            else named.fail(draft, key, "beside", "beside k1:g")
            for match in beside
        ),
    )


def _empty(
    key: str, moves: Sequence[tuple[str, str]], squares: Sequence[str] | None, draft: Draft
) -> tuple[str, ...]:
    """Return the squares that must be empty before a castling.

    These are the squares where a piece arrives, unless another one leaves them, and `squares`; None
    stands for all squares that are passed. Raises VariantError if a piece castles from one of
    `squares`.
    """
    left = {origin for origin, _ in moves}
    for square in left.intersection(squares or ()):
        draft.settings.fail(key, f"{square} cannot be empty, a piece castles from there")
    if squares is None:
        squares = [square for move in moves for square in _squares_between(*move)]
    goals = [goal for _, goal in moves]
    return tuple(square for square in dict.fromkeys([*squares, *goals]) if square not in left)


def _squares_between(origin: str, goal: str) -> Iterator[str]:
    """Yield the squares between two squares of a rank, from left to right."""
    if origin[1:] == goal[1:]:
        low, high = sorted((ord(origin[0]), ord(goal[0])))
        yield from (f"{chr(file)}{origin[1:]}" for file in range(low + 1, high))


def _with_names(castlings: Iterable[Castling], draft: Draft) -> tuple[Castling, ...]:
    """Return castlings, with names of the section's own if it has the key `castlingNames`."""
    found = tuple(castlings)
    names = draft.settings.text("castlingNames").split()
    if not names:
        return found
    if len(names) != len(found):
        draft.settings.fail("castlingNames", f"expected {counted(len(found), 'name')}")
    pairs = zip(found, names, strict=True)
    return tuple(replace(castling, name=name.replace("_", " ")) for castling, name in pairs)


def _start(draft: Draft, shown: str) -> str:
    """Return the FEN of the first position with these rights."""
    start = draft.start
    checks = f"{start.checks} " if start.checks else ""
    return f"{start.placement} {start.side} {shown} {start.target} {checks}{start.counters}"


def _wing(letter: str, draft: Draft) -> _Wing | None:
    """Return the castling of a right, None if it cannot be used."""
    white = letter.isupper()
    side = SIDES[not white]
    home = draft.settings.number("castlingRank") - 1
    rank = home if white else draft.ranks - 1 - home
    own = {
        file: draft.board.get((file, rank), "")
        for file in range(draft.files)
        if draft.board.get((file, rank), "").isupper() == white
    }
    letters = draft.letters(f"castlingRookPieces{side}")
    rooks = [file for file, found in own.items() if found.upper() in letters]
    king = _king_file(own, side, draft)
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
    piece = "" if draft.letter(KING) else own[king].upper()
    return _Wing(king, rook, own[rook].upper(), piece, home)


def _king_file(own: Mapping[int, str], side: str, draft: Draft) -> int | None:
    """Return the file of the king, of several kings the one on `castlingKingFile`, None if none."""
    key = f"castlingKingPiece{side}"
    castling = draft.settings.kinds(key)
    if castling not in ((), (KING,)) and draft.letter(KING):
        draft.settings.fail(key, "not supported: castling by another piece than the king")
    letters = draft.letters(key)
    kings = [file for file, found in own.items() if found.upper() in letters]
    if len(kings) == 1:
        return kings[0]
    preferred = draft.settings.number("castlingKingFile")
    return preferred if preferred in kings else None


def _castling(wing: _Wing, side: str, draft: Draft) -> Castling:
    """Return the castling of one wing. Raises VariantError if the king goes away from the rook."""
    kingside = wing.name == _KINGSIDE
    key = "castlingKingsideFile" if kingside else "castlingQueensideFile"
    goal = draft.settings.number(key)
    beyond = wing.king < goal <= wing.rook if kingside else wing.rook <= goal < wing.king
    if not beyond:
        king, rook = square_name(wing.king, wing.rank), square_name(wing.rook, wing.rank)
        files = _files(wing.king + 1, wing.rook) if kingside else _files(wing.rook, wing.king - 1)
        expected = " or ".join(chr(ord("a") + file) for file in (*files[:1], *files[1:][-1:]))
        right = wing.name if side != "b" else wing.name.lower()
        draft.settings.fail(
            key,
            f"not supported: castling of the king away from {rook}, from {king}; expected"
            f" {expected}, or no {right} among the rights of startFen",
        )
    rook_goal = goal - 1 if kingside else goal + 1
    crossed = {*_files(wing.king, goal), *_files(wing.rook, rook_goal)} - {wing.king, wing.rook}
    return Castling(
        name=f"{'kingside' if kingside else 'queenside'} castling",
        king=(square_name(wing.king, wing.rank), square_name(goal, wing.rank)),
        partners=((square_name(wing.rook, wing.rank), square_name(rook_goal, wing.rank)),),
        rights=(square_name(wing.rook, wing.rank),),
        empty=tuple(square_name(file, wing.rank) for file in sorted(crossed)),
        piece=wing.piece,
        side=side,
    )


def _files(first: int, last: int) -> range:
    """Return the files from one to the other, both included."""
    return range(min(first, last), max(first, last) + 1)


# The description


def _errors(variant: PiecesVariant) -> Iterator[str]:
    for right in variant.rights:
        variant.square(right.square)
        alike = [
            other
            for other in variant.rights
            if other.letter == right.letter and _share_a_side(other, right)
        ]
        if not re.fullmatch("[A-Z]", right.letter) or len(alike) > 1:
            yield f"the right of {right.square} needs an upper-case letter of its own"
    for castling in variant.castlings:
        yield from (f"{castling.name}: {error}" for error in _castling_errors(castling, variant))


def _share_a_side(one: Right | Castling, other: Right | Castling) -> bool:
    """Return True if the same side may have both."""
    return any(one.belongs_to(side) and other.belongs_to(side) for side in "wb")


def _castling_errors(castling: Castling, variant: PiecesVariant) -> Iterator[str]:
    carriers = {right.square for right in variant.rights if _share_a_side(right, castling)}
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
    elif len(castling.partners) != 1 and any(
        variant.goes_plainly(castling, colour) for colour in range(2)
    ):
        yield "a plain move of the king goes there, too; expected one partner"
    if castling.king[0][1:] != castling.king[1][1:]:
        yield "the king must stay on its rank"


def _letters(variant: PiecesVariant) -> Iterator[str]:
    yield from (right.piece for right in variant.rights if right.piece)
    yield from (letter for castling in variant.castlings for _, letter in castling.standing)


# Sentences


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    """Yield the rules of all castlings, then each one for White with its conditions."""
    if not variant.castlings:
        return
    yield from _in_general(variant, words)
    for side in ("", "w", "b"):
        castlings = [castling for castling in variant.castlings if castling.side == side]
        if castlings:
            yield _HEADS[side]
        pieces = {
            right.square: right.piece for right in variant.rights if right.belongs_to(side or "w")
        }
        for castling in castlings:
            king = {castling.king[0]: variant.castles(castling)}
            standing = {**pieces, **king, **dict(castling.standing)}
            yield _sentence(words, *_as_seen(castling, standing, variant))


def _as_seen(
    castling: Castling, standing: Mapping[str, str], variant: PiecesVariant
) -> tuple[Castling, Mapping[str, str]]:
    """Return a castling and the pieces by square, mirrored if only Black castles so."""

    def seen(square: str) -> str:
        if castling.side != "b":
            return square
        file, rank = variant.square(square)
        return square_name(file, variant.ranks - 1 - rank)

    def both(pair: tuple[str, str]) -> tuple[str, str]:
        return seen(pair[0]), seen(pair[1])

    shown = replace(
        castling,
        king=both(castling.king),
        partners=tuple(map(both, castling.partners)),
        rights=tuple(map(seen, castling.rights)),
        empty=tuple(map(seen, castling.empty)),
        kept_rights=tuple(map(seen, castling.kept_rights)),
    )
    return shown, {seen(square): piece for square, piece in standing.items()}


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
    royals = variant.ends.pseudo_royals
    if variant.royal in castlers or (royals and set(castlers) <= set(royals.pieces)):
        yield (
            f"The {names} may not castle out of check, and no square"
            " that it passes or reaches may be attacked."
        )


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
        "chess960": Key(
            values.flag,
            False,
            note="set the option UCI_Chess960 for other arrays",
            changes_no_rule=True,
        ),
        "castlingKingsideFile": Key(values.file, 6, requires=_CASTLING),
        "castlingQueensideFile": Key(values.file, 2, requires=_CASTLING),
        "castlingRank": Key(values.rank, 1, requires=_CASTLING),
        "castlingKingFile": Key(values.file, 4, requires=_CASTLING),
        "castlingKingPiece": Key(values.kinds, each((KING,)), sides=BOTH, requires=_CASTLING),
        "castlingRookKingsideFile": Key(values.file, 15, requires=_CASTLING),
        "castlingRookQueensideFile": Key(values.file, 0, requires=_CASTLING),
        "castlingRookPieces": Key(values.kinds, each(("rook",)), sides=BOTH, requires=_CASTLING),
        "castlingNames": Key(
            values.text, "", changes_no_rule=True, extension=True, inherited=False
        ),
        "rights": Key(values.text, "", extension=True),
        "castling<number>": Key(values.text, "", extension=True, pattern=r"castling[1-9][0-9]?"),
    },
    read=_read,
    errors=_errors,
    letters=_letters,
    texts=(Text("Castling", _sentences),),
)
