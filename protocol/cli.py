"""The command `amalthea`: without arguments a conversation, with them a tool or one command."""

from __future__ import annotations

import importlib
import signal
import sys
from collections.abc import Callable

from amalthea.protocol import BAD_USAGE, FAILED, INTERRUPTED, NAME, __version__
from amalthea.protocol.console import (
    Console,
    LineReader,
    OutputLost,
    abandon_output,
    keep_standard_descriptors,
)
from amalthea.protocol.loop import FrontEnd, converse
from amalthea.protocol.uci.front_end import UciFrontEnd

USAGE = """\
usage: amalthea                                  UCI on standard input and output, or CECP
                                                 where the first line is `xboard`
       amalthea gtp [VARIANT]                    GTP, for GoGui
       amalthea play [VARIANT]                   a page in the browser to play in
       amalthea play --terminal [VARIANT]        a game against the engine in this terminal
       amalthea match ENGINE ENGINE ...          a match or tournament of engines
       amalthea report DIR ...                   the report of matches, made anew
       amalthea analyse FEN|FILE|startpos ...    a position, a game or a suite studied
       amalthea train GAME [STAGE] ...           an evaluation learned by self-play
       amalthea board VARIANT [FEN] --svg        a drawn board
       amalthea variants [NAME]                  the games, their boards and their pieces
       amalthea check FILE                       what is wrong with a variant file
       amalthea tablebase GAME PIECES ...        tables of endings, such as KQK
       amalthea perft VARIANT DEPTH [FEN]        leaves of the move tree, by first move
       amalthea eval [VARIANT [FEN]]             what the evaluation says, term by term
       amalthea bench [DEPTH]                    a fixed search; its nodes are a signature
       amalthea COMMAND [ARGUMENT ...]           any UCI command, then quit
       amalthea --help | --version"""

# The tools: each module's `main` takes the words after the name and returns the exit status.
_TOOLS = {
    "analyse": "amalthea.protocol.analysis.command",
    "check": "amalthea.protocol.tools.check_command",
    "board": "amalthea.protocol.drawing.board_command",
    "gtp": "amalthea.protocol.gtp.command",
    "match": "amalthea.protocol.match.command",
    "play": "amalthea.protocol.web.command",
    "report": "amalthea.protocol.match.report_command",
    "tablebase": "amalthea.protocol.tools.tablebase_command",
    "train": "amalthea.training.command",
    "variants": "amalthea.protocol.drawing.variants_command",
}

_IN_TERMINAL = "--terminal"  # of `play`
_START = "startpos"  # in place of a FEN
_CECP = "xboard"  # the first line of who speaks that protocol

_INPUT, _OUTPUT = 0, 1  # descriptors


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; returns the exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    keep_standard_descriptors()
    if words in (["--help"], ["-h"], ["--version"]):
        print(f"{NAME} {__version__}" if words == ["--version"] else USAGE)
        return 0
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    if words[:1] == ["play"] and _IN_TERMINAL in words:
        return int(importlib.import_module("amalthea.protocol.terminal.session").main(words[1:]))
    if words and words[0] in _TOOLS:
        return int(importlib.import_module(_TOOLS[words[0]]).main(words[1:]))
    if not words or words == [_CECP]:
        return _guarded(lambda: _listen(words))
    return _guarded(lambda: _one_shot(words))


def _guarded(act: Callable[[], int]) -> int:
    """The exit status of what speaks on standard output, also where that is lost."""
    try:
        return act()
    except KeyboardInterrupt:
        return INTERRUPTED
    except OutputLost as error:
        if not isinstance(error.__cause__, BrokenPipeError):
            print(f"amalthea: standard output: {error}", file=sys.stderr)
        abandon_output()
        return FAILED


def _listen(words: list[str]) -> int:
    """A conversation in the protocol that the first line is of: `xboard`, or else UCI."""
    reader = LineReader(_INPUT)
    read: list[str | None] = [*words]
    while not read and not reader.ended:
        read += reader.read()
    front: FrontEnd
    if read and (read[0] or "").strip() == _CECP:
        from amalthea.protocol.xboard.front_end import CecpFrontEnd

        front = CecpFrontEnd(Console(_OUTPUT))
    else:
        front = UciFrontEnd(Console(_OUTPUT))
    try:
        converse(front, reader, read)
        return 0
    finally:
        front.close()


def _one_shot(words: list[str]) -> int:
    uci = UciFrontEnd(Console(_OUTPUT))
    try:
        for line in _commands(uci, words):
            uci.handle(line)
            uci.finish()
            if uci.errors:
                return FAILED
        return 0
    except ValueError as error:
        print(f"amalthea: {error}\n{USAGE}", file=sys.stderr)
        return BAD_USAGE
    finally:
        uci.close()


def _position(variant: str, fen: list[str]) -> list[str]:
    """The UCI commands that set up a FEN of a variant, or its first position."""
    position = _START if fen in ([], [_START]) else f"fen {' '.join(fen)}"
    return [f"setoption name UCI_Variant value {variant}", f"position {position}"]


def _commands(uci: UciFrontEnd, words: list[str]) -> list[str]:
    """The UCI commands behind the arguments. Raises ValueError."""
    if words[0] == "perft":
        if len(words) < 3:
            raise ValueError("perft: expected VARIANT DEPTH [FEN]")
        variant, depth, *fen = words[1:]
        return [*_position(variant, fen), f"go perft {depth}"]
    if words[0] == "eval" and len(words) > 1:
        return [*_position(words[1], words[2:]), "eval"]
    line = " ".join(words)
    command = line.split(None, 1)[0] if line.strip() else ""
    if not uci.knows(command):
        raise ValueError(f"unknown command {command!r}")
    return [line]
