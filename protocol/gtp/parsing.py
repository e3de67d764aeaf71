"""Parser of GTP lines: an id, a name and arguments."""

from __future__ import annotations

from dataclasses import dataclass, field

from amalthea.engine.core.color import Color
from amalthea.engine.errors import AmaltheaError
from amalthea.engine.options import whole_number
from amalthea.engine.text import clip
from amalthea.protocol.gtp.board import Board

PASS = "pass"
INTERRUPT = "# interrupt"  # GoGui's comment that stops a search
_NO_LIMIT = 10**9  # of whole numbers
_LONGEST_ID = 9  # digits that fit into the 31 bits of GTP


class GtpError(AmaltheaError):
    """Error for a command that cannot be carried out; the message is the answer."""


@dataclass(frozen=True, slots=True)
class Request:
    """A command. number: the id, or "". rest: the arguments as written."""

    number: str = ""
    name: str = ""
    rest: str = ""
    words: list[str] = field(default_factory=list)


def read(line: str) -> Request | None:
    """Parse a line; return None for an empty line or a comment, which get no answer."""
    text = "".join(sign for sign in line.replace("\t", " ") if sign >= " " and sign != "\x7f")
    words = text.partition("#")[0].split()
    if not words:
        return None
    number = ""
    if words[0].isascii() and words[0].isdigit() and len(words[0]) <= _LONGEST_ID:
        number = words.pop(0)
    name, *words = words or [""]
    return Request(number, name, " ".join(words), words)


def find_colour(text: str) -> Color | None:
    """Return the side that a text names, None if it names none."""
    return next((side for side in Color if text.lower() in (side, side.label.lower())), None)


def colour(text: str) -> Color:
    """Return the side that a text names. Raises GtpError."""
    if side := find_colour(text):
        return side
    raise GtpError(f"invalid colour {clip(text)}, expected b, w, black or white")


def vertex(text: str, board: Board) -> str | None:
    """Return the square of a point, None for a pass. Raises GtpError."""
    if text.lower() == PASS:
        return None
    square = board.read_point(text)
    if square is None:
        raise GtpError(f"invalid vertex {clip(text)}")
    return square


def number(text: str, what: str, least: int = 0, most: int = _NO_LIMIT) -> int:
    """Return a whole number. Raises GtpError."""
    value = whole_number(text)
    if value is None or not least <= value <= most:
        limits = f"from {least} to {most}" if most < _NO_LIMIT else f"from {least}"
        raise GtpError(f"invalid {what} {clip(text)}, expected a whole number {limits}")
    return value


def pairs(words: list[str], board: Board) -> list[tuple[Color, str | None]]:
    """Return pairs of a colour and a square. Raises GtpError."""
    if len(words) % 2:
        raise GtpError("expected a colour and a vertex in turn")
    return [
        (colour(side), vertex(text, board))
        for side, text in zip(words[::2], words[1::2], strict=True)
    ]
