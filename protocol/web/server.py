"""Server of the page: a fixed list of files, games as data, and one WebSocket for each page."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import sys
import traceback
from collections.abc import Mapping
from importlib.resources import files as package_files
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from amalthea.engine import variants
from amalthea.engine.errors import AmaltheaError, UnknownVariant
from amalthea.engine.options import usable_cores
from amalthea.protocol.drawing.board_svg import style_sheet
from amalthea.protocol.drawing.game_page import game_body, game_style
from amalthea.protocol.drawing.replay import board_script, symbols_of, variant_data
from amalthea.protocol.drawing.styles import style_of
from amalthea.protocol.local_server.guard import Guard, RateLimiter
from amalthea.protocol.records.notation import LETTERS
from amalthea.protocol.web.engine_pool import EnginePool
from amalthea.protocol.web.messages import LARGEST, Message, MessageError
from amalthea.protocol.web.session import Session, restored
from amalthea.protocol.web.table import Seats, Table

MOST_SESSIONS = 200
MOST_PAGES = 100
_MOST_UNSENT = 2_000  # messages that a slow page may leave lying
_TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript"}
_FRONT = "index.html"
_PAGES = (
    _FRONT,
    "play.css",
    "main.js",
    "memory.js",
    "newgame.js",
    "pgn.js",
    "link.js",
    "boardview.js",
    "editboard.js",
    "games.js",
    "setup.js",
    "panels.js",
    "pointedboard.js",
    "analysis.js",
    "texts.js",
)


class PlayServer:
    """Web server. default: the game of a page that asks for none. token: see Guard."""

    def __init__(
        self,
        default: str,
        token: str | None = None,
        engines: int | None = None,
        pace_s: float = 0.4,
        notation: str = LETTERS,
    ) -> None:
        self._default = default
        self._pace_s = pace_s
        self._notation = notation
        self._engines = engines or max(1, usable_cores())
        self._pool: EnginePool | None = None
        self._sessions: dict[str, Session] = {}
        self._sockets: set[web.WebSocketResponse] = set()
        self._assets = _assets()
        self._games: dict[str, str] = {}  # made when first asked for
        self.app = web.Application(middlewares=[Guard(token).__call__])
        self.app.router.add_get("/", self._asset)
        self.app.router.add_get("/games", self._list_games)
        self.app.router.add_get("/game/{name}", self._show_game)
        self.app.router.add_get("/socket", self._converse)
        self.app.router.add_get("/{name}", self._asset)
        self.app.on_shutdown.append(self._close)

    async def _close(self, _: web.Application) -> None:
        """Close the sockets of open pages, so that the server can end."""
        for socket in list(self._sockets):
            await socket.close(code=WSCloseCode.GOING_AWAY)
        if self._pool:
            self._pool.close()

    @property
    def pool(self) -> EnginePool:
        """Return the pool of engines, created for the first game."""
        if self._pool is None:
            self._pool = EnginePool(self._engines, self._report_error)
        return self._pool

    def _report_error(self, text: str) -> None:
        for session in self._sessions.values():
            for send in list(session.pages):
                send({"type": "notice", "text": text})

    # -- what does not change ----------------------------------------------------------------------

    async def _asset(self, request: web.Request) -> web.Response:
        name = request.match_info.get("name", _FRONT)
        text = self._assets.get(name)
        if text is None:
            raise web.HTTPNotFound
        kind = _TYPES[name.rpartition(".")[2]]
        return web.Response(text=text, content_type=kind, charset="utf-8")

    async def _list_games(self, _: web.Request) -> web.Response:
        known = map(variants.get, variants.names())
        games = [{"name": each.name, "title": each.title} for each in known]
        return web.json_response({"default": self._default, "games": games})

    async def _show_game(self, request: web.Request) -> web.Response:
        try:
            name = variants.find(request.match_info["name"]).name
        except UnknownVariant:
            raise web.HTTPNotFound from None
        if name not in self._games:
            self._games[name] = json.dumps(_game(name))
        return web.Response(text=self._games[name], content_type="application/json")

    # -- pages -------------------------------------------------------------------------------------

    async def _converse(self, request: web.Request) -> web.StreamResponse:
        if len(self._sockets) >= MOST_PAGES:
            raise web.HTTPServiceUnavailable(text="too many pages\n")
        socket = web.WebSocketResponse(max_msg_size=LARGEST, heartbeat=30)
        try:
            await socket.prepare(request)
        except ValueError:  # of the decoder that aiohttp calls
            raise web.HTTPBadRequest(text="Sec-WebSocket-Key: expected base64\n") from None
        self._sockets.add(socket)
        page = _Page(socket)
        try:
            await self._listen(socket, page)
        finally:
            self._sockets.discard(socket)
            if page.session:
                page.session.leave(page.send)
            await page.close()
        return socket

    async def _listen(self, socket: web.WebSocketResponse, page: _Page) -> None:
        limiter = RateLimiter()
        async for received in socket:
            if received.type != WSMsgType.TEXT or not limiter.allows():
                await socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"too many messages")
                return
            try:
                self._handle(Message.read(received.data), page)
            except AmaltheaError as error:
                page.send({"type": "error", "text": str(error)})
            except Exception as error:
                traceback.print_exc(file=sys.stderr)
                page.send({"type": "error", "text": f"internal error: {type(error).__name__}"})

    def _handle(self, message: Message, page: _Page) -> None:
        if message.kind == "hello":
            session = self._session_of(message)
            if page.session:
                page.session.leave(page.send)
            page.session = session
            session.enter(page.send)
        elif page.session is None:
            raise MessageError("expected the message 'hello' first")
        else:
            page.session.handle(message, page.send)

    def _session_of(self, message: Message) -> Session:
        """Return the page's session if it still exists, or a new one with its game."""
        known = self._sessions.get(message.word("room"))
        if known:
            return known
        if message.has("game"):
            table = restored(message.part("game"))
        else:
            name = message.word("variant") or self._default
            table = Table(variants.get(name), Seats())
        self._drop_oldest_session()
        name = secrets.token_urlsafe(12)
        self._sessions[name] = Session(name, table, self.pool, self._pace_s, self._notation)
        return self._sessions[name]

    def _drop_oldest_session(self) -> None:
        """Drop the session that was left longest ago if there are too many."""
        if len(self._sessions) < MOST_SESSIONS:
            return
        left = [each for each in self._sessions.values() if not each.pages]
        if not left:
            raise MessageError("too many games at once")
        del self._sessions[min(left, key=lambda each: each.left_at).name]


