"""Settings of the engine on a tool's command line: `--option NAME=VALUE` and `--eval-file FILE`.

All of them are checked before the tool begins. The files are read once, also for several engines.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from amalthea.engine import variants
from amalthea.engine.errors import UnknownVariant
from amalthea.engine.text import clip
from amalthea.protocol.tool import UsageError

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant
    from amalthea.engine.engine import Engine
    from amalthea.engine.eval_file import EvalFile
    from amalthea.engine.evaluation.tablebase_file import TablebaseFile

_EVAL_FILE = "--eval-file"
NO_EFFECT = "it has no effect here"
# Options that only a UCI session sets, with what a command of the command line expects instead.
SESSION_OPTIONS = {"Debug Log File": NO_EFFECT, "VariantPath": "expected --variants FILE"}
_NOT_BY_OPTION = SESSION_OPTIONS | {  # options that `--option` refuses
    "EvalFile": f"expected {_EVAL_FILE} FILE",
    "UCI_ShowWDL": NO_EFFECT,
    "UCI_Variant": "expected the game as VARIANT",
}


def named_values(words: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Split words of `--option`: ("Hash=64",) becomes (("Hash", "64"),). Raises UsageError."""
    pairs = []
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise UsageError(f"--option {word!r}: expected NAME=VALUE")
        pairs.append((name, value))
    return tuple(pairs)


def add_option(
    parser: argparse._ActionsContainer, help_: str = "a UCI option of the engine"
) -> None:
    """Add `--option`, whose words `named_values` reads."""
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help=f"{help_}; may be repeated",
    )


def add_eval_file(parser: argparse._ActionsContainer) -> None:
    """Add `--eval-file`."""
    help_ = "net, tables or weights for the evaluation"
    parser.add_argument(_EVAL_FILE, metavar="FILE", help=help_)


def add_settings(parser: argparse._ActionsContainer) -> None:
    """Add the options that `read_settings` reads."""
    add_option(parser)
    add_eval_file(parser)


@dataclass(frozen=True, slots=True)
class EngineSettings:
    """Checked settings of engines. values: of options by name, except those that name files."""

    values: Mapping[str, str]
    eval_file: EvalFile | None = None
    tablebases: tuple[TablebaseFile, ...] = ()

    def apply(self, engine: Engine) -> None:
        """Give an engine these settings."""
        for name, value in self.values.items():
            engine.set_option(name, value)
        engine.eval_file = self.eval_file
        engine.tablebases = self.tablebases


NO_SETTINGS = EngineSettings({})


def read_settings(
    options: argparse.Namespace,
    variant: Variant | None,
    otherwise: Mapping[str, str],
    warn: Callable[[str], None],
) -> EngineSettings:
    """Return the settings of a command line.

    variant: the game that the evaluation file must fit, None for any. otherwise: further options
    that `--option` refuses because the tool sets them by other means, with what is expected
    instead. warn: called with the error of each endgame table that is left out. Raises UsageError,
    OptionError and the errors of the files' readers.
    """
    from amalthea.engine.engine import Engine

    values: dict[str, str] = {}
    tablebases: list[TablebaseFile] = []
    with Engine(lambda event: None) as engine:
        for given, value in named_values(options.option):
            option = engine.options.find_valued(given)
            if instead := {**_NOT_BY_OPTION, **otherwise}.get(option.name):
                raise UsageError(f"--option {option.name}: {instead}")
            if option is engine.options.tablebase_path:
                tablebases = _read_tablebases(value, warn)
            else:
                engine.set_option(option.name, value)
                values[option.name] = value
    file = options.eval_file and _read_eval_file(options.eval_file, variant)
    return EngineSettings(values, file or None, tuple(tablebases))


def _read_tablebases(path: str, warn: Callable[[str], None]) -> list[TablebaseFile]:
    """Return the endgame tables of a folder. Raises UsageError if it cannot be read."""
    from amalthea.engine.evaluation.tablebase_file import TablebaseError, read_folder

    try:
        tables, errors = read_folder(path)
    except TablebaseError as error:
        raise UsageError(f"--option TablebasePath: {error}") from error
    for message in errors:
        warn(message)
    if not tables:
        warn(f"TablebasePath: no tables in {clip(path)}")
    return tables


def _read_eval_file(path: str, variant: Variant | None) -> EvalFile:
    """Return an evaluation file that fits a game.

    variant: None for any game; then the file must fit the game that it names, if that is known.
    Raises the errors of `read_eval_file`.
    """
    from amalthea.engine.eval_file import read_eval_file

    if variant is not None:
        return read_eval_file(path, variant)
    found = read_eval_file(path)
    try:
        made_for = variants.get(found.made_for) if found.made_for else None
    except UnknownVariant:
        return found
    return read_eval_file(path, made_for)
