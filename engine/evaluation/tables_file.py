"""The format of tables files: numbers of the hand-written evaluation fitted to a game's rules.

A file is TOML. `variant` and `rules` are as in the header of a net; `trained` is a table about the
fit; `chances` is the meaning of scores, see evaluation.chances, if known; `weights` has those that
differ from the defaults. In games of pieces, `pieces` has a table for each letter:

    value       [midgame, endgame], centipawns on every square
    mobility    [midgame, endgame], 1/64 of a centipawn for each target square
    midgame     a text with the bonus for each square, in centipawns, as White's pieces see
    endgame     the board: the last rank first. A row may stop at the middle of the board if left
                and right are the same. For a piece on two squares, its anchor counts
    hand        [midgame, endgame], centipawns in hand, if the game has drops; else computed from
                the value

Tables that do not fit the layout of the game are refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from amalthea.engine.core import schema
from amalthea.engine.core.fingerprint import mismatch
from amalthea.engine.core.input_file import read_whole
from amalthea.engine.errors import AmaltheaError
from amalthea.engine.evaluation import MAX_WEIGHT, HandWritten, TablesFile, Weights
from amalthea.engine.evaluation.chances import Chances
from amalthea.engine.system_errors import error_reason
from amalthea.engine.text import clip, counted, one_line

MOST_BYTES = 1 << 20  # of a file
MAX_CP = 6000  # of a piece, and of its bonus on a square
_CHECKSUM = 16  # bytes
_LONGEST_REASON = 120  # characters
_SHOWN = 20  # characters of a wrong number
TABLES = Path(__file__).parent.with_name("tables")  # the folder of the shipped tables
_HEAD = {
    "variant": str,
    "rules": str,
    "trained": dict,
    "chances": dict,
    "weights": dict,
    "pieces": dict,
}
_PIECE = ("value", "mobility", "midgame", "endgame")
_HAND = "hand"

Rows = tuple[tuple[int, ...], ...]
Phases = tuple[int, int]  # midgame, endgame


class TablesError(AmaltheaError):
    """Error in a tables file, or tables for another game; the message is one line naming it."""


@dataclass(frozen=True, slots=True)
class PieceTables:
    """The tables of one piece type for White's pieces, with full rows; see the module."""

    value: Phases
    mobility: Phases
    midgame: Rows
    endgame: Rows
    hand: Phases | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Tables:
    """The contents of a tables file."""

    variant: str
    rules: str
    weights: Weights = ()
    pieces: Mapping[str, PieceTables] = field(default_factory=dict)
    trained: Mapping[str, Any] = field(default_factory=dict)
    chances: Chances | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """The requirements of a game on its tables.

    rules: see GameKind.net_rules.
    defaults: its weights by name.
    boards: the number of files and ranks that each letter's piece can stand on.
    ranges: the allowed values of weights, see GameKind.ranges.
    has_hands: whether pieces may be in hand.
    """

    rules: str
    defaults: Mapping[str, int]
    boards: Mapping[str, tuple[int, int]]
    ranges: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    has_hands: bool = False


def shipped(rules: str) -> TablesFile | None:
    """Return the shipped tables for games of these rules, or None."""
    return _shipped(TABLES, rules)


def tables_file_of(evaluation: HandWritten, rules: str) -> TablesFile | None:
    """Return the file whose tables an evaluation uses in games of these rules.

    That is the file it names, or the shipped one if it sets nothing; None if all is computed.
    """
    return evaluation.tables or (shipped(rules) if evaluation == HandWritten() else None)


def load(file: TablesFile, layout: Layout) -> Tables:
    """Return the tables of a file. Raises TablesError if they do not fit the layout."""
    data = _read_contents(file.path)
    if file.checksum not in ("", _checksum_of(data)):
        raise TablesError(f"{clip(file.path)}: changed since it was checked")
    tables = _parse(file.path, data)
    if tables.rules != layout.rules:
        raise misfit(file.path, tables)
    try:
        return _fit_to_layout(tables, layout)
    except ValueError as error:
        raise TablesError(f"{clip(file.path)}: {error}") from error


