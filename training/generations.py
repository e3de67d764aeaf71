"""The course of a training: generation after generation of self-play, fit and trial.

Each stage asks the state whether it is done, and the files how far it is. So a training that was
interrupted at any moment is resumed there, and ends with the same result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from amalthea.engine.core.fingerprint import mismatch
from amalthea.engine.core.variant import Variant
from amalthea.engine.evaluation import net_file, tables_file
from amalthea.engine.evaluation.chances import Chances
from amalthea.engine.game_kinds import kind_of
from amalthea.protocol.jobs.executor import Executor
from amalthea.protocol.statistics import elo as statistics
from amalthea.protocol.statistics.elo import Tally
from amalthea.protocol.statistics.sprt import Sprt
from amalthea.protocol.storage import member_log
from amalthea.protocol.storage.files import replace_file
from amalthea.training import TrainError, judges, openings, records, samples, selfplay, trial, worth
from amalthea.training.budget import SIZING_S, Budget
from amalthea.training.chances import chances_of
from amalthea.training.fit import Fitted, Task, fit_net
from amalthea.training.folder import START, Folder
from amalthea.training.hand_fit import fit_hand
from amalthea.training.net_numbers import NetNumbers, net_numbers
from amalthea.training.progress import Progress, minutes, number
from amalthea.training.recipe import Recipe
from amalthea.training.state import FIT, SELF_PLAY, TRIAL, Generation, State

MOST_EMPTY = 20  # chunks in a row without a game, after which the training fails
STAGES = (SELF_PLAY, FIT, TRIAL)


@dataclass(slots=True)
class Training:
    """Everything that the stages work with.

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
        while (own := self.open()) or not self.budget.spent(self.state):
            own = own or self.begin()
            self.self_play(own)
            self.fit(own)
            self.hold_trial(own)
            publish()

    def open(self) -> Generation | None:
        """Return the unfinished generation, if there is one."""
        last = self.state.generations[-1:]
        return last[0] if last and last[0].kept is None else None

    def begin(self) -> Generation:
        """Begin the next generation. Raises TrainError if its net could not be fitted."""
        own = Generation(len(self.state.generations) + 1, self.recipe, self.state.best())
        self._refined(own)  # fails before the games, not after them
        if self.budget.minutes is None:
            own.positions = self.recipe.positions
        self.state.generations.append(own)
        self._save()
        return own

    def self_play(self, own: Generation) -> None:
        """Play games until there are enough positions. Raises TrainError if no opening is fair."""
        if own.games is not None:
            return
        path = self.folder.games(own.number)
        chunks = member_log.recover(path)
        parts = records.read(path) if chunks else ()
        played = [len(record.scores) for part in parts for record in part]
        games, positions = len(played), sum(played)
        before = positions
        self._begin_stage(own, SELF_PLAY)
        if not self._sized(own, positions, before) or positions < (own.positions or 0):
            results = self.players.map(selfplay.play_chunk, self._chunks(own, chunks))
            empty = 0  # chunks in a row
            for part in results:
                empty = 0 if part else empty + 1
                if empty == MOST_EMPTY:
                    raise TrainError(
                        f"none of {empty * own.recipe.chunk} games had a fair opening:"
                        " change `opening` or `placed_opening` in the recipe"
                    )
                records.append(path, part)
                games += len(part)
                positions += sum(len(record.scores) for record in part)
                if self._sized(own, positions, before):
                    self._tell_games(own, games, positions)
                    if positions >= (own.positions or 0):
                        break
        own.games, own.played = games, positions
        self._end_stage(
            own,
            SELF_PLAY,
            (positions - before) / max(1, positions),
            f"{number(games)} games, {number(positions)} positions",
        )

    def fit(self, own: Generation) -> None:
        """Fit a net, or the hand-written evaluation, to the games of the last generations.

        Raises TrainError without games.
        """
        if own.losses is not None:
            return
        if own.games is None:
            raise TrainError(f"generation {own.number} has no games yet: run selfplay first")
        self._begin_stage(own, FIT)
        self.progress.at(0.0, "reading games")
        done_now = 1.0
        path = self.folder.games(own.number)
        if self.state.scale_cp is None:
            self.state.scale_cp = samples.scale_of(path)
        numbering = samples.numbering_of(self.variant, path)
        parts = self._samples(own, self.state.scale_cp)
        read = samples.joined(parts)
        start = self._refined(own)
        task = Task(read, numbering, own.recipe, self.state.scale_cp, self.threads, start)

        def tell(share: float) -> None:
            self.progress.at(share, f"{number(len(read))} positions")

        own_games = parts[-1]  # whose scores are like those of the fitted evaluation
        meaning = chances_of(own_games, numbering.men_most)
        own.samples = len(read)
        if own.recipe.tune:
            tables, own.losses = fit_hand(task, self.variant, tell)
            tables = replace(tables, chances=meaning, trained=self._trained(own))
            text = tables_file.written(tables)
            replace_file(self.folder.path / own.net, [text.encode()])
            seen = worth.of_tables(self.variant, self.folder.path / own.net)
        else:
            fitted = fit_net(task, self.folder.checkpoint(own.number), tell)
            own.losses, done_now = fitted.losses, 1 - fitted.begun
            self._write_net(own, fitted, numbering.size, meaning)
            seen = worth.worths(fitted.arrays, own.recipe.width, numbering, read)
        replace_file(self.folder.worth(own.number), [worth.text_of(seen).encode()])
        held = own.losses[-1][1]
        told = "" if held is None else f", held-out loss {held:.4f}"
        self._end_stage(own, FIT, done_now, f"{number(len(read))} positions{told}")
        self.folder.checkpoint(own.number).unlink(missing_ok=True)

    def hold_trial(self, own: Generation) -> None:
        """Play the new net against the best so far and against the hand-written evaluation.

        Raises TrainError without a net.
        """
        if own.kept is not None:
            return
        if own.losses is None:
            raise TrainError(f"generation {own.number} has no net yet: run fit first")
        self._begin_stage(own, TRIAL)
        if own.pairs is None:
            own.pairs = self.budget.pairs(self.state, own)
            self._save()
        test = Sprt(*own.recipe.elo)
        path = self.folder.trial(own.number)
        own.trial, now = trial.hold(
            self.players,
            path,
            self._contest(own, own.player),
            own.pairs,
            test,
            lambda result: self._tell_trial(own, result, test),
        )
        whole = sum(own.trial.pairs)
        if own.player is not None:
            most = min(own.recipe.hand_pairs, own.pairs)
            own.hand, again = trial.hold(
                self.players,
                self.folder.hand(own.number),
                self._contest(own, None),
                most,
                None,
                lambda result: self.progress.at(0.9, f"hand-written: {_told(result)}"),
            )
            now, whole = now + again, whole + most
        decision = test.state(own.trial).decision
        own.kept = decision == "H1" or (decision is None and own.trial.share > 0.5)
        told = "the best so far" if own.kept else "not better than the best so far"
        self._end_stage(own, TRIAL, now / max(1, whole), f"{_told(own.trial)}: {told}")

    def export(self) -> bool:
        """Write the best player to its final place; return True if there is one."""
        best = self.folder.named(self.state.best())
        if best is None:
            return False
        judge = judges.Judge.read(best)
        assert judge.file is not None
        replace_file(self.result, [judge.file])
        return True

    @property
    def result(self) -> Path:
        """The final place of the best net or tables."""
        return self.folder.tables if self.recipe.tune else self.folder.result

    # -- what the stages share ---------------------------------------------------------------------

    def _save(self) -> None:
        self.state.save(self.folder.state)

    def _begin_stage(self, own: Generation, stage: str) -> None:
        after = self.budget.after(self.state, own, stage)
        self.progress.begin(f"generation {own.number}, {_NAMES[stage]}", after)

    def _end_stage(self, own: Generation, stage: str, share: float, text: str) -> None:
        """Finish a stage. share: the part of it that was done in this run, for its total time."""
        spent = self.progress.seconds()
        own.seconds[stage] = round(spent / share if share > 0 else spent, 3)
        self._save()
        self.progress.end(f"{text} in {minutes(spent)}")

    def _chunks(self, own: Generation, first: int) -> Iterator[selfplay.Chunk]:
        judge = judges.Judge.read(self.folder.named(own.player))
        recipe = own.recipe
        plan = selfplay.Plan(recipe.nodes, openings.plies(self.variant, recipe), recipe.stray)
        seed = f"{recipe.seed} {own.number}"
        at = first * recipe.chunk
        while True:
            yield selfplay.Chunk(self.variant, judge, plan, seed, at, recipe.chunk)
            at += recipe.chunk

    def _sized(self, own: Generation, positions: int, before: int) -> bool:
        """Return True if the number of positions is known; it is chosen once the speed is known."""
        if own.positions is not None:
            return True
        spent = self.progress.seconds()
        if positions == before or spent < SIZING_S:
            return False
        pace = (positions - before) / spent
        own.positions = self.budget.positions(self.state, own, pace)
        self._save()
        return True

    def _tell_games(self, own: Generation, games: int, positions: int) -> None:
        wanted = own.positions or positions
        text = f"{number(positions)} of {number(wanted)} positions, {number(games)} games"
        self.progress.at(min(1.0, positions / wanted), text)

    def _tell_trial(self, own: Generation, result: Tally, test: Sprt) -> None:
        """Show the progress of a trial, which may be decided long before the last pair."""
        state = test.state(result)
        bound = state.upper if state.llr > 0 else state.lower
        share = max(sum(result.pairs) / (own.pairs or 1), min(1.0, state.llr / bound))
        self.progress.at(share, f"{_told(result)}, LLR {state.llr:.2f}")

    def _samples(self, own: Generation, scale_cp: int) -> list[samples.Samples]:
        """Return the samples of the last generations' games, the oldest first."""
        first = max(1, own.number - own.recipe.window + 1)
        paths = [self.folder.games(each) for each in range(first, own.number + 1)]
        return [
            samples.samples_of(
                self.readers, self.variant, path, scale_cp, own.recipe.gamma, own.recipe.tune
            )
            for path in paths
        ]

    def _trained(self, own: Generation) -> dict[str, Any]:
        """Return what the file of a generation says about its training."""
        return {
            "generation": own.number,
            "games": sum(each.games or 0 for each in self.state.generations),
            "positions": own.samples,
            "scale_cp": self.state.scale_cp,
            "seed": own.recipe.seed,
        }

    def _refined(self, own: Generation) -> NetNumbers | None:
        """Return the net that the fit starts from, None for random weights. Raises TrainError."""
        player = self.folder.named(own.player)
        if player is None or own.recipe.tune or not own.recipe.refine:
            return None
        header, arrays = net_file.read(str(player))
        if own.recipe.width % header.width:
            multiple = f"a multiple of the {header.width} of {player.name}"
            raise TrainError(f"width {own.recipe.width}: to refine it, expected {multiple}")
        return net_numbers(arrays, header.features, header.width)

    def _write_net(self, own: Generation, fitted: Fitted, features: int, meaning: Chances) -> None:
        rules = kind_of(self.variant).net_rules(self.variant)
        header = net_file.Header(
            self.variant.name, rules, features, own.recipe.width, meaning, self._trained(own)
        )
        replace_file(self.folder.path / own.net, [net_file.packed(header, fitted.arrays)])

    def _contest(self, own: Generation, opponent: str | None) -> trial.Contest:
        return trial.Contest(
            self.variant,
            judges.Judge.read(self.folder.path / own.net),
            judges.Judge.read(self.folder.named(opponent)),
            own.recipe.trial_nodes,
            openings.plies(self.variant, own.recipe),
            f"{own.recipe.seed} {own.number} trial",
        )


