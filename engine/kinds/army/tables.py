"""A variant's description compiled into C arrays: paths, attack routes, castlings, hash keys.

One instance serves every position of a variant; nothing here changes as a game goes on.
"""

from functools import lru_cache

import cython
from cython.cimports.engine.board.moves import BLACK, WHITE
from cython.cimports.engine.board.zobrist import next_key
from cython.cimports.engine.kinds.army.mailbox import (
    CELLS,
    CODES,
    COLOUR_SHIFT,
    MARGIN,
    MAX_RANKS,
    NO_SHIFT,
    ROW,
    SHIFTS,
    cell_at,
)
from cython.cimports.libc.stdlib import free, realloc

from engine.errors import VariantError
from engine.kinds.army.betza import Path as BetzaPath
from engine.kinds.army.betza import Step as BetzaStep

_KEY_SEED = cython.declare(cython.ulonglong, 0x414D414C54484541)  # "AMALTHEA"

_KEPT = 16  # variants, of about 3 MB each; Chess960 has one for each file of the kings


@lru_cache(maxsize=_KEPT)
def tables_of(variant):
    """The tables of a variant, compiled on first use."""
    return Tables(variant)


class Tables:
    """See the module. Raises VariantError when a description exceeds the arrays."""

    def __dealloc__(self):
        free(self.stops)

    def __init__(self, variant):
        self._known_trees = {}
        self._known_steps = {}
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
        self._add_pieces(variant)
        self._add_pawns(variant)
        self._add_castlings(variant)
        self.lone_types = _type_bits(variant, variant.insufficient.lone)
        self.same_shade_types = _type_bits(variant, variant.insufficient.same_shade)
        self._fill_keys()

    def _add_pieces(self, variant):
        self.types = len(variant.pieces)
        self.letters = [None] * CODES
        self.code_of_letter = {}
        kind: cython.int
        colour: cython.int
        code: cython.int
        row: cython.int
        for kind, piece in enumerate(variant.pieces, 1):
            if piece.royal:
                self.king_type = kind
            for colour in range(2):
                code = colour << COLOUR_SHIFT | kind
                letter = piece.letter.lower() if colour else piece.letter
                self.letters[code] = letter
                self.code_of_letter[letter] = code
                if piece.covers:
                    self.second[code] = piece.covers[1] * ROW + piece.covers[0]
                general = _distinct(_oriented(variant.paths(piece.moves), colour))
                self.ambiguous[code] = _is_ambiguous(general)
                self._add_routes(code, _ways(general, piece.covers))
                extended = {}
                for rank, moves in piece.from_rank.items():
                    further = _oriented(variant.paths(moves), colour)
                    extended[_row(variant, rank, colour)] = _distinct([*further, *general])
                for row in range(MARGIN, MARGIN + variant.ranks):
                    self._add_stops(code, extended.get(row, general), row)
        self._add_turns(variant)

    def _add_turns(self, variant):
        """What pieces may become besides being promoted."""
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
                    for i, shift in enumerate(_pivots(piece, variant.piece(piece.pivots))):
                        self.pivot_shifts[code * PIVOTS + i] = shift
                self.ordinary[code] = not (piece.settings or piece.covers or self.ambiguous[code])

    def _add_stops(self, code, paths, row):
        """The stops of a code from the cells of a row."""
        moves = _tree(paths)
        captures = _tree(_capturing(paths))
        keys = tuple(moves), tuple(captures)
        second: cython.int = self.second[code]
        cell: cython.int
        for cell in range(row * ROW, (row + 1) * ROW):
            if self.on_board[cell] and self.on_board[cell + second]:
                self.moves[code * CELLS + cell] = self._span(moves, keys[0], cell, second)
                self.captures[code * CELLS + cell] = self._span(captures, keys[1], cell, second)

    def _span(self, tree, key, cell, second):
        """A tree as seen from a cell; equal pieces share it."""
        span: Span
        known = self._known_trees.get((key, cell, second))
        if known is not None:
            return known
        self._grow(len(tree))
        span.first = self._stop_count
        self._plant(tree, cell, second, False)
        span.rays = self._stop_count
        self._plant(tree, cell, second, True)
        span.last = self._stop_count
        self._known_trees[key, cell, second] = span
        return span

    def _mark_promoting(self):
        """Notes from where a piece's moves may reach its promotion rank."""
        i: cython.int
        stop: cython.uint
        for i in range(CODES * CELLS):
            for stop in range(self.moves[i].first, self.moves[i].last):
                if self.stops[stop].to // ROW == self.promotion_row[i // CELLS]:
                    self.promoting[i] = True

    def _grow(self, size):
        """Makes room for that many further stops."""
        if self._stop_count + size > self._stop_capacity:
            self._stop_capacity = 2 * self._stop_capacity + size
            grown: cython.pointer[Stop] = cython.cast(
                cython.pointer[Stop], realloc(self.stops, self._stop_capacity * cython.sizeof(Stop))
            )
            if not grown:
                raise MemoryError
            self.stops = grown

    def _plant(self, tree, cell, second, long_ones):
        """Appends the part of a tree that lies on the board, seen from a cell.

        Either the branches from the root that are a single cell on this board, or the longer ones.
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
                if long_ones != self._goes_on(tree, cell, i):
                    i = end
                    continue
            if not (self.on_board[to] and self.on_board[to + second]):
                i = end
                continue
            self.stops[self._stop_count].to = to
            self.stops[self._stop_count].flags = flags
            ends.append((end, self._stop_count))
            self._stop_count += 1
            i += 1
        self._close_branches(ends, len(tree))

    def _goes_on(self, tree, cell, i):
        """Whether any cell behind the i-th one of the tree lies on the board."""
        to: cython.int
        for shift, _, _ in tree[i + 1 : tree[i][2]]:
            to = cell + cython.cast(cython.int, shift)
            if 0 <= to < CELLS and self.on_board[to]:
                return True
        return False

    def _close_branches(self, ends, i):
        """Notes the length of branches that end before index `i` of the tree."""
        index: cython.uint
        while ends and ends[len(ends) - 1][0] <= i:
            index = ends.pop()[1]
            if self._stop_count - index > 255:
                raise VariantError("a piece has too long a path")
            self.stops[index].skip = self._stop_count - index

    def _step_index(self, cells):
        """Where a way's cell differences lie in the step array; equal ways share them.

        `cells`: (dx, dy) from the piece, one after the other.
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

    def _add_routes(self, code, ways):
        """Attack routes by displacement; a leap makes longer routes to its cell pointless.

        `ways`: as `_ways` gives them.
        """
        index: cython.int
        shift: cython.int
        for (dx, dy), routes in ways.items():
            if abs(dx) >= MAX_RANKS or abs(dy) >= MAX_RANKS:
                continue
            routes.sort(key=lambda route: route[1])
            if routes[0][1] == 1 and not routes[0][2]:
                del routes[1:]
            shift = dy * ROW + dx + NO_SHIFT
            self.reaches[shift] |= cython.cast(cython.ulonglong, 1) << code
            self.route_first[code * SHIFTS + shift] = self._routes
            for index, (cells, length, beside) in enumerate(routes, 1):
                if self._routes == MAX_ROUTES:
                    raise VariantError("the pieces have too many attack routes")
                route = cython.address(self.routes[self._routes])
                route.first = self._step_index(cells)
                route.last = route.first + cython.cast(cython.int, length)
                route.beside = beside
                route.more = index < len(routes)
                self._routes += 1

    def _add_pawns(self, variant):
        colour: cython.int
        code: cython.int
        i: cython.int
        if variant.pawns:
            self.pawn_type = self.code_of_letter[variant.pawns.letter]
            if variant.pawns.en_passant:
                self.advance = variant.pawns.en_passant.steps
                self.target_always_shown = variant.pawns.en_passant.always_shown
        for promotion in variant.promotions:
            if len(promotion.to) > MAX_PROMOTIONS:
                raise VariantError(f"{promotion.piece!r} promotes to too many pieces")
            for colour in range(2):
                code = colour << COLOUR_SHIFT | self.code_of_letter[promotion.piece]
                self.promotion_row[code] = _row(variant, promotion.rank, colour)
                self.promotions[code] = len(promotion.to)
                for i, letter in enumerate(promotion.to):
                    self.promotes_to[code * MAX_PROMOTIONS + i] = self.code_of_letter[letter]
        self._mark_promoting()

    def _add_castlings(self, variant):
        colour: cython.int
        i: cython.int
        cell: cython.int
        count: cython.int = len(variant.rights)
        if 2 * count > 32 or len(variant.castlings) > MAX_CASTLINGS:
            raise VariantError("too many rights or castlings")
        self.rights = 2 * count
        self.castlings = len(variant.castlings)
        for colour in range(2):
            bits = {}
            for i, right in enumerate(variant.rights, colour * count):
                cell = _cell(variant, right.square, colour)
                bits[right.square] = 1 << i
                self.right_cell[i] = cell
                self.lost_by_cell[cell] = 1 << i
            for i, castling in enumerate(variant.castlings, colour * MAX_CASTLINGS):
                castle = cython.address(self.castles[i])
                castle.king_from = _cell(variant, castling.king[0], colour)
                castle.king_to = _cell(variant, castling.king[1], colour)
                castle.partners = len(castling.partners)
                if len(castling.partners) > MAX_PARTNERS:
                    raise VariantError(f"{castling.name}: too many partners")
                standing = {right.square: right.piece for right in variant.rights}
                standing.update(castling.stands)
                for j, pair in enumerate(castling.partners):
                    castle.partner_from[j] = _cell(variant, pair[0], colour)
                    castle.partner_to[j] = _cell(variant, pair[1], colour)
                    castle.partner_code[j] = (
                        colour << COLOUR_SHIFT | self.code_of_letter[standing[pair[0]]]
                    )
                written_to = castling.king[1]
                if variant.chess960 and castle.partners == 1:
                    written_to = castling.partners[0][0]
                castle.written_to = _cell(variant, written_to, colour)
                castle.needs = sum(bits[square] for square in castling.rights)
                castle.keeps = sum(bits[square] for square in castling.keeps)
                self.castling_rights[colour] |= castle.needs
                castle.empties = len(castling.empty)
                for j, square in enumerate(castling.empty):
                    castle.empty[j] = _cell(variant, square, colour)
                way = 1 if castle.king_to > castle.king_from else -1
                castle.passes = abs(castle.king_to - castle.king_from)
                for j in range(castle.passes):
                    castle.passed[j] = castle.king_from + way * (j + 1)

    def _fill_keys(self):
        state: cython.ulonglong = _KEY_SEED
        i: cython.int
        for i in range(CODES * CELLS):  # an empty cell's stand for blocked ones
            self.piece_keys[i] = next_key(cython.address(state))
        for i in range(CELLS):
            self.target_keys[i] = next_key(cython.address(state))
        for i in range(32):
            self.right_keys[i] = next_key(cython.address(state))
        self.side_key = next_key(cython.address(state))


