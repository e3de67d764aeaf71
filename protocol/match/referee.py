"""The referee of one game: it follows the moves and says when, how and why the game is over.

The rules are `engine`'s; agreed results are ours. Times and engines are none of its business.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from amalthea.engine.core.variant import Variant
from amalthea.engine.errors import IllegalMove
from amalthea.engine.game_kinds import new_game, new_position
from amalthea.engine.search.reports import Score
from amalthea.protocol.records.game_record import SIDES, Ply, Thought


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a game ended: the winner's side, None for a draw; why in one word, and more of it."""

    winner: str | None
    reason: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Agreement:
    """When a game is ended before the rules end it; None: never.

    resign: (moves, centipawns): won when both players' scores said so for as many own moves each.
    draw: (from move, moves, centipawns): drawn when both were no further from 0 than that.
    plies: drawn when as many have been played, those of the opening counted.
    """

    resign: tuple[int, int] | None = None
    draw: tuple[int, int, int] | None = None
    plies: int | None = None


class Referee:
    """One game from a FEN on. Raises FenError.

    plies: what has been played, the opening with it.
    """

    def __init__(self, variant: Variant, fen: str, agreement: Agreement) -> None:
        self.plies: list[Ply] = []
        self._agreement = agreement
        self._game = new_game(variant, fen)
        self._startpos = "" if variant.random_start else new_position(variant).fen()

    @property
    def choosers(self) -> str:
        """The sides that have to choose: the one to move, "w" or "b", or both at once, "wb"."""
        return self._game.position.choosers()

    def position(self, expected: str = "") -> str:
        """The UCI command that sets the game up as it stands, or as after an expected move."""
        fen = self._game.fen
        start = "position startpos" if fen == self._startpos else f"position fen {fen}"
        moves = " ".join([*self._game.moves, expected] if expected else self._game.moves)
        return f"{start} moves {moves}" if moves else start

    def choices(self, side: str) -> list[str]:
        """What a side that has to choose may choose."""
        return self._game.position.choices(side)

    def allows(self, move: str) -> bool:
        """Whether a move is legal now, where one side is to move, and leaves the game going on."""
        position = self._game.position
        try:
            position.play(move)
        except IllegalMove:
            return False
        goes_on = position.status().state == "ongoing"
        position.undo()
        return goes_on

    def fen(self) -> str:
        """The position as it stands."""
        return self._game.position.fen()

    def play(self, move: str, thoughts: Mapping[str, Thought] | None = None) -> None:
        """Plays a move, or both choices of a turn. Raises IllegalMove and changes nothing."""
        self._game.play(move)
        self.plies.append(Ply(move, thoughts or {}))

    def verdict(self) -> Verdict | None:
        """None while the game goes on."""
        status = self._game.position.status()
        if status.state != "ongoing":
            return Verdict(status.winner, status.reason or status.state)
        return self._agreed()

    def _agreed(self) -> Verdict | None:
        rules = self._agreement
        if rules.resign:
            moves, bound = rules.resign
            scores = self._last_scores(moves)
            for side, sign in zip(SIDES, (1, -1), strict=True):
                if scores and all(sign * score >= bound for score in scores):
                    detail = f"both at {bound} centipawns or more for {moves} moves"
                    return Verdict(side, "adjudication", detail)
        if rules.draw:
            first, moves, bound = rules.draw
            scores = self._last_scores(moves)
            late = self._game.position.fullmove() >= first
            if late and scores and all(abs(score) <= bound for score in scores):
                detail = f"both within {bound} centipawns of 0 for {moves} moves"
                return Verdict(None, "adjudication", detail)
        if rules.plies is not None and len(self.plies) >= rules.plies:
            return Verdict(None, "plies", f"{len(self.plies)} played")
        return None

    def _last_scores(self, moves: int) -> Sequence[int]:
        """White's view of the last moves of both, nothing when one of them has no score."""
        scores = []
        for ply in self.plies[-2 * moves :]:
            for side, thought in ply.thoughts.items():
                score = _centipawns(thought)
                if score is None:
                    return ()
                scores.append(score if side == "w" else -score)
        return scores if len(scores) >= 2 * moves else ()


def _centipawns(thought: Thought) -> int | None:
    """The score of a thought as one number."""
    if thought.mate is not None:
        return Score(thought.mate, mate=True).as_centipawns()
    return thought.cp
