"""The weights of a net and the arithmetic kernel that suits the processor.

The net is an efficiently updatable one (NNUE). The first layer sums the rows of all present
features into an accumulator, once from each side's perspective. The units are clipped and squared;
those of the side to move, then those of the other side are multiplied by the output weights of the
bucket, which depends on the number of pieces on the board. Direct sums bypass the hidden units:
they give each feature a value of its own, as a piece-square table does. evaluation.net_file
describes the format of the file.
"""

import cython
from cython.cimports.amalthea.engine.core.buffer import Buffer

BUCKETS = NET_BUCKETS
CLIP = NET_CLIP
DIRECT = NET_DIRECT
SCALE = NET_SCALE
WEIGHT = NET_WEIGHT


class Net:
    """The weights of a net."""

    def __init__(self, features, width, data, plain=False):
        """Take the weights from the bytes of a net file.

        data: the arrays of the file, one after the other.
        plain: do not use the special instructions of the processor; the scores are the same.

        Raises ValueError unless there are as many bytes as `size_of` returns.
        """
        self.arrays = data
        self.data = Buffer(data)
        at: cython.p_char = cython.cast(cython.p_char, self.data.data)
        if self.data.size != size_of(features, width):
            raise ValueError(f"{self.data.size} bytes, expected {size_of(features, width)}")
        self.features = features
        self.width = width
        self.kernel = cython.address(net_plain) if plain else net_fastest()
        self.direct = cython.cast(cython.p_int, at)
        at += 4 * self.features * NET_BUCKETS
        self.output_bias = cython.cast(cython.p_int, at)
        self.rows = _rows(self.data, features)
        at = cython.cast(cython.p_char, self.rows + self.features * self.width)
        self.bias = cython.cast(cython.p_short, at)
        at += 2 * self.width
        self.output = cython.cast(cython.p_short, at)


def size_of(features, width):
    """Return the size of a net's weights in bytes."""
    return start_of_rows(features) + 2 * width * (features + 1 + 2 * NET_BUCKETS)


def start_of_rows(features):
    """Return the number of bytes before the rows in a net's arrays."""
    return 4 * NET_BUCKETS * (features + 1)


def rows_added(data, features, base_data, base_features, width, runs):
    """Return the arrays of a net after rows of another one were added to its own, modulo 2**16.

    data, base_data: the arrays of the two nets.
    runs: (first row, first row of the other net, number of rows).

    Raises ValueError for a run beyond the rows of one of them.
    """
    result = bytearray(data)
    to: Buffer = Buffer(result, True)
    origin: Buffer = Buffer(base_data)
    rows: cython.p_short = _rows(to, features)
    base_rows: cython.p_short = _rows(origin, base_features)
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    base_at: cython.Py_ssize_t
    numbers: cython.Py_ssize_t
    for first, first_of_base, count in runs:
        if first + count > features or first_of_base + count > base_features:
            raise ValueError(f"its base: rows {first} to {first + count - 1} are not in both nets")
        at, base_at, numbers = first * width, first_of_base * width, count * width
        for i in range(numbers):
            rows[at + i] = cython.cast(cython.short, rows[at + i] + base_rows[base_at + i])
    return bytes(result)


@cython.cfunc
def _rows(arrays: Buffer, features: cython.Py_ssize_t) -> cython.p_short:
    """Return the rows in the arrays of a net."""
    at: cython.p_char = cython.cast(cython.p_char, arrays.data)
    start: cython.Py_ssize_t = start_of_rows(features)
    return cython.cast(cython.p_short, at + start)
