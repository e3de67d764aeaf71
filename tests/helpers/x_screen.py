"""A virtual X screen for tests of GUIs: clicks and pictures."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

SERVER, MOUSE, CAMERA = (shutil.which(name) for name in ("Xvfb", "xdotool", "import"))

Colour = tuple[int, int, int]


class Screen:
    """A screen. name: the value of `DISPLAY`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.environment = {**os.environ, "DISPLAY": name}

    def click(self, x: int, y: int) -> None:
        """Click the left button, as slowly as a quick person."""
        for words in (("mousemove", str(x), str(y)), ("mousedown", "1"), ("mouseup", "1")):
            subprocess.run([str(MOUSE), *words], env=self.environment, check=True)
            time.sleep(0.2)

    def picture(self) -> Picture:
        """Return a picture of the screen."""
        command = [str(CAMERA), "-window", "root", "-depth", "8", "ppm:-"]
        done = subprocess.run(command, env=self.environment, capture_output=True, check=True)
        return Picture(done.stdout)


class Picture:
    """Picture in the binary PPM format."""

    def __init__(self, data: bytes) -> None:
        form, width, _, _, self._points = data.split(maxsplit=4)
        assert form == b"P6"
        self._width = int(width)

    def colour(self, x: int, y: int) -> Colour:
        at = 3 * (y * self._width + x)
        red, green, blue = self._points[at : at + 3]
        return red, green, blue


@contextmanager
def open_screen(size: str) -> Iterator[Screen]:
    """Open a screen of a size such as "900x700"."""
    readable, writable = os.pipe()
    server = subprocess.Popen(
        [str(SERVER), "-displayfd", str(writable), "-screen", "0", f"{size}x24"],
        pass_fds=[writable],
        stderr=subprocess.DEVNULL,
    )
    os.close(writable)
    with os.fdopen(readable) as names:
        name = names.readline().strip()
    try:
        yield Screen(f":{name}")
    finally:
        server.terminate()
        server.wait()
