"""The engine's options as parameters in a dialogue of a GUI: GoGui's analyze command `param`.

A key has underscores for spaces. Options that change the game, or that players do not need, are
left out.
"""

from __future__ import annotations

from amalthea.engine.options import Check, Combo, Option, Options, Spin, Text
from amalthea.engine.text import clip
from amalthea.protocol.gtp.parsing import GtpError

_PARAMETERS = (  # the options that are parameters
    "Skill Level",
    "UCI_LimitStrength",
    "UCI_Elo",
    "Threads",
    "Hash",
    "MultiPV",
    "Move Overhead",
    "Evaluation",
    "EvalFile",
)


def listed(options: Options) -> str:
    """Return a line for each option: type, key and value."""
    return "\n".join(_line(options.find(name)) for name in _PARAMETERS)


def find(options: Options, key: str) -> Option:
    """Return the option of a key, in any case. Raises GtpError."""
    for name in _PARAMETERS:
        if _key(name).lower() == key.lower():
            return options.find(name)
    known = " ".join(map(_key, _PARAMETERS))
    raise GtpError(f"unknown parameter {clip(key)}, expected one of {known}")


def assign(option: Option, words: list[str]) -> None:
    """Set an option. Raises OptionError and the errors of the option's effect."""
    text = " ".join(words)
    if isinstance(option, Check):
        text = {"1": "true", "0": "false"}.get(text, text)
    option.set(text)


def _line(option: Option) -> str:
    match option:
        case Check():
            return f"[bool] {_key(option.name)} {int(option.value)}"
        case Combo():
            return f"[list/{'/'.join(option.choices)}] {_key(option.name)} {option.value}"
        case Spin() | Text():
            return f"[string] {_key(option.name)} {option.value}".rstrip()
    raise AssertionError(f"{option.name} has no value")


def _key(name: str) -> str:
    return name.replace(" ", "_")
