"""Generation of the moves of formations, as candidates that move ordering can use.

First the possible steps of each stone are found as a bit set, whatever formation it moves in. A
formation may go in a direction if all of its stones may.
"""

import cython
from cython.cimports.amalthea.engine.core.bits import lowest_bit
from cython.cimports.amalthea.engine.core.moves import (
    ALL_MOVES,
    NO_MOVE,
    NORMAL,
    TACTICAL,
    VICTIMS,
    Candidate,
    Move,
    origin_of,
    pack,
    to_of,
)
from cython.cimports.amalthea.engine.troop.making import Landing, is_possible, landing_of, vector_of
from cython.cimports.amalthea.engine.troop.patterns import (
    DIRECTIONS,
    FIRST_BIT,
    FIRST_ROW,
    ILLEGAL,
    ROW_BITS,
    ROWS,
    VECTORS,
    Member,
    Patterns,
    far_patch,
    is_hard,
    near_patch,
)
from cython.cimports.amalthea.engine.troop.state import (
    FormationSet,
    Layout,
    formations_of,
    layout_of,
)

_STONE_CP = cython.declare(cython.int, 100)  # for move ordering


def generate(state, out, what):
    """Write the legal moves of the kinds in `what` to `out`; return their number.

    There are none when the game is over.
    """
    now: cython.pointer[Layout] = layout_of(state)
    if now.verdict or now.no_formations:
        return 0
    patterns: cython.pointer[cython.const[Patterns]] = state.patterns
    formations: cython.pointer[FormationSet] = formations_of(state, state.side)
    vector_sets: cython.pointer[VectorSets] = cython.address(state.vector_sets)
    member: cython.pointer[cython.const[Member]]
    found: cython.p_uint
    left: cython.uint
    n: cython.int = 0
    index: cython.int
    size: cython.int
    y: cython.int
    i: cython.int
    origin: cython.int
    cell: cython.int
    vectors: cython.int
    landing: cython.int
    contact: cython.int
    _find_vectors(state, vector_sets)
    for index in range(patterns.count):
        member = patterns.members + patterns.patterns[index].first
        size = patterns.patterns[index].size
        found = cython.address(formations.found[index * ROWS])
        for y in range(patterns.patterns[index].low_row, patterns.patterns[index].end_row):
            left = found[y]
            while left:
                origin = y * ROW_BITS + lowest_bit(left)
                left &= left - 1
                vectors = patterns.patterns[index].vectors
                contact = 0
                for i in range(size):
                    cell = origin + member[i].offset
                    landing = vector_sets.open[cell] & ~member[i].hard
                    landing |= vector_sets.hard_open[cell] & member[i].hard
                    landing |= member[i].vacated
                    vectors &= landing & ~vector_sets.barred[cell]
                    contact |= vector_sets.contact[cell]
                if what != ALL_MOVES:
                    vectors &= contact if what == TACTICAL else ~contact
                if vectors:
                    n = _emit(state, index, origin, vectors, what, out, n)
    return n


def _find_vectors(state, vector_sets):
    """Find the possible steps of each stone of the side to move, whatever formation it moves in."""
    now: cython.pointer[Layout] = layout_of(state)
    patterns: cython.pointer[cython.const[Patterns]] = state.patterns
    us: cython.int = state.side
    own: cython.p_uint = cython.address(now.stones[us * ROWS])
    enemy: cython.p_uint = cython.address(now.stones[(1 - us) * ROWS])
    empty: cython.uint[ROWS]
    left: cython.uint
    y: cython.int
    cell: cython.int
    free: cython.int
    contact: cython.int
    open: cython.int
    hard_open: cython.int
    vector: cython.int
    defence: cython.int
    near: cython.int
    for y in range(ROWS):
        empty[y] = patterns.inside[y] & ~(own[y] | enemy[y])
    for y in range(FIRST_ROW, FIRST_ROW + patterns.ranks):
        left = own[y]
        while left:
            cell = y * ROW_BITS + lowest_bit(left)
            left &= left - 1
            free = patterns.near[near_patch(empty, cell)]
            free |= patterns.far[far_patch(empty, cell)] << DIRECTIONS
            near = patterns.near[near_patch(enemy, cell)]
            contact = near | patterns.far[far_patch(enemy, cell)] << DIRECTIONS
            open = free
            hard_open = free
            vector_sets.contact[cell] = contact
            vector_sets.barred[cell] = near << DIRECTIONS
            while contact:
                vector = lowest_bit(contact)
                contact &= contact - 1
                defence = is_hard(
                    patterns, enemy, cell + patterns.steps[vector], vector % DIRECTIONS
                )
                open |= (patterns.outcomes[defence] != ILLEGAL) << vector
                hard_open |= (patterns.outcomes[2 + defence] != ILLEGAL) << vector
            vector_sets.open[cell] = open
            vector_sets.hard_open[cell] = hard_open


def _emit(state, index, origin, vectors, what, out, n):
    """Write the moves of one formation; return the new number of candidates."""
    candidate: cython.pointer[Candidate]
    vector: cython.int
    to: cython.int
    while vectors:
        vector = lowest_bit(vectors)
        vectors &= vectors - 1
        to = origin + state.patterns.steps[vector]
        candidate = out + n
        n += 1
        if what == TACTICAL:
            describe(state, pack(origin, to, NORMAL, index), candidate)
            continue
        candidate.move = pack(origin, to, NORMAL, index)
        candidate.slot = _slot_of(state, vector, to)
        candidate.gain = 0
        candidate.victim = 0
        candidate.tactical = False
    return n


def describe(state, move, out):
    """Fill in the candidate `out` for a legal move."""
    landing: Landing = landing_of(state.patterns, layout_of(state), state.side, move)
    to: cython.int = to_of(move)
    out.move = move
    out.slot = _slot_of(state, vector_of(origin_of(move), to), to)
    out.gain = gain_of(landing)
    out.victim = min(landing.taken, VICTIMS - 1)
    out.tactical = landing.taken + landing.lost > 0


def gain_of(landing):
    """Return the immediate gain of a landing in centipawns."""
    return (landing.taken - landing.lost) * _STONE_CP


def _slot_of(state, vector, to):
    """Return the history slot of a move: its direction and the target of its leading stone."""
    y: cython.int = to // ROW_BITS - FIRST_ROW
    x: cython.int = to % ROW_BITS - FIRST_BIT
    return ((vector % DIRECTIONS) * state.patterns.ranks + y) * state.patterns.files + x


def any_move(state):
    """Return any legal move of the side to move, or NO_MOVE."""
    now: cython.pointer[Layout] = layout_of(state)
    patterns: cython.pointer[cython.const[Patterns]] = state.patterns
    formations: cython.pointer[FormationSet] = formations_of(state, state.side)
    left: cython.uint
    index: cython.int
    y: cython.int
    vector: cython.int
    origin: cython.int
    move: Move
    for index in range(patterns.count):
        for y in range(patterns.patterns[index].low_row, patterns.patterns[index].end_row):
            left = formations.found[index * ROWS + y]
            while left:
                origin = y * ROW_BITS + lowest_bit(left)
                left &= left - 1
                for vector in range(VECTORS):
                    move = pack(origin, origin + patterns.steps[vector], NORMAL, index)
                    if is_possible(patterns, now, state.side, move):
                        return move
    return NO_MOVE
