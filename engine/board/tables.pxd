from engine.board.moves cimport CELLS, CODES, ROW, SHIFTS, TYPES

cdef enum:
    CAN_MOVE = 1             # a step's flags: it may stop on an empty cell,
    CAN_CAPTURE = 2          # or take an enemy and stop there

cdef enum:
    MAX_STEPS = 8192
    MAX_PATHS = 4096
    MAX_ROUTES = 32768
    MAX_CASTLINGS = 16       # per colour
    MAX_PARTNERS = 4
    MAX_PROMOTIONS = 16      # choices of one piece

cdef struct Step:
    short shift              # cell difference
    unsigned char flags

cdef struct Path:
    unsigned short first     # steps [first, last)
    unsigned short last
    unsigned char flags      # what any of its steps may do
    unsigned char initial    # needs the unmoved right of its piece

# How an attack gets from a piece to a cell: the steps between them must be empty.
cdef struct Route:
    unsigned short first     # steps [first, last), the last one being the capture itself
    unsigned short last
    unsigned char more       # another route of the same piece and shift follows

cdef struct Castle:
    int king_from
    int king_to
    int partners
    int partner_from[MAX_PARTNERS]
    int partner_to[MAX_PARTNERS]
    unsigned int needs       # rights, as bits
    unsigned int keeps
    int empties
    int empty[2 * ROW]
    int passes
    int passed[ROW]          # cells the king passes and reaches: none may be attacked

cdef class Tables:
    cdef Step steps[MAX_STEPS]
    cdef Path paths[MAX_PATHS]
    cdef unsigned short path_first[CODES * ROW]     # by code and row of the padded board
    cdef unsigned short path_last[CODES * ROW]
    cdef unsigned char ambiguous[CODES]             # two paths may end on one cell
    cdef unsigned long long reaches[SHIFTS]         # codes that can capture by that shift, as bits
    cdef unsigned short route_first[CODES * SHIFTS]
    cdef Route routes[MAX_ROUTES]

    cdef int cells                                  # of the board
    cdef int ranks
    cdef unsigned short dense[CELLS]                # cell -> 0 .. cells-1
    cdef unsigned short cell_list[CELLS]            # and back
    cdef int forward[2]
    cdef int types
    cdef int king_type
    cdef int pawn_type                              # 0: none
    cdef int promotion_row[CODES]                   # 0: none
    cdef int promotions[CODES]
    cdef unsigned char promotes_to[CODES * MAX_PROMOTIONS]
    cdef int advance                                # steps that allow capture in passing; 0: none
    cdef int target_always_shown

    cdef Castle castles[2 * MAX_CASTLINGS]
    cdef int castlings                              # per colour
    cdef unsigned int lost_by_cell[CELLS]           # rights lost when a piece leaves or is taken
    cdef unsigned int castling_rights[2]
    cdef int right_cell[32]
    cdef int rights                                 # of both colours

    cdef int draw_plies
    cdef int draw_repetitions
    cdef unsigned int lone_types                    # as bits by type
    cdef unsigned int same_shade_types

    cdef unsigned long long piece_keys[CODES * CELLS]
    cdef unsigned long long target_keys[CELLS]
    cdef unsigned long long right_keys[32]
    cdef unsigned long long side_key

    cdef readonly list letters                      # by code, as FEN writes them
    cdef readonly dict code_of_letter
    cdef list _flat_steps
    cdef dict _path_index
    cdef int _paths
    cdef int _routes

    cdef _add_pieces(self, variant)
    cdef _add_paths(self, int code, int row, list paths)
    cdef _add_routes(self, int code, list paths)
    cdef _add_pawns(self, variant)
    cdef _add_castlings(self, variant)
    cdef _fill_keys(self)
