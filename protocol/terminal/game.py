"""A game at the terminal: its moves, secret choices and resignation, and its record."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence

from amalthea.engine.api import Position
from amalthea.engine.core.color import Color
from amalthea.engine.core.game import joint_move
from amalthea.engine.core.status import State, Status, Termination
from amalthea.protocol.records.game_record import GameRecord, Ply, Thought
from amalthea.protocol.records.pgn import NO_NOTES, Notes, to_pgn
from amalthea.protocol.records.variations import Variation


class TerminalGame:
    """Game from a first position on.

    moves: those that were played before. notes, side_lines: those of the file that the game was
    loaded from. Raises IllegalMove.
    """

    def __init__(
        self,
        first: Position,
        moves: Iterable[str] = (),
        notes: Notes = NO_NOTES,
        side_lines: Sequence[Variation] = (),
    ) -> None:
        self.position = first
        self._fen = first.fen()
        self._started = time.time()
        self._plies: list[Ply] = []
        self._chosen: dict[Color, str] = {}  # while the other side has still to choose
        self._thoughts: dict[Color, Thought] = {}  # behind these choices
        self._resigned: Color | None = None
        for move in moves:
            self._push(Ply(move))
        self._notes, self._side_lines = notes, side_lines
        self._annotated = self.moves

    @property
    def moves(self) -> list[str]:
        """All moves played."""
        return [ply.move for ply in self._plies]

    @property
    def status(self) -> Status:
        """The status by the rules or by resignation."""
        if self._resigned:
            return Status(State.WIN, self._resigned.other, Termination.RESIGNATION)
        return self.position.status

    @property
    def is_over(self) -> bool:
        """True if the game is over."""
        return self.status.state is not State.ONGOING

    @property
    def waiting_for(self) -> tuple[Color, ...]:
        """The sides that have yet to choose, none if the game is over."""
        if self.is_over:
            return ()
        return tuple(side for side in self.position.choosers if side not in self._chosen)

    def first_of(self, sides: Sequence[Color]) -> Color | None:
        """Return the first of these sides that the game waits for, None if it waits for none."""
        return next((side for side in self.waiting_for if side in sides), None)

    def legal(self, side: Color | None) -> list[str]:
        """Return the moves or choices of a side, none for a side that has nothing to choose."""
        if side not in self.waiting_for:
            return []
        return [move.text for move in self.position.choices(side)]

    def choose(self, side: Color, move: str, thought: Thought | None = None) -> Ply | None:
        """Take a side's legal move or choice; return the ply once all sides have chosen.

        thought: that of the engine.
        """
        self._chosen[side] = move
        if thought:
            self._thoughts[side] = thought
        if self.waiting_for:
            return None
        joint = joint_move(self._chosen[each] for each in self.position.choosers)
        ply = Ply(joint, dict(self._thoughts))
        self._push(ply)
        return ply

    def take_back(self, sides: Sequence[Color]) -> None:
        """Take back the resignation, else a choice that waits for the other side's, else moves.

        Moves are taken back until one of these sides has to choose.
        """
        if self._resigned:
            self._resigned = None
            return
        is_waiting = bool(self._chosen)
        self._forget_choices()
        while self._plies and not is_waiting:
            self._plies.pop()
            self.position.pop()
            if self.first_of(sides):
                break

    def resign(self, side: Color) -> None:
        """Let a side resign."""
        self._resigned = side

    def to_pgn(self, names: Mapping[Color, str]) -> str:
        """Return the game as PGN, with the notes and side lines of its file that are still true.

        names: of the players.
        """
        lines = (line.diverging_from(self.moves) for line in self._side_lines)
        notes = self._notes.still_true(self._annotated, self.moves)
        return to_pgn(self._record(names), variations=filter(None, lines), notes=notes)

    def _record(self, names: Mapping[Color, str]) -> GameRecord:
        status, variant = self.status, self.position.variant
        return GameRecord(
            number=0,
            round=0,
            variant=variant.name,
            white=names[Color.WHITE],
            black=names[Color.BLACK],
            fen=self._fen,
            plies=tuple(self._plies),
            winner=status.winner,
            reason=(status.reason or "") if self.is_over else "",
            started=self._started,
            chess960=variant.chess960,
        )

    def _push(self, ply: Ply) -> None:
        self.position.push(ply.move, null=True)
        self._plies.append(ply)
        self._forget_choices()

    def _forget_choices(self) -> None:
        self._chosen.clear()
        self._thoughts.clear()
