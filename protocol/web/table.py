"""Table: a game with its players, clocks and side lines. No method blocks.

The rules come from the engine; this module adds seats, taking back, resigning and draws.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from amalthea.engine.api import Position
from amalthea.engine.core.board import Move, Piece
from amalthea.engine.core.color import Color
from amalthea.engine.core.game import joint_move, shared_length
from amalthea.engine.core.status import State, Status, Termination
from amalthea.engine.core.variant import Square, Variant
from amalthea.engine.errors import AmaltheaError, IllegalMove
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.new_games import recognise_chess960
from amalthea.engine.search.limits import FULL_SKILL
from amalthea.engine.search.reports import Score
from amalthea.engine.text import clip
from amalthea.protocol.draw_offers import accepts_draw
from amalthea.protocol.drawing.hands import hands
from amalthea.protocol.drawing.replay import board, changes, last_move_data
from amalthea.protocol.drawing.squares import covered, name
from amalthea.protocol.records.game_record import Ply, Thought
from amalthea.protocol.records.pgn import NO_NOTES, ROSTER, Notes
from amalthea.protocol.records.variations import Variation
from amalthea.protocol.web.move_text import move_text
from amalthea.protocol.web.side_lines import SideLines

HUMAN, ENGINE = "human", "engine"
MOST_PLIES = 2_000  # of a game at a table


class TableError(AmaltheaError, ValueError):
    """Error for an action that the table does not allow now."""


@dataclass(frozen=True, slots=True)
class Seats:
    """Players by side, HUMAN or ENGINE, and settings of the engine.

    level: a skill level, FULL_SKILL for full strength. movetime: milliseconds for its move.
    clock: base time and increment of both sides in milliseconds; 0, 0 without a clock.
    ponder: True if the engine ponders while people think. per_move: True if the base time is for
    each move, as in games by correspondence.
    """

    players: Mapping[str, str] = field(default_factory=lambda: {"w": HUMAN, "b": ENGINE})
    level: int = FULL_SKILL
    movetime: int = 1_000
    clock: tuple[int, int] = (0, 0)
    ponder: bool = False
    per_move: bool = False

    def is_engine(self, side: Color) -> bool:
        """Return True if the engine plays a side."""
        return self.players[side] == ENGINE

    @property
    def humans(self) -> str:
        """The sides that people play."""
        return "".join(side for side in Color if not self.is_engine(side))


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
        moves: Iterable[str] = (),
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.variant = recognise_chess960(variant, fen) if fen else variant
        self.seats = seats
        self._now = now
        self._left = dict.fromkeys(Color, seats.clock[0])  # ms at the beginning of the turn
        self.position = Position(self.variant, fen)
        self.fen = self.position.fen()
        self._start = {
            "variant": variant.name,
            "fen": self.fen,
            "vital": self._vital(),
            "hands": hands(self.position),
            "start": board(self.position),
        }
        self.turns: list[Turn] = []
        self.version = 0
        self.begun = time.time()
        self.side_lines = SideLines()
        self.notes = NO_NOTES
        self.annotated: list[str] = []  # the moves of the game when it was loaded
        self._side_table: Table | None = None  # where side lines are played
        self.replay(map(Ply, moves))

    def replay(self, plies: Iterable[Ply]) -> None:
        """Play moves that were played before. Raises IllegalMove."""
        for ply in plies:
            self._play(ply)
        self._begin_turn()

    def _begin_turn(self) -> None:
        """Forget secret choices, a review and the end that the players agreed on.

        Start the clock.
        """
        self.thoughts: dict[Color, Thought] = {}  # behind the choices that are made
        self.chosen: dict[Color, str] = {}  # while both choose in secret
        self.ended: Status | None = None  # by its players, not by the rules
        self.reviewed: list[dict[str, Any]] = []  # see Review
        self._turn_began = self._now()
        self.version += 1

    # -- how it stands -----------------------------------------------------------------------------

    @property
    def moves(self) -> list[str]:
        """All moves played."""
        return [turn.ply.move for turn in self.turns]

    @property
    def status(self) -> Status:
        """The status by the rules or by agreement, resignation or time."""
        return self.ended or self.position.status

    @property
    def is_over(self) -> bool:
        """True if the game is over."""
        return self.status.state is not State.ONGOING

    @property
    def has_been_played(self) -> bool:
        """True if a person has chosen anything, or the engine plays alone and has moved."""
        humans = self.seats.humans
        played = range(len(self.turns))
        chosen = any(side in humans for side in self.chosen) or any(map(self._human_chose, played))
        return chosen or bool(self.turns and not humans)

    @property
    def waiting_for(self) -> tuple[Color, ...]:
        """The sides that have yet to choose, none if the game is over."""
        if self.is_over or len(self.turns) >= MOST_PLIES:
            return ()
        return tuple(side for side in self.position.choosers if side not in self.chosen)

    @property
    def both_choose(self) -> bool:
        """True if a choice is secret until the other side has chosen."""
        return self.position.turn is None

    @property
    def engine_side(self) -> Color | None:
        """The side that the engine has to choose for next, None if there is none."""
        return next((side for side in self.waiting_for if self.seats.is_engine(side)), None)

    @property
    def human_side(self) -> Color | None:
        """The side that a person has to choose for next, None if there is none."""
        return self.side_of(tuple(Color))

    def side_of(self, sides: Sequence[Color]) -> Color | None:
        """Return the first of these sides that a person has to choose for now, None if none."""
        people = (side for side in self.waiting_for if not self.seats.is_engine(side))
        return next((side for side in people if side in sides), None)

    # -- what is done ------------------------------------------------------------------------------

    def choose(self, side: Color, move: str, thought: Thought | None = None) -> None:
        """Play a side's move or secret choice. Raises IllegalMove and TableError."""
        if side not in self.waiting_for:
            raise TableError("it is not that side's turn")
        if all(move != choice.text for choice in self.position.choices(side)):
            raise IllegalMove(f"{clip(move)} is illegal in {self.position.fen()}")
        if self.end_if_flag_fell():
            return
        base, more = self.seats.clock
        self._left[side] = base if self.seats.per_move else self.time_left_ms(side) + more
        self.chosen[side] = move
        if thought:
            self.thoughts[side] = thought
        if self.waiting_for:
            self.version += 1
            return
        choices = (self.chosen[each] for each in self.position.choosers)
        self._play(Ply(joint_move(choices), self.thoughts))
        self._begin_turn()
        self.side_lines.follow(self.moves)

    def time_left_ms(self, side: Color) -> int:
        """Return the milliseconds on a side's clock, which starts with the first move."""
        runs = self.turns and side in self.waiting_for
        spent = round((self._now() - self._turn_began) * 1_000) if runs else 0
        return self._left[side] - spent

    def set_clocks(self, left: Mapping[Color, int]) -> None:
        """Set the milliseconds on both clocks."""
        self._left = dict(left)
        self._turn_began = self._now()

    def end_if_flag_fell(self) -> bool:
        """End the game if a side has run out of time, and return whether it has."""
        if not any(self.seats.clock):
            return False
        for side in self.waiting_for:
            if self.time_left_ms(side) <= 0:
                self._left[side] = 0
                self._end(Status(State.WIN, side.other, Termination.TIME))
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
        plies = len(self.turns)
        humans = self.seats.humans  # nobody sees what the engine has chosen in secret
        if not any(side in humans or not humans for side in self.chosen):
            plies -= 1
            while plies > 0 and humans and not self._human_chose(plies):
                plies -= 1
        if plies < 0:
            raise TableError("there is no move to take back")
        self._pop_to(plies)
        self._begin_turn()
        self.side_lines.follow(self.moves)

    def _human_chose(self, number: int) -> bool:
        choosers = self.turns[number].shown["choosers"]
        return any(side in self.seats.humans for side in choosers)

    def with_line(self, line: Variation) -> Table:
        """Return the game with other moves from some ply on, until the next call.

        One table is kept for that, so a step of a line costs one move. Raises IllegalMove.
        """
        other = self._side_table
        if other is None:
            other = Table(self.variant, Seats(dict.fromkeys(Color, HUMAN)), self.fen)
            other.position, other.turns = self.position.copy(), list(self.turns)
            self._side_table = other
        other._go_to([*self.moves[: line.ply], *line.moves])
        return other

    def _go_to(self, moves: Sequence[str]) -> None:
        """Take back and play moves until exactly these have been played. Raises IllegalMove."""
        self._pop_to(shared_length(self.moves, moves))
        for move in moves[len(self.turns) :]:
            self._play(Ply(move))
        self._turn_began = self._now()

    def _pop_to(self, plies: int) -> None:
        while len(self.turns) > plies:
            self.turns.pop()
            self.position.pop()

    def keep(self, line: Variation, tried: Table) -> None:
        """Add a side line unless the game contains it. Raises SideLinesError."""
        if variation := line.diverging_from(self.moves):
            keys = ("text", "number", "choosers")
            turns = tried.turns[variation.ply :]
            shown = [{key: turn.shown[key] for key in keys} for turn in turns]
            self.side_lines.keep(variation, shown)

    def annotate(self, notes: Notes) -> None:
        """Keep the notes of a loaded game."""
        self.notes = notes
        self.annotated = list(self.moves)

    def resign(self, side: Color) -> None:
        """Let a side resign."""
        self._end(Status(State.WIN, side.other, Termination.RESIGNATION))

    def offer_draw(self) -> bool:
        """Agree on a draw unless the engine declines it; return True if agreed."""
        for side in Color:
            if self.seats.is_engine(side) and not self._would_draw(side):
                return False
        self._end(Status(State.DRAW, None, Termination.AGREEMENT))
        return True

    def _would_draw(self, side: Color) -> bool:
        thoughts = [turn.ply.thoughts[side] for turn in self.turns if side in turn.ply.thoughts]
        last = thoughts[-1] if thoughts else Thought(0.0)
        if last.mate is not None:
            return accepts_draw(self.position, Score(last.mate, mate=True))
        return last.cp is not None and accepts_draw(self.position, Score(last.cp))

    def _end(self, status: Status) -> None:
        if self.is_over:
            raise TableError("the game is over")
        self.ended = status
        self.version += 1

    def _play(self, ply: Ply) -> None:
        position = self.position
        choosers = position.choosers
        joint_choices = sum(len(turn.shown["choosers"]) > 1 for turn in self.turns)
        number = position.fullmove_number + joint_choices  # they count like full moves
        text = move_text(position, ply.move)
        move = position.push(ply.move, null=True)
        shown = {
            "move": ply.move,
            "text": text,
            "number": number,
            "choosers": "".join(choosers),
            "changes": changes(move),
            **last_move_data(position),
            "check": position.is_check(),
            "attacked": self._royal_squares() if position.is_check() else [],
            "clash": len(choosers) > 1 and not move.effects,
            "fen": position.fen(),
            "hands": hands(position),
            "vital": self._vital(),
            "scores": {side: _score(thought) for side, thought in ply.thoughts.items()},
        }
        self.turns.append(Turn(ply, shown))

    # -- what is shown -----------------------------------------------------------------------------

    def options(self, side: Color) -> list[list[str]]:
        """Return the choices of a side.

        Each is [text, squares to lift, squares to drop on, new piece, squares of partners, square
        to click at last]. Partners are what a castling moves, too; the last square is the one to
        block, or the end of a second step. Squares are separated by blanks; if nothing is lifted,
        there are none to lift. The new piece is empty if the page cannot know the board after it.
        """
        moves = self.position.choices(side)
        first_steps = {(move.from_square, move.via) for move in moves if move.via}
        return [
            self._option(move, (move.from_square, move.to_square) in first_steps) for move in moves
        ]

    def _option(self, move: Move, may_go_on: bool) -> list[str]:
        becomes = move.piece
        if becomes and move.promotion:
            becomes = Piece(move.promotion, becomes.color)
        lifted = self._covered(move.from_square, move.piece)
        dropped = self._covered(move.via or move.to_square, becomes)
        token = becomes.symbol if becomes and not move.carried else ""
        is_chosen = move.blocks != move.to_square  # else the capturing piece turned to stone
        last = move.blocks.name if move.blocks and is_chosen else ""
        if move.to_square and (move.via or may_go_on):
            last = move.to_square.name
        return [move.text, lifted, dropped, token, _partners(move, self.variant), last]

    def _covered(self, at: Square | None, piece: Piece | None) -> str:
        """Return the squares that a piece covers, or the one square without a piece."""
        if at is None:
            return ""
        return self._named(covered(at, piece.symbol, self.variant) if piece else (at,))

    def _royal_squares(self) -> list[str]:
        """Return the squares of the royal pieces of the side to move."""
        types = kind_of(self.variant).piece_types(self.variant)
        royal = {each.letter for each in types if each.royal}
        pieces = self.position.pieces().items()
        return [
            square.name
            for square, piece in pieces
            if piece.color is self.position.turn and piece.type.letter in royal
        ]

    def _vital(self) -> list[list[str]]:
        """Return the vital structures, such as rings: [lower left corner, upper right corner]."""
        found = kind_of(self.variant).vital_structures(self.variant, self.position.tokens())
        return [[self._named([min(cells)]), self._named([max(cells)])] for _, cells in found]

    def _named(self, cells: Sequence[tuple[int, int]]) -> str:
        return " ".join(name(at, self.variant) for at in cells)

    def own_defeat(self, side: Color, text: str) -> str:
        """Return how a move loses the game at once for the side that plays it, "" if it does not.

        Also return "" if the side has no other move. Raises IllegalMove.
        """
        if self.both_choose or len(self.position.legal_moves) == 1:
            return ""
        self.position.push(text)
        status = self.position.status
        self.position.pop()
        return status.ending if status.winner is side.other else ""

    @property
    def ending(self) -> str:
        """The end of the game in words, "" before it; it says so if the loser's move caused it."""
        status = self.status
        if not self.is_over:
            return ""
        loser = status.winner.other if status.winner else None
        by_rules = self.ended is None and self.turns
        if loser and by_rules and self.turns[-1].shown["choosers"] == loser:
            return f"{status.ending}. {loser.label}'s own move ended the game."
        return f"{status.ending}."

    def to_json(self, since: int = 0, sides: Sequence[Color] = tuple(Color)) -> dict[str, Any]:
        """Return the state for a page, with the moves from `since` on.

        sides: those that the page may play.
        """
        side = self.side_of(sides)
        return {
            **self._start,
            **(_notes_shown(self.notes) if not since else {}),
            "players": dict(self.seats.players),
            "level": self.seats.level,
            "movetime": self.seats.movetime,
            "clock": list(self.seats.clock),
            "perMove": self.seats.per_move,
            "ponder": self.seats.ponder,
            "left": {side: self.time_left_ms(side) for side in Color},
            "version": self.version,
            "since": since,
            "turns": [turn.shown for turn in self.turns[since:]],
            "status": status_shown(self.status) | {"text": self.ending},
            "waiting": "".join(self.waiting_for),
            "secret": self.both_choose and not self.is_over,
            "chosen": "".join(self.chosen),
            "side": side or "",
            "options": self.options(side) if side else [],
            "turn": self.position.turn or "-",
        }


