"""Session in a terminal: games against the engine with a text board and typed lines.

No rule is known here: legal moves, their effects and the end of a game come from the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from amalthea.engine.api import Position
from amalthea.engine.core.color import Color
from amalthea.engine.core.game import find_choice
from amalthea.engine.core.variant import Square
from amalthea.engine.errors import AmaltheaError, AmbiguousMove, IllegalMove
from amalthea.engine.new_games import recognise_chess960
from amalthea.engine.text import clip, printable
from amalthea.protocol import tool
from amalthea.protocol.engine_settings import NO_SETTINGS, EngineSettings
from amalthea.protocol.levels import LEVELS
from amalthea.protocol.records.game_record import HUMAN_NAME, Ply, Thought
from amalthea.protocol.records.pgn import Notes, read_variations, title_of
from amalthea.protocol.terminal import game_file
from amalthea.protocol.terminal.board import TerminalBoard
from amalthea.protocol.terminal.game import TerminalGame
from amalthea.protocol.terminal.game_file import LoadedGame, Place
from amalthea.protocol.terminal.player import TerminalPlayer

_HELP = """\
a move         as it is listed by `moves`, or as Nf3; TAB completes it
hint           show the engine's move
back, undo     take back your last move and the engine's
level [N]      show the engine's level, or set it, 0 to 20
seconds S      set the engine's time per move
go             let the engine play the side to move
sides w|b|-    play White, Black or both sides
new [GAME]     start another game, of another variant if you name it
flip           turn the board
moves          list the legal moves
fen [FEN]      print the position as FEN, or set one up
save FILE      write the game as PGN, after other games of the file
load FILE [N]  continue the game of a PGN file, of several the Nth
resign         resign the game
quit           leave the program"""
_IN_PLAY = ("hint", "go", "moves", "resign")  # commands that need a game that is not over
_GAME_OVER = "The game is over. `new` starts another game, `back` takes back the end."
_MAX_SECONDS = 3600.0
_LISTED = 12  # moves in a line


class Quit(Exception):
    """Request of the user to quit."""


@dataclass
class Settings:
    """Settings of a session. sides: those that the user plays. colour: draw the board in colour.

    engine: settings of the engine, except its game and its level.
    """

    variant: str
    sides: tuple[Color, ...]
    level: int
    seconds: float
    colour: bool
    engine: EngineSettings = NO_SETTINGS


class TerminalSession:
    """Terminal session: play games until the user quits.

    ask: reads a line after a prompt, raises EOFError at the end. write: prints lines.
    """

    def __init__(
        self,
        settings: Settings,
        ask: Callable[[str], str],
        write: Callable[[str], None],
    ) -> None:
        self._player = TerminalPlayer(write)
        self.engine = self._player.engine
        self._settings = settings
        self._ask, self._write = ask, write
        self._changed: set[Square] = set()  # by the last move
        self.engine.set_option("UCI_Variant", settings.variant)
        self.engine.set_option("Skill Level", str(settings.level))
        settings.engine.apply(self.engine)
        self._commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: self._write(_HELP),
            "hint": lambda _: self._hint(),
            "back": lambda _: self._take_back(),
            "undo": lambda _: self._take_back(),
            "level": self._set_level,
            "seconds": self._set_seconds,
            "go": lambda _: self._swap(),
            "sides": self._set_sides,
            "new": self._start_new,
            "flip": lambda _: self._flip(),
            "moves": lambda _: self._list_moves(),
            "fen": self._fen,
            "save": self._save,
            "load": self._load,
            "resign": lambda _: self._resign(),
            "quit": lambda _: self._quit(),
        }
        self._start_new("")

    def run(self) -> None:
        """Play until the user quits."""
        try:
            while True:
                self._turn()
        except (Quit, EOFError):
            self._write("")
        finally:
            self.engine.close()

    def words(self) -> list[str]:
        """Return the moves and commands that can be typed now."""
        return [*self._game.legal(self._user_side()), *self._commands]

    # -- turns -------------------------------------------------------------------------------------

    def _turn(self) -> None:
        """Handle one line of the user, or play one move of the engine."""
        if self._user_side() or self._game.is_over:
            self._read()
            return
        for side in self._game.waiting_for:
            self._choose(side, *self._best_move(side))

    def _user_side(self) -> Color | None:
        """Return the side that the user moves or chooses for now, None if the engine does."""
        return self._game.first_of(self._settings.sides)

    def _read(self) -> None:
        line = self._ask(self._prompt()).strip()
        name, rest = (*line.split(None, 1), "", "")[:2]
        is_over = self._game.is_over
        try:
            if is_over and name and (name in _IN_PLAY or name not in self._commands):
                self._write(_GAME_OVER)
            elif name in self._commands:
                self._commands[name](rest)
            elif name:
                self._move(line)
        except AmaltheaError as error:
            self._write(str(error))

    def _prompt(self) -> str:
        """Return the prompt with the side to move, and an example of a secret choice."""
        side = self._user_side()
        legal = self._game.legal(side)
        example = f" (as {legal[0]})" if legal and not self._game.position.turn else ""
        return f"{side.label if side else 'Game over'}{example}> "

    def _move(self, line: str) -> None:
        """Play the user's move, or keep a choice until the other side has chosen."""
        side = self._user_side()
        legal = self._game.legal(side)
        move = find_choice(line, legal) or self._read_move(line, legal)
        if side is None or move is None:
            similar = [each for each in legal if each.lower().startswith(line.lower()[:2])]
            shown = " ".join(similar[:_LISTED]) or "see `moves`, or `help` for commands"
            self._write(f"illegal move {clip(line)}; legal: {shown}")
            return
        self._choose(side, move)

    def _read_move(self, line: str, legal: Collection[str]) -> str | None:
        """Return the legal move that a text means in another notation, None if there is none.

        Raises AmbiguousMove.
        """
        try:
            move = self._game.position.parse_move(line).text
        except AmbiguousMove:
            raise
        except IllegalMove:
            return None
        return move if move in legal else None

    def _best_move(self, side: Color) -> tuple[str, Thought]:
        return self._player.best_move(self._game.position, side, self._settings.seconds)

    def _choose(self, side: Color, move: str, thought: Thought | None = None) -> None:
        """Play a move; show it once the other side has chosen, too, if it has to."""
        position = self._game.position
        before, turn = self._board.cells(position), position.turn
        ply = self._game.choose(side, move, thought)
        if ply is None:
            return
        after = self._board.cells(position)
        squares = before.keys() | after.keys()
        self._changed = {at for at in squares if before.get(at) != after.get(at)}
        self._write(f"{turn.label if turn else 'Both'}: {ply.move}{_opinion(ply)}")
        if turn is None and not self._changed:
            self._write("The choices clash: both sides choose again.")
        self._show()

    # -- games -------------------------------------------------------------------------------------

    def _begin(self, game: TerminalGame) -> None:
        """Switch to another game and show it."""
        self._game = game
        self._places: dict[Path, Place] = {}  # of the game in files
        self._board = TerminalBoard(game.position.variant, self._settings.colour)
        self._flipped = self._user_stands_above()
        self._changed = set()
        self._show()

    def _user_stands_above(self) -> bool:
        """Return True if the only side that the user plays stands in the upper half of the board.

        Before any piece is on the board, that is Black.
        """
        if len(self._settings.sides) != 1:
            return False
        (side,) = self._settings.sides
        position = self._game.position
        ranks = [square.rank for square, each in position.pieces().items() if each.color is side]
        if not ranks:
            return side is Color.BLACK
        return sum(ranks) / len(ranks) > (position.variant.ranks - 1) / 2

    def _show(self) -> None:
        """Show the board, and how the game stands."""
        position = self._game.position
        self._write("\n".join(["", *self._board.lines(position, self._flipped, self._changed), ""]))
        if position.is_over():
            self._write(position.status.ending)
        elif position.is_check():
            self._write("Check.")

    def _start_new(self, name: str) -> None:
        """Start another game, of a variant if one is named. Raises UnknownVariant."""
        if name:
            variant = tool.named_variant("play", name)
            self._change_variant(variant.name)
            if len(self._settings.sides) == 1:
                self._settings.sides = Position(variant).choosers[:1]
        self.engine.new_game()
        self._begin(TerminalGame(Position(self.engine.variant, self.engine.start)))

    def _change_variant(self, name: str) -> None:
        self.engine.set_option("UCI_Variant", name)
        self._settings.variant = name

    def _fen(self, fen: str) -> None:
        """Print the position, or set one up and say how its FEN was corrected. Raises FenError."""
        if not fen:
            self._write(self._game.position.fen())
            return
        position = Position(recognise_chess960(self.engine.variant, fen), fen)
        for remark in position.remarks:
            self._write(remark)
        self.engine.forget()
        self._begin(TerminalGame(position))

    def _save(self, file: str) -> None:
        """Save the game. Raises UsageError and StorageError."""
        if not file:
            raise tool.UsageError("save: expected a file")
        path = game_file.real_path(file)
        sides = self._settings.sides
        names = {side: HUMAN_NAME if side in sides else self._player.name for side in Color}
        written = self._game.to_pgn(names).encode(errors="replace")
        done, self._places[path] = game_file.save(path, written, self._places.get(path))
        self._write(done)

    def _load(self, words: str) -> None:
        """Continue a game of a file, or list its games to choose from.

        Raises UsageError, TextFileError and PgnError.
        """
        if not words:
            raise tool.UsageError("load: expected a file")
        found = game_file.load(words)
        if isinstance(found, list):
            self._write(f"Choose one of the games by `load {words} N`:")
            for title in found:
                self._write(printable(title))
        else:
            self._go_on_with(found)

    def _go_on_with(self, loaded: LoadedGame) -> None:
        """Continue a loaded game; the user plays the same side as before, if it was one.

        The game is saved in its old place only if all of it was read; else the rest would be lost.
        """
        game = loaded.game
        side_lines = read_variations(game, "PGN")
        people = [side for side in Color if game.tags.get(side.label) == HUMAN_NAME]
        tags = game.known_tags
        if len(people) == 1:
            self._settings.sides = tuple(people)
            tags = {name: value for name, value in tags.items() if name not in ("White", "Black")}
        if game.variant != self._settings.variant:
            self._change_variant(game.variant)
        self.engine.forget()
        errors = (*game.errors, *side_lines.errors)
        for text in (*game.remarks, *map(str, errors)):
            self._write(text)
        self._write(printable(title_of(game.tags, game.result)))
        notes = Notes(tags, side_lines.annotations)
        self._begin(TerminalGame(game.start(), game.moves, notes, side_lines.lines))
        if loaded.place and not errors:
            self._places[loaded.path] = loaded.place

    # -- other commands ----------------------------------------------------------------------------

    def _hint(self) -> None:
        if side := self._user_side():
            move, thought = self._best_move(side)
            self._write(f"hint: {move}{_opinion(Ply(move, {side: thought}))}")

    def _take_back(self) -> None:
        self._game.take_back(self._settings.sides)
        self._changed = set()
        self._show()

    def _set_level(self, rest: str) -> None:
        """Set the level if one is given, and say how strong the engine plays."""
        options = self.engine.options
        if rest:
            self.engine.set_option("Skill Level", rest)
            self.engine.set_option("UCI_LimitStrength", "false")  # it would override the level
        if options.limit_strength.value:
            self._write(f"The engine plays at Elo {options.elo.value}.")
        else:
            level = LEVELS[options.skill_level.value]
            elo = f", about {level.elo} Elo in chess" if level.elo else ""
            self._write(f"The engine plays at {level}{elo}.")

    def _set_seconds(self, rest: str) -> None:
        self._settings.seconds = seconds_of(rest)

    def _set_sides(self, rest: str) -> None:
        self._settings.sides = sides_of(rest)

    def _swap(self) -> None:
        """Have the engine play the side to move, and the user the other one."""
        if turn := self._game.position.turn:
            self._settings.sides = (turn.other,)

    def _flip(self) -> None:
        self._flipped = not self._flipped
        self._show()

    def _list_moves(self) -> None:
        legal = self._game.legal(self._user_side())
        for at in range(0, len(legal), _LISTED):
            self._write(" ".join(legal[at : at + _LISTED]))

    def _resign(self) -> None:
        if side := self._user_side():
            self._game.resign(side)
            self._write("You resign. `new` starts another game, `back` takes the resignation back.")

    def _quit(self) -> None:
        raise Quit


def _opinion(ply: Ply) -> str:
    """Return the score and depth of the engine's last search for a ply as text."""
    *_, thought = (None, *ply.thoughts.values())
    if thought is None or thought.depth is None:
        return ""
    if thought.mate is not None:
        score = f"{'mate' if thought.mate > 0 else 'mated'} in {abs(thought.mate)}"
    else:
        score = f"{(thought.cp or 0) / 100:+.2f}"
    return f"  ({score}, depth {thought.depth})"


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
