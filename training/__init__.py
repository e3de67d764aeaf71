"""Evaluations learned from games of the engine against itself.

`command` is `amalthea train`, `generations` has the order of the stages, and each stage is a
module: `selfplay`, `samples` and `fit`, `trial`. NumPy and PyTorch are imported when a stage needs
them.
"""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from types import ModuleType

from amalthea.engine.errors import AmaltheaError
from amalthea.engine.signals import sigint_blocked
from amalthea.protocol.tool import install_command


class TrainError(AmaltheaError):
    """Error for a request that cannot be carried out, or for an invalid file."""


class TrainBroken(AmaltheaError):
    """Error that interrupts a training; the same command resumes it."""


def learning_library(name: str) -> ModuleType:
    """Import and return a package of the extra `train`. Raises TrainError if it is missing.

    Ctrl-C waits meanwhile: torch does not survive an interruption of its import.
    """
    try:
        with sigint_blocked():
            return importlib.import_module(name)
    except ImportError as error:
        raise _missing(name) from error


def require_library(name: str) -> None:
    """Raise TrainError if a package of the extra `train` is missing, without importing it."""
    if find_spec(name) is None:
        raise _missing(name)


def _missing(name: str) -> TrainError:
    return TrainError(f"training needs the package {name}: {install_command('train')}")
