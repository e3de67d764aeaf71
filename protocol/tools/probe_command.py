"""`amalthea probe`: what endgame tables say of a position and of each of its moves."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from amalthea.engine.core.board import Notation
from amalthea.engine.core.color import Color
from amalthea.engine.core.position import Position
from amalthea.engine.core.status import State, ending
from amalthea.engine.evaluation.tablebase_file import TablebaseError, TablebaseFile, read_folder
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.move_writing import write_move
from amalthea.engine.text import clip, counted
from amalthea.protocol import tool

_NAME = "probe"
_RESULT_OF_OTHER_SIDE = {"win": "loss", "draw": "draw", "loss": "win"}  # the best first


@dataclass(frozen=True, slots=True)
class _Result:
    """A proven result for one side, "win", "draw" or "loss", and the plies to the mate."""

    word: str
    plies: int = 0

    @property
    def mate(self) -> int | None:
        """The number of the winner's moves to the mate, None for a draw."""
        return None if self.word == "draw" else (self.plies + 1) // 2

    @property
    def rank(self) -> tuple[int, int]:
        """A key that sorts better results first: fast wins, draws, slow losses."""
        slow_is_better = self.word == "loss"
        order = list(_RESULT_OF_OTHER_SIDE).index(self.word)
        return order, -self.plies if slow_is_better else self.plies

    def before(self) -> _Result:
        """Return the result of the side that makes the move to a position with this result."""
        word = _RESULT_OF_OTHER_SIDE[self.word]
        return _Result(word, 0 if word == "draw" else self.plies + 1)


@dataclass(frozen=True, slots=True)
class _Move:
    """A move, in coordinates and as people write it.

    result: that of the side that makes it, None if unknown.
    """

    text: str
    written: str
    result: _Result | None


def main(words: list[str]) -> int:
    """Run the command and return its exit status."""
    return tool.run(_NAME, lambda: _probe(parser().parse_args(words)), (TablebaseError,))


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = tool.Parser(
        prog=f"amalthea {_NAME}",
        description="Look a position up in endgame tables: who wins, in how many moves, and which"
        " moves keep that. The tables are those that `amalthea tablebase` makes.",
        allow_abbrev=False,
    )
    parser.add_argument("variant", metavar="VARIANT", help="the game's name")
    tool.add_position(parser)
    parser.add_argument(
        "--tables", metavar="FOLDER", default=".", help="folder of the tables (default: this one)"
    )
    tool.add_json(parser)
    return parser


def _probe(options: argparse.Namespace) -> int:
    position = tool.read_game(_NAME, options).position
    files, errors = read_folder(options.tables)
    for error in errors:
        tool.warn(_NAME, error)
    result = _result(position, files)
    if result is None:
        raise TablebaseError(
            f"no table in {clip(options.tables)} has this position, or its draw by plies comes"
            " before the mate"
        )
    moves = sorted(_moves(position, files), key=_order)
    best = [move for move in moves if move.result == result]
    if options.json:
        tool.write_json(
            {
                "variant": position.variant.name,
                "fen": position.fen(),
                **_values(result),
                "best": [move.text for move in best],
                "moves": [
                    {"move": move.text, "written": move.written, **_values(move.result)}
                    for move in moves
                ],
            }
        )
        return 0
    status = position.status()
    over = ending(status.winner, status.reason) if status.reason else ""
    tool.write(over or _sentence(result, Color(position.turn).label))
    if best:
        tool.write(f"best: {' '.join(move.written for move in best)}")
    for line in _lines(moves):
        tool.write(line)
    return 0


def _result(position: Position, files: Sequence[TablebaseFile]) -> _Result | None:
    """Return the result for the side to move, None if it is unknown. Raises TablebaseError."""
    status = position.status()
    if status.state is not State.ONGOING:
        if status.winner is None:
            return _Result("draw")
        return _Result("win" if status.winner == position.turn else "loss")
    prober = kind_of(position.variant).prober(position, files)
    plies = prober.plies() if prober else None
    if plies is None:
        return None
    return _Result("win" if plies > 0 else "loss" if plies else "draw", abs(plies))


def _moves(position: Position, files: Sequence[TablebaseFile]) -> Iterator[_Move]:
    """Yield the legal moves with the result of the side that makes them."""
    for text in [] if position.status().reason else position.legal_moves():
        written = write_move(position, text, Notation.SAN)
        after = _result(position.copy().play(text), files)
        yield _Move(text, written, after.before() if after else None)


def _order(move: _Move) -> tuple[int, int, str]:
    """Return a key that sorts better moves first, unknown ones last."""
    return (*(move.result.rank if move.result else (len(_RESULT_OF_OTHER_SIDE), 0)), move.written)


def _values(result: _Result | None) -> dict[str, object]:
    return {"result": result.word if result else None, "mate": result.mate if result else None}


def _sentence(result: _Result, side: str) -> str:
    if result.word == "draw":
        return "Draw"
    what = "wins, mate" if result.word == "win" else "loses, mated"
    return f"{side} {what} in {counted(result.mate or 0, 'move')}"


def _lines(moves: Sequence[_Move]) -> Iterator[str]:
    """Yield a line for each result that moves have, with the moves to the mate in brackets."""
    for word in (*_RESULT_OF_OTHER_SIDE, None):
        alike = [move for move in moves if (move.result.word if move.result else None) == word]
        shown = [
            f"{move.written} ({move.result.mate})"
            if move.result and move.result.mate
            else move.written
            for move in alike
        ]
        if shown:
            yield f"{word or 'unknown'}: {' '.join(shown)}"