class _Page:
    """Socket of a page, which sends messages as fast as the page receives them."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.session: Session | None = None
        self._socket = socket
        self._unsent: asyncio.Queue[str] = asyncio.Queue(_MOST_UNSENT)
        self._sender = asyncio.ensure_future(self._send_queued())

    def send(self, message: Mapping[str, Any]) -> None:
        """Queue a message. A page with too many unsent ones is disconnected."""
        try:
            self._unsent.put_nowait(json.dumps(message))
        except asyncio.QueueFull:
            self._sender.cancel()

    async def _send_queued(self) -> None:
        try:
            while True:
                await self._socket.send_str(await self._unsent.get())
        except (ConnectionError, asyncio.CancelledError):
            with contextlib.suppress(ConnectionError):
                await self._socket.close()

    async def close(self) -> None:
        """Stop the sending task."""
        self._sender.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._sender


def _assets() -> dict[str, str]:
    folder = package_files(__package__).joinpath("page")
    found = {name: folder.joinpath(name).read_text("utf-8") for name in _PAGES}
    return {**found, "board.js": board_script(), "board.css": style_sheet() + game_style()}


def _game(name: str) -> dict[str, Any]:
    """Return a game's board, pieces and rules. Raises UnknownVariant."""
    variant = variants.get(name)
    return {
        "board": variant_data(variant),
        "symbols": symbols_of(variant),
        "rules": game_body(variant),
        "names": {piece.letter: piece.name for piece in style_of(variant).pieces()},
    }
