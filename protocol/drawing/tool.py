"""What the commands of this folder share: how they tell errors, write and end."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from engine import variants
from engine.errors import AmaltheaError
from protocol.console import Console, OutputLost, clip, reason

_STANDARD_OUTPUT = 1
_BAD_USAGE = 2
_OUTPUT_LOST = 1
_INTERRUPTED = 130


class UsageError(AmaltheaError, ValueError):
    """The command line makes no sense, or a file on it cannot be written."""


class Parser(argparse.ArgumentParser):
    """Raises UsageError, so that a wrong word is told in one line like any other mistake."""

    def error(self, message: str) -> NoReturn:
        """Raises UsageError."""
        raise UsageError(f"{message}; {self.prog} --help tells more")


def run(name: str, body: Callable[[], None]) -> int:
    """The exit status of a command whose errors are AmaltheaError."""
    try:
        body()
        return 0
    except AmaltheaError as error:
        print(f"amalthea {name}: {' '.join(str(error).split())}", file=sys.stderr)
        return _BAD_USAGE
    except KeyboardInterrupt:
        return _INTERRUPTED
    except OutputLost as error:
        if not isinstance(error.__cause__, BrokenPipeError):
            print(f"amalthea {name}: standard output: {error}", file=sys.stderr)
        return _OUTPUT_LOST


def load_variants(path: str | None) -> None:
    """Makes the games of a variant file known, if one is named. Raises VariantError."""
    if path is None:
        return
    from engine.variants import ini

    for variant in ini.load(path):
        variants.register(variant)


def write(text: str, path: str | None = None) -> None:
    """Writes lines to a file, to standard output where none is named.

    Raises UsageError for the file and OutputLost for standard output.
    """
    if path is None:
        Console(_STANDARD_OUTPUT).say(text.removesuffix("\n"))
        return
    try:
        Path(path).write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot write {clip(path)}: {reason(error)}") from error
