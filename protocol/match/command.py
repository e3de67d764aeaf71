"""`amalthea match`: the command line of a match.

Everything is checked before the first game begins.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from amalthea.engine import variants
from amalthea.engine.core.variant import Variant
from amalthea.engine.errors import AmaltheaError, UnknownVariant, WorkerError
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.search.workers.processors import allowed_processors
from amalthea.protocol import FAILED, INTERRUPTED, tool
from amalthea.protocol.builds import measuring, quick_build_remark
from amalthea.protocol.engine_settings import add_option, named_values
from amalthea.protocol.jobs.executor import Executor, JobsFailed
from amalthea.protocol.jobs.options import add_cluster_option
from amalthea.protocol.local_server.listening import MOST_PORT
from amalthea.protocol.match import MatchBroken, MatchError, entrants, openings
from amalthea.protocol.match.controls import MAX_S, TimeControl
from amalthea.protocol.match.entrants import Entrant
from amalthea.protocol.match.live import PORT
from amalthea.protocol.match.plan import OpeningPlan, Plan
from amalthea.protocol.match.play import Conditions
from amalthea.protocol.match.referee import AdjudicationRules
from amalthea.protocol.match.result import result_json
from amalthea.protocol.match.tournament import (
    JOURNAL,
    PGN,
    REPORT,
    MatchFolder,
    Tournament,
    make_sprt,
)
from amalthea.protocol.match.worker import make_executor
from amalthea.protocol.records.notation import LETTERS, NOTATIONS
from amalthea.protocol.storage.files import WriteError
from amalthea.protocol.uci_client.process import OURS

if TYPE_CHECKING:
    from amalthea.protocol.match.live.view import LiveView

_FAILURES = (WorkerError, MatchBroken, JobsFailed, WriteError)
DEFAULT_CLOCK = "10+0.1"
DEFAULT_GAMES = 40  # of every pairing
MAX_SPRT_GAMES = 40_000  # a test that is still undecided then is not worth going on
MARGIN_MS = 50  # delay that a loaded machine may add between an engine and its pipe
STALL_S = 300  # longest search without a time limit

_CHESS960 = "UCI_Chess960"
_EXAMPLES = """\
An ENGINE is a command line, the word `ours` for this engine, or a name from --engines. It may be
followed by its own settings: name= directory= restart=true option.NAME= and one of tc= movetime=
nodes= depth= go=.

  amalthea match ours "ours" name=weak option."Skill Level"=5 --variant gast --tc 5+0.05
  amalthea match ours stockfish option.UCI_LimitStrength=true option.UCI_Elo=1800 --games 100
  amalthea match ours depth=6 /opt/new/engine name=new depth=6 --sprt 0 5 0.05 0.05
  amalthea match ours fairy-stockfish --variants my.ini --variant mine --nodes 20000
  amalthea match --engines engines.toml --gauntlet --rounds 5 --games 2 --concurrency 4

engines.toml:

  [[engine]]
  name = "fast"
  command = "/opt/fast/engine --quiet"
  tc = "5+0.05"
  options = { Hash = 64, Ponder = false }

