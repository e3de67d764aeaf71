"""Games of the engine with itself, a file `NAME.xz` for each game: openings and results to look up.

scripts/make_engine_games.py makes them. The first line says what the games were. Each of the others
is a game: its result and the arguments of UCI's `position`, `1-0 startpos moves g1h3 c7c5`.
"""

from __future__ import annotations

import lzma
from collections.abc import Sequence
from importlib.resources import files as package_files
from typing import TYPE_CHECKING

from amalthea.engine import variants
from amalthea.engine.core.status import RESULTS
from amalthea.protocol.records.game_record import GameRecord, Ply

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant

START = "startpos"
PLIES = 40  # of each game
_WINNERS = {result: winner for winner, result in RESULTS.items()}
_ENGINE = "Amalthea"


def shipped(variant: Variant) -> tuple[str, list[GameRecord]]:
    """Return the first line of a variant's file, which describes the games, and the games.

    The result is ("", []) for a variant without a file.
    """
    path = package_files(__package__).joinpath(f"{variant.name}.xz")
    if not variants.comes_along(variant) or not path.is_file():
        return "", []
    about, *lines = lzma.decompress(path.read_bytes()).decode("ascii").splitlines()
    return about, [_game(variant, number, line) for number, line in enumerate(lines, 1)]


def line_of(variant: Variant, fen: str, moves: tuple[str, ...], result: str) -> str:
    """Return the line of a game, with its first moves. result: as PGN writes it."""
    start = START if fen == variant.start else fen
    return f"{result} {start} moves {' '.join(moves[:PLIES])}"


def _game(variant: Variant, number: int, line: str) -> GameRecord:
    head, _, moves = line.partition(" moves")
    result, start = head.split(" ", 1)
    fen = variant.start if start == START else start
    return record(variant.name, number, fen, moves.split(), result)


def record(name: str, number: int, fen: str, moves: Sequence[str], result: str) -> GameRecord:
    """Return a record with the first moves and the result of a game. result: as PGN writes it."""
    plies = tuple(map(Ply, moves[:PLIES]))
    winner = _WINNERS[result]
    return GameRecord(number, 1, name, _ENGINE, _ENGINE, fen, plies, winner, reason="ended")
