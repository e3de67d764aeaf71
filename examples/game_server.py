#!/usr/bin/env python3
"""A game server: two people, any game, clocks, on aiohttp and SQLite.

.venv/bin/python examples/game_server.py games.sqlite --port 8080

POST /games {"variant", "base_ms", "increment_ms"}: a new game: its id and a secret for each side
GET  /games/ID?after=PLY: the game, once it has more than PLY plies or is over
POST /games/ID/moves {"secret", "ply", "move"}: a move in any notation; sending it again is harmless

What is wrong is answered by 400 and a sentence, a stranger by 403, a move out of turn by 409.

A move is in the file before it is answered, so a server that is killed loses none. The clocks stand
still while it is down.
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
import sqlite3
import time
from contextlib import suppress
from typing import Any

import amalthea

try:
    from aiohttp import web
except ImportError:
    raise SystemExit("this server needs aiohttp: pip install aiohttp") from None

TABLES = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, variant TEXT, fen TEXT, white TEXT, black TEXT,
    base_ms INTEGER, increment_ms INTEGER, flagged TEXT DEFAULT '');
CREATE TABLE IF NOT EXISTS moves (
    game TEXT, ply INTEGER, move TEXT, left_ms INTEGER, PRIMARY KEY (game, ply));
"""
LONGEST_WAIT_S = 20.0
LONGEST_MS = 10**9  # eleven days


def whole_number(name: str, value: object, lowest: int, highest: int) -> int:
    """Return a number that a client has sent. Raises HTTPBadRequest."""
    if type(value) is not int or not lowest <= value <= highest:
        text = f"{name}: expected a whole number from {lowest} to {highest}"
        raise web.HTTPBadRequest(text=text)
    return value


async def sent_values(request: web.Request) -> dict[str, Any]:
    """Return the values that a client has sent. Raises HTTPBadRequest."""
    try:
        values = await request.json()
    except ValueError as error:
        raise web.HTTPBadRequest(text=f"expected JSON: {error}") from error
    if not isinstance(values, dict):
        raise web.HTTPBadRequest(text='expected a JSON object such as {"variant": "chess"}')
    return values


class Table:
    """A game in memory: the position, the clocks, and an event for those who wait for a move."""

    def __init__(self, row: sqlite3.Row, moves: list[sqlite3.Row]) -> None:
        self.id: str = row["id"]
        self.secrets = {amalthea.Color.WHITE: row["white"], amalthea.Color.BLACK: row["black"]}
        self.increment: int = row["increment_ms"]
        self.left = dict.fromkeys(amalthea.Color, row["base_ms"])
        self.flagged: str = row["flagged"]
        self.position = amalthea.Position(row["variant"], row["fen"])
        for each in moves:
            if self.position.turn:
                self.left[self.position.turn] = each["left_ms"]
            self.position.push(each["move"])
        if self.flagged:
            self.left[amalthea.Color(self.flagged)] = 0
        self.changed = asyncio.Event()
        self._since = time.monotonic()

    def left_now(self) -> int:
        """Return the time of the side to move; a clock starts with the second ply."""
        turn = self.position.turn
        assert turn
        running = self.position.ply > 1 and not self.is_over
        return int(self.left[turn] - (time.monotonic() - self._since) * 1000 * running)

    @property
    def is_over(self) -> bool:
        return bool(self.flagged) or self.position.is_over()

    def play(self, move: str, left_ms: int) -> None:
        """Play a move and start the other clock."""
        turn = self.position.turn
        self.position.push(move)
        if turn:
            self.left[turn] = left_ms
        self._since = time.monotonic()
        self.wake()

    def was_sent(self, side: amalthea.Color, ply: int, text: str) -> bool:
        """Return True if a side has played this move, in any notation, at this ply."""
        if ply >= self.position.ply:
            return False
        before = self.position.copy()
        while before.ply > ply:
            played = before.pop()
        return before.turn is side and before.is_legal(text) and before.parse_move(text) == played

    def wake(self) -> None:
        """Wake all who wait for this game."""
        self.changed.set()
        self.changed = asyncio.Event()

    def to_json(self) -> dict[str, Any]:
        """Return the game as its players see it."""
        outcome, left = self.position.outcome(), dict(self.left)
        if self.position.turn and not self.is_over:
            left[self.position.turn] = self.left_now()
        if self.flagged:
            result = "0-1" if self.flagged == "w" else "1-0"
        else:
            result = outcome.result if outcome else "*"
        return {
            "id": self.id,
            "variant": self.position.variant.name,
            "fen": self.position.fen(),
            "moves": [move.text for move in self.position.moves],
            "turn": self.position.turn,
            "left_ms": {str(side): max(0, rest) for side, rest in left.items()},
            "result": result,
            "reason": "time" if self.flagged else str(outcome or ""),
        }


