"""The command `amalthea analyse`: its options, and what is done with each kind of source."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from amalthea.engine.options import MOST_HASH_MIB, MOST_THREADS, usable_cores
from amalthea.protocol import INTERRUPTED, tool
from amalthea.protocol.analysis import sources
from amalthea.protocol.analysis.moments import Moment
from amalthea.protocol.analysis.output import Progress, say_json
from amalthea.protocol.analysis.sources import Games, Suite
from amalthea.protocol.analysis.study import MOST_LINES
from amalthea.protocol.records.notation import LETTERS, NOTATIONS

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant
    from amalthea.engine.search.limits import Limits
    from amalthea.protocol.analysis.analyst import Analyst, Means
    from amalthea.protocol.analysis.epd import Problem
    from amalthea.protocol.analysis.study import Played, Study

_NAME = "analyse"
DESCRIPTION = """\
Looks at a position, at every move of a game, or at a suite of test positions. Scores are White's
view. SOURCE is `startpos`, a FEN, a PGN file, a match's log (.jsonl) or an EPD suite. The moves of
a game are marked by the winning chances they lose: ?! from 5 %, ? from 10 %, ?? from 15 %; ! is a
move without which 10 % would have been lost. Ctrl-C ends the search and tells what is known."""

_POSITION_MS = 5_000  # for a position or a problem without limits
_GAME_MS = 500  # for every position of a game without limits
_GAME_LINES = 2  # the second tells whether a move was the only one
_HASH_MIB = 64


def main(words: list[str]) -> int:
    """Runs the command; returns the exit status."""
    return tool.run(_NAME, lambda: _run(_parser().parse_args(words)))


def _parser() -> argparse.ArgumentParser:
    parser = tool.Parser(
        prog=f"amalthea {_NAME}",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    number = tool.WholeNumber()
    add("source", nargs="+", metavar="SOURCE", help="startpos, a FEN or a file")
    add("--moves", nargs="+", default=[], metavar="M", help="played from the position on")
    add("--variant", metavar="NAME", help="the game, where the file does not say; default chess")
    add("--variants", metavar="FILE", help="a file of further variants")
    add("--game", type=number, metavar="N", help="only that game of a file, from 1")
    add("--side", choices=("w", "b"), help="whose choice is wanted while both sides choose")
    limits = parser.add_argument_group("limits, of every position")
    add = limits.add_argument
    add("--depth", type=number, metavar="PLIES")
    add("--nodes", type=number, metavar="N")
    add("--movetime", type=number, metavar="MS", help="default 5000, in games 500")
    add("--infinite", action="store_true", help="until Ctrl-C; only for a position")
    means = parser.add_argument_group("the engine")
    add = means.add_argument
    add(
        "--multipv",
        type=tool.WholeNumber(MOST_LINES),
        metavar="N",
        help="lines; default 1, in games 2",
    )
    add(
        "--threads",
        type=tool.WholeNumber(MOST_THREADS),
        metavar="N",
        help="default: one for each core",
    )
    add("--hash", type=tool.WholeNumber(MOST_HASH_MIB), default=_HASH_MIB, metavar="MIB")
    add("--eval-file", metavar="FILE", help="a net or weights of the evaluation")
    told = parser.add_argument_group("output")
    add = told.add_argument
    add("--json", action="store_true", help="an object a line, the last one with the result")
    add("--svg", type=Path, metavar="FILE", help="the score over a game")
    add("--html", type=Path, metavar="FILE", help="a game or a position as a page")
    add("--pgn", type=Path, metavar="FILE", help="a game with marks, scores and better lines")
    help_ = f"of moves in it, but for chess (default: {LETTERS})"
    add("--notation", choices=NOTATIONS, default=LETTERS, help=help_)
    return parser


def _run(options: argparse.Namespace) -> int:
    """Reads what there is to read before anything is searched."""
    tool.load_variants(options.variants)
    source = sources.read_source(options.source, options.moves, options.variant, options.game)
    _check(options, source)
    for line in tool.remark_lines(sources.remarks(source)):
        tool.warn(_NAME, line)
    from amalthea.protocol.analysis.analyst import Analyst
    from amalthea.protocol.analysis.interrupt import Interrupt

    with (
        Interrupt() as interrupt,
        Analyst(_means(options, source), interrupt, partial(tool.warn, _NAME)) as analyst,
    ):
        if isinstance(source, Moment):
            return _look_at_position(options, source, analyst)
        if isinstance(source, Suite):
            return _solve(options, source.problems, analyst)
        return _look_at_games(options, source.games, analyst)


def _check(options: argparse.Namespace, source: Moment | Games | Suite) -> None:
    """Raises UsageError for options that do not fit the source, FileError for bad files."""
    if options.infinite and (options.depth or options.nodes or options.movetime):
        raise tool.UsageError("--infinite: expected no other limit beside it")
    if isinstance(source, Moment):
        _check_side(options.side, source)
    elif options.infinite or options.side:
        raise tool.UsageError("--infinite and --side: expected a position, not a file")
    for name in ("svg", "html", "pgn"):
        path = getattr(options, name)
        if path is not None:
            _check_single(name, source)
            tool.check_writable(path)


def _check_side(side: str | None, moment: Moment) -> None:
    if moment.both_choose and side is None:
        raise tool.UsageError("both sides choose here: expected --side w or --side b")
    if side and not moment.both_choose:
        raise tool.UsageError(f"--side: {moment.turn!r} is to move, not both sides")


def _check_single(name: str, source: Moment | Games | Suite) -> None:
    """A file of output holds one game, a page may hold a position instead."""
    if isinstance(source, Moment) and name == "html":
        return
    if not isinstance(source, Games):
        shown = "a game or a position" if name == "html" else "a game"
        raise tool.UsageError(f"--{name}: expected {shown} to show")
    if len(source.games) > 1:
        count = len(source.games)
        raise tool.UsageError(f"--{name}: it shows one of the {count} games, expected --game N")


def _means(options: argparse.Namespace, source: Moment | Games | Suite) -> Means:
    """Raises WeightsError, and NetError or TablesError for a file that does not fit all games."""
    from amalthea.engine.eval_file import read_eval_file
    from amalthea.protocol.analysis.analyst import Means

    eval_file = None
    for variant in _variants(source) if options.eval_file else ():
        eval_file = read_eval_file(options.eval_file, variant)
    return Means(options.hash, options.threads or usable_cores(), eval_file)


def _variants(source: Moment | Games | Suite) -> set[Variant]:
    """All that a source is played by."""
    if isinstance(source, Moment):
        return {source.variant}
    if isinstance(source, Games):
        return {game.variant for game in source.games}
    return {problem.moment.variant for problem in source.problems}


def _limits(options: argparse.Namespace, default_ms: int) -> Limits:
    """As asked; a time if nothing is."""
    from amalthea.engine.search.limits import Limits

    bounded = options.depth or options.nodes or options.movetime or options.infinite
    return Limits(
        side=options.side,
        depth=options.depth,
        nodes=options.nodes,
        movetime=options.movetime if bounded else default_ms,
        infinite=options.infinite,
    )


def _look_at_position(options: argparse.Namespace, moment: Moment, analyst: Analyst) -> int:
    from amalthea.protocol.analysis.analyst import Opinion
    from amalthea.protocol.analysis.position_view import make_view

    limits = _limits(options, _POSITION_MS)
    side = options.side or moment.turn
    with make_view(moment, side, options.json, sys.stdout) as view:
        opinion = Opinion(None)
        if moment.status.winner is None:
            opinion = analyst.opinion(moment, limits, options.multipv or 1, view.hear)
        if options.html:
            from amalthea.protocol.analysis.study_page import position_page_html

            tool.write_file(options.html, position_page_html(moment, side, opinion))
        view.conclude(opinion)
    return INTERRUPTED if analyst.interrupted and not options.infinite else 0


def _look_at_games(options: argparse.Namespace, games: Sequence[Played], analyst: Analyst) -> int:
    from amalthea.protocol.analysis.study import study

    limits = _limits(options, _GAME_MS)
    for number, game in enumerate(games):
        if number and not options.json:
            tool.say("")
        analyst.forget()
        progress = Progress(game.where)
        _tell(options, study(game, analyst, limits, options.multipv or _GAME_LINES, progress))
        if analyst.interrupted:
            return INTERRUPTED
    return 0


def _tell(options: argparse.Namespace, found: Study) -> None:
    """Text or JSON; before it the files asked for, which nobody can stop reading halfway."""
    from amalthea.protocol.analysis import game_report

    _write_files(options, found)
    if options.json:
        for values in game_report.json_objects(found):
            say_json(values)
    else:
        for line in game_report.text(found):
            tool.say(line)


def _write_files(options: argparse.Namespace, found: Study) -> None:
    if options.svg:
        from amalthea.protocol.analysis.plot import plot_svg

        tool.write_file(options.svg, plot_svg(found))
    if options.html:
        from amalthea.protocol.analysis.study_page import game_page_html

        tool.write_file(options.html, game_page_html(found))
    if options.pgn:
        from amalthea.protocol.analysis.annotated import annotated_pgn

        tool.write_file(options.pgn, annotated_pgn(found, options.notation))


def _solve(options: argparse.Namespace, problems: Sequence[Problem], analyst: Analyst) -> int:
    from amalthea.protocol.analysis import suite

    limits = _limits(options, _POSITION_MS)
    if not options.json:
        tool.say(suite.heading())
    attempts = []
    for attempt in suite.solve(problems, analyst, limits, options.multipv or 1):
        attempts.append(attempt)
        if options.json:
            say_json(suite.attempt_json(attempt))
        else:
            tool.say(suite.row(attempt))
    if options.json:
        say_json(suite.summary_json(attempts, len(problems)))
    else:
        tool.say(suite.summary(attempts, len(problems)))
    return INTERRUPTED if analyst.interrupted else 0
