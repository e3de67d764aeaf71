cimport cython

from amalthea.engine.core.moves cimport Candidate, Move

cdef enum:
    HISTORY_MAX = 16384              # history values stay within +-this

# The rows of the quiet move histories that apply in one node, NULL where there is none.
# continuation: by the number of plies to the earlier move: 1, 2 or 4.
cdef struct QuietHistories:
    short* quiet
    short* continuation[5]

@cython.final
cdef class History:
    cdef int slots
    cdef short* quiet                # by side and slot
    cdef short* capture              # by victim and slot: most games have few types of pieces
    cdef short* reply                # by the slots of the opponent's last move and of this one
    cdef short* follow_up            # by the slots of an earlier move of the same side and this one
    cdef Move* countermoves          # by side and slot of the opponent's last move

cdef inline short* reply_row(History history, int slot) noexcept nogil:
    """Return the continuation history after the opponent's move with that slot."""
    return history.reply + <size_t> slot * history.slots

cdef inline short* follow_up_row(History history, int slot) noexcept nogil:
    """Return the continuation history after an earlier own move with that slot."""
    return history.follow_up + <size_t> slot * history.slots

cdef inline Move* countermove(History history, int side, int slot) noexcept nogil:
    """Return the place of the countermove of `side` to the opponent's move with that slot."""
    return history.countermoves + side * history.slots + slot

cdef inline void update_value(short* value, int bonus) noexcept nogil:
    """Add a bonus or malus, scaled down the closer the value is to its limit."""
    value[0] += bonus - value[0] * abs(bonus) // HISTORY_MAX

cdef inline int quiet_score(const QuietHistories* histories, int slot) noexcept nogil:
    """Return the sum of the histories of a quiet move, within +-4.5 * HISTORY_MAX."""
    cdef int total = 2 * histories.quiet[slot]
    if histories.continuation[1]:
        total += histories.continuation[1][slot]
    if histories.continuation[2]:
        total += histories.continuation[2][slot]
    if histories.continuation[4]:
        total += histories.continuation[4][slot] // 2
    return total

cdef inline void update_quiet(const QuietHistories* histories, int slot, int bonus) noexcept nogil:
    """Update a quiet move in all histories of its node."""
    update_value(histories.quiet + slot, bonus)
    if histories.continuation[1]:
        update_value(histories.continuation[1] + slot, bonus)
    if histories.continuation[2]:
        update_value(histories.continuation[2] + slot, bonus)
    if histories.continuation[4]:
        update_value(histories.continuation[4] + slot, bonus // 2)

cdef inline short* _capture_entry(History history, const Candidate* move) noexcept nogil:
    return history.capture + move.victim * history.slots + move.slot

cdef inline int capture_score(History history, const Candidate* move) noexcept nogil:
    """Return the capture history of a tactical move, within +-HISTORY_MAX."""
    return _capture_entry(history, move)[0]

cdef inline void update_capture(History history, const Candidate* move, int bonus) noexcept nogil:
    """Update the capture history of a tactical move."""
    update_value(_capture_entry(history, move), bonus)
