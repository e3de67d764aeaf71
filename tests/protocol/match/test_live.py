"""A match shown while it is played: what pages are sent, and that no process is left."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("aiohttp")

from amalthea.protocol.match.live.snapshots import Snapshot, received, send_to, socket_pair
from amalthea.protocol.match.live.state import MatchState, PageState
from amalthea.protocol.records.journal import Journal
from helpers.matches import MATCH, command, family, gone
from helpers.random_games import random_game
from helpers.sample import one_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser

GUARD_S = 120.0  # only against hanging
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
AFTER = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
PLAN = {
    "event": "",
    "variant": "chess",
    "engines": {
        name: {"command": ["x"], "options": {}, "control": "1+0", "restart": False}
        for name in ("Ours", "Theirs")
    },
    "gauntlet": False,
    "openings": {"file": None, "in_order": False, "plies": 0, "seed": 1, "balance_cp": None},
    "agreement": {"resign": None, "draw": None, "plies": None},
    "margin": 0.05,
    "ponder": False,
    "sprt": None,
}


def snapshot(number: int, **changes: Any) -> Snapshot:
    values = {"plies": 1, "before": START, "move": "e2e4", "fen": AFTER, **changes}
    return Snapshot(number, "Ours", "Theirs", "chess", **values)


# What pages are sent.


def test_snapshots_arrive_and_the_sender_never_blocks() -> None:
    sender, receiver = socket_pair()
    tell = send_to(sender)
    tell(snapshot(1, left={"w": 1.5}, scores={"b": "M-3"}))
    assert received(receiver) == [snapshot(1, left={"w": 1.5}, scores={"b": "M-3"})]
    for number in range(5_000):  # far more than there is room for
        tell(snapshot(number))
    assert 0 < len(received(receiver)) < 5_000
    receiver.close()
    tell(snapshot(1))
    sender.close()


def test_a_page_gets_each_change_once(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with Journal(path) as journal:
        journal.begin(PLAN)
        state = MatchState(path, ["Ours", "Theirs"])
        known = PageState(0)
        state.changes_for(known)
        assert state.changes_for(known) == {}
        state.add_snapshots([snapshot(1), snapshot(2, plies=0, before="", move="", fen=START)])
        changes = state.changes_for(known)
        assert changes["playing"] == [1, 2]
        first, second = changes["boards"]
        assert (first["last"], first["marked"], first["board"]["e4"]) == (
            "1. e4",
            ("e2", "e4"),
            "P",
        )
        assert (second["last"], second["marked"]) == ("", ())
        assert state.changes_for(known) == {}
        journal.append(random_game("chess", 1, longest=10))
        state.read()
        changes = state.changes_for(known)
        assert changes["count"] == 1
        assert 'id="row-1"' in changes["games"][0]["row"]
        assert 'id="data-1"' in changes["games"][0]["data"]
        assert changes["playing"] == [2], "a game that is over is not shown as one in play"
        state.add_snapshots([snapshot(2, over=True)])
        assert state.changes_for(known)["playing"] == []
        state.ended = True
        assert state.changes_for(known)["ended"]
        assert state.changes_for(PageState(0))["games"], "a page that comes later gets all games"
        assert 'id="row-1"' in state.page()
        assert re.search(r'"count": ?1\b', state.page())


# Whole matches.


@contextmanager
def match(folder: Path, *words: str, games: int = 4) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Serve a match of slow engines that shuffle; yield its process and its page's address.

    They make no second move before the file `go` is beside the match's folder.
    """
    engine = command("held", 2, folder.with_name("go"))
    engines = [engine, "name=one", engine, "name=two", "tc=600+1"]
    settings = [
        "--tc",
        "600+1",
        "--random-plies",
        "0",
        "--games",
        str(games),
        "--output",
        str(folder),
        "--serve",
        "0",
    ]
    with subprocess.Popen(
        [*MATCH, *engines, *settings, *words],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            assert process.stdout
            yield process, process.stdout.readline().split()[0]
        finally:
            process.kill()


def get(address: str, path: str, **headers: str) -> tuple[int, str]:
    """Return status and text of an answer."""
    host = address.split("/")[2]
    connection = http.client.HTTPConnection(host, timeout=GUARD_S)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def events(address: str) -> Iterator[dict[str, Any]]:
    """Yield what is sent to a page that knows no game, until the match ends."""
    connection = http.client.HTTPConnection(address.split("/")[2], timeout=GUARD_S)
    connection.request("GET", "/events?since=0")
    answer = connection.getresponse()
    for line in answer:
        if line.startswith(b"data: "):
            yield json.loads(line[6:])


def test_a_match_is_followed_to_its_end(tmp_path: Path) -> None:
    with match(tmp_path / "m", games=2) as (process, address):
        status, page = get(address, "/")
        assert status == 200
        assert "one against two" in page
        assert get(address, "/", Host="evil.example")[0] == 403
        assert get(address, "/events?since=x")[0] == 400
        boards, games = [], []
        for event in events(address):
            tmp_path.joinpath("go").touch()
            boards += event.get("boards", [])
            games += event.get("games", [])
        assert event["ended"]
        assert len(games) == 2
        assert {board["number"] for board in boards} <= {1, 2}
        assert any(board["last"] for board in boards)
        relatives = family(process.pid)
        assert process.wait(GUARD_S) == 0
        assert gone(relatives)


def test_a_page_that_never_reads_does_not_delay_the_match(tmp_path: Path) -> None:
    with match(tmp_path / "m", games=2) as (process, address):
        host, port = address.split("/")[2].split(":")
        with socket.create_connection((host, int(port))) as deaf:
            deaf.sendall(f"GET /events?since=0 HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            tmp_path.joinpath("go").touch()
            assert process.wait(GUARD_S) == 0


@pytest.mark.parametrize("number", one_in(2, [signal.SIGINT, signal.SIGKILL]))
def test_a_stopped_match_leaves_no_process(tmp_path: Path, number: int) -> None:
    with match(tmp_path / "m", games=40) as (process, address):
        coming = events(address)
        while "boards" not in next(coming):
            pass
        relatives = family(process.pid)
        assert len(relatives) >= 4  # server, worker, engines, what multiprocessing needs
        if number == signal.SIGINT:
            os.killpg(process.pid, number)  # as a terminal does
            assert process.wait(GUARD_S) == 130
        else:
            process.send_signal(number)
        assert gone(relatives)


def test_an_occupied_port_is_one_error_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        engines = [command(), command()]
        done = subprocess.run(
            [*MATCH, *engines, "--serve", port, "--output", str(tmp_path / "m")],
            capture_output=True,
            text=True,
            timeout=GUARD_S,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == (
        f"amalthea match: --serve: 127.0.0.1:{port}: Address already in use; another --serve PORT,"
        " 0 for any\n"
    )
    assert not (tmp_path / "m").exists()


# In a browser.


@pytest.mark.release
def test_pages_follow_the_match_and_stay_after_its_end(chromium: Browser, tmp_path: Path) -> None:
    faults: list[str] = []
    with match(tmp_path / "m", games=4) as (process, address):
        pages = [chromium.new_page() for _ in range(2)]
        for page in pages:
            page.set_default_timeout(1000 * GUARD_S)
            page.on("pageerror", lambda error: faults.append(str(error)))
            page.on("console", lambda line: faults.extend([line.text] * (line.type == "error")))
            page.goto(address)
        pages[0].locator("#playing figure svg use").first.wait_for()
        pages[0].locator("#playing figcaption", has_text=".").first.wait_for()
        pages[1].close()
        tmp_path.joinpath("go").touch()
        page = pages[0]
        page.locator("#row-1").wait_for()
        page.locator("#standing .duel").wait_for()
        page.get_by_text("the match has ended").wait_for()
        assert process.wait(GUARD_S) == 0
        assert page.locator(".games tbody tr").count() == 4
        assert page.locator("#playing figure").count() == 0
        page.locator("#row-3").click()
        page.locator("#plies tr").first.wait_for()
        assert page.locator("#game-facts").inner_text().startswith("Game 3 ")
        page.close()
    assert faults == []
