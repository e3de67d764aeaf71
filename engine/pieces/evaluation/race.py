"""Evaluator wrapper for races to a goal: how many moves a runner needs on the board as it stands.

If a piece wins on a square, what counts is the way that is open to it: around pieces of its own,
over enemies that it can capture and, if losing it loses the game, past what the other side
attacks, which costs it time. Where the rules let nobody attack a king, it runs without risk, and
its value rises steeply near the goal. Square tables know only the way on an empty board, and a
search sees only as far as its depth. In games with drops, pieces whose loss loses the game are no
runners, as the other side never gets weaker.
"""

import cython
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CAN_CAPTURE,
    CAN_MOVE,
    CELLS,
    COLOUR_SHIFT,
    EDGE,
    EMPTY,
    TYPE_MASK,
    TYPES,
    UNMOVED,
    cell_at,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import Span, Stop
from cython.cimports.amalthea.engine.pieces.evaluation.marking import mark_attacks
from cython.cimports.amalthea.engine.pieces.moves.state import SLOTS

_GOAL = cython.declare(cython.int, 1600)  # cp of a runner who is there
_DETOUR = cython.declare(cython.int, 2)  # moves that a guarded square costs a runner
# A runner that the rules keep from being lost:
_SAFE_GOAL = cython.declare(cython.int, 3200)  # cp of one who is there
_SAFE_DETOUR = cython.declare(cython.int, 1)  # moves that a guarded square costs it
_HALF_AT = cython.declare(cython.int, 8)  # square of the half-moves away that halve its value
_MAX_RUNNERS = cython.declare(cython.int, 2)  # of a side's type; of more, none runs alone


