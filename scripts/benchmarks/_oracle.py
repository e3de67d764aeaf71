"""Shared parts of benchmarks that compare engines by a stronger engine, the oracle."""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count, islice

from amalthea.engine import variants
from amalthea.engine.core.variant import Variant
from amalthea.engine.openings import shipped
from amalthea.engine.search.solo import SoloSearcher
from amalthea.protocol.match import MatchBroken
from amalthea.protocol.match.openings import from_set
from amalthea.protocol.uci_client.info_lines import InfoLine, read_info
from amalthea.protocol.uci_client.process import UciProcess
from command_line import add_seed, command, new_parser

PLAYED_NODES = 300  # nodes per move in the games that positions are drawn from
LAST_PLY = 120  # the last ply from which a position is drawn
DECIDED_CP = 400  # positions with larger scores are skipped, since any move wins or loses there
LONGEST_S = 600.0
PERMILLE = 1000
PER_10000 = 10_000  # differences of winning chances are printed in ten-thousandths

Search = tuple[str, str]  # a FEN, and the limits of `go`


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a search: the best move and the info lines."""

    move: str
    infos: Sequence[InfoLine]

    @property
    def chance(self) -> float:
        """The chance of winning in the last `wdl`, from 0 to 1; draws count half."""
        known = [info.wdl for info in self.infos if info.wdl]
        win, draw, _ = known[-1] if known else (0, PERMILLE, 0)
        return (win + draw / 2) / PERMILLE


class Comparison:
    """Positions of a game, and the answers of engines in them.

    options: the parsed arguments of `parser`.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        variant = variants.get(options.variant)
        self.fens = list(islice(positions(variant, options.seed), options.positions))
        self._uci_options = {"Threads": "1", "Hash": "16", "UCI_Variant": variant.name}
        self._concurrency = options.concurrency
        self._oracle = command(options.oracle)
        self._oracle_nodes = options.oracle_nodes

    def search(
        self, engine: str, uci_options: dict[str, str], searches: Sequence[Search]
    ) -> list[Answer]:
        """Return an engine's answer to each search, in order."""

        def search_part(part: Sequence[Search]) -> list[Answer]:
            with UciProcess(engine) as process:
                process.start_uci(self._uci_options | uci_options)
                return [_search(process, *each) for each in part]

        size = -(-len(searches) // self._concurrency) or 1
        parts = [searches[begin : begin + size] for begin in range(0, len(searches), size)]
        with ThreadPoolExecutor(self._concurrency) as pool:
            return [answer for answers in pool.map(search_part, parts) for answer in answers]

    def oracle_chances(self, fens: Sequence[str], moves: Sequence[str] = ()) -> list[float]:
        """Return the oracle's chance of winning in each position, after its move if there is one.

        The chance is that of the side to move in the FEN.
        """
        limits = f"nodes {self._oracle_nodes}"
        searches = (
            [(fen, f"{limits} searchmoves {move}") for fen, move in zip(fens, moves, strict=True)]
            if moves
            else [(fen, limits) for fen in fens]
        )
        answers = self.search(self._oracle, {"UCI_ShowWDL": "true"}, searches)
        return [answer.chance for answer in answers]


def _search(process: UciProcess, fen: str, limits: str) -> Answer:
    """Search a position from scratch."""
    process.send("ucinewgame", f"position fen {fen}")
    process.ask("isready", "readyok")
    process.send(f"go {limits}")
    lines = [line.text for line in process.read_until("bestmove", LONGEST_S)]
    return Answer(lines[-1].split()[1], [info for info in map(read_info, lines) if info])


def positions(variant: Variant, seed: int) -> Iterator[str]:
    """Yield undecided positions as FENs without end, one from each quick game of self-play."""
    openings = from_set(variant, shipped(variant), seed)
    for number in count(1):
        rng = random.Random(f"{variant.name} {seed} {number}")
        try:
            game = openings.opening(number).to_game(variant)
        except MatchBroken:  # the set is used up, and random moves after it gave an uneven opening
            continue
        player = SoloSearcher(1)
        score = 0
        for _ in range(rng.randrange(LAST_PLY)):
            if game.position.status().state != "ongoing":
                break
            line = player.search(game, PLAYED_NODES)
            score = line.score
            game.play(line.moves[0])
        if game.position.status().state == "ongoing" and abs(score) < DECIDED_CP:
            yield game.position.fen()


def parser(
    description: str | None, engines_help: str, positions_: int, oracle_nodes: int
) -> argparse.ArgumentParser:
    """Return a parser with the arguments of `Comparison`.

    positions_, oracle_nodes: the defaults of the arguments with these names.
    """
    arguments = new_parser(description)
    add = arguments.add_argument
    add("engines", nargs="+", metavar="ENGINE", help=engines_help)
    add("--variant", default="chess", metavar="GAME", help="game (default: chess)")
    help_ = f"number of positions (default: {positions_})"
    add("--positions", type=int, default=positions_, metavar="N", help=help_)
    add("--oracle", default="ours", metavar="ENGINE", help="command of the oracle (default: ours)")
    help_ = f"nodes of each search of the oracle (default: {oracle_nodes})"
    add("--oracle-nodes", type=int, default=oracle_nodes, metavar="N", help=help_)
    help_ = "processes of each engine (default: 2)"
    add("--concurrency", type=int, default=2, metavar="N", help=help_)
    add_seed(arguments)
    return arguments
