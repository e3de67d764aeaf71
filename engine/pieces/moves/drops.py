"""Drops: pieces move from a hand to the board, and captured pieces go to a hand.

A hand is a count for each type. For sums over the board it is one more cell, IN_HAND.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import detail_of, origin_of, pack, to_of
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CELLS,
    COLOUR_SHIFT,
    DROP,
    EMPTY,
    IN_HAND,
    TYPE_MASK,
    file_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import HAND_KEYS
from cython.cimports.amalthea.engine.pieces.moves.attacks import endangered, mark_answers, reaches
from cython.cimports.amalthea.engine.pieces.moves.generation import has_legal_move
from cython.cimports.amalthea.engine.pieces.moves.making import make, unmake
from cython.cimports.amalthea.engine.pieces.moves.state import (
    SLOTS,
    PiecesState,
    add_change,
    clear,
    fill,
    first_slot,
    is_piece,
    note_change,
    stand,
)

# -- what may be dropped where -------------------------------------------------------------------


def drop_moves(state, out, n):
    """Add the legal drops of the side to move; the answers to a single check are marked."""
    return _drops(state, out, n, False)


def has_drop(state):
    """Return True if the side to move has a legal drop; answers to a single check are marked."""
    return _drops(state, state.scratch, 0, True) > 0


def must_drop(state):
    """Return True if the side to move has to drop a piece before it may move."""
    return state.tables.drops_first and _holds_first(state) and has_drop(state)


def is_drop(state, move):
    """Return True if a move word that claims to be a drop is legal here."""
    kind: cython.int = detail_of(move)
    to: cython.int = to_of(move)
    if (
        origin_of(move) != IN_HAND
        or not 1 <= kind <= state.tables.types
        or state.held[state.side] == 0
    ):
        return False
    if state.hand[state.side << COLOUR_SHIFT | state.tables.dropped_from[kind]] == 0:
        return False
    if (
        state.alive[state.side] >= SLOTS
        or not _in_turn(state, kind)
        or not state.tables.on_board[to]
    ):
        return False
    if state.checkers == 1:
        mark_answers(state)
    return _may_drop(state, kind, to, _crowded(state, kind))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _drops(
    state: PiecesState, out: cython.pointer[Candidate], n: cython.int, one: cython.bint
) -> cython.int:
    """Add the legal drops, or only one of them."""
    held: cython.int
    first: cython.int = n
    if state.alive[state.side] >= SLOTS:
        return n
    for held in range(1, state.tables.types + 1):
        if state.hand[state.side << COLOUR_SHIFT | held] == 0 or not _in_turn(state, held):
            continue
        n = _drops_of(state, held, out, n, one)
        if state.tables.forms[held] and not (one and n > first):
            n = _drops_of(state, state.tables.forms[held], out, n, one)
        if one and n > first:
            break
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _drops_of(
    state: PiecesState,
    kind: cython.int,
    out: cython.pointer[Candidate],
    n: cython.int,
    one: cython.bint,
) -> cython.int:
    """Add the legal drops of one type, or only one of them."""
    crowded: cython.uint = _crowded(state, kind)
    first: cython.int = _first_slot(state, kind)
    to: cython.int
    i: cython.int
    for i in range(state.tables.cells):
        to = state.tables.cell_list[i]
        if state.board[to] == EMPTY and _may_drop(state, kind, to, crowded):
            fill(state, out + n, pack(IN_HAND, to, DROP, kind), first, 0)
            n += 1
            if one:
                break
    return n


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _first_slot(state: PiecesState, kind: cython.int) -> cython.int:
    """Return the first history slot of a type's drops, behind those of moves if there is room."""
    return state.drop_slots + first_slot(state, kind)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _holds_first(state: PiecesState) -> cython.bint:
    """Return True if the side to move holds a piece that must be dropped first."""
    kind: cython.int
    for kind in range(1, state.tables.types + 1):
        if state.tables.to_drop[kind] and state.hand[state.side << COLOUR_SHIFT | kind]:
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _in_turn(state: PiecesState, kind: cython.int) -> cython.bint:
    """Return True if no other type must be dropped first."""
    first: cython.bint = state.tables.to_drop[state.tables.dropped_from[kind]]
    return first or not state.tables.drops_first or not _holds_first(state)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _crowded(state: PiecesState, kind: cython.int) -> cython.uint:
    """Return the files, as bits, that hold as many pieces of a type as the rules allow."""
    most: cython.int = state.tables.most_on_file[kind]
    code: cython.int = state.side << COLOUR_SHIFT | kind
    files: cython.uint = 0
    standing: cython.int[32]
    slot: cython.int
    cell: cython.int
    if most == 0 or state.tally[code] < most:
        return 0
    for cell in range(32):
        standing[cell] = 0
    for slot in range(state.slots[state.side]):
        cell = state.cell_of[state.side * SLOTS + slot]
        if cell and state.board[cell] == code:
            standing[file_of(cell)] += 1
            if standing[file_of(cell)] >= most:
                files |= cython.cast(cython.uint, 1) << file_of(cell)
    return files


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _may_drop(
    state: PiecesState, kind: cython.int, to: cython.int, crowded: cython.uint
) -> cython.bint:
    """Return True if a piece from the hand may be dropped on a cell."""
    code: cython.int = state.side << COLOUR_SHIFT | kind
    if state.board[to] != EMPTY or not state.tables.droppable[code * CELLS + to]:
        return False
    if crowded >> file_of(to) & 1:
        return False
    if state.checkers == 1 and not state.exposed:
        if state.marks[to] != state.mark:
            return False
    elif (state.checkers or state.exposed) and not _safe_behind(state, code, to):
        return False
    if not (state.tables.checking and state.tables.drops_checking) and drop_checks(state, code, to):
        return False
    return not state.tables.never_mating[kind] or state.answering or not _mates(state, kind, to)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _safe_behind(state: PiecesState, code: cython.int, to: cython.int) -> cython.bint:
    """Return True if the king of the side to move is safe after a piece is dropped there."""
    if state.king_cell[state.side] == 0:
        return True
    state.board[to] = code
    safe: cython.bint = not endangered(state, state.king_cell[state.side], 1 - state.side)
    state.board[to] = EMPTY
    return safe


