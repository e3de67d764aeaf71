"""The course of a training: generation after generation of self-play, fit and trial.

Each stage reads from the state whether it is done, and from the files how far it is. So a training
that was interrupted at any moment is resumed there, and ends with the same result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from amalthea.engine import variants
from amalthea.engine.core.fingerprint import mismatch
from amalthea.engine.core.variant import Variant
from amalthea.engine.evaluation import net_file, tables_file
from amalthea.engine.evaluation.chances import Chances
from amalthea.engine.evaluators import borrowed_net, played_net
from amalthea.engine.game_kinds import kind_of
from amalthea.protocol.charting.wording import grouped, minutes
from amalthea.protocol.jobs.executor import Executor
from amalthea.protocol.progress import Progress
from amalthea.protocol.records import self_play
from amalthea.protocol.statistics import elo as statistics
from amalthea.protocol.statistics.elo import Tally
from amalthea.protocol.statistics.sprt import Sprt
from amalthea.protocol.storage import member_log
from amalthea.protocol.storage.files import replace_file
from amalthea.training import (
    TrainError,
    piece_values,
    random_openings,
    samples,
    selfplay,
    trial,
)
from amalthea.training.budget import SIZING_S, Budget
from amalthea.training.chances_fit import fit_chances
from amalthea.training.evaluation_spec import EvaluationSpec
from amalthea.training.fit import FitResult, FitTask, fit_net
from amalthea.training.folder import START, Folder
from amalthea.training.net_numbers import NetNumbers, net_numbers
from amalthea.training.recipe import Recipe
from amalthea.training.state import FIT, SELF_PLAY, TRIAL, Generation, State
from amalthea.training.tables_fit import fit_tables

MAX_EMPTY = 20  # chunks in a row without a game, after which the training fails


@dataclass(slots=True)
class Training:
    """A training with everything that its stages need.

    Attributes:
        players: plays the games.
        readers: reads games, on this machine.
        threads: of the fit.

    """

    variant: Variant
    folder: Folder
    state: State
    recipe: Recipe
    budget: Budget
    players: Executor
    readers: Executor
    threads: int
    progress: Progress

    def run(self, publish: Callable[[], object]) -> None:
        """Run all stages until the budget is spent; call `publish` after each generation.

        Raises TrainError and TrainBroken.
        """
        while (generation := self.unfinished()) or not self.budget.is_spent(self.state):
            generation = generation or self.begin()
            self.self_play(generation)
            self.fit(generation)
            self.run_trial(generation)
            publish()

    def unfinished(self) -> Generation | None:
        """Return the unfinished generation, if there is one."""
        last = self.state.generations[-1:]
        return last[0] if last and last[0].kept is None else None

    def begin(self) -> Generation:
        """Begin the next generation. Raises TrainError if its net could not be fitted."""
        generation = Generation(len(self.state.generations) + 1, self.recipe, self.state.best())
        self._start_net(generation)  # fails before the games, not after them
        if self.budget.minutes is None:
            generation.positions = self.recipe.positions
        self.state.generations.append(generation)
        self._save()
        return generation

    def self_play(self, generation: Generation) -> None:
        """Play games until there are enough positions. Raises TrainError if no opening is fair."""
        if generation.games is not None:
            return
        path = self.folder.games(generation.number)
        chunks = member_log.recover(path)
        parts = self_play.read(path) if chunks else ()
        played = [len(record.scores) for part in parts for record in part]
        games, positions = len(played), sum(played)
        before = positions
        self._begin_stage(generation, SELF_PLAY)
        if not self._choose_positions(generation, positions, before) or positions < (
            generation.positions or 0
        ):
            results = self.players.map(selfplay.play_chunk, self._chunks(generation, chunks))
            empty = 0  # chunks in a row
            for part in results:
                empty = 0 if part else empty + 1
                if empty == MAX_EMPTY:
                    raise TrainError(
                        f"none of {empty * generation.recipe.chunk} games had a fair opening:"
                        " change `opening` or `placed_opening` in the recipe"
                    )
                self_play.append(path, part)
                games += len(part)
                positions += sum(len(record.scores) for record in part)
                if self._choose_positions(generation, positions, before):
                    self._show_games(generation, games, positions)
                    if positions >= (generation.positions or 0):
                        break
        generation.games, generation.played = games, positions
        self._end_stage(
            generation,
            SELF_PLAY,
            (positions - before) / max(1, positions),
            f"{grouped(games)} games, {grouped(positions)} positions",
        )

    def fit(self, generation: Generation) -> None:
        """Fit a net, or the hand-written evaluation, to the games of the last generations.

        Raises TrainError without games.
        """
        if generation.losses is not None:
            return
        if generation.games is None:
            raise TrainError(f"generation {generation.number} has no games yet: run selfplay first")
        self._begin_stage(generation, FIT)
        self.progress.update(0.0, "reading games")
        done_now = 1.0
        path = self.folder.games(generation.number)
        if self.state.scale_cp is None:
            self.state.scale_cp = samples.fit_scale(path)
        numbering = samples.find_numbering(self.variant, path)
        parts = self._samples(generation, self.state.scale_cp)
        read = samples.join(parts)
        start = self._start_net(generation)
        task = FitTask(read, numbering, generation.recipe, self.state.scale_cp, self.threads, start)

        def on_progress(share: float) -> None:
            self.progress.update(share, f"{grouped(len(read))} positions")

        own_games = parts[-1]  # whose scores are like those of the fitted evaluation
        chances = fit_chances(own_games, numbering.max_pieces)
        generation.samples = len(read)
        if generation.recipe.tune:
            tables, generation.losses = fit_tables(task, self.variant, on_progress)
            tables = replace(tables, chances=chances, trained=self._training_info(generation))
            text = tables_file.to_toml(tables)
            replace_file(self.folder.path / generation.net, [text.encode()])
            seen = piece_values.of_tables(self.variant, self.folder.path / generation.net)
        else:
            fitted = fit_net(task, self.folder.checkpoint(generation.number), on_progress)
            generation.losses, done_now = fitted.losses, 1 - fitted.resumed_share
            self._write_net(generation, fitted, numbering.size, chances)
            seen = piece_values.of_net(fitted.arrays, generation.recipe.width, numbering, read)
        replace_file(
            self.folder.piece_values(generation.number), [piece_values.to_text(seen).encode()]
        )
        held_out_loss = generation.losses[-1][1]
        loss = "" if held_out_loss is None else f", held-out loss {held_out_loss:.4f}"
        self._end_stage(generation, FIT, done_now, f"{grouped(len(read))} positions{loss}")
        self.folder.checkpoint(generation.number).unlink(missing_ok=True)

    def run_trial(self, generation: Generation) -> None:
        """Play the new net against the best so far and against the hand-written evaluation.

        Raises TrainError without a net.
        """
        if generation.kept is not None:
            return
        if generation.losses is None:
            raise TrainError(f"generation {generation.number} has no net yet: run fit first")
        self._begin_stage(generation, TRIAL)
        if generation.pairs is None:
            generation.pairs = self.budget.pairs(self.state, generation)
            self._save()
        test = Sprt(*generation.recipe.elo)
        path = self.folder.trial(generation.number)
        generation.trial, now = trial.run_trial(
            self.players,
            path,
            self._trial_setup(generation, generation.player),
            generation.pairs,
            test,
            lambda result: self._show_trial(generation, result, test),
        )
        whole = sum(generation.trial.pairs)
        if generation.player is not None:
            most = min(generation.recipe.hand_pairs, generation.pairs)
            generation.hand, again = trial.run_trial(
                self.players,
                self.folder.hand(generation.number),
                self._trial_setup(generation, None),
                most,
                None,
                lambda result: self.progress.update(0.9, f"hand-written: {_result_text(result)}"),
            )
            now, whole = now + again, whole + most
        decision = test.state(generation.trial).decision
        generation.kept = decision == "H1" or (decision is None and generation.trial.share > 0.5)
        verdict = "the best so far" if generation.kept else "not better than the best so far"
        self._end_stage(
            generation, TRIAL, now / max(1, whole), f"{_result_text(generation.trial)}: {verdict}"
        )

    def export(self) -> None:
        """Write the best player to its final place, if there is one."""
        if best := self.folder.file_named(self.state.best()):
            evaluation = EvaluationSpec.read(best)
            assert evaluation.file is not None
            replace_file(self.result, [evaluation.file])

    @property
    def result(self) -> Path:
        """The final place of the best net or tables."""
        return self.folder.tables if self.recipe.tune else self.folder.result

    # -- what the stages share ---------------------------------------------------------------------

    def _save(self) -> None:
        self.state.save(self.folder.state)

    def _begin_stage(self, generation: Generation, stage: str) -> None:
        after = self.budget.seconds_after(self.state, generation, stage)
        self.progress.begin(f"generation {generation.number}, {_STAGE_NAMES[stage]}", after)

    def _end_stage(self, generation: Generation, stage: str, share: float, text: str) -> None:
        """Finish a stage. share: the part of it that was done in this run, for its total time."""
        spent = self.progress.seconds()
        generation.seconds[stage] = round(spent / share if share > 0 else spent, 3)
        self._save()
        self.progress.end(f"{text} in {minutes(spent)}")

    def _chunks(self, generation: Generation, first: int) -> Iterator[selfplay.Chunk]:
        evaluation = EvaluationSpec.read(self.folder.file_named(generation.player))
        recipe = generation.recipe
        parameters = selfplay.GameParameters(
            recipe.nodes, random_openings.opening_lengths(self.variant, recipe), recipe.stray
        )
        seed = f"{recipe.seed} {generation.number}"
        at = first * recipe.chunk
        while True:
            yield selfplay.Chunk(self.variant, evaluation, parameters, seed, at, recipe.chunk)
            at += recipe.chunk

    def _choose_positions(self, generation: Generation, positions: int, before: int) -> bool:
        """Choose the number of positions once the speed is known; return True if it is chosen."""
        if generation.positions is not None:
            return True
        spent = self.progress.seconds()
        if positions == before or spent < SIZING_S:
            return False
        speed = (positions - before) / spent
        generation.positions = self.budget.positions(self.state, generation, speed)
        self._save()
        return True

    def _show_games(self, generation: Generation, games: int, positions: int) -> None:
        target = generation.positions or positions
        text = f"{grouped(positions)} of {grouped(target)} positions, {grouped(games)} games"
        self.progress.update(min(1.0, positions / target), text)

    def _show_trial(self, generation: Generation, result: Tally, test: Sprt) -> None:
        """Show the progress of a trial, which may be decided long before the last pair."""
        state = test.state(result)
        bound = state.upper if state.llr > 0 else state.lower
        share = max(sum(result.pairs) / (generation.pairs or 1), min(1.0, state.llr / bound))
        self.progress.update(share, f"{_result_text(result)}, LLR {state.llr:.2f}")

    def _samples(self, generation: Generation, scale_cp: int) -> list[samples.Samples]:
        """Return the samples of the last generations' games, the oldest first."""
        first = max(1, generation.number - generation.recipe.window + 1)
        paths = [self.folder.games(each) for each in range(first, generation.number + 1)]
        return [
            samples.load_samples(
                self.readers,
                self.variant,
                path,
                scale_cp,
                generation.recipe.gamma,
                generation.recipe.tune,
            )
            for path in paths
        ]

    def _training_info(self, generation: Generation) -> dict[str, Any]:
        """Return the data on the training for the file of a generation."""
        return {
            "generation": generation.number,
            "games": sum(each.games or 0 for each in self.state.generations),
            "positions": generation.samples,
            "scale_cp": self.state.scale_cp,
            "seed": generation.recipe.seed,
        }

    def _start_net(self, generation: Generation) -> NetNumbers | None:
        """Return the net that the fit starts from, None for random weights. Raises TrainError."""
        player = self.folder.file_named(generation.player)
        if player is None or generation.recipe.tune or not generation.recipe.refine:
            return None
        header, arrays = net_file.read(str(player))
        if generation.recipe.width % header.width:
            multiple = f"a multiple of the {header.width} of {player.name}"
            raise TrainError(f"width {generation.recipe.width}: to refine it, expected {multiple}")
        return net_numbers(arrays, header.features, header.width)

    def _write_net(
        self, generation: Generation, fitted: FitResult, features: int, chances: Chances
    ) -> None:
        rules = kind_of(self.variant).net_rules(self.variant)
        header = net_file.Header(
            self.variant.name,
            rules,
            features,
            generation.recipe.width,
            chances,
            self._training_info(generation),
        )
        replace_file(self.folder.path / generation.net, [net_file.packed(header, fitted.arrays)])

    def _trial_setup(self, generation: Generation, opponent: str | None) -> trial.TrialSetup:
        return trial.TrialSetup(
            self.variant,
            EvaluationSpec.read(self.folder.path / generation.net),
            EvaluationSpec.read(self.folder.file_named(opponent)),
            generation.recipe.trial_nodes,
            random_openings.opening_lengths(self.variant, generation.recipe),
            f"{generation.recipe.seed} {generation.number} trial",
        )


