"""Two hundred wrong lines: one clear error each, nothing changed, the conversation goes on."""

from __future__ import annotations

import random
import string
from collections.abc import Iterator

import pytest

from helpers.fake_pool import FakePool
from helpers.gtp_talk import MakeTalk

LINES = 200
UNPRINTABLE = "p\N{ZERO WIDTH SPACE}\N{RIGHT-TO-LEFT OVERRIDE}"
VERTICES = ("I5", "Z9", "A0", "A21", "E", "5", "e-4", "E4E5", "é4", "A1.", "resign", "E02")
COLOURS = ("x", "wb", "blue", "whites", "é")
NUMBERS = ("x", "1.5", "1e3", "-", "99999999999999999999", "0x10", "ten")


def broken(dice: random.Random, square: str) -> Iterator[str]:
    """Yield lines with one error each. square: one that can be clicked first."""
    none = (
        "quit now", "boardsize", "clear_board 1", "undo 1", "name x", "genmove", "genmove w b",
        "play w", "play", "time_left w 1", "time_settings 1 2", "final_score", "gg-undo 99",
        "gogui-play_sequence w", "gogui-setup_player", "amalthea-settings Colour 1",
        "amalthea-targets", "amalthea-best_lines 0", "lz-analyze w x", "kata-analyze 5 5 5 5 5",
    )  # fmt: skip
    while True:
        colour, vertex = dice.choice(COLOURS), dice.choice(VERTICES)
        yield dice.choice(
            [
                dice.choice(none),
                f"play {colour} {square}",
                f"play w {vertex}",
                f"play b {square}",
                "play w pass",
                f"genmove {colour}",
                f"reg_genmove {colour}",
                f"gogui-play_sequence w {square} {colour} {square}",
                f"gogui-play_sequence w {square} w {vertex}",
                f"boardsize {dice.choice(NUMBERS)}",
                f"boardsize {dice.randrange(30, 99)}",
                f"time_left w {dice.choice(NUMBERS)} 0",
                f"time_settings {dice.choice(NUMBERS)} 0 0",
                f"lz-analyze {colour}",
                f"gogui-setup w {vertex}",
                f"amalthea-fen {''.join(dice.choices('pP8/x', k=12))} w - - 0 1",
                f"amalthea-settings Hash {dice.choice(NUMBERS)}",
                "".join(dice.choices(string.ascii_letters, k=8)),
                f"{dice.randrange(1000)}",
                f"{'9' * 12} name",
                "=",
                "? name",
                "\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}",
            ]
        )


@pytest.mark.parametrize(("name", "square"), [("chess", "E2"), ("ganymede", "E2")])
def test_each_wrong_line_is_one_error_and_changes_nothing(
    name: str, square: str, talk_of: MakeTalk
) -> None:
    dice = random.Random(3)
    talk = talk_of(name, pool=FakePool())
    lines = broken(dice, square)
    before = talk.state()
    for number in range(LINES):
        line = next(lines)
        assert talk.fault(line), line
        assert not talk.front.busy, line
        assert not talk.front.ended, line
        if number % 20 == 19:
            assert talk.state() == before, line
    talk.ask(f"play w {square}")


def test_an_error_bears_the_id(talk_of: MakeTalk) -> None:
    talk = talk_of(pool=FakePool())
    assert talk.answer("5 play w Z9") == "?5 invalid vertex 'Z9'\n\n"
    assert talk.answer("6") == "?6 no command\n\n"


def test_an_error_is_a_short_line_of_printable_signs(talk_of: MakeTalk) -> None:
    talk = talk_of(pool=FakePool())
    error = talk.fault(f"amalthea-fen {UNPRINTABLE * 5_000} w - - 0 1")
    assert error.isprintable()
    assert len(error) < 600
