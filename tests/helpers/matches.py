"""Parts of tests of matches: scripted engines as players, tasks, matches as processes."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import psutil

from amalthea.engine import variants
from amalthea.engine.core.color import Color
from amalthea.protocol.match.controls import TimeControl
from amalthea.protocol.match.entrants import Entrant
from amalthea.protocol.match.openings import Opening
from amalthea.protocol.match.play import Conditions, Task
from amalthea.protocol.match.referee import AdjudicationRules
from helpers.paths import SCRIPTS

SCRIPT = str(Path(__file__).with_name("scripted_engine.py"))
BASELINE = str(SCRIPTS / "baseline.py")
GUARD_S = 120.0  # only against hanging
PYTHON = (sys.executable, "-I", "-S")  # starts in no time, without installed packages
MATCH = [sys.executable, "-I", "-m", "amalthea", "match"]
FAULTS = {"time", "stall", "illegal", "garbage", "crash"}  # reasons of games not lost by the rules


def scripted(
    mode: str = "shuffle", *arguments: object, tc: str = "10+0.1", name: str = ""
) -> Entrant:
    """Return a scripted engine as a player; see scripted_engine."""
    command = (*PYTHON, SCRIPT, mode, *map(str, arguments))
    return Entrant(name or mode, command, control=TimeControl.read("tc", tc))


def command(mode: str = "shuffle", *arguments: object) -> str:
    """Return the command line of a scripted engine."""
    return " ".join((*PYTHON, SCRIPT, mode, *map(str, arguments)))


def conditions(
    variant: str = "chess", adjudication: AdjudicationRules | None = None, **changes: object
) -> Conditions:
    values: dict[str, object] = {"margin_s": 0.05, "stall_s": 20.0, "ponder": False, **changes}
    game = variants.get(variant)
    return Conditions(game, None, adjudication or AdjudicationRules(), **values)  # type: ignore[arg-type]


def task(
    white: Entrant,
    black: Entrant,
    held: Conditions | None = None,
    opening: Opening | None = None,
    number: int = 1,
) -> Task:
    """Return the task of a game from the start position."""
    terms = held or conditions()
    begin = opening or Opening(terms.variant.start_fen(number))
    players: Mapping[Color, Entrant] = {Color.WHITE: white, Color.BLACK: black}
    return Task(number, (number + 1) // 2, players, begin, terms)


def children(text: str, parent: int | None = None) -> list[psutil.Process]:
    """Return the running children, by default of this process, whose command line has a text."""
    found = []
    with suppress(psutil.NoSuchProcess):
        for child in psutil.Process(parent).children():
            with suppress(psutil.NoSuchProcess):  # zombies, too
                if text in " ".join(child.cmdline()):
                    found.append(child)
    return found


def family(parent: int) -> list[psutil.Process]:
    """Return a process and all its descendants, none if it has ended."""
    with suppress(psutil.NoSuchProcess):
        return psutil.Process(parent).children(recursive=True)
    return []


def gone(processes: list[psutil.Process]) -> bool:
    """Return True if all of them end soon."""
    _, alive = psutil.wait_procs(processes, timeout=GUARD_S)
    return not [process for process in alive if is_running(process)]


def is_running(process: psutil.Process) -> bool:
    """Return True if a process runs and is no zombie."""
    with suppress(psutil.NoSuchProcess):
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    return False
