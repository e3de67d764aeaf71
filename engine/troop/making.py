"""The effects of a move: where the stones of a formation go, and which stones are removed.

A move word has the cells of the naming stone before and after the move; its detail is the index of
the pattern.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import (
    NORMAL,
    Move,
    detail_of,
    origin_of,
    pack,
    to_of,
)
from cython.cimports.amalthea.engine.troop.patterns import (
    CELLS,
    DIRECTIONS,
    ILLEGAL,
    LOSS,
    ROW_BITS,
    ROWS,
    TRADE,
    Member,
    Pattern,
    has_pattern_at,
    holds,
    is_hard,
)


def is_possible(patterns, layout, us, move):
    """Return True if any move word is a move of this side."""
    own: cython.pointer[cython.const[cython.uint]] = cython.address(layout.stones[us * ROWS])
    enemy: cython.pointer[cython.const[cython.uint]] = cython.address(
        layout.stones[(1 - us) * ROWS]
    )
    origin: cython.int = origin_of(move)
    to: cython.int = to_of(move)
    index: cython.int = detail_of(move)
    if origin >= CELLS or to >= CELLS or index >= patterns.count or origin == to:
        return False
    if move != pack(origin, to, NORMAL, index):
        return False
    vector: cython.int = vector_of(origin, to)
    one: cython.pointer[cython.const[Pattern]] = patterns.patterns + index
    if to - origin != patterns.steps[vector] or not one.vectors >> vector & 1:
        return False
    if not has_pattern_at(patterns, own, index, origin):
        return False
    member: cython.pointer[cython.const[Member]] = patterns.members + one.first
    step: cython.int = patterns.steps[vector % DIRECTIONS]
    cell: cython.int
    goal: cython.int
    outcome: cython.int
    i: cython.int
    for i in range(one.size):
        cell = origin + member[i].offset
        goal = cell + to - origin
        if vector >= DIRECTIONS and holds(enemy, cell + step):
            return False
        if member[i].vacated >> vector & 1:
            continue
        if not holds(patterns.inside, goal) or holds(own, goal):
            return False
        if holds(enemy, goal):
            outcome = _outcome(patterns, member + i, enemy, goal, vector)
            if outcome == ILLEGAL:
                return False
    return True


def landing_of(patterns, layout, us, move):
    """Return how many stones of both sides a legal move removes."""
    enemy: cython.pointer[cython.const[cython.uint]] = cython.address(
        layout.stones[(1 - us) * ROWS]
    )
    landing: Landing
    landing.taken = 0
    landing.lost = 0
    origin: cython.int = origin_of(move)
    vector: cython.int = vector_of(origin, to_of(move))
    one: cython.pointer[cython.const[Pattern]] = patterns.patterns + detail_of(move)
    member: cython.pointer[cython.const[Member]] = patterns.members + one.first
    goal: cython.int
    outcome: cython.int
    i: cython.int
    for i in range(one.size):
        goal = origin + member[i].offset + patterns.steps[vector]
        if holds(enemy, goal):
            outcome = _outcome(patterns, member + i, enemy, goal, vector)
            landing.taken += outcome != LOSS
            landing.lost += outcome == LOSS or outcome == TRADE
    return landing


def move_formation(patterns, layout, us, move):
    """Move a formation: lift its stones, then settle each where it lands.

    Which stones are hard depends on the position before the move, so no enemy stone is removed
    before all have landed.
    """
    them: cython.int = 1 - us
    own: cython.p_uint = cython.address(layout.stones[us * ROWS])
    enemy: cython.p_uint = cython.address(layout.stones[them * ROWS])
    origin: cython.int = origin_of(move)
    vector: cython.int = vector_of(origin, to_of(move))
    one: cython.pointer[cython.const[Pattern]] = patterns.patterns + detail_of(move)
    member: cython.pointer[cython.const[Member]] = patterns.members + one.first
    taken: cython.uint[ROWS]
    cell: cython.int
    outcome: cython.int
    contact: cython.bint = False
    i: cython.int
    for i in range(one.size):
        cell = origin + member[i].offset
        own[cell // ROW_BITS] ^= cython.cast(cython.uint, 1) << cell % ROW_BITS
        layout.keys[us] ^= patterns.keys[us * CELLS + cell]
        contact |= holds(enemy, cell + patterns.steps[vector])
    layout.halfmove = 0 if contact else layout.halfmove + 1
    if contact:
        for i in range(ROWS):
            taken[i] = 0
    for i in range(one.size):
        cell = origin + member[i].offset + patterns.steps[vector]
        if contact and holds(enemy, cell):
            outcome = _outcome(patterns, member + i, enemy, cell, vector)
            if outcome != LOSS:
                taken[cell // ROW_BITS] |= cython.cast(cython.uint, 1) << cell % ROW_BITS
                layout.keys[them] ^= patterns.keys[them * CELLS + cell]
                layout.counts[them] -= 1
            if outcome == LOSS or outcome == TRADE:
                layout.counts[us] -= 1
                continue
        own[cell // ROW_BITS] |= cython.cast(cython.uint, 1) << cell % ROW_BITS
        layout.keys[us] ^= patterns.keys[us * CELLS + cell]
    if contact:
        for i in range(ROWS):
            enemy[i] &= ~taken[i]


def _outcome(patterns, member, enemy, cell, vector):
    """Return what happens when a stone of the formation lands on an enemy stone."""
    attacker: cython.int = member.hard >> vector & 1
    defender: cython.int = is_hard(patterns, enemy, cell, vector % DIRECTIONS)
    return patterns.outcomes[2 * attacker + defender]
