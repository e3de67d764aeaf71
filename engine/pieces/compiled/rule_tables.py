"""Tables of promotions, drops and game endings."""

import itertools
from dataclasses import replace

import cython
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CAN_MOVE,
    CELLS,
    CODES,
    COLOUR_SHIFT,
    ROW,
    TYPES,
    UNMOVED,
    Types,
    cell_at,
    type_bit,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import (
    MAX_CITADELS,
    MAX_EXTINCTIONS,
    MAX_GOALS,
    MAX_PROMOTIONS,
    MAX_RULES,
    SOMEWHERE,
    STEPS,
    Row,
    Span,
    Tables,
    step_shift,
)
from cython.cimports.libc.string import memset

from amalthea.engine.core.position import VALUES
from amalthea.engine.errors import VariantError
from amalthea.engine.pieces.compiled.conditions import place_of
from amalthea.engine.pieces.compiled.tables import type_bits
from amalthea.engine.pieces.description.enclosing import DROP_RULES, FLIP_RULES
from amalthea.engine.pieces.description.variant import WALL_RULES

_ALL_TYPES = cython.declare(Types, 0xFFFFFFFFFFFFFFFF)
_DRAWS = ("", "White", "Black", "more", "points")  # for whom draws are wins


def add_promotions(tables: Tables, variant):
    """Assign numbers to the promotions; the first one, to nothing, is for stranded pieces."""
    colour: cython.int
    code: cython.int
    cell: cython.int
    tables.promotions = 1
    if not variant.immobility_allowed:
        for code in range(CODES):
            for cell in range(CELLS):
                if tables.on_board[cell] and _is_stranded(tables, code, cell):
                    tables.stranded[code * CELLS + cell] = True
                    tables.promotes_at[code * CELLS + cell] = tables.promotions
    for piece in variant.pieces:
        code = tables.code_of_letter[piece.letter]
        tables.limits[code] = variant.limits.get(variant.counted_as(piece.letter), 0)
    for promotion in variant.promotions:
        if len(promotion.to) > MAX_PROMOTIONS:
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
    if tables.promotions == MAX_RULES:
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
    """Add a promotion that is a move of its own: the last one that was numbered."""
    tables.in_place[code] = tables.promotions
    tables.unusual[code] = True
    tables.ordinary[code] = False
    region = promotion.zone
    tables.promotion[tables.promotions].zone = place_of(
        tables, variant, region, code >> COLOUR_SHIFT
    )


def _row(own_rank, colour, ranks):
    """Return the row of a rank as its side counts, -1 for no rank."""
    if not own_rank:
        return -1
    return ranks - own_rank if colour else own_rank - 1


