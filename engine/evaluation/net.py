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
        at += 4 * NET_BUCKETS
        self.rows = cython.cast(cython.p_short, at)
        at += 2 * self.features * self.width
        self.bias = cython.cast(cython.p_short, at)
        at += 2 * self.width
        self.output = cython.cast(cython.p_short, at)


def size_of(features, width):
    """Return the size of a net's weights in bytes."""
    return 4 * NET_BUCKETS * (features + 1) + 2 * width * (features + 1 + 2 * NET_BUCKETS)
