"""The `option` lines of UCI, written and read."""

from __future__ import annotations

import re

from amalthea.engine.options import NO_FILE, Check, Combo, Option, Spin, Text

_LINE = re.compile(r"\s*option\s+name\s+(?P<name>.+?)\s+type\s+(?P<kind>\w+)(?P<rest>.*)")
_BOUND = re.compile(r"\s(min|max|default)\s+(-?\d+)(?=\s|$)")
_DEFAULT = re.compile(r"\sdefault\s+(.*?)\s*(?=\svar\s|$)")


def option_line(option: Option, name: str = "") -> str:
    """Return the line that describes an option in the answer to `uci`.

    name: the option's name in a dialect of UCI, "" for its own.
    """
    line = f"option name {name or option.name} type {option.kind}"
    match option:
        case Check():
            return f"{line} default {str(option.default).lower()}"
        case Spin():
            return f"{line} default {option.default} min {option.low} max {option.high}"
        case Text():
            return f"{line} default {option.default or NO_FILE}"
        case Combo():
            return " ".join(
                [f"{line} default {option.default}", *map("var {}".format, option.choices)]
            )
    return line


def read_option(line: str) -> Option | None:
    """Read an `option` line; return None for any other line.

    An option of a type that UCI does not define is read as a text option.
    """
    match = _LINE.fullmatch(line)
    if not match:
        return None
    name, rest = match["name"], match["rest"]
    found = _DEFAULT.search(rest)
    default = found[1] if found else ""
    match match["kind"]:
        case "button":
            return Option(name)
        case "check":
            return Check(name, default.lower() == "true")
        case "spin":
            numbers = {word: int(number) for word, number in _BOUND.findall(rest)}
            return Spin(name, numbers.get("default", 0), numbers.get("min"), numbers.get("max"))
        case "combo":
            choices = tuple(text.strip() for text in re.split(r"\svar\s", rest)[1:])
            return Combo(name, default, lambda: choices)
    return Text(name, "" if default == NO_FILE else default)
