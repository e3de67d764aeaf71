"""`amalthea bench`: a fixed search, whose node count is a signature."""

from __future__ import annotations

import argparse

from amalthea.engine.engine import Engine
from amalthea.engine.events import EngineError, Event
from amalthea.protocol import tool
from amalthea.protocol.uci.bench import DEEPEST, DEFAULT_DEPTH, Bench

_NAME = "bench"


def main(words: list[str]) -> int:
    """Run the command and return its exit status."""
    return tool.run(_NAME, lambda: _search(parser().parse_args(words)))


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = tool.Parser(
        prog=f"amalthea {_NAME}",
        description="Search fixed positions of several games. The sum of their nodes is a"
        " signature: it changes only if the search or the evaluation does.",
        allow_abbrev=False,
    )
    help_ = f"plies of every search (default: {DEFAULT_DEPTH})"
    depth = tool.WholeNumber(DEEPEST)
    parser.add_argument(
        "depth", metavar="DEPTH", nargs="?", type=depth, default=DEFAULT_DEPTH, help=help_
    )
    tool.add_json(parser)
    return parser


def _search(options: argparse.Namespace) -> int:
    bench = Bench(options.depth)

    def on_event(event: Event) -> None:
        if isinstance(event, EngineError):
            tool.warn(_NAME, event.text)
        for line in bench.lines(event):
            if not options.json:
                tool.write(line)

    with Engine(on_event) as engine:
        engine.search_all(bench.jobs())
        engine.wait()
    if options.json:
        tool.write_json(bench.to_json())
    return 0
