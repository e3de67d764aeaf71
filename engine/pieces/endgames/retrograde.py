"""Retrograde analysis: the value of every position of a few pieces, from the mates backwards.

Positions that a symmetry of the board and of all moves maps to each other are kept once: White's
king stands on one of the home cells only. If two images of a position do, as on a diagonal, both
are kept and always have the same value. The result is the number of the winner's moves to mate; the
caller handles the count of plies without progress. A capture or a promotion leads to another table,
analysed before, which may have more symmetries.
"""

from typing import NamedTuple

import cython
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import CAN_CAPTURE, CAN_MOVE
from cython.cimports.amalthea.engine.pieces.endgames.piece_paths import (
    Path,
    PathLists,
    PiecePaths,
    is_clear,
    reaches,
)
from cython.cimports.libc.stdlib import calloc, free

_MAX_COUNTED = cython.declare(cython.int, 255)  # moves that can be counted
_NO_PIECE = cython.declare(cython.int, -1)


class Mover(NamedTuple):
    paths: object
    colour: int
    choices: int
    arrivals: bytes
    promotes_on_leaving: bool
    barred: bytes


class Successor(NamedTuple):
    table: object
    captured: int
    promoted: int
    indices: list


class Board:
    def __init__(self, cells, images):
        """Make a board. images: by symmetry, the identity first, the image of every cell."""
        self.grid.cells = cells
        self.grid.symmetries = len(images)
        i: cython.int
        j: cython.int
        cell: cython.int
        for i in range(self.grid.symmetries):
            for cell in range(cells):
                self.grid.image[i * MAX_CELLS + cell] = images[i][cell]
        for i in range(self.grid.symmetries):
            for j in range(self.grid.symmetries):
                both = tuple(images[i][cell] for cell in images[j])
                self.grid.product[i * SYMMETRIES + j] = images.index(both)
        self.grid.homes = 0
        for cell in range(cells):
            self.grid.home_of[cell] = -1
            if min(each[cell] for each in images) == cell:
                self.grid.home_of[cell] = self.grid.homes
                self.grid.cell_of_home[self.grid.homes] = cell
                self.grid.homes += 1

    @property
    def homes(self):
        """Return the number of home cells of White's king."""
        return self.grid.homes


