"""Mobility: how many squares a piece can expect to reach from each square of a board.

This is the mobility of Ralph Betza's "About the Values of Chess Pieces": a square counts with the
probability that all squares on the way to it are empty.
"""

import cython
from cython.cimports.libc.stdlib import free, malloc


def mobilities(paths, second_square, files, ranks, blocked, within, chances):
    """Return {(file, rank): expected number of squares} for every square the piece can stand on.

    second_square: the offset of its second square, or None. blocked: blocked squares. within: the
    squares that it may go to, None for all. chances: percentages (of empty squares, that a target
    counts if the piece may only move there, that it counts if it may only capture there).
    """
    total: cython.int = sum(len(path.steps) for path in paths)
    strides: cython.pointer[Stride] = cython.cast(
        cython.pointer[Stride], malloc((total + len(paths) + 1) * cython.sizeof(Stride))
    )
    if not strides:
        raise MemoryError
    empty, only_moves, only_captures = (chance / 100 for chance in chances)
    n: cython.int = 0
    for path in paths:
        for step in path.steps:
            strides[n].shift = step.dy * SIDE + step.dx
            strides[n].counts = 1.0
            if not step.capture:
                strides[n].counts = only_moves if step.move else 0.0
            elif not step.move:
                strides[n].counts = only_captures
            n += 1
        strides[n].shift = 0  # the end of a path
        n += 1
    is_open: cython.uchar[484]
    is_goal: cython.uchar[484]
    second: cython.int = second_square[1] * SIDE + second_square[0] if second_square else 0
    cell: cython.int
    for cell in range(SIDE * SIDE):
        is_open[cell] = is_goal[cell] = False
    for rank in range(ranks):
        for file in range(files):
            is_open[_cell(file, rank)] = (file, rank) not in blocked
            is_goal[_cell(file, rank)] = within is None or (file, rank) in within
    expected = {}
    for file in range(files):
        for rank in range(ranks):
            cell = _cell(file, rank)
            if is_open[cell] and is_open[cell + second]:
                expected[file, rank] = _expected_mobility(
                    strides, n, cell, second, is_open, is_goal, empty
                )
    free(strides)
    return expected


@cython.cfunc
@cython.exceptval(check=False)
def _cell(file: cython.int, rank: cython.int) -> cython.int:
    return (rank + FRAME) * SIDE + file + FRAME


@cython.cfunc
@cython.exceptval(check=False)
def _expected_mobility(
    strides: cython.pointer[Stride],
    n: cython.int,
    origin: cython.int,
    second: cython.int,
    is_open: cython.p_uchar,
    is_goal: cython.p_uchar,
    empty: cython.float,
) -> cython.double:
    """Return the expectation for one square; of several paths to a square the likeliest counts."""
    targets: cython.float[484]
    i: cython.int
    side: cython.int
    entered: cython.int
    cell: cython.int = origin
    before: cython.int
    target: cython.int
    chance: cython.float = 1.0
    onward: cython.float
    for i in range(SIDE * SIDE):
        targets[i] = 0
    for i in range(n):
        if strides[i].shift == 0:
            cell = origin
            chance = 1.0
            continue
        before = cell
        cell += strides[i].shift
        if chance == 0 or not (is_open[cell] and is_open[cell + second]):
            chance = 0  # nothing further on this path
            cell = origin
            continue
        onward = chance
        entered = 1 + (second != 0)
        for side in range(entered):
            target = cell + side * second
            if second and (target == before or target == before + second):
                continue  # the piece covered it already
            if is_goal[target]:
                targets[target] = max(targets[target], chance * strides[i].counts)
            onward *= empty
        chance = onward
    total: cython.double = 0
    for i in range(SIDE * SIDE):
        total += targets[i]
    return total
