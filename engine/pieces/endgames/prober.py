"""Probing of endgame tables."""

import cython
from cython.cimports.amalthea.engine.evaluation.prober import UNPROBED
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CELLS,
    CODES,
    COLOUR_SHIFT,
    TYPES,
)
from cython.cimports.amalthea.engine.pieces.endgames.retrograde import ILLEGAL, LOST, Board
from cython.cimports.amalthea.engine.pieces.endgames.ways import CELLS_MOST
from cython.cimports.amalthea.engine.pieces.moves.state import SLOTS

_NOWHERE = cython.declare(cython.int, -1)


class TableProber(Prober):
    def __init__(self, state):
        self.state = state
        self.kept = []

    def add(self, men, board, values):
        """Add a table; tables beyond the maximum number are ignored.

        men: the codes of its pieces, White's king and Black's first. values: its bytes.
        """
        if self.count + 2 > TABLES_MOST:
            return
        self._add(men, board, values, False)
        exchanged = [code ^ TYPES for code in men]
        if sorted(exchanged) != sorted(men):
            self._add(exchanged, board, values, True)

    def _add(self, men, board, values, turned):
        at: cython.int
        table: cython.pointer[Known] = cython.address(self.known[self.count])
        grid: Board = board
        table.values = cython.address(values[0])
        table.nodes = len(values) // 2
        table.grid = cython.address(grid.grid)
        table.men = len(men)
        table.turned = turned
        table.signature = 0
        for at in range(table.men):
            table.codes[at] = men[at]
            table.signature += self.state.tables.piece_keys[(table.codes[at] & (CODES - 1)) * CELLS]
        self.kept.append((board, values))
        self.count += 1
        self.most_men = max(self.most_men, table.men)

    def probe(self):
        """Return the plies to the end, of a win or loss that comes before the draw by the ply
        limit.
        """
        if self.state.alive[0] + self.state.alive[1] > self.most_men or self.state.rights:
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
        return plies if value < LOST else -plies

    def _find(self):
        """Return the table for the pieces on the board."""
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
        man: cython.int
        symmetry: cython.int
        number: cython.longlong
        image: cython.pointer[cython.const[cython.int]]
        for man in range(table.men):
            cells[man] = _NOWHERE
        for colour in range(2):
            for slot in range(self.state.slots[colour]):
                cell = self.state.cell_of[colour * SLOTS + slot]
                if cell == 0:
                    continue
                man = 0
                while table.codes[man] != self.state.board[cell] or cells[man] != _NOWHERE:
                    man += 1
                cells[man] = self.state.tables.dense[cell]
                if table.turned:
                    cells[man] = table.grid.cells - 1 - cells[man]
        for symmetry in range(table.grid.symmetries):
            image = table.grid.image + symmetry * CELLS_MOST
            number = table.grid.home_of[image[cells[0]]]
            if number >= 0:
                break
        for man in range(1, table.men):
            number = number * table.grid.cells + image[cells[man]]
        colour = 1 - self.state.side if table.turned else self.state.side
        return table.values[colour * table.nodes + number]
