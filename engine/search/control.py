"""Control words in shared memory: stop signal, deadlines, counts of nodes and table hits.

Each word has one writer, and readers poll. Times are those of the system's monotonic clock, which
all processes share.
"""

import cython
from cython.cimports.amalthea.engine.core.buffer import Buffer

MAX_WORKERS = 256
CONTROL_BYTES = (FIRST_WORKER_WORD + WORDS_PER_WORKER * MAX_WORKERS) * 8


class Control:
    """Control words between the main process and its workers."""

    def __init__(self, buffer):
        """Use CONTROL_BYTES of writable shared memory."""
        self.buffer = Buffer(buffer, True)
        if self.buffer.size < CONTROL_BYTES:
            raise ValueError(f"control words need {CONTROL_BYTES} bytes, got {self.buffer.size}")
        self.words = cython.cast(cython.pointer[cython.longlong], self.buffer.data)

    def stop(self, search):
        """Stop all searches up to this number."""
        self.words[STOP_WORD] = search

    def stopped(self, search):
        """Return True if that search has been stopped."""
        return self.words[STOP_WORD] >= search

    def lead(self, index):
        """Set the leader: the worker that decides when a search ends."""
        self.words[LEADER_WORD] = index

    def leads(self, index):
        """Return True if the worker is the leader."""
        return self.words[LEADER_WORD] == index

    def watch(self, position, search):
        """Let the stop word interrupt perft of a position."""
        position.interrupt = self.words + STOP_WORD
        position.interrupt_from = search

    def start_clock(self, began, soft, hard):
        """Set the deadlines and when the clock started, in nanoseconds of the monotonic clock."""
        self.words[CLOCK_WORD] = began
        self.words[SOFT_WORD] = soft
        self.words[HARD_WORD] = hard

    def stop_clock(self):
        """Clear the deadlines."""
        self.words[SOFT_WORD] = 0
        self.words[HARD_WORD] = 0

    def soft_left_ns(self):
        """Return (remaining, total) nanoseconds of the soft deadline, None without a clock."""
        soft: cython.longlong = self.words[SOFT_WORD]
        if soft == 0:
            return None
        return soft - now_ns(), soft - self.words[CLOCK_WORD]

    def expired(self):
        """Return True if the hard deadline has passed."""
        return self.words[HARD_WORD] != 0 and now_ns() >= self.words[HARD_WORD]

    def bounded(self):
        """Return True if a clock is running."""
        return self.words[HARD_WORD] != 0

    def clear_counts(self):
        """Reset all counts of nodes and of hits in endgame tables."""
        i: cython.int
        for i in range(MAX_WORKERS):
            self.words[FIRST_WORKER_WORD + i * WORDS_PER_WORKER + NODES_WORD] = 0
            self.words[FIRST_WORKER_WORD + i * WORDS_PER_WORKER + TABLE_HITS_WORD] = 0

    def nodes_of(self, index):
        """Return the node count of a worker."""
        return self.words[FIRST_WORKER_WORD + index * WORDS_PER_WORKER + NODES_WORD]

    def nodes(self, workers):
        """Return the total node count of the first `workers` workers."""
        return self._total(NODES_WORD, workers)

    def table_hits(self, workers):
        """Return how many positions the first `workers` workers found in endgame tables."""
        return self._total(TABLE_HITS_WORD, workers)

    def _total(self, word, workers):
        total: cython.longlong = 0
        i: cython.int
        for i in range(workers):
            total += self.words[FIRST_WORKER_WORD + i * WORDS_PER_WORKER + word]
        return total
