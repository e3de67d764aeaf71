"""The engine behind every front end: a game, options, searchers and what runs in them.

It speaks no protocol and prints nothing: calls take and return values and raise typed errors,
and what happens is told as events. It never waits and never computes: work is handed to the pool,
and whoever owns the engine calls `collect` when the pool has something to tell.

Order is kept where every front end needs it. While `prepare` waits for its processes, and between
`stop` and the end of what it stopped, the engine is `blocked`: further commands should be kept
back. What touches the pool (its size, the number of processes, forgetting) waits for idleness.
"""

from __future__ import annotations

import select
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from engine import chess960, games, variants
from engine.errors import AmaltheaError, Busy, IllegalMove, NoPosition, PhaseError, clip
from engine.evaluation import HandWritten
from engine.events import EngineError, FinalScore, GameChanged, Listener, Note, Ready, Score
from engine.options import Options
from engine.search.limits import Job, Limits

if TYPE_CHECKING:
    from engine.board.game import Game
    from engine.board.position import Position
    from engine.board.variant import Variant
    from engine.evaluation import Explanation
    from engine.search.pool import Pool
    from engine.search.reports import Report

DEFAULT_VARIANT = "chess"
_READY_WITHIN_S = 20.0  # processes that take longer will not come
_WHILE_STARTING_S = 0.02  # between two looks at starting processes
_LONGEST_FEN = 200  # characters of it in a message

PoolMaker = Callable[[int, int], "Pool"]  # of so many MiB and processes


def new_pool(hash_mib: int, threads: int) -> Pool:
    """The real pool; imported when the first command needs it."""
    from engine.search.pool import Pool

    return Pool(hash_mib, threads)


