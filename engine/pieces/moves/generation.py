"""The legal moves of a position, as candidates that the search can order.

Moves are generated legal: one is tested on the board only when it could leave the own king in
check (king moves, pinned pieces, en passant, double checks).
"""

import cython
from cython.cimports.amalthea.engine.core.moves import (
    ALL_MOVES,
    NORMAL,
    QUIET,
    TACTICAL,
    Candidate,
    detail_of,
    origin_of,
    pack,
    to_of,
    type_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    ADVANCE,
    CASTLING,
    CELLS,
    COLOUR_SHIFT,
    DROP,
    EDGE,
    EMPTY,
    EN_PASSANT,
    PROMOTION,
    TURN,
    TYPE_MASK,
    rank_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import (
    CAN_CAPTURE,
    CAN_MOVE,
    MAX_SETTINGS,
    NEAR,
    UNMOVED,
    Promoting,
    Stop,
)
from cython.cimports.amalthea.engine.pieces.moves.attacks import (
    allowed,
    mark_answers,
    may_hop_over,
    safe_after,
)
from cython.cimports.amalthea.engine.pieces.moves.castling import (
    castling_moves,
    is_castling,
    may_leap,
)
from cython.cimports.amalthea.engine.pieces.moves.drops import (
    describe_drop,
    drop_moves,
    has_drop,
    is_drop,
    must_drop,
)
from cython.cimports.amalthea.engine.pieces.moves.en_passant import (
    is_advance,
    is_taking_target,
    moves_to,
)
from cython.cimports.amalthea.engine.pieces.moves.permission import is_permitted
from cython.cimports.amalthea.engine.pieces.moves.state import (
    SLOTS,
    ArmyState,
    count_alike,
    fill,
    first_slot,
)
from cython.cimports.amalthea.engine.pieces.moves.two_square_pieces import (
    broad_moves,
    describe_broad,
)


def generate(army, out, what):
    """Writes the legal moves of the kinds in `what`; returns how many."""
    slot: cython.int
    origin: cython.int
    n: cython.int = 0
    if army.ended:
        return 0
    if army.checkers == 1:
        mark_answers(army)
    if army.tables.drops_first and must_drop(army):
        return drop_moves(army, out, 0) if what & QUIET else 0
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
    if what & QUIET and army.held[army.side]:
        n = drop_moves(army, out, n)
    if army.tables.restricted:
        n = _permitted_moves(army, out, n, what)
    return n


def is_legal(army, move):
    """Whether a word of unknown origin is a legal move here."""
    origin: cython.int = origin_of(move)
    i: cython.int
    if army.ended or origin >= CELLS or to_of(move) >= CELLS:
        return False
    if type_of(move) == DROP:
        return is_drop(army, move) and may_play(army, move, False)
    code: cython.int = army.board[origin]
    if code == EMPTY or code >> COLOUR_SHIFT != army.side:
        return False
    if army.checkers == 1:
        mark_answers(army)
    if army.tables.drops_first and must_drop(army):
        return False
    if type_of(move) == CASTLING:
        return is_castling(army, move) and may_play(army, move, False)
    n: cython.int = piece_moves(army, army.slot_at[origin], army.scratch, 0, ALL_MOVES)
    for i in range(n):
        if army.scratch[i].move == move:
            return may_play(army, move, army.scratch[i].victim != 0)
    return False


def has_legal_move(army):
    """Castling, which is rarely the only move, is looked at last."""
    slot: cython.int
    n: cython.int
    if army.ended:
        return False
    if army.checkers == 1:
        mark_answers(army)
    for slot in range(army.slots[army.side]):
        if army.cell_of[army.side * SLOTS + slot] == 0:
            continue
        n = piece_moves(army, slot, army.scratch, 0, ALL_MOVES)
        if _keep_permitted(army, army.scratch, n):
            return True
    if army.rights and army.checkers == 0:
        n = castling_moves(army, army.scratch, 0)
        if _keep_permitted(army, army.scratch, n):
            return True
    return army.held[army.side] > 0 and has_drop(army)


# -- what is forbidden though it leaves no king in check -------------------------------------------


def must_capture(army):
    """Whether the side to move has to capture: it can, in a game where that is compulsory."""
    slot: cython.int
    i: cython.int
    n: cython.int
    if not army.tables.must_capture or army.ended or (army.tables.drops_first and must_drop(army)):
        return False
    if army.checkers == 1:
        mark_answers(army)
    for slot in range(army.slots[army.side]):
        if army.cell_of[army.side * SLOTS + slot] == 0:
            continue
        n = piece_moves(army, slot, army.scratch, 0, TACTICAL)
        for i in range(n):
            if army.scratch[i].victim and is_permitted(army, army.scratch[i].move):
                return True
    return False


def may_play(army, move, captures):
    """Whether a move that leaves no king in check is permitted, a capture or not."""
    if not army.tables.restricted:
        return True
    return is_permitted(army, move) and (captures or not must_capture(army))


def _permitted_moves(army, out, n, what):
    """Keeps what is permitted of the first `n` candidates: all that there are of those kinds."""
    i: cython.int
    captures: cython.int = 0
    n = _keep_permitted(army, out, n)
    if not army.tables.must_capture:
        return n
    if not what & TACTICAL:
        return 0 if must_capture(army) else n
    for i in range(n):
        if out[i].victim:
            out[captures] = out[i]
            captures += 1
    return captures if captures else n


def _keep_permitted(army, out, n):
    """Keeps what is permitted of the first `n` candidates, but for compulsory captures."""
    i: cython.int
    kept: cython.int = 0
    if not army.tables.restricted:
        return n
    for i in range(n):
        if is_permitted(army, out[i].move):
            out[kept] = out[i]
            kept += 1
    return kept


def piece_moves(army, slot, out, n, what):
    """Adds the moves of one piece, castling apart."""
    them: cython.int = 1 - army.side
    origin: cython.int = army.cell_of[army.side * SLOTS + slot]
    code: cython.int = army.board[origin]
    if army.tables.second[code]:
        return broad_moves(army, slot, out, n, what)
    mover: Mover = _mover(army, slot, what)
    ambiguous: cython.bint = army.tables.ambiguous[code]
    if ambiguous:
        army.glance += 1
    turning: cython.bint = army.tables.settings[code]
    first: cython.int = first_slot(army, code & TYPE_MASK)
    board: cython.p_uchar = army.board
    kind: cython.int
    stop: cython.pointer[Stop] = army.tables.stops + mover.span.first
    rays: cython.pointer[Stop] = army.tables.stops + mover.span.rays
    end: cython.pointer[Stop] = army.tables.stops + mover.span.last
    while stop < end:
        to: cython.int = stop.to
        flags: cython.int = stop.flags
        occupant: cython.int = board[to]
        if occupant == EMPTY and not flags & mover.refused:
            stop += 1
            if not flags & mover.wanted & CAN_MOVE:
                if mover.takes and flags & CAN_CAPTURE and is_taking_target(army, to, flags):
                    n = _add_en_passant(army, out, n, origin, to)
                continue
        else:
            stop += 1 if stop < rays else stop.skip
            if occupant >> COLOUR_SHIFT != them or not flags & mover.wanted & CAN_CAPTURE:
                continue
        if ambiguous:
            if army.glances[to] == army.glance:
                continue
            army.glances[to] = army.glance
        if (mover.tested or army.tables.second[occupant]) and not allowed(army, origin, to, slot):
            continue
        if mover.leaps and flags & UNMOVED and not may_leap(army, origin, to):
            continue
        if mover.promoting:
            rule: cython.int = _promotion(army, code, origin, to)
            if rule:
                if what & TACTICAL:
                    n = _add_promotions(army, out, n, rule, origin, to)
                if not _may_stay(army, rule, code, to):
                    continue
        if what & (QUIET if occupant == EMPTY else TACTICAL):
            kind = ADVANCE if mover.advances and is_advance(army, to - origin, occupant) else NORMAL
            fill(army, out + n, pack(origin, to, kind, 0), first, occupant & TYPE_MASK)
            n += 1
            if turning:
                n = _add_turns(army, out, n, code, origin, to)
    if ambiguous and army.tables.hops[code]:
        n = _hops(army, cython.address(mover), out, n, what)
    turning = turning or army.tables.passes[code]
    if turning and what & QUIET and (not mover.tested or allowed(army, origin, origin, slot)):
        n = _add_turns(army, out, n, code, origin, origin)
    return n


def _hops(army, mover, out, n, what):
    """Adds the moves of a hopper behind its hurdles, on cells that it has not been given yet."""
    span: cython.pointer[Span] = cython.address(
        army.tables.hopping[mover.code * CELLS + mover.origin]
    )
    stop: cython.pointer[Stop] = army.tables.stops + span.first
    end: cython.pointer[Stop] = army.tables.stops + span.last
    behind: cython.pointer[Stop]
    near: cython.bint
    while stop < end:
        behind = stop + stop.skip
        while stop < behind and army.board[stop.to] == EMPTY:
            stop += 1
        if stop < behind and may_hop_over(army, mover.code, army.board[stop.to]):
            near = stop.flags & NEAR
            stop += 1
            while stop < behind:
                n = _hop(army, mover, out, n, stop, what)
                if near or army.board[stop.to] != EMPTY:
                    break
                stop += 1
        stop = behind
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _hop(
    army: ArmyState,
    mover: cython.pointer[Mover],
    out: cython.pointer[Candidate],
    n: cython.int,
    stop: cython.pointer[Stop],
    what: cython.int,
) -> cython.int:
    """Adds one move of a hopper, if it is legal and asked for."""
    to: cython.int = stop.to
    occupant: cython.int = army.board[to]
    if occupant != EMPTY and (
        occupant >> COLOUR_SHIFT == army.side or not may_hop_over(army, mover.code, occupant)
    ):
        return n
    if not stop.flags & mover.wanted & (CAN_MOVE if occupant == EMPTY else CAN_CAPTURE):
        return n
    if army.glances[to] == army.glance:
        return n
    army.glances[to] = army.glance
    if (mover.tested or army.tables.second[occupant]) and not allowed(
        army, mover.origin, to, mover.slot
    ):
        return n
    rule: cython.int = _promotion(army, mover.code, mover.origin, to) if mover.promoting else 0
    if rule:
        if what & TACTICAL:
            n = _add_promotions(army, out, n, rule, mover.origin, to)
        if not _may_stay(army, rule, mover.code, to):
            return n
    if what & (QUIET if occupant == EMPTY else TACTICAL):
        first: cython.int = first_slot(army, mover.code & TYPE_MASK)
        fill(army, out + n, pack(mover.origin, to, NORMAL, 0), first, occupant & TYPE_MASK)
        n += 1
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
    mover.slot = slot
    mover.origin = origin
    mover.code = code
    mover.tested = _needs_test(army, slot, code)
    mover.promoting = army.tables.promoting[code * CELLS + origin]
    mover.span = army.tables.moves[code * CELLS + origin]
    mover.wanted = CAN_MOVE | CAN_CAPTURE
    if not what & QUIET and not mover.promoting:
        mover.span = army.tables.captures[code * CELLS + origin]
        mover.wanted = CAN_CAPTURE
    elif not what & TACTICAL and not mover.promoting:
        mover.wanted = CAN_MOVE
    mover.refused = 0 if army.rights & army.tables.unmoved_by_cell[origin] else UNMOVED
    mover.leaps = army.tables.safe_leap and kind == army.tables.king_type
    mover.advances = army.tables.passing >> kind & 1
    mover.takes = army.targets.counts and what & TACTICAL and army.tables.takers >> kind & 1
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


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _only_captures(army: ArmyState, origin: cython.int) -> cython.bint:
    """Whether a piece's tactical moves are ordinary captures on distinct cells."""
    code: cython.int = army.board[origin]
    return army.tables.ordinary[code] and not (
        army.tables.promoting[code * CELLS + origin]
        or (army.targets.counts and army.tables.takers >> (code & TYPE_MASK) & 1)
    )


def _captures(army, slot, out, n):
    """Ordinary captures of one piece: `piece_moves` cut down to what quiescence needs most."""
    us: cython.int = army.side
    origin: cython.int = army.cell_of[us * SLOTS + slot]
    code: cython.int = army.board[origin]
    tested: cython.bint = _needs_test(army, slot, code)
    first: cython.int = first_slot(army, code & TYPE_MASK)
    board: cython.p_uchar = army.board
    enemies: cython.p_uchar = cython.address(army.enemies[(1 - us) * (EDGE + 1)])
    span: cython.pointer[Span] = cython.address(army.tables.captures[code * CELLS + origin])
    stop: cython.pointer[Stop] = army.tables.stops + span.first
    rays: cython.pointer[Stop] = army.tables.stops + span.rays
    end: cython.pointer[Stop] = army.tables.stops + span.last
    to: cython.int
    while stop < end:
        to = stop.to
        if not enemies[board[to]]:
            stop += 1 if stop < rays or board[to] == EMPTY else stop.skip
            continue
        if stop.flags & CAN_CAPTURE and (
            not (tested or army.tables.second[board[to]]) or allowed(army, origin, to, slot)
        ):
            fill(army, out + n, pack(origin, to, NORMAL, 0), first, board[to] & TYPE_MASK)
            n += 1
        stop += stop.skip
    return n


def _add_turns(army, out, n, code, origin, to):
    """A legal move to `to` again, with every other setting taken after it."""
    victim: cython.int = 0 if to == origin else army.board[to] & TYPE_MASK
    kind: cython.int
    i: cython.int
    for i in range(army.tables.settings[code]):
        kind = army.tables.turns_into[code * MAX_SETTINGS + i]
        fill(army, out + n, pack(origin, to, TURN, kind), first_slot(army, kind), victim)
        n += 1
    if to == origin and army.tables.passes[code]:
        fill(army, out + n, pack(origin, to, NORMAL, 0), first_slot(army, code & TYPE_MASK), 0)
        n += 1
    return n


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _promotion(army: ArmyState, code: cython.int, origin: cython.int, to: cython.int) -> cython.int:
    """Which promotion a move falls under, 0 for none."""
    rule: cython.int = army.tables.promotes_at[code * CELLS + to]
    leaving: cython.int = army.tables.promotes_from[code * CELLS + origin]
    if leaving and army.tables.promotion[rule].choices == 0:
        rule = leaving
    promoting: cython.pointer[Promoting] = cython.address(army.tables.promotion[rule])
    if (promoting.capturing and army.board[to] == EMPTY) or (
        promoting.coming >= 0 and promoting.coming != rank_of(origin)
    ):
        return army.tables.stranded[code * CELLS + to]  # the promotion to nothing, or none
    return rule


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _may_stay(army: ArmyState, rule: cython.int, code: cython.int, to: cython.int) -> cython.bint:
    """Whether a piece that may promote may also stay what it is."""
    return army.tables.promotion[rule].optional and not army.tables.stranded[code * CELLS + to]


def _add_promotions(army, out, n, rule, origin, to):
    """A legal move to `to` once for every piece that it may promote to."""
    promoting: cython.pointer[Promoting] = cython.address(army.tables.promotion[rule])
    kind: cython.int
    most: cython.int
    i: cython.int
    for i in range(promoting.choices):
        kind = promoting.to[i]
        most = army.tables.limits[kind]
        if most and count_alike(army, army.side, kind) >= most:
            continue
        describe(army, pack(origin, to, PROMOTION, kind), out + n)
        n += 1
    return n


def _add_en_passant(army, out, n, origin, to):
    """A capture in passing on `to`, if it is legal."""
    code: cython.int = army.board[origin]
    if army.tables.ambiguous[code]:
        if army.glances[to] == army.glance or moves_to(army, origin, code, to):
            return n
        army.glances[to] = army.glance
    if safe_after(army, origin, to, army.targets.passer):
        describe(army, pack(origin, to, EN_PASSANT, 0), out + n)
        n += 1
    return n


# -- one move ------------------------------------------------------------------------------------


def describe(army, move, out):
    """Fills a candidate for one legal move."""
    origin: cython.int = origin_of(move)
    to: cython.int = to_of(move)
    kind: cython.int = type_of(move)
    if kind == DROP:
        describe_drop(army, move, out)
        return
    piece: cython.int = army.board[origin] & TYPE_MASK
    victim: cython.int = army.board[to] & TYPE_MASK
    if army.tables.second[army.board[origin]]:
        describe_broad(army, move, out)
        return
    if kind == CASTLING or to == origin:
        victim = 0
    elif kind == EN_PASSANT:
        victim = army.board[army.targets.passer] & TYPE_MASK
    arriving: cython.int = detail_of(move) if kind == TURN else piece
    fill(army, out, move, first_slot(army, arriving), victim)
    if kind == PROMOTION:
        out.gain += army.exchange[detail_of(move)] - army.exchange[piece]
        out.tactical = True
