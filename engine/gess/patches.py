"""Moves of patches: rings, making a move, and all moves of a side at once.

The .pxd explains how a board is stored in rows of bits. Loops run over whole rows, so that the
compiler can vectorise them.
"""

import cython
from cython.cimports.amalthea.engine.core.bits import ones
from cython.cimports.amalthea.engine.core.zobrist import next_key
from cython.cimports.libc.string import memcpy, memset

_KEY_SEED = cython.declare(cython.ulonglong, 0x4745535347455353)  # "GESSGESS"
_LONGEST = cython.declare(cython.int, 18)  # steps of the longest move
_REACH = cython.declare(cython.int, 2)  # two patches overlap if their centres are this close

_known: list = []


class Geometry:
    """The constant tables of hash keys, distances and patterns."""

    def __init__(self):
        state: cython.ulonglong = _KEY_SEED
        cells: cython.ulonglong[3]
        i: cython.int
        bit: cython.int
        pattern: cython.int
        for i in range(2 * ROWS):
            cells[0] = next_key(cython.address(state))
            cells[1] = next_key(cython.address(state))
            for bit in range(ROW_BITS):
                cells[2] = next_key(cython.address(state))
                for pattern in range(8):
                    self.triples[(i * ROW_BITS + bit) * 8 + pattern] = (
                        (cells[0] if pattern & 1 else 0)
                        ^ (cells[1] if pattern & 2 else 0)
                        ^ (cells[2] if pattern & 4 else 0)
                    )
                cells[0] = cells[1]
                cells[1] = cells[2]
        self.side_key = next_key(cython.address(state))
        self._fill_distances()
        for pattern in range(1 << PATCH):
            self.ringlike[pattern] = _is_ringlike(pattern)

    def _fill_distances(self):
        """Fill in `near_short` and `near_long`."""
        dx: cython.int
        dy: cython.int
        direction: cython.int
        steps: cython.int
        i: cython.int = 0
        for dy in range(-NO_OFFSET, NO_OFFSET + 1):
            for dx in range(-NO_OFFSET, NO_OFFSET + 1):
                for direction in range(PATCH):
                    if direction == CENTRE:
                        continue
                    for steps in range(1, _LONGEST + 1):
                        if (
                            abs(dx - steps * dx_of(direction)) <= _REACH
                            and abs(dy - steps * dy_of(direction)) <= _REACH
                        ):
                            self.near_long[i] |= 1 << direction
                            if steps <= SHORT_STEPS:
                                self.near_short[i] |= 1 << direction
                i += 1


@cython.cfunc
def _is_ringlike(pattern: cython.int) -> cython.bint:
    """Return True if a patch is a ring or has five stones of one: a row of three completes it."""
    if pattern == 0b111_101_111:
        return True
    open_above = (pattern & 0b111_111_000) == 0b101_111_000
    open_below = (pattern & 0b000_111_111) == 0b000_111_101
    open_left = (pattern & 0b011_011_011) == 0b011_010_011
    open_right = (pattern & 0b110_110_110) == 0b110_010_110
    return open_above or open_below or open_left or open_right


def geometry():
    """Return the only instance; make it on the first call."""
    if not _known:
        _known.append(Geometry())
    return _known[0]


def find_rings(layout, colour):
    """Find the rings of a side: eight of its stones around an empty cell."""
    own: cython.p_uint = cython.address(layout.stones[colour * ROWS])
    enemy: cython.p_uint = cython.address(layout.stones[(1 - colour) * ROWS])
    rings: cython.p_uint = cython.address(layout.rings[colour * ROWS])
    y: cython.int
    found: cython.uint = 0
    for y in range(FIRST_ROW, END_ROW):
        rings[y] = (
            (own[y - 1] & own[y - 1] << 1 & own[y - 1] >> 1)
            & (own[y] << 1 & own[y] >> 1 & ~(own[y] | enemy[y]))
            & (own[y + 1] & own[y + 1] << 1 & own[y + 1] >> 1)
        )
        found |= rings[y]
    layout.ring_counts[colour] = 0
    if found:
        for y in range(FIRST_ROW, END_ROW):
            layout.ring_counts[colour] += ones(rings[y])


