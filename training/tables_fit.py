"""The fit of the hand-written evaluation to the results of the positions.

All parameters in which the score is linear are fitted together: the values of the pieces, of their
squares and in hand, and the weights named by `GameKind.gradient_terms`. A normal prior keeps every
parameter near its former value, the nearer the less the games say about it. Both colours share
their parameters, and so do left and right.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from amalthea.engine.evaluation import MAX_WEIGHT, HandWritten
from amalthea.engine.evaluation.tables_file import MAX_CP, PieceTables, Rows, Tables
from amalthea.engine.game_kinds import kind_of
from amalthea.training import TrainError, learning_library
from amalthea.training.fit import FitTask, Loss, targets
from amalthea.training.samples import PADDING

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant
    from amalthea.engine.evaluation.features import Numbering
    from amalthea.engine.kind import EvalGradient

_MAX_STEPS = 60  # of the fit, which stops after one that gains too little
_EVALUATIONS_PER_STEP = 8
_VALUE_CP = 60.0  # prior deviations: of values, of ranks and files, of squares, in hand
_LINE_CP = 25.0
_SQUARE_CP = 12.0
_HAND_CP = 40.0
_WEIGHT_CP = 15.0  # prior deviation of a weight's effect in the positions that have it
_MIN_SPREAD = 0.01  # least spread of a weight's coefficient
_POSITIONS_PER_COUNT = 8  # positions of a game are similar: this many count as one


def fit_tables(
    task: FitTask, variant: Variant, on_progress: Callable[[float], None]
) -> tuple[Tables, list[Loss]]:
    """Fit the evaluation; return it with the losses before the first step and after each.

    Raises TrainError if PyTorch is not installed, or no positions are left to fit.
    """
    learning_library("numpy")
    torch: Any = learning_library("torch")
    torch.manual_seed(task.recipe.seed)
    torch.set_num_threads(task.threads)
    torch.use_deterministic_algorithms(True)
    former = kind_of(variant).tables(variant, HandWritten())
    run = _Run(torch, task, variant, former)
    losses: list[Loss] = [(None, run.held_out_loss())]
    for step in range(_MAX_STEPS):
        fitted, gained = run.step()
        losses.append((fitted, run.held_out_loss()))
        on_progress((step + 1) / _MAX_STEPS)
        if not gained:
            break
    return run.tables(), losses


@dataclass(frozen=True, slots=True)
class _Positions:
    """Positions to fit or to measure, as tensors.

    places: by position and place, White's pieces minus Black's; by_place: the transposed matrix.
    """

    places: Any
    by_place: Any
    phase: Any
    gradient: Any
    target: Any


class _Run:
    """A fit in progress. z: all parameters, in units of their prior deviations."""

    def __init__(self, torch: Any, task: FitTask, variant: Variant, former: Tables) -> None:
        self._torch = torch
        self._task = task
        self._former = former
        self._variant = variant
        self._terms: tuple[EvalGradient, ...] = kind_of(variant).gradient_terms(variant)
        self._piece_values = _PieceValues(torch, task, variant, former)
        samples, held_out = task.samples, task.samples.game % task.recipe.held_out == 0
        target = targets(torch, task)
        flip = torch.from_numpy(samples.black)
        self._target = torch.where(flip, 1 - target, target)
        if held_out.all():
            raise TrainError(f"all {len(held_out)} positions are held out: more games are needed")
        self._fitted, self._held_out = self._positions(~held_out), self._positions(held_out)
        spread = self._fitted.gradient.std(0) if len(self._fitted.phase) > 1 else torch.ones(1)
        self._deviations = _WEIGHT_CP / spread.clamp(min=_MIN_SPREAD)
        self._start = torch.tensor([float(_former_weight(former, each)) for each in self._terms])
        self.z = torch.zeros(self._piece_values.count + len(self._terms), requires_grad=True)
        self._optimiser = torch.optim.LBFGS(
            [self.z], max_iter=_EVALUATIONS_PER_STEP, history_size=20, line_search_fn="strong_wolfe"
        )
        self._last_loss = float("inf")

    def step(self) -> tuple[float, bool]:
        """Do a step; return its loss, and whether it gained enough to go on."""

        def closure() -> Any:
            self._optimiser.zero_grad()
            loss = self._loss(self._fitted) + self._penalty()
            loss.backward()
            return loss

        with_penalty = float(self._optimiser.step(closure).detach())
        gained = self._last_loss - with_penalty > 1e-7
        self._last_loss = with_penalty
        with self._torch.no_grad():
            return float(self._loss(self._fitted)), gained

    def held_out_loss(self) -> float | None:
        """Return the loss of the held-out games, None without any."""
        if not len(self._held_out.phase):
            return None
        with self._torch.no_grad():
            return float(self._loss(self._held_out))

    def tables(self) -> Tables:
        """Return the current parameters, rounded."""
        weights, mobility = dict(self._former.weights), {}
        moved = self._weights().detach()
        for term, value in zip(self._terms, moved.tolist(), strict=True):
            if term.piece:
                mobility[term.piece, term.phase] = _rounded(value, MAX_CP)
            else:
                weights[term.weight] = _rounded(value, MAX_WEIGHT)
        auxiliary = kind_of(self._variant).auxiliary_weights()
        weights_to_write = tuple(
            (name, value) for name, value in weights.items() if name not in auxiliary
        )
        pieces = {
            letter: replace(piece, mobility=(mobility[letter, 0], mobility[letter, 1]))
            for letter, piece in self._piece_values.pieces(self.z.detach()).items()
        }
        return replace(self._former, weights=weights_to_write, pieces=pieces, trained={})

    def _positions(self, chosen: Any) -> _Positions:
        torch, samples = self._torch, self._task.samples
        at = chosen.nonzero()[0]
        places, by_place = self._piece_values.matrices(samples.numbers[at])
        return _Positions(
            places,
            by_place,
            torch.from_numpy(samples.phase[at]),
            torch.from_numpy(samples.gradient[at]),
            self._target[torch.from_numpy(at)],
        )

    def _weights(self) -> Any:
        return self._start + self._deviations * self.z[self._piece_values.count :]

    def _loss(self, positions: _Positions) -> Any:
        """Return the mean cross-entropy of the evaluation's chances and the targets."""
        score = positions.gradient @ self._weights() + self._piece_values.score(self.z, positions)
        return self._torch.nn.functional.binary_cross_entropy_with_logits(
            score / self._task.scale_cp, positions.target
        )

    def _penalty(self) -> Any:
        return 0.5 * _POSITIONS_PER_COUNT * (self.z**2).sum() / max(1, len(self._fitted.phase))