def _notes_shown(notes: Notes) -> dict[str, Any]:
    """Return the notes of a loaded game for a page: the tags that every game has, and comments."""
    tags = {name: notes.tags[name] for name in ROSTER if name in notes.tags}
    comments = {ply: each.for_readers for ply, each in notes.annotations.items()}
    return {"tags": tags, "comments": comments}


def _partners(move: Move, variant: Variant) -> str:
    """Return the squares of other pieces of the side that a castling moves."""
    arriving = [(at, after) for at, _, after in move.effects if after]
    start, end = move.from_square, move.to_square
    if len(arriving) < 2 or not start or not end or move.carried:
        return ""
    token = move.piece.symbol if move.piece else ""
    reach = kind_of(variant).footprint(variant, token)
    held = {(at.file + files, at.rank + ranks) for at in (start, end) for files, ranks in reach}
    return " ".join(
        at.name
        for at, before, after in move.effects
        if before and before.color is move.color and after != before and at not in held
        if any(piece == before and other != at for other, piece in arriving)
    )


def previews(position: Position, moves: Sequence[str]) -> list[dict[str, Any]]:
    """Return what legal moves change on the board, and their marks. Raises IllegalMove."""
    found = []
    for text in moves:
        move = position.push(text)
        found.append({"changes": changes(move), **last_move_data(position)})
        position.pop()
    return found


def status_shown(status: Status) -> dict[str, str | None]:
    """Return a status for JSON."""
    over = status.state is not State.ONGOING
    return {
        "state": status.state,
        "winner": status.winner,
        "reason": status.reason,
        "text": f"{status.ending}." if over else "",
    }


def _score(thought: Thought) -> dict[str, int | None]:
    return {"cp": thought.cp, "mate": thought.mate, "depth": thought.depth}
