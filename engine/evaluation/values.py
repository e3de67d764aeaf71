"""Piece values and square tables of any army, computed from how its pieces move.

A piece is worth the number of cells it can expect to reach on an average board (the mobility of
Ralph Betza's "About the Values of Chess Pieces"), raised to a power a little above one, since
reach in one hand is worth more than the same reach spread over two.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.board.worth import Worth

if TYPE_CHECKING:
    from engine.variants.description import PieceType, Variant

_PHASES = ("midgame", "endgame")
_MARGIN, _ROW = 3, 32  # of the padded board, see engine/board/moves.pxd
_BLACK = 32  # the colour bit of a piece's code

Weights = dict[str, int]
Square = tuple[int, int]
Table = dict[Square, float]  # centipawns by square, for White


@lru_cache(maxsize=8)
def worth_of(variant: Variant, weights: tuple[tuple[str, int], ...]) -> Worth:
    """The filled `Worth` of a variant under these weights (items of a dict)."""
    known = dict(weights)
    worth = Worth()
    for kind, piece in enumerate(variant.pieces, 1):
        midgame, endgame = (_table(piece, variant, phase, known) for phase in _PHASES)
        exchange = 0 if piece.royal else round(base_value(piece, variant, known))
        worth.set_type(kind, exchange, 0 if piece.royal or _is_pawn(piece, variant) else exchange)
        for file in range(variant.files):
            for rank in range(variant.ranks):
                scores = (round(midgame[file, rank]), round(endgame[file, rank]))
                cell = (rank + _MARGIN) * _ROW + file + _MARGIN
                worth.set_placed(kind, cell, *scores)
                mirrored = (variant.ranks - 1 - rank + _MARGIN) * _ROW + file + _MARGIN
                worth.set_placed(kind + _BLACK, mirrored, -scores[0], -scores[1])
    return worth


def base_value(piece: PieceType, variant: Variant, weights: Weights) -> float:
    """Centipawns for exchanges: midway between the phases."""
    return sum(_value(piece, variant, phase, weights) for phase in _PHASES) / len(_PHASES)


def _is_pawn(piece: PieceType, variant: Variant) -> bool:
    return variant.pawns is not None and piece.letter == variant.pawns.letter


@lru_cache(maxsize=256)
def _mobilities(
    moves: str, variant: Variant, empty: int, only_moves: int, only_captures: int
) -> Table:
    """Expected number of goals from every square, with that percentage of cells empty."""
    paths = variant.paths(moves)
    return {
        (file, rank): _mobility(paths, (file, rank), variant, empty, only_moves, only_captures)
        for file in range(variant.files)
        for rank in range(variant.ranks)
    }


def _mobility(paths, square, variant, empty, only_moves, only_captures) -> float:  # type: ignore[no-untyped-def]
    goals: Table = {}
    for path in paths:
        file, rank = square
        chance = 1.0
        for step in path.steps:
            file += step.dx
            rank += step.dy
            if not (0 <= file < variant.files and 0 <= rank < variant.ranks):
                break
            percent = 100
            if not step.capture:
                percent = only_moves if step.move else 0
            elif not step.move:
                percent = only_captures
            counted = chance * percent / 100
            goals[file, rank] = max(goals.get((file, rank), 0.0), counted)
            chance *= empty / 100
    return sum(goals.values())


def _mobility_table(piece: PieceType, variant: Variant, phase: str, weights: Weights) -> Table:
    return _mobilities(
        piece.moves,
        variant,
        weights[f"value_empty_{phase}"],
        weights["value_only_moves"],
        weights["value_only_captures"],
    )


def _value(piece: PieceType, variant: Variant, phase: str, weights: Weights) -> float:
    table = _mobility_table(piece, variant, phase, weights)
    mobility = sum(table.values()) / len(table)
    value = weights["value_scale"] * mobility ** (weights["value_exponent"] / 100)
    if is_one_shade(piece, variant):
        value *= weights["value_one_shade"] / 100
    if any(promotion.piece == piece.letter for promotion in variant.promotions):
        value += weights["value_pawn_future"]
    return float(value)


def is_one_shade(piece: PieceType, variant: Variant) -> bool:
    """Whether it never leaves the shade of the board it stands on."""
    return all(
        sum(step.dx + step.dy for step in path.steps[:length]) % 2 == 0
        for path in variant.paths(piece.moves)
        for length in range(1, len(path.steps) + 1)
    )


def _table(piece: PieceType, variant: Variant, phase: str, weights: Weights) -> Table:
    """Value and place of a White piece, by square."""
    mobility = _mobility_table(piece, variant, phase, weights)
    squares = list(mobility)
    if piece.royal:
        return {square: _king_place(square, variant, phase, weights) for square in squares}
    value = _value(piece, variant, phase, weights)
    if _is_pawn(piece, variant):
        return {square: value + _pawn_place(square, variant, phase, weights) for square in squares}
    average = sum(mobility.values()) / len(mobility)
    per_goal = value / average * weights["square_mobility"] / 100
    return {
        square: value
        + per_goal * (mobility[square] - average)
        + weights["square_centre"] * (_centrality(square, variant) - 0.5)
        for square in squares
    }


def _centrality(square: Square, variant: Variant) -> float:
    """0 in the corners, 1 in the very centre."""
    far_file = abs(2 * square[0] - (variant.files - 1)) / (variant.files - 1)
    far_rank = abs(2 * square[1] - (variant.ranks - 1)) / (variant.ranks - 1)
    return 1 - (far_file + far_rank) / 2


def _king_place(square: Square, variant: Variant, phase: str, weights: Weights) -> float:
    score = weights[f"square_king_centre_{phase}"] * _centrality(square, variant)
    if phase == "midgame":
        half = (variant.ranks - 1) / 2
        score += weights["square_king_advance_midgame"] * min(1.0, square[1] / half)
    return score


def _pawn_place(square: Square, variant: Variant, phase: str, weights: Weights) -> float:
    promotes = max(promotion.rank for promotion in variant.promotions) if variant.promotions else 0
    first = variant.pawns.first_rank if variant.pawns else 1
    way = max(0, square[1] + 1 - first) / max(1, promotes - 1 - first)
    score = weights[f"square_pawn_advance_{phase}"] * way * way
    half_files = (variant.files - 1) / 2
    central = 1 - abs(square[0] - half_files) / half_files
    if phase == "midgame" and central > 0.5:
        score += weights["square_pawn_centre"] * central * min(1.0, 2 * way)
    return score
