"""One conversation with a client: commands come in as lines, reports of the pool go out as lines.

The session never waits and never computes: it hands work to the pool and is called again when
the pool has something to tell. Reading lines and waiting is the loop's part, in protocol.uci.

Order is kept where UCI needs it. While `isready` waits for starting processes, and between
`stop` and its `bestmove`, the session is `blocked`: the loop keeps further commands back. What
touches the pool (Hash, Threads, Clear Hash, `ucinewgame`) takes effect when the work has ended.
"""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from engine import new_position, variants
from engine.errors import AmaltheaError, clip
from engine.evaluation import HandWritten
from protocol import AUTHORS, NAME, __version__, text
from protocol.console import Console, OutputLost
from protocol.options import Option, Options, whole_number

if TYPE_CHECKING:
    from engine.board.variant import Variant
    from engine.kinds.army.rules import ArmyVariant
    from engine.search.limits import Job, Limits
    from engine.search.pool import Pool
    from protocol.game import Game
    from protocol.work import Work

DEFAULT_VARIANT = "chess"
DEEPEST_BENCH = 60
_READY_WITHIN_S = 5.0  # processes that take longer will not come
_WHILE_STARTING_S = 0.02  # between two looks at starting processes


class SessionError(AmaltheaError):
    """A command cannot be carried out now."""


def new_pool(hash_mib: int, threads: int) -> Pool:
    """The real pool; imported when the first command needs it."""
    from engine.search.pool import Pool

    return Pool(hash_mib, threads)


