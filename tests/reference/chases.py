"""Chases as docs/variants.md describes them: every capture is tried on a copy of the board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from reference.common import Board, Square, colour_of, opponent

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.chase_rules import Chases
    from reference.described_board import DescribedBoard

Threat = tuple[Square, Square]  # who captures, and what


def chasing_sides(game: DescribedBoard, rules: Chases, boards: list[tuple[Board, str]]) -> set[str]:
    """Return the sides that chased one piece with each of their moves, from board to board."""
    hunted: dict[str, set[Square]] = {}  # what every move so far chased, by who did
    for (before, mover), (after, _) in pairwise(boards):
        origin, goal = moved(before, after)
        if len(before) != len(after):
            return set()
        now = threats(game, rules, after, mover)
        then = threats(game, rules, before, mover)
        chased = {
            victim
            for attacker, victim in now
            if (origin if attacker == goal else attacker, victim) not in then
        }
        hunted[mover] = hunted.get(mover, chased) & chased
        other = opponent(mover)
        if other in hunted and goal is not None:
            hunted[other] = {goal if each == origin else each for each in hunted[other]}
    return {side for side, pieces in hunted.items() if pieces}


def moved(before: Board, after: Board) -> tuple[Square | None, Square | None]:
    """Return the origin and the destination of the piece that differs between two boards.

    Each is None if no square was left, or reached.
    """
    origin = next((square for square in before if square not in after), None)
    goal = next((square for square in after if square not in before), None)
    return origin, goal


def threats(game: DescribedBoard, rules: Chases, board: Board, by: str) -> set[Threat]:
    """Return every capture that a side threatens."""
    return {
        (origin, goal)
        for origin, goal in captures(game, rules, board, by)
        if is_threat(game, rules, board, origin, goal)
    }


def captures(game: DescribedBoard, rules: Chases, board: Board, by: str) -> Iterator[Threat]:
    """Yield the captures that may be threats, by the types of both pieces."""
    them = opponent(by)
    spared = {
        square
        for letter, region in rules.spared
        for square, piece in game.pieces_of(board, them)
        if piece.upper() == letter and square in game.region(region, them)
    }
    for origin, piece in game.pieces_of(board, by):
        if piece.upper() in (game.GAME.royal, *rules.harmless):
            continue
        without = {square: each for square, each in board.items() if square != origin}
        if not is_safe(game, without, by, checkers(game, board, by)):
            continue  # pinned
        for goal, victim in game.pieces_of(board, them):
            if victim.upper() != game.GAME.royal and goal not in spared:
                yield origin, goal


def is_threat(
    game: DescribedBoard, rules: Chases, board: Board, origin: Square, goal: Square
) -> bool:
    if not takes(game, board, board, origin, goal):
        return False
    piece, victim = board[origin].upper(), board[goal].upper()
    if any(letter == piece and victim in others for letter, others in rules.dearer):
        return True
    if piece == victim and takes(game, board, board, goal, origin):
        return False
    after = captured(board, origin, goal)
    return not any(
        takes(game, board, after, square, goal)
        for square, each in game.pieces_of(after, colour_of(board[goal]))
    )


def takes(game: DescribedBoard, begun: Board, board: Board, origin: Square, goal: Square) -> bool:
    """Return True if a piece could capture on its turn without exposing its royal piece.

    Checks that were there on the board `begun` do not count.
    """
    if not strikes(game, board, origin, goal):
        return False
    piece = board[origin]
    colour = colour_of(piece)
    known = set() if piece.upper() == game.GAME.royal else checkers(game, begun, colour)
    return is_safe(game, captured(board, origin, goal), colour, known)


def strikes(game: DescribedBoard, board: Board, origin: Square, goal: Square) -> bool:
    piece = board[origin]
    colour = colour_of(piece)
    return game.may_go_to(goal, piece.upper(), colour) and any(
        goal in game.goals(board, origin, way, colour)
        for way in game.ways_from(origin, piece.upper(), colour)
        if way.captures
    )


def captured(board: Board, origin: Square, goal: Square) -> Board:
    """Return the board after that capture."""
    after = dict(board)
    after[goal] = after.pop(origin)
    return after


def checkers(game: DescribedBoard, board: Board, colour: str) -> set[Square]:
    """Return the squares of the pieces that attack a side's royal piece."""
    return {
        square
        for square, _ in game.pieces_of(board, opponent(colour))
        for king in game.royals(board, colour)
        if strikes(game, board, square, king)
    }


def is_safe(game: DescribedBoard, board: Board, colour: str, known: set[Square]) -> bool:
    """Return True if only pieces that checked it before attack a side's royal piece."""
    return checkers(game, board, colour) <= known and game.may_face(board, colour)
