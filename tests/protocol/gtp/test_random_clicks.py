"""Clicks at random, right and wrong, taken back and repeated: all can be shown at any time."""

from __future__ import annotations

import random

import pytest

from helpers.fake_pool import FakePool
from helpers.games import GAMES
from helpers.gtp_talk import GtpTalk, MakeTalk
from helpers.sample import Sample

SHOWN = (
    "amalthea-targets b",
    "amalthea-targets w",
    "amalthea-rings",
    "showboard",
    "amalthea-moves",
)


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_clicked_can_be_shown(name: str, talk_of: MakeTalk, sample: Sample) -> None:
    dice = random.Random(11)
    talk = talk_of(name, pool=FakePool())
    clicks: list[str] = []
    for _ in range(sample(30, 5_000)):
        _step(talk, clicks, dice)
        for command in SHOWN:
            answer = talk.answer(command)
            assert "internal" not in answer, answer  # but a side that gives check may not be asked
        talk.state()


@pytest.mark.parametrize("name", GAMES)
def test_a_position_does_not_depend_on_what_was_taken_back(
    name: str, talk_of: MakeTalk, sample: Sample
) -> None:
    dice = random.Random(12)
    talk = talk_of(name, pool=FakePool())
    fen = talk.ask("amalthea-fen")
    clicks: list[str] = []
    for _ in range(sample(5, 100)):
        for _ in range(16):
            _step(talk, clicks, dice)
        fresh = talk_of(name, pool=FakePool(), fen=fen)
        fresh.ask(f"gogui-play_sequence {' '.join(clicks)}")
        assert fresh.state() == talk.state()


def _step(talk: GtpTalk, clicks: list[str], dice: random.Random) -> None:
    """Make a click, or take some back, or begin again and repeat all of them."""
    chance = dice.random()
    if chance < 0.1 and clicks:
        count = dice.randint(1, min(5, len(clicks)))
        talk.ask(f"gg-undo {count}")
        del clicks[-count:]
    elif chance < 0.2:
        talk.ask("clear_board")
        for click in clicks:
            talk.ask(f"play {click}")
    else:
        legal = talk.ask("gogui-rules_legal_moves").split()
        if not legal:
            talk.ask("clear_board")
            clicks.clear()
            return
        side = talk.ask("gogui-rules_side_to_move")[0]
        drawn = talk.ask("gogui-rules_board_gfx").split("\n")
        ends = [line.split()[1:] for line in drawn if line.startswith("CIRCLE")]
        good = ends[0] if ends and dice.random() < 0.8 else legal
        clicks.append(f"{side} {dice.choice(good)}")
        talk.ask(f"play {clicks[-1]}")