def _ways(paths, covers):
    """How a piece attacks: {(dx, dy): [(cells, length, beside)]}.

    The piece comes there by the first `length` of `cells` (each from the piece), the last one
    being (dx, dy), the others empty. `beside`: see Route.
    """
    ways: dict = {}
    for path in paths:
        trails = [_trail(path, covers, False)]
        if covers:
            trails.append(_trail(path, covers, True))
        for cells, ends in trails:
            for length, beside in ends:
                way = (cells, length, beside)
                known = ways.setdefault(cells[length - 1], [])
                if way not in known:
                    known.append(way)
    return ways


def _trail(path, covers, far_first):
    """(cells that a piece enters on a path, [(length, beside)] of the captures on the way).

    Of two cells entered in one step the first one is the captured one: `far_first` says which.
    """
    cells: list = []
    ends = []
    dx = dy = 0
    covered = _footprint(0, 0, covers)
    for step in path.steps:
        dx += step.dx
        dy += step.dy
        before, covered = covered, _footprint(dx, dy, covers)
        entered = [cell for cell in covered if cell not in before]
        if far_first:
            entered.reverse()
        if step.capture and entered:
            beside = 0
            if len(entered) > 1:
                (x, y), (other_x, other_y) = entered
                beside = (other_y - y) * ROW + other_x - x
            ends.append((len(cells) + 1, beside))
        cells += entered
    return tuple(cells), ends


