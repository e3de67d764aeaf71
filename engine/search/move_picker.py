"""Which move to try next: staged picking, and the histories that order quiet moves."""

import cython
from cython.cimports.amalthea.engine.core.moves import QUIET, TACTICAL, VICTIMS, Candidate, Move
from cython.cimports.amalthea.engine.search.constants import (
    CHECK_WORTH,
    GAIN_WEIGHT,
    SORTED_A_PLY,
    SORTED_FROM,
    set_search_constant,
)
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memset


def set_constant(number, value):
    """Sets a constant of the search, in a build where they are variables: see constants."""
    set_search_constant(number, value)


class Ordering:
    def __cinit__(self, position: Position):
        self.position = position
        self.slots = position.history_slots
        slots: cython.size_t = self.slots
        self.quiet = _zeros(2 * slots)
        self.capture = _zeros(VICTIMS * slots)
        self.after_reply = _zeros(slots * slots)
        self.after_own = _zeros(slots * slots)
        self.refutation = cython.cast(cython.pointer[Move], calloc(2 * slots, cython.sizeof(Move)))
        if not (
            self.quiet and self.capture and self.after_reply and self.after_own and self.refutation
        ):
            raise MemoryError

    def __dealloc__(self):
        free(self.quiet)
        free(self.capture)
        free(self.after_reply)
        free(self.after_own)
        free(self.refutation)

    def clear(self):
        """Forgets all histories."""
        slots: cython.size_t = self.slots
        memset(self.quiet, 0, 2 * slots * cython.sizeof(cython.short))
        memset(self.capture, 0, VICTIMS * slots * cython.sizeof(cython.short))
        self.after_reply = _fresh(self.after_reply, slots * slots)
        self.after_own = _fresh(self.after_own, slots * slots)
        memset(self.refutation, 0, 2 * slots * cython.sizeof(Move))

    def reply_row(self, slot):
        return self.after_reply + cython.cast(cython.size_t, slot) * self.slots

    def own_row(self, slot):
        return self.after_own + cython.cast(cython.size_t, slot) * self.slots

    # -- picking ---------------------------------------------------------------------------------

    def start(self, picker, hash_move, buffer, depth, only_tactical):
        """Begins a node; killers and history rows are the caller's to fill in."""
        picker.stage = HASH_MOVE
        picker.next = 0
        picker.last = 0
        picker.bad = 0
        picker.killer = 0
        picker.quiets = 0
        picker.depth = depth
        picker.only_tactical = only_tactical
        picker.skip_quiets = False
        picker.hash_move = hash_move
        picker.candidates = buffer

    def pick(self, picker):
        """The next move, legal and not given before; NULL when there is none left."""
        candidate: cython.pointer[Candidate]
        if picker.stage == HASH_MOVE:
            picker.stage = MAKE_TACTICAL
            if picker.hash_move and self.position.is_legal(picker.hash_move):
                self.position.describe(picker.hash_move, cython.address(picker.current))
                if not picker.only_tactical or picker.current.tactical:
                    return cython.address(picker.current)
            picker.hash_move = 0
        if picker.stage == MAKE_TACTICAL:
            picker.last = self.position.generate(picker.candidates, TACTICAL)
            self._order_tactical(picker)
            picker.stage = GOOD_TACTICAL
        if picker.stage == GOOD_TACTICAL:
            if self._pick_tactical(picker):
                return cython.address(picker.current)
            picker.stage = DONE if picker.only_tactical else KILLER
        if picker.stage == KILLER:
            if not picker.skip_quiets and self._pick_killer(picker):
                return cython.address(picker.current)
            picker.stage = MAKE_QUIET
        if picker.stage == MAKE_QUIET:
            if not picker.skip_quiets:
                picker.next = picker.bad
                picker.last = picker.bad + self.position.generate(
                    picker.candidates + picker.bad, QUIET
                )
                picker.quiets = picker.last - picker.next
                self._order_quiets(picker)
            picker.stage = QUIETS
        if picker.stage == QUIETS:
            while picker.next < picker.last and not picker.skip_quiets:
                candidate = picker.candidates + picker.next
                picker.next += 1
                if (
                    candidate.move != picker.hash_move
                    and candidate.move != picker.killers[0]
                    and candidate.move != picker.killers[1]
                    and candidate.move != picker.killers[2]
                ):
                    return candidate
            picker.stage = BAD_TACTICAL
            picker.next = 0
        if picker.stage == BAD_TACTICAL and picker.next < picker.bad:
            picker.next += 1
            return picker.candidates + picker.next - 1
        return cython.NULL

    def _pick_tactical(self, picker):
        """The best tactical move left that loses nothing; those that do are put aside."""
        best: cython.int
        i: cython.int
        while picker.next < picker.last:
            best = picker.next
            for i in range(picker.next + 1, picker.last):
                if picker.candidates[i].order > picker.candidates[best].order:
                    best = i
            picker.current = picker.candidates[best]
            picker.candidates[best] = picker.candidates[picker.next]
            picker.next += 1
            if picker.current.move == picker.hash_move:
                continue
            if self.position.wins_exchange(picker.current.move, 0):
                return True
            picker.candidates[picker.bad] = picker.current
            picker.bad += 1
        return False

    def _pick_killer(self, picker):
        """The next killer that is a quiet move here; one that is not is forgotten."""
        move: Move
        while picker.killer <= KILLERS:
            move = picker.killers[picker.killer]
            picker.killer += 1
            if not move:
                continue
            if (
                move != picker.hash_move
                and (picker.killer < 2 or move != picker.killers[0])
                and (picker.killer < 3 or move != picker.killers[1])
                and self.position.is_legal(move)
            ):
                self.position.describe(move, cython.address(picker.current))
                if not picker.current.tactical:
                    return True
            picker.killers[picker.killer - 1] = 0
        return False

    def _order_tactical(self, picker):
        candidate: cython.pointer[Candidate]
        i: cython.int
        for i in range(picker.last):
            candidate = picker.candidates + i
            candidate.order = candidate.gain * GAIN_WEIGHT + self.capture_history(candidate)

    def _order_quiets(self, picker):
        """Scores quiet moves, checks higher, and sorts the promising ones to the front."""
        candidates: cython.pointer[Candidate] = picker.candidates
        moving: Candidate
        limit: cython.int = -SORTED_A_PLY * max(0, picker.depth - SORTED_FROM)
        sorted_end: cython.int = picker.next
        i: cython.int
        j: cython.int
        for i in range(picker.next, picker.last):
            candidates[i].order = self.history(picker, candidates + i)
            candidates[i].checks = self.position.gives_check(candidates[i].move)
            if candidates[i].checks:
                candidates[i].order += CHECK_WORTH
            if candidates[i].order <= limit:
                continue
            moving = candidates[i]
            candidates[i] = candidates[sorted_end]
            j = sorted_end
            sorted_end += 1
            while j > picker.next and candidates[j - 1].order < moving.order:
                candidates[j] = candidates[j - 1]
                j -= 1
            candidates[j] = moving

    # -- histories -------------------------------------------------------------------------------

    def history(self, picker, candidate):
        """What the histories think of a quiet move here, within +-4.5 * HISTORY_MOST."""
        total: cython.int = 2 * self.quiet[self.position.side * self.slots + candidate.slot]
        if picker.continuation:
            total += picker.continuation[candidate.slot]
        if picker.follow_up:
            total += picker.follow_up[candidate.slot]
        if picker.plan:
            total += picker.plan[candidate.slot] // 2
        return total

    def reward_quiet(self, picker, slot, bonus):
        """Raises (or lowers) a quiet move in every history of the node."""
        _approach(self.quiet + self.position.side * self.slots + slot, bonus)
        if picker.continuation:
            _approach(picker.continuation + slot, bonus)
        if picker.follow_up:
            _approach(picker.follow_up + slot, bonus)
        if picker.plan:
            _approach(picker.plan + slot, bonus // 2)

    def reward_last(self, slot, before, bonus):
        """Raises the quiet move that led here, also as an answer to the one before (-1: none)."""
        _approach(self.quiet + (1 - self.position.side) * self.slots + slot, bonus)
        if before >= 0:
            _approach(self.reply_row(before) + slot, bonus)

    def capture_history(self, candidate):
        """What the history thinks of a tactical move, within +-HISTORY_MOST."""
        return self.capture[candidate.victim * self.slots + candidate.slot]

    def reward_capture(self, candidate, bonus):
        _approach(self.capture + candidate.victim * self.slots + candidate.slot, bonus)


@cython.cfunc
@cython.exceptval(check=False)
def _zeros(count: cython.size_t) -> cython.p_short:
    """So many histories, all 0; NULL where memory is short."""
    return cython.cast(cython.p_short, calloc(count, cython.sizeof(cython.short)))


@cython.cfunc
@cython.exceptval(check=False)
def _fresh(old: cython.p_short, count: cython.size_t) -> cython.p_short:
    """The same number of histories, all 0: of a large table only what is used takes memory."""
    new: cython.p_short = _zeros(count)
    if new == cython.NULL:
        memset(old, 0, count * cython.sizeof(cython.short))
        return old
    free(old)
    return new


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _approach(value: cython.p_short, bonus: cython.int) -> cython.void:
    """Moves a history towards its limit, the slower the nearer it is."""
    value[0] += bonus - value[0] * abs(bonus) // HISTORY_MOST
