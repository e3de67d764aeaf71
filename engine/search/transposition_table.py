"""Transposition table: one array that all workers share without locks.

A slot stores key ^ data beside the data (Hyatt and Mann, "A lockless transposition table
implementation for parallel search"), so a slot torn by two writers does not match any key.
"""

import cython
from cython.cimports.amalthea.engine.core.buffer import Buffer
from cython.cimports.amalthea.engine.core.memory import fetch_line
from cython.cimports.amalthea.engine.core.zobrist import next_key

MIB = 1 << 20
_SLOT_BYTES = 16
_AGE_WEIGHT = cython.declare(cython.int, 4)  # plies of depth per generation of age
_SAMPLED_CLUSTERS = cython.declare(cython.int, 250)  # for `hashfull`: a thousand slots


class Table:
    """Transposition table in shared memory."""

    def __init__(self, buffer):
        """Use a writable buffer; its size determines the number of clusters."""
        self.buffer = Buffer(buffer, True)
        self.clusters = self.buffer.size // (_SLOT_BYTES * SLOTS_PER_CLUSTER)
        if self.clusters == 0:
            raise ValueError(f"a table of {self.buffer.size} bytes is too small for a cluster")
        self.words = cython.cast(cython.pointer[Word], self.buffer.data)
        self.generation = 0

    def new_search(self, generation):
        """Start a new generation: entries of earlier ones are replaced first."""
        self.generation = generation % GENERATIONS

    def hashfull(self):
        """Return how many permille of sampled slots this generation has filled."""
        filled: cython.int = 0
        i: cython.int
        sampled: cython.int = SLOTS_PER_CLUSTER * min(
            self.clusters, cython.cast(cython.ulonglong, _SAMPLED_CLUSTERS)
        )
        data: Word
        for i in range(sampled):
            data = self.words[2 * i + 1]
            filled += (
                data >> BOUND_SHIFT & BOUND_MASK != NO_BOUND
                and cython.cast(cython.int, data >> GENERATION_SHIFT) == self.generation
            )
        return filled * 1000 // sampled

    def _cluster(self, key):
        """Return the cluster of a key, chosen by the key's upper half."""
        return self.words + ((key >> 32) * self.clusters >> 32) * 2 * SLOTS_PER_CLUSTER

    def prefetch(self, key):
        """Prefetch the cluster of a key."""
        fetch_line(self._cluster(key))

    def probe(self, key, out):
        """Find a key's entry; return False and no bound if there is none."""
        slot: cython.pointer[Word] = self._cluster(key)
        data: Word
        i: cython.int
        for i in range(SLOTS_PER_CLUSTER):
            data = slot[2 * i + 1]
            if slot[2 * i] ^ data == key and data >> BOUND_SHIFT & BOUND_MASK != NO_BOUND:
                out.move = data & MOVE_MASK
                out.score = cython.cast(cython.short, data >> SCORE_SHIFT & SCORE_MASK)
                out.depth = data >> DEPTH_SHIFT & DEPTH_MASK
                out.bound = data >> BOUND_SHIFT & BOUND_MASK
                return True
        out.move = 0
        out.bound = NO_BOUND
        return False

    def store(self, key, move, score, depth, bound):
        """Store an entry in the key's own slot or in place of the shallowest and oldest one."""
        slot: cython.pointer[Word] = self._cluster(key)
        chosen: cython.pointer[Word] = slot
        least: cython.int = 1 << 20
        worth: cython.int
        data: Word
        i: cython.int
        for i in range(SLOTS_PER_CLUSTER):
            data = slot[2 * i + 1]
            if slot[2 * i] ^ data == key and data >> BOUND_SHIFT & BOUND_MASK != NO_BOUND:
                chosen = slot + 2 * i
                if move == 0:
                    move = data & MOVE_MASK
                if (
                    bound != EXACT
                    and depth + 3 < cython.cast(cython.int, data >> DEPTH_SHIFT & DEPTH_MASK)
                    and cython.cast(cython.int, data >> GENERATION_SHIFT) == self.generation
                ):
                    return
                break
            worth = data >> DEPTH_SHIFT & DEPTH_MASK
            worth -= _AGE_WEIGHT * (
                (self.generation - cython.cast(cython.int, data >> GENERATION_SHIFT))
                & (GENERATIONS - 1)
            )
            if data >> BOUND_SHIFT & BOUND_MASK == NO_BOUND:
                worth = -(1 << 20)
            if worth < least:
                least = worth
                chosen = slot + 2 * i
        data = (
            cython.cast(Word, move)
            | cython.cast(Word, score & SCORE_MASK) << SCORE_SHIFT
            | cython.cast(Word, max(0, depth)) << DEPTH_SHIFT
            | cython.cast(Word, bound) << BOUND_SHIFT
            | cython.cast(Word, self.generation) << GENERATION_SHIFT
        )
        chosen[0] = key ^ data
        chosen[1] = data

    def hammer(self, seed, count, keys):
        """Probe and store `count` random keys out of `keys`; return (hits, wrong hits).

        Contents follow from the key, so that torn entries are detected; for measurements.
        """
        state: cython.ulonglong = seed
        chosen: cython.ulonglong
        key: cython.ulonglong
        entry: Entry
        hits: cython.longlong = 0
        wrong: cython.longlong = 0
        left: cython.longlong = count
        different: cython.ulonglong = keys
        with cython.nogil:
            while left > 0:
                left -= 1
                chosen = next_key(cython.address(state)) % different
                key = next_key(cython.address(chosen))
                if self.probe(key, cython.address(entry)):
                    hits += 1
                    wrong += entry.move != key & MOVE_MASK or entry.depth != cython.cast(
                        cython.int, key >> 40 & 63
                    )
                self.store(key, key & MOVE_MASK, key & 0x7FF, key >> 40 & 63, EXACT)
        return hits, wrong
