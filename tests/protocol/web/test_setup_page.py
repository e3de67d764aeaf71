"""The dialog in which positions are set up: by pointer, by keys, on a phone, in every game."""

from __future__ import annotations

import pytest

pytest.importorskip("aiohttp")
pytest.importorskip("playwright")

from amalthea.engine import variants
from amalthea.engine.game_kinds import kind_of
from helpers.play_page import PlayPage, Sit, board_of
from helpers.sample import one_of_a_kind

PEOPLE = "human human"
MATE = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"


class Editor:
    """A page's open dialog. board: data of the game's board."""

    def __init__(self, seat: PlayPage, variant: str) -> None:
        self.seat, self.page = seat, seat.page
        self.board = board_of(variant)
        seat.page.click("#open-setup")
        self.wait()
        if variant != seat.page.input_value("#setup-variant"):
            seat.page.select_option("#setup-variant", variant)
            self.wait()

    def wait(self) -> None:
        """Wait until the server has answered."""
        self.seat.until(lambda _: self.page.get_attribute("#setup-dialog", "aria-busy") == "false")

    def take(self, tool: str) -> None:
        self.page.check(f'#palette [value="{tool}"]', force=True)

    def put(self, token: str, *squares: str) -> None:
        self.take(token)
        for square in squares:
            self.click(square)

    def click(self, square: str) -> None:
        self.seat.click(square, self.board, "setup-board")
        self.wait()

    def drag(self, *squares: str) -> None:
        mouse = self.page.mouse
        points = [self.seat.point(square, self.board, "setup-board") for square in squares]
        mouse.move(*points[0])
        mouse.down()
        for point in points[1:]:
            mouse.move(*point, steps=4)
        mouse.up()
        self.wait()

    @property
    def fen(self) -> str:
        self.wait()
        return self.page.input_value("#setup-fen")

    @property
    def fault(self) -> str:
        self.wait()
        return self.page.inner_text("#setup-fault")

    def pieces(self) -> int:
        return self.page.locator("#setup-board .pieces use").count()


def test_a_position_is_set_up_and_played(sit: Sit) -> None:
    seat = sit()
    seat.begin("chess", PEOPLE)
    editor = Editor(seat, "chess")
    assert editor.pieces() == 32
    editor.page.click("#setup-clear")
    assert editor.pieces() == 0
    assert "kings" in editor.fault
    assert editor.page.is_disabled("#setup-play")
    editor.put("K", "e1")
    editor.put("k", "e8")
    editor.put("P", "a7", "h2", "h2")  # the second click takes it off again
    editor.page.select_option("#setup-side", "b")
    assert editor.fen.startswith("4k3/P7/8/8/8/8/8/4K3 b - -")
    assert editor.fault == ""
    editor.page.click("#setup-play")
    seat.page.wait_for_selector("#new-dialog[open]")
    assert seat.page.input_value("#new-fen").startswith("4k3/P7")
    seat.page.select_option("#new-players", PEOPLE)
    before = seat.data["game"]
    seat.page.click("#new-start")
    seat.until(lambda data: data["game"] != before)
    assert seat.data["side"] == "b"
    assert seat.page.locator("#board .pieces use").count() == 3


def test_pieces_are_dragged_on_and_off_the_board(sit: Sit) -> None:
    seat = sit()
    editor = Editor(seat, "ganymede")
    editor.drag("b2", "f7")  # a wall, taken by its second cell
    assert "/4WW6/" in editor.fen
    editor.drag("e7", "b2")
    assert "/1WWDN2ND1WW/" in editor.fen
    before = editor.pieces()
    x, y = seat.point("a12", editor.board, "setup-board")
    editor.page.mouse.move(x, y)
    editor.page.mouse.down()
    editor.page.mouse.move(x, y - 80, steps=5)
    editor.page.mouse.up()
    assert editor.pieces() == before - 1
    assert editor.fen.split()[2] == "AFGLfgl"  # without the rook that is gone


def test_a_piece_on_two_squares_replaces_others_and_stays_on_the_board(sit: Sit) -> None:
    editor = Editor(sit(), "ganymede")
    editor.put("W", "l8")
    assert "/10WW/" in editor.fen
    editor.put("V", "k8")
    assert editor.fen.split("/")[3:5] == ["5pp3V1", "10V1"]
    editor.put("eraser", "k9")
    assert editor.fen.split("/")[3:5] == ["5pp5", "12"]