Every opening is played twice, with colours exchanged. Options are sent in this order: VariantPath,
UCI_Variant, Threads (1 unless it is set), Ponder, those of --option, the engine's own. The folder
--output gets games.jsonl, games.pgn and report.html, which grows with the match. The same command
resumes a match that was stopped, in whatever way, and extends a finished one if --games or --rounds
is larger. `amalthea report DIR` makes the report anew, also of several matches together.
"""


def main(words: list[str]) -> int:
    """Run the command; return the exit status."""
    return tool.run("match", lambda: _run(words), failures=_FAILURES)


def _run(words: list[str]) -> int:
    options = parser().parse_args(words)
    plan = make_plan(options)
    for remark in (_build_remark(plan), *plan.warnings()):
        if remark:
            tool.warn("match", remark)
    with ExitStack() as stack:
        stack.enter_context(measuring())
        view = _view(options)
        if view:
            stack.enter_context(view)
        executor = stack.enter_context(_executor(options, plan, view))
        folder = Path(options.output or plan.default_folder())
        records = stack.enter_context(MatchFolder(folder, plan, options.notation))
        if view:
            view.begin(folder / JOURNAL, plan.names, plan.conditions.variants_file)
            tool.write(f"{view.address}  (shows the running match)")
        tournament = Tournament(plan, records)
        return _conduct(plan, records, tournament, executor, options)


def _build_remark(plan: Plan) -> str:
    """Return a remark about the build of this engine if it plays, "" if there is none."""
    plays = any(entrant.command == OURS for entrant in plan.entrants)
    return quick_build_remark() if plays else ""


def _conduct(
    plan: Plan,
    records: MatchFolder,
    tournament: Tournament,
    executor: Executor,
    options: argparse.Namespace,
) -> int:
    """Play the remaining games and show the results; return the exit status."""
    from amalthea.protocol.match.display import make_display

    stream = sys.stderr if options.json else sys.stdout
    display = make_display(stream, make_sprt(plan), options.quiet)
    where = records.folder / REPORT
    status = 0
    display.begin(plan.title, plan.names, plan.games, tuple(records.games))
    try:
        if tournament.remaining_games():
            tournament.play(executor, display)
        else:
            display.note("This match was already finished.")
        if (state := tournament.sprt_state()) and state.decision:
            display.note(f"The test is decided: {state.decision}.")
    except KeyboardInterrupt:
        display.note("Stopped. The same command resumes the match.")
        status = INTERRUPTED
    except BaseException:
        display.end()
        with suppress(AmaltheaError):  # the error that ended the match is more important
            records.finish_products()
        raise
    display.end()
    for message in records.finish_products():
        tool.warn("match", f"{message}; the same command writes it anew")
        status = status or FAILED
    if options.json:
        tool.write_json(result_json(plan.title, records.games, plan.names, make_sprt(plan), where))
    else:
        print(f"Games and report: {where}")
    return status


def make_plan(options: argparse.Namespace) -> Plan:
    """Return the plan that the options describe, fully checked. Raises AmaltheaError."""
    entrants.check_text("--event", options.event)
    entrants.check_text("--variants", options.variants or "")
    variant, chess960 = _variant(options)
    _check_counts(options)
    if options.serve is not None and not 0 <= options.serve <= MOST_PORT:
        raise MatchError(f"--serve {options.serve}: expected a port from 0 to {MOST_PORT}")
    control = _control(options)
    if options.openings and options.random_plies is not None:
        raise MatchError("--openings and --random-plies: expected one of them")
    known = entrants.read_file(options.engines) if options.engines else []
    players = [
        player if player.control else replace(player, control=control)
        for player in entrants.read_words(options.engine, known)
    ]
    if len(players) < 2:
        raise MatchError(f"{len(players)} engine(s), expected two or more (--help has examples)")
    if options.sprt and len(players) != 2:
        raise MatchError(f"--sprt: {len(players)} engines, expected two")
    if options.openings:
        openings.read_openings(variant, options.openings, chess960)
    variants_file = _absolute(options.variants)
    players = entrants.check_engines(
        players,
        variant.name,
        variants_file,
        variant.start,
        named_values(options.option),
        _implied(options, chess960),
    )
    if chess960:
        _check_chess960(variant, players)
    if not options.cluster:
        _check_cores(options, players)
    return Plan(
        event=options.event,
        entrants=tuple(players),
        conditions=Conditions(
            variant=variant,
            variants_file=variants_file,
            adjudication=_adjudication(options),
            margin_s=options.margin / 1000,
            stall_s=options.stall,
            ponder=options.ponder,
        ),
        openings=OpeningPlan(
            file=options.openings,
            in_order=options.opening_order == "sequential",
            plies=options.random_plies,
            seed=options.seed,
            balance_cp=options.balance,
            chess960=chess960,
        ),
        rounds=options.rounds * _games(options) // 2,
        gauntlet=options.gauntlet,
        sprt=_sprt(options),
    )


def _view(options: argparse.Namespace) -> LiveView | None:
    """Return the live view of the match, None if there is none. Raises MatchError."""
    if options.serve is None:
        return None
    from amalthea.protocol.match.live.view import LiveView

    return LiveView(options.serve)


def _executor(options: argparse.Namespace, plan: Plan, view: LiveView | None) -> Executor:
    """Return the executor of the games. Raises ExecutorError."""
    count = options.concurrency if options.cluster else min(options.concurrency or 1, plan.games)
    return make_executor(options.cluster, count, view.sender if view else None)


def _variant(options: argparse.Namespace) -> tuple[Variant, bool]:
    """Return the variant to play, after loading the file's variants, and True for Chess960."""
    tool.load_variants(options.variants)
    shared = {name.lower(): value for name, value in named_values(options.option)}
    wanted = shared.get(_CHESS960.lower(), "").lower() == "true"
    try:
        return variants.get(options.variant), wanted or variants.find(options.variant).chess960
    except UnknownVariant as error:
        raise MatchError(f"--variant: {error}; --variants FILE adds more") from error