def weights_only_tables(game: str, layout: Layout, evaluation: HandWritten) -> Tables:
    """Return the tables of a kind of game that has weights only, with defaults for missing ones.

    Raises TablesError.
    """
    file = tables_file_of(evaluation, layout.rules)
    given = dict(load(file, layout).weights if file else evaluation.weights)
    weights = tuple((name, given.get(name, value)) for name, value in layout.defaults.items())
    return Tables(game, layout.rules, weights)


@lru_cache(maxsize=16)
def chances_of(file: TablesFile) -> Chances | None:
    """Return the meaning of scores given by a file, or None. Raises TablesError."""
    return _parse(file.path, _read_contents(file.path)).chances


def identified(path: str) -> tuple[TablesFile, Tables]:
    """Return a tables file with its checksum, and its tables. Raises TablesError."""
    data = _read_contents(path)
    return TablesFile(path, _checksum_of(data)), _parse(path, data)


def misfit(path: str, tables: Tables) -> TablesError:
    """Return the error for tables that belong to another game."""
    return TablesError(f"{clip(path)}: tables {mismatch(tables.rules, clip(tables.variant))}")


def to_toml(tables: Tables) -> str:
    """Return the text of a tables file; rows end at the middle if left and right are the same."""
    import json

    lines = [f"{name} = {json.dumps(getattr(tables, name))}" for name in ("variant", "rules")]
    lines += ["", "[trained]"]
    lines += [f"{name} = {json.dumps(value)}" for name, value in tables.trained.items()]
    if tables.chances:
        given = asdict(tables.chances).items()
        lines += ["", "[chances]", *(f"{name} = {json.dumps(value)}" for name, value in given)]
    lines += ["", "[weights]"]
    lines += [f"{name} = {value}" for name, value in tables.weights]
    for letter, piece in tables.pieces.items():
        lines += ["", f'[pieces."{letter}"]']
        lines += [f"{name} = {list(getattr(piece, name))}" for name in ("value", "mobility")]
        lines += [f"{_HAND} = {list(piece.hand)}"] if piece.hand else []
        for name in ("midgame", "endgame"):
            lines += [f'{name} = """', *_row_lines(getattr(piece, name)), '"""']
    return "\n".join([*lines, ""])


