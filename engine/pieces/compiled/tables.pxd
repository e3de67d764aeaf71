from amalthea.engine.pieces.compiled.mailbox cimport (
    CELLS,
    CODES,
    ROW,
    SHIFTS,
    TYPE_MASK,
    TYPES,
    Types,
)

# Terms for the moves of a piece over the board:
# - a path comes from its notation: a list of steps, each the difference of two cells;
# - a stop is one cell on its paths as they lie on the board, seen from where it stands;
# - a span is all stops of a piece from one cell;
# - a route is how an attack gets from a piece to one cell.

# Which squares a side may block with its move.
cdef enum:
    DUCK = 1                 # any; the wall that stood there before leaves the board
    ARROW = 2                # where the moved piece could move on
    PAST = 3                 # the one that it has left
    STATIC = 4
    AT_EDGE = 5              # at the edge of the board or beside a wall

# Where a piece may be dropped beside others, and which enemies a move turns into own pieces.
cdef enum:
    REVERSI = 1              # where it encloses enemies; all that are enclosed
    ATAXX = 2                # next to an own piece; all that are next to it
    SNORT = 3                # not beside an enemy
    ANYSIDE = 4              # where it comes to rest that slides in from an edge
    TOP = 5                  # likewise from the last rank
    QUADWRANGLE = 3          # like ATAXX, but by drops only next to an own piece

# Which side wins any draw, in the order of _DRAWS in end_tables; 0: draws are draws.
cdef enum:
    DRAWN_FOR_WHITE = 1
    DRAWN_FOR_BLACK = 2
    DRAWN_FOR_MORE_PIECES = 3
    DRAWN_FOR_MORE_POINTS = 4

# Flags of a hopper's stops: it lands only right behind its hurdle (NEAR); it may hop over several
# hurdles (FAR).
cdef enum:
    NEAR = 8
    FAR = 16

# Whether a piece hops from every square or only from some.
cdef enum:
    EVERYWHERE = 1
    SOMEWHERE = 2

# From this value on, `beside` of a route is CONDITIONS plus the index of the route's condition.
cdef enum:
    CONDITIONS = 2048

cdef enum:
    MAX_CONDITIONS = 16384
    MAX_PLACES = 255
    MAX_STEPS = 8192
    MAX_ROUTES = 32768
    MAX_ADVANCES = 6         # per colour: two lengths, straight and to either side
    MAX_CASTLINGS = 96       # per colour; Chess960 on ten files has 90
    MAX_HOMES = 32           # squares from which a king castles, per colour
    MAX_PARTNERS = 4
    MAX_EMPTIES = 64         # squares that must be empty before a castling
    MAX_PROMOTION_CHOICES = 16   # of one piece
    MAX_PROMOTIONS = 128     # of both colours
    MAX_SETTINGS = 4         # other settings of one piece
    MAX_EXTINCTIONS = 64
    MAX_COUNTS = 8           # limits of a counting rule
    MAX_LINES = 4            # kinds of lines that end a game
    MAX_GOALS = 16           # per colour
    MAX_GOAL_CELLS = 256
    MAX_CITADELS = 16        # of both colours
    CHECK_KEYS = 16
    MAX_HELD = 256          # pieces in both hands and on the board
    HAND_KEYS = 257          # by how many of a code a hand holds
    PIVOTS = 4               # quarter turns about either of two cells, to either side

# Stops lie in depth-first order of the tree that paths with equal beginnings make: while a cell is
# empty the next one follows, behind an occupied one `skip` stops are out of reach. Branches of a
# single cell, leaps above all, stand first: they need no look at what blocks.
cdef struct Stop:
    unsigned short to
    unsigned char flags      # CAN_MOVE, CAN_CAPTURE, UNMOVED
    unsigned char skip       # 1 for the cell itself, more with all that lies behind it

# [first, rays) are branches of a single cell, [rays, last) longer ones.
cdef struct Span:
    unsigned int first
    unsigned int rays
    unsigned int last

# How an attack gets from a piece to a cell: the steps between them must be empty. A piece on two
# cells may have to take `beside`, too (a cell difference from the attacked one, 0 for none): no
# piece of its own may stand there.
cdef struct Route:
    unsigned short first     # steps [first, last), the last one being the capture itself
    unsigned short last
    short beside
    unsigned char more       # another route of the same piece and shift follows

