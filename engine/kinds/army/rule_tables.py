"""Promotions, drops and ends of the game compiled into the tables."""

import itertools

import cython
from cython.cimports.engine.kinds.army.mailbox import CELLS, CODES, COLOUR_SHIFT, cell_at
from cython.cimports.engine.kinds.army.tables import (
    CAN_MOVE,
    MAX_EXTINCTIONS,
    MAX_GOALS,
    MAX_PROMOTIONS,
    MAX_RULES,
    UNMOVED,
    Span,
    Tables,
)

from engine.board.position import VALUES
from engine.errors import VariantError


def add_promotions(tables: Tables, variant):
    """Numbers the promotions; the first one, to nothing, is of what would be stranded."""
    colour: cython.int
    code: cython.int
    cell: cython.int
    i: cython.int
    tables.promotions = 1
    if not variant.stranding:
        for code in range(CODES):
            for cell in range(CELLS):
                if tables.on_board[cell] and _is_stranded(tables, code, cell):
                    tables.stranded[code * CELLS + cell] = True
                    tables.promotes_at[code * CELLS + cell] = tables.promotions
    for letter, most in variant.limits.items():
        tables.limits[cython.cast(cython.int, tables.code_of_letter[letter])] = most
        if f"{letter}~" in tables.code_of_letter:
            tables.limits[cython.cast(cython.int, tables.code_of_letter[f"{letter}~"])] = most
    for promotion in variant.promotions:
        if len(promotion.to) > MAX_PROMOTIONS:
            raise VariantError(f"{promotion.piece!r} promotes to too many pieces")
        for colour in range(2):
            code = colour << COLOUR_SHIFT | tables.code_of_letter[promotion.piece]
            tables.promotions += 1
            if tables.promotions == MAX_RULES:
                raise VariantError("too many promotions")
            rule = cython.address(tables.promotion[tables.promotions])
            rule.optional = promotion.optional
            rule.capturing = promotion.capturing
            rule.choices = len(promotion.to)
            for i, letter in enumerate(promotion.to):
                rule.to[i] = tables.code_of_letter[letter]
            for file, rank in promotion.zone.squares(colour, variant.files, variant.ranks):
                cell = cell_at(file, rank)
                tables.promotes_at[code * CELLS + cell] = tables.promotions
                if promotion.leaving:
                    tables.promotes_from[code * CELLS + cell] = tables.promotions
    _mark_promoting(tables)


def _is_stranded(tables: Tables, code: cython.int, cell: cython.int):
    """Whether a piece could never move from there, were the board empty."""
    stop: cython.uint
    span: Span = tables.moves[code * CELLS + cell]
    for stop in range(span.first, span.last):
        if tables.stops[stop].flags & CAN_MOVE and not tables.stops[stop].flags & UNMOVED:
            return False
    return not tables.hops[code]


def _mark_promoting(tables: Tables):
    """Notes from where a piece's moves may reach its promotion rank."""
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
    """What may be dropped where, as what captured pieces are held, and which types count as one."""
    kind: cython.int
    code: cython.int
    cell: cython.int
    colour: cython.int
    letters = [piece.letter for piece in variant.pieces]
    kinds = {letter: tables.code_of_letter[letter] for letter in letters}
    for letter in letters:
        other = letter.removesuffix("~") if letter.endswith("~") else f"{letter}~"
        kind = kinds[letter]
        tables.twin[kind] = kinds.get(other, 0)
    drops = variant.drops
    if not drops:
        return
    tables.drops = True
    tables.captures_held = drops.captured
    tables.drops_checking = drops.checking
    tables.drops_first = bool(drops.first)
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
            variant.piece(letter).region,
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


def add_ends(tables: Tables, variant):
    """What ends the game besides mate."""
    ends = variant.ends
    tables.only_mate_wins = ends.only_mate_wins
    tables.has_ends = bool(ends.extinctions or ends.goals or ends.checks)
    tables.checking = ends.checking
    tables.checks = ends.checks
    values = [ends.stalemate, *(end.value for end in ends.extinctions)]
    tables.may_pass = "win" not in values
    kinds = {
        letter: tables.code_of_letter[letter]
        for letter in (piece.letter for piece in variant.pieces)
    }
    single = [(end, kinds[letter]) for end in ends.extinctions for letter in end.pieces]
    single += [(end, 0) for end in ends.extinctions if not end.pieces]
    if len(single) > MAX_EXTINCTIONS or len(ends.goals) > MAX_GOALS:
        raise VariantError("too many ends of the game")
    tables.extinctions = len(single)
    i: cython.int
    colour: cython.int
    for i, (end, kind) in enumerate(single):
        tables.extinct[i].kind = kind
        tables.extinct[i].left = end.left
        tables.extinct[i].against = end.against
        tables.extinct[i].claim = end.claim
        tables.extinct[i].value = VALUES[end.value]
    tables.goals = len(ends.goals)
    for colour in range(2):
        for i, end in enumerate(ends.goals):
            goal = cython.address(tables.goal[colour * MAX_GOALS + i])
            goal.kind = kinds[end.piece] if end.piece else 0
            goal.count = end.count
            goal.answered = end.answered
            squares = end.region.squares(colour, variant.files, variant.ranks)
            goal.cells = len(squares)
            for j, (file, rank) in enumerate(sorted(squares)):
                goal.cell[j] = cell_at(file, rank)
