"""The lobby in a browser: choosing a game, continuing one, and a second browser that joins."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

pytest.importorskip("aiohttp")
pytest.importorskip("playwright")

from playwright.sync_api import Browser, Page

from amalthea.engine import variants
from helpers.browser import serious_findings
from helpers.play_page import PlayPage, board_of, open_play, served
from helpers.sample import one_in


@pytest.fixture(scope="module")
def lobby() -> Iterator[str]:
    """Yield the address of a server that opens with the lobby."""
    with served() as found:
        yield found


def enter(chromium: Browser, address: str, rest: str = "") -> PlayPage:
    seat = open_play(chromium, address)
    seat.page.goto(address + rest)
    seat.page.locator(".card").first.wait_for(state="attached")
    return seat


def begin_from_card(seat: PlayPage, name: str, players: str) -> None:
    before = seat.data.get("game")
    seat.page.click(f'#families [data-game="{name}"]')
    seat.page.select_option("#new-players", players)
    seat.page.click("#new-start")
    seat.until(lambda data: data.get("game") != before)


def visible_cards(page: Page) -> list[str]:
    cards = page.locator("#families .card:visible b")
    return cards.all_inner_texts()


@pytest.mark.thorough
def test_only_pictures_in_sight_are_loaded(chromium: Browser, lobby: str) -> None:
    """This holds on the second visit, too; where a game is shown none is loaded."""
    seat = enter(chromium, lobby)
    asked: list[str] = []
    seat.page.on("request", lambda request: asked.append(request.url))
    with seat.page.expect_request("**/picture/*"):
        seat.page.goto(f"{lobby}?again")
    seat.page.wait_for_load_state("networkidle")
    loaded = sum("/picture/" in url for url in asked)
    assert 0 < loaded < 2 / 3 * len(variants.names())
    asked.clear()
    seat.open("?variant=chess")
    assert not any("/picture/" in url for url in asked)
    assert seat.page.locator(".card").count() == 0
    seat.page.context.close()


def test_a_game_is_found_begun_and_continued_from_the_lobby(chromium: Browser, lobby: str) -> None:
    seat = enter(chromium, lobby)
    page = seat.page
    assert len(visible_cards(page)) == len(variants.names())
    page.fill("#search", "dobutsu")
    assert visible_cards(page) == ["Dobutsu Shogi"]
    page.fill("#search", "gess")
    assert visible_cards(page) == ["Gess", "Gess, centres on the board"]
    page.fill("#search", "no such game")
    assert page.locator("#nothing").is_visible()
    page.fill("#search", "")
    page.click("#surprise")
    assert page.input_value("#new-variant") in variants.names()
    page.keyboard.press("Escape")
    page.click('#families [data-game="gess"]')
    assert page.input_value("#new-variant") == "gess"
    assert page.inner_text("#new-level-text") == "0 \u00b7 Beginner"  # its Elo is chess's
    page.select_option("#new-variant", "chess")
    assert page.inner_text("#new-level-text") == "0 \u00b7 Beginner \u00b7 about 600 Elo"
    page.select_option("#new-players", "human human")
    page.click("#new-start")
    seat.until(lambda data: "state" in data)
    seat.play("e2e4", board_of("chess"))
    page.click("#to-lobby")
    page.locator("#continued .card button").first.click()
    page.locator("#title", has_text="Chess").wait_for()
    page.click("#to-lobby")
    begin_from_card(seat, "gardner", "human human")
    page.click("#openings-part summary")
    page.locator("#openings-none:visible").wait_for()
    seat.play("a2a3", board_of("gardner"))
    page.click("#first")
    page.locator("#openings li", has_text="a2a31 game").wait_for()
    other = page.context.new_page()  # as after closing the tab
    other.goto(lobby)
    kept = other.locator("#continued .card")
    kept.first.wait_for()
    assert kept.locator("b").all_inner_texts() == ["Gardner's Minichess", "Chess"]
    kept.nth(1).locator("button").first.click()
    other.locator("#moves button").first.wait_for()
    assert other.inner_text("#moves").split() == ["1.", "e4"]
    check_kept_games(other, lobby)
    page.context.close()
    assert seat.errors == []


def check_kept_games(page: Page, address: str) -> None:
    """Find, delete and export the kept games, of Chess and of Gardner's Minichess."""
    page.goto(f"{address}#kept")
    games = page.locator("#kept-games .card")
    games.nth(1).wait_for()
    page.fill("#kept-search", "gardner")
    assert games.count() == 1
    page.fill("#kept-search", "")
    page.select_option("#kept-state", "finished")
    assert page.inner_text("#kept-none") == "No game fits."
    page.select_option("#kept-state", "turn")
    with page.expect_download() as download:
        page.click("#kept-export")
    assert download.value.path().read_text("utf-8").count("[Event ") == 2
    games.first.locator(".forget").click()
    page.click("#sure-yes")
    games.nth(1).wait_for(state="detached")
    assert games.count() == 1


