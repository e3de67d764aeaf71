"""The legal moves of a position, as candidates that the search can order.

Moves are generated legal: one is tested on the board only when it could leave the own king in
check (king moves, pinned pieces, en passant, double checks).
"""

import cython
from cython.cimports.engine.board.moves import (
    ADVANCE,
    ALL_MOVES,
    CASTLING,
    CELLS,
    COLOUR_SHIFT,
    EDGE,
    EMPTY,
    EN_PASSANT,
    NORMAL,
    PROMOTION,
    QUIET,
    ROW,
    TACTICAL,
    TURN,
    TYPE_MASK,
    detail_of,
    goal_of,
    kind_of,
    origin_of,
    pack,
)
from cython.cimports.engine.kinds.army.attacks import allowed, mark_answers, safe_after
from cython.cimports.engine.kinds.army.broad import broad_moves, describe_broad
from cython.cimports.engine.kinds.army.castling import castling_moves, is_castling
from cython.cimports.engine.kinds.army.state import SLOTS, ArmyState, fill
from cython.cimports.engine.kinds.army.tables import (
    CAN_CAPTURE,
    CAN_MOVE,
    MAX_PROMOTIONS,
    MAX_SETTINGS,
    UNMOVED,
    Walk,
)


def generate(army, out, what):
    """Writes the legal moves of the kinds in `what`; returns how many."""
    slot: cython.int
    origin: cython.int
    n: cython.int = 0
    if army.checkers == 1:
        mark_answers(army)
    for slot in range(army.slots[army.side]):
        origin = army.cell_of[army.side * SLOTS + slot]
        if origin == 0:
            continue
        if what == TACTICAL and _only_captures(army, origin):
            n = _captures(army, slot, out, n)
        else:
            n = piece_moves(army, slot, out, n, what)
    if what & QUIET and army.rights and army.checkers == 0:
        n = castling_moves(army, out, n)
    return n


def is_legal(army, move):
    """Whether a word of unknown origin is a legal move here."""
    origin: cython.int = origin_of(move)
    i: cython.int
    n: cython.int = 0
    if origin >= CELLS or goal_of(move) >= CELLS:
        return False
    code: cython.int = army.board[origin]
    if code == EMPTY or code >> COLOUR_SHIFT != army.side:
        return False
    if kind_of(move) == CASTLING:
        return is_castling(army, move)
    if army.checkers == 1:
        mark_answers(army)
    n = piece_moves(army, army.slot_at[origin], army.scratch, 0, ALL_MOVES)
    for i in range(n):
        if army.scratch[i].move == move:
            return True
    return False


def has_legal_move(army):
    """Castling apart: with the way to castle free, the king has a plain step too."""
    slot: cython.int
    if army.checkers == 1:
        mark_answers(army)
    for slot in range(army.slots[army.side]):
        if army.cell_of[army.side * SLOTS + slot] != 0 and piece_moves(
            army, slot, army.scratch, 0, ALL_MOVES
        ):
            return True
    return False


# -- one piece -----------------------------------------------------------------------------------


def piece_moves(army, slot, out, n, what):
    """Adds the moves of one piece, castling apart."""
    us: cython.int = army.side
    them: cython.int = 1 - us
    origin: cython.int = army.cell_of[us * SLOTS + slot]
    code: cython.int = army.board[origin]
    if army.tables.second[code]:
        return broad_moves(army, slot, out, n, what)
    mover: Mover = _mover(army, slot, what)
    ambiguous: cython.bint = army.tables.ambiguous[code]
    if ambiguous:
        army.glance += 1
    turning: cython.bint = army.tables.settings[code]
    board: cython.p_uchar = army.board
    goal: cython.int
    flags: cython.int
    occupant: cython.int
    kind: cython.int
    walk: cython.pointer[Walk] = army.tables.walks + mover.stretch.first
    rays: cython.pointer[Walk] = army.tables.walks + mover.stretch.rays
    end: cython.pointer[Walk] = army.tables.walks + mover.stretch.last
    while walk < end:
        goal = walk.goal
        flags = walk.flags
        occupant = board[goal]
        if occupant == EMPTY and not flags & mover.refused:
            walk += 1
            if not flags & mover.wanted & CAN_MOVE:
                if goal == mover.target and flags & CAN_CAPTURE:
                    n = _add_en_passant(army, out, n, origin, goal)
                continue
        else:
            walk += 1 if walk < rays else walk.skip
            if occupant >> COLOUR_SHIFT != them or not flags & mover.wanted & CAN_CAPTURE:
                continue
        if ambiguous:
            if army.glances[goal] == army.glance:
                continue
            army.glances[goal] = army.glance
        if (mover.tested or army.tables.second[occupant]) and not allowed(army, origin, goal, slot):
            continue
        if mover.promoting and goal // ROW == army.tables.promotion_row[code]:
            if what & TACTICAL:
                n = _add_promotions(army, out, n, code, origin, goal)
        elif what & (QUIET if occupant == EMPTY else TACTICAL):
            kind = ADVANCE if goal - origin == mover.advance else NORMAL
            fill(army, out + n, pack(origin, goal, kind, 0), code & TYPE_MASK, occupant & TYPE_MASK)
            n += 1
            if turning:
                n = _add_turns(army, out, n, code, origin, goal)
    if turning and what & QUIET and (not mover.tested or allowed(army, origin, origin, slot)):
        n = _add_turns(army, out, n, code, origin, origin)
    return n


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _mover(army: ArmyState, slot: cython.int, what: cython.int) -> Mover:
    """What limits the moves of a kind (or of all kinds) of the piece in a slot."""
    mover: Mover
    origin: cython.int = army.cell_of[army.side * SLOTS + slot]
    code: cython.int = army.board[origin]
    kind: cython.int = code & TYPE_MASK
    mover.tested = _needs_test(army, slot, code)
    mover.promoting = army.tables.promoting[code * CELLS + origin]
    mover.stretch = army.tables.moves[code * CELLS + origin]
    mover.wanted = CAN_MOVE | CAN_CAPTURE
    if not what & QUIET and not mover.promoting:
        mover.stretch = army.tables.captures[code * CELLS + origin]
        mover.wanted = CAN_CAPTURE
    elif not what & TACTICAL and not mover.promoting:
        mover.wanted = CAN_MOVE
    mover.refused = 0 if army.rights & army.tables.lost_by_cell[origin] else UNMOVED
    mover.advance = 0
    mover.target = 0
    if kind == army.tables.pawn_type:
        mover.advance = army.tables.advance * army.tables.forward[army.side]
        if army.target_counts and what & TACTICAL:
            mover.target = army.target
    return mover


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _needs_test(army: ArmyState, slot: cython.int, code: cython.int) -> cython.bint:
    """Whether some move of a piece may leave the own king in check."""
    return (
        army.checkers > 0
        or army.pinned >> slot & 1
        or army.exposed
        or code & TYPE_MASK == army.tables.king_type
    )


