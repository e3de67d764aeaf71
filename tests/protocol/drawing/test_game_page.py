"""The page of a game: complete, loads nothing else, fits every width."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from amalthea.engine import variant_files, variants
from amalthea.engine.core.variant import Variant
from amalthea.engine.pieces.description.variant import PieceType
from amalthea.protocol.drawing.game_page import game_page
from amalthea.protocol.drawing.variants_command import main
from helpers.browser import open_page
from helpers.games import army, piece_types
from helpers.paths import EXAMPLE
from helpers.sample import one_of_a_kind


def marks(variant: Variant, piece: PieceType, kind: str) -> int:
    """Return how many marks of a kind the picture of a piece's moves has."""
    _, _, rest = game_page(variant).partition(f'aria-label="Moves of the {piece.name}"')
    return rest.partition("</svg>")[0].count(f'class="{kind}"')


def test_moves_captures_and_first_moves_have_their_marks() -> None:
    chess = army("chess")
    pawn = chess.piece("P")
    assert [marks(chess, pawn, kind) for kind in ("both", "move", "capture", "first")] == [
        0,
        1,
        2,
        1,
    ]
    assert marks(chess, chess.piece("N"), "both") == 8
    assert marks(chess, chess.piece("Q"), "both") == 32  # four squares each way


def test_no_mark_lies_on_a_walls_own_cells() -> None:
    ganymede = army("ganymede")
    assert marks(ganymede, ganymede.piece("W"), "both") == 15


@pytest.mark.parametrize("name", [*one_of_a_kind(variants.BUILT_IN), EXAMPLE])
def test_every_game_has_a_page_that_stands_alone(
    name: str | Path, chromium: Browser, tmp_path: Path
) -> None:
    game = variants.get(name) if isinstance(name, str) else variant_files.load(str(name))[0]
    path = tmp_path / f"{game.name}.html"
    path.write_text(game_page(game), encoding="utf-8")
    with open_page(path, chromium, width=340, height=700) as shown:
        assert shown.title() == game.title
        assert shown.locator(".moves").count() == len(piece_types(game))
        assert shown.evaluate("document.documentElement.scrollWidth") <= 340
        missing = shown.evaluate(
            "[...document.querySelectorAll('use')].map((use) => use.getAttribute('href'))"
            ".filter((href) => !document.getElementById(href.slice(1)))"
        )
        assert missing == []


def test_the_command_writes_the_page(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "gast.html"
    assert main(["gast", "--html", str(path)]) == 0
    assert capfd.readouterr().out == ""
    assert path.read_text(encoding="utf-8") == game_page(variants.get("gast"))
