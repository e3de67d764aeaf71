"""Options that change all the time: workers that are well are never reported as broken."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

import pytest

from amalthea.engine.search.workers import processors
from helpers.dialogue import Dialogue, errors
from helpers.talk import Talk

if TYPE_CHECKING:
    from helpers.sample import Sample

GAMES = ("chess", "ganymede", "gess", "troop13")


def test_infinite_searches_stop_at_once_after_any_change_of_options(sample: Sample) -> None:
    """Without `isready` in between most workers still start when they are stopped."""
    dice = random.Random(7)
    with Dialogue() as talk:
        for _ in range(sample(4, 300)):
            changes = [
                f"setoption name Threads value {dice.choice((1, 2, 3, 8))}",
                f"setoption name Hash value {dice.choice((1, 4, 64))}",
                f"setoption name UCI_Variant value {dice.choice(GAMES)}",
            ]
            talk.send(*dice.sample(changes, dice.randint(1, 3)), "go infinite")
            time.sleep(dice.choice((0.0, 0.0, 0.1, 0.3)))
            found = talk.search("stop")
            assert errors(found) == []
            assert found[-1].split()[1] != "(none)"
        assert errors(talk.answer()) == []


def test_too_many_workers_are_accepted_with_a_warning(sample: Sample) -> None:
    count = sample(12, 256)
    with Dialogue() as talk:
        assert errors(talk.answer(f"setoption name Threads value {count}")) == []
        talk.send("go infinite")
        talk.until("info depth 2 ")
        assert errors(talk.search("stop")) == []
        assert errors(talk.answer()) == []


@pytest.mark.parametrize(("threads", "warnings"), [(2, 0), (8, 0), (9, 1), (256, 1)])
def test_too_many_workers_give_a_warning(
    talk: Talk, monkeypatch: pytest.MonkeyPatch, threads: int, warnings: int
) -> None:
    monkeypatch.setattr(processors, "allowed_processors", lambda: 2)
    lines = talk.say(f"setoption name Threads value {threads}")
    assert len(lines) == warnings
    assert all("workers for" in line for line in lines)
