"""Shared fixtures of the tests of UCI."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from amalthea.engine.options import NO_FILE, Check, Combo, Option, Spin, Text
from amalthea.protocol.uci_client.option_lines import read_option
from helpers.dialogue import Dialogue
from helpers.talk import Talk


@pytest.fixture
def talk() -> Iterator[Talk]:
    conversation = Talk()
    yield conversation
    conversation.close()


@pytest.fixture(scope="module")
def engine() -> Iterator[tuple[Dialogue, list[str]]]:
    """Yield one engine for all tests of a module, and the commands that reset its options."""
    with Dialogue() as talk:
        talk.send("uci")
        options = filter(None, map(read_option, talk.until("uciok")))
        yield talk, [line for option in options if (line := _default_of(option))]


@pytest.fixture
def running(engine: tuple[Dialogue, list[str]]) -> Dialogue:
    """Return the module's engine with all options reset, an empty table and a new game.

    To start an engine for each test would take half a second of processor time.
    """
    talk, defaults = engine
    talk.answer("stop", *defaults, "ucinewgame", "position startpos")
    return talk


def _default_of(option: Option) -> str:
    """Return the command that sets an option to its default, "" for a button."""
    match option:
        case Check() | Spin() | Combo():
            return f"setoption name {option.name} value {str(option.default).lower()}"
        case Text():
            return f"setoption name {option.name} value {option.default or NO_FILE}"
    return ""
