"""Parser of the UCI commands `setoption`, `position`, `go` and `moves`."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from amalthea.engine.errors import AmaltheaError
from amalthea.engine.options import whole_number
from amalthea.engine.search.limits import LOWEST_LIMITS, Limits
from amalthea.engine.text import clip

MOST_PERFT_PLIES = 20
MOST_MOVES = 10_000  # far more than any game has; each takes time to play
_FLAGS = frozenset({"infinite", "ponder"})
_SIDES = ("w", "b")
_LOWEST = {**LOWEST_LIMITS, "perft": 1}

_KEYWORDS = frozenset({*_LOWEST, *_FLAGS, "searchmoves", "side"})
_TIMES = frozenset({"wtime", "btime", "winc", "binc", "byoyomi", "movetime"})  # in milliseconds
_LONG_NUMBER = re.compile(r"(-?)\d{19,}", re.ASCII)  # read as the largest number of 18 digits
_FRACTION = re.compile(r"(-?\d{1,18})\.\d*", re.ASCII)
_OPTION = re.compile(r"name\s+(\S.*?)(?:\s+value(\s.*|))?", re.IGNORECASE | re.DOTALL)


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

    warnings: remarks on corrected numbers, and on words that are ignored.
    """

    limits: Limits
    perft: int | None
    warnings: tuple[str, ...]


def parse_option(text: str) -> OptionCommand:
    """Parse the words after `setoption`. Raises CommandError."""
    match = _OPTION.fullmatch(text.strip())
    if match is None:
        raise CommandError("setoption: expected 'name NAME [value VALUE]'")
    name, value = match.groups()
    return OptionCommand(" ".join(name.split()), value if value is None else value.strip())


def parse_position(words: list[str]) -> PositionCommand:
    """Parse the words after `position`. Raises CommandError."""
    keywords = [word.lower() for word in words]
    at = keywords.index("moves") if "moves" in keywords else len(words)
    board, moves = words[:at], tuple(words[at + 1 :])
    if len(moves) > MOST_MOVES:
        raise CommandError(f"position: {len(moves)} moves, at most {MOST_MOVES} are read")
    if keywords[:at] == ["startpos"]:
        return PositionCommand(None, moves)
    if keywords[:1] == ["fen"]:
        board = board[1:]
    elif not board or "/" not in board[0]:
        given = clip(" ".join(board)) if board else "nothing"
        raise CommandError(f"position: {given}, expected 'startpos', 'fen FEN' or a FEN")
    if not board:
        raise CommandError("position: the FEN is missing")
    return PositionCommand(" ".join(board), moves)


def parse_go(words: list[str], meanings: Mapping[str, str] = MappingProxyType({})) -> GoCommand:
    """Parse the words after `go`, in lower case. Raises CommandError for a wrong perft.

    meanings: words of a dialect, or those that it uses in another sense, with UCI's words. Any
    other word that is unknown, or a number that is missing or wrong, is ignored with a warning.
    """
    numbers: dict[str, int] = {}
    flags: set[str] = set()
    sides: list[str] = []
    searchmoves: list[str] = []
    skipped: list[str] = []
    warnings: list[str] = []
    keywords = _KEYWORDS | meanings.keys()
    rest = deque(words)
    target = skipped
    while rest:
        word = rest.popleft()
        if word not in keywords:
            target.append(word)
            continue
        target = searchmoves if word == "searchmoves" else skipped
        meaning = meanings.get(word, word)
        if meaning in _FLAGS:
            flags.add(meaning)
        elif meaning in _LOWEST or meaning == "side":
            text = rest.popleft() if rest and rest[0] not in keywords else None
            try:
                if meaning == "side":
                    sides.append(_side(word, text))
                else:
                    numbers[meaning] = _number(word, meaning, text, warnings)
            except CommandError as error:
                if meaning == "perft":
                    raise CommandError(f"go {error}") from error
                warnings.append(f"{error}, ignored")
    if skipped:
        warnings.append(f"{clip(' '.join(skipped))} ignored")
    limits = replace(_limits(numbers, flags, searchmoves), side=sides[-1] if sides else None)
    return GoCommand(limits, numbers.get("perft"), tuple(warnings))


def parse_moves(words: list[str]) -> str | None:
    """Parse the words after `moves`; return the side, None without one. Raises CommandError."""
    if not words:
        return None
    if words[0] != "side" or len(words) > 2:
        raise CommandError(f"moves: {clip(' '.join(words))}, expected nothing or 'side w|b'")
    return _side("moves side", words[1] if len(words) > 1 else None)


def _side(name: str, text: str | None) -> str:
    if text not in _SIDES:
        raise CommandError(f"{name}: {clip(text or 'nothing')}, expected 'w' or 'b'")
    return text


def _number(name: str, meaning: str, text: str | None, warnings: list[str]) -> int:
    """Return the number after a word. Fractions of milliseconds are dropped with a warning.

    meaning: UCI's word for it.
    """
    if text is None:
        raise CommandError(f"{name}: the number is missing")
    least = _LOWEST[meaning]
    match = _FRACTION.fullmatch(text) if meaning in _TIMES else None
    if match:
        whole = match[1] if int(match[1]) else str(least or 0)
        warnings.append(f"{name}: {clip(text)} is read as {whole}")
        text = whole
    value = whole_number(_LONG_NUMBER.sub(r"\g<1>" + "9" * 18, text))
    if value is None or (least is not None and value < least):
        bound = "" if least is None else f" of at least {least}"
        raise CommandError(f"{name}: {clip(text)}, expected a whole number{bound}")
    if meaning == "perft" and value > MOST_PERFT_PLIES:
        raise CommandError(f"perft: {value} plies, at most {MOST_PERFT_PLIES} can be counted")
    return value


def _limits(numbers: dict[str, int], flags: set[str], searchmoves: list[str]) -> Limits:
    def clock(name: str) -> int | None:
        return max(numbers[name], 1) if name in numbers else None

    bounded = any(name in numbers for name in _LOWEST if name not in {"winc", "binc", "movestogo"})
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
        byoyomi=numbers.get("byoyomi"),
        movetime=numbers.get("movetime"),
        infinite="infinite" in flags or not bounded,
        ponder="ponder" in flags,
    )
