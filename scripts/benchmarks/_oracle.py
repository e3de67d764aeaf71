"""Shared parts of benchmarks that judge engines by a stronger engine, the oracle."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import TypeVar

from amalthea.engine.core.variant import Variant
from amalthea.engine.openings import shipped
from amalthea.engine.search.solo import SoloSearcher
from amalthea.protocol.match import MatchBroken
from amalthea.protocol.match.openings import from_set
from amalthea.protocol.uci_client.info_lines import InfoLine, read_info
from amalthea.protocol.uci_client.process import UciProcess

PLAYED = 300  # nodes of a move in the games that positions are drawn from
LAST_PLY = 120  # the last ply from which a position is drawn
DECIDED_CP = 400  # positions with larger scores are skipped, since any move wins or loses there
ANSWER_S = 600.0
PERMILLE = 1000
EQUAL = {"Threads": "1", "Hash": "16"}  # options of every engine
ORACLE = {"UCI_ShowWDL": "true"}  # further options of the oracle

Item = TypeVar("Item")
Answer = TypeVar("Answer")


def positions(variant: Variant, seed: int) -> Iterator[str]:
    """Yield undecided positions as FENs without end, one from each quick game of self-play."""
    openings = from_set(variant, shipped(variant), seed)
    for number in count(1):
        dice = random.Random(f"{variant.name} {seed} {number}")
        try:
            game = openings.opening(number).played(variant)
        except MatchBroken:  # the set is used up, and random moves after it gave an uneven opening
            continue
        player = SoloSearcher(1)
        score = 0
        for _ in range(dice.randrange(LAST_PLY)):
            if game.position.status().state != "ongoing":
                break
            line = player.search(game, PLAYED)
            score = line.score
            game.play(line.moves[0])
        if game.position.status().state == "ongoing" and abs(score) < DECIDED_CP:
            yield game.position.fen()


def answers(
    engine: str,
    options: dict[str, str],
    items: Sequence[Item],
    ask: Callable[[UciProcess, Item], Answer],
    concurrency: int,
) -> list[Answer]:
    """Return an engine's answer to each item, in order.

    ask: returns the answer of a process to an item.
    concurrency: the number of processes.
    """

    def share_of(share: Sequence[Item]) -> list[Answer]:
        with UciProcess(engine) as process:
            process.start_uci(options)
            return [ask(process, item) for item in share]

    size = -(-len(items) // concurrency) or 1
    shares = [items[begin : begin + size] for begin in range(0, len(items), size)]
    with ThreadPoolExecutor(concurrency) as pool:
        return [answer for part in pool.map(share_of, shares) for answer in part]


def searched(process: UciProcess, fen: str, limits: str) -> tuple[str, list[InfoLine]]:
    """Search a position from scratch; return the best move and the info lines."""
    process.send("ucinewgame")
    process.send(f"position fen {fen}")
    process.ask("isready", "readyok")
    process.send(f"go {limits}")
    lines = [line.text for line in process.read_until("bestmove", ANSWER_S)]
    return lines[-1].split()[1], [info for info in map(read_info, lines) if info]


def chance(told: Sequence[InfoLine]) -> float:
    """Return the chance of winning in the last `wdl`, from 0 to 1; draws count half."""
    wdl = [info.wdl for info in told if info.wdl]
    win, draw, _ = wdl[-1] if wdl else (0, PERMILLE, 0)
    return (win + draw / 2) / PERMILLE