def _row_lines(rows: Rows) -> list[str]:
    alike = all(row == row[::-1] for row in rows)
    shown = [row[: (len(row) + 1) // 2] if alike else row for row in rows]
    return [" ".join(f"{number:4}" for number in row) for row in shown]


@lru_cache(maxsize=64)
def _shipped(folder: Path, rules: str) -> TablesFile | None:
    found = sorted(folder.glob(f"*-{rules}.toml")) if rules else []
    return TablesFile(str(found[0])) if found else None


def _read_contents(path: str) -> bytes:
    """Return the bytes of a file. Raises TablesError."""
    try:
        return read_whole(path, MOST_BYTES)
    except (OSError, ValueError) as error:
        raise TablesError(f"{clip(path)}: {error_reason(error)}") from error


def _checksum_of(data: bytes) -> str:
    import hashlib

    return hashlib.blake2b(data, digest_size=_CHECKSUM).hexdigest()


def _parse(path: str, data: bytes) -> Tables:
    """Return the tables in a file after the checks that need no layout. Raises TablesError."""
    import tomllib

    try:
        values = tomllib.loads(data.decode())
        for name, kind in _HEAD.items():
            if not isinstance(values.setdefault(name, kind()), kind):
                raise ValueError(f"{name} is {clip(str(values[name]))}")
        if unknown := values.keys() - _HEAD.keys():
            raise ValueError(f"unknown {clip(min(unknown))}")
        weights = tuple(
            (name, _whole_number(name, value, MAX_WEIGHT))
            for name, value in values["weights"].items()
        )
        pieces = {letter: _piece(letter, given) for letter, given in values["pieces"].items()}
        given = values["chances"]
        chances = schema.from_values(given, Chances, "chances") if given else None
    except (ValueError, RecursionError) as error:
        reason = one_line(str(error))[:_LONGEST_REASON]
        raise TablesError(f"{clip(path)}: not a tables file: {reason}") from error
    return Tables(values["variant"], values["rules"], weights, pieces, values["trained"], chances)


def _piece(letter: str, given: Any) -> PieceTables:
    """Return the tables of a piece. Raises ValueError."""
    if not isinstance(given, dict) or given.keys() - {_HAND} != set(_PIECE):
        raise ValueError(f"piece {clip(letter)}: expected {', '.join(_PIECE)}, optionally {_HAND}")
    value, mobility = (_phases(f"{letter} {name}", given[name]) for name in _PIECE[:2])
    midgame, endgame = (_rows(f"{letter} {name}", given[name]) for name in _PIECE[2:])
    hand = _phases(f"{letter} {_HAND}", given[_HAND]) if _HAND in given else None
    return PieceTables(value, mobility, midgame, endgame, hand)


def _phases(named: str, given: Any) -> Phases:
    if not isinstance(given, list) or len(given) != 2:
        raise ValueError(f"{clip(named)} is {clip(str(given))}, expected [midgame, endgame]")
    midgame, endgame = (_whole_number(named, number, MAX_CP) for number in given)
    return midgame, endgame


def _rows(named: str, given: Any) -> Rows:
    if not isinstance(given, str):
        raise ValueError(f"{clip(named)} is {clip(str(given))}, expected a text of rows")
    try:
        rows = [[int(number) for number in line.split()] for line in given.strip().split("\n")]
    except ValueError:
        raise ValueError(f"{clip(named)}: expected rows of whole numbers") from None
    return tuple(tuple(_whole_number(named, number, MAX_CP) for number in row) for row in rows)


def _whole_number(named: str, number: Any, most: int) -> int:
    """Return the number. Raises ValueError unless it is whole and its size at most `most`."""
    if type(number) is not int or abs(number) > most:
        raise ValueError(
            f"{named} is {str(number)[:_SHOWN]}, expected a whole number of at most {most}"
        )
    return number


def _fit_to_layout(tables: Tables, layout: Layout) -> Tables:
    """Return the tables with full rows. Raises ValueError if they do not fit the layout."""
    for name, value in tables.weights:
        if name not in layout.defaults:
            raise ValueError(f"unknown weight {clip(name)}")
        low, high = layout.ranges.get(name, (-MAX_WEIGHT, MAX_WEIGHT))
        if not low <= value <= high:
            raise ValueError(f"{name} is {value}, expected {low} to {high}")
    pieces = {}
    for letter, piece in tables.pieces.items():
        if letter not in layout.boards:
            raise ValueError(f"unknown piece {clip(letter)}")
        files, ranks = layout.boards[letter]
        if piece.hand and not layout.has_hands:
            raise ValueError(f"{letter} {_HAND}: no piece is in hand in this game")
        for name, given in (("value", piece.value), (_HAND, piece.hand or (0, 0))):
            if min(given) < 0:
                raise ValueError(f"{letter} {name} is {list(given)}, expected none below 0")
        midgame, endgame = (
            _full_rows(f"{letter} {name}", getattr(piece, name), files, ranks)
            for name in ("midgame", "endgame")
        )
        pieces[letter] = replace(piece, midgame=midgame, endgame=endgame)
    return replace(tables, pieces=pieces)


def _full_rows(named: str, rows: Rows, files: int, ranks: int) -> Rows:
    """Return full rows, mirrored where a row is half. Raises ValueError for a wrong size."""
    if len(rows) != ranks:
        raise ValueError(f"{named}: {counted(len(rows), 'row')}, expected {ranks}")
    half = (files + 1) // 2
    for number, row in enumerate(rows, 1):
        if len(row) not in (files, half):
            given = counted(len(row), "number")
            raise ValueError(f"{named}: row {number} has {given}, expected {half}")
    return tuple(
        row if len(row) == files else (*row, *reversed(row[: files - half])) for row in rows
    )
