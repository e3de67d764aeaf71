"""Moves as people and other programs write them: which legal move, or null move, a text means."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from amalthea.engine.core.board import NULL_MOVE
from amalthea.engine.core.game import choices_in, find_choice, joint_move
from amalthea.engine.core.letters import is_piece
from amalthea.engine.core.variant import SQUARE, parse_square, square_name
from amalthea.engine.errors import AmbiguousMove, ExposedKing, FenError, IllegalMove
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.new_games import after_null_move
from amalthea.engine.text import clip

if TYPE_CHECKING:
    from amalthea.engine.core.game import Game
    from amalthea.engine.core.position import Position

# A null move in UCI, in ChessBase and Scid, in other databases, and in XBoard.
_NULL_MOVES = frozenset({NULL_MOVE, "--", "Z0", "@@@@"})

# Signs of typesetters: figurines, dashes, capture, check, mate, and variation selectors.
_PLAIN = str.maketrans(
    dict(zip("♔♕♖♗♘♚♛♜♝♞", "KQRBNKQRBN", strict=True))
    | dict.fromkeys((*range(0x2010, 0x2016), 0x2212), "-")
    | dict.fromkeys("♙♟\ufe0e\ufe0f", "")
    | {"\u00d7": "x", "†": "+", "‡": "#"}
)
_JUDGEMENTS = "!?"
# Marks of a person behind a move. A run is tried only as a whole, or long ones would take forever.
_MARKS = re.compile(r"(?<![!?])(?:[!?]|(?<=[0-9])e\.?p\.?)++$")
_PROMOTION = re.compile(r"(?:=?\(=?([^()]{1,4})\)|/([A-Z]))(?=[+#]*$)")  # e8(Q), e8/Q
_SHORT = re.compile(
    r"(?P<piece>\+?[A-Z]?'{0,2})(?P<start>[a-t]?[0-9]{0,2})"
    rf"[-x:]?(?P<goal>{SQUARE})(?:=.*)?[+#]*"
)
_SMALL_LETTER = re.compile(r"^\+?[a-z]")  # of the piece that a move begins with
_SQUARES = re.compile(rf"({SQUARE})({SQUARE})")


def read_move(position: Position, text: str, null: bool = False) -> str:
    """Return the legal move that a text means, in coordinates.

    It may be written in coordinates, with the letters of pieces as SAN, short or long, with
    figurines, with the author's own signs, and castling as O-O, 0-0, by the king's squares or as
    king takes rook. The letter of a piece may be in lower case where no other move is meant: bxc4
    is a bishop's capture only if no pawn on the b-file can capture there.

    null: read a null move, too. Raises IllegalMove, for a null move where `after_null_move` returns
    None, too.
    """
    text = text.strip()
    if text.rstrip(_JUDGEMENTS) in _NULL_MOVES:
        if not null:
            raise IllegalMove(f"illegal move {text!r}: null moves need null=True")
        if after_null_move(position) is None:
            raise IllegalMove(f"a null move is impossible in {position.fen()!r}")
        return NULL_MOVE
    if len(position.choosers()) > 1:
        return _read_joint_move(position, text)
    if "@" in text:
        piece, _, square = text.partition("@")
        text = f"{piece.upper()}@{square}"
    for written in (text, text[:-1] + text[-1:].lower()):
        if position.is_legal_text(written):
            return written
    word = _without_marks(text)
    found = (
        _matching(position, word)
        or _king_takes_rook(position, word)
        or _in_lower_case(position, word)
        or _matching(position, _SMALL_LETTER.sub(lambda found: found[0].upper(), word))
    )
    if len(found) > 1:
        raise AmbiguousMove(f"{clip(text)} may be {' or '.join(found)}")
    if not found:
        raise IllegalMove(f"illegal move {text!r} in {position.fen()!r}", _reason(position, text))
    return found[0]


def _matching(position: Position, word: str) -> list[str]:
    """Return the legal moves that a text with the letters of pieces may stand for."""
    return kind_of(position.variant).moves_matching(position.variant, position, word)


def _reason(position: Position, text: str) -> str:
    """Return why a move of a piece is illegal, "" if the board does not show it."""
    legal, kind = position.legal_moves(), kind_of(position.variant)
    if not legal:
        return "the game is over"
    if not kind.piece_types(position.variant):
        return ""
    if squares := _SQUARES.match(text):
        return _reason_against(position, legal, *squares.groups())
    short = _SHORT.fullmatch(_without_marks(text))
    letter = short["piece"] or _pawn(position) if short else ""
    if not short or letter not in kind.tokens(position.variant):
        return ""
    own, name = letter if position.turn == "w" else letter.lower(), kind.piece_name
    standing = (square_name(*at) for at, token in position.contents().items() if token == own)
    starts = [start for start in standing if _is_named(start, short["start"])]
    if len(starts) == 1:
        return _reason_against(position, legal, starts[0], short["goal"])
    return f"no {name(position.variant, letter)} can go to {short['goal']}"


def _pawn(position: Position) -> str:
    """Return the letter of the piece that is a pawn, "" without one."""
    types = kind_of(position.variant).piece_types(position.variant)
    return next((each.letter for each in types if each.pawn), "")


def _is_named(start: str, part: str) -> bool:
    """Return True if a square has this file, rank or name; "" fits every square."""
    return part in ("", start, start[0], start[1:])


def _reason_against(position: Position, legal: Sequence[str], start: str, goal: str) -> str:
    """Return why a piece may not go from one square to another."""
    origin, target = map(parse_square, (start, goal))
    variant = position.variant
    for name, square in ((start, origin), (goal, target)):
        if not square or square[0] >= variant.files or square[1] >= variant.ranks:
            return f"{name} is off the board"
    assert origin
    assert target
    token = position.contents().get(origin)
    if token is None or not is_piece(token):
        return f"there is no piece on {start}"
    if token.isupper() != (position.turn == "w"):
        return f"the piece on {start} is the other side's"
    if longer := [move for move in legal if move.startswith(start + goal)]:
        is_plain = start + goal in longer
        return "" if is_plain else f"expected what the piece becomes, as in {longer[0]}"
    if why := kind_of(variant).obstacle(variant, position.contents(), origin, target):
        return why
    if position.in_check():
        return "the king is in check"
    if _exposes(position, start, goal):
        return "the king would be in check"
    if not any(move.startswith(start) for move in legal):
        return f"the piece on {start} has no legal move"
    return ""


def _exposes(position: Position, start: str, goal: str) -> bool:
    """Return True if a piece that went there would leave its king to be captured."""
    scene, variant = position.contents(), position.variant
    scene[parse_square(goal) or (-1, -1)] = scene.pop(parse_square(start) or (-1, -1))
    side = "b" if position.turn == "w" else "w"
    kind = kind_of(variant)
    try:
        kind.position(variant, f"{kind.placement(variant, scene, side)} {side} - - 0 1")
    except ExposedKing:
        return True
    except FenError:
        return False
    return False


def play_move(game: Game, text: str) -> str:
    """Play the legal move, or the null move, that a text means; return it in coordinates.

    Raises IllegalMove and changes nothing.
    """
    move = read_move(game.position, text, null=True)
    play_read(game, move)
    return move


def play_read(game: Game, move: str) -> None:
    """Play a move that `read_move` returned for the position of the game."""
    if move == NULL_MOVE and (after := after_null_move(game.position)):
        game.begin_phase(move, after)
    else:
        game.play(move)


def _read_joint_move(position: Position, text: str) -> str:
    """Return the joint move of both sides' choices; each may be written in either case."""
    choices = choices_in(text, position.choosers()) if text.count(",") == 1 else []
    found = [find_choice(each, position.choices(side)) for side, each in choices]
    if not found or not all(found):
        raise IllegalMove(f"illegal move {text!r} in {position.fen()!r}")
    return joint_move(each for each in found if each)


def _without_marks(text: str) -> str:
    """Return a move without marks and in plain letters."""
    word = _MARKS.sub("", text if text.isascii() else text.translate(_PLAIN))
    return _PROMOTION.sub(r"=\1\2", word) if "(" in word or "/" in word else word


def _in_lower_case(position: Position, word: str) -> list[str]:
    """Return the move whose coordinates are written in upper case."""
    return [word.lower()] if position.is_legal_text(word.lower()) else []


def _king_takes_rook(position: Position, word: str) -> list[str]:
    """Return the castling whose partner stands on the target square of the text."""
    named = _SQUARES.fullmatch(word)
    if not named:
        return []
    start, goal = named[1], parse_square(named[2])
    return [
        text
        for text, changes in position.all_changes()
        if text.startswith(start)
        and any(
            at == goal and before and before.isupper() == (position.turn == "w") and after != before
            for at, before, after in changes
        )
    ]
