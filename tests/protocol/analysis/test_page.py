"""The page of a studied game: what is in it, and in a browser how board, moves and plot agree."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from amalthea.engine import variants
from amalthea.engine.core.color import Color
from amalthea.engine.search.limits import Limits
from amalthea.engine.search.reports import Score
from amalthea.protocol import tool
from amalthea.protocol.analysis.analyst import SearchResult
from amalthea.protocol.analysis.moments import follow
from amalthea.protocol.analysis.study import CheckedGame, Study, study
from amalthea.protocol.analysis.study_page import game_page_html, position_page_html
from helpers import browser
from helpers.fake_analyst import analyst_of, line, played

MOVES = "f3 e5 g4 Qh4#"


def study_of(game: CheckedGame) -> Study:
    scores = {
        0: (Score(20), game.moves[0], None),
        2: (Score(10), "d2d4", None),
        3: (Score(1, mate=True), game.moves[3], None),
    }
    return study(game, analyst_of(game, scores), Limits(depth=1))


def data_of(page: str) -> Any:
    match = re.search(r'<script type="application/json" id="game">(.*?)</script>', page, re.S)
    assert match
    return json.loads(match[1])


def test_the_page_is_complete_and_loads_nothing() -> None:
    page = game_page_html(study_of(played(MOVES)))
    moments = data_of(page)["moments"]
    assert [moment["score"] for moment in moments] == ["+0.10", "+0.10", "+0.10", "-M1", "0-1"]
    assert moments[2]["arrows"] == [["d2", "d4", "best", ""]]
    (line,) = moments[2]["lines"]
    assert (line["score"], line["number"], line["moves"]) == ("+0.10", "2.", ["d4"])
    assert line["frames"]["changes"] == [{"d2": "", "d4": "P"}]
    assert "arrows" not in moments[4]
    assert [int(ply) for ply in re.findall(r'<button type="button" data-ply="(\d+)"', page)] == [
        1,
        2,
        3,
        4,
    ]
    assert "g4<b>??</b>" in page
    assert "better d4" in page
    assert not re.search(r'(?:src|href)="(?!#)', page)
    assert "$" not in re.sub(r"<script>.*?</script>", "", page, flags=re.S)


def test_names_cannot_break_the_page() -> None:
    game = replace(played(MOVES), white="</script><script>alert(1)", source="<b>&")
    page = game_page_html(study_of(game))
    assert "<script>alert" not in page
    assert "&lt;/script&gt;&lt;script&gt;alert(1)" in page
    assert "<b>&" not in page


@pytest.mark.parametrize("variant", ["gast", "gess"])
def test_games_of_every_kind_have_pages(variant: str) -> None:
    moves = {"gast": "e2e6 e11e8 b1c4 k12j9", "gess": "m6j9 j15g12 j10g10 i18i8"}[variant]
    game = played(moves, variant)
    page = game_page_html(study(game, analyst_of(game, {}), Limits(depth=1)))
    assert data_of(page)["moments"][0]["arrows"][0][:2] == list(
        re.findall(r"[a-z]\d+", game.moves[0])
    )


# In a browser.


def test_board_moves_and_plot_agree(chromium: Browser, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    tool.write_file(path, game_page_html(study_of(played(MOVES))))
    with browser.open_page(path, chromium) as page:

        def state() -> tuple[str, str, list[str], int]:
            """Return score, lines, texts of the current moves, and the number of arrows."""
            current = page.locator("#moves [data-ply][aria-current]").all_inner_texts()
            arrows = page.locator("#board .arrows .best").count()
            line = " ".join(page.inner_text("#lines").split())
            return page.inner_text("#score"), line, [text.split()[1] for text in current], arrows

        assert state() == ("+0.10", "+0.20 1. f3 depth 9", [], 1)
        page.click("#moves button[data-ply='3']")
        assert state() == ("-M1", "-M1 2... Qh4# depth 9", ["g4??"], 1)
        page.keyboard.press("ArrowLeft")
        assert state() == ("+0.10", "+0.10 2. d4 depth 9", ["e5"], 1)
        page.keyboard.press("End")
        assert state() == ("0-1", "", ["Qh4#"], 0)
        page.click("#board .controls button")
        page.keyboard.press("ArrowRight")  # the board has the focus and handles the key itself
        assert state()[2] == ["f3"]
        plot = page.locator("#plot svg")
        box = plot.bounding_box()
        assert box
        third = float(page.locator("#plot .point[data-ply='3']").get_attribute("cx") or "")
        width = float((plot.get_attribute("viewBox") or "").split()[2])
        plot.click(position={"x": third / width * box["width"] + 5, "y": 40})
        assert state()[2] == ["g4??"]
        cursor = float(page.locator("#plot .cursor").get_attribute("x1") or "")
        assert cursor == pytest.approx(third, abs=0.1)
        assert browser.serious_findings(page, ["color-contrast"]) == []


def test_a_better_line_is_stepped_through(chromium: Browser, tmp_path: Path) -> None:
    game = played(MOVES)
    analyst = analyst_of(game, {2: (Score(10), "d2d4", None)})
    fen = game.moments[2].fen
    pv = ("d2d4", "e5d4", "d1d4")
    analyst._results = {**analyst._results, fen: SearchResult("d2d4", (line(Score(10), *pv),))}
    path = tmp_path / "game.html"
    tool.write_file(path, game_page_html(study(game, analyst, Limits(depth=1))))
    with browser.open_page(path, chromium) as page:

        def state() -> tuple[str, list[str], list[str]]:
            """Return the plies shown, the current moves of lines, and where pieces stand."""
            current = page.locator("#lines [aria-current]").all_inner_texts()
            pieces = page.locator("#board .pieces use").evaluate_all(
                "all => all.map(use => `${use.getAttribute('x')} ${use.getAttribute('y')}`)"
            )
            return page.inner_text("#board output"), current, pieces

        page.click("#moves button.better")
        shown, current, pieces = state()
        assert (shown, current) == ("2 + 1", ["d4"])
        assert "300 400" in pieces  # d4
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")  # there is no further move
        assert state()[:2] == ("2 + 3", ["Qxd4"])
        assert len(state()[2]) == 30
        page.keyboard.press("ArrowLeft")
        assert state()[:2] == ("2 + 2", ["exd4"])
        page.keyboard.press("Escape")
        assert state()[:2] == ("2 / 4", [])
        assert page.locator("#board .arrows .best").count() == 1
        page.click("#lines button[data-at='3']")
        assert state()[:2] == ("2 + 3", ["Qxd4"])
        page.keyboard.press("Home")
        assert state()[:2] == ("0 / 4", [])


def test_a_position_has_a_page_with_its_lines(chromium: Browser, tmp_path: Path) -> None:
    here = played("f3 e5").moments[-1]
    lines = line(Score(30), "d2d4", "e5d4"), line(Score(-20), "g2g4", "d8h4", number=2)
    text = position_page_html(here, Color.WHITE, SearchResult("d2d4", lines))
    (place,) = data_of(text)["moments"]
    assert [each["score"] for each in place["lines"]] == ["+0.30", "-0.20"]
    assert place["arrows"] == [["g2", "g4", "other", ""], ["d2", "d4", "best", ""]]
    assert place["note"] == "best move d4"
    path = tmp_path / "position.html"
    tool.write_file(path, text)
    with browser.open_page(path, chromium, width=390, height=800) as page:
        assert page.locator("#board .arrows .arrow").count() == 2
        page.click("#lines button >> nth=3")
        assert page.locator("#lines [aria-current]").all_inner_texts() == ["Qh4#"]
        assert page.inner_text("#board output") == "0 + 2"
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_choices_have_a_page(chromium: Browser, tmp_path: Path) -> None:
    variant = variants.get("gochess")
    here = follow(variant, None, [])[0][-1]
    choices = line(Score(5), "P@e5"), line(Score(3), "P@e4", number=2)
    path = tmp_path / "placement.html"
    tool.write_file(path, position_page_html(here, Color.WHITE, SearchResult("P@e5", choices)))
    with browser.open_page(path, chromium) as page:
        assert page.locator("#board .arrows .ring").count() == 2
        assert page.locator("#lines li").count() == 2
        assert page.locator("#lines button").count() == 0


def test_the_page_fits_a_phone(chromium: Browser, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    tool.write_file(path, game_page_html(study_of(played(MOVES))))
    with browser.open_page(path, chromium, width=390, height=800) as page:
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 390
        assert browser.serious_findings(page) == []
