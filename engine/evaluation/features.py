"""What a net sees of a position, abstract: each kind of game numbers what may stand on its boards.

A number means a thing of either side at a place, from White's view; from Black's view, colours
exchanged and the board mirrored, the same thing has another number. Numbers go by planes: things
of one sort on all cells of the board, by rank and file. With left and right exchanged a thing has
another number, too: most games are nearly the same then, and a net may learn from both.
"""

import cython
from cython.cimports.libc.stdlib import free, malloc


class Numbering:
    """The same for all positions of a game."""

    def __init__(self, variant, men_most):
        self.variant = variant
        self.men_most = men_most

    def __dealloc__(self):
        free(self.mirror)

    def set_mirror(self, mirror):
        """Takes the numbers from Black's view, one for each number."""
        i: cython.int
        self.size = len(mirror)
        self.mirror = cython.cast(cython.p_int, malloc(self.size * cython.sizeof(cython.int)))
        if not self.mirror:
            raise MemoryError
        for i in range(self.size):
            self.mirror[i] = mirror[i]

    def mirrored(self):
        return [self.mirror[i] for i in range(self.size)]


class Features:
    def __init__(self, position, numbering):
        self.position = position
        self.numbering = numbering

    def now(self):
        numbers: cython.int[MOST_PRESENT]
        count: cython.int = self.present(numbers)
        return [numbers[i] for i in range(count)], self.men()

    def fullness(self):
        return min(1.0, self.men() / float(self.numbering.men_most))

    def present(self, out):
        """Writes the numbers of all that is there; returns how many."""
        return 0

    def changed(self, ply, out):
        """Writes what the move made at that ply brought and took; returns how many."""
        return 0

    def men(self):
        """How full the board is: pieces or stones of both sides."""
        return 0
