"""Positions of games whose pieces are patches of stones: see engine.board.patches.

A side without a ring has lost, the mover first, so every position knows whether it is over.
"""

import re
import sys

import cython
from cython.cimports.engine.board.bits import lowest_bit, ones
from cython.cimports.engine.board.moves import (
    ALL_MOVES,
    BLACK,
    DEBUG,
    NO_MOVE,
    NORMAL,
    TACTICAL,
    WHITE,
    Candidate,
    Move,
    origin_of,
    pack,
    to_of,
)
from cython.cimports.engine.board.position import Position
from cython.cimports.engine.kinds.stones.patches import (
    CENTRE,
    END_ROW,
    FIRST_ROW,
    LENGTHS,
    MARGIN_LABEL,
    NO_OFFSET,
    OFFSETS,
    PATCH,
    ROW_BITS,
    ROWS,
    SHORT_STEPS,
    UNKNOWN,
    direction_of,
    dx_of,
    dy_of,
    find_rings,
    geometry,
    grow,
    look_around,
    moved,
    nearly_rings,
    patch_of,
    patch_row,
    play_on,
    step_of,
    sweep_board,
)
from cython.cimports.libc.stdlib import abort, free, malloc, realloc
from cython.cimports.libc.string import memcpy, memset

from engine.board.status import Status
from engine.kinds.stones import stone_fen

_FIRST_CAPACITY = cython.declare(cython.int, 256)  # plies of game and search together
_STONE_CP = cython.declare(cython.int, 30)  # for move ordering
_RING_CP = cython.declare(cython.int, 150)  # a ring that is not the last, likewise
_TEXT = re.compile(r"([a-t])([1-9][0-9]?)([a-t])([1-9][0-9]?)")


