"""`amalthea play --terminal`: play against the engine with a text board and typed moves.

No rule is known here: legal moves, their effects and the end of a game come from the engine.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial

from amalthea.engine.api import Position
from amalthea.engine.core.color import Color
from amalthea.engine.core.game import find_choice, joint_move
from amalthea.engine.core.variant import Square
from amalthea.engine.engine import DEFAULT_VARIANT, Engine
from amalthea.engine.errors import AmaltheaError, AmbiguousMove, IllegalMove, WorkerError
from amalthea.engine.events import BestMove, EngineError, Event, Info, Remark
from amalthea.engine.search.limits import FULL_SKILL, Limits
from amalthea.engine.text import clip
from amalthea.protocol import engine_settings, tool
from amalthea.protocol.engine_settings import NO_EFFECT, NO_SETTINGS, EngineSettings
from amalthea.protocol.terminal.board import TerminalBoard

FLAG = "--terminal"
_HELP = """\
a move        as it is listed by `moves`, or as Nf3; TAB completes it
hint          show the engine's move
back          take back your last move and the engine's
level N       set the engine's level, 0 to 20
seconds S     set the engine's time per move
go            let the engine play the side to move
sides w|b|-   play White, Black or both sides
new [GAME]    start another game, of another variant if you name it
flip          turn the board
moves         list the legal moves
fen           print the position as FEN
resign        resign the game
quit          leave the program"""
_IN_PLAY = ("hint", "go", "moves", "resign")  # commands for while a game is on
_GAME_OVER = "The game is over. `new` starts another game, `back` takes back the end."
_LEVEL = "expected --level N"
_IN_TERMINAL = {
    "MultiPV": NO_EFFECT,
    "Ponder": NO_EFFECT,
    "Skill Level": _LEVEL,
    "UCI_AnalyseMode": _LEVEL,
    "UCI_Chess960": NO_EFFECT,
}
_MAX_SECONDS = 3600.0
_LISTED = 12  # moves in a line


class Quit(Exception):
    """Request of the user to quit."""


@dataclass
class Settings:
    """Settings of a session. sides: those that the user plays. colour: draw the board in colour.

    engine: settings of the engine beside its game and its level.
    """

    variant: str
    sides: tuple[Color, ...]
    level: int
    seconds: float
    colour: bool
    engine: EngineSettings = NO_SETTINGS


class TerminalGame:
    """Terminal session: play games until the user quits.

    ask: reads a line after a prompt, raises EOFError at the end. write: prints lines.
    """

    def __init__(
        self,
        settings: Settings,
        ask: Callable[[str], str],
        write: Callable[[str], None],
    ) -> None:
        self._engine = Engine(self._on_event)
        self._settings = settings
        self._ask, self._write = ask, write
        self._engine.set_option("UCI_Variant", settings.variant)
        self._engine.set_option("Skill Level", str(settings.level))
        settings.engine.apply(self._engine)
        self._last: Info | None = None
        self._best: str | None = None
        self._commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: self._write(_HELP),
            "hint": lambda _: self._hint(),
            "back": lambda _: self._take_back(),
            "level": self._set_level,
            "seconds": self._set_seconds,
            "go": lambda _: self._swap(),
            "sides": self._set_sides,
            "new": self._start_new,
            "flip": lambda _: self._flip(),
            "moves": lambda _: self._list_moves(),
            "fen": lambda _: self._write(self._position.fen()),
            "resign": lambda _: self._resign(),
            "quit": lambda _: self._quit(),
        }
        self._begin()

    def run(self) -> None:
        """Play until the user quits."""
        try:
            while True:
                self._turn()
        except (Quit, EOFError):
            self._write("")
        finally:
            self._engine.close()

    def words(self) -> list[str]:
        """Return the moves and commands that can be typed now."""
        return [*self._legal(self._user_side()), *self._commands]

    # -- the game ----------------------------------------------------------------------------------

    def _start_new(self, name: str) -> None:
        """Start another game, of a variant if one is named. Raises UnknownVariant."""
        if name:
            variant = tool.named_variant("play", name)
            self._engine.set_option("UCI_Variant", variant.name)
            self._settings.variant = variant.name
            if len(self._settings.sides) == 1:
                self._settings.sides = Position(variant).choosers[:1]
        self._begin()

    def _begin(self) -> None:
        self._engine.new_game()
        self._position = Position(self._engine.variant, self._engine.start)
        self._board = TerminalBoard(self._engine.variant, self._settings.colour)
        self._flipped = self._is_above()
        self._chosen: dict[Color, str] = {}  # while the other side has still to choose
        self._over = self._resigned = False
        self._changed: set[Square] = set()
        self._show()

    def _is_above(self) -> bool:
        """Return True if the only side that the user plays starts in the upper half of the board.

        Before any piece is on the board, that is Black.
        """
        if len(self._settings.sides) != 1:
            return False
        (side,) = self._settings.sides
        ranks = [
            square.rank for square, piece in self._position.pieces().items() if piece.color is side
        ]
        if not ranks:
            return side is Color.BLACK
        return sum(ranks) / len(ranks) > (self._engine.variant.ranks - 1) / 2

    @property
    def _ended(self) -> bool:
        return self._over or self._position.is_over()

    def _turn(self) -> None:
        """Handle one line of the user, or play one move of the engine."""
        if self._user_side() or self._ended:
            self._read()
            return
        for side in self._position.choosers:
            self._chosen[side] = self._chosen.get(side) or self._search(side)
        self._play()

    def _user_side(self) -> Color | None:
        """Return the side that the user moves or chooses for now, None if the engine does."""
        left = (each for each in self._position.choosers if each not in self._chosen)
        return next((side for side in left if side in self._settings.sides), None)

    def _legal(self, side: Color | None) -> list[str]:
        choices = () if self._ended or not side else self._position.choices(side)
        return [move.text for move in choices]

    def _read(self) -> None:
        side = None if self._ended else self._user_side()
        line = self._ask(self._prompt(side)).strip()
        name, rest = (*line.split(None, 1), "", "")[:2]
        try:
            if self._ended and name and (name in _IN_PLAY or name not in self._commands):
                self._write(_GAME_OVER)
            elif name in self._commands:
                self._commands[name](rest)
            elif name:
                self._move(line, side)
        except AmaltheaError as error:
            self._write(str(error))

    def _prompt(self, side: Color | None) -> str:
        """Return the prompt with the side to move, and an example of a secret choice."""
        legal = self._legal(side)
        example = f" (as {legal[0]})" if legal and not self._position.turn else ""
        return f"{side.label if side else 'Game over'}{example}> "

    def _move(self, line: str, side: Color | None) -> None:
        """Play the user's move, or keep a choice until the other side has chosen."""
        legal = self._legal(side)
        move = find_choice(line, legal) or self._read_move(line, legal)
        if side is None or move is None:
            similar = [each for each in legal if each.lower().startswith(line.lower()[:2])]
            shown = " ".join(similar[:_LISTED]) or "see `moves`, or `help` for commands"
            self._write(f"illegal move {clip(line)}; legal: {shown}")
            return
        self._chosen[side] = move
        if all(each in self._chosen for each in self._position.choosers):
            self._play()

    def _read_move(self, line: str, legal: Collection[str]) -> str | None:
        """Return the legal move that a text means in another notation, None if there is none.

        Raises AmbiguousMove.
        """
        try:
            move = self._position.parse_move(line).text
        except AmbiguousMove:
            raise
        except IllegalMove:
            return None
        return move if move in legal else None

    def _play(self) -> None:
        """Play the move, or the choices of both sides."""
        move = joint_move(self._chosen[side] for side in self._position.choosers)
        self._chosen.clear()
        before, turn = self._board.cells(self._position), self._position.turn
        self._position.push(move)
        after = self._board.cells(self._position)
        squares = before.keys() | after.keys()
        self._changed = {at for at in squares if before.get(at) != after.get(at)}
        self._write(f"{turn.label if turn else 'Both'}: {move}{self._opinion()}")
        if not self._changed:
            self._write("The choices clash: both sides choose again.")
        self._show()

    def _opinion(self) -> str:
        """Return the score and depth of the engine's last search as text."""
        last, self._last = self._last, None
        if last is None:
            return ""
        score = last.score
        mate = "mate" if score.value > 0 else "mated"
        text = f"{mate} in {abs(score.value)}" if score.mate else f"{score.value / 100:+.2f}"
        return f"  ({text}, depth {last.depth})"

    def _show(self) -> None:
        position = self._position
        self._write("\n".join(["", *self._board.lines(position, self._flipped, self._changed), ""]))
        if position.is_over():
            self._write(position.status.ending)
        elif position.is_check():
            self._write("Check.")

    # -- the engine --------------------------------------------------------------------------------

    def _search(self, side: Color) -> str:
        """Return the engine's move or choice for a side; Ctrl-C makes it move at once."""
        self._engine.set_game(self._position.game)
        self._engine.prepare()  # else the start of its processes would count as thinking
        self._engine.wait()
        milliseconds = max(1, round(self._settings.seconds * 1000))
        self._engine.go(Limits(movetime=milliseconds, side=None if self._position.turn else side))
        try:
            self._engine.wait()
        except KeyboardInterrupt:
            self._engine.stop()
            self._engine.wait()
        if self._best is None:
            raise WorkerError("the engine has no move")
        return self._best

    def _on_event(self, event: Event) -> None:
        match event:
            case Info():
                self._last = event
            case BestMove(move):
                self._best = move
            case EngineError(text) | Remark(text):
                self._write(text)

    # -- commands ----------------------------------------------------------------------------------

    def _hint(self) -> None:
        if side := self._user_side():
            self._write(f"hint: {self._search(side)}{self._opinion()}")

    def _take_back(self) -> None:
        """Go back to the user's last move, or take back a choice that waits for the other side, or
        the resignation.
        """
        if self._resigned:
            self._over = self._resigned = False
            self._show()
            return
        waiting = bool(self._chosen)
        self._chosen.clear()
        while self._position.ply and not waiting:
            self._position.pop()
            if self._user_side():
                break
        self._over = self._resigned = False
        self._changed = set()
        self._show()

    def _set_level(self, rest: str) -> None:
        self._engine.set_option("Skill Level", rest)
        self._engine.set_option("UCI_LimitStrength", "false")  # it would override the level

    def _set_seconds(self, rest: str) -> None:
        self._settings.seconds = seconds_of(rest)

    def _set_sides(self, rest: str) -> None:
        self._settings.sides = sides_of(rest)

    def _swap(self) -> None:
        """Have the engine play the side to move, and the user the other one."""
        if turn := self._position.turn:
            self._settings.sides = (turn.other,)

    def _flip(self) -> None:
        self._flipped = not self._flipped
        self._show()

    def _list_moves(self) -> None:
        legal = self._legal(self._user_side())
        for at in range(0, len(legal), _LISTED):
            self._write(" ".join(legal[at : at + _LISTED]))

    def _resign(self) -> None:
        self._over = self._resigned = True
        self._write("You resign. `new` starts another game, `back` takes the resignation back.")

    def _quit(self) -> None:
        raise Quit


