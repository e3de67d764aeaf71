"""The command `amalthea analyse`: its options, and the analysis of each kind of source."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from amalthea.engine.core.color import Color
from amalthea.engine.options import MAX_HASH_MIB, MAX_THREADS, usable_cores
from amalthea.engine.text import clip
from amalthea.protocol import FAILED, INTERRUPTED, engine_settings, tool
from amalthea.protocol.analysis import sources
from amalthea.protocol.analysis.moments import Moment
from amalthea.protocol.analysis.sources import Games, Suite
from amalthea.protocol.analysis.study import MAX_LINES
from amalthea.protocol.progress import Progress
from amalthea.protocol.records.notation import LETTERS, NOTATIONS

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant
    from amalthea.engine.search.limits import Limits
    from amalthea.protocol.analysis.analyst import Analyst, Resources
    from amalthea.protocol.analysis.game_files import GameFiles
    from amalthea.protocol.analysis.study import Study

_NAME = "analyse"
DESCRIPTION = """\
Analyse a position, every move of a game, or a suite of test positions. SOURCE is `startpos`, a
FEN, a PGN file, a match's log (.jsonl) or an EPD suite. Scores are from White's view. The moves of
a game are marked by the winning chances they lose: ?! from 5 %, ? from 10 %, ?? from 15 %; ! means
that any other move would have lost 10 %. Ctrl-C ends the search and prints the results so far."""

_POSITION_MS = 5_000  # for a position or a problem without limits
_GAME_MS = 500  # for every position of a game without limits
_GAME_LINES = 2  # the second line shows whether a move was the only one
_HASH_MIB = 64
# Options that --stream refuses: each request has its own, or streams have no such output.
_REFUSED_BY_STREAM = ("moves", "eval_file", "infinite", "game", "side", "svg", "html", "pgn")


def main(words: list[str]) -> int:
    """Run the command and return its exit status."""
    return tool.run(_NAME, lambda: _run(parser().parse_args(words)))


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = tool.Parser(
        prog=f"amalthea {_NAME}",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    number = tool.WholeNumber()
    add("source", nargs="*", metavar="SOURCE", help="startpos, a FEN or a file")
    add("--stream", action="store_true", help="read requests as JSON lines from standard input")
    add("--moves", nargs="+", default=[], metavar="M", help="moves played from the position")
    add(
        "--variant",
        metavar="NAME",
        help="game of a file, or of requests, that do not name it (default: chess)",
    )
    add("--variants", metavar="FILE", help="a file with more variants")
    add("--game", type=number, metavar="N", help="only analyse game N of a file, from 1")
    add("--side", choices=("w", "b"), help="side whose choice is analysed while both choose")
    limits = parser.add_argument_group("limits for every position")
    add = limits.add_argument
    add("--depth", type=number, metavar="PLIES", help="search to this depth")
    add("--nodes", type=number, metavar="N", help="search this many nodes")
    help_ = "search for this many milliseconds (default: 5000, in games 500)"
    add("--movetime", type=number, metavar="MS", help=help_)
    add("--infinite", action="store_true", help="search until Ctrl-C; only for a position")
    resources = parser.add_argument_group("the engine")
    add = resources.add_argument
    add(
        "--multipv",
        type=tool.WholeNumber(MAX_LINES),
        metavar="N",
        help="number of lines (default: 1, in games 2)",
    )
    add(
        "--threads",
        type=tool.WholeNumber(MAX_THREADS),
        metavar="N",
        help="search processes (default: one per core, with --stream 1)",
    )
    help_ = f"size of the transposition table (default: {_HASH_MIB})"
    size = tool.WholeNumber(MAX_HASH_MIB)
    add("--hash", type=size, default=_HASH_MIB, metavar="MIB", help=help_)
    engine_settings.add_eval_file(resources)
    help_ = "searches at once of --stream (default: the cores divided by the threads)"
    add("--concurrency", type=number, metavar="N", help=help_)
    output = parser.add_argument_group("output")
    tool.add_json(output, "print one JSON object per line, the last with the result")
    tool.add_quiet(output)
    add = output.add_argument
    add("--svg", type=Path, metavar="FILE", help="write the graph of a game's score")
    help_ = "write a page of a game or a position, of several games an index of their pages"
    add("--html", type=Path, metavar="FILE", help=help_)
    add("--pgn", type=Path, metavar="FILE", help="write games with marks, scores and better lines")
    help_ = f"notation of moves in PGN, except for chess (default: {LETTERS})"
    add("--notation", choices=NOTATIONS, default=LETTERS, help=help_)
    return parser


def _run(options: argparse.Namespace) -> int:
    """Read and check everything, then search."""
    tool.load_variants(options.variants)
    if options.stream:
        return _serve(options)
    if not options.source:
        raise tool.UsageError("expected startpos, a FEN or a file, or --stream")
    warn = partial(tool.warn, _NAME)
    source = sources.read_source(options.source, options.moves, options.variant, options.game, warn)
    _check(options, source)
    if not isinstance(source, Games):
        for line in tool.remark_lines(sources.remarks(source)):
            warn(line)
    from amalthea.protocol.analysis.analyst import Analyst
    from amalthea.protocol.analysis.interrupt import Interrupt

    with (
        Interrupt() as interrupt,
        Analyst(_resources(options, source), interrupt, warn) as analyst,
    ):
        if isinstance(source, Moment):
            return _analyse_position(options, source, analyst)
        if isinstance(source, Suite):
            return _solve(options, source, analyst)
        return _analyse_games(options, source, analyst)


def _serve(options: argparse.Namespace) -> int:
    """Answer requests from standard input."""
    from amalthea.protocol.analysis.analyst import Resources
    from amalthea.protocol.analysis.interrupt import Interrupt
    from amalthea.protocol.analysis.stream import Stream

    if options.source:
        raise tool.UsageError("--stream: expected no position, which each request has")
    for name in _REFUSED_BY_STREAM:
        if getattr(options, name):
            raise tool.UsageError(f"--stream: expected no --{name.replace('_', '-')}")
    threads = options.threads or 1
    concurrency = options.concurrency or max(1, usable_cores() // threads)
    resources, limits = Resources(options.hash, threads), _limits(options, _POSITION_MS)
    defaults: dict[str, object] = {"multipv": options.multipv or 1}
    if options.variant:
        defaults["variant"] = options.variant
    with Interrupt() as interrupt, Stream(resources, concurrency, limits, defaults) as stream:
        stream.run(interrupt)
        return INTERRUPTED if interrupt.requested else 0


def _check(options: argparse.Namespace, source: Moment | Games | Suite) -> None:
    """Raise UsageError for options that do not fit the source, WriteError for bad files."""
    if options.infinite and (options.depth or options.nodes or options.movetime):
        raise tool.UsageError("--infinite: expected no other limit")
    if isinstance(source, Moment):
        _check_side(options.side, source)
    elif options.infinite or options.side:
        raise tool.UsageError("--infinite and --side: expected a position, not a file")
    for name in ("svg", "html", "pgn"):
        path = getattr(options, name)
        if path is not None:
            _check_output(name, source)
            _check_apart(name, path, options.source)
            tool.check_writable(path)


def _check_side(side: Color | None, moment: Moment) -> None:
    if moment.both_choose and side is None:
        raise tool.UsageError("both sides choose here: expected --side w or --side b")
    if side and not moment.both_choose:
        raise tool.UsageError(f"--side: '{moment.turn}' is to move, not both sides")


def _check_output(name: str, source: Moment | Games | Suite) -> None:
    """Raise UsageError if the source cannot be written as a file of this kind.

    A page can show games or a position, a graph only a single game, PGN only games.
    """
    if isinstance(source, Moment) and name == "html":
        return
    if not isinstance(source, Games):
        shown = "a game or a position" if name == "html" else "a game"
        raise tool.UsageError(f"--{name}: expected {shown}")
    if name == "svg" and source.has_more:
        raise tool.UsageError(f"--{name}: the file has several games, choose one with --game N")


def _resources(options: argparse.Namespace, source: Moment | Games | Suite) -> Resources:
    """Return the analyst's resources.

    Raises WeightsError, and NetError or TablesError for a file that does not fit all games.
    """
    from amalthea.engine.eval_file import read_eval_file
    from amalthea.protocol.analysis.analyst import Resources

    eval_file = None
    for variant in _variants(source) if options.eval_file else ():
        eval_file = read_eval_file(options.eval_file, variant)
    return Resources(options.hash, options.threads or usable_cores(), eval_file)


def _variants(source: Moment | Games | Suite) -> set[Variant]:
    """Return the variants of a source; of a file of games, which is read later, the first one's."""
    if isinstance(source, Moment):
        return {source.variant}
    if isinstance(source, Games):
        return {source.first.variant}
    return {problem.moment.variant for problem in source.problems}


