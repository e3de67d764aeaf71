"""The input features of a net, abstract: each kind of game numbers what may stand on its boards.

A feature is a piece or stone of one side on a square, seen from White; its index runs over planes,
one for each sort of feature, and in a plane over all squares by rank and file. From Black's view,
with colours exchanged and the board mirrored by rank, the feature has another index. Exchanging
left and right changes the index, too: most games are nearly symmetric, so a net can be trained on
both.
"""

import cython
from cython.cimports.libc.stdlib import free, malloc


class Numbering:
    """The numbering of a game's features, the same for all of its positions."""

    def __init__(self, variant, max_pieces):
        """Set the variant and the number of pieces on a full board; a subclass sets the rest."""
        self.variant = variant
        self.max_pieces = max_pieces

    def __dealloc__(self):
        free(self.mirror)

    def set_mirror(self, mirror):
        """Set the index of each feature from Black's view. Raises MemoryError."""
        i: cython.int
        self.size = len(mirror)
        self.mirror = cython.cast(cython.p_int, malloc(self.size * cython.sizeof(cython.int)))
        if not self.mirror:
            raise MemoryError
        for i in range(self.size):
            self.mirror[i] = mirror[i]

    def mirrored(self):
        """Return the index of each feature from Black's view."""
        return [self.mirror[i] for i in range(self.size)]


class Features:
    """The features of one position, which follow the moves made in it."""

    def __init__(self, position, numbering):
        self.position = position
        self.numbering = numbering

    def active(self):
        """Return the indices of all present features, unordered, and the number of pieces."""
        numbers: cython.int[MAX_PRESENT]
        count: cython.int = self.write_present(numbers)
        return [numbers[i] for i in range(count)], self.piece_count()

    def fullness(self):
        """Return how full the board is compared with a full one, from 0 to 1."""
        return min(1.0, self.piece_count() / float(self.numbering.max_pieces))

    def write_present(self, out):
        """Write the indices of all present features to `out`; return their number."""
        return 0

    def write_changes(self, ply, out):
        """Write the features that the move made at `ply` adds and removes; return their number."""
        return 0

    def piece_count(self):
        """Return the number of pieces or stones of both sides."""
        return 0