@pytest.mark.thorough
def test_a_family_is_found_without_scrolling(chromium: Browser, lobby: str) -> None:
    seat = enter(chromium, lobby)
    page = seat.page
    families = page.locator("#to-families button")
    assert families.all_inner_texts() == page.locator("#families h2").all_inner_texts()
    families.filter(has_text=re.compile("^Shogi$")).click()
    heading = page.locator("#families h2", has_text=re.compile("^Shogi$")).bounding_box()
    assert heading
    assert 0 <= heading["y"] < 100
    page.context.close()
    assert seat.errors == []


RIGHT_OF_TITLE = """(card) => {
  const text = document.createRange();
  text.selectNodeContents(card.querySelector("b"));
  return card.querySelector(".forget").getBoundingClientRect().left
    - Math.max(...[...text.getClientRects()].map((line) => line.right));
}"""


def test_kept_games_say_when_and_their_titles_leave_room(chromium: Browser, lobby: str) -> None:
    seat = enter(chromium, lobby)
    page = seat.page
    page.set_viewport_size({"width": 400, "height": 800})
    begin_from_card(seat, "troop", "human human")
    seat.play(seat.legal()[0], board_of("troop"))
    page.goto(f"{lobby}#kept")
    card = page.locator("#kept-games .card").first
    assert card.locator(".size").inner_text() == "just now"
    assert page.evaluate(RIGHT_OF_TITLE, card.element_handle()) >= 0
    minute = 60_000
    spans = [minute, 50 * minute, 3 * 60 * minute, 30 * 60 * minute, 40 * 24 * 60 * minute]
    script = "async (spans) => spans.map((await import('./texts.js')).agoText.bind(null, 0))"
    texts = page.evaluate(script, spans)
    assert texts[:4] == ["1 minute ago", "50 minutes ago", "3 hours ago", "yesterday"]
    assert "1970" in texts[4] or "1969" in texts[4]
    page.context.close()
    assert seat.errors == []


def test_two_browsers_play_one_game_by_a_link(chromium: Browser, lobby: str) -> None:
    first, second = enter(chromium, lobby), enter(chromium, lobby)
    begin_from_card(first, "chess", "invite w")
    assert "Nobody yet" in first.page.inner_text("#player-b")
    second.page.reload()
    second.page.locator("#joinable .card button").click()
    second.until(lambda data: "state" in data)
    assert second.page.url == first.page.url
    assert second.data["flipped"] == "true"
    first.until(lambda _: "Opponent" in first.page.inner_text("#player-b"))
    board = board_of("chess")
    first.play("e2e4", board)
    for square in ("g1", "f3"):  # a premove
        first.click(square, board)
    assert first.page.locator("#board .premove").count() == 2
    second.until(lambda data: data["side"] == "b")
    second.page.reload()
    second.until(lambda data: data.get("side") == "b")
    second.play("e7e5", board)
    first.until(lambda data: data["plies"] == "3")
    assert "Nf3" in first.page.inner_text("#moves")
    second.until(lambda data: data["side"] == "b")
    assert second.page.title() == "Your move \u2013 Amalthea"
    assert first.page.title() == "Chess \u2013 Amalthea"
    for square in ("e2", "e4"):
        first.click(square, board)  # only begins a plan, which is forgotten
    second.play("b8c6", board)
    first.until(lambda data: data["side"] == "w")
    assert first.page.locator("#board .premove").count() == 0
    first.page.click("#draw")
    second.page.locator("#draw.primary", has_text="Accept draw").wait_for()
    assert second.page.inner_text("#status") == "Your opponent offers a draw."
    assert first.page.inner_text("#draw") == "Draw offered"
    second.page.locator("text=Accept draw").click()
    first.until(lambda data: data["state"] == "draw")
    assert first.page.inner_text("#end-result") == "Draw"
    for seat in (first, second):
        seat.page.context.close()
        assert seat.errors == []


def test_a_game_that_nobody_knows_leads_to_the_lobby(chromium: Browser, lobby: str) -> None:
    seat = enter(chromium, lobby, "#game=AAAAAAAAAAAAAAAA")
    seat.page.locator("#lobby-notice:visible").wait_for()
    assert "not known" in seat.page.inner_text("#lobby-notice")
    assert seat.page.locator("#lobby").is_visible()
    seat.page.context.close()


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", one_in(2, ["light", "dark"]))
def test_every_part_beside_the_game_is_accessible(
    chromium: Browser, lobby: str, scheme: str
) -> None:
    seat = enter(chromium, lobby)
    seat.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    for part in seat.page.locator("#tabs a").all():
        part.click()
        assert serious_findings(seat.page) == []
    seat.page.context.close()


def test_pages_of_a_shared_server_meet_at_one_table(chromium: Browser) -> None:
    with served("gess", "--host", "127.0.0.1") as address:
        first, second = open_play(chromium, address), open_play(chromium, address)
        for seat in (first, second):
            seat.open()
        assert first.data["game"] == second.data["game"]
        assert (first.data["side"], second.data["side"]) == ("", "b")  # Black moves first
        for seat in (first, second):
            seat.page.context.close()


