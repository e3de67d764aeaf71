"""Finished games for tests: results without moves."""

from __future__ import annotations

from collections.abc import Iterable

from amalthea.engine.core.color import Color
from amalthea.protocol.records.game_record import GameRecord

CHESS_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
WINNERS = {"1": Color.WHITE, "0": Color.BLACK, "=": None}


def finished_game(
    number: int,
    white: str,
    black: str,
    result: str,
    reason: str = "checkmate",
    **more: object,
) -> GameRecord:
    """Return a game of chess without moves; result "1", "0" or "=" for White."""
    fields: dict[str, object] = {
        "number": number,
        "round": (number + 1) // 2,
        "variant": "chess",
        "white": white,
        "black": black,
        "fen": CHESS_START,
        "plies": (),
        "winner": WINNERS[result],
        "reason": reason if result != "=" else "repetition",
    }
    return GameRecord(**{**fields, **more})  # type: ignore[arg-type]


def finished_match(results: Iterable[str], first: str = "A", second: str = "B") -> list[GameRecord]:
    """Return games with alternating colours, results from the first player's view."""
    games = []
    for number, result in enumerate(results, start=1):
        if number % 2:
            games.append(finished_game(number, first, second, result))
        else:
            games.append(finished_game(number, second, first, result.translate({48: "1", 49: "0"})))
    return games