def move_patch(layout, geometry, inside, us, origin, to):
    """Move a patch: lift its stones, clear the target patch and put them down there."""
    them: cython.int = 1 - us
    own: cython.p_uint = cython.address(layout.stones[us * ROWS])
    enemy: cython.p_uint = cython.address(layout.stones[them * ROWS])
    keys: cython.pointer[cython.ulonglong] = geometry.triples
    key: cython.ulonglong = layout.board_key
    lifted: cython.uint[3]
    placed: cython.uint
    taken: cython.uint
    change: cython.uint
    i: cython.int
    y: cython.int = origin // ROW_BITS - 1
    x: cython.int = origin % ROW_BITS - 1
    mine: cython.int = 0
    theirs: cython.int = 0
    for i in range(3):
        lifted[i] = own[y + i] >> x & 7
        own[y + i] ^= lifted[i] << x
        key ^= keys[((us * ROWS + y + i) * ROW_BITS + x) * 8 + lifted[i]]
        mine -= ones(lifted[i])
    y = to // ROW_BITS - 1
    x = to % ROW_BITS - 1
    for i in range(3):
        placed = lifted[i] & inside[y + i] >> x
        change = (own[y + i] >> x & 7) ^ placed
        taken = enemy[y + i] >> x & 7
        mine += ones(placed) - ones(own[y + i] >> x & 7)
        theirs -= ones(taken)
        own[y + i] ^= change << x
        enemy[y + i] ^= taken << x
        key ^= keys[((us * ROWS + y + i) * ROW_BITS + x) * 8 + change]
        key ^= keys[((them * ROWS + y + i) * ROW_BITS + x) * 8 + taken]
    layout.board_key = key
    layout.counts[us] += mine
    layout.counts[them] += theirs
    layout.halfmove = layout.halfmove + 1 if mine == 0 and theirs == 0 else 0
    layout.threatened = UNKNOWN
    find_rings(layout, us)
    if theirs:
        find_rings(layout, them)  # a move that captures nothing cannot change the enemy's rings


def add_neighbours(rows, out):
    """Write all cells of a set and their neighbours to `out`."""
    y: cython.int
    wide: Rows
    for y in range(1, ROWS - 1):
        wide[y] = rows[y] | rows[y] << 1 | rows[y] >> 1
    wide[0] = 0
    wide[ROWS - 1] = 0
    for y in range(1, ROWS - 1):
        out[y] = wide[y - 1] | wide[y] | wide[y + 1]


def find_near_rings(own, out):
    """Find cells with five or more own stones around them, where one move may make a ring."""
    y: cython.int
    low: cython.uint
    high: cython.uint
    side: cython.uint
    sum_low: cython.uint
    carry: cython.uint
    twos: cython.uint[4]
    three: cython.uint
    two: cython.uint
    for y in range(FIRST_ROW, END_ROW):
        # Bitwise sums of two or three cells in each of the rows, then the sum of the three sums.
        low = own[y - 1] << 1 ^ own[y - 1] ^ own[y - 1] >> 1
        twos[0] = (
            (own[y - 1] << 1 & own[y - 1])
            | (own[y - 1] << 1 & own[y - 1] >> 1)
            | (own[y - 1] & own[y - 1] >> 1)
        )
        high = own[y + 1] << 1 ^ own[y + 1] ^ own[y + 1] >> 1
        twos[1] = (
            (own[y + 1] << 1 & own[y + 1])
            | (own[y + 1] << 1 & own[y + 1] >> 1)
            | (own[y + 1] & own[y + 1] >> 1)
        )
        side = own[y] << 1 ^ own[y] >> 1
        twos[2] = own[y] << 1 & own[y] >> 1
        sum_low = low ^ high ^ side
        carry = (low & high) | (low & side) | (high & side)
        twos[3] = carry
        two = (twos[0] ^ twos[1]) & (twos[2] ^ twos[3]) | (twos[0] & twos[1]) | (twos[2] & twos[3])
        three = (twos[0] & twos[1] & (twos[2] | twos[3])) | (
            twos[2] & twos[3] & (twos[0] | twos[1])
        )
        out[y] = three | (two & sum_low)
    memset(out, 0, FIRST_ROW * cython.sizeof(cython.uint))
    memset(out + END_ROW, 0, (ROWS - END_ROW) * cython.sizeof(cython.uint))


