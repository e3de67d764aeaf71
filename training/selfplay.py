"""The engine plays itself, game after game, in processes of its own and without a clock.

Games differ by random moves at their beginning. What they are follows from the seed alone: game
number n of a seed is the same wherever and whenever it is played.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from engine.board.game import Game, joint_move
from engine.board.variant import Variant
from engine.errors import IllegalMove
from engine.games import new_game
from engine.search.solo import SoloSearcher
from training.records import Record

TABLE_MIB = 8
MOST_PLIES = 400
STRAY_PLIES = 80  # after which no move is random
FAIR_CP = 400  # an opening that is further from balance teaches little
DECIDED_CP = 2000  # a score beyond this, several plies in a row, decides a game
DECIDED_PLIES = 6
EVEN_CP = 8  # scores within this for long, late in a game, make it a draw
EVEN_PLIES = 24
EVEN_FROM = 120  # plies


@dataclass(frozen=True, slots=True)
class Plan:
    """nodes: of each search. plies: how many random moves a game begins with, fewest and most.

    stray: the chance of each later move to be random, too, so that games see more than good play.
    """

    nodes: int = 400
    plies: tuple[int, int] = (4, 10)
    stray: float = 0.03


def play(variant: Variant, searcher: SoloSearcher, plan: Plan, seed: str) -> Record | None:
    """The game of that seed, None if its opening is no fair one."""
    dice = random.Random(f"{variant.name} {seed}")
    game = _opening(variant, dice, dice.randint(*plan.plies))
    if game is None:
        return None
    fen = game.position.fen()
    moves: list[str] = []
    scores: list[int] = []
    strays: list[int] = []
    verdict = _Verdict()
    game = new_game(variant, fen)
    while verdict.open and len(moves) < MOST_PLIES:
        status = game.position.status()
        if status.state != "ongoing":
            return Record(fen, " ".join(moves), scores, strays, status.winner) if moves else None
        line = searcher.search(game, plan.nodes)
        if not moves and abs(line.score) > FAIR_CP:
            return None
        verdict.hear(line.score if game.position.turn == "w" else -line.score)
        move = line.moves[0]
        if dice.random() < plan.stray and len(moves) < STRAY_PLIES:
            strays.append(len(moves))
            move = dice.choice(game.position.legal_moves())
        moves.append(move)
        scores.append(line.score)
        game.play(move)
    return Record(fen, " ".join(moves), scores, strays, verdict.winner)


class _Verdict:
    """Ends games that are decided, and those in which nothing happens any more."""

    def __init__(self) -> None:
        self.winner: str | None = None
        self.open = True
        self._plies = 0
        self._decided = 0  # plies in a row, White's above 0
        self._even = 0

    def hear(self, score: int) -> None:
        """The next ply's score in centipawns, White's view."""
        side = (score > DECIDED_CP) - (score < -DECIDED_CP)
        self._plies += 1
        self._decided = self._decided + side if side and side * self._decided >= 0 else side
        self._even = self._even + 1 if abs(score) <= EVEN_CP else 0
        if abs(self._decided) >= DECIDED_PLIES:
            self.winner = "w" if self._decided > 0 else "b"
            self.open = False
        elif self._plies >= EVEN_FROM and self._even >= EVEN_PLIES:
            self.open = False


def _opening(variant: Variant, dice: random.Random, plies: int) -> Game | None:
    """A game after random choices where both choose, and so many random moves; None if it ended."""
    game = new_game(variant, variant.start_fen(dice.getrandbits(30)))
    while plies > 0 and game.position.status().state == "ongoing":
        position = game.position
        sides = position.choosers()
        plies -= len(sides) == 1
        try:
            game.play(joint_move(dice.choice(position.choices(side)) for side in sides))
        except IllegalMove:  # two sides' choices may exclude each other
            return None
    if len(game.position.choosers()) > 1 or game.position.status().state != "ongoing":
        return None
    return game
