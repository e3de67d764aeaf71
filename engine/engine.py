"""The engine behind every front end: a game, options and searches, with events for a listener.

It speaks no protocol and prints nothing: calls take and return values and raise typed errors. Only
`sleep` and `wait` block, and no call computes for long: searches run in other processes, and the
owner of the engine calls `collect` when these have something to report.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from math import inf
from typing import TYPE_CHECKING

from amalthea.engine import new_games, variants
from amalthea.engine.core.game import find_choice
from amalthea.engine.errors import IllegalMove, NoPosition, PhaseError
from amalthea.engine.evaluation import HandWritten, NetFile
from amalthea.engine.evaluators import default_evaluation
from amalthea.engine.events import (
    BestMove,
    EngineError,
    FinalScore,
    GameChanged,
    Listener,
    Note,
    PerftTotal,
    Ready,
    Remark,
    Score,
)
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.options import HAND, Options, option_text
from amalthea.engine.search.limits import Job, Limits
from amalthea.engine.search.workers.processors import allowed_processors, crowding
from amalthea.engine.tasks import PoolMaker, Task, TaskRunner, new_pool
from amalthea.engine.text import clip

if TYPE_CHECKING:
    from amalthea.engine.core.game import Game
    from amalthea.engine.core.position import Position
    from amalthea.engine.core.variant import Variant
    from amalthea.engine.eval_file import EvalFile
    from amalthea.engine.evaluation import Evaluation, Explanation
    from amalthea.engine.evaluation.tablebase_file import FolderReading, TablebaseFile
    from amalthea.engine.search.workers.pool import WorkerPool

DEFAULT_VARIANT = "chess"
_SLICE_S = 0.02  # time to read tables in one call of `collect`
_CROWD = 4  # more workers per processor than this cause a remark
_LONGEST_FEN = 200  # the longest FEN in a message, in characters


class Engine(TaskRunner):
    """The engine; see the module. End it by `close` or use it in a `with` block.

    >>> from amalthea.engine.search.limits import Limits
    >>> with Engine(listener=lambda event: None) as engine:
    ...     engine.set_option("UCI_Variant", "gast")
    ...     engine.set_position(moves=["e2e6"])
    ...     engine.go(Limits(depth=1))
    ...     finished = engine.wait()
    ...     finished, len(engine.game.moves)
    (True, 1)

    listener: called with each event, from within the calls.
    variant: the name of the first game.
    eval_file: the net, tables or weights that evaluate positions of the variants they fit.
    tablebases: the endgame tables in which positions are looked up.
    """

    def __init__(
        self, listener: Listener, make_pool: PoolMaker = new_pool, variant: str = DEFAULT_VARIANT
    ) -> None:
        options = self.options = Options(variants.names, variant)
        super().__init__(listener, lambda: make_pool(options.hash.value, options.threads.value))
        self.eval_file: EvalFile | None = None
        self.tablebases: tuple[TablebaseFile, ...] = ()
        self._folder: FolderReading | None = None  # the folder of tables while it is read
        self._last_variant: str | None = None  # the variant of the last search
        self._prepared: Variant | None = None  # the variant that this process and workers compiled
        self._start: str | None = None  # FEN of the new game, drawn when first needed
        self._game: Game | None = None  # None: the start position, set up when needed
        self._origin: tuple[Game, Variant, str, bool] | None = None  # of a game by `set_position`
        self._name_means_chess960 = False  # True if the name of the variant means Chess960
        self._refused = False  # True if the last position was refused, so there is none

        options.hash.effect = self._resize
        options.threads.effect = self._set_threads
        options.clear_hash.effect = self.forget
        options.variant.effect = self._change_variant
        options.seed.effect = self._draw_start
        options.variant_path.effect = self._load_variant_path
        options.evaluation.effect = self._reset_scores
        options.eval_file.effect = self._read_eval_file
        options.tablebase_path.effect = self._read_tablebases
        for constant in options.constants:
            constant.effect = self._reset_scores

    # -- waiting for events ------------------------------------------------------------------------

    @property
    def blocked(self) -> bool:
        """True if further commands must wait, also while tables are read unless a task runs."""
        return super().blocked or (self._folder is not None and not self.busy)

    def timeout(self) -> float | None:
        """Return the seconds after which `collect` must be called in any case, or None."""
        return 0.0 if self._folder else super().timeout()

    def collect(self) -> None:
        """Pass pending events to the listener, and continue reading endgame tables."""
        super().collect()
        self._read_on(_SLICE_S)

    # -- the game ----------------------------------------------------------------------------------

    @property
    def variant(self) -> Variant:
        """The variant of new games."""
        return variants.get(self.options.variant.value)

    @property
    def start(self) -> str:
        """The FEN of the first position of this game."""
        if self._start is None:
            self._start = self.variant.start_fen(self.options.seed.value or None)
        return self._start

    @property
    def game(self) -> Game:
        """The current game. Raises NoPosition after a refused position."""
        if self._refused:
            raise NoPosition("no position: the last one was refused")
        if self._game is None:
            self._game = self._set_up(self.start)
        return self._game

    def set_position(self, fen: str | None = None, moves: Sequence[str] = ()) -> None:
        """Set up the position of a FEN, or of the new game, and play moves in it.

        A game that goes on is not set up again. Raises FenError and IllegalMove; there is no
        position then.
        """
        self.drop_position()
        start = self.start if fen is None else fen
        origin = (self.variant, start, self.options.chess960.value)
        game = self._game
        if game is None or (game, *origin) != self._origin or game.position.remarks:
            game = self._game = self._set_up(start)
            self._origin = (game, *origin)
        try:
            game.go_to(moves)
        except IllegalMove as error:
            expected = _long_notation(game.position, moves[len(game.played)])
            raise IllegalMove(str(error), expected) from error
        self.set_game(game)
        for remark in game.position.remarks:
            self._report(Remark(remark))

    def set_game(self, game: Game) -> None:
        """Set a game of any variant that was set up elsewhere."""
        self._game = game
        self._refused = False

    def drop_position(self) -> None:
        """Drop the position, so that no search can start before the next one is set."""
        self._refused = True

    def new_game(self) -> None:
        """Start a new game and forget all earlier ones."""
        self._draw_start()
        self.forget()

    def flip(self) -> None:
        """Exchange the colours. Raises NoPosition."""
        game = self.game
        self.set_game(new_games.new_game(game.variant, game.position.flipped()))

    def _set_up(self, fen: str) -> Game:
        """Return a game of the current variant. Raises FenError."""
        return new_games.new_game(self.variant, fen, chess960=self.options.chess960.value)

    def legal_moves(self, side: str | None = None) -> list[str]:
        """Return all legal moves, or the choices of `side` while both choose at once.

        Raises NoPosition and PhaseError.
        """
        position = self.game.position
        _check_side(position, side)
        return position.choices(side or position.turn)

    def explain(self) -> Explanation:
        """Return the static evaluation term by term.

        Raises NoPosition, NetError and TablesError, and FenError if the position has no evaluation.
        """
        from amalthea.engine.explanation import explain

        game = self.game
        return explain(game.position, self._evaluation_of(game.variant))

    def _evaluation_of(self, variant: Variant) -> Evaluation | None:
        """Return the evaluation for a variant, or None for the default one.

        With the option Evaluation set to `hand`, nets are not used.
        """
        by_hand = self.options.evaluation.value == HAND
        file = self.eval_file
        unwanted = by_hand and file and isinstance(file.evaluation, NetFile)
        if file and file.fits(variant) and not unwanted:
            return file.evaluation
        return HandWritten() if by_hand else None

    # -- searches ----------------------------------------------------------------------------------

    def go(self, limits: Limits, listener: Listener | None = None) -> None:
        """Search after the tasks before it; lines of play are reported, and a BestMove at its end.

        listener: called with these reports instead of the engine's listener. Raises NoPosition,
        PhaseError, WorkerError, and IllegalMove if no move of `searchmoves` is legal; a Remark
        names illegal ones among legal ones.
        """
        game = self.game
        self._read_on(inf)
        checked = self._legal_limits(limits)
        self._forget_other_games(game.variant)
        self._started_pool()  # the processes start while the game is compiled here
        job = self._job(game, checked)
        final = _final_score(game.position) if _is_final(game.position, job.side) else None
        report = listener or self._report

        def start(pool: WorkerPool) -> None:
            pool.search(job)
            if final:
                report(FinalScore(final))

        failure = BestMove(None)
        self._add_task(Task(iter((start,)), report, failure, checked.infinite, checked.ponder))

    def perft(self, depth: int, listener: Listener | None = None) -> None:
        """Count leaves after the tasks before; PerftLines and a PerftTotal are reported.

        listener: called with these reports instead of the engine's listener. Raises NoPosition,
        WorkerError, and PhaseError while both sides choose.
        """
        game = self.game
        _check_side(game.position, None)
        job = self._job(game, Limits())
        failure = PerftTotal(0, 0.0, complete=False)
        start = iter((lambda pool: pool.perft(job, depth),))
        self._add_task(Task(start, listener or self._report, failure))

    def prepare(self) -> None:
        """Start the workers and compile the game in them, so that no search has to wait.

        Ready is reported at the end, at once while a task runs. Raises WorkerError.
        """
        if self.busy:
            self._report(Ready())
            return
        self._started_pool()  # the processes start while the game is compiled here
        game = self._game or self._set_up(self.start)
        job = None
        if self._prepared != game.variant:
            job = self._job(game, Limits())
            self._prepared = game.variant
        self._prepare(job)

    def forget(self) -> None:
        """Clear all that earlier searches have learned, after the current search if one runs."""
        self._change_pool(lambda pool: pool.clear())

    def _forget_other_games(self, variant: Variant) -> None:
        """Clear the transposition table if another variant was searched last.

        Its keys depend on the board alone, and the same board has another value in another game.
        """
        if self._last_variant not in (None, variant.name):
            self.forget()
        self._last_variant = variant.name

    def _legal_limits(self, limits: Limits) -> Limits:
        """Return the limits with `searchmoves` written as legal moves are listed, and no others.

        Raises PhaseError, and IllegalMove if none of them is legal.
        """
        position = self.game.position
        _check_side(position, limits.side)
        if not limits.searchmoves:
            return limits
        legal = position.choices(limits.side or position.turn)
        found = {text: find_choice(text, legal) for text in limits.searchmoves}
        searched = tuple(move for move in found.values() if move)
        if illegal := [text for text, move in found.items() if move is None]:
            where = clip(position.fen(), _LONGEST_FEN)
            named = f"{clip(' '.join(illegal))} illegal in {where}"
            if not searched:
                raise IllegalMove(named, _long_notation(position, illegal[0]))
            self._report(Remark(f"searchmoves: {named}, ignored"))
        return replace(limits, searchmoves=searched)

    def _job(self, game: Game, limits: Limits) -> Job:
        """Return the job of a search with the current options."""
        options = self.options
        kind_of(game.variant).net_rules(game.variant)  # workers get them with the variant
        return replace(
            Job.of(game, limits),
            multipv=options.multipv.value,
            overhead_ms=options.move_overhead.value,
            elo=options.strength,
            alone=options.strength is not None,  # more workers would play above that strength
            evaluation=self._evaluation_of(game.variant) or default_evaluation(game.variant),
            seed=options.seed.value or None,
            constants=tuple((each.name, each.value) for each in options.constants),
            tablebases=() if options.strength is not None else self.tablebases,
        )

    # -- options with effects ----------------------------------------------------------------------

    def set_option(self, name: str, value: str | int | None = None) -> None:
        """Set an option by name, in upper or lower case, for all searches from the next one on.

        value: a text as in `setoption`, a number, True or False; None presses a button.
        Raises OptionError and the errors of its effect; the option keeps its old value then.
        """
        option = self.options.find(name)
        text = option_text(value)
        if option is self.options.variant and text:
            text, chess960 = variants.find(text)
            if chess960 != self._name_means_chess960:
                self._name_means_chess960 = chess960
                self.options.chess960.set(str(chess960).lower())
        option.set(text)
        if option.used_by_search:
            self._when_idle(lambda: None)  # stops an endless search

    def load_variants(self, path: str) -> None:
        """Add the valid variants of a file; report their names, corrections and errors.

        Raises VariantError if the file cannot be read.
        """
        from amalthea.engine.variant_loading import load_variants

        valid, errors, corrections = load_variants(path, replace=True)
        for correction in corrections:
            self._report(Remark(correction))
        for error in errors:
            self._report(EngineError(str(error)))
        names = " ".join(variant.name for variant in valid)
        self._report(Note(f"loaded {names or 'no variant'}"))
        self.forget()  # a different game may have the same name

    def check_variants(self, path: str) -> None:
        """Report all errors in a file of variants; change nothing.

        Raises VariantError if the file cannot be read.
        """
        from amalthea.engine.variant_loading import check_variants

        valid, errors, warnings = check_variants(path)
        for error in chain.from_iterable(errors.values()):
            self._report(EngineError(str(error)))
        for warning in warnings:
            self._report(Remark(warning))
        names = " ".join(variant.name for variant in valid) or "none"
        self._report(Note(f"check: valid {names}, invalid {len(errors)}"))

    def _resize(self) -> None:
        from amalthea.engine.search.workers.pool import fitting

        asked = self.options.hash.value
        size = fitting(asked, self._pool.hash_mib if self._pool else 0)
        if size < asked:
            self.options.hash.value = size
            message = f"option Hash: {asked} MiB do not fit into memory, taking {size}"
            self._report(EngineError(message))
        self._prepared = None
        self._change_pool(lambda pool: pool.resize(size))

    def _set_threads(self) -> None:
        threads = self.options.threads.value
        if crowding(threads) > _CROWD:
            warning = f"option Threads: {threads} workers for {allowed_processors()} processors"
            self._report(Remark(f"{warning}: they start slowly and gain nothing"))
        self._prepared = None
        self._change_pool(lambda pool: pool.set_threads(threads))

    def _change_variant(self) -> None:
        self._change_start()
        if self.eval_file and (misfit := self.eval_file.misfit(self.variant)):
            self._report(Remark(misfit))
        if fault := new_games.start_fault(self.variant, self.start):
            self._report(Remark(fault))

    def _change_start(self) -> None:
        """Start a new game from a start position that is drawn later."""
        self._start = None
        self._game = None
        self._refused = False
        self._report(GameChanged(self.variant, self.start))

    def _draw_start(self) -> None:
        """Start a new game; report its start position if that is random."""
        if self.variant.random_start:
            self._change_start()
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
            self._report(Note(f"EvalFile: {self.eval_file.summary}"))
        self._reset_scores()

    def _read_tablebases(self) -> None:
        """Start to read a folder of tables; `collect` continues, so a large one delays nothing."""
        from amalthea.engine.evaluation.tablebase_file import FolderReading

        path = self.options.tablebase_path.value
        self._folder = FolderReading(path) if path else None
        self.tablebases = ()
        self._reset_scores()

    def _read_on(self, seconds: float) -> None:
        """Read tables for about `seconds`; report them once all are read."""
        folder = self._folder
        if folder is None or not folder.read_for(seconds):
            return
        self._folder = None
        for error in folder.errors:
            self._report(EngineError(error))
        self.tablebases = tuple(folder.tables)
        names = [f"{file.header.variant} {file.header.pieces}" for file in folder.tables]
        self._report(Note(f"TablebasePath: {', '.join(names) or 'no tables'}"))
        self._reset_scores()

    def _reset_scores(self) -> None:
        """Forget all scores, since the evaluation has changed."""
        self._prepared = None
        self.forget()


def _check_side(position: Position, side: str | None) -> None:
    """Raise PhaseError if a side is missing while both choose, or given while only one moves."""
    if (len(position.choosers()) > 1) != (side is not None):
        raise PhaseError(position.turn)


def _is_final(position: Position, side: str) -> bool:
    """Return True if there is nothing to search: no legal move, and the game is over.

    A draw that may be claimed still has moves.
    """
    return position.status().state != "ongoing" and not position.choices(side)


def _final_score(position: Position) -> Score:
    """Return the score of a finished position for the side to move."""
    winner = position.status().winner
    if winner is None:
        return Score(0)
    return Score(1 if winner == position.turn else 0, mate=True)


def _long_notation(position: Position, text: str) -> str:
    """Return a hint for a legal move that is not in long notation, "" for any other text."""
    from amalthea.engine.move_reading import read_move

    try:
        meant = read_move(position, text)
    except IllegalMove:
        return ""
    return f"expected long notation, {clip(text)} is {meant} in UCI notation"
