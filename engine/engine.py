"""The engine behind every front end: a game, options and searches; what happens it tells as events.

It speaks no protocol and prints nothing: calls take and return values and raise typed errors. No
call but `sleep` and `wait` waits, and none computes for long: searches run in other processes, and
whoever owns the engine calls `collect` when these have something to tell.
"""

from __future__ import annotations

import select
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from math import inf
from typing import TYPE_CHECKING

from amalthea.engine import game_kinds, variants
from amalthea.engine.core.game import find_choice
from amalthea.engine.errors import IllegalMove, NoPosition, PhaseError, clip
from amalthea.engine.evaluation import HandWritten, NetFile
from amalthea.engine.events import (
    EngineError,
    FinalScore,
    GameChanged,
    Listener,
    Note,
    Remark,
    Score,
)
from amalthea.engine.options import HAND, Options
from amalthea.engine.search.limits import Job, Limits
from amalthea.engine.search.workers.processors import allowed_processors, crowding
from amalthea.engine.work import PoolMaker, Work, new_pool

if TYPE_CHECKING:
    from amalthea.engine.core.game import Game
    from amalthea.engine.core.position import Position
    from amalthea.engine.core.variant import Variant
    from amalthea.engine.eval_file import EvalFile
    from amalthea.engine.evaluation import Evaluation, Explanation
    from amalthea.engine.evaluation.tablebase_file import FolderReading, TablebaseFile

DEFAULT_VARIANT = "chess"
_SLICE_S = 0.02  # of reading tables, between two looks at all else
_CROWD = 4  # more searchers than so many on a processor are told of
_LONGEST_FEN = 200  # characters of it in a message


