"""The page of a studied game: what is in it, and in a browser how board, moves and plot agree."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import browser
from analysing import played, told
from engine.search.limits import Limits
from engine.search.reports import Score
from protocol import tool
from protocol.analyse.study import Played, Study, study
from protocol.analyse.study_page import page_html

MOVES = "f3 e5 g4 Qh4#"


def study_of(game: Played) -> Study:
    scores = {
        0: (Score(20), game.moves[0], None),
        2: (Score(10), "d2d4", None),
        3: (Score(1, mate=True), game.moves[3], None),
    }
    return study(game, told(game, scores), Limits(depth=1))


def data_of(page: str) -> Any:
    match = re.search(r'<script type="application/json" id="game">(.*?)</script>', page, re.S)
    assert match
    return json.loads(match[1])


def test_the_page_holds_all_and_fetches_nothing() -> None:
    page = page_html(study_of(played(MOVES)))
    moments = data_of(page)["places"]
    assert [moment["score"] for moment in moments] == ["+0.20", "0.00", "+0.10", "-M1", "0-1"]
    assert moments[2]["arrow"] == ["d2", "d4", "best"]
    assert moments[2]["line"] == "2. d4"
    assert "arrow" not in moments[4]
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
    game = replace(played(MOVES), white="</script><script>alert(1)", where="<b>&")
    page = page_html(study_of(game))
    assert "<script>alert" not in page
    assert "&lt;/script&gt;&lt;script&gt;alert(1)" in page
    assert "<b>&" not in page


@pytest.mark.parametrize("variant", ["gast", "gess"])
def test_other_games_have_pages_too(variant: str) -> None:
    moves = {"gast": "e2e6 e11e8 b1c4 k12j9", "gess": "m6j9 j15g12 j10g10 i18i8"}[variant]
    game = played(moves, variant)
    page = page_html(study(game, told(game, {}), Limits(depth=1)))
    assert data_of(page)["places"][0]["arrow"][:2] == list(re.findall(r"[a-z]\d+", game.moves[0]))


# In a browser.


def test_board_moves_and_plot_agree(tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    tool.write_file(path, page_html(study_of(played(MOVES))))
    with browser.open_page(path) as page:

        def state() -> tuple[str, str, list[str], int]:
            """Score, line, the moves that are marked as current, arrows on the board."""
            current = page.locator("#moves [aria-current]").all_inner_texts()
            arrows = page.locator("#board .arrows .best").count()
            line = page.inner_text("#line")
            return page.inner_text("#score"), line, [text.split()[1] for text in current], arrows

        assert state() == ("+0.20", "1. f3 (depth 9)", [], 1)
        page.click("#moves button[data-ply='3']")
        assert state() == ("-M1", "2... Qh4# (depth 9)", ["g4??"], 1)
        page.keyboard.press("ArrowLeft")
        assert state() == ("+0.10", "2. d4 (depth 9)", ["e5"], 1)
        page.keyboard.press("End")
        assert state() == ("0-1", "", ["Qh4#"], 0)
        page.click("#board .controls button")
        page.keyboard.press("ArrowRight")  # the board has the focus and minds the key itself
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


def test_the_page_fits_a_phone(tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    tool.write_file(path, page_html(study_of(played(MOVES))))
    with browser.open_page(path, width=390, height=800) as page:
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 390
