"""Finished games for tests: results without moves, and random games of every variant."""

from __future__ import annotations

import random
from collections.abc import Iterable

import engine
from engine.board.placement import PlacementPosition
from engine.board.record import Record
from engine.variants.start import start_fen
from protocol.records.game import GameRecord, Ply, Thought

CHESS_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
WINNERS = {"1": "w", "0": "b", "=": None}


def game(
    number: int,
    white: str,
    black: str,
    result: str,
    reason: str = "checkmate",
    **more: object,
) -> GameRecord:
    """A game of chess without moves; result "1", "0" or "=" for White. more: other fields."""
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


def match(results: Iterable[str], first: str = "A", second: str = "B") -> list[GameRecord]:
    """Games with changing colours, results from the first player's view: "1", "0" or "="."""
    games = []
    for number, result in enumerate(results, start=1):
        if number % 2:
            games.append(game(number, first, second, result))
        else:
            games.append(game(number, second, first, result.translate({48: "1", 49: "0"})))
    return games


def random_game(variant: str, seed: int, longest: int = 120) -> GameRecord:
    """Random legal moves with invented thoughts, to the game's end or `longest` plies."""
    dice = random.Random(seed)
    fen = start_fen(engine.variants.get(variant), seed)
    record = Record(engine.new_position(variant, fen))
    plies: list[Ply] = []
    while len(plies) < longest and record.position.status().state == "ongoing":
        sides = "wb" if record.position.turn == "-" else record.position.turn
        move = _random_move(record.position, dice)
        record.play(move)
        plies.append(Ply(move, {side: _random_thought(dice) for side in sides}))
    status = record.position.status()
    return GameRecord(
        number=seed,
        round=1,
        variant=variant,
        white="White",
        black="Black",
        fen=fen,
        plies=tuple(plies),
        winner=status.winner,
        reason=status.reason or "length",
    )


def _random_move(position: engine.Position, dice: random.Random) -> str:
    if isinstance(position, PlacementPosition):
        return ",".join(dice.choice(position.choices(side)) for side in "wb")
    return dice.choice(position.legal_moves())


def _random_thought(dice: random.Random) -> Thought:
    seconds = dice.randrange(5000) / 1000
    if dice.random() < 0.1:
        return Thought(seconds)
    if dice.random() < 0.1:
        return Thought(seconds, depth=dice.randrange(1, 40), mate=dice.choice((-3, 5)))
    return Thought(seconds, depth=dice.randrange(1, 40), cp=dice.randrange(-900, 900))
