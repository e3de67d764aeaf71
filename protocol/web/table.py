"""Table: a game with its players, clocks and side lines. No method blocks.

The rules come from the engine; this module adds seats, taking back, resigning and draws.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from amalthea.engine.core.color import Color
from amalthea.engine.core.game import joint_move
from amalthea.engine.core.status import State, Status, Termination
from amalthea.engine.core.variant import Variant
from amalthea.engine.errors import AmaltheaError, IllegalMove
from amalthea.engine.events import Info
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.new_games import new_game
from amalthea.engine.search.limits import FULL_SKILL
from amalthea.engine.text import clip
from amalthea.protocol.drawing.hands import hands
from amalthea.protocol.drawing.scene import (
    Scene,
    cell,
    covered,
    name,
    scene,
    squares,
    squares_to_mark,
)
from amalthea.protocol.drawing.styles import style_of
from amalthea.protocol.records.game_record import SIDES, GameRecord, Ply, Thought
from amalthea.protocol.records.notation import COORDINATES, LETTERS, move_writer
from amalthea.protocol.records.pgn import to_pgn
from amalthea.protocol.records.variations import Variation
from amalthea.protocol.web.side_lines import SideLines

HUMAN, ENGINE = "human", "engine"
MOST_PLIES = 2_000  # of a game at a table
_DRAWISH_CP = 0  # the engine takes a draw when it thinks no more of its game than this
_NAMES = {HUMAN: "Human", ENGINE: "Amalthea"}


class TableError(AmaltheaError, ValueError):
    """Error for an action that the table does not allow now."""


@dataclass(frozen=True, slots=True)
class Seats:
    """Players by side, HUMAN or ENGINE, and settings of the engine.

    level: a skill level, FULL_SKILL for full strength. movetime: milliseconds for its move.
    clock: base time and increment of both sides in milliseconds; 0, 0 without a clock.
    ponder: whether it ponders while people think.
    """

    players: Mapping[str, str] = field(default_factory=lambda: {"w": HUMAN, "b": ENGINE})
    level: int = FULL_SKILL
    movetime: int = 1_000
    clock: tuple[int, int] = (0, 0)
    ponder: bool = False

    def is_engine(self, side: str) -> bool:
        """Return True if the engine plays a side."""
        return self.players[side] == ENGINE

    @property
    def humans(self) -> str:
        """Return the sides that people play."""
        return "".join(side for side in SIDES if not self.is_engine(side))


@dataclass(frozen=True, slots=True)
class Turn:
    """Record of a turn. shown: the drawing data of its move for JSON."""

    ply: Ply
    shown: dict[str, Any]


class Table:
    """Table, see the module. version grows with every change. Raises FenError and IllegalMove."""

    def __init__(
        self,
        variant: Variant,
        seats: Seats,
        fen: str | None = None,
        moves: Sequence[str] = (),
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.variant = variant
        self.seats = seats
        self._now = now
        self._left = dict.fromkeys(SIDES, seats.clock[0])  # when the turn began
        self.fen = new_game(variant, fen or variant.start_fen()).position.fen()
        self.version = 0
        self._style = style_of(variant)
        self._begun = time.time()
        self.side_lines = SideLines()
        self._set_up(moves)

    def _set_up(self, moves: Sequence[str], plies: Sequence[Ply] = ()) -> None:
        """Play a game from its start. plies: its moves with their scores."""
        self.game = new_game(self.variant, self.fen)
        self.start = self._board = scene(self.variant, self.fen)
        self.turns: list[Turn] = []
        self.thoughts: dict[str, Thought] = {}  # behind the choices that are made
        self.chosen: dict[str, str] = {}  # by side, while both choose in secret
        self.ended: Status | None = None  # by its players, not by the rules
        self._turn_began = self._now()
        self._together = 0
        self._write = move_writer(self.variant.name, self.fen, COORDINATES)
        for ply in plies or [Ply(move) for move in moves]:
            self._play(ply)
        self.version += 1

    # -- how it stands -----------------------------------------------------------------------------

    @property
    def moves(self) -> list[str]:
        """Return all moves played."""
        return [turn.ply.move for turn in self.turns]

    @property
    def status(self) -> Status:
        """Return the status by the rules or by agreement, resignation or time."""
        return self.ended or self.game.position.status()

    @property
    def over(self) -> bool:
        """Return True if the game is over."""
        return self.status.state != "ongoing"

    @property
    def waiting_for(self) -> str:
        """Return the sides that have yet to choose, "" if the game is over."""
        if self.over or len(self.turns) >= MOST_PLIES:
            return ""
        return "".join(side for side in self.game.position.choosers() if side not in self.chosen)

    @property
    def both_choose(self) -> bool:
        """Return True if a choice is secret until the other side has chosen."""
        return len(self.game.position.choosers()) > 1

    @property
    def engine_side(self) -> str:
        """Return the side that the engine has to choose for next, or ""."""
        return next((side for side in self.waiting_for if self.seats.is_engine(side)), "")

    @property
    def human_side(self) -> str:
        """Return the side that a person has to choose for next, or ""."""
        return next((side for side in self.waiting_for if not self.seats.is_engine(side)), "")

    # -- what is done ------------------------------------------------------------------------------

    def choose(self, side: str, move: str, thought: Thought | None = None) -> None:
        """Play a side's move or secret choice. Raises IllegalMove and TableError."""
        if side not in self.waiting_for:
            raise TableError("it is not that side's turn")
        if move not in self.game.position.choices(side):
            raise IllegalMove(f"{clip(move)} is illegal in {self.game.position.fen()}")
        if self.fall():
            return
        self._left[side] = self.left(side) + self.seats.clock[1]
        self.chosen[side] = move
        if thought:
            self.thoughts[side] = thought
        if not self.waiting_for:
            choices = [self.chosen[each] for each in self.game.position.choosers()]
            self._play(Ply(joint_move(choices), dict(self.thoughts)))
            self.chosen, self.thoughts = {}, {}
            self._turn_began = self._now()
            self.side_lines.follow(self.moves)
        self.version += 1

    def left(self, side: str) -> int:
        """Return the milliseconds on a side's clock, which starts with the first move."""
        runs = self.turns and side in self.waiting_for
        spent = round((self._now() - self._turn_began) * 1_000) if runs else 0
        return self._left[side] - spent

    def fall(self) -> bool:
        """End the game if a side has run out of time, and return whether it has."""
        if not any(self.seats.clock):
            return False
        for side in self.waiting_for:
            if self.left(side) <= 0:
                self._left[side] = 0
                self._end(Status(State.WIN, Color(side).other, Termination.TIME))
                return True
        return False

    def take_back(self) -> None:
        """Take back moves to the last choice of a person, or one move without people.

        A game that was resigned or drawn by agreement continues from its last position.
        """
        if self.ended and self.ended.reason != Termination.TIME:
            self.ended = None
            self._turn_began = self._now()
            self.version += 1
            return
        kept = len(self.turns)
        chose = self.seats.humans or SIDES  # what the engine has chosen in secret nobody sees
        if not any(side in chose for side in self.chosen):
            kept -= 1
            while kept > 0 and self.seats.humans and not self._human_chose(kept):
                kept -= 1
        if kept < 0:
            raise TableError("there is no move to take back")
        self._set_up((), [turn.ply for turn in self.turns[:kept]])
        self.side_lines.follow(self.moves)

    def _human_chose(self, number: int) -> bool:
        choosers = str(self.turns[number].shown["choosers"])
        return any(side in self.seats.humans for side in choosers)

    def tried(self, line: Variation) -> Table:
        """Return the game with other moves from some ply on. Raises IllegalMove."""
        both = Seats(dict.fromkeys(SIDES, HUMAN))
        return Table(self.variant, both, self.fen, [*self.moves[: line.ply], *line.moves])

    def keep(self, line: Variation, tried: Table) -> None:
        """Add a side line unless the game contains it. Raises SideLinesError."""
        if beside := line.diverging_from(self.moves):
            told = ("text", "number", "choosers")
            shown = [{key: turn.shown[key] for key in told} for turn in tried.turns[beside.ply :]]
            self.side_lines.keep(beside, shown)

    def resign(self, side: str) -> None:
        """Let a side resign."""
        self._end(Status(State.WIN, Color(side).other, Termination.RESIGNATION))

    def offer_draw(self) -> bool:
        """Agree on a draw unless the engine thinks it is better; return True if agreed."""
        for side in SIDES:
            if self.seats.is_engine(side) and not self._would_draw(side):
                return False
        self._end(Status(State.DRAW, None, Termination.AGREEMENT))
        return True

    def _would_draw(self, side: str) -> bool:
        told = [turn.ply.thoughts[side] for turn in self.turns if side in turn.ply.thoughts]
        if not told or told[-1].mate is not None:
            return bool(told) and (told[-1].mate or 0) < 0
        return told[-1].cp is not None and told[-1].cp <= _DRAWISH_CP

    def _end(self, status: Status) -> None:
        if self.over:
            raise TableError("the game is over")
        self.ended = status
        self.version += 1

    def _play(self, ply: Ply) -> None:
        before = self._board
        position = self.game.position
        choosers = position.choosers()
        number = position.fullmove() + self._together  # choices of both count like full moves
        self._together += len(choosers) > 1
        self.game.play(ply.move)
        position = self.game.position
        self._board = after = scene(self.variant, position.fen())
        cells = sorted(before.keys() | after.keys())
        shown = {
            "move": ply.move,
            "text": self._write(ply.move),
            "number": number,
            "choosers": choosers,
            "changes": {
                name(at, self.variant): after.get(at, "")
                for at in cells
                if before.get(at) != after.get(at)
            },
            "marked": squares_to_mark(ply.move, before, after, self.variant),
            "signs": self._style.signs(ply.move, before, after),
            "check": position.in_check() if position.choosers() in SIDES else False,
            "clash": len(choosers) > 1 and before == after,
            "fen": position.fen(),
            "hands": hands(self.variant, position.fen()),
            "vital": self._vital(after),
            "scores": {side: _score(thought) for side, thought in ply.thoughts.items()},
        }
        self.turns.append(Turn(ply, shown))

    # -- what is shown -----------------------------------------------------------------------------

    def options(self, side: str) -> list[list[str]]:
        """Return the choices of a side: [text, squares to lift, squares to drop on, new piece].

        Squares are separated by blanks; if nothing is lifted, there are none to lift. The new piece
        is empty if the page cannot know the board after the move.
        """
        return [self._option(move, side) for move in self.game.position.choices(side)]

    def _option(self, move: str, side: str) -> list[str]:
        named = squares(move)
        goal = cell(named[-1], self.variant)
        letter, at, _ = move.partition("@")
        if at:
            return [move, "", named[-1], letter.lower() if side == "b" else letter]
        origin = cell(named[0], self.variant)
        token = self._board.get(origin, "")
        becomes = kind_of(self.variant).token_after(self.variant, move, token) if token else ""
        lifted = covered(origin, token, self.variant) if token else (origin,)
        dropped = covered(goal, becomes, self.variant) if becomes else (goal,)
        if kind_of(self.variant).block(self.variant, move):
            becomes = ""  # more goes along than it stands for
        return [move, self._named(lifted), self._named(dropped), becomes]

    def _vital(self, contents: Scene) -> list[list[str]]:
        """Return the rings: [lower left corner, upper right corner]."""
        found = kind_of(self.variant).vital_structures(self.variant, contents)
        return [[self._named([min(cells)]), self._named([max(cells)])] for _, cells in found]

    def _named(self, cells: Sequence[tuple[int, int]]) -> str:
        return " ".join(name(at, self.variant) for at in cells)

    def shown(self, since: int = 0) -> dict[str, Any]:
        """Return the state for a page, with the moves from `since` on."""
        status, side = self.status, self.human_side
        return {
            "variant": self.variant.name,
            "fen": self.fen,
            "vital": self._vital(self.start),
            "hands": hands(self.variant, self.fen),
            "start": {name(at, self.variant): token for at, token in self.start.items()},
            "players": dict(self.seats.players),
            "level": self.seats.level,
            "movetime": self.seats.movetime,
            "clock": list(self.seats.clock),
            "ponder": self.seats.ponder,
            "left": {side: self.left(side) for side in SIDES},
            "version": self.version,
            "since": since,
            "turns": [turn.shown for turn in self.turns[since:]],
            "status": status_shown(status),
            "waiting": self.waiting_for,
            "secret": self.both_choose and not self.over,
            "chosen": "".join(self.chosen),
            "side": side,
            "options": self.options(side) if side else [],
            "turn": self.game.position.turn,
        }

    def pgn(self, notation: str = LETTERS) -> str:
        """Return the game with its side lines as PGN.

        Without any move played, the first side line becomes the game.
        """
        status = self.status
        over = status.state != "ongoing"
        plies = tuple(turn.ply for turn in self.turns)
        lines = list(self.side_lines)
        if lines and not plies:
            plies = tuple(map(Ply, lines[0].moves))
        beside = [line.diverging_from([ply.move for ply in plies]) for line in lines]
        return to_pgn(
            GameRecord(
                number=1,
                round=1,
                variant=self.variant.name,
                white=_NAMES[self.seats.players["w"]],
                black=_NAMES[self.seats.players["b"]],
                fen=self.fen,
                plies=plies,
                winner=status.winner,
                reason=(status.reason or "") if over else "",
                controls=self._controls(),
                started=self._begun,
            ),
            variations=filter(None, beside),
            notation=notation,
        )

    def _controls(self) -> dict[str, str]:
        """Return the time control in PGN notation."""
        base, more = (milliseconds / 1_000 for milliseconds in self.seats.clock)
        return dict.fromkeys(SIDES, f"{base:g}+{more:g}") if base else {}


def status_shown(status: Status) -> dict[str, str | None]:
    """Return a status for JSON."""
    over = status.state is not State.ONGOING
    return {
        "state": status.state,
        "winner": status.winner,
        "reason": status.reason,
        "text": f"{status.ending}." if over else "",
    }


def thought_of(info: Info | None, seconds: float) -> Thought:
    """Return the score of the engine's move."""
    if info is None:
        return Thought(seconds)
    mate = info.score.value if info.score.mate else None
    cp = None if info.score.mate else info.score.value
    return Thought(seconds, None, info.depth, cp, mate, info.nodes)


def _score(thought: Thought) -> dict[str, int | None]:
    return {"cp": thought.cp, "mate": thought.mate, "depth": thought.depth}
