from amalthea.engine.core.moves cimport BLACK, NORMAL, Candidate, Move, detail_of, to_of, type_of
from amalthea.engine.core.position cimport PARTS, Position
from amalthea.engine.pieces.compiled.mailbox cimport CELLS, CODES, COLOUR_SHIFT, EDGE, EMPTY, TYPE_MASK, TYPES
from amalthea.engine.pieces.compiled.tables cimport Tables

cdef enum:
    SLOTS = 128              # pieces of one side on the board
    SLOT_WORDS = 2           # of 64 slots each

# A set of slots of one side, as bits.
ctypedef struct SlotSet:
    unsigned long long words[SLOT_WORDS]

cdef enum:
    MAX_TAKEN = 53          # pieces that one move removes: a captured one, and all that explode,
                            # or change sides on lines of 16 squares
    MAX_TARGETS = 3          # cells that a piece passes in one advance
    MAX_CHANGES = 3 + 2 * MAX_TAKEN     # of one move: all that explodes may come to a hand

cdef struct Taken:
    unsigned char code
    unsigned char slot
    unsigned short cell      # of a piece on two cells, its anchor

cdef enum:
    VITAL_VALUE = 10000      # centipawns of a piece whose loss loses the game, for move ordering

# A piece that comes to a cell or leaves it.
cdef struct Change:
    unsigned short cell      # of a piece on two cells, its anchor
    unsigned char code
    signed char count        # 1 comes, -1 leaves

# How a game has ended on the board; see `endings`.
cdef enum:
    EXTINCT = 1
    BARED = 2
    ARRIVED = 3
    CHECKED = 4
    ALIGNED = 5
    PASSED = 6
    FACED = 7
    REPEATED = 8
    FULL = 9

# Where a piece that has just advanced may be captured en passant; a cell is 0 for none.
cdef struct Targets:
    unsigned short passer            # the piece's cell
    unsigned short cell[MAX_TARGETS]
    unsigned short counts            # on which of them a capture is legal, as bits

# What `unmake` needs to know of a move, and the changes of the board, by which an evaluation brings
# its sums from one ply to the next.
cdef struct Undo:
    SlotSet pinned
    unsigned long long part_keys[PARTS]
    Move move
    int halfmove
    Targets targets
    int checkers
    int checker
    int checker_route
    unsigned int rights
    int null_move_ply
    short exposed
    short royal_attacked
    short needed_check
    short loss_threatened
    short counting_limit
    short counting_ply
    unsigned char moved_code         # code that moved, before promotion
    unsigned char taken_count        # how many pieces were captured
    unsigned char change_count       # how many pieces came or left
    unsigned char slots              # in use by the side that dropped a piece
    unsigned char flip_count         # how many pieces changed sides: behind the captured ones in `taken`
    unsigned short built_wall        # cell of the wall that the move built, in games with walls
    unsigned short removed_wall      # and of the one that it removed, 0: none
    unsigned short traded_at         # `traded_at` before the move, in games that have it
    unsigned char stranded[2]        # codes that waited behind a piece of the mover, and behind a
                                     # captured one, and are lost, 0: none
    unsigned short stranded_at[2]    # and where
    Taken taken[MAX_TAKEN]
    Change changed[MAX_CHANGES]

# The data that the modules of this package work on; `PiecesPosition` is their position.
cdef class PiecesState(Position):
    cdef readonly Tables tables
    cdef int exchange[TYPES]                     # centipawns by type: they order moves; king 0
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
    cdef Targets targets                         # of en passant
    cdef SlotSet pinned                          # of the side to move
    cdef bint exposed                            # moves of any piece may leave the king in check
    cdef int checker                             # cell and route of one checker
    cdef int checker_route
    cdef bint royal_attacked                     # a pseudo-royal piece of the side to move is attacked
    cdef bint needed_check                       # a piece gives check whose check a mate needs
    cdef bint loss_threatened                    # a piece of the other side is one move from a goal
    cdef int counting_limit                      # plies that a nearly bare side has, 0: none
    cdef int counting_ply                        # and how many are counted
    cdef int hand[CODES]                         # how many of a code its side has in hand
    cdef int held[2]                             # in hand, of all types, waiting ones included
    cdef unsigned char waiting[CELLS]            # code that waits behind the piece there, 0: none
    cdef int unplaced[2]                         # in hand, not waiting yet, where pieces wait
    cdef bint plain_exchanges                    # captures are neither compulsory nor explosive
    cdef int drop_slots                          # first history slot of drops, 0: those of moves
    cdef bint is_testing_mate                    # a drop is tried out for the mate it may give
    cdef int checks_left[2]                      # that a side still has to give to win
    cdef int traded_at                           # cell of an untraded piece that another one has just
                                                 # captured, 0: none
    cdef int ended                               # how the game is over, 0: it goes on
    cdef unsigned int evasion_marks[CELLS]       # `evasion_mark`: cells that answer a check
    cdef unsigned int evasion_mark
    cdef unsigned char enemies[2 * (EDGE + 1)]   # by colour and code: 1 for its pieces
    cdef unsigned int seen_marks[CELLS]          # `seen_mark`: cells seen since it was last increased
    cdef unsigned int seen_mark
    # The fields above from `exchange` on are copied as one block.
    cdef Undo* stack
    cdef Candidate* scratch

