"""A game as it is clicked: whose click is next, what it may be, what it brings about.

A GUI without rules of its own clears the board and sends all clicks again after each of them. So
clicks stay known after they were taken back: the same ones again cost nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from amalthea.engine.core.game import joint_move
from amalthea.engine.errors import AmaltheaError
from amalthea.protocol.gtp.board import Board, point
from amalthea.protocol.gtp.clicks import Clicks, Ways

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position
    from amalthea.engine.engine import Engine

COLOURS = {"b": "Black", "w": "White"}
_ASKED_FIRST = "bw"  # where both sides choose: who begins in GTP


class ClickError(AmaltheaError, ValueError):
    """Nothing can be clicked there now."""


@dataclass(frozen=True, slots=True)
class _Click:
    """square: None where a side that is not to move passes."""

    side: str
    square: str | None


@dataclass(frozen=True, slots=True)
class _State:
    """After a click: complete moves, the clicks of the next, secret choices by side."""

    moves: int = 0
    clicked: Clicks = ()
    chosen: tuple[tuple[str, str], ...] = ()


class ClickedGame:
    """See the module. Stands on an engine's game, which follows when it is needed."""

    def __init__(self, engine: Engine, fen: str | None = None) -> None:
        """From a position on, or a new game. Raises FenError."""
        self._engine = engine
        engine.set_position(fen)
        self.fen = engine.game.fen
        self.board = Board(engine.game.variant)
        self.set_up = False  # whether it begins where a GUI put its stones
        self._clicks: list[_Click] = []
        self._states = [_State()]
        self._moves: list[str] = []
        self._at = 0  # how many of the clicks are made
        self._standing = 0  # moves in the engine's game; more than ours: of another line
        self._ways: tuple[tuple[int, str], Ways] | None = None

    # -- where it stands ---------------------------------------------------------------------------

    def stand(self, anew: bool = False) -> None:
        """Has the engine's game stand before the move that is being clicked.

        anew: it was another game meanwhile.
        """
        wanted = self._state.moves
        if anew or self._standing > wanted:
            self._engine.set_position(self.fen, self._moves[:wanted])
        else:
            self._engine.game.play_all(self._moves[self._standing : wanted])
        self._standing = wanted

    @property
    def position(self) -> Position:
        """The position before the move that is being clicked."""
        self.stand()
        return self._engine.game.position

    @property
    def side(self) -> str:
        """Whose click is next."""
        position = self.position
        choosers = position.choosers()
        if len(choosers) < 2:
            return choosers or position.turn
        done = {side for side, _ in self._state.chosen}
        return next(side for side in _ASKED_FIRST if side in choosers and side not in done)

    @property
    def choosing(self) -> bool:
        """Whether both sides choose in secret."""
        return len(self.position.choosers()) > 1

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.position.status().state != "ongoing"

    @property
    def clicked(self) -> Clicks:
        """The clicks of the move that is being made."""
        return self._state.clicked

    @property
    def moves(self) -> tuple[str, ...]:
        """Those that are complete, both sides' choices as one."""
        return tuple(self._moves[: self._state.moves])

    @property
    def ways(self) -> Ways:
        """The moves of the side whose click is next."""
        known = (self._state.moves, self.side)
        if self._ways is None or self._ways[0] != known:
            legal = [] if self.over else self.position.choices(self.side)
            self._ways = known, Ways(legal, self.board.near)
        return self._ways[1]

    def legal(self) -> list[str]:
        """What may be clicked: what goes on with a move, then what ends its choice."""
        going_on = list(self.ways.next(self.clicked))
        if not self.clicked:
            return going_on
        return going_on + [each for each in self.board.squares() if each not in going_on]

    @property
    def _state(self) -> _State:
        return self._states[self._at]

    # -- clicks ------------------------------------------------------------------------------------

    def click(self, side: str, square: str | None) -> None:
        """A side's click; None where it passes because it is not to move. Raises ClickError."""
        click = _Click(side, square)
        if self._at == len(self._clicks) or self._clicks[self._at] != click:
            after, move = self._outcome(click)
            self._forget_the_rest()
            self._clicks.append(click)
            self._states.append(after)
            self._moves += [move] if move else []
        self._at += 1

    def click_all(self, clicks: list[tuple[str, str | None]]) -> None:
        """All of them or none. Raises ClickError."""
        before = self._at
        try:
            for side, square in clicks:
                self.click(side, square)
        except ClickError:
            self._at = before
            raise

    def undo(self, clicks: int = 1) -> None:
        """Takes clicks back. Raises ClickError."""
        if self._at < clicks:
            raise ClickError(f"cannot undo: {self._at} clicks were made")
        self._at -= clicks

    def clear(self) -> None:
        """Back to the first position."""
        self._at = 0

    def _outcome(self, click: _Click) -> tuple[_State, str | None]:
        """What a click leads to, and the move that it completes. Raises ClickError."""
        state, own = self._state, click.side == self.side
        if click.square is None:
            if own and not self.over:
                raise ClickError(f"{COLOURS[click.side]} has to move and may not pass")
            return state, None
        if self.over:
            raise ClickError(f"the game is over: {self.position.status()}")
        if not own:
            raise ClickError(f"{COLOURS[self.side]} is to move")
        going_on, clicked = self.ways.next(state.clicked), state.clicked
        if click.square not in going_on:
            going_on, clicked = self.ways.next(()), ()
        square = self._meant(click.square, going_on)
        if square is None:
            if not state.clicked:
                raise ClickError(f"illegal move: nothing can move from {point(click.square)}")
            return replace(state, clicked=()), None
        return self._made(replace(state, clicked=(*clicked, square)), click.side)

    def _meant(self, square: str, possible: Mapping[str, str]) -> str | None:
        """The square that a click means: of what covers several, where it stands."""
        if square in possible:
            return square
        for thing in self.board.things(self.position.fen()):
            if square in thing.covers and thing.square in possible:
                return thing.square
        return None

    def _made(self, state: _State, side: str) -> tuple[_State, str | None]:
        """What follows from the clicks so far."""
        move = self.ways.move(state.clicked)
        if move is None:
            return state, None
        choosers = self.position.choosers()
        if len(choosers) > 1:
            chosen = dict(state.chosen) | {side: move}
            if len(chosen) < len(choosers):
                return replace(state, clicked=(), chosen=tuple(chosen.items())), None
            move = joint_move(chosen[each] for each in choosers)
        return _State(state.moves + 1), move

    def _forget_the_rest(self) -> None:
        """Of the clicks that were taken back."""
        del self._clicks[self._at :], self._states[self._at + 1 :], self._moves[self._state.moves :]