class Retrograde:
    def __cinit__(self):
        self.values = cython.NULL
        self.moves_left = cython.NULL

    def __dealloc__(self):
        free(self.values)
        free(self.moves_left)

    def __init__(self, board, movers, successors):
        self.board = board
        self.piece_count = len(movers)
        self.paths_of = [mover.paths for mover in movers]
        self.successors = [successor.table for successor in successors]
        if len(self.successors) > MAX_SUCCESSORS:
            raise OverflowError
        piece: cython.int
        i: cython.int
        self.can_lose[0] = self.can_lose[1] = False
        self.quiet_transition.captured = self.quiet_transition.promoted = _NO_PIECE
        for piece in range(self.piece_count):
            self.quiet_transition.indices[piece] = piece
        for i, successor in enumerate(successors):
            self.transitions[i].captured = successor.captured
            self.transitions[i].promoted = successor.promoted
            for piece in range(self.piece_count):
                self.transitions[i].indices[piece] = successor.indices[piece]
        for piece in range(self.piece_count):
            self.colour[piece] = movers[piece].colour
            self.choices[piece] = movers[piece].choices
            self.promotes_on_leaving[piece] = movers[piece].promotes_on_leaving
            for i in range(self.board.grid.cells):
                self.promotes[piece * MAX_CELLS + i] = movers[piece].arrivals[i]
                self.barred[piece * MAX_CELLS + i] = movers[piece].barred[i]
            each: PiecePaths = self.paths_of[piece]
            self.paths[piece] = cython.address(each.lists)
            if piece > 1:
                self.can_lose[1 - self.colour[piece]] = True
        self.nodes = self.board.grid.homes
        for piece in range(1, self.piece_count):
            self.nodes *= self.board.grid.cells
        self.values = cython.cast(cython.p_uchar, calloc(2 * self.nodes, 1))
        self.moves_left = cython.cast(cython.p_uchar, calloc(2 * self.nodes, 1))
        if not self.values or not self.moves_left:
            raise MemoryError

    def analyse(self):
        """Find all values. Raises OverflowError for a mate too far away or too many moves."""
        side: cython.int
        moves: cython.int = 0
        last: cython.int = 0
        successor: Retrograde
        for successor in self.successors:
            last = max(last, successor.longest)
        for side in range(2):
            with cython.nogil:
                self._initialise(side)
        going: cython.bint = True
        while going or moves <= last + 1:
            if moves >= MAX_MATE_MOVES - 1:
                self.has_overflown = True
            if self.has_overflown:
                raise OverflowError
            going = False
            for side in range(2):
                going = self._propagate_all(side, LOST + moves) or going
            for side in range(2):
                going = self._propagate_all(side, moves + 1) or going
            if going:
                self.longest = moves + 1
            moves += 1
        free(self.moves_left)
        self.moves_left = cython.NULL

    def _propagate_all(self, side, value):
        """Take back every move to nodes with a value, in this table and in its successors."""
        table: Retrograde
        i: cython.int
        whose: cython.int = side
        what: cython.int = value
        found: cython.bint
        with cython.nogil:
            found = self._propagate(self, whose, what, cython.address(self.quiet_transition))
        for i, table in enumerate(self.successors):
            transition: cython.pointer[Transition] = cython.address(self.transitions[i])
            with cython.nogil:
                found = self._propagate(table, whose, what, transition) or found
        return found

    def contents(self):
        """Return the values of all nodes, White to move first."""
        return cython.cast(cython.p_char, self.values)[: 2 * self.nodes]

    def counts(self):
        """Return (wins, losses) for each side to move, White first."""
        counts = []
        side: cython.int
        i: cython.longlong
        wins: cython.longlong
        losses: cython.longlong
        for side in range(2):
            wins = losses = 0
            for i in range(self.nodes):
                value: cython.uchar = self.values[side * self.nodes + i]
                wins += 0 < value < LOST
                losses += LOST <= value < ILLEGAL
            counts.append((wins, losses))
        return counts

    def _read(self, number, node):
        """Fill the cells of the pieces of a node."""
        piece: cython.int
        cell: cython.int
        for piece in range(4):
            node.taken[piece] = 0
        for piece in range(self.piece_count - 1, -1, -1):
            if piece == 0:
                cell = self.board.grid.cell_of_home[number]
            else:
                cell = number % self.board.grid.cells
                number //= self.board.grid.cells
            node.cell[piece] = cell
            node.taken[cell >> 6] |= cython.cast(cython.ulonglong, 1) << (cell & 63)

    def _number(self, node, symmetry):
        """Return the number of a node's image, -1 if White's king is not on a home cell."""
        image: cython.p_int = self.board.grid.image + symmetry * MAX_CELLS
        number: cython.longlong = self.board.grid.home_of[image[node.cell[0]]]
        piece: cython.int
        if number < 0:
            return -1
        for piece in range(1, self.piece_count):
            number = number * self.board.grid.cells + image[node.cell[piece]]
        return number

    def _in_check(self, node, side, captured):
        """Return True if a side's king can be captured; one piece may be gone already."""
        king: cython.int = node.cell[side]
        piece: cython.int
        for piece in range(self.piece_count):
            if (
                self.colour[piece] != side
                and piece != captured
                and reaches(self.paths[piece], node.cell[piece], king, node.taken)
            ):
                return True
        return False

    def _initialise(self, side):
        """Mark illegal nodes, count the moves where a side can lose, and find the mates."""
        node: Node
        number: cython.longlong
        piece: cython.int
        other: cython.int
        moves: cython.int
        clash: cython.bint
        values: cython.p_uchar = self.values + side * self.nodes
        for number in range(self.nodes):
            self._read(number, cython.address(node))
            clash = False
            for piece in range(self.piece_count):
                clash = clash or self.barred[piece * MAX_CELLS + node.cell[piece]]
                for other in range(piece):
                    clash = clash or node.cell[piece] == node.cell[other]
            if clash or self._in_check(cython.address(node), 1 - side, _NO_PIECE):
                values[number] = ILLEGAL
                continue
            if not self.can_lose[side]:
                continue
            moves = self._legal_moves(cython.address(node), side)
            if moves > _MAX_COUNTED:
                self.has_overflown = True
            self.moves_left[side * self.nodes + number] = moves
            if moves == 0 and self._in_check(cython.address(node), side, _NO_PIECE):
                values[number] = LOST

    def _legal_moves(self, node, side):
        """Return the number of legal moves of a side; each choice of promotion counts."""
        piece: cython.int
        other: cython.int
        captured: cython.int
        origin: cython.int
        last: cython.int
        moves: cython.int = 0
        paths: cython.pointer[PathLists]
        path: cython.pointer[Path]
        end: cython.pointer[Path]
        for piece in range(self.piece_count):
            if self.colour[piece] != side:
                continue
            origin = node.cell[piece]
            paths = self.paths[piece]
            path = paths.onward + paths.onward_first[origin]
            end = paths.onward + paths.onward_first[origin + 1]
            last = _NO_PIECE
            while path < end:
                captured = _NO_PIECE
                for other in range(self.piece_count):
                    if node.cell[other] == path.to:
                        captured = other
                if (
                    path.to != last
                    and (captured == _NO_PIECE or self.colour[captured] != side)
                    and path.flags & (CAN_MOVE if captured == _NO_PIECE else CAN_CAPTURE)
                    and is_clear(path, node.taken)
                ):
                    last = path.to
                    _flip(node.taken, origin)
                    if captured == _NO_PIECE:
                        _flip(node.taken, last)
                    node.cell[piece] = last
                    if not self._in_check(node, side, captured):
                        moves += self._options(piece, origin, last)
                    node.cell[piece] = origin
                    if captured == _NO_PIECE:
                        _flip(node.taken, last)
                    _flip(node.taken, origin)
                path += 1
        return moves

    def _arrival(self, piece, origin, to):
        """Return whether a piece promotes with that move: 0 no, 1 optionally, 2 always."""
        arrival: cython.int = self.promotes[piece * MAX_CELLS + to]
        if arrival == STAYS and self.promotes_on_leaving[piece]:
            arrival = self.promotes[piece * MAX_CELLS + origin]
        return arrival

    def _options(self, piece, origin, to):
        """Return the number of moves with these squares: one for each choice of promotion."""
        arrival: cython.int = self._arrival(piece, origin, to)
        if arrival == PROMOTES:
            return self.choices[piece]
        return 1 + self.choices[piece] if arrival == MAY_PROMOTE else 1

    def _propagate(self, table, side, value, transition):
        """Take back the moves that lead to nodes of a table with that value, with `side` to move
        there.

        table: that table. transition: how moves lead to it. Return True if the value of any node
        became known.
        """
        node: Node
        full: Node
        number: cython.longlong
        piece: cython.int
        at: cython.int
        i: cython.int
        images: cython.int[SYMMETRIES]
        one: cython.int[1]
        count: cython.int
        found: cython.bint = False
        values: cython.p_uchar = table.values + side * table.nodes
        if transition.captured != _NO_PIECE and self.colour[transition.captured] != side:
            return False
        if transition.promoted != _NO_PIECE and self.colour[transition.promoted] == side:
            return False
        one[0] = 0
        for number in range(table.nodes):
            if values[number] != value:
                continue
            table._read(number, cython.address(node))
            count = table._images(cython.address(node), images)
            full = node
            if table.board is self.board:
                if count:
                    for piece in range(self.piece_count):
                        if piece != transition.captured:
                            full.cell[piece] = node.cell[transition.indices[piece]]
                    found |= self._propagate_node(
                        cython.address(full), side, value, transition, images, count
                    )
                continue
            for i in range(count):  # of symmetries that this table may not have
                for piece in range(4):
                    full.taken[piece] = 0
                for piece in range(self.piece_count):
                    if piece != transition.captured:
                        at = table.board.grid.image[
                            images[i] * MAX_CELLS + node.cell[transition.indices[piece]]
                        ]
                        full.cell[piece] = at
                        _flip(full.taken, at)
                found |= self._propagate_node(cython.address(full), side, value, transition, one, 1)
        return found

    def _propagate_node(self, node, side, value, transition, images, count):
        """Take back the moves to one node, with its pieces in this table's order.

        images: the symmetries of this table to apply. Return True if the value of any node became
        known.
        """
        piece: cython.int
        found: cython.bint = False
        for piece in range(self.piece_count):
            if (
                self.colour[piece] != side
                and (transition.promoted == _NO_PIECE or transition.promoted == piece)
                and self._take_back(node, piece, transition, images, count, value)
            ):
                found = True
        return found

    def _take_back(self, node, mover, transition, images, count, value):
        """Take back one piece's moves to a node, with and without a capture.

        Return True if the value of any node became known.
        """
        before: Node = node[0]
        captured: cython.int = transition.captured
        to: cython.int = node.cell[mover]
        paths: cython.pointer[PathLists] = self.paths[mover]
        path: cython.pointer[Path] = paths.back + paths.back_first[to]
        end: cython.pointer[Path] = paths.back + paths.back_first[to + 1]
        last: cython.int = _NO_PIECE
        kinds: cython.uint = CAN_MOVE if captured == _NO_PIECE else CAN_CAPTURE
        origin: cython.int
        number: cython.longlong
        i: cython.int
        found: cython.bint = False
        # The arrival by which a piece of this kind of move cannot have come.
        excluded: cython.int = PROMOTES if transition.promoted == _NO_PIECE else STAYS
        if captured == _NO_PIECE:
            _flip(before.taken, to)
        else:
            before.cell[captured] = to
        while path < end:
            origin = path.origin
            if (
                origin != last
                and path.flags & kinds
                and self._arrival(mover, origin, to) != excluded
                and not before.taken[origin >> 6] >> (origin & 63) & 1
                and is_clear(path, before.taken)
            ):
                last = origin
                before.cell[mover] = origin
                for i in range(count):
                    number = self._number(cython.address(before), images[i])
                    if number >= 0 and self._update_value(self.colour[mover], number, value):
                        found = True
            path += 1
        return found

    def _update_value(self, side, number, value):
        """Record that a move leads from a node to one with that value; return True if that decides
        it.
        """
        own: cython.p_uchar = self.values + side * self.nodes + number
        left: cython.p_uchar = self.moves_left + side * self.nodes + number
        if own[0] != UNKNOWN:
            return False
        if value >= LOST:
            own[0] = value - LOST + 1
            return True
        if left[0] == 0:
            return False
        left[0] -= 1
        if left[0] == 0:
            own[0] = LOST + value
        return left[0] == 0

    def _images(self, node, images):
        """Store the symmetries that lead to the different images of a node; return their number.

        There are none if another image of it at home represents all of them.
        """
        i: cython.int
        j: cython.int
        piece: cython.int
        count: cython.int = 0
        still: cython.int[SYMMETRIES]  # symmetries that map the node to itself
        stills: cython.int = 0
        image: cython.p_int
        own: cython.longlong = self._number(node, 0)
        for i in range(1, self.board.grid.symmetries):
            image = self.board.grid.image + i * MAX_CELLS
            if image[node.cell[0]] != node.cell[0]:
                continue
            if self._number(node, i) < own:
                return 0
            piece = 1
            while piece < self.piece_count and image[node.cell[piece]] == node.cell[piece]:
                piece += 1
            if piece == self.piece_count:
                still[stills] = i
                stills += 1
        for i in range(self.board.grid.symmetries):
            j = 0
            while j < stills and self.board.grid.product[i * SYMMETRIES + still[j]] > i:
                j += 1
            if j == stills:
                images[count] = i
                count += 1
        return count


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _flip(taken: cython.pointer[cython.ulonglong], cell: cython.int) -> cython.void:
    """Add a cell, or remove it."""
    taken[cell >> 6] ^= cython.cast(cython.ulonglong, 1) << (cell & 63)
