"""What the pieces on the board add up to, brought up to date only when it is asked for.

Every move leaves the list of its changes, and the sums of a ply carry the key of the position that
they belong to. So making and taking back cost nothing here, and sums are never another position's:
the last ones whose key is still that of their ply are followed by the changes made since.
"""

import cython
from cython.cimports.engine.board.moves import DEBUG
from cython.cimports.engine.kinds.army.mailbox import CELLS, TYPE_MASK
from cython.cimports.engine.kinds.army.state import SLOTS, Change
from cython.cimports.engine.kinds.army.worth import Score
from cython.cimports.libc.stdlib import abort

_FURTHEST_BACK = cython.declare(cython.int, 16)  # plies; adding up anew costs as much


class Material:
    def __init__(self, army, worth):
        self.army = army
        self.worth = worth

    def now(self):
        """The sums of the position as it is."""
        ply: cython.int = self.army.ply
        sums: cython.pointer[Sums] = cython.address(self.sums[ply & (SUMS_KEPT - 1)])
        if sums.key == self.army.hash_key:
            return sums
        oldest: cython.int = max(0, ply - _FURTHEST_BACK)
        known: cython.int = ply - 1
        while known >= oldest and self.sums[known & (SUMS_KEPT - 1)].key != self.army.keys[known]:
            known -= 1
        if known < oldest:
            self._add_up(sums)
            for known in range(ply - 1, oldest - 1, -1):  # so that the next line is a step away
                self._carry(known + 1, known, self.army.stack + known, -1)
        else:
            while known < ply:
                self._carry(known, known + 1, self.army.stack + known, 1)
                known += 1
        sums.key = self.army.hash_key
        if DEBUG and not self._holds(sums):
            abort()
        return sums

    def _carry(self, known, ply, undo, sign):
        """From the sums of one ply to those of the next (1) or of the last one (-1)."""
        before: cython.pointer[Sums] = cython.address(self.sums[known & (SUMS_KEPT - 1)])
        after: cython.pointer[Sums] = cython.address(self.sums[ply & (SUMS_KEPT - 1)])
        midgame: cython.int = before.midgame
        endgame: cython.int = before.endgame
        phase: cython.int = before.phase
        change: cython.pointer[cython.const[Change]]
        score: cython.pointer[Score]
        i: cython.int
        for i in range(undo.changes):
            change = cython.address(undo.changed[i])
            score = cython.address(self.worth.placed[change.code * CELLS + change.cell])
            midgame += sign * change.count * score.midgame
            endgame += sign * change.count * score.endgame
            phase += sign * change.count * self.worth.phase[change.code & TYPE_MASK]
        after.key = self.army.keys[ply]  # of the present ply none stands there: `now` knows it
        after.midgame = midgame
        after.endgame = endgame
        after.phase = phase

    def _add_up(self, sums):
        """The same from the board alone, the key apart."""
        colour: cython.int
        slot: cython.int
        cell: cython.int
        code: cython.int
        sums.midgame = 0
        sums.endgame = 0
        sums.phase = 0
        for colour in range(2):
            for slot in range(self.army.slots[colour]):
                cell = self.army.cell_of[colour * SLOTS + slot]
                if cell == 0:
                    continue
                code = self.army.board[cell]
                sums.midgame += self.worth.placed[code * CELLS + cell].midgame
                sums.endgame += self.worth.placed[code * CELLS + cell].endgame
                sums.phase += self.worth.phase[code & TYPE_MASK]

    def _holds(self, sums):
        """Whether sums equal a recomputation."""
        fresh: Sums
        self._add_up(cython.address(fresh))
        return (
            fresh.midgame == sums.midgame
            and fresh.endgame == sums.endgame
            and fresh.phase == sums.phase
        )
