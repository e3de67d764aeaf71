"""Measure the seconds from cloning to the engine's reply to a first move in the browser.

    .venv/bin/python scripts/bench.py newcomer [GAME]

It clones the last commit of this repository into a temporary folder and does there what the README
says, the build included: `scripts/amalthea play GAME`. Chromium opens the page and clicks the
first move.
"""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import psutil

from command_line import ROOT, find_tests, new_parser

find_tests()

from helpers.browser import open_browser  # noqa: E402
from helpers.play_page import board_of, open_play  # noqa: E402


def main() -> None:
    """Run the benchmark and print the steps."""
    parser = new_parser(__doc__)
    parser.add_argument("game", metavar="GAME", nargs="?", default="gess", help="default: gess")
    with tempfile.TemporaryDirectory() as folder:
        measure_steps(parser.parse_args().game, Path(folder) / "amalthea")


def measure_steps(game: str, clone: Path) -> None:
    """Print each step with the seconds since the start, and the processor time of the build."""
    began = time.monotonic()

    def reached(step: str) -> None:
        print(f"{time.monotonic() - began:7.1f} s  {step}", flush=True)

    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    reached("cloned")
    command = [str(clone / "scripts" / "amalthea"), "play", game, "--no-open", "--port", "0"]
    # The folder is removed in the end, so no tuned build may be made there in the background.
    environment = {**os.environ, "AMALTHEA_PROFILE": "0"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout
        address = server.stdout.readline().split()[0]
        spent = psutil.Process(server.pid).cpu_times()
        build = spent.children_user + spent.children_system
        reached(f"built with {build:.1f} s of one processor, and listening")
        try:
            play(game, address, reached)
        finally:
            server.send_signal(signal.SIGINT)


def play(game: str, address: str, reached: Callable[[str], None]) -> None:
    """Make one move by clicks against the engine with the page's initial settings."""
    with open_browser() as browser:
        seat = open_play(browser, address)
        seat.open()
        seat.wait_for_us()
        reached("board shown")
        seat.play(seat.legal()[0], board_of(game))
        reached("move made")
        plies = int(seat.data["plies"])
        seat.until(lambda data: int(data["plies"]) > plies or bool(data["side"]))
        reached("engine answered")
