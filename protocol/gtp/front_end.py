"""GTP front end, version 2 with GoGui's extensions: plays any game, click by click.

Each command is answered before the next one is handled, except for an interrupt. Board and clicks
come from the engine; no rule is known here.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from amalthea.engine.core.color import Color
from amalthea.engine.engine import Engine
from amalthea.engine.errors import AmaltheaError, WorkerError
from amalthea.engine.events import BestMove, EngineError, Event, Info, Note, Remark
from amalthea.engine.search.limits import Limits
from amalthea.engine.tasks import PoolMaker, new_pool
from amalthea.engine.text import clip, one_line
from amalthea.protocol import NAME, __version__
from amalthea.protocol.gtp import analysis, lines, parsing, position_setup, view
from amalthea.protocol.gtp.board import point, points
from amalthea.protocol.gtp.clicked_game import ClickedGame
from amalthea.protocol.gtp.clock import Clock
from amalthea.protocol.gtp.parsing import GtpError, Request
from amalthea.protocol.gtp.thinking import Thinking
from amalthea.protocol.loop import guarded

if TYPE_CHECKING:
    from amalthea.protocol.console import Console
    from amalthea.protocol.gtp.clicks import Clicks

Command = Callable[[Request], str | None]  # None: the answer comes later
_ANY = 10**6  # maximum number of arguments
_LONGEST_ERROR = 500


class GtpFrontEnd:
    """GTP conversation: `handle` takes a line, `collect` prints the engine's events.

    errors: console for messages and live graphics during a search. limits: those of a move without
    a clock.
    """

    def __init__(
        self, console: Console, errors: Console, limits: Limits, make_pool: PoolMaker = new_pool
    ) -> None:
        self.engine = Engine(self._on_event, make_pool)
        self.ended = False
        self.thinking = Thinking(self.engine)
        self.clock = Clock(limits)
        console.follow_log(self.engine.options.debug_log_file, self._on_event)
        self._console = console
        self._errors = errors
        self._game: ClickedGame | None = None
        self._cleared: str | None = None  # the FEN of a cleared board, None for the start position
        self._plan: tuple[int, Color, Clicks] | None = None  # moves before it, side, its clicks
        self._graphics = False  # the GUI draws live graphics
        self._request = Request()
        self._stream: analysis.Stream | None = None
        self._commands: dict[str, tuple[Command, int, int]] = {
            # with the minimum and maximum number of arguments
            "protocol_version": (lambda _: "2", 0, 0),
            "name": (lambda _: NAME, 0, 0),
            "version": (lambda _: __version__, 0, 0),
            "known_command": (lambda each: str(each.rest in self._commands).lower(), 0, _ANY),
            "list_commands": (lambda _: "\n".join(self._commands), 0, 0),
            "quit": (self._quit, 0, 0),
            "boardsize": (self._boardsize, 1, 2),
            "clear_board": (self._clear_board, 0, 0),
            "play": (self._play, 2, 2),
            "genmove": (self._genmove, 1, 1),
            "reg_genmove": (self._reg_genmove, 1, 1),
            "undo": (self._undo, 0, 0),
            "gg-undo": (self._undo, 0, 1),
            "showboard": (lambda _: view.diagram(self.game), 0, 0),
            "time_settings": (self._time_settings, 3, 3),
            "time_left": (self._time_left, 3, 3),
            "final_score": (self._final_score, 0, 0),
            "gogui-rules_game_id": (lambda _: self._game_id(), 0, 0),
            "gogui-rules_board": (lambda _: view.stones(self.game), 0, 0),
            "gogui-rules_board_gfx": (lambda _: view.graphics(self.game), 0, 0),
            "gogui-rules_board_size": (lambda _: self._size(), 0, 0),
            "gogui-rules_legal_moves": (lambda _: points(self.game.legal()), 0, 0),
            "gogui-rules_side_to_move": (lambda _: self.game.side.label.lower(), 0, 0),
            "gogui-rules_final_result": (lambda _: view.result(self.game), 0, 0),
            "gogui-play_sequence": (self._play_sequence, 0, _ANY),
            "gogui-setup": (self._setup, 0, _ANY),
            "gogui-setup_player": (self._setup_player, 1, 1),
            "gogui-interrupt": (lambda _: "", 0, 0),
            "gogui-version": (self._gogui_version, 0, _ANY),
            "gogui-analyze_commands": (lambda _: analysis.menu(self.game), 0, 0),
            "lz-analyze": (lambda each: self._analyse(each, lines.leela), 0, _ANY),
            "kata-analyze": (lambda each: self._analyse(each, lines.kata), 0, _ANY),
            "amalthea-best_lines": (self._best_lines, 0, 1),
            "amalthea-evaluation": (lambda _: analysis.evaluation(self.engine, self.game), 0, 0),
            "amalthea-targets": (self._targets, 1, 1),
            "amalthea-rings": (lambda _: analysis.rings(self.game), 0, 0),
            "amalthea-moves": (lambda _: view.moves(self.game), 0, 0),
            "amalthea-fen": (self._fen, 0, _ANY),
            "amalthea-settings": (self._settings, 0, _ANY),
        }

    # -- called by the event loop ------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """True while a command has not been answered."""
        return self.thinking.busy

    @property
    def streaming(self) -> bool:
        """True during an analysis that runs until the next line."""
        return self._stream is not None

    def handle(self, line: str) -> None:
        """Carry out one command, if not busy."""
        self._console.log(">>", line)
        request = parsing.read(line)
        if request is None:
            return
        self._request = request
        guarded(lambda: self._carry_out(request), self.refuse)

    def refuse(self, message: str) -> None:
        """Answer the last command with an error, in one line."""
        line = one_line(message)
        self._reply("?", line if len(line) <= _LONGEST_ERROR else f"{line[:_LONGEST_ERROR]}...")

    def interrupt(self) -> None:
        """Stop the search; its answer follows."""
        self.engine.stop()

    def collect(self) -> None:
        """Print the events of the engine."""
        guarded(self.engine.collect, self.refuse)

    def close(self) -> None:
        """End the engine's processes."""
        self.engine.close()

    @property
    def game(self) -> ClickedGame:
        """The current game, a new one at first."""
        if self._game is None:
            self._game = ClickedGame(self.engine, self._cleared)
        return self._game

    def begin(self, fen: str | None) -> None:
        """Start a game from a position, to which a cleared board returns from now on.

        Raises FenError and changes nothing.
        """
        self._game = self._game_from(fen)
        self._cleared = fen
        self.clock.restart()

    def _game_from(self, fen: str | None) -> ClickedGame:
        before = self.game if self._game else None
        try:
            return ClickedGame(self.engine, fen)
        except AmaltheaError:
            if before:
                before.update_engine(anew=True)
            raise

    def _carry_out(self, request: Request) -> None:
        known = self._commands.get(request.name)
        if known is None:
            raise GtpError("unknown command" if request.name else "no command")
        command, least, most = known
        if not least <= len(request.words) <= most:
            expected = f"{least}" if least == most else f"{least} to {most}"
            noun = "argument" if expected == "1" else "arguments"
            raise GtpError(f"{request.name} takes {expected} {noun}, not {len(request.words)}")
        answer = command(request)
        if answer is not None:
            self._reply("=", answer)

    def _reply(self, sign: str, text: str) -> None:
        kept = [line for line in text.split("\n") if line.strip()]
        text = "\n".join(kept)
        lead = "\n" if len(kept) > 1 and self._request.name in _BELOW else " "
        self._console.write(f"{sign}{self._request.number}{lead}{text}", "")

    # -- events of the engine ----------------------------------------------------------------------

    def _on_event(self, event: Event) -> None:
        match event:
            case Info() if self.busy:
                self.thinking.add_line(event)
                self._show_live(event)
            case BestMove() if self.busy:
                self._end(event)
            case EngineError() | Note() | Remark():
                self._errors.write(f"amalthea gtp: {event.text}")

    def _show_live(self, info: Info) -> None:
        """Print a report of the running search: lines of a stream, or GoGui's live graphics."""
        if self._stream:
            self._console.write(*self._stream.due(self.thinking))
        elif self._graphics and info.multipv == 1 and info.pv:
            self._errors.write(*lines.live(info))

    def _end(self, best: BestMove) -> None:
        if self._stream is None:
            self._reply("=", self.thinking.end(best))
            return
        self._console.write(*self._stream.last(self.thinking), "")
        self._stream = None
        self.thinking.end(best)

    # -- the commands of GTP -----------------------------------------------------------------------

    def _quit(self, _: Request) -> str:
        self.ended = True
        return ""

    def _boardsize(self, request: Request) -> str:
        sizes = [parsing.number(word, "size", 1) for word in request.words]
        board = self.game.board
        if sizes not in ([board.files], [board.files, board.ranks]):
            raise GtpError("unacceptable size")
        return ""

    def _clear_board(self, _: Request) -> str:
        if self._game and self._game.set_up:
            self._game = None
        self._plan = None
        self.game.clear()
        self.clock.restart()
        self._start_processes()
        return ""

    def _start_processes(self) -> None:
        """Start the worker processes, so that the first move does not wait while its clock runs."""
        with contextlib.suppress(WorkerError):  # the first search reports it
            self.engine.prepare()

    def _play(self, request: Request) -> str:
        return self._play_sequence(request)

    def _play_sequence(self, request: Request) -> str:
        self.game.click_all(parsing.pairs(request.words, self.game.board))
        return ""

    def _undo(self, request: Request) -> str:
        self._plan = None
        self.game.undo(parsing.number(request.rest, "number", 1) if request.rest else 1)
        return ""

    def _genmove(self, request: Request) -> str | None:
        return self._next_click(parsing.colour(request.words[0]), play=True)

    def _reg_genmove(self, request: Request) -> str | None:
        return self._next_click(parsing.colour(request.words[0]), play=False)

    def _next_click(self, side: Color, play: bool) -> str | None:
        """Return the next click of a side, or None if the answer comes after a search.

        It is planned if the engine is in the middle of a move, and a pass if the side is not to
        move. play: make the click, too.
        """
        game = self.game
        if game.is_over or side != game.side:
            return self._clicked(side, None, play)
        planned = self._planned()
        if planned:
            return self._clicked(side, planned, play)

        def answer(best: BestMove) -> str:
            self.clock.spend(side, self.thinking.seconds)
            if best.move is None:
                raise GtpError("no move was found")
            self._plan = len(game.moves), side, game.ways.clicks(best.move)
            return self._clicked(side, self._planned(), play)

        self.thinking.begin(game, self.clock.limits(side), answer)
        return None

    def _planned(self) -> str | None:
        """Return the next click of the move that the engine is making, None if there is none."""
        game, clicked = self.game, self.game.clicked
        if self._plan is None or self._plan[:2] != (len(game.moves), game.side):
            return None
        clicks = self._plan[2]
        matches = clicks[: len(clicked)] == clicked
        if matches and clicks[len(clicked)] in game.ways.next(clicked):
            return clicks[len(clicked)]
        return None

    def _clicked(self, side: Color, square: str | None, play: bool) -> str:
        if play:
            self.game.click(side, square)
        return point(square) if square else parsing.PASS

    def _time_settings(self, request: Request) -> str:
        main_s, period_s, moves = (parsing.number(word, "time") for word in request.words)
        self.clock.set(main_s, period_s, moves)
        self._start_processes()
        return ""

    def _time_left(self, request: Request) -> str:
        side = parsing.colour(request.words[0])
        seconds = parsing.number(request.words[1], "time", -(10**6))
        self.clock.set_left(side, seconds, parsing.number(request.words[2], "stones"))
        return ""

    def _final_score(self, _: Request) -> str:
        score = view.score(self.game)
        if score is None:
            raise GtpError("cannot score: the game is not over")
        return score

    # -- GoGui's extensions ------------------------------------------------------------------------

    def _game_id(self) -> str:
        """Return the game's name as letters and digits, capitalised."""
        return "".join(filter(str.isalnum, self.engine.variant.name)).capitalize()

    def _size(self) -> str:
        board = self.game.board
        same = board.files == board.ranks
        return f"{board.files}" if same else f"{board.files} {board.ranks}"

    def _setup(self, request: Request) -> str:
        placed = parsing.pairs(request.words, self.game.board)
        self._game = self._game_from(position_setup.stones(self.game, placed))
        self._game.set_up = True
        return ""

    def _setup_player(self, request: Request) -> str:
        side = parsing.colour(request.words[0])
        self._game = self._game_from(position_setup.with_side(self.game, side))
        self._game.set_up = True
        return ""

    def _gogui_version(self, _: Request) -> str:
        self._graphics = True
        return ""

    # -- analysis ----------------------------------------------------------------------------------

    def _analyse(self, request: Request, write: analysis.Writer) -> None:
        """Print the lines of a search until the next line of input. write: formats them."""
        interval_s = analysis.interval(request.words, self.game)
        self._check_open()
        self.thinking.begin(self.game, Limits(infinite=True), lambda _: "", analysis.STREAMED_LINES)
        self._stream = analysis.Stream(write, interval_s, self.game.clicked)
        self._console.write(f"={self._request.number}")

    def _best_lines(self, request: Request) -> None:
        count = parsing.number(request.rest or "3", "number of lines", 1, 100)
        self._check_open()
        limits = self.clock.default
        self.thinking.begin(
            self.game, limits, lambda _: lines.graphics(self.thinking.known()), count
        )

    def _targets(self, request: Request) -> str:
        return analysis.targets(self.game, parsing.colour(request.words[0]))

    def _fen(self, request: Request) -> str:
        if not request.rest:
            return self.game.position.fen()
        self.begin(request.rest)
        return ""

    def _settings(self, request: Request) -> str:
        from amalthea.protocol.gtp import settings

        options = self.engine.options
        if not request.words:
            return settings.listed(options)
        settings.assign(settings.find(options, request.words[0]), request.words[1:])
        return ""

    def _check_open(self) -> None:
        """Raise GtpError if the game is over."""
        if self.game.is_over:
            raise GtpError(f"the game is over: {clip(view.result(self.game))}")


_BELOW = ("showboard",)  # commands whose answer begins on a new line
