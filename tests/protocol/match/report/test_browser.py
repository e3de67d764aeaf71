"""The report in a browser: the list sorts and filters, games open and step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from amalthea.engine.api import Position
from amalthea.engine.core.color import Color
from amalthea.engine.core.status import label
from amalthea.protocol.match.report import write_report
from amalthea.protocol.records.game_record import GameRecord
from amalthea.protocol.records.notation import line_written
from helpers import browser
from helpers.random_games import random_match

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PAIR = ("Ours", "<i>Theirs</i>")
GAMES = 24
LONGEST = 40
SHOWN_ROWS = ".games tbody tr:not([hidden])"
PHONE, DESK = 390, 1200


@pytest.fixture(scope="module")
def games() -> list[GameRecord]:
    """Return games of chess and one of Go Chess, which has a ply of both sides."""
    chess = random_match("chess", PAIR, GAMES - 1, longest=LONGEST)
    placed = replace(random_match("gochess", PAIR, 1, longest=LONGEST)[0], number=GAMES, round=12)
    return [*chess, placed]


@pytest.fixture(scope="module")
def report_file(games: list[GameRecord], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.html"
    write_report(path, "A match", games)
    return path


@pytest.fixture
def report(report_file: Path, chromium: Browser) -> Iterator[Page]:
    with browser.open_page(report_file, chromium, width=DESK) as page:
        yield page


def numbers(page: Page) -> list[int]:
    """Return the numbers of the games listed, from the top."""
    cells = page.locator(f"{SHOWN_ROWS} td:first-child").all_inner_texts()
    return [int(text) for text in cells]


def moves_shown(game: GameRecord) -> list[str]:
    """Return a game's moves as they are shown."""
    return list(line_written(Position(game.variant, game.fen), game.moves))


def open_game(page: Page, number: int) -> None:
    page.locator(f"#row-{number}").click()  # its middle: the whole row is the link
    page.locator("#game").wait_for()


def marked_moves(page: Page) -> list[str]:
    """Return the moves marked in the list."""
    return page.locator("#plies tr[aria-current=true] button").all_inner_texts()


def is_wider_than_window(page: Page) -> bool:
    """Return True if the page is wider than its window."""
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def test_column_heads_sort_the_list_in_both_orders(report: Page, games: list[GameRecord]) -> None:
    for head, value in (
        ("Plies", lambda game: len(game.plies)),
        ("Time", lambda game: round(1000 * game.seconds)),
        ("Reason", lambda game: label(game.reason)),
    ):
        values = {game.number: value(game) for game in games}
        for falling, order in ((False, "ascending"), (True, "descending")):
            report.get_by_role("button", name=head, exact=True).click()
            listed = [values[number] for number in numbers(report)]
            assert listed == sorted(values.values(), reverse=falling)
            assert report.locator(f".games th[aria-sort={order}]").inner_text() == head


def test_filters_show_the_requested_games(report: Page, games: list[GameRecord]) -> None:
    report.locator("#reason").select_option("time forfeit")
    lost_on_time = [game for game in games if game.reason == "time"]
    assert 0 < len(lost_on_time) < len(games)
    assert numbers(report) == [game.number for game in lost_on_time]
    assert report.locator("#shown").inner_text() == f"{len(lost_on_time)} of {len(games)}"
    report.locator("#player").select_option(PAIR[1])
    for choice, is_mine in (("won", True), ("lost", False)):
        report.locator("#result").select_option(choice)
        asked = [
            game.number
            for game in lost_on_time
            if game.winner and (game.player(game.winner) == PAIR[1]) == is_mine
        ]
        assert 0 < len(asked) < len(lost_on_time)
        assert numbers(report) == asked
    report.locator("#player").select_option("")
    assert len(numbers(report)) == len(
        lost_on_time
    )  # without a player the filter by result is lifted


def test_a_row_opens_its_game_with_moves_scores_and_clocks(
    report: Page, games: list[GameRecord]
) -> None:
    game = games[2]
    open_game(report, game.number)
    for scheme in ("light", "dark"):
        report.emulate_media(color_scheme=scheme)
        assert browser.serious_findings(report) == []
    assert report.url.endswith(f"#game-{game.number}")
    title = report.locator("#game-title").inner_text()
    assert title.startswith(game.white)
    assert title.endswith(game.black)
    assert not report.locator("#overview").is_visible()
    assert report.locator("#plies button").all_inner_texts() == moves_shown(game)
    assert label(game.reason) in report.locator("#end").inner_text()
    last = [ply.thoughts[Color.WHITE] for ply in game.plies if "w" in ply.thoughts][-1]
    row = report.locator("#plies tr").filter(has=report.locator(".side.w")).last
    cells = row.locator("td").all_inner_texts()
    assert cells[3:5] == [str(last.depth), f"{last.seconds:.2f}"]
    report.keyboard.press("End")
    assert last.left is not None
    assert report.locator("#players .clock").first.inner_text() == f"{last.left:.1f}"


