"""Probing of endgame tables."""

import cython
from cython.cimports.amalthea.engine.evaluation.prober import UNPROBED
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CELLS,
    CODES,
    TYPES,
)
from cython.cimports.amalthea.engine.pieces.endgames.piece_paths import MAX_CELLS
from cython.cimports.amalthea.engine.pieces.endgames.retrograde import ILLEGAL, LOST, Board
from cython.cimports.amalthea.engine.pieces.moves.state import SLOTS

_NOWHERE = cython.declare(cython.int, -1)


class TableProber(Prober):
    def __init__(self, state):
        self.state = state
        self.owners = []

    def add(self, codes, board, values):
        """Add a table; tables beyond the maximum number are ignored.

        codes: the codes of its pieces, White's king and Black's first. values: its bytes.
        """
        if self.count + 2 > MAX_TABLES:
            return
        buffer = Buffer(values)
        self._add(codes, board, buffer, False)
        exchanged = [code ^ TYPES for code in codes]
        if sorted(exchanged) != sorted(codes):
            self._add(exchanged, board, buffer, True)

    def _add(self, codes, board, values, turned):
        """Add a table for these codes. turned: the file has them with colours exchanged."""
        at: cython.int
        table: cython.pointer[Known] = cython.address(self.known[self.count])
        grid: Board = board
        table.values = values.data
        table.nodes = values.size // 2
        table.grid = cython.address(grid.grid)
        table.piece_count = len(codes)
        table.turned = turned
        table.signature = 0
        for at in range(table.piece_count):
            table.codes[at] = codes[at]
            table.signature += self.state.tables.piece_keys[(table.codes[at] & (CODES - 1)) * CELLS]
        self.owners.append((board, values))
        self.count += 1
        self.max_pieces = max(self.max_pieces, table.piece_count)

    def probe(self):
        """Return the plies to mate, negative for a loss; 0 for a draw, UNPROBED without an answer.

        There is no answer if a rule that counts moves might draw the game before the mate.
        """
        if self.state.alive[0] + self.state.alive[1] > self.max_pieces or self.state.rights:
            return UNPROBED
        table: cython.pointer[cython.const[Known]] = self._find()
        if table == cython.NULL:
            return UNPROBED
        value: cython.int = self._value(table)
        if value == 0:
            return 0
        if value == LOST or value == ILLEGAL:
            return UNPROBED
        plies: cython.int = 2 * value - 1 if value < LOST else 2 * (value - LOST)
        if self.state.halfmove + plies > self.state.draw_plies:
            return UNPROBED
        if self.state.tables.counting and not self._ends_in_time(plies):
            return UNPROBED
        return plies if value < LOST else -plies

    def _ends_in_time(self, plies):
        """Return True if the end comes before a lone king has counted its moves.

        Any other side may still begin a count, with a limit that is not known here.
        """
        lone: cython.bint = self.state.alive[0] == 1 or self.state.alive[1] == 1
        left: cython.int = self.state.counting_limit - self.state.counting_ply
        return lone and self.state.counting_limit > 0 and plies <= left

    def _find(self):
        """Return the table for the pieces on the board, NULL if there is none."""
        signature: cython.ulonglong = 0
        colour: cython.int
        slot: cython.int
        cell: cython.int
        i: cython.int
        for colour in range(2):
            for slot in range(self.state.slots[colour]):
                cell = self.state.cell_of[colour * SLOTS + slot]
                if cell:
                    signature += self.state.tables.piece_keys[
                        (self.state.board[cell] & (CODES - 1)) * CELLS
                    ]
        for i in range(self.count):
            if self.known[i].signature == signature:
                return cython.address(self.known[i])
        return cython.NULL

    def _value(self, table):
        """Return the value of the position in a table."""
        cells: cython.int[8]
        colour: cython.int
        slot: cython.int
        cell: cython.int
        piece: cython.int
        symmetry: cython.int
        number: cython.longlong
        image: cython.pointer[cython.const[cython.int]]
        for piece in range(table.piece_count):
            cells[piece] = _NOWHERE
        for colour in range(2):
            for slot in range(self.state.slots[colour]):
                cell = self.state.cell_of[colour * SLOTS + slot]
                if cell == 0:
                    continue
                piece = 0
                while table.codes[piece] != self.state.board[cell] or cells[piece] != _NOWHERE:
                    piece += 1
                cells[piece] = self.state.tables.dense[cell]
                if table.turned:
                    cells[piece] = table.grid.cells - 1 - cells[piece]
        for symmetry in range(table.grid.symmetries):
            image = table.grid.image + symmetry * MAX_CELLS
            number = table.grid.home_of[image[cells[0]]]
            if number >= 0:
                break
        for piece in range(1, table.piece_count):
            number = number * table.grid.cells + image[cells[piece]]
        colour = 1 - self.state.side if table.turned else self.state.side
        return table.values[colour * table.nodes + number]
