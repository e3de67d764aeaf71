"""The replay in a browser shows the position after each ply, however one gets to the ply."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, Page

import amalthea
from amalthea.engine import variants
from amalthea.engine.api import Position
from amalthea.engine.core.fen import write_rank
from amalthea.engine.core.game import Game
from amalthea.engine.core.variant import Variant
from amalthea.engine.errors import IllegalMove
from amalthea.protocol.drawing.replay import (
    frames,
    replay_script,
    replay_style,
    symbols_svg,
    variant_data,
)
from helpers.browser import open_page
from helpers.sample import one_of_a_kind

PLIES = 40
PAGE = """<!doctype html>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A game</title>
<style>{style}</style>
{symbols}
<div id="game"></div>
<script>
{script}
const seen = [];
const replay = amaltheaReplay(document.getElementById("game"), {variant}, {frames}, {options});
replay.onchange = (ply) => seen.push(ply);
</script>
"""
# What the page shows: [symbol, x, y, width, height] of everything that stands on the board.
SHOWN = """() => [...document.querySelectorAll(".pieces use")].map((use) => [
  use.getAttribute("href").slice(1),
  ...["x", "y", "width", "height"].map((name) => Number(use.getAttribute(name)))])"""
WALK = f"(plies) => plies.map((ply) => {{ replay.go(ply); return ({SHOWN})(); }})"


class RandomGame:
    """A random game: its moves, and the placements before the first one and after each."""

    def __init__(self, name: str, plies: int = PLIES) -> None:
        self.variant = variants.get(name)
        self.fen = self.variant.start_fen(seed=5)
        self.moves: list[str] = []
        record = Game(amalthea.new_position(self.variant, self.fen))
        self.placements = [board(record)]
        chance = random.Random(name)
        while len(self.moves) < plies and record.position.status().state == "ongoing":
            self.moves.append(chance.choice(record.position.legal_moves()))
            record.play(self.moves[-1])
            self.placements.append(board(record))

    def frames(self) -> dict[str, Any]:
        return frames(Position(self.variant, self.fen), self.moves)


def board(record: Game) -> str:
    return record.position.fen().split()[0].split("[")[0]


def letter(symbol: str, variant: Variant) -> str:
    """Return the FEN letter of a symbol, by its id."""
    kind = symbol.removeprefix(f"{variant.name}-")
    if kind == "blocked":
        return "*"
    side, text = kind.split("-", 1)
    text = text.replace("plus-", "+")
    return text if side == "w" else text.lower()


def placement(shown: list[list[Any]], variant: Variant, flipped: bool = False) -> str:
    """Return FEN's first field, from the places of the drawings."""
    rows: list[list[str | None]] = [[None] * variant.files for _ in range(variant.ranks)]
    for symbol, x, y, width, height in shown:
        for column in range(x // 100, (x + width) // 100):
            for row in range(y // 100, (y + height) // 100):
                assert rows[row][column] is None, f"two pieces at {column}, {row}"
                rows[row][column] = letter(symbol, variant)
    if flipped:
        rows = [row[::-1] for row in rows[::-1]]
    return "/".join(map(write_rank, rows))


def write_page(folder: Path, game: RandomGame, **options: object) -> Path:
    path = folder / f"{game.variant.name}.html"
    path.write_text(
        PAGE.format(
            style=replay_style(),
            symbols=symbols_svg(game.variant),
            script=replay_script(),
            variant=json.dumps(variant_data(game.variant)),
            frames=json.dumps(game.frames()),
            options=json.dumps(options),
        ),
        encoding="utf-8",
    )
    return path


def shown(page: Page) -> list[list[Any]]:
    return cast("list[list[Any]]", page.evaluate(SHOWN))


@pytest.mark.parametrize("name", one_of_a_kind(variants.BUILT_IN))
def test_every_ply_is_the_engines_position_forwards_backwards_and_by_jumps(
    name: str, chromium: Browser, tmp_path: Path
) -> None:
    game = RandomGame(name)
    count = len(game.moves)
    plies = [*range(count + 1), *reversed(range(count))]
    plies += random.Random(1).choices(range(count + 1), k=20)
    with open_page(write_page(tmp_path, game), chromium) as page:
        assert page.evaluate("[replay.ply, replay.length]") == [0, count]
        boards = page.evaluate(WALK, plies)
        page.keyboard.press("Tab")
        page.keyboard.press("f")
        last = shown(page)
    found = [placement(shown, game.variant) for shown in boards]
    assert found == [game.placements[ply] for ply in plies]
    assert placement(last, game.variant, flipped=True) == game.placements[plies[-1]]


def test_keys_buttons_and_the_slider_step_through_the_game(
    chromium: Browser, tmp_path: Path
) -> None:
    with open_page(write_page(tmp_path, RandomGame("gast", 6)), chromium) as page:
        page.locator("#game").focus()
        for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home", "ArrowLeft"):
            page.keyboard.press(key)
        assert page.evaluate("seen") == [1, 2, 1, 6, 0]
        page.get_by_label("Last position").click()
        page.get_by_label("Previous move").click()
        page.keyboard.press("ArrowLeft")  # the button has the focus
        page.get_by_label("Ply", exact=True).fill("2")
        page.keyboard.press("ArrowRight")  # the slider has it: one step, not two
        page.get_by_label("Next move").click()
        page.get_by_label("First position").click()
        assert page.evaluate("seen.slice(5)") == [6, 5, 4, 2, 3, 4, 0]
        assert page.get_by_label("Plies shown").inner_text() == "0 / 6"


def test_a_ply_beyond_the_game_is_its_end(chromium: Browser, tmp_path: Path) -> None:
    with open_page(write_page(tmp_path, RandomGame("chess", 4), ply=99), chromium) as page:
        assert page.evaluate("replay.ply") == 4
        page.evaluate("replay.go(-3)")
        assert page.evaluate("replay.ply") == 0


def test_the_board_flips_and_stays_so(chromium: Browser, tmp_path: Path) -> None:
    game = RandomGame("chess", 4)
    with open_page(write_page(tmp_path, game, flipped=True), chromium) as page:
        assert placement(shown(page), game.variant, flipped=True) == game.placements[0]
        labels = page.locator(".label").all_text_contents()
        assert labels[:8] == list("abcdefgh")
        assert page.locator(".label").first.get_attribute("x") == "750"
        page.evaluate("replay.go(3)")
        assert placement(shown(page), game.variant, flipped=True) == game.placements[3]
        page.get_by_label("Flip the board").click()
        assert placement(shown(page), game.variant) == game.placements[3]
        assert page.evaluate("replay.flipped") is False


def test_the_last_moves_squares_are_marked(chromium: Browser, tmp_path: Path) -> None:
    game = RandomGame("chess", 0)
    game.moves = ["e2e4", "d7d5", "e4d5"]
    with open_page(write_page(tmp_path, game), chromium) as page:
        assert page.locator(".mark").count() == 0
        page.evaluate("replay.go(3)")
        places = [mark.get_attribute("transform") for mark in all_marks(page)]
        assert places == ["translate(400 400)", "translate(300 300)"]


def all_marks(page: Page) -> list[Any]:
    return page.locator(".mark").all()


def test_arrows_are_drawn_turn_with_the_board_and_go_with_the_position(
    chromium: Browser, tmp_path: Path
) -> None:
    with open_page(write_page(tmp_path, RandomGame("chess", 4)), chromium) as page:
        page.evaluate('replay.setArrows([["a1", "a4", "best"], ["b2", "b2", "played"]])')
        arrow = page.locator(".arrow.best")
        assert arrow.get_attribute("transform") == "translate(50 750) rotate(-90)"
        assert page.locator(".ring.played").get_attribute("cx") == "150"
        page.evaluate("replay.flip()")
        assert arrow.get_attribute("transform") == "translate(750 50) rotate(90)"
        page.evaluate("replay.go(1)")
        assert page.locator(".arrow, .ring").count() == 0


def test_gess_moves_and_arrows_show_footprints(chromium: Browser, tmp_path: Path) -> None:
    game = RandomGame("gess", 0)
    game.moves = ["q6r7", "l15l12", "t7q10"]
    with open_page(write_page(tmp_path, game), chromium) as page:
        page.evaluate("replay.go(3)")
        first, last = (patch.bounding_box() for patch in page.locator(".patch").all())
        assert first
        assert last
        assert first["width"] < last["width"]  # it begins at the edge of the picture
        page.evaluate('replay.setArrows([["l3", "l6"]])')
        assert page.locator(".span.best").count() == 2


def test_the_page_fits_a_phone(chromium: Browser, tmp_path: Path) -> None:
    path = write_page(tmp_path, RandomGame("gast14", 4))
    with open_page(path, chromium, width=340, height=700) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 340
        box = page.get_by_label("Flip the board").bounding_box()
        assert box
        assert box["x"] + box["width"] <= 340


@pytest.mark.parametrize(
    ("move", "marked"),
    [
        ("b2c2", {"b2", "c2", "d2"}),  # it slides along itself
        ("b2b4", {"b2", "c2", "b4", "c4"}),
        ("b2b2v", {"b2", "c2", "b3"}),  # it turns about its anchor
        ("b2c2v", {"b2", "c2", "c3"}),
    ],
)
def test_walls_mark_all_the_cells_they_leave_and_reach(move: str, marked: set[str]) -> None:
    variant = variants.get("ganymede")
    fen = "k11/12/12/12/12/12/12/12/12/12/1WW9/K11 w - - 0 1"
    assert set(frames(Position(variant, fen), [move])["marked"][0]) == marked


def test_frames_of_a_long_game_are_small() -> None:
    for name, limit in (("gast", 6_000), ("gess", 30_000)):
        game = RandomGame(name, 120)
        text = json.dumps(game.frames(), separators=(",", ":"))
        assert len(text) < limit * len(game.moves) / 120 + 3_000


def test_a_move_against_the_rules_is_refused() -> None:
    variant = variants.get("chess")
    with pytest.raises(IllegalMove, match="e2e5"):
        frames(Position(variant), ["e2e4", "e7e5", "e2e5"])
