"""Shared parts of the command's tools: arguments, error messages, exit statuses, files.

A tool writes results to standard output and errors to standard error, one line each.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from amalthea.engine import variant_loading
from amalthea.engine.errors import AmaltheaError, VariantError, WorkerError
from amalthea.engine.system_errors import error_reason
from amalthea.engine.text import clip, counted, one_line, printable
from amalthea.protocol import BAD_USAGE, FAILED, INTERRUPTED
from amalthea.protocol.console import abandon_output
from amalthea.protocol.storage.files import MAX_SHOWN_PATH, replace_file, unwritable

if TYPE_CHECKING:
    from amalthea.engine.core.game import Game
    from amalthea.engine.core.variant import Variant


MAX_SECONDS = 1_000_000  # for a move


class UsageError(AmaltheaError, ValueError):
    """Error for arguments of a command that are invalid or contradict each other."""


class Parser(argparse.ArgumentParser):
    """Argument parser that raises UsageError, so that a wrong argument is reported in one line.

    Arguments and options may come in any order.
    """

    def parse_args(  # type: ignore[override]
        self, words: Sequence[str], namespace: argparse.Namespace | None = None
    ) -> argparse.Namespace:
        """Return the arguments in a list of words. Raises UsageError."""
        return self.parse_intermixed_args(words, namespace)

    def error(self, message: str) -> NoReturn:
        """Raise UsageError."""
        raise UsageError(f"{message} (see {self.prog} --help)")


def run(
    name: str,
    body: Callable[[], int],
    failures: tuple[type[AmaltheaError], ...] = (WorkerError,),
) -> int:
    """Run a tool and return its exit status; errors are reported in one line.

    failures: error classes with exit status FAILED; all others mean BAD_USAGE.
    """
    try:
        status = body()
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except AmaltheaError as error:
        warn(name, str(error))
        return FAILED if isinstance(error, failures) else BAD_USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except MemoryError as error:
        warn(name, error_reason(error))
        return FAILED
    except OSError as error:
        abandon_output()
        if not isinstance(error, BrokenPipeError):
            what = "standard output" if error.filename is None else clip(str(error.filename))
            warn(name, f"{what}: {error_reason(error)}")
        return FAILED


def write(text: str) -> None:
    """Print text on standard output; characters that it cannot encode become "?"."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    for line in text.split("\n"):
        print(printable(line).encode(encoding, "replace").decode(encoding), flush=True)


def write_json(values: Mapping[str, Any]) -> None:
    """Print an object as one line of JSON."""
    write(json.dumps(values, separators=(",", ":")))


def warn(name: str, text: str) -> None:
    """Print one line on standard error, or nothing if that is closed."""
    with contextlib.suppress(OSError):
        print(f"amalthea {name}: {one_line(text)}", file=sys.stderr, flush=True)


def install_command(extra: str) -> str:
    """Return the command that installs an extra where this program runs."""
    from amalthea.protocol.builds import checkout

    if folder := checkout():
        scripts = folder / "scripts"
        words = (str(scripts / "python"), str(scripts / "setup_environment.py"), "--extra", extra)
        return shlex.join(words)
    return f"{shlex.quote(sys.executable)} -m pip install 'amalthea[{extra}]'"


def add_json(parser: argparse._ActionsContainer, what: str = "print one JSON object") -> None:
    """Add the option `--json`; docs/command-line.md describes what is printed."""
    parser.add_argument("--json", action="store_true", help=what)


def add_quiet(parser: argparse._ActionsContainer) -> None:
    """Add the option `--quiet` of long work."""
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def add_old_name(
    parser: argparse._ActionsContainer, old: str, new: str, read: Callable[[str], Any] = str
) -> None:
    """Accept an option by its old name for one more release, with a warning that names the new one.

    read: converts the text given to the old option to the value of the new one.
    """

    class OldName(argparse.Action):
        def __call__(
            self,
            parser: argparse.ArgumentParser,
            namespace: argparse.Namespace,
            values: Any,
            option_string: str | None = None,
        ) -> None:
            warn(parser.prog.removeprefix("amalthea "), f"{old} is now {new}")
            setattr(namespace, self.dest, values)

    dest = new.lstrip("-").replace("-", "_")
    parser.add_argument(
        old,
        action=OldName,
        dest=dest,
        type=read,
        default=argparse.SUPPRESS,
        help=argparse.SUPPRESS,
    )


