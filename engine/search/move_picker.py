"""Staged move picker: which move of a node to try next.

The order is hash move, captures and promotions that do not lose material, killers and countermove,
quiet moves by history, and at last the losing captures and the moves that a game holds back. Each
stage is generated when it is reached.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import HELD_BACK, QUIET, TACTICAL, Candidate, Move
from cython.cimports.amalthea.engine.search.constants import (
    CAPTURE_GAIN_WEIGHT,
    CHECK_BONUS,
    SORT_LIMIT_DEPTH,
    SORT_LIMIT_PLY,
    set_search_constant,
)
from cython.cimports.amalthea.engine.search.history import capture_score, quiet_score


def set_constant(number, value):
    """Set a constant of the search, in a build for tuning: see constants."""
    set_search_constant(number, value)


class MovePicker:
    """Move picker for all nodes of one searcher; each node has its own PickerState."""

    def __init__(self, position, history):
        self.position = position
        self.history = history

    def start(self, state, hash_move, buffer, depth, tactical_only):
        """Initialise a node's state; the caller fills in killers and histories."""
        state.stage = HASH_MOVE
        state.next = 0
        state.end = 0
        state.bad_count = 0
        state.killer = 0
        state.quiet_count = 0
        state.depth = depth
        state.tactical_only = tactical_only
        state.checks_too = False
        state.skip_quiets = False
        state.hash_move = hash_move
        state.candidates = buffer

    def pick(self, state):
        """Return the next legal move of the node, or NULL if there is none left."""
        candidate: cython.pointer[Candidate]
        if state.stage == HASH_MOVE:
            state.stage = GENERATE_TACTICAL
            if state.hash_move and self.position.is_legal(state.hash_move):
                self.position.describe(state.hash_move, cython.address(state.current))
                if not state.tactical_only or state.current.tactical:
                    return cython.address(state.current)
            state.hash_move = 0
        if state.stage == GENERATE_TACTICAL:
            state.end = self.position.generate(state.candidates, TACTICAL)
            self._score_tactical(state)
            state.stage = GOOD_TACTICAL
        if state.stage == GOOD_TACTICAL:
            if self._pick_tactical(state):
                return cython.address(state.current)
            state.stage = KILLER
            if state.tactical_only:
                state.stage = GENERATE_QUIET if state.checks_too else DONE
        if state.stage == KILLER:
            if not state.skip_quiets and self._pick_killer(state):
                return cython.address(state.current)
            state.stage = GENERATE_QUIET
        if state.stage == GENERATE_QUIET:
            if not state.skip_quiets:
                state.next = state.bad_count
                state.end = state.bad_count + self.position.generate(
                    state.candidates + state.bad_count, QUIET
                )
                state.quiet_count = state.end - state.next
                self._sort_quiets(state)
            state.stage = QUIETS
        if state.stage == QUIETS:
            while state.next < state.end and not state.skip_quiets:
                candidate = state.candidates + state.next
                state.next += 1
                if (
                    (candidate.checks or not state.checks_too)
                    and candidate.move != state.hash_move
                    and candidate.move != state.killers[0]
                    and candidate.move != state.killers[1]
                    and candidate.move != state.killers[2]
                ):
                    return candidate
            state.stage = DONE if state.tactical_only else BAD_TACTICAL
            state.next = 0
        if state.stage == BAD_TACTICAL and state.next < state.bad_count:
            state.next += 1
            return state.candidates + state.next - 1
        if self.position.holds_back and not (state.skip_quiets or state.tactical_only):
            return self._pick_held_back(state)
        return cython.NULL

    def _pick_tactical(self, state):
        """Pick the best tactical move that does not lose material; losing ones are set aside."""
        best: cython.int
        i: cython.int
        while state.next < state.end:
            best = state.next
            for i in range(state.next + 1, state.end):
                if state.candidates[i].order > state.candidates[best].order:
                    best = i
            state.current = state.candidates[best]
            state.candidates[best] = state.candidates[state.next]
            state.next += 1
            if state.current.move == state.hash_move:
                continue
            if self.position.wins_exchange(state.current.move, 0):
                return True
            state.candidates[state.bad_count] = state.current
            state.bad_count += 1
        return False

    def _pick_held_back(self, state):
        """Return the next move of those that are rarely good, or NULL."""
        if state.stage == BAD_TACTICAL:
            state.stage = HELD_BACK_MOVES
            state.next = state.bad_count
            state.end = state.bad_count + self.position.generate(
                state.candidates + state.bad_count, HELD_BACK
            )
            self._sort_quiets(state)
        while state.next < state.end:
            state.next += 1
            move: Move = state.candidates[state.next - 1].move
            if (
                move != state.hash_move
                and move != state.killers[0]
                and move != state.killers[1]
                and move != state.killers[2]
            ):
                return state.candidates + state.next - 1
        return cython.NULL

    def _pick_killer(self, state):
        """Pick the next killer that is a legal quiet move here; others are removed."""
        move: Move
        while state.killer <= KILLERS:
            move = state.killers[state.killer]
            state.killer += 1
            if not move:
                continue
            if (
                move != state.hash_move
                and (state.killer < 2 or move != state.killers[0])
                and (state.killer < 3 or move != state.killers[1])
                and self.position.is_legal(move)
            ):
                self.position.describe(move, cython.address(state.current))
                if not state.current.tactical:
                    return True
            state.killers[state.killer - 1] = 0
        return False

    def _score_tactical(self, state):
        """Score tactical moves by the material they gain and their capture history."""
        candidate: cython.pointer[Candidate]
        i: cython.int
        for i in range(state.end):
            candidate = state.candidates + i
            candidate.order = candidate.gain * CAPTURE_GAIN_WEIGHT + capture_score(
                self.history, candidate
            )

    def _sort_quiets(self, state):
        """Score quiet moves by history, with a bonus for checks, and sort the good ones in front.

        Sorting hundreds of moves costs more than the order of the bad ones is worth.
        """
        candidates: cython.pointer[Candidate] = state.candidates
        moving: Candidate
        limit: cython.int = -SORT_LIMIT_PLY * max(0, state.depth - SORT_LIMIT_DEPTH)
        sorted_end: cython.int = state.next
        i: cython.int
        j: cython.int
        for i in range(state.next, state.end):
            candidates[i].order = candidates[i].gain + quiet_score(
                cython.address(state.histories), candidates[i].slot
            )
            candidates[i].checks = self.position.gives_check(candidates[i].move)
            if candidates[i].checks:
                candidates[i].order += CHECK_BONUS
            if candidates[i].order <= limit:
                continue
            moving = candidates[i]
            candidates[i] = candidates[sorted_end]
            j = sorted_end
            sorted_end += 1
            while j > state.next and candidates[j - 1].order < moving.order:
                candidates[j] = candidates[j - 1]
                j -= 1
            candidates[j] = moving
