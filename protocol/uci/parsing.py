"""Parser of the UCI commands `setoption`, `position`, `go` and `moves`."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from amalthea.engine.errors import AmaltheaError
from amalthea.engine.options import whole_number
from amalthea.engine.search.limits import Limits
from amalthea.engine.text import clip

MOST_PERFT_PLIES = 20
MOST_MOVES = 10_000  # far more than any game has; each takes time to play
_FLAGS = frozenset({"infinite", "ponder"})
_SIDES = ("w", "b")
_LEAST = {  # smallest valid number; clocks may be zero or negative
    "wtime": None,
    "btime": None,
    "winc": 0,
    "binc": 0,
    "movestogo": 0,
    "depth": 1,
    "nodes": 1,
    "mate": 1,
    "movetime": 1,
    "perft": 1,
}

_TIMES = frozenset({"wtime", "btime", "winc", "binc", "movetime"})  # in milliseconds
_LONG_NUMBER = re.compile(r"(-?)\d{19,}", re.ASCII)  # read as the largest number of 18 digits
_FRACTION = re.compile(r"(-?\d{1,18})\.\d*", re.ASCII)


class CommandError(AmaltheaError, ValueError):
    """Error for invalid words of a command."""


@dataclass(frozen=True, slots=True)
class OptionCommand:
    """The command `setoption name NAME [value VALUE]`."""

    name: str
    value: str | None


@dataclass(frozen=True, slots=True)
class PositionCommand:
    """The command `position`: a FEN, None for the start position, and the moves played from it."""

    fen: str | None
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GoCommand:
    """The command `go`: the limits of a search, or the plies of a perft.

    skipped: unknown words. warnings: remarks on corrected numbers.
    """

    limits: Limits
    perft: int | None
    skipped: tuple[str, ...]
    warnings: tuple[str, ...]


def parse_option(text: str) -> OptionCommand:
    """Parse the words after `setoption`. Raises CommandError."""
    head, found, rest = text.partition("name ")
    if not found or head.strip():
        raise CommandError("setoption: expected 'name NAME [value VALUE]'")
    name, with_value, value = f"{rest} ".partition(" value ")
    if not name.strip():
        raise CommandError("setoption: the option's name is missing")
    return OptionCommand(name.strip(), value.strip() if with_value else None)


def parse_position(words: list[str]) -> PositionCommand:
    """Parse the words after `position`. Raises CommandError."""
    at = words.index("moves") if "moves" in words else len(words)
    board, moves = words[:at], tuple(words[at + 1 :])
    if len(moves) > MOST_MOVES:
        raise CommandError(f"position: {len(moves)} moves, at most {MOST_MOVES} are read")
    if board == ["startpos"]:
        return PositionCommand(None, moves)
    if board and board[0] == "fen":
        board = board[1:]
    elif not board or "/" not in board[0]:
        given = clip(" ".join(board)) if board else "nothing"
        raise CommandError(f"position: {given}, expected 'startpos', 'fen FEN' or a FEN")
    if not board:
        raise CommandError("position: the FEN is missing")
    return PositionCommand(" ".join(board), moves)


def parse_go(words: list[str]) -> GoCommand:
    """Parse the words after `go`. Raises CommandError."""
    numbers: dict[str, int] = {}
    flags: set[str] = set()
    side: str | None = None
    searchmoves: list[str] = []
    skipped: list[str] = []
    warnings: list[str] = []
    rest = iter(words)
    target = skipped
    for word in rest:
        if word in _LEAST:
            text = next(rest, None)
            if whole := _without_fraction(word, text):
                warnings.append(f"go {word}: {clip(text or '')} is read as {whole}")
            numbers[word] = _number(word, whole or text)
            target = skipped
        elif word in _FLAGS:
            flags.add(word)
            target = skipped
        elif word == "side":
            side = _side("go", next(rest, None))
            target = skipped
        elif word == "searchmoves":
            target = searchmoves
        else:
            target.append(word)
    limits = replace(_limits(numbers, flags, searchmoves), side=side)
    return GoCommand(limits, numbers.get("perft"), tuple(skipped), tuple(warnings))


def parse_moves(words: list[str]) -> str | None:
    """Parse the words after `moves`; return the side, None without one. Raises CommandError."""
    if not words:
        return None
    if words[0] != "side" or len(words) > 2:
        raise CommandError(f"moves: {clip(' '.join(words))}, expected nothing or 'side w|b'")
    return _side("moves", words[1] if len(words) > 1 else None)


def _side(command: str, text: str | None) -> str:
    if text not in _SIDES:
        raise CommandError(f"{command} side: {clip(text or 'nothing')}, expected 'w' or 'b'")
    return text


def _without_fraction(name: str, text: str | None) -> str | None:
    """Return the whole milliseconds of a time with a fraction, None for any other text.

    A time below one millisecond becomes the smallest valid one.
    """
    match = _FRACTION.fullmatch(text or "")
    if name not in _TIMES or not match:
        return None
    return match[1] if int(match[1]) else str(_LEAST[name] or 0)


def _number(name: str, text: str | None) -> int:
    if text is None:
        raise CommandError(f"go {name}: the number is missing")
    least = _LEAST[name]
    value = whole_number(_LONG_NUMBER.sub(r"\g<1>" + "9" * 18, text))
    if value is None or (least is not None and value < least):
        bound = "" if least is None else f" of at least {least}"
        raise CommandError(f"go {name}: {clip(text)}, expected a whole number{bound}")
    if name == "perft" and value > MOST_PERFT_PLIES:
        raise CommandError(f"go perft: {value} plies, at most {MOST_PERFT_PLIES} can be counted")
    return value


def _limits(numbers: dict[str, int], flags: set[str], searchmoves: list[str]) -> Limits:
    def clock(name: str) -> int | None:
        return max(numbers[name], 1) if name in numbers else None

    bounded = any(name in numbers for name in _LEAST if name not in {"winc", "binc", "movestogo"})
    return Limits(
        searchmoves=tuple(searchmoves),
        wtime=clock("wtime"),
        btime=clock("btime"),
        winc=numbers.get("winc", 0),
        binc=numbers.get("binc", 0),
        movestogo=numbers.get("movestogo") or None,  # some clients write 0 for sudden death
        depth=numbers.get("depth"),
        nodes=numbers.get("nodes"),
        mate=numbers.get("mate"),
        movetime=numbers.get("movetime"),
        infinite="infinite" in flags or not bounded,
        ponder="ponder" in flags,
    )
