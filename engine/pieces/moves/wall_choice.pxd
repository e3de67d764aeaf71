from amalthea.engine.core.moves cimport Candidate, Move
from amalthea.engine.pieces.compiled.mailbox cimport CELLS
from amalthea.engine.pieces.compiled.tables cimport Stop
from amalthea.engine.pieces.moves.state cimport PiecesState

cdef enum:
    TRIED = 4                # walls of one move that are not held back
    MAX_THREATS = 32
    MAX_LINE = 512           # cells on the lines of all threats

# A capture that the other side could make along a line, which a wall on it prevents.
cdef struct Threat:
    int attacker
    int victim
    int gain
    int first                # its line is the cells [first, last)
    int last

# What walls are worth before a move is chosen.
cdef struct Survey:
    int price[CELLS]         # of any wall there
    int threats
    Threat threat[MAX_THREATS]
    int line_end
    unsigned short line[MAX_LINE]

cdef void survey(PiecesState state, Survey* found) noexcept nogil
cdef int add_best_walls(PiecesState state, const Survey* found, const Candidate* plain, Candidate* out, int most) noexcept nogil
cdef int add_other_walls(PiecesState state, const Survey* found, const Candidate* plain, Candidate* out) noexcept nogil
cdef int _rank(PiecesState state, const Survey* found, Move move, unsigned short* cells) noexcept nogil
cdef void _survey_piece(PiecesState state, Survey* found, int cell, int sign) noexcept nogil
cdef void _add_threat(PiecesState state, Survey* found, int attacker, const Stop* first, const Stop* victim) noexcept nogil
cdef void _price_retakes(PiecesState state, int to, int* prices) noexcept nogil
