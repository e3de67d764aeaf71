"""Static exchange evaluation: the gain of a capture after all recaptures on its square."""

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
from cython.cimports.amalthea.engine.pieces.moves.gating import move_before
from cython.cimports.amalthea.engine.pieces.moves.generation import generate
from cython.cimports.amalthea.engine.pieces.moves.state import (
    MAX_TAKEN,
    SLOTS,
    Taken,
    clear,
    other_cell,
    stand,
)
from cython.cimports.amalthea.engine.pieces.moves.two_square_pieces import two_square_victims

_EXCHANGE_STEP = cython.declare(cython.int, 16)  # cp: finer differences of exchanges tell little
_KING_LAST = cython.declare(cython.int, 1 << 20)  # above any exchange value


def wins_exchange(state, move, threshold):
    """Return True if a move wins at least `threshold` centipawns by exchanges on its square.

    Each side captures with its cheapest piece and may stop at any time. This is the static exchange
    evaluation of the chessprogramming wiki, as a comparison with a threshold; pins are ignored,
    attacks through pieces that have left are seen.
    """
    move_type: cython.int = type_of(move)
    if move_type >= CASTLING:
        return _wins_otherwise(state, move, threshold)
    origin: cython.int = origin_of(move)
    to: cython.int = to_of(move)
    if state.tables.second[state.board[origin]]:
        return _two_square_wins_exchange(state, move, threshold)
    piece: cython.int = state.board[origin] & TYPE_MASK
    victim: cython.int = state.board[to] & TYPE_MASK
    taken: cython.int = to
    if move_type == EN_PASSANT:
        taken = state.targets.passer
        victim = state.board[taken] & TYPE_MASK
    elif to == origin:
        victim = 0
    balance: cython.int = state.exchange[victim] - threshold
    if move_type == PROMOTION:
        balance += state.exchange[detail_of(move)] - state.exchange[piece]
        piece = detail_of(move)
    elif move_type == TURN:
        piece = detail_of(move)
    if balance < 0:
        return False
    balance = state.exchange[piece] - balance
    if balance <= 0:
        return True
    origin_code: cython.uchar = state.board[origin]
    taken_code: cython.uchar = state.board[taken]
    other: cython.int = other_cell(state, taken)
    if other:
        state.board[other] = EMPTY
    state.board[origin] = EMPTY
    state.board[taken] = EMPTY
    won: cython.bint = _swap(state, to, balance)
    state.board[taken] = taken_code
    state.board[origin] = origin_code
    if other:
        state.board[other] = taken_code
    return won


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _wins_otherwise(state: PiecesState, move: Move, threshold: cython.int) -> cython.bint:
    """Return True if a castling, drop or gating wins at least `threshold` centipawns.

    A gating does if the move that opens the gate does, and if the piece that enters is not lost for
    more.
    """
    if type_of(move) == CASTLING:
        return threshold <= 0
    balance: cython.int = state.exchange[detail_of(move)] + min(threshold, 0)
    if type_of(move) == DROP:
        return threshold <= 0 and (balance <= 0 or _swap(state, to_of(move), balance))
    if not wins_exchange(state, move_before(state, move), threshold):
        return False
    gate: cython.int = origin_of(move)
    moved: cython.uchar = state.board[gate]
    state.board[gate] = EMPTY
    safe: cython.bint = balance <= 0 or _swap(state, gate, balance)
    state.board[gate] = moved
    return safe


def _two_square_wins_exchange(state, move, threshold):
    """Return True if a piece on two squares wins the exchange; it may be recaptured on either
    square.
    """
    origin: cython.int = origin_of(move)
    to: cython.int = to_of(move)
    code: cython.int = state.board[origin]
    slot: cython.int = state.slot_at[origin]
    second: cython.int = state.tables.second[code]
    taken: Taken[MAX_TAKEN]
    i: cython.int
    n: cython.int = two_square_victims(state, move, taken)
    balance: cython.int = -threshold
    if type_of(move) == TURN:
        second = state.tables.second[state.tables.pivots[code]]
    for i in range(n):
        balance += state.exchange[taken[i].code & TYPE_MASK]
    if balance < 0:
        return False
    balance = state.exchange[code & TYPE_MASK] - balance
    if balance <= 0:
        return True
    clear(state, code, origin)
    for i in range(n):
        clear(state, taken[i].code, taken[i].cell)
    won: cython.bint = _swap(state, to, balance) and _swap(state, to + second, balance)
    for i in range(n):
        stand(state, taken[i].code, taken[i].cell, taken[i].slot)
    stand(state, code, origin, slot)
    return won


