"""What is a draw by what is left, and what draws and repetitions are worth where games say more.

All values are the side to move's: 1 a win, -1 a loss, 0 a draw.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import BLACK, WHITE
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import TYPE_MASK, file_of, rank_of
from cython.cimports.amalthea.engine.pieces.moves.chases import chasing_sides
from cython.cimports.amalthea.engine.pieces.moves.state import SLOTS, ArmyState

_MOST_CHECKS = cython.declare(cython.int, 10)  # of a side, that count as moves without progress


def draw_value(army):
    """What any draw is: somebody's win in some games."""
    drawn: cython.int = army.tables.drawn
    value: cython.int = 0  # White's
    if drawn == 1:
        value = 1
    elif drawn == 2:
        value = -1
    elif drawn == 3:
        value = army.alive[WHITE] - army.alive[BLACK]
        value = (value > 0) - (value < 0)
    return value if army.side == WHITE else -value


def repetition_value(army, since):
    """What it is that the position of the ply `since` occurs again."""
    value: cython.int = army.repetition_result
    if army.tables.absolute and army.side == BLACK:
        value = -value
    them: cython.bint = army.tables.perpetual and _always_checked(army, army.ply, since)
    us: cython.bint = army.tables.perpetual and _always_checked(army, army.ply - 1, since)
    if army.tables.chases and not (them or us):
        sides: cython.int = chasing_sides(army, since)
        them = sides >> (1 - army.side) & 1
        us = sides >> army.side & 1
    if them or us:  # gave check, or chased, all along
        value = them - us
    return value if value else draw_value(army)


def plies_without_progress(army):
    """Plies without progress; where chases lose, with no more than some checks of either side.

    Of checks beyond those neither the check nor the answer counts.
    """
    if not army.tables.chases:
        return army.halfmove
    given: cython.int = 0  # to the side to move
    taken: cython.int = 0
    ply: cython.int
    for ply in range(max(1, army.ply - army.halfmove + 1), army.ply + 1):
        checked: cython.bint = (
            army.checkers > 0 if ply == army.ply else army.stack[ply].checkers > 0
        )
        if (army.ply - ply) % 2:
            taken += checked
        else:
            given += checked
    return army.halfmove - 2 * max(0, max(given, taken) - _MOST_CHECKS)


def dead_material(army, lone_types, same_shade_types):
    """Bare kings, or what is too little to win, by types: one alone, all on one shade."""
    left: cython.int = army.alive[0] + army.alive[1] - 2
    if not army.tables.only_mate_wins or army.held[0] or army.held[1]:
        return False
    if left == 0:
        return True
    colour: cython.int
    slot: cython.int
    cell: cython.int
    kind: cython.int
    shades: cython.int = 0
    lone: cython.bint = left == 1
    for colour in range(2):
        for slot in range(army.slots[colour]):
            cell = army.cell_of[colour * SLOTS + slot]
            if cell == 0 or cell == army.king_cell[colour]:
                continue
            kind = army.board[cell] & TYPE_MASK
            lone = lone and lone_types >> kind & 1
            if not same_shade_types >> kind & 1:
                return lone
            shades |= 1 << (file_of(cell) + rank_of(cell)) % 2
    return shades != 3


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _always_checked(army: ArmyState, ply: cython.int, since: cython.int) -> cython.bint:
    """Whether the side to move at a ply was in check then and at each move of its own since."""
    while ply >= since:
        if ply == army.ply:
            if army.checkers == 0:
                return False
        elif army.stack[ply].checkers == 0:
            return False
        ply -= 2
    return True
