"""Weights of the hand-written evaluation in a user's file."""

from __future__ import annotations

from typing import Any

from amalthea.engine.errors import AmaltheaError
from amalthea.engine.text import clip


class WeightsError(AmaltheaError):
    """Error in a weights file: it is unreadable, or has unknown names or values out of range."""


def read_toml(path: str) -> dict[str, Any]:
    """Return the contents of a TOML file. Raises WeightsError."""
    from amalthea.engine.core import schema

    try:
        return schema.read_toml(path, f"cannot read the weights {clip(path)}")
    except schema.SchemaError as error:
        raise WeightsError(str(error)) from error


def checked_weights(path: str, values: dict[str, Any]) -> dict[str, int]:
    """Return the weights of a file after checking names and ranges. Raises WeightsError."""
    from amalthea.engine.game_kinds import weight_range, weights

    known = weights()
    for name, value in values.items():
        if name not in known:
            raise WeightsError(f"weights {clip(path)}: unknown weight {clip(name)}")
        low, high = weight_range(name)
        if type(value) is not int or not low <= value <= high:
            given = f"{name} is {clip(str(value))}"
            expected = f"expected a whole number from {low} to {high}"
            raise WeightsError(f"weights {clip(path)}: {given}, {expected}")
    return values
