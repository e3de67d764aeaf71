"""Positions for people: as pictures in notebooks, and as PGN."""

from __future__ import annotations

from typing import TYPE_CHECKING

from amalthea.engine import api

if TYPE_CHECKING:
    from typing import Self

    from amalthea.engine.core.status import Outcome


class Position(api.Position):
    __doc__ = api.Position.__doc__

    def _repr_svg_(self) -> str:
        """Return the picture of the position with its last move; notebooks call this."""
        from amalthea.protocol.drawing.board_svg import board_svg

        return board_svg(self)

    def to_pgn(
        self,
        white: str = "White",
        black: str = "Black",
        event: str = "",
        outcome: Outcome | None = None,
    ) -> str:
        """Return the game that led to this position as PGN, with its result if it is over.

        outcome: of a game that the rules have not ended, such as Outcome(Color.BLACK,
        Termination.RESIGNATION). Raises UnknownVariant for a game that is not registered.

        >>> print(Position("chess", moves=["f3", "e5", "g4", "Qh4"]).to_pgn().splitlines()[-2])
        1. f3 e5 2. g4 Qh4# {checkmate} 0-1
        """
        from amalthea.protocol.records.game_record import GameRecord, Ply
        from amalthea.protocol.records.pgn import to_pgn

        outcome = outcome or self.outcome()
        record = GameRecord(
            number=0,
            round=0,
            variant=self.variant.name,
            white=white,
            black=black,
            fen=self.game.first_fen,
            plies=tuple(map(Ply, self.game.played)),
            winner=outcome.winner if outcome else None,
            reason=outcome.termination if outcome else "",
            chess960=self.variant.chess960,
        )
        return to_pgn(record, event)

    @classmethod
    def from_pgn(cls, text: str) -> Self:
        """Return the last position of a PGN text's first game, with the moves that led to it.

        Raises PgnError for a text without a game, and for what cannot be read in it.

        >>> Position.from_pgn("1. e4 e5 2. Nf3 *").ply
        3
        """
        from amalthea.protocol.records.pgn import PgnError, read_pgn

        game = next(read_pgn(text, "PGN"), None)
        if game is None:
            raise PgnError("PGN", 1, 1, "no game, expected tags or moves")
        if game.errors:
            raise game.errors[0]
        position = cls(game.variant, game.fen, chess960=game.chess960)
        for move in game.moves:
            position.push(move, null=True)
        return position
