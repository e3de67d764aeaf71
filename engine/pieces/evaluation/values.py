"""Piece values and square tables of any game of pieces, computed from how the pieces move.

The value of a piece is the number of squares that it can expect to reach on an average board (the
mobility of Ralph Betza's "About the Values of Chess Pieces"), raised to a power a little above one,
because the same reach is worth more in one piece than in two.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from amalthea.engine.core.letters import TOKEN
from amalthea.engine.evaluation.tables_file import MAX_CP
from amalthea.engine.evaluation.weights import PHASES
from amalthea.engine.pieces.description.mating import is_one_shade
from amalthea.engine.pieces.evaluation.mobility import mobilities
from amalthea.engine.pieces.evaluation.nearness import nearness

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Square
    from amalthea.engine.pieces.description.betza import Path
    from amalthea.engine.pieces.description.variant import PiecesVariant, PieceType

MOBILITY_PARTS = 64  # mobility has its weights in these parts of a centipawn
_WHITE = 0
_GOAL_CP = 400  # of a royal piece on its goal, 0 at the greatest distance
_GOAL_SHY_CP = 100  # the same in the middlegame if it can be mated on the way
_BURNING = 2.0  # times its value, of a piece that burns all enemies next to it
_SECOND_STEP = 0.05  # of its value, that each first step of two adds to a piece
_FORK_CP = 200  # what a piece gains that may return to wherever it forks: mostly a small piece
_SWAP_CP = 50  # of the right to change places, which is spent only where it is needed
_TOKEN = re.compile(TOKEN)

Table = dict["Square", float]  # centipawns by square


def phase_weight(piece: PieceType, variant: PiecesVariant, exchange: int) -> int:
    """Return the weight of a piece with that exchange value in the phase."""
    return 0 if piece.royal or is_pawn(piece, variant) else exchange


def full_phase(variant: PiecesVariant, exchange: Sequence[int]) -> int:
    """Return the phase weight of all pieces of the first position. exchange: by type."""
    values = {piece.letter: value for piece, value in zip(variant.pieces, exchange, strict=True)}
    total = 0.0
    for letter in _TOKEN.findall(variant.start.split()[0]):
        piece = variant.piece(letter.upper())
        weight = phase_weight(piece, variant, values[piece.letter])
        total += weight / (2 if piece.second_square else 1)
    return max(1, round(total))


def pieces_at_start(variant: PiecesVariant) -> int:
    """Return the number of pieces of both sides in the first position, kings and pawns included."""
    letters = _TOKEN.findall(variant.start.split()[0])
    cells = sum(1 if variant.piece(letter.upper()).second_square else 2 for letter in letters)
    return cells // 2


def is_pawn(piece: PieceType, variant: PiecesVariant) -> bool:
    """Return True if the variant's pawn rules apply to that piece."""
    return variant.pawns is not None and piece.letter == variant.pawns.letter


