"""Conversations that are fuzzed: lines of bytes for a front end, the page's server or a match.

Searches end at once with any legal move. Errors that are no AmaltheaError are raised.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

from amalthea.engine import variants
from amalthea.engine.errors import AmaltheaError
from amalthea.engine.events import BestMove
from amalthea.engine.new_games import new_game, new_position
from amalthea.engine.search.limits import Limits
from amalthea.protocol.console import Console
from amalthea.protocol.gtp.front_end import GtpFrontEnd
from amalthea.protocol.loop import FrontEnd
from amalthea.protocol.match.player import MOVE
from amalthea.protocol.ucci.front_end import UcciFrontEnd
from amalthea.protocol.uci.front_end import UciFrontEnd
from amalthea.protocol.uci_client.info_lines import read_info
from amalthea.protocol.uci_client.option_lines import option_line, read_option
from amalthea.protocol.usi.front_end import UsiFrontEnd
from amalthea.protocol.usi.sfen import write_sfen
from amalthea.protocol.web.engine_pool import Request
from amalthea.protocol.web.loading import load
from amalthea.protocol.web.messages import Message
from amalthea.protocol.web.session import Session, restored
from amalthea.protocol.web.table import HUMAN, Seats, Table
from amalthea.protocol.xboard.front_end import CecpFrontEnd
from helpers.answering_pool import AnsweringPool
from helpers.random_games import random_game

_MOST_LINES = 20  # of a conversation
_MOST_REPORTS = 200  # that follow from a line
_SOME = ("chess", "gast", "gess", "gochess", "crazyhouse")
_SHOWABLE = ("chess", "gast", "gochess", "crazyhouse", "chessgi")  # by XBoard


class Fault(Exception):
    """An outcome that no input may have."""


class _Listener(Console):
    """Console that discards its output and raises internal errors."""

    def __init__(self) -> None:
        super().__init__(-1)

    def write(self, *lines: str) -> None:
        for line in lines:
            if "internal error" in line:
                raise Fault(line)


def lines_of(data: bytes) -> list[str]:
    """Return the lines, without those that would write a log."""
    lines = data.decode("utf-8", "replace").splitlines()[:_MOST_LINES]
    return [line for line in lines if "log" not in line.lower()]


def _converse(front: FrontEnd, lines: list[str]) -> None:
    for line in lines:
        front.handle(line)
        _hear_out(front)
        if front.engine.blocked:
            raise Fault(f"the engine stays blocked after {line!r}")
    front.close()


def _hear_out(front: FrontEnd | GtpFrontEnd) -> None:
    for _ in range(_MOST_REPORTS):
        if front.engine.timeout() != 0.0:
            return
        front.collect()
    raise Fault(f"more than {_MOST_REPORTS} reports follow from a line")


# Front ends.


def uci(data: bytes, command: str = "") -> None:
    """Feed lines of UCI, each after a command."""
    _converse(UciFrontEnd(_Listener(), _pool), [f"{command} {line}" for line in lines_of(data)])


def xboard(data: bytes) -> None:
    """Feed lines of CECP."""
    _converse(CecpFrontEnd(_Listener(), _pool), lines_of(data))


def usi(data: bytes) -> None:
    """Feed lines of USI."""
    _converse(UsiFrontEnd(_Listener(), _pool), lines_of(data))


def ucci(data: bytes) -> None:
    """Feed lines of UCCI."""
    _converse(UcciFrontEnd(_Listener(), _pool), lines_of(data))


def gtp(data: bytes) -> None:
    """Feed a line `GAME` and lines of GTP."""
    name, *lines = lines_of(data) or [""]
    front = GtpFrontEnd(_Listener(), _Listener(), Limits(nodes=10), _pool)
    front.engine.set_option("UCI_Variant", name)
    for line in lines:
        if front.streaming:  # as its loop does
            front.interrupt()
            _hear_out(front)
        front.handle(line)
        _hear_out(front)
    front.close()


def _pool(hash_mib: int, threads: int) -> Any:
    return AnsweringPool(hash_mib, threads)


def uci_seeds() -> Iterator[bytes]:
    """Yield conversations in UCI."""
    yield b"uci\nisready\nucinewgame\nposition startpos moves e2e4\ngo infinite\nstop\nd\neval"
    yield b"go ponder wtime 9 btime 9\nponderhit\ngo perft 3\nmoves side w\nstatus\nflip\nquit"
    yield b"ucicyclone\nstartpos moves h2e2\ngo searchmoves h9g7 b9a7\nmoves h9g7\ngo perft 1"
    yield b"fen 3k5/9/9/9/9/9/9/9/9/4K1R2 r moves g0g9\ngo depth 1\nfen 3k5/9 r\nstartpos x"
    for name in _SOME:
        game = random_game(name, 2, longest=6)
        moves = " ".join(ply.move for ply in game.plies)
        side = new_position(name, game.fen).choosers()[0]
        yield f"""setoption name UCI_Variant value {name}
