"""The numbers of a net, and the arithmetic that is chosen for them.

A layer of hidden units is summed up from the rows of all features present, once from each side's
view; clipped and squared, the units of the side to move and then the other's are weighed, by
weights that the number of men on the board chooses. Past the units go the direct sums: what a
thing is worth where it stands, as in a piece-square table. evaluation.net_file tells how
the numbers lie in a file.
"""

import cython

BUCKETS = NET_BUCKETS
CLIP = NET_CLIP
DIRECT = NET_DIRECT
SCALE = NET_SCALE
WEIGHT = NET_WEIGHT


class Net:
    def __init__(self, features, width, data, plain=False):
        """data: the arrays of a net file, one behind the other.

        plain: whether to do without what only some processors have; scores are the same.
        """
        view: cython.const[cython.uchar][:] = data
        at: cython.p_char = cython.cast(cython.p_char, cython.address(view[0]))
        if view.shape[0] != size_of(features, width):
            raise ValueError(f"{view.shape[0]} bytes, expected {size_of(features, width)}")
        self.data = view
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
    """How many bytes a net's numbers take."""
    return 4 * NET_BUCKETS * (features + 1) + 2 * width * (features + 1 + 2 * NET_BUCKETS)