def test_keys_and_clicks_step_through_a_game(report: Page, games: list[GameRecord]) -> None:
    game = games[0]
    open_game(report, game.number)
    assert marked_moves(report) == []
    report.keyboard.press("ArrowRight")
    report.keyboard.press("ArrowRight")
    assert marked_moves(report) == [moves_shown(game)[1]]
    report.keyboard.press("ArrowLeft")
    assert marked_moves(report) == [moves_shown(game)[0]]
    report.keyboard.press("End")
    assert marked_moves(report) == [moves_shown(game)[-1]]
    assert report.locator("#plies tr").last.is_visible()
    report.keyboard.press("Home")
    report.keyboard.press("ArrowLeft")
    assert marked_moves(report) == []
    ground = report.locator(".amalthea-board .ground")
    upright = ground.inner_html()
    report.keyboard.press("f")
    assert ground.inner_html() != upright
    report.locator("#plies button").nth(6).click()
    assert marked_moves(report) == [moves_shown(game)[6]]
    report.locator(".amalthea-replay").focus()
    report.keyboard.press("ArrowRight")
    assert marked_moves(report) == [moves_shown(game)[7]]


def test_scores_are_shown_and_labelled_from_whites_view(
    report: Page, games: list[GameRecord]
) -> None:
    game = games[2]
    open_game(report, game.number)
    assert "White's view" in report.locator("#game").inner_text()
    at, thought = next(
        (at, ply.thoughts[Color.BLACK])
        for at, ply in enumerate(game.plies)
        if "b" in ply.thoughts and ply.thoughts[Color.BLACK].cp
    )
    assert thought.cp is not None
    shown = report.locator("#plies tr").nth(at).locator("td").nth(2).inner_text()
    assert float(shown.replace("\N{MINUS SIGN}", "-")) == -thought.cp / 100


def test_the_clock_column_fits(report: Page, games: list[GameRecord]) -> None:
    open_game(report, games[2].number)
    for width in (DESK, PHONE):
        report.set_viewport_size({"width": width, "height": 800})
        over = report.evaluate("""() => {
          const list = document.getElementById("moves");
          const edge = list.getBoundingClientRect().right;
          const cells = [...list.querySelectorAll("tr > :last-child")];
          return cells.filter((cell) => cell.getBoundingClientRect().right > edge + 1).length;
        }""")
        assert over == 0
        assert report.evaluate("document.getElementById('moves').scrollWidth") <= report.evaluate(
            "document.getElementById('moves').clientWidth"
        )


def test_both_choices_of_a_ply_are_marked(report: Page, games: list[GameRecord]) -> None:
    game = games[-1]
    open_game(report, game.number)
    report.keyboard.press("ArrowRight")
    assert marked_moves(report) == game.moves[0].split(",")


def test_a_link_with_a_game_opens_it_and_escape_goes_back(report: Page) -> None:
    report.evaluate("location.hash = '#game-5'")
    report.reload()
    report.locator("#game").wait_for()
    assert report.locator("#game-facts").inner_text().startswith("Game 5 ")
    report.keyboard.press("Escape")
    report.locator("#overview").wait_for()
    assert not report.locator("#game").is_visible()
    assert report.evaluate("document.activeElement.hash") == "#game-5"


def test_a_link_to_no_game_shows_the_list(report: Page) -> None:
    report.evaluate("location.hash = '#game-999'")
    report.reload()
    assert report.locator("#overview").is_visible()
    assert not report.locator("#game").is_visible()


def test_the_next_game_is_the_next_in_the_list(report: Page, games: list[GameRecord]) -> None:
    report.locator("#reason").select_option("time forfeit")
    listed = numbers(report)
    assert len(listed) > 2
    open_game(report, listed[0])
    assert report.locator("#previous").get_attribute("href") is None
    for number in listed[1:3]:
        report.locator("#next").click()
        report.wait_for_function(f"document.title && location.hash === '#game-{number}'")
        report.get_by_text(f"Game {number}", exact=True).wait_for()
    report.go_back()
    report.get_by_text(f"Game {listed[1]}", exact=True).wait_for()
    report.keyboard.press("ArrowRight")
    assert marked_moves(report) == [moves_shown(games[listed[1] - 1])[0]]


def test_the_report_fits_a_phone(report: Page) -> None:
    report.set_viewport_size({"width": PHONE, "height": 800})
    assert not is_wider_than_window(report)
    open_game(report, 3)
    assert not is_wider_than_window(report)
    assert report.locator("#board svg").is_visible()
