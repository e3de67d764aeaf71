"""Tables of promotions, drops, walls and other rules of moves."""

import itertools
from dataclasses import replace

import cython
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CAN_MOVE,
    CELLS,
    CODES,
    COLOUR_SHIFT,
    ROW,
    UNMOVED,
    Types,
    cell_at,
    type_bit,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import (
    ANYWHERE,
    BACK,
    MAX_CITADELS,
    MAX_PROMOTION_CHOICES,
    MAX_PROMOTIONS,
    STEPS,
    STRAIGHT_ON,
    Span,
    Tables,
    step_shift,
)

from amalthea.engine.errors import VariantError
from amalthea.engine.pieces.compiled.conditions import place_of
from amalthea.engine.pieces.compiled.tables import counted_type_bits, type_bits
from amalthea.engine.pieces.description.enclosing import DROP_RULES, FLIP_RULES
from amalthea.engine.pieces.description.variant import WALL_RULES


def add_promotions(tables: Tables, variant):
    """Assign numbers to the promotions; number 1 has no choices and marks where pieces strand."""
    colour: cython.int
    code: cython.int
    cell: cython.int
    tables.promotions = 1
    if not variant.immobility_allowed:
        for code in range(CODES):
            for cell in range(CELLS):
                if tables.on_board[cell] and _is_stranded(tables, code, cell):
                    tables.cannot_stay[code * CELLS + cell] = True
                    tables.promotes_at[code * CELLS + cell] = tables.promotions
    for piece in variant.pieces:
        code = tables.code_of_letter[piece.letter]
        tables.limits[code] = variant.limits.get(variant.counted_as(piece.letter), 0)
    for promotion in variant.promotions:
        if len(promotion.to) > MAX_PROMOTION_CHOICES:
            raise VariantError(f"{promotion.piece!r} promotes to too many pieces")
        for colour in range(2):
            code = colour << COLOUR_SHIFT | tables.code_of_letter[promotion.piece]
            squares = promotion.zone.squares(colour, variant.files, variant.ranks)
            cells = [cell_at(file, rank) for file, rank in squares]
            last = [cell for cell in cells if _is_stranded(tables, code, cell)]
            if promotion.captures_inside and last:
                _add_promotion(tables, variant, replace(promotion, captures_inside=False), code)
                _add_cells(tables, code, last, promotion.on_leaving)
                cells = [cell for cell in cells if cell not in last]
            _add_promotion(tables, variant, promotion, code)
            if promotion.in_place:
                _add_promotion_in_place(tables, variant, promotion, code)
            else:
                _add_cells(tables, code, cells, promotion.on_leaving)
    _mark_promoting(tables)


def _add_promotion(tables: Tables, variant, promotion, code: cython.int):
    """Give a promotion of a code the next number. Raises VariantError."""
    i: cython.int
    tables.promotions += 1
    if tables.promotions == MAX_PROMOTIONS:
        raise VariantError("too many promotions")
    rule = cython.address(tables.promotion[tables.promotions])
    rule.optional = promotion.optional
    rule.by_capture = promotion.by_capture or promotion.captures_inside
    rule.captures_inside = promotion.captures_inside
    rule.from_own_rank = _row(promotion.from_own_rank, code >> COLOUR_SHIFT, variant.ranks)
    rule.choices = len(promotion.to)
    for i, letter in enumerate(promotion.to):
        rule.to[i] = tables.code_of_letter[letter]


def _add_cells(tables: Tables, code: cython.int, cells, on_leaving):
    """Add the cells in which a code has the promotion that was numbered last."""
    cell: cython.int
    for cell in cells:
        tables.promotes_at[code * CELLS + cell] = tables.promotions
        if on_leaving:
            tables.promotes_from[code * CELLS + cell] = tables.promotions


def _add_promotion_in_place(tables: Tables, variant, promotion, code: cython.int):
    """Let the piece make the promotion that was numbered last where it stands, as a move."""
    tables.promotion_in_place[code] = tables.promotions
    tables.unusual[code] = True
    tables.ordinary[code] = False
    region = promotion.zone
    tables.promotion[tables.promotions].zone = place_of(
        tables, variant, region, code >> COLOUR_SHIFT
    )


def _row(own_rank, colour, ranks):
    """Return the row, from 0, of a rank that a side counts from 1; -1 for no rank."""
    if not own_rank:
        return -1
    return ranks - own_rank if colour else own_rank - 1


def _is_stranded(tables: Tables, code: cython.int, cell: cython.int):
    """Return True if a piece could never leave the cell, first moves aside.

    On an empty board, that is; a hopper could if a square in the direction of a hop is on it.
    """
    stop: cython.uint
    span: Span = tables.moves[code * CELLS + cell]
    for stop in range(span.first, span.last):
        if tables.stops[stop].flags & CAN_MOVE and not tables.stops[stop].flags & UNMOVED:
            return False
    if not tables.hops[code]:
        return True
    span = tables.hopping[code * CELLS + cell]
    return span.first == span.last


