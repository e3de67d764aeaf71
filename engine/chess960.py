"""Castling written as king takes rook, for UCI_Chess960: the one place that knows of it.

The engine writes a castling as the king's two squares. A king standing on a castling's home
square cannot reach its goal in any other way, so the texts translate both ways by the position.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.board.game import Game, illegal
from engine.errors import IllegalMove
from engine.search.reports import BestMove, CurrentMove, Info, PerftLine, Report

if TYPE_CHECKING:
    from engine.board.position import Position


def play_all(game: Game, moves: Iterable[str]) -> None:
    """Plays moves in which a castling may be king takes rook. Raises IllegalMove."""
    for number, move in enumerate(moves, 1):
        try:
            game.play(to_engine(game.position, move))
        except IllegalMove as error:
            raise illegal(number, move, game.position) from error


def report_from_engine(position: Position, report: Report) -> Report:
    """A report of a search of that position, its castlings written king takes rook."""
    if position.turn == "-":
        return report
    match report:
        case Info():
            return replace(report, pv=line_from_engine(position, report.pv))
        case BestMove(str(move), ponder):
            line = line_from_engine(position, (move, ponder) if ponder else (move,))
            return BestMove(*line)
        case PerftLine() | CurrentMove():
            return replace(report, move=from_engine(position, report.move))
    return report


def to_engine(position: Position, move: str) -> str:
    """`e1h1` -> `e1g1` where the king on e1 may castle with the rook on h1."""
    for by_king, by_rook in _castlings(position.variant):
        if move == by_rook and _king_stands(position, move) and _is_own(position, by_rook):
            return by_king
    return move


def from_engine(position: Position, move: str) -> str:
    """`e1g1` -> `e1h1` when it is the king that moves."""
    for by_king, by_rook in _castlings(position.variant):
        if move == by_king and _king_stands(position, move):
            return by_rook
    return move


def line_from_engine(position: Position, moves: tuple[str, ...]) -> tuple[str, ...]:
    """A whole variation; the position is as before afterwards."""
    written = []
    for move in moves:
        written.append(from_engine(position, move))
        position.play(move)
    for _ in moves:
        position.undo()
    return tuple(written)


def _castlings(variant: Any) -> list[tuple[str, str]]:
    """(king's two squares, king takes partner) of both sides; only with a single partner."""
    pairs = []
    for castling in variant.castlings:
        if len(castling.partners) == 1:
            origin, goal = castling.king
            home = castling.partners[0][0]
            pairs.append((origin + goal, origin + home))
            origin, goal, home = (_mirrored(variant, square) for square in (origin, goal, home))
            pairs.append((origin + goal, origin + home))
    return pairs


def _mirrored(variant: Any, square: str) -> str:
    return f"{square[0]}{variant.ranks + 1 - int(square[1:])}"


def _letter_on(position: Position, square: str) -> str:
    """The letter of the piece on a square, "" for an empty one, from the FEN."""
    file, rank = position.variant.square(square)
    row = position.fen().split(None, 1)[0].split("/")[-1 - rank]
    cells: list[str] = re.findall(r"\+?.", re.sub(r"\d+", lambda run: " " * int(run[0]), row))
    return cells[file].strip()


def _origin(move: str) -> str:
    """ "e1" of "e1h1"."""
    digits = 1 + len(move[1:]) - len(move[1:].lstrip("0123456789"))
    return move[:digits]


def _king_stands(position: Position, move: str) -> bool:
    letter = _letter_on(position, _origin(move))
    return letter in _royal_letters(position)


def _is_own(position: Position, move: str) -> bool:
    letter = _letter_on(position, move.removeprefix(_origin(move)))
    return bool(letter) and letter.isupper() == (position.turn == "w")


def _royal_letters(position: Position) -> list[str]:
    variant: Any = position.variant
    own = str.upper if position.turn == "w" else str.lower
    return [own(piece.letter) for piece in variant.pieces if piece.royal]