def seconds_of(text: str) -> float:
    """Read a time per move in seconds. Raises UsageError."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= _MAX_SECONDS:
        raise tool.UsageError(f"seconds {clip(text)}, expected a number up to {_MAX_SECONDS:.0f}")
    return seconds


def sides_of(text: str) -> tuple[Color, ...]:
    """Read the sides that the user plays, "-" for both. Raises UsageError."""
    if text not in (*Color, "-"):
        raise tool.UsageError(f"sides {clip(text)}, expected w, b or -")
    return tuple(Color) if text == "-" else (Color(text),)


def main(words: list[str]) -> int:
    """Run the command and return its exit status."""
    return tool.run("play", lambda: _play(words))


def _play(words: list[str]) -> int:
    settings = _settings(parser().parse_args(words))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    print("Type a move, or `help`.")
    game = TerminalGame(settings, input, print)
    if sys.stdin.isatty():
        _enable_completion(game)
    game.run()
    return 0


def _enable_completion(game: TerminalGame) -> None:
    """Make TAB complete moves and commands."""
    import readline

    def complete(text: str, number: int) -> str | None:
        matching = [word for word in game.words() if word.lower().startswith(text.lower())]
        return matching[number] if number < len(matching) else None

    readline.set_completer_delims(" ")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = tool.Parser(
        prog=f"amalthea play {FLAG}",
        description="Play against the engine in this terminal.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("variant", metavar="VARIANT", nargs="?", default=DEFAULT_VARIANT, help="a game's name")
    add(FLAG, action="store_true", help="play in the terminal instead of the browser")
    add("--variants", metavar="FILE", help="a file with more games")
    add(
        "--sides",
        metavar="w|b|-",
        help="the side you play, - for both (default: the side that moves first)",
    )
    add("--level", metavar="N", type=int, default=FULL_SKILL, help="level of the engine, 0 to 20")
    help_ = "milliseconds of the engine for a move (default: 1000)"
    add("--movetime", metavar="MS", type=tool.WholeNumber(), default=1000, help=help_)
    tool.add_old_name(parser, "--seconds", "--movetime", tool.milliseconds)
    engine_settings.add_settings(parser)
    return parser


def _settings(options: argparse.Namespace) -> Settings:
    """Return the settings of a game. Raises UsageError, UnknownVariant and VariantError."""
    tool.load_variants(options.variants)
    if not 0 <= options.level <= FULL_SKILL:
        raise tool.UsageError(f"--level {options.level}, expected 0 to {FULL_SKILL}")
    variant = tool.named_variant("play", options.variant)
    sides = sides_of(options.sides) if options.sides else Position(variant).choosers[:1]
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    warn = partial(tool.warn, "play")
    engine = engine_settings.read_settings(options, variant, _IN_TERMINAL, warn)
    return Settings(variant.name, sides, options.level, options.movetime / 1000, colour, engine)