def _mark_promoting(tables: Tables):
    """Mark the cells from which moves of a piece may reach its promotion zone."""
    i: cython.int
    stop: cython.uint
    for i in range(CODES * CELLS):
        for stop in range(tables.moves[i].first, tables.moves[i].last):
            at: cython.int = i // CELLS * CELLS + tables.stops[stop].to
            if tables.promotes_from[i] or tables.promotes_at[at]:
                tables.promoting[i] = True
        if not tables.hopping:
            continue
        for stop in range(tables.hopping[i].first, tables.hopping[i].last):
            at = i // CELLS * CELLS + tables.stops[stop].to
            if tables.promotes_from[i] or tables.promotes_at[at]:
                tables.promoting[i] = True


def add_drops(tables: Tables, variant):
    """Add the rules of drops: where, how captured pieces are held, and which types count as one."""
    kind: cython.int
    letters = [piece.letter for piece in variant.pieces]
    kinds = {letter: tables.code_of_letter[letter] for letter in letters}
    following: cython.int
    for letter in letters:
        alike = [kinds[each] for each in letters if variant.counted_as(each) == letter]
        for kind, following in zip(alike, [*alike[1:], *alike[:1]], strict=True):
            tables.twin[kind] = following if len(alike) > 1 else 0
            tables.alike[kind] = type_bits(variant, [letters[each - 1] for each in alike])
        if letter[0] == "+":
            tables.promoted_forms |= type_bit(kinds[letter])
    drops = variant.drops
    if not drops:
        return
    tables.drops = True
    tables.captures_held = drops.captured
    tables.drops_checking = drops.checking
    tables.drops_first = bool(drops.first)
    tables.drops_castle = drops.castling
    tables.drops_freely = drops.freely
    tables.gates = drops.gating
    tables.waits = drops.waiting
    tables.unlimited_drops = drops.unlimited
    tables.on_both_shades = kinds.get(drops.on_both_shades, 0)
    for kind in range(1, tables.types + 1):
        tables.tests_drops[kind] = (
            tables.on_both_shades > 0
            or kind == tables.king_type
            or variant.ends.pseudo_royals is not None
            or (variant.enclosing is not None and variant.enclosing.drops != "")
        )
    for letter in letters:
        kind = kinds[letter]
        held = drops.held.get(letter, letter)
        tables.held_as[kind] = kinds[held]
        tables.dropped_from[kind] = kinds[held if drops.promoted else letter]
        if drops.promoted and held != letter:
            tables.dropped_form[cython.cast(cython.int, kinds[held])] = kind
        tables.most_on_file[kind] = drops.most_on_file.get(letter, 0)
        tables.never_mating[kind] = letter in drops.never_mating
        tables.to_drop[kind] = letter in drops.first
        _add_droppable(tables, variant, letter)


def _add_droppable(tables: Tables, variant, letter: str):
    """Add the squares on which pieces of a type may be dropped, or behind which they may wait."""
    colour: cython.int
    cell: cython.int
    drops = variant.drops
    held = drops.held.get(letter, letter)
    kind: cython.int = tables.code_of_letter[letter]
    regions = [
        variant.within(variant.piece(letter)),
        drops.regions.get(held if drops.promoted else letter),
    ]
    for colour in range(2):
        code = colour << COLOUR_SHIFT | kind
        ranks = range(variant.ranks)
        if drops.waiting:  # behind a piece of the back rank
            ranks = ranks[-1:] if colour else ranks[:1]
        squares = set(itertools.product(range(variant.files), ranks))
        for region in filter(None, regions):
            squares &= region.squares(colour, variant.files, variant.ranks)
        for file, rank in squares:
            cell = cell_at(file, rank)
            tables.droppable[code * CELLS + cell] = not tables.cannot_stay[code * CELLS + cell]


def add_walls(tables: Tables, variant):
    """Add the rule of walls, and number the types that pieces promote to.

    Beside the number of the blocked square, a move word has no room for the type itself.
    """
    kind: cython.int
    colour: cython.int
    if not variant.walls:
        return
    tables.walls = 1 + WALL_RULES.index(variant.walls.rule)
    region = variant.walls.region
    everywhere = set(itertools.product(range(variant.files), range(variant.ranks)))
    for colour in range(2):
        squares = region.squares(colour, variant.files, variant.ranks) if region else everywhere
        for file, rank in squares:
            tables.buildable[colour * CELLS + cell_at(file, rank)] = True
    forms = {letter for promotion in variant.promotions for letter in promotion.to}
    for letter in sorted(forms):
        kind = tables.code_of_letter[letter]
        tables.promoted[tables.promoted_types] = kind
        tables.number_promoted[kind] = tables.promoted_types
        tables.promoted_types += 1


