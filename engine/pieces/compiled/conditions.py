"""Conditions of attack routes: where an attack must begin and end."""

import cython
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import CELLS, cell_at
from cython.cimports.amalthea.engine.pieces.compiled.tables import (
    CONDITIONS,
    MAX_CONDITIONS,
    MAX_PLACES,
    Condition,
    Tables,
)
from cython.cimports.libc.stdlib import calloc

from amalthea.engine.errors import VariantError


def place_of(tables: Tables, variant, region, colour: cython.int):
    """Return the number of a side's region as a place, 0 for no region. Raises VariantError."""
    if region is None:
        return 0
    squares = region.squares(colour, variant.files, variant.ranks)
    if squares not in tables._known_places:
        if not tables.places:
            tables.places = cython.cast(cython.p_uchar, calloc((MAX_PLACES + 1) * CELLS, 1))
            if not tables.places:
                raise MemoryError
        number: cython.int = len(tables._known_places) + 1
        if number > MAX_PLACES:
            raise VariantError("the pieces' moves depend on too many regions")
        tables._known_places[squares] = number
        for file, rank in squares:
            tables.places[number * CELLS + cell_at(file, rank)] = True
    return tables._known_places[squares]


def condition_of(tables: Tables, begins: cython.int, ends: cython.int):
    """Return the value of `beside` for routes between two places, 0 if both are everywhere."""
    if not (begins or ends):
        return 0
    if (begins, ends) not in tables._known_conditions:
        tables._known_conditions[begins, ends] = CONDITIONS + tables.condition_count
        condition = new_condition(tables)
        condition.begins = begins
        condition.ends = ends
    return tables._known_conditions[begins, ends]


def new_condition(tables):
    """Return the next free condition, set to zero. Raises VariantError if there is none."""
    if not tables.conditions:
        tables.conditions = cython.cast(
            cython.pointer[Condition], calloc(MAX_CONDITIONS, cython.sizeof(Condition))
        )
        if not tables.conditions:
            raise MemoryError
    if tables.condition_count == MAX_CONDITIONS:
        raise VariantError("the pieces have too many attack routes")
    tables.condition_count += 1
    return cython.address(tables.conditions[tables.condition_count - 1])