def find_mobility(mobility, layout, centres):
    """Find the patches that may move, by direction.

    A patch without enemy stones may move in the directions of its outer stones.
    """
    own: cython.pointer[cython.const[cython.uint]]
    starts: cython.p_uint
    occupied: Rows
    may_start: Rows
    colour: cython.int
    direction: cython.int
    dx: cython.int
    dy: cython.int
    y: cython.int
    for y in range(ROWS):
        occupied[y] = layout.stones[y] | layout.stones[ROWS + y]
    for y in range(1, ROWS - 1):
        mobility.wide[y] = occupied[y] | occupied[y] << 1 | occupied[y] >> 1
        mobility.tall[y] = occupied[y - 1] | occupied[y] | occupied[y + 1]
    for colour in range(2):
        own = cython.address(layout.stones[colour * ROWS])
        add_neighbours(
            cython.address(layout.stones[(1 - colour) * ROWS]),
            cython.address(mobility.contact[colour * ROWS]),
        )
        for y in range(FIRST_ROW, END_ROW):
            may_start[y] = centres[y] & ~mobility.contact[colour * ROWS + y]
        for direction in range(PATCH):
            dx = dx_of(direction)
            dy = dy_of(direction)
            starts = cython.address(mobility.starts[(colour * PATCH + direction) * ROWS])
            for y in range(FIRST_ROW, END_ROW):
                starts[y] = may_start[y] & shift_row(own[y + dy], -dx)
    mobility.board_key = layout.board_key
    mobility.known = True


def find_open_cells(mobility, direction, first, last, out):
    """Find the cells from which a patch may take another step in the same direction.

    It may not go on if its foremost row, column, or both have reached a stone. Computes the rows
    from `first` to `last` - 1.
    """
    y: cython.int
    dx: cython.int = dx_of(direction)
    dy: cython.int = dy_of(direction)
    if dy == 0:
        for y in range(first, last):
            out[y] = ~shift_row(mobility.tall[y], -dx)
    elif dx == 0:
        for y in range(first, last):
            out[y] = ~mobility.wide[y + dy]
    else:
        for y in range(first, last):
            out[y] = ~(mobility.wide[y + dy] | shift_row(mobility.tall[y], -dx))


def find_moves(moves, mobility, layout, us, inside):
    """Find all moves of a side."""
    own: cython.pointer[cython.const[cython.uint]] = cython.address(layout.stones[us * ROWS])
    open_cells: Rows
    going: Rows
    arrivals: cython.p_uint
    direction: cython.int
    dx: cython.int
    dy: cython.int
    steps: cython.int
    y: cython.int
    for direction in range(PATCH):
        moves.longest[direction] = 0
        if direction == CENTRE:
            continue
        dx = dx_of(direction)
        dy = dy_of(direction)
        find_open_cells(mobility, direction, FIRST_ROW, END_ROW, open_cells)
        memset(going, 0, cython.sizeof(going))
        memcpy(
            going + FIRST_ROW,
            cython.address(mobility.starts[(us * PATCH + direction) * ROWS + FIRST_ROW]),
            (END_ROW - FIRST_ROW) * cython.sizeof(cython.uint),
        )
        arrivals = cython.address(moves.arrivals[(direction * LENGTHS + 1) * ROWS])
        steps = 1
        while _step(going, arrivals, inside, dx, dy):
            for y in range(FIRST_ROW, END_ROW):
                going[y] = arrivals[y] & open_cells[y]
            if steps == SHORT_STEPS:
                for y in range(FIRST_ROW, END_ROW):
                    going[y] &= own[y - SHORT_STEPS * dy] << (SHORT_STEPS * (dx + 1)) >> SHORT_STEPS
            steps += 1
            arrivals += ROWS
        moves.longest[direction] = steps - 1
    moves.board_key = layout.board_key
    moves.known = True


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _step(
    going: cython.p_uint,
    arrivals: cython.p_uint,
    inside: cython.pointer[cython.const[cython.uint]],
    dx: cython.int,
    dy: cython.int,
) -> cython.uint:
    """Move all patches that continue by one step; return nonzero if one stays on the board."""
    y: cython.int
    found: cython.uint = 0
    for y in range(FIRST_ROW, END_ROW):
        arrivals[y] = shift_row(going[y - dy], dx) & inside[y]
        found |= arrivals[y]
    return found
