cimport cython

from engine.board.moves cimport CELLS, CODES, EDGE, Candidate, Move
from engine.board.position cimport Position
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
    unsigned long long hash_key
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

@cython.final
cdef class Army(Position):
    cdef readonly Tables tables
    cdef readonly Worth worth
    cdef unsigned char board[CELLS]
    cdef unsigned char slot_at[CELLS]
    cdef unsigned short cell_of[2 * SLOTS]       # 0: captured
    cdef int slots[2]                            # in use, dead ones included
    cdef int first_pawn_slot[2]                  # pawns are set up behind all other pieces
    cdef int alive[2]
    cdef int officers[2]                         # neither kings nor pawns
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
    cdef int capacity
    cdef Candidate* scratch
    cdef unsigned int marks[CELLS]               # cells that answer a check
    cdef unsigned int mark

    cdef list blocked                            # cells of the board
    cdef unsigned long long blocked_key
    cdef unsigned char enemies[2 * (EDGE + 1)]   # by colour and occupant: a piece of it
    cdef unsigned int glances[CELLS]             # goals an ambiguous piece has been given
    cdef unsigned int glance

    cdef void _wipe(self) noexcept nogil
    cdef void _put(self, int code, int slot, int cell) noexcept nogil
    cdef int _officer(self, int code) noexcept nogil
    cdef void _stand(self, int code, int cell, int slot) noexcept nogil
    cdef int _other_cell(self, int cell) noexcept nogil
    cdef void _clear(self, int code, int cell) noexcept nogil
    cdef bint _route_clear(self, int origin, int code, int route) noexcept nogil
    cdef bint _reaches(self, int origin, int code, int cell) noexcept nogil
    cdef bint attacked(self, int cell, int by) noexcept nogil
    cdef void _look_for_checks(self) noexcept nogil
    cdef bint _safe_after(self, int origin, int goal, int taken) noexcept nogil
    cdef bint _broad_safe_after(self, int origin, int goal, int code) noexcept nogil
    cdef int _broad_victims(self, Move move, Taken* taken) noexcept nogil
    cdef int _find_victims(self, int goal, int second, Taken* taken) noexcept nogil
    cdef void _mark_answers(self) noexcept nogil
    cdef bint _allowed(self, int origin, int goal, int slot) noexcept nogil
    cdef int _slot_moves(self, int slot, Candidate* out, int n, int what) noexcept nogil
    cdef int _broad_moves(self, int slot, Candidate* out, int n, int what) noexcept nogil
    cdef int _pivots(self, int slot, Candidate* out, int n, bint tested) noexcept nogil
    cdef void _fill(self, Candidate* out, Move move, int kind, int victim) noexcept nogil
    cdef int _add_turns(self, Candidate* out, int n, int code, int origin, int goal) noexcept nogil
    cdef bint _only_captures(self, int origin) noexcept nogil
    cdef int _captures(self, int slot, Candidate* out, int n) noexcept nogil
    cdef int _add_promotions(self, Candidate* out, int n, int code, int origin, int goal) noexcept nogil
    cdef int _add_en_passant(self, Candidate* out, int n, int origin, int goal) noexcept nogil
    cdef int _castling_moves(self, Candidate* out, int n) noexcept nogil
    cdef bint _can_castle(self, int index) noexcept nogil
    cdef void _castle(self, int index, bint back) noexcept nogil
    cdef bint _target_counts(self) noexcept nogil
    cdef bint has_legal_move(self) noexcept nogil
    cdef void _remember(self, Undo* undo, Move move) noexcept nogil
    cdef void _recall(self, Undo* undo) noexcept nogil
    cdef void _leave_target(self) noexcept nogil
    cdef void _set_target(self, int cell) noexcept nogil
    cdef void _take(self, Undo* undo, int cell) noexcept nogil
    cdef void _put_back(self, Taken* taken) noexcept nogil
    cdef void _step(self, int origin, int goal, int code, int arriving) noexcept nogil
    cdef void _become(self, int code, int other) noexcept nogil
    cdef void _sum(self, int code, int cell, int sign) noexcept nogil
    cdef void _castle_with_sums(self, int index) noexcept nogil
    cdef void _lose_rights(self, unsigned int lost) noexcept nogil
    cdef int _best_exchange(self) noexcept nogil
    cdef bint _broad_wins_exchange(self, Move move, int threshold) noexcept nogil
    cdef bint _swap(self, int goal, int balance) noexcept nogil
    cdef int _collect_near(self, int goal, int side, unsigned short* near, int n) noexcept nogil
    cdef int _cheapest_attacker(self, int goal, int side, unsigned short* near, int n) noexcept nogil
    cdef unsigned long long key_of_board(self) noexcept nogil
    cdef bint dead_material(self) noexcept nogil
    cdef bint _consistent(self) noexcept nogil
    cdef void _abort_if_inconsistent(self) noexcept nogil
