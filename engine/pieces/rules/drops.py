"""Drops: instead of moving, a side may put a piece from its hand on an empty square."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core import english
from amalthea.engine.core.english import capitalised, with_article
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.core.letters import is_plain
from amalthea.engine.core.variant import Square
from amalthea.engine.pieces.description.regions import Region
from amalthea.engine.pieces.description.variant import Drops, PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import NOBODY, SIDES, Key, each, flag
from amalthea.engine.pieces.reading.piece_keys import KING, PAWN
from amalthea.engine.pieces.reading.values import ALL_PIECES, EVERYWHERE
from amalthea.engine.pieces.rules import promotion
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words

_ROOK, _BISHOP = "rook", "bishop"
_SHOGI_PAWN = "shogiPawn"
_DROPS = ("pieceDrops",)
_HANDS = (*_DROPS, "gating", "waitingPieces")

# From a section to the description


def _read(draft: Draft) -> Mapping[str, object]:
    settings = draft.settings
    if not draft.has_hands:
        return {}
    most = settings.number("dropNoDoubledCount")
    if settings.flag("dropPromoted") and settings.flag("dropLoop"):
        settings.fail("dropPromoted", "not supported: promoted drops together with dropLoop")
    shogi_pawn = draft.letter(_SHOGI_PAWN)
    mates_barred = settings.flag("shogiPawnDropMateIllegal")
    drops = Drops(
        captured=settings.flag("capturesToHand"),
        held=_held(draft),
        regions=_regions(draft),
        most_on_file=dict.fromkeys(draft.letters("dropNoDoubled"), most) if most else {},
        never_mating=(shogi_pawn,) if mates_barred and shogi_pawn else (),
        checking=settings.flag("dropChecks"),
        promoted=settings.flag("dropPromoted"),
        first=_first(draft),
        on_both_shades=_on_both_shades(draft),
        castling=settings.flag("castlingDroppedPiece"),
        gating=draft.gates,
        freely=settings.flag("pieceDrops"),
        unlimited=settings.flag("unlimitedDrops"),
        waiting=settings.flag("waitingPieces"),
    )
    return {"drops": drops}


def _held(draft: Draft) -> Mapping[str, str]:
    """Return the types as which promoted pieces are held.

    A promoted form is held as the piece that it was, with `dropLoop` as the piece that it moves
    like, if there is one; a promoted pawn that is a type of its own is held as a pawn.
    """
    loop = draft.settings.flag("dropLoop")
    letters = {piece.letter for piece in draft.pieces}
    found = {letter: letter[1:] for letter in letters if letter[0] == "+" and letter[1:] in letters}
    for form, like in promotion.forms_like(draft).items():
        found[form] = like if loop else form[1:]
    for letter in promotion.twins(draft):
        found[draft.as_promoted(letter)] = promotion.main_pawn(draft)
    return found


def _regions(draft: Draft) -> Mapping[str, Region]:
    """Return the regions for drops, for each type that may not be dropped everywhere."""
    found: dict[str, Region] = {}
    board = draft.all_squares
    for piece in draft.pieces:
        white, black = (_squares(draft, piece.key, side) for side in SIDES)
        if (white, black) == (board, board) or (piece.key == KING and not draft.drops_kings):
            continue
        mirrored = {(file, draft.ranks - 1 - rank) for file, rank in white}
        others = None if mirrored == black else draft.named(black)
        found[piece.letter] = Region(draft.named(white), others)
    return found


def _squares(draft: Draft, key: str, side: str) -> frozenset[Square]:
    """Return one side's squares for one piece."""
    settings = draft.settings
    if settings.number("dropNoDoubledCount") == 0 and key in settings.kinds("dropNoDoubled"):
        return frozenset()
    found = draft.region(f"dropRegion{side}")
    home = 0 if side == "White" else draft.ranks - 1
    if key == PAWN and not settings.flag("promotionZonePawnDrops"):
        found -= draft.region(f"promotionRegion{side}")
    if key == PAWN and not settings.flag("firstRankPawnDrops"):
        found -= {(file, home) for file in range(draft.files)}
    if key == _ROOK and settings.flag("sittuyinRookDrop"):
        found &= {(file, home) for file in range(draft.files)}
    return found


