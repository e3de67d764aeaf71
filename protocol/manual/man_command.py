"""`amalthea man`: the manual page, made from the help of every tool."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from textwrap import dedent

from amalthea.protocol import EXIT_STATUSES, __version__, tool
from amalthea.protocol.cli import USAGE
from amalthea.protocol.manual import parsers

_DESCRIPTION = """\
Amalthea plays chess variants and large board games. Without arguments it speaks UCI on standard
input and output, or CECP if the first line is `xboard`. Any other UCI command may be given as
arguments, and is carried out alone."""
_NO_COLOR = "If it is set and not empty, nothing is coloured."


def main(words: list[str]) -> int:
    """Run the command and return its exit status."""
    return tool.run("man", lambda: _show(words))


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    return tool.Parser(
        prog="amalthea man",
        description="Print the manual page: `amalthea man | man -l -` shows it.",
        allow_abbrev=False,
    )


def _show(words: list[str]) -> int:
    parser().parse_args(words)
    tool.write("\n".join(_page()))
    return 0


def _page() -> Iterator[str]:
    """Yield the lines of the page, in roff."""
    yield f'.TH AMALTHEA 1 "" "Amalthea {__version__}" "User Commands"'
    yield from (".SH NAME", r"amalthea \- engine for chess variants and large board games")
    yield from (".SH SYNOPSIS", *_usage(USAGE))
    yield from (".SH DESCRIPTION", _escaped(_DESCRIPTION))
    yield ".SH COMMANDS"
    for name, each in parsers().items():
        yield f'.SS "amalthea {name}"'
        yield from _usage(each.format_usage())
        yield from (".PP", _escaped(each.description or ""))
        yield from _arguments(each)
        yield from _verbatim(each.epilog) if each.epilog else ()
    yield ".SH EXIT STATUS"
    for status, meaning in EXIT_STATUSES.items():
        yield from (".TP", f".B {status}", _escaped(meaning))
    yield from (".SH ENVIRONMENT", ".TP", ".B NO_COLOR", _escaped(_NO_COLOR))


def _arguments(described: argparse.ArgumentParser) -> Iterator[str]:
    """Yield the arguments of a parser with their help."""
    formatter = described._get_formatter()
    for action in described._actions:
        if action.help != argparse.SUPPRESS:
            text = formatter._expand_help(action) if action.help else ""
            yield from (".TP", f".B {_escaped(_invocation(action))}", _escaped(text))


def _invocation(action: argparse.Action) -> str:
    """Return an argument as it is written: `--depth PLIES`."""
    names = [action.metavar] if isinstance(action.metavar, str) else [*(action.metavar or ())]
    if action.nargs != 0 and not names:
        names = ["|".join(map(str, action.choices)) if action.choices else action.dest.upper()]
    values = " ".join(names) if action.nargs != 0 else ""
    return f"{', '.join(action.option_strings)} {values}".strip()


def _usage(text: str) -> Iterator[str]:
    """Yield the lines of a usage without the word itself, aligned as before."""
    return _verbatim(dedent(text.replace("usage: ", "       ", 1)))


def _verbatim(text: str) -> Iterator[str]:
    """Yield lines that are shown as they are."""
    yield ".PP"
    yield ".nf"
    yield _escaped(text.rstrip("\n"))
    yield ".fi"


def _escaped(text: str) -> str:
    r"""Return text in which nothing is a request of roff."""
    lines = text.replace("\\", r"\e").replace("-", r"\-").split("\n")
    return "\n".join(rf"\&{line}" if line.startswith((".", "'")) else line for line in lines)
