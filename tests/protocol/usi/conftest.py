"""Shared fixtures of the tests of USI."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helpers.talk import UsiTalk


@pytest.fixture
def talk() -> Iterator[UsiTalk]:
    conversation = UsiTalk()
    yield conversation
    conversation.close()
