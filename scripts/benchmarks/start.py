"""Measure the start: milliseconds from starting the process to `uciok`, with engines in turn."""

from __future__ import annotations

from amalthea.protocol.uci_client.process import UciProcess
from benchmarks._common import Candidate, Sample, measure, parser


def main() -> None:
    """Run the benchmark and print the table."""
    arguments = parser(__doc__)
    arguments.set_defaults(rounds=20)
    measure(arguments.parse_args(), start)


def start(candidate: Candidate) -> Sample:
    """Start an engine once; `isready` is sent after `uciok`, as GUIs do."""
    with UciProcess(candidate.command) as engine:
        uciok = engine.ask("uci", "uciok")
        for name, value in candidate.options.items():
            engine.send(f"setoption name {name} value {value}")
        ready = engine.ask("isready", "readyok")
    return {
        "uciok ms": (uciok.at - engine.started_at) * 1000,
        "readyok ms": (ready.at - engine.started_at) * 1000,
    }
