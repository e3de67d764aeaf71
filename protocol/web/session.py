"""Session: a table, the pages that show it and the engine that plays there."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from amalthea.engine import variants
from amalthea.engine.api import Position
from amalthea.engine.core.color import Color
from amalthea.engine.core.game import find_choice
from amalthea.engine.errors import AmbiguousMove, IllegalMove
from amalthea.engine.search.limits import FULL_SKILL
from amalthea.protocol.records.notation import LETTERS
from amalthea.protocol.records.variations import Variation
from amalthea.protocol.web.engine_help import MOST_LINES, EngineHelp, Line, Send, position_at
from amalthea.protocol.web.engine_pool import EnginePool
from amalthea.protocol.web.loading import mail
from amalthea.protocol.web.messages import LONGEST_FEN, Message, MessageError
from amalthea.protocol.web.move_text import read_text
from amalthea.protocol.web.people import People
from amalthea.protocol.web.player import EnginePlayer
from amalthea.protocol.web.saving import SavedGame, saved_game
from amalthea.protocol.web.setup import set_up
from amalthea.protocol.web.side_lines import MOST_SIDE_LINES
from amalthea.protocol.web.table import (
    ENGINE,
    HUMAN,
    MOST_PLIES,
    Seats,
    Table,
    TableError,
    previews,
)
from amalthea.protocol.web.table_pgn import table_pgn

LONGEST_MOVE_MS = 600_000
LONGEST_GAME_MS = 30 * 24 * 3_600_000
_HIGHEST_REQUEST = 2**31
_MOST_PREVIEWS = 100
_LONGEST_TYPED = 100  # characters of a typed move
_FLAG_S = 0.01  # after a clock is due, so that it surely is
_PACE_S = 0.4  # between two moves of a game without people

_SIDE_LINE_MESSAGES = ("look", "forget")  # they change side lines only; the game is saved, too
_ENGINE_HELP = ("hint", "review", "analyse", "threat")
_PLAYING = ("new", "move", "back", "go", "seats", "resign", "draw", "hint")

Keep = Callable[[str, SavedGame | None], None]  # takes a room and its game, None to forget it


@dataclass
class _PageState:
    """A page: the secret word of its browser, and the turns and side lines that it has received."""

    client: str
    turns: int = 0
    side_lines: list[dict[str, Any]] = field(default_factory=list)


class Session:
    """Session of a table, see the module. Pages are functions that take messages for them."""

    def __init__(
        self,
        name: str,
        table: Table,
        pool: EnginePool,
        pace_s: float = _PACE_S,
        notation: str = LETTERS,
        people: People | None = None,
        owners: Iterable[str] = (),
        keep: Keep = lambda _room, _game: None,
    ) -> None:
        self.name = name
        self.table = table
        self.pages: dict[Send, _PageState] = {}
        self.left_at = time.monotonic()
        self._pool = pool
        self._player = EnginePlayer(pool, pace_s, self._changed)
        self._notation = notation
        self._paused = False
        self.people = people or People()
        self._owners = dict.fromkeys(owners)  # the browsers that have played here
        self._keep = keep
        self.forgotten = False  # True if its game is not to be kept
        self._game = 0  # number of games at this table before this one
        self._help = EngineHelp(pool, self._broadcast)
        self._flag: asyncio.TimerHandle | None = None  # when a clock runs out
        self._handlers: dict[str, Callable[[Message, Send], None]] = {
            "new": self._new,
            "move": self._choose,
            "back": self._take_back,
            "go": lambda _m, _s: self._go_on(),
            "seats": self._reseat,
            "resign": self._resign,
            "draw": self._draw,
            "pgn": self._send_pgn,
            "mail": lambda _, send: send({"type": "mail", "text": mail(self.table)}),
            "hint": self._hint,
            "read": self._read,
            "preview": self._preview,
            "look": self._look,
            "forget": self._forget,
            "setup": self._set_up,
            "analyse": self._analyse,
            "threat": self._threat,
            "review": lambda _m, _s: self._help.review(self.table, self._save),
        }

    # -- pages -------------------------------------------------------------------------------------

    def enter(self, send: Send, client: str = "", key: str = "") -> None:
        """Add a page of a browser. key: that of a seat."""
        self.pages[send] = _PageState(client)
        self.people.enter(client, key)
        if self._sides(send):
            self._owners[client] = None
        self._save()
        send({"type": "room", "room": self.name})
        for each in list(self.pages) if self.people.invited else [send]:
            self._show(each)
        self._send_side_lines()
        if self.table.reviewed:
            send({"type": "review", "positions": self.table.reviewed})
        self._advance()

    def withdraw(self, client: str) -> bool:
        """Delete the game from a browser's list; return True if no player keeps it any more."""
        is_last = self.people.leave(client)
        if not is_last:
            self._changed()
        return is_last

    def leave(self, send: Send) -> None:
        """Remove a page. Without pages nothing is searched."""
        self.pages.pop(send, None)
        if not self.pages:
            self.left_at = time.monotonic()
            self.stop_searches()

    def _save(self, room: str = "") -> None:
        """Save the game in the archive, or delete it there if nobody has played yet.

        room: the name to save it under, "" for that of the session.
        """
        matters = self.people.invited or self.table.has_been_played
        game = saved_game(self.table, self.people, tuple(self._owners)) if matters else None
        if not self.forgotten:
            self._keep(room or self.name, game)

    def stop_searches(self) -> None:
        """Stop all searches."""
        self._help.drop()
        self._player.advance(self.table, awake=False)

    def handle(self, message: Message, send: Send) -> None:
        """Handle a message of a page. Raises AmaltheaError."""
        handler = self._handlers.get(message.kind)
        if handler is None:
            raise MessageError(f"unknown message {message.kind!r}")
        if message.kind in _PLAYING and not self._sides(send):
            raise TableError("you are watching this game; two others play it")
        if self._asks_for_help(message):
            raise TableError("in a game of two people the engine helps nobody before the end")
        before = self.table, self.table.version
        handler(message, send)
        if before != (self.table, self.table.version):
            self._changed()
        elif message.kind in _SIDE_LINE_MESSAGES:
            self._save()

    def _asks_for_help(self, message: Message) -> bool:
        """Return True if a message wants the engine's opinion of a game that two people play."""
        wants = message.kind in _ENGINE_HELP[:2] or message.flag("on")
        is_played = self.people.invited and not self.table.is_over
        return message.kind in _ENGINE_HELP and wants and is_played

    def _sides(self, send: Send) -> Sequence[Color]:
        """Return the sides that a page may play."""
        return self.people.sides(self.pages[send].client)

    def _changed(self) -> None:
        self._save()
        self._help.drop("hint", "review")
        for send in list(self.pages):
            self._show(send)
        self._send_side_lines()
        self._advance()

    def _show(self, send: Send) -> None:
        """Send a page the changes since its last update."""
        since = min(self.pages[send].turns, len(self.table.turns))
        sides = self._sides(send)
        state = {
            "type": "table",
            "game": self._game,
            "paused": self._paused,
            "invited": self.people.invited,
            "vacant": self.people.has_room,
            "yours": "".join(sides),
            "offers": "".join(self.people.offers),
            "rematch": "".join(self.people.rematch),
            "deserted": self.people.opponent_left(self.pages[send].client),
            "key": self.people.key_of(self.pages[send].client),
        }
        self.pages[send].turns = len(self.table.turns)
        send({**state, **self.table.to_json(since, sides)})

    def _broadcast(self, message: dict[str, Any]) -> None:
        for send in list(self.pages):
            send(message)

    # -- the game ----------------------------------------------------------------------------------

    def _advance(self) -> None:
        """Start the search for the engine's move if it is due."""
        self._watch_clock()
        self._player.advance(self.table, bool(self.pages) and not self._paused)

    def _watch_clock(self) -> None:
        """Check the clocks again when the first one runs out."""
        if self._flag:
            self._flag.cancel()
            self._flag = None
        table = self.table
        if any(table.seats.clock) and table.turns and table.waiting_for:
            due = max(0, min(map(table.time_left_ms, table.waiting_for))) / 1_000
            self._flag = asyncio.get_running_loop().call_later(due + _FLAG_S, self._look_at_clock)

    def _look_at_clock(self) -> None:
        if self.table.end_if_flag_fell():
            self._changed()
        else:
            self._watch_clock()

    def _new(self, message: Message, send: Send) -> None:
        if self.people.invited:
            self._rematch(send)
            return
        variant = variants.get(message.word("variant"))
        table = Table(variant, seats(message), message.text("fen", LONGEST_FEN) or None)
        self._save(new_room())  # the game before
        self._start_table(table)

    def _rematch(self, send: Send) -> None:
        """Begin another game of the same two people once both want it."""
        if not self.table.is_over:
            raise TableError("the game is not over")
        if self.people.agree(self.pages[send].client, self.people.rematch):
            self._save(new_room())  # the game before
            self._start_table(Table(variants.get(self.table.variant.name), self.table.seats))
        else:
            self.table.version += 1

    def _start_table(self, table: Table) -> None:
        self.stop_searches()
        self.people.exchange()
        self.table = table
        self._game += 1
        self._paused = False
        self.pages = {send: _PageState(known.client) for send, known in self.pages.items()}

    def _choose(self, message: Message, send: Send) -> None:
        """Play a move; a move that loses the game at once has to be confirmed first."""
        side = self.table.side_of(self._sides(send))
        if message.number("ply", 0, MOST_PLIES) != len(self.table.turns):
            return  # it is for an earlier position
        if not side:
            raise TableError("it is not your turn")
        move = message.word("move")
        ending = "" if message.flag("sure") else self.table.own_defeat(side, move)
        if ending:
            send({"type": "confirm", "move": move, "text": f"After this move {ending}."})
            return
        self.table.choose(side, move)
        self.people.decline()

    def _resign(self, message: Message, send: Send) -> None:
        side = Color(message.word("side", tuple(Color)))
        if side not in self._sides(send):
            raise TableError("the other side is not yours to resign")
        self.table.resign(side)

    def _take_back(self, _: Message, __: Send) -> None:
        if self.people.invited:
            raise TableError("moves are not taken back in a game of two browsers")
        self._paused = not self.table.seats.humans
        self.table.take_back()
        for known in self.pages.values():
            known.turns = min(known.turns, len(self.table.turns))

    def _go_on(self) -> None:
        self._paused = False
        self._changed()

    def _reseat(self, message: Message, _: Send) -> None:
        self.table.seats = replace(
            seats(message), clock=self.table.seats.clock, per_move=self.table.seats.per_move
        )
        self.table.version += 1
        self._paused = False

    def _draw(self, _: Message, send: Send) -> None:
        people = self.people
        if people.invited and not people.agree(self.pages[send].client, people.offers):
            self.table.version += 1
        elif not self.table.offer_draw():
            send({"type": "notice", "text": "The engine declines the draw."})

    def _send_pgn(self, _: Message, send: Send) -> None:
        send({"type": "pgn", "text": table_pgn(self.table, self._notation)})

    # -- analysis, side lines and set-up positions -------------------------------------------------

    def _read(self, message: Message, send: Send) -> None:
        """Send a page the move that a typed text means, in any notation."""
        text = message.text("text", _LONGEST_TYPED)
        position = position_at(self.table, *self._line(message))
        answer = {"type": "read", "request": _request(message)}
        try:
            send({**answer, "move": self._move_of(position, text)})
        except AmbiguousMove as error:
            send({**answer, "error": f"{error}."})
        except IllegalMove:
            send({**answer, "error": f"{text} is not a legal move here."})

    def _move_of(self, position: Position, text: str) -> str:
        """Return the move that a text means. Raises IllegalMove."""
        sides = [side for side in position.choosers if side not in self.table.chosen]
        choices = [move.text for side in sides for move in position.choices(side)]
        found = find_choice(text, choices)
        if found is None and position.turn:
            found = read_text(position, text)
        if found not in choices:
            raise IllegalMove(text)
        return found

    def _preview(self, message: Message, send: Send) -> None:
        """Send a page the changes that each of several moves would make."""
        tried = position_at(self.table, *self._line(message))
        moves = message.words("moves")[:_MOST_PREVIEWS]
        shown = previews(tried, moves)
        send({"type": "preview", "request": _request(message), "moves": shown})

    def _hint(self, _: Message, send: Send) -> None:
        side = self.table.side_of(self._sides(send))
        if not side:
            raise TableError("it is not your turn")
        self._help.hint(self.table, side, send)

    def _analyse(self, message: Message, _: Send) -> None:
        if message.flag("on"):
            lines = message.number("lines", 1, MOST_LINES)
            self._help.analyse(self.table, self._line(message), lines)
        else:
            self._help.drop("analysis")

    def _threat(self, message: Message, _: Send) -> None:
        self._help.drop("threat")
        if message.flag("on"):
            self._help.threat(self.table, self._line(message))

    def _line(self, message: Message) -> Line:
        return message.number("ply", 0, len(self.table.turns)), tuple(message.words("line"))

    def _look(self, message: Message, send: Send) -> None:
        """Show a side line from some ply on; the game itself is unchanged."""
        line = Variation(*self._line(message))
        tried = self.table.with_line(line)
        self.table.keep(line, tried)
        shown = line.diverging_from(self.table.moves) or Variation(len(tried.turns), ())
        line_shown = {"type": "look", "ply": shown.ply, "line": shown.moves}
        send({**tried.to_json(shown.ply), **line_shown, "request": _request(message)})
        self._send_side_lines()

    def _forget(self, message: Message, _: Send) -> None:
        """Delete the last move of a side line and all that follows it."""
        self.table.side_lines.forget(Variation(*self._line(message)))
        self._send_side_lines()

    def _send_side_lines(self) -> None:
        """Send side lines to pages if they have changed."""
        lines = self.table.side_lines.to_json()
        for send, known in self.pages.items():
            if known.side_lines != lines:
                known.side_lines = lines
                send({"type": "side lines", "lines": lines})

    def _set_up(self, message: Message, send: Send) -> None:
        """Check a position that a page sets up. The game itself is unchanged."""
        send({**set_up(message), "type": "setup", "request": _request(message)})


