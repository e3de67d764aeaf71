"""`amalthea completion`: a script that completes the command line in a shell."""

from __future__ import annotations

import argparse
from importlib.util import find_spec

from amalthea.engine import variants
from amalthea.protocol import tool
from amalthea.protocol.manual import parsers

_SHELLS = ("bash", "zsh", "tcsh")
_GAMES = ("VARIANT", "GAME", "NAME")  # metavars that stand for a game
_FILES = ("FILE", "NET", "SOURCE")
_FOLDERS = ("DIR", "FOLDER")

_EPILOG = """\
For bash, add this to ~/.bashrc:

  eval "$(amalthea completion bash)"
"""


def main(words: list[str]) -> int:
    """Run the command and return its exit status."""
    return tool.run("completion", lambda: _show(parser().parse_args(words)))


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = tool.Parser(
        prog="amalthea completion",
        description="Print a script with which a shell completes commands, options, games and"
        " files.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("shell", choices=_SHELLS, metavar="SHELL", help=", ".join(_SHELLS))
    return parser


def _show(options: argparse.Namespace) -> int:
    if find_spec("shtab") is None:
        raise tool.UsageError(f"completion needs shtab: {tool.install_command('terminal')}")
    import shtab

    tool.write(shtab.complete(_whole_parser(), options.shell).rstrip("\n"))
    return 0


def _whole_parser() -> argparse.ArgumentParser:
    """Return one parser with a subcommand for each tool."""
    whole = argparse.ArgumentParser(prog="amalthea")
    whole.add_argument("--version", action="store_true", help="print the version")
    commands = whole.add_subparsers(metavar="COMMAND")
    for name, each in parsers().items():
        for action in each._actions:
            _complete(action)
        command, *option = name.split()
        if option:  # `play --terminal` has options besides those of `play`
            _add_options(commands.choices[command], each)
        else:
            summary = " ".join((each.description or "").split()).split(":")[0].split(".")[0]
            commands.add_parser(command, parents=[each], add_help=False, help=summary)
    return whole


def _add_options(command: argparse.ArgumentParser, more: argparse.ArgumentParser) -> None:
    """Add the options of another parser that a command's parser lacks."""
    known = {option for action in command._actions for option in action.option_strings}
    for action in more._actions:
        if action.option_strings and known.isdisjoint(action.option_strings):
            command._add_action(action)


def _complete(action: argparse.Action) -> None:
    """Let the shell complete an argument with games, files or folders, by its metavar."""
    import shtab

    if action.metavar in _GAMES and action.choices is None:
        action.choices = variants.names()
    elif action.metavar in _FILES:
        action.complete = shtab.FILE  # type: ignore[attr-defined]
    elif action.metavar in _FOLDERS:
        action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
