"""Games of the engine against itself, without a clock.

A game follows from its seed and its players alone, wherever and whenever it is played. So each
begins with an empty transposition table.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from amalthea.engine.core.color import Color
from amalthea.engine.core.variant import Variant
from amalthea.engine.evaluation import Evaluation
from amalthea.engine.new_games import new_game
from amalthea.engine.search.solo import SoloSearcher
from amalthea.protocol.records.self_play import Record
from amalthea.training.evaluation_spec import EvaluationSpec
from amalthea.training.random_openings import random_opening

TABLE_MIB = 8
MAX_PLIES = 400
STRAY_PLIES = 80  # last ply that may be random
MAX_ATTEMPTS = 50  # attempts to find a fair opening for a game
UNFAIR_PER_PLY = 3  # unfair openings after which the next ones are a move shorter
FAIR_CP = 400  # greatest score of an opening
DECIDED_CP = 2000  # a score beyond this for several plies decides a game
DECIDED_PLIES = 6
EVEN_CP = 8  # scores within this for many plies, late in a game, make it a draw
EVEN_PLIES = 24
EVEN_FROM = 120  # plies


@dataclass(frozen=True, slots=True)
class GameParameters:
    """Parameters of the games, see Recipe. opening: as returned by `openings.opening_lengths`."""

    nodes: int
    opening: tuple[int, int]
    stray: float


@dataclass(frozen=True, slots=True)
class Chunk:
    """A task: `count` games from number `first` on, both sides with the same evaluation."""

    variant: Variant
    evaluation: EvaluationSpec
    parameters: GameParameters
    seed: str
    first: int
    count: int


def play_chunk(chunk: Chunk) -> list[Record]:
    """Return the games of a chunk that had a fair opening, in order."""
    evaluation = chunk.evaluation.load()
    numbers = range(chunk.first, chunk.first + chunk.count)
    games = (
        play(chunk.variant, evaluation, chunk.parameters, f"{chunk.seed} {number}")
        for number in numbers
    )
    return [game for game in games if game]


def play(
    variant: Variant, evaluation: Evaluation, parameters: GameParameters, seed: str
) -> Record | None:
    """Return the game with that seed, None if no fair opening was found."""
    rng = random.Random(f"{variant.name} {seed}")
    searcher = SoloSearcher(TABLE_MIB, evaluation)
    fen = _fair_opening(variant, searcher, parameters, rng)
    if fen is None:
        return None
    game = new_game(variant, fen)
    moves: list[str] = []
    scores: list[int] = []
    strays: list[int] = []
    adjudicator = Adjudicator()
    while adjudicator.is_open and len(moves) < MAX_PLIES:
        status = game.position.status()
        if status.state != "ongoing":
            return Record(fen, " ".join(moves), scores, strays, status.winner)
        line = searcher.search(game, parameters.nodes)
        adjudicator.add_score(line.score if game.position.turn == "w" else -line.score)
        move = line.moves[0]
        if rng.random() < parameters.stray and len(moves) < STRAY_PLIES:
            strays.append(len(moves))
            move = rng.choice(game.position.legal_moves())
        moves.append(move)
        scores.append(line.score)
        game.play(move)
    return Record(fen, " ".join(moves), scores, strays, adjudicator.winner)


def _fair_opening(
    variant: Variant, searcher: SoloSearcher, parameters: GameParameters, rng: random.Random
) -> str | None:
    """Return the FEN of the first opening with a small score, None if there is none.

    If many are unfair, as in a game that a few random moves can decide, they become shorter.
    """
    for draw in range(MAX_ATTEMPTS):
        length = max(
            min(1, parameters.opening[0]), rng.randint(*parameters.opening) - draw // UNFAIR_PER_PLY
        )
        game = random_opening(variant, rng, length)
        if game is None:
            continue
        fen = game.position.fen()
        line = searcher.search(new_game(variant, fen), parameters.nodes)
        if abs(line.score) <= FAIR_CP:
            return fen
    return None


class Adjudicator:
    """Adjudication of games that are decided, or in which nothing happens any more."""

    def __init__(self) -> None:
        self.winner: Color | None = None
        self.is_open = True
        self._plies = 0
        self._decided = 0  # plies in a row, positive if White wins
        self._even = 0

    def add_score(self, score: int) -> None:
        """Take the score of the next ply in centipawns, White's view."""
        side = (score > DECIDED_CP) - (score < -DECIDED_CP)
        self._plies += 1
        self._decided = self._decided + side if side and side * self._decided >= 0 else side
        self._even = self._even + 1 if abs(score) <= EVEN_CP else 0
        if abs(self._decided) >= DECIDED_PLIES:
            self.winner = Color.WHITE if self._decided > 0 else Color.BLACK
            self.is_open = False
        elif self._plies >= EVEN_FROM and self._even >= EVEN_PLIES:
            self.is_open = False
