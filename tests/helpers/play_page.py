"""A server of `amalthea play` and its pages, for tests that click squares."""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain, repeat
from typing import Any

from playwright.sync_api import Browser, Page

from amalthea.engine import variants
from amalthea.engine.core.color import Color
from amalthea.protocol.drawing.grid import centre_of
from amalthea.protocol.drawing.replay import variant_data
from amalthea.protocol.drawing.squares import cell
from amalthea.protocol.web.table import HUMAN, Seats, Table

_GUARD_MS = 120_000  # only against hanging
_PEOPLE = Seats({"w": HUMAN, "b": HUMAN})
_POINT = """([x, y, board]) => {
  const svg = document.querySelector(`#${board} svg`);
  const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
  return [at.x, at.y];
}"""
_LEGAL = "() => [...document.querySelectorAll('#legal option')].map((each) => each.value)"
_LOOK_MS = (10, 10, 20, 40)  # between the first looks; each costs five processes a little
_LATER_MS = 60  # between the others


Sit = Callable[..., "PlayPage"]  # opens a page: the rest of its address, its width


@contextmanager
def served(*words: str) -> Iterator[str]:
    """Start a server by its command; yield its address. Its games go with it."""
    command = [sys.executable, "-I", "-m", "amalthea", "play", "--no-open", "--port", "0"]
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(
            [*command, "--data", folder, *words], stdout=subprocess.PIPE, text=True
        ) as server,
    ):
        try:
            assert server.stdout
            yield server.stdout.readline().split()[0]
        finally:
            server.send_signal(signal.SIGINT)
            assert server.wait(_GUARD_MS / 1000) == 0


class PlayPage:
    """Page of a server. errors: those of the page and its console, and foreign requests."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.errors: list[str] = []
        page.set_default_timeout(_GUARD_MS)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda line: self.errors.extend([line.text] * (line.type == "error")))
        page.on("request", lambda asked: self._check(asked.url))

    def _check(self, url: str) -> None:
        own = self.address.partition("//")[2].partition("/")[0]
        if not url.startswith(("data:", "blob:")) and f"//{own}/" not in url:
            self.errors.append(f"asked for {url}")

    def open(self, rest: str = "") -> None:
        """Wait until a game is shown."""
        self.page.goto(self.address + rest)
        self.until(lambda data: "state" in data)

    def begin(
        self, variant: str, players: str = "human engine", level: int = 0, clock: str = "0 0"
    ) -> None:
        """Start a new game by the dialog."""
        page, before = self.page, self.data.get("game")
        page.click("#open-new")
        page.select_option("#new-variant", variant)
        page.select_option("#new-players", players)
        if "engine" in players:
            page.locator("#new-level").fill(str(level))
            page.select_option("#new-movetime", "100")
        page.select_option("#new-clock", clock)
        page.click("#new-start")
        self.until(lambda data: data.get("game") != before)

    def until(self, so: Callable[[dict[str, str]], bool]) -> dict[str, str]:
        """Wait for data of the page; its content security policy forbids waiting there."""
        for pause_ms in chain(_LOOK_MS, repeat(_LATER_MS, _GUARD_MS // _LATER_MS)):
            data = self.data
            if so(data):
                return data
            self.page.wait_for_timeout(pause_ms)
        raise AssertionError(f"not so after {_GUARD_MS} ms: {self.data}")

    @property
    def data(self) -> dict[str, str]:
        """What the page knows of the game: state, plies, side."""
        found: dict[str, str] = self.page.evaluate("() => ({ ...document.body.dataset })")
        return found

    def legal(self) -> list[str]:
        """Return the moves that are offered for typing."""
        found: list[str] = self.page.evaluate(_LEGAL)
        return found

    def wait_for_us(self) -> None:
        """Wait until a person is to move or the game is over."""
        self.until(lambda data: bool(data["side"]) or data["state"] != "ongoing")

    def click(self, square: str, variant: dict[str, Any], board: str = "board") -> None:
        """Click the centre of a square of the board with an id."""
        self.page.mouse.click(*self.point(square, variant, board))

    def point(
        self, square: str, variant: dict[str, Any], board: str = "board"
    ) -> tuple[float, float]:
        """Return the position of a square's centre in the window."""
        known = cell(square, variants.get(variant["name"]))
        flipped = board == "board" and self.data["flipped"] == "true"
        x, y = centre_of(known, variants.get(variant["name"]), flipped)
        found: list[float] = self.page.evaluate(_POINT, [x, y, board])
        return found[0], found[1]

    def play(self, move: str, variant: dict[str, Any], plies: bool = True) -> None:
        """Make a move by clicks, with the choice among several moves if there is one.

        plies: False for the first of two secret choices, which does not complete a move.
        """
        data = self.data
        before = int(data["plies"])
        known = Table(variants.get(variant["name"]), _PEOPLE, self.page.input_value("#fen"))
        options = known.options(Color(data["side"]))
        offers = {text: (lift, drop) for text, lift, drop, *_ in options}
        lift, drop = (cells.split() for cells in offers[move])
        fresh = [square for square in drop if square not in lift]
        for square in [*lift[:1], (fresh or drop)[0]]:
            self.click(square, variant)
        if self.page.locator("#chooser[open]").count():
            self.page.click(f'#choices [data-move="{move}"]')
        if plies:
            self.until(lambda data: self._is_asked() or int(data["plies"]) > before)
            if self._is_asked():
                self.page.click("#sure-yes")
            self.until(lambda data: int(data["plies"]) > before)

    def _is_asked(self) -> bool:
        """Return True if the page asks about a move that loses at once."""
        return self.page.locator("#sure[open]").count() > 0


def board_of(name: str) -> dict[str, Any]:
    """Return a page's data of a game's board."""
    return variant_data(variants.get(name))


def open_play(browser: Browser, address: str, width: int = 1280, height: int = 900) -> PlayPage:
    """Open a page in its own window."""
    context = browser.new_context(viewport={"width": width, "height": height})
    return PlayPage(context.new_page(), address)
