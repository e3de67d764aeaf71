"""The referee of one game: follows the moves and decides when, how and why the game is over.

The rules are those of `engine`, adjudication is done here. It knows neither clocks nor engines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from amalthea.engine.core.color import Color
from amalthea.engine.core.status import Termination
from amalthea.engine.core.variant import Variant
from amalthea.engine.errors import IllegalMove
from amalthea.engine.new_games import new_game, new_position
from amalthea.engine.search.reports import Score
from amalthea.protocol.records.game_record import Ply, Thought


@dataclass(frozen=True, slots=True)
class Verdict:
    """The end of a game: the winner's side or None for a draw, the reason, and details."""

    winner: Color | None
    reason: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class AdjudicationRules:
    """Rules to end a game before its own rules do; None: never.

    Attributes:
        resign: (moves, centipawns): a win if both scores said so for as many moves of each player.
        draw: (first move, moves, centipawns): a draw if both scores were within that of 0.
        plies: a draw after that many plies, including those of the opening.
    """

    resign: tuple[int, int] | None = None
    draw: tuple[int, int, int] | None = None
    plies: int | None = None


class Referee:
    """One game from a FEN on. plies: all plies played, including the opening. Raises FenError."""

    def __init__(
        self,
        variant: Variant,
        fen: str,
        adjudication: AdjudicationRules,
        chess960: bool = False,
    ) -> None:
        self.plies: list[Ply] = []
        self._adjudication = adjudication
        self._game = new_game(variant, fen, chess960=chess960)
        is_drawn = variant.random_start or chess960
        self._startpos = "" if is_drawn else new_position(variant).fen()

    @property
    def choosers(self) -> tuple[Color, ...]:
        """The sides that have to choose: the side to move, or both at once."""
        return tuple(map(Color, self._game.position.choosers()))

    def position(self, expected: str = "") -> str:
        """Return the UCI command that sets up the game, or the game after an expected move."""
        fen = self._game.fen
        start = "position startpos" if fen == self._startpos else f"position fen {fen}"
        moves = " ".join([*self._game.moves, expected] if expected else self._game.moves)
        return f"{start} moves {moves}" if moves else start

    def choices(self, side: Color) -> list[str]:
        """Return the possible choices of a side."""
        return self._game.position.choices(side)

    def allows(self, move: str) -> bool:
        """Return True if a move of the side to move is legal and does not end the game."""
        position = self._game.position
        try:
            position.play(move)
        except IllegalMove:
            return False
        goes_on = position.status().state == "ongoing"
        position.undo()
        return goes_on

    def fen(self) -> str:
        """Return the current position."""
        return self._game.position.fen()

    def play(self, move: str, thoughts: Mapping[Color, Thought] | None = None) -> None:
        """Play a move, or both choices of a turn. Raises IllegalMove and changes nothing."""
        self._game.play(move)
        self.plies.append(Ply(move, thoughts or {}))

    def verdict(self) -> Verdict | None:
        """Return the verdict on the game, None while it goes on."""
        status = self._game.position.status()
        if status.state != "ongoing":
            return Verdict(status.winner, status.reason or status.state)
        return self._adjudicated()

    def _adjudicated(self) -> Verdict | None:
        rules = self._adjudication
        if rules.resign:
            moves, bound = rules.resign
            scores = self._last_scores(moves)
            for side, sign in zip(Color, (1, -1), strict=True):
                if scores and all(sign * score >= bound for score in scores):
                    detail = f"both at {bound} centipawns or more for {moves} moves"
                    return Verdict(side, Termination.ADJUDICATION, detail)
        if rules.draw:
            first, moves, bound = rules.draw
            scores = self._last_scores(moves)
            late = self._game.position.fullmove() >= first
            if late and scores and all(abs(score) <= bound for score in scores):
                detail = f"both within {bound} centipawns of 0 for {moves} moves"
                return Verdict(None, Termination.ADJUDICATION, detail)
        if rules.plies is not None and len(self.plies) >= rules.plies:
            return Verdict(None, Termination.PLY_LIMIT, f"{len(self.plies)} played")
        return None

    def _last_scores(self, moves: int) -> Sequence[int]:
        """Return White's view of both players' last scores; empty if one of them is missing."""
        scores = []
        for ply in self.plies[-2 * moves :]:
            for side, thought in ply.thoughts.items():
                score = _centipawns(thought)
                if score is None:
                    return ()
                scores.append(score if side is Color.WHITE else -score)
        return scores if len(scores) >= 2 * moves else ()


def _centipawns(thought: Thought) -> int | None:
    """Return the score of a thought as one number."""
    if thought.mate is not None:
        return Score(thought.mate, mate=True).as_centipawns()
    return thought.cp