class Stones(Position):
    def __cinit__(self):
        self.capacity = _FIRST_CAPACITY
        self.stack = cython.cast(
            cython.pointer[Layout], malloc(self.capacity * cython.sizeof(Layout))
        )
        if not self.stack:
            raise MemoryError

    def __dealloc__(self):
        free(self.stack)

    def __init__(self, variant, setup=None):
        """`setup`: a FEN or what one was read into; the start position without. Raises FenError."""
        Position.__init__(self, variant)
        self.geometry = geometry()
        self.files = variant.files
        self.draw_plies = variant.draws.plies
        self.draw_repetitions = variant.draws.repetitions
        self.history_slots = PATCH * variant.files * variant.ranks
        y: cython.int
        first: cython.int = FIRST_ROW + 1
        board: cython.uint = ((1 << self.files) - 1) << first
        for y in range(first, first + variant.ranks):
            self.inside[y] = board
        if variant.centres_outside:
            grow(self.inside, self.centres)
        else:
            memcpy(self.centres, self.inside, cython.sizeof(self.centres))
        if not isinstance(setup, stone_fen.StoneSetup):
            setup = stone_fen.read(variant.start if setup is None else setup, variant)
        self._put_down(setup)

    def _put_down(self, setup):
        colour: cython.int
        file: cython.int
        rank: cython.int
        self.ply = 0
        now: cython.pointer[Layout] = self.stack
        memset(now, 0, cython.sizeof(Layout))
        for (file, rank), side in setup.colours.items():
            colour = BLACK if side == "b" else WHITE
            now.stones[colour * ROWS + FIRST_ROW + 1 + rank] |= 1 << (FIRST_ROW + 1 + file)
            now.counts[colour] += 1
        now.board_key = self._board_key(now)
        now.halfmove = setup.halfmove
        now.threatened = UNKNOWN
        find_rings(now, WHITE)
        find_rings(now, BLACK)
        self.side = BLACK if setup.side == "b" else WHITE
        self.first_side = self.side
        self.first_fullmove = setup.fullmove
        self._see()

    def _see(self):
        """Takes over from the layout of this ply what every position shows."""
        now: cython.pointer[Layout] = self.stack + self.ply
        self.hash_key = now.board_key ^ (self.geometry.side_key if self.side == BLACK else 0)
        self.halfmove = now.halfmove
        self.verdict = 0
        if now.ring_counts[1 - self.side] == 0:
            self.verdict = 1
        elif now.ring_counts[self.side] == 0:
            self.verdict = -1

    # -- moves -----------------------------------------------------------------------------------

    def look(self):
        """What patches can do in this position."""
        now: cython.pointer[Layout] = self.stack + self.ply
        if not self.outlook.known or self.outlook.board_key != now.board_key:
            look_around(cython.address(self.outlook), now, self.centres)
        return cython.address(self.outlook)

    def sweep(self, colour):
        """All moves of a side in this position."""
        now: cython.pointer[Layout] = self.stack + self.ply
        sweep: cython.pointer[Sweep] = cython.address(self.sweeps[colour])
        if not sweep.known or sweep.board_key != now.board_key:
            sweep_board(sweep, self.look(), now, colour, self.inside)
        return sweep

    def generate(self, out, what):
        """Of tactical or quiet moves alone, only those worth a search: of two that surely lead to
        the same board one, under a threat only what may answer it, or one move if nothing may.
        """
        n: cython.int = 0
        direction: cython.int
        steps: cython.int
        if self.verdict != 0:
            return 0
        sweep: cython.pointer[Sweep] = self.sweep(self.side)
        answering: cython.bint = what != ALL_MOVES and self.threatened()
        if answering:
            self._mark_answers()
        while True:
            for direction in range(PATCH):
                if direction == CENTRE:
                    continue
                for steps in range(1, sweep.longest[direction] + 1):
                    n = self._emit(sweep, direction, steps, what, answering, out, n)
            if not answering:
                return n if what == ALL_MOVES or not self.threatened() else min(n, 1)
            if n > 0 or what == TACTICAL:
                return n
            answering = False  # nothing helps: any move shows that

    def _emit(self, sweep, direction, steps, what, answering, out, n):
        """The moves of one direction and length."""
        goals: cython.p_uint = cython.address(sweep.goals[(direction * LENGTHS + steps) * ROWS])
        contact: cython.p_uint = cython.address(self.look().contact[self.side * ROWS])
        own: cython.p_uint = cython.address((self.stack + self.ply).stones[self.side * ROWS])
        back: cython.int = steps * step_of(direction)
        left: cython.uint
        y: cython.int
        goal: cython.int
        origin: cython.int
        candidate: cython.pointer[Candidate]
        for y in range(FIRST_ROW, END_ROW):
            left = goals[y]
            if what != ALL_MOVES:
                left &= contact[y] if what == TACTICAL else ~contact[y]
            while left:
                goal = y * ROW_BITS + lowest_bit(left)
                left &= left - 1
                origin = goal - back
                if what != ALL_MOVES:
                    if (
                        answering
                        and not self.answers[y] >> goal % ROW_BITS & 1
                        and not self.geometry.ringlike[patch_of(own, origin)]
                    ):
                        continue
                    if what != TACTICAL and self._has_twin(sweep, direction, steps, origin, goal):
                        continue
                candidate = out + n
                n += 1
                if what == TACTICAL:
                    self.describe(pack(origin, goal, NORMAL, 0), candidate)
                    continue
                candidate.move = pack(origin, goal, NORMAL, 0)
                candidate.slot = self._slot(direction, goal)
                candidate.gain = 0
                candidate.victim = 0
                candidate.tactical = False
        return n

    def _has_twin(self, sweep, direction, steps, origin, goal):
        """Whether the patch one up or to the right has the same stones and makes the same move."""
        now: cython.pointer[Layout] = self.stack + self.ply
        own: cython.p_uint = cython.address(now.stones[self.side * ROWS])
        patch: cython.int = patch_of(own, origin)
        starts: cython.p_uint = cython.address(
            self.look().starts[(self.side * PATCH + direction) * ROWS]
        )
        goals: cython.p_uint = cython.address(sweep.goals[(direction * LENGTHS + steps) * ROWS])
        y: cython.int = origin // ROW_BITS
        x: cython.int = origin % ROW_BITS
        to_y: cython.int = goal // ROW_BITS
        to_x: cython.int = goal % ROW_BITS
        if (
            patch & 0b111 == 0
            and starts[y + 1] >> x & 1
            and goals[to_y + 1] >> to_x & 1
            and patch_row(own, origin, 2) == 0
            and self._lands_clear(origin, goal)
            and self._lands_clear(origin + ROW_BITS, goal + ROW_BITS)
        ):
            return True
        return (
            patch & 0b001001001 == 0
            and starts[y] >> (x + 1) & 1
            and goals[to_y] >> (to_x + 1) & 1
            and patch_of(own, origin + 1) == patch >> 1
            and self._lands_clear(origin, goal)
            and self._lands_clear(origin + 1, goal + 1)
        )

    def _lands_clear(self, origin, goal):
        """Whether no stone but the patch's own lies where it lands."""
        now: cython.pointer[Layout] = self.stack + self.ply
        own: cython.p_uint = cython.address(now.stones[self.side * ROWS])
        enemy: cython.p_uint = cython.address(now.stones[(1 - self.side) * ROWS])
        i: cython.int
        y: cython.int
        away: cython.int
        stones: cython.uint
        x: cython.int = goal % ROW_BITS - 1
        for i in range(-1, 2):
            y = goal // ROW_BITS + i
            stones = own[y]
            away = y - origin // ROW_BITS
            if -1 <= away <= 1:
                stones &= ~(cython.cast(cython.uint, 7) << (origin % ROW_BITS - 1))
            if (stones | enemy[y]) >> x & 7:
                return False
        return True

    def _slot(self, direction, goal):
        """For the histories a move is its direction and its goal."""
        rank: cython.int = goal // ROW_BITS - FIRST_ROW - 1
        file: cython.int = goal % ROW_BITS - FIRST_ROW - 1
        return direction * self.history_slots // PATCH + rank * self.files + file

    def describe(self, move, out):
        origin: cython.int = origin_of(move)
        goal: cython.int = to_of(move)
        taken: cython.int
        out.move = move
        out.gain = self._gain(move, cython.address(taken))
        out.slot = self._slot(direction_of(origin, goal), goal)
        out.victim = taken
        out.tactical = taken > 0
        if not out.tactical:
            out.gain = 0

    def _gain(self, move, taken):
        """What a move wins at first sight, centipawns; `taken`: enemy stones."""
        now: cython.pointer[Layout] = self.stack + self.ply
        us: cython.int = self.side
        own: cython.p_uint = cython.address(now.stones[us * ROWS])
        enemy: cython.p_uint = cython.address(now.stones[(1 - us) * ROWS])
        rings: cython.p_uint = cython.address(now.rings[(1 - us) * ROWS])
        origin: cython.int = origin_of(move)
        goal: cython.int = to_of(move)
        lost: cython.int = 0
        broken: cython.uint = 0
        lifted: cython.uint
        there: cython.uint
        i: cython.int
        y: cython.int
        x: cython.int = goal % ROW_BITS - 1
        away: cython.int
        taken[0] = 0
        for i in range(-1, 2):
            y = goal // ROW_BITS + i
            taken[0] += ones(enemy[y] >> x & 7)
            there = own[y]
            away = y - origin // ROW_BITS
            if -1 <= away <= 1:
                there &= ~(cython.cast(cython.uint, 7) << (origin % ROW_BITS - 1))
            lost += ones(there >> x & 7)
            lifted = patch_row(own, origin, i)
            lost += ones(lifted & ~(self.inside[y] >> x))
        if now.ring_counts[1 - us] > 1 and taken[0] > 0:
            for i in range(-2, 3):
                broken |= rings[goal // ROW_BITS + i] >> (x - 1) & 31
        return (taken[0] - lost) * _STONE_CP + (_RING_CP if broken else 0)

    def is_legal(self, move):
        return self.verdict == 0 and self._can_go(origin_of(move), to_of(move))

    def _can_go(self, origin, goal):
        """Whether the patch around `origin` may move to `goal`."""
        now: cython.pointer[Layout] = self.stack + self.ply
        own: cython.p_uint = cython.address(now.stones[self.side * ROWS])
        enemy: cython.p_uint = cython.address(now.stones[(1 - self.side) * ROWS])
        dx: cython.int = goal % ROW_BITS - origin % ROW_BITS
        dy: cython.int = goal // ROW_BITS - origin // ROW_BITS
        steps: cython.int = max(abs(dx), abs(dy))
        direction: cython.int = direction_of(origin, goal)
        cell: cython.int
        if (
            steps == 0
            or (dx and dy and abs(dx) != abs(dy))
            or max(origin, goal) >= END_ROW * ROW_BITS
            or not self.centres[origin // ROW_BITS] >> origin % ROW_BITS & 1
            or not self.inside[goal // ROW_BITS] >> goal % ROW_BITS & 1
        ):
            return False
        patch: cython.int = patch_of(own, origin)
        if not patch >> direction & 1 or patch_of(enemy, origin):
            return False
        if steps > SHORT_STEPS and not patch >> CENTRE & 1:
            return False
        cell = origin + step_of(direction)
        while cell != goal:
            if not self.inside[cell // ROW_BITS] >> cell % ROW_BITS & 1:
                return False
            if not self._lands_clear(origin, cell):
                return False
            cell += step_of(direction)
        return True

    def key_after(self, move):
        now: cython.pointer[Layout] = self.stack + self.ply
        own: cython.p_uint = cython.address(now.stones[self.side * ROWS])
        keys: cython.pointer[cython.ulonglong] = self.geometry.triples
        key: cython.ulonglong = self.hash_key ^ self.geometry.side_key
        origin: cython.int = origin_of(move)
        goal: cython.int = to_of(move)
        first: cython.int = self.side * ROWS * ROW_BITS
        i: cython.int
        lifted: cython.uint
        for i in range(-1, 2):
            lifted = patch_row(own, origin, i)
            key ^= keys[(first + origin + i * ROW_BITS - 1) * 8 + lifted]
            key ^= keys[(first + goal + i * ROW_BITS - 1) * 8 + lifted]
        return key

    def make(self, move):
        now: cython.pointer[Layout] = self.stack + self.ply
        after: cython.pointer[Layout] = now + 1
        memcpy(after, now, cython.sizeof(Layout))
        play_on(after, self.geometry, self.inside, self.side, origin_of(move), to_of(move))
        after.move = move
        self.ply += 1
        self.side = 1 - self.side
        self._see()
        if DEBUG:
            self._abort_if_inconsistent()

    def unmake(self):
        self.ply -= 1
        self.side = 1 - self.side
        self._see()

    def make_null(self):
        now: cython.pointer[Layout] = self.stack + self.ply
        memcpy(now + 1, now, cython.sizeof(Layout))
        now[1].move = NO_MOVE
        now[1].threatened = UNKNOWN
        now[1].halfmove += 1
        self.ply += 1
        self.side = 1 - self.side
        self._see()

    def unmake_null(self):
        self.unmake()

    def can_pass(self):
        return True

    def reserve(self, plies):
        needed: cython.int = self.ply + plies + 2
        if needed <= self.capacity:
            return
        stack = cython.cast(
            cython.pointer[Layout], realloc(self.stack, 2 * needed * cython.sizeof(Layout))
        )
        if not stack:
            raise MemoryError
        self.stack = stack
        self.capacity = 2 * needed

    # -- rings -----------------------------------------------------------------------------------

    def _near_rings(self, colour, near):
        """Marks the goals that break every ring of a side; returns the first row of them, 0 if
        there are none: they fit into five rows.
        """
        now: cython.pointer[Layout] = self.stack + self.ply
        rings: cython.p_uint = cython.address(now.rings[colour * ROWS])
        left: cython.uint
        around: cython.uint
        first: cython.int = 0
        last: cython.int = END_ROW
        y: cython.int
        memset(near, 0, cython.sizeof(Rows))
        around = 0xFFFFFFFF
        for y in range(FIRST_ROW, END_ROW):
            left = rings[y]
            if left:
                first = max(first, y - 2)
                last = min(last, y + 2)
            while left:
                around &= cython.cast(cython.uint, 31) << (lowest_bit(left) - 2)
                left &= left - 1
        if around == 0 or first > last:
            return 0
        for y in range(first, last + 1):
            near[y] = around & self.inside[y]
        return first

    def winning_move(self):
        return self._winning_move(self.side) if self.verdict == 0 else NO_MOVE

    def _winning_move(self, colour):
        """A move that leaves a side, were it to move, the only one with a ring; or NO_MOVE.

        Goes back from the goals that break the rings, step by step, to where patches may start.
        """
        now: cython.pointer[Layout] = self.stack + self.ply
        own: cython.p_uint = cython.address(now.stones[colour * ROWS])
        outlook: cython.pointer[Outlook]
        near: Rows
        from_there: cython.uint[8]
        origins: cython.uint[8]
        starts: cython.p_uint
        wide: cython.p_uint
        tall: cython.p_uint
        inside: cython.p_uint
        any_left: cython.uint
        any_start: cython.uint
        direction: cython.int
        steps: cython.int
        dx: cython.int
        dy: cython.int
        row: cython.int
        i: cython.int
        move: Move
        first: cython.int = self._near_rings(1 - colour, near)
        if first == 0:
            return NO_MOVE
        outlook = self.look()
        for direction in range(PATCH):
            if direction == CENTRE:
                continue
            dx = dx_of(direction)
            dy = dy_of(direction)
            for i in range(8):
                from_there[i] = near[first + i]
            row = first
            steps = 1
            while True:
                row -= dy
                if row < 0 or row > ROWS - 9:
                    break
                starts = cython.address(outlook.starts[(colour * PATCH + direction) * ROWS + row])
                wide = cython.address(outlook.wide[row + dy])
                tall = cython.address(outlook.tall[row])
                inside = cython.address(self.inside[row])
                any_left = 0
                any_start = 0
                for i in range(8):
                    from_there[i] = moved(from_there[i], -dx)
                    origins[i] = from_there[i] & starts[i]
                    any_start |= origins[i]
                if any_start:
                    if steps > SHORT_STEPS:
                        for i in range(8):
                            origins[i] &= own[row + i]
                    move = self._winning_start(colour, origins, direction, row, steps)
                    if move:
                        return move
                for i in range(8):
                    from_there[i] &= inside[i]
                    if dy:
                        from_there[i] &= ~wide[i]
                    if dx:
                        from_there[i] &= ~moved(tall[i], -dx)
                    any_left |= from_there[i]
                if not any_left:
                    break
                steps += 1
        return NO_MOVE

    def _winning_start(self, colour, origins, direction, first, steps):
        """The first winning move from some origins, eight rows of them, or NO_MOVE."""
        trial: Layout
        left: cython.uint
        origin: cython.int
        goal: cython.int
        i: cython.int
        for i in range(8):
            left = origins[i]
            while left:
                origin = (first + i) * ROW_BITS + lowest_bit(left)
                left &= left - 1
                goal = origin + steps * step_of(direction)
                memcpy(cython.address(trial), self.stack + self.ply, cython.sizeof(Layout))
                play_on(cython.address(trial), self.geometry, self.inside, colour, origin, goal)
                if trial.ring_counts[colour] > 0 and trial.ring_counts[1 - colour] == 0:
                    return pack(origin, goal, NORMAL, 0)
        return NO_MOVE

    def threatened(self):
        now: cython.pointer[Layout] = self.stack + self.ply
        if now.threatened == UNKNOWN:
            now.threatened = self.verdict == 0 and self._winning_move(1 - self.side) != NO_MOVE
        return now.threatened

    def _mark_answers(self):
        """Marks the goals from which a patch meets an attacker where it starts or on its way, may
        complete a ring, or breaks one of the enemy's.
        """
        now: cython.pointer[Layout] = self.stack + self.ply
        us: cython.int = self.side
        sweep: cython.pointer[Sweep] = self.sweep(1 - us)
        near: Rows
        marks: Rows
        left: cython.uint
        direction: cython.int
        steps: cython.int
        y: cython.int
        cell: cython.int
        goal: cython.int
        self._near_rings(us, near)
        nearly_rings(cython.address(now.stones[us * ROWS]), marks)
        for y in range(FIRST_ROW, END_ROW):
            marks[y] |= now.rings[(1 - us) * ROWS + y]
        for direction in range(PATCH):
            if direction == CENTRE:
                continue
            for steps in range(1, sweep.longest[direction] + 1):
                for y in range(FIRST_ROW, END_ROW):
                    left = near[y] & sweep.goals[(direction * LENGTHS + steps) * ROWS + y]
                    while left:
                        goal = y * ROW_BITS + lowest_bit(left)
                        left &= left - 1
                        cell = goal - steps * step_of(direction)
                        while cell != goal:
                            marks[cell // ROW_BITS] |= (
                                cython.cast(cython.uint, 1) << cell % ROW_BITS
                            )
                            cell += step_of(direction)
        grow(marks, near)
        grow(near, self.answers)

    def gives_check(self, move):
        """Whether the patch will point at a ring from its goal, whatever is between."""
        now: cython.pointer[Layout] = self.stack + self.ply
        rings: cython.p_uint = cython.address(now.rings[(1 - self.side) * ROWS])
        patch: cython.int = patch_of(cython.address(now.stones[self.side * ROWS]), origin_of(move))
        goal: cython.int = to_of(move)
        left: cython.uint
        y: cython.int
        offset: cython.int
        for y in range(FIRST_ROW, END_ROW):
            left = rings[y]
            while left:
                offset = (y - goal // ROW_BITS + NO_OFFSET) * OFFSETS + (
                    lowest_bit(left) - goal % ROW_BITS + NO_OFFSET
                )
                left &= left - 1
                if patch & (
                    self.geometry.near_long[offset]
                    if patch >> CENTRE & 1
                    else self.geometry.near_short[offset]
                ):
                    return True
        return False

    def wins_exchange(self, move, threshold):
        taken: cython.int
        return self._gain(move, cython.address(taken)) >= threshold

    # -- the end of the game ---------------------------------------------------------------------

    def is_drawn(self, root):
        seen: cython.int = 0
        now: cython.pointer[Layout] = self.stack + self.ply
        earlier: cython.int = self.ply - 4
        last: cython.int = max(0, self.ply - now.halfmove)
        if now.halfmove >= self.draw_plies:
            return True
        while earlier >= last:
            if self.stack[earlier].board_key == now.board_key:
                seen += 1
                if earlier > root or seen + 1 >= self.draw_repetitions:
                    return True
            earlier -= 2
        return False

    def repetitions(self):
        seen: cython.int = 0
        now: cython.pointer[Layout] = self.stack + self.ply
        earlier: cython.int = self.ply - 4
        last: cython.int = max(0, self.ply - now.halfmove)
        while earlier >= last:
            seen += self.stack[earlier].board_key == now.board_key
            earlier -= 2
        return seen

    def in_check(self):
        """There is no check in a game without kings."""
        return False

    def status(self):
        if self.verdict:
            return Status("win", "wb"[self.side if self.verdict > 0 else 1 - self.side], "rings")
        if self.repetitions() + 1 >= self.draw_repetitions:
            return Status("draw", None, "repetition")
        if self.halfmove >= self.draw_plies:
            return Status("draw", None, "fiftymove")
        return Status("ongoing")

    # -- text ------------------------------------------------------------------------------------

    def text(self, move):
        return _cell_name(origin_of(move)) + _cell_name(to_of(move))

    def find(self, text):
        match = _TEXT.fullmatch(text)
        if not match:
            return NO_MOVE
        origin: cython.int = _cell_of(match[1], match[2])
        goal: cython.int = _cell_of(match[3], match[4])
        move: Move = pack(origin, goal, NORMAL, 0) if origin and goal else NO_MOVE
        return move if move and self.is_legal(move) else NO_MOVE

    def setup(self):
        """The position as an `engine.board.stone_fen.StoneSetup`."""
        now: cython.pointer[Layout] = self.stack + self.ply
        colours = {}
        colour: cython.int
        y: cython.int
        left: cython.uint
        for colour in range(2):
            for y in range(FIRST_ROW, END_ROW):
                left = now.stones[colour * ROWS + y]
                while left:
                    colours[lowest_bit(left) - FIRST_ROW - 1, y - FIRST_ROW - 1] = "wb"[colour]
                    left &= left - 1
        return stone_fen.StoneSetup(colours, "wb"[self.side], self.halfmove, self.fullmove())

    def fen(self):
        return stone_fen.write(self.setup(), self.variant)

    def flipped(self):
        return stone_fen.write(stone_fen.flip(self.setup(), self.variant), self.variant)

    def diagram(self):
        return stone_fen.draw(self.setup(), self.variant)

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
        """Whether key, counts and rings equal a recomputation, and no stone is off the board."""
        now: cython.pointer[Layout] = self.stack + self.ply
        fresh: Layout
        colour: cython.int
        y: cython.int
        count: cython.int
        memcpy(cython.address(fresh), now, cython.sizeof(Layout))
        for colour in range(2):
            find_rings(cython.address(fresh), colour)
            if fresh.ring_counts[colour] != now.ring_counts[colour]:
                return False
            count = 0
            for y in range(ROWS):
                count += ones(now.stones[colour * ROWS + y])
                if now.stones[colour * ROWS + y] & ~self.inside[y]:
                    return False
                if now.stones[y] & now.stones[ROWS + y]:
                    return False
                if FIRST_ROW <= y < END_ROW and (
                    fresh.rings[colour * ROWS + y] != now.rings[colour * ROWS + y]
                ):
                    return False
            if count != now.counts[colour]:
                return False
        return now.board_key == self._board_key(now)

    def _board_key(self, layout):
        """The key of the stones, computed one by one."""
        key: cython.ulonglong = 0
        i: cython.int
        left: cython.uint
        for i in range(2 * ROWS):
            left = layout.stones[i]
            while left:
                key ^= self.geometry.triples[(i * ROW_BITS + lowest_bit(left)) * 8 + 1]
                left &= left - 1
        return key


def _cell_name(cell: cython.int) -> str:
    return f"{chr(ord('a') + cell % ROW_BITS - FIRST_ROW)}{cell // ROW_BITS - MARGIN_LABEL}"


def _cell_of(file: str, rank: str) -> cython.int:
    """A cell by its label, 0 for none."""
    row: cython.int = int(rank) + MARGIN_LABEL
    return row * ROW_BITS + ord(file) - ord("a") + FIRST_ROW if row < END_ROW else 0
