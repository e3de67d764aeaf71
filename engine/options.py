"""Options with types, bounds and values; what they do is implemented by their users.

The classes serve for the options of this engine and for those that another engine declares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from amalthea.engine.errors import AmaltheaError
from amalthea.engine.search.constants import tunable_constants
from amalthea.engine.search.limits import FULL_SKILL
from amalthea.engine.search.skill import HIGHEST_ELO, LOWEST_ELO, elo_of
from amalthea.engine.search.workers.processors import allowed_processors, physical_cores
from amalthea.engine.text import clip, join_clipped

NO_FILE = "<empty>"  # stands for an empty string in UCI
MAX_SEED = 2**31 - 1
MAX_THREADS = 256
MAX_DEFAULT_THREADS = 16  # more workers on one position rarely find anything new
NET, HAND = "net", "hand"  # values of Evaluation: the game's net if there is one, or hand-written
MAX_HASH_MIB = 1 << 25  # in practice the available memory is the limit


def _nothing() -> None:
    """Do nothing, the effect of options that are only read."""


class OptionError(AmaltheaError, ValueError):
    """Error for an unknown option or an invalid value."""


class Option:
    """An option; the base class is a button.

    effect: called after a new value was set, or the button was pressed.
    used_by_search: True if a new value changes the next search.
    """

    kind = "button"
    used_by_search = True

    def __init__(self, name: str) -> None:
        self.name = name
        self.effect: Callable[[], None] = _nothing

    def expected(self, text: str | None) -> str:
        """Return the valid values in words, or "" if the given value is valid."""
        return ""

    def set(self, text: str | None) -> None:
        """Set a value given as text, None for a button, and call the effect.

        Raises OptionError or the errors of the effect; the old value is kept then.
        """
        if expected := self.expected(text):
            given = "no value" if text is None else f"value {clip(text)}"
            raise OptionError(f"option {self.name}: {given}, expected {expected}")
        before = vars(self).copy()
        self._take(text or "")
        try:
            self.effect()
        except AmaltheaError:
            vars(self).update(before)
            raise

    def _take(self, text: str) -> None:
        """Store a valid value."""


class Check(Option):
    """An option that is true or false."""

    kind = "check"

    def __init__(self, name: str, default: bool = False) -> None:
        super().__init__(name)
        self.value = self.default = default

    def expected(self, text: str | None) -> str:
        return "" if text and text.lower() in {"true", "false"} else "true or false"

    def _take(self, text: str) -> None:
        self.value = text.lower() == "true"


class Spin(Option):
    """An option with an integer value. low, high: its bounds, or None."""

    kind = "spin"

    def __init__(
        self, name: str, default: int, low: int | None = None, high: int | None = None
    ) -> None:
        super().__init__(name)
        self.value = self.default = default
        self.low = low
        self.high = high

    def expected(self, text: str | None) -> str:
        value = whole_number(text or "")
        low, high = self.low, self.high
        if value is not None and (low is None or low <= value) and (high is None or value <= high):
            return ""
        bounds = f" from {low} to {high}" if low is not None and high is not None else ""
        return f"a whole number{bounds}"

    def _take(self, text: str) -> None:
        self.value = int(text)


class Text(Option):
    """An option with a text."""

    kind = "string"

    def __init__(self, name: str, default: str = "") -> None:
        super().__init__(name)
        self.value = self.default = default

    def _take(self, text: str) -> None:
        self.value = "" if text == NO_FILE else text


class Combo(Option):
    """An option with one of several texts; `choices` is called each time, as the set may grow."""

    kind = "combo"

    def __init__(self, name: str, default: str, choices: Callable[[], Iterable[str]]) -> None:
        super().__init__(name)
        self.value = self.default = default
        self._choices = choices

    @property
    def choices(self) -> tuple[str, ...]:
        """The texts to choose from now."""
        return tuple(self._choices())

    def expected(self, text: str | None) -> str:
        return "" if self._chosen(text) else f"one of {join_clipped(self.choices)}"

    def _take(self, text: str) -> None:
        self.value = self._chosen(text) or self.value

    def _chosen(self, text: str | None) -> str | None:
        """Return the choice that a text means in upper or lower case, or None."""
        return next((each for each in self.choices if each.lower() == (text or "").lower()), None)


class Options:
    """All options of the engine as attributes, in the order in which they are listed.

    constants: those of the search, in builds in which they can be set.
    """

    def __init__(self, variants: Callable[[], Iterable[str]], default_variant: str) -> None:
        self.debug_log_file = Text("Debug Log File")
        self.threads = Spin("Threads", usable_cores(), 1, MAX_THREADS)
        self.hash = Spin("Hash", 16, 1, MAX_HASH_MIB)
        self.clear_hash = Option("Clear Hash")
        self.ponder = Check("Ponder")
        self.multipv = Spin("MultiPV", 1, 1, 500)
        self.move_overhead = Spin("Move Overhead", 10, 0, 5000)
        self.skill_level = Spin("Skill Level", FULL_SKILL, 0, FULL_SKILL)
        self.limit_strength = Check("UCI_LimitStrength")
        self.elo = Spin("UCI_Elo", HIGHEST_ELO, LOWEST_ELO, HIGHEST_ELO)
        self.analyse_mode = Check("UCI_AnalyseMode")
        self.show_wdl = Check("UCI_ShowWDL")
        self.chess960 = Check("UCI_Chess960")
        self.variant = Combo("UCI_Variant", default_variant, variants)
        self.seed = Spin("Seed", 0, 0, MAX_SEED)
        self.variant_path = Text("VariantPath")
        self.evaluation = Combo("Evaluation", NET, lambda: (NET, HAND))
        self.eval_file = Text("EvalFile")
        self.tablebase_path = Text("TablebasePath")
        self.constants = tuple(
            Spin(name, each.value, each.low, each.high)
            for name, each in tunable_constants().items()
        )
        for option in (self.debug_log_file, self.ponder, self.show_wdl):
            option.used_by_search = False

    def __iter__(self) -> Iterator[Option]:
        for option in vars(self).values():
            yield from option if isinstance(option, tuple) else (option,)

    def find(self, name: str) -> Option:
        """Return an option by its name, in upper or lower case. Raises OptionError."""
        for option in self:
            if option.name.lower() == name.lower():
                return option
        from difflib import get_close_matches  # unknown names are rare

        names = {option.name.lower(): option.name for option in self}
        near = get_close_matches(name.lower(), names, n=1)
        meant = f", did you mean {names[near[0]]}?" if near else ""
        raise OptionError(f"unknown option {clip(name)}{meant}")

    def find_valued(self, name: str) -> Check | Spin | Text | Combo:
        """Return an option that has a value by its name. Raises OptionError."""
        option = self.find(name)
        if isinstance(option, Check | Spin | Text | Combo):
            return option
        raise OptionError(f"option {option.name}: a button, expected one with a value")

    @property
    def strength(self) -> int | None:
        """The Elo to play at, or None for full strength. Analysis is never weakened."""
        if self.analyse_mode.value:
            return None
        if self.limit_strength.value:
            return self.elo.value
        level = self.skill_level.value
        return None if level == FULL_SKILL else elo_of(level)


def option_text(value: str | int | None) -> str | None:
    """Return the text of an option's value as `setoption` has it."""
    if isinstance(value, bool):
        return str(value).lower()
    return None if value is None else str(value)


def whole_number(text: str) -> int | None:
    """Return the value of a decimal number with an optional minus, None for any other text."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 18:
        return None
    return int(text)


def usable_cores() -> int:
    """Return the number of physical cores for this process, at most MAX_DEFAULT_THREADS.

    Two workers on one core gain nothing, and beyond that number they find little that is new.
    """
    allowed = allowed_processors()
    return max(1, min(allowed, physical_cores() or allowed, MAX_DEFAULT_THREADS))