@dataclass(frozen=True)
class Appraisal:
    """Values of every piece on every square of one board."""

    variant: PiecesVariant
    weights: dict[str, int]
    blocked: frozenset[Square]

    def exchange(self, piece: PieceType) -> float:
        """Return the centipawns of a piece in exchanges: the mean of both phases."""
        return sum(self.value(piece, phase) for phase in PHASES) / len(PHASES)

    def value(self, piece: PieceType, phase: str) -> float:
        """Return the centipawns of a piece on any square, including its prospects of promotion."""
        value = self._present_value(piece, phase)
        if is_pawn(piece, self.variant):
            return value + self.weights["value_pawn_future"]
        return value + self._promotion_gain(piece, phase) * self.weights["promotion_hope"] / 100

    def held(self, piece: PieceType, phase: str) -> float:
        """Return the centipawns of a piece in hand, to be dropped where it is most useful.

        One that may only enter behind first moves is worth what it is on the worst square for that.
        """
        if piece.royal:
            return 0.0
        drops, rights = self.variant.drops, self.variant.rights
        if drops and rights and not drops.freely:
            table = self.table(piece, _WHITE, phase)
            gates = [self.variant.square(right.square) for right in rights]
            return min(table.get(gate, 0.0) for gate in gates)
        return self.value(piece, phase) * self.weights["value_in_hand"] / 100

    def table(self, piece: PieceType, colour: int, phase: str) -> Table:
        """Return the piece-square values of a type and colour, from that colour's view."""
        mobility = self._mobilities(piece, colour, phase)
        if piece.royal:
            near = nearness(piece, self.variant, colour)
            if not self.variant.ends.checking:  # no side can be mated
                return {square: _GOAL_CP * near.get(square, 0.0) for square in mobility}
            goal = _GOAL_CP if phase == "endgame" else _GOAL_SHY_CP
            return {
                square: self._king_place(square, colour, phase) + goal * near.get(square, 0.0)
                for square in mobility
            }
        if self.is_vital(piece):
            return {square: self._king_place(square, colour, phase) for square in mobility}
        value = self.value(piece, phase)
        if self._is_burden(piece):
            return dict.fromkeys(mobility, -value / 2)
        if is_pawn(piece, self.variant):
            return {square: value + self._pawn_place(square, colour, phase) for square in mobility}
        average = sum(mobility.values()) / len(mobility)
        per_target = value / max(average, 0.01) * self.weights["square_mobility"] / 100
        gain = self._promotion_gain(piece, phase) * self.weights["promotion_near"] / 100
        # Where captured enemies come back by drops, the way to the goal is never clear.
        near = {} if self.variant.drops else nearness(piece, self.variant, colour)
        return {
            square: value
            + per_target * (mobility[square] - average)
            + self.weights["square_centre"] * (self._centrality(square) - 0.5)
            + gain * ((self._own_rank(square, colour) - 1) / (self.variant.ranks - 1)) ** 2
            + self.weights["square_goal"] * near.get(square, 0.0) ** 2
            + self._passive(piece, square, colour)
            for square in mobility
        }

    def is_vital(self, piece: PieceType) -> bool:
        """Return True if captures explode and a side loses when it has lost this type of piece."""
        return self.variant.explosions is not None and any(
            end.value == "loss" and piece.letter in end.pieces
            for end in self.variant.ends.extinctions
        )

    def _is_burden(self, piece: PieceType) -> bool:
        """Return True if a side wins by losing all pieces of this type.

        With forced capture, every piece may be made to capture against its owner's will.
        """
        ends = self.variant.ends
        return any(
            end.value == "win"
            and (not end.pieces or piece.letter in end.pieces or ends.forced_capture)
            for end in ends.extinctions
        )

    def mobility(self, piece: PieceType, phase: str) -> int:
        """Return the value of each target square in 1/64 of a centipawn.

        It falls in proportion for pieces worth more than `mobility_dear`.
        """
        worth = max(1.0, self.exchange(piece))
        dear = self.weights["mobility_dear"]
        share = 0.0 if piece.royal else min(1.0, dear / worth)
        return round(MOBILITY_PARTS * self.weights[f"mobility_{phase}"] * share)

    def _present_value(self, piece: PieceType, phase: str) -> float:
        """Return the value of a piece without promotions; with settings, that of its best one.

        A piece that returns is worth what it returns as.
        """
        for each in self.variant.returns:
            if each.piece == piece.letter:
                value = self._present_value(self.variant.piece(each.to), phase)
                return value if each.square else value + _FORK_CP
        kinds = (piece, *(self.variant.piece(letter) for letter in piece.settings))
        mobility = max(self._average_mobility(kind, phase) for kind in kinds)
        value = self.weights["value_scale"] * mobility ** (self.weights["value_exponent"] / 100)
        if is_one_shade(piece, self.variant):
            value *= self.weights["value_one_shade"] / 100
        if self.variant.second_steps:
            value *= 1 + _SECOND_STEP * len(self.variant.second_steps.steps(piece.letter))
        if piece.letter in self.variant.burning:
            value *= _BURNING
        if piece.settings:
            value *= self.weights["value_settings"] / 100
        if piece.second_square:
            value *= self.weights["value_two_cells"] / 100
        value += _SWAP_CP * (piece.letter in self.variant.swaps)
        return min(float(value), MAX_CP)

    def _promotion_gain(self, piece: PieceType, phase: str) -> float:
        """Return the gain of the best promotion, 0 for pawns, whose table includes it."""
        forms = [
            self._present_value(self.variant.piece(letter), phase)
            for promotion in self.variant.promotions
            if promotion.piece == piece.letter and not is_pawn(piece, self.variant)
            for letter in promotion.to
        ]
        return max(0.0, max(forms) - self._present_value(piece, phase)) if forms else 0.0

    def _average_mobility(self, piece: PieceType, phase: str) -> float:
        """Return the mean mobility over the squares that the piece may go to."""
        mobilities = self._mobilities(piece, 0, phase)
        within = _within(piece, self.variant, 0)
        if within is None:
            return mean_of(mobilities)
        return mean_of({square: mobilities[square] for square in within & mobilities.keys()})

    def _mobilities(self, piece: PieceType, colour: int, phase: str) -> Table:
        return _mobilities(
            piece,
            self.variant,
            self.blocked,
            colour,
            self.weights[f"value_empty_{phase}"],
            self.weights["value_only_moves"],
            self.weights["value_only_captures"],
        )

    def _own_rank(self, square: Square, colour: int) -> int:
        """Return the rank as its side counts it, from 1."""
        return self.variant.ranks - square[1] if colour else square[1] + 1

    def _centrality(self, square: Square) -> float:
        """Return 0 in the corners, up to 1 in the very centre."""
        far_file = abs(2 * square[0] - (self.variant.files - 1)) / (self.variant.files - 1)
        far_rank = abs(2 * square[1] - (self.variant.ranks - 1)) / (self.variant.ranks - 1)
        return 1 - (far_file + far_rank) / 2

    def _passive(self, piece: PieceType, square: Square, colour: int) -> float:
        """Return the penalty, in centipawns, of a piece on two squares behind its own pawns."""
        pawns = self.variant.pawns
        if piece.second_square and pawns and self._own_rank(square, colour) < pawns.first_rank:
            return self.weights["square_two_cells_home"]
        return 0.0

    def _king_place(self, square: Square, colour: int, phase: str) -> float:
        """Return the centipawns of a king on a square."""
        score = self.weights[f"square_king_centre_{phase}"] * self._centrality(square)
        if phase == "midgame" and self.variant.pawns:  # without pawns it has no home rank
            half = (self.variant.ranks - 1) / 2
            advanced = min(1.0, (self._own_rank(square, colour) - 1) / half)
            score += self.weights["square_king_advance_midgame"] * advanced
        return score

    def _pawn_place(self, square: Square, colour: int, phase: str) -> float:
        """Return the centipawns of a pawn on a square, beyond its value."""
        assert self.variant.pawns is not None
        first = self.variant.pawns.first_rank
        way = max(0, self._own_rank(square, colour) - first) / max(
            1, promotion_rank(self.variant) - 1 - first
        )
        score = self.weights[f"square_pawn_advance_{phase}"] * way * way
        half_files = (self.variant.files - 1) / 2
        central = 1 - abs(square[0] - half_files) / half_files
        if phase == "midgame" and central > 0.5:
            score += self.weights["square_pawn_centre"] * central * min(1.0, 2 * way)
        return score


