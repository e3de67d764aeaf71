"""What a section says of pieces that are dropped from the hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amalthea.engine.core.variant import Square
from amalthea.engine.pieces.description.regions import Region
from amalthea.engine.pieces.description.variant import Drops
from amalthea.engine.variant_files import pawns
from amalthea.engine.variant_files.draft import Draft
from amalthea.engine.variant_files.keys import KING, SIDES
from amalthea.engine.variant_files.values import ALL_PIECES, EVERYWHERE

_ROOK = "rook"
_SHOGI_PAWN = "shogiPawn"


def described(draft: Draft) -> Mapping[str, Any]:
    """The drops, nothing where there are none. Raises VariantError."""
    settings = draft.settings
    if not settings.flag("pieceDrops"):
        return {}
    most = settings.number("dropNoDoubledCount")
    if settings.flag("dropPromoted") and settings.flag("dropLoop"):
        settings.fail("dropPromoted", "that rule is missing: promoted drops beside dropLoop")
    shogi_pawn = draft.letter(_SHOGI_PAWN)
    mate_barred = settings.flag("shogiPawnDropMateIllegal") and shogi_pawn
    return {
        "drops": Drops(
            captured=settings.flag("capturesToHand"),
            held=_held(draft),
            regions=_regions(draft),
            most_on_file=dict.fromkeys(draft.letters("dropNoDoubled"), most) if most else {},
            never_mating=(shogi_pawn,) if mate_barred and shogi_pawn else (),
            checking=settings.flag("dropChecks"),
            promoted=settings.flag("dropPromoted"),
            first=_first(draft),
        )
    }


def _held(draft: Draft) -> Mapping[str, str]:
    """Promoted pieces go to the hand as what they were, or with dropLoop as what they are like.

    A form with moves of its own is like none.
    """
    loop = draft.settings.flag("dropLoop")
    letters = {piece.letter for piece in draft.pieces}
    found = {letter: letter[1:] for letter in letters if letter[0] == "+" and letter[1:] in letters}
    for key, form in pawns.forms(draft).items():
        piece, like = draft.letter(key), draft.letter(form)
        assert piece
        assert like
        found[f"+{piece}"] = like if loop else piece
    for letter in pawns.twins(draft):
        found[draft.as_promoted(letter)] = pawns.main_pawn(draft)
    return found


def _regions(draft: Draft) -> Mapping[str, Region]:
    """Where a piece may be dropped, of each that may not be everywhere."""
    found: dict[str, Region] = {}
    board = EVERYWHERE & {
        (file, rank) for file in range(draft.files) for rank in range(draft.ranks)
    }
    for piece in draft.pieces:
        white, black = (_squares(draft, piece.key, side) & board for side in SIDES)
        if piece.key == KING or (white, black) == (board, board):
            continue
        mirrored = {(file, draft.ranks - 1 - rank) for file, rank in white}
        others = None if mirrored == black else draft.named(black)
        found[piece.letter] = Region(draft.named(white), others)
    return found


def _squares(draft: Draft, key: str, side: str) -> frozenset[Square]:
    """One side's squares for one piece."""
    settings = draft.settings
    if settings.number("dropNoDoubledCount") == 0 and key in settings.kinds("dropNoDoubled"):
        return frozenset()
    found = draft.region(f"dropRegion{side}")
    home = 0 if side == "White" else draft.ranks - 1
    if key == pawns.PAWN and not settings.flag("promotionZonePawnDrops"):
        found -= draft.region(f"promotionRegion{side}")
    if key == pawns.PAWN and not settings.flag("firstRankPawnDrops"):
        found -= {(file, home) for file in range(draft.files)}
    if key == _ROOK and settings.flag("sittuyinRookDrop"):
        found &= {(file, home) for file in range(draft.files)}
    return found


def _first(draft: Draft) -> tuple[str, ...]:
    """What must be dropped before anything moves."""
    if not draft.settings.flag("mustDrop"):
        return ()
    if ALL_PIECES in draft.settings.kinds("mustDropType"):
        return tuple(piece.letter for piece in draft.pieces if piece.key != KING)
    return tuple(letter for letter in draft.letters("mustDropType") if letter != draft.letter(KING))
