"""Shared parts of benchmarks: arguments, engines set up for a variant, rounds, the table.

Engines take turns, A B A B, so that changes of the machine's load affect them alike.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from amalthea.protocol.uci_client.process import UciProcess
from command_line import command, settings

Sample = dict[str, float]  # values by column of the table


@dataclass(slots=True)
class Candidate:
    """An engine as given on the command line, and its measurements."""

    command: str
    variant: str
    options: dict[str, str]
    samples: list[Sample] = field(default_factory=list)

    def start(self) -> UciProcess:
        """Start a process of the engine and set it up for the variant."""
        engine = UciProcess(self.command)
        engine.start_uci(self.options | {"UCI_Variant": self.variant})
        return engine


def parser(description: str) -> argparse.ArgumentParser:
    """Return a parser with the arguments of all benchmarks."""
    arguments = argparse.ArgumentParser(description=description)
    arguments.add_argument(
        "engines", nargs="*", default=["ours"], help="commands; 'ours' is this project's engine"
    )
    arguments.add_argument("--rounds", type=int, default=3, help="measurements of each engine")
    arguments.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set on every engine that has it (Threads is 1 without)",
    )
    return arguments


def add_game(arguments: argparse.ArgumentParser) -> None:
    """Add the arguments of benchmarks that need a position."""
    arguments.add_argument(
        "--variant", action="append", help="one for all engines, or once for each (default chess)"
    )
    arguments.add_argument("--variant-path", help="a variants.ini for engines that have the option")
    arguments.add_argument("--fen", help="the position (default: the start position)")


def candidates(arguments: argparse.Namespace) -> list[Candidate]:
    """Return the engines of the command line.

    Raises SystemExit if the number of variants does not match that of engines.
    """
    given: list[str] = getattr(arguments, "variant", None) or ["chess"]
    variants = given * len(arguments.engines) if len(given) == 1 else given
    if len(variants) != len(arguments.engines):
        sys.exit(f"{len(variants)} variants for {len(arguments.engines)} engines")
    options = {"Threads": "1"} | settings(arguments.option)
    if getattr(arguments, "variant_path", None):
        options["VariantPath"] = arguments.variant_path
    return [
        Candidate(command(engine), variant, dict(options))
        for engine, variant in zip(arguments.engines, variants, strict=True)
    ]


def position_line(arguments: argparse.Namespace) -> str:
    """Return the `position` command for the arguments of `add_game`."""
    return f"position fen {arguments.fen}" if arguments.fen else "position startpos"


def measure(
    engines: Sequence[Candidate], rounds: int, sample: Callable[[Candidate], Sample]
) -> None:
    """Take `rounds` samples of each engine in turn, then print the table."""
    for number in range(1, rounds + 1):
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


def _median(engine: Candidate, column: str) -> float:
    return statistics.median(sample[column] for sample in engine.samples)


def _cell(values: list[float]) -> str:
    low, middle, high = min(values), statistics.median(values), max(values)
    return f"{_number(middle)} ({_number(low)} to {_number(high)})"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"
