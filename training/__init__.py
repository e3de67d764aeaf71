"""Evaluations learned from games: the engine plays itself, and what it saw is fitted.

`amalthea train` is in `command`, the order of its stages in `generations`; each stage is a module
of its own: `selfplay`, `samples` and `fit`, `trial`. NumPy and PyTorch are imported when a stage
needs them.
"""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from types import ModuleType

from amalthea.engine.errors import AmaltheaError


class TrainError(AmaltheaError):
    """What a user asked for cannot be done, or a file is not what it should be; in one line."""


class TrainBroken(AmaltheaError):
    """The training itself met something that ends it; the same command goes on from there."""


def learning_library(name: str) -> ModuleType:
    """A package of the extra `train`. Raises TrainError where it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise _missing(name) from error


def require_library(name: str) -> None:
    """As `learning_library`, without the time that the import takes."""
    if find_spec(name) is None:
        raise _missing(name)


def _missing(name: str) -> TrainError:
    return TrainError(f"training needs the package {name}: pip install 'amalthea[train]'")
