"""Tables of a variant: paths, attack routes, castlings and hash keys as C arrays.

One instance serves every position of a variant and never changes during a game.
"""

from itertools import product

import cython
from cython.cimports.amalthea.engine.core.moves import BLACK, WHITE
from cython.cimports.amalthea.engine.core.zobrist import next_key
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CELLS,
    COLOUR_SHIFT,
    MAX_FILES,
    MAX_RANKS,
    NO_SHIFT,
    ROW,
    SHIFTS,
    TYPE_MASK,
    TYPES,
    cell_at,
    type_bit,
)
from cython.cimports.libc.stdlib import free, realloc

from amalthea.engine.errors import VariantError
from amalthea.engine.pieces.compiled import paths
from amalthea.engine.pieces.description import endings
from amalthea.engine.pieces.description import variant as descriptions

_KEY_SEED = cython.declare(cython.ulonglong, 0x414D414C54484541)  # "AMALTHEA"
_FIRST_TYPES = cython.declare(cython.int, 32)  # keyed first: further types change no other key
_FIRST_HELD = cython.declare(cython.int, 128)  # likewise of the pieces in a hand

# The arrays are as long as what a description may have.
for _most, _length in (
    (descriptions.MAX_FILES, MAX_FILES),
    (descriptions.MAX_RANKS, MAX_RANKS),
    (endings.MAX_CHECKS + 1, CHECK_KEYS),
    (endings.MAX_LINES, MAX_LINES),
    (endings.MAX_COUNTS, MAX_COUNTS),
):
    if _most != _length:
        raise ImportError(f"a limit of descriptions is {_most}, of the compiled tables {_length}")


