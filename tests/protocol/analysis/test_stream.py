"""`analyse --stream`: requests and answers as JSON lines, priorities, cancellation."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from amalthea.protocol.cli import main
from helpers.dialogue import ENGINE

GUARD_S = 120.0  # only against hanging
MATED = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"


def answers(*requests: dict[str, Any] | str, words: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    lines = [each if isinstance(each, str) else json.dumps(each) for each in requests]
    done = subprocess.run(
        [*ENGINE, "analyse", "--stream", "--hash", "1", *words],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        timeout=GUARD_S,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def service() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [*ENGINE, "analyse", "--stream", "--hash", "1", "--concurrency", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as process:
        yield process
        process.kill()


def test_every_request_is_answered_by_its_id() -> None:
    games = ("chess", "gast", "xiangqi", "gess")
    found = answers(
        *({"id": name, "variant": name, "depth": 2} for name in games), words=("--concurrency", "2")
    )
    assert {each["id"] for each in found} == {*games}
    for each in found:
        assert each["result"]["variant"] == each["id"]
        assert each["result"]["best"] == each["result"]["lines"][0]["moves"][0]


def test_the_command_line_says_what_requests_leave_out() -> None:
    (found,) = answers({"id": "1", "depth": 2}, words=("--variant", "gast", "--multipv", "2"))
    assert (found["result"]["variant"], len(found["result"]["lines"])) == ("gast", 2)


@pytest.mark.parametrize("words", ["--side w", "--svg x.svg", "--moves e4", "startpos"])
def test_options_that_a_service_cannot_use_are_refused(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", "--stream", *words.split()]) == 2
    assert (
        f"--stream: expected no {words.split(maxsplit=1)[0].replace('startpos', 'position')}"
        in (capsys.readouterr().err)
    )


def test_lines_are_reported_as_they_come_and_moves_are_played_first() -> None:
    request = {"id": "a", "moves": ["e4", "e5"], "depth": 4, "multipv": 2, "report": True}
    *lines, last = answers(request)
    assert [each["line"] for each in lines[-2:]] == [1, 2]
    assert {each["id"] for each in lines} == {"a"}
    assert len(last["result"]["lines"]) == 2
    assert last["result"]["fen"].split()[1] == "w"


def test_finished_games_and_chess960_are_answered() -> None:
    castling = {"fen": "7k/8/8/8/8/8/6PP/1RK4R w B - 0 1", "chess960": True, "moves": ["c1b1"]}
    over, after = answers(
        {"id": "over", "fen": MATED, "depth": 1},
        {"id": "960", "depth": 1, **castling},
        words=("--concurrency", "1"),
    )
    assert (over["result"]["best"], over["result"]["status"]) == (None, "win w checkmate")
    assert after["result"]["fen"].startswith("7k/8/8/8/8/8/6PP/2KR3R b")


INVALID = {
    "nonsense": "json",
    '{"depth": 1}': "no id",
    '{"id": "a1", "depth": 0}': "depth: '0', expected a whole number of at least 1",
    '{"id": "a2", "depht": 1}': "depht",
    '{"id": "a3", "depth": "1"}': "whole number",
    '{"id": "a4", "variant": "chesss"}': "did you mean chess",
    '{"id": "a5", "fen": "8/8 w"}': "placement '8/8' has 2 ranks",
    '{"id": "a6", "moves": ["e2e5"]}': "e2e5",
    '{"id": "a7", "multipv": 0, "depth": 1}': "multipv",
    '{"id": "a8", "side": "w", "depth": 1}': "to move",
    '{"id": "a9", "side": "x", "depth": 1}': "side: 'x', expected w or b",
    '{"id": "b1", "moves": ["a1a3"]}': "a2 is in the way",
}


def test_an_invalid_request_costs_no_other() -> None:
    found = answers(*INVALID, {"id": "b", "depth": 1}, words=("--concurrency", "1"))
    errors = [each["error"].lower() for each in found if "error" in each]
    assert len(errors) == len(INVALID)
    for said in INVALID.values():
        assert any(said in error for error in errors), (said, errors)
    assert found[-1]["result"]["best"]


def test_errors_keep_the_id_and_corrections_are_reported() -> None:
    corrected = "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1"
    found = answers(
        {"id": "key", "depht": 1},
        {"id": 5, "depth": 1},
        {"cancel": "unknown"},
        {"id": "twice", "fen": corrected, "depth": 1},
        {"id": "twice", "depth": 2},
        words=("--concurrency", "1"),
    )
    errors = {each["id"]: each["error"] for each in found if "error" in each}
    assert errors.keys() == {"key", 5, "unknown", "twice"}
    assert "no request of this id" in errors["unknown"]
    assert "not answered yet" in errors["twice"]
    (answer,) = (each for each in found if "result" in each)
    assert answer["id"] == "twice"
    assert all("left out" in remark for remark in answer["remarks"])


def test_the_highest_priority_is_next_and_waiting_ones_are_cancelled(
    service: subprocess.Popen[str],
) -> None:
    assert service.stdin
    assert service.stdout

    def ask(**request: Any) -> None:
        assert service.stdin
        service.stdin.write(json.dumps(request) + "\n")

    ask(id="endless", infinite=True, report=True)
    assert json.loads(service.stdout.readline())["id"] == "endless"
    ask(id="late", depth=1)
    ask(id="given up", depth=1)
    ask(id="urgent", depth=1, priority=5)
    ask(cancel="given up")
    ask(cancel="endless")
    service.stdin.close()
    found = [json.loads(line) for line in service.stdout]
    ended = [each for each in found if "result" in each]
    assert [each["id"] for each in ended] == ["given up", "endless", "urgent", "late"]
    assert [each.get("cancelled", False) for each in ended] == [True, True, False, False]
    assert ended[1]["result"]["best"]
    assert service.wait(GUARD_S) == 0


def test_a_search_without_end_ends_with_the_input() -> None:
    (found,) = answers({"id": "a", "infinite": True})
    assert found["cancelled"]
    assert found["result"]["best"]


def test_options_are_for_one_request_alone() -> None:
    hand = {"depth": 3, "options": {"evaluation": "hand"}}
    requests = (
        {"id": "a", **hand},
        {"id": "b", "depth": 3},
        {"id": "c", **hand},
        {"id": "d", "depth": 3},
    )
    found = answers(*requests, words=("--concurrency", "1"))
    a, b, c, d = (
        [(each["score"], each["moves"]) for each in one["result"]["lines"]] for one in found
    )
    assert a == c != b == d


def test_unsuitable_options_are_answered_by_an_error() -> None:
    unsuitable = {
        "unknown option 'Nope'": {"Nope": 1},
        "option UCI_Variant: expected the key variant": {"UCI_Variant": "gast"},
        "option MultiPV: expected the key multipv": {"MultiPV": 2},
        "option VariantPath: expected --variants FILE": {"VariantPath": "my.ini"},
        "option Debug Log File: it has no effect here": {"debug log file": "log.txt"},
        "option Clear Hash: a button": {"Clear Hash": True},
        "option Hash: value 'true', expected a whole number": {"Hash": True},
        "options: expected true or false or whole number or text": {"Hash": 1.5},
    }
    requests = ({"id": said, "options": options} for said, options in unsuitable.items())
    *wrong, right = answers(*requests, {"id": "right", "depth": 1}, words=("--concurrency", "1"))
    assert len(wrong) == len(unsuitable)
    assert all(each["id"] in each["error"] for each in wrong), wrong
    assert right["result"]["best"]
