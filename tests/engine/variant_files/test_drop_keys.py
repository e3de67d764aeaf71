"""What variant files say of drops and hands, and each refusal."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea import new_position
from amalthea.engine.errors import VariantError
from amalthea.engine.pieces.description.regions import Region
from amalthea.engine.pieces.description.variant import Drops, Promotion
from helpers.variant_files import TINY, load_one

DROPS = "pieceDrops = true\ncapturesToHand = true\n"


@pytest.fixture
def written(tmp_path: Path) -> Path:
    return tmp_path / "file.ini"


def dropped(path: Path, text: str, tiny: str = TINY) -> Drops:
    found = load_one(path, tiny + text).drops
    assert found
    return found


def test_nothing_is_dropped_without_its_key(written: Path) -> None:
    tiny = load_one(written, TINY + "capturesToHand = true\ndropLoop = true\nmustDrop = true\n")
    assert tiny.drops is None


def test_what_pawns_become_is_held_as_a_pawn(written: Path) -> None:
    tiny = load_one(written, TINY + DROPS)
    assert tiny.promotions == (Promotion("P", 5, ("R~", "N~")),)
    assert tiny.drops
    assert tiny.drops.held == {"R~": "P", "N~": "P"}
    assert tiny.piece("N~").moves == tiny.piece("N").moves


def test_in_a_loop_nothing_is_marked(written: Path) -> None:
    text = "customPiece2 = c:BWH\npromotedPieceType = n:c\ndropLoop = true\n"
    tiny = load_one(written, TINY + DROPS + text)
    assert tiny.promotions[0].to == ("R", "N")
    assert tiny.drops
    assert tiny.drops.held == {"+N": "C"}


def test_promoted_forms_are_held_as_what_they_were(written: Path) -> None:
    text = "customPiece2 = c:BWH\npromotedPieceType = n:c\npromotionPawnTypes = -\n"
    text += "dropPromoted = true\npieceDemotion = true\n"
    tiny = load_one(written, TINY + DROPS + text)
    assert tiny.drops
    assert tiny.drops.held == {"+N": "N"}
    assert tiny.drops.promoted
    assert [(each.piece, each.to) for each in tiny.promotions] == [("N", ("+N",)), ("+N", ("N",))]
    position = new_position(tiny, "1k3/5/5/5/K3+N[N] w - - 0 1")
    assert {"N@b3", "+N@b3"} <= set(position.legal_moves())


def test_a_promoted_form_turns_back(written: Path) -> None:
    text = "customPiece2 = c:BWH\npromotedPieceType = n:c\npieceDemotion = true\n"
    tiny = load_one(written, TINY + text)
    position = new_position(tiny, "2+N2/k4/5/5/K4 w - - 0 1")
    assert "c5b4-" in position.legal_moves()
    assert position.play("c5b4-").fen().startswith("5/kN3/")


def test_pawns_are_dropped_between_the_first_rank_and_the_promotion(written: Path) -> None:
    assert dropped(written, DROPS).regions == {"P": Region(("*2", "*3", "*4"))}
    text = DROPS + "firstRankPawnDrops = true\npromotionZonePawnDrops = true\n"
    assert dropped(written, text).regions == {}


def test_regions_of_both_sides(written: Path) -> None:
    text = "dropRegionWhite = *1 a3\ndropRegionBlack = *5\nsittuyinRookDrop = true\n"
    regions = dropped(written, DROPS + text).regions
    assert regions["N"] == Region(("*1", "a3"), ("*5",))
    assert regions["R"] == Region(("*1",))
    assert regions["P"] == Region(("a3",), ())


def test_barred_drops(written: Path) -> None:
    shogi = TINY.replace("pawn = p", "shogiPawn = p")
    text = "dropNoDoubled = p\ndropNoDoubledCount = 2\nshogiPawnDropMateIllegal = true\n"
    found = dropped(written, f"{DROPS}{text}dropChecks = false\n", shogi)
    assert (found.most_on_file, found.never_mating, found.checking) == ({"P": 2}, ("P",), False)
    none = dropped(written, f"{DROPS}dropNoDoubled = n\ndropNoDoubledCount = 0\n")
    assert none.regions["N"] == Region(())


def test_what_is_dropped_first(written: Path) -> None:
    assert dropped(written, DROPS + "mustDrop = true\n").first == ("P", "R", "N")
    tiny = TINY.replace("RNKN1", "RNKN1[NP]")
    game = load_one(written, f"{tiny}{DROPS}mustDrop = true\nmustDropType = n\n")
    assert set(new_position(game).legal_moves()) == {f"N@{square}" for square in ("e1", "e5")} | {
        f"N@{file}3" for file in "abcde"
    }


def test_hands_at_the_start(written: Path) -> None:
    tiny = TINY.replace("RNKN1", "RNKN1[nPN]")
    assert new_position(load_one(written, tiny + DROPS)).fen().split()[0].endswith("[PNn]")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TINY.replace("RNKN1", "RNKN1[N]"), "pieceDrops is not set"),
        (TINY.replace("RNKN1", "RNKN1[K]") + DROPS, "no piece 'K' is dropped"),
        (TINY + DROPS + "enclosingDrop = ataxx\n", "that rule is missing: drops that enclose"),
        (
            TINY + DROPS + "dropPromoted = true\ndropLoop = true\n",
            "promoted drops together with dropLoop",
        ),
    ],
)
def test_refusals(text: str, message: str, written: Path) -> None:
    with pytest.raises(VariantError, match=message):
        load_one(written, text)
