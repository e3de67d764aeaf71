"""The status of a game, every reason for which it can end, and the words for these.

Front ends report the end of a game in these words.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from amalthea.engine.core.color import Color

RESULTS = {Color.WHITE: "1-0", Color.BLACK: "0-1", None: "1/2-1/2"}


class State(StrEnum):
    """The state of a game: ongoing or finished."""

    ONGOING = "ongoing"
    WIN = "win"
    DRAW = "draw"


class Termination(StrEnum):
    """The reason for the end of a game, equal to its word in UCI's `status` and our files.

    label: its name in tables. won, drawn: the end of a sentence about the winner, or about a draw.
    """

    label: str
    won: str
    drawn: str

    def __new__(cls, word: str, label: str = "", won: str = "", drawn: str = "") -> Termination:
        """Return the member of that word; its words for people default to the label."""
        member = str.__new__(cls, word)
        member._value_ = word
        member.label = label or word
        member.won = won or f"by {member.label}"
        member.drawn = drawn or member.won
        return member

    # by the rules
    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    REPETITION = "repetition"
    FIFTY_MOVES = "fiftymove", "no progress", "after too many moves without progress"
    NO_CAPTURE = "nocapture", "no capture", "after too many moves without a capture"
    INSUFFICIENT_MATERIAL = "insufficient", "insufficient material"
    BARE_KING = "bare", "bare king", "by bare king", "by bare kings"
    COUNTING = "counting", "counting rule", "by the counting rule"
    EXTINCTION = "extinction"
    GOAL = "goal", "goal reached", "by reaching the goal"
    CHECKS = "checks", "checks given", "by giving check often enough"
    LINE = "line", "line of pieces", "by a line of pieces"
    FACING = "facing", "kings facing each other", "because kings faced each other"
    FULL_BOARD = "full", "board full", "on a full board"
    PASSES = "passes", "both sides passed", "after both sides passed"
    RINGS = (
        "rings",
        "no ring left",
        "because {loser} has no ring left",
        "because neither side has a ring left",
    )
    NO_FORMATION = (
        "unable",
        "no formation left",
        "because {loser} has no formation left",
        "because neither side has a formation left",
    )
    BLOCKED = (
        "blocked",
        "no move left",
        "because {loser} cannot move",
        "because neither side can move",
    )
    UNPLACEABLE = "unplaceable", "unplaceable piece", "because a piece cannot be placed"
    # by the players, their clocks and programs, and the conditions of a match
    TIME = "time", "time forfeit", "on time"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    ADJUDICATION = "adjudication"
    PLY_LIMIT = "plies", "ply limit", "at the limit of plies"
    ILLEGAL_MOVE = "illegal", "illegal move", "by an illegal move"
    INVALID_ANSWER = "garbage", "invalid answer", "by an invalid answer"
    CRASH = "crash", "crash", "by a crash"
    STALL = "stall", "stall", "by a stall"
    # of a game whose own kind has reasons that are not listed here
    OTHER = "other", "other", "by the rules of the game"


def label(reason: str) -> str:
    """Return the name of a reason for tables; an unknown reason is returned unchanged."""
    known = _TERMINATIONS.get(reason)
    return known.label if known else reason


def ending(winner: str | None, reason: str) -> str:
    """Return the end of a game in words: "White wins by checkmate", "Draw by stalemate"."""
    known = _TERMINATIONS.get(reason)
    if not winner:
        return f"Draw {known.drawn if known else f'by {reason}'}"
    color = Color(winner)
    why = known.won.format(loser=color.other.label) if known else f"by {reason}"
    return f"{color.label} wins {why}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a finished game; winner: None for a draw.

    >>> outcome = Outcome(Color.WHITE, Termination.CHECKMATE)
    >>> outcome.result, str(outcome)
    ('1-0', 'White wins by checkmate')
    """

    winner: Color | None
    termination: Termination

    @property
    def result(self) -> str:
        """The result as PGN has it: "1-0", "0-1" or "1/2-1/2"."""
        return RESULTS[self.winner]

    def __str__(self) -> str:
        return ending(self.winner, self.termination)


@dataclass(frozen=True, slots=True)
class Status:
    """The status of a game.

    reason: a Termination; a kind of game from elsewhere may have its own words.
    choosers: the sides that choose if both choose at once, "wb"; otherwise empty.
    """

    state: State
    winner: Color | None = None
    reason: str | None = None
    choosers: str = ""

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game, None while it goes on."""
        if self.state is State.ONGOING:
            return None
        return Outcome(self.winner, _TERMINATIONS.get(self.reason or "", Termination.OTHER))

    @property
    def ending(self) -> str:
        """The outcome of the game, in words."""
        return ending(self.winner, self.reason or self.state)

    def __str__(self) -> str:
        words = [word for word in (self.state, self.winner, self.reason) if word]
        return " ".join([*words, "choose", self.choosers] if self.choosers else words)


_TERMINATIONS: dict[str, Termination] = {each.value: each for each in Termination}