# A condition of a route. A hop has its own steps [first, last), with exactly one piece between
# them; `near`: that piece must be right before the last step; `far`: there may be several.
# `begins`, `ends`: the number of the place in which the route must begin and end; 0: anywhere.
cdef struct Condition:
    unsigned short first
    unsigned short last
    bint hops
    bint near
    bint far
    Types barring            # types that are no hurdles of it
    unsigned char shuns      # type that is neither hurdle nor victim of a hop, 0: none
    unsigned char begins
    unsigned char ends

# A step of a pawn that allows its capture in passing: cells from where it begins to where it ends,
# and from one cell that it passes to the next.
cdef struct Advance:
    short shift
    short step

cdef struct Castle:
    int king_code
    int king_from
    int king_to
    int written_to           # the square that text names: where the king goes, or his partner's
    int partners
    int partner_from[MAX_PARTNERS]
    int partner_to[MAX_PARTNERS]
    int partner_code[MAX_PARTNERS]
    unsigned int needs       # rights, as bits
    unsigned int lost_rights
    int empties
    int empty[MAX_EMPTIES]
    int path_length
    int path[ROW]            # cells the king passes and reaches: none may be attacked

# The castlings from one cell, which stand one behind the other.
cdef struct Home:
    int cell
    int first
    int end

# A promotion.
cdef struct Promoting:
    bint optional
    bint by_capture          # only with a capture
    bint captures_inside     # only with a capture if the move begins in the zone
    int from_own_rank        # only from this row, counted from 0; -1: from any
    unsigned char zone       # number of the place in which it promotes without moving
    int choices
    unsigned char to[MAX_PROMOTION_CHOICES]

# The result for a side with at most `left` of a type (0: of all pieces together) against at least
# `against` of the other side's.
cdef struct Extinct:
    int kind
    int left
    int against
    bint claim
    int value

# A line of `length` pieces; `steps`: cell differences from one piece to the next, ended by 0.
cdef struct Row:
    int length
    Types kinds
    bint gaps
    bint block
    int value
    int steps[9]

# The limit of counted moves against at least `least` pieces of a type.
cdef struct Limit:
    int kind
    int least
    int moves

# The counting rule of a nearly bare side.
cdef struct Counts:
    int bare
    int few_pieces
    int most
    bint pawns
    bint from_pieces
    int limits
    Limit limit[MAX_COUNTS]

# Where a side's pieces of a type (0: any) win, `count` of them.
cdef struct Target:
    int kind
    int count
    bint answered
    bint held
    bint safe
    bint filled
    int cells
    unsigned short cell[MAX_GOAL_CELLS]

