"""Time controls as text, and the clock of one player in one game.

The caller measures the time of a move and passes it to the clock.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from amalthea.engine.core.color import Color
from amalthea.protocol.match import MatchError

GRACE_S = 1.0  # after flag and margin before an engine counts as hanging: late answers are read

_CLOCK = re.compile(
    r"(?:(?P<moves>\d+)/)?(?:(?P<minutes>\d+):)?(?P<seconds>\d+(?:\.\d+)?)(?:\+(?P<inc>\d+(?:\.\d+)?))?"
)
_GO_WORDS = frozenset({"depth", "nodes", "movetime", "mate"})
MAX_S = 1e6  # upper limit of any time; more is a typing error


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Time control of a player.

    Attributes:
        base_s: seconds for `moves` moves, or for the game if `moves` is 0.
        increment_s: seconds added after each move.
        fixed: the arguments of `go` for every move, if not empty; the others do not count then.
    """

    base_s: float = 0.0
    increment_s: float = 0.0
    moves: int = 0
    fixed: str = ""

    @staticmethod
    def read(kind: str, text: str) -> TimeControl:
        """Return a time control, where `kind` is tc, movetime, nodes, depth or go.

        Examples are ("tc", "40/60+0.5"), ("movetime", "200") and ("go", "depth 2"). Raises
        MatchError.
        """
        if kind == "tc":
            return _read_clock(text)
        if kind == "go":
            return _read_words(text)
        if not re.fullmatch(r"[1-9]\d{0,11}", text):
            raise MatchError(f"{kind} {text!r}: expected a whole number of at least 1")
        return TimeControl(fixed=f"{kind} {text}")

    @property
    def is_timeless(self) -> bool:
        """True if no time is involved, so that most engines repeat their games."""
        return bool(self.fixed) and self.movetime_s is None

    @property
    def movetime_s(self) -> float | None:
        """The seconds for every move, None if they are not limited by move."""
        words = self.fixed.split()
        limits = dict(zip(words[::2], words[1::2], strict=True))
        return int(limits["movetime"]) / 1000 if "movetime" in limits else None

    def __str__(self) -> str:
        if self.fixed:
            return self.fixed
        moves = f"{self.moves}/" if self.moves else ""
        increment = f"+{self.increment_s:g}" if self.increment_s else ""
        return f"{moves}{self.base_s:g}{increment}"


class FlagFall(Exception):
    """Loss on time; the message says by how much the player exceeded it."""


class Clock:
    """Clock of one player in one game, in seconds.

    Args:
        margin_s: tolerance after the flag.
        stall_s: longest move if there is no time limit.
    """

    def __init__(self, control: TimeControl, margin_s: float, stall_s: float) -> None:
        self.control = control
        self.left_s = control.base_s
        self._margin_s = margin_s
        self._stall_s = stall_s
        self._to_go = control.moves

    @property
    def left(self) -> float | None:
        """The remaining time, None if no clock runs."""
        return None if self.control.fixed else self.left_s

    @property
    def timeout_s(self) -> float:
        """The seconds to wait for a move before the engine counts as hanging."""
        allowed = self._allowed_s()
        return self._stall_s if allowed is None else allowed + self._margin_s + GRACE_S

    def spend(self, seconds: float) -> None:
        """Subtract the time of a move and add the increment. Raises FlagFall."""
        allowed = self._allowed_s()
        if allowed is None:
            return
        if seconds > allowed + self._margin_s:
            over_ms = (seconds - allowed) * 1000
            raise FlagFall(f"{over_ms:.0f} ms over, {seconds:.3f} s for a move")
        if self.control.fixed:
            return
        self.left_s = max(0.0, self.left_s - seconds) + self.control.increment_s
        if self.control.moves:
            self._to_go -= 1
            if self._to_go == 0:
                self._to_go = self.control.moves
                self.left_s += self.control.base_s

    def go_arguments(self, letter: str) -> str:
        """Return this clock's part of `go`, such as `wtime 1000 winc 10`; "" if no clock runs."""
        if self.control.fixed:
            return ""
        increment = f" {letter}inc {round(self.control.increment_s * 1000)}"
        return f"{letter}time {max(1, int(self.left_s * 1000))}{increment}"

    def moves_to_go(self) -> str:
        """Return `movestogo 7` if the time is for a number of moves, else ""."""
        return f"movestogo {self._to_go}" if self._to_go else ""

    def _allowed_s(self) -> float | None:
        return self.control.movetime_s if self.control.fixed else self.left_s


def go_arguments(clocks: Mapping[Color, Clock], side: Color) -> str:
    """Return the arguments of `go` for a side: its own limit, else both clocks."""
    clock = clocks[side]
    if clock.control.fixed:
        return clock.control.fixed
    words = [each.go_arguments(letter) for letter, each in clocks.items()]
    return " ".join(word for word in (*words, clock.moves_to_go()) if word)


def _read_clock(text: str) -> TimeControl:
    match = _CLOCK.fullmatch(text)
    if not match:
        raise MatchError(
            f"tc {text!r}: expected [MOVES/][MINUTES:]SECONDS[+INCREMENT], as 40/60+0.5 or 10+0.1"
        )
    base = 60 * int(match["minutes"] or 0) + float(match["seconds"])
    control = TimeControl(base, float(match["inc"] or 0), int(match["moves"] or 0))
    if not 0 < base <= MAX_S or control.increment_s > MAX_S:
        raise MatchError(f"tc {text!r}: expected between 0 and {MAX_S:,.0f} seconds")
    if match["moves"] and not control.moves:
        raise MatchError(f"tc {text!r}: expected at least 1 move")
    return control


def _read_words(text: str) -> TimeControl:
    words = text.split()
    pairs = dict(zip(words[::2], words[1::2], strict=False))
    sound = len(words) % 2 == 0 and words and pairs.keys() <= _GO_WORDS
    if not sound or not all(re.fullmatch(r"[1-9]\d{0,11}", value) for value in pairs.values()):
        raise MatchError(
            f"go {text!r}: expected limits of UCI and their numbers, as 'depth 2' or 'nodes 500'"
        )
    return TimeControl(fixed=" ".join(words))