class Engine:
    """See the module. Ended by `close`, or used in a `with` block.

    listener: hears every event, from within the calls. eval_file: what positions are judged by,
    where it fits their variant. tablebases: where positions of few pieces are looked up.
    """

    def __init__(self, listener: Listener, make_pool: PoolMaker = new_pool) -> None:
        self.eval_file: EvalFile | None = None
        self.tablebases: tuple[TablebaseFile, ...] = ()
        self._folder: FolderReading | None = None  # of tables, while it is read
        self.options = Options(variants.names, DEFAULT_VARIANT)
        self._tell = listener
        hash_mib, threads = self.options.hash, self.options.threads
        self._work = Work(lambda: make_pool(hash_mib.value, threads.value), self._tell)
        self._searched: str | None = None  # the variant of the last search
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
        options.evaluation.effect = self._judge_anew
        options.eval_file.effect = self._read_eval_file
        options.tablebase_path.effect = self._read_tablebases
        for constant in options.constants:
            constant.effect = self._judge_anew

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the searcher processes."""
        self._work.close()

    # -- for who owns it: waiting ------------------------------------------------------------------

    @property
    def blocked(self) -> bool:
        """Whether further commands must be kept back until more is told.

        That is between `prepare` and Ready, between `stop` and the end of what it stopped, and
        while tables are read, unless something runs.
        """
        return self._work.blocked or (self._folder is not None and not self.busy)

    @property
    def busy(self) -> bool:
        """Whether something is searched or counted."""
        return self._work.busy

    def filenos(self) -> list[int]:
        """Descriptors that are readable when `collect` has something to do."""
        return self._work.filenos()

    def timeout(self) -> float | None:
        """Seconds after which `collect` must be called in any case."""
        return 0.0 if self._folder else self._work.timeout()

    def collect(self) -> None:
        """Tells what there is to tell."""
        self._work.collect()
        self._read_on(_SLICE_S)

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
            self._game = self._set_up(self.start)
        return self._game

    def set_position(self, fen: str | None = None, moves: Iterable[str] = ()) -> None:
        """The position of a FEN, or of the new game, and after those moves.

        Raises FenError and IllegalMove; there is no position then.
        """
        self.drop_position()
        self.set_game(self._set_up(self.start if fen is None else fen, moves))
        for remark in self.game.position.remarks:
            self._tell(Remark(remark))

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
        self.set_game(game_kinds.new_game(game.variant, game.position.flipped()))

    def _set_up(self, fen: str, moves: Iterable[str] = ()) -> Game:
        """A game of the present variant. Raises FenError and IllegalMove."""
        return game_kinds.new_game(self.variant, fen, moves, self.options.chess960.value)

    def legal_moves(self, side: str | None = None) -> list[str]:
        """Every legal move, or `side`'s choices while both choose.

        Raises NoPosition and PhaseError.
        """
        position = self.game.position
        _check_side(position, side)
        return position.choices(side or position.turn)

    def explain(self) -> Explanation:
        """The static evaluation, term by term.

        Raises NoPosition, FenError where there is none, NetError and TablesError.
        """
        game = self.game
        return game_kinds.explain(game.position, self._evaluation_of(game.variant))

    def _evaluation_of(self, variant: Variant) -> Evaluation | None:
        """What positions of a variant are judged by, None for what is usual there.

        Weights mean the hand-written evaluation, and that does without any net.
        """
        by_hand = self.options.evaluation.value == HAND
        file = self.eval_file
        unwanted = by_hand and file and isinstance(file.evaluation, NetFile)
        if file and file.fits(variant) and not unwanted:
            return file.evaluation
        return HandWritten() if by_hand else None

    # -- searches ----------------------------------------------------------------------------------

    def check_idle(self) -> None:
        """Raises Busy while something runs."""
        self._work.check_idle()

    def go(self, limits: Limits) -> None:
        """Searches; lines of play follow, and at last one BestMove.

        Raises Busy, NoPosition, PhaseError, IllegalMove for `searchmoves`, and EngineFault.
        """
        self.check_idle()
        game = self.game
        self._read_on(inf)
        wanted = self._checked(limits)
        self._forget_other_games(game.variant)
        job = self._job(game, wanted)
        self._work.search(job)
        if _is_final(game.position, job.side):
            self._tell(FinalScore(_final_score(game.position)))

    def perft(self, depth: int) -> None:
        """Counts leaves: a PerftLine for every move, and at last a PerftTotal.

        Raises Busy, NoPosition, PhaseError while both choose, and EngineFault.
        """
        game = self.game
        _check_side(game.position, None)
        self._work.perft(self._job(game, Limits()), depth)

    def search_all(self, jobs: Iterable[Job]) -> None:
        """Searches one job after the other, each with nothing remembered; `stop` ends them all.

        A BestMove ends each of them. Raises Busy and EngineFault.
        """
        self._work.search_all(jobs)

    def stop(self) -> None:
        """Ends what runs; its end is told soon."""
        self._work.stop()

    def ponderhit(self) -> None:
        """The expected move was played: the clock runs, and what was thought counts."""
        self._work.ponderhit()

    def prepare(self) -> None:
        """Starts the searchers and has them compile the game, so that no search waits for it.

        Ready is told at the end. Raises EngineFault.
        """
        self._work.start()  # the processes come up while the game is compiled here
        variant = self._game.variant if self._game else self.variant
        job = None
        if not self.busy and self._prepared != variant:
            job = self._job(self._game or self._set_up(self.start), Limits())
            self._prepared = variant
        self._work.prepare(job)

    def forget(self) -> None:
        """What is searched next learns nothing from what was searched before.

        Like all that is done to the searchers themselves, it waits for the end of a search.
        """
        self._work.when_idle(lambda pool: pool.clear())

    def _forget_other_games(self, variant: Variant) -> None:
        """The table knows positions by what stands there, and that is not worth the same in all."""
        if self._searched not in (None, variant.name):
            self.forget()
        self._searched = variant.name

    def _checked(self, limits: Limits) -> Limits:
        """The limits with moves to be searched as they are listed.

        Raises PhaseError, and IllegalMove for such a move.
        """
        position = self.game.position
        _check_side(position, limits.side)
        if not limits.searchmoves:
            return limits
        legal = position.choices(limits.side or position.turn)
        wanted = []
        for text in limits.searchmoves:
            if (move := find_choice(text, legal)) is None:
                where = clip(position.fen(), _LONGEST_FEN)
                raise IllegalMove(f"{clip(text)} is illegal in {where}")
            wanted.append(move)
        return replace(limits, searchmoves=tuple(wanted))

    def _job(self, game: Game, limits: Limits) -> Job:
        options = self.options
        return replace(
            Job.of(game, limits),
            multipv=options.multipv.value,
            overhead_ms=options.move_overhead.value,
            elo=options.strength,
            alone=options.strength is not None,  # more searchers would be stronger than that
            evaluation=self._evaluation_of(game.variant),
            seed=options.seed.value or None,
            constants=tuple((each.name, each.value) for each in options.constants),
            tablebases=() if options.strength is not None else self.tablebases,
        )

    # -- options that do something -----------------------------------------------------------------

    def set_option(self, name: str, value: str | None = None) -> None:
        """Sets an option by its name, in any case. Raises OptionError and what its effect raises,
        and keeps the old value then.
        """
        option = self.options.find(name)
        if option is self.options.variant and (fault := variants.fault_of(value or "")):
            raise fault
        option.set(value)

    def load_variants(self, path: str) -> None:
        """Makes the sound variants of a file known, tells which, and what is wrong with others.

        Raises VariantError for a file that cannot be read.
        """
        sound, faults = game_kinds.load_variants(path)
        for fault in faults:
            self._tell(EngineError(str(fault)))
        names = " ".join(variant.name for variant in sound)
        self._tell(Note(f"loaded {names or 'no variant'}"))
        self.forget()  # it may be another game by the same name

    def check_variants(self, path: str) -> None:
        """Tells all that is wrong with a file of variants and changes nothing.

        Raises VariantError.
        """
        sound, faults, warnings = game_kinds.check_variants(path)
        for fault in chain.from_iterable(faults.values()):
            self._tell(EngineError(str(fault)))
        for warning in warnings:
            self._tell(Remark(warning))
        names = " ".join(variant.name for variant in sound) or "none"
        self._tell(Note(f"check: sound {names}, faults {len(faults)}"))

    def _resize(self) -> None:
        from amalthea.engine.search.workers.pool import fitting

        asked = self.options.hash.value
        size = fitting(asked, self._work.hash_mib)
        if size < asked:
            self.options.hash.value = size
            message = f"option Hash: {asked} MiB do not fit into memory, taking {size}"
            self._tell(EngineError(message))
        self._prepared = None
        self._work.when_idle(lambda pool: pool.resize(size))

    def _set_threads(self) -> None:
        threads = self.options.threads.value
        if crowding(threads) > _CROWD:
            told = f"option Threads: {threads} searchers for {allowed_processors()} processors"
            self._tell(Remark(f"{told}: they will take long to start, and gain nothing"))
        self._prepared = None
        self._work.when_idle(lambda pool: pool.set_threads(threads))

    def _change_variant(self) -> None:
        self._begin_elsewhere()
        file = self.eval_file
        if file and not file.fits(self.variant):
            made_for = clip(file.made_for)
            told = f"EvalFile is {file.kind} for {made_for}, {self.variant.name} does without it"
            self._tell(Remark(told))

    def _begin_elsewhere(self) -> None:
        """A new game begins from a position that is yet to be drawn or known."""
        self._start = None
        self._game = None
        self._refused = False
        self._tell(GameChanged(self.variant, self.start))

    def _draw_start(self) -> None:
        """A new game begins; where its first position is drawn, that is told."""
        if self.variant.random_start:
            self._begin_elsewhere()
        else:
            self._game = None
            self._refused = False

    def _load_variant_path(self) -> None:
        if path := self.options.variant_path.value:
            self.load_variants(path)

    def _read_eval_file(self) -> None:
        from amalthea.engine.eval_file import read_eval_file

        path = self.options.eval_file.value
        self.eval_file = read_eval_file(path, self.variant) if path else None
        if self.eval_file:
            self._tell(Note(f"EvalFile: {self.eval_file.summary}"))
        self._judge_anew()

    def _read_tablebases(self) -> None:
        """Begins to; the rest is read by `collect`, so that nobody waits for a large folder."""
        from amalthea.engine.evaluation.tablebase_file import FolderReading

        path = self.options.tablebase_path.value
        self._folder = FolderReading(path) if path else None
        self.tablebases = ()
        self._judge_anew()

    def _read_on(self, seconds: float) -> None:
        """Reads tables for about so long, and tells which there are when that is done."""
        folder = self._folder
        if folder is None or not folder.go_on(seconds):
            return
        self._folder = None
        for fault in folder.faults:
            self._tell(EngineError(fault))
        self.tablebases = tuple(folder.sound)
        names = [f"{file.header.variant} {file.header.pieces}" for file in folder.sound]
        self._tell(Note(f"TablebasePath: {', '.join(names) or 'no tables'}"))
        self._judge_anew()

    def _judge_anew(self) -> None:
        """Scores of another evaluation are no longer worth anything."""
        self._prepared = None
        self.forget()


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
