from amalthea.engine.stones.stone_position cimport StonePosition
from amalthea.engine.gess.patches cimport ROWS, Geometry, Layout, Outlook, Sweep, look_around, sweep_board

# The data that the modules of this package work on; `Stones` is their one heir.
cdef class StonesState(StonePosition):
    cdef Layout* stack
    cdef Geometry geometry
    cdef unsigned int inside[ROWS]       # the board
    cdef unsigned int centres[ROWS]      # where the centre of a patch may be before its move
    cdef Outlook outlook                 # of the layout it says
    cdef Sweep sweeps[2]                 # by colour, likewise
    cdef unsigned int answers[ROWS]      # where the moves come to that may answer a threat
    cdef int files

cdef inline Outlook* look(StonesState state) noexcept nogil:
    """What patches can do in this position."""
    cdef Layout* now = state.stack + state.ply
    if not state.outlook.known or state.outlook.board_key != now.board_key:
        look_around(&state.outlook, now, state.centres)
    return &state.outlook

cdef inline Sweep* sweep_of(StonesState state, int colour) noexcept nogil:
    """All moves of a side in this position."""
    cdef Layout* now = state.stack + state.ply
    cdef Sweep* sweep = &state.sweeps[colour]
    if not sweep.known or sweep.board_key != now.board_key:
        sweep_board(sweep, look(state), now, colour, state.inside)
    return sweep