@pytest.mark.thorough
def test_two_browsers_meet_again_after_their_server_was_restarted(chromium: Browser) -> None:
    with served() as address:
        port = address.rstrip("/").rpartition(":")[2]
        first, second = enter(chromium, address), enter(chromium, address)
        begin_from_card(first, "chess", "invite b")
        second.page.goto(first.page.url)
        second.page.reload()
        second.until(lambda data: data.get("side") == "w")
        second.play("e2e4", board_of("chess"))
        first.until(lambda data: data["side"] == "b")
        room = first.data["game"]
    for seat in (first, second):
        seat.until(lambda _, seat=seat: seat.page.locator("body.unlinked").count() == 1)  # type: ignore[misc]
    with served("--port", port):
        for seat in (first, second):
            seat.until(lambda _, seat=seat: seat.page.locator("body.unlinked").count() == 0)  # type: ignore[misc]
        first.play("e7e5", board_of("chess"))
        second.until(lambda data: data["plies"] == "2" and data["side"] == "w")
        assert first.data["game"].split()[0] == second.data["game"].split()[0] == room.split()[0]
        for seat in (first, second):
            seat.page.context.close()


def solve_in_several_moves(seat: PlayPage, address: str) -> None:
    """Solve a puzzle of chess, chosen from all of them, whose replies are played by the page."""
    page, board = seat.page, board_of("chess")
    page.goto(address)
    page.locator("#title", has_text=re.compile("^Chess$")).wait_for()
    answers = page.evaluate("fetch('exercises/puzzles/chess').then((answer) => answer.json())")
    chosen = next(index for index, each in enumerate(answers) if len(each["answers"]) == 3)
    before = seat.data["game"]
    page.click(f"#exercise-all button >> nth={chosen}")
    page.locator("#exercise-task", has_text="find the best line of 3 moves.").wait_for()
    seat.until(lambda data: data["game"] != before and data["side"] == "b")
    first, second, third = (each[0] for each in answers[chosen]["answers"])
    seat.play(first, board)
    assert page.inner_text("#exercise-said") == "Right. Find the next move."
    seat.until(lambda data: data["plies"] == "2")
    for square in ("h8", "g8"):
        seat.click(square, board)
    assert page.inner_text("#exercise-said") == "Not the best move. Try another one."
    page.click("#exercise-hint")
    assert seat.data["plies"] == "2"
    seat.play(second, board)
    seat.until(lambda data: data["plies"] == "4")
    seat.play(third, board)
    assert page.inner_text("#exercise-said").startswith("Solved with help")
    assert page.is_visible("#exercise-why")


def test_first_steps_and_puzzles_are_judged_hinted_and_remembered(
    chromium: Browser, lobby: str
) -> None:
    seat = enter(chromium, lobby)
    page, board = seat.page, board_of("gess")
    page.click('#tabs [data-view="steps"]')
    page.click('#steps-games [data-game="gess"]')
    seat.until(lambda data: data.get("exercise") == "steps" and data.get("side") == "w")
    before = page.inner_html("#board .pieces")
    for square in ("j10", "j12"):
        seat.click(square, board)
    assert page.inner_text("#exercise-said") == "Not the best move. Try another one."
    assert page.inner_html("#board .pieces") == before
    page.click("#exercise-hint")
    assert page.locator("#board .ring.best, #board .span.best").count() > 0
    seat.play("j10j13", board)
    assert page.inner_text("#exercise-said").endswith("moves up to three steps.")
    page.click("#exercise-next")
    seat.until(lambda data: data["plies"] == "0")
    seat.play("i10l10", board)
    assert page.inner_text("#exercise-streak") == "1 of 8 solved"
    page.click("#exercise summary")
    assert page.locator("#exercise-all button").all_inner_texts() == list("12345678")
    assert page.locator("#exercise-all .solved").all_inner_texts() == ["2"]
    page.click("#exercise-all button >> nth=4")
    page.locator("#exercise-name", has_text="5. ").wait_for()
    page.click("#to-lobby")
    page.locator("#steps .about", has_text="1 of 8 solved.").wait_for()
    assert page.locator('#steps [data-game="gess"] progress').evaluate("(each) => each.value") == 1
    page.goto(f"{lobby}#puzzles=gast")
    seat.until(lambda data: data.get("exercise") == "puzzles" and data.get("side", "") != "")
    page.locator("#title", has_text="Gast's Chess").wait_for()
    before = seat.data["game"]
    page.click("#exercise-all button >> nth=4")
    seat.until(lambda data: data["game"] != before)
    page.click("#exercise-answer")
    page.click("#exercise-why")
    page.locator("#moves .beside").wait_for()
    assert serious_findings(page) == []
    solve_in_several_moves(seat, f"{lobby}#puzzles=chess")
    with page.expect_response("**/kept") as answer:
        page.goto(f"{lobby}#kept")
    kept = [game["name"] for game in answer.value.json()]
    assert not {"gast", "gess"} & set(kept)  # exercises are not kept
    page.context.close()
    assert seat.errors == []
