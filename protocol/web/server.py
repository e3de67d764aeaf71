"""Server of the page: a fixed list of files, games as data, and one WebSocket for each page."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping
from html import escape
from importlib.resources import files as package_files
from typing import Any, TypeVar

from aiohttp import WSCloseCode, WSMsgType, web

from amalthea.engine import variants
from amalthea.engine.api import Position
from amalthea.engine.core.board import BLOCKED
from amalthea.engine.core.color import Color
from amalthea.engine.engine import DEFAULT_VARIANT
from amalthea.engine.errors import AmaltheaError, FenError, StorageError, UnknownVariant
from amalthea.protocol import tool
from amalthea.protocol.drawing.board_svg import fen_svg, style_sheet
from amalthea.protocol.drawing.game_page import game_body, game_style
from amalthea.protocol.drawing.game_sheet import EXAMPLE_SEED
from amalthea.protocol.drawing.replay import (
    board_script,
    chances_script,
    pieces_data,
    symbols_of,
    variant_data,
)
from amalthea.protocol.drawing.style import Style
from amalthea.protocol.drawing.styles import style_of
from amalthea.protocol.exercises import KINDS
from amalthea.protocol.exercises.exercise import Exercises
from amalthea.protocol.levels import LEVELS
from amalthea.protocol.local_server.guard import Guard, RateLimiter
from amalthea.protocol.records.notation import LETTERS
from amalthea.protocol.web.archive import Archive
from amalthea.protocol.web.engine_pool import EnginePool
from amalthea.protocol.web.loading import load
from amalthea.protocol.web.lobby import families, first_mover, upper_side
from amalthea.protocol.web.messages import LARGEST, LONGEST_FEN, Message, MessageError
from amalthea.protocol.web.opening_explorer import FileGames, openings_in
from amalthea.protocol.web.people import People
from amalthea.protocol.web.saving import SavedGame, written_games
from amalthea.protocol.web.session import Session, new_room, restored
from amalthea.protocol.web.table import HUMAN, Seats, Table

Answer = TypeVar("Answer")

MOST_SESSIONS = 200
MOST_PAGES = 100
_MOST_UNSENT = 2_000  # messages that a slow page may leave lying
_TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript"}
_FRONT = "index.html"
_PAGES = (
    _FRONT,
    "play.css",
    "analysis.js",
    "boardmarks.js",
    "boardview.js",
    "browse.js",
    "cards.js",
    "chooser.js",
    "controls.js",
    "dom.js",
    "editboard.js",
    "exercises.js",
    "games.js",
    "kept.js",
    "lens.js",
    "link.js",
    "lobby.js",
    "main.js",
    "memory.js",
    "moves.js",
    "newgame.js",
    "openings.js",
    "opinions.js",
    "panels.js",
    "pgn.js",
    "picking.js",
    "players.js",
    "pointedboard.js",
    "rooms.js",
    "screen.js",
    "setup.js",
    "sound.js",
    "state.js",
    "texts.js",
    "tokens.js",
)
_ROOM = re.compile(r"[\w-]{16}", re.ASCII)
_PICTURE_SIZE = 320  # pixels


class PlayServer:
    """Web server. default: the game that the page opens, "" for the lobby. token: see Guard.

    With a token, all pages that ask for no game play the same one: two of them against each other.
    pool: the engines. archive: where games are kept. link: the address by which people are
    invited, "" for that of the page. files: games whose openings the page shows.
    """

    def __init__(
        self,
        default: str,
        token: str | None = None,
        pool: EnginePool | None = None,
        pace_s: float = 0.4,
        notation: str = LETTERS,
        archive: Archive | None = None,
        link: str = "",
        files: FileGames | None = None,
    ) -> None:
        self._archive = archive
        self._files = files or FileGames()
        self._default = default
        self._pace_s = pace_s
        self._notation = notation
        self.pool = pool or EnginePool()
        self._sessions: dict[str, Session] = {}
        self._sockets: set[web.WebSocketResponse] = set()
        self._assets = _assets(default, token is not None, link)
        self._token = token
        self._failure = ""  # why games are not kept at the moment
        self._shared = ""  # the session of pages that ask for no game
        self._games: dict[str, str] = {}  # made when first asked for
        self._pictures: dict[str, str] = {}  # likewise
        self.app = web.Application(middlewares=[Guard(token).__call__])
        self.app.router.add_get("/", self._asset)
        self.app.router.add_get("/games", self._list_games)
        self.app.router.add_get("/tables", self._list_tables)
        self.app.router.add_get("/kept", self._list_kept)
        self.app.router.add_get("/kept.pgn", self._export_kept)
        self.app.router.add_get("/openings/{name}", self._show_openings)
        self.app.router.add_delete("/kept/{room}", self._delete_kept)
        self.app.router.add_get("/exercises/{kind}", self._list_exercises)
        self.app.router.add_get("/exercises/{kind}/{game}", self._show_exercises)
        self.app.router.add_get("/game/{name}", self._show_game)
        self.app.router.add_get("/picture/{name}", self._show_picture)
        self.app.router.add_get("/socket", self._converse)
        self.app.router.add_get("/{name}", self._asset)
        self.app.on_shutdown.append(self._close)

    async def _close(self, _: web.Application) -> None:
        """Close the sockets of open pages, so that the server can end."""
        for socket in list(self._sockets):
            await socket.close(code=WSCloseCode.GOING_AWAY)
        self.pool.close()

    # -- what does not change ----------------------------------------------------------------------

    async def _asset(self, request: web.Request) -> web.Response:
        name = request.match_info.get("name", _FRONT)
        text = self._assets.get(name)
        if text is None:
            raise web.HTTPNotFound
        kind = _TYPES[name.rpartition(".")[2]]
        return web.Response(text=text, content_type=kind, charset="utf-8")

    async def _list_games(self, _: web.Request) -> web.Response:
        levels = [{"name": level.name, "elo": level.elo} for level in LEVELS]
        return web.json_response({"families": families(), "levels": levels})

    async def _list_tables(self, _: web.Request) -> web.Response:
        """Answer with the tables at which somebody waits for another person."""
        waiting = [each for each in self._sessions.values() if each.people.has_room and each.pages]
        games = [(each.name, each.table.variant) for each in waiting]
        tables = [{"room": room, "name": v.name, "title": v.title} for room, v in games]
        return web.json_response(tables)

    # -- games that are kept -----------------------------------------------------------------------

    def _kept_for(self, request: web.Request, variant: str = "") -> list[tuple[str, SavedGame]]:
        """Return the games that a browser may see: all on this machine, else its own.

        Those that it has deleted while another player keeps them are not among them.
        """
        if self._archive is None:
            return []
        client = _client(request)
        games = self._archive.games(client if self._token else None, variant)
        return [(room, game) for room, game in games if client not in game.people.left]

    async def _list_kept(self, request: web.Request) -> web.Response:
        client = _client(request)
        shown = [game.shown(room, client) for room, game in self._kept_for(request)]
        return web.json_response(shown)

    async def _export_kept(self, request: web.Request) -> web.Response:
        """Answer with all games as PGN, the first one first."""
        games = [game for _, game in reversed(self._kept_for(request))]
        text = await asyncio.to_thread(written_games, games, self._notation)
        return web.Response(text=text, content_type="application/x-chess-pgn", charset="utf-8")

    async def _show_openings(self, request: web.Request) -> web.Response:
        """Answer with the moves that games played in a position."""
        name = request.match_info["name"]
        try:
            position = Position(variants.get(name), request.query.get("fen", "")[:LONGEST_FEN])
        except UnknownVariant:
            raise web.HTTPNotFound from None
        except FenError as error:
            raise web.HTTPBadRequest(text=f"{error}\n") from None
        games = [game for _, game in self._kept_for(request, position.variant.name)]
        found = await asyncio.to_thread(openings_in, position, games, self._files)
        return web.json_response(found)

    async def _delete_kept(self, request: web.Request) -> web.Response:
        """Delete a game. One of two people stays until both have deleted it from their lists."""
        room, client = request.match_info["room"], _client(request)
        game = dict(self._kept_for(request)).get(room)
        if self._archive is None or game is None:
            raise web.HTTPNotFound
        session = self._sessions.get(room)
        if session.withdraw(client) if session else game.people.leave(client):
            if session:
                session.forgotten = True
                del self._sessions[room]
            self._archive.delete(room)
        elif session is None:
            self._archive.put(room, game)
        return web.json_response({})

    def _keep(self, room: str, game: SavedGame | None) -> None:
        """Keep a room's game; without one, keep none."""
        if archive := self._archive:
            self._attempt(lambda: archive.put(room, game) if game else archive.delete(room))

    def _find_kept(self, room: str) -> SavedGame | None:
        archive = self._archive
        return self._attempt(lambda: archive.get(room)) if archive and room else None

    def _attempt(self, act: Callable[[], Answer]) -> Answer | None:
        """Return the archive's answer, None if it fails, which is reported once."""
        try:
            found = act()
            self._failure = ""
            return found
        except StorageError as error:
            if str(error) != self._failure:
                tool.warn("play", str(error))
            self._failure = str(error)
            return None

    async def _show_game(self, request: web.Request) -> web.Response:
        text = self._made(request, self._games, lambda name: json.dumps(_game(name)))
        return web.Response(text=text, content_type="application/json")

    async def _list_exercises(self, request: web.Request) -> web.Response:
        """Answer with the games that have exercises of a kind."""
        kind = _exercises(request)
        listed = [(variants.get(name), len(kind.of(name))) for name in kind.games()]
        return web.json_response(
            [{"name": game.name, "title": game.title, "count": count} for game, count in listed]
        )

    async def _show_exercises(self, request: web.Request) -> web.Response:
        kind, game = _exercises(request), request.match_info["game"]
        if game not in kind.games():
            raise web.HTTPNotFound
        return web.json_response([each.to_json() for each in kind.of(game)])

    async def _show_picture(self, request: web.Request) -> web.Response:
        """Answer with the picture of a FEN, or of a new game without one."""
        if fen := request.query.get("fen", ""):
            text = _picture_of(request.match_info["name"], fen)
        else:
            text = self._made(request, self._pictures, _picture)
        return web.Response(text=text, content_type="image/svg+xml")

    def _made(self, request: web.Request, known: dict[str, str], make: Callable[[str], str]) -> str:
        """Return the text about a request's game, made the first time. Raises HTTPNotFound.

        known: the texts made so far, by name.
        """
        try:
            name = variants.find(request.match_info["name"]).name
        except UnknownVariant:
            raise web.HTTPNotFound from None
        if name not in known:
            known[name] = make(name)
        return known[name]

    # -- pages -------------------------------------------------------------------------------------

    async def _converse(self, request: web.Request) -> web.StreamResponse:
        if len(self._sockets) >= MOST_PAGES:
            raise web.HTTPServiceUnavailable(text="too many pages\n")
        socket = web.WebSocketResponse(max_msg_size=LARGEST, heartbeat=30)
        try:
            await socket.prepare(request)
        except ValueError:  # aiohttp does not catch it for a bad key
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
            self._enter(page, self._session_of(message), message)
        elif message.kind == "load":
            self._load(message, page)
        elif page.session is None:
            raise MessageError("expected the message 'hello' first")
        else:
            page.session.handle(message, page.send)

    def _enter(self, page: _Page, session: Session, message: Message) -> None:
        if page.session:
            page.session.leave(page.send)
        page.session = session
        session.enter(page.send, message.word("client"), message.word("key"))

    def _load(self, message: Message, page: _Page) -> None:
        """Open a table for a game of a PGN text, or list the games to choose from."""
        found = load(message)
        if isinstance(found, list):
            page.send({"type": "games", "games": found})
            return
        self._enter(page, self._open(found.table), message)
        for text in found.notices:
            page.send({"type": "notice", "text": text})

    def _session_of(self, message: Message) -> Session:
        """Return the page's session if it still exists, or a new one with its game."""
        room, client = message.word("room"), message.word("client")
        if known := self._sessions.get(room):
            return known
        if kept := self._find_kept(room):
            return self._open(kept.to_table(), room, kept.people, kept.owners)
        if message.has("game"):
            return self._restore(room, client, message.part("game"))
        if room:
            raise MessageError("this game is not known here any more")
        if not self._token or message.word("variant"):
            name = message.word("variant") or self._default or DEFAULT_VARIANT
            return self._open(Table(variants.get(name), Seats(level=0)))
        if self._shared not in self._sessions:
            people = Seats(dict.fromkeys(Color, HUMAN))
            table = Table(variants.get(self._default or DEFAULT_VARIANT), people)
            shared = self._open(table, people=People.hosted_by(client, Color.WHITE))
            self._shared = shared.name
        return self._sessions[self._shared]

    def _restore(self, room: str, client: str, game: Message) -> Session:
        """Return a session with a page's game; all pages of a lost session meet in it again."""
        side = Color(game.word("invite", tuple(Color))) if game.has("invite") else None
        people = People.hosted_by(client, side) if side else None
        session = self._open(restored(game), room if _ROOM.fullmatch(room) else "", people)
        session.forgotten = game.flag("practice")
        return session

    def _open(
        self,
        table: Table,
        room: str = "",
        people: People | None = None,
        owners: Iterable[str] = (),
    ) -> Session:
        """Return a new session for a table."""
        self._drop_oldest_session()
        name, how = room or new_room(), (self._pace_s, self._notation)
        session = Session(name, table, self.pool, *how, people, owners, self._keep)
        self._sessions[name] = session
        return session

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


