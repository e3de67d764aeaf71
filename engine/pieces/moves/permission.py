"""Moves that are forbidden though they leave no king in check: checks where there may be none, and
whatever leaves a pseudo-royal piece to be captured.

A type is royal while a side has few of it. Which are is seen before a move, except that what
becomes one of such a type counts with the others of it, as it does in Fairy-Stockfish.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import Move, detail_of, origin_of, to_of, type_of
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CASTLING,
    CELLS,
    COLOUR_SHIFT,
    DROP,
    EMPTY,
    EN_PASSANT,
    PROMOTION,
    TURN,
    TYPE_MASK,
    Types,
    type_bit,
)
from cython.cimports.amalthea.engine.pieces.moves.attacks import attacked, checks_after
from cython.cimports.amalthea.engine.pieces.moves.castling import place_castling
from cython.cimports.amalthea.engine.pieces.moves.state import SLOTS, ArmyState


def is_permitted(army, move):
    """Whether a move that leaves no king in check may be played, but for compulsory captures."""
    if type_of(move) == DROP:  # those that give a check are not among the legal ones
        return True
    if not army.tables.checking and type_of(move) != CASTLING and not _is_silent(army, move):
        return False
    if army.tables.king_stays and army.checkers and origin_of(move) == army.king_cell[army.side]:
        if to_of(move) != army.checker or army.checkers > 1:
            return False
    return army.tables.pseudo_royals == 0 or _leaves_all_safe(army, move)


def in_danger(army, colour):
    """Whether a pseudo-royal piece of a side, or all of a duple, could be captured now."""
    return _exposes(army, colour, _royal_types(army, colour), 0, 0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_silent(army: ArmyState, move: Move) -> cython.bint:
    """Whether a move of one piece gives no check."""
    origin: cython.int = origin_of(move)
    to: cython.int = to_of(move)
    kind: cython.int = type_of(move)
    taken: cython.int = to
    arriving: cython.int = army.board[origin]
    if kind == EN_PASSANT:
        taken = army.targets.passer
    elif kind == PROMOTION or kind == TURN:
        arriving = army.side << COLOUR_SHIFT | detail_of(move)
    return not checks_after(army, origin, to, taken, arriving)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _royal_types(army: ArmyState, colour: cython.int) -> Types:
    """The types of which a side has so few that they are royal, as bits."""
    kind: cython.int
    types: Types = 0
    for kind in range(1, army.tables.types + 1):
        if army.tables.pseudo_royals >> kind & 1:
            if army.tally[colour << COLOUR_SHIFT | kind] <= army.tables.most_pseudo_royals:
                types |= type_bit(kind)
    return types


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _leaves_all_safe(army: ArmyState, move: Move) -> cython.bint:
    """Whether a move leaves no pseudo-royal piece of its side to be captured."""
    us: cython.int = army.side
    origin: cython.int = origin_of(move)
    to: cython.int = to_of(move)
    kind: cython.int = type_of(move)
    code: cython.uchar = army.board[origin]
    types: Types = _royal_types(army, us)
    if kind == CASTLING:
        return _castles_safely(army, move, types)
    taken: cython.int = army.targets.passer if kind == EN_PASSANT else to
    victim: cython.uchar = army.board[taken]
    royal: cython.int = types >> (code & TYPE_MASK) & 1
    counts: cython.int = army.tables.pseudo_royals >> (code & TYPE_MASK) & 1
    arriving: cython.uchar = code
    if kind == PROMOTION:
        become: cython.int = detail_of(move)
        arriving = us << COLOUR_SHIFT | become  # a hopper may shun what it was, or is now
        if army.tables.pseudo_royals >> become & 1:
            counts = True
            if army.tally[arriving] < army.tables.most_pseudo_royals:
                royal = True
            else:
                types &= ~type_bit(become)
    army.board[taken] = EMPTY
    army.board[origin] = EMPTY
    army.board[to] = arriving
    safe: cython.bint = not _exposes(army, us, types, to, royal | counts << 1)
    army.board[to] = EMPTY
    army.board[taken] = victim
    army.board[origin] = code
    return safe


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _castles_safely(army: ArmyState, move: Move, types: Types) -> cython.bint:
    """The same for a castling; a pseudo-royal piece may neither begin nor pass attacked."""
    us: cython.int = army.side
    cell: cython.int = origin_of(move)
    step: cython.int = 1 if to_of(move) > cell else -1
    if types >> (army.board[cell] & TYPE_MASK) & 1:
        while cell != to_of(move):
            if attacked(army, cell, 1 - us):
                return False
            cell += step
    place_castling(army, detail_of(move), False)
    safe: cython.bint = not _exposes(army, us, types, 0, 0)
    place_castling(army, detail_of(move), True)
    return safe


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _exposes(
    army: ArmyState, colour: cython.int, types: Types, arrived: cython.int, moved: cython.int
) -> cython.bint:
    """Whether a royal piece of a side, or all of a duple, could be captured.

    types: those that are royal, as bits. arrived: where a piece stands that the list of pieces
    still has elsewhere, 0: nowhere. moved: whether that one is royal (1), and one of a duple (2).
    """
    slot: cython.int
    cell: cython.int
    kind: cython.int
    several: cython.bint = moved & 2
    danger: cython.bint = moved and attacked(army, arrived, 1 - colour)
    if danger and moved & 1:
        return True
    safe: cython.bint = several and not danger  # some piece of the duple
    for slot in range(army.slots[colour]):
        cell = army.cell_of[colour * SLOTS + slot]
        if cell == 0 or army.board[cell] == EMPTY:
            continue
        kind = army.board[cell] & TYPE_MASK
        if army.tables.pseudo_royals >> kind & 1 == 0:
            continue
        if types >> kind & 1 == 0 and (safe or not army.tables.duple):
            continue
        several = True
        danger = attacked(army, cell, 1 - colour)
        if danger and types >> kind & 1:
            return True
        safe = safe or not danger
    return army.tables.duple and several and not safe