def _implied(options: argparse.Namespace, chess960: bool) -> list[tuple[str, str]]:
    """Return the options that are sent to every engine that has them."""
    chosen = [("Threads", "1"), ("Ponder", str(options.ponder).lower())]
    return [*chosen, (_CHESS960, "true")] if chess960 else chosen


def _check_chess960(variant: Variant, players: Sequence[Entrant]) -> None:
    """Raise MatchError if the game has no castling, or an engine does not play Chess960."""
    if kind_of(variant).chess960(variant, variant.start_fen()) is variant:
        raise MatchError(f"--variant: {variant.name} has no castling, so it has no Chess960")
    for player in players:
        if str(player.option(_CHESS960)).lower() != "true":
            raise MatchError(f"engine {player.name} does not play Chess960: no {_CHESS960}")


def _games(options: argparse.Namespace) -> int:
    """Return the number of games of every pairing, as the command line counts them."""
    if options.games is not None:
        return int(options.games)
    return MAX_SPRT_GAMES if options.sprt else DEFAULT_GAMES


def _check_counts(options: argparse.Namespace) -> None:
    """Raise MatchError if a number is out of its bounds."""
    bounds = {
        "games": (2, inf),
        "rounds": (1, inf),
        "concurrency": (1, inf),
        "random_plies": (0, inf),
        "balance": (0, inf),
        "margin": (0, MAX_S * 1000),
        "stall": (1, MAX_S),
        "max_plies": (1, inf),
    }
    for name, (low, high) in bounds.items():
        value = getattr(options, name)
        if value is not None and not low <= value <= high:
            expected = f"at least {low}" if high == inf else f"a number from {low} to {high:.0f}"
            raise MatchError(f"--{name.replace('_', '-')} {value}: expected {expected}")
    if _games(options) % 2:
        raise MatchError(
            f"--games {options.games}: expected an even number, every opening is played twice"
        )


def _control(options: argparse.Namespace) -> TimeControl:
    given = [
        kind for kind in ("tc", "movetime", "nodes", "depth") if getattr(options, kind) is not None
    ]
    if len(given) > 1:
        raise MatchError(f"--{' and --'.join(given)}: expected one of them")
    if given:
        return TimeControl.read(given[0], getattr(options, given[0]))
    return TimeControl.read("tc", DEFAULT_CLOCK)


def _check_cores(options: argparse.Namespace, players: Sequence[Entrant]) -> None:
    """Raise MatchError if there are more busy threads than cores, unless --force allows it."""
    threads = [int(player.option("Threads") or 1) for player in players]
    busiest = sum(sorted(threads)[-2:]) if options.ponder else max(threads)
    wanted = (options.concurrency or 1) * busiest
    cores = allowed_processors()
    if wanted > cores and not options.force:
        raise MatchError(
            f"--concurrency {options.concurrency or 1} keeps {wanted} threads busy, but there are"
            f" {cores} cores: lower --concurrency or Threads, or --force"
        )


def _adjudication(options: argparse.Namespace) -> AdjudicationRules:
    for name in ("resign", "draw"):
        for value in getattr(options, name) or ():
            if value < 1:
                raise MatchError(f"--{name}: {value}, expected at least 1")
    return AdjudicationRules(
        resign=tuple(options.resign) if options.resign else None,
        draw=tuple(options.draw) if options.draw else None,
        plies=options.max_plies,
    )


def _sprt(options: argparse.Namespace) -> tuple[float, float, float, float] | None:
    if not options.sprt:
        return None
    elo0, elo1, alpha, beta = options.sprt
    if not -10_000 < elo0 < elo1 < 10_000:
        raise MatchError(f"--sprt: ELO0 {elo0:g} and ELO1 {elo1:g}, expected ELO0 below ELO1")
    if not (0 < alpha < 0.5 and 0 < beta < 0.5):
        raise MatchError(f"--sprt: ALPHA {alpha:g} and BETA {beta:g}, expected between 0 and 0.5")
    return elo0, elo1, alpha, beta