class Session:
    """State of the conversation; `handle` a line, `collect` what the pool has to say."""

    def __init__(self, console: Console, make_pool: Callable[[int, int], Pool] = new_pool) -> None:
        self.ended = False
        self.errors = 0  # told so far
        self._console = console
        self._make_pool = make_pool
        self._pool: Pool | None = None
        self._work: Work | None = None
        self._when_idle: list[Callable[[Pool], None]] = []
        self._ready_until: float | None = None  # `isready` waits for processes, at most till then
        self._stopping = False

        self._debug = False
        self._options = Options(variants.names, DEFAULT_VARIANT)
        self._evaluation = HandWritten()
        self._prepared: Variant | None = None  # what the searchers and we have compiled
        self._start: str | None = None  # FEN of the new game, drawn when first needed
        self._game: Game | None = None  # None: the start position, set up when needed
        self._refused = False  # the last position was: there is none

        options = self._options
        self._effects: dict[Option, Callable[[], None]] = {
            options.hash: self._resize,
            options.threads: self._set_threads,
            options.clear_hash: lambda: self._with_idle_pool(lambda pool: pool.clear()),
            options.variant: self._change_variant,
            options.seed: self._draw_start,
            options.variant_path: self._load_variant_path,
            options.eval_file: self._read_weights,
            options.debug_log_file: lambda: console.open_log(options.debug_log_file.value),
        }
        self._commands: dict[str, Callable[[str], None]] = {
            # UCI's own
            "uci": self._uci,
            "debug": self._set_debug,
            "isready": self._isready,
            "setoption": self._setoption,
            "register": lambda _: None,  # nobody needs to register
            "ucinewgame": self._ucinewgame,
            "position": self._set_position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._ponderhit,
            "quit": self._quit,
            # as Fairy-Stockfish has them
            "d": self._show_board,
            "eval": self._show_evaluation,
            "flip": self._flip,
            "bench": self._start_bench,
            "load": self._load,
            "check": self._check,
            # for clients that know no rules
            "moves": self._show_moves,
            "status": self._show_status,
            "variants": self._show_variants,
        }

    # -- the loop's face -------------------------------------------------------------------------

    @property
    def blocked(self) -> bool:
        """Whether further commands must wait for what the pool tells next."""
        return self._ready_until is not None or self._stopping

    @property
    def busy(self) -> bool:
        """Whether something runs in the pool."""
        return self._work is not None

    def filenos(self) -> list[int]:
        """Descriptors to wait on besides the input."""
        return self._pool.filenos() if self._pool else []

    def timeout(self) -> float | None:
        """Seconds after which `collect` must be called in any case."""
        due = self._pool.timeout() if self._pool else None
        if self._ready_until is None:
            return due
        return _WHILE_STARTING_S if due is None else min(due, _WHILE_STARTING_S)

    def knows(self, command: str) -> bool:
        """Whether a command of that name exists."""
        return command in self._commands

    def handle(self, line: str) -> None:
        """Carries out one command."""
        self._console.log(">>", line)
        self._guarded(lambda: self._carry_out(line.strip()))

    def refuse(self, message: str) -> None:
        """Answers input that is wrong."""
        self.errors += 1
        self._console.say(text.error(message))

    def collect(self) -> None:
        """Tells what the pool has to tell."""
        self._guarded(self._collect)

    def close(self) -> None:
        """Ends the pool's processes."""
        if self._pool:
            self._pool.close()

    def _guarded(self, act: Callable[[], None]) -> None:
        """Every error ends here, as a line."""
        try:
            act()
        except AmaltheaError as error:
            self.refuse(str(error))
        except OutputLost:
            raise
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            self.refuse(f"internal error: {type(error).__name__}: {error}")

    def _carry_out(self, line: str) -> None:
        name, rest = (*line.split(None, 1), "", "")[:2]
        if name in self._commands:
            self._commands[name](rest)
        elif name:
            raise SessionError(f"unknown command {clip(line)}")

    # -- the pool's work -------------------------------------------------------------------------

    def _started_pool(self) -> Pool:
        if self._pool is None:
            self._pool = self._make_pool(self._options.hash.value, self._options.threads.value)
        self._pool.start()
        return self._pool

    def _with_idle_pool(self, act: Callable[[Pool], None]) -> None:
        """Does something to the pool, if there is one, now or when its work has ended."""
        if self.busy:
            self._when_idle.append(act)
        elif self._pool:
            act(self._pool)

    def _collect(self) -> None:
        if self._pool is None:
            return
        from engine.search.reports import Fault

        reports = self._pool.poll()
        self._tell_ready(self._pool)
        for report in reports:
            if isinstance(report, Fault):
                self.refuse(report.text)
            elif self._work:
                self._console.say(*self._work.lines(report))
        if self._work and not self._pool.searching:
            self._go_on(self._pool, self._work)

    def _tell_ready(self, pool: Pool) -> None:
        if self._ready_until is None:
            return
        if not pool.ready():
            if time.monotonic() < self._ready_until:
                return
            self.refuse("the searcher processes do not start")
        self._ready_until = None
        self._console.say("readyok")

    def _go_on(self, pool: Pool, work: Work) -> None:
        """After a search: the next one of a bench, or what had to wait for the end."""
        self._work = None
        job = None if self._stopping else work.next_job()
        if job:
            pool.clear()
            pool.search(job)
            self._work = work
            return
        self._stopping = False
        waiting, self._when_idle = self._when_idle, []
        for act in waiting:
            self._guarded(partial(act, pool))

    # -- the commands of UCI ---------------------------------------------------------------------

    def _uci(self, _: str) -> None:
        self._console.say(
            f"id name {NAME} {__version__}",
            f"id author {AUTHORS}",
            "",
            *(option.declaration() for option in self._options),
            "uciok",
        )

    def _set_debug(self, rest: str) -> None:
        if rest not in {"on", "off"}:
            raise SessionError(f"debug: {clip(rest)}, expected 'on' or 'off'")
        self._debug = rest == "on"

    def _isready(self, _: str) -> None:
        try:
            pool = self._started_pool()
            self._prepare(pool)
        except AmaltheaError as error:
            self.refuse(str(error))
            self._console.say("readyok")
        else:
            self._ready_until = time.monotonic() + _READY_WITHIN_S
            self._collect()

    def _prepare(self, pool: Pool) -> None:
        """Has the variant compiled by the searchers and here, once: no search waits for that."""
        variant = self._variant()
        if not self.busy and self._prepared != variant:
            from engine.search.limits import Job

            self._prepared = variant
            pool.prepare(Job(variant, variant.start, evaluation=self._evaluation))
            new_position(variant)

    def _setoption(self, rest: str) -> None:
        from protocol.parsing import parse_setting

        setting = parse_setting(rest)
        option = self._options.find(setting.name)
        before = vars(option).copy()
        option.assign(setting.value)
        if option in self._effects:
            try:
                self._effects[option]()
            except AmaltheaError:
                vars(option).update(before)
                raise

    def _ucinewgame(self, _: str) -> None:
        self._draw_start()
        self._with_idle_pool(lambda pool: pool.new_game())

    def _set_position(self, rest: str) -> None:
        from protocol.game import set_up
        from protocol.parsing import parse_setup

        self._refused = True
        setup = parse_setup(rest.split())
        fen = setup.fen or self._start_fen()
        self._game = set_up(self._variant(), fen, setup.moves, self._options.chess960.value)
        self._refused = False
        self._console.say(*map(text.warning, self._game.position.remarks))

    def _go(self, rest: str) -> None:
        if self.busy:
            raise SessionError("go: a search is running, stop it first")
        words = rest.split()
        try:
            self._start_search(words)
        except AmaltheaError as error:
            self.refuse(str(error))
            if "perft" not in words:
                self._console.say(text.best_move())

    def _start_search(self, words: list[str]) -> None:
        from protocol.parsing import parse_go
        from protocol.work import Perft, Search

        order = parse_go(words)
        if self._debug and order.skipped:
            self.refuse(f"go: skipped {clip(' '.join(order.skipped))}")
        game = self._current_game()
        job = self._job(game, game.check_limits(order.limits))
        pool = self._started_pool()
        if order.perft is None:
            pool.search(job)
            self._work = Search(self._options.show_wdl.value)
        else:
            pool.perft(job, order.perft)
            self._work = Perft()

    def _job(self, game: Game, limits: Limits) -> Job:
        from engine.search.limits import Job

        return Job(
            variant=game.variant,
            fen=game.fen,
            moves=game.moves,
            limits=limits,
            multipv=self._options.multipv.value,
            overhead_ms=self._options.move_overhead.value,
            skill=self._options.skill,
            evaluation=self._evaluation,
            seed=self._options.seed.value or None,
        )

    def _stop(self, _: str) -> None:
        if self._pool and self._work:
            self._stopping = True
            self._pool.stop()

    def _ponderhit(self, _: str) -> None:
        if self._pool:
            self._pool.ponderhit()

    def _quit(self, _: str) -> None:
        self.ended = True
        self._stop("")

    # -- options that do something ---------------------------------------------------------------

    def _resize(self) -> None:
        from engine.search.pool import fitting

        asked = self._options.hash.value
        size = fitting(asked, self._pool.hash_mib if self._pool else 0)
        if size < asked:
            self._options.hash.value = size
            self.refuse(f"option Hash: {asked} MiB do not fit into memory, taking {size}")
        self._prepared = None
        self._with_idle_pool(lambda pool: pool.resize(size))

    def _set_threads(self) -> None:
        threads = self._options.threads.value
        self._prepared = None
        self._with_idle_pool(lambda pool: pool.set_threads(threads))

    def _change_variant(self) -> None:
        self._start = None
        self._game = None
        self._refused = False
        self._console.say(text.variant_info(self._variant(), self._start_fen()))

    def _draw_start(self) -> None:
        """A new game begins; where its first position is drawn, that is told."""

        if self._variant().random_start:
            self._change_variant()
        else:
            self._game = None
            self._refused = False

    def _load_variant_path(self) -> None:
        path = self._options.variant_path.value
        if path:
            self._load(path)

    def _read_weights(self) -> None:
        from protocol.weights import read_weights

        path = self._options.eval_file.value
        self._evaluation = HandWritten(tuple(read_weights(path).items()) if path else ())

    # -- the position ----------------------------------------------------------------------------

    def _variant(self) -> Variant:
        return variants.get(self._options.variant.value)

    def _start_fen(self) -> str:
        """The first position of this game."""

        if self._start is None:
            self._start = self._variant().start_fen(self._options.seed.value or None)
        return self._start

    def _current_game(self) -> Game:
        """Raises SessionError after a refused position."""
        from protocol.game import set_up

        if self._refused:
            raise SessionError("no position: the last one was refused")
        if self._game is None:
            start = self._start_fen()
            self._game = set_up(self._variant(), start, (), self._options.chess960.value)
        return self._game

    def _show_board(self, _: str) -> None:
        self._console.say(*text.board(self._current_game().position))

    def _show_evaluation(self, _: str) -> None:
        from engine.games import explain

        position = self._current_game().position
        self._console.say(*text.evaluation(explain(position, self._evaluation)))

    def _show_moves(self, rest: str) -> None:
        from protocol.parsing import parse_moves

        moves = self._current_game().legal_moves(parse_moves(rest.split()))
        self._console.say(" ".join(["legalmoves", *moves]))

    def _show_status(self, _: str) -> None:
        self._console.say(f"status {self._current_game().position.status()}")

    def _flip(self, _: str) -> None:
        from protocol.game import set_up

        game = self._current_game()
        self._game = set_up(game.variant, game.position.flipped())

    # -- variants and bench ----------------------------------------------------------------------

    def _show_variants(self, _: str) -> None:

        for variant in map(variants.get, variants.names()):
            start = variant.start_fen(self._options.seed.value or None)
            self._console.say(text.variant_line(variant, start))

    def _load(self, path: str) -> None:
        """Adds the sound variants of a file and tells what is wrong with the others."""
        sound, _ = self._read_variants(path)
        for variant in sound:
            variants.register(variant)
        names = " ".join(variant.name for variant in sound)
        self._console.say(f"info string loaded {names or 'no variant'}")

    def _check(self, path: str) -> None:
        """Tells what is wrong with a file of variants and changes nothing."""
        sound, faults = self._read_variants(path)
        names = " ".join(variant.name for variant in sound) or "none"
        self._console.say(f"info string check: sound {names}, faults {faults}")

    def _read_variants(self, path: str) -> tuple[list[ArmyVariant], int]:
        """The variants of a file that can be played, and how many cannot, each told."""
        from engine import new_position
        from engine.variants import ini

        contents = ini.read(path)
        faults = [str(fault) for fault in contents.faults]
        sound = []
        for variant in contents.variants:
            try:
                new_position(variant)
                sound.append(variant)
            except AmaltheaError as error:
                faults.append(f"{path}: variant {variant.name!r}: {error}")
        for fault in faults:
            self.refuse(fault)
        return sound, len(faults)

    def _start_bench(self, rest: str) -> None:
        from protocol.bench import DEFAULT_DEPTH, Bench

        depth = whole_number(rest) if rest else DEFAULT_DEPTH
        if depth is None or not 1 <= depth <= DEEPEST_BENCH:
            raise SessionError(f"bench: depth {clip(rest)}, expected 1 to {DEEPEST_BENCH}")
        if self.busy:
            raise SessionError("bench: a search is running, stop it first")
        self._go_on(self._started_pool(), Bench(depth))
