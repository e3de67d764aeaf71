"""Positions that users set up: from pieces to FEN and back, checked by the engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from amalthea.engine import variants
from amalthea.engine.core.board import Tokens
from amalthea.engine.core.status import State, Status
from amalthea.engine.core.variant import Variant
from amalthea.engine.errors import AmaltheaError, FenError
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.new_games import new_position
from amalthea.engine.text import clip
from amalthea.protocol.drawing.squares import Cell, cell, covered, name
from amalthea.protocol.web.messages import LONGEST_FEN, Message, MessageError
from amalthea.protocol.web.table import status_shown

_DEFAULT_FIELDS = ("-", "w", "-", "-", "0", "1")  # of a FEN, for those that it lacks
_SIDE, _RIGHTS, _TARGET = 1, 2, 3
_SIDES = ("w", "b", "-")
_ONGOING = Status(State.ONGOING)


@dataclass(frozen=True, slots=True)
class _CheckedFen:
    """Check of a FEN. error: why it cannot be played, "" if it can."""

    fen: str
    error: str = ""
    notes: tuple[str, ...] = ()
    status: Status = _ONGOING


def set_up(message: Message) -> dict[str, Any]:
    """Return the answer to a setup message with a FEN, or with a board and its other fields.

    An empty FEN is that of a new game. The FEN of a board has the rights and counters of the FEN in
    the same message. Raises UnknownVariant and MessageError; the answer itself reports a position
    that cannot be played.
    """
    variant = variants.get(message.word("variant"))
    fen = message.text("fen", LONGEST_FEN).strip() or variant.start_fen()
    if message.has("board"):
        fen = _written(message, variant, fen)
    checked = _check(variant, fen)
    fields = _fields(checked.fen)
    start = _fields(variant.start_fen())
    possible = set(start[_RIGHTS] + fields[_RIGHTS]) - {"-"}
    board, held = _contents(variant, fen)
    return {
        "fen": checked.fen,
        "error": checked.error,
        "notes": checked.notes,
        "status": status_shown(checked.status),
        "board": board and {name(at, variant): token for at, token in board.items()},
        "hands": held,
        "side": fields[_SIDE],
        "sides": ["w", "b"] + ["-"] * (start[_SIDE] == "-"),
        "rights": fields[_RIGHTS].replace("-", ""),
        "possible": "".join(sorted(possible)),
    }


def _check(variant: Variant, fen: str) -> _CheckedFen:
    try:
        position = new_position(variant, fen)
    except FenError as error:
        return _CheckedFen(fen, str(error))
    return _CheckedFen(position.fen(), "", tuple(position.remarks), position.status())


def _contents(variant: Variant, fen: str) -> tuple[Tokens | None, dict[str, int]]:
    """Return the board and the hands of a FEN that may not be playable.

    The board is None if the FEN cannot be read.
    """
    kind = kind_of(variant)
    try:
        return kind.scene(variant, fen), dict(kind.hands(variant, fen))
    except FenError:
        return None, {}


def _written(message: Message, variant: Variant, known: str) -> str:
    """Return the FEN of a board. Raises MessageError."""
    scene = _scene(message.pairs("board"), variant)
    side = message.word("side", _SIDES)
    rights = "".join(dict.fromkeys(message.word("rights"))) or "-"
    placement = kind_of(variant).placement(variant, scene, side)
    if kind_of(variant).hand_tokens(variant):
        placement += "".join(_fields(known)[0].partition("[")[1:]) or "[]"
    counts = _fields(known)[_TARGET + 1 :] if side != "-" else _DEFAULT_FIELDS[_TARGET + 1 :]
    return " ".join((placement, side, rights, "-", *counts))


def _scene(pairs: dict[str, str], variant: Variant) -> Tokens:
    """Return the pieces that a page has placed. Raises MessageError."""
    tokens = kind_of(variant).tokens(variant)
    scene: Tokens = {}
    taken: set[Cell] = set()
    for square, token in pairs.items():
        if token not in tokens:
            raise MessageError(
                f"board: {clip(token)} on {clip(square)} is not a piece of this game"
            )
        try:
            at = cell(square, variant)
        except AmaltheaError as error:
            raise MessageError(f"board: {error}") from error
        for file, rank in (cells := covered(at, token, variant)):
            if not (0 <= file < variant.files and 0 <= rank < variant.ranks):
                raise MessageError(f"board: {clip(token)} on {square} is not on the board")
        if taken.intersection(cells):
            raise MessageError(f"board: {clip(token)} on {square} overlaps another piece")
        taken.update(cells)
        scene[at] = token
    return scene


def _fields(fen: str) -> tuple[str, ...]:
    """Return all fields of a FEN, with defaults for missing ones."""
    given = tuple(fen.split())
    return given + _DEFAULT_FIELDS[len(given) :]