def drop_checks(state, code, to):
    """Return True if the enemy king is in check after a piece is dropped there."""
    king: cython.int = state.king_cell[1 - state.side]
    if king == 0:
        return False
    if reaches(state, to, code, king):
        return True
    if not state.tables.hopping:
        return False
    state.board[to] = code
    checks: cython.bint = endangered(state, king, state.side)
    state.board[to] = EMPTY
    return checks


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _mates(state: PiecesState, kind: cython.int, to: cython.int) -> cython.bint:
    """Return True if a drop mates; a drop that would itself mate counts as an answer."""
    mates: cython.bint
    if not drop_checks(state, state.side << COLOUR_SHIFT | kind, to):
        return False
    make(state, pack(IN_HAND, to, DROP, kind))
    state.answering = True
    mates = state.checkers > 0 and not state.ended and not has_legal_move(state)
    state.answering = False
    unmake(state)
    if state.checkers == 1:
        mark_answers(state)
    return mates


# -- what a drop does ----------------------------------------------------------------------------


def describe_drop(state, move, out):
    """Fill a candidate for a legal drop."""
    fill(state, out, move, _first_slot(state, detail_of(move)), 0)


def make_drop(state, undo, move):
    """Put a piece from the moving side's hand on the board."""
    us: cython.int = 1 - state.side  # the turn has been passed
    to: cython.int = to_of(move)
    code: cython.int = us << COLOUR_SHIFT | detail_of(move)
    slot: cython.int = 0
    undo.slots = state.slots[us]
    while slot < state.slots[us] and state.cell_of[us * SLOTS + slot]:
        slot += 1
    if slot == state.slots[us]:
        state.slots[us] += 1
    stand(state, code, to, slot)
    state.tally[code] += 1
    state.alive[us] += 1
    state.pieces[us] += is_piece(state, code)
    if code & TYPE_MASK == state.tables.king_type:
        state.king_cell[us] = to
    note_change(state, undo, code, to, 1)
    hold(state, undo, us << COLOUR_SHIFT | state.tables.dropped_from[detail_of(move)], -1)
    if state.tables.resetting >> (code & TYPE_MASK) & 1:
        state.halfmove = 0


def unmake_drop(state, undo):
    """Take a drop back, without the key; it is the dropping side's turn again."""
    us: cython.int = state.side
    to: cython.int = to_of(undo.move)
    code: cython.int = state.board[to]
    state.cell_of[us * SLOTS + state.slot_at[to]] = 0
    clear(state, code, to)
    state.slots[us] = undo.slots
    state.tally[code] -= 1
    state.alive[us] -= 1
    state.pieces[us] -= is_piece(state, code)
    if code & TYPE_MASK == state.tables.king_type:
        state.king_cell[us] = 0
    state.hand[us << COLOUR_SHIFT | state.tables.dropped_from[code & TYPE_MASK]] += 1
    state.held[us] += 1


def hold(state, undo, code, by):
    """Add a piece to its side's hand (1) or remove it (-1), within a move that is being made."""
    state.hash_key ^= hand_key(state, code)
    state.hand[code] += by
    state.held[code >> COLOUR_SHIFT] += by
    state.hash_key ^= hand_key(state, code)
    add_change(undo, code, IN_HAND, by)


def held_code(state, code):
    """Return the code of a captured piece in its captor's hand."""
    return (1 - (code >> COLOUR_SHIFT)) << COLOUR_SHIFT | state.tables.held_as[code & TYPE_MASK]


def hand_key(state, code):
    """Return the part of the hash key for the count of a code in hand, 0 for none."""
    return state.tables.hand_keys[code * HAND_KEYS + state.hand[code]]