def best_exchange(state):
    """Return the centipawns that the side to move wins by its best exchange, in steps of
    `_EXCHANGE_STEP`.
    """
    best: cython.int = 0
    low: cython.int
    high: cython.int
    middle: cython.int
    i: cython.int
    n: cython.int = generate(state, state.scratch, TACTICAL)
    for i in range(n):
        low = best
        high = state.scratch[i].gain
        if state.tables.explosions:
            best = max(low, high)
            continue
        if high <= low or not wins_exchange(state, state.scratch[i].move, low + _EXCHANGE_STEP):
            continue
        while high - low > _EXCHANGE_STEP:
            middle = (low + high + 1) // 2
            if wins_exchange(state, state.scratch[i].move, middle):
                low = middle
            else:
                high = middle
        best = low
    return best


def _swap(state, to, balance):
    """Return True if the side that has just captured on `to` keeps its threshold.

    balance: the gain of the other side by recapturing. The piece that moved and those that it
    captured have been lifted from the board.
    """
    near: cython.ushort[BOTH_SIDES]
    lifted: cython.ushort[BOTH_SIDES]
    codes: cython.uchar[BOTH_SIDES]
    counts: cython.int[2]
    lifts: cython.int = 0
    side: cython.int = 1 - state.side
    won: cython.bint = True
    cell: cython.int
    code: cython.int
    i: cython.int
    counts[side] = _collect_near(state, to, side, near + side * SLOTS)
    index: cython.int = _cheapest_attacker(state, to, near + side * SLOTS, counts[side])
    if index < 0:
        return True
    counts[1 - side] = _collect_near(state, to, 1 - side, near + (1 - side) * SLOTS)
    while index >= 0:
        cell = near[side * SLOTS + index]
        code = state.board[cell]
        lifted[lifts] = cell
        codes[lifts] = code
        lifts += 1
        clear(state, code, cell)
        near[side * SLOTS + index] = 0
        side = 1 - side
        if code & TYPE_MASK == state.tables.king_type:
            if _cheapest_attacker(state, to, near + side * SLOTS, counts[side]) < 0:
                won = not won
            break
        won = not won
        balance = state.exchange[code & TYPE_MASK] - balance
        if balance < won:
            break
        index = _cheapest_attacker(state, to, near + side * SLOTS, counts[side])
    for i in range(lifts):
        stand(state, codes[i], lifted[i], state.slot_at[lifted[i]])
    return won


def _collect_near(state, to, side, near):
    """List the cells of a side's pieces that could capture on `to` if nothing stood between."""
    slot: cython.int
    cell: cython.int
    n: cython.int = 0
    for slot in range(state.slots[side]):
        cell = state.cell_of[side * SLOTS + slot]
        if state.board[cell] >> COLOUR_SHIFT != side:
            continue
        if may_reach(state.tables, side, state.board[cell], to - cell + NO_SHIFT):
            near[n] = cell
            n += 1
    return n


def _cheapest_attacker(state, to, near, n):
    """Return the index in `near` of the cheapest capturing piece, the king last, or -1."""
    best: cython.int = -1
    best_value: cython.int = 0
    value: cython.int
    i: cython.int
    code: cython.int
    for i in range(n):
        if near[i] == 0:
            continue
        code = state.board[near[i]]
        value = state.exchange[code & TYPE_MASK]
        if code & TYPE_MASK == state.tables.king_type:
            value = _KING_LAST
        if (best < 0 or value < best_value) and reaches(state, near[i], code, to):
            best = i
            best_value = value
    return best
