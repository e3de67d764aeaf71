"""Tables of hoppers: where they may land, and how they attack."""

import cython
from cython.cimports.amalthea.engine.pieces.compiled.conditions import new_condition
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CAN_CAPTURE,
    CAN_MOVE,
    CELLS,
    CODES,
    COLOUR_SHIFT,
    MAX_RANKS,
    NO_SHIFT,
    ROW,
    TYPE_MASK,
    cell_at,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import (
    CONDITIONS,
    EVERYWHERE,
    FAR,
    NEAR,
    SOMEWHERE,
    Span,
    Tables,
)
from cython.cimports.libc.stdlib import calloc

from amalthea.engine.pieces.compiled import paths
from amalthea.engine.pieces.compiled.conditions import place_of
from amalthea.engine.pieces.compiled.tables import type_bits
from amalthea.engine.pieces.description.regions import zone_of


def add_hops(tables: Tables, variant, piece, code: cython.int, within: cython.int):
    """Add the hops of a code within a region: those from anywhere, and those from some squares."""
    colour: cython.int = code >> COLOUR_SHIFT
    general = paths.orient(variant.hops(piece.moves), colour)
    bound = {
        place: paths.orient(variant.hops(moves), colour)
        for place, moves in piece.from_rank.items()
        if variant.hops(moves)
    }
    if not general and not bound:
        return
    if not tables.hopping:
        tables.hopping = cython.cast(
            cython.pointer[Span], calloc(CODES * CELLS, cython.sizeof(Span))
        )
        if not tables.hopping:
            raise MemoryError
    tables.ambiguous[code] = True
    tables.hops[code] = EVERYWHERE if general else SOMEWHERE
    tables.ignores_own_type[code] = piece.ignores_own_type
    tables.hops_shun = tables.hops_shun or piece.ignores_own_type
    tables.barring[code] = type_bits(variant, _barring_letters(variant, piece.letter))
    for file in range(variant.files):
        for rank in range(variant.ranks):
            further = paths.orient(
                variant.hops(*variant.further_moves(piece, colour, (file, rank))), colour
            )
            _add_stops(tables, code, [*general, *further], within, cell_at(file, rank))
    _add_routes(tables, code, general, 0, within)
    for place, hops in bound.items():
        begins = place_of(tables, variant, zone_of(place), colour)
        _add_routes(tables, code, hops, begins, within)


def _barring_letters(variant, letter):
    """Return the letters of the types that a piece cannot hop over, as their rank is not lower."""
    rank = variant.jump_ranks.get(letter, 0)
    return [each for each, other in variant.jump_ranks.items() if other >= rank]


def _add_stops(tables: Tables, code: cython.int, hops, within: cython.int, cell: cython.int):
    """Add the stops of hops from a cell, ray by ray; `skip` of a stop leads to the next ray."""
    to: cython.int
    ray: cython.uint
    i: cython.uint
    span = cython.address(tables.hopping[code * CELLS + cell])
    tables._reserve_stops(sum(len(path.steps) for path in hops))
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
            flags |= NEAR * (path.hops == "g") | FAR * (path.hops == "pp")
            tables.stops[tables._stop_count].flags = flags
            tables._stop_count += 1
        for i in range(ray, tables._stop_count):
            tables.stops[i].skip = tables._stop_count - i
    span.last = tables._stop_count


def _add_routes(tables: Tables, code: cython.int, hops, begins: cython.int, within: cython.int):
    """Add the routes by which hoppers attack, except where they attack by a leap."""
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
            hop.far = path.hops == "pp"
            hop.barring = tables.barring[code] if hop.far else 0
            hop.begins = begins
            hop.ends = within
            hop.shuns = code & TYPE_MASK if tables.ignores_own_type[code] else 0
            shift = y * ROW + x + NO_SHIFT
            tables._put_routes(code, shift, [(0, 0, beside)])
