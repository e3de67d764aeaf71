"""The compiler of descriptions: it fills the tables of a variant with the help of other modules."""

from functools import lru_cache

import cython
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CODES,
    COLOUR_SHIFT,
    ROW,
    cell_at,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import Tables

from amalthea.engine.pieces.compiled import paths
from amalthea.engine.pieces.compiled.conditions import condition_of, place_of
from amalthea.engine.pieces.compiled.end_tables import add_ends
from amalthea.engine.pieces.compiled.hop_tables import add_hops
from amalthea.engine.pieces.compiled.rule_tables import (
    add_drops,
    add_enclosing,
    add_lion_rules,
    add_promotions,
    add_rare_rules,
    add_relocations,
    add_walls,
)
from amalthea.engine.pieces.compiled.tables import type_bits
from amalthea.engine.pieces.description.mating import never_mating
from amalthea.engine.pieces.description.regions import zone_of

_KEPT = 16  # variants, of about 3 MB each


@lru_cache(maxsize=_KEPT)
def tables_of(variant):
    """Return the tables of a variant, compiled on first use. Raises VariantError."""
    tables: Tables = Tables(variant)
    _add_pieces(tables, variant)
    tables._add_pawns(variant)
    add_promotions(tables, variant)
    add_drops(tables, variant)
    tables._add_castlings(variant)
    add_rare_rules(tables, variant)
    add_walls(tables, variant)
    add_enclosing(tables, variant)
    add_lion_rules(tables, variant)
    add_relocations(tables, variant)
    add_ends(tables, variant)
    tables.lone_types = type_bits(variant, variant.insufficient.lone)
    tables.same_shade_types = type_bits(variant, variant.insufficient.same_shade)
    lone, shade = never_mating(variant)
    tables.never_lone_types = tables.lone_types | type_bits(variant, lone)
    tables.never_same_shade_types = tables.same_shade_types | type_bits(variant, shade)
    tables._fill_keys()
    return tables


def _add_pieces(tables: Tables, variant):
    """Add the piece types: their codes, attack routes and stops."""
    tables.types = len(variant.pieces)
    tables.letters = [None] * CODES
    tables.code_of_letter = {}
    kind: cython.int
    colour: cython.int
    code: cython.int
    for kind, piece in enumerate(variant.pieces, 1):
        if piece.royal:
            tables.king_type = kind
        for colour in range(2):
            code = colour << COLOUR_SHIFT | kind
            tables.can_pass[code] = piece.royal and variant.can_pass[colour]
            letter = piece.letter.lower() if colour else piece.letter
            tables.letters[code] = letter
            tables.code_of_letter[letter] = code
            if piece.second_square:
                tables.second[code] = piece.second_square[1] * ROW + piece.second_square[0]
            within = place_of(tables, variant, variant.within(piece), colour)
            tables.allowed_place[code] = within
            general = paths.drop_duplicates(paths.orient(variant.paths(piece.moves), colour))
            tables.ambiguous[code] = paths.is_ambiguous(general)
            only_there = condition_of(tables, 0, within)
            everywhere = paths.routes(general, piece.second_square)
            tables._add_routes(code, everywhere, only_there)
            for place, moves in piece.from_rank.items():
                further = paths.capture_parts(paths.orient(variant.paths(moves), colour))
                if further:
                    begins = place_of(tables, variant, zone_of(place), colour)
                    more = paths.other_routes(
                        paths.routes(further, piece.second_square), everywhere
                    )
                    tables._add_routes(code, more, condition_of(tables, begins, within))
            add_hops(tables, variant, piece, code, within)
            alike: dict = {}  # cells by the further moves that the piece has there
            for rank in range(variant.ranks):
                for file in range(variant.files):
                    moves = variant.further_moves(piece, colour, (file, rank))
                    alike.setdefault(moves, []).append(cell_at(file, rank))
            for moves, cells in alike.items():
                further = paths.orient(variant.paths(*moves), colour)
                walked = paths.drop_duplicates([*further, *general]) if further else general
                tables.ambiguous[code] |= paths.is_ambiguous(walked)
                tables._add_stops(code, walked, cells, within)
    tables._add_turns(variant)
