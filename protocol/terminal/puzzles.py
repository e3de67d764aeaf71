"""`amalthea puzzles`: positions with one best answer, on a text board with typed moves."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence

from amalthea.engine.api import Position
from amalthea.engine.errors import IllegalMove
from amalthea.engine.search.limits import FULL_SKILL
from amalthea.engine.text import counted
from amalthea.protocol import tool
from amalthea.protocol.exercises.exercise import Exercise
from amalthea.protocol.exercises.puzzles import PUZZLES
from amalthea.protocol.levels import LEVELS, check_level
from amalthea.protocol.terminal.board import TerminalBoard

_HELP = "A move, as it is listed or as Nf3, or: hint, answer, moves, next, quit."


class PuzzleSession:
    """Session of puzzles.

    ask: reads a line after a prompt, raises EOFError at the end. write: prints lines.
    """

    def __init__(
        self,
        puzzles: Sequence[Exercise],
        colour: bool,
        ask: Callable[[str], str],
        write: Callable[[str], None],
    ) -> None:
        self._puzzles, self._colour = puzzles, colour
        self._ask, self._write = ask, write
        self._solved = self._streak = 0

    def run(self) -> None:
        """Show one puzzle after the other until the user quits."""
        self._write(_HELP)
        try:
            for puzzle in self._puzzles:
                self._show(puzzle)
                if not self._solve(puzzle):
                    break
        except EOFError:
            self._write("")
        self._write(f"{counted(self._solved, 'puzzle')} solved, {self._streak} in a row.")

    def _show(self, puzzle: Exercise) -> None:
        level = LEVELS[puzzle.level or 0]
        head = f"{puzzle.name} ({puzzle.variant.title}), found at {level}"
        self._write("\n".join(["", head, *self._board(puzzle, puzzle.position), puzzle.task]))

    def _board(self, puzzle: Exercise, position: Position) -> list[str]:
        """Return the lines of the board, with the solver's side below."""
        board = TerminalBoard(puzzle.variant, self._colour)
        return ["", *board.lines(position, puzzle.position.turn == "b"), ""]

    def _solve(self, puzzle: Exercise) -> bool:
        """Read lines until the puzzle is over; return False if the user quits."""
        clean, asked = True, 0
        while True:
            position = puzzle.before(asked)
            line = self._ask("> ").strip()
            if line == "quit":
                return False
            if line in ("answer", "next"):
                self._streak = 0
                if line == "answer":
                    self._write(_line(puzzle))
                return True
            if line == "moves":
                self._write(" ".join(move.text for move in position.legal_moves))
                continue
            if line == "hint":
                clean, self._streak = False, 0
                self._write(f"The answer begins on {puzzle.hints[asked]}.")
                continue
            try:
                move = position.parse_move(line).text
            except IllegalMove:
                self._write(f"{line or 'This'} is not a legal move here. {_HELP}")
                continue
            if move not in puzzle.answers[asked]:
                clean, self._streak = False, 0
                self._write("Not the best move. Try another one.")
                continue
            asked += 1
            if asked == len(puzzle.answers):
                self._solved += clean
                self._streak += clean
                self._write(f"Right. {_line(puzzle)}")
                return True
            self._reply(puzzle, asked)

    def _reply(self, puzzle: Exercise, asked: int) -> None:
        """Show the opponent's reply to the answer just given. asked: the number of the next move.

        Moves to find are numbered from 0.
        """
        position = puzzle.before(asked)
        reply = position.pop()
        text = position.format_move(reply)
        lines = self._board(puzzle, puzzle.before(asked))
        self._write("\n".join([f"Right. The reply is {text}.", *lines, "Find the next move."]))


def _line(puzzle: Exercise) -> str:
    """Return the line that shows the answer."""
    moves = Position(puzzle.variant, puzzle.fen)
    texts = []
    for move in puzzle.line:
        texts.append(moves.format_move(move))
        moves.push(move)
    return f"The best line: {' '.join(texts)}"


def main(words: list[str]) -> int:
    """Run the command and return its exit status."""
    return tool.run("puzzles", lambda: _run(parser().parse_args(words)))


def _run(options: argparse.Namespace) -> int:
    games = PUZZLES.games()
    if options.game is None:
        for name in games:
            tool.write(f"{name:12} {counted(len(PUZZLES.of(name)), 'puzzle')}")
        return 0
    name = tool.named_variant("puzzles", options.game).name
    if name not in games:
        raise tool.UsageError(f"no puzzles of {name}, expected one of {' '.join(games)}")
    check_level(options.level)
    puzzles = [each for each in PUZZLES.of(name) if (each.level or 0) >= options.level]
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    PuzzleSession(puzzles, colour, input, print).run()
    return 0


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = tool.Parser(
        prog="amalthea puzzles",
        description="Solve puzzles in this terminal; without GAME list the games that have some.",
        allow_abbrev=False,
    )
    parser.add_argument("game", metavar="GAME", nargs="?", help="a game's name")
    help_ = (
        f"begin with puzzles that the engine finds at this level, 0 to {FULL_SKILL} (default: 0)"
    )
    parser.add_argument("--level", metavar="N", type=int, default=0, help=help_)
    return parser
