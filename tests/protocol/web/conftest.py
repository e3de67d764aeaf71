"""Fixtures of a server and of its pages in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from helpers.play_page import PlayPage, Sit


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Yield the address of a server that all tests of a module use."""
    from helpers.play_page import served

    with served("chess") as found:
        yield found


@pytest.fixture
def sit(address: str, chromium: Browser) -> Iterator[Sit]:
    """Yield a function that opens a page; errors of any page fail the test."""
    from helpers.play_page import open_play

    opened: list[PlayPage] = []

    def open_one(rest: str = "", width: int = 1280) -> PlayPage:
        opened.append(open_play(chromium, address, width))
        opened[-1].open(rest)
        return opened[-1]

    yield open_one
    for page in opened:
        page.page.context.close()
    assert [page.errors for page in opened if page.errors] == []