class RaceEvaluator(AddingEvaluator):
    def __init__(self, state, inner):
        self.state = state
        self.inner = inner
        self.most_pieces[0] = max(1, self.state.pieces[0])
        self.most_pieces[1] = max(1, self.state.pieces[1])
        self._fill_goals()

    def _fill_goals(self):
        """Fill the goals of each type."""
        variant = self.state.variant
        colour: cython.int
        kind: cython.int
        for kind, piece in enumerate(variant.pieces, 1):
            goals = [end for end in variant.ends.goals if end.piece == piece.letter]
            goals = [end for end in goals if end.count == 1]
            kept = any(piece.letter in end.pieces for end in variant.ends.extinctions)
            self.must_survive[kind] = piece.royal or kept
            self.at_risk[kind] = kept or (piece.royal and variant.ends.checking)
            self.safe[kind] = self.must_survive[kind] and not self.at_risk[kind]
            self.runs[kind] = bool(goals) and not (self.at_risk[kind] and variant.drops)
            for end in goals:
                for colour in range(2):
                    for file, rank in end.region.squares(colour, variant.files, variant.ranks):
                        self.is_goal[(colour * TYPES + kind) * CELLS + cell_at(file, rank)] = True
            for colour in range(2):
                if self.runs[kind]:
                    self._fill_distances(colour, kind)

    def _fill_distances(self, colour, kind):
        """Fill the moves that a type needs to a goal if no other piece is on the board."""
        base: cython.int = (colour * TYPES + kind) * CELLS
        code: cython.int = colour << COLOUR_SHIFT | kind
        cell: cython.int
        span: cython.pointer[Span]
        stop: cython.pointer[Stop]
        nearer: cython.bint = True
        for cell in range(CELLS):
            self.distance[base + cell] = 0 if self.is_goal[base + cell] else LONGEST
        while nearer:
            nearer = False
            for cell in range(CELLS):
                span = cython.address(self.state.tables.moves[code * CELLS + cell])
                stop = self.state.tables.stops + span.first
                while stop < self.state.tables.stops + span.last:
                    if (
                        stop.flags & (CAN_MOVE | CAN_CAPTURE)
                        and not stop.flags & UNMOVED
                        and self.distance[base + stop.to] + 1 < self.distance[base + cell]
                    ):
                        self.distance[base + cell] = self.distance[base + stop.to] + 1
                        nearer = True
                    stop += 1

    def terms(self):
        """Return ([(name, White's, Black's)], total) in centipawns, the total from White's view."""
        listed, total = self.inner.terms()
        white: cython.int = self._race_value(0)
        black: cython.int = self._race_value(1)
        return [*listed, ("race", white, black)], total + white - black

    def end_score(self):
        """Return the part of the score that stands over any evaluation, White's view."""
        return self.inner.end_score() + self.added_score()

    def added_score(self):
        """Return the value of the race from White's view."""
        return self._race_value(0) - self._race_value(1)

    def _race_value(self, colour):
        """Return the centipawns of a side: more, the fewer moves its first runner needs.

        The side to move is half a move ahead. A runner whose loss loses the game is worth less
        among many enemies, and one that cannot be lost is worth much near its goal.
        """
        them: cython.int = 1 - colour
        gone: cython.int = max(0, self.most_pieces[them] - self.state.pieces[them])
        slot: cython.int
        cell: cython.int
        kind: cython.int
        half_moves: cython.int
        worth: cython.int
        best: cython.int = 0
        for slot in range(self.state.slots[colour]):
            cell = self.state.cell_of[colour * SLOTS + slot]
            kind = self.state.board[cell] & TYPE_MASK
            if cell == 0 or not self.runs[kind]:
                continue
            if self.state.tally[colour << COLOUR_SHIFT | kind] > _MAX_RUNNERS:
                continue
            if self.at_risk[kind] and gone == 0:
                continue
            moves: cython.int = self._moves_to_goal(colour, cell)
            if moves >= LONGEST:
                continue
            half_moves = 2 * moves - (self.state.side == colour and moves > 0)
            if self.safe[kind]:
                worth = _HALF_AT * _SAFE_GOAL // (_HALF_AT + half_moves * half_moves)
            else:
                worth = 2 * _GOAL // (2 + half_moves)
            if self.at_risk[kind]:
                worth = worth * gone // self.most_pieces[them]
            best = max(best, worth)
        return best

    def _moves_to_goal(self, colour, origin):
        """Return the moves that a runner needs if nothing else moves, LONGEST without a path.

        A square that is guarded against it counts as a detour more: what guards it must go first.
        The way is searched by A*, as on most boards a short one is open: the moves so far and the
        distance on an empty board are never more than those of a whole way.
        """
        code: cython.int = self.state.board[origin]
        kind: cython.int = code & TYPE_MASK
        base: cython.int = (colour * TYPES + kind) * CELLS
        if self.distance[base + origin] >= LONGEST:
            return LONGEST
        self.mark += 1
        self.state.board[origin] = EMPTY
        if self.must_survive[kind]:
            mark_attacks(self.state, 1 - colour, self.attacked, self.mark)
        self.found = 0
        length: cython.int = self.distance[base + origin]
        self.longest = length
        self._reach(origin, 0, length)
        cell: cython.int
        moves: cython.int = LONGEST
        way: cython.pointer[Way]
        while length <= self.longest:
            if self.shortest[length] == 0:
                length += 1
                continue
            way = cython.address(self.ways[self.shortest[length]])
            self.shortest[length] = way.next
            cell = way.cell
            if self.distance[base + cell] == 0:
                moves = self.moves[cell]
                break
            if self.moves[cell] + self.distance[base + cell] == length:  # no shorter one is known
                self._step_from(colour, code, cell)
        while length <= self.longest:
            self.shortest[length] = 0
            length += 1
        self.state.board[origin] = code
        return moves

    def _reach(self, cell, moves, distance):
        """Note a way to a cell, unless it is too long or too many were found."""
        length: cython.int = moves + distance
        if length >= LONGEST or self.found + 1 >= MOST_WAYS:
            return
        self.found += 1
        self.reached[cell] = self.mark
        self.moves[cell] = moves
        self.ways[self.found].cell = cell
        self.ways[self.found].next = self.shortest[length]
        self.shortest[length] = self.found
        self.longest = max(self.longest, length)

    def _step_from(self, colour, code, cell):
        """Add the cells that a runner reaches from one that it has reached."""
        kind: cython.int = code & TYPE_MASK
        span: cython.pointer[Span] = cython.address(self.state.tables.moves[code * CELLS + cell])
        stop: cython.pointer[Stop] = self.state.tables.stops + span.first
        end: cython.pointer[Stop] = self.state.tables.stops + span.last
        distances: cython.pointer[cython.short] = cython.address(
            self.distance[(colour * TYPES + kind) * CELLS]
        )
        occupant: cython.int
        how: cython.int
        moves: cython.int
        detour: cython.int = _SAFE_DETOUR if self.safe[kind] else _DETOUR
        while stop < end:
            occupant = self.state.board[stop.to]
            how = CAN_MOVE if occupant == EMPTY else CAN_CAPTURE
            if (
                stop.flags & how
                and not stop.flags & UNMOVED
                and (occupant == EMPTY or occupant >> COLOUR_SHIFT == 1 - colour)
                and occupant != EDGE
            ):
                moves = self.moves[cell] + 1
                if self.attacked[stop.to] == self.mark:
                    moves += detour
                if self.reached[stop.to] != self.mark or moves < self.moves[stop.to]:
                    self._reach(stop.to, moves, distances[stop.to])
            stop += 1 if occupant == EMPTY else stop.skip
