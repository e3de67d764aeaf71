"""Piece types: how pieces move, also on certain ranks or along lines, and where they may go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.core.letters import FORM, is_of_type
from amalthea.engine.errors import BetzaError
from amalthea.engine.pieces.description import betza
from amalthea.engine.pieces.description.regions import Region, value_of, zone_of
from amalthea.engine.pieces.description.variant import MAX_PIECE_TYPES, PiecesVariant, PieceType
from amalthea.engine.pieces.reading import letters, values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import NOWHERE, SIDES, Key
from amalthea.engine.pieces.reading.piece_keys import EN_PASSANT, KING, PAWN
from amalthea.engine.pieces.reading.settings import Piece
from amalthea.engine.pieces.rules import castling, first_leaps, promotion
from amalthea.engine.pieces.rules.diagonal_lines import along_lines
from amalthea.engine.pieces.rules.double_step import double_step_zone, triple_step_zone
from amalthea.engine.pieces.rules.presentation import piece_names, piece_notation
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.turns import settings
from amalthea.engine.pieces.rules.two_square_pieces import pivots, second_squares
from amalthea.engine.pieces.rules.words import Words

_SOLDIER = "soldier"
_CANNON_OF_KOREA = "janggiCannon"
_BEFORE_PROMOTION = "fW"
_AT_RANK = rf"(?P<piece>{FORM})@(?P<rank>[0-9]{{1,2}}):(?P<value>\S+)"
_NO_HOPPER = "a hopper may not be royal, turn or stand on two squares"


def _read(draft: Draft) -> Mapping[str, object]:
    names, notation = piece_names(draft), piece_notation(draft)
    turning, covered, pivoting = settings(draft), second_squares(draft), pivots(draft)
    types = draft.each(lambda piece: _piece_type(piece, draft), draft.pieces)
    types += _promoted(draft, names)
    pieces = tuple(
        replace(
            each,
            name=names.get(each.letter, each.name),
            settings=turning.get(each.letter, ()),
            second_square=covered.get(each.letter),
            pivots=pivoting.get(each.letter),
            author_letter=notation.get(each.letter, ""),
        )
        for each in types
    )
    return {"pieces": pieces}


def _piece_type(piece: Piece, draft: Draft) -> PieceType:
    """Return the type of one piece.

    In a variant file `i` moves are allowed on the squares of the double step, as further moves from
    there; but those of a piece with a right are allowed as long as it has the right.
    """
    if piece.key == _CANNON_OF_KOREA and piece.letter in promotion.twins(draft):
        draft.settings.fail(piece.key, "not supported: promoted cannons that ignore cannons")
    moves = draft.settings.moves(piece.key).replace(EN_PASSANT, "") + first_leaps.leaps(
        draft, piece.key
    )
    region = _region(piece, draft)
    terms = betza.terms(moves)
    from_rank: dict[int | Region, str] = dict(_rank_moves(draft).get(piece.letter, {}))
    royal = piece.key == KING
    if any(right.piece == piece.letter for right in castling.rights(draft)):
        return PieceType(piece.letter, piece.key, moves, from_rank, royal, region=region)
    always = "".join(term for term in terms if "i" not in term)
    first = [term.replace("i", "") for term in terms if "i" in term]
    for term in first:
        if "m" not in term or "c" in term:
            draft.settings.fail(
                piece.key, f"not supported: 'i' moves that capture, expected im for {term}"
            )
    if piece.key == PAWN:
        first.append("fmR2")
    if first and (zone := double_step_zone(draft)):
        from_rank[zone] = from_rank.get(zone, "") + "".join(first)
    if piece.key == PAWN and (triple := triple_step_zone(draft)):
        from_rank[triple] = from_rank.get(triple, "") + "fmR3"
    promotion_rank = draft.settings.number("soldierPromotionRank")
    if piece.key == _SOLDIER and promotion_rank > 1:
        always = _BEFORE_PROMOTION
        ranks = range(promotion_rank, draft.ranks + 1)
        from_rank[Region(tuple(f"*{rank}" for rank in ranks))] = moves
    from_rank |= along_lines(piece, draft)
    return PieceType(
        piece.letter,
        piece.key,
        always,
        from_rank,
        royal,
        region=region,
        ignores_own_type=piece.key == _CANNON_OF_KOREA,
    )


def _rank_moves(draft: Draft) -> Mapping[str, dict[int | Region, str]]:
    """Return further moves while a piece stands on a rank, by letter."""
    key = "rankMoves"
    found: dict[str, dict[int | Region, str]] = {}
    for part in letters.parts(key, draft):
        match = letters.matched(_AT_RANK, part)
        if not match:
            letters.fail(draft, key, part, "p@2:fmR4, a piece, its rank and its moves there")
        letter = letters.letter(match["piece"], key, draft)
        found.setdefault(letter, {})[int(match["rank"])] = match["value"]
    return found


def _region(piece: Piece, draft: Draft) -> Region | None:
    """Return the region of a piece, every square for a side without a setting; None without any."""
    key = piece.key[0].upper() + piece.key[1:]
    sides = [draft.region(f"mobilityRegion{side}{key}") for side in SIDES]
    everywhere = draft.all_squares
    if not any(sides):
        return None
    white, black = (draft.named(side or everywhere) for side in sides)
    return Region(white, black)


def _promoted(draft: Draft, names: Mapping[str, str]) -> Iterator[PieceType]:
    """Yield the promoted types: `+N`, which moves as another piece, and `Q~`, a promoted pawn.

    names: those of pieces by letter, where they are not the usual ones.
    """
    by_key = {piece.key: piece for piece in draft.pieces}
    for key, form in promotion.forms(draft).items():
        moves = _piece_type(by_key[form], draft)
        name = names.get(moves.letter, moves.name)
        yield replace(moves, letter=f"+{draft.letter(key)}", name=name)
    for piece in draft.pieces:
        if piece.letter in promotion.twins(draft):
            moves = _piece_type(piece, draft)
            name = names.get(moves.letter, moves.name)
            yield replace(moves, letter=f"{piece.letter}~", name=f"promoted {name}")


def _errors(variant: PiecesVariant) -> Iterator[str]:
    found = [piece.letter for piece in variant.pieces]
    if not 1 <= len(found) <= MAX_PIECE_TYPES:
        yield f"{len(found)} piece types, expected 1 to {MAX_PIECE_TYPES}"
    for letter in found:
        if not is_of_type(letter):
            yield f'piece letter {letter!r}, expected one like "N", "N\'", "+N" or "N~"'
        if found.count(letter) > 1:
            yield f"piece letter {letter!r} is used twice"
    if sum(piece.ignores_own_type for piece in variant.pieces) > 1:
        yield "only one type of piece may ignore its own type"
    for piece in variant.pieces:
        yield from (f"{piece.name}: {error}" for error in _move_errors(piece, variant))


def _move_errors(piece: PieceType, variant: PiecesVariant) -> Iterator[str]:
    try:
        paths = variant.paths(piece.moves)
    except BetzaError as error:
        yield str(error)
        return
    may_hop = not (piece.royal or piece.settings or piece.second_square)
    if variant.hops(piece.moves) and not may_hop:
        yield _NO_HOPPER
    if piece.ignores_own_type and not variant.hops(piece.moves):
        yield "only a hopper may ignore its own type"
    for path in paths:
        if path.initial and any(step.capture for step in path.steps):
            yield "a first-move-only move may not capture"
    for place, moves in piece.from_rank.items():
        if isinstance(place, int) and not 1 <= place <= variant.ranks:
            yield f"moves from rank {place}, which the board lacks"
        elif reason := zone_of(place).error(variant.files, variant.ranks):
            yield f"moves from {reason}"
        try:
            if variant.hops(moves) and not may_hop:
                yield _NO_HOPPER
        except BetzaError as error:
            yield str(error)
    if piece.region and (reason := piece.region.error(variant.files, variant.ranks)):
        yield f"goes to {reason}"


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    return {"pieces": [_piece_values(piece) for piece in variant.pieces]}


def _piece_values(piece: PieceType) -> Mapping[str, object]:
    places = ([value_of(place), moves] for place, moves in piece.from_rank.items())
    return without_defaults(
        ("letter", piece.letter, ""),
        ("moves", piece.moves, ""),
        ("moves_from", sorted(places, key=str), []),
        ("royal", piece.royal, False),
        ("region", value_of(piece.region), None),
        ("ignores_own_type", piece.ignores_own_type, False),
        ("settings", list(piece.settings), []),
        ("second_square", list(piece.second_square or ()), []),
        ("pivots_into", piece.pivots, None),
    )


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    yield (
        "A piece captures an enemy piece by moving to its square. It cannot move to a square that"
        " holds a piece of its own side."
    )


RULE = Rule(
    name="piece_types",
    fields=("pieces",),
    keys={
        "soldierPromotionRank": Key(values.rank, 1),
        "rankMoves": Key(values.text, "", extension=True),
        "mobilityRegion<side><piece>": Key(
            values.squares,
            NOWHERE,
            pattern=r"mobilityRegion(White|Black)[A-Z][A-Za-z]*[0-9]{0,2}",
        ),
    },
    read=_read,
    errors=_errors,
    fingerprint=_fingerprint,
    texts=(Text("Pieces", _sentences),),
)
