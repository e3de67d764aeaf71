"""Reader of test suites: EPD lines with known solutions, for any game of the engine.

A line is a FEN, then operations that end with semicolons: `bm` has the moves that solve the
position, `am` moves to avoid, `id` its name, `variant` its game if that is not the suite's. A
position without either is only analysed. Other operations and comments are ignored. Empty lines and
lines that begin with "#" or ";" are comments.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from amalthea.engine import variants
from amalthea.engine.core import epd
from amalthea.engine.errors import AmaltheaError, IllegalMove
from amalthea.engine.text import clip
from amalthea.protocol.analysis.moments import follow

if TYPE_CHECKING:
    from amalthea.engine.api import Position
    from amalthea.engine.core.board import Move
    from amalthea.engine.core.variant import Variant
    from amalthea.protocol.analysis.moments import Moment

_NOT_A_MOVE = re.compile(r"[0-9]*\.*|[!?]+|,")
_MOVE_NUMBER = re.compile(r"^[0-9]+\.+")


class EpdError(AmaltheaError, ValueError):
    """Error in a line of a suite."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A position to solve. solutions: all legal moves that solve it, none if they are unknown."""

    name: str
    moment: Moment
    solutions: frozenset[str]
    wanted: str  # the solution as the suite writes it


def read_suite(
    lines: Iterable[str],
    source: str,
    variant: Variant,
    refuse: Callable[[str], object] | None = None,
) -> list[Problem]:
    """Read the problems of a suite.

    refuse: is called with the error of each line that cannot be read, and the others are read.
    Raises EpdError with file and line for such a line if there is no `refuse`, and for a suite
    without problems.
    """
    problems = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith(("#", ";")):
            continue
        try:
            problems.append(_problem(text, f"line {number}", variant))
        except AmaltheaError as error:
            complaint = f"{source}:{number}: {error}"
            if refuse is None:
                raise EpdError(complaint) from error
            refuse(complaint)
    if not problems:
        raise EpdError(f"{source}: no position, expected lines like 'FEN bm MOVE;'")
    return problems


def _problem(line: str, name: str, variant: Variant) -> Problem:
    fen, rest = epd.split_line(line)
    if "/" not in fen.partition(" ")[0] and not rest:
        raise EpdError(f"{clip(line)}, expected 'PLACEMENT SIDE RIGHTS TARGET bm MOVE;'")
    operations = dict(epd.operations(rest))
    game = variants.get(operations["variant"][0]) if operations.get("variant") else variant
    (here,), _ = follow(game, fen, ())
    if here.both_choose:
        raise EpdError("both sides choose here, expected a position with one side to move")
    if here.is_over:
        raise EpdError(f"the game is over here: {here.status}")
    best, bad = (_move_texts(operations.get(opcode, ())) for opcode in ("bm", "am"))
    if not best and not bad and operations.keys() & {"bm", "am"}:
        raise EpdError("no solution, expected 'bm MOVE;' or 'am MOVE;'")
    position = here.position
    legal = [move.text for move in position.legal_moves] if bad else []
    solutions = set(_moves("bm", best, position) if best else legal)
    solutions -= set(_moves("am", bad, position))
    wanted = " ".join((*best, *(f"not {move}" for move in bad)))
    return Problem(" ".join(operations.get("id", ())) or name, here, frozenset(solutions), wanted)


def _move_texts(operands: Iterable[str]) -> tuple[str, ...]:
    """Return the moves among operands such as `1. Nf3, Nc3!?`, without numbers and commas."""
    words = (_MOVE_NUMBER.sub("", operand.strip(",")) for operand in operands)
    return tuple(word for word in words if not _NOT_A_MOVE.fullmatch(word))


def _moves(opcode: str, texts: Sequence[str], position: Position) -> list[str]:
    """Return the moves in the engine's text, and all others that lead to the same positions.

    Raises EpdError for an illegal move.
    """
    reached = set()
    for text in texts:
        try:
            reached.add(_key_after(position, position.parse_move(text)))
        except IllegalMove as error:
            where = clip(position.fen(), 200)
            raise EpdError(f"{opcode} {clip(text)} is illegal in {where}") from error
    return [move.text for move in position.legal_moves if _key_after(position, move) in reached]


def _key_after(position: Position, move: Move) -> int:
    position.push(move)
    key = position.key()
    position.pop()
    return key