def _exercises(request: web.Request) -> Exercises:
    """Return the kind of exercises that is asked for. Raises HTTPNotFound."""
    found = KINDS.get(request.match_info["kind"])
    if found is None:
        raise web.HTTPNotFound
    return found


def _client(request: web.Request) -> str:
    """Return the secret word by which a request's browser is known, "" without one."""
    return request.headers.get("X-Client", "")


def _assets(default: str, shared: bool, link: str) -> dict[str, str]:
    """Return the files of the page by name.

    default: the game that it opens. shared: True if all pages open the same one. link: the address
    by which people are invited.
    """
    folder = package_files(__package__).joinpath("page")
    found = {name: folder.joinpath(name).read_text("utf-8") for name in _PAGES}
    data = {"default": default, "link": link, "shared": "true" if default and shared else ""}
    for name, value in data.items():
        filled = f'data-{name}="{escape(value)}"'
        found[_FRONT] = found[_FRONT].replace(f'data-{name}=""', filled)
    scripts = {"board.js": board_script(), "chances.js": chances_script()}
    return {**found, **scripts, "board.css": style_sheet() + game_style()}


def _picture(name: str) -> str:
    """Return the start position of a game as SVG. Raises UnknownVariant."""
    variant = variants.get(name)
    return fen_svg(variant, variant.start_fen(EXAMPLE_SEED), _PICTURE_SIZE)


