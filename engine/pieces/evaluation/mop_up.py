"""Mop-up evaluation, as an evaluator wrapper: a side's progress towards mating a bare king.

If one side has its king alone and the other one has mating material, neither sums nor a net show
the way: the score is then a sure win. It grows with less room for the king, with its nearness to an
edge, or to a corner of the shade where it can be mated, and with the nearness of enemy pieces. On
the long way to such a corner the other king must not follow along the edge but stay inside and
behind the bare king; in the exact table of king, bishop and knight this explains most of the rest.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import WHITE
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CAN_CAPTURE,
    CELLS,
    CODES,
    COLOUR_SHIFT,
    EDGE,
    EMPTY,
    TYPE_MASK,
    cell_at,
    file_of,
    rank_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import Span, Stop
from cython.cimports.amalthea.engine.pieces.evaluation.marking import mark_attacks
from cython.cimports.amalthea.engine.pieces.moves.generation import has_legal_move
from cython.cimports.amalthea.engine.pieces.moves.state import SLOTS

from amalthea.engine.pieces.description.mating import is_one_shade, mates_alone

# Centipawns. What is sure lies above what few pieces are worth, and far below mates.
_SURE_WIN = cython.declare(cython.int, 15000)
_MAX_PIECES = cython.declare(cython.int, 8000)  # the most that the winner's pieces add
_PIECES_DIVISOR = cython.declare(cython.int, 4)  # of their value: mating is more
_UNFORCED_DIVISOR = cython.declare(cython.int, 16)  # of a score where mate cannot be forced
_ROOM = cython.declare(cython.int, 3)  # for each cell that the bare king can get to
_MAX_ROOM = cython.declare(cython.int, 12)  # cells that count while it is driven to a corner
_EDGE_STEP = cython.declare(cython.int, 10)  # for each step towards an edge
_CORNER_STEP = cython.declare(cython.int, 40)  # for each step to the corner it is driven to
_KING_STEP = cython.declare(cython.int, 14)  # for each step between the kings
_PIECE_STEP = cython.declare(cython.int, 1)  # for each step between it and another piece
_INSIDE_STEP = cython.declare(cython.int, 8)  # for each step of the winner's king from the edge
_MAX_INSIDE = cython.declare(cython.int, 2)  # steps that count
_BEHIND = cython.declare(cython.int, 10)  # for the winner's king behind the bare one
_BEHIND_STEPS = cython.declare(cython.int, 3)  # by which it is then further from the corner
_NO_DRIVE = cython.declare(cython.int, -1)
_SAME_KIND = cython.declare(cython.int, 2)  # pieces of one type cannot force mate; three can


class MopUpEvaluator(DelegatingEvaluator):
    def __init__(self, state, inner):
        self.state = state
        self.inner = inner
        kind: cython.int
        for kind, piece in enumerate(state.variant.pieces, 1):
            self.mates_alone[kind] = mates_alone(piece, state.variant)
            self.one_shade[kind] = is_one_shade(piece, state.variant)
            self.promotes[kind] = any(
                promotion.piece == piece.letter for promotion in state.variant.promotions
            )
        self._fill_drive_scores()

    def _fill_drive_scores(self):
        """Fill the value of each square of the bare king, for each way of driving it."""
        files: cython.int = self.state.variant.files
        ranks: cython.int = self.state.variant.ranks
        file: cython.int
        rank: cython.int
        drive: cython.int
        for rank in range(ranks):
            for file in range(files):
                from_side: cython.int = min(file, files - 1 - file)
                from_end: cython.int = min(rank, ranks - 1 - rank)
                inside: cython.int = from_side + from_end
                self.edge_distance[cell_at(file, rank)] = min(_MAX_INSIDE, from_side, from_end)
                for drive in range(DRIVES):
                    shade: cython.int = drive - TO_DARK
                    corner: cython.int = self._nearest_corner(file, rank, shade)
                    cell: cython.int = cell_at(file, rank)
                    self.target_corners[drive * CELLS + cell] = corner
                    self.drive_scores[drive * CELLS + cell] = (
                        -_EDGE_STEP * inside
                        if drive == ANYWHERE
                        else -_CORNER_STEP * (_steps(cell, corner) if corner else 0)
                    )

    def _nearest_corner(self, file, rank, shade):
        """Return the nearest corner of a shade, 0 if there is none."""
        files: cython.int = self.state.variant.files
        ranks: cython.int = self.state.variant.ranks
        corners = [
            (abs(file - x) + abs(rank - y), cell_at(x, y))
            for x in (0, files - 1)
            for y in (0, ranks - 1)
            if (x + y) % 2 == shade
        ]
        return min(corners)[1] if corners else 0

    def active_evaluator(self):
        """Return the evaluator that applies to the position."""
        if self.state.alive[0] > 1 and self.state.alive[1] > 1:
            return self.inner.active_evaluator()
        return self

    def evaluate(self, alpha, beta, margin):
        if self.state.alive[0] > 1 and self.state.alive[1] > 1:
            return self.inner.evaluate(alpha, beta, margin)
        return self._bare_king_score(alpha, beta, margin)

    def score(self):
        """Return the whole evaluation in centipawns from White's view."""
        if self.state.alive[0] > 1 and self.state.alive[1] > 1:
            return self.inner.score()
        score: cython.int = self._bare_king_score(0, 0, 2 * _SURE_WIN)
        return score if self.state.side == WHITE else -score

    def terms(self):
        """Return ([(name, White's, Black's)], total) in centipawns, the total from White's view."""
        if self.state.alive[0] > 1 and self.state.alive[1] > 1:
            return self.inner.terms()
        score: cython.int = self.score()
        return [("mop-up", max(score, 0), max(-score, 0))], score

    def _bare_king_score(self, alpha, beta, margin):
        """Return centipawns for the side to move in a position with a bare king."""
        winner: cython.int = 0 if self.state.alive[0] > 1 else 1
        drive: cython.int = self._drive_of(winner)
        score: cython.int
        if drive != _NO_DRIVE:
            score = self._mop_up_score(winner, drive)
            return score if self.state.side == winner else -score
        if self._may_promote(winner):
            return self.inner.evaluate(alpha, beta, margin)
        return self.inner.evaluate(-_SURE_WIN, _SURE_WIN, margin) // _UNFORCED_DIVISOR

    def _may_promote(self, colour):
        """Return True if a side has a piece that may still promote."""
        kind: cython.int
        for kind in range(1, self.state.tables.types + 1):
            if self.promotes[kind] and self.state.tally[colour << COLOUR_SHIFT | kind]:
                return True
        return False

    def _drive_of(self, winner):
        """Return how the pieces of a side drive a bare king, _NO_DRIVE if they cannot force mate.

        Pieces that may still promote are ignored, unless they mate alone as they are.
        """
        slot: cython.int
        cell: cython.int
        kind: cython.int
        last: cython.int = 0
        count: cython.int = 0
        alike: cython.bint = True
        bound: cython.int = 0  # pieces that stay on one shade
        shades: cython.int = 0
        for slot in range(self.state.slots[winner]):
            cell = self.state.cell_of[winner * SLOTS + slot]
            if cell == 0 or cell == self.state.king_cell[winner]:
                continue
            kind = self.state.board[cell] & TYPE_MASK
            if self.mates_alone[kind]:
                return ANYWHERE
            if self.promotes[kind]:
                continue
            count += 1
            alike = alike and (last == 0 or last == kind)
            last = kind
            if self.one_shade[kind]:
                bound += 1
                shades |= 1 << (file_of(cell) + rank_of(cell)) % 2
        if count < 2 or (bound == count and shades != 3):
            return _NO_DRIVE
        if bound == 0:
            return _NO_DRIVE if alike and count <= _SAME_KIND else ANYWHERE
        if shades == 3 or count > 2:
            return ANYWHERE
        return shades  # TO_DARK or TO_LIGHT

    def _mop_up_score(self, winner, drive):
        """Return the centipawns of the side that has more than its king."""
        bare: cython.int = 1 - winner
        king: cython.int = self.state.king_cell[bare]
        slot: cython.int
        cell: cython.int
        away: cython.int
        pieces: cython.int = 0
        score: cython.int = self.drive_scores[drive * CELLS + king]
        room: cython.int = self._count_room(bare)
        if (
            room == 0
            and self.state.side == bare
            and self.state.checkers == 0
            and not has_legal_move(self.state)
        ):
            return 0
        if drive != ANYWHERE:  # room varies while the king runs from one corner to another
            room = min(room, _MAX_ROOM)
        for slot in range(self.state.slots[winner]):
            cell = self.state.cell_of[winner * SLOTS + slot]
            if cell == 0:
                continue
            away = max(abs(file_of(cell) - file_of(king)), abs(rank_of(cell) - rank_of(king)))
            if cell == self.state.king_cell[winner]:
                score -= _KING_STEP * away
                if drive != ANYWHERE:
                    score += self._king_position_score(cell, king, drive)
            else:
                score -= _PIECE_STEP * away
                pieces += self.state.exchange[self.state.board[cell] & TYPE_MASK]
        return _SURE_WIN + score - _ROOM * room + min(_MAX_PIECES, pieces // _PIECES_DIVISOR)

    def _king_position_score(self, cell, king, drive):
        """Return the centipawns of the winner's king on a cell while the bare king is driven.

        It should stay inside the board and behind the bare king on its way to the corner.
        """
        corner: cython.int = self.target_corners[drive * CELLS + king]
        score: cython.int = _INSIDE_STEP * self.edge_distance[cell]
        if corner and _steps(cell, corner) >= _steps(king, corner) + _BEHIND_STEPS:
            score += _BEHIND
        return score

    def _count_room(self, bare):
        """Return the number of cells that the bare king can get to if nothing else moves."""
        king: cython.int = self.state.king_cell[bare]
        code: cython.int = self.state.board[king]
        span: cython.pointer[Span]
        stop: cython.pointer[Stop]
        end: cython.pointer[Stop]
        read: cython.int = 0
        written: cython.int = 1
        self.mark += 1
        self.state.board[king] = EMPTY
        mark_attacks(self.state, 1 - bare, self.marks, self.mark)
        self.state.board[king] = code
        self.marks[king] = self.mark
        self.queue[0] = king
        while read < written:
            span = cython.address(
                self.state.tables.captures[(code & (CODES - 1)) * CELLS + self.queue[read]]
            )
            read += 1
            stop = self.state.tables.stops + span.first
            end = self.state.tables.stops + span.last
            while stop < end:
                if (
                    stop.flags & CAN_CAPTURE
                    and self.marks[stop.to] != self.mark
                    and self.state.board[stop.to] != EDGE
                ):
                    self.marks[stop.to] = self.mark
                    self.queue[written] = stop.to
                    written += 1
                stop += 1 if self.state.board[stop.to] == EMPTY else stop.skip
        return written - 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _steps(one: cython.int, other: cython.int) -> cython.int:
    """Return the distance of two cells along files and ranks."""
    return abs(file_of(one) - file_of(other)) + abs(rank_of(one) - rank_of(other))
