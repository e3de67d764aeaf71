"""Random games by the engine's rules, as records with invented thoughts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import permutations

import amalthea
from amalthea.engine.core.color import Color
from amalthea.engine.core.game import joint_move
from amalthea.engine.core.position import Position
from amalthea.engine.core.variant import Variant
from amalthea.engine.new_games import new_game
from amalthea.protocol.records.game_record import GameRecord, Ply, Thought

BEGUN = 1_760_000_000.0  # the first game, seconds since 1970
CLOCK = 60.0  # seconds a player has
_SILENT = 0.1  # share of moves without data of a search
CUT = (  # how a game may end that the rules have not ended: winner, reason, detail
    (None, "plies", ""),
    (Color.WHITE, "time", "the clock ran out by 12 ms"),
    (Color.BLACK, "time", "the clock ran out by 7 ms"),
    (Color.BLACK, "crash", "the process ended with status -11"),
)


def random_game(
    variant: str,
    seed: int,
    *,
    number: int = 1,
    white: str = "Ours",
    black: str = "Theirs",
    longest: int = 120,
) -> GameRecord:
    """Return a game of at most `longest` plies; the result of one that is cut off is random."""
    dice = random.Random(seed)
    fen = amalthea.variants.get(variant).start_fen((number + 1) // 2)
    game = new_game(variant, fen)
    plies: list[Ply] = []
    clocks = dict.fromkeys(Color, CLOCK)
    while game.position.status().state == "ongoing" and len(plies) < longest:
        ply = _random_ply(game.position, clocks, dice)
        game.play(ply.move)
        plies.append(ply)
    status = game.position.status()
    winner: Color | None = status.winner
    reason, detail = status.reason, ""
    if reason is None:
        winner, reason, detail = dice.choice(CUT)
    return GameRecord(
        number=number,
        round=(number + 1) // 2,
        variant=variant,
        white=white,
        black=black,
        fen=fen,
        plies=tuple(plies),
        winner=winner,
        reason=reason,
        detail=detail,
        controls=dict.fromkeys(Color, f"{CLOCK:g}+0"),
        started=BEGUN + 100 * number,
        seconds=round(2 * CLOCK - sum(clocks.values()), 3),
    )


def random_match(
    variant: str, names: Sequence[str], games: int, longest: int = 60
) -> list[GameRecord]:
    """Return games between all players, in pairs with swapped colours."""
    pairings = [(one, other) for one, other in permutations(names, 2) if one < other]
    match = []
    for index in range(games):
        one, other = pairings[index // 2 % len(pairings)]
        white, black = (one, other) if index % 2 == 0 else (other, one)
        match.append(
            random_game(variant, index, number=index + 1, white=white, black=black, longest=longest)
        )
    return match


def begun(variant: str | Variant, dice: random.Random) -> Position:
    """Return the first position of play, after a random placement if there is one."""
    game = amalthea.variants.get(variant) if isinstance(variant, str) else variant
    position = amalthea.new_position(game, game.start_fen(dice.randrange(1000)))
    while len(sides := position.choosers()) > 1:
        choices = joint_move(dice.choice(position.choices(side)) for side in sides)
        position = position.play(choices)
    return position


def _random_ply(position: Position, clocks: dict[Color, float], dice: random.Random) -> Ply:
    """Return a random legal move, joint if both sides choose, that takes time off the clocks."""
    thoughts = {side: _thought(side, clocks, dice) for side in map(Color, position.choosers())}
    return Ply(dice.choice(position.legal_moves()), thoughts)


def _thought(side: Color, clocks: dict[Color, float], dice: random.Random) -> Thought:
    seconds = round(dice.uniform(0.01, 0.9), 3)
    clocks[side] -= seconds
    if dice.random() < _SILENT:
        return Thought(seconds, round(clocks[side], 3))
    mate = dice.choice([None] * 12 + [3, -2])
    cp = None if mate else dice.randint(-300, 300)
    depth = dice.randint(1, 20)
    return Thought(seconds, round(clocks[side], 3), depth, cp, mate, dice.randint(10, 10**6))
