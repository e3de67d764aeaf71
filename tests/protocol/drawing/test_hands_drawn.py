"""Pieces in hand on pictures, in pages and at the terminal."""

from __future__ import annotations

import re

from amalthea import new_position
from amalthea.engine import variants
from amalthea.engine.api import Position
from amalthea.engine.core.color import Color
from amalthea.protocol.drawing.board_svg import board_svg
from amalthea.protocol.drawing.game_sheet import game_sheet
from amalthea.protocol.drawing.replay import frames, variant_data
from amalthea.protocol.terminal.board import TerminalBoard
from amalthea.protocol.web.messages import Message
from amalthea.protocol.web.setup import set_up
from amalthea.protocol.web.table import HUMAN, Seats, Table

FEN = "4k3/8/8/3Q~4/8/8/8/4K3[NPPPq] w - - 0 1"
PEOPLE = Seats({"w": HUMAN, "b": HUMAN})


def places(fen: str, flipped: bool = False) -> dict[str, tuple[int, int]]:
    """Return where the pieces off the board are drawn, as (x, y) by symbol."""
    picture = board_svg(Position("crazyhouse", fen), flipped=flipped)
    uses = re.findall(r'<use href="#crazyhouse-([^"]+)" x="(-?\d+)" y="(-?\d+)"', picture)
    return {name: (int(x), int(y)) for name, x, y in uses if not 0 <= int(y) < 800}


def test_whites_hand_is_below_and_blacks_above() -> None:
    found = places(FEN)
    assert set(found) == {"w-N", "w-P", "b-Q"}
    assert found["w-N"][1] == found["w-P"][1] > 800
    assert found["b-Q"][1] < 0
    turned = places(FEN, flipped=True)
    assert turned["w-N"][1] < 0 < turned["b-Q"][1]


def test_pieces_in_hand_point_where_those_on_the_board_do() -> None:
    position = Position("shogi", "4k4/9/9/9/9/9/9/9/4K4[Pp] w - - 0 1")
    for flipped, turned in ((False, 0), (True, 4)):
        uses = re.findall(r'<use href="#shogi[^>]*>', board_svg(position, flipped=flipped))
        assert sum("rotate(180" in use for use in uses) == turned


def test_several_pieces_are_one_with_their_count() -> None:
    picture = board_svg(Position("crazyhouse", FEN))
    assert re.findall(r'class="count"[^>]*font-size="30">(\d+)<', picture) == ["3"]


def test_pieces_stay_where_they_are_while_others_come() -> None:
    assert places(FEN)["w-N"] == places(FEN.replace("N", "NRRQ", 1))["w-N"]


def test_an_empty_hand_has_a_place_of_its_own() -> None:
    trays = re.findall(r'<rect class="tray"[^>]*>', board_svg(Position("crazyhouse")))
    width = 'x="0" y="{}" width="500" height="100"'  # pawn, knight, bishop, rook and queen
    assert all(width.format(y) in tray for y, tray in zip((-114, 846), trays, strict=True))
    assert "tray" not in board_svg(Position("chess"))


def test_a_hand_without_a_choice_is_not_drawn() -> None:
    """Discs of Othello are all alike and never come back."""
    assert variant_data(variants.get("flipello"))["hands"] is None
    assert 'class="count"' not in board_svg(Position("flipello"))
    assert "hands" not in frames(Position("flipello"), [])
    assert variant_data(variants.get("shogi"))["hands"]


def test_games_without_drops_have_no_room_for_hands() -> None:
    chess, drops = (variant_data(variants.get(name)) for name in ("chess", "crazyhouse"))
    assert chess["hands"] is None
    assert drops["view"][3] == chess["view"][3] + 200


def test_replays_know_the_hands_of_every_position() -> None:
    game = variants.get("crazyhouse")
    moves = ["e2e4", "d7d5", "e4d5", "d8d5", "P@e6"]
    found = frames(Position(game, game.start), moves)["hands"]
    assert found == [{}, {}, {}, {"P": 1}, {"P": 1, "p": 1}, {"p": 1}]


def test_a_table_offers_drops_and_shows_the_hands() -> None:
    table = Table(variants.get("crazyhouse"), PEOPLE, FEN, [])
    assert ["N@a3", "", "a3", "N", "", ""] in table.options(Color.WHITE)
    assert table.to_json()["hands"] == {"N": 1, "P": 3, "q": 1}
    table.choose(Color.WHITE, "N@a3")
    assert ["Q@a4", "", "a4", "q", "", ""] in table.options(Color.BLACK)
    assert table.turns[0].shown["hands"] == {"P": 3, "q": 1}


def test_a_board_that_is_set_up_keeps_the_hands_of_its_fen() -> None:
    answer = set_up(
        Message(
            {
                "type": "setup",
                "variant": "crazyhouse",
                "fen": FEN,
                "board": {"e1": "K", "e8": "k"},
                "side": "b",
                "rights": "",
            }
        )
    )
    assert answer["fen"].startswith("4k3/8/8/8/8/8/8/4K3[PPPNq] b")
    assert answer["hands"] == {"N": 1, "P": 3, "q": 1}


def test_the_terminal_names_what_is_in_hand() -> None:
    board = TerminalBoard(variants.get("crazyhouse"), colour=False)
    lines = board.lines(Position("crazyhouse", FEN), flipped=False)
    assert lines[-2:] == ["    White in hand: P 3 N 1", "    Black in hand: q 1"]
    assert "Q~" in lines[3]


def test_the_diagram_and_the_rules_mention_hands() -> None:
    assert new_position("crazyhouse", FEN).diagram().endswith("Hands: [PPPNq]")
    sheet = " ".join(game_sheet(variants.get("crazyhouse")).split())
    assert (
        "A captured piece goes to the hand of the side that captured it and changes sides." in sheet
    )
    assert "A promoted knight, bishop, rook or queen becomes a pawn when it is captured." in sheet
    assert "A pawn may only be dropped on ranks 2 to 7." in sheet