def milliseconds(text: str) -> int:
    """Return a time in seconds as milliseconds. Raises ArgumentTypeError."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= MAX_SECONDS:
        expected = f"a number above 0, up to {MAX_SECONDS}"
        raise argparse.ArgumentTypeError(f"{clip(text)}, expected {expected}")
    return max(1, round(seconds * 1000))


def add_position(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that `read_game` reads, besides `variant`."""
    help_ = "the position, with or without quotes (default: the start position)"
    parser.add_argument("fen", metavar="FEN", nargs="*", default=[], help=help_)
    parser.add_argument("--variants", metavar="FILE", help="a file with more games")


def read_game(name: str, options: argparse.Namespace) -> Game:
    """Return a game at the position of a tool's arguments; print corrections as warnings.

    Raises UnknownVariant, VariantError and FenError.
    """
    from amalthea.engine.new_games import new_game

    load_variants(options.variants)
    text = " ".join(options.fen)
    game = new_game(options.variant, None if text in ("", "startpos") else text)
    for remark in game.position.remarks:
        warn(name, remark)
    return game


def named_variant(name: str, variant: str) -> Variant:
    """Return the game of a tool's argument; warn if its name means Chess960.

    Raises UnknownVariant and VariantError.
    """
    from amalthea.engine import variants

    if variants.find(variant).chess960:
        warn(name, f"{variant}: new games have the usual array, set another one up by its FEN")
    return variants.get(variant)


class WholeNumber:
    """argparse type of whole numbers from 1 to `highest`."""

    def __init__(self, highest: int | None = None) -> None:
        self._highest = highest

    def __call__(self, text: str) -> int:
        """Return the number. Raises ArgumentTypeError."""
        from amalthea.engine.options import whole_number

        value = whole_number(text)
        if value is None or value < 1 or (self._highest and value > self._highest):
            bounds = f"from 1 to {self._highest}" if self._highest else "of at least 1"
            raise argparse.ArgumentTypeError(f"{clip(text)}, expected a whole number {bounds}")
        return value


def remark_lines(found: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield a line for each distinct remark about corrected input.

    found: (place, remark) pairs; the place may be "". A line names the first place of its remark
    and the number of further ones.
    """
    places: dict[str, list[str]] = {}
    for where, remark in found:
        places.setdefault(remark, []).append(where)
    for remark, (first, *others) in places.items():
        text = f"{first}: {remark}" if first else remark
        yield f"{text} (and so {counted(len(others), 'more time')})" if others else text


def load_variants(path: str | None) -> list[VariantError]:
    """Register the valid games of a variant file and return the errors of the invalid ones.

    path: None registers nothing. Warns of lines that were corrected and of shipped games that are
    replaced. Looking up an invalid game raises its error. Raises VariantError if the file cannot be
    read.
    """
    if path is None:
        return []
    _, errors, corrections = variant_loading.load_variants(path, replace=True)
    for correction in corrections:
        warn("variants", correction)
    return errors


def is_folder(path: str | Path) -> bool:
    """Return True for a folder; invalid names are no error, unlike in Path.is_dir."""
    return os.path.isdir(path)


def check_writable(path: Path) -> None:
    """Raise WriteError if a file cannot be written, before any work is done for it."""
    folder = path.parent
    if is_folder(path):
        raise unwritable(path, "it is a directory")
    if not is_folder(folder):
        raise unwritable(path, f"no directory {clip(str(folder), MAX_SHOWN_PATH)}")
    if not os.access(folder, os.W_OK):
        raise unwritable(path, "the directory is not writable")


def make_folder(path: Path) -> None:
    """Make a folder and its parents if they do not exist. Raises WriteError."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(path, error_reason(error)) from error


def write_file(path: Path, text: str) -> None:
    """Write a text completely or not at all. Raises WriteError."""
    replace_file(path, [text.encode(errors="replace")])
