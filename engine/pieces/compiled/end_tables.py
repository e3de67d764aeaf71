"""Tables of the ends of the game besides checkmate."""

import itertools

import cython
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CELLS,
    COLOUR_SHIFT,
    ROW,
    TYPES,
    Types,
    cell_at,
    type_bit,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import (
    MAX_EXTINCTIONS,
    MAX_GOALS,
    Row,
    Tables,
)
from cython.cimports.libc.string import memset

from amalthea.engine.core.position import VALUES
from amalthea.engine.errors import VariantError
from amalthea.engine.pieces.compiled.conditions import place_of
from amalthea.engine.pieces.compiled.tables import counted_type_bits, type_bits

_ALL_TYPES = cython.declare(Types, 0xFFFFFFFFFFFFFFFF)
_DRAWS = ("", "White", "Black", "more", "points")  # for whom draws are wins
_STEPS = {"h": (1,), "v": (ROW,), "d": (ROW + 1, ROW - 1)}  # by the directions of lines, chains


def add_ends(tables: Tables, variant):
    """Add the rules that end the game besides checkmate."""
    ends = variant.ends
    tables.only_mate_wins = ends.only_mate_wins
    tables.bare_kings_draw = bool(variant.drawing_king)
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
        tables.pseudo_royals = counted_type_bits(variant, ends.pseudo_royals.pieces)
    _add_mate_conditions(tables, variant)
    tables.checked_king_stays = ends.checked_king_stays
    tables.has_move_restrictions = (
        not ends.checking
        or ends.forced_capture
        or ends.checked_king_stays
        or ends.facing_ends
        or tables.pseudo_royals != 0
        or tables.explosions
        or (tables.mutually_immune | tables.uncapturable | tables.untraded) != 0
    )
    tables.has_after_effects = (
        ends.checks > 0
        or tables.pseudo_royals != 0
        or ends.counting is not None
        or tables.explosions
        or tables.drops_castle
        or tables.gates
        or tables.waits
        or tables.aiming != 0
        or tables.mate_conditions
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


def _add_mate_conditions(tables: Tables, variant):
    conditions = variant.ends.mate_conditions
    if conditions:
        tables.mate_conditions = True
        tables.mate_needs = counted_type_bits(variant, conditions.needed)
        tables.never_mate_alone = counted_type_bits(variant, conditions.never_alone)


def _has_ends(variant):
    """Return True if the game has ends besides mate, stalemate and the draws of all games."""
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
    """Return the squares to which a side's piece may go; letter "": all squares."""
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
            tables.spared_place[colour << COLOUR_SHIFT | kind] = place_of(
                tables, variant, region, colour
            )


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
                tables.chain_ends[colour * CELLS + cell_at(file, rank)] |= bit
