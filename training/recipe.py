"""The numbers of a training, with the defaults that games have shown to be good."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from amalthea.engine.errors import clip, reason
from amalthea.engine.evaluation.net_file import WIDTHS
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
        for each in fields(self):
            given, usual = getattr(self, each.name), each.default
            if not _alike(given, usual):
                raise TrainError(f"{each.name} {given!r}: expected something like {usual!r}")
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

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Raises TypeError for unknown names, TrainError for impossible numbers."""
        read: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in values.items()
        }
        return cls(**read)

    def changed(self, path: str) -> Self:
        """With the numbers of a TOML file instead. Raises TrainError."""
        try:
            with open(path, "rb") as file:
                values = tomllib.load(file)
        except (OSError, ValueError) as error:
            raise TrainError(f"--recipe {path}: {reason(error)}") from error
        known = self.to_json()
        for name in values:
            if name not in known:
                raise TrainError(f"--recipe {path}: unknown {clip(name)}, known {' '.join(known)}")
        return self.from_json({**known, **values})

    def to_json(self) -> dict[str, Any]:
        """As `from_json` reads it."""
        return asdict(self)


def _alike(given: Any, usual: Any) -> bool:
    """Whether a value is of the kind that is expected: a whole number stands for any number."""
    if isinstance(usual, tuple):
        return (
            isinstance(given, tuple)
            and len(given) == len(usual)
            and all(map(_alike, given, usual))
            and given[0] <= given[1]
        )
    if isinstance(usual, bool):
        return isinstance(given, bool)
    kinds = (int, float) if isinstance(usual, float) else (int,)
    return isinstance(given, kinds) and not isinstance(given, bool)