_NAMES = {SELF_PLAY: "self-play", FIT: "fit", TRIAL: "trial"}


def _told(result: Tally) -> str:
    """Return a result as "+35 =12 -20, Elo +40 (+5 to +78)"."""
    elo = statistics.elo(result)
    return (
        f"+{result.wins} ={result.draws} -{result.losses},"
        f" Elo {elo.value:+.0f} ({elo.low:+.0f} to {elo.high:+.0f})"
    )


def take_start(folder: Folder, state: State, variant: Variant, path: str) -> None:
    """Copy the net to start from into the folder, and take over its centipawns if it has them.

    Raises TrainError and NetError.
    """
    header, _ = net_file.read(path)
    rules = kind_of(variant).net_rules(variant)
    if header.rules != rules:
        raise TrainError(f"--start-from {path}: a net {mismatch(header.rules, header.variant)}")
    with open(path, "rb") as file:
        data = file.read()
    if state.generations:
        known = folder.path / START
        if not state.start or not known.exists() or known.read_bytes() != data:
            raise TrainError(
                "--start-from: this run started from a different net: choose another --output"
            )
        return
    replace_file(folder.path / START, [data])
    state.start = True
    told = header.trained.get("scale_cp")
    if isinstance(told, int) and told > 0:
        state.scale_cp = told
    state.save(folder.state)
