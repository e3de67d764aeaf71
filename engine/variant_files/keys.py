"""Every key of variant files in one table: what its value is and what it is when not set.

The names, values and defaults are those of Fairy-Stockfish, but for our own. A key with
`lacks` belongs to a rule that we do not have: only its default is taken, and the text tells which
rule is missing. To add a rule, take `lacks` away and read the key in the module of its subject.
docs/variants.md tells authors what the keys mean; a test holds the two lists to be the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from amalthea.engine.core.variant import Square
from amalthea.engine.variant_files import values
from amalthea.engine.variant_files.values import EVERYWHERE, Reader

SIDES = ("White", "Black")


class Key(NamedTuple):
    """A key's reader and default, as the reader returns it; with sides White's and Black's.

    lacks: the rule that any other value would need. beside: a key without which it means nothing.
    drawn: it changes no rule.
    sides: what may follow its name: "White" and "Black" set one side's value, "" both at once.
    merges: a child's value adds to its parent's. inherited: a child has its parent's value.
    """

    read: Reader
    default: object = None
    lacks: str = ""
    beside: str = ""
    drawn: bool = False
    sides: tuple[str, ...] = ()
    merges: bool = False
    inherited: bool = True


_BOTH = ("", *SIDES)  # as name, nameWhite and nameBlack
_NOBODY: tuple[str, ...] = ()
_NOWHERE: frozenset[Square] = frozenset()
_STANDARD = ("queen", "rook", "bishop", "knight")


def _rank(number: int) -> frozenset[Square]:
    return values.squares(f"*{number}", {})


def _each(default: object) -> tuple[object, object]:
    return default, default


def _drawn() -> Key:
    return Key(values.text, drawn=True)


def _without(
    rule: str, read: Reader = values.flag, default: object = False, beside: str = ""
) -> Key:
    """A key of a rule that is missing."""
    return Key(read, default, rule, beside)


_ENCLOSING = "drops that enclose"
_BLAST = "captures that explode"
_WALLS = "walls that are built in play"
_CONNECT = "wins by a chain of pieces"
_PASS = "passing"
_GATING = "pieces that enter behind others"
_COUNT = "results by counting pieces"
_REPEAT = "repetition judged by who checks or chases"

OWN: Mapping[str, Key] = {
    "title": Key(values.text, "", drawn=True, inherited=False),
    "pieceNames": Key(values.text, "", drawn=True),
    "pieceOrder": Key(values.kinds, (), drawn=True),
    "pieceNotation": Key(values.text, "", drawn=True),
    "rankMoves": Key(values.text, ""),
    "settings": Key(values.text, ""),
    "twoSquares": Key(values.text, ""),
    "pivots": Key(values.text, ""),
    "promotions": Key(values.text, ""),
    "enPassantSteps": Key(values.number, 0),
    "enPassantAlwaysShown": Key(values.flag, False),
    "rights": Key(values.text, ""),
    "castlingNames": Key(values.text, "", drawn=True, inherited=False),
    "blockedSquares": Key(values.number, 0),
    "placement": Key(values.text, ""),
    "placementApart": Key(values.text, ""),
    "placementFirst": Key(values.text, ""),
    "gameLength": Key(values.text, "", drawn=True, inherited=False),
    "safeLeap": Key(values.flag, False),
}
"""Keys of our own, read in own.py."""

KEYS: Mapping[str, Key] = {
    # the board; pieces have a table of their own below
    "maxRank": Key(values.rank, 8),
    "maxFile": Key(values.file, 7),
    "startFen": Key(values.text, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    "chess960": _without("Chess960 as a rule of the game, it is an option of the engine"),
    "twoBoards": _without("two boards"),
    # what programs that draw boards, or judge positions, want to know
    "variantTemplate": _drawn(),
    "pieceToCharTable": _drawn(),
    "pocketSize": _drawn(),
    "pieceValueMg": _drawn(),
    "pieceValueEg": _drawn(),
    # pawns and promotion
    "pawnTypes": Key(values.kinds, ("pawn",)),
    "promotionRegion": Key(values.squares, (_rank(8), _rank(1)), sides=SIDES),
    "promotionPawnTypes": Key(values.kinds, _each(("pawn",)), sides=_BOTH),
    "promotionPieceTypes": Key(values.kinds, _each(_STANDARD), sides=_BOTH),
    "promotedPieceType": Key(values.becomes, {}, merges=True),
    "promotionLimit": Key(values.counts, {}, merges=True),
    "mandatoryPawnPromotion": Key(values.flag, True),
    "mandatoryPiecePromotion": Key(values.flag, False),
    "piecePromotionOnCapture": Key(values.flag, False),
    "pieceDemotion": Key(values.flag, False),
    "sittuyinPromotion": _without("promotion as in Sittuyin"),
    "doubleStep": Key(values.flag, True),
    "doubleStepRegion": Key(values.squares, (_rank(2), _rank(7)), sides=SIDES),
    "tripleStepRegion": Key(values.squares, _each(_NOWHERE), sides=SIDES),
    "enPassantRegion": Key(values.squares, _each(EVERYWHERE), sides=_BOTH),
    "enPassantTypes": Key(values.kinds, _each(("pawn",)), sides=_BOTH),
    "soldierPromotionRank": Key(values.rank, 1),
    # castling
    "castling": Key(values.flag, True),
    "castlingKingsideFile": Key(values.file, 6),
    "castlingQueensideFile": Key(values.file, 2),
    "castlingRank": Key(values.rank, 1),
    "castlingKingFile": Key(values.file, 4),
    "castlingKingPiece": Key(values.kinds, _each(("king",)), sides=_BOTH),
    "castlingRookKingsideFile": Key(values.file, 15),
    "castlingRookQueensideFile": Key(values.file, 0),
    "castlingRookPieces": Key(values.kinds, _each(("rook",)), sides=_BOTH),
    "castlingDroppedPiece": _without("castling with dropped pieces"),
    "oppositeCastling": _without("castling to the side that the other did not choose"),
    "castlingWins": _without("wins by castling", values.text, "-"),
    # moves that are demanded or forbidden
    "checking": Key(values.flag, True),
    "mustCapture": Key(values.flag, False),
    "immobilityIllegal": Key(values.flag, False),
    "pass": Key(values.flag, _each(False), sides=_BOTH),
    "passOnStalemate": Key(values.flag, _each(False), lacks=_PASS, sides=_BOTH),
    "makpongRule": Key(values.flag, False),
    "flyingGeneral": Key(values.flag, False),
    "diagonalLines": Key(values.squares, _NOWHERE),
    "cambodianMoves": _without("first moves of pieces without a right in the FEN", beside="gating"),
    # drops
    "pieceDrops": Key(values.flag, False),
    "dropChecks": Key(values.flag, True),
    "mustDrop": Key(values.flag, False),
    "mustDropType": Key(values.kinds_or_all, (values.ALL_PIECES,)),
    "dropLoop": Key(values.flag, False),
    "capturesToHand": Key(values.flag, False),
    "firstRankPawnDrops": Key(values.flag, False),
    "promotionZonePawnDrops": Key(values.flag, False),
    "enclosingDrop": _without(_ENCLOSING, values.text, "none", beside="pieceDrops"),
    "enclosingDropStart": _without(_ENCLOSING, values.squares, _NOWHERE, beside="enclosingDrop"),
    "dropRegion": Key(values.squares, _each(EVERYWHERE), sides=SIDES),
    "sittuyinRookDrop": Key(values.flag, False),
    "dropOppositeColoredBishop": _without("bishops dropped on either shade", beside="pieceDrops"),
    "dropPromoted": Key(values.flag, False),
    "dropNoDoubled": Key(values.kinds, _NOBODY),
    "dropNoDoubledCount": Key(values.number, 1),
    "shogiPawnDropMateIllegal": Key(values.flag, False),
    "gating": _without(_GATING),
    "seirawanGating": _without(_GATING, beside="gating"),
    # what captures and walls do
    "blastOnCapture": _without(_BLAST),
    "blastImmuneTypes": _without(_BLAST, values.kinds, _NOBODY, beside="blastOnCapture"),
    "mutuallyImmuneTypes": _without("pieces that their like cannot take", values.kinds, _NOBODY),
    "petrifyOnCaptureTypes": _without(_WALLS, values.kinds, _NOBODY),
    "petrifyBlastPieces": _without(_WALLS, beside="blastOnCapture"),
    "wallingRule": _without(_WALLS, values.text, "none"),
    "wallingRegion": Key(
        values.squares, _each(EVERYWHERE), lacks=_WALLS, sides=_BOTH, beside="wallingRule"
    ),
    "wallOrMove": _without(_WALLS, beside="wallingRule"),
    "flipEnclosedPieces": _without("pieces that change sides", values.text, "none"),
    # how games end
    "nMoveRuleTypes": Key(values.kinds, _each(("pawn",)), sides=_BOTH),
    "nMoveRule": Key(values.number, 50),
    "nFoldRule": Key(values.number, 3),
    "nFoldValue": Key(values.result, "draw"),
    "nFoldValueAbsolute": Key(values.flag, False),
    "perpetualCheckIllegal": Key(values.flag, False),
    "moveRepetitionIllegal": _without(_REPEAT),
    "chasingRule": Key(values.one_of("none", "axf"), "none"),
    "stalemateValue": Key(values.result, "draw"),
    "stalematePieceCount": Key(values.flag, False),
    "checkmateValue": Key(values.result, "loss"),
    "shatarMateRule": _without("mates that do not count"),
    "bikjangRule": _without("kings facing each other as an end"),
    "extinctionValue": Key(values.result, "none"),
    "extinctionClaim": Key(values.flag, False),
    "extinctionPseudoRoyal": Key(values.flag, False),
    "dupleCheck": Key(values.flag, False),
    "extinctionPieceTypes": Key(values.kinds_or_all, _NOBODY),
    "extinctionPieceCount": Key(values.number, 0),
    "extinctionOpponentPieceCount": Key(values.number, 0),
    "flagPiece": Key(values.kinds_or_all, _each((values.ALL_PIECES,)), sides=_BOTH),
    "flagRegion": Key(values.squares, _each(_NOWHERE), sides=_BOTH),
    "flagPieceCount": Key(values.number, 1),
    "flagPieceBlockedWin": Key(values.flag, False),
    "flagMove": Key(values.flag, False),
    "flagPieceSafe": Key(values.flag, False),
    "checkCounting": Key(values.flag, False),
    "connectN": Key(values.number, 0),
    "connectPieceTypes": Key(values.kinds_or_all, (values.ALL_PIECES,)),
    "connectHorizontal": Key(values.flag, True),
    "connectVertical": Key(values.flag, True),
    "connectDiagonal": Key(values.flag, True),
    "connectRegion1": Key(values.squares, _each(_NOWHERE), lacks=_CONNECT, sides=SIDES),
    "connectRegion2": Key(values.squares, _each(_NOWHERE), lacks=_CONNECT, sides=SIDES),
    "connectNxN": Key(values.number, 0),
    "collinearN": Key(values.number, 0),
    "connectValue": Key(values.result, "win"),
    "materialCounting": Key(
        values.one_of("none", "janggi", "unweighted", "whitedrawodds", "blackdrawodds"), "none"
    ),
    "adjudicateFullBoard": _without(_COUNT, beside="materialCounting"),
    "countingRule": Key(values.one_of("none", "makruk", "cambodian", "asean"), "none"),
    **OWN,
}

OLD: Mapping[str, str] = {
    "promotionRank": "promotionRegionWhite and promotionRegionBlack",
    "doubleStepRank": "doubleStepRegionWhite and doubleStepRegionBlack",
    "doubleStepRankMin": "doubleStepRegionWhite and doubleStepRegionBlack",
    "whiteFlag": "flagRegionWhite",
    "blackFlag": "flagRegionBlack",
    "castlingRookPiece": "castlingRookPieces",
    "whiteDropRegion": "dropRegionWhite",
    "blackDropRegion": "dropRegionBlack",
    "dropOnTop": "enclosingDrop",
}
"""Names that keys had once, and the names that they have."""

NOT_INHERITED = tuple(name for name, key in KEYS.items() if not key.inherited)
"""What is a game's own, whatever its parent says."""

