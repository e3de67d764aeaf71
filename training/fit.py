"""The fit of a net whose scores predict the results of the positions of many games.

It uses a GPU if there is one. A fit that was interrupted is resumed after the last finished epoch.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from amalthea.engine.evaluation.features import Numbering
from amalthea.engine.evaluation.net import SCALE
from amalthea.training import TrainError, learning_library
from amalthea.training.net_numbers import NetNumbers
from amalthea.training.recipe import Recipe
from amalthea.training.samples import PADDING, Samples

if TYPE_CHECKING:
    from amalthea.training.model import Model

_FULL_DECAY_POSITIONS = 1_000_000  # positions; with more, the weights of a square need less decay
_MIN_STEPS = 32  # of an epoch: with few positions, batches are smaller
_MIN_BATCH = 32
_WARM_UP = 0.1  # share of all steps until the learning rate is highest
_REPORT_EVERY = 16  # steps
_BETAS = (0.9, 0.99)  # of Adam

Loss = tuple[float | None, float | None]  # of an epoch: fitted, held out; None: without positions


@dataclass(frozen=True, slots=True)
class FitTask:
    """Arguments of a fit. threads: on the CPU. start: a net to start from."""

    samples: Samples
    numbering: Numbering
    recipe: Recipe
    scale_cp: float
    threads: int
    start: NetNumbers | None = None


@dataclass(slots=True)
class FitResult:
    """The result of a fit.

    Attributes:
        arrays: the numbers of the net.
        losses: before the first epoch and after each.
        resumed_share: the share of the epochs that an earlier run had finished.

    """

    arrays: bytes = b""
    losses: list[Loss] = field(default_factory=list)
    resumed_share: float = 0.0


def fit_net(task: FitTask, checkpoint: Path, on_progress: Callable[[float], None]) -> FitResult:
    """Fit a net.

    Args:
        task: the positions and the parameters of the fit.
        checkpoint: a file for the state after each epoch.
        on_progress: called with the finished share.

    Raises TrainError if PyTorch is not installed, or no positions are left to fit.

    """
    learning_library("numpy")
    torch: Any = learning_library("torch")
    torch.manual_seed(task.recipe.seed)
    torch.set_num_threads(task.threads)
    torch.use_deterministic_algorithms(not torch.cuda.is_available())  # a GPU lacks some of them
    run = _Run(torch, task)
    run.resume(checkpoint)
    recipe = task.recipe
    resumed_share = run.epoch / recipe.epochs
    while run.epoch < recipe.epochs:
        run.run_epoch(lambda share: on_progress((run.epoch + share) / recipe.epochs))
        run.save(checkpoint)
    return FitResult(run.model.arrays(), run.losses, resumed_share)


def targets(torch: Any, task: FitTask) -> Any:
    """Return the target of each position: the side to move's chance, see Recipe."""
    recipe, samples = task.recipe, task.samples
    td_value = torch.from_numpy(samples.td_value)
    score = torch.from_numpy(samples.score).float()
    settled, result = torch.from_numpy(samples.settled), torch.from_numpy(samples.result)
    return (
        recipe.search_share * torch.sigmoid(score / task.scale_cp)
        + recipe.result_share * torch.where(settled, result, td_value)
        + (1 - recipe.search_share - recipe.result_share) * td_value
    )


