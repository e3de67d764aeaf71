"""Former defects of the page, tested in a browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("aiohttp")
pytest.importorskip("playwright")

from playwright.sync_api import Browser

from amalthea.engine import variants
from amalthea.engine.core.color import Color
from amalthea.protocol.web.table import HUMAN, Seats, Table
from helpers.play_page import PlayPage, Sit, board_of, open_play

BLACK = Color.BLACK
GESS = board_of("gess")
IN_VIEW = """(part) => {
  const { top, bottom } = part.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""
IN_LIST = """(part) => {
  const [inner, outer] = [part, part.closest("ol")].map((each) => each.getBoundingClientRect());
  return inner.top > outer.top - 1 && inner.bottom < outer.bottom + 1;
}"""
PEOPLE = "human human"
TWO_GAMES = """[Event "First"]
[White "Ann"]
[Black "Ben"]
[Result "1-0"]

1. e4 {the best by test} (1. c4 {at last [%clk 0:03:00]} e5 $6) e5 $1 2. Nf3 {[%clk 0:03:00]} 1-0

[Event "Second"]
[White "Cem"]
[Black "Dora"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w FCfc - 0 1"]
[Result "*"]

1. e4 e5 *
"""


@pytest.fixture(scope="module")
def phone(chromium: Browser, address: str) -> Iterator[PlayPage]:
    """Yield a page of a small touch screen."""
    context = chromium.new_context(viewport={"width": 400, "height": 800}, has_touch=True)
    seat = PlayPage(context.new_page(), address)
    seat.open()
    seat.begin("gess", PEOPLE)
    yield seat
    context.close()
    assert seat.errors == []


def status(seat: PlayPage) -> str:
    return seat.page.inner_text("#status")


def test_the_first_game_is_against_the_first_level(sit: Sit) -> None:
    seat = sit()
    assert "level 0 \u00b7 Beginner" in seat.page.inner_text("#player-b")
    seat.page.click("#open-new")
    assert seat.page.input_value("#new-level") == "0"


def test_no_button_works_before_there_is_a_game(chromium: Browser, address: str) -> None:
    seat = open_play(chromium, address)
    seat.page.route_web_socket("**/socket", lambda _: None)  # which never answers
    seat.page.goto(address)
    seat.page.locator("#game:visible").wait_for()
    assert seat.page.locator("#game").evaluate("(game) => game.inert")
    assert seat.page.is_disabled("#open-setup")
    assert seat.page.is_disabled("#open-load")
    board = seat.page.locator("#board").bounding_box()
    assert board
    assert board["height"] > 500  # its place is kept, so that nothing jumps when it comes
    seat.page.keyboard.press("ArrowLeft")
    seat.page.keyboard.press("f")
    seat.page.context.close()
    assert seat.errors == []


def test_a_move_in_the_pages_own_notation_is_typed(sit: Sit) -> None:
    seat = sit()
    seat.begin("chess", PEOPLE)
    seat.page.fill("#move", "Nf3")
    seat.page.keyboard.press("Enter")
    seat.until(lambda data: data["plies"] == "1")
    seat.page.fill("#move", "nonsense")
    seat.page.keyboard.press("Enter")
    seat.until(lambda _: status(seat) == "nonsense is not a legal move here.")
    seat.begin("gess", PEOPLE)
    assert seat.page.input_value("#move") == ""


def test_check_is_shown_on_the_board_and_is_not_repeated_in_the_status(sit: Sit) -> None:
    seat, board = sit(), board_of("chess")
    seat.begin("chess", PEOPLE)
    glow = seat.page.locator("#board .attacked")
    for move in ("e2e4", "f7f6", "d1h5"):
        assert glow.count() == 0
        seat.play(move, board)
    assert glow.count() > 0
    assert status(seat) == "White: Qh5+. Black to move."
    seat.play("g7g6", board)
    assert glow.count() == 0


def test_a_move_that_loses_by_itself_is_asked_about(sit: Sit) -> None:
    seat = sit()
    seat.begin("gess", PEOPLE)
    page = seat.page
    table = Table(variants.get("gess"), Seats(dict.fromkeys(Color, HUMAN)))
    fatal = next(move for move, *_ in table.options(BLACK) if table.own_defeat(BLACK, move))
    page.fill("#move", fatal)
    page.keyboard.press("Enter")
    page.locator("#sure[open]").wait_for()
    assert "ring" in page.inner_text("#sure-text")
    page.keyboard.press("Escape")
    assert seat.data["plies"] == "0"
    page.fill("#move", fatal)
    page.keyboard.press("Enter")
    page.click("#sure-yes")
    seat.until(lambda data: data["state"] == "win")
    assert "Black's own move ended the game." in page.inner_text("#end-reason")


def test_formations_are_chosen_among_pictures(sit: Sit) -> None:
    seat, board = sit(), board_of("troop")
    seat.begin("troop", PEOPLE)
    seat.click("c2", board)
    seat.click("c3", board)
    pictures = seat.page.locator("#choices .picture svg")
    pictures.nth(2).wait_for()
    assert pictures.count() == seat.page.locator("#choices button").count() == 3
    views = {picture.inner_html() for picture in pictures.all()}
    assert len(views) == 3


def test_a_move_in_an_earlier_position_begins_a_side_line_without_analysis(sit: Sit) -> None:
    seat, board = sit(), board_of("chess")
    seat.begin("chess", PEOPLE)
    seat.play("e2e4", board)
    seat.page.click("#first")
    seat.until(lambda _: "d2d4" in seat.legal())
    seat.click("d2", board)
    seat.click("d4", board)
    seat.until(lambda _: seat.page.inner_text("#side-moves") == "d4")
    assert seat.data["plies"] == "1"


def test_settings_outlive_a_reload(sit: Sit) -> None:
    seat, board = sit(), board_of("chess")
    seat.begin("chess", PEOPLE)
    seat.play("e2e4", board)
    for box in ("#analyse", "#sound"):
        seat.page.check(box)
    seat.page.click("#flip")
    seat.page.reload()
    seat.until(lambda data: data.get("plies") == "1")
    assert seat.data["flipped"] == "true"
    assert seat.page.is_checked("#analyse")
    assert seat.page.is_checked("#sound")


def test_games_of_a_file_are_chosen_and_shown_with_players_and_comments(sit: Sit) -> None:
    seat = sit()
    page = seat.page
    page.click("#open-load")
    page.fill("#pgn", "no game at all")
    page.click("#load")
    seat.until(lambda _: page.inner_text("#pgn-fault") != "")
    assert page.input_value("#pgn") == "no game at all"
    page.fill("#pgn", TWO_GAMES)
    page.click("#load")
    page.locator("#pgn-choice:visible").wait_for()
    titles = page.locator("#pgn-game option").all_inner_texts()
    assert titles == ["1. Ann \u2013 Ben 1-0, First", "2. Cem \u2013 Dora *, Second"]
    page.click("#load")
    seat.until(lambda data: data["plies"] == "3")
    assert page.inner_text("#tags").split() == [
        *("White", "Ann", "Black", "Ben", "Result", "1-0", "Event", "First")
    ]
    assert not page.is_visible("#comment")
    page.click("#first")
    page.click("#next")
    assert page.inner_text("#comment") == "the best by test"
    for move, comment in (("c4", "at last"), ("e5", "?!")):
        page.locator("#moves .beside button", has_text=move).first.click()
        page.locator("#comment", has_text=comment).wait_for()
    page.click("#open-load")
    page.fill("#pgn", TWO_GAMES)
    page.click("#load")
    page.select_option("#pgn-game", "1")
    page.click("#load")
    seat.until(lambda data: data["plies"] == "2")
    assert "Cem" in page.inner_text("#tags")


def test_a_finger_sees_small_squares_through_a_magnifier(phone: PlayPage) -> None:
    board = board_of("gess")
    x, y = phone.point("l3", board)
    touch = "(board, [x, y, kind, buttons]) => board.dispatchEvent(new PointerEvent(kind, {"
    touch += "clientX: x, clientY: y, pointerType: 'touch', buttons, bubbles: true }))"
    host = phone.page.locator("#board")
    host.evaluate(touch, [x, y, "pointerdown", 1])
    lens = phone.page.locator(".lens")
    assert lens.count() == 1
    assert lens.locator("use").count() > 50
    host.evaluate(touch, [x, y, "pointerup", 0])
    assert lens.count() == 0


def test_castling_rights_are_set_up_in_words(sit: Sit) -> None:
    seat = sit()
    page = seat.page
    page.set_viewport_size({"width": 1280, "height": 900})
    page.click("#open-setup")
    rights = page.locator("#setup-rights label")
    rights.first.wait_for()
    assert rights.first.inner_text().strip() == "White, on the king's side"
    box = page.locator("#setup-dialog").bounding_box()
    assert box
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 900
    assert page.locator("#setup-play").is_visible()
    page.select_option("#setup-variant", "gast")
    seat.until(lambda _: "file a" in rights.first.inner_text())


def test_the_king_castles_onto_its_rook_and_pieces_show_their_names(sit: Sit) -> None:
    seat, board = sit("#variant=chess&fen=r3k2r/8/8/8/8/8/8/R3K2R+w+KQkq+-+0+1"), board_of("chess")
    seat.page.mouse.move(*seat.point("e1", board))
    assert seat.page.get_attribute("#board", "title") == "White king"
    seat.click("e1", board)
    seat.click("h1", board)
    seat.until(lambda data: data["plies"] == "1")
    assert seat.page.inner_text("#moves").split() == ["1.", "O-O"]


def test_arrows_are_drawn_with_the_right_button(sit: Sit) -> None:
    seat, board = sit(), board_of("chess")
    seat.begin("chess", PEOPLE)
    arrows = seat.page.locator("#board .arrow.played")
    mouse = seat.page.mouse
    mouse.move(*seat.point("e2", board))
    mouse.down(button="right")
    mouse.move(*seat.point("e4", board))
    mouse.up(button="right")
    assert arrows.count() == 1
    seat.click("a5", board)
    assert arrows.count() == 0


def test_a_game_that_cannot_begin_leaves_the_one_on_the_board(sit: Sit) -> None:
    seat, board = sit(), board_of("chess")
    seat.begin("chess", PEOPLE)
    before = seat.data["game"]
    seat.page.click("#open-new")
    seat.page.click("#new-more summary")
    seat.page.fill("#new-fen", "nonsense")
    seat.page.click("#new-start")
    seat.until(lambda _: "nonsense" in status(seat))
    seat.play("e2e4", board)
    assert seat.data["game"] == before
    seat.page.reload()
    seat.until(lambda data: data.get("plies") == "1")


def solve(seat: PlayPage, number: int) -> None:
    """Solve a task of the first steps of Gess that is on the board."""
    fetched = "fetch('exercises/steps/gess').then((answer) => answer.json())"
    seat.until(lambda data: data["plies"] == "0" and data.get("side") == "w")
    seat.play(seat.page.evaluate(fetched)[number - 1]["answers"][0][0], GESS)


def test_a_game_of_gess_begins_with_the_person_who_moves_first(sit: Sit) -> None:
    seat = sit("?variant=gess")
    page = seat.page
    assert seat.data["side"] == "b"
    assert page.inner_text("#status") == "Your move."
    assert page.inner_text("#newcomer").startswith("New to Gess? First steps")
    assert page.is_disabled("#back")
    seat.play("e3e5", GESS)
    seat.wait_for_us()
    assert page.inner_text("#moves").split()[:2] == ["1.", "e3e5"]
    assert page.locator("#moves .skipped").count() == 0
    assert page.locator("#moves .score").count() == 0  # what the engine thinks is kept back
    page.click("#rules-part summary")
    assert page.locator("#rules .start").evaluate(IN_VIEW)
    page.click("#newcomer a")
    page.locator("#exercise:visible").wait_for()
    assert page.locator("#exercise").evaluate(IN_VIEW)
    page.locator("#moves-part").wait_for(state="hidden")  # once the game of the exercise is there
    page.go_back()
    seat.until(lambda data: data.get("exercise") is None and data["plies"] == "2")
    page.click("#resign")
    page.click("#sure-yes")
    seat.until(lambda data: data["state"] == "win")
    assert page.locator("#moves .score").count() == 1
    assert page.locator("#newcomer").is_hidden()
    page.goto(f"{seat.address}#kept")
    page.locator("#kept-games .about", has_text="You lost: White wins by resignation.").wait_for()


def test_a_new_game_offers_only_what_matters(sit: Sit) -> None:
    seat = sit()
    page = seat.page
    page.click("#open-new")
    page.select_option("#new-variant", "gess")
    assert page.input_value("#new-players") == "engine human"
    assert page.locator("#new-steps a").get_attribute("href") == "#steps=gess"
    assert page.locator("#new-level").is_visible()
    page.select_option("#new-players", "invite b")
    for part in ("#new-level", "#new-movetime", "#new-ponder", "#new-fen"):
        assert page.locator(part).is_hidden()
    page.select_option("#new-variant", "chess")
    assert page.input_value("#new-players") == "invite w"
    assert page.locator("#new-steps").is_hidden()
    page.click("#new-start")
    page.locator("#invited-local:visible").wait_for()
    assert page.locator("#analysis-part").is_hidden()
    page.click("#copy-invitation")
    page.locator("#copy-invitation", has_text="Cop").wait_for()
    seat.until(lambda _: page.inner_text("#copy-invitation") != "Copy link")


@pytest.mark.thorough
def test_a_rematch_by_link_is_offered_and_accepted(sit: Sit) -> None:
    first, second = sit(), sit()
    first.begin("chess", "invite w")
    second.page.goto(first.page.url)
    second.page.reload()
    second.until(lambda data: data.get("state") == "ongoing")
    second.page.click("#resign")
    second.page.click("#sure-yes")
    second.page.click("text=Offer rematch")
    second.page.locator("#rematch:disabled", has_text="Rematch offered").wait_for()
    assert second.data["state"] == "win"
    first.page.click("text=Accept rematch")
    for seat, side in ((first, ""), (second, "w")):
        seat.until(lambda data, side=side: data["state"] == "ongoing" and data["side"] == side)  # type: ignore[misc]


@pytest.mark.thorough
def test_first_steps_lead_back_to_unsolved_tasks_and_on_to_the_game(sit: Sit) -> None:
    seat = sit()
    page = seat.page
    seen = page.evaluate("fetch('exercises/steps/gess').then((answer) => answer.json())")
    names = [each["name"] for each in seen]
    kept = {"solved": {"steps/gess": [*names[:5], names[6]]}}
    page.evaluate("(kept) => localStorage.setItem('amalthea-settings', JSON.stringify(kept))", kept)
    page.goto(f"{seat.address}#steps=gess")
    page.reload()
    page.locator("#exercise-name", has_text="6. ").wait_for()
    page.click("#exercise-next")
    page.locator("#exercise-name", has_text="8. ").wait_for()
    solve(seat, 8)
    assert page.inner_text("#exercise-next") == "Back to 6 of 8, not solved yet"
    page.click("#exercise-next")
    page.locator("#exercise-name", has_text="6. ").wait_for()
    seat.until(lambda data: data["plies"] == "0")
    page.click("#exercise-answer")
    said = page.locator("#exercise-said")
    assert said.inner_text().startswith("Solved with help; it counts once you find it alone.")
    assert page.inner_text("#exercise-next") == "Try it alone"
    page.click("#exercise-next")
    page.locator("#exercise-next", has_text="Skip").wait_for(state="attached")
    solve(seat, 6)
    assert page.locator("#exercise-next").is_hidden()
    assert page.inner_text("#exercise-play") == "Play Gess"
    page.click("#exercise-puzzles")
    page.locator("#exercise-name", has_text="Puzzle 1 of 110").wait_for()


def test_the_line_of_a_puzzle_is_walked_from_its_beginning(sit: Sit) -> None:
    seat = sit()
    page = seat.page
    page.goto(f"{seat.address}#puzzles=gess")
    seat.until(lambda data: data.get("exercise") == "puzzles" and data.get("side", "") != "")
    page.click("#exercise summary")
    page.click("#exercise-all button >> nth=3")
    page.locator("#exercise-name", has_text="Puzzle 4 of").wait_for()
    seat.until(lambda data: data.get("side") == "w")
    page.click("#exercise-answer")
    page.click("#exercise-why")
    page.locator("#moves .beside").wait_for()
    assert page.locator("#moves [data-ply='1'][aria-current]").count() == 1
    for move in ("g3h4", "i7l7", "l3l5", "l8k7"):
        page.keyboard.press("ArrowRight")
        page.locator("#exercise-said", has_text=move).wait_for()
    assert "White wins because" in page.inner_text("#exercise-said")
    taken = page.locator("#player-w .taken")
    assert taken.inner_text().strip() == "\u00d74"
    page.keyboard.press("ArrowLeft")
    page.locator("#exercise-said", has_text="l3l5").wait_for()


def test_a_puzzle_states_what_its_line_wins(sit: Sit) -> None:
    seat = sit()
    seat.page.goto(f"{seat.address}#puzzles=chess")
    seat.until(lambda data: data.get("exercise") == "puzzles" and data.get("side", "") != "")
    seat.page.click("#exercise-answer")
    said = seat.page.locator("#exercise-said")
    said.filter(has_text="Black wins a rook.").wait_for()
    seat.page.click("#exercise-why")
    said.filter(has_text="Black wins a rook. Step through the line").wait_for()


def test_a_puzzle_is_seen_from_the_side_to_move_wherever_its_pieces_are(sit: Sit) -> None:
    seat = sit()
    page = seat.page
    page.goto(f"{seat.address}#puzzles=chess")
    seat.until(lambda data: data.get("exercise") == "puzzles" and data.get("side") == "b")
    assert seat.data["flipped"] == "true"
    page.click("#exercise summary")
    page.click("#exercise-all button >> nth=3")
    page.locator("#exercise-name", has_text="Puzzle 4 of").wait_for()
    seat.until(
        lambda data: data.get("side") == "w"
    )  # whose king and rook are on the last two ranks
    assert seat.data["flipped"] == "false"


def test_the_move_that_is_shown_stays_in_sight_beside_the_graph(sit: Sit) -> None:
    """When the game ends, the graph of the engine's scores takes room from the moves."""
    seat = sit()
    seat.begin("chess", level=0)
    board = board_of("chess")
    for _ in range(10):
        seat.wait_for_us()
        if seat.data["state"] != "ongoing":  # the weakest engine may give mate, too
            break
        seat.play(seat.legal()[0], board)
    seat.wait_for_us()
    if seat.data["state"] == "ongoing":
        seat.page.click("#resign")
        seat.page.click("#sure-yes")
    seat.until(lambda data: data["state"] == "win")
    seat.page.locator("#graph svg").wait_for()
    assert seat.page.locator("#moves [aria-current]").evaluate(IN_LIST)


def load_game(seat: PlayPage, pgn: str) -> None:
    """Load a game over the present one."""
    before = seat.data["game"]
    seat.page.click("#open-load")
    seat.page.fill("#pgn", pgn)
    seat.page.click("text=Load PGN")
    seat.until(lambda data: data["game"] != before)


def test_nothing_of_a_game_stays_when_another_one_is_loaded(sit: Sit) -> None:
    seat, board = sit(), board_of("chess")
    seat.begin("chess", PEOPLE)
    page = seat.page
    for move in ("e2e4", "e7e5", "d1h5", "b8c6"):
        seat.play(move, board)
    page.click("#review")
    page.locator("text=Accuracy: White").wait_for()
    page.check("#analyse")
    page.locator("#threat").evaluate("box => box.click()")
    page.locator("#openings-part summary").click()
    page.locator("#found li").nth(1).wait_for()
    page.locator("#threat-text", has_text="Threat: ").wait_for()
    page.locator("#hint").evaluate("button => button.click()")
    seat.until(lambda _: status(seat).startswith("Hint: "))
    load_game(seat, "1. f3 e5 2. g4 Qh4# 0-1")  # where the engine has nothing to say
    assert page.locator("#found li").count() == 0
    assert page.locator("#board .arrow, #board .ring").count() == 0
    assert "Threat: " not in page.inner_text("#threat-text")
    assert page.inner_text("#review-text") == ""
    assert page.locator("#moves .mistake").count() == 0
    assert page.locator("#bar").is_hidden()
    assert page.locator("#openings-part ul button").count() == 0


def test_a_move_planned_in_a_game_is_not_played_in_the_next_one(sit: Sit) -> None:
    seat, board = sit(), board_of("chess")
    page = seat.page
    page.click("#open-new")
    page.select_option("#new-players", "engine human")
    page.locator("#new-level").press("End")
    page.select_option("#new-movetime", "30000")
    page.click("#new-start")
    seat.until(lambda data: data["flipped"] == "true")
    for square in ("e7", "e5"):
        seat.click(square, board)
    assert page.locator("#board .premove").count() == 2
    load_game(seat, "1. e4 *")
    assert page.locator("#board .premove").count() == 0
    assert seat.data["plies"] == "1"
    page.wait_for_timeout(300)
    assert seat.data["plies"] == "1"
