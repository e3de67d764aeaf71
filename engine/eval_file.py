"""The file that `EvalFile` names: a net or weights, told apart by how it begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.errors import clip, reason
from engine.evaluation import Evaluation, HandWritten
from engine.games import kind_of
from engine.weights_file import WeightsError, read_weights

if TYPE_CHECKING:
    from engine.board.variant import Variant

_LONGEST_TRAINED = 120  # characters of how a net was made


@dataclass(frozen=True, slots=True)
class EvalFile:
    """evaluation: what positions are to be judged by. summary: what the file holds, for the user.

    rules: what a game must agree with, "" for weights, which are for all games. made_for: the name
    of the game of a net.
    """

    evaluation: Evaluation
    summary: str = ""
    rules: str = ""
    made_for: str = ""

    def fits(self, variant: Variant) -> bool:
        """Whether positions of a variant can be judged by it."""
        return not self.rules or self.rules == kind_of(variant).net_rules(variant)


def read_eval_file(path: str, variant: Variant | None = None) -> EvalFile:
    """What a file holds, and for a variant, if there is one.

    Raises WeightsError and NetError, also for the net of another game.
    """
    from engine.evaluation import net_file

    try:
        is_net = net_file.is_net(path)
    except (OSError, ValueError) as error:
        raise WeightsError(f"cannot read {clip(path)}: {reason(error)}") from error
    if not is_net:
        weights = tuple(read_weights(path).items())
        return EvalFile(HandWritten(weights), f"weights: {len(weights)} set")
    evaluation, header = net_file.identified(path)
    trained = ", ".join(f"{name} {value}" for name, value in header.trained.items())
    summary = f"net of {header.width} units for {header.variant}"
    if trained:
        summary += f", trained: {trained[:_LONGEST_TRAINED]}"
    found = EvalFile(evaluation, summary, header.rules, header.variant)
    if variant and not found.fits(variant):
        raise net_file.misfit(path, header)
    return found
