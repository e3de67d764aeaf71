"""The engine's options: typed, bounded, with their last good values. What they do is elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from engine.errors import AmaltheaError, clip

NO_FILE = "<empty>"  # how UCI writes an empty string
FULL_SKILL = 20
LOWEST_ELO = 500  # not calibrated: UCI_Elo is mapped to skill levels in equal steps
HIGHEST_ELO = 2500
MOST_SEED = 2**31 - 1
MOST_THREADS = 256
MOST_DEFAULT_THREADS = 16  # more searchers of one position rarely find anything new
MOST_HASH_MIB = 1 << 25  # the memory that there is decides earlier


class OptionError(AmaltheaError, ValueError):
    """An option is unknown or its value is not acceptable."""


class Option:
    """One option. `value` is always acceptable; a button has none."""

    kind = "button"

    def __init__(self, name: str) -> None:
        self.name = name

    def assign(self, text: str | None) -> None:
        """Takes a value as text, None when there was none. Raises OptionError, keeps the old."""

    def declaration(self) -> str:
        """The line that answers `uci`."""
        return f"option name {self.name} type {self.kind}"

    def _refuse(self, text: str | None, expected: str) -> OptionError:
        given = "no value" if text is None else f"value {clip(text)}"
        return OptionError(f"option {self.name}: {given}, expected {expected}")


class Check(Option):
    kind = "check"

    def __init__(self, name: str, default: bool = False) -> None:
        super().__init__(name)
        self.value = self._default = default

    def assign(self, text: str | None) -> None:
        if text is None or text.lower() not in {"true", "false"}:
            raise self._refuse(text, "true or false")
        self.value = text.lower() == "true"

    def declaration(self) -> str:
        return f"{super().declaration()} default {str(self._default).lower()}"


class Spin(Option):
    kind = "spin"

    def __init__(self, name: str, default: int, lowest: int, highest: int) -> None:
        super().__init__(name)
        self.value = self._default = default
        self._lowest = lowest
        self._highest = highest

    def assign(self, text: str | None) -> None:
        value = whole_number(text or "")
        if value is None or not self._lowest <= value <= self._highest:
            raise self._refuse(text, f"a whole number from {self._lowest} to {self._highest}")
        self.value = value

    def declaration(self) -> str:
        bounds = f"min {self._lowest} max {self._highest}"
        return f"{super().declaration()} default {self._default} {bounds}"


class Text(Option):
    kind = "string"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.value = ""

    def assign(self, text: str | None) -> None:
        self.value = "" if text in {None, NO_FILE} else str(text)

    def declaration(self) -> str:
        return f"{super().declaration()} default {NO_FILE}"


class Combo(Option):
    """`choices` is asked anew each time: the set may grow."""

    kind = "combo"

    def __init__(self, name: str, default: str, choices: Callable[[], Iterable[str]]) -> None:
        super().__init__(name)
        self.value = self._default = default
        self._choices = choices

    def assign(self, text: str | None) -> None:
        choices = tuple(self._choices())
        chosen = [choice for choice in choices if text and choice.lower() == text.lower()]
        if not chosen:
            raise self._refuse(text, f"one of {' '.join(choices)}")
        self.value = chosen[0]

    def declaration(self) -> str:
        words = " ".join(f"var {choice}" for choice in self._choices())
        return f"{super().declaration()} default {self._default} {words}"


class Options:
    """Every option of the engine, each an attribute, in the order in which `uci` lists them."""

    def __init__(self, variants: Callable[[], Iterable[str]], default_variant: str) -> None:
        self.debug_log_file = Text("Debug Log File")
        self.threads = Spin("Threads", usable_cores(), 1, MOST_THREADS)
        self.hash = Spin("Hash", 16, 1, MOST_HASH_MIB)
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
        self.seed = Spin("Seed", 0, 0, MOST_SEED)
        self.variant_path = Text("VariantPath")
        self.eval_file = Text("EvalFile")

    def __iter__(self) -> Iterator[Option]:
        return iter(vars(self).values())

    def find(self, name: str) -> Option:
        """The option of that name, in any case. Raises OptionError."""
        for option in self:
            if option.name.lower() == name.lower():
                return option
        raise OptionError(f"unknown option {clip(name)}")

    @property
    def skill(self) -> int | None:
        """The level to play at, None at full strength. Analysis is never weakened."""
        if self.analyse_mode.value:
            return None
        level = self.skill_level.value
        if self.limit_strength.value:
            span = HIGHEST_ELO - LOWEST_ELO
            level = (self.elo.value - LOWEST_ELO) * FULL_SKILL // span
        return None if level == FULL_SKILL else level


def whole_number(text: str) -> int | None:
    """A decimal number of plain digits with an optional minus, None for any other text."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 18:
        return None
    return int(text)


def usable_cores() -> int:
    """Physical cores that this process may run on, at most MOST_DEFAULT_THREADS.

    Two searchers on one core gain nothing, and beyond that number they find too little that is new.
    """
    from psutil import Process, cpu_count

    allowed = len(Process().cpu_affinity())
    physical = cpu_count(logical=False) or allowed
    return max(1, min(allowed, physical, MOST_DEFAULT_THREADS))
