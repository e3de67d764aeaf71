"""The pages of `docs/games`: the command writes them, and they are what it would write today."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from amalthea.engine import variant_files, variants
from amalthea.protocol.drawing.game_docs import INDEX, game_docs
from amalthea.protocol.drawing.guide import games_with_guides
from amalthea.protocol.drawing.variants_command import main
from helpers.paths import DOCS, EXAMPLE

GAME_DOCS = DOCS / "games"
SHOWN = re.compile(r"!\[[^]]+\]\(([^)]+)\)")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the text of every file that the command writes, by its path."""
    folder = tmp_path_factory.mktemp("docs") / "new" / "games"
    assert main(["--docs", str(folder)]) == 0
    return texts(folder)


def texts(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_text("utf-8") for path in files}


def test_the_pages_are_those_that_the_command_writes(written: dict[str, str]) -> None:
    kept = texts(GAME_DOCS)
    assert sorted(kept) == sorted(written)
    assert [path for path in kept if kept[path] != written[path]] == []


def test_games_with_rules_of_their_own_have_a_guide() -> None:
    wanted = {"chess", "gast", "gast14", "ganymede", "gochess", "gess", "gess-cvp", "troop"}
    assert wanted <= set(games_with_guides())


def test_every_picture_is_there_and_is_shown(written: dict[str, str]) -> None:
    pages = [text for path, text in written.items() if path.endswith(".md")]
    shown = {picture for text in pages for picture in SHOWN.findall(text)}
    assert shown == {path for path in written if path.endswith(".svg")}
    for path in shown:
        ElementTree.fromstring(written[path])


def test_the_index_leads_to_every_game(written: dict[str, str]) -> None:
    for name in games_with_guides():
        assert f"]({name}.md)" in written[INDEX]
        assert f"`{variants.get(name).start_fen(1)}`" in written[f"{name}.md"]


def test_two_examples_of_a_game_share_no_picture(written: dict[str, str]) -> None:
    for name in games_with_guides():
        named = SHOWN.findall(written[f"{name}.md"])
        own = [path for path in named if not path.startswith("marks/")]
        assert len(own) == len(set(own))


def test_a_game_of_a_file_has_a_page_by_itself() -> None:
    game = variant_files.load(str(EXAMPLE))[0]
    files = game_docs([game])
    assert set(files) > {INDEX, f"{game.name}.md", f"{game.name}/start.svg"}
    assert "## Sources" not in files[f"{game.name}.md"]


def test_a_folder_that_cannot_be_made_is_reported(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.touch()
    assert main(["chess", "--docs", str(file)]) == 2
    assert capfd.readouterr().err.startswith(f"amalthea variants: cannot write '{file}")
