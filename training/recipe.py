"""The numbers of a training, with the defaults that games have shown to be good."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from amalthea.engine.evaluation.net_file import WIDTHS
from amalthea.protocol.storage import schema
from amalthea.training import TrainError


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a generation is made by. All of it follows from these numbers and the seed.

    seed: of everything that is drawn. tune: whether the hand-written evaluation is fitted, and no
    net.

    Self-play. nodes: of each search. positions: searched in a generation, at least. stray: the
    chance of a move to be random, so that games see more than good play. opening: how many random
    moves a game begins with, fewest and most. placed_opening: the same where pieces were placed at
    random before. chunk: games of a task.

    Fit. window: generations whose games are fitted. held_out: every so manyth game is only
    measured. search_share: of a position's target what its own search said. result_share: of it
    the result alone, where no later move was random; the rest is what the game came to. gamma: how
    much of that is the end of the game, and not the next searches: 1 all.
    width: hidden units of a view. epochs: times each position is seen. batch: positions of a
    step. rate: the highest learning rate. decay: of what is learned cell by cell, each step, in
    parts of the rate, by up to a million positions; of n million it is divided by n squared.
    reflect: whether half of the positions are seen left and right exchanged. refine: whether it
    begins with the player's net, if it has one, and not at random; the width is a multiple of that
    net's, and each of its units becomes so many.

    Trial. trial_nodes: of each search. pairs: of games, at most. hand_pairs: against the
    hand-written evaluation, beside the trial. elo: the hypotheses of the test.
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
        for name in ("nodes", "positions", "chunk", "window", "epochs", "batch", "pairs"):
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
                raise TrainError(f"{name} {getattr(self, name)}: expected 0 to 1")
        if (both := self.search_share + self.result_share) > 1:
            raise TrainError(f"search_share and result_share {both:g} together: expected at most 1")

    def changed(self, path: str) -> Recipe:
        """Return the recipe with the numbers of a TOML file. Raises SchemaError and TrainError."""
        where = f"--recipe {path}"
        values = schema.read_toml(path, where)
        schema.check_keys(values, Recipe, where)
        return schema.from_values({**asdict(self), **values}, Recipe, where)