cdef class Tables:
    cdef Stop* stops
    cdef Span moves[CODES * CELLS]                  # all stops of a code from a cell
    cdef Span captures[CODES * CELLS]               # only where it may capture
    cdef Span* hopping                              # its hops, ray by ray: `skip` leads to the next; or NULL
    cdef unsigned char hops[CODES]                  # 0: it has none, else EVERYWHERE or SOMEWHERE
    cdef unsigned char ignores_own_type[CODES]      # its hops neither jump over nor capture it
    cdef bint hops_shun                             # a piece of the game has such hops
    cdef Types barring[CODES]                       # types over which it does not hop
    cdef unsigned char promoting[CODES * CELLS]     # some of its moves from there promote
    cdef short steps[MAX_STEPS]                     # cell differences along routes
    cdef unsigned char ambiguous[CODES]             # two paths may end on one cell
    cdef short second[CODES]                        # difference to the second cell, 0: none
    cdef unsigned char pivots[CODES]                # code it becomes by a quarter turn, 0: none
    cdef short pivot_shifts[CODES * PIVOTS]         # from its anchor to the new one
    cdef unsigned char settings[CODES]              # how many other settings it may take
    cdef unsigned char turns_into[CODES * MAX_SETTINGS]    # their types
    cdef unsigned char ordinary[CODES]              # none of the above: captures go one by one
    cdef Types reaches[2 * SHIFTS]                  # a colour's types that can capture by that shift
    cdef unsigned short route_first[CODES * SHIFTS]
    cdef Route routes[MAX_ROUTES]
    cdef Condition* conditions                      # NULL where no route needs one
    cdef int condition_count
    cdef unsigned char* places                      # by number and cell: whether it belongs there
    cdef unsigned char allowed_place[CODES]         # the place where it may go, 0: everywhere
    cdef bint flying_general                        # royal pieces may not face each other
    cdef bint flying_diagonals                      # nor on a diagonal
    cdef unsigned char can_pass[CODES]              # royal pieces whose side may pass
    cdef unsigned char promotion_in_place[CODES]    # promotion by a move of its own, 0: none
    cdef unsigned char unusual[CODES]               # it may turn, pass or promote where it stands
    cdef bint careful_leap                          # the king's first leap may not be made in check
    cdef bint safe_leap                             # nor may both squares half-way be attacked
    cdef Types aiming                               # types whose move onto its line ends the king's right to it

    cdef int cells                                  # of the board
    cdef int ranks
    cdef unsigned char on_board[CELLS]
    cdef unsigned short dense[CELLS]                # cell -> 0 .. cells-1
    cdef unsigned short cell_list[CELLS]            # and back
    cdef int forward[2]
    cdef int types
    cdef int king_type
    cdef int pawn_type                              # 0: none
    cdef unsigned char promotes_at[CODES * CELLS]   # number of the promotion there, 0: none
    cdef unsigned char promotes_from[CODES * CELLS] # the same when it leaves a cell
    cdef unsigned char cannot_stay[CODES * CELLS]   # where it may not go and stay what it is
    cdef Promoting promotion[MAX_PROMOTIONS]        # by number, from 1
    cdef int promotions
    cdef int limits[TYPES]                          # of a side's type, 0: none
    cdef int advances                               # ways of a colour to be captured en passant
    cdef Advance advance[2 * MAX_ADVANCES]
    cdef Types en_passant_victims                   # types that are captured so
    cdef Types en_passant_captors                   # types that capture so
    cdef Types clock_resetting                      # types whose moves reset the draw count
    cdef unsigned char target_cells[2 * CELLS]      # by the capturing side: where it may
    cdef bint every_target                          # all cells passed, not the last alone
    cdef bint target_always_shown

    cdef Castle castles[2 * MAX_CASTLINGS]
    cdef int castlings                              # per colour
    cdef Home homes[2 * MAX_HOMES]
    cdef int home_count[2]
    cdef unsigned int lost_by_cell[CELLS]           # rights lost when a piece leaves or is taken
    cdef unsigned int unmoved_by_cell[CELLS]        # the right of the piece whose home that is
    cdef unsigned int castling_rights[2]
    cdef Types castling_kinds                       # types that castle as the king does
    cdef int right_cell[32]
    cdef int rights                                 # of both colours

    cdef int walls                                  # rule of walls, 0: none
    cdef unsigned char buildable[2 * CELLS]         # where a colour may build one
    cdef unsigned char promoted[TYPES]              # types that something promotes to, by number
    cdef unsigned char number_promoted[TYPES]       # and the numbers
    cdef int promoted_types

    cdef int enclosing                              # rule of drops beside others, 0: none
    cdef unsigned char dropped_first[CELLS]         # where drops go while one of them is empty
    cdef bint any_dropped_first
    cdef int flips                                  # rule by which pieces change sides, 0: none
    cdef bint unlimited_drops                       # what is dropped is at once in hand again
    cdef unsigned char passes_if_stuck[2]           # sides that pass for want of another move
    cdef unsigned char passes_at_will[2]            # sides without a king that may pass
    cdef bint full_board_ends                       # the game is over when no cell is empty

    cdef unsigned char second_steps[CODES]          # its first steps of two, as bits of STEPS
    cdef unsigned char second_step_rule[CODES]      # where the second one leads: ANYWHERE, STRAIGHT_ON, BACK
    cdef unsigned char promotes_into[CODES]         # code it may become with them, 0: none
    cdef Types burning                              # types that burn enemies next to them
    cdef Types untraded                             # types that are not traded off
    cdef Types minor                                # types whose capture on the way does not matter
    cdef bint bare_royal_loses
    cdef Types weak                                 # types that do not win against a bare royal piece
    cdef bint perpetual_attack_loses                # attacking all along loses a repetition

    cdef bint explosions                            # captures explode
    cdef Types exploding                            # types that explode beside a capture
    cdef Types immune                               # types that never explode
    cdef Types petrifying                           # types that leave a wall where they capture
    cdef Types powerless                            # royal types that cannot capture, as they do
    cdef bint petrified_alone                       # nothing else explodes
    cdef Types vital                                # a side with at most `most_vital` pieces of these types
    cdef int most_vital                             # loses the game by losing one of them
    cdef Types mutually_immune                      # types that do not capture their own type
    cdef Types uncapturable                         # types that are never captured

    cdef bint citadels                              # squares that most pieces may not enter
    cdef int citadel_cells                          # of both sides
    cdef unsigned short citadel_cell[MAX_CITADELS]
    cdef unsigned char citadel_of[MAX_CITADELS]     # the sides whose citadel it is, as bits
    cdef Types citadel_types                        # types that draw the game in the enemy's
    cdef unsigned char swaps_into[CODES]            # code it becomes by changing places, 0: it may not
    cdef unsigned char returns_as[CODES]            # code it becomes by returning, 0: it may not
    cdef unsigned short returns_to[CODES]           # cell that it returns to, 0: where it forks
    cdef bint any_returns
    cdef bint has_after_effects                     # `_settle` in `making` is called after each move

    cdef bint has_ends                              # beside mate and what all games have
    cdef bint only_mate_wins
    cdef bint bare_kings_draw
    cdef bint mate_conditions                       # not every mate wins
    cdef Types mate_needs                           # types of which one gives a check before it wins
    cdef Types never_mate_alone                     # types whose mate loses
    cdef bint checking                              # a move may give check
    cdef Row row[MAX_LINES]
    cdef int rows
    cdef bint chains                                # a chain of pieces ends the game
    cdef Row chain                                  # its pieces, value and steps
    cdef unsigned char chain_ends[2 * CELLS]        # where it begins (1) and ends (2), by colour
    cdef bint checked_king_stays                    # in check, except to capture the checking piece
    cdef bint counting
    cdef Counts counts
    cdef bint perpetual_check_loses                 # giving check all along loses a repetition
    cdef bint chases                                # and so does chasing all along
    cdef Types harmless                             # types that chase nothing
    cdef Types dearer[TYPES]                        # types that this one chases though protected
    cdef unsigned char spared_place[CODES]          # the place where it is not chased, 0: none
    cdef bint repetition_for_white                  # its value is for White, not for the side to move
    cdef int points[TYPES]                          # that win draws
    cdef bint back_and_forth_loses                  # the side that moves one piece to and fro loses
    cdef Types roaming[2]                           # types that may go where the enemy's king may be, by colour
    cdef bint facing_ends                           # kings that face each other are parted, or it ends
    cdef int drawn_for                              # the side that wins any draw, 0: none
    cdef bint has_move_restrictions                 # a move that leaves the king safe may still be forbidden
    cdef bint forced_capture                        # a side that can capture must do so
    cdef bint only_captures                         # every move captures
    cdef Types pseudo_royals                        # types that are royal while few are left
    cdef int most_pseudo_royals                     # of a side's type, that all are royal
    cdef bint all_together                          # all of them at once may not be attacked
    cdef bint stalemate_by_count                    # its value is for the side with fewer pieces
    cdef bint null_move_sound                       # zugzwang is rare: the search may try null moves
    cdef int checks                                 # that win, 0: they do not
    cdef Extinct extinct[MAX_EXTINCTIONS]
    cdef int extinctions
    cdef Target goal[2 * MAX_GOALS]
    cdef int goals                                  # per colour
    cdef unsigned char is_goal[2 * CELLS]           # one piece there can be enough, by colour
    cdef unsigned char arrives[TYPES]               # types that win there

    cdef bint drops                                 # pieces may be dropped
    cdef bint captures_held                         # captured ones go to the captor's hand
    cdef unsigned char held_as[TYPES]               # what a captured type is in the hand
    cdef unsigned char droppable[CODES * CELLS]     # whether a type may be dropped there at all
    cdef unsigned char dropped_from[TYPES]          # as what a type is held that is dropped
    cdef unsigned char dropped_form[TYPES]          # as what else a held type may be dropped, 0: none
    cdef int most_on_file[TYPES]                    # number of the type on a file that forbids another drop there, 0: none
    cdef unsigned char never_mating[TYPES]          # its drop may not mate
    cdef bint drops_checking                        # a drop may give check
    cdef bint drops_first                           # some types are to be dropped before any move
    cdef unsigned char to_drop[TYPES]               # those
    cdef unsigned char tests_drops[TYPES]           # its drops are tested square by square
    cdef int on_both_shades                         # type of which half stand on either shade, 0: none
    cdef bint drops_castle                          # dropped pieces gain rights
    cdef bint drops_freely                          # and go to any square, behind first moves aside
    cdef bint gates                                 # pieces may enter behind first moves
    cdef bint waits                                 # pieces in hand wait behind others
    cdef bint counted_draws                         # a count, or promotions alone, may end the game
    cdef unsigned char twin[TYPES]                  # the next type that counts as this one, 0: none
    cdef Types alike[TYPES]                         # all types that count as this one, itself too
    cdef Types promoted_forms                       # promoted forms of other pieces

    cdef Types lone_types                           # types with which the rules call the game a draw
    cdef Types same_shade_types
    cdef Types never_lone_types                     # those, and others that can never mate
    cdef Types never_same_shade_types

    cdef unsigned long long piece_keys[CODES * CELLS]
    cdef unsigned long long target_keys[CELLS]
    cdef unsigned long long right_keys[32]
    cdef unsigned long long check_keys[2 * CHECK_KEYS]
    cdef unsigned long long side_key
    cdef unsigned long long hand_keys[CODES * HAND_KEYS]

    cdef readonly list letters                      # by code, as FEN writes them
    cdef readonly dict code_of_letter
    cdef dict _known_trees                          # number and region by tree and region
    cdef dict _known_spans
    cdef dict _known_steps
    cdef dict _known_places
    cdef dict _known_conditions
    cdef unsigned int _stop_count
    cdef unsigned int _stop_capacity
    cdef int _steps
    cdef int _routes

    cdef _add_turns(self, variant)
    cdef _add_stops(self, int code, list paths, list cells, int within)
    cdef Span _span_of(self, list tree, tuple key, int cell, int second) except *
    cdef _append_stops(self, list tree, int within, int cell, int second, bint long_ones)
    cdef _reserve_stops(self, int size)
    cdef _close_branches(self, list ends, int i)
    cdef int _step_index(self, tuple cells) except -1
    cdef _add_routes(self, int code, dict ways, int condition)
    cdef _put_routes(self, int code, int shift, list routes)
    cdef Route* _next_route(self) except NULL
    cdef _add_pawns(self, variant)
    cdef _add_en_passant(self, variant, pawns)
    cdef _add_castlings(self, variant)
    cdef _add_to_home(self, int colour, int index)
    cdef _add_castling(self, variant, castling, int colour, int index, dict bits, dict standing)
    cdef _fill_keys(self)
    cdef _fill_piece_keys(self, unsigned long long* state, int first, int last)
    cdef _fill_hand_keys(self, unsigned long long* state, int first, int last, int least, int most)

# Where a second step may lead; the way back is always open.
cdef enum:
    ANYWHERE = 0             # by any of the first steps
    STRAIGHT_ON = 1
    BACK = 2                 # nowhere else

cdef enum:
    STEPS = 8                # directions of a king's step, clockwise from straight up the board

cdef inline int step_shift(int direction) noexcept nogil:
    """Return the difference of the cells of a king's step."""
    cdef int up = 1 if direction in (7, 0, 1) else -1 if direction in (3, 4, 5) else 0
    cdef int across = 1 if direction in (1, 2, 3) else -1 if direction in (5, 6, 7) else 0
    return up * ROW + across

cdef inline bint may_enter(Tables tables, int code, int cell) noexcept nogil:
    """Return True if a piece may go to a cell of the board at all."""
    return not tables.allowed_place[code] or tables.places[tables.allowed_place[code] * CELLS + cell]

cdef inline bint may_reach(Tables tables, int colour, int code, int shift) noexcept nogil:
    """Return True if a colour's piece can capture by a shift when nothing is in its way.

    With the colour known, the look-up need not wait for the code.
    """
    return tables.reaches[colour * SHIFTS + shift] >> (code & TYPE_MASK) & 1
