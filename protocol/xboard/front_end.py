"""CECP front end: turns lines of XBoard into calls of the engine and its events into lines.

It knows no rules: legal moves, their effects and the end of a game come from the engine. For games
that XBoard does not know it sends board, pieces and legal squares.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from amalthea.engine import variants
from amalthea.engine.core.color import Color
from amalthea.engine.engine import Engine
from amalthea.engine.errors import AmaltheaError, FenError, IllegalMove
from amalthea.engine.events import BestMove, EngineError, Event, Info, Note, Ready, Remark
from amalthea.engine.tasks import PoolMaker, new_pool
from amalthea.engine.text import one_line
from amalthea.protocol.console import Console
from amalthea.protocol.draw_offers import accepts_draw
from amalthea.protocol.loop import guarded
from amalthea.protocol.xboard import features, hosting, words
from amalthea.protocol.xboard.clock import Clock, whole
from amalthea.protocol.xboard.highlights import Highlights
from amalthea.protocol.xboard.pings import Pings
from amalthea.protocol.xboard.play import Play, read_fen
from amalthea.protocol.xboard.searcher import (
    ANALYSING,
    PONDERING,
    THINKING,
    Searcher,
    thinking_line,
)
from amalthea.protocol.xboard.squares import PASS

_NORMAL = "chess"  # the game of `new`
_IGNORED = ("xboard", "accepted", "rejected", "random", "rating", "name", "ics", "hover", "bk")
_SIZED = re.compile(r"\d+x\d+\+\d+_")  # optional prefix of a variant's name


class CecpError(AmaltheaError):
    """Error for a command that cannot be carried out; the message is the reason."""


class CecpFrontEnd:
    """CECP conversation: `handle` takes a line, `collect` prints the engine's events.

    errors: number of error lines printed.
    """

    def __init__(self, console: Console, make_pool: PoolMaker = new_pool) -> None:
        self.engine = Engine(self._on_event, make_pool)
        self.ended = False
        self.errors = 0
        self._console = console
        self._search = Searcher(self.engine)
        self._options = self.engine.options
        self._settings = features.Settings(self._options)
        self._clock = Clock()
        self._highlights = Highlights()
        self._drawn: dict[str, str] = {}  # FENs of random starts by variant, until the first move
        self._play = self._new_play()
        self._refused = False  # True from a position that was refused until the next one
        self._side: Color | None = Color.BLACK  # the engine's side, None for neither
        self._analysing = self._posting = False
        self._pondering = True
        self._against_engine = False
        self._excluded: set[str] = set()
        self._hint: str | None = None
        self._pings = Pings(console)
        console.follow_log(self._options.debug_log_file, self._on_event)
        self._commands = self._command_table()

    def _command_table(self) -> dict[str, Callable[[str], None]]:
        return {
            **dict.fromkeys(_IGNORED, _ignore),
            "protover": self._protover,
            "new": lambda _: self._new(),
            "variant": self._set_variant,
            "setboard": self._setboard,
            "quit": self._quit,
            "force": lambda _: self._take_side(None),
            "go": lambda _: self._go(),
            "playother": lambda _: self._playother(),
            "usermove": self._usermove,
            "?": lambda _: self._move_now(),
            "undo": lambda _: self._take_back(1),
            "remove": lambda _: self._take_back(2),
            "result": lambda _: self._take_side(None),
            "draw": lambda _: self._answer_draw(),
            "hint": lambda _: self._give_hint(),
            "computer": lambda _: self._set_against_engine(),
            "level": lambda rest: self._clock.level(rest, len(self._play.moves) // 2),
            "st": self._clock.per_move,
            "sd": self._clock.set_depth,
            "nps": self._clock.set_nps,
            "time": self._clock.set_own,
            "otim": self._clock.set_other,
            "hard": lambda _: self._set_pondering(True),
            "easy": lambda _: self._set_pondering(False),
            "post": lambda _: self._set_posting(True),
            "nopost": lambda _: self._set_posting(False),
            "analyze": lambda _: self._analyse(),
            "exit": lambda _: self._stop_analysing(),
            ".": lambda _: self._show_progress(),
            "exclude": lambda rest: self._restrict(rest, exclude=True),
            "include": lambda rest: self._restrict(rest, exclude=False),
            "memory": lambda rest: self._change(self._settings.set_memory, rest),
            "cores": lambda rest: self._change(self._settings.set_cores, rest),
            "option": self._set_option,
            "ping": self._ping,
            "lift": lambda rest: self._say(*self._highlights.lift(self._play, rest)),
            "put": lambda rest: self._say(*self._highlights.put(self._play, rest)),
        }

    # -- called by the event loop ------------------------------------------------------------------

    def handle(self, line: str) -> None:
        """Carry out one command. A bare move counts as `usermove`, as older clients send it."""
        self._console.log(">>", line)
        line = line.strip()
        if self._play.is_move(line):
            line = f"usermove {line}"
        guarded(lambda: self._carry_out(line), lambda why: self._refuse(why, line))

    def refuse(self, message: str) -> None:
        """Print an error line."""
        self.errors += 1
        self._say(f"Error ({one_line(message)}):")

    def collect(self) -> None:
        """Print the engine's events; if a search has ended, take the next step of the game."""
        guarded(self._collect, self.refuse)

    def close(self) -> None:
        """End the engine's processes."""
        self.engine.close()

    def _refuse(self, why: str, line: str) -> None:
        self.errors += 1
        self._say(words.refusal_line(why, line))

    def _carry_out(self, line: str) -> None:
        name, rest = (*line.split(None, 1), "", "")[:2]
        if name in self._commands:
            self._commands[name](rest)
        elif name:
            raise CecpError("unknown command")

    def _collect(self) -> None:
        self.engine.collect()
        if self._search.best:
            self._end_search(self._search.best)

    def _say(self, *lines: str) -> None:
        self._console.write(*lines)

    def _on_event(self, event: Event) -> None:
        self._search.on_event(event)
        match event:
            case EngineError(text):
                self.errors += 1
                self._say(f"# error: {one_line(text)}")
            case Note(text) | Remark(text):
                self._say(f"# {one_line(text)}")
            case Ready():
                self._pings.answer()
            case Info() if self._posting and self._search.kind:
                self._say(thinking_line(event, self._play, self._search.expected))

    # -- games -------------------------------------------------------------------------------------

    def _protover(self, rest: str) -> None:
        whole(rest, 1, 99)
        self._say(*self._settings.feature_lines())

    def _new(self) -> None:
        self._halt()
        self._options.chess960.set("false")
        self.engine.set_option("UCI_Variant", _NORMAL)
        self.engine.new_game()
        self._clock.rewind()
        self._side = None if self._analysing else Color.BLACK
        self._against_engine = False
        self._begin(self._new_play())

    def _new_play(self) -> Play:
        """Return a new game of the current variant."""
        variant = self.engine.variant
        # XBoard keeps the first start position that it was sent, so a random one is not drawn anew.
        fen = self._drawn.setdefault(variant.name, self.engine.start)
        return Play(variant, fen, self._options.chess960.value, not hosting.is_known(variant))

    def _begin(self, play: Play) -> None:
        """Continue with another game or another position."""
        self._play = play
        self._refused = False
        self._search.forget_scores()
        self._position_changed()

    def _set_variant(self, rest: str) -> None:
        name, chess960 = variants.find(_SIZED.sub("", rest))
        if why := hosting.unshowable(variants.get(name)):
            self._say(words.unshowable_line(name, why))
            return
        self._halt()
        self._options.chess960.set(str(chess960).lower())
        self.engine.set_option("UCI_Variant", name)
        self._begin(self._new_play())
        if self._play.shown:
            self._say(*hosting.hosting_lines(self.engine.variant, self._play.fen))

    def _setboard(self, rest: str) -> None:
        play = self._play
        try:
            fen, remarks = read_fen(play.variant, rest, play.chess960, reversed(play.fens))
            other = Play(play.variant, fen, play.chess960, play.shown)
        except FenError as error:
            self.errors += 1
            self._halt()
            self._refused = True
            self._say(f"tellusererror Illegal position: {one_line(str(error))}")
            return
        self._say(*(f"# {one_line(remark)}" for remark in remarks))
        self._halt()
        if play.passes and fen == play.fens[-1]:  # XBoard's way to pass
            play.play(PASS)
            self._position_changed()
        else:
            self._begin(other)
        self._next()

    def _quit(self, _: str) -> None:
        self.ended = True
        self.engine.stop()

    # -- the side to move --------------------------------------------------------------------------

    def _take_side(self, side: Color | None) -> None:
        """Have the engine play a side, and move if it is its turn."""
        self._halt()
        self._side = side
        self._next()

    def _go(self) -> None:
        self._check_position()
        self._analysing = False
        self._take_side(self._play.turn)

    def _playother(self) -> None:
        self._check_position()
        self._analysing = False
        self._take_side(self._play.turn.other)
        self._ponder()

    def _usermove(self, rest: str) -> None:
        if not rest:
            raise CecpError("no move")
        self._check_position()
        if self._search.kind == THINKING:
            raise IllegalMove("it is not your turn")
        move = self._play.find(rest)
        hit = self._search.kind == PONDERING and move == self._search.expected
        if not hit:
            self._halt()
        self._play.play(move)
        self._drawn.clear()
        if hit:
            self._search.hit()
        else:
            self._position_changed()
            self._show_result()
            self._next()

    def _check_position(self) -> None:
        """Raise IllegalMove if the client's last position was refused, so that ours differs."""
        if self._refused:
            raise IllegalMove("the position was refused, and no other one was set since")

    def _take_back(self, plies: int) -> None:
        if plies > len(self._play.moves):
            raise CecpError("no move to take back")
        self._halt()
        self._play.take_back(plies)
        self._position_changed()

    def _position_changed(self) -> None:
        """Reset the data of the last position, and restart an analysis."""
        self._excluded.clear()
        self._hint = None
        if self._analysing:
            self._analyse()

    def _halt(self) -> None:
        """Stop the search and ignore its result."""
        self._search.halt()
        self._pings.answer()

    def _next(self) -> None:
        """Start a search if the engine is to move."""
        play = self._play
        if self._analysing or play.turn != self._side or play.status.state != "ongoing":
            return
        if play.passes:
            self._make(PASS, PASS)
            return
        wanted = [move for move in play.legal() if move not in self._excluded]
        restricted = self._excluded or play.half is not None
        self._search.think(play, self._clock, wanted if restricted else ())

    def _end_search(self, best: BestMove) -> None:
        kind = self._search.kind
        self._search.end()
        if kind != THINKING:
            return
        if best.move is None:
            self._pings.answer()
            return
        text = self._play.text(best.move)
        if text is None:
            self._search_other_move()
            return
        self._clock.spend(self._search.elapsed_s)
        self._hint = None
        resigns = self._settings.resigns.value and not self._against_engine
        if self._search.hopeless and resigns:
            self._side = None
            self._say("resign")
            self._pings.answer()
            return
        self._make(best.move, text)
        self._hint = best.ponder
        self._ponder()

    def _search_other_move(self) -> None:
        """Search again without the moves that XBoard cannot show."""
        shown = [move for move in self._play.legal() if self._play.text(move)]
        if not shown:
            self._pings.answer()
            raise CecpError("XBoard cannot show any legal move")
        self._search.think(self._play, self._clock, shown)

    def _make(self, move: str, text: str) -> None:
        """Play and print the engine's own move."""
        self._play.play(move)
        self._drawn.clear()
        self._say(f"move {text}")
        self._excluded.clear()
        self._show_result()
        self._pings.answer()

    def _ponder(self) -> None:
        if self._pondering and self._hint and self._side and self._play.turn != self._side:
            self._search.ponder(self._play, self._clock, self._hint)

    def _show_result(self) -> None:
        status = self._play.status
        if status.state != "ongoing" and not self._analysing:
            self._say(words.result_line(status))

    def _move_now(self) -> None:
        if self._search.kind == THINKING:
            self.engine.stop()

    def _answer_draw(self) -> None:
        """Accept a draw by the engine's last score; print nothing to decline it."""
        last = self._search.last
        if last and accepts_draw(self._play.position, last.score):
            self._say("offer draw")

    def _give_hint(self) -> None:
        if self._hint and not self._play.passes and self._hint in self._play.legal():
            self._say(f"Hint: {self._play.plain_text(self._hint)}")

    def _set_against_engine(self) -> None:
        """Note that the opponent is a program, against which the engine does not resign."""
        self._against_engine = True

    # -- analysis ----------------------------------------------------------------------------------

    def _analyse(self) -> None:
        self._check_position()
        self._halt()
        self._side, self._analysing = None, True
        play = self._play
        wanted = [move for move in play.legal() if move not in self._excluded]
        if wanted and wanted != [PASS]:
            self._search.analyse(play, wanted if self._excluded or play.half else ())

    def _stop_analysing(self) -> None:
        if not self._analysing:
            raise CecpError("no analysis is running")
        self._halt()
        self._analysing = False

    def _show_progress(self) -> None:
        if self._search.kind == ANALYSING:
            self._say(self._search.status_line())

    def _restrict(self, rest: str, exclude: bool) -> None:
        """Exclude a move, or `all`, from searches, or include it again."""
        moves = set(self._play.legal()) if rest == "all" else {self._play.find(rest)}
        if exclude:
            self._excluded |= moves
        else:
            self._excluded -= moves
        if self._analysing:
            self._analyse()

    # -- time, strength, options -------------------------------------------------------------------

    def _set_pondering(self, wanted: bool) -> None:
        self._pondering = wanted
        if not wanted and self._search.kind == PONDERING:
            self._halt()

    def _set_posting(self, wanted: bool) -> None:
        self._posting = wanted

    def _change(self, change: Callable[[str], None], rest: str) -> None:
        """Change a setting, and restart pondering or analysis with it."""
        change(rest)
        if self._search.kind == ANALYSING:
            self._analyse()
        elif self._search.kind == PONDERING:
            self._ponder()

    def _set_option(self, rest: str) -> None:
        self._change(self._settings.set_option, rest)
        if rest.lower().startswith("variantpath="):
            self._say(features.variants_line())

    def _ping(self, rest: str) -> None:
        self._pings.add(rest)
        if self._search.kind == THINKING:
            return
        try:
            self.engine.prepare()  # Ready follows
        except AmaltheaError as error:
            self.refuse(str(error))
            self._pings.answer()


def _ignore(_: str) -> None:
    """Ignore a command that this engine does not need."""