PAWN_KEYS = ("promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes")
"""What `pawnTypes` sets at once."""

NAMED_PIECES: Mapping[str, str] = {
    "pawn": "fmWfcF",
    "knight": "N",
    "bishop": "B",
    "rook": "R",
    "queen": "Q",
    "fers": "F",
    "alfil": "A",
    "fersAlfil": "FA",
    "silver": "FfW",
    "aiwok": "RNF",
    "bers": "RF",
    "archbishop": "BN",
    "chancellor": "RN",
    "amazon": "QN",
    "knibis": "mNcB",
    "biskni": "mBcN",
    "kniroo": "mNcR",
    "rookni": "mRcN",
    "shogiPawn": "fW",
    "lance": "fR",
    "shogiKnight": "fN",
    "gold": "WfF",
    "dragonHorse": "BW",
    "clobber": "cW",
    "breakthrough": "fmWfF",
    "immobile": "",
    "cannon": "mRcpR",
    "janggiCannon": "pR",  # over and at other pieces than its like
    "soldier": "fsW",
    "horse": "nN",
    "elephant": "nA",
    "janggiElephant": "nZ",
    "banner": "RcpRnN",
    "wazir": "W",
    "commoner": "K",
    "centaur": "KN",
}
"""The moves of the pieces that have a key of their own; the pawn's double step is apart."""

