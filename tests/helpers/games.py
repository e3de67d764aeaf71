"""The games that tests run over: all that the tests need to know of a new game.

Published move counts alone stand elsewhere, as files: tests/engine/games/perft.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from amalthea.engine import variants
from amalthea.engine.core.variant import Variant
from amalthea.engine.pieces.description.variant import PiecesVariant, PieceType
from reference import (
    ArmyPosition,
    ChessPosition,
    GanymedePosition,
    Gast14Position,
    GastPosition,
    GessCvpPosition,
    GessPosition,
    GoChessPosition,
    Position,
    Troop11Position,
    Troop13Position,
    TroopPhysicalPosition,
    TroopPosition,
    TroopShogiPosition,
    TroopTradePosition,
)
from reference.formations import ILLEGAL, Rules
from reference.gess import FACTS
from reference.troop import facts_of


@dataclass(frozen=True)
class Homes:
    """Home squares and pieces from which settings of random walks with castling are made."""

    pieces: str  # upper case, without king and pawn
    king: str  # White's home square
    partners: Mapping[str, tuple[str, str]]  # White's rights: the piece and its home square
    ends: str  # pieces of small endings, upper case


@dataclass(frozen=True)
class KnownGame:
    """Test data of a game.

    rules: the slow reference, with the start position that most tests use. settings: the module
    that draws positions to walk from. kinds: what its random walks must meet. compared: positions
    of walks, in an ordinary run and in a thorough one.
    to_and_fro: quiet moves from the start, back where they began. divided: plies that are counted
    by first move, 0 for none. counts: leaves after one ply, two, ... from the start.
    stalls: the plies without progress that end a game, and the reason that is given.
    mates: (position, moves to mate of the side to move). searched: a position for short searches,
    "" for the start. endgames: positions for terms of the evaluation that are rarely met.
    """

    rules: type[Position]
    settings: str
    kinds: frozenset[str]
    compared: tuple[int, int]
    to_and_fro: str
    homes: Homes | None = None
    divided: int = 0
    counts: tuple[int, ...] = ()
    stalls: tuple[int, str] = (100, "fiftymove")
    mates: tuple[tuple[str, int], ...] = ()
    searched: str = ""
    endgames: tuple[str, ...] = ()


def _both_sides(kinds: Iterable[str]) -> frozenset[str]:
    return frozenset(f"{side} {kind}" for side in "wb" for kind in kinds)


_OF_ARMIES = frozenset(
    {
        "pin",
        "check",
        "double check",
        "win w checkmate",
        "win b checkmate",
        "draw stalemate",
        "draw repetition",
        "draw fiftymove",
        "draw bare",
    }
)
_CHESS_KINDS = (
    _OF_ARMIES
    | {"en passant by 1", "illegal en passant", "draw insufficient"}
    | _both_sides(f"castling {wing}" for wing in "KQ")
    | _both_sides(f"promotion {letter}" for letter in "qrbn")
)
_GAST_CASTLINGS = ("archer castling", "rook after archer", "direct castling", "double castling")
_GAST_KINDS = (
    _OF_ARMIES
    | {"en passant by 1", "en passant by 2", "illegal en passant"}
    | _both_sides(f"{castling} {wing}" for castling in _GAST_CASTLINGS for wing in "KQ")
    | _both_sides(f"promotion {letter}" for letter in "qrbnga")
)
_GANYMEDE_KINDS = _OF_ARMIES | _both_sides(
    {
        *(f"promotion +{letter}" for letter in "QBRNIGDSP"),
        *(f"{castling} {wing}" for castling in ("castling", "griffon castling") for wing in "KQ"),
        *(f"{turn} {setting}" for turn in ("turn", "turn on the spot") for setting in "SLZ"),
        "wall slide",
        "wall capture",
        "double capture",
        "captures wall",
        "pivot to V",
        "pivot to W",
        "double step",
        "double step by right",
    }
)
_GOCHESS_KINDS = _OF_ARMIES | _both_sides(
    f"pawn capture {x}{y}" for x in ("+1", "-1") for y in ("+1", "-1")
)
_GESS_RESULTS = frozenset({"win w rings", "win b rings", "draw repetition", "draw fiftymove"})

_GESS_RINGS = (  # of White in its corner, of Black in the middle
    "18/2SSS13/2S1S13/2SSS13/18/18/18/18/18",
    "18/18/12sss3/12s1s3/12sss3/18/18/18 w - - 0 1",
)
GESS_TWO_RINGS = (  # {0}, {1}: rows of a part of White's ring, and of one with its hole
    "18/18/{0}/{1}/{0}/18/18/18/18/18/18/18/5sss10/5s1s10/5sss10/18/18/18 w - - 0 1"
)


def _troop_kinds(rules: Rules) -> frozenset[str]:
    """Return the kinds of moves that random walks must meet under these rules."""
    wins = {"win w", "win b"}
    stalled = wins | {"draw"} if rules.stalled == "count" else {"draw"}
    results = {f"{result} unable" for result in wins | {"draw"}}
    results |= {f"{result} {why}" for result in stalled for why in ("repetition", "nocapture")}
    if ILLEGAL in rules.hardness.values():
        results |= {f"{result} blocked" for result in wins}
    return facts_of(rules) | results


def troop_game(
    rules: type[TroopPosition],
    to_and_fro: str = "",
    counts: tuple[int, ...] = (),
    *,
    compared: tuple[int, int] = (1_000, 20_000),
    mates: tuple[tuple[str, int], ...] = (),
) -> KnownGame:
    """Return the test data of Troop Chess under any rules."""
    return KnownGame(
        rules=rules,
        settings="helpers.random_troop",
        kinds=_troop_kinds(rules.RULES),
        compared=compared,
        to_and_fro=to_and_fro,
        divided=2,
        counts=counts,
        stalls=(rules.RULES.no_capture_plies, "nocapture"),
        mates=mates,
    )


_TROOP_SHUTTLE = "c2c3se c8c7se c3c2se c7c8se"

GAMES: dict[str, KnownGame] = {
    "chess": KnownGame(
        rules=ChessPosition,
        settings="helpers.random_walks",
        kinds=_CHESS_KINDS,
        compared=(1_000, 50_000),
        to_and_fro="b1c3 b8c6 c3b1 c6b8",
        homes=Homes(
            pieces="QRBN", king="e1", partners={"K": ("R", "h1"), "Q": ("R", "a1")}, ends="QRBNP"
        ),
        divided=3,
        counts=(20, 400, 8_902),
        mates=(
            ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1),
            ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
            ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
        ),
        endgames=(
            "8/5k2/8/3P4/8/2K5/8/8 w - - 0 1",
            "8/5k2/8/8/8/2KB4/8/8 w - - 0 1",
            "8/5k2/6p1/8/8/2KB4/8/8 w - - 0 1",
            "4k3/8/8/2q5/1P6/8/8/4K3 w - - 0 1",
            "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            "6k1/5ppp/8/8/3QR3/8/5PPP/6K1 w - - 0 1",
            "6k1/8/8/8/3P4/3P4/8/6K1 w - - 0 1",
            "6k1/5ppp/2N1N3/3Q3Q/6RR/8/1Q3PPP/6K1 w - - 0 1",
        ),
    ),
    "gast": KnownGame(
        rules=GastPosition,
        settings="helpers.random_walks",
        kinds=_GAST_KINDS,
        compared=(1_000, 50_000),
        to_and_fro="b1c3 b12c10 c3b1 c10b12",
        homes=Homes(
            pieces="QRBNGA",
            king="g1",
            partners={"A": ("R", "a1"), "D": ("A", "d1"), "I": ("A", "i1"), "L": ("R", "l1")},
            ends="QRBNGAP",
        ),
        divided=3,
        counts=(82, 6_724),
        mates=(
            ("10k1/12/10K1/12/12/12/12/12/12/12/12/R11 w - - 0 1", 1),
            ("11k/R11/12/12/12/12/12/12/12/12/1R10/6K5 w - - 0 1", 1),
        ),
    ),
    "gast14": KnownGame(
        rules=Gast14Position,
        settings="helpers.random_walks",
        kinds=_GAST_KINDS | _both_sides({"promotion o"}),
        compared=(2_000, 50_000),
        to_and_fro="b1c3 b12c10 c3b1 c10b12",
        homes=Homes(
            pieces="QRBNGAO",
            king="g1",
            partners={"A": ("R", "a1"), "D": ("A", "d1"), "K": ("A", "k1"), "N": ("R", "n1")},
            ends="QRBNGAOP",
        ),
        divided=3,
        counts=(96, 9_216),
    ),
    "ganymede": KnownGame(
        rules=GanymedePosition,
        settings="helpers.random_ganymede",
        kinds=_GANYMEDE_KINDS,
        compared=(1_000, 50_000),
        to_and_fro="e2d4 e11d9 d4e2 d9e11",
        divided=3,
        counts=(56, 3_136),
        mates=(("11k/12/11K/12/12/12/12/12/12/12/12/WW10 w - - 0 1", 1),),
    ),
    "gochess": KnownGame(
        rules=GoChessPosition,
        settings="helpers.random_gochess",
        kinds=_GOCHESS_KINDS,
        compared=(1_000, 50_000),
        to_and_fro="h1g1 c1c2 g1h1 c2c1",
        mates=(("2*6k/*8*/9K/3*6/10/1*8/4*5/10/2*3*3/3*1R2*1 w - - 0 1", 1),),
        searched=(
            "4*2K1*/3*3n*1/1pP1nQppB*/p4P1*1p/4RP3*/3Nb*4/p1*2p1Bk1/1b8/4P2PP1/p1N*PRrrqP b - - 0 1"
        ),
    ),
    "gess": KnownGame(
        rules=GessPosition,
        settings="helpers.random_gess",
        kinds=_GESS_RESULTS | _both_sides(FACTS["gess"]),
        compared=(250, 20_000),
        to_and_fro="c3c4 c18c17 c4c3 c17c18",
        divided=2,
        mates=(
            (f"{_GESS_RINGS[0]}/11SSS4/{_GESS_RINGS[1]}", 1),
            (f"{_GESS_RINGS[0]}/4SSS11/{_GESS_RINGS[1]}", 3),
        ),
        endgames=(
            GESS_TWO_RINGS.format("SSS3SSS3SSS3", "S1S3S1S3S1S3"),
            GESS_TWO_RINGS.format("SSS3SSS9", "S1S3S1S9"),
            "18/SSS15/S1S1s13/SSS15/18/18/18/18/18/18/18/18/5sss10/5s1s10/5sss10/18/18/18"
            " w - - 0 1",
        ),
    ),
    "gess-cvp": KnownGame(
        rules=GessCvpPosition,
        settings="helpers.random_gess",
        kinds=_GESS_RESULTS | _both_sides(FACTS["gess-cvp"]),
        compared=(250, 20_000),
        to_and_fro="c3c4 c18c17 c4c3 c17c18",
        divided=2,
    ),
    "troop": troop_game(
        TroopPosition,
        _TROOP_SHUTTLE,
        (112, 12_544),
        compared=(1_000, 50_000),
        mates=(("9/9/4s4/4s4/4s4/2SSS4/9/9/9 w - - 0 1", 1),),
    ),
    "troop-trade": troop_game(TroopTradePosition, _TROOP_SHUTTLE, (112, 12_544)),
    "troop-physical": troop_game(TroopPhysicalPosition, _TROOP_SHUTTLE, (112, 12_544)),
    "troop-shogi": troop_game(TroopShogiPosition, "c3c4se c7c6se c4c3se c6c7se", (65, 4_223)),
    "troop11": troop_game(Troop11Position, "c2c3se c10c9se c3c2se c9c10se", (148, 21_904)),
    "troop13": troop_game(Troop13Position, "c3c4se c11c10se c4c3se c10c11se", (248,)),
}

RULES: dict[str, type[Position]] = {name: game.rules for name, game in GAMES.items()}
ARMIES: dict[str, type[ArmyPosition]] = {
    name: rules for name, rules in RULES.items() if issubclass(rules, ArmyPosition)
}


def homes(name: str) -> Homes:
    """Return the home squares of a game with castling."""
    found = GAMES[name].homes
    assert found, f"no castling is described for {name}"
    return found


def army(name: str) -> PiecesVariant:
    """Return the description of a game of pieces."""
    variant = variants.get(name)
    assert isinstance(variant, PiecesVariant), f"{name} has no pieces"
    return variant


def piece_types(variant: Variant) -> tuple[PieceType, ...]:
    """Return the piece types of a game, none for a game of stones."""
    return variant.pieces if isinstance(variant, PiecesVariant) else ()


def begins_in_secret(name: str) -> bool:
    """Return True if both sides place pieces in secret before play."""
    return getattr(variants.get(name), "placement", None) is not None
