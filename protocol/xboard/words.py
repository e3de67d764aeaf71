"""Lines of XBoard for people: results, and games that it cannot show."""

from __future__ import annotations

from amalthea.engine.core.status import RESULTS, Status
from amalthea.engine.text import clip, one_line


def result_line(status: Status) -> str:
    """Return the result with its reason: `1-0 {White wins by checkmate}`."""
    return f"{RESULTS[status.winner]} {{{status.ending}}}"


def unshowable_line(name: str, why: str) -> str:
    """Return the message that XBoard cannot show a game, and where to play it."""
    return (
        f"tellusererror {name} cannot be shown here: {why}."
        f" Play it with `amalthea gtp {name}` in GoGui, or with `amalthea play {name}`"
    )


def refusal_line(why: str, line: str) -> str:
    """Return the error line for a command, or the `Illegal move` line for a move."""
    name, rest = (*line.split(None, 1), "", "")[:2]
    if name == "usermove" and rest:
        return f"Illegal move ({one_line(why)}): {clip(rest)[1:-1]}"
    return f"Error ({one_line(why)}): {clip(line)[1:-1]}"