class Server:
    """All games, in memory and in the file."""

    def __init__(self, path: str) -> None:
        self._file = sqlite3.connect(path)
        self._file.row_factory = sqlite3.Row
        self._file.executescript(TABLES)
        rows = self._file.execute("SELECT * FROM games").fetchall()
        self._tables = {row["id"]: self._read(row) for row in rows}

    def _read(self, row: sqlite3.Row) -> Table:
        text = "SELECT * FROM moves WHERE game = ? ORDER BY ply"
        return Table(row, self._file.execute(text, (row["id"],)).fetchall())

    def _table(self, request: web.Request) -> Table:
        table = self._tables.get(request.match_info["id"])
        if table is None:
            raise web.HTTPNotFound(text="no such game")
        return table

    async def begin(self, request: web.Request) -> web.Response:
        """Begin a game."""
        wanted = await sent_values(request)
        clock = (
            whole_number("base_ms", wanted.get("base_ms", 300_000), 1, LONGEST_MS),
            whole_number("increment_ms", wanted.get("increment_ms", 2_000), 0, LONGEST_MS),
        )
        try:
            position = amalthea.Position(wanted.get("variant", "chess"))
        except (amalthea.errors.AmaltheaError, TypeError) as error:
            raise web.HTTPBadRequest(text=str(error)) from error
        if position.turn is None:
            raise web.HTTPBadRequest(text="games with secret choices need two answers at once")
        name, white, black = (secrets.token_urlsafe(12) for _ in range(3))
        values = (name, position.variant.name, position.fen(), white, black, *clock, "")
        with self._file:
            self._file.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
        row = self._file.execute("SELECT * FROM games WHERE id = ?", (name,)).fetchone()
        self._tables[name] = self._read(row)
        return web.json_response({"id": name, "white": white, "black": black})

    async def show(self, request: web.Request) -> web.Response:
        """Show a game, once it has more than `after` plies."""
        table = self._table(request)
        given = request.query.get("after", "-1")
        after = whole_number(
            "after", int(given) if given.lstrip("-").isdecimal() else given, -1, 10**6
        )
        self._check_flag(table)
        until = time.monotonic() + LONGEST_WAIT_S
        while table.position.ply <= after and not table.is_over and time.monotonic() < until:
            rest = min(until - time.monotonic(), max(0.0, table.left_now() / 1000))
            with suppress(TimeoutError):
                await asyncio.wait_for(table.changed.wait(), rest + 0.01)
            self._check_flag(table)
        return web.json_response(table.to_json())

    async def move(self, request: web.Request) -> web.Response:
        """Play a move."""
        table = self._table(request)
        sent = await sent_values(request)
        ply = whole_number("ply", sent.get("ply"), 0, 10**6)
        position, text = table.position, sent.get("move")
        if not isinstance(text, str):
            raise web.HTTPBadRequest(text="move: expected a text such as e2e4")
        side = next(
            (each for each, key in table.secrets.items() if key == sent.get("secret")), None
        )
        if side is None:
            raise web.HTTPForbidden(text="no player has this secret")
        if table.was_sent(side, ply, text):
            return web.json_response(table.to_json())  # the answer was lost
        self._check_flag(table)
        if table.is_over:
            raise web.HTTPConflict(text="the game is over")
        if position.turn is not side or ply != position.ply:
            raise web.HTTPConflict(text="it is not your move")
        left = table.left_now() + table.increment
        try:
            move = position.parse_move(text).text
        except amalthea.errors.IllegalMove as error:
            raise web.HTTPBadRequest(text=str(error)) from error
        with self._file:
            self._file.execute("INSERT INTO moves VALUES (?, ?, ?, ?)", (table.id, ply, move, left))
        table.play(move, left)
        return web.json_response(table.to_json())

    def _check_flag(self, table: Table) -> None:
        """End a game whose side to move has no time left."""
        if not table.is_over and table.left_now() <= 0:
            table.flagged = str(table.position.turn)
            table.left[amalthea.Color(table.flagged)] = 0
            with self._file:
                self._file.execute(
                    "UPDATE games SET flagged = ? WHERE id = ?", (table.flagged, table.id)
                )
            table.wake()


def main() -> None:
    """Serve until Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", help="the SQLite file of all games")
    parser.add_argument("--port", type=int, default=8080)
    options = parser.parse_args()
    server = Server(options.file)
    app = web.Application()
    app.add_routes(
        [
            web.post("/games", server.begin),
            web.get("/games/{id}", server.show),
            web.post("/games/{id}/moves", server.move),
        ]
    )
    web.run_app(app, host="127.0.0.1", port=options.port, print=None)


if __name__ == "__main__":
    main()
