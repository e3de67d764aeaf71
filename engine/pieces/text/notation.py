"""Moves as people write them: piece, square left, "x" for a capture, square reached, the rest.

Moves are written in long algebraic notation, "Nc1d4" or "e7xf8=Q+", which does not depend on the
other legal moves; short forms like "Nd4" are read, too. A game's pieces may have signs of its
author's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from amalthea.engine.core.letters import LETTER
from amalthea.engine.core.variant import SQUARE, Square, parse_square
from amalthea.engine.errors import AmbiguousMove
from amalthea.engine.pieces.text.board_reader import BLOCKED

if TYPE_CHECKING:
    from amalthea.engine.core.board import Tokens
    from amalthea.engine.core.position import Position
    from amalthea.engine.pieces.description.variant import PiecesVariant

_Scene = Mapping[Square, str]

_MOVE = re.compile(rf"({SQUARE})({SQUARE})([-+]|(?:{LETTER})?)")
_WORD = re.compile(
    r"(?P<piece>\+?[A-Z]*'{0,2})(?P<file>[a-t]?)(?P<rank>(?:\d{1,2})?)"
    rf"[-x:]?(?P<goal>{SQUARE})"
    r"(?:[=/]?(?P<becomes>\+?[A-Za-z]+'{0,2}|\+?[|/\\][A-Z]+[|/\\]))?"
)
_CASTLING = re.compile(
    rf"[O0]-?[O0](?P<long>-?[O0])?(?:[/=](?P<enters>[A-Z])(?P<gate>(?:{SQUARE})?))?", re.IGNORECASE
)
_TWO_STEPS = re.compile(rf"({SQUARE})({SQUARE})(?:,\2)?({SQUARE})")
_LAST_SQUARE = re.compile(rf"({SQUARE})(\D*)$")  # with what a piece becomes by two steps
_SIGN = re.compile(r"\D*$")  # suffix of a move: what a piece becomes
_PAWN = "P"  # the piece of a drop without a letter, in games that do not name their pawn
_ENDS = "+#"  # signs of check and mate
_LEANS = re.compile(r"[|/\\]")  # around a letter: the direction of a piece that has several
_PROMOTED = "~"  # suffix of a piece that becomes a pawn again when it is captured
_WINGS = {True: "O-O", False: "O-O-O"}  # castling towards the last file, or not


@dataclass(frozen=True, slots=True)
class _Step:
    """A legal move on the board. token: the moving piece; becomes: the arriving one, upper case.

    enters: the piece that enters on the square left, upper case, or "".
    """

    text: str
    start: str
    goal: str
    suffix: str
    token: str
    becomes: str
    enters: str = ""


def full_notation(variant: PiecesVariant, before: Tokens, move: str, after: Position) -> str:
    """Return the move in long notation; before: the board, after: the position after it."""
    return _format_move(variant, before, move, after, lambda step, _: step.start)


def short_notation(
    variant: PiecesVariant,
    before: Tokens,
    move: str,
    after: Position,
    legal: Callable[[], Sequence[str]],
) -> str:
    """Return the move with only as much of the square left as other legal moves require."""

    def start(step: _Step, takes: bool) -> str:
        symbol = _symbol(variant, step.token.upper())
        others = [
            other
            for other, token in _moves_to(legal(), step.goal, before)
            if other != step.start and _symbol(variant, token.upper()) == symbol
        ]
        file, rank = step.start[0], step.start[1:]
        by_file = takes and not symbol and file != step.goal[0]  # as of a pawn that captures
        if not others and not by_file:
            return ""
        if all(other[0] != file for other in others):
            return file
        if not by_file and all(other[1:] != rank for other in others):
            return rank
        return step.start

    return _format_move(variant, before, move, after, start)


def _format_move(
    variant: PiecesVariant,
    before: Tokens,
    move: str,
    after: Position,
    start: Callable[[_Step, bool], str],
) -> str:
    """Return the move in notation.

    start: called with a step and whether it captures; returns what to write of the square left.
    """
    end = _check_sign(after)
    step = _step(variant, move, before)
    if "," in move:
        by_two_steps = step is not None and step.suffix != "" and move.endswith(step.suffix)
        change = _new_type_text(variant, step) if step and by_two_steps else ""
        end = f",{_last_square(move)}{change}{end}"
        step = replace(step, suffix="") if step and by_two_steps else step
    if not step:
        return f"{move[0].upper()}{move[1:]}{end}" if "@" in move else move
    wing = _wing(variant, step, before)
    if wing and _goal_count(variant, wing) == 1:
        where = "" if variant.drops and variant.drops.waiting else step.start
        return f"{wing}/{step.enters}{where}{end}" if step.enters else wing + end
    left = after.contents()
    fewer = len(left) < len(before) + bool(step.enters)
    takes = fewer and _enemy_count(left, step.token) < _enemy_count(before, step.token)
    name = _symbol(variant, step.token.upper())
    change = _new_type_text(variant, step)
    return f"{name}{start(step, takes)}{'x' * takes}{step.goal}{change}{end}"


def token_after(variant: PiecesVariant, move: str, token: str) -> str:
    """Return the token of a piece after its move."""
    sign = _SIGN.search(move)
    letter = variant.letter_after(token.upper(), sign[0] if sign else "")
    return letter if token.isupper() else letter.lower()


def moves_matching(variant: PiecesVariant, position: Position, word: str) -> list[str]:
    """Return the legal moves of one side that a text may stand for, in any form.

    Raises AmbiguousMove if the text lacks the square that the move blocks.
    """
    bare = word.rstrip(_ENDS).removesuffix("=")  # the sign of a declined promotion
    for text in (word, bare, _in_two_steps(variant, position, bare)):
        if position.is_legal_text(text):
            return [text]
    if bare.startswith("@"):
        drop = f"{variant.pawns.letter if variant.pawns else _PAWN}{bare}"
        return [drop] if position.is_legal_text(drop) else []
    scene = position.contents()
    legal = position.legal_moves()
    bare, comma, last = bare.partition(",")
    if comma:
        goal, becomes = _square_and_sign(last)
        legal = [move for move in legal if _last_square(move) == goal]
        bare += becomes
    elif variant.second_steps:
        legal = [move for move in legal if "," not in move]
    found = _staying_or_promoting(position, _meant_moves(variant, legal, scene, bare), word)
    if variant.walls and not comma and len(found) > 1:
        raise AmbiguousMove(
            f"move {word!r} lacks the square to block, as in '{bare},{_last_square(found[0])}'"
        )
    return found


def _in_two_steps(variant: PiecesVariant, position: Position, text: str) -> str:
    """Return the move of a text like "f3g4h5" in a game of second steps, else the text itself."""
    steps = _TWO_STEPS.fullmatch(text) if variant.second_steps else None
    if not steps:
        return text
    start, way, goal = steps.groups()
    takes = _square(way) in position.contents()
    return f"{start}{way},{way}{goal}" if takes else f"{start}{goal}"


def _meant_moves(
    variant: PiecesVariant, legal: Sequence[str], scene: Tokens, bare: str
) -> list[str]:
    """Return those of the legal moves that a text means.

    bare: the text without the blocked square and the sign of check.
    """
    if castling := _CASTLING.fullmatch(bare):
        wing = _WINGS[castling["long"] is None]
        enters, gate = (castling["enters"] or "").upper(), (castling["gate"] or "").lower()
        steps = _steps(variant, legal, scene)
        found = [step for step in steps if _wing(variant, step, scene) == wing]
        named = [each for each in found if each.enters == enters and gate in ("", each.start)]
        return [step.text for step in (named if named or enters else found)]
    wanted = _WORD.fullmatch(f"O{bare[1:]}" if bare.startswith("0") else bare)
    if not wanted:
        return []
    file, goal = wanted["file"], wanted["goal"]
    near = [move for move in legal if goal in move[2:] and move.startswith(file)]
    steps = _steps(variant, near, scene)
    found = [step for step in steps if _matches(variant, step, wanted)]
    if sign := wanted["becomes"]:
        letters = {piece.author_letter: piece.letter for piece in variant.pieces}
        letter = letters.get(sign, sign.upper())
        return [step.text for step in found if (step.enters or step.becomes) == letter]
    plain = [step.text for step in found if step.suffix in ("", "+", "-")]
    return plain or [step.text for step in found if step.enters]


def _staying_or_promoting(position: Position, found: Sequence[str], word: str) -> list[str]:
    """Return the moves that do not promote, if there are any; otherwise those that do.

    A text that ends with "+" means both the promotions and the moves that give check.
    """
    staying = [move for move in found if not move.endswith("+")]
    promoting = [move for move in found if move.endswith("+")]
    declines = word.rstrip(_ENDS).endswith("=")
    if not (staying and promoting and word.endswith("+")) or declines:
        return staying or promoting
    return [move for move in staying if _gives_check(position, move)] + promoting


def _gives_check(position: Position, move: str) -> bool:
    after = position.play(move)
    found = after.in_check()
    position.undo()
    return found


def _last_square(move: str) -> str:
    """Return the square that a move blocks, or the end of its second step, "" in most games."""
    return _square_and_sign(move.partition(",")[2])[0]


def _square_and_sign(text: str) -> tuple[str, str]:
    """Return the last square of the second part of a move, and what follows it."""
    found = _LAST_SQUARE.search(text)
    return (found[1], found[2]) if found else (text, "")


def _first_step(move: str) -> str:
    """Return the first two squares of a move, with what the piece becomes."""
    first, _, second = move.partition(",")
    return first + _square_and_sign(second)[1]


def _step(variant: PiecesVariant, move: str, scene: _Scene) -> _Step | None:
    parts = _MOVE.fullmatch(_first_step(move))
    if not parts:
        return None
    start, goal, suffix = parts.groups()
    token = scene.get(_square(start))
    if not token:
        return None
    token = token.removesuffix(_PROMOTED)
    becomes = variant.letter_after(token.upper(), suffix)
    enters = suffix.upper() if variant.enters(token.upper(), suffix) else ""
    return _Step(move, start, goal, suffix, token, becomes, enters)


def _steps(variant: PiecesVariant, moves: Iterable[str], scene: _Scene) -> list[_Step]:
    return [step for move in moves if (step := _step(variant, move, scene))]


def _moves_to(moves: Iterable[str], goal: str, scene: _Scene) -> Iterator[tuple[str, str]]:
    """Yield the square left and the piece of each move to a square."""
    for move in moves:
        if goal in move:
            parts = _MOVE.fullmatch(_first_step(move))
            if parts and parts[2] == goal and (token := scene.get(_square(parts[1]))):
                yield parts[1], token.removesuffix(_PROMOTED)


def _matches(variant: PiecesVariant, step: _Step, wanted: re.Match[str]) -> bool:
    """Return True if a move fits the piece and the squares that a text names."""
    whole = wanted["file"] + wanted["rank"] == step.start
    named = wanted["piece"] == _symbol(variant, step.token.upper())
    letter = wanted["piece"] == step.token.upper()
    return (
        step.goal == wanted["goal"]
        and wanted["file"] in ("", step.start[0])
        and wanted["rank"] in ("", step.start[1:])
        and (named or letter or (whole and not wanted["piece"]))
    )


@lru_cache(maxsize=1024)
def _symbol(variant: PiecesVariant, letter: str) -> str:
    """Return the letter that the moves of a piece begin with, "" for pawns."""
    if variant.pawns and letter == variant.pawns.letter:
        return ""
    return _LEANS.sub("", variant.piece(letter).author_letter or letter.removesuffix(_PROMOTED))


def _new_type_text(variant: PiecesVariant, step: _Step) -> str:
    """Return the suffix for the new type of a moved piece: "=Q", or its new direction."""
    if not step.suffix:
        return ""
    if step.enters:
        return f"/{step.enters}"
    sign = variant.piece(step.becomes).author_letter or step.becomes
    return sign if _LEANS.search(sign) else f"={sign}"


def _wing(variant: PiecesVariant, step: _Step, scene: _Scene) -> str:
    """Return the side to which a move castles, "" if it does not castle."""
    start, goal = _square(step.start), _square(step.goal)
    white = step.token.isupper()
    beside = scene.get(goal, BLOCKED)
    takes_partner = start != goal and beside != BLOCKED and beside.isupper() == white
    by_king = (step.token, start, goal) in _castling_moves(variant)
    if not (takes_partner or by_king):
        return ""
    by_partner = step.token.upper() not in map(variant.castles, variant.castlings)
    if takes_partner and step.enters and by_partner:  # the piece enters where the partner stood
        return _WINGS[start > goal]
    return _WINGS[goal > start]


@lru_cache(maxsize=64)
def _castling_moves(variant: PiecesVariant) -> frozenset[tuple[str, Square, Square]]:
    """Return (king, start, goal) of each castling that is written as a move of the king."""
    found = set()
    for castling in variant.castlings:
        king, ways = variant.castles(castling), [_square(square) for square in castling.king]
        mirrored = [(file, variant.ranks - 1 - rank) for file, rank in ways]
        for side, token, (start, goal) in (("w", king, ways), ("b", king.lower(), mirrored)):
            plain = variant.goes_plainly(castling, "wb".index(side))
            if castling.belongs_to(side) and not plain:
                found.add((token, start, goal))
    return frozenset(found)


def _goal_count(variant: PiecesVariant, wing: str) -> int:
    """Return the number of squares to which the king may castle on one side."""
    goals = set()
    for castling in variant.castlings:
        start, goal = castling.king
        alone = len(castling.partners) == 1
        towards = castling.partners[0][0] if alone else goal  # the rook may pass a standing king
        if _WINGS[variant.square(towards) > variant.square(start)] == wing:
            goals.add(goal)
    return len(goals)


def _check_sign(after: Position) -> str:
    """Return the sign of check or mate."""
    if len(after.choosers()) > 1 or not after.in_check():
        return ""
    return "#" if after.status().reason == "checkmate" else "+"


def _enemy_count(scene: _Scene, token: str) -> int:
    """Return the number of enemies that a piece has on the board."""
    is_own_case = str.isupper if token.isupper() else str.islower
    others = len(scene) - sum(map(is_own_case, scene.values()))
    return others - sum(map(BLOCKED.__eq__, scene.values()))


def _square(square: str) -> Square:
    found = parse_square(square)
    assert found, "legal moves name squares"
    return found
