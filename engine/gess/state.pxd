from amalthea.engine.stones.stone_position cimport StonePosition
from amalthea.engine.gess.patches cimport ROWS, Geometry, Layout, Outlook, Sweep, find_origins, sweep_board

# The data that the modules of this package share; `Stones` is its only subclass.
cdef class StonesState(StonePosition):
    cdef Layout* stack
    cdef Geometry geometry
    cdef unsigned int inside[ROWS]       # the cells of the board
    cdef unsigned int centres[ROWS]      # cells where the centre of a moving patch may be
    cdef Outlook outlook                 # cache, valid for the layout with its `board_key`
    cdef Sweep sweeps[2]                 # caches by colour, likewise
    cdef unsigned int answers[ROWS]      # target cells of moves that may answer a threat
    cdef int files

cdef inline Outlook* look(StonesState state) noexcept nogil:
    """Return the mobility of all patches in this position, from the cache if it is valid."""
    cdef Layout* now = state.stack + state.ply
    if not state.outlook.known or state.outlook.board_key != now.board_key:
        find_origins(&state.outlook, now, state.centres)
    return &state.outlook

cdef inline Sweep* sweep_of(StonesState state, int colour) noexcept nogil:
    """Return all moves of a side in this position, from the cache if it is valid."""
    cdef Layout* now = state.stack + state.ply
    cdef Sweep* sweep = &state.sweeps[colour]
    if not sweep.known or sweep.board_key != now.board_key:
        sweep_board(sweep, look(state), now, colour, state.inside)
    return sweep
