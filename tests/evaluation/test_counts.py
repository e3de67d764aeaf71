"""What the evaluation of pieces counts: safe checks, and passed pawns whose way is free."""

from __future__ import annotations

import pytest

from engine import new_position, variants
from engine.evaluation import HandWritten
from engine.games import judged, kind_of

FORTRESS = "6k1/5ppp/8/8/8/8/5PPP/6K1"  # two kings behind their pawns, nobody else


def counted(name: str, fen: str, weight: str) -> float:
    """How many more of White's than of Black's, both phases together."""
    variant = variants.get(name)
    _, evaluator = judged(variant, fen, (), HandWritten())
    named = [each.weight for each in kind_of(variant).slopes(variant)]
    parts = dict(zip(named, evaluator.slopes(), strict=True))
    return parts[f"{weight}_midgame"] + parts[f"{weight}_endgame"]


def both_ways(name: str, fen: str, weight: str) -> float:
    """The same, and of the position with colours exchanged its opposite."""
    found = counted(name, fen, weight)
    flipped = new_position(name, fen).flipped()
    assert counted(name, flipped, weight) == pytest.approx(-found)
    return found


@pytest.mark.parametrize(
    ("board", "checks"),
    [
        (FORTRESS, 0),
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1", 1),  # a8
        ("6k1/5ppp/8/8/8/1b6/5PPP/R5K1", 1),  # the bishop does not attack a8
        ("r5k1/5ppp/8/8/8/8/5PPP/R5K1", 0),  # rooks guard each other's way
        ("6k1/5ppp/8/8/8/8/5PPP/1R4K1", 1),  # b8
        ("6k1/5ppp/2n5/8/8/8/5PPP/1R4K1", 0),  # b8 is attacked
        ("6k1/5ppp/8/3N4/8/8/5PPP/6K1", 1),  # e7; f6 is the pawn's
        ("6k1/5p1p/8/3N4/8/8/5PPP/6K1", 2),
        ("5bk1/5p1p/8/3N4/8/8/5PPP/6K1", 1),  # the bishop has e7
        ("6k1/8/8/8/8/8/8/3QK3", 4),  # d8, d5, b3, g4
        ("6k1/8/8/8/8/8/8/3QKB2", 5),  # c4 is the queen's no more, but the bishop's; h5 neither
    ],
)
def test_checks_on_cells_that_no_enemy_attacks(board: str, checks: int) -> None:
    assert both_ways("chess", f"{board} w - - 0 1", "safe_checks") == pytest.approx(checks)


@pytest.mark.parametrize(
    ("board", "free"),
    [
        (FORTRESS, 0),
        ("k7/8/6P1/8/8/8/8/K7", 1),
        ("5k2/8/6P1/8/8/8/8/K7", 0),  # the king attacks its way
        ("k5r1/8/6P1/8/8/8/8/K7", 0),  # a rook stands on it
        ("r7/8/6P1/8/8/8/8/K6k", 0),  # a rook attacks it
        ("k5N1/8/6P1/8/8/8/8/K7", 0),  # an own piece stands on it
        ("k7/7p/6P1/8/8/8/8/K7", 0),  # it has not passed
    ],
)
def test_passed_pawns_whose_way_is_free(board: str, free: int) -> None:
    fen = f"{board} w - - 0 1"
    found, passed = (both_ways("chess", fen, what) for what in ("passed_free", "pawn_passed"))
    assert found == pytest.approx(free * passed)


def test_pawns_that_do_not_promote_have_no_free_way() -> None:
    fen = "k9/10/9P/10/10/10/10/*****5/*****5/9K w - - 0 1"
    assert both_ways("gochess", fen, "passed_free") == 0