cdef inline bint has_slot(const SlotSet* slots, int slot) noexcept nogil:
    return slots.words[slot >> 6] >> (slot & 63) & 1

cdef inline void add_slot(SlotSet* slots, int slot) noexcept nogil:
    slots.words[slot >> 6] |= 1ULL << (slot & 63)

cdef inline bint is_detailed(Move move) noexcept nogil:
    """Return True for an ordinary move with a detail: two steps, a pass, a swap or a return."""
    return type_of(move) == NORMAL and detail_of(move) != 0

cdef inline bint is_blocked(PiecesState state, int cell) noexcept nogil:
    """Return True for a blocked cell of the board."""
    return state.board[cell] == EDGE and state.tables.on_board[cell]

cdef inline unsigned long long wall_key(PiecesState state, int cell) noexcept nogil:
    """Return the part of the hash key for a blocked cell."""
    return state.tables.piece_keys[EMPTY * CELLS + cell]

cdef inline bint is_piece(PiecesState state, int code) noexcept nogil:
    """Return True for a piece in the narrow sense: neither king nor pawn."""
    cdef int kind = code & TYPE_MASK
    return kind != state.tables.king_type and kind != state.tables.pawn_type

cdef inline unsigned long long traded_key(PiecesState state, int cell) noexcept nogil:
    """Return the part of the hash key for `traded_at`."""
    return state.tables.target_keys[cell] if cell else 0

cdef inline int count_alike(PiecesState state, int colour, int kind) noexcept nogil:
    """Return the number of a side's pieces of a type on the board, with those that count as it."""
    cdef int first = colour << COLOUR_SHIFT
    cdef int count = state.tally[first | kind]
    cdef int other = state.tables.twin[kind]
    while other and other != kind:
        count += state.tally[first | other]
        other = state.tables.twin[other]
    return count

cdef inline bint counts_as(PiecesState state, int kind, int other) noexcept nogil:
    """Return True if a type is the other one, or counts as it."""
    return state.tables.alike[other] >> kind & 1

cdef inline void stand(PiecesState state, int code, int cell, int slot) noexcept nogil:
    """Put a piece on a cell, its anchor, on the board and in the list."""
    cdef int second = state.tables.second[code]
    state.board[cell] = code
    state.slot_at[cell] = slot
    state.cell_of[(code >> COLOUR_SHIFT) * SLOTS + slot] = cell
    if second:
        state.board[cell + second] = code
        state.slot_at[cell + second] = slot

cdef inline void clear(PiecesState state, int code, int cell) noexcept nogil:
    """Clear the cells of the piece with that anchor."""
    state.board[cell] = EMPTY
    if state.tables.second[code]:
        state.board[cell + state.tables.second[code]] = EMPTY

cdef inline int other_cell(PiecesState state, int cell) noexcept nogil:
    """Return the other cell of the piece on two squares on this cell, 0 for any other piece."""
    cdef int code = state.board[cell]
    cdef int second = state.tables.second[code]
    cdef int anchor
    if second == 0:
        return 0
    anchor = state.cell_of[(code >> COLOUR_SHIFT) * SLOTS + state.slot_at[cell]]
    return anchor + second if anchor == cell else anchor

cdef inline void add_change(Undo* undo, int code, int cell, int count) noexcept nogil:
    cdef Change* change = undo.changed + undo.change_count
    undo.change_count += 1
    change.cell = cell
    change.code = code
    change.count = count

cdef inline int changed_place(const Change* change) noexcept nogil:
    """Return the index of a change in tables by code and cell."""
    return change.code * CELLS + change.cell

cdef inline int part_of(PiecesState state, int code) noexcept nogil:
    """Return the part of a piece for correction keys: 0 pawns, 1 White's other pieces, 2 Black's."""
    return 0 if code & TYPE_MASK == state.tables.pawn_type else 1 + (code >> COLOUR_SHIFT)

cdef inline void flip_keys(PiecesState state, int code, int cell) noexcept nogil:
    """Update the keys for a piece that has come to a cell or left it."""
    cdef unsigned long long key = state.tables.piece_keys[code * CELLS + cell]
    state.hash_key ^= key
    state.part_keys[part_of(state, code)] ^= key

cdef inline void note_change(PiecesState state, Undo* undo, int code, int cell, int count) noexcept nogil:
    """Record that a piece comes to a cell (1) or leaves it (-1) in the move being made."""
    add_change(undo, code, cell, count)
    flip_keys(state, code, cell)

cdef inline unsigned long long board_key(PiecesState state) noexcept nogil:
    """Return the hash key without the side to move."""
    return state.hash_key ^ state.tables.side_key if state.side == BLACK else state.hash_key

cdef inline int first_slot(PiecesState state, int kind) noexcept nogil:
    """Return the history slot of a type's first cell; histories go by arriving type and cell."""
    return (kind - 1) * state.tables.cells

cdef inline int first_drop_slot(PiecesState state, int kind) noexcept nogil:
    """Return the first history slot of a type's drops, behind those of moves if there is room."""
    return state.drop_slots + first_slot(state, kind)

cdef inline void fill(PiecesState state, Candidate* out, Move move, int first, int victim) noexcept nogil:
    """Fill the candidate of a move that captures `victim`; first: see `first_slot`."""
    out.move = move
    out.gain = state.exchange[victim]
    out.slot = first + state.tables.dense[to_of(move)]
    out.victim = victim
    out.tactical = victim != 0
