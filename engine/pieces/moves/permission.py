"""Moves that are forbidden although they leave no king in check.

These are checks in games that forbid them, moves that leave kings face to face, captures of immune
pieces, lion trading, and moves that leave a pseudo-royal piece to be captured. A type is royal
while a side has few pieces of it, counted before the move; but a piece that becomes one of such a
type counts with the others, as in Fairy-Stockfish.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import Move, detail_of, origin_of, to_of, type_of
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CASTLING,
    COLOUR_SHIFT,
    DROP,
    EDGE,
    EMPTY,
    EN_PASSANT,
    PROMOTION,
    TURN,
    TYPE_MASK,
    Types,
    file_of,
    rank_of,
    type_bit,
)
from cython.cimports.amalthea.engine.pieces.moves.attacks import (
    checks_after,
    count_between_kings,
    is_attacked,
    kings_face,
    reaches,
    side_reaches,
)
from cython.cimports.amalthea.engine.pieces.moves.castling import place_castling
from cython.cimports.amalthea.engine.pieces.moves.explosions import (
    BLAST,
    captor_explodes,
    is_beside,
    lift_exploded,
)
from cython.cimports.amalthea.engine.pieces.moves.state import (
    SLOTS,
    PiecesState,
    count_alike,
    counts_as,
)


def is_permitted(state, move):
    """Return True if a move that leaves no king in check may be played, forced capture aside."""
    if state.tables.facing_ends and not _parts_kings(state, move):
        return False
    if type_of(move) == DROP:  # drops that give a forbidden check are not generated
        return True
    if not state.tables.checking and type_of(move) != CASTLING and not _is_silent(state, move):
        return False
    if (
        state.tables.checked_king_stays
        and state.checkers
        and origin_of(move) == state.king_cell[state.side]
    ):
        if to_of(move) != state.checker or state.checkers > 1:
            return False
    if state.tables.mutually_immune and _captures_its_like(state, move):
        return False
    if state.tables.uncapturable and _captures_uncapturable(state, move):
        return False
    if state.tables.untraded and type_of(move) != CASTLING:
        if not may_trade(state, origin_of(move), 0, to_of(move)):
            return False
    return state.tables.pseudo_royals == 0 or _leaves_all_safe(state, move)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _parts_kings(state: PiecesState, move: Move) -> cython.bint:
    """Return True if the kings do not face each other, or are parted; a pass need not part them."""
    us: cython.int = state.side
    origin: cython.int = origin_of(move)
    to: cython.int = to_of(move)
    king: cython.int = state.king_cell[us]
    if not kings_face(state) or origin == to:
        return True
    code: cython.uchar = state.side << COLOUR_SHIFT | state.tables.king_type
    victim: cython.uchar = state.board[to]
    lifted: cython.uchar = state.board[origin]
    if origin != king:
        state.board[to] = code
        apart: cython.bint = count_between_kings(state, king, state.king_cell[1 - us]) != 0
        state.board[to] = victim
        return apart
    state.board[origin] = EMPTY
    apart = count_between_kings(state, to, state.king_cell[1 - us]) != 0
    state.board[origin] = lifted
    return apart


def drop_exposes(state, kind, to):
    """Return True if a pseudo-royal piece of the side to move could be captured after a drop.

    A dropped piece of such a type is royal, however many of its type there are.
    """
    royal: cython.int = state.tables.pseudo_royals >> kind & 1
    state.board[to] = state.side << COLOUR_SHIFT | kind
    exposes: cython.bint = _exposes(
        state, state.side, _royal_types(state, state.side), to if royal else 0, royal
    )
    state.board[to] = EMPTY
    return exposes


def is_in_danger(state, colour):
    """Return True if a pseudo-royal piece of a side, or all of them together, could be captured
    now.
    """
    return _exposes(state, colour, _royal_types(state, colour), 0, 0)


def checking_cells(state):
    """Return the cells of the pieces that could capture a royal piece of the side to move."""
    us: cython.int = state.side
    by: cython.int = 1 - us
    types: Types = _royal_types(state, us) | type_bit(state.tables.king_type)
    cell: cython.int
    origin: cython.int
    slot: cython.int
    other: cython.int
    found: list = []
    for slot in range(state.slots[by]):
        origin = state.cell_of[by * SLOTS + slot]
        for other in range(state.slots[us] if origin else 0):
            cell = state.cell_of[us * SLOTS + other]
            if (
                cell
                and types >> (state.board[cell] & TYPE_MASK) & 1
                and side_reaches(state, by, origin, state.board[origin], cell)
            ):
                found.append(origin)
                break
    return found


def may_trade(state, origin, via, to):
    """Return True unless lion trading forbids a capture on `to`, with one on `via` before it.

    An untraded piece may not take another one that is not next to it and could be recaptured. Any
    other piece may not take an untraded one right after the enemy has taken one elsewhere with
    such a piece. via: 0 for none.
    """
    us: cython.int = state.board[origin] >> COLOUR_SHIFT
    victim: cython.int = state.board[to]
    if not _is_untraded(state, state.board[origin]):
        return not state.traded_at or not (
            (to != state.traded_at and to != origin and _is_untraded(state, victim))
            or (via and via != state.traded_at and _is_untraded(state, state.board[via]))
        )
    if to == origin or not _is_untraded(state, victim) or _is_beside(origin, to):
        return True
    if via and not state.tables.minor >> (state.board[via] & TYPE_MASK) & 1:
        return True
    return not _is_protected(state, origin, via, to, 1 - us)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_untraded(state: PiecesState, code: cython.int) -> cython.bint:
    """Return True for a piece that is not traded off."""
    return code != EDGE and state.tables.untraded >> (code & TYPE_MASK) & 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_beside(cell: cython.int, other: cython.int) -> cython.bint:
    """Return True if two cells are next to each other."""
    return abs(file_of(cell) - file_of(other)) <= 1 and abs(rank_of(cell) - rank_of(other)) <= 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_protected(
    state: PiecesState, origin: cython.int, via: cython.int, to: cython.int, by: cython.int
) -> cython.bint:
    """Return True if a side could recapture on a cell what has come there from another one.

    A piece that was captured on the way counts as if it could still do so.
    """
    code: cython.uchar = state.board[origin]
    passed: cython.uchar = state.board[via]
    found: cython.bint = via and reaches(state, via, passed, to)
    state.board[origin] = EMPTY
    if via:
        state.board[via] = EMPTY
    found = found or is_attacked(state, to, by)
    if via:
        state.board[via] = passed
    state.board[origin] = code
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _captures_its_like(state: PiecesState, move: Move) -> cython.bint:
    """Return True if a piece captures one of its own type that is immune to it."""
    kind: cython.int = state.board[origin_of(move)] & TYPE_MASK
    taken: cython.int = state.targets.passer if type_of(move) == EN_PASSANT else to_of(move)
    victim: cython.int = state.board[taken] & TYPE_MASK
    if type_of(move) == CASTLING or taken == origin_of(move) or victim == 0:
        return False
    return state.tables.mutually_immune >> kind & 1 and counts_as(state, victim, kind)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _captures_uncapturable(state: PiecesState, move: Move) -> cython.bint:
    """Return True if a move would capture a piece that is never captured."""
    victim: cython.int = state.board[to_of(move)]
    if type_of(move) == CASTLING or to_of(move) == origin_of(move):
        return False
    return victim != EMPTY and state.tables.uncapturable >> (victim & TYPE_MASK) & 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_silent(state: PiecesState, move: Move) -> cython.bint:
    """Return True if a move of one piece gives no check."""
    origin: cython.int = origin_of(move)
    to: cython.int = to_of(move)
    move_type: cython.int = type_of(move)
    taken: cython.int = to
    new_code: cython.int = state.board[origin]
    if move_type == EN_PASSANT:
        taken = state.targets.passer
    elif move_type == PROMOTION or move_type == TURN:
        new_code = state.side << COLOUR_SHIFT | detail_of(move)
    return not checks_after(state, origin, to, taken, new_code)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _royal_types(state: PiecesState, colour: cython.int) -> Types:
    """Return the types of which a side has so few pieces that they are royal, as bits."""
    kind: cython.int
    types: Types = 0
    for kind in range(1, state.tables.types + 1):
        if state.tables.pseudo_royals >> kind & 1:
            if count_alike(state, colour, kind) <= state.tables.most_pseudo_royals:
                types |= type_bit(kind)
    return types


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _leaves_all_safe(state: PiecesState, move: Move) -> cython.bint:
    """Return True if a move leaves no pseudo-royal piece of its side to be captured."""
    us: cython.int = state.side
    origin: cython.int = origin_of(move)
    to: cython.int = to_of(move)
    move_type: cython.int = type_of(move)
    code: cython.uchar = state.board[origin]
    types: Types = _royal_types(state, us)
    if move_type == CASTLING:
        return _castles_safely(state, move, types)
    taken: cython.int = state.targets.passer if move_type == EN_PASSANT else to
    victim: cython.uchar = state.board[taken]
    royal: cython.int = types >> (code & TYPE_MASK) & 1
    counts: cython.int = state.tables.pseudo_royals >> (code & TYPE_MASK) & 1
    new_code: cython.uchar = code
    exploding: cython.bint = victim != EMPTY and to != origin and state.tables.explosions
    exploding = exploding and captor_explodes(state, code)
    if move_type == PROMOTION:
        become: cython.int = detail_of(move)
        new_code = us << COLOUR_SHIFT | become  # it may stop some hoppers as one of its types only
        plain: cython.bint = not (type_bit(become) | type_bit(code & TYPE_MASK)) & (
            state.tables.promoted_forms
        )
        if state.tables.pseudo_royals >> become & 1 and plain and not exploding:
            counts = True
            if count_alike(state, us, become) < state.tables.most_pseudo_royals:
                royal = True
            else:
                types &= ~state.tables.alike[become]
    state.board[taken] = EMPTY
    state.board[origin] = EMPTY
    state.board[to] = new_code
    safe: cython.bint
    if exploding:
        safe = _explodes_safely(state, types, to, victim, royal | counts << 1)
    else:
        safe = not _exposes(state, us, types, to, royal | counts << 1)
    state.board[to] = EMPTY
    state.board[taken] = victim
    state.board[origin] = code
    return safe


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _explodes_safely(
    state: PiecesState, types: Types, to: cython.int, victim: cython.int, moved: cython.int
) -> cython.bint:
    """Return True if a capture, already made on the board, explodes no royal piece of its side.

    It must also explode a royal piece of the enemy, or leave no own one to be captured. types,
    moved: see `_exposes`.
    """
    us: cython.int = state.side
    theirs: Types = _royal_types(state, 1 - us)
    cells: cython.ushort[BLAST]
    codes: cython.uchar[BLAST]
    i: cython.int
    loses: cython.bint = False
    wins: cython.bint = theirs >> (victim & TYPE_MASK) & 1
    n: cython.int = lift_exploded(state, to, cells, codes)
    for i in range(n):
        kind: cython.int = codes[i] & TYPE_MASK
        if codes[i] >> COLOUR_SHIFT != us:
            wins = wins or theirs >> kind & 1
        elif cells[i] == to:
            loses = loses or moved & 1
        else:
            loses = loses or types >> kind & 1
    stays: cython.bint = state.board[to] != EMPTY
    if not stays and state.tables.petrifying >> (codes[n - 1] & TYPE_MASK) & 1:
        state.board[to] = EDGE
    safe: cython.bint = not loses and (
        wins or not _exposes(state, us, types, to if stays else 0, moved if stays else 0)
    )
    for i in range(n):
        state.board[cells[i]] = codes[i]
    return safe


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _castles_safely(state: PiecesState, move: Move, types: Types) -> cython.bint:
    """Return True if a castling leaves all safe; a pseudo-royal piece may neither start nor pass
    attacked.
    """
    us: cython.int = state.side
    cell: cython.int = origin_of(move)
    step: cython.int = 1 if to_of(move) > cell else -1
    before: cython.int = max(1, step * (to_of(move) - cell))  # squares; its own if it stays there
    if types >> (state.board[cell] & TYPE_MASK) & 1:
        for _ in range(before):
            if _is_threatened(state, cell, us):
                return False
            cell += step
    place_castling(state, detail_of(move), False)
    safe: cython.bint = not _exposes(state, us, types, 0, 0)
    place_castling(state, detail_of(move), True)
    return safe


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _exposes(
    state: PiecesState, colour: cython.int, types: Types, arrived: cython.int, moved: cython.int
) -> cython.bint:
    """Return True if a royal piece of a side, or all pseudo-royal pieces together, could be
    captured.

    types: the royal types, as bits. arrived: the cell of a piece that has just moved, which the
    piece list may still have elsewhere, 0 for none. moved: whether that piece is royal (1) and
    whether it counts among those that may not be attacked all together (2).
    """
    slot: cython.int
    cell: cython.int
    kind: cython.int
    several: cython.bint = moved & 2
    danger: cython.bint = moved and _is_threatened(state, arrived, colour)
    if danger and moved & 1:
        return True
    # Some piece is safe of those that may not be attacked all together.
    safe: cython.bint = several and not danger
    for slot in range(state.slots[colour]):
        cell = state.cell_of[colour * SLOTS + slot]
        if cell == 0 or cell == arrived or state.board[cell] == EMPTY:
            continue
        kind = state.board[cell] & TYPE_MASK
        if state.tables.pseudo_royals >> kind & 1 == 0:
            continue
        if types >> kind & 1 == 0 and (safe or not state.tables.all_together):
            continue
        several = True
        danger = _is_threatened(state, cell, colour)
        if danger and types >> kind & 1:
            return True
        safe = safe or not danger
    return state.tables.all_together and several and not safe


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_threatened(state: PiecesState, cell: cython.int, colour: cython.int) -> cython.bint:
    """Return True if a royal piece of a side could be captured on a cell.

    Where captures explode it could not be next to a royal piece of the enemy, which would explode,
    too.
    """
    if not _is_attacked(state, cell, 1 - colour):
        return False
    if not state.tables.explosions or state.tables.petrified_alone:
        return True
    return not is_beside(state, cell, 1 - colour, _royal_types(state, 1 - colour))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_attacked(state: PiecesState, cell: cython.int, by: cython.int) -> cython.bint:
    """Return True if a side could capture on a cell by another piece than a powerless one."""
    slot: cython.int
    origin: cython.int
    if not state.tables.powerless:
        return is_attacked(state, cell, by)
    for slot in range(state.slots[by]):
        origin = state.cell_of[by * SLOTS + slot]
        code: cython.int = state.board[origin]
        if code >> COLOUR_SHIFT != by or state.tables.powerless >> (code & TYPE_MASK) & 1:
            continue
        if reaches(state, origin, code, cell):
            return True
    return False
