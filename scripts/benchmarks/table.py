"""Measure probes and stores per second in the transposition table, by one and more processes.

    .venv/bin/python scripts/bench.py table --mib 16 --processes 2 --millions 50

Each hit is checked: an entry torn by two writers must never be accepted.
"""

from __future__ import annotations

import mmap
import multiprocessing
import time
from multiprocessing.queues import SimpleQueue

from amalthea.engine.search.transposition_table import MIB, Table
from command_line import new_parser

Results = SimpleQueue[tuple[int, int, float]]

KEYS_A_SLOT = 2  # number of different keys per slot
SLOT_BYTES = 16


def hammer(memory: mmap.mmap, seed: int, count: int) -> tuple[int, int, float]:
    """Return (hits, wrong hits, seconds) of one process."""
    began = time.perf_counter()
    hits, wrong = Table(memory).hammer(seed, count, KEYS_A_SLOT * len(memory) // SLOT_BYTES)
    return hits, wrong, time.perf_counter() - began


def run_worker(results: Results, memory: mmap.mmap, seed: int, count: int) -> None:
    """Run a worker process: send the result of `hammer`."""
    results.put(hammer(memory, seed, count))


def main() -> None:
    """Run the benchmark and print a line for each number of processes."""
    parser = new_parser(__doc__)
    add = parser.add_argument
    add("--mib", type=int, default=16, metavar="N", help="size of the table (default: 16)")
    add(
        "--processes",
        type=int,
        default=2,
        metavar="N",
        help="largest number of processes (default: 2)",
    )
    add("--millions", type=int, default=50, metavar="N", help="millions of probes (default: 50)")
    options = parser.parse_args()
    memory = mmap.mmap(-1, options.mib * MIB)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        memory.madvise(mmap.MADV_HUGEPAGE)
    count = options.millions * 1_000_000
    for processes in sorted({1, options.processes}):
        share = count // processes
        context = multiprocessing.get_context("fork")  # all processes share the mapping
        results: Results = context.SimpleQueue()
        workers = [
            context.Process(target=run_worker, args=(results, memory, seed, share))
            for seed in range(processes)
        ]
        for worker in workers:
            worker.start()
        found = [results.get() for _ in workers]
        for worker in workers:
            worker.join()
        speeds = ", ".join(f"{share / seconds / 1e6:.1f}" for _, _, seconds in found)
        hits, wrong = (sum(result[i] for result in found) for i in range(2))
        print(
            f"{processes} processes, {options.mib} MiB: {speeds} million probes and stores per "
            f"second and process; {hits:,} hits, {wrong} of them torn"
        )
