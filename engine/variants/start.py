"""The position that a new game begins with: the variant's own, or one with blocks drawn for it."""

from __future__ import annotations

import random
import re

from engine.variants.description import Variant

_BLOCKED = "*"


def is_drawn(variant: Variant) -> bool:
    """Whether every new game of the variant begins with other squares blocked."""
    return variant.start.count(_BLOCKED) < variant.blocked


def start_fen(variant: Variant, seed: int | None = None) -> str:
    """The FEN of a new game; where squares are to be blocked at random, `seed` says which.

    Without a seed every call draws anew.
    """
    if not is_drawn(variant):
        return variant.start
    squares = [(file, rank) for rank in range(variant.ranks) for file in range(variant.files)]
    blocked = set(random.Random(seed).sample(squares, variant.blocked))
    rows = (
        "".join(_BLOCKED if (file, rank) in blocked else " " for file in range(variant.files))
        for rank in reversed(range(variant.ranks))
    )
    drawn = "/".join(re.sub(" +", lambda empty: str(len(empty[0])), row) for row in rows)
    return re.sub(r"^[^\s\[]+", drawn, variant.start)