def test_stones_are_painted_in_one_stroke_and_removed(sit: Sit) -> None:
    editor = Editor(sit(), "gess")
    editor.page.click("#setup-clear")
    assert "The game is over in this position. Black wins" in editor.fault
    editor.take("S")
    editor.drag("f10", "k10")
    assert "/4SSSSSS8/" in editor.fen
    editor.drag("k10", "j10")
    assert "/4SSSS10/" in editor.fen
    editor.take("eraser")
    editor.drag("f10", "g10", "g11")
    assert "/6SS10/" in editor.fen


@pytest.mark.parametrize("name", one_of_a_kind(variants.BUILT_IN))
def test_every_token_of_every_game_is_in_the_palette(name: str, sit: Sit) -> None:
    editor = Editor(sit(), name)
    described = variants.get(name)
    inputs = editor.page.locator("#palette input")
    values = inputs.evaluate_all("all => all.map((each) => each.value)")
    assert sorted(values) == sorted(["hand", "eraser", *kind_of(described).tokens(described)])
    labels = editor.page.locator("#palette input").evaluate_all(
        "all => all.map((o) => o.ariaLabel)"
    )
    assert len(set(labels)) == len(labels)
    assert editor.page.locator("#palette svg use").count() == len(values) - 2


def test_a_typed_fen_is_shown_and_checked(sit: Sit) -> None:
    editor = Editor(sit(), "chess")
    editor.page.fill("#setup-fen", MATE)
    editor.page.keyboard.press("Enter")
    editor.seat.until(lambda _: editor.pieces() == 3)
    assert editor.fault == "The game is over in this position. White wins by checkmate."
    assert editor.page.input_value("#setup-side") == "b"
    editor.page.fill("#setup-fen", "8/8/what")
    editor.page.keyboard.press("Tab")
    assert "3 ranks" in editor.fault
    assert editor.pieces() == 3
    editor.page.click("#setup-start")
    editor.seat.until(lambda _: editor.pieces() == 32)
    assert editor.fault == ""


def test_castling_rights_are_set_and_cleared(sit: Sit) -> None:
    editor = Editor(sit(), "gast")
    editor.page.uncheck('#setup-rights [value="A"]')
    assert editor.fen.split()[2] == "DILadil"
    editor.page.check('#setup-rights [value="A"]')
    assert editor.fen.split()[2] == "ADILadil"
    editor.drag("a1", "a5")
    assert not editor.page.is_checked('#setup-rights [value="A"]')
    editor.drag("a5", "a1")
    assert editor.fen.split()[2] == "ADILadil"


def test_go_chess_is_set_up_in_either_phase(sit: Sit) -> None:
    seat = sit()
    editor = Editor(seat, "gochess")
    assert editor.page.input_value("#setup-side") == "-"
    editor.put("*", "a5")
    assert "blocked squares, not 10" in editor.fault  # 9 of them or 11
    editor.put("*", "a5")
    assert editor.fault == ""
    editor.page.select_option("#setup-side", "w")
    assert "kings" in editor.fault


def test_a_position_is_set_up_with_the_keyboard(sit: Sit) -> None:
    editor = Editor(sit(), "chess")
    page = editor.page
    page.focus("#setup-board")
    page.keyboard.press("ArrowRight")
    assert page.inner_text("#setup-cursor") == "a1: White rook"
    for key in ("Enter", "ArrowUp", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    assert page.inner_text("#setup-cursor") == "a4: White rook"
    assert "/R7/" in editor.fen
    page.keyboard.press("Delete")
    assert "/R7/" not in editor.fen
    page.focus('#palette [value="hand"]')
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.is_checked('#palette [value="P"]')
    page.focus("#setup-board")
    page.keyboard.press("Enter")
    assert "/P7/" in editor.fen


@pytest.mark.parametrize("name", ["gess", "ganymede"])
def test_the_editor_fits_a_phone(name: str, sit: Sit) -> None:
    seat = sit(width=400)
    seat.page.click("#menu")
    editor = Editor(seat, name)
    dialog = "document.querySelector('#setup-dialog')"
    assert seat.page.evaluate(f"{dialog}.scrollWidth <= {dialog}.clientWidth")
    box = editor.page.locator("#setup-board svg").bounding_box()
    assert box
    assert box["width"] > 330
    assert box["x"] + box["width"] <= 400
