"""Legal moves: those of pieces, castlings and drops, less what the rules of the game forbid.

Whether a drop mates is decided here, as it depends on all legal moves after it.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import (
    ALL_MOVES,
    MAX_MOVES,
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
    CASTLING,
    CELLS,
    CODES,
    COLOUR_SHIFT,
    DROP,
    EMPTY,
    GATING,
    IN_HAND,
    PROMOTION,
    file_of,
    rank_of,
)
from cython.cimports.amalthea.engine.pieces.moves.attacks import is_endangered, mark_evasions
from cython.cimports.amalthea.engine.pieces.moves.board_moves import (
    board_moves,
    has_board_move,
    piece_moves,
)
from cython.cimports.amalthea.engine.pieces.moves.castling import is_castling
from cython.cimports.amalthea.engine.pieces.moves.drops import drop_checks
from cython.cimports.amalthea.engine.pieces.moves.enclosing import encloses
from cython.cimports.amalthea.engine.pieces.moves.endings import look_for_end
from cython.cimports.amalthea.engine.pieces.moves.explosions import price_explosions
from cython.cimports.amalthea.engine.pieces.moves.gating import add_gatings, may_enter, move_before
from cython.cimports.amalthea.engine.pieces.moves.making import make, unmake
from cython.cimports.amalthea.engine.pieces.moves.permission import drop_exposes, is_permitted
from cython.cimports.amalthea.engine.pieces.moves.state import (
    SLOTS,
    PiecesState,
    fill,
    first_drop_slot,
)

_CAREFUL = cython.declare(cython.uint, 1 << 31)  # see `_crowded_files`


def generate(state, out, what):
    """Write the legal moves of the kinds in `what` and return their number."""
    if state.ended:
        return 0
    if state.checkers == 1:
        mark_evasions(state)
    if _must_drop(state):
        return _drop_moves(state, out, 0, False) if what & QUIET else 0
    n: cython.int = board_moves(state, out, what)
    if state.held[state.side]:
        n = _add_moves_from_hand(state, out, n, what)
    if state.tables.has_move_restrictions:
        n = _permitted_moves(state, out, n, what)
        if state.tables.explosions:
            price_explosions(state, out, n)
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_moves_from_hand(
    state: PiecesState, out: cython.pointer[Candidate], n: cython.int, what: cython.int
) -> cython.int:
    """Add the moves by which pieces in hand come to the board."""
    if state.tables.gates:
        n = add_gatings(state, out, n)
    return _drop_moves(state, out, n, False) if what & QUIET else n


def generate_as_quiet(state, out, what):
    """Write all legal moves as quiet ones and return their number, 0 if no quiet ones are wanted.

    Where every move captures, none is tactical: all would have to be searched to the end.
    """
    i: cython.int
    n: cython.int = generate(state, out, ALL_MOVES) if what & QUIET else 0
    for i in range(n):
        out[i].tactical = False
        out[i].gain = 0
    return n


def is_legal(state, move):
    """Return True if any move word, a stale one included, is a legal move here."""
    origin: cython.int = origin_of(move)
    i: cython.int
    if state.ended or origin >= CELLS or to_of(move) >= CELLS:
        return False
    if type_of(move) == DROP:
        return _is_drop(state, move) and _may_play(state, move, False)
    if type_of(move) == GATING:
        return may_enter(state, move) and is_legal(state, move_before(state, move))
    code: cython.int = state.board[origin]
    if code == EMPTY or code >> COLOUR_SHIFT != state.side:
        return False
    if state.checkers == 1:
        mark_evasions(state)
    if _must_drop(state):
        return False
    if type_of(move) == CASTLING:
        return is_castling(state, move) and _may_play(state, move, False)
    n: cython.int = piece_moves(state, state.slot_at[origin], state.scratch, 0, ALL_MOVES)
    for i in range(n):
        if state.scratch[i].move == move:
            return _may_play(state, move, state.scratch[i].victim != 0)
    return False


def has_legal_move(state):
    """Return True if there is a legal move."""
    if state.ended:
        return False
    return has_board_move(state, ALL_MOVES) or (state.held[state.side] > 0 and _has_drop(state))


def has_only_promotions(state):
    """Return True if a king and one other piece, not in check, can only promote in place."""
    i: cython.int
    in_place: cython.bint = False
    if state.checkers or state.alive[state.side] != 2 or state.ended:
        return False
    for i in range(state.slots[state.side]):
        code: cython.int = state.board[state.cell_of[state.side * SLOTS + i]]
        in_place = in_place or (code < CODES and state.tables.promotion_in_place[code] > 0)
    if not in_place:
        return False
    n: cython.int = generate(state, state.scratch, ALL_MOVES)
    for i in range(n):
        if type_of(state.scratch[i].move) != PROMOTION:
            return False
    return n > 0


# -- what is forbidden though it leaves no king in check -------------------------------------------


def must_capture(state):
    """Return True if the game has forced capture and the side to move can capture."""
    return (
        state.tables.forced_capture
        and not state.ended
        and not _must_drop(state)
        and has_board_move(state, TACTICAL)
    )


def _may_play(state, move, captures):
    """Return True if a move that leaves no king in check is permitted. captures: whether it
    captures.
    """
    if not state.tables.has_move_restrictions:
        return True
    return is_permitted(state, move) and (captures or not must_capture(state))


def _permitted_moves(state, out, n, what):
    """Keep the permitted moves of the first `n` candidates, all moves of the wanted kinds."""
    i: cython.int
    permitted: cython.int = 0
    captures: cython.int = 0
    for i in range(n):
        if is_permitted(state, out[i].move):
            out[permitted] = out[i]
            permitted += 1
    if not state.tables.forced_capture:
        return permitted
    if not what & TACTICAL:
        return 0 if must_capture(state) else permitted
    for i in range(permitted):
        if out[i].victim:
            out[captures] = out[i]
            captures += 1
    return captures if captures else permitted


# -- what may be dropped where -------------------------------------------------------------------


def _has_drop(state):
    """Return True if the side to move has a legal drop; answers to a single check are marked."""
    return _drop_moves(state, state.scratch, 0, True) > 0


def _must_drop(state):
    """Return True if the side to move has to drop a piece before it may move."""
    return state.tables.drops_first and _holds_first(state) and _has_drop(state)


def _is_drop(state, move):
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
        or not state.tables.drops_freely
        or not _is_in_turn(state, kind)
        or not state.tables.on_board[to]
    ):
        return False
    if state.checkers == 1:
        mark_evasions(state)
    return _may_drop(state, kind, to, _crowded_files(state, kind))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _drop_moves(
    state: PiecesState, out: cython.pointer[Candidate], n: cython.int, one: cython.bint
) -> cython.int:
    """Add the legal drops, or only one of them; answers to a single check are marked."""
    held: cython.int
    first: cython.int = n
    if state.alive[state.side] >= SLOTS or not state.tables.drops_freely:
        return n
    for held in range(1, state.tables.types + 1):
        if state.hand[state.side << COLOUR_SHIFT | held] == 0 or not _is_in_turn(state, held):
            continue
        n = _drops_of(state, held, out, n, one)
        if state.tables.dropped_form[held] and not (one and n > first):
            n = _drops_of(state, state.tables.dropped_form[held], out, n, one)
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
    """Add the legal drops of one type for which there is room, or only one of them."""
    crowded: cython.uint = _crowded_files(state, kind)
    first: cython.int = first_drop_slot(state, kind)
    to: cython.int
    i: cython.int
    for i in range(state.tables.cells):
        to = state.tables.cell_list[i]
        if state.board[to] == EMPTY and n < MAX_MOVES and _may_drop(state, kind, to, crowded):
            fill(state, out + n, pack(IN_HAND, to, DROP, kind), first, 0)
            n += 1
            if one:
                break
    return n


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
def _is_in_turn(state: PiecesState, kind: cython.int) -> cython.bint:
    """Return True if no other type must be dropped first."""
    first: cython.bint = state.tables.to_drop[state.tables.dropped_from[kind]]
    return first or not state.tables.drops_first or not _holds_first(state)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _crowded_files(state: PiecesState, kind: cython.int) -> cython.uint:
    """Return the files, as bits, that hold as many pieces of a type as the rules allow.

    A bit above them says that the drops of the type are tested square by square.
    """
    most: cython.int = state.tables.most_on_file[kind]
    code: cython.int = state.side << COLOUR_SHIFT | kind
    files: cython.uint = 0
    standing: cython.int[32]
    slot: cython.int
    cell: cython.int
    if state.tables.tests_drops[kind]:
        files = _CAREFUL
    if most == 0 or state.tally[code] < most:
        return files
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
    if crowded and _is_barred(state, kind, to, crowded):
        return False
    if state.checkers == 1 and not state.exposed:
        if state.evasion_marks[to] != state.evasion_mark:
            return False
    elif (state.checkers or state.exposed) and not _is_king_safe_after_drop(state, code, to):
        return False
    if not (state.tables.checking and state.tables.drops_checking) and drop_checks(state, code, to):
        return False
    return (
        not state.tables.never_mating[kind] or state.is_testing_mate or not _mates(state, kind, to)
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_barred(
    state: PiecesState, kind: cython.int, to: cython.int, crowded: cython.uint
) -> cython.bint:
    """Return True if rules of few games bar a drop there. crowded: see `_crowded_files`."""
    if crowded >> file_of(to) & 1:
        return True
    if not crowded & _CAREFUL:
        return False
    if state.tables.enclosing and not encloses(state, to):
        return True
    if kind == state.tables.king_type:
        state.board[to] = state.side << COLOUR_SHIFT | kind
        attacked: cython.bint = is_endangered(state, to, 1 - state.side)
        state.board[to] = EMPTY
        if attacked:
            return True
    if state.tables.pseudo_royals and drop_exposes(state, kind, to):
        return True
    return state.tables.on_both_shades > 0 and not _keeps_shades(state, kind, to)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _keeps_shades(state: PiecesState, kind: cython.int, to: cython.int) -> cython.bint:
    """Return True if a drop leaves room for half of the side's bishops, say, on either shade."""
    bishop: cython.int = state.tables.on_both_shades
    code: cython.int = state.side << COLOUR_SHIFT | bishop
    total: cython.int = state.tally[code] + state.hand[code]
    on_shade: cython.int[2]
    room: cython.int[2]
    shade: cython.int
    cell: cython.int
    i: cython.int
    on_shade[0] = on_shade[1] = room[0] = room[1] = 0
    for i in range(state.tables.cells):
        cell = state.tables.cell_list[i]
        shade = (file_of(cell) + rank_of(cell)) % 2
        on_shade[shade] += state.board[cell] == code
        if cell != to and state.board[cell] == EMPTY:
            room[shade] += state.tables.droppable[code * CELLS + cell]
    if kind == bishop:
        shade = (file_of(to) + rank_of(to)) % 2
        return on_shade[shade] + 1 <= (total + 1) // 2
    return min(on_shade[0] + room[0], on_shade[1] + room[1]) >= total // 2


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_king_safe_after_drop(state: PiecesState, code: cython.int, to: cython.int) -> cython.bint:
    """Return True if the king of the side to move is safe after a piece is dropped there."""
    if state.king_cell[state.side] == 0:
        return True
    state.board[to] = code
    safe: cython.bint = not is_endangered(state, state.king_cell[state.side], 1 - state.side)
    state.board[to] = EMPTY
    return safe


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _mates(state: PiecesState, kind: cython.int, to: cython.int) -> cython.bint:
    """Return True if a drop mates; a drop that would itself mate counts as an answer."""
    mates: cython.bint
    if not drop_checks(state, state.side << COLOUR_SHIFT | kind, to):
        return False
    make(state, pack(IN_HAND, to, DROP, kind))
    if state.tables.has_ends:
        look_for_end(state)
    state.is_testing_mate = True
    mates = state.checkers > 0 and not state.ended and not has_legal_move(state)
    state.is_testing_mate = False
    state.ended = state.verdict = 0
    unmake(state)
    if state.checkers == 1:
        mark_evasions(state)
    return mates
