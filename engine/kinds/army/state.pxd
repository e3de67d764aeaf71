from engine.board.moves cimport Candidate, Move, to_of
from engine.board.position cimport Position
from engine.kinds.army.mailbox cimport CELLS, CODES, COLOUR_SHIFT, EDGE, EMPTY, TYPE_MASK
from engine.kinds.army.tables cimport Tables
from engine.kinds.army.worth cimport Worth

cdef enum:
    SLOTS = 64               # pieces of one side: a bit each in the set of pinned ones

cdef enum:
    MOST_TAKEN = 2           # pieces that one move captures

cdef struct Taken:
    unsigned char code
    unsigned char slot
    unsigned short cell      # of a piece on two cells, its anchor

# What make cannot undo by itself.
cdef struct Undo:
    unsigned long long pinned
    Move move
    int halfmove
    int target
    int checkers
    int checker
    int checker_route
    int midgame
    int endgame
    int phase
    unsigned int rights
    short target_counts
    short exposed
    unsigned char moved              # code that moved, before promotion
    unsigned char takes              # how many pieces were captured
    Taken taken[MOST_TAKEN]

# The data that the modules of this package work on; `Army` is their one heir.
cdef class ArmyState(Position):
    cdef readonly Tables tables
    cdef readonly Worth worth
    cdef unsigned char board[CELLS]
    cdef unsigned char slot_at[CELLS]
    cdef unsigned short cell_of[2 * SLOTS]       # 0: captured
    cdef int slots[2]                            # in use, dead ones included
    cdef int first_pawn_slot[2]                  # pawns are set up behind all other pieces
    cdef int alive[2]
    cdef int pieces[2]                           # alive, neither kings nor pawns
    cdef int tally[CODES]
    cdef int king_cell[2]
    cdef unsigned int rights
    cdef int target                              # en passant cell, 0 if none
    cdef bint target_counts                      # a legal capture on it exists
    cdef unsigned long long pinned               # slots of the side to move, as bits
    cdef bint exposed                            # some capture by the side to move may open a check
    cdef int checker                             # cell and route of one checker
    cdef int checker_route
    cdef int midgame
    cdef int endgame
    cdef int phase
    cdef Undo* stack
    cdef Candidate* scratch
    cdef unsigned int marks[CELLS]               # cells that answer a check
    cdef unsigned int mark

    cdef list blocked                            # cells of the board
    cdef unsigned long long blocked_key
    cdef unsigned char enemies[2 * (EDGE + 1)]   # by colour and occupant: a piece of it
    cdef unsigned int glances[CELLS]             # cells that an ambiguous piece has been given
    cdef unsigned int glance

cdef inline bint is_piece(ArmyState army, int code) noexcept nogil:
    """Whether it counts as a piece in the narrow sense: neither king nor pawn."""
    cdef int kind = code & TYPE_MASK
    return kind != army.tables.king_type and kind != army.tables.pawn_type

cdef inline void stand(ArmyState army, int code, int cell, int slot) noexcept nogil:
    """Lets a piece stand on a cell, its anchor, on the board and in the list."""
    cdef int second = army.tables.second[code]
    army.board[cell] = code
    army.slot_at[cell] = slot
    army.cell_of[(code >> COLOUR_SHIFT) * SLOTS + slot] = cell
    if second:
        army.board[cell + second] = code
        army.slot_at[cell + second] = slot

cdef inline void clear(ArmyState army, int code, int cell) noexcept nogil:
    """Empties the cells of the piece whose anchor that is."""
    army.board[cell] = EMPTY
    if army.tables.second[code]:
        army.board[cell + army.tables.second[code]] = EMPTY

cdef inline int other_cell(ArmyState army, int cell) noexcept nogil:
    """The other cell of the piece on two cells that stands on this one; 0 for any other."""
    cdef int code = army.board[cell]
    cdef int second = army.tables.second[code]
    cdef int anchor
    if second == 0:
        return 0
    anchor = army.cell_of[(code >> COLOUR_SHIFT) * SLOTS + army.slot_at[cell]]
    return anchor + second if anchor == cell else anchor

cdef inline void sum_up(ArmyState army, int code, int cell, int sign) noexcept nogil:
    """Adds (1) or takes off (-1) a piece in key and scores."""
    cdef int index = code * CELLS + cell
    army.hash_key ^= army.tables.piece_keys[index]
    army.midgame += sign * army.worth.placed[index].midgame
    army.endgame += sign * army.worth.placed[index].endgame

cdef inline void fill(ArmyState army, Candidate* out, Move move, int kind, int victim) noexcept nogil:
    """A candidate of a move by which a piece of type `kind` arrives and takes `victim`."""
    out.move = move
    out.gain = army.worth.exchange[victim]
    out.slot = (kind - 1) * army.tables.cells + army.tables.dense[to_of(move)]
    out.victim = victim
    out.tactical = victim != 0