def new_room() -> str:
    """Return the name of a new room, which nobody can guess."""
    return secrets.token_urlsafe(12)


def _request(message: Message) -> int:
    """Return the number of a request, repeated in its answer. Raises MessageError."""
    return message.number("request", 0, _HIGHEST_REQUEST)


def seats(message: Message) -> Seats:
    """Return the players of a message. Raises MessageError."""
    kinds = (HUMAN, ENGINE)
    players = message.part("players")
    return Seats(
        {side: players.word(side, kinds) for side in Color},
        message.number("level", 0, FULL_SKILL),
        message.number("movetime", 1, LONGEST_MOVE_MS),
        _clock(message.part("clock")) if message.has("clock") else (0, 0),
        message.flag("ponder"),
        message.has("clock") and message.part("clock").flag("perMove"),
    )


def _clock(message: Message) -> tuple[int, int]:
    return message.number("base", 0, LONGEST_GAME_MS), message.number("more", 0, LONGEST_MOVE_MS)


def restored(message: Message) -> Table:
    """Return the game that a page has saved. Raises AmaltheaError."""
    variant = variants.get(message.word("variant"))
    fen = message.text("fen", LONGEST_FEN) or None
    table = Table(variant, seats(message), fen, message.words("moves"))
    for part in message.parts("sideLines", MOST_SIDE_LINES):
        line = Variation(part.number("ply", 0, len(table.turns)), tuple(part.words("line")))
        table.keep(line, table.with_line(line))
    return table
