"""The fields of a FEN that are the same in every kind of game.

People and programs write FENs in many ways; whatever has only one meaning is read, with a remark
on each correction.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import repeat
from typing import NamedTuple

from amalthea.engine.core import epd
from amalthea.engine.core.variant import Square
from amalthea.engine.errors import FenError
from amalthea.engine.text import clip, counted

MAX_COUNTER = 9999  # larger halfmove and fullmove numbers are read as this one

_COUNTERS = 2
_PLAIN_FEN = re.compile(  # a FEN as programs write it
    r"([A-Za-z0-9/*'+~\[\]-]+) ([wb]) ([A-Za-z-]+) ([a-t0-9-]+) (?:(\+?[0-9]{1,2}\+[0-9]{1,2}) )?"
    r"(0|[1-9][0-9]{0,3}) ([1-9][0-9]{0,3})",
    re.ASCII,
)
_NUMBER = re.compile(r"-?[0-9]+", re.ASCII)
_CHECKS = re.compile(r"\+?[0-9]{1,2}\+[0-9]{1,2}", re.ASCII)
_OTHER_SIDES = {"W": "w", "B": "b", "r": "w", "R": "w"}  # White is Red in xiangqi
_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-")  # as in print


class Fields(NamedTuple):
    """The fields of a FEN. checks: the field that counts checks, "" without one.

    remarks: the corrections made in reading, a sentence each.
    """

    placement: str
    side: str
    rights: str
    target: str
    halfmove: int
    fullmove: int
    checks: str
    remarks: tuple[str, ...]


def split(text: str, side: str = "w") -> Fields:
    """Return the fields of a FEN with one to six fields, and perhaps operations of EPD behind them.

    side: the side to move if the FEN does not name one.

    Missing fields are filled in as python-chess does: `-` for rights and target, `0` and `1` for
    the numbers. Raises FenError for any other number of fields.
    """
    if correct := _PLAIN_FEN.fullmatch(text):
        board, turn, rights, target, checks, halfmoves, move = correct.groups("")
        return Fields(board, turn, rights, target, int(halfmoves), int(move), checks, ())
    remarks: list[str] = []
    fen, rest = epd.split_line(_with_plain_signs(text, remarks))
    if rest:
        remarks.append(f"{clip(rest)} after the FEN is ignored")
    placement, *words = fen.split() or [""]
    checks = next(filter(_CHECKS.fullmatch, words), "")
    words = [word for word in words if word != checks]
    given = [word for word, _ in zip(words, ("side", "rights", "target"), strict=False)]
    count = next((at for at, word in enumerate(given) if _NUMBER.fullmatch(word)), len(given))
    if count == 2 < len(words) - _COUNTERS:  # a limit of counted moves in place of the target
        count += 1
    counters = words[count:]
    if not placement or len(counters) > _COUNTERS:
        raise FenError(
            f"FEN {clip(text, 200)} has {counted(len(fen.split()), 'field')}, expected"
            " placement [side [rights [target [halfmove [fullmove]]]]]"
        )
    named = [*words[:count], *(side, "-", "-")[count:]]
    remarks += _remark_missing(placement, named, count, counters)
    if meant := _OTHER_SIDES.get(named[0]):
        remarks.append(f"side to move {named[0]!r} read as {meant!r}")
        named[0] = meant
    halfmove, fullmove = (*counters, *("0", "1")[len(counters) :])
    plies, plies_remarks = _read_counter(halfmove, "halfmove clock", 0)
    number, number_remarks = _read_counter(fullmove, "fullmove number", 1)
    return Fields(
        placement,
        named[0],
        named[1],
        named[2],
        plies,
        max(1, number),
        checks,
        (*remarks, *plies_remarks, *number_remarks),
    )


def check_side(side: str) -> None:
    """Raise FenError unless the field is `w` or `b`."""
    if side not in ("w", "b"):
        raise FenError(f"side to move {side!r} is neither 'w' nor 'b'")


def split_placement(text: str, ranks: int) -> list[str]:
    """Return the ranks of a placement field, top rank first.

    Raises FenError unless there are as many as the board has.
    """
    rows = text.split("/")
    if len(rows) != ranks:
        raise FenError(f"placement {text!r} has {counted(len(rows), 'rank')}, expected {ranks}")
    return rows


def write_placement(cells: Mapping[Square, str], files: int, ranks: int) -> str:
    """Return the placement field of a FEN.

    cells: the text in FEN of each occupied square; empty squares are absent.
    """
    rows = ["".join(map(cells.get, rank, repeat(" "))) for rank in _squares(files, ranks)]
    return _with_numbers("/".join(rows), files)


def write_rank(row: Sequence[str | None]) -> str:
    """Return one rank of a placement field; None stands for an empty square."""
    return _with_numbers("".join(letter or " " for letter in row), len(row))


@lru_cache(maxsize=64)
def _squares(files: int, ranks: int) -> tuple[tuple[Square, ...], ...]:
    """Return the squares of each rank, the top rank first."""
    return tuple(tuple((file, rank) for file in range(files)) for rank in reversed(range(ranks)))


def _with_numbers(text: str, files: int) -> str:
    """Return a text with each run of blanks replaced by its length."""
    for empty in range(files, 0, -1):
        text = text.replace(" " * empty, str(empty))
    return text


def _with_plain_signs(text: str, remarks: list[str]) -> str:
    """Return a FEN with hyphens for dashes, and blanks for the underscores of a web address."""
    plain = text if text.isascii() else text.translate(_DASHES)
    if plain != text:
        remarks.append("dashes read as hyphens")
    if "_" in plain and len(plain.split()) == 1:
        remarks.append("underscores read as blanks")
        plain = plain.replace("_", " ")
    return plain


def _remark_missing(placement: str, named: list[str], count: int, counters: list[str]) -> list[str]:
    """Return a remark if more than the two numbers are missing."""
    missing = named[count:]
    if not missing:
        return []
    if counters:
        names = " and ".join(("side", "rights", "target")[count:])
        return [f"the FEN has no {names}, read as {' '.join(missing)!r}"]
    last = clip([placement, *named][count])
    return [f"the FEN ends after {last}, the rest is taken to be '{' '.join(missing)} 0 1'"]


@lru_cache(maxsize=1024)
def _read_counter(text: str, name: str, default: int) -> tuple[int, tuple[str, ...]]:
    """Return the value of a counter field, and remarks. Raises FenError, which calls it `name`."""
    if text != "-" and not _NUMBER.fullmatch(text):
        raise FenError(f"{name} {clip(text)} is not a number from 0 to {MAX_COUNTER}")
    digits = text.lstrip("0")
    value = default
    if text != "-":
        value = 0 if text[0] == "-" else min(int(digits[:5] or "0"), MAX_COUNTER)
    is_corrected = digits != str(value).lstrip("0")
    return value, (f"{name} {clip(text)} read as {value}",) if is_corrected else ()