def _only_captures(army, origin):
    """Whether a piece's tactical moves are ordinary captures to distinct goals."""
    code: cython.int = army.board[origin]
    return army.tables.ordinary[code] and not (
        army.tables.promoting[code * CELLS + origin]
        or (army.target_counts and code & TYPE_MASK == army.tables.pawn_type)
    )


def _captures(army, slot, out, n):
    """Ordinary captures of one piece: `piece_moves` cut down to what quiescence needs most."""
    us: cython.int = army.side
    origin: cython.int = army.cell_of[us * SLOTS + slot]
    code: cython.int = army.board[origin]
    tested: cython.bint = _needs_test(army, slot, code)
    board: cython.p_uchar = army.board
    enemies: cython.p_uchar = cython.address(army.enemies[(1 - us) * (EDGE + 1)])
    stretch: cython.pointer[Stretch] = cython.address(army.tables.captures[code * CELLS + origin])
    walk: cython.pointer[Walk] = army.tables.walks + stretch.first
    rays: cython.pointer[Walk] = army.tables.walks + stretch.rays
    end: cython.pointer[Walk] = army.tables.walks + stretch.last
    goal: cython.int
    while walk < end:
        goal = walk.goal
        if not enemies[board[goal]]:
            walk += 1 if walk < rays or board[goal] == EMPTY else walk.skip
            continue
        if walk.flags & CAN_CAPTURE and (
            not (tested or army.tables.second[board[goal]]) or allowed(army, origin, goal, slot)
        ):
            fill(
                army,
                out + n,
                pack(origin, goal, NORMAL, 0),
                code & TYPE_MASK,
                board[goal] & TYPE_MASK,
            )
            n += 1
        walk += walk.skip
    return n


def _add_turns(army, out, n, code, origin, goal):
    """A legal move to `goal` again, with every other setting taken after it."""
    victim: cython.int = 0 if goal == origin else army.board[goal] & TYPE_MASK
    kind: cython.int
    i: cython.int
    for i in range(army.tables.settings[code]):
        kind = army.tables.turns_into[code * MAX_SETTINGS + i]
        fill(army, out + n, pack(origin, goal, TURN, kind), kind, victim)
        n += 1
    return n


def _add_promotions(army, out, n, code, origin, goal):
    """A legal move to `goal` once for every piece that it may promote to."""
    kind: cython.int
    i: cython.int
    for i in range(army.tables.promotions[code]):
        kind = army.tables.promotes_to[code * MAX_PROMOTIONS + i]
        describe(army, pack(origin, goal, PROMOTION, kind), out + n)
        n += 1
    return n


def _add_en_passant(army, out, n, origin, goal):
    """A capture in passing on `goal`, if it is legal."""
    if safe_after(army, origin, goal, goal + army.tables.forward[1 - army.side]):
        describe(army, pack(origin, goal, EN_PASSANT, 0), out + n)
        n += 1
    return n


# -- one move ------------------------------------------------------------------------------------


def describe(army, move, out):
    """Fills a candidate for one legal move."""
    origin: cython.int = origin_of(move)
    goal: cython.int = goal_of(move)
    kind: cython.int = kind_of(move)
    piece: cython.int = army.board[origin] & TYPE_MASK
    victim: cython.int = army.board[goal] & TYPE_MASK
    if army.tables.second[army.board[origin]]:
        describe_broad(army, move, out)
        return
    if kind == CASTLING or goal == origin:
        victim = 0
    elif kind == EN_PASSANT:
        victim = army.tables.pawn_type
    fill(army, out, move, detail_of(move) if kind == TURN else piece, victim)
    if kind == PROMOTION:
        out.gain += army.worth.exchange[detail_of(move)] - army.worth.exchange[piece]
        out.tactical = True