KING = "king"
_CUSTOM_PIECE = "customPiece"  # and a number
_CASTLING = "castling"  # our own, and a number
_NUMBER = re.compile("[1-9][0-9]?", re.ASCII)
_MOBILITY = "mobilityRegion"  # and whose
_WHOSE = r"(White|Black)[A-Z][A-Za-z]*[0-9]{0,2}"
_CASTLING_KEY = Key(values.text, "")
_MOBILITY_KEY = Key(values.squares, _NOWHERE)


def is_piece(key: str) -> bool:
    """Whether a key is a piece's."""
    return key in NAMED_PIECES or key == KING or _is_numbered(_CUSTOM_PIECE, key)


def is_own(key: str) -> bool:
    """Whether we alone know a key that says anything of the rules."""
    return (key in OWN and not OWN[key].drawn) or _is_numbered(_CASTLING, key)


def _is_numbered(name: str, key: str) -> bool:
    return key.startswith(name) and _NUMBER.fullmatch(key, len(name)) is not None


def in_order(keys: Iterable[str]) -> list[str]:
    """Pieces' keys in the order in which they count, the king last."""
    named = {key: place for place, key in enumerate((*NAMED_PIECES, "custom", KING))}
    return sorted(
        keys,
        key=lambda key: (
            named.get(key, named["custom"]),
            int(re.sub(r"\D", "", key) or 0),
        ),
    )


