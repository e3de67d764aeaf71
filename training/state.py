"""The state of a training: a small JSON file, replaced after each stage."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from amalthea.engine.core import schema
from amalthea.engine.text import clip
from amalthea.protocol.statistics.elo import Tally
from amalthea.protocol.storage import files
from amalthea.protocol.storage.files import replace_file
from amalthea.training import TrainError
from amalthea.training.fit import Loss
from amalthea.training.folder import START
from amalthea.training.recipe import Recipe

FORMAT = 1  # of the file

SELF_PLAY, FIT, TRIAL = "selfplay", "fit", "trial"  # the stages, in `seconds` and in commands
_OLD_TRIAL = "match"  # the name of the trial in older files


@dataclass(slots=True)
class Generation:
    """A generation: its plan and its results; None: not yet.

    Attributes:
        player: the net or tables that plays and is to be beaten, None: hand-written.
        positions, pairs: how many are wanted.
        games, played: how many games there are, and their positions.
        samples: positions, fitted and held out.
        kept: whether the net became the best.
        seconds: by stage.

    """

    number: int
    recipe: Recipe
    player: str | None
    positions: int | None = None
    pairs: int | None = None
    games: int | None = None
    played: int | None = None
    samples: int | None = None
    losses: list[Loss] | None = None
    trial: Tally | None = None
    hand: Tally | None = None
    kept: bool | None = None
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def net(self) -> str:
        """The name of the file of its net or tables."""
        return f"g{self.number}.{'toml' if self.recipe.tune else 'net'}"


@dataclass(slots=True)
class State:
    """The state of a training.

    Attributes:
        game, rules: of the nets.
        start: whether a net to start from was given.
        scale_cp: centipawns for a chance of winning, see samples.fit_scale.

    """

    game: str
    rules: str
    start: bool = False
    scale_cp: int | None = None
    generations: list[Generation] = field(default_factory=list)

    def best(self) -> str | None:
        """Return the file of the best net, None for the hand-written evaluation."""
        kept = [each.net for each in self.generations if each.kept]
        return kept[-1] if kept else START if self.start else None

    def tunes(self) -> bool | None:
        """Return True if the hand-written evaluation is fitted; None while that is open."""
        if self.generations:
            return self.generations[0].recipe.tune
        return False if self.start else None

    def seconds(self) -> float:
        """Return the total time."""
        return sum(sum(each.seconds.values()) for each in self.generations)

    def save(self, path: Path) -> None:
        """Write the file. Raises WriteError."""
        text = json.dumps({"format": FORMAT, **asdict(self)}, indent=1)
        replace_file(path, [f"{text}\n".encode()])


def load(path: Path, game: str, rules: str) -> State:
    """Return the state of a training of that game, a new one without a file. Raises TrainError."""
    if not path.exists():
        return State(game, rules)
    data, where = files.read_bytes(path), f"{path}: not the state of a training"
    if (version := schema.from_json(data, _Format, where).format) != FORMAT:
        raise TrainError(f"{path}: format {version}, expected {FORMAT}")
    saved = schema.from_json(data, State, where)
    if (saved.game, saved.rules) != (game, rules):
        raise TrainError(
            f"{path}: a training of {clip(saved.game)}, or with other rules:"
            " choose another --output"
        )
    for generation in saved.generations:
        if _OLD_TRIAL in generation.seconds:
            generation.seconds[TRIAL] = generation.seconds.pop(_OLD_TRIAL)
    return saved


@dataclass(frozen=True, slots=True)
class _Format:
    """The format of the file, which is known before all else."""

    format: int