def _is_stranded(tables: Tables, code: cython.int, cell: cython.int):
    """Return True if a piece could never move from there on an empty board."""
    stop: cython.uint
    span: Span = tables.moves[code * CELLS + cell]
    for stop in range(span.first, span.last):
        if tables.stops[stop].flags & CAN_MOVE and not tables.stops[stop].flags & UNMOVED:
            return False
    if tables.hops[code] != SOMEWHERE:
        return not tables.hops[code]
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
    code: cython.int
    cell: cython.int
    colour: cython.int
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
    tables.unlimited_drops = drops.unlimited
    tables.on_both_shades = kinds.get(drops.on_both_shades, 0)
    for kind in range(1, tables.types + 1):
        tables.careful[kind] = (
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
            tables.forms[cython.cast(cython.int, kinds[held])] = kind
        tables.most_on_file[kind] = drops.most_on_file.get(letter, 0)
        tables.never_mating[kind] = letter in drops.never_mating
        tables.to_drop[kind] = letter in drops.first
        regions = [
            variant.within(variant.piece(letter)),
            drops.regions.get(held if drops.promoted else letter),
        ]
        for colour in range(2):
            code = colour << COLOUR_SHIFT | kind
            squares = set(itertools.product(range(variant.files), range(variant.ranks)))
            for region in filter(None, regions):
                squares &= region.squares(colour, variant.files, variant.ranks)
            for file, rank in squares:
                cell = cell_at(file, rank)
                tables.droppable[code * CELLS + cell] = not tables.stranded[code * CELLS + cell]


def add_walls(tables: Tables, variant):
    """Add the rule of walls; moves name what promotes by a number among all that may become."""
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
    """Add the rules of drops beside others, changes of sides, passes if stuck and full boards."""
    colour: cython.int
    for colour in range(2):
        tables.passes_if_stuck[colour] = variant.passes_if_stuck[colour]
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
    direction: cython.int
    colour: cython.int
    code: cython.int
    if variant.second_steps:
        rule = variant.second_steps
        for letter in (*rule.free, *rule.straight):
            steps = {dy * ROW + dx for dx, dy in rule.steps(letter)}
            for colour in range(2):
                code = colour << COLOUR_SHIFT | tables.code_of_letter[letter]
                tables.straight[code] = letter in rule.straight
                for direction in range(STEPS):
                    ahead: cython.int = step_shift(direction)
                    if (-ahead if colour else ahead) in steps:
                        tables.second_steps[code] |= 1 << direction
    if variant.untraded:
        tables.untraded = _bits_of(variant, variant.untraded.pieces)
        tables.minor = type_bits(variant, variant.untraded.minor)
    if variant.ends.bare_royal:
        tables.bare_royal_loses = True
        tables.weak = type_bits(variant, variant.ends.bare_royal.minor)
    tables.perpetual_attack_loses = variant.ends.perpetual_attack_loses


def add_relocations(tables: Tables, variant):
    """Add what pieces become that change places or return, and where they return to."""
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
    tables.mutually_immune = _bits_of(variant, variant.mutually_immune)
    tables.uncapturable = type_bits(variant, variant.uncapturable)
    if variant.citadels:
        _add_citadels(tables, variant)
    if variant.first_leaps:
        tables.aiming = _bits_of(variant, variant.first_leaps.aiming)
    royals_fall = variant.explosions or variant.walls or variant.has_lion_rules
    for end in variant.ends.extinctions if royals_fall else ():
        if end.value == "loss" and end.pieces:
            tables.vital |= _bits_of(variant, end.pieces)
            tables.most_vital = end.left + 1
    rule = variant.explosions
    if not rule:
        return
    tables.explosions = True
    tables.immune = _bits_of(variant, rule.immune)
    sheltered: Types = _bits_of(variant, rule.sheltered)
    tables.exploding = _ALL_TYPES & ~(tables.immune | sheltered)
    tables.petrifying = _bits_of(variant, rule.petrified)
    tables.petrified_alone = rule.alone
    if rule.alone:
        tables.exploding = 0
        tables.immune = _ALL_TYPES & ~tables.petrifying
    if variant.ends.pseudo_royals:
        tables.powerless = tables.petrifying & _bits_of(variant, variant.ends.pseudo_royals.pieces)


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


def _bits_of(variant, letters):
    """Return types, with all that count as one of them, as bits."""
    return type_bits(
        variant, [p.letter for p in variant.pieces if variant.counted_as(p.letter) in letters]
    )


def add_ends(tables: Tables, variant):
    """Add the rules that end the game besides checkmate."""
    ends = variant.ends
    tables.only_mate_wins = ends.only_mate_wins
    tables.has_ends = _has_ends(variant)
    tables.checking = ends.checking
    tables.checks = ends.checks
    values = [ends.stalemate, *(end.value for end in ends.extinctions)]
    tables.only_captures = variant.only_captures
    forced = ends.forced_capture or tables.only_captures
    tables.null_move_sound = "win" not in values and not forced
    kinds = {
        letter: tables.code_of_letter[letter]
        for letter in (piece.letter for piece in variant.pieces)
    }
    tables.forced_capture = ends.forced_capture
    tables.stalemate_by_count = ends.stalemate_by_count
    if ends.pseudo_royals:
        tables.most_pseudo_royals = ends.pseudo_royals.most
        tables.all_together = ends.pseudo_royals.all_together
        tables.pseudo_royals = _bits_of(variant, ends.pseudo_royals.pieces)
    tables.checked_king_stays = ends.checked_king_stays
    tables.restricted = (
        not ends.checking
        or ends.forced_capture
        or ends.checked_king_stays
        or ends.facing_ends
        or tables.pseudo_royals != 0
        or tables.explosions
        or (tables.mutually_immune | tables.uncapturable | tables.untraded) != 0
    )
    tables.settles = (
        ends.checks > 0
        or tables.pseudo_royals != 0
        or ends.counting is not None
        or tables.explosions
        or tables.drops_castle
        or tables.gates
        or tables.aiming != 0
    )
    tables.counted_draws = ends.counting is not None or any(p.in_place for p in variant.promotions)
    tables.perpetual_check_loses = ends.perpetual_check_loses
    tables.repetition_for_white = ends.repetition_for_white
    if ends.chases:
        _add_chases(tables, variant, ends.chases, kinds)
    tables.drawn_for = _DRAWS.index(ends.draws)
    tables.facing_ends = ends.facing_ends
    if ends.back_and_forth_loses:
        _add_roaming(tables, variant)
    for letter, points in ends.points:
        tables.points[cython.cast(cython.int, kinds[letter])] = points
    _add_lines(tables, variant, kinds)
    if ends.counting:
        _add_counting(tables, ends.counting, kinds)
    _add_extinctions(tables, ends.extinctions, kinds)
    _add_goals(tables, variant, ends.goals, kinds)


def _has_ends(variant):
    """Return True if a game may end otherwise than by mate and what all games have."""
    ends = variant.ends
    passes = (*variant.can_pass, *variant.passes_if_stuck)
    found = (ends.extinctions, ends.goals, ends.checks, ends.lines, ends.chain, ends.full_board)
    return any((*found, ends.back_and_forth_loses, ends.bare_royal, variant.citadels, *passes))


def _add_roaming(tables: Tables, variant):
    """Add the types of either side that may go where the enemy's king may be."""
    colour: cython.int
    tables.back_and_forth_loses = True
    for colour in range(2):
        theirs = _squares_of(variant, variant.royal, 1 - colour)
        letters = [
            piece.letter
            for piece in variant.pieces
            if _squares_of(variant, piece.letter, colour) & theirs
        ]
        tables.roaming[colour] = type_bits(variant, letters)


def _squares_of(variant, letter, colour):
    """Return the squares to which a side's piece may go, all of them if there is none."""
    region = variant.within(variant.piece(letter)) if letter else None
    if region:
        return region.squares(colour, variant.files, variant.ranks)
    return set(itertools.product(range(variant.files), range(variant.ranks)))


def _add_extinctions(tables: Tables, extinctions, kinds):
    single = [(end, kinds[letter]) for end in extinctions for letter in end.pieces]
    single += [(end, 0) for end in extinctions if not end.pieces]
    if len(single) > MAX_EXTINCTIONS:
        raise VariantError("too many ends of the game")
    tables.extinctions = len(single)
    i: cython.int
    for i, (end, kind) in enumerate(single):
        tables.extinct[i].kind = kind
        tables.extinct[i].left = end.left
        tables.extinct[i].against = end.against
        tables.extinct[i].claim = end.claim
        tables.extinct[i].value = VALUES[end.value]


def _add_goals(tables: Tables, variant, goals, kinds):
    if len(goals) > MAX_GOALS:
        raise VariantError("too many ends of the game")
    tables.goals = len(goals)
    i: cython.int
    colour: cython.int
    for colour in range(2):
        for i, end in enumerate(goals):
            goal = cython.address(tables.goal[colour * MAX_GOALS + i])
            goal.kind = kinds[end.piece] if end.piece else 0
            goal.count = end.count
            goal.answered = end.answered
            goal.held = end.held
            goal.safe = end.safe
            goal.filled = end.filled
            squares = end.region.squares(colour, variant.files, variant.ranks)
            goal.cells = len(squares)
            for j, (file, rank) in enumerate(sorted(squares)):
                goal.cell[j] = cell_at(file, rank)
                tables.is_goal[colour * CELLS + goal.cell[j]] |= end.count == 1 and not end.held
            if goal.kind:
                tables.arrives[goal.kind] = True
            else:
                memset(tables.arrives, True, TYPES)


def _add_counting(tables: Tables, counting, kinds):
    i: cython.int
    tables.counting = True
    tables.counts.bare = counting.bare
    tables.counts.few_pieces = counting.few_pieces
    tables.counts.most = counting.most
    tables.counts.pawns = counting.pawns
    tables.counts.from_pieces = counting.from_pieces
    tables.counts.limits = len(counting.limits)
    for i, (letter, least, moves) in enumerate(counting.limits):
        tables.counts.limit[i].kind = kinds[letter]
        tables.counts.limit[i].least = least
        tables.counts.limit[i].moves = moves


def _add_chases(tables: Tables, variant, chases, kinds):
    colour: cython.int
    kind: cython.int
    tables.chases = True
    tables.harmless = type_bit(tables.king_type)
    for letter in chases.harmless:
        tables.harmless |= type_bit(kinds[letter])
    for letter, others in chases.dearer:
        kind = kinds[letter]
        for other in others:
            tables.dearer[kind] |= type_bit(kinds[other])
    for letter, region in chases.spared:
        for colour in range(2):
            kind = kinds[letter]
            tables.spared[colour << COLOUR_SHIFT | kind] = place_of(tables, variant, region, colour)


_STEPS = {"h": (1,), "v": (ROW,), "d": (ROW + 1, ROW - 1)}


def _add_lines(tables: Tables, variant, kinds):
    i: cython.int
    ends = variant.ends
    if ends.chain:
        _add_chain(tables, variant, ends.chain, kinds)
    tables.rows = len(ends.lines)
    for i, line in enumerate(ends.lines):
        _add_row(tables, cython.address(tables.row[i]), line, kinds)
        tables.row[i].length = line.length
        tables.row[i].gaps = line.gaps
        tables.row[i].block = "b" in line.directions


@cython.cfunc
def _add_row(tables: Tables, row: cython.pointer[Row], line, kinds) -> cython.void:
    """Add the pieces, the value and the steps of a line or a chain."""
    j: cython.int
    row.value = VALUES[line.value]
    row.kinds = 0 if line.pieces else _ALL_TYPES
    for letter in line.pieces:
        row.kinds |= tables.alike[cython.cast(cython.int, kinds[letter])]
    steps = [step for letter in line.directions for step in _STEPS.get(letter, ())]
    for j, step in enumerate(steps):
        row.steps[j] = step


def _add_chain(tables: Tables, variant, chain, kinds):
    """Add the end of the game by a chain of pieces, which may go either way at every step."""
    colour: cython.int
    i: cython.int = 0
    tables.chains = True
    _add_row(tables, cython.address(tables.chain), chain, kinds)
    many: cython.int = 0
    while tables.chain.steps[many]:
        many += 1
    for i in range(many):
        tables.chain.steps[many + i] = -tables.chain.steps[i]
    for colour in range(2):
        for bit, region in ((1, chain.start), (2, chain.end)):
            for file, rank in region.squares(colour, variant.files, variant.ranks):
                tables.chained[colour * CELLS + cell_at(file, rank)] |= bit
