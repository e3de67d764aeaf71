"""`amalthea train`: the command line of a training."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from amalthea.engine import variants
from amalthea.engine.core.variant import Variant
from amalthea.engine.errors import UnknownVariant, WorkerError
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.options import HAND
from amalthea.engine.search.workers.processors import allowed_processors
from amalthea.protocol import INTERRUPTED, tool
from amalthea.protocol.jobs.executor import Executor, JobsFailed
from amalthea.protocol.jobs.options import add_cluster_option
from amalthea.protocol.jobs.processes import ProcessExecutor
from amalthea.protocol.progress import Progress
from amalthea.protocol.storage.files import Products, WriteError
from amalthea.training import TrainBroken, TrainError, generations, require_library
from amalthea.training.budget import Budget
from amalthea.training.folder import Folder
from amalthea.training.generations import Training
from amalthea.training.recipe import Recipe
from amalthea.training.state import FIT, SELF_PLAY, TRIAL, State, load

_FAILURES = (WorkerError, TrainBroken, JobsFailed, WriteError)
DEFAULT_GENERATIONS = 5
EXPORT = "export"
_LEARNED = ("nets", "tables")  # what is trained, without and with --tune
_TUNES = ("of a net", "with --tune")

_EPILOG = """\
A training plays games of the engine against itself, fits a net to them, and lets the net play
against the best player so far, generation after generation. Its results are DIR/GAME.net, the best
net, and DIR/report.html.

  amalthea train chess --minutes 60
  amalthea train gast --generations 8 --positions 1000000
  amalthea train mine --variants my.ini --output nets/mine
  amalthea train orda --start-from chess
  amalthea train mine --variants my.ini --tune --minutes 30
  amalthea train gast selfplay --cluster tcp://host:8786

With --tune the parameters of the hand-written evaluation are fitted instead of a net, and the
result is DIR/GAME.toml.

STAGE is one of selfplay, fit, trial and export: only this stage is run, in the current generation.
The same command resumes a training that was stopped, in whatever way; parameters that are not given
again stay as they were. It needs NumPy and PyTorch: the extra `train`, see docs/training.md.
"""


def main(words: list[str]) -> int:
    """Run the command; return the exit status."""
    return tool.run("train", lambda: _run(words), failures=_FAILURES)


def _run(words: list[str]) -> int:
    options = parser().parse_args(words)
    _check(options)
    variant = _variant(options)
    if options.stage in (None, FIT):
        require_library("numpy")
        require_library("torch")
    with ExitStack() as stack:
        path = Path(options.output or f"{'tune' if options.tune else 'train'}-{variant.name}")
        folder = stack.enter_context(Folder(path, variant.name))
        state = load(folder.state, variant.name, kind_of(variant).net_rules(variant))
        if state.tunes() not in (None, options.tune):
            raise TrainError(
                f"{path}: a training {_TUNES[not options.tune]}: choose another --output"
            )
        width = _start_from(options, folder, state, variant)
        recipe = _recipe(options, _former_recipe(options, state, width))
        count = options.concurrency or allowed_processors()
        readers = stack.enter_context(ProcessExecutor(count, folder.workers))
        players: Executor = readers
        if options.cluster:
            from amalthea.protocol.jobs.dask_cluster import ClusterExecutor

            players = stack.enter_context(ClusterExecutor(options.cluster))
        progress = stack.enter_context(Progress(sys.stderr, variant.name, options.quiet))
        training = Training(
            variant,
            folder,
            state,
            recipe,
            Budget(options.generations, options.minutes),
            players,
            readers,
            count,
            progress,
        )
        try:
            _run_stages(training, options.stage)
        except KeyboardInterrupt:
            progress.clear()
            progress.note("stopped; the same command resumes it")
            return INTERRUPTED
    return 0


def _run_stages(training: Training, stage: str | None) -> None:
    products = Products()
    if stage is None:
        training.run(lambda: _publish(training, products))
    elif stage == SELF_PLAY:
        training.self_play(training.unfinished() or training.begin())
    elif stage != EXPORT:
        _run_in_unfinished(training, training.fit if stage == FIT else training.run_trial, stage)
    if stage in (None, TRIAL, EXPORT):
        _finish(training, products)


def _run_in_unfinished(training: Training, work: Callable[[Any], None], stage: str) -> None:
    generation = training.unfinished()
    if generation is None:
        raise TrainError(f"{stage}: no generation is unfinished: selfplay begins one")
    work(generation)


def _publish(training: Training, products: Products) -> None:
    """Write the best net and the report; note what cannot be written."""
    from amalthea.training.report.page import write_report

    folder, state, variant = training.folder, training.state, training.variant
    messages = products.write("report", partial(write_report, folder, state, variant))
    for message in [*messages, *products.write("result", training.export)]:
        training.progress.note(message)


def _finish(training: Training, products: Products) -> None:
    """Publish, and print where. Raises WriteError for what could not be written at last."""
    what = "tables" if training.recipe.tune else "net"
    _publish(training, products)
    if products.failures:
        remedy = "the same command with `export` writes it anew"
        raise WriteError(f"{'; '.join(products.failures)}; {remedy}")
    if training.state.best() is not None:
        tool.write(f"Best {what}: {training.result}")
    else:
        tool.write(f"Best {what}: none yet, nothing has beaten the hand-written evaluation")
    tool.write(f"Report: {training.folder.report}")


def _check(options: argparse.Namespace) -> None:
    """Raise TrainError for numbers that are too low, or options that exclude each other."""
    lowest = {"generations": 1, "nodes": 1, "positions": 1, "concurrency": 1}
    for name, low in lowest.items():
        value = getattr(options, name)
        if value is not None and value < low:
            raise TrainError(f"--{name} {value}: expected at least {low}")
    if options.minutes is not None and not 0 < options.minutes < float("inf"):
        raise TrainError(f"--minutes {options.minutes:g}: expected a number above 0")
    if options.minutes is not None and options.positions is not None:
        raise TrainError("--minutes and --positions: expected one of them")
    if options.tune and (options.start_from or options.width):
        raise TrainError("--tune: expected no --start-from and no --width, which are for nets")


def _variant(options: argparse.Namespace) -> Variant:
    """Return the game, after loading the file's variants. Raises TrainError if it has no nets."""
    tool.load_variants(options.variants)
    try:
        variant = variants.get(options.game)
    except UnknownVariant as error:
        raise TrainError(f"{error}; --variants FILE adds more") from error
    kind = kind_of(variant)
    if not (kind.gradient_terms(variant) if options.tune else kind.net_planes(variant)):
        raise TrainError(f"{variant.name}: its kind of game has no {_LEARNED[options.tune]}")
    return variant


