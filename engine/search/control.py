"""The shared words between the main process and its searchers: stop, deadlines, node counts.

Each word has one writer; readers poll. The clock is the system's monotonic one, which all
processes of a machine share.
"""

import cython

MAX_WORKERS = 256
CONTROL_BYTES = (FIRST_WORKER_WORD + WORDS_A_WORKER * MAX_WORKERS) * 8


class Control:
    def __init__(self, buffer):
        """`buffer`: CONTROL_BYTES of writable shared memory."""
        view: cython.uchar[:] = buffer
        if view.shape[0] < CONTROL_BYTES:
            raise ValueError(f"control words need {CONTROL_BYTES} bytes, got {view.shape[0]}")
        self.buffer = view
        self.words = cython.cast(cython.pointer[cython.longlong], cython.address(view[0]))

    def stop(self, search):
        """Tells searches up to this number to stop."""
        self.words[STOP_WORD] = search

    def stopped(self, search):
        """Whether that search has been told to stop."""
        return self.words[STOP_WORD] >= search

    def lead(self, index):
        """Names the searcher that decides when a search ends."""
        self.words[LEADER_WORD] = index

    def leads(self, index):
        """Whether that searcher does."""
        return self.words[LEADER_WORD] == index

    def watch(self, position, search):
        """Lets the stop word end the position's counting."""
        position.interrupt = self.words + STOP_WORD
        position.interrupt_from = search

    def start_clock(self, began, soft, hard):
        """Nanoseconds of the monotonic clock: when the clock began to run, and the two bounds."""
        self.words[CLOCK_WORD] = began
        self.words[SOFT_WORD] = soft
        self.words[HARD_WORD] = hard

    def stop_clock(self):
        """No bounds."""
        self.words[SOFT_WORD] = 0
        self.words[HARD_WORD] = 0

    def soft_left_ns(self):
        """(left, total) nanoseconds of the soft bound, None while no clock runs."""
        soft: cython.longlong = self.words[SOFT_WORD]
        if soft == 0:
            return None
        return soft - now_ns(), soft - self.words[CLOCK_WORD]

    def expired(self):
        """Whether the hard bound has passed."""
        return self.words[HARD_WORD] != 0 and now_ns() >= self.words[HARD_WORD]

    def bounded(self):
        """Whether a clock runs."""
        return self.words[HARD_WORD] != 0

    def clear_nodes(self):
        """Before a search."""
        i: cython.int
        for i in range(MAX_WORKERS):
            self.words[FIRST_WORKER_WORD + i * WORDS_A_WORKER + NODES_WORD] = 0

    def nodes_of(self, index):
        """Nodes of one searcher."""
        return self.words[FIRST_WORKER_WORD + index * WORDS_A_WORKER + NODES_WORD]

    def nodes(self, workers):
        """Nodes of the first `workers` searchers together."""
        total: cython.longlong = 0
        i: cython.int
        for i in range(workers):
            total += self.words[FIRST_WORKER_WORD + i * WORDS_A_WORKER + NODES_WORD]
        return total
