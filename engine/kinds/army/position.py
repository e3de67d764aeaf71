"""Positions of games whose pieces walk paths on a padded mailbox.

Moves are generated legal: a move is tested on the board only when it could leave the own king in
check (king moves, pinned pieces, en passant, double checks). What the description compiles to is
in engine.board.tables.
"""

import sys

import cython
from cython.cimports.engine.board.moves import (
    ADVANCE,
    ALL_MOVES,
    BLACK,
    CASTLING,
    CELLS,
    CODES,
    COLOUR_SHIFT,
    DEBUG,
    EDGE,
    EMPTY,
    EN_PASSANT,
    MAX_MOVES,
    NO_MOVE,
    NO_SHIFT,
    NORMAL,
    PROMOTION,
    QUIET,
    ROW,
    SHIFTS,
    TACTICAL,
    TURN,
    TYPE_MASK,
    TYPES,
    WHITE,
    Candidate,
    Move,
    cell_at,
    cell_name,
    detail_of,
    file_of,
    goal_of,
    kind_of,
    origin_of,
    pack,
    rank_of,
)
from cython.cimports.engine.board.position import Position
from cython.cimports.engine.kinds.army.tables import (
    CAN_CAPTURE,
    CAN_MOVE,
    MAX_CASTLINGS,
    MAX_PROMOTIONS,
    MAX_SETTINGS,
    PIVOTS,
    UNMOVED,
    Castle,
    Stretch,
    Walk,
)
from cython.cimports.engine.kinds.army.worth import Worth
from cython.cimports.libc.stdlib import abort, free, malloc, realloc
from cython.cimports.libc.string import memset

from engine.board.status import Status
from engine.errors import FenError
from engine.kinds.army import army_fen as fen
from engine.kinds.army.diagram import draw
from engine.kinds.army.tables import tables_of

_FIRST_CAPACITY = cython.declare(cython.int, 1024)  # plies of game and search together
_SMALL_MATERIAL = cython.declare(cython.int, 6)  # pieces left when shades begin to matter
_EXCHANGE_STEP = cython.declare(cython.int, 16)  # cp: finer differences of exchanges tell little
_KING_LAST = cython.declare(cython.int, 1 << 20)  # above any exchange value


