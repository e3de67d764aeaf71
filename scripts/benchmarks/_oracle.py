"""Parts of benchmarks that judge engines by a stronger engine, the oracle."""

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
LAST_PLY = 120  # that a position may be drawn from
DECIDED_CP = 400  # scores beyond are not looked at: any move will do
ANSWER_S = 600.0
PERMILLE = 1000
EQUAL = {"Threads": "1", "Hash": "16"}  # options of every engine
ORACLE = {"UCI_ShowWDL": "true"}  # and of the oracle

Item = TypeVar("Item")
Answer = TypeVar("Answer")


def positions(variant: Variant, seed: int) -> Iterator[str]:
    """FENs without end, one from each of quick games of this engine with itself, not decided."""
    openings = from_set(variant, shipped(variant), seed)
    for number in count(1):
        dice = random.Random(f"{variant.name} {seed} {number}")
        try:
            game = openings.opening(number).played(variant)
        except MatchBroken:  # the set has been played often, and moves behind it tip the balance
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
    """What processes of an engine, so many at once, answer to each item, in order."""

    def share_of(share: Sequence[Item]) -> list[Answer]:
        with UciProcess(engine) as process:
            process.start_uci(options)
            return [ask(process, item) for item in share]

    size = -(-len(items) // concurrency) or 1
    shares = [items[begin : begin + size] for begin in range(0, len(items), size)]
    with ThreadPoolExecutor(concurrency) as pool:
        return [answer for part in pool.map(share_of, shares) for answer in part]


def searched(process: UciProcess, fen: str, limits: str) -> tuple[str, list[InfoLine]]:
    """(best move, lines that tell of the search) of a fresh search."""
    process.send("ucinewgame")
    process.send(f"position fen {fen}")
    process.ask("isready", "readyok")
    process.send(f"go {limits}")
    lines = [line.text for line in process.read_until("bestmove", ANSWER_S)]
    return lines[-1].split()[1], [info for info in map(read_info, lines) if info]


def chance(told: Sequence[InfoLine]) -> float:
    """The chance of winning, 0 to 1, as the last line has it."""
    wdl = [info.wdl for info in told if info.wdl]
    win, draw, _ = wdl[-1] if wdl else (0, PERMILLE, 0)
    return (win + draw / 2) / PERMILLE
