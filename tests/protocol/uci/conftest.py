"""Shared fixtures of the tests of UCI."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helpers.talk import Talk


@pytest.fixture
def talk() -> Iterator[Talk]:
    conversation = Talk()
    yield conversation
    conversation.close()