class Army(Position):
    def __cinit__(self):
        self.capacity = _FIRST_CAPACITY
        self.stack = cython.cast(cython.pointer[Undo], malloc(self.capacity * cython.sizeof(Undo)))
        self.scratch = cython.cast(
            cython.pointer[Candidate], malloc(MAX_MOVES * cython.sizeof(Candidate))
        )
        if not self.stack or not self.scratch:
            raise MemoryError

    def __dealloc__(self):
        free(self.stack)
        free(self.scratch)

    def __init__(self, variant, setup=None, worth=None):
        """`setup`: a FEN or what one was read into; the start position without. Raises FenError."""
        Position.__init__(self, variant)
        self.tables = tables_of(variant)
        self.worth = worth or Worth()
        code: cython.int
        for code in range(1, TYPES):
            self.enemies[code] = True
            self.enemies[EDGE + 1 + (BLACK << COLOUR_SHIFT | code)] = True
        self.history_slots = self.tables.types * self.tables.cells
        if not isinstance(setup, fen.Setup):
            setup = fen.read(variant.start if setup is None else setup, variant)
        self.set_up(setup)

    # -- setting up ------------------------------------------------------------------------------

    def set_up(self, setup):
        """Begins anew from a setup with the same squares blocked as before. Raises FenError."""
        self._wipe()
        rank: cython.int
        file: cython.int
        colour: cython.int
        code: cython.int
        bit: cython.int
        memset(self.board, EDGE, CELLS)
        self.blocked = [cell_at(file, rank) for file, rank in sorted(setup.blocked)]
        for rank in range(self.variant.ranks):
            for file in range(self.variant.files):
                self.board[cell_at(file, rank)] = EMPTY
        for cell in self.blocked:
            self.board[cython.cast(cython.int, cell)] = EDGE
            self.blocked_key ^= self.tables.piece_keys[
                EMPTY * CELLS + cython.cast(cython.int, cell)
            ]
        self.hash_key = self.blocked_key
        pieces = [
            (self.tables.code_of_letter[letter], rank, file)
            for (file, rank), letter in setup.pieces.items()
        ]
        pieces.sort(key=lambda piece: (piece[0] & TYPE_MASK == self.tables.pawn_type, *piece[1:]))
        for code, rank, file in pieces:
            colour = code >> COLOUR_SHIFT
            if self._officer(code) or code & TYPE_MASK == self.tables.king_type:
                self.first_pawn_slot[colour] = self.slots[colour] + 1
            self._put(code, self.slots[colour], cell_at(file, rank))
            self.slots[colour] += 1
        self.side = BLACK if setup.side == "b" else WHITE
        self.first_side = self.side
        self.first_fullmove = setup.fullmove
        self.halfmove = setup.halfmove
        self.rights = setup.rights
        for bit in range(self.tables.rights):
            if self.rights >> bit & 1:
                self.hash_key ^= self.tables.right_keys[bit]
        for colour in range(2):
            for slot in range(self.slots[colour]):
                place: cython.int = self.cell_of[colour * SLOTS + slot]
                self.hash_key ^= self.tables.piece_keys[self.board[place] * CELLS + place]
        if self.side == BLACK:
            self.hash_key ^= self.tables.side_key
        if self.attacked(self.king_cell[1 - self.side], self.side):
            king = cell_name(self.king_cell[1 - self.side])
            raise FenError(f"the king on {king} is in check but {setup.side!r} is to move")
        self._look_for_checks()
        if setup.target:
            self.target = cell_at(setup.target[0], setup.target[1])
            self.target_counts = self._target_counts()
            if self.target_counts:
                self.hash_key ^= self.tables.target_keys[self.target]

    def _wipe(self):
        """No piece, no past."""
        colour: cython.int
        for colour in range(2):
            self.slots[colour] = 0
            self.first_pawn_slot[colour] = 0
            self.alive[colour] = 0
            self.officers[colour] = 0
        memset(self.tally, 0, cython.sizeof(self.tally))
        self.midgame = 0
        self.endgame = 0
        self.phase = 0
        self.ply = 0
        self.target = 0
        self.target_counts = False
        self.blocked_key = 0

    def _put(self, code, slot, cell):
        """Places a piece with its sums but without its hash key."""
        colour: cython.int = code >> COLOUR_SHIFT
        self._stand(code, cell, slot)
        self.tally[code] += 1
        self.alive[colour] += 1
        self.officers[colour] += self._officer(code)
        if code & TYPE_MASK == self.tables.king_type:
            self.king_cell[colour] = cell
        self.midgame += self.worth.placed[code * CELLS + cell].midgame
        self.endgame += self.worth.placed[code * CELLS + cell].endgame
        self.phase += self.worth.phase[code & TYPE_MASK]

    def _officer(self, code):
        """1 for a piece that is neither king nor pawn."""
        kind: cython.int = code & TYPE_MASK
        return kind != self.tables.king_type and kind != self.tables.pawn_type

    def _stand(self, code, cell, slot):
        """Lets a piece stand on a cell, its anchor, on the board and in the list."""
        second: cython.int = self.tables.second[code]
        self.board[cell] = code
        self.slot_at[cell] = slot
        self.cell_of[(code >> COLOUR_SHIFT) * SLOTS + slot] = cell
        if second:
            self.board[cell + second] = code
            self.slot_at[cell + second] = slot

    def _clear(self, code, cell):
        """Empties the cells of the piece whose anchor that is."""
        self.board[cell] = EMPTY
        if self.tables.second[code]:
            self.board[cell + self.tables.second[code]] = EMPTY

    def _other_cell(self, cell):
        """The other cell of the piece on two cells that stands on this one; 0 for any other."""
        code: cython.int = self.board[cell]
        second: cython.int = self.tables.second[code]
        if second == 0:
            return 0
        anchor: cython.int = self.cell_of[(code >> COLOUR_SHIFT) * SLOTS + self.slot_at[cell]]
        return anchor + second if anchor == cell else anchor

    # -- attacks ---------------------------------------------------------------------------------

    def _route_clear(self, origin, code, route):
        """Whether nothing stands between a piece and the end of its route, nor any of its own
        beside that where it would have to be taken along.
        """
        cell: cython.int = origin
        step: cython.int
        last: cython.int = self.tables.routes[route].last - 1
        beside: cython.int = self.tables.routes[route].beside
        for step in range(self.tables.routes[route].first, last):
            cell += self.tables.steps[step]
            if self.board[cell] != EMPTY:
                return False
        if beside == 0:
            return True
        beside += cell + self.tables.steps[last]
        return (
            self.board[beside] == EMPTY
            or self.enemies[(1 - (code >> COLOUR_SHIFT)) * (EDGE + 1) + self.board[beside]]
        )

    def _reaches(self, origin, code, cell):
        """Whether a piece of that code on `origin` could capture on `cell`."""
        shift: cython.int = cell - origin + NO_SHIFT
        if not self.tables.reaches[shift] >> code & 1:
            return False
        route: cython.int = self.tables.route_first[code * SHIFTS + shift]
        while True:
            if self._route_clear(origin, code, route):
                return True
            if not self.tables.routes[route].more:
                return False
            route += 1

    def attacked(self, cell, by):
        """Whether a side could capture on a cell.

        Its pieces that have just been lifted from the board, or stand under one of the other
        side, do not count though the list still has them.
        """
        slot: cython.int
        origin: cython.int
        code: cython.int
        for slot in range(self.slots[by]):
            origin = self.cell_of[by * SLOTS + slot]
            code = self.board[origin]
            if code >> COLOUR_SHIFT == by and self._reaches(origin, code, cell):
                return True
        return False

    def _look_for_checks(self):
        """Finds who checks the side to move and which of its pieces are pinned.

        A piece is pinned when it is the only one on a way by which its king could be captured.
        The side is exposed when such a way is shut by an enemy piece beside its king, too.
        """
        us: cython.int = self.side
        them: cython.int = 1 - us
        king: cython.int = self.king_cell[us]
        slot: cython.int
        origin: cython.int
        shift: cython.int
        code: cython.int
        route: cython.int
        step: cython.int
        cell: cython.int
        blockers: cython.int
        blocker: cython.int
        beside: cython.int
        self.checkers = 0
        self.pinned = 0
        self.exposed = False
        for slot in range(self.slots[them]):
            origin = self.cell_of[them * SLOTS + slot]
            if origin == 0:
                continue
            shift = king - origin + NO_SHIFT
            code = self.board[origin]
            if not self.tables.reaches[shift] >> code & 1:
                continue
            route = self.tables.route_first[code * SHIFTS + shift]
            while True:
                blockers = 0
                blocker = 0
                cell = origin
                for step in range(
                    self.tables.routes[route].first, self.tables.routes[route].last - 1
                ):
                    cell += self.tables.steps[step]
                    if self.board[cell] == EMPTY:
                        continue
                    if (
                        blockers > 0
                        and self.slot_at[cell] == self.slot_at[blocker]
                        and self.board[cell] == self.board[blocker]
                    ):
                        continue  # the other cell of the same piece
                    blockers += 1
                    blocker = cell
                    if blockers > 1:
                        break
                beside = self.tables.routes[route].beside
                if beside:
                    beside = self.board[king + beside]
                if beside != EMPTY and beside >> COLOUR_SHIFT != us:
                    self.exposed = self.exposed or (blockers < 2 and beside != EDGE)
                elif blockers == 0:
                    self.checkers += 1
                    self.checker = origin
                    self.checker_route = route
                elif blockers == 1 and self.board[blocker] >> COLOUR_SHIFT == us:
                    self.pinned |= cython.cast(cython.ulonglong, 1) << self.slot_at[blocker]
                if not self.tables.routes[route].more:
                    break
                route += 1

    def _safe_after(self, origin, goal, taken):
        """Whether the mover's king is safe once the piece on `origin` has gone to `goal`.

        `taken`: the cell of the captured piece, the goal itself in an ordinary move.
        """
        code: cython.uchar = self.board[origin]
        victim: cython.uchar = self.board[taken]
        us: cython.int = code >> COLOUR_SHIFT
        king: cython.int = self.king_cell[us]
        other: cython.int = self._other_cell(taken)
        if king == origin:
            king = goal
        if other:
            self.board[other] = EMPTY
        self.board[taken] = EMPTY
        self.board[origin] = EMPTY
        self.board[goal] = code
        safe: cython.bint = not self.attacked(king, 1 - us)
        self.board[goal] = EMPTY
        self.board[taken] = victim
        self.board[origin] = code
        if other:
            self.board[other] = victim
        return safe

    def _broad_safe_after(self, origin, goal, code):
        """The same for a piece on two cells, which arrives as `code`."""
        moved: cython.int = self.board[origin]
        slot: cython.int = self.slot_at[origin]
        us: cython.int = code >> COLOUR_SHIFT
        taken: Taken[2]
        i: cython.int
        self._clear(moved, origin)
        n: cython.int = self._find_victims(goal, self.tables.second[code], taken)
        for i in range(n):
            self._clear(taken[i].code, taken[i].cell)
        self._stand(code, goal, slot)
        safe: cython.bint = not self.attacked(self.king_cell[us], 1 - us)
        self._clear(code, goal)
        for i in range(n):
            self._stand(taken[i].code, taken[i].cell, taken[i].slot)
        self._stand(moved, origin, slot)
        return safe

    def _find_victims(self, goal, second, taken):
        """Which pieces stand on the cells of a piece about to arrive; how many."""
        cell: cython.int
        code: cython.int
        i: cython.int
        n: cython.int = 0
        for i in range(1 + (second != 0)):
            cell = goal + i * second
            code = self.board[cell]
            if code == EMPTY:
                continue
            taken[n].code = code
            taken[n].slot = self.slot_at[cell]
            taken[n].cell = self.cell_of[(code >> COLOUR_SHIFT) * SLOTS + taken[n].slot]
            if n == 0 or taken[0].cell != taken[1].cell:
                n += 1
        return n

    def _mark_answers(self):
        """Marks the cells on which a piece that is not pinned answers a single check."""
        self.mark += 1
        self.marks[self.checker] = self.mark
        self.marks[self.checker + self.tables.second[self.board[self.checker]]] = self.mark
        cell: cython.int = self.checker
        step: cython.int
        for step in range(
            self.tables.routes[self.checker_route].first,
            self.tables.routes[self.checker_route].last - 1,
        ):
            cell += self.tables.steps[step]
            self.marks[cell] = self.mark

    def _allowed(self, origin, goal, slot):
        """Whether an ordinary move leaves the mover's king safe."""
        if (
            self.checkers == 1
            and not self.pinned >> slot & 1
            and not self.exposed
            and origin != self.king_cell[self.side]
            and self.tables.second[self.board[goal]] == 0
        ):
            return self.marks[goal] == self.mark
        return self._safe_after(origin, goal, goal)

    # -- generation ------------------------------------------------------------------------------

    def generate(self, out, what):
        slot: cython.int
        origin: cython.int
        n: cython.int = 0
        if self.checkers == 1:
            self._mark_answers()
        for slot in range(self.slots[self.side]):
            origin = self.cell_of[self.side * SLOTS + slot]
            if origin == 0:
                continue
            if what == TACTICAL and self._only_captures(origin):
                n = self._captures(slot, out, n)
            else:
                n = self._slot_moves(slot, out, n, what)
        if what & QUIET and self.rights and self.checkers == 0:
            n = self._castling_moves(out, n)
        return n

    def _only_captures(self, origin):
        """Whether a piece's tactical moves are ordinary captures to distinct goals."""
        code: cython.int = self.board[origin]
        return self.tables.ordinary[code] and not (
            self.tables.promoting[code * CELLS + origin]
            or (self.target_counts and code & TYPE_MASK == self.tables.pawn_type)
        )

    def _slot_moves(self, slot, out, n, what):
        """Moves of one piece, castling apart."""
        us: cython.int = self.side
        them: cython.int = 1 - us
        origin: cython.int = self.cell_of[us * SLOTS + slot]
        code: cython.int = self.board[origin]
        kind: cython.int = code & TYPE_MASK
        if self.tables.second[code]:
            return self._broad_moves(slot, out, n, what)
        tested: cython.bint = (
            self.checkers > 0
            or self.pinned >> slot & 1
            or self.exposed
            or kind == self.tables.king_type
        )
        origin_index: cython.int = code * CELLS + origin
        promoting: cython.bint = self.tables.promoting[origin_index]
        stretch: cython.pointer[Stretch] = cython.address(self.tables.moves[origin_index])
        wanted: cython.int = CAN_MOVE | CAN_CAPTURE
        if not what & QUIET and not promoting:
            stretch = cython.address(self.tables.captures[origin_index])
            wanted = CAN_CAPTURE
        elif not what & TACTICAL and not promoting:
            wanted = CAN_MOVE
        refused: cython.int = UNMOVED
        if self.rights & self.tables.lost_by_cell[origin]:
            refused = 0
        ambiguous: cython.bint = self.tables.ambiguous[code]
        if ambiguous:
            self.glance += 1
        advance: cython.int = 0
        target: cython.int = 0
        if kind == self.tables.pawn_type:
            advance = self.tables.advance * self.tables.forward[us]
            if self.target_counts and what & TACTICAL:
                target = self.target
        base: cython.int = (kind - 1) * self.tables.cells
        turning: cython.bint = self.tables.settings[code]
        board: cython.p_uchar = self.board
        goal: cython.int
        flags: cython.int
        occupant: cython.int
        added: cython.pointer[Candidate]
        walk: cython.pointer[Walk] = self.tables.walks + stretch.first
        rays: cython.pointer[Walk] = self.tables.walks + stretch.rays
        end: cython.pointer[Walk] = self.tables.walks + stretch.last
        while walk < end:
            goal = walk.goal
            flags = walk.flags
            occupant = board[goal]
            if occupant == EMPTY and not flags & refused:
                walk += 1
                if not flags & wanted & CAN_MOVE:
                    if goal == target and flags & CAN_CAPTURE:
                        n = self._add_en_passant(out, n, origin, goal)
                    continue
            else:
                walk += 1 if walk < rays else walk.skip
                if occupant >> COLOUR_SHIFT != them or not flags & wanted & CAN_CAPTURE:
                    continue
            if ambiguous:
                if self.glances[goal] == self.glance:
                    continue
                self.glances[goal] = self.glance
            if (tested or self.tables.second[occupant]) and not self._allowed(origin, goal, slot):
                continue
            if promoting and goal // ROW == self.tables.promotion_row[code]:
                if what & TACTICAL:
                    n = self._add_promotions(out, n, code, origin, goal)
            elif what & (QUIET if occupant == EMPTY else TACTICAL):
                added = out + n
                n += 1
                added.move = pack(origin, goal, ADVANCE if goal - origin == advance else NORMAL, 0)
                added.slot = base + self.tables.dense[goal]
                added.victim = occupant & TYPE_MASK
                added.gain = self.worth.exchange[occupant & TYPE_MASK]
                added.tactical = occupant != EMPTY
                if turning:
                    n = self._add_turns(out, n, code, origin, goal)
        if turning and what & QUIET and (not tested or self._allowed(origin, origin, slot)):
            n = self._add_turns(out, n, code, origin, origin)
        return n

    def _add_turns(self, out, n, code, origin, goal):
        """A legal move to `goal` again, with every other setting taken after it."""
        victim: cython.int = 0 if goal == origin else self.board[goal] & TYPE_MASK
        kind: cython.int
        i: cython.int
        for i in range(self.tables.settings[code]):
            kind = self.tables.turns_into[code * MAX_SETTINGS + i]
            self._fill(out + n, pack(origin, goal, TURN, kind), kind, victim)
            n += 1
        return n

    def _fill(self, out, move, kind, victim):
        """A candidate of a move by which a piece of type `kind` arrives and takes `victim`."""
        out.move = move
        out.gain = self.worth.exchange[victim]
        out.slot = (kind - 1) * self.tables.cells + self.tables.dense[goal_of(move)]
        out.victim = victim
        out.tactical = victim != 0

    def _broad_moves(self, slot, out, n, what):
        """Moves of a piece on two cells: slides over empty cells, captures of all it covers."""
        us: cython.int = self.side
        origin: cython.int = self.cell_of[us * SLOTS + slot]
        code: cython.int = self.board[origin]
        second: cython.int = self.tables.second[code]
        enemies: cython.p_uchar = cython.address(self.enemies[(1 - us) * (EDGE + 1)])
        stretch: cython.pointer[Stretch] = cython.address(self.tables.moves[code * CELLS + origin])
        walk: cython.pointer[Walk] = self.tables.walks + stretch.first
        end: cython.pointer[Walk] = self.tables.walks + stretch.last
        goal: cython.int
        flags: cython.int
        near: cython.int
        far: cython.int
        victim: cython.int
        tested: cython.bint = self.checkers > 0 or self.pinned >> slot & 1 or self.exposed
        self._clear(code, origin)  # its own cells are free for it
        first: cython.int = n
        while walk < end:
            goal = walk.goal
            flags = walk.flags
            near = self.board[goal]
            far = self.board[goal + second]
            if near == EMPTY and far == EMPTY:
                walk += 1
                if not (flags & CAN_MOVE and what & QUIET):
                    continue
            else:
                walk += walk.skip
                if (near != EMPTY and not enemies[near]) or (far != EMPTY and not enemies[far]):
                    continue
                if not (flags & CAN_CAPTURE and what & TACTICAL):
                    continue
            victim = (near if near != EMPTY else far) & TYPE_MASK
            self._fill(out + n, pack(origin, goal, NORMAL, 0), code & TYPE_MASK, victim)
            n += 1
        self._stand(code, origin, slot)
        last: cython.int = n
        n = first
        i: cython.int
        for i in range(first, last):
            goal = goal_of(out[i].move)
            if out[i].tactical or tested:
                if not self._broad_safe_after(origin, goal, code):
                    continue
                self.describe(out[i].move, out + n)
            else:
                out[n] = out[i]
            n += 1
        if what & QUIET and self.tables.pivots[code]:
            n = self._pivots(slot, out, n, tested)
        return n

    def _pivots(self, slot, out, n, tested):
        """Quarter turns about either cell onto an empty one."""
        origin: cython.int = self.cell_of[self.side * SLOTS + slot]
        code: cython.int = self.board[origin]
        turned: cython.int = self.tables.pivots[code]
        goal: cython.int
        far: cython.int
        i: cython.int
        for i in range(PIVOTS):
            goal = origin + self.tables.pivot_shifts[code * PIVOTS + i]
            far = goal + self.tables.second[turned]
            if goal == origin or goal == origin + self.tables.second[code]:
                if self.board[far] != EMPTY:
                    continue
            elif self.board[goal] != EMPTY:
                continue
            if not tested or self._broad_safe_after(origin, goal, turned):
                self._fill(
                    out + n,
                    pack(origin, goal, TURN, turned & TYPE_MASK),
                    turned & TYPE_MASK,
                    0,
                )
                n += 1
        return n

    def _captures(self, slot, out, n):
        """Ordinary captures of one piece: `_slot_moves` cut down to what quiescence needs most."""
        us: cython.int = self.side
        origin: cython.int = self.cell_of[us * SLOTS + slot]
        code: cython.int = self.board[origin]
        tested: cython.bint = (
            self.checkers > 0
            or self.pinned >> slot & 1
            or self.exposed
            or code & TYPE_MASK == self.tables.king_type
        )
        base: cython.int = ((code & TYPE_MASK) - 1) * self.tables.cells
        board: cython.p_uchar = self.board
        enemies: cython.p_uchar = cython.address(self.enemies[(1 - us) * (EDGE + 1)])
        stretch: cython.pointer[Stretch] = cython.address(
            self.tables.captures[code * CELLS + origin]
        )
        walk: cython.pointer[Walk] = self.tables.walks + stretch.first
        rays: cython.pointer[Walk] = self.tables.walks + stretch.rays
        end: cython.pointer[Walk] = self.tables.walks + stretch.last
        goal: cython.int
        victim: cython.int
        added: cython.pointer[Candidate]
        while walk < end:
            goal = walk.goal
            if not enemies[board[goal]]:
                walk += 1 if walk < rays or board[goal] == EMPTY else walk.skip
                continue
            if walk.flags & CAN_CAPTURE and (
                not (tested or self.tables.second[board[goal]]) or self._allowed(origin, goal, slot)
            ):
                victim = board[goal] & TYPE_MASK
                added = out + n
                n += 1
                added.move = pack(origin, goal, NORMAL, 0)
                added.slot = base + self.tables.dense[goal]
                added.victim = victim
                added.gain = self.worth.exchange[victim]
                added.tactical = True
            walk += walk.skip
        return n

    def _add_promotions(self, out, n, code, origin, goal):
        i: cython.int
        for i in range(self.tables.promotions[code]):
            self.describe(
                pack(origin, goal, PROMOTION, self.tables.promotes_to[code * MAX_PROMOTIONS + i]),
                out + n,
            )
            n += 1
        return n

    def _add_en_passant(self, out, n, origin, goal):
        if self._safe_after(origin, goal, goal + self.tables.forward[1 - self.side]):
            self.describe(pack(origin, goal, EN_PASSANT, 0), out + n)
            n += 1
        return n

    def _castling_moves(self, out, n):
        index: cython.int
        first: cython.int = self.side * MAX_CASTLINGS
        for index in range(first, first + self.tables.castlings):
            if self._can_castle(index):
                self.describe(
                    pack(
                        self.tables.castles[index].king_from,
                        self.tables.castles[index].king_to,
                        CASTLING,
                        index,
                    ),
                    out + n,
                )
                n += 1
        return n

    def _can_castle(self, index):
        castle: cython.pointer[Castle] = cython.address(self.tables.castles[index])
        i: cython.int
        if self.king_cell[self.side] != castle.king_from:
            return False
        if self.rights & castle.needs != castle.needs:
            return False
        for i in range(castle.partners):
            if self.board[castle.partner_from[i]] != castle.partner_code[i]:
                return False
        for i in range(castle.empties):
            if self.board[castle.empty[i]] != EMPTY:
                return False
        for i in range(castle.passes):
            if self.attacked(castle.passed[i], 1 - self.side):
                return False
        self._castle(index, False)
        safe: cython.bint = not self.attacked(castle.king_to, 1 - self.side)
        self._castle(index, True)
        return safe

    def _castle(self, index, back):
        """Puts king and partners on their new cells, or back; sums and key are not touched."""
        castle: cython.pointer[Castle] = cython.address(self.tables.castles[index])
        codes: cython.uchar[8]
        slots: cython.uchar[8]
        goals: cython.int[8]
        origins: cython.int[8]
        i: cython.int
        n: cython.int = castle.partners
        origins[n] = castle.king_to if back else castle.king_from
        goals[n] = castle.king_from if back else castle.king_to
        for i in range(n):
            origins[i] = castle.partner_to[i] if back else castle.partner_from[i]
            goals[i] = castle.partner_from[i] if back else castle.partner_to[i]
        for i in range(n + 1):
            codes[i] = self.board[origins[i]]
            slots[i] = self.slot_at[origins[i]]
        for i in range(n + 1):
            self.board[origins[i]] = EMPTY
        for i in range(n + 1):
            self.board[goals[i]] = codes[i]
            self.slot_at[goals[i]] = slots[i]
            self.cell_of[(codes[i] >> COLOUR_SHIFT) * SLOTS + slots[i]] = goals[i]
        self.king_cell[codes[n] >> COLOUR_SHIFT] = goals[n]

    def _target_counts(self):
        """Whether the side to move has a legal capture on the en passant cell."""
        slot: cython.int
        origin: cython.int
        code: cython.int = self.side << COLOUR_SHIFT | self.tables.pawn_type
        taken: cython.int = self.target + self.tables.forward[1 - self.side]
        for slot in range(self.slots[self.side]):
            origin = self.cell_of[self.side * SLOTS + slot]
            if (
                origin != 0
                and self.board[origin] == code
                and self._reaches(origin, code, self.target)
                and self._safe_after(origin, self.target, taken)
            ):
                return True
        return False

    def describe(self, move, out):
        origin: cython.int = origin_of(move)
        goal: cython.int = goal_of(move)
        kind: cython.int = kind_of(move)
        piece: cython.int = self.board[origin] & TYPE_MASK
        victim: cython.int = self.board[goal] & TYPE_MASK
        gain: cython.int
        taken: Taken[2]
        i: cython.int
        if kind == CASTLING or goal == origin:
            victim = 0
        elif kind == EN_PASSANT:
            victim = self.tables.pawn_type
        gain = self.worth.exchange[victim]
        if self.tables.second[self.board[origin]]:
            victim = 0
            gain = 0
            for i in range(self._broad_victims(move, taken)):
                gain += self.worth.exchange[taken[i].code & TYPE_MASK]
                if i == 0 or (
                    self.worth.exchange[victim] < self.worth.exchange[taken[i].code & TYPE_MASK]
                ):
                    victim = taken[i].code & TYPE_MASK
        if kind == PROMOTION:
            gain += self.worth.exchange[detail_of(move)] - self.worth.exchange[piece]
        elif kind == TURN:
            piece = detail_of(move)
        out.move = move
        out.gain = gain
        out.slot = (piece - 1) * self.tables.cells + self.tables.dense[goal]
        out.victim = victim
        out.tactical = victim != 0 or kind == PROMOTION

    def _broad_victims(self, move, taken):
        """What a move of a piece on two cells captures; how many."""
        origin: cython.int = origin_of(move)
        code: cython.int = self.board[origin]
        slot: cython.int = self.slot_at[origin]
        if kind_of(move) == TURN:
            return 0  # pivots never capture
        self._clear(code, origin)
        n: cython.int = self._find_victims(goal_of(move), self.tables.second[code], taken)
        self._stand(code, origin, slot)
        return n

    def is_legal(self, move):
        origin: cython.int = origin_of(move)
        i: cython.int
        n: cython.int = 0
        if origin >= CELLS or goal_of(move) >= CELLS:
            return False
        code: cython.int = self.board[origin]
        if code == EMPTY or code >> COLOUR_SHIFT != self.side:
            return False
        if kind_of(move) == CASTLING:
            return (
                self.checkers == 0
                and detail_of(move) // MAX_CASTLINGS == self.side
                and detail_of(move) % MAX_CASTLINGS < self.tables.castlings
                and goal_of(move) == self.tables.castles[detail_of(move)].king_to
                and self._can_castle(detail_of(move))
            )
        if self.checkers == 1:
            self._mark_answers()
        n = self._slot_moves(self.slot_at[origin], self.scratch, 0, ALL_MOVES)
        for i in range(n):
            if self.scratch[i].move == move:
                return True
        return False

    def has_legal_move(self):
        """Castling apart: with the way to castle free, the king has a plain step too."""
        slot: cython.int
        if self.checkers == 1:
            self._mark_answers()
        for slot in range(self.slots[self.side]):
            if self.cell_of[self.side * SLOTS + slot] != 0 and self._slot_moves(
                slot, self.scratch, 0, ALL_MOVES
            ):
                return True
        return False

    # -- making moves ----------------------------------------------------------------------------

    def expected_key(self, move):
        origin: cython.int = origin_of(move)
        goal: cython.int = goal_of(move)
        code: cython.int = self.board[origin]
        victim: cython.int = self.board[goal]
        key: cython.ulonglong = self.hash_key ^ self.tables.side_key
        if victim != EMPTY:
            key ^= self.tables.piece_keys[victim * CELLS + goal]
        return (
            key
            ^ self.tables.piece_keys[code * CELLS + origin]
            ^ self.tables.piece_keys[code * CELLS + goal]
        )

    def make(self, move):
        us: cython.int = self.side
        them: cython.int = 1 - us
        origin: cython.int = origin_of(move)
        goal: cython.int = goal_of(move)
        kind: cython.int = kind_of(move)
        code: cython.int = self.board[origin]
        undo: cython.pointer[Undo] = self.stack + self.ply
        self._remember(undo, move)
        self._leave_target()
        self.hash_key ^= self.tables.side_key
        self.halfmove += 1
        self.ply += 1
        lost: cython.uint = self.tables.lost_by_cell[origin] | self.tables.lost_by_cell[goal]
        undo.moved = code
        undo.takes = 0
        if kind == CASTLING:
            self._castle_with_sums(detail_of(move))
            lost = self.tables.castling_rights[us] & ~self.tables.castles[detail_of(move)].keeps
        else:
            arriving: cython.int = code
            if kind == PROMOTION or kind == TURN:
                arriving = us << COLOUR_SHIFT | detail_of(move)
            taken_cell: cython.int = goal
            if kind == EN_PASSANT:
                taken_cell = goal + self.tables.forward[them]
            second: cython.int = self.tables.second[arriving]
            self._clear(code, origin)
            if self.board[taken_cell] != EMPTY:
                self._take(undo, taken_cell)
            if second:
                lost |= self.tables.lost_by_cell[goal + second]
                if self.board[goal + second] != EMPTY:
                    self._take(undo, goal + second)
            if kind == PROMOTION or code & TYPE_MASK == self.tables.pawn_type:
                self.halfmove = 0
            self._step(origin, goal, code, arriving)
            if code & TYPE_MASK == self.tables.king_type:
                lost |= self.tables.castling_rights[us]
        self._lose_rights(lost)
        self.side = them
        self._look_for_checks()
        if kind == ADVANCE:
            self._set_target(goal - self.tables.forward[us])
        if DEBUG:
            self._abort_if_inconsistent()

    def _remember(self, undo, move):
        undo.move = move
        undo.hash_key = self.hash_key
        undo.pinned = self.pinned
        undo.halfmove = self.halfmove
        undo.target = self.target
        undo.target_counts = self.target_counts
        undo.exposed = self.exposed
        undo.checkers = self.checkers
        undo.checker = self.checker
        undo.checker_route = self.checker_route
        undo.midgame = self.midgame
        undo.endgame = self.endgame
        undo.phase = self.phase
        undo.rights = self.rights

    def _recall(self, undo):
        self.hash_key = undo.hash_key
        self.pinned = undo.pinned
        self.halfmove = undo.halfmove
        self.target = undo.target
        self.target_counts = undo.target_counts
        self.exposed = undo.exposed
        self.checkers = undo.checkers
        self.checker = undo.checker
        self.checker_route = undo.checker_route
        self.midgame = undo.midgame
        self.endgame = undo.endgame
        self.phase = undo.phase
        self.rights = undo.rights

    def _leave_target(self):
        if self.target_counts:
            self.hash_key ^= self.tables.target_keys[self.target]
        self.target = 0
        self.target_counts = False

    def _set_target(self, cell):
        self.target = cell
        self.target_counts = self._target_counts()
        if self.target_counts:
            self.hash_key ^= self.tables.target_keys[cell]
        elif not self.tables.target_always_shown:
            self.target = 0

    def _take(self, undo, cell):
        """Removes the captured piece, which stands on that cell or has its second one there."""
        code: cython.int = self.board[cell]
        colour: cython.int = code >> COLOUR_SHIFT
        slot: cython.int = self.slot_at[cell]
        taken: cython.pointer[Taken] = cython.address(undo.taken[undo.takes])
        if self.tables.second[code]:
            cell = self.cell_of[colour * SLOTS + slot]
        undo.takes += 1
        taken.code = code
        taken.cell = cell
        taken.slot = slot
        self._clear(code, cell)
        self.cell_of[colour * SLOTS + slot] = 0
        self.tally[code] -= 1
        self.alive[colour] -= 1
        self.officers[colour] -= self._officer(code)
        self._sum(code, cell, -1)
        self.phase -= self.worth.phase[code & TYPE_MASK]
        self.halfmove = 0

    def _put_back(self, taken):
        """Undoes `_take`, sums and key apart."""
        colour: cython.int = taken.code >> COLOUR_SHIFT
        self._stand(taken.code, taken.cell, taken.slot)
        self.tally[taken.code] += 1
        self.alive[colour] += 1
        self.officers[colour] += self._officer(taken.code)

    def _step(self, origin, goal, code, arriving):
        """Puts a piece that has been lifted from `origin` on its goal as the code `arriving`."""
        if arriving != code:
            self._become(code, arriving)
            self.phase += (
                self.worth.phase[arriving & TYPE_MASK] - self.worth.phase[code & TYPE_MASK]
            )
        self._stand(arriving, goal, self.slot_at[origin])
        self._sum(code, origin, -1)
        self._sum(arriving, goal, 1)
        if code & TYPE_MASK == self.tables.king_type:
            self.king_cell[code >> COLOUR_SHIFT] = goal

    def _become(self, code, other):
        """One piece of a code is counted as another code."""
        colour: cython.int = code >> COLOUR_SHIFT
        self.tally[code] -= 1
        self.tally[other] += 1
        self.officers[colour] += self._officer(other) - self._officer(code)

    def _sum(self, code, cell, sign):
        """Adds (1) or takes off (-1) a piece in key and scores."""
        index: cython.int = code * CELLS + cell
        self.hash_key ^= self.tables.piece_keys[index]
        self.midgame += sign * self.worth.placed[index].midgame
        self.endgame += sign * self.worth.placed[index].endgame

    def _castle_with_sums(self, index):
        castle: cython.pointer[Castle] = cython.address(self.tables.castles[index])
        i: cython.int
        code: cython.int = self.board[castle.king_from]
        self._sum(code, castle.king_from, -1)
        self._sum(code, castle.king_to, 1)
        for i in range(castle.partners):
            code = self.board[castle.partner_from[i]]
            self._sum(code, castle.partner_from[i], -1)
            self._sum(code, castle.partner_to[i], 1)
        self._castle(index, False)

    def _lose_rights(self, lost):
        bit: cython.int
        lost &= self.rights
        if lost:
            self.rights ^= lost
            for bit in range(self.tables.rights):
                if lost >> bit & 1:
                    self.hash_key ^= self.tables.right_keys[bit]

    def unmake(self):
        self.ply -= 1
        self.side = 1 - self.side
        undo: cython.pointer[Undo] = self.stack + self.ply
        origin: cython.int = origin_of(undo.move)
        goal: cython.int = goal_of(undo.move)
        kind: cython.int = kind_of(undo.move)
        code: cython.int = undo.moved
        arrived: cython.int
        i: cython.int
        self._recall(undo)
        if kind == CASTLING:
            self._castle(detail_of(undo.move), True)
            if DEBUG:
                self._abort_if_inconsistent()
            return
        arrived = self.board[goal]
        self._clear(arrived, goal)
        self._stand(code, origin, self.slot_at[goal])
        if code & TYPE_MASK == self.tables.king_type:
            self.king_cell[self.side] = origin
        if arrived != code:
            self._become(arrived, code)
        for i in range(undo.takes):
            self._put_back(cython.address(undo.taken[i]))
        if DEBUG:
            self._abort_if_inconsistent()

    def make_null(self):
        self._remember(self.stack + self.ply, NO_MOVE)
        self._leave_target()
        self.hash_key ^= self.tables.side_key
        self.ply += 1
        self.halfmove = 0  # no position before the pass can be repeated after it
        self.side = 1 - self.side
        self._look_for_checks()

    def unmake_null(self):
        self.ply -= 1
        self.side = 1 - self.side
        self._recall(self.stack + self.ply)

    def can_pass(self):
        return self.checkers == 0 and self.officers[self.side] > 0

    def gives_check(self, move):
        code: cython.int = self.board[origin_of(move)]
        if kind_of(move) == PROMOTION or kind_of(move) == TURN:
            code = self.side << COLOUR_SHIFT | detail_of(move)
        return self._reaches(goal_of(move), code, self.king_cell[1 - self.side])

    def reserve(self, plies):
        if self.ply + plies < self.capacity:
            return
        capacity: cython.int = 2 * self.capacity + plies
        grown: cython.pointer[Undo] = cython.cast(
            cython.pointer[Undo], realloc(self.stack, capacity * cython.sizeof(Undo))
        )
        if not grown:
            raise MemoryError
        self.stack = grown
        self.capacity = capacity

    # -- exchanges -------------------------------------------------------------------------------

    def wins_exchange(self, move, threshold):
        """Swaps captures on the goal, cheapest attacker first, either side free to stop.

        The static exchange evaluation of the chessprogramming wiki, as a comparison with a
        threshold; pins are not seen, attacks through leaving pieces are.
        """
        kind: cython.int = kind_of(move)
        if kind == CASTLING:
            return threshold <= 0
        origin: cython.int = origin_of(move)
        goal: cython.int = goal_of(move)
        if self.tables.second[self.board[origin]]:
            return self._broad_wins_exchange(move, threshold)
        them: cython.int = 1 - self.side
        piece: cython.int = self.board[origin] & TYPE_MASK
        victim: cython.int = self.board[goal] & TYPE_MASK
        taken: cython.int = goal
        if kind == EN_PASSANT:
            victim = self.tables.pawn_type
            taken = goal + self.tables.forward[them]
        elif goal == origin:
            victim = 0
        balance: cython.int = self.worth.exchange[victim] - threshold
        if kind == PROMOTION:
            balance += self.worth.exchange[detail_of(move)] - self.worth.exchange[piece]
            piece = detail_of(move)
        elif kind == TURN:
            piece = detail_of(move)
        if balance < 0:
            return False
        balance = self.worth.exchange[piece] - balance
        if balance <= 0:
            return True
        origin_code: cython.uchar = self.board[origin]
        taken_code: cython.uchar = self.board[taken]
        other: cython.int = self._other_cell(taken)
        if other:
            self.board[other] = EMPTY
        self.board[origin] = EMPTY
        self.board[taken] = EMPTY
        won: cython.bint = self._swap(goal, balance)
        self.board[taken] = taken_code
        self.board[origin] = origin_code
        if other:
            self.board[other] = taken_code
        return won

    def loose(self):
        """(what the side to move wins by its best exchange, what the other side would): cp."""
        own: cython.int = self._best_exchange()
        self.make_null()
        theirs: cython.int = self._best_exchange()
        self.unmake_null()
        return own, theirs

    def key_of_board(self):
        """The hash key but for the side to move."""
        return self.hash_key ^ self.tables.side_key if self.side == BLACK else self.hash_key

    def _best_exchange(self):
        """Centipawns won by the best exchange of the side to move, to within `_EXCHANGE_STEP`."""
        best: cython.int = 0
        low: cython.int
        high: cython.int
        middle: cython.int
        i: cython.int
        n: cython.int = self.generate(self.scratch, TACTICAL)
        for i in range(n):
            low = best
            high = self.scratch[i].gain
            if high <= low or not self.wins_exchange(self.scratch[i].move, low + _EXCHANGE_STEP):
                continue
            while high - low > _EXCHANGE_STEP:
                middle = (low + high + 1) // 2
                if self.wins_exchange(self.scratch[i].move, middle):
                    low = middle
                else:
                    high = middle
            best = low
        return best

    def _broad_wins_exchange(self, move, threshold):
        """The same for a piece on two cells, which may be recaptured on either."""
        origin: cython.int = origin_of(move)
        goal: cython.int = goal_of(move)
        code: cython.int = self.board[origin]
        slot: cython.int = self.slot_at[origin]
        second: cython.int = self.tables.second[code]
        taken: Taken[2]
        i: cython.int
        n: cython.int = self._broad_victims(move, taken)
        balance: cython.int = -threshold
        if kind_of(move) == TURN:
            second = self.tables.second[self.tables.pivots[code]]
        for i in range(n):
            balance += self.worth.exchange[taken[i].code & TYPE_MASK]
        if balance < 0:
            return False
        balance = self.worth.exchange[code & TYPE_MASK] - balance
        if balance <= 0:
            return True
        self._clear(code, origin)
        for i in range(n):
            self._clear(taken[i].code, taken[i].cell)
        won: cython.bint = self._swap(goal, balance) and self._swap(goal + second, balance)
        for i in range(n):
            self._stand(taken[i].code, taken[i].cell, taken[i].slot)
        self._stand(code, origin, slot)
        return won

    def _swap(self, goal, balance):
        """Whether the side that has just captured on `goal` keeps its threshold.

        `balance`: what the other side gains by recapturing. The piece that came and those it took
        have been lifted from the board.
        """
        near: cython.ushort[128]
        lifted: cython.ushort[128]
        codes: cython.uchar[128]
        lifts: cython.int = 0
        side: cython.int = self.side
        won: cython.bint = True
        index: cython.int
        i: cython.int
        cell: cython.int
        n: cython.int = self._collect_near(goal, 1 - side, near, 0)
        if self._cheapest_attacker(goal, 1 - side, near, n) < 0:
            return True
        n = self._collect_near(goal, side, near, n)
        while True:
            side = 1 - side
            index = self._cheapest_attacker(goal, side, near, n)
            if index < 0:
                break
            cell = near[index]
            code: cython.int = self.board[cell]
            lifted[lifts] = cell
            codes[lifts] = code
            lifts += 1
            self._clear(code, cell)
            near[index] = 0
            if code & TYPE_MASK == self.tables.king_type:
                if self._cheapest_attacker(goal, 1 - side, near, n) < 0:
                    won = not won
                break
            won = not won
            balance = self.worth.exchange[code & TYPE_MASK] - balance
            if balance < won:
                break
        for i in range(lifts):
            self._stand(codes[i], lifted[i], self.slot_at[lifted[i]])
        return won

    def _collect_near(self, goal, side, near, n):
        """Adds the cells of a side's pieces that could capture on `goal` were nothing between."""
        slot: cython.int
        cell: cython.int
        for slot in range(self.slots[side]):
            cell = self.cell_of[side * SLOTS + slot]
            if self.board[cell] >> COLOUR_SHIFT != side:
                continue
            if self.tables.reaches[goal - cell + NO_SHIFT] >> self.board[cell] & 1:
                near[n] = cell
                n += 1
        return n

    def _cheapest_attacker(self, goal, side, near, n):
        """Index in `near` of a side's cheapest piece that can capture now, the king last; or -1."""
        best: cython.int = -1
        best_value: cython.int = 0
        value: cython.int
        i: cython.int
        code: cython.int
        for i in range(n):
            if near[i] == 0:
                continue
            code = self.board[near[i]]
            if code >> COLOUR_SHIFT != side:
                continue
            value = self.worth.exchange[code & TYPE_MASK]
            if code & TYPE_MASK == self.tables.king_type:
                value = _KING_LAST
            if (best < 0 or value < best_value) and self._reaches(near[i], code, goal):
                best = i
                best_value = value
        return best

    # -- the end of the game ---------------------------------------------------------------------

    def is_drawn(self, root):
        if self.halfmove >= self.tables.draw_plies and (
            self.checkers == 0 or self.has_legal_move()
        ):
            return True
        if self.alive[0] + self.alive[1] <= _SMALL_MATERIAL and self.dead_material():
            return True
        seen: cython.int = 0
        earlier: cython.int = self.ply - 4
        last: cython.int = max(0, self.ply - self.halfmove)
        while earlier >= last:
            if self.stack[earlier].hash_key == self.hash_key:
                seen += 1
                if earlier > root or seen + 1 >= self.tables.draw_repetitions:
                    return True
            earlier -= 2
        return False

    def repetitions(self):
        seen: cython.int = 0
        earlier: cython.int = self.ply - 4
        last: cython.int = max(0, self.ply - self.halfmove)
        while earlier >= last:
            seen += self.stack[earlier].hash_key == self.hash_key
            earlier -= 2
        return seen

    def dead_material(self):
        """Bare kings, or what the draw rules name as too little to win."""
        left: cython.int = self.alive[0] + self.alive[1] - 2
        if left == 0:
            return True
        colour: cython.int
        slot: cython.int
        cell: cython.int
        kind: cython.int
        shades: cython.int = 0
        lone: cython.bint = left == 1
        for colour in range(2):
            for slot in range(self.slots[colour]):
                cell = self.cell_of[colour * SLOTS + slot]
                if cell == 0 or cell == self.king_cell[colour]:
                    continue
                kind = self.board[cell] & TYPE_MASK
                lone = lone and self.tables.lone_types >> kind & 1
                if not self.tables.same_shade_types >> kind & 1:
                    return lone
                shades |= 1 << (file_of(cell) + rank_of(cell)) % 2
        return shades != 3

    def status(self):
        if not self.has_legal_move():
            if self.checkers:
                return Status("win", "wb"[1 - self.side], "checkmate")
            return Status("draw", None, "stalemate")
        if self.dead_material():
            bare = self.alive[0] + self.alive[1] == 2
            return Status("draw", None, "bare" if bare else "insufficient")
        if self.repetitions() + 1 >= self.tables.draw_repetitions:
            return Status("draw", None, "repetition")
        if self.halfmove >= self.tables.draw_plies:
            return Status("draw", None, "fiftymove")
        return Status("ongoing")

    # -- text ------------------------------------------------------------------------------------

    def text(self, move):
        squares: str = cell_name(origin_of(move)) + cell_name(goal_of(move))
        if kind_of(move) != PROMOTION and kind_of(move) != TURN:
            return squares
        letter: str = self.tables.letters[detail_of(move)]
        return squares + ("+" if letter[0] == "+" else letter.lower())

    def find(self, text):
        """Only the piece whose square the text begins with is looked at."""
        slot: cython.int
        cell: cython.int
        i: cython.int
        n: cython.int
        if self.checkers == 1:
            self._mark_answers()
        for slot in range(self.slots[self.side]):
            cell = self.cell_of[self.side * SLOTS + slot]
            if cell == 0 or not text.startswith(cell_name(cell)):
                continue
            n = self._slot_moves(slot, self.scratch, 0, ALL_MOVES)
            if cell == self.king_cell[self.side] and self.rights and self.checkers == 0:
                n = self._castling_moves(self.scratch, n)
            for i in range(n):
                if self.text(self.scratch[i].move) == text:
                    return self.scratch[i].move
        return NO_MOVE

    def setup(self):
        """The position as an `engine.board.fen.Setup`."""
        pieces = {}
        colour: cython.int
        slot: cython.int
        cell: cython.int
        for colour in range(2):
            for slot in range(self.slots[colour]):
                cell = self.cell_of[colour * SLOTS + slot]
                if cell:
                    square = (file_of(cell), rank_of(cell))
                    pieces[square] = self.tables.letters[self.board[cell]]
        target = (file_of(self.target), rank_of(self.target)) if self.target else None
        if not self.target_counts and not self.tables.target_always_shown:
            target = None
        blocked = frozenset((file_of(cell), rank_of(cell)) for cell in self.blocked)
        return fen.Setup(
            pieces, "wb"[self.side], self.rights, target, self.halfmove, self.fullmove(), blocked
        )

    def fen(self):
        return fen.write(self.setup(), self.variant)

    def flipped(self):
        return fen.write(fen.flip(self.setup(), self.variant), self.variant)

    def diagram(self):
        return draw(self.setup(), self.variant)

    # -- checks of this class itself -------------------------------------------------------------

    def verify(self):
        if not self._consistent():
            raise AssertionError(f"incremental data are wrong in {self.fen()!r}")

    def _abort_if_inconsistent(self):
        if not self._consistent():
            with cython.gil:
                print(f"incremental data are wrong in {self.fen()!r}", file=sys.stderr, flush=True)
            abort()

    def _consistent(self):
        """Whether key, lists, sums and checks equal a recomputation."""
        key: cython.ulonglong = self.blocked_key
        key ^= self.tables.side_key if self.side == BLACK else 0
        midgame: cython.int = 0
        endgame: cython.int = 0
        phase: cython.int = 0
        colour: cython.int
        slot: cython.int
        cell: cython.int
        code: cython.int
        bit: cython.int
        alive: cython.int
        officers: cython.int
        listed: cython.int = 0
        on_board: cython.int = 0
        for colour in range(2):
            alive = 0
            officers = 0
            for slot in range(self.slots[colour]):
                cell = self.cell_of[colour * SLOTS + slot]
                if cell == 0:
                    continue
                code = self.board[cell]
                if self.slot_at[cell] != slot or code >> COLOUR_SHIFT != colour:
                    return False
                if self.tables.second[code]:
                    on_board -= 1
                    if self.board[cell + self.tables.second[code]] != code:
                        return False
                if code & TYPE_MASK == self.tables.king_type and self.king_cell[colour] != cell:
                    return False
                alive += 1
                officers += self._officer(code)
                key ^= self.tables.piece_keys[code * CELLS + cell]
                midgame += self.worth.placed[code * CELLS + cell].midgame
                endgame += self.worth.placed[code * CELLS + cell].endgame
                phase += self.worth.phase[code & TYPE_MASK]
            if alive != self.alive[colour] or officers != self.officers[colour]:
                return False
            listed += alive
        for cell in range(CELLS):
            on_board += self.board[cell] != EMPTY and self.board[cell] != EDGE
        for code in range(CODES):
            listed -= self.tally[code]
            on_board -= self.tally[code]
        for bit in range(self.tables.rights):
            if self.rights >> bit & 1:
                key ^= self.tables.right_keys[bit]
        if self.target_counts:
            key ^= self.tables.target_keys[self.target]
        return (
            listed == 0
            and on_board == 0
            and key == self.hash_key
            and midgame == self.midgame
            and endgame == self.endgame
            and phase == self.phase
            and (self.checkers > 0) == self.attacked(self.king_cell[self.side], 1 - self.side)
        )
