"""A browser for all tests of pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Open one browser for the tests of a module; see open_browser."""
    from helpers.browser import open_browser

    with open_browser() as browser:
        yield browser
