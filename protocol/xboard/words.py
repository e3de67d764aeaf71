"""Lines of XBoard for people: results, and games that it cannot show."""

from __future__ import annotations

from amalthea.engine.core.status import Status

_WHY = {
    "checkmate": "{winner} mates",
    "stalemate": "Stalemate",
    "repetition": "Draw by repetition",
    "fiftymove": "Draw by the count of moves",
    "bare": "Bare kings",
    "insufficient": "Insufficient material",
    "goal": "{winner} reaches the goal",
    "checks": "{winner} has given all checks",
    "extinction": "Extinction",
    "line": "Pieces in line",
    "passes": "Both sides pass",
    "counting": "Draw by counting",
    "unplaceable": "A side has no square left",
}
_RESULTS = {"w": "1-0", "b": "0-1", None: "1/2-1/2"}
_NAMES = {"w": "White", "b": "Black"}


def result_line(status: Status) -> str:
    """As `1-0 {White mates}`."""
    reason = status.reason or status.state
    winner = _NAMES.get(status.winner or "", "")
    return f"{_RESULTS[status.winner]} {{{_WHY.get(reason, reason).format(winner=winner)}}}"


def unshowable_line(name: str, why: str) -> str:
    """Return the message that XBoard cannot show a game, and where to play it."""
    return (
        f"tellusererror {name} cannot be shown here: {why}."
        f" Play it with `amalthea gtp {name}` in GoGui, or with `amalthea play {name}`"
    )


def one_line(message: str) -> str:
    """Return a message as one line of printable characters."""
    return "".join(sign if sign.isprintable() else "?" for sign in " ".join(message.split()))
