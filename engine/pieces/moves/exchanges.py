"""Exchanges on one cell: what a move wins once every recapture there has been made."""

import cython
from cython.cimports.amalthea.engine.core.moves import (
    TACTICAL,
    detail_of,
    origin_of,
    to_of,
    type_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CASTLING,
    COLOUR_SHIFT,
    DROP,
    EMPTY,
    EN_PASSANT,
    NO_SHIFT,
    PROMOTION,
    TURN,
    TYPE_MASK,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import may_reach
from cython.cimports.amalthea.engine.pieces.moves.attacks import reaches
from cython.cimports.amalthea.engine.pieces.moves.generation import generate
from cython.cimports.amalthea.engine.pieces.moves.state import (
    MOST_TAKEN,
    SLOTS,
    Taken,
    clear,
    other_cell,
    stand,
)
from cython.cimports.amalthea.engine.pieces.moves.two_square_pieces import broad_victims

_EXCHANGE_STEP = cython.declare(cython.int, 16)  # cp: finer differences of exchanges tell little
_KING_LAST = cython.declare(cython.int, 1 << 20)  # above any exchange value


def wins_exchange(army, move, threshold):
    """Swaps captures where the move goes, cheapest attacker first, either side free to stop.

    The static exchange evaluation of the chessprogramming wiki, as a comparison with a
    threshold; pins are not seen, attacks through leaving pieces are.
    """
    kind: cython.int = type_of(move)
    if kind == CASTLING:
        return threshold <= 0
    origin: cython.int = origin_of(move)
    to: cython.int = to_of(move)
    if kind == DROP:
        balance: cython.int = army.exchange[detail_of(move)] + threshold
        return threshold <= 0 and (balance <= 0 or _swap(army, to, balance))
    if army.tables.second[army.board[origin]]:
        return _broad_wins_exchange(army, move, threshold)
    piece: cython.int = army.board[origin] & TYPE_MASK
    victim: cython.int = army.board[to] & TYPE_MASK
    taken: cython.int = to
    if kind == EN_PASSANT:
        taken = army.targets.passer
        victim = army.board[taken] & TYPE_MASK
    elif to == origin:
        victim = 0
    balance = army.exchange[victim] - threshold
    if kind == PROMOTION:
        balance += army.exchange[detail_of(move)] - army.exchange[piece]
        piece = detail_of(move)
    elif kind == TURN:
        piece = detail_of(move)
    if balance < 0:
        return False
    balance = army.exchange[piece] - balance
    if balance <= 0:
        return True
    origin_code: cython.uchar = army.board[origin]
    taken_code: cython.uchar = army.board[taken]
    other: cython.int = other_cell(army, taken)
    if other:
        army.board[other] = EMPTY
    army.board[origin] = EMPTY
    army.board[taken] = EMPTY
    won: cython.bint = _swap(army, to, balance)
    army.board[taken] = taken_code
    army.board[origin] = origin_code
    if other:
        army.board[other] = taken_code
    return won


def _broad_wins_exchange(army, move, threshold):
    """The same for a piece on two cells, which may be recaptured on either."""
    origin: cython.int = origin_of(move)
    to: cython.int = to_of(move)
    code: cython.int = army.board[origin]
    slot: cython.int = army.slot_at[origin]
    second: cython.int = army.tables.second[code]
    taken: Taken[MOST_TAKEN]
    i: cython.int
    n: cython.int = broad_victims(army, move, taken)
    balance: cython.int = -threshold
    if type_of(move) == TURN:
        second = army.tables.second[army.tables.pivots[code]]
    for i in range(n):
        balance += army.exchange[taken[i].code & TYPE_MASK]
    if balance < 0:
        return False
    balance = army.exchange[code & TYPE_MASK] - balance
    if balance <= 0:
        return True
    clear(army, code, origin)
    for i in range(n):
        clear(army, taken[i].code, taken[i].cell)
    won: cython.bint = _swap(army, to, balance) and _swap(army, to + second, balance)
    for i in range(n):
        stand(army, taken[i].code, taken[i].cell, taken[i].slot)
    stand(army, code, origin, slot)
    return won


def best_exchange(army):
    """Centipawns won by the best exchange of the side to move, to within `_EXCHANGE_STEP`."""
    best: cython.int = 0
    low: cython.int
    high: cython.int
    middle: cython.int
    i: cython.int
    n: cython.int = generate(army, army.scratch, TACTICAL)
    for i in range(n):
        low = best
        high = army.scratch[i].gain
        if high <= low or not wins_exchange(army, army.scratch[i].move, low + _EXCHANGE_STEP):
            continue
        while high - low > _EXCHANGE_STEP:
            middle = (low + high + 1) // 2
            if wins_exchange(army, army.scratch[i].move, middle):
                low = middle
            else:
                high = middle
        best = low
    return best


def _swap(army, to, balance):
    """Whether the side that has just captured on `to` keeps its threshold.

    `balance`: what the other side gains by recapturing. The piece that came and those it took
    have been lifted from the board.
    """
    near: cython.ushort[BOTH_SIDES]
    lifted: cython.ushort[BOTH_SIDES]
    codes: cython.uchar[BOTH_SIDES]
    counts: cython.int[2]
    lifts: cython.int = 0
    side: cython.int = 1 - army.side
    won: cython.bint = True
    cell: cython.int
    code: cython.int
    i: cython.int
    counts[side] = _collect_near(army, to, side, near + side * SLOTS)
    index: cython.int = _cheapest_attacker(army, to, near + side * SLOTS, counts[side])
    if index < 0:
        return True
    counts[1 - side] = _collect_near(army, to, 1 - side, near + (1 - side) * SLOTS)
    while index >= 0:
        cell = near[side * SLOTS + index]
        code = army.board[cell]
        lifted[lifts] = cell
        codes[lifts] = code
        lifts += 1
        clear(army, code, cell)
        near[side * SLOTS + index] = 0
        side = 1 - side
        if code & TYPE_MASK == army.tables.king_type:
            if _cheapest_attacker(army, to, near + side * SLOTS, counts[side]) < 0:
                won = not won
            break
        won = not won
        balance = army.exchange[code & TYPE_MASK] - balance
        if balance < won:
            break
        index = _cheapest_attacker(army, to, near + side * SLOTS, counts[side])
    for i in range(lifts):
        stand(army, codes[i], lifted[i], army.slot_at[lifted[i]])
    return won


def _collect_near(army, to, side, near):
    """Lists the cells of a side's pieces that could capture on `to` were nothing between."""
    slot: cython.int
    cell: cython.int
    n: cython.int = 0
    for slot in range(army.slots[side]):
        cell = army.cell_of[side * SLOTS + slot]
        if army.board[cell] >> COLOUR_SHIFT != side:
            continue
        if may_reach(army.tables, side, army.board[cell], to - cell + NO_SHIFT):
            near[n] = cell
            n += 1
    return n


def _cheapest_attacker(army, to, near, n):
    """Index in `near` of the cheapest piece that can capture now, the king last; or -1."""
    best: cython.int = -1
    best_value: cython.int = 0
    value: cython.int
    i: cython.int
    code: cython.int
    for i in range(n):
        if near[i] == 0:
            continue
        code = army.board[near[i]]
        value = army.exchange[code & TYPE_MASK]
        if code & TYPE_MASK == army.tables.king_type:
            value = _KING_LAST
        if (best < 0 or value < best_value) and reaches(army, near[i], code, to):
            best = i
            best_value = value
    return best
