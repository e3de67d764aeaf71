"""The server: whose requests it answers, what it refuses, and games by messages alone."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("aiohttp")

from aiohttp import ClientResponse, ClientSession, ClientWebSocketResponse, WSMsgType, web
from aiohttp.test_utils import TestClient, TestServer

from amalthea.engine import variants
from amalthea.engine.search.reports import Info, Score
from amalthea.protocol.local_server.guard import COOKIE
from amalthea.protocol.web.archive import Archive
from amalthea.protocol.web.engine_help import take_line
from amalthea.protocol.web.engine_pool import EnginePool
from amalthea.protocol.web.messages import LARGEST
from amalthea.protocol.web.server import PlayServer
from helpers.fake_analyst import line

TOKEN = "secret"
GUARD_S = 300.0  # only against hanging
GAME = {"variant": "chess", "level": 0, "movetime": 100, "moves": []}
HUMANS = {"w": "human", "b": "human"}

Client = TestClient[web.Request, web.Application]


@asynccontextmanager
async def client(token: str | None = None) -> AsyncIterator[Client]:
    played = PlayServer("chess", token, pool=EnginePool(1), pace_s=0.0)
    async with TestClient(TestServer(played.app)) as found:
        yield found


def run(body: Callable[[Client], Awaitable[None]], token: str | None = None) -> None:
    async def run_with_client() -> None:
        async with client(token) as found:
            await asyncio.wait_for(body(found), GUARD_S)

    asyncio.run(run_with_client())


class Page:
    """A page's socket, with its room, its turns and the last table that it got."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.socket = socket
        self.room = ""
        self.turns: list[dict[str, Any]] = []
        self.table: dict[str, Any] = {}

    async def say(self, kind: str, **fields: object) -> None:
        await self.socket.send_str(json.dumps({"type": kind, **fields}))

    async def hear(self, *kinds: str) -> dict[str, Any]:
        """Return the next message of one of these kinds; follow the game meanwhile."""
        while True:
            message: dict[str, Any] = await self.socket.receive_json()
            if message["type"] == "room":
                self.room = message["room"]
            if message["type"] == "table":
                self.table = message
                self.turns = self.turns[: message["since"]] + message["turns"]
            if message["type"] in kinds:
                return message

    async def new(self, variant: str, players: dict[str, str], **more: object) -> None:
        game = {"variant": variant, "players": players, "level": 0, "movetime": 100, **more}
        await self.say("new", **game)
        while (await self.hear("table"))["variant"] != variant:
            pass

    @property
    def moves(self) -> list[str]:
        return [turn["move"] for turn in self.turns]


async def page(of: Client, **hello: object) -> Page:
    at = of.server.make_url("/")
    opened = Page(await of.ws_connect("/socket", headers={"Origin": f"http://{at.authority}"}))
    await opened.say("hello", **{"room": "", **hello})
    await opened.hear("table")
    return opened


