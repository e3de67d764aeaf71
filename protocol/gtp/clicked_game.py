"""A game played by clicks: the side of the next click, its possible squares and its result.

A GUI without rules of its own clears the board and sends all clicks again after each click. So
clicks are kept after they are taken back, and repeating them costs nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from amalthea.engine.core.color import Color
from amalthea.engine.core.game import joint_move
from amalthea.engine.errors import AmaltheaError
from amalthea.engine.text import counted
from amalthea.protocol.gtp.board import Board, point
from amalthea.protocol.gtp.clicks import Clicks, Ways

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position
    from amalthea.engine.engine import Engine

_CHOICE_ORDER = (Color.BLACK, Color.WHITE)  # GTP asks for Black's secret choice first


class ClickError(AmaltheaError, ValueError):
    """Error for a click that is not possible now."""


@dataclass(frozen=True, slots=True)
class _Click:
    """A side's click. square: None for a pass of the side that is not to move."""

    side: Color
    square: str | None


@dataclass(frozen=True, slots=True)
class _State:
    """State after a click: number of complete moves, clicks of the next one, secret choices."""

    moves: int = 0
    clicked: Clicks = ()
    chosen: tuple[tuple[Color, str], ...] = ()


class ClickedGame:
    """Game played by clicks. The engine's game is brought up to date when it is needed."""

    def __init__(self, engine: Engine, fen: str | None = None) -> None:
        """Start from a FEN, or a new game. Raises FenError."""
        self._engine = engine
        engine.set_position(fen)
        self.fen = engine.game.fen
        self.board = Board(engine.game.variant)
        self.set_up = False  # True if a GUI set up the first position
        self._clicks: list[_Click] = []
        self._states = [_State()]
        self._moves: list[str] = []
        self._at = 0  # number of clicks made and not taken back
        self._engine_moves = 0  # moves in the engine's game
        self._ways: tuple[tuple[int, Color], Ways] | None = None

    # -- the position ------------------------------------------------------------------------------

    def update_engine(self, anew: bool = False) -> None:
        """Bring the engine's game to the position before the move being clicked.

        anew: True if the engine has another game, so that all moves must be played again.
        """
        complete = self._state.moves
        if anew or self._engine_moves > complete:
            self._engine.set_position(self.fen, self._moves[:complete])
        else:
            self._engine.game.play_all(self._moves[self._engine_moves : complete])
        self._engine_moves = complete

    @property
    def position(self) -> Position:
        """The position before the move being clicked."""
        self.update_engine()
        return self._engine.game.position

    @property
    def side(self) -> Color:
        """The side of the next click."""
        position = self.position
        choosers = position.choosers()
        if len(choosers) < 2:
            return Color(choosers or position.turn)
        done = {side for side, _ in self._state.chosen}
        return next(side for side in _CHOICE_ORDER if side in choosers and side not in done)

    @property
    def choosing(self) -> bool:
        """True while both sides choose in secret."""
        return len(self.position.choosers()) > 1

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return self.position.status().state != "ongoing"

    @property
    def clicked(self) -> Clicks:
        """The clicks of the move being made."""
        return self._state.clicked

    @property
    def moves(self) -> tuple[str, ...]:
        """The complete moves; two secret choices are one move."""
        return tuple(self._moves[: self._state.moves])

    @property
    def ways(self) -> Ways:
        """The moves of the side of the next click."""
        known = (self._state.moves, self.side)
        if self._ways is None or self._ways[0] != known:
            legal = [] if self.is_over else self.position.choices(self.side)
            self._ways = known, Ways(legal, self.board.near)
        return self._ways[1]

    def legal(self) -> list[str]:
        """Return the squares that can be clicked.

        First come those that continue the move, then all others, which cancel it once it has begun.
        """
        possible = list(self.ways.next(self.clicked))
        if not self.clicked:
            return possible
        return possible + [each for each in self.board.squares() if each not in possible]

    @property
    def _state(self) -> _State:
        return self._states[self._at]

    # -- clicks ------------------------------------------------------------------------------------

    def click(self, side: Color, square: str | None) -> None:
        """Make a side's click, None for a pass of the side not to move. Raises ClickError."""
        click = _Click(side, square)
        if self._at == len(self._clicks) or self._clicks[self._at] != click:
            after, move = self._outcome(click)
            self._forget_undone()
            self._clicks.append(click)
            self._states.append(after)
            self._moves += [move] if move else []
        self._at += 1

    def click_all(self, clicks: list[tuple[Color, str | None]]) -> None:
        """Make all clicks or none. Raises ClickError."""
        before = self._at
        try:
            for side, square in clicks:
                self.click(side, square)
        except ClickError:
            self._at = before
            raise

    def undo(self, clicks: int = 1) -> None:
        """Take clicks back. Raises ClickError."""
        if self._at < clicks:
            verb = "was" if self._at == 1 else "were"
            raise ClickError(f"cannot undo: {counted(self._at, 'click')} {verb} made")
        self._at -= clicks

    def clear(self) -> None:
        """Return to the first position."""
        self._at = 0

    def _outcome(self, click: _Click) -> tuple[_State, str | None]:
        """Return the state after a click, and the move that it completes. Raises ClickError."""
        state, own = self._state, click.side == self.side
        if click.square is None:
            if own and not self.is_over:
                raise ClickError(f"{click.side.label} has to move and may not pass")
            return state, None
        if self.is_over:
            raise ClickError(f"the game is over: {self.position.status()}")
        if not own:
            raise ClickError(f"{self.side.label} is to move")
        possible, clicked = self.ways.next(state.clicked), state.clicked
        if click.square not in possible:
            possible, clicked = self.ways.next(()), ()
        square = self._anchor(click.square, possible)
        if square is None:
            if not state.clicked:
                raise ClickError(f"illegal move: nothing can move from {point(click.square)}")
            return replace(state, clicked=()), None
        return self._after(replace(state, clicked=(*clicked, square)), click.side)

    def _anchor(self, square: str, possible: Mapping[str, str]) -> str | None:
        """Return the square that a click stands for, None if it is not possible.

        Any square of a large piece stands for its anchor.
        """
        if square in possible:
            return square
        for cell, token in self.position.contents().items():
            anchor = self.board.name(cell)
            if anchor in possible and square in self.board.covered(cell, token):
                return anchor
        return None

    def _after(self, state: _State, side: Color) -> tuple[_State, str | None]:
        """Complete the move or choice if the clicks are enough; return the state and the move."""
        move = self.ways.move(state.clicked)
        if move is None:
            return state, None
        choosers = self.position.choosers()
        if len(choosers) > 1:
            chosen = dict(state.chosen) | {side: move}
            if len(chosen) < len(choosers):
                return replace(state, clicked=(), chosen=tuple(chosen.items())), None
            move = joint_move(chosen[each] for each in map(Color, choosers))
        return _State(state.moves + 1), move

    def _forget_undone(self) -> None:
        """Forget the clicks that were taken back."""
        del self._clicks[self._at :], self._states[self._at + 1 :], self._moves[self._state.moves :]
