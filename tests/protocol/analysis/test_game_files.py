"""Files of several analysed games: added one by one, none lost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from amalthea.engine.search.limits import Limits
from amalthea.protocol.analysis import game_files
from amalthea.protocol.analysis.game_files import GameFiles, Pages
from amalthea.protocol.analysis.study import Study, study
from amalthea.protocol.analysis.study_index import Row, index_html
from amalthea.protocol.records.notation import LETTERS
from amalthea.protocol.records.pgn import read_pgn
from amalthea.protocol.storage.files import WriteError
from helpers.fake_analyst import analyst_of, played


def game(number: int, white: str = "Anna", **tags: str) -> Study:
    found = replace(played("e4 e5 Nf3"), number=number, white=white, tags=tags)
    return study(found, analyst_of(found, {}), Limits(depth=1))


def files(html: Path | None = None, pgn: Path | None = None) -> GameFiles:
    return GameFiles(None, html, pgn, LETTERS, several=True)


def test_a_game_that_cannot_be_added_is_added_with_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out.pgn"
    path.write_text("before")
    written = files(pgn=path)
    assert written.write(game(1, "A")) == []

    def fail(file: object, data: bytes) -> None:
        file.write(data[:9])  # type: ignore[attr-defined]
        raise WriteError("no room")

    with monkeypatch.context() as patch:
        patch.setattr(game_files, "append", fail)
        assert written.write(game(2, "B")) == ["no room"]
    assert written.write(game(3, "C")) == []
    assert [each.tags["White"] for each in read_pgn(path.read_text(), "out")] == ["A", "B", "C"]


def test_pages_are_walked_in_a_browser(tmp_path: Path, chromium: Browser) -> None:
    index = tmp_path / "my games #1.html"
    written = files(html=index)
    for number in (2, 3, 5):
        assert written.write(game(number, f"White {number}")) == []
    assert written.finish() == []
    page = chromium.new_page()
    page.goto(index.as_uri())
    page.click("text=White 3")
    page.click("text=Next game")
    assert page.locator("h1").inner_text() == "White 5 - Bert"
    assert page.locator("nav a").all_inner_texts() == ["Previous game", "All games"]
    page.click("text=All games")
    assert page.locator("tbody tr").count() == 3


def test_the_index_is_written_from_time_to_time_and_at_the_end(tmp_path: Path) -> None:
    index, now = tmp_path / "all.html", 0.0
    pages = Pages(index, lambda: now)

    def rows() -> int:
        return index.read_text().count("<tr>") - 1

    pages.add(game(1))
    assert rows() == 1
    for number in (2, 3):
        pages.add(game(number))
    assert rows() == 1
    assert (tmp_path / "all-games" / "3.html").exists()
    now = 5.0
    pages.add(game(4))
    assert rows() == 4
    pages.add(game(5))
    pages.write_index()
    assert rows() == 5


def test_the_index_is_finished_with_the_files(tmp_path: Path) -> None:
    index = tmp_path / "all.html"
    written = files(html=index)
    for number in range(3):
        assert written.write(game(number)) == []
    assert written.finish() == []
    assert index.read_text().count("<tr>") == 4
    index.unlink()
    index.mkdir()
    assert written.write(game(4)) == []
    (failure,) = written.finish()
    assert "all.html" in failure


def test_the_index_shows_what_is_known_of_the_games() -> None:
    alike = [Row.of(game(number), f"{number}.html") for number in (1, 2)]
    assert '<th scope="col">event</th>' not in index_html(alike)
    dated = [*alike, Row.of(game(3, "<B>", Event="Club & pub", Date="????.??.??"), "3.html")]
    text = index_html(dated)
    assert "3 analysed games of some.pgn" in text
    assert "<td>Club &amp; pub</td>" in text
    assert "&lt;B&gt;" in text
    assert '<th scope="col">date</th>' not in text
