"""Games read from texts: which become known, which are refused, and what is left unchanged."""

from __future__ import annotations

import pytest

import amalthea
from amalthea.engine import variants
from amalthea.engine.engine import Engine
from amalthea.engine.errors import UnknownVariant, VariantError
from amalthea.engine.events import Event, Remark

KINGS = "startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"
WRONG = "maxFile = 99\n"


@pytest.mark.parametrize("name", ["shogi", "atomic", "chess", "gess", "troop"])
def test_an_invalid_section_changes_no_shipped_game(name: str) -> None:
    game = variants.get(name)
    _, errors, _ = amalthea.load_variants(text=f"[{name}:chess]\n{WRONG}")
    assert len(errors) == 1
    assert variants.get(name) is game
    assert amalthea.Position(name).variant == game


def test_an_invalid_section_changes_no_loaded_game() -> None:
    (game,), _, _ = amalthea.load_variants(text=f"[mine:chess]\n{KINGS}")
    amalthea.load_variants(text=f"[mine:chess]\n{WRONG}")
    assert variants.get("mine") == game


def test_a_shipped_game_is_replaced_only_if_that_is_said() -> None:
    shipped, text = variants.get("atomic"), f"[atomic:chess]\n{KINGS}"
    games, errors, _ = amalthea.load_variants(text=text)
    assert (games, len(errors)) == ([], 1)
    assert "[atomic] is the name of a game that comes with the engine" in str(errors[0])
    assert variants.get("atomic") == shipped
    games, errors, warnings = amalthea.load_variants(text=text, replace=True)
    assert (variants.get("atomic"), errors) == (games[0], [])
    assert any("replaces the game" in warning for warning in warnings)
    variants.unload("atomic")
    assert variants.get("atomic") == shipped


def test_uci_replaces_a_shipped_game_with_a_warning(tmp_path: object) -> None:
    path = f"{tmp_path}/games.ini"
    with open(path, "w") as file:
        file.write(f"[atomic:chess]\n{KINGS}")
    events: list[Event] = []
    Engine(events.append).load_variants(path)
    assert any(isinstance(each, Remark) and "replaces" in each.text for each in events)
    assert amalthea.Position("atomic").fen().startswith("4k3/")


def test_games_are_read_without_becoming_known() -> None:
    text = f"[mine:chess]\n{KINGS}[shogi:chess]\n{KINGS}[odd:chess]\n{WRONG}"
    games, errors, _ = amalthea.load_variants(text=text, register=False)
    assert [game.name for game in games] == ["mine", "shogi"]
    assert len(errors) == 1
    assert amalthea.Position(games[0]).fen().startswith("4k3/")
    for name in ("mine", "odd"):
        with pytest.raises(UnknownVariant, match="unknown variant"):
            variants.get(name)


def test_a_loaded_game_is_unloaded_and_no_other() -> None:
    amalthea.load_variants(text=f"[mine:chess]\n{KINGS}[odd:chess]\n{WRONG}")
    variants.unload("mine")
    with pytest.raises(VariantError):
        variants.get("odd")
    for name in ("mine", "chess", "nothing"):
        with pytest.raises(UnknownVariant, match="is not one that was loaded"):
            variants.unload(name)
