"""Piece values and square tables from a file, in place of the computed ones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from amalthea.engine.evaluation import HandWritten, PieceValue, Weights
from amalthea.engine.evaluation.tables_file import (
    Layout,
    PieceTables,
    Rows,
    Tables,
    load,
    tables_file_of,
)
from amalthea.engine.evaluation.weights import PHASES
from amalthea.engine.pieces.evaluation.values import Appraisal, Table, mean_of
from amalthea.engine.pieces.evaluation.weights import DEFAULTS, RANGES
from amalthea.engine.pieces.rules.known_fingerprint import fingerprint_of

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Square
    from amalthea.engine.pieces.description.variant import PiecesVariant, PieceType


@dataclass(frozen=True)
class FittedAppraisal(Appraisal):
    """Values from a file, fitted to the open board; the effect of blocked squares is computed."""

    tables: Tables

    def value(self, piece: PieceType, phase: str) -> float:
        """Return the centipawns of a piece of either colour on any square."""
        given = self._both(piece)
        computed = super().value(piece, phase)
        if not given:
            return computed
        fitted = sum(each.value[PHASES.index(phase)] for each in given) / len(given)
        return fitted + computed - self._open.value(piece, phase)

    def table(self, piece: PieceType, colour: int, phase: str) -> Table:
        """Return the piece-square values of a type and colour, from that colour's view."""
        computed = super().table(piece, colour, phase)
        letter = self.variant.mirrored(piece.letter) if colour else piece.letter
        given = self.tables.pieces.get(letter)
        if given is None:
            return computed
        rows = given.midgame if phase == PHASES[0] else given.endgame
        value = given.value[PHASES.index(phase)]
        unblocked = self._open.table(piece, colour, phase) if self.blocked else computed
        return {
            (file, rank): value
            + rows[rank if colour else -1 - rank][file]
            + computed[file, rank]
            - unblocked[file, rank]
            for file, rank in computed
        }

    def held(self, piece: PieceType, phase: str) -> float:
        """Return the centipawns of a piece in hand."""
        given = [(each.hand, each.value) for each in self._both(piece) if each.hand]
        if not given:
            return super().held(piece, phase)
        at = PHASES.index(phase)
        more = sum(hand[at] - value[at] for hand, value in given) / len(given)
        return self.value(piece, phase) + more

    def mobility(self, piece: PieceType, phase: str) -> int:
        """Return the value of each target square in 1/64 of a centipawn."""
        given = self._both(piece)
        if not given:
            return super().mobility(piece, phase)
        return round(sum(each.mobility[PHASES.index(phase)] for each in given) / len(given))

    def _both(self, piece: PieceType) -> list[PieceTables]:
        """Return the fitted values of a type and of its mirror image, the same type for Black."""
        letters = (piece.letter, self.variant.mirrored(piece.letter))
        return [self.tables.pieces[each] for each in letters if each in self.tables.pieces]

    @property
    def _open(self) -> Appraisal:
        """Return the computed values for the board without blocked squares."""
        return Appraisal(self.variant, self.weights, frozenset())


def appraised(
    variant: PiecesVariant, evaluation: HandWritten, blocked: frozenset[Square]
) -> Appraisal:
    """Return the values of a game's pieces by a hand-written evaluation. Raises TablesError."""
    tables = tables_of(variant, evaluation)
    if tables is None:
        return Appraisal(variant, _with_defaults(evaluation.weights), blocked)
    return FittedAppraisal(variant, _with_defaults(tables.weights), blocked, tables)


def _with_defaults(given: Weights) -> dict[str, int]:
    """Return all weights: the given ones, and the defaults of the others."""
    known = dict(given)
    return {name: known.get(name, value) for name, value in DEFAULTS.items()}


@lru_cache(maxsize=16)
def tables_of(variant: PiecesVariant, evaluation: HandWritten) -> Tables | None:
    """Return the fitted numbers of an evaluation, None for computed ones. Raises TablesError."""
    file = tables_file_of(evaluation, fingerprint_of(variant))
    return load(file, layout_of(variant)) if file else None


def layout_of(variant: PiecesVariant) -> Layout:
    """Return the layout that fitted numbers must have."""
    boards = {}
    for piece in variant.pieces:
        reach, rise = piece.second_square or (0, 0)
        boards[piece.letter] = variant.files - abs(reach), variant.ranks - abs(rise)
    return Layout(fingerprint_of(variant), DEFAULTS, boards, RANGES, bool(variant.drops))


def all_numbers(variant: PiecesVariant, evaluation: HandWritten) -> Tables:
    """Return all values of an evaluation for the open board, as a file holds them.

    Raises TablesError.
    """
    appraisal = appraised(variant, evaluation, frozenset())
    pieces = {}
    for piece in variant.pieces:
        value = [0.0 if piece.royal else appraisal.value(piece, phase) for phase in PHASES]
        rows = [
            _rows(appraisal.table(piece, 0, phase), value[at]) for at, phase in enumerate(PHASES)
        ]
        midgame, endgame = (appraisal.mobility(piece, phase) for phase in PHASES)
        held = [round(appraisal.held(piece, phase)) for phase in PHASES]
        pieces[piece.letter] = PieceTables(
            (round(value[0]), round(value[1])),
            (midgame, endgame),
            rows[0],
            rows[1],
            (held[0], held[1]) if variant.drops else None,
        )
    return Tables(variant.name, fingerprint_of(variant), tuple(appraisal.weights.items()), pieces)


@lru_cache(maxsize=16)
def values_of(variant: PiecesVariant, evaluation: HandWritten) -> tuple[PieceValue, ...]:
    """Return the mean values of all types that can be lost, over the squares of the open board.

    Raises TablesError.
    """
    appraisal = appraised(variant, evaluation, frozenset())
    found = []
    for piece in variant.pieces:
        if piece.royal or appraisal.is_vital(piece):
            continue
        middlegame, endgame = (round(mean_of(appraisal.table(piece, 0, each))) for each in PHASES)
        hand = None
        if variant.drops and variant.drops.held.get(piece.letter, piece.letter) == piece.letter:
            held = tuple(round(appraisal.held(piece, phase)) for phase in PHASES)
            hand = held[0], held[1]
        found.append(PieceValue(piece.letter, middlegame, endgame, hand))
    return tuple(found)


def _rows(table: Table, value: float) -> Rows:
    files, ranks = (1 + max(square[at] for square in table) for at in range(2))
    return tuple(
        tuple(round(table[file, rank] - value) for file in range(files))
        for rank in reversed(range(ranks))
    )