def _footprint(dx, dy, covers):
    """The cells of a piece whose anchor is there."""
    return [(dx, dy), (dx + covers[0], dy + covers[1])] if covers else [(dx, dy)]


def _pivots(piece, turned):
    """Cell differences from the anchor of a piece on two cells to those of its quarter turns."""
    return [
        (y - other_y) * ROW + x - other_x
        for x, y in _footprint(0, 0, piece.covers)
        for other_x, other_y in _footprint(0, 0, turned.covers)
    ]


def _capturing(paths):
    """What is left of paths when only captures are asked for."""
    kept = []
    for path in paths:
        last = max((i for i, step in enumerate(path.steps, 1) if step.capture), default=0)
        if last:
            kept.append(BetzaPath(path.steps[:last], path.initial))
    return kept


def _tree(paths):
    """Paths merged where they begin alike, depth first.

    A list of (cell difference from the start, flags, index behind the branch).
    """
    root: dict = {}
    for path in paths:
        branch = root
        dx = dy = 0
        for step in path.steps:
            dx += step.dx
            dy += step.dy
            node = branch.setdefault((dx, dy, path.initial), [0, {}])
            node[0] |= CAN_MOVE * step.move | CAN_CAPTURE * step.capture
            node[0] |= UNMOVED * path.initial
            branch = node[1]
    tree: list = []
    _flatten(root, tree)
    return tree


