"""`amalthea play` as a command: its output, its end, and who may see its page."""

from __future__ import annotations

import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from urllib.error import HTTPError

import pytest

pytest.importorskip("aiohttp")
pytest.importorskip("playwright")

from amalthea.protocol.local_server.listening import outside_host
from helpers.play_page import served

GUARD_S = 300.0  # only against hanging


def start_error(*words: str) -> str:
    """Return the one line that a failing start prints."""
    command = [sys.executable, "-I", "-m", "amalthea", "play", "--no-open", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=GUARD_S, check=False)
    assert done.returncode in (1, 2)
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    return done.stderr


def response_status(address: str) -> int:
    try:
        with urllib.request.urlopen(address, timeout=GUARD_S) as answered:
            return int(answered.status)
    except HTTPError as error:
        with error:
            return error.code


def test_the_page_is_served_until_an_interrupt_ends_the_server() -> None:
    with served("gess") as address:
        assert address.startswith("http://127.0.0.1:")
        assert response_status(address) == 200


def test_an_ended_server_leaves_its_games_in_one_file(tmp_path: Path) -> None:
    with served("gess", "--data", str(tmp_path)):
        pass
    assert [each.name for each in tmp_path.iterdir()] == ["games.sqlite3"]


def test_the_host_option_adds_a_token_and_a_warning(capfd: pytest.CaptureFixture[str]) -> None:
    with served("--host", "127.0.0.1") as address:
        bare, _, token = address.partition("?token=")
        assert len(token) > 20
        assert (
            response_status(bare),
            response_status(f"{bare}?token=x"),
            response_status(address),
        ) == (403, 403, 200)
    assert "anyone who has this address" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nonesuch"], "nonesuch"),
        (["chess", "--port", "70000"], "expected 0 to 65535"),
        (["chess", "--port", "x"], "--port"),
        (["chess", "--variants", "nowhere.ini"], "nowhere.ini"),
        (["chess", "--games", "nowhere.pgn"], "nowhere.pgn"),
        (["chess", "--host", "256.0.0.1"], "256.0.0.1"),
        (["--option", "Hush=64"], "unknown option 'Hush', did you mean Hash?"),
        (["--option", "Skill Level=3"], "Skill Level: choose the level on the page"),
        (["--option", "MultiPV=3"], "MultiPV: choose the number of lines on the page"),
        (["--eval-file", "nowhere.net"], "cannot read 'nowhere.net'"),
    ],
)
def test_invalid_arguments_are_one_error_line(words: list[str], message: str) -> None:
    assert message in start_error(*words)


def test_an_occupied_port_is_reported() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"127.0.0.1:{port}: Address already in use" in start_error("--port", str(port))


def test_an_invitation_names_a_host_that_others_reach() -> None:
    assert outside_host("192.0.2.7") == "192.0.2.7"
    assert outside_host("0.0.0.0") not in ("", "0.0.0.0")
