"""The net as PyTorch fits it, and its numbers in the format of evaluation.net_file.

A feature's row is the sum of its own row and those of its plane, rank and file, so that what is
true of a knight everywhere is not learned square by square. The direct sums are antisymmetric: the
mirrored feature has the opposite.
"""

from __future__ import annotations

import numpy as np
import torch
from torch.nn import functional

from amalthea.engine.evaluation.features import Numbering
from amalthea.engine.evaluation.net import BUCKETS, CLIP, DIRECT, SCALE, WEIGHT
from amalthea.engine.evaluation.net_file import LARGEST_SUM, LARGEST_WEIGHT
from amalthea.engine.game_kinds import kind_of
from amalthea.training.net_numbers import NetNumbers

_ROW_DEVIATION = 0.05  # initial deviation of the rows
_OUTPUT_RANGE = 0.05  # initial range of the output weights
_COPY_DEVIATION = 0.01  # deviation between the rows of copied units
_FIRST_BIAS = 0.2  # a unit that starts below 0 would learn nothing


class Model(torch.nn.Module):  # type: ignore[misc]
    """A net with `width` hidden units per perspective, in floating point; 1 is SCALE centipawns."""

    def __init__(self, numbering: Numbering, width: int) -> None:
        super().__init__()
        files, cells = numbering.variant.files, numbering.variant.files * numbering.variant.ranks
        ranks = numbering.variant.ranks
        number = torch.arange(numbering.size)
        plane, cell = number // cells, number % cells
        planes = len(kind_of(numbering.variant).net_planes(numbering.variant))
        hands = numbering.size - planes * cells  # features that belong to no square
        on_board = number < planes * cells
        plane = torch.where(on_board, plane, number - planes * cells + planes)
        cell = torch.where(on_board, cell, 0)
        planes += hands
        self.max_pieces = numbering.max_pieces
        self.max_out = min(LARGEST_WEIGHT, LARGEST_SUM // width) / WEIGHT
        mirror = torch.tensor(numbering.mirrored(), dtype=torch.int32)
        past_the_end = torch.tensor([numbering.size], dtype=torch.int32)
        self.register_buffer("mirror", torch.cat([mirror, past_the_end]), persistent=False)
        for name, index in (
            ("plane", plane),
            ("rank", plane * ranks + cell // files),
            ("file", plane * files + cell % files),
        ):
            self.register_buffer(name, index, persistent=False)

        def zeros(*shape: int) -> torch.nn.Parameter:
            return torch.nn.Parameter(torch.zeros(*shape))

        sizes = {"cell": numbering.size, "rank": planes * ranks, "file": planes * files}
        self.rows_of = torch.nn.ParameterDict({k: zeros(v, width) for k, v in sizes.items()})
        self.rows_of["plane"] = torch.nn.Parameter(torch.randn(planes, width) * _ROW_DEVIATION)
        self.direct_of = torch.nn.ParameterDict({k: zeros(v, BUCKETS) for k, v in sizes.items()})
        self.direct_of["plane"] = zeros(planes, BUCKETS)
        self.bias = torch.nn.Parameter(torch.full((width,), _FIRST_BIAS))
        spread = (torch.rand(BUCKETS, 2 * width) * 2 - 1) * _OUTPUT_RANGE
        self.out = torch.nn.Parameter(spread)
        self.out_bias = zeros(BUCKETS)

    def rows(self) -> torch.Tensor:
        """Return the rows by feature and unit."""
        return self._sum(self.rows_of)

    def direct(self) -> torch.Tensor:
        """Return the direct sums by feature and bucket, White's view."""
        own = self._sum(self.direct_of)
        return (own - own[self.mirror[:-1].long()]) / 2

    def start_from(self, net: NetNumbers) -> None:
        """Start from a net of the same features; each of its units may become several."""
        copies = len(self.bias) // net.width
        with torch.no_grad():
            self._distribute(self.direct_of, torch.from_numpy(net.direct))
            self._distribute(self.rows_of, torch.from_numpy(net.rows).repeat(1, copies))
            self.bias.copy_(torch.from_numpy(net.bias).repeat(copies))
            whole = (torch.from_numpy(net.output).view(BUCKETS, 2, net.width) * WEIGHT).round()
            shares = [torch.div(whole + i, copies, rounding_mode="floor") for i in range(copies)]
            self.out.copy_(torch.cat(shares, 2).view(BUCKETS, -1) / WEIGHT)
            self.out_bias.copy_(torch.from_numpy(net.output_bias))
            if copies > 1:  # equal units would stay equal
                rows = self.rows_of["plane"]
                rows.add_(torch.randn_like(rows) * _COPY_DEVIATION)

    def _distribute(self, parts: torch.nn.ParameterDict, values: torch.Tensor) -> None:
        """Split values into those of planes, ranks and files, and the rest of each square."""
        plane = _means(values, self.plane, len(parts["plane"]))
        values = values - plane[self.plane]
        rank = _means(values, self.rank, len(parts["rank"]))
        file = _means(values, self.file, len(parts["file"]))
        cell = values - rank[self.rank] - file[self.file]
        for name, part in (("plane", plane), ("rank", rank), ("file", file), ("cell", cell)):
            parts[name].copy_(part)

    def _sum(self, parts: torch.nn.ParameterDict) -> torch.Tensor:
        at_place = parts["rank"][self.rank] + parts["file"][self.file]
        return parts["cell"] + parts["plane"][self.plane] + at_place

    def forward(
        self, numbers: torch.Tensor, black: torch.Tensor, piece_counts: torch.Tensor
    ) -> torch.Tensor:
        """Return the scores of positions for the side to move, in units of SCALE centipawns.

        numbers: of the features present, padded with the number of all features.
        """
        rows, direct = self.rows(), self.direct()
        rows = torch.cat([rows, rows.new_zeros(1, rows.shape[1])])
        direct = torch.cat([direct, direct.new_zeros(1, BUCKETS)])
        bucket = (piece_counts * BUCKETS // (self.max_pieces + 1)).clamp(0, BUCKETS - 1)
        white_sums = functional.embedding_bag(numbers, rows, mode="sum") + self.bias
        mirrored = self.mirror[numbers.long()]
        mirrored_sums = functional.embedding_bag(mirrored, rows, mode="sum") + self.bias
        direct_sums = functional.embedding_bag(numbers, direct, mode="sum")
        direct_sum = direct_sums.gather(1, bucket[:, None])[:, 0]
        black_to_move = black[:, None]
        views = [
            torch.where(black_to_move, mirrored_sums, white_sums),
            torch.where(black_to_move, white_sums, mirrored_sums),
        ]
        units = torch.cat(views, 1).clamp(0, 1).square()
        hidden = (units * self._quantised_out()[bucket]).sum(1) + self.out_bias[bucket]
        return hidden + torch.where(black, -direct_sum, direct_sum)

    def _quantised_out(self) -> torch.Tensor:
        """Return the output weights as rounded in the file; gradients ignore the rounding.

        Rounding a thousand small weights after the fit costs more than the fit gains.
        """
        rounded = (self.out * WEIGHT).round() / WEIGHT
        return self.out + (rounded - self.out).detach()

    def clip_output_weights(self) -> None:
        """Clip the output weights to the range of the file, after a step."""
        with torch.no_grad():
            self.out.clamp_(-self.max_out, self.max_out)

    def parameter_groups(self, rate: float, decay: float) -> list[dict[str, object]]:
        """Return the parameters with learning rates, and the decay of those of single squares.

        Direct sums, in pawns, have a larger range and learn faster.
        """
        parts = {rate: self.rows_of, 2 * rate: self.direct_of}
        groups: list[dict[str, object]] = [
            {"params": [self.bias, self.out, self.out_bias], "lr": rate, "weight_decay": 0.0}
        ]
        for group_rate, part in parts.items():
            shared = [value for name, value in part.items() if name != "cell"]
            groups.append({"params": shared, "lr": group_rate, "weight_decay": 0.0})
            groups.append({"params": [part["cell"]], "lr": group_rate, "weight_decay": decay})
        return groups

    def arrays(self) -> bytes:
        """Return the numbers in the format of the file."""
        with torch.no_grad():
            direct = _quantised(self.direct(), SCALE * DIRECT, "<i4")
            mirror = self.mirror[:-1].cpu().numpy()
            first = np.arange(len(mirror)) < mirror  # rounding must treat both sides alike
            direct = np.where(first[:, None], direct, -direct[mirror]).astype("<i4")
            out = _quantised(self.out, WEIGHT, "<i2").clip(-LARGEST_WEIGHT, LARGEST_WEIGHT)
            parts = [
                direct,
                _quantised(self.out_bias, CLIP * WEIGHT, "<i4"),
                _quantised(self.rows(), CLIP, "<i2"),
                _quantised(self.bias, CLIP, "<i2"),
                out.astype("<i2"),
            ]
        return b"".join(part.tobytes() for part in parts)


def _means(values: torch.Tensor, index: torch.Tensor, size: int) -> torch.Tensor:
    """Return, for each number below `size`, the mean of the rows with this index, 0 without any.

    Pieces in hand have a plane, but only one rank and one file of it.
    """
    count = torch.bincount(index, minlength=size).clamp(min=1)
    sums = values.new_zeros(size, values.shape[1]).index_add_(0, index, values)
    return sums / count[:, None]


def _quantised(values: torch.Tensor, unit: int, kind: str) -> np.ndarray:
    """Return values in units, rounded and within the range of the type."""
    bounds = np.iinfo(kind)
    rounded = np.round(values.detach().cpu().numpy() * unit)
    return np.ascontiguousarray(rounded.clip(bounds.min, bounds.max).astype(kind))
