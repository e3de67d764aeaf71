"""All paths of a piece over an otherwise empty board, forward and backward.

The move generator only goes forward and through occupied squares; taking moves back needs each path
with the cells that must be empty for it.
"""

import cython
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CAN_CAPTURE,
    CAN_MOVE,
    CELLS,
    CODES,
    UNMOVED,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import Tables
from cython.cimports.libc.stdlib import free, malloc


class PiecePaths:
    def __cinit__(self):
        self.lists.onward = cython.NULL
        self.lists.back = cython.NULL
        self.lists.first = cython.NULL

    def __dealloc__(self):
        free(self.lists.onward)
        free(self.lists.back)
        free(self.lists.first)

    def __init__(self, tables, code, cells):
        """Collect the paths. tables: of the variant. code: of the piece. cells: of the board."""
        found = _paths(tables, code)
        self.lists.cells = cells
        self.lists.count = len(found)
        self.lists.onward = cython.cast(
            cython.pointer[Path], malloc((self.lists.count + 1) * cython.sizeof(Path))
        )
        self.lists.back = cython.cast(
            cython.pointer[Path], malloc((self.lists.count + 1) * cython.sizeof(Path))
        )
        self.lists.first = cython.cast(
            cython.p_int, malloc(cells * cells * cython.sizeof(cython.int))
        )
        if not self.lists.onward or not self.lists.back or not self.lists.first:
            raise MemoryError
        i: cython.int
        at: cython.int
        for i in range(cells * cells):
            self.lists.first[i] = -1
        found.sort()
        for i in range(self.lists.count):
            _fill(self.lists.onward + i, found[i])
            at = self.lists.onward[i].origin * cells + self.lists.onward[i].to
            if self.lists.first[at] < 0:
                self.lists.first[at] = i
        found.sort(key=_by_end)
        for i in range(self.lists.count):
            _fill(self.lists.back + i, found[i])
        at = 0
        for i in range(cells + 1):
            while at < self.lists.count and self.lists.onward[at].origin < i:
                at += 1
            self.lists.onward_first[i] = at
        at = 0
        for i in range(cells + 1):
            while at < self.lists.count and self.lists.back[at].to < i:
                at += 1
            self.lists.back_first[i] = at


def _by_end(path):
    return path[1], path[0]


@cython.cfunc
def _fill(path: cython.pointer[Path], fields: tuple):
    origin, to, flags, between = fields
    i: cython.int
    path.origin = origin
    path.to = to
    path.flags = flags
    for i in range(4):
        path.between[i] = (between >> 64 * i) & 0xFFFFFFFFFFFFFFFF


@cython.cfunc
def _paths(tables: Tables, code: cython.int):
    """Return [(origin, to, flags, cells between as bits)] of a piece for all cells of the board."""
    found = []
    origin: cython.int
    stop: cython.uint
    flags: cython.int
    for origin in range(tables.cells):
        span = tables.moves[(code & (CODES - 1)) * CELLS + tables.cell_list[origin]]
        before = []  # (stop behind a branch, its cells as bits)
        for stop in range(span.first, span.last):
            while before and before[len(before) - 1][0] <= stop:
                before.pop()
            between = before[len(before) - 1][1] if before else 0
            to = tables.dense[tables.stops[stop].to]
            flags = tables.stops[stop].flags
            if not flags & UNMOVED and flags & (CAN_MOVE | CAN_CAPTURE):
                found.append((origin, to, flags, between))
            before.append((stop + tables.stops[stop].skip, between | 1 << to))
    return found
