"""Warnings about settings that are valid but may not be what the author of a section meant."""

from __future__ import annotations

import re
from collections.abc import Iterator

from amalthea.engine.core.letters import FORM
from amalthea.engine.core.variant import square_name
from amalthea.engine.errors import FenError
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.piece_keys import KING, NAMED_PIECES, PAWN
from amalthea.engine.pieces.reading.settings import Settings
from amalthea.engine.pieces.text.piece_fen import read_scene

_USUAL_RANKS = 8
_USUAL_SPACE = 3  # files from king to partner at which castling by one step is usual
_PART = re.compile(r"\*(?P<rank>[0-9]+)|(?P<file>[a-z])\*|(?P<square>[a-z][0-9]+)", re.ASCII)
_FROM_RANK = re.compile(r"(?P<piece>.+)@(?P<coming>[0-9]+)-(?P<going>[0-9]+):(?P<to>.+)", re.ASCII)
_SIDES = {"w": "White", "b": "Black"}


def warnings(settings: Settings, variant: PiecesVariant) -> Iterator[str]:
    """Yield a line for each doubt about a valid section, in the form of errors."""
    for doubts in (
        _rank_warnings,
        _region_warnings,
        _right_warnings,
        _castling_warnings,
        _promotion_warnings,
        _form_warnings,
        _start_warnings,
        _piece_warnings,
        _check_warnings,
    ):
        for key, what in doubts(settings, variant):
            yield str(settings.error(key, what))
    for key, needed in settings.without_effect():
        yield str(settings.error(key, f"has no effect without {needed}"))
    for key, letter, other, is_inherited in settings.replaced:
        removed = f"the inherited {other}" if is_inherited else other
        hint = f"; with {other} = - this is no warning" if is_inherited else ""
        what = f"takes the letter {letter} of {removed}, which is removed{hint}"
        yield str(settings.error(key, what))


def _check_warnings(settings: Settings, variant: PiecesVariant) -> Iterator[tuple[str, str]]:
    """Yield (key, warning) for rules on checks that change nothing with or without a king."""
    if "checking" in settings.own and not settings.flag("checking") and not variant.royal:
        yield "checking", "has no effect without a king"
    key = "extinctionPieceTypes"
    pseudo_royal = key in settings.own and settings.flag("extinctionPseudoRoyal")
    if pseudo_royal and KING in settings.kinds(key):
        yield key, "the king is left out, as it is royal in any case"


def _rank_warnings(settings: Settings, variant: PiecesVariant) -> Iterator[tuple[str, str]]:
    """Yield (key, warning) for regions that still have the default for eight ranks."""
    ranks = variant.ranks
    if ranks == _USUAL_RANKS or "maxRank" not in settings.own:
        return
    promote = all(settings.kinds(f"promotion{types}White") for types in ("PawnTypes", "PieceTypes"))
    key = "promotionRegionWhite"
    if promote and not settings.text("promotions") and _is_default(key, "promotion", settings):
        where = f"on rank 8 of {ranks}" if ranks > _USUAL_RANKS else f"nowhere on {ranks} ranks"
        yield key, f"White's pawns promote {where}, did you mean *{ranks}?"
    key = "doubleStepRegionBlack"
    steps = settings.flag("doubleStep") and not settings.text("rights")
    first_moves = any(piece.key == PAWN or "i" in piece.moves for piece in settings.pieces)
    if steps and first_moves and _is_default(key, "doubleStep", settings):
        yield key, f"Black's double step is from rank 7 of {ranks}, did you mean *{ranks - 1}?"


def _is_default(key: str, family: str, settings: Settings) -> bool:
    """Return True if a key has its default, and the section sets no key of its family."""
    names = {f"{family}{name}" for name in ("Region", "Rank", "RankMin")} | {key}
    return not names & settings.own and settings.squares(key) == settings.table.default(key)


def _region_warnings(settings: Settings, variant: PiecesVariant) -> Iterator[tuple[str, str]]:
    """Yield (key, warning) for parts of regions that are off the board."""
    for key, text in settings.own_texts():
        for part in text.lower().split() if settings.is_read_by(key, values.squares) else ():
            match = _PART.fullmatch(part)
            if not match:
                continue
            file = ord((match["file"] or match["square"] or "a")[0]) - ord("a")
            rank = int(match["rank"] or (match["square"] or "a1")[1:])
            if file >= variant.files or rank > variant.ranks:
                yield key, f"{part} is off the board of {variant.files}x{variant.ranks}"


