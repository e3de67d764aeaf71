"""UCI front end: turns lines into calls of the engine and the engine's events into lines.

It never waits; the event loop reads lines and waits. Its subclasses speak dialects of UCI.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from amalthea.engine import variants
from amalthea.engine.engine import DEFAULT_VARIANT, Engine
from amalthea.engine.errors import AmaltheaError, IllegalMove, PhaseError
from amalthea.engine.events import (
    BestMove,
    CurrentMove,
    EngineError,
    Event,
    FinalScore,
    GameChanged,
    Info,
    Note,
    PerftLine,
    PerftTotal,
    Progress,
    Ready,
    Remark,
)
from amalthea.engine.options import whole_number
from amalthea.engine.tasks import PoolMaker, new_pool
from amalthea.engine.text import clip
from amalthea.protocol import AUTHORS, NAME, __version__
from amalthea.protocol.console import Console
from amalthea.protocol.loop import guarded
from amalthea.protocol.uci import answers, cyclone
from amalthea.protocol.uci.move_text import MoveText
from amalthea.protocol.uci_client import info_lines
from amalthea.protocol.uci_client.option_lines import option_line

if TYPE_CHECKING:
    from amalthea.engine.events import Listener, Score
    from amalthea.engine.options import Option
    from amalthea.protocol.uci.parsing import GoCommand, PositionCommand


class UciError(AmaltheaError):
    """Error for a command that cannot be carried out now, or lacks an argument."""


class UciFrontEnd:
    """UCI conversation: `handle` takes a line, `collect` prints the engine's events.

    protocol: the command with which the conversation begins. first_variant: the game of its first
    position.
    """

    protocol: ClassVar[str] = "uci"
    first_variant: ClassVar[str] = DEFAULT_VARIANT

    def __init__(self, console: Console, make_pool: PoolMaker = new_pool) -> None:
        self.engine = Engine(self._on_event, make_pool, self.first_variant)
        self.ended = False
        self.errors = 0  # number of error lines printed
        self._console = console
        self._gathered: list[str] | None = None  # lines to print together
        self._speaks_cyclone = False
        self._options = self.engine.options
        console.follow_log(self._options.debug_log_file, self._on_event)
        self._commands = self._command_table()

    def _command_table(self) -> dict[str, Callable[[str], None]]:
        return {
            # UCI
            self.protocol: self._introduce,
            "ucinewgame": lambda _: self.engine.new_game(),
            f"{self.protocol}newgame": lambda _: self.engine.new_game(),
            "debug": _check_debug,
            "isready": self._isready,
            "setoption": self._setoption,
            "register": lambda _: None,  # no registration is needed
            "position": self._set_position,
            "go": self._go,
            "perft": lambda rest: self._go(f"perft {rest}"),
            "stop": lambda _: self.engine.stop(),
            "ponderhit": lambda _: self.engine.ponderhit(),
            "quit": self._quit,
            # as in Stockfish and Fairy-Stockfish
            "d": lambda _: self._say(*self._board()),
            "eval": lambda _: self._show_evaluation(),
            "flip": lambda _: self.engine.flip(),
            "bench": self._start_bench,
            "load": lambda rest: self.engine.load_variants(_path("load", rest)),
            "check": lambda rest: self.engine.check_variants(_path("check", rest)),
            # for clients that do not know the rules
            "moves": self._show_moves,
            "status": lambda _: self._say(f"status {self.engine.game.position.status()}"),
            "variants": self._show_variants,
            "help": lambda _: self._show_commands(),
            **self._own_commands(),
        }

    # -- called by the event loop ------------------------------------------------------------------

    def knows(self, command: str) -> bool:
        """Return True if a command of that name exists."""
        return command.lower() in self._commands

    def handle(self, line: str) -> None:
        """Carry out one command."""
        self._console.log(">>", line)
        guarded(lambda: self._carry_out(line.strip()), self.refuse)

    def refuse(self, message: str) -> None:
        """Print an error line."""
        self.errors += 1
        self._say(answers.error(message))

    def collect(self) -> None:
        """Print the events of the engine with one write, which wakes the client once."""
        lines: list[str] = []
        self._gathered = lines
        try:
            guarded(self.engine.collect, self.refuse)
        finally:
            self._gathered = None
            self._say(*lines)

    def close(self) -> None:
        """End the engine's processes."""
        self.engine.close()

    def _carry_out(self, line: str) -> None:
        name, rest = (*line.split(None, 1), "", "")[:2]
        if rest == "--help":
            self._show_help(name)
        elif name in self._commands:
            self._commands[name](rest)
        elif name.lower() in self._commands:
            self._say(answers.warning(f"command {clip(name)} read as {clip(name.lower())}"))
            self._commands[name.lower()](rest)
        elif name:
            raise UciError(f"unknown command {clip(line)}, `help` lists all")

    # -- events of the engine ----------------------------------------------------------------------

    def _on_event(self, event: Event) -> None:
        if isinstance(event, EngineError):
            self.refuse(event.text)
        elif isinstance(event, PerftTotal) and not event.complete:
            self.refuse("go perft: the count was stopped before its end")
        else:
            self._say(*self._lines(event))

    def _search_listener(self, words: Sequence[str]) -> Listener:
        """Return what is called with the events of a search. words: those after `go`."""
        return partial(self._on_search_event, self._moves)

    def _on_search_event(self, moves: MoveText, event: Event) -> None:
        """Print an event of a search. moves: writes moves of its game."""
        self._on_event(moves.written(event))

    def _lines(self, event: Event) -> Iterable[str]:
        match event:
            case Info():
                show_wdl = self._options.show_wdl.value
                yield info_lines.info_line(event, show_wdl, self._score_words)
            case Progress():
                yield info_lines.progress_line(event)
            case CurrentMove():
                yield info_lines.current_move_line(event)
            case FinalScore():
                yield info_lines.final_score_line(event, self._score_words)
            case BestMove():
                yield self._best_move(event)
            case Note():
                yield answers.note(event.text)
            case Remark():
                yield answers.warning(event.text)
            case PerftLine():
                yield f"{event.move}: {event.nodes}"
            case PerftTotal():
                yield from answers.perft_total(event)
            case GameChanged():
                yield answers.variant_info(event.variant, event.start)
            case Ready():
                yield "readyok"

    def _say(self, *lines: str) -> None:
        if self._gathered is None:
            self._console.write(*lines)
        else:
            self._gathered += lines

    # -- where dialects differ ---------------------------------------------------------------------

    def _own_commands(self) -> dict[str, Callable[[str], None]]:
        """Return the commands that dialects do not share: here those of UCI-Cyclone."""
        return {
            "ucicyclone": lambda _: self._speak_cyclone(),
            "fen": lambda rest: self._set_cyclone_position(f"fen {rest}"),
            "startpos": lambda rest: self._set_cyclone_position(f"startpos {rest}"),
        }

    @property
    def _moves(self) -> MoveText:
        """The reader and writer of moves in the current game."""
        return cyclone.move_text(self.engine.variant) if self._speaks_cyclone else MoveText()

    @property
    def _offered(self) -> Iterable[Option]:
        """The options of the engine and of this dialect."""
        return self._options

    def _identity(self) -> list[str]:
        """Return the lines that name the engine."""
        return [f"id name {NAME} {__version__}", f"id author {AUTHORS}"]

    def _option_name(self, name: str) -> str:
        """Return the name of one of the engine's options in this dialect."""
        return name

    def _option_line(self, option: Option) -> str:
        return option_line(option, self._option_name(option.name))

    def _score_words(self, score: Score) -> str:
        return info_lines.score_words(score)

    def _best_move(self, report: BestMove) -> str:
        return answers.best_move(report)

    def _board(self) -> list[str]:
        """Return the answer to `d`."""
        return answers.board(self.engine.game.position)

    def _parse_position(self, words: list[str]) -> PositionCommand:
        from amalthea.protocol.uci.parsing import parse_position

        return parse_position(cyclone.as_in_uci(words) if self._speaks_cyclone else words)

    def _parse_go(self, words: list[str]) -> GoCommand:
        from amalthea.protocol.uci.parsing import parse_go

        return parse_go(words)

    # -- the commands of UCI -----------------------------------------------------------------------

    def _introduce(self, _: str) -> None:
        self._say(
            *self._identity(),
            "",
            *map(self._option_line, self._offered),
            f"{self.protocol}ok",
        )

    def _isready(self, _: str) -> None:
        try:
            self.engine.prepare()
        except AmaltheaError as error:
            self.refuse(str(error))
            self._say("readyok")

    def _setoption(self, rest: str) -> None:
        from amalthea.protocol.uci.parsing import parse_option

        command = parse_option(rest)
        option = self._find_option(command.name)
        self.engine.set_option(option.name if option else command.name, command.value)

    def _find_option(self, name: str) -> Option | None:
        """Return the option of that name, in this dialect or in UCI, None for an unknown one."""
        for option in self._offered:
            if name.lower() in (self._option_name(option.name).lower(), option.name.lower()):
                return option
        return None

    def _set_position(self, rest: str) -> None:
        self.engine.drop_position()
        command = self._parse_position(rest.split())
        with self._moves.errors_of(command.moves) as moves:
            self.engine.set_position(command.fen, moves)

    def _go(self, rest: str) -> None:
        words = rest.lower().split()
        listener = self._search_listener(words)

        def refuse(message: str) -> None:
            self.refuse(message)
            if "perft" not in words:
                self.engine.refuse_search(listener)

        guarded(lambda: self._start_search(words, listener), refuse)

    def _start_search(self, words: list[str], listener: Listener) -> None:
        command = self._parse_go(words)
        if command.warnings:
            self._say(answers.warning(f"go {'; '.join(command.warnings)}"))
        try:
            if command.perft is None:
                with self._moves.errors_of(command.limits.searchmoves) as moves:
                    self.engine.go(replace(command.limits, searchmoves=moves), listener)
            else:
                self.engine.perft(command.perft, listener)
        except PhaseError as error:
            raise UciError(_wrong_phase(command.perft, error)) from error
        except IllegalMove as error:
            raise UciError(f"go searchmoves: {error}") from error

    def _quit(self, _: str) -> None:
        self.ended = True
        self.engine.stop()

    # -- UCI-Cyclone ------------------------------------------------------------------------------

    def _speak_cyclone(self) -> None:
        """From now on count the ranks of xiangqi from 0. Chess, the first game, becomes xiangqi."""
        self._speaks_cyclone = True
        if self.engine.variant.name == DEFAULT_VARIANT:
            self.engine.set_option(self._options.variant.name, cyclone.GAME)

    def _set_cyclone_position(self, rest: str) -> None:
        """Set a position without the word `position`, by which a client may show its dialect."""
        if cyclone.shows_xiangqi(rest.split()):
            self._speak_cyclone()
        self._set_position(rest)

    # -- commands for variants, and bench ----------------------------------------------------------

    def _show_moves(self, rest: str) -> None:
        from amalthea.protocol.uci.parsing import parse_moves

        try:
            moves = self.engine.legal_moves(parse_moves(rest.split()))
        except PhaseError as error:
            raise UciError(answers.wrong_side("moves", error)) from error
        self._say(" ".join(["legalmoves", *map(self._moves.write, moves)]))

    def _show_variants(self, _: str) -> None:
        for variant in map(variants.get, variants.names()):
            start = variant.start_fen(self._options.seed.value or None)
            self._say(answers.variant_line(variant, start))

    def _show_evaluation(self) -> None:
        variant = self.engine.game.variant
        self._say(*answers.evaluation(self.engine.explain(), variant))

    def _show_commands(self) -> None:
        from amalthea.protocol.uci.help import HELP

        names = sorted(self._commands)
        self._say(
            f"commands: {' '.join(names)}",
            f"{', '.join(HELP)} have --help; docs/protocol.md describes all commands",
        )

    def _show_help(self, name: str) -> None:
        from amalthea.protocol.uci.help import HELP

        self._say(*HELP.get(name, f"no help for {clip(name)}: see docs/protocol.md").splitlines())

    def _start_bench(self, rest: str) -> None:
        from amalthea.protocol.uci.bench import DEEPEST, DEFAULT_DEPTH, Bench

        depth = whole_number(rest) if rest else DEFAULT_DEPTH
        if depth is None or not 1 <= depth <= DEEPEST:
            raise UciError(f"bench: depth {clip(rest)}, expected 1 to {DEEPEST}")
        bench = Bench(depth)
        self.engine.search_all(bench.jobs(), lambda report: self._say(*bench.lines(report)))


class CycloneFrontEnd(UciFrontEnd):
    """UCI-Cyclone conversation, whose first game is xiangqi."""

    first_variant: ClassVar[str] = cyclone.GAME


def _check_debug(rest: str) -> None:
    """Accept `debug on|off`, which changes nothing. Raises UciError for other words."""
    if rest.lower() not in {"on", "off"}:
        raise UciError(f"debug: {clip(rest)}, expected 'on' or 'off'")


def _wrong_phase(perft: int | None, error: PhaseError) -> str:
    """Return the reason why a search, or a perft if `perft` is not None, cannot start."""
    if perft is not None:
        return "go perft: there is nothing to count while both sides choose"
    return answers.wrong_side("go", error)


def _path(command: str, rest: str) -> str:
    """Return the file that a command names. Raises UciError if it names none."""
    if not rest:
        raise UciError(f"{command}: the file's name is missing")
    return rest
