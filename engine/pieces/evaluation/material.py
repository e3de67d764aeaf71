"""Sums of piece-square values, updated only when they are asked for.

Every move leaves a list of its changes, and the sums of a ply carry the key of their position. So
making and unmaking moves costs nothing here, and no sums of another position are used: the changes
since the last ply with valid sums are applied.
"""

import sys

import cython
from cython.cimports.amalthea.engine.core.moves import DEBUG
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CELLS,
    CODES,
    COLOUR_SHIFT,
    IN_HAND,
)
from cython.cimports.amalthea.engine.pieces.evaluation.piece_square_tables import (
    PieceSquareTables,
    Score,
)
from cython.cimports.amalthea.engine.pieces.moves.state import SLOTS, Undo, changed_place
from cython.cimports.libc.stdlib import abort

_FURTHEST_BACK = cython.declare(cython.int, 16)  # plies; adding up anew costs as much


class Material:
    def __init__(self, state, psqt):
        self.state = state
        self.psqt = psqt

    def catch_up(self):
        """Update the sums of this ply."""
        ply: cython.int = self.state.ply
        oldest: cython.int = max(0, ply - _FURTHEST_BACK)
        known: cython.int = ply - 1
        while known >= oldest and sums_at_ply(self, known).key != self.state.keys[known]:
            known -= 1
        if known >= oldest:
            while known < ply:
                _update_sums(
                    self.state.stack + known,
                    1,
                    self.psqt,
                    sums_at_ply(self, known),
                    sums_at_ply(self, known + 1),
                )
                known += 1
                sums_at_ply(self, known).key = self.state.keys[known]
        else:
            self._compute_sums(sums_at_ply(self, ply))
            for known in range(ply - 1, oldest - 1, -1):  # other lines are then a step away
                _update_sums(
                    self.state.stack + known,
                    -1,
                    self.psqt,
                    sums_at_ply(self, known + 1),
                    sums_at_ply(self, known),
                )
                sums_at_ply(self, known).key = self.state.keys[known]
        sums_at_ply(self, ply).key = self.state.hash_key  # the current key is not in `keys`
        if DEBUG:
            self._abort_unless_right(sums_at_ply(self, ply))

    def _compute_sums(self, sums):
        """Compute the sums from the board alone, without the key."""
        colour: cython.int
        slot: cython.int
        cell: cython.int
        code: cython.int
        score: Score
        sums.midgame = 0
        sums.endgame = 0
        sums.phase = 0
        for colour in range(2):
            for slot in range(self.state.slots[colour]):
                cell = self.state.cell_of[colour * SLOTS + slot]
                if cell == 0:
                    continue
                code = self.state.board[cell]
                score = self.psqt.scores[code * CELLS + cell]
                sums.midgame += score.midgame
                sums.endgame += score.endgame
                sums.phase += score.phase
        if not self.state.tables.drops:
            return
        for code in range(CODES):
            score = self.psqt.scores[code * CELLS + IN_HAND]
            sums.midgame += self.state.hand[code] * score.midgame
            sums.endgame += self.state.hand[code] * score.endgame
            sums.phase += self.state.hand[code] * score.phase

    def of_side(self, colour):
        """Return a side's (midgame, endgame) on the board and in hand, from White's view."""
        side: cython.int = colour
        slot: cython.int
        cell: cython.int
        code: cython.int
        score: Score
        midgame: cython.int = 0
        endgame: cython.int = 0
        for slot in range(self.state.slots[side]):
            cell = self.state.cell_of[side * SLOTS + slot]
            if cell:
                score = self.psqt.scores[self.state.board[cell] * CELLS + cell]
                midgame += score.midgame
                endgame += score.endgame
        for code in range(side << COLOUR_SHIFT, (side + 1) << COLOUR_SHIFT):
            score = self.psqt.scores[code * CELLS + IN_HAND]
            midgame += self.state.hand[code] * score.midgame
            endgame += self.state.hand[code] * score.endgame
        return midgame, endgame

    def _abort_unless_right(self, sums):
        """End the process if sums differ from a recomputation; for the debug build."""
        fresh: Sums
        self._compute_sums(cython.address(fresh))
        if (
            fresh.midgame == sums.midgame
            and fresh.endgame == sums.endgame
            and fresh.phase == sums.phase
        ):
            return
        with cython.gil:
            print(f"sums are wrong in {self.state.fen()!r}", file=sys.stderr, flush=True)
        abort()


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _update_sums(
    undo: cython.pointer[Undo],
    sign: cython.int,
    psqt: PieceSquareTables,
    before: cython.pointer[Sums],
    after: cython.pointer[Sums],
) -> cython.void:
    """Compute the sums on the other side of a move from those on this side.

    sign: 1 to add its changes to the sums before the move, -1 to subtract them from those after it.
    """
    midgame: cython.int = before.midgame
    endgame: cython.int = before.endgame
    phase: cython.int = before.phase
    count: cython.int
    score: Score
    i: cython.int
    for i in range(undo.change_count):
        count = sign * undo.changed[i].count
        score = psqt.scores[changed_place(undo.changed + i)]
        midgame += count * score.midgame
        endgame += count * score.endgame
        phase += count * score.phase
    after.midgame = midgame
    after.endgame = endgame
    after.phase = phase