class Engine:
    """See the module. Ended by `close`, or used in a `with` block.

    listener: hears every event, from within the calls. evaluation: what positions are judged by.
    """

    def __init__(self, listener: Listener, make_pool: PoolMaker = new_pool) -> None:
        self.evaluation = HandWritten()
        self.options = Options(variants.names, DEFAULT_VARIANT)
        self._tell = listener
        self._make_pool = make_pool
        self._pool: Pool | None = None
        self._busy = False
        self._searched: Position | None = None  # what the reports are about; None: any position
        self._jobs: Iterator[Job] = iter(())  # to be searched after the one that runs
        self._when_idle: list[Callable[[Pool], None]] = []
        self._ready_until: float | None = None  # `prepare` waits for processes, at most till then
        self._stopping = False

        self._prepared: Variant | None = None  # what the searchers and we have compiled
        self._start: str | None = None  # FEN of the new game, drawn when first needed
        self._game: Game | None = None  # None: the start position, set up when needed
        self._refused = False  # the last position was: there is none

        options = self.options
        options.hash.effect = self._resize
        options.threads.effect = self._set_threads
        options.clear_hash.effect = self.forget
        options.variant.effect = self._change_variant
        options.seed.effect = self._draw_start
        options.variant_path.effect = self._load_variant_path
        options.eval_file.effect = self._read_weights

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the pool's processes."""
        if self._pool:
            self._pool.close()

    # -- for who owns it: waiting ------------------------------------------------------------------

    @property
    def blocked(self) -> bool:
        """Whether further commands must wait for what the pool tells next."""
        return self._ready_until is not None or self._stopping

    @property
    def busy(self) -> bool:
        """Whether something runs in the pool."""
        return self._busy

    def filenos(self) -> list[int]:
        """Descriptors that are readable when `collect` has something to do."""
        return self._pool.filenos() if self._pool else []

    def timeout(self) -> float | None:
        """Seconds after which `collect` must be called in any case."""
        due = self._pool.timeout() if self._pool else None
        if self._ready_until is None:
            return due
        return _WHILE_STARTING_S if due is None else min(due, _WHILE_STARTING_S)

    def collect(self) -> None:
        """Tells what the pool has to tell."""
        if self._pool is None:
            return
        reports = self._pool.poll()
        self._tell_ready(self._pool)
        for report in reports:
            self._pass_on(report)
        if self._busy and not self._pool.searching:
            self._go_on(self._pool)

    def sleep(self, inputs: Sequence[int] = (), longest_s: float | None = None) -> bool:
        """Waits until `collect` is due or an input is readable; returns whether one is."""
        times = [seconds for seconds in (self.timeout(), longest_s) if seconds is not None]
        readable, _, _ = select.select(
            [*inputs, *self.filenos()], [], [], min(times) if times else None
        )
        return any(descriptor in readable for descriptor in inputs)

    def wait(self, within_s: float | None = None) -> bool:
        """Waits until nothing runs and nothing blocks; returns whether that came in time."""
        until = None if within_s is None else time.monotonic() + within_s
        while self.busy or self.blocked:
            left = None if until is None else until - time.monotonic()
            if left is not None and left <= 0:
                return False
            self.sleep((), left)
            self.collect()
        return True

    # -- the game ----------------------------------------------------------------------------------

    @property
    def variant(self) -> Variant:
        """What new games are played by."""
        return variants.get(self.options.variant.value)

    @property
    def start(self) -> str:
        """The FEN of the first position of this game."""
        if self._start is None:
            self._start = self.variant.start_fen(self.options.seed.value or None)
        return self._start

    @property
    def game(self) -> Game:
        """The game as it stands. Raises NoPosition after a refused position."""
        if self._refused:
            raise NoPosition("no position: the last one was refused")
        if self._game is None:
            self._game = games.new_game(self.variant, self.start)
        return self._game

    def set_position(self, fen: str | None = None, moves: Iterable[str] = ()) -> None:
        """The position of a FEN, or of the new game, and after those moves.

        Raises FenError and IllegalMove; there is no position then.
        """
        self.drop_position()
        game = games.new_game(self.variant, self.start if fen is None else fen)
        if self.options.chess960.value:
            chess960.play_all(game, moves)
        else:
            game.play_all(moves)
        self.set_game(game)

    def set_game(self, game: Game) -> None:
        """A game that was set up elsewhere, of any variant, known by its name or not."""
        self._game = game
        self._refused = False

    def drop_position(self) -> None:
        """There is no position until the next is set, so that no other one is searched."""
        self._refused = True

    def new_game(self) -> None:
        """The position of a new game; nothing of an earlier one is remembered."""
        self._draw_start()
        self.forget()

    def flip(self) -> None:
        """Exchanges the colours. Raises NoPosition."""
        game = self.game
        self.set_game(games.new_game(game.variant, game.position.flipped()))

    def legal_moves(self, side: str | None = None) -> list[str]:
        """Every legal move, or `side`'s choices while both choose.

        Raises NoPosition and PhaseError.
        """
        position = self.game.position
        _check_side(position, side)
        moves = position.choices(side or position.turn)
        if self.options.chess960.value and side is None:
            return [chess960.from_engine(position, move) for move in moves]
        return moves

    def explain(self) -> Explanation:
        """The static evaluation, term by term. Raises NoPosition, or FenError where none is."""
        return games.explain(self.game.position, self.evaluation)

    # -- searches ----------------------------------------------------------------------------------

    def check_idle(self) -> None:
        """Raises Busy while something runs."""
        if self._busy:
            raise Busy

    def go(self, limits: Limits) -> None:
        """Searches; lines of play follow, and at last one BestMove.

        Raises Busy, NoPosition, PhaseError, IllegalMove for `searchmoves`, and EngineFault.
        """
        self.check_idle()
        game = self.game
        job = self._job(game, self._checked(limits))
        pool = self._started_pool()
        pool.search(job)
        self._begin(game.position)
        if _is_final(game.position, job.side):
            self._tell(FinalScore(_final_score(game.position)))

    def perft(self, depth: int) -> None:
        """Counts leaves: a PerftLine for every move, and at last a PerftTotal.

        Raises Busy, NoPosition, PhaseError while both choose, and EngineFault.
        """
        self.check_idle()
        game = self.game
        _check_side(game.position, None)
        pool = self._started_pool()
        pool.perft(self._job(game, Limits()), depth)
        self._begin(game.position)

    def search_all(self, jobs: Iterable[Job]) -> None:
        """Searches one job after the other, each with nothing remembered; `stop` ends them all.

        A BestMove ends each of them. Raises Busy and EngineFault.
        """
        self.check_idle()
        self._searched = None
        self._jobs = iter(jobs)
        self._go_on(self._started_pool())

    def stop(self) -> None:
        """Ends what runs; its end is told soon."""
        if self._pool and self._busy:
            self._stopping = True
            self._pool.stop()

    def ponderhit(self) -> None:
        """The expected move was played: the clock runs, and what was thought counts."""
        if self._pool:
            self._pool.ponderhit()

    def prepare(self) -> None:
        """Starts the searchers and has them compile the game, so that no search waits for it.

        Ready is told at the end. Raises EngineFault.
        """
        pool = self._started_pool()
        game = self._game
        variant = game.variant if game else self.variant
        if not self._busy and self._prepared != variant:
            self._prepared = variant
            known = game or games.new_game(variant, variant.start)
            pool.prepare(self._job(known, Limits()))
        self._ready_until = time.monotonic() + _READY_WITHIN_S
        self._tell_ready(pool)

    def forget(self) -> None:
        """What is searched next learns nothing from what was searched before."""
        self._with_idle_pool(lambda pool: pool.clear())

    def _started_pool(self) -> Pool:
        if self._pool is None:
            self._pool = self._make_pool(self.options.hash.value, self.options.threads.value)
        self._pool.start()
        return self._pool

    def _begin(self, position: Position) -> None:
        self._busy = True
        self._searched = position if self.options.chess960.value else None

    def _checked(self, limits: Limits) -> Limits:
        """The limits, their moves in the engine's own text."""
        position = self.game.position
        _check_side(position, limits.side)
        moves = limits.searchmoves
        if self.options.chess960.value and limits.side is None:
            moves = tuple(chess960.to_engine(position, move) for move in moves)
        legal = position.choices(limits.side or position.turn) if moves else []
        for move in moves:
            if move not in legal:
                where = clip(position.fen(), _LONGEST_FEN)
                raise IllegalMove(f"{clip(move)} is illegal in {where}")
        return replace(limits, searchmoves=moves)

    def _job(self, game: Game, limits: Limits) -> Job:
        options = self.options
        return replace(
            Job.of(game, limits),
            multipv=options.multipv.value,
            overhead_ms=options.move_overhead.value,
            skill=options.skill,
            evaluation=self.evaluation,
            seed=options.seed.value or None,
        )

    def _with_idle_pool(self, act: Callable[[Pool], None]) -> None:
        """Does something to the pool, if there is one, now or when its work has ended."""
        if self._busy:
            self._when_idle.append(act)
        elif self._pool:
            act(self._pool)

    def _pass_on(self, report: Report) -> None:
        """Tells a report; of what no longer runs, only that it went wrong."""
        if self._busy or isinstance(report, EngineError):
            position = self._searched
            self._tell(chess960.report_from_engine(position, report) if position else report)

    def _tell_ready(self, pool: Pool) -> None:
        if self._ready_until is None:
            return
        if not pool.ready():
            if time.monotonic() < self._ready_until:
                return
            self._tell(EngineError("the searcher processes do not start"))
        self._ready_until = None
        self._tell(Ready())

    def _go_on(self, pool: Pool) -> None:
        """After a search: the next one, or what had to wait for the end."""
        self._busy = False
        job = None if self._stopping else next(self._jobs, None)
        if job:
            pool.clear()
            pool.search(job)
            self._busy = True
            return
        self._jobs = iter(())
        self._stopping = False
        while self._when_idle:
            act = self._when_idle.pop(0)
            try:
                act(pool)
            except AmaltheaError as error:
                self._tell(EngineError(str(error)))

    # -- options that do something -----------------------------------------------------------------

    def set_option(self, name: str, value: str | None = None) -> None:
        """Sets an option by its name, in any case. Raises OptionError and what its effect raises,
        and keeps the old value then.
        """
        self.options.find(name).set(value)

    def load_variants(self, path: str) -> None:
        """Makes the sound variants of a file known, tells which, and what is wrong with others.

        Raises VariantError for a file that cannot be read.
        """
        sound, _ = self._read_variants(path)
        for variant in sound:
            variants.register(variant)
        names = " ".join(variant.name for variant in sound)
        self._tell(Note(f"loaded {names or 'no variant'}"))

    def check_variants(self, path: str) -> None:
        """Tells what is wrong with a file of variants and changes nothing. Raises VariantError."""
        sound, faults = self._read_variants(path)
        names = " ".join(variant.name for variant in sound) or "none"
        self._tell(Note(f"check: sound {names}, faults {faults}"))

    def _read_variants(self, path: str) -> tuple[Sequence[Variant], int]:
        """The variants of a file that can be played, and how many cannot, each told."""
        sound, faults = games.read_variants(path)
        for fault in faults:
            self._tell(EngineError(fault))
        return sound, len(faults)

    def _resize(self) -> None:
        from engine.search.pool import fitting

        asked = self.options.hash.value
        size = fitting(asked, self._pool.hash_mib if self._pool else 0)
        if size < asked:
            self.options.hash.value = size
            message = f"option Hash: {asked} MiB do not fit into memory, taking {size}"
            self._tell(EngineError(message))
        self._prepared = None
        self._with_idle_pool(lambda pool: pool.resize(size))

    def _set_threads(self) -> None:
        threads = self.options.threads.value
        self._prepared = None
        self._with_idle_pool(lambda pool: pool.set_threads(threads))

    def _change_variant(self) -> None:
        self._start = None
        self._game = None
        self._refused = False
        self._tell(GameChanged(self.variant, self.start))

    def _draw_start(self) -> None:
        """A new game begins; where its first position is drawn, that is told."""
        if self.variant.random_start:
            self._change_variant()
        else:
            self._game = None
            self._refused = False

    def _load_variant_path(self) -> None:
        if path := self.options.variant_path.value:
            self.load_variants(path)

    def _read_weights(self) -> None:
        from engine.weights_file import read_weights

        path = self.options.eval_file.value
        self.evaluation = HandWritten(tuple(read_weights(path).items()) if path else ())


def _check_side(position: Position, side: str | None) -> None:
    """Raises PhaseError where a side is missing or has no meaning."""
    if (len(position.choosers()) > 1) != (side is not None):
        raise PhaseError(position.turn)


def _is_final(position: Position, side: str) -> bool:
    """Whether there is nothing to search: the game is over, and no draw that may be played on."""
    return position.status().state != "ongoing" and not position.choices(side)


def _final_score(position: Position) -> Score:
    """What a position without a move is worth to the side that would be to move."""
    winner = position.status().winner
    if winner is None:
        return Score(0)
    return Score(1 if winner == position.turn else 0, mate=True)