def _first(draft: Draft) -> tuple[str, ...]:
    """Return the types that must be dropped before any move."""
    if not draft.settings.flag("mustDrop"):
        return ()
    if ALL_PIECES in draft.settings.kinds("mustDropType"):
        letters = tuple(piece.letter for piece in draft.pieces)
    else:
        letters = draft.letters("mustDropType")
    return tuple(each for each in letters if draft.drops_kings or each != draft.letter(KING))


def _on_both_shades(draft: Draft) -> str:
    """Return the letter of the bishop where bishops have to stand on either shade."""
    bishop = draft.letter(_BISHOP)
    return bishop if bishop and draft.settings.flag("dropOppositeColoredBishop") else ""


# The description


def _errors(variant: PiecesVariant) -> Iterator[str]:
    drops = variant.drops
    if drops is None:
        return
    if variant.placement or any(piece.second_square or piece.settings for piece in variant.pieces):
        yield (
            "drops cannot be combined with secret placement, or with pieces that turn or stand on"
            " two squares"
        )
    for letter, held in drops.held.items():
        if not is_plain(held) or held in drops.held or held == letter:
            yield f"{letter!r} is held as {held!r}, expected an unpromoted piece"
    royal = [piece.letter for piece in variant.pieces if piece.royal]
    first = () if variant.drops_kings else drops.first
    if {*drops.held, *drops.held.values(), *first} & set(royal):
        yield "a royal piece is never in hand"
    if variant.drops_kings and (variant.flying_general or variant.ends.goals):
        yield "kings in hand cannot be combined with facing kings or goals"
    if drops.promoted and len(set(drops.held.values())) < len(drops.held):
        yield "a piece may be dropped as one promoted form only"
    if variant.limits and any(letter.endswith("~") for letter in variant.limits):
        yield "promotion limits are for unpromoted pieces; their promoted ones count as they do"
    for letter, region in drops.regions.items():
        if error := region.error(variant.files, variant.ranks):
            yield f"{letter!r} is dropped: {error}"
    if drops.unlimited and (drops.captured or drops.gating or variant.royal):
        yield (
            "unlimited drops cannot be combined with captured pieces that go to the hand, gating"
            " or a king"
        )
    for letter, most in drops.most_on_file.items():
        if most < 1:
            yield f"at most {most} of {letter!r} on a file, expected at least 1"


def _letters(variant: PiecesVariant) -> Iterator[str]:
    if drops := variant.drops:
        yield from (*drops.held, *drops.held.values(), *drops.first)
        yield from (*drops.regions, *drops.most_on_file, *drops.never_mating)
        yield from filter(None, (drops.on_both_shades,))


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    drops = variant.drops
    if drops is None:
        return {}
    regions = {letter: region.value() for letter, region in drops.regions.items()}
    values = without_defaults(
        ("captured_pieces", drops.captured, False),
        ("held_as", dict(drops.held), {}),
        ("regions", regions, {}),
        ("most_on_file", dict(drops.most_on_file), {}),
        ("never_mating", list(drops.never_mating), []),
        ("may_check", drops.checking, True),
        ("promoted", drops.promoted, False),
        ("first", list(drops.first), []),
        ("on_both_shades", drops.on_both_shades, ""),
        ("castling", drops.castling, False),
        ("unlimited", drops.unlimited, False),
    )
    return {"drops": values}


