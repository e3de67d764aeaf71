from engine.kinds.army.state cimport ArmyState

cdef enum:
    UNATTACKED = 0x7f7f      # as memset of 0x7f leaves it, above any value

# What one side's pieces find on a cell.
cdef struct Reach:
    short cheapest           # value of its cheapest attacker of the cell
    unsigned short counts    # what it counts to reach the cell: see ArmyEvaluator._prepare

cdef int safe_checks(
    ArmyState army, int colour, const Reach* reach, const int* value
) noexcept nogil
cdef bint way_is_free(ArmyState army, int cell, const Reach* theirs) noexcept nogil
cdef void threats(
    ArmyState army, int colour, const Reach* reach, const int* value, int most, int* found
) noexcept nogil