def _check_apart(name: str, path: Path, words: Sequence[str]) -> None:
    """Raise UsageError for an output that would replace the file that is read."""
    is_same = False
    with contextlib.suppress(OSError, ValueError):
        is_same = path.samefile(words[0])
    if is_same:
        what = "the games are read from this file, expected another one"
        raise tool.UsageError(f"--{name} {clip(str(path))}: {what}")


def _limits(options: argparse.Namespace, default_ms: int) -> Limits:
    """Return the limits of the options, by default a time."""
    from amalthea.engine.search.limits import Limits

    bounded = options.depth or options.nodes or options.movetime or options.infinite
    return Limits(
        side=options.side,
        depth=options.depth,
        nodes=options.nodes,
        movetime=options.movetime if bounded else default_ms,
        infinite=options.infinite,
    )


def _analyse_position(options: argparse.Namespace, moment: Moment, analyst: Analyst) -> int:
    from amalthea.protocol.analysis.analyst import SearchResult
    from amalthea.protocol.analysis.position_view import make_view

    limits = _limits(options, _POSITION_MS)
    side = Color(options.side or moment.choosers[0])
    with make_view(moment, side, options.json, sys.stdout) as view:
        result = SearchResult(None)
        if moment.status.winner is None:
            result = analyst.search(moment, limits, options.multipv or 1, view.update)
        view.conclude(result)
    if options.html:
        from amalthea.protocol.analysis.study_page import position_page_html

        tool.write_file(options.html, position_page_html(moment, side, result))
    return INTERRUPTED if analyst.interrupted and not options.infinite else 0


