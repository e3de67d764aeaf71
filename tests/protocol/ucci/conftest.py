"""Shared fixtures of the tests of UCCI."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helpers.talk import UcciTalk


@pytest.fixture
def talk() -> Iterator[UcciTalk]:
    conversation = UcciTalk()
    yield conversation
    conversation.close()