def _right_warnings(settings: Settings, variant: PiecesVariant) -> Iterator[tuple[str, str]]:
    """Yield (key, warning) for rights that no piece of the first position has."""
    if "startFen" in settings.own and settings.flag("castling") and not settings.text("rights"):
        given = settings.text("startFen").split()[2:3]
        kept = variant.start.split()[2]
        lost = [letter for letter in "".join(given) if letter in "KQkq" and letter not in kept]
        if lost:
            yield "startFen", f"rights {''.join(lost)} have no rook or no king, left out"
    if not {"rights", "startFen"} & settings.own or variant.random_start:
        return
    try:
        scene = read_scene(variant.start, variant)
    except FenError:  # reported as an error of its own
        return
    for right in variant.rights if settings.text("rights") else ():
        file, rank = variant.square(right.square)
        for side, name in _SIDES.items():
            at = (file, rank if side == "w" else variant.ranks - 1 - rank)
            letter = right.piece if side == "w" else right.piece.lower()
            if scene.get(at) != letter:
                what = f"{name} has no {right.piece} on {square_name(*at)} in startFen"
                yield "rights", what


def _castling_warnings(settings: Settings, variant: PiecesVariant) -> Iterator[tuple[str, str]]:
    """Yield (key, warning) for default destinations that are only one step from the king."""
    is_changed = settings.own & {"startFen", "maxFile"} and not settings.text("rights")
    for castling in variant.castlings if is_changed else ():
        (king, goal), (partner, _) = castling.king, castling.partners[0]
        kingside = partner > king
        key = "castlingKingsideFile" if kingside else "castlingQueensideFile"
        steps = abs(ord(goal[0]) - ord(king[0]))
        space = abs(ord(partner[0]) - ord(king[0]))
        if steps == 1 and space > _USUAL_SPACE and not settings.is_set(key):
            wanted = chr(ord(partner[0]) + (-1 if kingside else 1))
            yield key, f"the king castles one step only, {king}{goal}, did you mean {wanted}?"


def _promotion_warnings(settings: Settings, variant: PiecesVariant) -> Iterator[tuple[str, str]]:
    """Yield (key, warning) for promotions between two ranks that look like those on several."""
    for part in settings.text("promotions").split() if "promotions" in settings.own else ():
        match = _FROM_RANK.fullmatch(part)
        if match and int(match["going"]) - int(match["coming"]) > 1:
            piece, coming, going, to = match.groups()
            each = " ".join(f"{piece}@{n}:{to}" for n in range(int(coming), int(going) + 1))
            ranks = f"from rank {coming} to rank {going} only"
            yield "promotions", f"{part} is for moves {ranks}, did you mean {each}?"


def _form_warnings(settings: Settings, variant: PiecesVariant) -> Iterator[tuple[str, str]]:
    """Yield (key, warning) for pieces whose promoted form the game no longer has."""
    kept = {piece.key for piece in settings.pieces}
    key = "promotedPieceType"
    for piece, form in settings.by_piece(key).items():
        if piece in kept and form not in (None, *kept):
            yield key, f"{piece} no longer promotes, as its form {form} is removed"


def _start_warnings(settings: Settings, variant: PiecesVariant) -> Iterator[tuple[str, str]]:
    """Yield (key, warning) for sides that begin without a king."""
    if "startFen" in settings.own:
        for missing, name in zip(variant.kingless, _SIDES.values(), strict=True):
            if missing:
                yield "startFen", f"{name} begins without a king"


def _piece_warnings(settings: Settings, variant: PiecesVariant) -> Iterator[tuple[str, str]]:
    """Yield (key, warning) for custom pieces of the section that can never be on the board."""
    found = set(re.findall(FORM, variant.start.split()[0].upper(), re.ASCII))
    found |= {letter for promotion in variant.promotions for letter in promotion.to}
    found |= {letter for piece in variant.pieces for letter in piece.settings}
    found |= {piece.pivots for piece in variant.pieces if piece.pivots}
    found |= {*variant.swaps.values(), *(each.to for each in variant.returns)}
    found |= set(variant.placement.order) if variant.placement else set()
    forms = set(settings.by_piece("promotedPieceType").values())  # they move as these
    found |= {letter.strip("+~") for letter in found}
    for piece in settings.pieces:
        is_own = piece.key in settings.own and piece.key not in (*NAMED_PIECES, KING)
        if is_own and piece.key not in forms and piece.letter not in found:
            yield piece.key, "is neither in startFen nor what a piece becomes"
