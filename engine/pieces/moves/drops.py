"""Drops: pieces put from a hand on the board, and captured ones that go to a hand.

A hand is counts by type. To whoever keeps sums over the board it is one more cell of it, IN_HAND.
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
    ArmyState,
    add_change,
    clear,
    fill,
    first_slot,
    is_piece,
    note_change,
    stand,
)

# -- what may be dropped where -------------------------------------------------------------------


def drop_moves(army, out, n):
    """Adds the legal drops of the side to move; of a single check the answers are marked."""
    return _drops(army, out, n, False)


def has_drop(army):
    """Whether the side to move has a legal drop; of a single check the answers are marked."""
    return _drops(army, army.scratch, 0, True) > 0


def must_drop(army):
    """Whether the side to move has to drop one of the pieces that come before any move."""
    return army.tables.drops_first and _holds_first(army) and has_drop(army)


def is_drop(army, move):
    """Whether a word of unknown origin, a drop by its kind, is a legal one here."""
    kind: cython.int = detail_of(move)
    to: cython.int = to_of(move)
    if (
        origin_of(move) != IN_HAND
        or not 1 <= kind <= army.tables.types
        or army.held[army.side] == 0
    ):
        return False
    if army.hand[army.side << COLOUR_SHIFT | army.tables.dropped_from[kind]] == 0:
        return False
    if army.alive[army.side] >= SLOTS or not _in_turn(army, kind) or not army.tables.on_board[to]:
        return False
    if army.checkers == 1:
        mark_answers(army)
    return _may_drop(army, kind, to, _crowded(army, kind))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _drops(
    army: ArmyState, out: cython.pointer[Candidate], n: cython.int, one: cython.bint
) -> cython.int:
    """Adds the legal drops, or one of them."""
    held: cython.int
    first: cython.int = n
    if army.alive[army.side] >= SLOTS:
        return n
    for held in range(1, army.tables.types + 1):
        if army.hand[army.side << COLOUR_SHIFT | held] == 0 or not _in_turn(army, held):
            continue
        n = _drops_of(army, held, out, n, one)
        if army.tables.forms[held] and not (one and n > first):
            n = _drops_of(army, army.tables.forms[held], out, n, one)
        if one and n > first:
            break
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _drops_of(
    army: ArmyState,
    kind: cython.int,
    out: cython.pointer[Candidate],
    n: cython.int,
    one: cython.bint,
) -> cython.int:
    """Adds the legal drops of one type, or one of them."""
    crowded: cython.uint = _crowded(army, kind)
    first: cython.int = _first_slot(army, kind)
    to: cython.int
    i: cython.int
    for i in range(army.tables.cells):
        to = army.tables.cell_list[i]
        if army.board[to] == EMPTY and _may_drop(army, kind, to, crowded):
            fill(army, out + n, pack(IN_HAND, to, DROP, kind), first, 0)
            n += 1
            if one:
                break
    return n


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _first_slot(army: ArmyState, kind: cython.int) -> cython.int:
    """Drops have histories of their own behind those of moves, unless that would be too many."""
    return army.drop_slots + first_slot(army, kind)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _holds_first(army: ArmyState) -> cython.bint:
    """Whether the hand of the side to move has a piece that is to be dropped first."""
    kind: cython.int
    for kind in range(1, army.tables.types + 1):
        if army.tables.to_drop[kind] and army.hand[army.side << COLOUR_SHIFT | kind]:
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _in_turn(army: ArmyState, kind: cython.int) -> cython.bint:
    """Whether no other type is to be dropped first."""
    first: cython.bint = army.tables.to_drop[army.tables.dropped_from[kind]]
    return first or not army.tables.drops_first or not _holds_first(army)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _crowded(army: ArmyState, kind: cython.int) -> cython.uint:
    """The files, as bits, on which as many of a type stand as let no further one be dropped."""
    most: cython.int = army.tables.most_on_file[kind]
    code: cython.int = army.side << COLOUR_SHIFT | kind
    files: cython.uint = 0
    standing: cython.int[32]
    slot: cython.int
    cell: cython.int
    if most == 0 or army.tally[code] < most:
        return 0
    for cell in range(32):
        standing[cell] = 0
    for slot in range(army.slots[army.side]):
        cell = army.cell_of[army.side * SLOTS + slot]
        if cell and army.board[cell] == code:
            standing[file_of(cell)] += 1
            if standing[file_of(cell)] >= most:
                files |= cython.cast(cython.uint, 1) << file_of(cell)
    return files


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _may_drop(
    army: ArmyState, kind: cython.int, to: cython.int, crowded: cython.uint
) -> cython.bint:
    """Whether a piece from the hand may be dropped on a cell."""
    code: cython.int = army.side << COLOUR_SHIFT | kind
    if army.board[to] != EMPTY or not army.tables.droppable[code * CELLS + to]:
        return False
    if crowded >> file_of(to) & 1:
        return False
    if army.checkers == 1 and not army.exposed:
        if army.marks[to] != army.mark:
            return False
    elif (army.checkers or army.exposed) and not _safe_behind(army, code, to):
        return False
    if not (army.tables.checking and army.tables.drops_checking) and drop_checks(army, code, to):
        return False
    return not army.tables.never_mating[kind] or army.answering or not _mates(army, kind, to)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _safe_behind(army: ArmyState, code: cython.int, to: cython.int) -> cython.bint:
    """Whether the king of the side to move is safe once a piece has been dropped there."""
    if army.king_cell[army.side] == 0:
        return True
    army.board[to] = code
    safe: cython.bint = not endangered(army, army.king_cell[army.side], 1 - army.side)
    army.board[to] = EMPTY
    return safe


def drop_checks(army, code, to):
    """Whether the other king is in check once a piece has been dropped there."""
    king: cython.int = army.king_cell[1 - army.side]
    if king == 0:
        return False
    if reaches(army, to, code, king):
        return True
    if not army.tables.hopping:
        return False
    army.board[to] = code
    checks: cython.bint = endangered(army, king, army.side)
    army.board[to] = EMPTY
    return checks


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _mates(army: ArmyState, kind: cython.int, to: cython.int) -> cython.bint:
    """Whether a drop mates; an answer that would mate by a drop itself counts as one."""
    mates: cython.bint
    if not drop_checks(army, army.side << COLOUR_SHIFT | kind, to):
        return False
    make(army, pack(IN_HAND, to, DROP, kind))
    army.answering = True
    mates = army.checkers > 0 and not army.ended and not has_legal_move(army)
    army.answering = False
    unmake(army)
    if army.checkers == 1:
        mark_answers(army)
    return mates


# -- what a drop does ----------------------------------------------------------------------------


def describe_drop(army, move, out):
    """Fills a candidate for a legal drop."""
    fill(army, out, move, _first_slot(army, detail_of(move)), 0)


def make_drop(army, undo, move):
    """Puts a piece from the hand of the side that moves on the board."""
    us: cython.int = 1 - army.side  # the turn has been passed
    to: cython.int = to_of(move)
    code: cython.int = us << COLOUR_SHIFT | detail_of(move)
    slot: cython.int = 0
    undo.slots = army.slots[us]
    while slot < army.slots[us] and army.cell_of[us * SLOTS + slot]:
        slot += 1
    if slot == army.slots[us]:
        army.slots[us] += 1
    stand(army, code, to, slot)
    army.tally[code] += 1
    army.alive[us] += 1
    army.pieces[us] += is_piece(army, code)
    if code & TYPE_MASK == army.tables.king_type:
        army.king_cell[us] = to
    note_change(army, undo, code, to, 1)
    hold(army, undo, us << COLOUR_SHIFT | army.tables.dropped_from[detail_of(move)], -1)
    if army.tables.resetting >> (code & TYPE_MASK) & 1:
        army.halfmove = 0


def unmake_drop(army, undo):
    """Takes a drop back, the key apart; the turn is the dropping side's again."""
    us: cython.int = army.side
    to: cython.int = to_of(undo.move)
    code: cython.int = army.board[to]
    army.cell_of[us * SLOTS + army.slot_at[to]] = 0
    clear(army, code, to)
    army.slots[us] = undo.slots
    army.tally[code] -= 1
    army.alive[us] -= 1
    army.pieces[us] -= is_piece(army, code)
    if code & TYPE_MASK == army.tables.king_type:
        army.king_cell[us] = 0
    army.hand[us << COLOUR_SHIFT | army.tables.dropped_from[code & TYPE_MASK]] += 1
    army.held[us] += 1


def hold(army, undo, code, by):
    """In a move that is being made, a piece comes to its side's hand (1) or leaves it (-1)."""
    army.hash_key ^= hand_key(army, code)
    army.hand[code] += by
    army.held[code >> COLOUR_SHIFT] += by
    army.hash_key ^= hand_key(army, code)
    add_change(undo, code, IN_HAND, by)


def held_code(army, code):
    """As what a captured piece is in its captor's hand."""
    return (1 - (code >> COLOUR_SHIFT)) << COLOUR_SHIFT | army.tables.held_as[code & TYPE_MASK]


def hand_key(army, code):
    """The part of the hash key that tells how many of a code are in hand; 0 for none."""
    return army.tables.hand_keys[code * HAND_KEYS + army.hand[code]]