# Sentences


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    drops = variant.drops
    if drops is None:
        return
    if drops.captured:
        yield "A captured piece goes to the hand of the side that captured it and changes sides."
    yield from _held_sentences(words, drops)
    if drops.freely:
        hand = "" if drops.unlimited else " from its hand"
        yield f"Instead of moving, a side may drop a piece{hand} on an empty square."
        yield from _region_sentences(words, drops)
    for letter, most in drops.most_on_file.items():
        name = words.piece_name(letter)
        several = with_article(name) if most == 1 else english.count(most, name)
        yield (
            f"{capitalised(words.any_piece([letter]))} may not be dropped on a file that already"
            f" holds {several} of the same side."
        )
    if drops.never_mating:
        names = words.any_piece(drops.never_mating)
        yield f"{capitalised(names)} may not be dropped to give checkmate."
    if not drops.checking:
        yield "No drop may give check."
    if drops.promoted:
        yield "A piece may be dropped in its promoted form."
    if drops.on_both_shades:
        names = english.plural(words.piece_name(drops.on_both_shades))
        yield f"Half of a side's {names} must stand on either shade of the board."
    if drops.castling:
        yield (
            "A king and a rook that were dropped on the squares from which they castle may castle"
            " until one of them moves."
        )
    if drops.first:
        names = words.any_piece(drops.first)
        yield f"While a side can drop {names}, it must do so before any other move or drop."


def _held_sentences(words: Words, drops: Drops) -> Iterator[str]:
    """Yield sentences on the types that captured pieces become in hand."""
    if any(letter == f"+{base}" for letter, base in drops.held.items()):
        yield "A promoted piece reverts to its original form when it is captured."
    forms: dict[str, list[str]] = {}
    for letter, base in drops.held.items():
        if letter != f"+{base}":
            forms.setdefault(base, []).append(letter)
    for base, letters in forms.items():
        form = words.any_piece([base])
        yield f"{capitalised(words.any_piece(letters))} becomes {form} when it is captured."


def _region_sentences(words: Words, drops: Drops) -> Iterator[str]:
    """Yield a sentence on drops for each region."""
    pieces: dict[str, list[str]] = {}
    for letter, region in drops.regions.items():
        where = f"only be dropped {words.on(region)}" if region.white else "not be dropped"
        pieces.setdefault(where, []).append(letter)
    for where, letters in pieces.items():
        yield f"{capitalised(words.any_piece(letters))} may {where}."


RULE = Rule(
    name="drops",
    fields=(
        "drops",
        "drops.captured",
        "drops.held",
        "drops.regions",
        "drops.most_on_file",
        "drops.never_mating",
        "drops.checking",
        "drops.promoted",
        "drops.first",
        "drops.on_both_shades",
        "drops.castling",
        "drops.unlimited",
    ),
    keys={
        "pieceDrops": flag(),
        "dropChecks": flag(default=True, requires=_DROPS),
        "mustDrop": flag(requires=_DROPS),
        "mustDropType": Key(values.kinds_or_all, (ALL_PIECES,), requires=("mustDrop",)),
        "dropLoop": flag(requires=_DROPS),
        "capturesToHand": flag(requires=_HANDS),
        "firstRankPawnDrops": flag(requires=_DROPS),
        "promotionZonePawnDrops": flag(requires=_DROPS),
        "dropRegion": Key(values.squares, each(EVERYWHERE), sides=SIDES, requires=_HANDS),
        "sittuyinRookDrop": flag(requires=_DROPS),
        "dropPromoted": flag(requires=_DROPS),
        "dropOppositeColoredBishop": Key(values.flag, False, requires=_DROPS),
        "castlingDroppedPiece": Key(values.flag, False, requires=_DROPS),
        "dropNoDoubled": Key(values.kinds, NOBODY, requires=_DROPS),
        "dropNoDoubledCount": Key(values.number, 1, requires=("dropNoDoubled",)),
        "shogiPawnDropMateIllegal": flag(requires=_DROPS),
        "unlimitedDrops": Key(values.flag, False, requires=_DROPS, extension=True),
    },
    read=_read,
    errors=_errors,
    letters=_letters,
    fingerprint=_fingerprint,
    texts=(Text("Drops", _sentences),),
)