def promotion_rank(variant: PiecesVariant) -> int:
    """Return the rank, as its side counts, on which pawns promote, the last one if they do not."""
    for promotion in variant.promotions:
        if is_pawn(variant.piece(promotion.piece), variant):
            squares = promotion.zone.squares(0, variant.files, variant.ranks)
            return min((rank + 1 for _, rank in squares), default=variant.ranks)
    return variant.ranks


def way_made(rank: int, variant: PiecesVariant) -> float:
    """Return the share of the way to promotion that a pawn has made after its next step, up to 1.

    rank: the rank of the pawn as its side counts it, from 0.
    """
    assert variant.pawns is not None
    first = variant.pawns.first_rank
    return max(0, rank + 2 - first) / max(1, promotion_rank(variant) - first)


def mean_of(table: Table) -> float:
    """Return the mean over the squares of a table, 0 without any."""
    return sum(table.values()) / len(table) if table else 0.0


@lru_cache(maxsize=1024)
def _mobilities(
    piece: PieceType,
    variant: PiecesVariant,
    blocked: frozenset[Square],
    colour: int,
    empty: int,
    only_moves: int,
    only_captures: int,
) -> Table:
    """Return the expected number of targets by square, with that percentage of squares empty."""
    chances = (empty, only_moves, only_captures)
    within = _within(piece, variant, colour)

    def expected(*moves: str) -> Table:
        paths = [path.turned() if colour else path for path in variant.paths(*moves)]
        board = variant.files, variant.ranks
        return mobilities(paths, piece.second_square, *board, blocked, within, chances)

    found = expected(piece.moves)
    further = _further_captures(piece, variant, colour)
    by_moves = {moves: expected(piece.moves, *moves) for moves in set(further.values())}
    found |= {
        square: by_moves[moves][square] for square, moves in further.items() if square in found
    }
    for path in variant.hops(piece.moves):
        targets = _hop_targets(path.turned() if colour else path, chances)
        for square in found:
            found[square] += _hopping(targets, square, variant, blocked, within)
    return found


