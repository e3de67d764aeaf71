"""What both sides' reach over the board shows together: threats, safe checks, free ways.

`reach` is by side and cell; `value` is what each type is worth as an attacker.
"""

import cython
from cython.cimports.engine.board.moves import WHITE
from cython.cimports.engine.kinds.army.mailbox import (
    CELLS,
    COLOUR_SHIFT,
    EMPTY,
    ROW,
    TYPE_MASK,
)
from cython.cimports.engine.kinds.army.state import SLOTS
from cython.cimports.engine.kinds.army.tables import CAN_CAPTURE, Span, Stop


def safe_checks(army, colour, reach, value):
    """How many ways a side has to give check on a cell that no enemy attacks.

    A way is a type of piece, on one cell, and a cell that its pieces attack: a piece of that worth
    is the cheapest attacker there. A type checks from where an enemy of it would attack from the
    king's place, which is not quite so of pieces that turn on their way.
    """
    them: cython.int = 1 - colour
    king: cython.int = army.king_cell[them]
    mine: cython.pointer[cython.const[Reach]] = reach + colour * CELLS
    theirs: cython.pointer[cython.const[Reach]] = reach + them * CELLS
    kind: cython.int
    code: cython.int
    there: cython.int
    span: cython.pointer[Span]
    stop: cython.pointer[Stop]
    end: cython.pointer[Stop]
    found: cython.int = 0
    for kind in range(1, army.tables.types + 1):
        code = them << COLOUR_SHIFT | kind
        if kind == army.tables.king_type or kind == army.tables.pawn_type:
            continue
        if army.tally[colour << COLOUR_SHIFT | kind] == 0 or army.tables.second[code]:
            continue
        span = cython.address(army.tables.captures[code * CELLS + king])
        stop = army.tables.stops + span.first
        end = army.tables.stops + span.last
        while stop < end:
            there = army.board[stop.to]
            if (
                mine[stop.to].cheapest == value[kind]
                and theirs[stop.to].cheapest == UNATTACKED
                and (there == EMPTY or there >> COLOUR_SHIFT == them)
                and stop.flags & CAN_CAPTURE
            ):
                found += 1
            stop += 1 if there == EMPTY else stop.skip
    return found


def way_is_free(army, cell, theirs):
    """Whether a pawn's way to its promotion is empty and no enemy attacks any of it."""
    colour: cython.int = army.board[cell] >> COLOUR_SHIFT
    forward: cython.int = ROW if colour == WHITE else -ROW
    last: cython.int = army.tables.promotion_row[army.board[cell]]
    if last == 0:
        return False
    while cell // ROW != last:
        cell += forward
        if army.board[cell] != EMPTY or theirs[cell].cheapest != UNATTACKED:
            return False
    return True


def threats(army, colour, reach, value, most, found):
    """What a side's attacks on the other side's pieces promise, added to `found`.

    That is THREAT_BY_CHEAPER and, next to it, THREAT_UNDEFENDED; one counts at most `most`.
    """
    them: cython.int = 1 - colour
    slot: cython.int
    cell: cython.int
    worth: cython.int
    attacker: cython.int
    second: cython.int
    for slot in range(army.slots[them]):
        cell = army.cell_of[them * SLOTS + slot]
        if cell == 0 or cell == army.king_cell[them]:
            continue
        attacker = reach[colour * CELLS + cell].cheapest
        second = army.tables.second[army.board[cell]]
        if second and reach[colour * CELLS + cell + second].cheapest < attacker:
            cell += second
            attacker = reach[colour * CELLS + cell].cheapest
        if attacker == UNATTACKED:
            continue
        worth = value[army.board[cell] & TYPE_MASK]
        if attacker < worth:
            found[0] += min(worth - attacker, most)
        if reach[them * CELLS + cell].cheapest == UNATTACKED:
            found[1] += min(worth, most)
