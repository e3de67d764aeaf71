"""Features of nets: each piece by type, colour and square, and the blocked squares.

A piece on two squares counts by its anchor. Planes are, for each type, White's and Black's; the
blocked squares follow if the game has any. Last come the pieces in hand, for each type White's and
Black's, if the game has drops: such a feature is present once for each piece.
"""

import cython
from cython.cimports.amalthea.engine.evaluation.features import Features, Numbering
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CELLS,
    CODES,
    COLOUR_SHIFT,
    IN_HAND,
    cell_at,
)
from cython.cimports.amalthea.engine.pieces.moves.state import (
    SLOTS,
    Undo,
    changed_place,
    is_blocked,
)

from amalthea.engine.pieces.evaluation.values import pieces_at_start


class PiecesNumbering(Numbering):
    def __init__(self, variant):
        Numbering.__init__(self, variant, pieces_at_start(variant))
        files: cython.int = variant.files
        ranks: cython.int = variant.ranks
        kind: cython.int
        colour: cython.int
        file: cython.int
        rank: cython.int
        to: cython.int
        image: cython.int
        rise: cython.int
        reach: cython.int
        left: cython.int
        plane: cython.int
        letters = [piece.letter for piece in variant.pieces]
        mirror: list = []
        reflected: list = []
        for kind, piece in enumerate(variant.pieces, 1):
            image = letters.index(variant.mirrored(piece.letter))
            reach, rise = piece.second_square or (0, 0)  # the lower or left cell stays the anchor
            for colour in range(2):
                plane = (2 * image + 1 - colour) * files * ranks
                for rank in range(ranks):
                    to = (2 * ranks - 1 - rank - rise) % ranks
                    for file in range(files):
                        self.of_place[
                            (kind | colour << COLOUR_SHIFT) * CELLS + cell_at(file, rank)
                        ] = len(mirror)
                        mirror.append(plane + to * files + file)
                        left = (2 * files - 1 - file - reach) % files
                        reflected.append(((2 * image + colour) * ranks + rank) * files + left)
        self.first_blocked = len(mirror)
        if variant.blocked:
            for rank in range(ranks):
                to = self.first_blocked + (ranks - 1 - rank) * files
                mirror.extend(range(to, to + files))
                to = self.first_blocked + rank * files
                reflected.extend(reversed(range(to, to + files)))
        if variant.drops:
            for kind in range(1, len(letters) + 1):
                for colour in range(2):
                    self.of_place[(kind | colour << COLOUR_SHIFT) * CELLS + IN_HAND] = len(mirror)
                    reflected.append(len(mirror))
                    mirror.append(len(mirror) + 1 - 2 * colour)
        self.set_mirror(mirror)
        self.reflected = reflected


class PiecesFeatures(Features):
    def __init__(self, state, numbering):
        Features.__init__(self, state, numbering)
        self.state = state
        self.numbers = numbering
        cell: cython.int
        if not state.variant.blocked:
            return
        for cell in range(CELLS):
            if is_blocked(self.state, cell):
                self.blocked[self.blocked_count] = (
                    self.numbers.first_blocked + self.state.tables.dense[cell]
                )
                self.blocked_count += 1

    def write_present(self, out):
        colour: cython.int
        slot: cython.int
        cell: cython.int
        count: cython.int = 0
        for colour in range(2):
            for slot in range(self.state.slots[colour]):
                cell = self.state.cell_of[colour * SLOTS + slot]
                if cell:
                    out[count] = self.numbers.of_place[self.state.board[cell] * CELLS + cell]
                    count += 1
        for slot in range(self.blocked_count):
            out[count] = self.blocked[slot]
            count += 1
        if self.state.held[0] or self.state.held[1]:
            count = self._present_in_hand(out, count)
        return count

    def _present_in_hand(self, out, count):
        """Write the features of both hands behind `count` others; return the number of all."""
        code: cython.int
        piece: cython.int
        for code in range(CODES):
            for piece in range(self.state.hand[code]):
                out[count] = self.numbers.of_place[code * CELLS + IN_HAND]
                count += 1
        return count

    def write_changes(self, ply, out):
        undo: cython.pointer[Undo] = self.state.stack + ply
        i: cython.int
        for i in range(undo.change_count):
            out[i].feature = self.numbers.of_place[changed_place(undo.changed + i)]
            out[i].count = undo.changed[i].count
        return undo.change_count

    def piece_count(self):
        return self.state.alive[0] + self.state.alive[1]
