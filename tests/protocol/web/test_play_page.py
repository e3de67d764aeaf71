"""The page in a browser: whole games by clicks, and all else that a user does there."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

pytest.importorskip("aiohttp")
pytest.importorskip("playwright")

from playwright.sync_api import Browser

from amalthea.engine import variants
from amalthea.protocol.records.pgn import read_pgn
from helpers.browser import serious_findings
from helpers.play_page import PlayPage, Sit, board_of, open_play, served
from helpers.sample import one_in

pytestmark = pytest.mark.long

PEOPLE = "human human"
# Goes back to the first position and types a move for it before any answer can arrive.
BACK_AND_TYPED = """(move) => {
  document.querySelector("#first").click();
  document.querySelector("#move").value = move;
  document.querySelector("#typed").requestSubmit();
}"""
LEVEL = 8  # enough to end a game against random moves
PROMOTION = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
HANDS = "4k3/8/8/8/8/8/8/4K3[PPn] w - - 0 1"
WALL = "k11/12/12/12/12/12/12/12/12/12/1WW9/K11 w - - 0 1"


def status(page: PlayPage) -> str:
    return page.page.inner_text("#status")


def shown_pieces(page: PlayPage) -> int:
    return page.page.locator("#board .pieces use").count()


@pytest.mark.parametrize("name", one_in(5, ["gochess", "gast", "gess", "troop", "chess"]))
def test_a_whole_game_is_played_by_clicks_against_the_engine(name: str, sit: Sit) -> None:
    seat, board, dice = sit(), board_of(name), random.Random(name)
    seat.begin(name, level=LEVEL)
    seat.wait_for_us()
    while seat.data["state"] == "ongoing":
        seat.play(dice.choice(seat.legal()), board)
        seat.wait_for_us()
    assert status(seat).endswith(".")
    assert "wins" in status(seat) or "Draw" in status(seat)
    moves = seat.page.locator("#moves button")
    assert moves.count() == int(seat.data["plies"])
    assert seat.page.locator("#end").is_visible()


def test_leading_stones_show_their_facing(sit: Sit) -> None:
    seat, board = sit(), board_of("troop")
    seat.begin("troop", PEOPLE)
    seat.play("b2d4wne", board)
    seat.until(lambda data: data["plies"] == "1")
    facing = seat.page.locator("#board .signs .facing")
    assert facing.count() == 1
    seat.page.check("#analyse")
    seat.page.wait_for_selector("#board .arrows .signs .facing", state="attached")
    seat.page.uncheck("#analyse")
    seat.page.click("#previous")
    assert facing.count() == 0


def test_two_people_place_in_secret(sit: Sit) -> None:
    seat, board = sit(), board_of("gochess")
    seat.begin("gochess", PEOPLE)
    before = shown_pieces(seat)
    square = seat.legal()[0].partition("@")[2]
    seat.click(square, board)
    seat.until(lambda data: data["side"] == "b")
    assert shown_pieces(seat) == before
    assert square not in status(seat)
    seat.click(square, board)
    seat.until(lambda data: data["plies"] == "1")
    assert "choose again" in status(seat)
    assert square not in {move.partition("@")[2] for move in seat.legal()}
    for _ in range(2):
        side = seat.data["side"]
        seat.click(seat.legal()[-1 if side == "w" else -2].partition("@")[2], board)
        seat.until(lambda data, side=side: data["side"] != side)  # type: ignore[misc]
    assert shown_pieces(seat) == before + 2


def test_moves_are_taken_back_and_a_reload_keeps_the_game(sit: Sit) -> None:
    seat, board = sit(), board_of("gast")
    seat.begin("gast", level=0)
    for _ in range(3):
        seat.play(seat.legal()[0], board)
        seat.wait_for_us()
    seat.page.click("#back")
    seat.until(lambda data: data["plies"] == "4")
    moves = seat.page.inner_text("#moves")
    pieces = shown_pieces(seat)
    seat.page.reload()
    seat.until(lambda data: data.get("plies") == "4")
    assert seat.page.inner_text("#moves") == moves
    assert shown_pieces(seat) == pieces
    seat.page.click("#first")
    seat.page.keyboard.press("ArrowRight")
    assert seat.page.locator("#moves [aria-current]").get_attribute("data-ply") == "1"


def test_a_game_survives_its_server(chromium: Browser) -> None:
    with served("chess") as first:
        port = first.rstrip("/").rpartition(":")[2]
        seat = open_play(chromium, first)
        seat.open()
        seat.begin("gast", PEOPLE)
        seat.play("e2e6", board_of("gast"))
    seat.until(lambda _: seat.page.locator("body.unlinked").count() == 1)
    before = seat.page.inner_html("#board .pieces")
    for square in ("e11", "e7"):
        seat.click(square, board_of("gast"))
    assert status(seat) == "Not connected."
    assert seat.page.inner_html("#board .pieces") == before
    with served("chess", "--port", port):
        seat.until(lambda _: seat.page.locator("body.unlinked").count() == 0)
        seat.play("e11e7", board_of("gast"))
        assert seat.data["plies"] == "2"
    seat.page.context.close()


def test_pieces_are_characters_by_choice(sit: Sit) -> None:
    seat = sit()
    assert seat.page.locator("#characters").is_hidden()  # chess has none
    seat.begin("xiangqi", PEOPLE)
    texts = seat.page.locator("#symbols text")
    assert texts.count() == 0
    seat.page.check("#characters")
    assert texts.count() == 14
    seat.page.uncheck("#characters")
    assert texts.count() == 0


def test_a_piece_is_dragged_and_a_wrong_click_drops_it(sit: Sit) -> None:
    seat, board = sit(), board_of("chess")
    seat.begin("chess", PEOPLE)
    marks = seat.page.locator("#board .picks .move")
    seat.click("b1", board)
    assert marks.count() == 2
    seat.click("e5", board)
    assert marks.count() == 0
    mouse = seat.page.mouse
    mouse.move(*seat.point("e2", board))
    mouse.down()
    mouse.move(*seat.point("e3", board), steps=4)
    mouse.move(*seat.point("e4", board), steps=4)
    assert seat.page.locator("#board .ghost use").count() == 1
    mouse.up()
    seat.until(lambda data: data["plies"] == "1")
    assert seat.page.inner_text("#moves").split() == ["1.", "e4"]


def test_a_promotion_is_chosen(sit: Sit) -> None:
    seat, board = sit(f"#variant=chess&fen={PROMOTION.replace(' ', '+')}"), board_of("chess")
    seat.click("a7", board)
    seat.click("a8", board)
    choices = seat.page.locator("#choices button")
    names = [choice.get_attribute("aria-label") for choice in choices.all()]
    assert names == ["queen a7a8q", "rook a7a8r", "bishop a7a8b", "knight a7a8n"]
    assert choices.locator("svg use").count() == len(names)
    seat.page.click('[data-move="a7a8n"]')
    seat.until(lambda data: data["plies"] == "1")
    assert "a8=N" in seat.page.inner_text("#moves")


def in_hand(seat: PlayPage, token: str) -> tuple[float, float]:
    """Return where a piece in hand is in the window."""
    found = seat.page.locator(f'#board .hands use[href="#crazyhouse-{token}"]').bounding_box()
    assert found
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


def test_a_piece_in_hand_is_dropped_by_clicks_and_by_dragging(sit: Sit) -> None:
    seat, board = sit(f"#variant=crazyhouse&fen={HANDS.replace(' ', '+')}"), board_of("crazyhouse")
    goals = seat.page.locator("#board .picks .move")
    counts = seat.page.locator("#board .hands text")
    assert counts.all_text_contents() == ["2"]
    seat.page.mouse.click(*in_hand(seat, "b-N"))
    assert goals.count() == 0  # it is White who is to move
    seat.page.mouse.click(*in_hand(seat, "w-P"))
    assert goals.count() == 48
    seat.page.mouse.click(*in_hand(seat, "w-P"))
    assert goals.count() == 0
    seat.page.mouse.click(*in_hand(seat, "w-P"))
    seat.click("e4", board)
    seat.until(lambda data: data["plies"] == "1")
    assert counts.count() == 0
    mouse = seat.page.mouse
    mouse.move(*in_hand(seat, "b-N"))
    mouse.down()
    mouse.move(*seat.point("f5", board), steps=4)
    mouse.move(*seat.point("f6", board), steps=4)
    assert seat.page.locator("#board .ghost use").count() == 1
    mouse.up()
    seat.until(lambda data: data["plies"] == "2")
    assert seat.page.inner_text("#moves").split() == ["1.", "P@e4", "N@f6"]


def test_pieces_are_put_behind_others_by_clicks_and_are_shown_there(sit: Sit) -> None:
    start = variants.get("musketeer").start_fen().replace(" ", "+")
    seat, board = sit(f"#variant=musketeer&fen={start}"), board_of("musketeer")
    waiting = seat.page.locator("#board .signs .waiting")
    for move in ("C@b1", "C@g8", "L@e1", "L@c8"):
        seat.play(move, board)
    assert waiting.count() == 4
    seat.page.keyboard.press("f")  # upright on a flipped board, too
    seat.until(lambda data: data["flipped"] == "true")
    assert (waiting.first.get_attribute("transform") or "").startswith("rotate(180 ")
    seat.click("b1", board)
    seat.click("c3", board)
    seat.until(lambda data: data["plies"] == "5")
    assert waiting.count() == 3
    moves = seat.page.inner_text("#moves").split()
    assert moves == ["1.", "C@b1", "C@g8", "2.", "L@e1", "L@c8", "3.", "b1c3c"]


def test_a_wall_pivots_and_a_spearman_turns_in_place(sit: Sit) -> None:
    seat, board = sit(f"#variant=ganymede&fen={WALL.replace(' ', '+')}"), board_of("ganymede")
    seat.click("b2", board)
    seat.click("c3", board)
    assert seat.page.locator('#choices [data-move="b2c2v"]').count() == 1
    seat.page.click('#choices [data-move="b2c2v"]')
    seat.until(lambda data: data["plies"] == "1")
    seat.begin("ganymede", PEOPLE)
    seat.play("f3f3l", board)
    assert seat.data["plies"] == "1"


def test_a_duck_is_put_on_a_square_by_one_more_click(sit: Sit) -> None:
    seat, board = sit(), board_of("duck")
    seat.begin("duck", PEOPLE)
    seat.click("e2", board)
    seat.click("e4", board)
    assert seat.data["plies"] == "0"
    seat.click("e5", board)
    seat.until(lambda data: data["plies"] == "1")
    assert seat.page.inner_text("#moves").split() == ["1.", "e4,", "duck", "e5"]


@pytest.mark.parametrize(
    ("game", "fen", "squares"),
    [
        ("chu", "10gk/12/12/12/7s4/6p5/5N6/12/12/12/12/K11 w - - 0 1", "f6 g7 h8"),
        (
            "dai",
            "13gk/15/15/15/15/9s'5/8d'6/7N7/15/15/15/15/15/15/K14 w - - 0 1",
            "h8 i9 j10",
        ),
    ],
)
def test_a_lion_takes_its_second_step_by_one_more_click(
    sit: Sit, game: str, fen: str, squares: str
) -> None:
    seat, board = sit(f"#variant={game}&fen={fen.replace(' ', '+')}"), board_of(game)
    *first, last = squares.split()
    for square in first:
        seat.click(square, board)
    assert seat.data["plies"] == "0"
    seat.click(last, board)
    seat.until(lambda data: data["plies"] == "1")
    assert seat.page.locator("#board .pieces use").count() == 4


def test_a_promotion_by_two_steps_is_chosen(sit: Sit) -> None:
    fen = "15k/16/16/7p8/7p8/7N8/16/16/16/16/16/16/16/16/16/K15 w - - 0 1"
    seat, board = sit(f"#variant=tenjiku&fen={fen.replace(' ', '+')}"), board_of("tenjiku")
    for square in ("h11", "h12", "h13"):
        seat.click(square, board)
    seat.page.click("""[data-move="h11h12,h12h13l'"]""")
    seat.until(lambda data: data["plies"] == "1")
    assert "h11h12,h12h13l'" in seat.page.inner_text("#moves")


def test_discs_are_placed_by_one_click(sit: Sit) -> None:
    seat, board = sit(), board_of("flipello")
    seat.begin("flipello", PEOPLE)
    seat.click("d6", board)
    seat.until(lambda data: data["plies"] == "1")
    assert seat.page.inner_text("#moves").split() == ["1.", "d6"]
    assert seat.page.locator("#board .pieces use").count() == 5
    assert seat.page.locator("#board .hands use, #board .tray").count() == 0  # no choice, no hand
    assert seat.page.inner_text("#player-w .taken") == "4 on the board"  # the turned one, too


def test_a_side_without_a_move_is_told_how_to_pass(sit: Sit) -> None:
    fen = "8/8/8/3PP3/3PP3/8/8/Pp5p[PPpp] b - - 0 1"
    seat = sit(f"#variant=flipello&fen={fen.replace(' ', '+')}")
    assert status(seat) == "Black cannot move and has to pass."
    seat.page.click("#pass")
    seat.until(lambda data: data["plies"] == "1")
    assert status(seat) == "Black: pass. White to move."
    assert seat.page.inner_text("#player-w .taken") == "5 on the board, 2 left"


def test_a_patch_of_stones_is_dragged_as_a_piece(sit: Sit) -> None:
    seat, board = sit(), board_of("gess")
    seat.begin("gess", PEOPLE)
    assert seat.page.locator("#board .vital").count() == 2  # each side's ring
    seat.click("m6", board)
    assert seat.page.locator("#board .lifted-patch").count() == 1
    seat.page.mouse.move(*seat.point("m6", board))
    seat.page.mouse.down()
    seat.page.mouse.up()
    assert seat.page.locator("#board .lifted-patch").count() == 0
    seat.play("m6j9", board)
    assert seat.data["side"] == "w"


def test_a_game_is_played_and_announced_with_the_keyboard(sit: Sit) -> None:
    seat = sit()
    seat.begin("chess", PEOPLE)
    page = seat.page
    page.locator("#board").focus()
    for key in (*["ArrowRight"] * 5, "ArrowUp"):
        page.keyboard.press(key)
    assert page.inner_text("#cursor-text") == "e2: White pawn"
    for key in ("Enter", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    seat.until(lambda data: data["plies"] == "1")
    assert status(seat) == "White: e4. Black to move."
    page.fill("#move", "E7E5")
    page.keyboard.press("Enter")
    seat.until(lambda data: data["plies"] == "2")
    page.fill("#move", "e1e5")
    page.keyboard.press("Enter")
    seat.until(lambda _: status(seat) == "e1e5 is not a legal move here.")


def test_a_line_is_opened_and_left_again(sit: Sit) -> None:
    seat, board = sit(), board_of("chess")
    seat.begin("chess", PEOPLE)
    seat.play("e2e4", board)
    page = seat.page
    page.check("#analyse")
    page.locator("#found li").nth(2).wait_for()
    assert page.locator("#board .arrow, #board .ring").count() == 3
    assert page.locator("#bar").is_visible()
    page.locator("#found li").first.locator("button").nth(1).click()
    page.locator("#side-line").wait_for()
    assert len(page.inner_text("#side-moves").split()) == 2
    page.locator("#found li").first.wait_for()
    seat.click(*(seat.legal()[0][:2], board))
    page.click("#leave-side")
    assert page.locator("#side-line").is_hidden()
    assert seat.data["plies"] == "1"
    page.locator("#analyse").evaluate("box => box.click()")  # wherever new lines move it
    assert page.locator("#bar").is_hidden()


def test_a_move_typed_before_its_position_arrives_is_played_in_it(sit: Sit) -> None:
    seat, board = sit(), board_of("chess")
    seat.begin("chess", PEOPLE)
    seat.play("e2e4", board)
    page = seat.page
    page.check("#analyse")
    page.evaluate(BACK_AND_TYPED, "c2c4")
    seat.until(lambda _: page.inner_text("#side-moves") == "c4")
    assert page.input_value("#move") == ""
    page.evaluate(BACK_AND_TYPED, "e4e5")
    seat.until(lambda _: status(seat) == "e4e5 is not a legal move here.")
    assert page.locator("#moves .beside").count() == 1


def test_side_lines_are_kept_stepped_through_and_deleted(sit: Sit) -> None:
    seat, board = sit(), board_of("gast")
    seat.begin("gast", PEOPLE)
    for move in ("e2e6", "e11e7", "d2d4"):
        seat.play(move, board)
    page = seat.page
    page.check("#analyse")
    page.click("#first")
    page.keyboard.press("End")  # keys work where a box was ticked
    current = page.locator("#moves [aria-current]")
    seat.until(lambda _: current.inner_text().startswith("d2d4"))
    page.locator("#moves button").first.click()
    page.keyboard.press("ArrowLeft")  # and in the list
    seat.until(lambda _: current.count() == 0)
    page.locator("#found li").first.wait_for()
    beside = page.locator("#moves .beside")
    for move in ("c2c6", "c11c7"):
        page.fill("#move", move)
        page.keyboard.press("Enter")
        seat.until(lambda _, move=move: move in page.inner_text("#side-moves"))  # type: ignore[misc]
    assert beside.count() == 1
    page.click("#previous")
    seat.until(lambda _: page.inner_text("#side-moves") == "c2c6")
    page.fill("#move", "d11d7")
    page.keyboard.press("Enter")
    seat.until(lambda _: beside.count() == 2)
    deeper = page.locator("#moves .deeper")
    seat.until(lambda _: deeper.inner_text().startswith("1\u2026 d11d7"))
    page.reload()
    seat.until(lambda data: data.get("plies") == "3")
    seat.until(lambda _: beside.count() == 2)
    page.click("#open-load")
    seat.until(lambda _: "(1. c2c6 c11c7 (1... d11d7))" in page.input_value("#pgn"))
    text = page.input_value("#pgn")
    page.keyboard.press("Escape")
    page.click("#moves .beside >> text=c2c6")
    page.locator("#side-line").wait_for()
    seat.until(lambda _: current.inner_text() == "1. c2c6")
    page.click("#next")
    seat.until(lambda _: page.inner_text("#side-moves") == "c2c6 c11c7")
    page.click("#forget-side")
    seat.until(lambda _: beside.count() == 1)
    seat.until(lambda _: page.inner_text("#side-moves") == "c2c6")  # another message has it
    page.locator("#moves .beside .forget").click()
    seat.until(lambda _: beside.count() == 0)
    assert page.locator("#side-line").is_hidden()
    page.click("#open-load")
    page.fill("#pgn", text)
    page.click("text=Load PGN")
    seat.until(lambda _: beside.count() == 2)


def test_the_threat_is_shown_where_a_pass_makes_sense(sit: Sit) -> None:
    seat, board = sit(), board_of("chess")
    seat.begin("chess", PEOPLE)
    for move in ("e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "d7d6"):
        seat.play(move, board)
    page = seat.page
    arrow = page.locator("#board .arrow.bad")
    page.click("#previous")
    page.locator("#status").click()
    page.keyboard.press("x")
    seat.until(lambda _: page.inner_text("#threat-text") == "Threat: Qxf7#")
    assert arrow.count() == 1
    page.click("#next")
    seat.until(lambda _: page.inner_text("#threat-text") not in ("", "Threat: Qxf7#"))
    assert page.inner_text("#threat-text").startswith("Threat: ")  # one of Black's
    seat.play("h5f7", board)
    assert seat.data["state"] == "win"
    seat.until(lambda _: page.inner_text("#threat-text").startswith("No threat"))
    assert arrow.count() == 0
    page.uncheck("#threat")
    assert page.inner_text("#threat-text") == ""


def test_the_game_is_analysed_and_its_mistake_marked(sit: Sit) -> None:
    seat, board = sit(), board_of("chess")
    seat.begin("chess", PEOPLE)
    for move in ("e2e4", "e7e5", "d1h5", "b8c6", "h5f7"):
        seat.play(move, board)
    seat.page.click("#review")
    seat.page.locator("text=Accuracy: White").wait_for()
    blunder = seat.page.locator("#moves button", has=seat.page.locator("b")).last
    assert blunder.inner_text().startswith("Qxf7+??")
    assert blunder.locator("b").get_attribute("title").startswith("Blunder, better ")  # type: ignore[union-attr]
    assert seat.page.locator("#graph polyline").count() == 1
    assert seat.page.locator("#graph .slip").count() >= 1


def test_games_are_saved_and_loaded(sit: Sit, tmp_path: Path) -> None:
    seat, board = sit(), board_of("gast")
    seat.begin("gast", PEOPLE)
    seat.play("e2e6", board)
    page = seat.page
    page.click("#open-load")
    seat.until(lambda _: "e2e6" in page.input_value("#pgn"))
    with page.expect_download() as saved:
        page.click("#save")
    saved.value.save_as(tmp_path / "gast.pgn")
    (read,) = read_pgn((tmp_path / "gast.pgn").read_text(), "saved")
    assert read.moves == ("e2e6",)
    page.fill("#pgn", '[Variant "chess"]\n\n1. d4 d5 2. c4 *')
    page.click("text=Load PGN")
    seat.until(lambda data: data["plies"] == "3")
    assert page.title().startswith("Chess")


def test_the_engine_plays_itself_and_is_paused(sit: Sit) -> None:
    seat = sit()
    seat.begin("chess", "engine engine")
    seat.until(lambda data: int(data["plies"]) >= 2)
    seat.page.click("#back")
    seat.page.locator("#go").wait_for()
    rested = int(seat.data["plies"])
    seat.page.click("#go")
    seat.until(lambda data: int(data["plies"]) > rested)


def test_the_ponder_setting_is_kept(sit: Sit) -> None:
    seat, board = sit(), board_of("chess")
    page = seat.page
    page.click("#open-new")
    assert not page.is_checked("#new-ponder")
    page.click("#new-more summary")
    page.check("#new-ponder")
    page.select_option("#new-movetime", "100")
    before = seat.data["game"]
    page.click("#new-start")
    seat.until(lambda data: data["game"] != before)
    for move in ("e2e4", "d2d4"):
        seat.play(move, board)
        seat.wait_for_us()
    page.reload()
    seat.until(lambda data: data.get("plies") == "4")
    page.click("#open-new")
    assert page.is_checked("#new-ponder")


def test_clocks_are_shown_and_run_from_the_first_move(sit: Sit) -> None:
    seat, board = sit(), board_of("chess")
    seat.begin("chess", PEOPLE, clock="60000 1000")
    clocks = seat.page.locator(".clock")
    assert clocks.all_inner_texts() == ["1:00", "1:00"]
    seat.play("e2e4", board)
    seat.until(lambda _: seat.page.inner_text("#clock-b") < "1:00")
    assert seat.page.inner_text("#clock-w") == "1:01"
    seat.begin("chess", PEOPLE)
    assert not any(clock.is_visible() for clock in clocks.all())


def test_a_hint_is_shown_and_a_player_resigns(sit: Sit) -> None:
    seat = sit()
    seat.begin("chess")
    seat.page.click("#hint")
    seat.page.locator("#board .arrow").wait_for()
    assert status(seat).startswith("Hint: ")
    seat.page.click("#resign")
    seat.page.click("#sure-yes")
    seat.until(lambda data: data["state"] == "win")
    assert status(seat) == "Black wins by resignation."
    assert not any(seat.page.is_visible(f"#{name}") for name in ("hint", "draw", "resign"))


@pytest.mark.parametrize("name", one_in(3, ["gess", "gast14", "gochess"]))
def test_the_page_fits_a_phone(name: str, sit: Sit) -> None:
    seat = sit(width=400)
    seat.begin(name, PEOPLE)
    seat.play(seat.legal()[0], board_of(name), plies=name != "gochess")
    seat.page.click("#openings-part summary")  # last: what is loaded then moves the board
    assert seat.page.evaluate("document.documentElement.scrollWidth") <= 400
    box = seat.page.locator("#board svg").bounding_box()
    assert box
    assert box["width"] > 340


def press_a_line(seat: PlayPage) -> None:
    """Press the button of a line; until it is released no other lines are shown."""
    seat.page.locator("#found button").nth(1).dispatch_event("pointerdown")


def test_a_line_opens_though_it_changes_while_its_button_is_pressed(
    sit: Sit,
) -> None:
    seat = sit()
    seat.begin("chess", PEOPLE)
    seat.page.check("#analyse")
    press_a_line(seat)
    shown = seat.page.inner_text("#found")
    seat.page.wait_for_timeout(700)  # in which new lines come
    assert seat.page.inner_text("#found") == shown
    seat.page.locator("#found button").nth(1).click()
    seat.page.locator("#moves .beside").wait_for()


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", one_in(2, ["light", "dark"]))
@pytest.mark.parametrize("name", one_in(3, ["ganymede", "gess", "gochess"]))
def test_the_page_is_accessible(name: str, scheme: str, sit: Sit) -> None:
    """In the dark scheme only the colours differ."""
    rules = ["color-contrast"] if scheme == "dark" else []
    seat = sit()
    seat.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    seat.begin(name, PEOPLE)
    seat.page.click("#openings-part summary")
    seat.page.check("#analyse")
    seat.page.check("#threat")
    if name != "gochess":  # in which lines begin when all is placed
        press_a_line(seat)
        seat.page.locator("#found button").nth(1).click()
        seat.page.locator("#moves .beside").wait_for()
    for opened in ("", "#open-new", "#open-load", "#open-setup"):
        if opened:
            seat.page.click(opened)
        assert serious_findings(seat.page, rules, "dialog[open]" if opened else None) == []
        if opened:
            seat.page.keyboard.press("Escape")
