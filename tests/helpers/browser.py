"""Pages in a headless Chromium, for tests of pictures and of scripts."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

_NAMES = (
    "chromium-headless-shell",  # opens a page in half the time of the others
    "chromium",
    "chromium-browser",
    "google-chrome",
)
_FLAGS = (
    "--no-sandbox",  # tests may run as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_GUARD_MS = 120_000  # only against hanging


@contextmanager
def open_browser() -> Iterator[Browser]:
    """Open the Chromium of this machine; skip the test if there is none."""
    path = next((found for name in _NAMES if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip(f"no browser found, tried {' '.join(_NAMES)}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(_FLAGS))
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def open_page(
    path: Path, browser: Browser | None = None, width: int = 1000, height: int = 900
) -> Iterator[Page]:
    """Open the page of a file, in its own browser if none is given.

    An error in the page or on its console, and anything it asks the network for, fails the test.
    """
    if browser is None:
        with open_browser() as own, open_page(path, own, width, height) as page:
            yield page
        return
    context = browser.new_context(viewport={"width": width, "height": height}, offline=True)
    faults: list[str] = []
    try:
        page = context.new_page()
        page.set_default_timeout(_GUARD_MS)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.extend(_fault(message)))
        page.on("request", lambda request: faults.extend(_outside(request.url)))
        page.goto(path.resolve().as_uri())
        yield page
    finally:
        context.close()
    assert not faults, f"{path.name}: {faults}"


def serious_findings(
    page: Page, rules: Sequence[str] = (), part: str | None = None
) -> list[tuple[str, str]]:
    """Return the serious accessibility violations that axe finds in a page: (rule, element).

    rules: the only ones to check, all if empty. part: a selector of what is checked, None for all.
    """
    options = {"runOnly": list(rules)} if rules else None
    found = Axe().run(page, part, options).response["violations"]
    serious = [each for each in found if each["impact"] in ("serious", "critical")]
    return [(each["id"], node["html"]) for each in serious for node in each["nodes"]]


def _fault(message: ConsoleMessage) -> list[str]:
    return [f"console: {message.text}"] if message.type == "error" else []


def _outside(url: str) -> list[str]:
    """Return the faults of a request: one if it leaves this machine."""
    return [] if url.startswith(("file:", "data:", "blob:")) else [f"asked for {url}"]
