"""The fit of the hand-written evaluation to the results of the positions.

All parameters in which the score is linear are fitted together: the values of the pieces and of
their squares, and the weights named by `GameKind.gradient_terms`. A normal prior keeps every
parameter near its former value, the nearer the less the games say about it. Both colours share
their parameters, and so do left and right.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from amalthea.engine.evaluation import HandWritten
from amalthea.engine.evaluation.tables_file import MAX_CP, MAX_WEIGHT, PieceTables, Rows, Tables
from amalthea.engine.game_kinds import kind_of
from amalthea.training import TrainError, learning_library
from amalthea.training.fit import Loss, Task, targets
from amalthea.training.samples import PADDING

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant
    from amalthea.engine.kind import EvalGradient

_STEPS = 60  # of the fit, which stops after one that gains too little
_TRIES = 8  # evaluations in a step
_VALUE_CP = 60.0  # prior deviations: of values, of ranks and files, of squares
_LINE_CP = 25.0
_SQUARE_CP = 12.0
_WEIGHT_CP = 15.0  # prior deviation of a weight's effect in the positions that have it
_FEWEST = 0.01  # least spread of a weight's coefficient
_REPEATS = 8  # positions of a game are similar: this many count as one


def fit_hand(
    task: Task, variant: Variant, on_progress: Callable[[float], None]
) -> tuple[Tables, list[Loss]]:
    """Fit the evaluation; return it with the losses before the first step and after each.

    Raises TrainError if PyTorch is not installed, or no positions are left to fit.
    """
    learning_library("numpy")
    torch: Any = learning_library("torch")
    torch.manual_seed(task.recipe.seed)
    torch.set_num_threads(task.threads)
    torch.use_deterministic_algorithms(True)
    before = kind_of(variant).tables(variant, HandWritten())
    run = _Run(torch, task, variant, before)
    losses: list[Loss] = [(None, run.held_loss())]
    for step in range(_STEPS):
        fitted, gained = run.step()
        losses.append((fitted, run.held_loss()))
        on_progress((step + 1) / _STEPS)
        if not gained:
            break
    return run.tables(), losses


@dataclass(frozen=True, slots=True)
class _Rows:
    """Positions to fit or to measure, as tensors.

    places: by position and place, White's pieces minus Black's; by_place: the transposed matrix.
    """

    places: Any
    by_place: Any
    phase: Any
    slopes: Any
    target: Any


class _Run:
    """A fit in progress. z: all parameters, in units of their prior deviations."""

    def __init__(self, torch: Any, task: Task, variant: Variant, before: Tables) -> None:
        self._torch = torch
        self._task = task
        self._before = before
        self._variant = variant
        self._slopes: tuple[EvalGradient, ...] = kind_of(variant).gradient_terms(variant)
        self._board = _Board(torch, task, variant, before)
        samples, held = task.samples, task.samples.game % task.recipe.held_out == 0
        target = targets(torch, task)
        flip = torch.from_numpy(samples.black)
        self._target = torch.where(flip, 1 - target, target)
        if held.all():
            raise TrainError(f"all {len(held)} positions are held out: more games are needed")
        self._fitted, self._held = self._rows(~held), self._rows(held)
        spread = self._fitted.slopes.std(0) if len(self._fitted.phase) > 1 else torch.ones(1)
        self._expected = _WEIGHT_CP / spread.clamp(min=_FEWEST)
        self._start = torch.tensor([float(_number(before, each)) for each in self._slopes])
        self.z = torch.zeros(self._board.count + len(self._slopes), requires_grad=True)
        self._search = torch.optim.LBFGS(
            [self.z], max_iter=_TRIES, history_size=20, line_search_fn="strong_wolfe"
        )
        self._last = float("inf")

    def step(self) -> tuple[float, bool]:
        """Do a step; return its loss, and whether it gained enough to go on."""

        def closure() -> Any:
            self._search.zero_grad()
            loss = self._loss(self._fitted) + self._penalty()
            loss.backward()
            return loss

        with_penalty = float(self._search.step(closure).detach())
        gained = self._last - with_penalty > 1e-7
        self._last = with_penalty
        with self._torch.no_grad():
            return float(self._loss(self._fitted)), gained

    def held_loss(self) -> float | None:
        """Return the loss of the held-out games, None without any."""
        if not len(self._held.phase):
            return None
        with self._torch.no_grad():
            return float(self._loss(self._held))

    def tables(self) -> Tables:
        """Return the current parameters, rounded."""
        weights, mobility = dict(self._before.weights), {}
        moved = self._weights().detach()
        for slope, value in zip(self._slopes, moved.tolist(), strict=True):
            if slope.piece:
                mobility[slope.piece, slope.phase] = _bounded(value, MAX_CP)
            else:
                weights[slope.weight] = _bounded(value, MAX_WEIGHT)
        computing = kind_of(self._variant).computing()
        weights_to_write = tuple(
            (name, value) for name, value in weights.items() if name not in computing
        )
        pieces = {
            letter: replace(piece, mobility=(mobility[letter, 0], mobility[letter, 1]))
            for letter, piece in self._board.pieces(self.z.detach()).items()
        }
        return replace(self._before, weights=weights_to_write, pieces=pieces, trained={})

    def _rows(self, chosen: Any) -> _Rows:
        torch, samples = self._torch, self._task.samples
        at = chosen.nonzero()[0]
        places, by_place = self._board.matrices(samples.numbers[at])
        return _Rows(
            places,
            by_place,
            torch.from_numpy(samples.phase[at]),
            torch.from_numpy(samples.slopes[at]),
            self._target[torch.from_numpy(at)],
        )

    def _weights(self) -> Any:
        return self._start + self._expected * self.z[self._board.count :]

    def _loss(self, rows: _Rows) -> Any:
        """Return the mean cross-entropy of the evaluation's chances and the targets."""
        score = rows.slopes @ self._weights() + self._board.score(self.z, rows)
        return self._torch.nn.functional.binary_cross_entropy_with_logits(
            score / self._task.scale_cp, rows.target
        )

    def _penalty(self) -> Any:
        return 0.5 * _REPEATS * (self.z**2).sum() / max(1, len(self._fitted.phase))