def add_enclosing(tables: Tables, variant):
    """Add the rules of Reversi and its like: drops beside others, changes of sides, passes, full
    boards.
    """
    colour: cython.int
    for colour in range(2):
        tables.passes_if_stuck[colour] = variant.passes_if_stuck[colour]
        tables.passes_at_will[colour] = variant.can_pass[colour] and not variant.royal
    tables.full_board_ends = variant.ends.full_board
    rule = variant.enclosing
    if not rule:
        return
    tables.enclosing = 1 + DROP_RULES.index(rule.drops) if rule.drops else 0
    tables.flips = 1 + FLIP_RULES.index(rule.flips) if rule.flips else 0
    if rule.first:
        tables.any_dropped_first = True
        for file, rank in rule.first.squares(0, variant.files, variant.ranks):
            tables.dropped_first[cell_at(file, rank)] = True


def add_lion_rules(tables: Tables, variant):
    """Add the rules of games like Chu Shogi: second steps, untraded pieces and their ends."""
    if variant.second_steps:
        _add_second_steps(tables, variant)
    tables.burning = counted_type_bits(variant, variant.burning)
    if variant.untraded:
        tables.untraded = counted_type_bits(variant, variant.untraded.pieces)
        tables.minor = type_bits(variant, variant.untraded.minor)
    if variant.ends.bare_royal:
        tables.bare_royal_loses = True
        tables.weak = type_bits(variant, variant.ends.bare_royal.minor)
    tables.perpetual_attack_loses = variant.ends.perpetual_attack_loses


def _add_second_steps(tables: Tables, variant):
    """Add the steps of pieces that may make two, and what they become by them."""
    direction: cython.int
    colour: cython.int
    code: cython.int
    rule = variant.second_steps
    for letter in rule.letters:
        steps = {dy * ROW + dx for dx, dy in rule.steps(letter)}
        onward = STRAIGHT_ON if letter in rule.straight else ANYWHERE
        forms = [form for each in variant.promotions if each.piece == letter for form in each.to]
        for colour in range(2):
            code = colour << COLOUR_SHIFT | tables.code_of_letter[letter]
            tables.second_step_rule[code] = BACK if letter in rule.back else onward
            for form in forms:
                tables.promotes_into[code] = colour << COLOUR_SHIFT | tables.code_of_letter[form]
            for direction in range(STEPS):
                ahead: cython.int = step_shift(direction)
                if (-ahead if colour else ahead) in steps:
                    tables.second_steps[code] |= 1 << direction


def add_relocations(tables: Tables, variant):
    """Add the types that pieces become by changing places or returning, and where they return."""
    colour: cython.int
    code: cython.int
    for letter, becomes in variant.swaps.items():
        for colour in range(2):
            code = colour << COLOUR_SHIFT | tables.code_of_letter[letter]
            tables.swaps_into[code] = colour << COLOUR_SHIFT | tables.code_of_letter[becomes]
    for each in variant.returns:
        tables.any_returns = True
        for colour in range(2):
            code = colour << COLOUR_SHIFT | tables.code_of_letter[each.piece]
            tables.returns_as[code] = colour << COLOUR_SHIFT | tables.code_of_letter[each.to]
            if each.square:
                file, rank = variant.square(each.square)
                rank = variant.ranks - 1 - rank if colour else rank
                tables.returns_to[code] = cell_at(file, rank)


def add_rare_rules(tables: Tables, variant):
    """Add the rules of explosions, immunity, citadels and first leaps."""
    tables.mutually_immune = counted_type_bits(variant, variant.mutually_immune)
    tables.uncapturable = type_bits(variant, variant.uncapturable)
    if variant.citadels:
        _add_citadels(tables, variant)
    if variant.first_leaps:
        tables.aiming = counted_type_bits(variant, variant.first_leaps.aiming)
    royals_fall = variant.explosions or variant.walls or variant.has_lion_rules
    for end in variant.ends.extinctions if royals_fall else ():
        if end.value == "loss" and end.pieces:
            tables.vital |= counted_type_bits(variant, end.pieces)
            tables.most_vital = end.left + 1
    rule = variant.explosions
    if not rule:
        return
    tables.explosions = True
    tables.immune = counted_type_bits(variant, rule.immune)
    sheltered: Types = counted_type_bits(variant, rule.sheltered)
    tables.exploding = ~(tables.immune | sheltered)
    tables.petrifying = counted_type_bits(variant, rule.petrified)
    tables.petrified_alone = rule.alone
    if rule.alone:
        tables.exploding = 0
        tables.immune = ~tables.petrifying
    if variant.ends.pseudo_royals:
        tables.powerless = tables.petrifying & counted_type_bits(
            variant, variant.ends.pseudo_royals.pieces
        )


def _add_citadels(tables: Tables, variant):
    """Add the cells where a side's royal piece, in the enemy's citadel, draws the game."""
    i: cython.int
    tables.citadels = True
    tables.citadel_types = type_bits(variant, variant.citadels.pieces)
    region = variant.citadels.squares
    white, black = (region.squares(side, variant.files, variant.ranks) for side in range(2))
    tables.citadel_cells = len(white | black)
    if tables.citadel_cells > MAX_CITADELS:
        raise VariantError("too many citadels")
    for i, (file, rank) in enumerate(sorted(white | black)):
        tables.citadel_cell[i] = cell_at(file, rank)
        tables.citadel_of[i] = ((file, rank) in white) | ((file, rank) in black) << 1
