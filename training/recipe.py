"""The parameters of a training, with defaults that were tested by games."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from amalthea.engine.core import schema
from amalthea.engine.evaluation.net_file import WIDTHS
from amalthea.training import TrainError


@dataclass(frozen=True, slots=True)
class Recipe:
    """The parameters of a generation, from which everything follows.

    seed: of all random choices. tune: fit the hand-written evaluation instead of a net.

    Self-play. nodes: per search. positions: to search in a generation, at least. stray: probability
    of a random move, so that games contain more than good play. opening: least and greatest number
    of random moves at the beginning. placed_opening: the same after a random placement. chunk:
    games in a task.

    Fit. window: number of generations whose games are fitted. held_out: every Nth game is only
    measured. search_share: weight of a position's own search in its target. result_share: weight of
    the result alone, if no later move was random; the rest is TD(λ). gamma: that λ; 1 counts the
    result alone, less counts the following searches, too. width: hidden units per perspective.
    epochs: times that each position is used. batch: positions in a step. rate: highest learning
    rate.
    decay: of the weights of single squares, in each step, relative to the learning rate, for up to
    a million positions; for n million it is divided by n squared. reflect: mirror half of the
    positions left to right. refine: start from the player's net, if it has one, instead of random
    weights; the width is a multiple of that net's.

    Trial. trial_nodes: per search. pairs: of games, at most. hand_pairs: against the hand-written
    evaluation, in addition. elo: the hypotheses of the test.
    """

    seed: int = 1
    tune: bool = False
    nodes: int = 800
    positions: int = 500_000
    stray: float = 0.03
    opening: tuple[int, int] = (5, 11)
    placed_opening: tuple[int, int] = (0, 4)
    chunk: int = 40
    window: int = 4
    held_out: int = 20
    search_share: float = 0.0
    result_share: float = 0.0
    gamma: float = 0.85
    width: int = 64
    epochs: int = 5
    batch: int = 8192
    rate: float = 0.002
    decay: float = 5.0
    reflect: bool = True
    refine: bool = False
    trial_nodes: int = 1500
    pairs: int = 400
    hand_pairs: int = 50
    elo: tuple[float, float] = (0.0, 15.0)

    def __post_init__(self) -> None:
        for name in ("opening", "placed_opening", "elo"):
            low, high = getattr(self, name)
            if low > high:
                raise TrainError(f"{name} {low:g} {high:g}: expected the lower number first")
        counts = (
            "nodes",
            "positions",
            "chunk",
            "window",
            "epochs",
            "batch",
            "trial_nodes",
            "pairs",
        )
        for name in counts:
            if getattr(self, name) < 1:
                raise TrainError(f"{name} {getattr(self, name)}: expected at least 1")
        if self.width not in WIDTHS:
            raise TrainError(
                f"width {self.width}: expected a multiple of {WIDTHS.step}"
                f" from {WIDTHS.start} to {WIDTHS[-1]}"
            )
        if self.held_out < 2:
            raise TrainError(f"held_out {self.held_out}: expected at least 2")
        for name in ("stray", "search_share", "result_share", "gamma"):
            if not 0 <= getattr(self, name) <= 1:
                raise TrainError(f"{name} {getattr(self, name):g}: expected 0 to 1")
        if (both := self.search_share + self.result_share) > 1:
            raise TrainError(f"search_share and result_share {both:g} together: expected at most 1")

    def refining(self, width: int) -> Recipe:
        """Return the recipe for the fit of a good net of this width, see docs/training.md."""
        return replace(
            self,
            refine=True,
            width=width,
            rate=0.001,
            epochs=4,
            decay=1.0,
            search_share=0.3,
            result_share=0.1,
        )

    def changed(self, path: str) -> Recipe:
        """Return the recipe with the numbers of a TOML file. Raises SchemaError and TrainError."""
        where = f"--recipe {path}"
        values = schema.read_toml(path, where)
        schema.check_keys(values, Recipe, where)
        return schema.from_values({**asdict(self), **values}, Recipe, where)
