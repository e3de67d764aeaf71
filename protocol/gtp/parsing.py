"""Lines of GTP, read: an id, a name, arguments. What a command means is not decided here."""

from __future__ import annotations

from dataclasses import dataclass, field

from amalthea.engine.errors import AmaltheaError, clip
from amalthea.engine.options import whole_number
from amalthea.protocol.gtp.board import Board

PASS = "pass"
INTERRUPT = "# interrupt"  # the comment that ends what runs, as GoGui has it
_COLOURS = {"b": "b", "black": "b", "w": "w", "white": "w"}
_LONGEST_ID = 9  # digits: what fits into the 31 bits that GTP has


class GtpError(AmaltheaError):
    """A command cannot be carried out; the text is the answer."""


@dataclass(frozen=True, slots=True)
class Request:
    """number: the id, "" without one. rest: the arguments as they were written."""

    number: str = ""
    name: str = ""
    rest: str = ""
    words: list[str] = field(default_factory=list)


def read(line: str) -> Request | None:
    """What a line asks; None for one that is empty or a comment, which nobody answers."""
    text = "".join(sign for sign in line.replace("\t", " ") if sign >= " " and sign != "\x7f")
    words = text.partition("#")[0].split()
    if not words:
        return None
    number = ""
    if words[0].isascii() and words[0].isdigit() and len(words[0]) <= _LONGEST_ID:
        number = words.pop(0)
    name, *words = words or [""]
    return Request(number, name, " ".join(words), words)


def colour(text: str) -> str:
    """ "w" or "b". Raises GtpError."""
    side = _COLOURS.get(text.lower())
    if side is None:
        raise GtpError(f"invalid colour {clip(text)}, expected b, w, black or white")
    return side


def vertex(text: str, board: Board) -> str | None:
    """A point's square, None for a pass. Raises GtpError."""
    if text.lower() == PASS:
        return None
    square = board.read_point(text)
    if square is None:
        raise GtpError(f"invalid vertex {clip(text)}")
    return square


def number(text: str, what: str, least: int = 0, most: int = 10**9) -> int:
    """A whole number. Raises GtpError."""
    value = whole_number(text)
    if value is None or not least <= value <= most:
        raise GtpError(f"invalid {what} {clip(text)}, expected a whole number from {least}")
    return value


def pairs(words: list[str], board: Board) -> list[tuple[str, str | None]]:
    """Colours and points in turn. Raises GtpError."""
    if len(words) % 2:
        raise GtpError("expected a colour and a vertex in turn")
    return [
        (colour(side), vertex(text, board))
        for side, text in zip(words[::2], words[1::2], strict=True)
    ]
