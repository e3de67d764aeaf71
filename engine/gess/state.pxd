from amalthea.engine.stones.position cimport StonePosition
from amalthea.engine.gess.patches cimport ROWS, Geometry, Layout, Mobility, MoveSet, find_mobility, find_moves

# The data that the modules of this package share; `GessPosition` is its only subclass.
cdef class GessState(StonePosition):
    cdef Geometry geometry
    cdef unsigned int inside[ROWS]       # the cells of the board
    cdef unsigned int centres[ROWS]      # cells where the centre of a moving patch may be
    cdef unsigned int answers[ROWS]      # target cells of moves that may answer a threat
    # The fields above from `inside` on are copied as one block.
    cdef Mobility mobility                 # cache, valid for the layout with its `board_key`
    cdef MoveSet moves[2]                 # caches by colour, likewise

cdef inline Layout* layout_at(GessState state, int ply) noexcept nogil:
    return <Layout*>state.layouts + ply

cdef inline Layout* layout_of(GessState state) noexcept nogil:
    """Return the layout of the current position."""
    return layout_at(state, state.ply)

cdef inline Mobility* mobility_of(GessState state) noexcept nogil:
    """Return the mobility of all patches in this position, from the cache if it is valid."""
    cdef Layout* now = layout_of(state)
    if not state.mobility.known or state.mobility.board_key != now.board_key:
        find_mobility(&state.mobility, now, state.centres)
    return &state.mobility

cdef inline MoveSet* moves_of(GessState state, int colour) noexcept nogil:
    """Return all moves of a side in this position, from the cache if it is valid."""
    cdef Layout* now = layout_of(state)
    cdef MoveSet* moves = &state.moves[colour]
    if not moves.known or moves.board_key != now.board_key:
        find_moves(moves, mobility_of(state), now, colour, state.inside)
    return moves
