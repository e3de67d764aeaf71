from collections.abc import Iterable

BUCKETS: int
CLIP: int
DIRECT: int
SCALE: int
WEIGHT: int

class Net:
    """The weights of a net."""

    def __init__(self, features: int, width: int, data: bytes, plain: bool = False) -> None:
        """Take the weights from the bytes of a net file.

        data: the arrays of the file, one after the other.
        plain: do not use the special instructions of the processor; the scores are the same.

        Raises ValueError unless there are as many bytes as `size_of` returns.
        """
    @property
    def features(self) -> int: ...
    @property
    def width(self) -> int: ...
    @property
    def arrays(self) -> bytes: ...

def size_of(features: int, width: int) -> int:
    """Return the size of a net's weights in bytes."""

def start_of_rows(features: int) -> int:
    """Return the number of bytes before the rows in a net's arrays."""

def rows_added(
    data: bytes,
    features: int,
    base_data: bytes,
    base_features: int,
    width: int,
    runs: Iterable[tuple[int, int, int]],
) -> bytes:
    """Return the arrays of a net after rows of another one were added to its own, modulo 2**16.

    data, base_data: the arrays of the two nets.
    runs: (first row, first row of the other net, number of rows).

    Raises ValueError for a run beyond the rows of one of them.
    """