position {game.fen} moves {moves}
setoption name MultiPV value 3
go depth 2
d
moves
eval
position {game.fen}
go side {side} nodes 5
moves side {side}
go nodes 5""".encode()


def xboard_seeds() -> Iterator[bytes]:
    """Yield conversations in CECP."""
    yield b"""xboard
protover 2
new
level 40 5:30 0
time 900
otim 900
post
usermove e2e4
ping 3
undo
force
usermove e2e4
remove
hint
draw
?
playother
go
result 1-0 {x}"""
    yield b"""new
st 5
sd 4
nps 100
analyze
.
exclude e2e4
usermove d2d4
include all
exit
easy"""
    for name in _SHOWABLE:
        yield f"""new
variant {name}
setboard {variants.get(name).start_fen(1)}
lift e2
put e4
go
force
analyze
memory 8
cores 1
option MultiPV=2
option Resign=0
computer
hard""".encode()


def usi_seeds() -> Iterator[bytes]:
    """Yield conversations in USI."""
    yield b"""usi
isready
usinewgame
setoption name USI_Hash value 8
position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e
go btime 900 wtime 800 byoyomi 50
go ponder btime 0 wtime 0 binc 5 winc 5 byoyomi 10
ponderhit
go mate 100
go mate infinite
stop
gameover win
quit"""
    for name in ("shogi", "minishogi", "kyotoshogi", "chess"):
        game = random_game(name, 2, longest=30)
        yield f"""setoption name USI_Variant value {name}
position sfen {write_sfen(new_game(name, game.fen, game.moves).position.fen())}
d
moves
go searchmoves 5e5d P*5e depth 2
go perft 1""".encode()


def ucci_seeds() -> Iterator[bytes]:
    """Yield conversations in UCCI."""
    yield b"""ucci
setoption usemillisec false
setoption hashsize 0
setoption newgame
position startpos moves h2e2 h9g7
banmoves h0g2 b0c2
go time 9 increment 1 opptime 8 oppincrement 1
go draw time 100 movestogo 3 opptime 50 oppmovestogo 2
go ponder time 5 increment 0
ponderhit draw
go depth 0
probe
quit"""
    yield b"""setoption batch true
position fen rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r - - 0 1 moves b0c2
d
moves
go nodes 5
setoption UCI_Variant minixiangqi
position startpos
go infinite
stop"""


def gtp_seeds() -> Iterator[bytes]:
    """Yield conversations in GTP."""
    for name in _SOME:
        yield f"""{name}
1 list_commands
boardsize 8
clear_board
play w E2
play w E4
2 genmove b
3 genmove b
4 genmove w
5 genmove w
gg-undo 1
showboard
time_settings 60 5 1
time_left b 5 1
gogui-rules_board
gogui-rules_legal_moves
gogui-rules_final_result
final_score""".encode()
        yield f"""{name}
