"""The command `amalthea`: a session with a program, a tool or a single command."""

from __future__ import annotations

import importlib
import signal
import sys
from collections.abc import Callable

from amalthea.engine.signals import sigint_blocked
from amalthea.protocol import BAD_USAGE, FAILED, INTERRUPTED, NAME, __version__
from amalthea.protocol.console import (
    Console,
    LineReader,
    OutputLost,
    abandon_output,
    keep_standard_descriptors,
)
from amalthea.protocol.loop import FrontEnd, converse, finish
from amalthea.protocol.uci.front_end import UciFrontEnd

USAGE = """\
usage: amalthea                                  speak UCI, or CECP, USI or UCCI by the first word
       amalthea gtp [VARIANT]                    speak GTP, for GoGui
       amalthea play [VARIANT]                   play in the browser
       amalthea play --terminal [VARIANT]        play in this terminal
       amalthea puzzles [GAME]                   solve puzzles in this terminal
       amalthea match ENGINE ENGINE ...          play a match or tournament of engines
       amalthea report DIR ...                   rebuild the report of matches
       amalthea analyse FEN|FILE|startpos ...    analyse a position, a game or a suite
       amalthea train GAME [STAGE] ...           train an evaluation by self-play
       amalthea board VARIANT [FEN] --svg        draw a board
       amalthea variants [NAME]                  list the games, or describe one
       amalthea check FILE                       check a variant file for errors
       amalthea tablebase GAME PIECES ...        make endgame tables, such as KQK
       amalthea probe VARIANT FEN                look a position up in endgame tables
       amalthea perft VARIANT DEPTH [FEN]        count the leaves of the move tree by first move
       amalthea eval [VARIANT [FEN]]             show the evaluation term by term
       amalthea bench [DEPTH]                    run a fixed search; its node count is a signature
       amalthea man                              print the manual page
       amalthea completion SHELL                 print a script that completes the command line
       amalthea load FILE                        speak UCI with the games of a variant file
       amalthea COMMAND [ARGUMENT ...]           run a single UCI command
       amalthea --help | --version"""

# Module of each tool; its `main` takes the arguments after the name and returns the exit status.
TOOLS = {
    "analyse": "amalthea.protocol.analysis.command",
    "completion": "amalthea.protocol.manual.completion_command",
    "check": "amalthea.protocol.tools.check_command",
    "bench": "amalthea.protocol.uci.bench_command",
    "board": "amalthea.protocol.drawing.board_command",
    "eval": "amalthea.protocol.uci.eval_command",
    "gtp": "amalthea.protocol.gtp.command",
    "man": "amalthea.protocol.manual.man_command",
    "match": "amalthea.protocol.match.command",
    "perft": "amalthea.protocol.uci.perft_command",
    "play": "amalthea.protocol.web.command",
    "play --terminal": "amalthea.protocol.terminal.command",
    "probe": "amalthea.protocol.tools.probe_command",
    "puzzles": "amalthea.protocol.terminal.puzzles",
    "report": "amalthea.protocol.match.report_command",
    "tablebase": "amalthea.protocol.tools.tablebase_command",
    "train": "amalthea.training.command",
    "variants": "amalthea.protocol.drawing.variants_command",
}

# Front end of each first word of a client that speaks another protocol than UCI.
_FRONT_ENDS = {
    "xboard": ("amalthea.protocol.xboard.front_end", "CecpFrontEnd"),
    "usi": ("amalthea.protocol.usi.front_end", "UsiFrontEnd"),
    "ucci": ("amalthea.protocol.ucci.front_end", "UcciFrontEnd"),
    "ucicyclone": ("amalthea.protocol.uci.front_end", "CycloneFrontEnd"),
}
_LOAD = "load"  # followed by a variant file: a UCI session that knows its games

_INPUT, _OUTPUT = 0, 1  # file descriptors


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    keep_standard_descriptors()
    if words in (["--help"], ["-h"], ["--version"]):
        print(_version() if words == ["--version"] else USAGE)
        return 0
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    if words and words[0] in TOOLS:
        return _exit_status(lambda: _run_tool(words))
    if not words or words[0] == _LOAD or (len(words) == 1 and words[0] in _FRONT_ENDS):
        return _exit_status(lambda: _converse([" ".join(words)] if words else []))
    return _exit_status(lambda: _run_single_command(words))


def _version() -> str:
    from amalthea.engine.search.constants import build_name

    return f"{NAME} {__version__} ({build_name()} build)"


def _exit_status(action: Callable[[], int]) -> int:
    """Return the exit status of an action, also if it is interrupted or its output is lost."""
    try:
        return action()
    except KeyboardInterrupt:
        return INTERRUPTED
    except OutputLost as error:
        if not isinstance(error.__cause__, BrokenPipeError):
            print(f"amalthea: standard output: {error}", file=sys.stderr)
        abandon_output()
        return FAILED


def _run_tool(words: list[str]) -> int:
    """Run the tool that the first word names; its module is imported now."""
    in_terminal = words[0] == "play" and "--terminal" in words
    module = TOOLS["play --terminal" if in_terminal else words[0]]
    with sigint_blocked():  # an import may swallow a KeyboardInterrupt
        tool = importlib.import_module(module)
    return int(tool.main(words[1:]))


def _converse(first_lines: list[str]) -> int:
    """Run a session in the protocol that the first word of the input chooses, UCI by default.

    first_lines: the first line if the command line gave it, else empty: it is read from the input.
    """
    reader = LineReader(_INPUT)
    read: list[str | None] = [*first_lines]
    while not reader.ended and not any(map(_has_words, read)):
        read += reader.read()
    console = Console(_OUTPUT)
    front = _front_end(next(filter(_has_words, read), None), console)
    try:
        converse(front, reader, console, read)
        return 0
    finally:
        front.close()


def _has_words(line: str | None) -> bool:
    """Return True for a line that is not blank; None is one that was too long."""
    return line is None or bool(line.strip())


def _front_end(line: str | None, console: Console) -> FrontEnd:
    """Return the front end for a conversation that begins with a line; its module is imported now.

    None is no line, or one that was too long.
    """
    word = line.split()[0].lower() if line else ""
    if word not in _FRONT_ENDS:
        return UciFrontEnd(console)
    module, name = _FRONT_ENDS[word]
    front: FrontEnd = getattr(importlib.import_module(module), name)(console)
    return front


def _run_single_command(words: list[str]) -> int:
    """Run the arguments of the command line as one UCI command; return the exit status."""
    line = " ".join(words)
    command = line.split(None, 1)[0] if line.strip() else ""
    uci = UciFrontEnd(Console(_OUTPUT))
    try:
        if not uci.knows(command):
            print(f"amalthea: unknown command {command!r}\n{USAGE}", file=sys.stderr)
            return BAD_USAGE
        uci.handle(line)
        finish(uci)
        return FAILED if uci.errors else 0
    finally:
        uci.close()