def find(name: str) -> tuple[Key, tuple[str, ...]] | None:
    """What a key is that is no piece's, and the names that its value is kept by, one a side."""
    if name in _NAMES:
        return _NAMES[name]
    if _is_numbered(_CASTLING, name):
        return _CASTLING_KEY, (name,)
    if name.startswith(_MOBILITY) and re.fullmatch(_MOBILITY + _WHOSE, name, re.ASCII):
        return _MOBILITY_KEY, (name,)
    return None


def default(name: str) -> object:
    """What a value is by the name that it is kept by, where nothing is set."""
    return _DEFAULTS.get(name, _MOBILITY_KEY.default)


def _names() -> Iterator[tuple[str, tuple[Key, tuple[str, ...]]]]:
    for name, key in KEYS.items():
        for side in key.sides or ("",):
            kept_by = tuple(name + each for each in SIDES) if key.sides and not side else ()
            yield name + side, (key, kept_by or (name + side,))


def _defaults() -> Iterator[tuple[str, object]]:
    for name, key in KEYS.items():
        if key.sides:
            assert isinstance(key.default, tuple)
            yield from zip((name + side for side in SIDES), key.default, strict=True)
        else:
            yield name, key.default


_NAMES = dict(_names())
_DEFAULTS = dict(_defaults())
