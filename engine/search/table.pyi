import mmap

MIB: int

class Table:
    """The transposition table in shared memory."""

    def __init__(self, buffer: mmap.mmap | bytearray) -> None: ...
    def new_search(self, generation: int) -> None:
        """Entries of earlier generations are replaced first."""
    def hashfull(self) -> int:
        """Permille of sampled slots that this generation has filled."""