def _start_from(
    options: argparse.Namespace, folder: Folder, state: State, variant: Variant
) -> int | None:
    """Let the training start from the chosen net; return its width, None without a net.

    Raises TrainError.
    """
    if options.tune or options.start_from == HAND:
        return None
    if not options.start_from:
        return generations.start_from_played_net(folder, state, variant)
    try:
        return generations.start_from(folder, state, variant, options.start_from)
    except UnknownVariant as error:
        raise TrainError(f"--start-from {options.start_from}: no such file, and {error}") from error


def _former_recipe(options: argparse.Namespace, state: State, width: int | None) -> Recipe:
    """Return the recipe that the options change: the last one, or that of a new training.

    A new training refines the net that it starts from, unless the options choose another width or
    no refinement. width: of that net, None without one.
    """
    if state.generations:
        return state.generations[-1].recipe
    if width:
        refining = Recipe().refining(width)
        chosen = _recipe(options, refining)
        if chosen.refine and chosen.width == width:
            return refining
    return Recipe()


def _recipe(options: argparse.Namespace, before: Recipe) -> Recipe:
    """Return a recipe with the parameters that the options set; the others stay as before."""
    if options.recipe:
        before = before.changed(options.recipe)
    names = ("seed", "nodes", "positions", "width")
    given = {name: value for name in names if (value := getattr(options, name)) is not None}
    return replace(before, tune=options.tune, **given)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = tool.Parser(
        prog="amalthea train",
        description="Train an evaluation by games of the engine against itself.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("game", metavar="GAME", help="name of the variant")
    stages = (SELF_PLAY, FIT, TRIAL, EXPORT)
    add("stage", nargs="?", choices=stages, metavar="STAGE", help="run only this stage; see below")
    add("--variants", metavar="FILE", help="an INI file with more variants")
    help_ = "folder of the training (default: train-GAME, with --tune tune-GAME)"
    add("--output", metavar="DIR", help=help_)
    help_ = "fit the hand-written evaluation instead of a net"
    add("--tune", action="store_true", help=help_)
    help_ = f"at most N generations (default: {DEFAULT_GENERATIONS})"
    add("--generations", type=int, default=DEFAULT_GENERATIONS, metavar="N", help=help_)
    help_ = "time of the whole training, which determines the size of its generations"
    add("--minutes", type=float, metavar="M", help=help_)
    recipe = Recipe()
    help_ = f"positions of each generation (default: {recipe.positions})"
    add("--positions", type=int, metavar="N", help=help_)
    add(
        "--nodes",
        type=int,
        metavar="N",
        help=f"nodes per search in self-play (default: {recipe.nodes})",
    )
    help_ = f"hidden units (default: those of the net to start from, else {recipe.width})"
    add("--width", type=int, metavar="N", help=help_)
    add(
        "--seed", type=int, metavar="N", help=f"seed of all random choices (default: {recipe.seed})"
    )
    help_ = "TOML with any parameters of the recipe, see docs/training.md"
    add("--recipe", metavar="FILE", help=help_)
    add("--concurrency", type=int, metavar="N", help="worker processes (default: one per core)")
    add(
        "--start-from",
        metavar="NET",
        help="net to start from: a file, another game's by its name, or `hand`: the hand-written"
        " evaluation (default: the net that the game is played with)",
    )
    add_cluster_option(parser)
    tool.add_quiet(parser)
    return parser
