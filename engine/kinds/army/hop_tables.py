"""Hoppers compiled into the tables: where they may come down, and how they attack."""

import cython
from cython.cimports.engine.kinds.army.conditions import new_condition
from cython.cimports.engine.kinds.army.mailbox import CELLS, CODES, MAX_RANKS, NO_SHIFT, ROW
from cython.cimports.engine.kinds.army.tables import (
    CAN_CAPTURE,
    CAN_MOVE,
    CONDITIONS,
    NEAR,
    Span,
    Tables,
)
from cython.cimports.libc.stdlib import calloc


def add_hops(tables: Tables, code: cython.int, hops, within: cython.int):
    """Everything about the hops of a code in a place, paths as its colour walks them."""
    if not tables.hopping:
        tables.hopping = cython.cast(
            cython.pointer[Span], calloc(CODES * CELLS, cython.sizeof(Span))
        )
        if not tables.hopping:
            raise MemoryError
    tables.ambiguous[code] = True
    tables.hops[code] = True
    _add_stops(tables, code, hops, within)
    _add_routes(tables, code, hops, within)


def _add_stops(tables: Tables, code: cython.int, hops, within: cython.int):
    """The stops of hops from every cell, each ray with a whole path behind its first cell."""
    cell: cython.int
    to: cython.int
    ray: cython.uint
    i: cython.uint
    for cell in range(CELLS):
        if not tables.on_board[cell]:
            continue
        span = cython.address(tables.hopping[code * CELLS + cell])
        tables._grow(sum(len(path.steps) for path in hops))
        span.first = span.rays = tables._stop_count
        for path in hops:
            ray = tables._stop_count
            to = cell
            for step in path.steps:
                to += step.dy * ROW + step.dx
                if not tables.on_board[to]:
                    break
                flags = CAN_MOVE * step.move | CAN_CAPTURE * step.capture
                if within and not tables.places[within * CELLS + to]:
                    flags = 0
                tables.stops[tables._stop_count].to = to
                tables.stops[tables._stop_count].flags = flags | NEAR * (path.hops == "g")
                tables._stop_count += 1
            for i in range(ray, tables._stop_count):
                tables.stops[i].skip = tables._stop_count - i
        span.last = tables._stop_count


def _add_routes(tables: Tables, code: cython.int, hops, within: cython.int):
    """How hoppers attack, where no leap of theirs does."""
    shift: cython.int
    for path in hops:
        cells: tuple = ()
        x = y = 0
        for step in path.steps:
            x += step.dx
            y += step.dy
            cells = (*cells, (x, y))
            if not step.capture or len(cells) < 2 or max(abs(x), abs(y)) >= MAX_RANKS:
                continue
            beside = CONDITIONS + tables.condition_count
            hop = new_condition(tables)
            hop.hops = True
            hop.first = tables._step_index(cells)
            hop.last = hop.first + len(cells)
            hop.near = path.hops == "g"
            hop.ends = within
            shift = y * ROW + x + NO_SHIFT
            tables._put_routes(code, shift, [(0, 0, beside)])
