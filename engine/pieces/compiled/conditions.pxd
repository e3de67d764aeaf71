from amalthea.engine.pieces.compiled.mailbox cimport CELLS
from amalthea.engine.pieces.compiled.tables cimport Condition, Tables

cdef inline bint holds(Tables tables, Condition* condition, int origin, int end) noexcept nogil:
    """Return True if a route from `origin` to `end` begins and ends where it must."""
    return (
        condition.begins == 0 or tables.places[condition.begins * CELLS + origin]
    ) and (condition.ends == 0 or tables.places[condition.ends * CELLS + end])

cdef Condition* new_condition(Tables tables) except NULL
