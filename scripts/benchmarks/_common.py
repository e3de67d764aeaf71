"""Shared parts of benchmarks: arguments, engines set up for a variant, rounds, the table.

Engines take turns, A B A B, so that changes of the machine's load affect them alike.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from amalthea.protocol.uci_client.info_lines import InfoLine, read_info
from amalthea.protocol.uci_client.process import UciProcess
from command_line import command, new_parser, settings

Sample = dict[str, float]  # values by column of the table


@dataclass(slots=True)
class Candidate:
    """An engine as given on the command line, and its measurements."""

    command: str
    variant: str
    options: dict[str, str]
    samples: list[Sample] = field(default_factory=list)

    @contextmanager
    def start(self, position: str | None = None) -> Iterator[UciProcess]:
        """Start a process of the engine and set it up for the variant.

        position: a `position` command that it has read before the process is returned.
        """
        with UciProcess(self.command) as engine:
            engine.start_uci(self.options | {"UCI_Variant": self.variant})
            if position:
                engine.send(position)
                engine.ask("isready", "readyok")
            yield engine


def parser(description: str | None) -> argparse.ArgumentParser:
    """Return a parser with the arguments of benchmarks that compare engines."""
    arguments = new_parser(description)
    help_ = "commands of engines; 'ours' is the engine of this project"
    arguments.add_argument("engines", nargs="*", default=["ours"], metavar="ENGINE", help=help_)
    help_ = "measurements of each engine"
    arguments.add_argument("--rounds", type=int, default=3, metavar="N", help=help_)
    help_ = "option of every engine that has it; Threads is 1 unless given here"
    arguments.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help=help_
    )
    return arguments


def add_game(arguments: argparse.ArgumentParser) -> None:
    """Add the arguments of benchmarks that need a position."""
    help_ = "game of all engines, or one --variant for each engine (default: chess)"
    arguments.add_argument("--variant", action="append", metavar="GAME", help=help_)
    help_ = "variants.ini for engines that have the option VariantPath"
    arguments.add_argument("--variant-path", metavar="FILE", help=help_)
    arguments.add_argument("--fen", help="position to measure (default: the start position)")


def candidates(options: argparse.Namespace) -> list[Candidate]:
    """Return the engines of the command line.

    Raises SystemExit if the number of variants does not match that of engines.
    """
    given: list[str] = getattr(options, "variant", None) or ["chess"]
    variants = given * len(options.engines) if len(given) == 1 else given
    if len(variants) != len(options.engines):
        sys.exit(f"{len(variants)} variants for {len(options.engines)} engines")
    uci_options = {"Threads": "1"} | settings(options.option)
    if getattr(options, "variant_path", None):
        uci_options["VariantPath"] = options.variant_path
    return [
        Candidate(command(engine), variant, dict(uci_options))
        for engine, variant in zip(options.engines, variants, strict=True)
    ]


def position_line(options: argparse.Namespace) -> str:
    """Return the `position` command for the arguments of `add_game`."""
    return f"position fen {options.fen}" if options.fen else "position startpos"


def search(
    candidate: Candidate, position: str, limits: str, longest_s: float
) -> tuple[list[InfoLine], float]:
    """Search in a fresh process; return its info lines and the seconds until the best move.

    longest_s: raise an error if the search takes more seconds than this.
    """
    with candidate.start(position) as engine:
        began = time.perf_counter()
        engine.send(f"go {limits}")
        lines = engine.read_until("bestmove", longest_s)
    infos = [info for info in (read_info(line.text) for line in lines) if info]
    return infos, lines[-1].at - began


def measure(options: argparse.Namespace, sample: Callable[[Candidate], Sample]) -> None:
    """Take samples of each engine in turn, as many as there are rounds, then print the table."""
    engines = candidates(options)
    for number in range(1, options.rounds + 1):
        for engine in engines:
            engine.samples.append(sample(engine))
            cells = [f"{key} {_number(value)}" for key, value in engine.samples[-1].items()]
            print(
                f"round {number}: {engine.command} [{engine.variant}]: {', '.join(cells)}",
                flush=True,
            )
    for line in table(engines):
        print(line)


def table(engines: Sequence[Candidate]) -> Iterator[str]:
    """Yield the lines of the table.

    A cell has the median (minimum to maximum) of a column; the ratio is that of the medians of the
    first column.
    """
    columns = list(engines[0].samples[0])
    yield " | ".join(["engine", "variant", *columns, f"ratio of {columns[0]}"])
    base = _median(engines[0], columns[0])
    for engine in engines:
        cells = [_cell([sample[column] for sample in engine.samples]) for column in columns]
        ratio = _median(engine, columns[0]) / base if base else float("nan")
        yield " | ".join([engine.command, engine.variant, *cells, f"{ratio:.3f}"])


def delays_text(delays_ms: Sequence[float]) -> str:
    """Return the number, the median, the 99th percentile and the maximum of delays."""
    ordered = sorted(delays_ms)
    high = ordered[max(0, round(0.99 * len(ordered)) - 1)]
    return (
        f"{len(ordered)} moves, median {statistics.median(ordered):.2f} ms,"
        f" 99 % within {high:.2f} ms, longest {ordered[-1]:.2f} ms"
    )


def error_of_mean(values: Sequence[float]) -> float:
    """Return half the width of the 95 % confidence interval of a mean."""
    return 1.96 * statistics.stdev(values) / math.sqrt(len(values))


def _median(engine: Candidate, column: str) -> float:
    return statistics.median(sample[column] for sample in engine.samples)


def _cell(values: list[float]) -> str:
    low, middle, high = min(values), statistics.median(values), max(values)
    return f"{_number(middle)} ({_number(low)} to {_number(high)})"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"
