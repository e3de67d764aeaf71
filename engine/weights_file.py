"""The evaluation weights that a user keeps in a file."""

from __future__ import annotations

from engine.errors import AmaltheaError, clip, reason

_MOST_BYTES = 1 << 20  # of a file


class WeightsError(AmaltheaError):
    """A weights file cannot be read or says what makes no sense."""


def read_weights(path: str) -> dict[str, int]:
    """Weights of the evaluation from a TOML file of `name = whole number`. Raises WeightsError."""
    import tomllib

    from engine.evaluation.plain_file import read_bytes
    from engine.games import weights

    try:
        values = tomllib.loads(read_bytes(path, _MOST_BYTES).decode())
    except (OSError, ValueError, RecursionError) as error:
        raise WeightsError(f"cannot read the weights {clip(path)}: {reason(error)}") from error
    known = weights()
    for name, value in values.items():
        if name not in known:
            raise WeightsError(f"weights {clip(path)}: unknown weight {clip(name)}")
        if type(value) is not int:
            raise WeightsError(
                f"weights {clip(path)}: {name} is {value!r}, expected a whole number"
            )
    return values