def _within(piece: PieceType, variant: PiecesVariant, colour: int) -> frozenset[Square] | None:
    """Return the squares that a piece may go to, None for all."""
    within = variant.within(piece)
    return within.squares(colour, variant.files, variant.ranks) if within else None


def _further_captures(
    piece: PieceType, variant: PiecesVariant, colour: int
) -> dict[Square, tuple[str, ...]]:
    """Return the further moves of a piece by square, {} if none of them captures."""
    if not any(
        step.capture
        for moves in piece.from_rank.values()
        for path in variant.paths(moves)
        for step in path.steps
    ):
        return {}
    squares = [(file, rank) for file in range(variant.files) for rank in range(variant.ranks)]
    found = {square: variant.further_moves(piece, colour, square) for square in squares}
    return {square: moves for square, moves in found.items() if moves}


def _hop_targets(path: Path, chances: tuple[int, int, int]) -> list[tuple[Square, float]]:
    """Return the squares of one hop from (0, 0), each with the chance that it is a target.

    Of the squares before it exactly one is occupied, or at least one where a piece jumps over any
    number of others.
    """
    empty, only_moves, only_captures = (chance / 100 for chance in chances)
    targets = []
    for between, (square, step) in enumerate(path.walk()):
        ways = min(1, between) if path.hops == "g" else between
        chance = ways * (1 - empty) * empty ** (between - 1)
        if path.hops == "pp":
            chance = 1 - empty**between
        counts = 1.0 if step.move and step.capture else only_captures
        targets.append((square, chance * (counts if step.capture else only_moves)))
    return targets


def _hopping(
    targets: list[tuple[Square, float]],
    square: Square,
    variant: PiecesVariant,
    blocked: frozenset[Square],
    within: frozenset[Square] | None,
) -> float:
    """Return the expected number of targets of a hop from a square."""
    file, rank = square
    expected = 0.0
    for (across, ahead), chance in targets:
        to = file + across, rank + ahead
        if not (0 <= to[0] < variant.files and 0 <= to[1] < variant.ranks) or to in blocked:
            break
        if within is None or to in within:
            expected += chance
    return expected
