"""Play games with the nets of kin against the hand-written evaluation.

    .venv/bin/python scripts/bench.py kin
    .venv/bin/python scripts/bench.py kin --variant torpedo --pairs 100

Every game that takes the shipped net of another one is played in pairs from random, balanced
openings, with colours exchanged and a fixed number of nodes for each move. The output has wins,
draws and losses of the net, and the difference in Elo with its 95 % interval. With a lower --share,
nets of games in which fewer pieces move alike are tried, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from amalthea.engine import variants
from amalthea.engine.core.variant import Variant
from amalthea.engine.evaluation import Evaluation, KinNet, NetFile
from amalthea.engine.evaluators import default_evaluation, games_with_nets
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.evaluation.kin import LEAST_SHARE, kinship
from amalthea.protocol.statistics.elo import elo
from amalthea.training import trial
from amalthea.training.evaluation_spec import EvaluationSpec
from command_line import new_parser

OPENING = (2, 6)  # random moves


@dataclass(frozen=True, slots=True)
class Kin(EvaluationSpec):
    """Evaluation by the net of a game's kin."""

    net: KinNet | None = None

    def load(self) -> Evaluation:
        """Return the evaluation."""
        assert self.net
        return self.net


def main() -> None:
    """Play the games and print a line for each."""
    arguments = new_parser(__doc__)
    add = arguments.add_argument
    add("--variant", action="append", metavar="GAME", help="only this game; can be repeated")
    add("--pairs", type=int, default=30, metavar="N", help="pairs of games (default: 30)")
    add("--nodes", type=int, default=400, metavar="N", help="nodes for each move (default: 400)")
    help_ = f"least share of pieces that move alike (default: {LEAST_SHARE})"
    add("--share", type=float, default=LEAST_SHARE, metavar="SHARE", help=help_)
    options = arguments.parse_args()
    print(f"{options.nodes} nodes, {2 * options.pairs} games each\n")
    for name in options.variant or variants.names():
        variant = variants.get(name)
        for other, net in _nets(variant, options.share):
            player, opponent = Kin(net=net), EvaluationSpec()
            setup = trial.TrialSetup(variant, player, opponent, options.nodes, OPENING, "kin")
            result = trial.tally(trial.play_pairs((setup, 0, options.pairs)))
            score = f"+{result.wins} ={result.draws} -{result.losses}"
            difference = elo(result)
            bounds = f"({difference.low:+.0f} to {difference.high:+.0f})"
            print(f"{name:16} {other:12} {score:14} {difference.value:+5.0f} {bounds}", flush=True)


def _nets(variant: Variant, share: float) -> Iterator[tuple[str, KinNet]]:
    """Yield the nets of a game's kin, each with the name of its own game."""
    if not isinstance(variant, PiecesVariant) or isinstance(default_evaluation(variant), NetFile):
        return
    for other, path in games_with_nets():
        if isinstance(other, PiecesVariant) and (akin := kinship(variant, other, share)):
            yield other.name, KinNet(NetFile(path), akin)
