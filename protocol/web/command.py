"""`amalthea play`: play against the engine or another person in the browser."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import os
import secrets
import signal
import webbrowser
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from amalthea.engine import variants
from amalthea.engine.errors import StorageError
from amalthea.protocol import engine_settings, tool
from amalthea.protocol.local_server.listening import (
    MOST_PORT,
    THIS_MACHINE,
    ServerError,
    address,
    listen,
    outside_host,
)
from amalthea.protocol.records.notation import LETTERS, NOTATIONS

if TYPE_CHECKING:
    from amalthea.protocol.engine_settings import EngineSettings
    from amalthea.protocol.web.archive import Archive

_PORT = 8520
TOKEN_BYTES = 18  # random ones, of the token for other machines: 144 bits
_PATIENCE_S = 2.0  # with pages at the end
_PAUSE_S = 0.005  # between two games that are read in advance
_SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")  # without them a browser would open in the terminal
_LEVEL = "choose the level on the page"
_NOT_BY_OPTION = {  # options that `--option` refuses here, with what is expected instead
    "MultiPV": "choose the number of lines on the page",
    "Ponder": "choose pondering on the page",
    "Skill Level": _LEVEL,
    "UCI_AnalyseMode": _LEVEL,
    "UCI_Chess960": "set up its FEN on the page",
    "UCI_Elo": _LEVEL,
    "UCI_LimitStrength": _LEVEL,
}


def main(words: list[str]) -> int:
    """Run the command and return its exit status."""
    return tool.run("play", lambda: _play(words), (ServerError,))


def _play(words: list[str]) -> int:
    options = parser().parse_args(words)
    if options.port is not None and not 0 <= options.port <= MOST_PORT:
        raise tool.UsageError(f"--port {options.port}, expected 0 to {MOST_PORT}")
    for path in options.games:
        if not Path(path).is_file():
            raise tool.UsageError(f"--games {path}, expected a file")
    tool.load_variants(options.variants)
    variant = tool.named_variant("play", options.variant) if options.variant else None
    warn = partial(tool.warn, "play")
    settings = engine_settings.read_settings(options, variant, _NOT_BY_OPTION, warn)
    try:
        asyncio.run(_serve(variant.name if variant else "", options, settings))
    except ModuleNotFoundError as error:
        if error.name != "aiohttp":
            raise
        raise ServerError(f"the page needs aiohttp: {tool.install_command('play')}") from error
    return 0


async def _serve(name: str, options: argparse.Namespace, settings: EngineSettings) -> None:
    from amalthea.protocol.local_server.serving import serving
    from amalthea.protocol.web.archive import data_folder
    from amalthea.protocol.web.engine_pool import EnginePool
    from amalthea.protocol.web.opening_explorer import FileGames
    from amalthea.protocol.web.server import PlayServer

    outside = options.host is not None
    token = secrets.token_urlsafe(TOKEN_BYTES) if outside else None
    archive = _open_archive(Path(options.data) if options.data else data_folder())
    host = options.host or THIS_MACHINE
    listening = listen(host, *((_PORT, 0) if options.port is None else (options.port,)))
    page = address(listening, outside_host(host), f"?token={token}" if token else "")
    link = page if outside else ""
    files = FileGames(options.games)
    server = PlayServer(
        name,
        token,
        EnginePool(settings=settings),
        notation=options.notation,
        archive=archive,
        link=link,
        files=files,
    )
    async with serving(server.app, listening, _PATIENCE_S):
        if outside:
            tool.warn(
                "play", "anyone who has this address and can reach this machine can play here"
            )
        tool.write(f"{page}  (Ctrl-C ends)")
        # All games are read now, while the browser starts, not when its page asks for them.
        reading = asyncio.ensure_future(_read_games())
        if options.open and not outside and any(map(os.environ.get, _SCREENS)):
            await asyncio.to_thread(webbrowser.open, page)
        await _until_interrupted()
        reading.cancel()
    if archive:
        archive.close()  # moves all games from SQLite's log to the file itself


async def _read_games() -> None:
    """Read all games, with pauses in which pages are answered.

    They stay in memory for good, so the garbage collector need not visit them again.
    """
    for name in variants.names():
        variants.get(name)
        await asyncio.sleep(_PAUSE_S)
    gc.collect()
    gc.freeze()


def _open_archive(folder: Path) -> Archive | None:
    """Return the archive in a folder, None with a warning if it cannot be opened.

    People can play without it, but their games are not kept.
    """
    from amalthea.protocol.web.archive import Archive

    try:
        return Archive(folder)
    except StorageError as error:
        tool.warn("play", f"games are not kept: {error}")
        return None


async def _until_interrupted() -> None:
    """Wait for Ctrl-C or a termination signal."""
    interrupted = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, interrupted.set)
    with contextlib.suppress(asyncio.CancelledError):
        await interrupted.wait()


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = tool.Parser(
        prog="amalthea play",
        description="Play in the browser, on a page that is served to this machine only.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("variant", metavar="VARIANT", nargs="?", help="the game to open (default: choose there)")
    help_ = f"play in this terminal instead; its options: `{parser.prog} --terminal --help`"
    add("--terminal", action="store_true", help=help_)
    add("--variants", metavar="FILE", help="a file with more games")
    add("--port", metavar="N", type=int, help=f"port of the page (default: {_PORT} or a free one)")
    add(
        "--host",
        metavar="ADDRESS",
        help="also serve other machines at this address, protected by a token",
    )
    help_ = "folder where games are kept (default: amalthea in the user's data folder)"
    add("--data", metavar="FOLDER", help=help_)
    help_ = (
        "PGN, as of a match, or *.games.gz of a training, whose openings the page shows; may be"
        " repeated"
    )
    add("--games", metavar="FILE", action="append", default=[], help=help_)
    engine_settings.add_settings(parser)
    help_ = f"how moves are written in saved PGN, except for chess (default: {LETTERS})"
    add("--notation", choices=NOTATIONS, default=LETTERS, help=help_)
    add("--no-open", dest="open", action="store_false", help="only print the address of the page")
    return parser
