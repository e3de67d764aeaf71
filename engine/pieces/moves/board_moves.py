"""Moves on the board that leave the king safe, as candidates that the search can order.

A move is tested on the board only if it could leave the king in check: king moves, moves of pinned
pieces, en passant and answers to double checks.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import (
    MAX_MOVES,
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
    CAN_CAPTURE,
    CAN_MOVE,
    CASTLING,
    CELLS,
    COLOUR_SHIFT,
    DROP,
    EDGE,
    EMPTY,
    EN_PASSANT,
    GATING,
    PROMOTION,
    TURN,
    TYPE_MASK,
    UNMOVED,
    rank_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import (
    FAR,
    MAX_SETTINGS,
    NEAR,
    Promoting,
    Stop,
)
from cython.cimports.amalthea.engine.pieces.moves.attacks import (
    checks_after,
    is_king_safe_after,
    kings_face,
    leaves_king_safe,
    mark_evasions,
    may_go_on_over,
    may_hop_over,
    reaches,
)
from cython.cimports.amalthea.engine.pieces.moves.castling import castling_moves, may_leap
from cython.cimports.amalthea.engine.pieces.moves.en_passant import (
    is_advance,
    is_taking_target,
    moves_to,
)
from cython.cimports.amalthea.engine.pieces.moves.gating import describe_gating
from cython.cimports.amalthea.engine.pieces.moves.permission import is_permitted
from cython.cimports.amalthea.engine.pieces.moves.state import (
    SLOTS,
    PiecesState,
    count_alike,
    fill,
    first_drop_slot,
    first_slot,
    has_slot,
)
from cython.cimports.amalthea.engine.pieces.moves.two_square_pieces import (
    describe_two_square,
    two_square_moves,
)

# Candidates after which there is room for the moves of a further piece, to each cell as itself or
# as one of 16 others, and for all castlings.
_ROOM = cython.declare(cython.int, MAX_MOVES - 4608)


def board_moves(state, out, what):
    """Write the moves of all pieces, and castlings, and return their number.

    Pieces for whose moves there may be no room are left out.
    """
    slot: cython.int
    origin: cython.int
    n: cython.int = 0
    for slot in range(state.slots[state.side]):
        origin = state.cell_of[state.side * SLOTS + slot]
        if origin == 0 or n > _ROOM:
            continue
        if what == TACTICAL and _only_captures(state, origin):
            n = _captures(state, slot, out, n)
        else:
            n = piece_moves(state, slot, out, n, what)
    if what & QUIET and state.rights and state.checkers == 0:
        n = castling_moves(state, out, n)
    return n


def has_board_move(state, what):
    """Return True if a move on the board is permitted: any move, or any capture if `what` is
    TACTICAL.

    Castling, rarely the only move, comes last.
    """
    slot: cython.int
    n: cython.int
    if state.checkers == 1:
        mark_evasions(state)
    for slot in range(state.slots[state.side]):
        if state.cell_of[state.side * SLOTS + slot]:
            n = piece_moves(state, slot, state.scratch, 0, what)
            if _has_permitted(state, n, what):
                return True
    if what & QUIET and state.rights and state.checkers == 0:
        n = castling_moves(state, state.scratch, 0)
        return _has_permitted(state, n, what)
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _has_permitted(state: PiecesState, n: cython.int, what: cython.int) -> cython.bint:
    """Return True if one of the first `n` moves of the scratch list is permitted and wanted."""
    i: cython.int
    for i in range(n):
        if (what & QUIET or state.scratch[i].victim) and (
            not state.tables.has_move_restrictions or is_permitted(state, state.scratch[i].move)
        ):
            return True
    return False


def piece_moves(state, slot, out, n, what):
    """Add the moves of one piece, castling aside."""
    them: cython.int = 1 - state.side
    origin: cython.int = state.cell_of[state.side * SLOTS + slot]
    code: cython.int = state.board[origin]
    if state.tables.second[code]:
        return two_square_moves(state, slot, out, n, what)
    mover: Mover = _mover(state, slot, what)
    ambiguous: cython.bint = state.tables.ambiguous[code]
    state.seen_mark += ambiguous
    turning: cython.bint = state.tables.settings[code]
    unusual: cython.bint = state.tables.unusual[code]
    first: cython.int = first_slot(state, code & TYPE_MASK)
    board: cython.p_uchar = state.board
    kind: cython.int
    stop: cython.pointer[Stop] = state.tables.stops + mover.span.first
    rays: cython.pointer[Stop] = state.tables.stops + mover.span.rays
    end: cython.pointer[Stop] = state.tables.stops + mover.span.last
    while stop < end:
        to: cython.int = stop.to
        flags: cython.int = stop.flags
        occupant: cython.int = board[to]
        if occupant == EMPTY and not flags & mover.refused:
            stop += 1
            if not flags & mover.kinds & CAN_MOVE:
                if mover.en_passant and flags & CAN_CAPTURE and is_taking_target(state, to, flags):
                    n = _add_en_passant(state, out, n, origin, to)
                continue
        else:
            stop += 1 if stop < rays else stop.skip
            if occupant >> COLOUR_SHIFT != them or not flags & mover.kinds & CAN_CAPTURE:
                continue
        if ambiguous:
            if state.seen_marks[to] == state.seen_mark:
                continue
            state.seen_marks[to] = state.seen_mark
        tested: cython.bint = mover.tested or state.tables.second[occupant]
        safe: cython.bint = not tested or leaves_king_safe(state, origin, to, slot)
        if not safe and not (mover.promoting and state.tables.hops_shun):
            continue
        if mover.leaps and flags & UNMOVED and not may_leap(state, origin, to):
            continue
        if mover.promoting:
            rule: cython.int = _promotion(state, code, origin, to)
            if rule and what & TACTICAL:
                n = _add_promotions(state, out, n, rule, origin, to, tested)
            if not safe or (rule and not _may_stay(state, rule, code, to)):
                continue
        if what & (QUIET if occupant == EMPTY else TACTICAL):
            kind = (
                ADVANCE if mover.advances and is_advance(state, to - origin, occupant) else NORMAL
            )
            fill(state, out + n, pack(origin, to, kind, 0), first, occupant & TYPE_MASK)
            n += 1
            if turning:
                n = _add_turns(state, out, n, code, origin, to)
    if ambiguous and state.tables.hops[code]:
        n = _hops(state, cython.address(mover), out, n, what)
    return _add_unusual(state, cython.address(mover), out, n, what) if unusual else n


def _add_unusual(state, mover, out, n, what):
    """Add the legal turns and passes of a piece where it stands, and its promotions in place."""
    origin: cython.int = mover.origin
    may_stay: cython.bint = not mover.tested or leaves_king_safe(state, origin, origin, mover.slot)
    if what & QUIET and (may_stay or (state.tables.facing_ends and kings_face(state))):
        n = _add_turns(state, out, n, mover.code, origin, origin)
    if what & TACTICAL and state.tables.promotion_in_place[mover.code]:
        n = _add_promotions_in_place(state, out, n, origin, mover.slot)
    return n


def _hops(state, mover, out, n, what):
    """Add the moves of a hopper behind its hurdles, to cells to which it has no move yet."""
    span: cython.pointer[Span] = cython.address(
        state.tables.hopping[mover.code * CELLS + mover.origin]
    )
    stop: cython.pointer[Stop] = state.tables.stops + span.first
    end: cython.pointer[Stop] = state.tables.stops + span.last
    behind: cython.pointer[Stop]
    flags: cython.int
    while stop < end:
        behind = stop + stop.skip
        flags = stop.flags
        while stop < behind and state.board[stop.to] == EMPTY:
            stop += 1
        if stop < behind and _is_hurdle(state, mover.code, state.board[stop.to], flags):
            stop += 1
            while stop < behind:
                n = _hop(state, mover, out, n, stop, what)
                if flags & NEAR or (
                    state.board[stop.to] != EMPTY
                    and not (
                        flags & FAR and may_go_on_over(state, mover.code, state.board[stop.to])
                    )
                ):
                    break
                stop += 1
        stop = behind
    return n


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_hurdle(
    state: PiecesState, code: cython.int, occupant: cython.int, flags: cython.int
) -> cython.bint:
    """Return True if a hopper, whose stops have those flags, may jump over a piece."""
    if flags & FAR:
        return may_go_on_over(state, code, occupant)
    return may_hop_over(state, code, occupant)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _hop(
    state: PiecesState,
    mover: cython.pointer[Mover],
    out: cython.pointer[Candidate],
    n: cython.int,
    stop: cython.pointer[Stop],
    what: cython.int,
) -> cython.int:
    """Add one move of a hopper if it is legal and of a wanted kind."""
    to: cython.int = stop.to
    occupant: cython.int = state.board[to]
    if occupant != EMPTY and (
        occupant >> COLOUR_SHIFT == state.side or not may_hop_over(state, mover.code, occupant)
    ):
        return n
    if not stop.flags & mover.kinds & (CAN_MOVE if occupant == EMPTY else CAN_CAPTURE):
        return n
    if state.seen_marks[to] == state.seen_mark:
        return n
    state.seen_marks[to] = state.seen_mark
    tested: cython.bint = mover.tested or state.tables.second[occupant]
    safe: cython.bint = not tested or leaves_king_safe(state, mover.origin, to, mover.slot)
    if not safe and not (mover.promoting and state.tables.hops_shun):
        return n
    rule: cython.int = _promotion(state, mover.code, mover.origin, to) if mover.promoting else 0
    if rule and what & TACTICAL:
        n = _add_promotions(state, out, n, rule, mover.origin, to, tested)
    if not safe or (rule and not _may_stay(state, rule, mover.code, to)):
        return n
    if what & (QUIET if occupant == EMPTY else TACTICAL):
        first: cython.int = first_slot(state, mover.code & TYPE_MASK)
        fill(state, out + n, pack(mover.origin, to, NORMAL, 0), first, occupant & TYPE_MASK)
        n += 1
    return n


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _mover(state: PiecesState, slot: cython.int, what: cython.int) -> Mover:
    """Return the restrictions on the wanted kinds of moves of the piece in a slot."""
    mover: Mover
    origin: cython.int = state.cell_of[state.side * SLOTS + slot]
    code: cython.int = state.board[origin]
    kind: cython.int = code & TYPE_MASK
    mover.slot = slot
    mover.origin = origin
    mover.code = code
    mover.tested = _needs_test(state, slot, code)
    mover.promoting = state.tables.promoting[code * CELLS + origin]
    mover.span = state.tables.moves[code * CELLS + origin]
    mover.kinds = CAN_MOVE | CAN_CAPTURE
    if not what & QUIET and not mover.promoting:
        mover.span = state.tables.captures[code * CELLS + origin]
        mover.kinds = CAN_CAPTURE
    elif not what & TACTICAL and not mover.promoting:
        mover.kinds = CAN_MOVE
    mover.refused = 0 if state.rights & state.tables.unmoved_by_cell[origin] else UNMOVED
    mover.leaps = state.tables.careful_leap and kind == state.tables.king_type
    mover.advances = state.tables.en_passant_victims >> kind & 1
    mover.en_passant = (
        state.targets.counts and what & TACTICAL and state.tables.en_passant_captors >> kind & 1
    )
    return mover


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _needs_test(state: PiecesState, slot: cython.int, code: cython.int) -> cython.bint:
    """Return True if some move of a piece may leave its own king in check."""
    return (
        state.checkers > 0
        or has_slot(cython.address(state.pinned), slot)
        or state.exposed
        or code & TYPE_MASK == state.tables.king_type
    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _only_captures(state: PiecesState, origin: cython.int) -> cython.bint:
    """Return True if all tactical moves of a piece are ordinary captures on distinct cells."""
    code: cython.int = state.board[origin]
    return state.tables.ordinary[code] and not (
        state.tables.promoting[code * CELLS + origin]
        or (state.targets.counts and state.tables.en_passant_captors >> (code & TYPE_MASK) & 1)
    )


def _captures(state, slot, out, n):
    """Add the ordinary captures of one piece: the part of `piece_moves` for quiescence."""
    us: cython.int = state.side
    origin: cython.int = state.cell_of[us * SLOTS + slot]
    code: cython.int = state.board[origin]
    tested: cython.bint = _needs_test(state, slot, code)
    first: cython.int = first_slot(state, code & TYPE_MASK)
    board: cython.p_uchar = state.board
    enemies: cython.p_uchar = cython.address(state.enemies[(1 - us) * (EDGE + 1)])
    span: cython.pointer[Span] = cython.address(state.tables.captures[code * CELLS + origin])
    stop: cython.pointer[Stop] = state.tables.stops + span.first
    rays: cython.pointer[Stop] = state.tables.stops + span.rays
    end: cython.pointer[Stop] = state.tables.stops + span.last
    to: cython.int
    while stop < end:
        to = stop.to
        if not enemies[board[to]]:
            stop += 1 if stop < rays or board[to] == EMPTY else stop.skip
            continue
        if stop.flags & CAN_CAPTURE and (
            not (tested or state.tables.second[board[to]])
            or leaves_king_safe(state, origin, to, slot)
        ):
            fill(state, out + n, pack(origin, to, NORMAL, 0), first, board[to] & TYPE_MASK)
            n += 1
        stop += stop.skip
    return n


def _add_turns(state, out, n, code, origin, to):
    """Add a legal move to `to` again, once for each other setting taken after it."""
    victim: cython.int = 0 if to == origin else state.board[to] & TYPE_MASK
    kind: cython.int
    i: cython.int
    for i in range(state.tables.settings[code]):
        kind = state.tables.turns_into[code * MAX_SETTINGS + i]
        fill(state, out + n, pack(origin, to, TURN, kind), first_slot(state, kind), victim)
        n += 1
    if to == origin and state.tables.can_pass[code]:
        fill(state, out + n, pack(origin, to, NORMAL, 0), first_slot(state, code & TYPE_MASK), 0)
        n += 1
    return n


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _promotion(
    state: PiecesState, code: cython.int, origin: cython.int, to: cython.int
) -> cython.int:
    """Return the promotion rule that a move falls under, 0 for none."""
    rule: cython.int = state.tables.promotes_at[code * CELLS + to]
    leaving: cython.int = state.tables.promotes_from[code * CELLS + origin]
    if leaving and state.tables.promotion[rule].choices == 0:
        rule = leaving
    promoting: cython.pointer[Promoting] = cython.address(state.tables.promotion[rule])
    must_capture: cython.bint = promoting.by_capture and (leaving or not promoting.captures_inside)
    if (must_capture and state.board[to] == EMPTY) or (
        promoting.from_own_rank >= 0 and promoting.from_own_rank != rank_of(origin)
    ):
        return state.tables.cannot_stay[code * CELLS + to]  # the promotion to nothing, or none
    return rule


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _may_stay(
    state: PiecesState, rule: cython.int, code: cython.int, to: cython.int
) -> cython.bint:
    """Return True if a piece that may promote may also stay what it is."""
    return state.tables.promotion[rule].optional and not state.tables.cannot_stay[code * CELLS + to]


def _add_promotions(state, out, n, rule, origin, to, tested):
    """Add a legal move to `to` once for each piece that it may promote to.

    If the move had to be tested, each promotion is tested as well: a hopper that ignores its own
    type may jump over some of these types and not over others.
    """
    promoting: cython.pointer[Promoting] = cython.address(state.tables.promotion[rule])
    kind: cython.int
    most: cython.int
    i: cython.int
    for i in range(promoting.choices):
        kind = promoting.to[i]
        most = state.tables.limits[kind]
        if most and count_alike(state, state.side, kind) >= most:
            continue
        if tested and state.tables.hops_shun and not _is_king_safe_as(state, kind, origin, to):
            continue
        describe(state, pack(origin, to, PROMOTION, kind), out + n)
        n += 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_king_safe_as(
    state: PiecesState, kind: cython.int, origin: cython.int, to: cython.int
) -> cython.bint:
    """Return True if the king is safe after a move by which a piece becomes one of a type."""
    code: cython.uchar = state.board[origin]
    state.board[origin] = state.side << COLOUR_SHIFT | kind
    safe: cython.bint = is_king_safe_after(state, origin, to, to)
    state.board[origin] = code
    return safe


def _add_promotions_in_place(state, out, n, origin, slot):
    """Add the legal promotions of a piece that are moves of their own."""
    code: cython.int = state.board[origin]
    rule: cython.int = state.tables.promotion_in_place[code]
    zone: cython.int = state.tables.promotion[rule].zone
    kind: cython.int
    most: cython.int
    i: cython.int
    if state.tally[code] > 1 and not state.tables.places[zone * CELLS + origin]:
        return n
    for i in range(state.tables.promotion[rule].choices):
        kind = state.tables.promotion[rule].to[i]
        most = state.tables.limits[kind]
        if most and count_alike(state, state.side, kind) >= most:
            continue
        n = _add_promotion_in_place(state, out, n, origin, origin, slot, kind)
        n = _add_promotions_beside(state, out, n, origin, slot, kind)
    return n


def _add_promotions_beside(state, out, n, origin, slot, kind):
    """Add the legal promotions in place that end on an empty cell which the new type reaches."""
    code: cython.int = state.side << COLOUR_SHIFT | kind
    span: cython.pointer[Span] = cython.address(state.tables.moves[code * CELLS + origin])
    stop: cython.pointer[Stop] = state.tables.stops + span.first
    end: cython.pointer[Stop] = state.tables.stops + span.last
    state.seen_mark += 1
    while stop < end:
        if state.board[stop.to] != EMPTY:
            stop += stop.skip
            continue
        met: cython.bint = state.seen_marks[stop.to] == state.seen_mark
        if stop.flags & CAN_MOVE and not stop.flags & UNMOVED and not met:
            state.seen_marks[stop.to] = state.seen_mark
            n = _add_promotion_in_place(state, out, n, origin, stop.to, slot, kind)
        stop += 1
    return n


def _add_promotion_in_place(state, out, n, origin, to, slot, kind):
    """Add a promotion in place if it is legal: the new piece attacks nothing and gives no check."""
    new_code: cython.int = state.side << COLOUR_SHIFT | kind
    code: cython.uchar = state.board[origin]
    them: cython.int = 1 - state.side
    attacks: cython.bint = False
    other: cython.int
    cell: cython.int
    if not leaves_king_safe(state, origin, to, slot) or checks_after(
        state, origin, to, to, new_code
    ):
        return n
    state.board[origin] = EMPTY
    for other in range(state.slots[them]):
        cell = state.cell_of[them * SLOTS + other]
        attacks = attacks or (cell != 0 and reaches(state, to, new_code, cell))
    state.board[origin] = code
    if not attacks:
        describe(state, pack(origin, to, PROMOTION, kind), out + n)
        n += 1
    return n


def _add_en_passant(state, out, n, origin, to):
    """Add a capture en passant on `to` if it is legal."""
    code: cython.int = state.board[origin]
    if state.tables.ambiguous[code]:
        if state.seen_marks[to] == state.seen_mark or moves_to(state, origin, code, to):
            return n
        state.seen_marks[to] = state.seen_mark
    if is_king_safe_after(state, origin, to, state.targets.passer):
        describe(state, pack(origin, to, EN_PASSANT, 0), out + n)
        n += 1
    return n


# -- one move ------------------------------------------------------------------------------------


def describe(state, move, out):
    """Fill a candidate for one legal move."""
    origin: cython.int = origin_of(move)
    to: cython.int = to_of(move)
    move_type: cython.int = type_of(move)
    if move_type == DROP:
        fill(state, out, move, first_drop_slot(state, detail_of(move)), 0)
        return
    if move_type == GATING:
        describe_gating(state, move, out)
        return
    piece: cython.int = state.board[origin] & TYPE_MASK
    victim: cython.int = state.board[to] & TYPE_MASK
    if state.tables.second[state.board[origin]]:
        describe_two_square(state, move, out)
        return
    if move_type == CASTLING or to == origin:
        victim = 0
    elif move_type == EN_PASSANT:
        victim = state.board[state.targets.passer] & TYPE_MASK
    kind_after: cython.int = detail_of(move) if move_type == TURN else piece
    fill(state, out, move, first_slot(state, kind_after), victim)
    if move_type == PROMOTION:
        out.gain += state.exchange[detail_of(move)] - state.exchange[piece]
        out.tactical = True
