import mmap

MIB: int

class Table:
    """The transposition table in shared memory."""

    def __init__(self, buffer: mmap.mmap | bytearray) -> None: ...
    def new_search(self, generation: int) -> None:
        """Entries of earlier generations are replaced first."""
    def hashfull(self) -> int:
        """Permille of sampled slots that this generation has filled."""
    def hammer(self, seed: int, count: int, keys: int) -> tuple[int, int]:
        """Probes and stores `count` random ones of so many keys; (hits, hits with wrong contents).

        What is stored follows from the key, so that a torn entry would show: for measurements.
        """