class _Run:
    """A fit in progress. epoch: number of finished epochs."""

    def __init__(self, torch: Any, task: FitTask) -> None:
        from amalthea.training.model import Model

        self.torch = torch
        self.epoch = 0
        self.losses: list[Loss] = []
        recipe, samples = task.recipe, task.samples
        self._device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self._padding = task.numbering.size
        self._samples = samples
        self._recipe = recipe
        self._target = targets(torch, task)
        held_out = torch.from_numpy(samples.game % recipe.held_out == 0)
        self._fitted = torch.nonzero(~held_out)[:, 0]
        self._held_out = torch.nonzero(held_out)[:, 0]
        self._logits_per_unit = SCALE / task.scale_cp
        model: Model = Model(task.numbering, recipe.width)
        if task.start is not None:
            model.start_from(task.start)
        self.model = model.to(self._device)
        count = len(self._fitted)
        if not count:
            raise TrainError(f"all {len(samples)} positions are held out: more games are needed")
        self._batch = min(recipe.batch, max(_MIN_BATCH, count // _MIN_STEPS))
        self._steps = -(-count // self._batch)
        decay = recipe.decay * min(1.0, (_FULL_DECAY_POSITIONS / count) ** 2)
        groups = model.parameter_groups(recipe.rate, decay)
        self._adam = torch.optim.AdamW(groups, lr=recipe.rate, betas=_BETAS)
        self._rate = torch.optim.lr_scheduler.OneCycleLR(
            self._adam,
            [group["lr"] for group in groups],
            total_steps=recipe.epochs * self._steps + 1,
            pct_start=_WARM_UP,
            final_div_factor=100,
        )
        self._reflection = torch.tensor([*task.numbering.reflected, self._padding]).int().numpy()
        self._reflected_share = 0.5 if recipe.reflect else 0.0
        start = task.start and zlib.crc32(task.start.rows.tobytes())
        self._made_of = repr((recipe, task.scale_cp, len(samples), int(samples.score.sum()), start))

    def run_epoch(self, on_progress: Callable[[float], None]) -> None:
        """Run an epoch: every position once, in random order."""
        torch = self.torch
        if not self.losses:
            self.losses.append((None, self._mean_loss(self._held_out)))
        rng = torch.Generator().manual_seed(self._recipe.seed * 1000 + self.epoch)
        order = self._fitted[torch.randperm(len(self._fitted), generator=rng)]
        total = 0.0
        for step, rows in enumerate(order.split(self._batch)):
            reflected = torch.rand(len(rows), generator=rng) < self._reflected_share
            loss = self._loss(rows, reflected.numpy()) / len(rows)
            self._adam.zero_grad()
            loss.backward()
            self._adam.step()
            self._rate.step()
            self.model.clip_output_weights()
            total += loss.item() * len(rows)
            if step % _REPORT_EVERY == 0:
                on_progress(step / self._steps)
        self.losses.append((total / max(1, len(order)), self._mean_loss(self._held_out)))
        self.epoch += 1

    def save(self, checkpoint: Path) -> None:
        """Write the state completely or not at all; if the disk is full, only time is lost."""
        temporary = checkpoint.with_suffix(".part")
        saved = {
            "made_of": self._made_of,
            "epoch": self.epoch,
            "losses": self.losses,
            "model": self.model.state_dict(),
            "adam": self._adam.state_dict(),
            "rate": self._rate.state_dict(),
        }
        try:
            self.torch.save(saved, temporary)
            os.replace(temporary, checkpoint)
        except (OSError, RuntimeError):
            temporary.unlink(missing_ok=True)

    def resume(self, checkpoint: Path) -> None:
        """Restore the state of the same fit, if there is one."""
        if not checkpoint.exists():
            return
        try:
            saved = self.torch.load(checkpoint, map_location=self._device, weights_only=True)
        except Exception:  # a damaged checkpoint is not needed
            return
        if not isinstance(saved, dict) or saved.get("made_of") != self._made_of:
            return
        self.model.load_state_dict(saved["model"])
        self._adam.load_state_dict(saved["adam"])
        self._rate.load_state_dict(saved["rate"])
        self.epoch = saved["epoch"]
        self.losses = [(fitted, out) for fitted, out in saved["losses"]]

    def _mean_loss(self, rows: Any) -> float | None:
        if not len(rows):
            return None
        with self.torch.no_grad():
            losses = [self._loss(part).item() for part in rows.split(self._batch)]
        return float(sum(losses)) / len(rows)

    def _loss(self, rows: Any, reflected: Any = None) -> Any:
        """Return the summed cross-entropy of the net's chances and the targets.

        reflected: the positions that are mirrored left to right.
        """
        torch, samples = self.torch, self._samples
        chosen = rows.numpy()
        numbers = samples.numbers[chosen].astype("int32")
        numbers[numbers == PADDING] = self._padding
        if reflected is not None:
            numbers[reflected] = self._reflection[numbers[reflected]]
        black = torch.from_numpy(samples.black[chosen]).to(self._device)
        piece_counts = torch.from_numpy(samples.piece_counts[chosen]).to(self._device).long()
        end_score = torch.from_numpy(samples.end_score[chosen]).to(self._device) / SCALE
        output = self.model(torch.from_numpy(numbers).to(self._device), black, piece_counts)
        return torch.nn.functional.binary_cross_entropy_with_logits(
            (output + end_score) * self._logits_per_unit,
            self._target[rows].to(self._device),
            reduction="sum",
        )