class _Board:
    """The values of pieces by square: their parameters and their sum.

    count: how many parameters of `z`, the first ones, it has: for each of the two phases the values
    of the piece types, and additions by rank, by file and by square.
    """

    def __init__(self, torch: Any, task: Task, variant: Variant, before: Tables) -> None:
        self._torch = torch
        self._before = before
        numbering = task.numbering
        cells, files = variant.files * variant.ranks, variant.files
        letters = list(before.pieces)
        self._letters = letters
        self._places = 2 * len(letters) * cells
        place = torch.arange(self._places)
        mirror = torch.tensor(numbering.mirrored()[: self._places], dtype=torch.long)
        black = place // cells % 2 == 1
        white = torch.where(black, mirror, place)
        self._sign = torch.where(black, -1.0, 1.0)
        reflected = torch.tensor(numbering.reflected[: self._places], dtype=torch.long)[white]
        same = torch.minimum(white, reflected)
        kind, cell = same // (2 * cells), same % cells
        parts = [
            kind,
            kind * variant.ranks + cell // files,
            kind * files + cell % files,
            kind * cells + cell,
        ]
        sizes = [len(letters) * each for each in (1, variant.ranks, files, cells)]
        starts = [sum(sizes[:at]) for at in range(len(sizes))]
        self._parts = [part + start for part, start in zip(parts, starts, strict=True)]
        self._of_phase = sum(sizes)
        self.count = 2 * self._of_phase
        expected = [_VALUE_CP, _LINE_CP, _LINE_CP, _SQUARE_CP]
        self._expected = torch.cat(
            [torch.full((size,), cp) for size, cp in zip(sizes, expected, strict=True)]
        )
        self._variant = variant
        self._white, self._cells = white, cells
        start = torch.tensor([self._before_at(int(each)) for each in white]).reshape(-1, 2)
        self._start = start.float()

    def matrices(self, numbers: Any) -> tuple[Any, Any]:
        """Return the pieces on the board, by position and by place, as sparse matrices."""
        torch = self._torch
        present = numbers < min(self._places, PADDING)
        counts = torch.from_numpy(present.sum(1))
        place = torch.from_numpy(numbers[present].astype("int64"))
        white, sign = self._white[place], self._sign[place]
        row = torch.repeat_interleave(torch.arange(len(counts)), counts)
        order = torch.argsort(white, stable=True)
        sizes = torch.bincount(white, minlength=self._places)
        shape = (len(counts), self._places)
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore", UserWarning
            )  # PyTorch warns that sparse matrices are new
            return (
                torch.sparse_csr_tensor(_ends(torch, counts), white, sign, shape),
                torch.sparse_csr_tensor(_ends(torch, sizes), row[order], sign[order], shape[::-1]),
            )

    def score(self, z: Any, rows: _Rows) -> Any:
        """Return the centipawns of all pieces, White's view."""
        if not self._places:
            return self._torch.zeros(len(rows.phase))
        both = _summed(self._torch)(self._worth(z), rows.places, rows.by_place)
        midgame, endgame = both.unbind(1)
        return rows.phase * midgame + (1 - rows.phase) * endgame

    def pieces(self, z: Any) -> dict[str, PieceTables]:
        """Return the tables of every piece type, with unchanged mobility."""
        worth = self._worth(z)
        found = {}
        for kind, letter in enumerate(self._letters):
            before = self._before.pieces[letter]
            first = 2 * kind * self._cells
            squares = worth[first : first + self._cells]
            phases = [self._piece(squares[:, phase].tolist(), before, phase) for phase in range(2)]
            found[letter] = PieceTables(
                (phases[0][0], phases[1][0]), before.mobility, phases[0][1], phases[1][1]
            )
        return found

    def _piece(self, worth: list[float], before: PieceTables, phase: int) -> tuple[int, Rows]:
        """Return (value, additions by square) of one piece type in one phase."""
        shape = (before.midgame, before.endgame)[phase]
        files = self._variant.files
        whole = [
            [worth[rank * files + file] for file in range(len(shape[0]))]
            for rank in reversed(range(len(shape)))
        ]
        royal = before.value == (0, 0)
        mean = 0.0 if royal else sum(map(sum, whole)) / (len(whole) * len(whole[0]))
        value = _bounded(max(0.0, mean), MAX_CP)
        return value, tuple(tuple(_bounded(each - value, MAX_CP) for each in row) for row in whole)

    def _worth(self, z: Any) -> Any:
        """Return the centipawns by place and phase."""
        learned = z[: self.count].reshape(2, self._of_phase) * self._expected
        moved = sum(learned[:, part] for part in self._parts)
        return self._start + moved.T

    def _before_at(self, place: int) -> tuple[int, int]:
        """Return the former value of White's piece at a place, in both phases."""
        piece = self._before.pieces[self._letters[place // (2 * self._cells)]]
        rank, file = divmod(place % self._cells, self._variant.files)
        if rank >= len(piece.midgame) or file >= len(piece.midgame[0]):
            return piece.value
        return (
            piece.value[0] + piece.midgame[-1 - rank][file],
            piece.value[1] + piece.endgame[-1 - rank][file],
        )


def _ends(torch: Any, counts: Any) -> Any:
    """Return the row offsets of a sparse matrix."""
    return torch.cat([torch.zeros(1, dtype=torch.long), counts.cumsum(0)])


@cache
def _summed(torch: Any) -> Any:
    """Return the product of a sparse matrix and parameters, with its gradient."""

    class Summed(torch.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, worth: Any, places: Any, by_place: Any) -> Any:
            ctx.by_place = by_place
            return places @ worth

        @staticmethod
        def backward(ctx: Any, gradient: Any) -> Any:
            return ctx.by_place @ gradient, None, None

    return Summed.apply


def _number(tables: Tables, slope: EvalGradient) -> int:
    if slope.piece:
        return tables.pieces[slope.piece].mobility[slope.phase]
    return dict(tables.weights)[slope.weight]


def _bounded(value: float, most: int) -> int:
    return max(-most, min(most, round(value)))
