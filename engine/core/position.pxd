from libc.stdlib cimport malloc
from libc.string cimport memcpy

from amalthea.engine.core.moves cimport Candidate, Move

# The interface of positions for search and protocols, in any game. Every hot method is nogil; a
# position class that overrides one must repeat its signature exactly.

cdef enum:
    NOTHING = 2              # a repetition does not end the game
    NEVER = 0x40000000       # a number of plies or repetitions that no game reaches
    PARTS = 3                # maximum number of part keys

cdef class Position:
    cdef readonly object variant
    cdef public list remarks            # corrections made while reading FEN and moves, as sentences
    cdef unsigned long long hash_key
    cdef int parts                      # number of `part_keys` in use
    cdef unsigned long long part_keys[PARTS] # hash keys of parts, for correction history
    cdef int side                       # WHITE or BLACK to move
    cdef int halfmove                   # plies without progress, as the kind of game defines it
    cdef int first_fullmove             # fullmove number of the position that was set up
    cdef int first_side                 # its side to move
    cdef int ply                        # moves made since then
    cdef int null_move_ply              # ply after the last null move
    cdef bint nothing_irreversible      # no move is irreversible, so any earlier position may recur
    cdef int plies_to_counted_draw      # plies until a draw by a count other than that of `halfmove`
    cdef int draw_plies                 # plies without progress that end the game
    cdef int draw_repetitions           # occurrences of a position that end the game
    cdef int shortest_cycle             # plies after which a position may recur
    cdef int repetition_result          # 0: a draw; 1 or -1: a win or loss of the side to move; NOTHING
    cdef int stalemate_result           # stalemate: 0 a draw, 1 or -1 a win or loss of the side to move
    cdef int checkmate_result           # checkmate: 1, 0 or -1 for the side to move
    cdef bint draw_value_varies         # `draw_value` and `repetition_value` may differ from a draw
    cdef bint forced_capture            # captures may be compulsory
    cdef bint counts_checks             # enough checks win
    cdef bint holds_back                # some moves are generated as HELD_BACK alone
    cdef bint explosive                 # any move may prepare an explosion that wins
    cdef int checkers                   # number of checks that the side to move is in
    cdef int verdict                    # 1 or -1: the side to move has already won or lost
    cdef const long long* interrupt     # perft stops when this reaches `interrupt_from`; or NULL
    cdef long long interrupt_from
    cdef int history_slots              # the slot of a candidate is less than this
    cdef bint see_ignores_recaptures    # `wins_exchange` ignores recaptures
    cdef const char* missing            # name of a missing method that was called, or NULL
    # The fields above from `hash_key` on are copied as one block.
    cdef unsigned long long* keys       # hash keys of the earlier positions, by ply
    cdef int capacity                   # length of `keys`, in plies

    cdef void note_missing(self, const char* method) noexcept nogil
    cdef int generate(self, Candidate* out, int what) noexcept nogil
    cdef bint is_legal(self, Move move) noexcept nogil
    cdef void describe(self, Move move, Candidate* out) noexcept nogil
    cdef unsigned long long key_after(self, Move move) noexcept nogil
    cdef void make(self, Move move) noexcept nogil
    cdef void unmake(self) noexcept nogil
    cdef void make_null(self) noexcept nogil
    cdef void unmake_null(self) noexcept nogil
    cdef bint can_null_move(self) noexcept nogil
    cdef bint is_null_move_doubtful(self) noexcept nogil
    cdef bint is_threatened(self) noexcept nogil
    cdef bint must_capture(self) noexcept nogil
    cdef int no_move_value(self) noexcept nogil
    cdef int draw_value(self) noexcept nogil
    cdef int repetition_value(self, int since) noexcept nogil
    cdef int plies_without_progress(self) noexcept nogil
    cdef Move winning_move(self) noexcept nogil
    cdef bint gives_check(self, Move move) noexcept nogil
    cdef bint wins_exchange(self, Move move, int threshold) noexcept nogil
    cdef bint is_mate(self) noexcept nogil
    cdef bint is_drawn(self, int root) noexcept nogil
    cdef int draw_score(self, int root) noexcept nogil
    cdef int repetitions(self) noexcept nogil
    cdef bint consistent(self) noexcept nogil
    cdef void abort_if_inconsistent(self) noexcept nogil
    cdef start_history(self, int side, int halfmove, int fullmove)
    cdef reserve(self, int plies)
    cdef grow(self, int plies)
    cdef take(self, Position other)
    cdef str text(self, Move move)
    cdef tuple changes_of(self, Move move)
    cpdef list words(self)
    cdef Move find(self, str text)

cdef inline void copy_fields(void* first, const void* end, const void* source) noexcept nogil:
    """Copy the fields of an object from `first` up to `end`; source: the first in another object."""
    memcpy(first, source, <const char*>end - <const char*>first)

cdef inline Candidate* new_candidates(size_t moves) except NULL:
    """Return room for so many candidates, which the caller frees. Raises MemoryError."""
    cdef Candidate* candidates = <Candidate*>malloc(moves * sizeof(Candidate))
    if candidates == NULL:
        raise MemoryError
    return candidates

cdef inline void pass_turn(Position position) noexcept nogil:
    """Begin the next ply: keep the hash key as history and change the side to move."""
    position.keys[position.ply] = position.hash_key
    position.ply += 1
    position.side = 1 - position.side

cdef inline void return_turn(Position position) noexcept nogil:
    """Undo `pass_turn`."""
    position.ply -= 1
    position.side = 1 - position.side
    position.hash_key = position.keys[position.ply]

cdef inline bint has_reached_draw_plies(Position position) noexcept nogil:
    """Return True if the game has had as many plies without progress as the rules allow."""
    return (
        position.halfmove >= position.draw_plies and position.plies_without_progress() >= position.draw_plies
    )

cdef inline int plies_to_draw(Position position) noexcept nogil:
    """Return how many more plies without progress make the game a draw by a count."""
    return min(position.draw_plies - position.halfmove, position.plies_to_counted_draw)

cdef inline int first_comparable_ply(Position position) noexcept nogil:
    """Return the ply of the earliest position that the current one may repeat."""
    if position.nothing_irreversible:
        return position.null_move_ply
    return max(0, position.ply - position.halfmove)

cdef inline bint repeats(Position position, int root) noexcept nogil:
    """Return True if a repetition ends play.

    One repetition of a position after the ply `root` is enough; otherwise the position must have
    occurred as often as the rules say, this time included.
    """
    return repeated_ply(position, root) >= 0

cdef inline int repeated_ply(Position position, int root) noexcept nogil:
    """Return the ply of the earlier occurrence that makes `repeats` true, or -1."""
    cdef int seen = 0
    cdef int earlier = position.ply - position.shortest_cycle
    cdef int last = first_comparable_ply(position)
    if position.repetition_result == NOTHING:
        return -1
    while earlier >= last:
        if position.keys[earlier] == position.hash_key:
            seen += 1
            if earlier > root or seen + 1 >= position.draw_repetitions:
                return earlier
        earlier -= 2
    return -1