class Tables:
    """Tables of a variant. Raises VariantError if a description exceeds the arrays."""

    def __dealloc__(self):
        free(self.stops)
        free(self.hopping)
        free(self.conditions)
        free(self.places)

    def __init__(self, variant):
        self._known_trees = {}
        self._known_spans = {}
        self._known_steps = {}
        self._known_places = {}
        self._known_conditions = {}
        self.flying_general = variant.flying_general
        self.flying_diagonals = variant.flying_diagonals
        self.safe_leap = variant.safe_leap
        self.careful_leap = variant.safe_leap or variant.first_leaps is not None
        self.forward[WHITE] = ROW
        self.forward[BLACK] = -ROW
        self.cells = variant.files * variant.ranks
        self.ranks = variant.ranks
        rank: cython.int
        file: cython.int
        for rank in range(variant.ranks):
            for file in range(variant.files):
                self.on_board[cell_at(file, rank)] = True
                self.dense[cell_at(file, rank)] = rank * variant.files + file
                self.cell_list[rank * variant.files + file] = cell_at(file, rank)

    def _add_turns(self, variant):
        """Add the types that pieces may turn into at the end of a move, or instead of one."""
        colour: cython.int
        code: cython.int
        i: cython.int
        for piece in variant.pieces:
            if len(piece.settings) > MAX_SETTINGS:
                raise VariantError(f"{piece.name}: too many settings")
            for colour in range(2):
                code = colour << COLOUR_SHIFT | self.code_of_letter[piece.letter]
                self.settings[code] = len(piece.settings)
                for i, letter in enumerate(piece.settings):
                    self.turns_into[code * MAX_SETTINGS + i] = self.code_of_letter[letter]
                if piece.pivots:
                    self.pivots[code] = colour << COLOUR_SHIFT | self.code_of_letter[piece.pivots]
                    for i, shift in enumerate(paths.pivots(piece, variant.piece(piece.pivots))):
                        self.pivot_shifts[code * PIVOTS + i] = shift
                self.unusual[code] = bool(piece.settings) or self.can_pass[code]
                self.ordinary[code] = not (
                    piece.settings or piece.second_square or self.ambiguous[code]
                )

    def _add_stops(self, code, walked, cells, within):
        """Add the stops of a code from some cells, within a region."""
        moves = paths.tree(walked)
        captures = paths.tree(paths.capture_parts(walked))
        keys = [
            self._known_trees.setdefault((within, *tree), (len(self._known_trees), within))
            for tree in (moves, captures)
        ]
        second: cython.int = self.second[code]
        cell: cython.int
        for cell in cells:
            if self.on_board[cell + second]:
                self.moves[code * CELLS + cell] = self._span_of(moves, keys[0], cell, second)
                self.captures[code * CELLS + cell] = self._span_of(captures, keys[1], cell, second)

    def _span_of(self, tree, key, cell, second):
        """Return the stops of a tree from a cell; pieces that move alike share them.

        key: the tree's number and its region.
        """
        span: Span
        known = self._known_spans.get((key, cell, second))
        if known is not None:
            return known
        within: cython.int = key[1]
        self._reserve_stops(len(tree))
        span.first = self._stop_count
        self._append_stops(tree, within, cell, second, False)
        span.rays = self._stop_count
        self._append_stops(tree, within, cell, second, True)
        span.last = self._stop_count
        self._known_spans[key, cell, second] = span
        return span

    def _put_routes(self, code, shift, routes):
        """Add [(first step, step behind the last, beside)] to the routes of a code with one shift.

        Routes with one shift are stored together.
        """
        at: cython.int = code * SHIFTS + shift
        old: cython.int = self.route_first[at]
        more: cython.bint = may_reach(self, code >> COLOUR_SHIFT, code, shift)
        self.reaches[(code >> COLOUR_SHIFT) * SHIFTS + shift] |= type_bit(code & TYPE_MASK)
        self.route_first[at] = self._routes
        for first, last, beside in routes:
            route = self._next_route()
            route.first = first
            route.last = last
            route.beside = beside
            route.more = True
        while more:
            route = self._next_route()
            route[0] = self.routes[old]
            more = route.more
            old += 1
        self.routes[self._routes - 1].more = False

    def _next_route(self):
        """Return the next free route. Raises VariantError if there is none."""
        if self._routes == MAX_ROUTES:
            raise VariantError("the pieces have too many attack routes")
        self._routes += 1
        return cython.address(self.routes[self._routes - 1])

    def _reserve_stops(self, size):
        """Make room for some more stops. Raises MemoryError."""
        if self._stop_count + size > self._stop_capacity:
            self._stop_capacity = 2 * self._stop_capacity + size
            grown: cython.pointer[Stop] = cython.cast(
                cython.pointer[Stop], realloc(self.stops, self._stop_capacity * cython.sizeof(Stop))
            )
            if not grown:
                raise MemoryError
            self.stops = grown

    def _append_stops(self, tree, within, cell, second, long_ones):
        """Append the stops of a tree that lie on the board, seen from a cell.

        A piece may pass a stop outside the region, but not stay there. long_ones: append the
        branches from the root that have more than one cell on this board; else only the others.
        """
        ends = []  # (index in the tree behind a branch, its first stop)
        i: cython.int = 0
        root_end: cython.int = 0
        to: cython.int
        while i < len(tree):
            shift, flags, end = tree[i]
            to = cell + cython.cast(cython.int, shift)
            self._close_branches(ends, i)
            if i >= root_end:
                root_end = end
                if long_ones != self._path_goes_on(tree, cell, i):
                    i = end
                    continue
            if within and not self.places[within * CELLS + to]:
                flags = 0
            useless: cython.bint = not flags and not self._path_goes_on(tree, cell, i)
            if useless or not (self.on_board[to] and self.on_board[to + second]):
                i = end
                continue
            self.stops[self._stop_count].to = to
            self.stops[self._stop_count].flags = flags
            ends.append((end, self._stop_count))
            self._stop_count += 1
            i += 1
        self._close_branches(ends, len(tree))

    def _path_goes_on(self, tree, cell, i):
        """Return True if a path goes on from the i-th node of the tree to a cell on the board."""
        to: cython.int
        for shift, _, _ in tree[i + 1 : tree[i][2]]:
            to = cell + cython.cast(cython.int, shift)
            if 0 <= to < CELLS and self.on_board[to]:
                return True
        return False

    def _close_branches(self, ends, i):
        """Store the length of the branches that end before index `i` of the tree."""
        index: cython.uint
        while ends and ends[len(ends) - 1][0] <= i:
            index = ends.pop()[1]
            if self._stop_count - index > 255:
                raise VariantError("a piece has too long a path")
            self.stops[index].skip = self._stop_count - index

    def _step_index(self, cells):
        """Return the index of a route's cell differences in the step array, shared by equal routes.

        cells: (dx, dy) from the piece, one after the other.
        """
        if cells not in self._known_steps:
            if self._steps + len(cells) > MAX_STEPS:
                raise VariantError("the pieces' paths have too many steps")
            self._known_steps[cells] = self._steps
            x = y = 0
            for dx, dy in cells:
                self.steps[self._steps] = (dy - y) * ROW + dx - x
                self._steps += 1
                x, y = dx, dy
        return self._known_steps[cells]

    def _add_routes(self, code, found, condition):
        """Add attack routes by displacement; a leap makes longer routes to its cell pointless.

        found: in the form of `paths.routes`. condition: the condition of all of them, or 0.
        """
        shift: cython.int
        for (dx, dy), routes in found.items():
            if abs(dx) >= MAX_RANKS or abs(dy) >= MAX_RANKS:
                continue
            routes.sort(key=lambda route: route[1])
            if routes[0][1] == 1 and not routes[0][2]:
                del routes[1:]
            shift = dy * ROW + dx + NO_SHIFT
            steps = [(self._step_index(cells), length, beside) for cells, length, beside in routes]
            self._put_routes(
                code,
                shift,
                [(first, first + length, condition or beside) for first, length, beside in steps],
            )

    def _add_pawns(self, variant):
        if variant.pawns:
            self.pawn_type = self.code_of_letter[variant.pawns.letter]
            self.clock_resetting = type_bits(variant, variant.pawns.irreversible)
            if variant.pawns.en_passant:
                self._add_en_passant(variant, variant.pawns)

    def _add_en_passant(self, variant, pawns):
        rules = pawns.en_passant
        self.target_always_shown = rules.always_shown
        self.every_target = rules.every
        self.en_passant_victims = type_bits(variant, pawns.passing)
        self.en_passant_captors = type_bits(variant, pawns.takers)
        colour: cython.int
        i: cython.int
        step: cython.int
        for colour in range(2):
            for i, (length, across) in enumerate(product(rules.lengths, (0, -1, 1))):
                step = self.forward[colour] + cython.cast(cython.int, across)
                self.advance[colour * MAX_ADVANCES + i].step = step
                self.advance[colour * MAX_ADVANCES + i].shift = step * length
            squares = (
                rules.region.squares(colour, variant.files, variant.ranks) if rules.region else None
            )
            for file, rank in product(range(variant.files), range(variant.ranks)):
                self.target_cells[colour * CELLS + cell_at(file, rank)] = (
                    squares is None or (file, rank) in squares
                )
        self.advances = 3 * len(rules.lengths)

    def _add_castlings(self, variant):
        colour: cython.int
        i: cython.int
        cell: cython.int
        count: cython.int = len(variant.rights)
        if 2 * count > 32 or len(variant.castlings) > MAX_CASTLINGS:
            raise VariantError("too many rights or castlings")
        self.rights = 2 * count
        self.castlings = len(variant.castlings)
        castlings = sorted(variant.castlings, key=lambda castling: castling.king[0])
        for colour, side in enumerate("wb"):
            bits = {}
            standing = {}
            for i, right in enumerate(variant.rights, colour * count):
                if not right.belongs_to(side):
                    continue
                standing[right.square] = right.piece
                cell = _cell(variant, right.square, colour)
                bits[right.square] = 1 << i
                self.right_cell[i] = cell
                self.lost_by_cell[cell] = 1 << i
                self.unmoved_by_cell[cell] = 1 << i
            for i, castling in enumerate(castlings, colour * MAX_CASTLINGS):
                if not castling.belongs_to(side):
                    continue  # no piece stands on its cell 0, so nothing castles
                self._add_castling(variant, castling, colour, i, bits, standing)
                self._add_to_home(colour, i)
            for i, castling in enumerate(castlings, colour * MAX_CASTLINGS):
                kept: cython.uint = sum(bits.get(square, 0) for square in castling.kept_rights)
                lost: cython.uint = self.castling_rights[colour] | self.castles[i].needs
                self.castles[i].lost_rights = lost & ~kept

    def _add_to_home(self, colour, index):
        """Add the castling that was added last to those from its king's cell."""
        cell: cython.int = self.castles[index].king_from
        last: cython.int = self.home_count[colour] - 1
        if last < 0 or self.homes[colour * MAX_HOMES + last].cell != cell:
            last += 1
            if last == MAX_HOMES:
                raise VariantError("too many squares from which a king castles")
            self.home_count[colour] += 1
            self.homes[colour * MAX_HOMES + last].cell = cell
            self.homes[colour * MAX_HOMES + last].first = index
        self.homes[colour * MAX_HOMES + last].end = index + 1

    def _add_castling(self, variant, castling, colour, index, bits, standing):
        """Add a side's castling; bits, standing: its rights and their pieces, by square."""
        castle = cython.address(self.castles[index])
        letter = variant.castles(castling)
        castle.king_code = colour << COLOUR_SHIFT | self.code_of_letter[letter]
        self.castling_kinds |= type_bit(self.code_of_letter[letter])
        castle.king_from = _cell(variant, castling.king[0], colour)
        castle.king_to = _cell(variant, castling.king[1], colour)
        castle.partners = len(castling.partners)
        if len(castling.partners) > MAX_PARTNERS:
            raise VariantError(f"{castling.name}: too many partners")
        partners = {**standing, **dict(castling.standing)}
        for j, pair in enumerate(castling.partners):
            castle.partner_from[j] = _cell(variant, pair[0], colour)
            castle.partner_to[j] = _cell(variant, pair[1], colour)
            castle.partner_code[j] = colour << COLOUR_SHIFT | self.code_of_letter[partners[pair[0]]]
        written_to = castling.king[1]
        plainly = variant.chess960 or variant.goes_plainly(castling, colour)
        if plainly and castle.partners == 1:
            written_to = castling.partners[0][0]
        castle.written_to = _cell(variant, written_to, colour)
        castle.needs = sum(bits[square] for square in castling.rights)
        if self.gates:
            self.castling_rights[colour] |= bits[castling.king[0]]
        else:
            self.castling_rights[colour] |= castle.needs
        if castling.piece and not self.gates:
            self.lost_by_cell[castle.king_from] |= castle.needs
        castle.empties = len(castling.empty)
        if len(castling.empty) > MAX_EMPTIES:
            raise VariantError(
                f"{castling.name}: {len(castling.empty)} squares must be empty, expected at most"
                f" {MAX_EMPTIES}"
            )
        for j, square in enumerate(castling.empty):
            castle.empty[j] = _cell(variant, square, colour)
        way = 1 if castle.king_to > castle.king_from else -1
        castle.path_length = abs(castle.king_to - castle.king_from)
        if castling.piece not in ("", variant.royal):
            castle.path_length = 0
        for j in range(castle.path_length):
            castle.path[j] = castle.king_from + way * (j + 1)

    def _fill_keys(self):
        state: cython.ulonglong = _KEY_SEED
        i: cython.int
        self._fill_piece_keys(cython.address(state), 0, _FIRST_TYPES)
        for i in range(CELLS):
            self.target_keys[i] = next_key(cython.address(state))
        for i in range(32):
            self.right_keys[i] = next_key(cython.address(state))
        self.side_key = next_key(cython.address(state))
        for i in range(2 * CHECK_KEYS):
            self.check_keys[i] = next_key(cython.address(state))
        self._fill_hand_keys(cython.address(state), 0, _FIRST_TYPES, 1, _FIRST_HELD)
        self._fill_piece_keys(cython.address(state), _FIRST_TYPES, TYPES)
        self._fill_hand_keys(cython.address(state), _FIRST_TYPES, TYPES, 1, _FIRST_HELD)
        self._fill_hand_keys(cython.address(state), 0, TYPES, _FIRST_HELD + 1, MAX_HELD)

    def _fill_piece_keys(self, state, first, last):
        """Fill the keys of the types in a range; the keys of an empty cell are those of blocked
        squares.
        """
        colour: cython.int
        code: cython.int
        cell: cython.int
        for colour in range(2):
            for code in range(colour << COLOUR_SHIFT | first, (colour << COLOUR_SHIFT) + last):
                for cell in range(CELLS):
                    self.piece_keys[code * CELLS + cell] = next_key(state)

    def _fill_hand_keys(self, state, first, last, least, most):
        """Fill the hand keys of the types in a range, for that many pieces; an empty hand does not
        change the key.
        """
        colour: cython.int
        code: cython.int
        many: cython.int
        for colour in range(2):
            for code in range(colour << COLOUR_SHIFT | first, (colour << COLOUR_SHIFT) + last):
                for many in range(least, most + 1):
                    self.hand_keys[code * HAND_KEYS + many] = next_key(state)


def _cell(variant, square, colour):
    """Return the padded cell of a square that is written for White, mirrored for Black."""
    file, rank = variant.square(square)
    return cell_at(file, variant.ranks - 1 - rank if colour else rank)


def type_bits(variant, letters):
    """Return the set of the types with these letters, as bits."""
    return sum(1 << i for i, piece in enumerate(variant.pieces, 1) if piece.letter in letters)


def counted_type_bits(variant, letters):
    """Return the set of the types that count as those with these letters, as bits."""
    counted = [p.letter for p in variant.pieces if variant.counted_as(p.letter) in letters]
    return type_bits(variant, counted)
