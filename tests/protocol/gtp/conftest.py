"""Shared fixtures of the tests of GTP."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helpers.gtp_talk import GtpTalk, MakeTalk


@pytest.fixture
def talk_of() -> Iterator[MakeTalk]:
    """Make conversations, and end them with the test."""
    made: list[GtpTalk] = []

    def make(*arguments: object, **named: object) -> GtpTalk:
        made.append(GtpTalk(*arguments, **named))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for talk in made:
        talk.close()
