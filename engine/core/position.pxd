from amalthea.engine.core.moves cimport Candidate, Move

# What search and protocol see of any game. Every hot method is nogil and may be overridden by a
# position class with exactly this signature.

cdef enum:
    NOTHING = 2              # a repetition does not end the game
    NEVER = 0x40000000       # plies or repetitions that do not occur
    PARTS = 3                # of what stands on a board that have a key of their own, at most

cdef class Position:
    cdef readonly object variant
    cdef public list remarks     # what had to be mended in the FEN and the moves, as sentences
    cdef unsigned long long hash_key
    cdef int parts               # how many `part_keys` are kept: positions alike in one are akin
    cdef unsigned long long part_keys[PARTS]
    cdef int side                # WHITE or BLACK to move
    cdef int halfmove            # plies without progress, which each kind of game defines
    cdef int first_fullmove      # of the position that was set up
    cdef int first_side
    cdef int ply                 # moves made since then
    cdef int passed              # ply behind the last pass
    cdef bint all_returns        # no capture or other progress keeps a position from recurring
    cdef int counted_left        # plies to a draw by another count than that of idle plies
    cdef unsigned long long* keys    # hash keys of the earlier positions, by ply
    cdef int capacity            # plies that there is room for
    cdef int draw_plies          # without progress, that are a draw
    cdef int draw_repetitions    # occurrences of a position that are a draw
    cdef int repetition          # 0: a draw; 1 or -1: the side to move has won or lost; NOTHING
    cdef int stuck               # 1 or -1: no move, but no mate, is no draw but won or lost
    cdef int mated               # 1, 0 or -1: what checkmate is for the side to move
    cdef bint weighs_draws       # a draw or a repetition may be worth more or less than that
    cdef bint compels            # captures may be compulsory
    cdef int checkers            # routes by which the side to move is in check
    cdef int verdict             # 1 or -1: the side to move has won or lost already
    cdef const long long* interrupt    # counting stops when this word reaches the number; NULL: never
    cdef long long interrupt_from
    cdef int history_slots       # a candidate's slot is below this
    cdef bint judges_at_sight    # `wins_exchange` sees the move alone, not what is taken back
    cdef const char* missing     # a method that was called and that the class lacks, NULL: none

    cdef void lacks(self, const char* method) noexcept nogil
    cdef int generate(self, Candidate* out, int what) noexcept nogil
    cdef bint is_legal(self, Move move) noexcept nogil
    cdef void describe(self, Move move, Candidate* out) noexcept nogil
    cdef unsigned long long key_after(self, Move move) noexcept nogil
    cdef void make(self, Move move) noexcept nogil
    cdef void unmake(self) noexcept nogil
    cdef void make_null(self) noexcept nogil
    cdef void unmake_null(self) noexcept nogil
    cdef bint can_pass(self) noexcept nogil
    cdef bint pass_is_doubtful(self) noexcept nogil
    cdef bint threatened(self) noexcept nogil
    cdef bint must_capture(self) noexcept nogil
    cdef int stalemate_value(self) noexcept nogil
    cdef int drawn_value(self) noexcept nogil
    cdef int repetition_value(self, int since) noexcept nogil
    cdef int idle_plies(self) noexcept nogil
    cdef Move winning_move(self) noexcept nogil
    cdef bint gives_check(self, Move move) noexcept nogil
    cdef bint wins_exchange(self, Move move, int threshold) noexcept nogil
    cdef bint is_mate(self) noexcept nogil
    cdef bint is_drawn(self, int root) noexcept nogil
    cdef int drawn_score(self, int root) noexcept nogil
    cdef int repetitions(self) noexcept nogil
    cdef bint consistent(self) noexcept nogil
    cdef void abort_if_inconsistent(self) noexcept nogil
    cdef begin(self, int side, int halfmove, int fullmove)
    cdef reserve(self, int plies)
    cdef grow(self, int plies)
    cdef str text(self, Move move)
    cdef Move find(self, str text)
    cdef unsigned long long count(self, Candidate* buffer, int depth, bint bulk) noexcept nogil

cdef inline void pass_turn(Position position) noexcept nogil:
    """The next ply: what the key has been is history, the other side is to move."""
    position.keys[position.ply] = position.hash_key
    position.ply += 1
    position.side = 1 - position.side

cdef inline void return_turn(Position position) noexcept nogil:
    """Undoes `pass_turn`."""
    position.ply -= 1
    position.side = 1 - position.side
    position.hash_key = position.keys[position.ply]

cdef inline bint is_idle(Position position) noexcept nogil:
    """Whether as many plies without progress have passed as the draw rule says."""
    return (
        position.halfmove >= position.draw_plies and position.idle_plies() >= position.draw_plies
    )

cdef inline int plies_to_draw(Position position) noexcept nogil:
    """After how many plies without progress a count makes the game a draw, from now on."""
    return min(position.draw_plies - position.halfmove, position.counted_left)

cdef inline int first_alike(Position position) noexcept nogil:
    """The ply of the earliest position that may be the present one."""
    if position.all_returns:
        return position.passed
    return max(0, position.ply - position.halfmove)

cdef inline bint repeats(Position position, int root) noexcept nogil:
    """Whether a repetition ends play: after the ply `root`, or as often as the draw rule says.

    As often: with the positions before `root`, this one included.
    """
    return repeated_since(position, root) >= 0

cdef inline int repeated_since(Position position, int root) noexcept nogil:
    """The ply of the occurrence by which `repeats` is true, -1 where it is not."""
    cdef int seen = 0
    cdef int earlier = position.ply - 4
    cdef int last = first_alike(position)
    if position.repetition == NOTHING:
        return -1
    while earlier >= last:
        if position.keys[earlier] == position.hash_key:
            seen += 1
            if earlier > root or seen + 1 >= position.draw_repetitions:
                return earlier
        earlier -= 2
    return -1