def _picture_of(name: str, fen: str) -> str:
    """Return a FEN as SVG. Raises HTTPNotFound and HTTPBadRequest."""
    try:
        if len(fen) > LONGEST_FEN:
            raise FenError("the FEN is too long")
        return fen_svg(variants.get(name), fen, _PICTURE_SIZE)
    except UnknownVariant:
        raise web.HTTPNotFound from None
    except FenError as error:
        raise web.HTTPBadRequest(text=f"{error}\n") from None


def _names(style: Style) -> dict[str, str]:
    """Return the name of each piece type, and of what blocks a square if it has one."""
    names = {piece.letter: piece.name for piece in style.pieces()}
    return names | ({BLOCKED: style.blocker} if style.blocker else {})


def _game(name: str) -> dict[str, Any]:
    """Return a game's board, pieces, rules and exercises. Raises UnknownVariant."""
    variant = variants.get(name)
    style = style_of(variant, characters=True)
    return {
        "board": variant_data(variant),
        "symbols": symbols_of(variant),
        "characters": {"symbols": symbols_of(variant, True), "pieces": pieces_data(style)}
        if style.has_characters
        else None,
        "rules": game_body(variant),
        "names": _names(style),
        "counts": style.counts_pieces,
        "first": first_mover(variant),
        "above": upper_side(variant),
        "exercises": [kind for kind, each in KINDS.items() if each.has(name)],
    }
