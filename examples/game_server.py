#!/usr/bin/env python3
"""A game server: two people, any game, clocks, on aiohttp and SQLite.

.venv/bin/python examples/game_server.py games.sqlite --port 8080

POST /games {"variant", "base_ms", "increment_ms"}: a new game: its id and a secret for each side
GET  /games/ID?after=PLY: the game, once it has more than PLY plies or is over
POST /games/ID/moves {"secret", "ply", "move"}: a move; sending it again does no harm

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

from aiohttp import web

import amalthea

TABLES = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, variant TEXT, fen TEXT, white TEXT, black TEXT,
    base_ms INTEGER, increment_ms INTEGER, flagged TEXT DEFAULT '');
CREATE TABLE IF NOT EXISTS moves (
    game TEXT, ply INTEGER, move TEXT, left_ms INTEGER, PRIMARY KEY (game, ply));
"""
LONGEST_WAIT_S = 20.0


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

    def wake(self) -> None:
        """Wake all who wait for this game."""
        self.changed.set()
        self.changed = asyncio.Event()

    def to_json(self) -> dict[str, Any]:
        """Return the game as its players see it."""
        outcome = self.position.outcome()
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
            "left_ms": {str(side): left for side, left in self.left.items()},
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
        wanted = await request.json()
        try:
            position = amalthea.Position(wanted.get("variant", "chess"))
            clock = (int(wanted.get("base_ms", 300_000)), int(wanted.get("increment_ms", 2_000)))
        except (amalthea.errors.AmaltheaError, TypeError, ValueError) as error:
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
        after = int(request.query.get("after", -1))
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
        sent = await request.json()
        position, ply = table.position, sent.get("ply")
        side = next(
            (each for each, key in table.secrets.items() if key == sent.get("secret")), None
        )
        if side is None:
            raise web.HTTPForbidden(text="no player has this secret")
        played = position.moves
        if isinstance(ply, int) and ply < len(played) and played[ply].text == sent.get("move"):
            return web.json_response(table.to_json())  # the answer was lost
        self._check_flag(table)
        if table.is_over or position.turn is not side or ply != position.ply:
            raise web.HTTPConflict(text="it is not your move")
        left = table.left_now() + table.increment
        try:
            move = position.parse_move(str(sent.get("move"))).text
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
