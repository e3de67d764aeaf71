"""A program that writes at random into a transposition table that others search with.

    table_scribbler.py FILE SEED      until its input ends; "writing" tells that it has begun

A slot is two words, key ^ data and data: see engine/search/transposition_table.py. Some writes are
noise, which no probe accepts. The others keep the key, so that searches find an entry whose move,
score, depth and bound are random, or those of another position.
"""

from __future__ import annotations

import mmap
import random
import select
import sys

WORD = 8  # bytes
SLOT = 2 * WORD
AT_ONCE = 1_000  # writes between two looks at the input
BITS = 64


def main(path: str, seed: str) -> None:
    """Write until the input ends."""
    rng = random.Random(seed)
    with open(path, "r+b") as file, mmap.mmap(file.fileno(), 0) as memory:
        words = memoryview(memory).cast("Q")
        slots = len(memory) // SLOT
        print("writing", flush=True)
        while not select.select([sys.stdin], [], [], 0)[0]:
            for _ in range(AT_ONCE):
                scribble(words, 2 * rng.randrange(slots), 2 * rng.randrange(slots), rng)
        words.release()


def scribble(words: memoryview[int], at: int, other: int, rng: random.Random) -> None:
    """Write into the slot that begins at a word."""
    key = words[at] ^ words[at + 1]
    kind = rng.random()
    if kind < 0.2:
        words[at + rng.randrange(2)] = rng.getrandbits(BITS)
        return
    if kind < 0.6:
        data = rng.getrandbits(BITS)
    elif kind < 0.8:
        data = words[other + 1]
    else:
        data = words[at + 1] ^ 1 << rng.randrange(BITS)
    words[at] = key ^ data
    words[at + 1] = data


if __name__ == "__main__":
    main(*sys.argv[1:])
