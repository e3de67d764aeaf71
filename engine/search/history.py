"""Histories for move ordering: how often a move has caused a cutoff in this search.

Quiet moves have a butterfly history (by side and move) and continuation histories (by the move and
one that was made one, two or four plies before); tactical moves have a capture history. Moves are
counted by their slot: moving piece and target square. The functions are in the .pxd, because the
search inlines them.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import VICTIMS
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memset


class History:
    """All history tables of one searcher."""

    def __cinit__(self, slots: cython.int):
        """Allocate the tables. slots: `history_slots` of the positions searched."""
        self.slots = slots
        count: cython.size_t = slots
        self.quiet = _allocate(2 * count)
        self.capture = _allocate(VICTIMS * count)
        self.reply = _allocate(count * count)
        self.follow_up = _allocate(count * count)
        self.countermoves = cython.cast(
            cython.pointer[Move], calloc(2 * count, cython.sizeof(Move))
        )
        if not (
            self.quiet and self.capture and self.reply and self.follow_up and self.countermoves
        ):
            raise MemoryError

    def __dealloc__(self):
        free(self.quiet)
        free(self.capture)
        free(self.reply)
        free(self.follow_up)
        free(self.countermoves)

    def clear(self):
        """Reset all histories, as for a new game."""
        count: cython.size_t = self.slots
        memset(self.quiet, 0, 2 * count * cython.sizeof(cython.short))
        memset(self.capture, 0, VICTIMS * count * cython.sizeof(cython.short))
        self.reply = _reallocate(self.reply, count * count)
        self.follow_up = _reallocate(self.follow_up, count * count)
        memset(self.countermoves, 0, 2 * count * cython.sizeof(Move))


@cython.cfunc
@cython.exceptval(check=False)
def _allocate(count: cython.size_t) -> cython.p_short:
    """Return a zeroed table, or NULL if memory is short."""
    return cython.cast(cython.p_short, calloc(count, cython.sizeof(cython.short)))


@cython.cfunc
@cython.exceptval(check=False)
def _reallocate(old: cython.p_short, count: cython.size_t) -> cython.p_short:
    """Return a zeroed table in place of an old one.

    A new allocation is cheaper than clearing a large table, of which few pages are in use.
    """
    new: cython.p_short = _allocate(count)
    if new == cython.NULL:
        memset(old, 0, count * cython.sizeof(cython.short))
        return old
    free(old)
    return new