def _analyse_games(options: argparse.Namespace, source: Games, analyst: Analyst) -> int:
    """Analyse games and finish their files, also after an error. Return the exit status."""
    from amalthea.protocol.analysis.game_files import GameFiles

    written = GameFiles(
        options.svg, options.html, options.pgn, options.notation, several=source.has_more
    )
    try:
        status = _study_games(options, source, analyst, written)
    finally:
        failures = written.finish()
        for message in failures:
            tool.warn(_NAME, message)
    return max(status, FAILED if failures else 0)


def _study_games(
    options: argparse.Namespace, source: Games, analyst: Analyst, written: GameFiles
) -> int:
    """Analyse games one after the other, as they are read. Return the exit status."""
    from amalthea.engine.eval_file import read_eval_file
    from amalthea.protocol.analysis.study import study

    limits = _limits(options, _GAME_MS)
    checked = _variants(source)
    finished = status = 0
    with Progress(sys.stderr, _NAME, options.quiet) as progress:
        progress.begin("games")
        for number, game in enumerate(source.games):
            if options.eval_file and game.variant not in checked:
                read_eval_file(options.eval_file, game.variant)
                checked.add(game.variant)
            if source.total is None:
                progress.begin("games")
                finished = 0
            total = source.total or len(game.moments)
            show = partial(_show_progress, progress, game.where, finished, total)
            analyst.forget()
            found = study(game, analyst, limits, options.multipv or _GAME_LINES, show)
            progress.clear()
            if number and not options.json:
                tool.write("")
            status = max(status, _output(options, found, written))
            if analyst.interrupted:
                return INTERRUPTED
            finished += len(game.moments)
    return max(status, FAILED if source.errors else 0)


def _show_progress(
    progress: Progress, where: str, before: int, total: int, done: int, end: int
) -> None:
    """Show the progress in a game. before, total: positions of earlier games, and of all."""
    progress.update(min(1.0, (before + done) / total), f"{where}: position {done} of {end}")


def _output(options: argparse.Namespace, found: Study, written: GameFiles) -> int:
    """Write the files of a game, then print its report as text or JSON. Return the exit status.

    The files come first, as the reader of the output may stop early. A file that cannot be written
    costs no other result.
    """
    from amalthea.protocol.analysis import game_report

    failures = written.write(found)
    for message in failures:
        tool.warn(_NAME, message)
    if options.json:
        for values in game_report.json_objects(found):
            tool.write_json(values)
    else:
        for line in game_report.text(found):
            tool.write(line)
    return FAILED if failures else 0


def _solve(options: argparse.Namespace, source: Suite, analyst: Analyst) -> int:
    """Search the problems of a suite. Return the exit status."""
    from amalthea.protocol.analysis import suite

    limits = _limits(options, _POSITION_MS)
    if not options.json:
        tool.write(suite.heading())
    problems = source.problems
    attempts = []
    with Progress(sys.stderr, _NAME, options.quiet) as progress:
        progress.begin("problems")
        for attempt in suite.solve(problems, analyst, limits, options.multipv or 1):
            attempts.append(attempt)
            progress.clear()
            if options.json:
                tool.write_json(suite.attempt_json(attempt))
            else:
                tool.write(suite.row(attempt))
            done = len(attempts)
            progress.update(done / len(problems), f"{done} of {len(problems)}")
    if options.json:
        tool.write_json(suite.summary_json(attempts, len(problems)))
    else:
        tool.write(suite.summary(attempts, len(problems)))
    if analyst.interrupted:
        return INTERRUPTED
    return FAILED if source.errors else 0