def _flatten(branch, tree):
    for (dx, dy, _), (flags, further) in branch.items():
        index = len(tree)
        tree.append(None)
        _flatten(further, tree)
        tree[index] = (dy * ROW + dx, flags, len(tree))


def _row(variant, rank, colour):
    """The padded row of a player's own rank."""
    return MARGIN + (variant.ranks - rank if colour else rank - 1)


def _cell(variant, square, colour):
    """The padded cell of a square written for White, mirrored for Black."""
    file, rank = variant.square(square)
    return cell_at(file, variant.ranks - 1 - rank if colour else rank)


def _type_bits(variant, letters):
    return sum(1 << i for i, piece in enumerate(variant.pieces, 1) if piece.letter in letters)


def _oriented(paths, colour):
    """Paths as that colour walks them."""
    return [path.turned() for path in paths] if colour else list(paths)


def _distinct(paths):
    """The same moves with no cell listed twice where that can be told beforehand.

    A step loses what an equal beginning of an earlier path or a leap to the same cell offers;
    a path that offers nothing any more is dropped.
    """
    leaps: dict = {}
    for path in paths:
        if len(path.steps) == 1 and not path.initial:
            step = path.steps[0]
            known = leaps.get((step.dx, step.dy), (False, False))
            leaps[step.dx, step.dy] = (known[0] or step.move, known[1] or step.capture)
    offered: dict = {}
    kept = []
    for path in sorted(paths, key=lambda path: (path.initial, len(path.steps))):
        steps = []
        dx = dy = 0
        way: tuple = ()
        for step in path.steps:
            dx += step.dx
            dy += step.dy
            way = (*way, (step.dx, step.dy))
            by_leap = leaps.get((dx, dy), (False, False)) if len(path.steps) > 1 else (False, False)
            known = offered.get(way, (False, False))
            move = step.move and not by_leap[0] and not known[0]
            capture = step.capture and not by_leap[1] and not known[1]
            if not path.initial:
                offered[way] = (known[0] or step.move, known[1] or step.capture)
            steps.append(BetzaStep(step.dx, step.dy, move, capture))
        useful = [length for length, step in enumerate(steps, 1) if step.move or step.capture]
        if useful:
            kept.append(BetzaPath(tuple(steps[: max(useful)]), path.initial))
    return kept


def _is_ambiguous(paths):
    """Whether two different ways of one piece may end on one cell."""
    cells: dict = {}
    for path in paths:
        dx = dy = 0
        for step in path.steps:
            dx += step.dx
            dy += step.dy
            moves, captures = cells.get((dx, dy), (False, False))
            if (moves and step.move) or (captures and step.capture):
                return True
            cells[dx, dy] = (moves or step.move, captures or step.capture)
    return False
