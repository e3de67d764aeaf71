"""Features, games and options of the engine, in XBoard's words."""

from __future__ import annotations

from collections.abc import Iterator

from amalthea.engine import variants
from amalthea.engine.options import Check, Combo, Option, OptionError, Options, Spin, Text
from amalthea.engine.text import clip
from amalthea.protocol import NAME, __version__
from amalthea.protocol.xboard.clock import whole
from amalthea.protocol.xboard.hosting import CHESS960, is_known, unshowable, xboards_name

_FEATURES = (
    "ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1"
    " analyze=1 colors=0 ics=0 name=0 pause=0 nps=1 debug=1 memory=1 smp=1 exclude=1 highlight=1"
    " setscore=0"
)
_MAX_SIZE = 1_000_000
_SEPARATOR = " /// "  # between the choices of a combo
_CHECK_VALUES = {"0": "false", "1": "true"}  # XBoard's to the engine's


class Settings:
    """Options of the engine and of this protocol.

    resigns: the option whether the engine resigns against people.
    """

    def __init__(self, options: Options) -> None:
        self.resigns = Check("Resign", True)
        self._options = options

    def feature_lines(self) -> Iterator[str]:
        """Yield the answer to `protover`."""
        yield "feature done=0"
        yield f'feature myname="{NAME} {__version__}"'
        yield f"feature {_FEATURES}"
        yield variants_line()
        for option in self._offered():
            yield f'feature option="{_described(option)}"'
        yield "feature done=1"

    def set_option(self, rest: str) -> None:
        """Set `option NAME=VALUE`, or press the button `option NAME`.

        Raises OptionError and the errors of the option's effect.
        """
        name, equals, value = rest.partition("=")
        for option in self._offered():
            if option.name.lower() == name.lower():
                given = _CHECK_VALUES.get(value, value) if isinstance(option, Check) else value
                option.set(given if equals else None)
                return
        raise OptionError(f"unknown option {clip(name)}")

    def set_memory(self, rest: str) -> None:
        """Set `memory MIB`, limited to the option's maximum. Raises NumberError."""
        _set_size(self._options.hash, rest)

    def set_cores(self, rest: str) -> None:
        """Set `cores N`, limited to the option's maximum. Raises NumberError."""
        _set_size(self._options.threads, rest)

    def _offered(self) -> list[Option]:
        """Return the options, without those that are commands of the protocol."""
        options = self._options
        commands = (
            options.hash,
            options.threads,
            options.ponder,
            options.variant,
            options.chess960,
            options.analyse_mode,
            options.show_wdl,
        )
        return [option for option in (*options, self.resigns) if option not in commands]


def variants_line() -> str:
    """Return the line with the games that XBoard can show, by its own names if it has them."""
    shown = [each for each in map(variants.get, variants.names()) if unshowable(each) is None]
    own = [xboards_name(each) for each in shown if is_known(each)]
    others = [each.name for each in shown if not is_known(each)]
    return f'feature variants="{",".join((*own, CHESS960, *others))}"'


def _set_size(option: Spin, rest: str) -> None:
    size = whole(rest, 1, _MAX_SIZE)
    option.set(str(min(size, option.high or size)))


def _described(option: Option) -> str:
    """Return an option in XBoard's words."""
    match option:
        case Check():
            return f"{option.name} -check {int(option.value)}"
        case Spin():
            return f"{option.name} -spin {option.value} {option.low} {option.high}"
        case Combo():
            marked = (f"*{each}" if each == option.value else each for each in option.choices)
            return f"{option.name} -combo {_SEPARATOR.join(marked)}"
        case Text():
            return f"{option.name} -string {option.value}"
    return f"{option.name} -button"