class _PieceValues:
    """The values of pieces by place, a square or a hand: their parameters and their sum.

    A place is numbered by type, colour and square, as in a net's features; the hands follow. Left
    and right share their parameters, and so do both colours.

    count: how many parameters of `z`, the first ones, it has: for each of the two phases the values
    of the piece types, additions by rank, by file and by square, and additions in hand.
    """

    def __init__(self, torch: Any, task: FitTask, variant: Variant, former: Tables) -> None:
        self._torch = torch
        self._variant = variant
        self._former = former
        self._letters = list(former.pieces)
        self._square_count = variant.files * variant.ranks
        self._on_board = 2 * len(self._letters) * self._square_count
        has_hands = any(piece.hand for piece in former.pieces.values())
        hands = 2 * len(self._letters) if has_hands else 0
        self._first_in_hand = task.numbering.size - hands  # a feature; see PiecesNumbering
        self._place_count = self._on_board + hands
        self._white = self._white_places(task.numbering, hands)
        self._sign = torch.where(self._white == torch.arange(self._place_count), 1.0, -1.0)
        self._set_parameters(task.numbering)
        start = torch.tensor([self._former_value(int(each)) for each in self._white])
        self._start = start.reshape(-1, 2).float()

    def _white_places(self, numbering: Numbering, hands: int) -> Any:
        """Return, for each place, the place of the same piece of White, mirrored for Black's."""
        torch = self._torch
        place = torch.arange(self._on_board)
        mirror = torch.tensor(numbering.mirrored()[: self._on_board], dtype=torch.long)
        white = torch.where(place // self._square_count % 2 == 1, mirror, place)
        held = torch.arange(hands)
        return torch.cat([white, self._on_board + held - held % 2])

    def _set_parameters(self, numbering: Numbering) -> None:
        """Set the indices of the parameters of each place, and the prior deviations of all."""
        torch, cells = self._torch, self._square_count
        kinds, files, ranks = len(self._letters), self._variant.files, self._variant.ranks
        white = self._white[: self._on_board]
        reflected = torch.tensor(numbering.reflected[: self._on_board], dtype=torch.long)[white]
        same = torch.minimum(white, reflected)
        kind, cell = same // (2 * cells), same % cells
        held = torch.arange(self._place_count - self._on_board) // 2
        sizes = [kinds, kinds * ranks, kinds * files, kinds * cells, len(held) // 2]
        starts = [sum(sizes[:at]) for at in range(len(sizes))]
        nothing = torch.full_like(held, sum(sizes))  # a parameter that stays 0
        by_rank, by_file = kind * ranks + cell // files, kind * files + cell % files
        self._parameter_indices = [
            torch.cat([kind, held]),
            torch.cat([starts[1] + by_rank, starts[4] + held]),
            torch.cat([starts[2] + by_file, nothing]),
            torch.cat([starts[3] + kind * cells + cell, nothing]),
        ]
        self._count_per_phase = sum(sizes) + 1
        self.count = 2 * self._count_per_phase
        deviations = [_VALUE_CP, _LINE_CP, _LINE_CP, _SQUARE_CP, _HAND_CP, 0.0]
        self._deviations = torch.cat(
            [torch.full((size,), cp) for size, cp in zip([*sizes, 1], deviations, strict=True)]
        )

    def matrices(self, numbers: Any) -> tuple[Any, Any]:
        """Return the pieces on the board and in hand, by position and by place, as sparse matrices.

        numbers: of features, by position; those of blocked squares and the padding are skipped.
        """
        torch = self._torch
        in_hand = (numbers >= max(self._on_board, self._first_in_hand)) & (numbers < PADDING)
        present = in_hand | (numbers < min(self._on_board, PADDING))
        counts = torch.from_numpy(present.sum(1))
        place = torch.from_numpy(numbers[present].astype("int64"))
        moved = self._first_in_hand - self._on_board
        place = torch.where(torch.from_numpy(in_hand[present]), place - moved, place)
        white, sign = self._white[place], self._sign[place]
        row = torch.repeat_interleave(torch.arange(len(counts)), counts)
        order = torch.argsort(white, stable=True)
        sizes = torch.bincount(white, minlength=self._place_count)
        shape = (len(counts), self._place_count)
        with warnings.catch_warnings():
            # PyTorch warns that sparse matrices are new.
            warnings.simplefilter("ignore", UserWarning)
            return (
                torch.sparse_csr_tensor(_row_offsets(torch, counts), white, sign, shape),
                torch.sparse_csr_tensor(
                    _row_offsets(torch, sizes), row[order], sign[order], shape[::-1]
                ),
            )

    def score(self, z: Any, positions: _Positions) -> Any:
        """Return the centipawns of all pieces, White's view."""
        if not self._place_count:
            return self._torch.zeros(len(positions.phase))
        both = _sparse_product(self._torch)(self._values(z), positions.places, positions.by_place)
        midgame, endgame = both.unbind(1)
        return positions.phase * midgame + (1 - positions.phase) * endgame

    def pieces(self, z: Any) -> dict[str, PieceTables]:
        """Return the tables of every piece type, with unchanged mobility."""
        values = self._values(z)
        found = {}
        for kind, letter in enumerate(self._letters):
            former = self._former.pieces[letter]
            first = 2 * kind * self._square_count
            squares = values[first : first + self._square_count]
            phases = [self._piece(squares[:, phase].tolist(), former, phase) for phase in range(2)]
            hand = None
            if former.hand:
                held = values[self._on_board + 2 * kind].tolist()
                hand = _rounded(max(0.0, held[0]), MAX_CP), _rounded(max(0.0, held[1]), MAX_CP)
            found[letter] = PieceTables(
                (phases[0][0], phases[1][0]), former.mobility, phases[0][1], phases[1][1], hand
            )
        return found

    def _piece(self, values: list[float], former: PieceTables, phase: int) -> tuple[int, Rows]:
        """Return (value, additions by square) of one piece type in one phase."""
        shape = (former.midgame, former.endgame)[phase]
        files = self._variant.files
        whole = [
            [values[rank * files + file] for file in range(len(shape[0]))]
            for rank in reversed(range(len(shape)))
        ]
        royal = former.value == (0, 0)
        mean = 0.0 if royal else sum(map(sum, whole)) / (len(whole) * len(whole[0]))
        value = _rounded(max(0.0, mean), MAX_CP)
        return value, tuple(tuple(_rounded(each - value, MAX_CP) for each in row) for row in whole)

    def _values(self, z: Any) -> Any:
        """Return the centipawns by place and phase."""
        changes = z[: self.count].reshape(2, self._count_per_phase) * self._deviations
        moved = sum(changes[:, part] for part in self._parameter_indices)
        return self._start + moved.T

    def _former_value(self, place: int) -> tuple[int, int]:
        """Return the former value of White's piece at a place, in both phases."""
        if place >= self._on_board:
            return self._former.pieces[self._letters[(place - self._on_board) // 2]].hand or (0, 0)
        piece = self._former.pieces[self._letters[place // (2 * self._square_count)]]
        rank, file = divmod(place % self._square_count, self._variant.files)
        if rank >= len(piece.midgame) or file >= len(piece.midgame[0]):
            return piece.value
        return (
            piece.value[0] + piece.midgame[-1 - rank][file],
            piece.value[1] + piece.endgame[-1 - rank][file],
        )


def _row_offsets(torch: Any, counts: Any) -> Any:
    """Return the row offsets of a sparse matrix."""
    return torch.cat([torch.zeros(1, dtype=torch.long), counts.cumsum(0)])


@cache
def _sparse_product(torch: Any) -> Any:
    """Return the product of a sparse matrix and parameters, with its gradient."""

    class SparseProduct(torch.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, values: Any, places: Any, by_place: Any) -> Any:
            ctx.by_place = by_place
            return places @ values

        @staticmethod
        def backward(ctx: Any, gradient: Any) -> Any:
            return ctx.by_place @ gradient, None, None

    return SparseProduct.apply


def _former_weight(tables: Tables, term: EvalGradient) -> int:
    if term.piece:
        return tables.pieces[term.piece].mobility[term.phase]
    return dict(tables.weights)[term.weight]


def _rounded(value: float, most: int) -> int:
    return max(-most, min(most, round(value)))
