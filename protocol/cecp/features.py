"""What the engine says that it can do: features, games, options; how XBoard writes options."""

from __future__ import annotations

from collections.abc import Iterator

from engine import variants
from engine.options import Check, Combo, Option, Options, Spin, Text
from protocol import NAME, __version__
from protocol.cecp.hosting import CHESS960, KNOWN, unshowable

RESIGN = "Resign"
_CAN = (
    "ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1"
    " analyze=1 colors=0 ics=0 name=0 pause=0 nps=1 debug=1 memory=1 smp=1 exclude=1 highlight=1"
    " setscore=0"
)
_BETWEEN = " /// "  # the choices of a combo
_TRUE = {"0": "false", "1": "true"}


def feature_lines(options: Options, own: Option) -> Iterator[str]:
    """The answer to `protover`. own: the option that is this protocol's."""
    yield "feature done=0"
    yield f'feature myname="{NAME} {__version__}"'
    yield f"feature {_CAN}"
    yield variants_line()
    for option in (*offered(options), own):
        yield f'feature option="{_described(option)}"'
    yield "feature done=1"


def variants_line() -> str:
    """The games, by XBoard's names where it has any, without those that it cannot show."""
    names = [CHESS960]
    for name in variants.names():
        if unshowable(variants.get(name)) is None:
            names.append(KNOWN.get(name, name))
    names.sort(key=lambda name: name not in KNOWN.values())
    return f'feature variants="{",".join(names)}"'


def offered(options: Options) -> list[Option]:
    """The engine's options, without those that are commands of the protocol."""
    commands = (
        options.hash,
        options.threads,
        options.ponder,
        options.variant,
        options.chess960,
        options.analyse_mode,
        options.show_wdl,
    )
    return [option for option in options if option not in commands]


def written_for(option: Option, value: str | None) -> str | None:
    """A value as the engine's options take it."""
    return _TRUE.get(value or "", value) if isinstance(option, Check) else value


def _described(option: Option) -> str:
    match option:
        case Check():
            return f"{option.name} -check {int(option.value)}"
        case Spin():
            return f"{option.name} -spin {option.value} {option.low} {option.high}"
        case Combo():
            marked = (f"*{each}" if each == option.value else each for each in option.choices)
            return f"{option.name} -combo {_BETWEEN.join(marked)}"
        case Text():
            return f"{option.name} -string {option.value}"
    return f"{option.name} -button"