# Whose requests are answered.


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "localhost:1"}, 200),
        ({"Host": "[::1]:1"}, 200),
        ({"Host": "example.org"}, 403),
        ({"Host": "127.0.0.1.example.org"}, 403),
        ({"Origin": "http://example.org"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
def test_only_a_page_of_this_machine_is_answered(headers: dict[str, str], status: int) -> None:
    async def body(found: Client) -> None:
        for path in ("/", "/games", "/game/chess"):
            assert (await found.get(path, headers=headers)).status == status

    run(body)


def test_pictures_of_games_and_positions_are_served() -> None:
    async def body(found: Client) -> None:
        for path in ("/picture/gess", "/picture/chess?fen=4k3/8/8/8/8/8/8/4K3"):
            answer = await found.get(path)
            assert (answer.status, answer.content_type) == (200, "image/svg+xml")
            assert (await answer.text()).startswith("<svg")
        for path, status in (
            ("/picture/nothing", 404),
            ("/picture/nothing?fen=8", 404),
            ("/picture/chess?fen=nonsense", 400),
            (f"/picture/chess?fen={'8/' * 2_000}", 400),
        ):
            assert (await found.get(path)).status == status

    run(body)


def test_errors_of_the_engine_are_not_shown_on_the_page(capfd: pytest.CaptureFixture[str]) -> None:
    async def body() -> None:
        played = PlayServer("chess", pool=EnginePool(1))
        async with TestClient(TestServer(played.app)) as found:
            seat = await page(found)
            played.pool.report("searcher 0 (process 7) does not answer")
            await seat.say("setup", request=1, variant="chess", fen="")
            assert (await seat.hear("setup", "notice"))["type"] == "setup"

    asyncio.run(asyncio.wait_for(body(), GUARD_S))
    assert "does not answer" in capfd.readouterr().err


@pytest.mark.parametrize("headers", [{}, {"Origin": "http://example.org"}])
def test_a_socket_of_another_site_is_refused(headers: dict[str, str]) -> None:
    async def body(found: Client) -> None:
        upgrade = {
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        }
        assert (await found.get("/socket", headers={**upgrade, **headers})).status == 403

    run(body)


def test_a_request_without_the_token_is_refused() -> None:
    async def body(found: Client) -> None:
        at = found.server.make_url("/")
        async with ClientSession() as stranger:
            for query in ({}, {"token": "wrong"}, {"token": "é"}):
                answer: ClientResponse = await stranger.get(at, params=query)
                assert answer.status == 403
        assert (await found.get("/", params={"token": TOKEN})).status == 200
        kept = {"Cookie": f"amalthea={TOKEN}"}
        assert (await found.get("/games", headers=kept)).status == 200

    run(body, TOKEN)


def test_pages_may_not_run_or_load_foreign_content() -> None:
    async def body(found: Client) -> None:
        answer = await found.get("/")
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        text = await answer.text()
        assert "http://" not in text
        assert "https://" not in text
        assert " style=" not in text
        assert not re.search(r"<[^>]*\son\w+=", text)

    run(body)


@pytest.mark.parametrize(
    "path", ["/server.py", "/..%2fserver.py", "/page/index.html", "/%2e%2e/table.py", "/game/no"]
)
def test_no_url_path_reads_a_file(path: str) -> None:
    async def body(found: Client) -> None:
        assert (await found.get(path)).status == 404

    run(body)


# What is refused.

GOOD: dict[str, object] = {
    "type": "new",
    "variant": "chess",
    "players": HUMANS,
    "level": 3,
    "movetime": 50,
}
WRONG: list[dict[str, object]] = [
    {"variant": "../../etc/passwd"},
    {"variant": None},
    {"players": {}},
    {"players": {"w": "human", "b": "ghost"}},
    {"level": 21},
    {"level": 1.5},
    {"movetime": 0},
    {"fen": "8/8/8 w - - 0 1"},
    {"fen": "x" * 3_000},
]
BAD = [
    "",
    "{",
    "[]",
    "3",
    '"hello"',
    "null",
    "[" * 50_000,
    '{"type": 3}',
    '{"type": "fly"}',
    '{"type": "hello", "room": []}',
    '{"type": "move"}',
    '{"type": "move", "move": "e2e5", "ply": 0}',
    '{"type": "look", "request": 1, "ply": 0, "line": ["e2e5"]}',
    '{"type": "forget", "ply": 1, "line": ["e2e4"]}',
    '{"type": "setup", "variant": "draughts", "request": 1}',
    '{"type": "setup", "variant": "chess", "request": -1}',
    '{"type": "setup", "variant": "chess", "request": 1, "board": []}',
    '{"type": "setup", "variant": "chess", "request": 1, "board": {"e9": "K"}, "side": "w"}',
    '{"type": "setup", "variant": "chess", "request": 1, "board": {"e1": "K"}, "side": "x"}',
    '{"type": "move", "move": 7, "ply": 0}',
    '{"type": "move", "move": "e2e4", "ply": true}',
    '{"type": "move", "move": "e2e4", "ply": -1}',
    '{"type": "resign", "side": "x"}',
    '{"type": "look", "request": 1, "ply": 5, "line": []}',
    '{"type": "look", "request": 1, "ply": 0, "line": ["e2e5"]}',
    '{"type": "look", "request": 1, "ply": 0, "line": "e2e4"}',
    '{"type": "analyse", "on": true, "ply": 0, "line": [], "lines": 400}',
    '{"type": "load", "text": "[Variant \\"x\\"]"}',
    '{"type": "load", "text": ""}',
    '{"type": "back"}',
    *(json.dumps(GOOD | wrong) for wrong in WRONG),
]


def test_every_bad_message_gets_one_error_and_changes_nothing() -> None:
    async def body(found: Client) -> None:
        seat = await page(found)
        await seat.new("chess", HUMANS)
        for text in BAD:
            await seat.socket.send_str(text)
            message = await seat.socket.receive_json()
            assert message["type"] == "error", text
            assert len(message["text"]) < 400
        await seat.say("move", move="e2e4", ply=0)
        await seat.hear("table")
        assert seat.moves == ["e2e4"]

    run(body)


def test_the_first_message_of_a_page_must_be_hello() -> None:
    async def body(found: Client) -> None:
        at = found.server.make_url("/")
        socket = await found.ws_connect("/socket", headers={"Origin": f"http://{at.authority}"})
        await socket.send_str('{"type": "back"}')
        assert "hello" in (await socket.receive_json())["text"]

    run(body)


@pytest.mark.parametrize("text", ["x" * (LARGEST + 1), None])
def test_only_a_flooding_page_is_disconnected(text: str | None) -> None:
    async def body(found: Client) -> None:
        other, flood = await page(found), await page(found)
        for _ in range(1 if text else 500):
            await flood.socket.send_str(text or '{"type": "pgn"}')
        while (await flood.socket.receive()).type == WSMsgType.TEXT:
            pass
        assert flood.socket.close_code in (1008, 1009)
        await other.say("move", move="e2e4", ply=0)
        await other.hear("table")
        assert other.moves[0] == "e2e4"

    run(body)


# Games.


@pytest.mark.parametrize("name", variants.BUILT_IN)
def test_the_engine_answers_in_every_game(name: str) -> None:
    async def body(found: Client) -> None:
        seat = await page(found)
        await seat.new(name, {"w": "human", "b": "engine"})
        dice = random.Random(name)
        while len(seat.turns) < 6 and seat.table["status"]["state"] == "ongoing":
            if seat.table["side"]:
                move = dice.choice(seat.table["options"])[0]
                await seat.say("move", move=move, ply=len(seat.turns), sure=True)
            await seat.hear("table")
        assert len(seat.turns) >= 2
        assert any("b" in turn["scores"] for turn in seat.turns)

    run(body)


def test_the_engine_plays_itself_to_the_end_and_can_be_paused() -> None:
    async def body(found: Client) -> None:
        seat = await page(found)
        await seat.new("gess", {"w": "engine", "b": "engine"})
        while not seat.turns:
            await seat.hear("table")
        await seat.say("back")
        while not seat.table["paused"]:
            await seat.hear("table")
        await seat.say("go")
        while seat.table["status"]["state"] == "ongoing":
            await seat.hear("table")
        assert seat.table["status"]["reason"] in ("rings", "repetition", "fiftymove")

    run(body)


def test_a_reload_finds_the_game_and_a_new_server_restores_it_from_the_page() -> None:
    async def body(found: Client) -> None:
        seat = await page(found)
        await seat.new("gast", HUMANS)
        await seat.say("move", move="e2e6", ply=0)
        await seat.hear("table")
        await seat.socket.close()
        again = await page(found, room=seat.room)
        assert (again.room, again.moves) == (seat.room, ["e2e6"])
        known = {"variant": "gast", "players": HUMANS, "level": 1, "movetime": 100}
        other = await page(found, room="gone", game={**known, "moves": ["e2e6", "e11e7"]})
        assert other.room not in ("gone", seat.room)
        assert other.moves == ["e2e6", "e11e7"]

    run(body)


def test_a_page_gets_a_hint_lines_and_the_analysis_of_a_game() -> None:
    async def body(found: Client) -> None:
        seat = await page(found)
        await seat.new("chess", HUMANS)
        for ply, move in enumerate(("e2e4", "e7e5")):
            await seat.say("move", move=move, ply=ply)
            await seat.hear("table")
        await seat.say("analyse", on=True, ply=1, line=["c7c5"], lines=3)
        lines = await seat.hear("lines")
        while len(lines["lines"]) < 3:
            lines = await seat.hear("lines")
        assert (lines["ply"], lines["line"]) == (1, ["c7c5"])
        assert len({line["moves"][0] for line in lines["lines"]}) == 3
        assert lines["lines"][0]["texts"][0][0] in "abcdefghNBRQKO"
        await seat.say("hint")
        assert (await seat.hear("hint"))["move"] in [each[0] for each in seat.table["options"]]
        await seat.say("analyse", on=False)
        await seat.say("review")
        assert [(await seat.hear("reviewed"))["ply"] for _ in range(3)] == [0, 1, 2]

    run(body)


def test_a_secret_choice_is_hinted_at_as_a_choice() -> None:
    async def body(found: Client) -> None:
        seat = await page(found)
        await seat.new("gochess", HUMANS)
        await seat.say("hint")
        hint = await seat.hear("hint")
        assert hint["text"] == hint["move"]
        assert hint["move"] in [each[0] for each in seat.table["options"]]

    run(body)


def test_the_lines_of_a_depth_begin_with_distinct_moves() -> None:
    seen: dict[int, Info] = {}
    shown = []
    for number, move in ((1, "a"), (2, "b"), (3, "c"), (1, "b"), (2, "c"), (3, "a"), (1, "d")):
        take_line(seen, line(Score(0), move, number=number))
        shown.append("".join(seen[at].pv[0] for at in sorted(seen)))
    assert shown == ["a", "ab", "abc", "bac", "bca", "bca", "dca"]


def test_a_repeated_request_continues_the_running_analysis() -> None:
    async def body(found: Client) -> None:
        seat = await page(found)
        await seat.new("chess", HUMANS)
        await seat.say("move", move="e2e4", ply=0)
        await seat.say("analyse", on=True, ply=1, line=[], lines=1)
        depth = 0
        for _ in range(8):
            await seat.say("analyse", on=True, ply=1, line=[], lines=1)
            (line,) = (await seat.hear("lines"))["lines"]
            assert line["depth"] >= depth
            depth = line["depth"]
        assert depth > 1
        await seat.say("analyse", on=True, ply=0, line=[], lines=1)
        while (await seat.hear("lines"))["ply"]:
            pass

    run(body)


def test_moves_of_a_side_line_do_not_change_the_game() -> None:
    async def body(found: Client) -> None:
        seat = await page(found)
        await seat.new("chess", HUMANS)
        await seat.say("look", request=1, ply=0, line=["f2f3", "e7e5"])
        message = await seat.hear("look")
        assert [turn["text"] for turn in message["turns"]] == ["f3", "e5"]
        assert message["side"] == "w"
        again = await page(found, room=seat.room)
        assert again.moves == []

    run(body)


def test_side_lines_are_sent_restored_and_deleted() -> None:
    async def body(found: Client) -> None:
        seat = await page(found)
        await seat.new("chess", HUMANS)
        await seat.say("look", request=1, ply=0, line=["f2f3", "e7e5"])
        lines = (await seat.hear("side lines"))["lines"]
        assert [(each["ply"], each["line"]) for each in lines] == [(0, ["f2f3", "e7e5"])]
        assert [turn["text"] for turn in lines[0]["turns"]] == ["f3", "e5"]
        known = {"variant": "chess", "players": HUMANS, "level": 1, "movetime": 100}
        game = {**known, "moves": [], "sideLines": [{"ply": 0, "line": ["f2f3", "e7e5"]}]}
        other = await page(found, room="gone", game=game)
        assert (await other.hear("side lines"))["lines"] == lines
        await other.say("forget", ply=0, line=["f2f3"])
        assert (await other.hear("side lines"))["lines"] == []

    run(body)


def test_moves_of_games_have_priority_over_analyses() -> None:
    async def body(found: Client) -> None:
        thinker, player = await page(found), await page(found)
        await thinker.new("chess", HUMANS)
        await thinker.say("analyse", on=True, ply=0, line=[], lines=1)
        await thinker.hear("lines")
        await player.new("chess", {"w": "human", "b": "engine"})
        await player.say("move", move="e2e4", ply=0)
        while len(player.turns) < 2:
            await player.hear("table")
        await thinker.hear("lines")

    run(body)


def test_a_move_for_an_earlier_position_is_ignored() -> None:
    async def body(found: Client) -> None:
        seat = await page(found)
        await seat.new("chess", HUMANS)
        await seat.say("move", move="e2e4", ply=3)
        await seat.say("move", move="d2d4", ply=0)
        await seat.hear("table")
        assert seat.moves == ["d2d4"]

    run(body)


def test_corrections_of_a_fen_in_a_pgn_are_reported() -> None:
    async def body(found: Client) -> None:
        seat = await page(found)
        await seat.say("load", text='[FEN "4k3/8/8/8/8/8/4P3/4K3 w K - 0 1"]\n\n1. e4 *')
        assert "'K'" in (await seat.hear("notice"))["text"]
        while seat.moves != ["e2e4"]:
            await seat.hear("table")

    run(body)


def test_a_pgn_is_loaded_and_saved() -> None:
    async def body(found: Client) -> None:
        seat = await page(found)
        await seat.say("load", text='[Variant "gast"]\n\n1. e2e6 e11e7 *')
        while seat.table["variant"] != "gast":
            await seat.hear("table")
        assert seat.moves == ["e2e6", "e11e7"]
        await seat.say("pgn")
        assert "1. e2e6 e11e7" in (await seat.hear("pgn"))["text"]

    run(body)


def test_a_player_whose_clock_runs_out_loses() -> None:
    async def body(found: Client) -> None:
        seat = await page(found)
        await seat.new("chess", {"w": "engine", "b": "human"}, clock={"base": 300, "more": 0})
        while seat.table["status"]["state"] == "ongoing":
            await seat.hear("table")
        assert len(seat.moves) == 1
        assert (seat.table["status"]["winner"], seat.table["status"]["reason"]) == ("w", "time")

    run(body)


def test_players_change_in_the_middle_of_a_game() -> None:
    async def body(found: Client) -> None:
        seat = await page(found)
        await seat.new("chess", HUMANS, clock={"base": 60_000, "more": 0})
        await seat.say("move", move="e2e4", ply=0)
        await seat.hear("table")
        others = {"players": {"w": "human", "b": "engine"}, "level": 0, "movetime": 50}
        await seat.say("seats", **others)
        while len(seat.moves) < 2:
            await seat.hear("table")
        assert seat.table["clock"] == [60_000, 0]
        assert seat.table["status"]["state"] == "ongoing"

    run(body)


def test_a_new_server_continues_the_games_of_one_that_was_killed(tmp_path: Path) -> None:
    """The first server does not close the archive; a page brings nothing but the room."""
    rooms: list[str] = []

    async def play_and_list() -> None:
        server = TestServer(PlayServer("chess", pool=EnginePool(1), archive=Archive(tmp_path)).app)
        async with TestClient(server) as found:
            if not rooms:
                here = await page(
                    found, client="me", game={**GAME, "players": HUMANS, "invite": "w"}
                )
                await here.say("move", ply=0, move="e2e4")
                await here.hear("table")
                rooms.append(here.room)
                return
            there = await page(found, client="me", room=rooms[0])
            assert (there.moves, there.table["yours"], there.table["vacant"]) == (
                ["e2e4"],
                "w",
                True,
            )
            headers = {"X-Client": "me"}
            (listed,) = await (await found.get("/kept", headers=headers)).json()
            assert (listed["room"], listed["yours"], listed["plies"]) == (rooms[0], "w", 1)
            assert "1. e4" in await (await found.get("/kept.pgn")).text()
            assert (await found.delete("/kept/unknown")).status == 404
            assert (await found.delete(f"/kept/{rooms[0]}")).status == 200
            assert await (await found.get("/kept")).json() == []

    for _ in range(2):
        asyncio.run(asyncio.wait_for(play_and_list(), GUARD_S))


def test_with_a_token_a_browser_sees_its_own_games_only(tmp_path: Path) -> None:
    async def body() -> None:
        played = PlayServer("chess", TOKEN, EnginePool(1), archive=Archive(tmp_path))
        server = TestServer(played.app)
        async with TestClient(server) as found:
            found.session.cookie_jar.update_cookies({COOKIE: TOKEN})
            here = await page(
                found, client="me", game={**GAME, "players": HUMANS, "moves": ["e2e4"]}
            )
            for client, games in (("me", 1), ("other", 0), ("", 0)):
                headers = {"X-Client": client}
                assert len(await (await found.get("/kept", headers=headers)).json()) == games
                status = (await found.delete(f"/kept/{here.room}", headers=headers)).status
                assert status == (200 if games else 404)

    asyncio.run(asyncio.wait_for(body(), GUARD_S))


def test_a_deleted_game_stays_on_the_list_of_the_other_player(tmp_path: Path) -> None:
    async def body() -> None:
        server = TestServer(PlayServer("chess", pool=EnginePool(1), archive=Archive(tmp_path)).app)
        async with TestClient(server) as found:

            async def listed(client: str) -> int:
                headers = {"X-Client": client}
                return len(await (await found.get("/kept", headers=headers)).json())

            async def delete(client: str) -> None:
                await found.delete(f"/kept/{here.room}", headers={"X-Client": client})

            here = await page(found, client="me", game={**GAME, "players": HUMANS, "invite": "w"})
            await page(found, client="you", room=here.room)
            await delete("me")
            assert (await listed("me"), await listed("you")) == (0, 1)
            await delete("you")
            assert await listed("you") == 0

    asyncio.run(asyncio.wait_for(body(), GUARD_S))


def test_a_review_comes_back_with_its_game(tmp_path: Path) -> None:
    rooms: list[str] = []

    async def body() -> None:
        server = TestServer(PlayServer("chess", pool=EnginePool(1), archive=Archive(tmp_path)).app)
        async with TestClient(server) as found:
            if not rooms:
                game = {**GAME, "players": HUMANS, "moves": ["e2e4"]}
                here = await page(found, client="me", game=game)
                rooms.append(here.room)
                await here.say("review")
                while not (await here.hear("reviewed"))["accuracy"]:
                    pass
                return
            there = await page(found, client="me", room=rooms[0])
            positions = (await there.hear("review"))["positions"]
            assert [each["ply"] for each in positions] == [0, 1]
            assert positions[-1]["accuracy"]

    for _ in range(2):
        asyncio.run(asyncio.wait_for(body(), GUARD_S))


def test_a_game_goes_on_where_it_cannot_be_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def body() -> None:
        archive = Archive(tmp_path)
        archive.close()  # so that every change of it fails
        server = TestServer(PlayServer("chess", pool=EnginePool(1), archive=archive).app)
        async with TestClient(server) as found:
            here = await page(found, game={**GAME, "players": HUMANS})
            for ply, move in enumerate(("e2e4", "e7e5")):
                await here.say("move", ply=ply, move=move)
                await here.hear("table")
            assert here.moves == ["e2e4", "e7e5"]

    asyncio.run(asyncio.wait_for(body(), GUARD_S))
    assert capsys.readouterr().err.count("cannot write") == 1


def test_a_mailed_game_is_loaded_also_when_it_is_quoted() -> None:
    async def body(found: Client) -> None:
        here = await page(found, game={**GAME, "players": HUMANS, "moves": ["e2e4"]})
        await here.say("mail")
        text = (await here.hear("mail"))["text"]
        assert text.startswith("Chess after 1. e4: Black to move.\n")
        quoted = "\n".join(f"> {line}" for line in text.splitlines())
        for each in (text, f"Your move!\n\n{quoted}"):
            await here.say("load", text=each, client="me")
            while here.moves != ["e2e4"] or here.table["since"]:
                await here.hear("table")
            here.turns = []

    run(body)
