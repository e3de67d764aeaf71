"""The numbers of a net for fits and reports: integers converted to fractions."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from amalthea.engine.evaluation.net import BUCKETS, CLIP, DIRECT, SCALE, WEIGHT
from amalthea.training import learning_library

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True, slots=True)
class NetNumbers:
    """The numbers of a net, 1 being a full unit, or SCALE centipawns for a score.

    direct: by feature and bucket. rows: by feature and unit. output: by bucket and unit, those of
    the side to move first. See amalthea.engine.evaluation.net.
    """

    direct: np.ndarray
    output_bias: np.ndarray
    rows: np.ndarray
    bias: np.ndarray
    output: np.ndarray

    @property
    def width(self) -> int:
        """The number of hidden units per perspective."""
        return len(self.bias)


def net_numbers(arrays: bytes, features: int, width: int) -> NetNumbers:
    """Return the numbers in a net file's arrays."""
    np = learning_library("numpy")
    parts = []
    start = 0
    for kind, shape, unit in (
        ("<i4", (features, BUCKETS), SCALE * DIRECT),
        ("<i4", (BUCKETS,), CLIP * WEIGHT),
        ("<i2", (features, width), CLIP),
        ("<i2", (width,), CLIP),
        ("<i2", (BUCKETS, 2 * width), WEIGHT),
    ):
        whole = np.frombuffer(arrays, kind, math.prod(shape), start).reshape(shape)
        parts.append(whole.astype(np.float32) / unit)
        start += whole.nbytes
    return NetNumbers(*parts)
