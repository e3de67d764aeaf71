"""Shared fixtures of the tests of CECP."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helpers.xboard_talk import CecpTalk


@pytest.fixture
def talk() -> Iterator[CecpTalk]:
    conversation = CecpTalk()
    yield conversation
    conversation.close()
