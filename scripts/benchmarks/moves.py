"""Measure how much the moves that engines choose at fixed nodes lose, judged by an oracle.

Positions are drawn from quick games of self-play. Each engine chooses a move in each of them, and
the oracle, a stronger engine, gives the chance of winning after it by its `wdl`. The first engine
is the baseline. The mean of differences needs far fewer nodes than games do for the same error, as
nothing else differs. The first engine with twice the nodes (`--double`) shows how much a difference
means.

Usage:
    .venv/bin/python scripts/bench.py moves OLD/scripts/amalthea ours --oracle stockfish
    .venv/bin/python scripts/bench.py moves OLD/scripts/amalthea ours --variant gast --nodes 8000
"""

from __future__ import annotations

import argparse
import statistics
from itertools import islice

from amalthea.engine import variants
from amalthea.protocol.uci_client.process import UciProcess
from benchmarks._oracle import EQUAL, ORACLE, answers, chance, positions, searched
from command_line import command, settings

IN_TEN_THOUSAND = 10_000


def main() -> None:
    """Run the benchmark and print the table."""
    options = _parser().parse_args()
    variant = variants.get(options.variant)
    fens = list(islice(positions(variant, options.seed), options.positions))
    given = EQUAL | {"UCI_Variant": variant.name}

    def moves_of(engine: str, nodes: int) -> list[str]:
        def ask(process: UciProcess, fen: str) -> str:
            return searched(process, fen, f"nodes {nodes}")[0]

        own = given | settings(options.option)
        return answers(command(engine), own, fens, ask, options.concurrency)

    def worth_of(process: UciProcess, choice: tuple[str, str]) -> float:
        fen, move = choice
        limits = f"nodes {options.oracle_nodes} searchmoves {move}"
        return chance(searched(process, fen, limits)[1])

    chosen = [(engine, moves_of(engine, options.nodes)) for engine in options.engines]
    if options.double:
        first = options.engines[0]
        chosen.append((f"{first}, twice the nodes", moves_of(first, 2 * options.nodes)))
    oracle = command(options.oracle)
    known: dict[tuple[str, str], float] = {}
    for _, moves in chosen:
        asked = [pair for pair in zip(fens, moves, strict=True) if pair not in known]
        worths = answers(oracle, given | ORACLE, asked, worth_of, options.concurrency)
        known.update(zip(asked, worths, strict=True))
    base = [known[pair] for pair in zip(fens, chosen[0][1], strict=True)]
    print("engine | other moves | chances won, of 10,000, and 95 % of the error")
    for name, moves in chosen:
        worths = [known[pair] for pair in zip(fens, moves, strict=True)]
        gains = [(worth - old) * IN_TEN_THOUSAND for worth, old in zip(worths, base, strict=True)]
        error = 1.96 * statistics.stdev(gains) / len(gains) ** 0.5
        others = sum(move != old for move, old in zip(moves, chosen[0][1], strict=True))
        print(f"{name} | {others / len(fens):.1%} | {statistics.fmean(gains):+.1f} +- {error:.1f}")


def _parser() -> argparse.ArgumentParser:
    arguments = argparse.ArgumentParser(description="What chosen moves lose.")
    arguments.add_argument("engines", nargs="+", help="commands; 'ours' is this project's engine")
    arguments.add_argument("--variant", default="chess")
    arguments.add_argument("--nodes", type=int, default=12_000, help="of a choice")
    arguments.add_argument("--positions", type=int, default=1000)
    arguments.add_argument("--oracle", default="ours", help="a command (default ours)")
    arguments.add_argument("--oracle-nodes", type=int, default=100_000, help="for each move")
    arguments.add_argument("--double", action="store_true", help="the first with twice the nodes")
    arguments.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    arguments.add_argument("--concurrency", type=int, default=2)
    arguments.add_argument("--seed", type=int, default=1)
    return arguments