def _absolute(path: str | None) -> str | None:
    return None if path is None else str(Path(path).resolve())


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line; its result is the argument of `make_plan`."""
    parser = tool.Parser(
        prog="amalthea match",
        description="A match or tournament of UCI engines, refereed by our rules.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("engine", nargs="*", metavar="ENGINE", help="with its settings; see below")
    add = parser.add_argument_group("what to play").add_argument
    add(
        "--engines",
        metavar="FILE",
        help="TOML with tables [[engine]]; all of them play if none is named",
    )
    add("--variant", default="chess", help="the variant (default: chess)")
    add("--variants", metavar="FILE", help="an INI file with more variants, sent as VariantPath")
    help_ = (
        f"games of every pairing, an even number (default: {DEFAULT_GAMES}, with --sprt at most"
        f" {MAX_SPRT_GAMES})"
    )
    add("--games", type=int, metavar="N", help=help_)
    add("--rounds", type=int, default=1, metavar="N", help="repeat the match N times (default: 1)")
    add("--gauntlet", action="store_true", help="the first engine against each of the others")
    add("--event", default="", help="the Event tag of the PGN, and the title of the report")
    add_option(parser, "for all engines that have this option")
    _add_limits(parser)
    _add_openings(parser)
    _add_ends(parser)
    where = parser.add_argument_group("where")
    add = where.add_argument
    add(
        "--output",
        metavar="DIR",
        help="folder of the match (default: a name derived from the options)",
    )
    help_ = f"show the running match in the browser (default port: {PORT})"
    add("--serve", metavar="PORT", nargs="?", type=int, const=PORT, help=help_)
    help_ = f"of moves in {PGN}, except in chess (default: {LETTERS})"
    add("--notation", choices=NOTATIONS, default=LETTERS, help=help_)
    tool.add_json(where, "print the standings as one JSON object; progress on standard error")
    tool.add_quiet(where)
    add("--concurrency", type=int, metavar="N", help="games at once (default: 1)")
    add("--force", action="store_true", help="allow more threads than cores")
    add_cluster_option(where)
    return parser


def _add_limits(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group("time, for engines without a limit of their own").add_argument
    clock = f"[MOVES/][MINUTES:]SECONDS[+INCREMENT] (default: {DEFAULT_CLOCK})"
    add("--tc", metavar="CLOCK", help=clock)
    add("--movetime", metavar="MS", help="milliseconds a move")
    add("--nodes", metavar="N", help="nodes a move")
    add("--depth", metavar="N", help="plies a move")
    add("--ponder", action="store_true", help="let engines ponder")
    margin = f"tolerance after the flag (default: {MARGIN_MS})"
    add("--margin", type=float, default=MARGIN_MS, metavar="MS", help=margin)
    stall = f"longest move without a time limit (default: {STALL_S})"
    add("--stall", type=float, default=STALL_S, metavar="SECONDS", help=stall)


def _add_openings(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group("openings (default: the engine's own)").add_argument
    add("--openings", metavar="FILE", help="lines of FEN or EPD, or games in PGN")
    help_ = "order of the openings of --openings (default: sequential)"
    add("--opening-order", choices=("sequential", "random"), default="sequential", help=help_)
    plies = f"random moves (default without a set: {openings.RANDOM_PLIES}, 0 after placement)"
    add("--random-plies", type=int, metavar="N", help=plies)
    balance = f"greatest advantage, 0: any (default for random openings: {openings.BALANCE_CP})"
    add("--balance", type=int, metavar="CP", help=balance)
    add("--seed", type=int, default=1, help="seed of all random choices (default: 1)")


def _add_ends(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group("adjudication (default: none)").add_argument
    help_ = "a win when both scores reach CP for MOVES moves"
    add("--resign", nargs=2, type=int, metavar=("MOVES", "CP"), help=help_)
    help_ = "a draw when both scores are within CP for MOVES moves, from move FROM on"
    add("--draw", nargs=3, type=int, metavar=("FROM", "MOVES", "CP"), help=help_)
    add("--max-plies", type=int, metavar="N", help="a draw after N plies")
    help_ = "stop when the test of two engines is decided"
    add("--sprt", nargs=4, type=float, metavar=("ELO0", "ELO1", "ALPHA", "BETA"), help=help_)