lz-analyze b 10
kata-analyze 5
amalthea-best_lines 2
amalthea-fen
amalthea-targets b
amalthea-moves
gogui-setup b A1 w B2
gogui-setup_player w
gogui-rules_board_gfx
amalthea-settings
amalthea-evaluation
reg_genmove w""".encode()


# The page's server.


class ServedPool:
    """Pool of a server whose searches for moves end at once with a legal move, others never."""

    def ask(self, request: Request) -> None:
        game = request.game
        side = request.limits.side or game.position.turn
        if not request.patient:
            answer = BestMove(game.position.choices(side)[0])
            asyncio.get_running_loop().call_soon(request.done, answer)

    def drop(self, request: Request) -> None:
        pass

    def ponderhit(self, request: Request, _: Limits) -> None:
        request.patient = False
        self.ask(request)

    def close(self) -> None:
        pass


def page(data: bytes) -> None:
    """Feed messages of a page, one a line; a message that names a game begins it."""
    asyncio.run(_page(lines_of(data)))


async def _page(lines: list[str]) -> None:
    faults: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, fault: faults.append(fault))
    pool: Any = ServedPool()
    people = Seats({"w": HUMAN, "b": HUMAN})
    room = Session("fuzzed", Table(variants.get("chess"), people), pool, pace_s=0.0)
    room.enter(_show)
    for line in lines:
        try:
            message = Message.read(line)
            if message.kind in ("hello", "load"):
                loaded = load(message) if message.kind == "load" else None
                if isinstance(loaded, list):
                    continue
                table = loaded.table if loaded else restored(message.part("game"))
                other = Session("fuzzed", table, pool, pace_s=0.0)
                room.leave(_show)
                room = other
                room.enter(_show)
            else:
                room.handle(message, _show)
        except AmaltheaError:
            pass
        await asyncio.sleep(0)
    room.leave(_show)
    if faults:
        raise faults[0].get("exception") or Fault(faults[0]["message"])


def _show(value: Any) -> None:
    json.dumps(value)


def page_seeds() -> Iterator[bytes]:
    """Yield messages of a page."""
    seats = {"players": {"w": "human", "b": "engine"}, "level": 3, "movetime": 100}
    for name in _SOME:
        record = random_game(name, 5, longest=6)
        moves, fen = [ply.move for ply in record.plies], record.fen
        line = {"ply": 1, "line": moves[1:2]}
        game = {"variant": name, "fen": fen, "moves": moves[:3], "sideLines": [line], **seats}
        talk: list[dict[str, Any]] = [
            {"type": "hello", "game": game},
            {"type": "move", "ply": 3, "move": moves[3] if len(moves) > 3 else "e2e4"},
            {"type": "look", "request": 1, **line},
            {"type": "analyse", "on": True, "lines": 2, **line},
            {"type": "threat", "on": True, **line},
            {"type": "setup", "request": 2, "variant": name, "fen": fen},
            {"type": "hint"},
            {"type": "back"},
            {"type": "review"},
            {"type": "pgn"},
            {"type": "mail"},
            {"type": "forget", **line},
            {"type": "seats", **seats, "clock": {"base": 1000, "more": 10}, "ponder": True},
            {"type": "new", "variant": name, **seats},
            {"type": "go"},
            {"type": "draw"},
            {"type": "resign", "side": "w"},
            {"type": "load", "text": "1. e4 {best} $1 (1. d4) e5 *"},
            {"type": "read", "request": 1, "text": "Nf3", "ply": 0, "line": []},
            {"type": "preview", "request": 1, "moves": moves[:1], "ply": 0, "line": []},
        ]
        yield "\n".join(map(json.dumps, talk)).encode()


# Other engines.


def engine_lines(data: bytes) -> None:
    """Feed an engine's lines to a match; an option that is understood is written again."""
    for line in data.decode("utf-8", "replace").splitlines():
        read_info(line)
        for word in line.split():
            MOVE.fullmatch(word)
        option = read_option(line)
        if option and read_option(option_line(option)) is None:
            raise Fault(f"{option_line(option)} is no option")


def engine_seeds() -> Iterator[bytes]:
    """Yield what engines say in matches."""
    yield b"""id name X
option name Hash type spin default 16 min 1 max 9
option name A B type combo default c var c var d e
option name F type string default <empty>
option name P type check default true
option name C type button
uciok
readyok"""
    yield b"""info depth 3 seldepth 4 score cp 3 lowerbound wdl 1 2 3 nodes 5 nps 6 pv e2e4 e7e5
info depth 3 multipv 2 hashfull 7 time 8 score mate -3 pv d2d4
info depth 1 currmove e2e4 currmovenumber 2
info string x
bestmove e2e4 ponder e7e5"""


Talk = Callable[[bytes], None]
TALKS: dict[str, tuple[Talk, Callable[[], Iterator[bytes]]]] = {
    "uci": (uci, uci_seeds),
    "xboard": (xboard, xboard_seeds),
    "usi": (usi, usi_seeds),
    "ucci": (ucci, ucci_seeds),
    "gtp": (gtp, gtp_seeds),
    "page": (page, page_seeds),
    "engine": (engine_lines, engine_seeds),
}
