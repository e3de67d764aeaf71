"""Set files: games of formations by data alone, and what is wrong with one."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from amalthea import new_position
from amalthea.engine import variants
from amalthea.engine.core.variant import Pace
from amalthea.engine.errors import VariantError
from amalthea.engine.troop.variant import TroopVariant
from amalthea.engine.variant_files import sets
from amalthea.engine.variant_loading import read_variants
from helpers.paths import CROSSES
from helpers.talk import Talk

SMALL = 'files = 5\nranks = 5\nstart = "sssss/5/5/5/SSSSS w - - 0 1"\n'
FORMATION = '[[own.formations]]\nname = "two"\nletter = "t"\ndrawing = "A o"\nfaces = "n"\n'


def crosses() -> TroopVariant:
    return sets.load(str(CROSSES))[0]


def test_set_with_formations_of_five_and_eight_stones() -> None:
    variant = crosses()
    patterns = variant.patterns()
    sizes = {pattern.formation.name: len(pattern.stones) for pattern in patterns}
    assert sizes == {"chevron": 5, "cross": 5, "column": 5, "ring": 8, "trio": 3}
    heads = {pattern.formation.name: len(pattern.heads) for pattern in patterns}
    assert heads == {"chevron": 1, "cross": 4, "column": 2, "ring": 4, "trio": 1}
    dice = random.Random(3)
    reasons = set()
    for _ in range(12):
        position = new_position(variant)
        while position.status().state == "ongoing":
            position.play(dice.choice(position.legal_moves()))
            position.verify()
        reasons.add(position.status().reason)
    assert "unable" in reasons


def test_ring_moves_only_along_its_steps() -> None:
    board = "13/13/13/13/13/5SSS5/5S1S5/5SSS5/13/13/13/s12/sss10"
    position = new_position(crosses(), f"{board} w - - 0 1")
    ring = {move for move in position.legal_moves() if move.endswith("gn")}
    assert ring == {f"g8{to}gn" for to in ("g9", "h8", "g7", "f8", "g10", "i8", "g6", "e8")}
    position.play("f7h7gw")
    assert position.fen() == "13/13/13/13/13/7SSS3/7S1S3/7SSS3/13/13/13/s12/sss10 b - - 1 1"


def test_missing_keys_have_the_values_of_troop_chess() -> None:
    plain = sets.load(str(CROSSES))[1]
    troop = variants.get("troop")
    assert isinstance(troop, TroopVariant)
    assert plain.formations == troop.formations
    assert plain.hardness == troop.hardness
    assert (plain.title, plain.counts, plain.draws) == ("plain", False, troop.draws)
    assert plain.pace == Pace()


@pytest.mark.parametrize(
    ("length", "pace"), [("[30, 9]", Pace(30, 9)), ("[30, 9, 0.5]", Pace(30, 9, 0.5))]
)
def test_game_length_sets_the_pace(length: str, pace: Pace, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(f"[own]\n{SMALL}game_length = {length}")
    assert sets.load(str(file))[0].pace == pace


def test_engine_loads_set_files() -> None:
    talk = Talk()
    assert talk.say(f"load {CROSSES}") == ["info string loaded crosses plain"]
    assert "13 x 13" not in talk.say("setoption name UCI_Variant value crosses")[0]
    talk.close()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[own", "cannot be read: Expected ']'"),
        ('own = "own"', "[own]: a value outside of tables, expected only tables"),
        ("[chess]", "[chess]: a built-in variant has this name"),
        ('["a b"]', "['a b']: expected a name of letters, digits, - and _"),
        ("[own]", "[own]: missing field files"),
        (f"[own]\n{SMALL}size = 3", "[own]: unknown key 'size', expected one of files ranks"),
        ('[own]\nfiles = "5"', "[own]: files: expected whole number, got text"),
        (f"[own]\n{SMALL}front = 3", "variant 'own': front 3, expected 0 or 1"),
        (f'[own]\n{SMALL}stalled = "maybe"', "[own]: stalled 'maybe', expected count or draw"),
        (f"[own]\n{SMALL}repetitions = 0", "[own]: repetitions: expected whole number >= 1"),
        (f"[own]\n{SMALL}hardness = {{ 00 = [] }}", "[own]: hardness: expected text, got list"),
        (f"[own]\n{SMALL}game_length = [1]", "[own]: game_length '[1]', expected two numbers"),
        (f"[own]\n{SMALL}game_length = [9, 3, 2.0]", "like [70, 22], and perhaps a part, like"),
        (f"[own]\n{SMALL}game_length = [9, true]", "game_length[1]: expected number, got"),
        (f"[own]\n{SMALL}game_length = [9, 3, 0.5, 1]", "expected two numbers of moves"),
        (f"[own]\n{SMALL}formations = [3]", "[own]: formations[0]: expected table"),
        (f"[own]\n{SMALL}formations = []", "variant 'own': 0 formations, expected 1 to 32"),
        (f"[own]\n{SMALL}{FORMATION}hard = 1", "[own]: formations[0].hard: expected true or"),
        (
            f"[own]\n{SMALL}{FORMATION}strides = [1]",
            "formations[0].strides[0]: expected text",
        ),
        (
            f"[own]\n{SMALL}{FORMATION.replace('A o', 'A q')}",
            "variant 'own': formation 'two': 'q' in the drawing",
        ),
    ],
)
def test_errors_name_the_key(text: str, fault: str, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(text)
    with pytest.raises(VariantError) as caught:
        sets.load(str(file))
    assert str(file) in str(caught.value)
    assert fault in str(caught.value)
    assert "\n" not in str(caught.value)


def test_missing_file_is_an_error() -> None:
    with pytest.raises(VariantError, match=r"no\.toml' cannot be read: No such file"):
        sets.load("no.toml")


def test_error_affects_only_its_game(tmp_path: Path) -> None:
    file = tmp_path / "two.toml"
    file.write_text(f"[bad]\n{SMALL}size = 1\n[good]\n{SMALL}[fen]\n{SMALL.replace('SSSSS', '4')}")
    found, faults = read_variants(str(file))
    assert [variant.name for variant in found] == ["good"]
    assert {name: len(each) for name, each in faults.items()} == {"bad": 1, "fen": 1}
    assert "[bad]: unknown key 'size'" in str(faults["bad"][0])
    assert "rank 1 '4' has 4 squares" in str(faults["fen"][0])