_STAGE_NAMES = {SELF_PLAY: "self-play", FIT: "fit", TRIAL: "trial"}


def _result_text(result: Tally) -> str:
    """Return a result as "+35 =12 -20, Elo +40 (+5 to +78)"."""
    elo = statistics.elo(result)
    return (
        f"+{result.wins} ={result.draws} -{result.losses},"
        f" Elo {elo.value:+.0f} ({elo.low:+.0f} to {elo.high:+.0f})"
    )


def start_from(folder: Folder, state: State, variant: Variant, given: str) -> int:
    """Let a training start from a net, and return its width.

    The net's centipawns are taken over if it has them.

    given: a file, or the name of another game.

    Raises TrainError, NetError and UnknownVariant.
    """
    where = f"--start-from {given}"
    if Path(given).is_file():
        header, arrays = net_file.read(given)
        rules = kind_of(variant).net_rules(variant)
        if header.rules != rules:
            raise TrainError(f"{where}: a net {mismatch(header.rules, header.variant)}")
    else:
        borrowed = borrowed_net(variant, variants.get(given))
        if borrowed is None:
            raise TrainError(f"{where}: {given} has no net that fits the board of {variant.name}")
        header, arrays = borrowed
    data = net_file.packed(header, arrays)
    if not state.generations:
        _save_start_net(folder, state, data, header)
    elif _read_start_net(folder, state) != data:
        raise TrainError(
            "--start-from: this run started from a different net: choose another --output"
        )
    return header.width


def start_from_played_net(folder: Folder, state: State, variant: Variant) -> int | None:
    """Let a new training start from the net that the game is played with, its own or another's.

    Returns the width of that net, None if there is none, or if the training has begun otherwise.
    """
    played = None if state.generations else played_net(variant)
    if played is None:
        return None
    header, arrays = played
    data = net_file.packed(header, arrays)
    if _read_start_net(folder, state) not in (None, data):
        return None
    _save_start_net(folder, state, data, header)
    return header.width


def _read_start_net(folder: Folder, state: State) -> bytes | None:
    """Return the file of the net that a training started from, None if there is none."""
    kept = folder.path / START
    return kept.read_bytes() if state.start and kept.exists() else None


def _save_start_net(folder: Folder, state: State, data: bytes, header: net_file.Header) -> None:
    """Write the file of the net that a training starts from, and take over its scale."""
    replace_file(folder.path / START, [data])
    state.start = True
    scale_cp = header.trained.get("scale_cp")
    if isinstance(scale_cp, int) and scale_cp > 0:
        state.scale_cp = scale_cp
    state.save(folder.state)
