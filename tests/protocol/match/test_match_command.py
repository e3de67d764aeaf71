"""Whole matches as processes: files, refusals, the end by signals, and how they resume."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest

from amalthea.protocol.match.command import main
from amalthea.protocol.records.game_record import GameRecord
from amalthea.protocol.records.journal import read_games
from amalthea.protocol.records.pgn import read_pgn
from helpers.made_once import made_once
from helpers.matches import BASELINE, MATCH, command
from helpers.sample import one_in

if TYPE_CHECKING:
    from helpers.sample import Sample

GUARD_S = 120.0  # only against hanging
ARMS = [command(), "name=a", command("slow", 99), "name=b"]
PLAYER = f"{sys.executable} {BASELINE} random"  # starts faster than a search
RANDOM = [f"{PLAYER} 1", "name=a", f"{PLAYER} 2", "name=b"]
RISKS = ["0.05", "0.05"]
CALM = [*ARMS, "--random-plies", "0"]  # from the start: eight plies, a draw by repetition


@pytest.fixture
def finished(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder `out` with four games of CALM, a copy for each test."""
    words = [*CALM, "--games", "4", "--output", "out"]

    def play(folder: Path) -> None:
        done = run(folder, *words)
        assert (done.returncode, done.stderr) == (0, "")

    made = made_once(tmp_path_factory, "finished-match", play)
    return Path(shutil.copytree(made / "out", tmp_path / "out"))


@pytest.fixture(autouse=True)
def nothing_left_behind(tmp_path: Path) -> Iterator[None]:
    yield
    assert all_end(lambda: remaining_processes(tmp_path)), remaining_processes(tmp_path)


def remaining_processes(folder: Path) -> list[str]:
    """Return the processes of the match in a folder: those with it as their directory."""
    return [
        str(process.info)
        for process in psutil.process_iter(["pid", "cwd", "cmdline", "status"])
        if process.info["cwd"] == str(folder) and process.info["status"] != psutil.STATUS_ZOMBIE
    ]


def all_end(what: Callable[[], list[str]]) -> bool:
    """Wait until there is nothing left; return True if that came in time."""
    deadline = time.monotonic() + GUARD_S
    while what() and time.monotonic() < deadline:
        time.sleep(0.05)
    return not what()


def run(tmp_path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*MATCH, *words], cwd=tmp_path, capture_output=True, text=True, timeout=GUARD_S, check=False
    )


def run_tool(tmp_path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [*MATCH[:-1], *words]
    return subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=GUARD_S, check=False
    )


def report_output(tmp_path: Path, *words: str) -> str:
    """Make a report without an error; return what is written on standard output."""
    done = run_tool(tmp_path, "report", *words)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def games_in_report(path: Path) -> int:
    """Return how many games a report holds."""
    return len(re.findall(r'<script [^>]*id="data-\d+"', path.read_text("utf-8")))


def start(tmp_path: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*MATCH, *words],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def games(tmp_path: Path) -> list[GameRecord]:
    return read_games(tmp_path / "out" / "games.jsonl")


def wait_for_games(tmp_path: Path, count: int) -> None:
    journal = tmp_path / "out" / "games.jsonl"
    deadline = time.monotonic() + GUARD_S
    while not journal.exists() or journal.read_bytes().count(b"\n") <= count:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def check_files(tmp_path: Path, count: int) -> None:
    """Assert that every game is kept once, and the PGN has the same games in the same order."""
    played = games(tmp_path)
    assert sorted(game.number for game in played) == list(range(1, count + 1))
    text = (tmp_path / "out" / "games.pgn").read_text(encoding="utf-8")
    tags = [
        re.findall(rf'^\[{tag} "(.*)"\]$', text, re.MULTILINE)
        for tag in ("White", "Black", "Result")
    ]
    assert list(zip(*tags, strict=True)) == [
        (game.white, game.black, game.result) for game in played
    ]


def test_a_match_writes_its_games_and_its_report(tmp_path: Path) -> None:
    done = run(tmp_path, *ARMS, "--games", "4", "--output", "out", "--event", "Test Cup")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    check_files(tmp_path, 4)
    played = games(tmp_path)
    assert [(game.white, game.black, game.round) for game in played] == [
        ("a", "b", 1), ("b", "a", 1), ("a", "b", 2), ("b", "a", 2),
    ]  # fmt: skip
    for first, second in zip(played[::2], played[1::2], strict=True):
        opening = [ply.move for ply in first.plies if not ply.thoughts]
        assert opening == [ply.move for ply in second.plies if not ply.thoughts]
        assert len(opening) >= 4
    assert played[0].controls == {"w": "10+0.1", "b": "10+0.1"}
    assert (tmp_path / "out" / "report.html").stat().st_size > 0
    again = run(tmp_path, *ARMS, "--games", "4", "--output", "out", "--event", "Test Cup")
    assert again.returncode == 0
    assert "already finished" in again.stdout
    assert games(tmp_path) == played


@pytest.mark.thorough
def test_games_are_written_in_the_notation_requested_last(tmp_path: Path) -> None:
    words = [*RANDOM, "--variant", "gast", "--nodes", "300"]
    words += ["--games", "2", "--max-plies", "14", "--output", "out"]
    written = []
    for notation in ("letters", "coordinates"):
        assert run(tmp_path, *words, "--notation", notation).returncode == 0
        text = (tmp_path / "out" / "games.pgn").read_text(encoding="utf-8")
        assert [game.moves for game in read_pgn(text, notation)] == [
            game.moves for game in games(tmp_path)
        ]
        written.append(text)
    moves = games(tmp_path)[0].moves
    piece = next(move for move in moves if re.fullmatch("[b-k]1.*", move))
    assert piece in written[1]
    assert re.search(f"[A-Z]{piece[:2]}x?{piece[2:]}", written[0])


@pytest.mark.thorough
def test_a_named_match_is_resumed(tmp_path: Path) -> None:
    for _ in range(2):
        assert run(tmp_path, *CALM, "--games", "2").returncode == 0
    assert run(tmp_path, *CALM, "--games", "2", "--seed", "2").returncode == 0
    assert len(list(tmp_path.glob("match-chess-*/games.jsonl"))) == 2


def test_a_round_robin_plays_several_games_at_once(tmp_path: Path) -> None:
    words = [*ARMS, command("crash", 2), "name=c", "--games", "2", "--rounds", "2"]
    words += ["--random-plies", "0"]
    done = run(tmp_path, *words, "--concurrency", "3", "--force", "--output", "out")
    assert done.returncode == 0, done.stderr
    check_files(tmp_path, 12)
    for game in games(tmp_path):
        if "c" in (game.white, game.black):
            loser = game.black if game.winner == "w" else game.white
            assert (loser, game.reason) == ("c", "crash")
        else:
            assert (game.winner, game.reason, len(game.plies)) == (None, "repetition", 8)


REFUSED = [
    ([], "0 engine(s), expected two or more"),
    ([*ARMS[:2]], "1 engine(s), expected two or more"),
    ([*ARMS, "--games", "3"], "--games 3: expected an even number"),
    ([*ARMS, "--games", "x"], "argument --games: invalid int value: 'x'"),
    ([*ARMS, "--concurrency", "0"], "--concurrency 0: expected at least 1"),
    ([*ARMS, "--stall", "nan"], "--stall nan: expected a number from 1 to 1000000"),
    ([*ARMS, "--stall", "1e300"], "--stall 1e+300: expected a number from 1 to 1000000"),
    ([*ARMS, "--margin", "inf"], "--margin inf: expected a number from 0 to 1000000000"),
    ([*ARMS, "--margin", "-1"], "--margin -1.0: expected a number from 0 to 1000000000"),
    ([*ARMS, "--variants", "\udce9.ini"], "--variants, \\udce9.ini: expected UTF-8"),
    ([*ARMS, "--concurrency", "9999"], "--concurrency 9999 keeps 9999 threads busy, but there are"),
    ([*ARMS, "--tc", "fast"], "tc 'fast': expected"),
    ([*ARMS, "--tc", "1+1", "--depth", "3"], "--tc and --depth: expected one of them"),
    ([*ARMS, "--variant", "nonesuch"], "--variant: unknown variant 'nonesuch', expected one of"),
    ([*ARMS, "--variants", "none.ini"], "variant file 'none.ini' cannot be read"),
    ([*ARMS, "--openings", "none.epd"], "--openings none.epd: cannot read 'none.epd': No such"),
    ([*ARMS, "--openings", "a", "--random-plies", "2"], "expected one of them"),
    ([*ARMS, "--engines", "none.toml"], "--engines none.toml: No such file"),
    ([*ARMS, "--option", "Hash"], "--option 'Hash': expected NAME=VALUE"),
    ([*ARMS, "--sprt", "5", "0", "0.05", "0.05"], "expected ELO0 below ELO1"),
    ([*ARMS, "--sprt", "0", "5", "0.05", "0.9"], "expected between 0 and 0.5"),
    ([*ARMS, command(), "--sprt", "0", "5", "0.1", "0.1"], "--sprt: 3 engines, expected two"),
    ([*ARMS, "--resign", "0", "500"], "--resign: 0, expected at least 1"),
    ([*ARMS, "--bogus"], "unrecognized arguments: --bogus"),
    ([*ARMS, "--output", "/dev/null/x"], "--output /dev/null/x: Not a directory"),
    ([*ARMS, command("exits")], "engine python"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "said"), REFUSED, ids=[said for _, said in REFUSED])
def test_invalid_arguments_are_refused_in_one_line_before_the_match(
    words: Sequence[str],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The command runs in this process, which costs less than one of its own."""
    with chdir(tmp_path):
        assert main(list(words)) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line
    assert line.startswith("amalthea match: ")
    assert not list(tmp_path.rglob("games.pgn"))


@pytest.mark.release
def test_a_cluster_that_does_not_answer_is_one_line(tmp_path: Path) -> None:
    done = run(tmp_path, *ARMS, "--cluster", "tcp://127.0.0.1:1")
    assert done.returncode == 2
    assert "--cluster tcp://127.0.0.1:1: no scheduler answers" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_match_is_not_resumed_with_another_plan(tmp_path: Path) -> None:
    assert run(tmp_path, *ARMS, "--games", "2", "--output", "out").returncode == 0
    before = (tmp_path / "out" / "games.jsonl").read_bytes()
    done = run(tmp_path, *ARMS, "--games", "2", "--output", "out", "--seed", "5")
    assert done.returncode == 2
    assert "belongs to another match: openings: seed was 1, is now 5" in done.stderr
    done = run(tmp_path, *ARMS[2:], *ARMS[:2], "--games", "2", "--output", "out")
    assert "engines: the order was a b, is now b a" in done.stderr
    assert (tmp_path / "out" / "games.jsonl").read_bytes() == before


@pytest.mark.parametrize(
    ("written", "foreign"), [('"round":1', '"round":3'), ('"white":"a"', '"white":"c"')]
)
def test_a_game_of_another_match_is_not_counted(
    tmp_path: Path, finished: Path, written: str, foreign: str
) -> None:
    path = finished / "games.jsonl"
    path.write_text(path.read_text("utf-8").replace(written, foreign, 1), "utf-8")
    before = path.read_bytes()
    done = run(tmp_path, *CALM, "--games", "4", "--output", "out")
    assert done.returncode == 2
    assert re.search(r"games\.jsonl: game [12] belongs to another match$", done.stderr)
    assert path.read_bytes() == before


def test_arguments_that_are_not_utf_8_are_refused_in_one_line(tmp_path: Path) -> None:
    wrong = os.fsdecode(b"caf\xe9")
    for words in ([*CALM, "--event", wrong], [ARMS[0], f"name={wrong}", *ARMS[2:]]):
        done = run(tmp_path, *words, "--games", "2", "--output", "out")
        assert done.returncode == 2
        assert done.stderr.endswith(": expected UTF-8\n")
        assert done.stderr.count("\n") == 1
        assert not (tmp_path / "out").exists()


@pytest.mark.usefixtures("finished")
def test_a_finished_match_goes_on_with_more_games(tmp_path: Path) -> None:
    before = games(tmp_path)
    assert run(tmp_path, *CALM, "--games", "8", "--output", "out").returncode == 0
    check_files(tmp_path, 8)
    assert games(tmp_path)[:4] == before
    assert games_in_report(tmp_path / "out" / "report.html") == 8
    again = run(tmp_path, *CALM, "--games", "4", "--output", "out")
    assert "already finished" in again.stdout
    check_files(tmp_path, 8)


@pytest.mark.thorough
def test_a_report_is_remade_and_made_of_several_matches(tmp_path: Path, finished: Path) -> None:
    words = [*CALM, "--games", "2", "--seed", "2", "--output", "other", "--sprt", "0", "9", *RISKS]
    assert run(tmp_path, *words).returncode == 0
    report = finished / "report.html"
    whole = report.read_bytes()
    report.unlink()
    assert report_output(tmp_path, "out") == f"Report: out/{report.name}\n"
    assert report.read_bytes() == whole
    assert report_output(tmp_path, "out", "other", "--output", "both.html") == "Report: both.html\n"
    assert games_in_report(tmp_path / "both.html") == 6
    text = (tmp_path / "other" / "report.html").read_text("utf-8")
    assert "SPRT, 0 against 9 Elo" in text
    assert "SPRT: 0 against 9 Elo" in text  # and its chart


def test_a_report_of_a_folder_without_a_match_is_refused_in_one_line(tmp_path: Path) -> None:
    for name, text, message in (
        ("absent", None, "absent/games.jsonl: No such file or directory"),
        ("empty", "", "empty/games.jsonl: no match has begun"),
        ("odd", "[1]\n", "odd/games.jsonl: line 1: expected the plan of a match"),
        (
            "foreign",
            '{"match": {}}\n',
            "foreign/games.jsonl: line 1: not the plan of a match: missing field event",
        ),
    ):
        (tmp_path / name).mkdir()
        if text is not None:
            (tmp_path / name / "games.jsonl").write_text(text)
        done = run_tool(tmp_path, "report", name)
        assert done.returncode == 2
        assert done.stderr == f"amalthea report: {message}\n"
        assert not (tmp_path / name / "report.html").exists()


@pytest.mark.parametrize(("name", "shown"), [("nope", "'nope'"), ("x" * 5000, f"'{'x' * 60}...'")])
def test_a_report_of_a_missing_folder_names_it(tmp_path: Path, name: str, shown: str) -> None:
    done = run_tool(tmp_path, "report", name)
    assert done.returncode == 2
    said = f"{shown}: no such directory, expected that of a match"
    assert done.stderr == f"amalthea report: {said}\n"


def test_openings_are_read_from_a_file_of_positions(tmp_path: Path) -> None:
    fens = [
        "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ]
    (tmp_path / "two.epd").write_text("\n".join(fens), encoding="utf-8")
    words = [*ARMS, "--games", "6", "--openings", "two.epd", "--output", "out"]
    assert run(tmp_path, *words).returncode == 0
    found = [game.fen for game in games(tmp_path)]
    assert found == [fens[0], fens[0], fens[1], fens[1], fens[0], fens[0]]
    (tmp_path / "two.epd").write_text(fens[0], encoding="utf-8")
    assert "openings: file was" in run(tmp_path, *words).stderr


def test_repeated_games_are_reported(tmp_path: Path) -> None:
    """A match without a clock warns before it begins; every match names a game that came again."""
    words = [*CALM, "--games", "4"]
    done = run(tmp_path, *words, "--nodes", "100", "--output", "nodes")
    assert done.returncode == 0
    assert done.stderr.startswith("amalthea match: --random-plies 0: all 2 pairs begin from the")
    assert done.stdout.count("Game 3 repeats game 1 move for move") == 1
    assert "Game 4 is" not in done.stdout
    done = run(tmp_path, *words, "--tc", "9+1", "--output", "clock")
    assert done.stderr == ""
    assert done.stdout.count("Game 3 repeats game 1 move for move") == 1


@pytest.mark.thorough
def test_repeated_positions_are_varied_in_a_match_without_a_clock(tmp_path: Path) -> None:
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    (tmp_path / "one.epd").write_text(start, encoding="utf-8")
    words = ["ours", "name=a", "ours", "name=b", "--nodes", "200", "--max-plies", "6"]
    words += ["--games", "6", "--openings", "one.epd", "--output", "out"]
    done = run(tmp_path, *words)
    assert done.returncode == 0
    assert "1 position(s) for 3 pairs; they come again with random moves" in done.stderr
    assert "move for move" not in done.stdout
    found = games(tmp_path)
    given = [len([ply for ply in game.plies if not ply.thoughts]) for game in found]
    assert given == [0, 0, 1, 1, 2, 2]
    assert len({game.moves for game in found[::2]}) == 3


def test_a_decided_sprt_stops_the_match(tmp_path: Path) -> None:
    words = [ARMS[0], "name=a", command("crash", 1), "name=b", "--random-plies", "0"]
    words += ["--sprt", "0", "200", "0.05", "0.05"]
    done = run(tmp_path, *words, "--games", "1000", "--output", "out")
    assert done.returncode == 0, done.stderr
    assert "H1" in done.stdout
    played = games(tmp_path)
    assert 4 <= len(played) < 200
    check_files(tmp_path, len(played))
    again = run(tmp_path, *words, "--games", "1000", "--output", "out")
    assert "already finished" in again.stdout
    assert games(tmp_path) == played


def test_an_engine_that_no_longer_starts_ends_the_match(tmp_path: Path) -> None:
    log = tmp_path / "log"
    words = [*ARMS[:2], command("once", 1, log), "name=b", "restart=true", "--games", "40"]
    words += ["--random-plies", "0"]
    done = run(tmp_path, *words, "--output", "out")
    assert done.returncode == 1
    assert "engine b failed to start 3 times: b: ended with exit code 3" in done.stderr
    assert [(game.reason, game.white if game.winner == "w" else game.black)
            for game in games(tmp_path)] == [("crash", "a")] * 3  # fmt: skip


@pytest.mark.parametrize("concurrency", one_in(2, ["2", "1"]))
def test_a_killed_match_resumes_without_losing_or_doubling_a_game(
    tmp_path: Path, concurrency: str, sample: Sample
) -> None:
    dice = random.Random(int(concurrency))
    wanted = sample(12, 60)
    words = [*CALM, "--games", str(wanted), "--output", "out", "--force"]
    words += ["--concurrency", concurrency]
    kept: list[GameRecord] = []
    for _ in range(sample(3, 25)):
        match = start(tmp_path, *words)
        wait_for_games(tmp_path, min(len(kept) + 1, wanted - 1))
        time.sleep(dice.uniform(0, 0.1))
        match.kill()
        match.communicate()
        now = games(tmp_path)
        assert now[: len(kept)] == kept
        kept = now
    done = run(tmp_path, *words)
    assert done.returncode == 0, done.stderr
    assert games(tmp_path)[: len(kept)] == kept
    check_files(tmp_path, wanted)


@pytest.mark.thorough
def test_a_resumed_match_is_the_same_match(tmp_path: Path) -> None:
    words = [*ARMS, "--games", "6", "--variant", "chess", "--random-plies", "6", "--output", "out"]
    assert run(tmp_path, *words).returncode == 0
    whole = games(tmp_path)
    path = tmp_path / "out" / "games.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], lines[2], lines[5][:50]]))
    assert run(tmp_path, *words).returncode == 0
    check_files(tmp_path, 6)

    def openings(played: Sequence[GameRecord]) -> dict[int, tuple[str, ...]]:
        return {
            game.number: tuple(ply.move for ply in game.plies if not ply.thoughts)
            for game in played
        }

    assert openings(games(tmp_path)) == openings(whole)


@pytest.mark.parametrize("number", one_in(2, [signal.SIGINT, signal.SIGTERM]))
def test_a_signal_ends_the_match_and_it_resumes_later(
    tmp_path: Path, number: signal.Signals
) -> None:
    words = [*CALM, "--games", "200", "--output", "out", "--force", "--concurrency", "2"]
    match = start(tmp_path, *words)
    wait_for_games(tmp_path, 2)
    if number == signal.SIGINT:  # a terminal sends it to all
        os.killpg(match.pid, number)
    else:
        match.send_signal(number)
    out, err = match.communicate(timeout=GUARD_S)
    assert match.returncode == 128 + number
    assert err == ""
    if number == signal.SIGINT:
        assert "The same command resumes the match" in out
    count = len(games(tmp_path))
    assert 2 <= count < 200
    assert games_in_report(tmp_path / "out" / "report.html") == count
    check = json.loads((tmp_path / "out" / "games.jsonl").read_text("utf-8").splitlines()[0])
    assert check["match"]["engines"].keys() == {"a", "b"}


def test_a_match_with_a_closed_output_ends_with_an_error_code(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    match = subprocess.Popen(
        [*MATCH, *CALM, "--games", "4"], cwd=tmp_path, stdout=writer, stderr=subprocess.PIPE
    )
    os.close(writer)
    _, err = match.communicate(timeout=GUARD_S)
    assert match.returncode == 1
    assert err == b""


def test_a_match_whose_output_is_closed_can_be_resumed(tmp_path: Path) -> None:
    match = start(tmp_path, *CALM, "--games", "8", "--output", "out")
    assert match.stdout
    assert match.stderr
    match.stdout.close()
    assert match.wait(GUARD_S) == 1
    assert match.stderr.read() == ""
    assert run(tmp_path, *CALM, "--games", "8", "--output", "out").returncode == 0
    check_files(tmp_path, 8)


def test_two_matches_in_one_folder_are_refused(tmp_path: Path) -> None:
    words = [*CALM, "--games", "10000", "--output", "out"]
    match = start(tmp_path, *words)
    wait_for_games(tmp_path, 1)
    done = run(tmp_path, *words)
    assert done.returncode == 2
    assert "games.jsonl: another match is writing it" in done.stderr
    match.send_signal(signal.SIGINT)
    match.communicate(timeout=GUARD_S)


def test_the_help_shows_examples(tmp_path: Path) -> None:
    done = run(tmp_path, "--help")
    assert done.returncode == 0
    assert "--engines engines.toml --gauntlet" in done.stdout


@pytest.mark.parametrize(
    "words", one_in(2, [["--variant", "chess960"], ["--option", "UCI_Chess960=true"]])
)
def test_chess960_is_played_from_arrays_drawn_for_each_pair(
    words: list[str], tmp_path: Path
) -> None:
    ours = ["ours", "name=a", "ours", "name=b", "--nodes", "50", "--max-plies", "60"]
    done = run(tmp_path, *ours, *words, "--games", "4", "--output", "m", "--seed", "3")
    assert (done.returncode, done.stderr) == (0, "")
    games = list(read_games(tmp_path / "m" / "games.jsonl"))
    assert [game.chess960 for game in games] == [True] * 4
    assert not {game.reason for game in games} & {"illegal", "garbage"}
    assert games[0].fen == games[1].fen != games[2].fen == games[3].fen
    written = (tmp_path / "m" / "games.pgn").read_text()
    assert written.count('[Variant "Chess960"]') == 4
    read = list(read_pgn(written, "games.pgn"))
    assert [(each.chess960, each.errors, each.moves) for each in read] == [
        (True, (), game.moves) for game in games
    ]


def test_a_game_without_castling_has_no_chess960(tmp_path: Path) -> None:
    ours = ["ours", "name=a", "ours", "name=b", "--variant", "makruk", "--nodes", "50"]
    done = run(tmp_path, *ours, "--option", "UCI_Chess960=true")
    assert done.returncode == 2
    assert "makruk has no castling" in done.stderr


def test_an_engine_without_chess960_is_refused(tmp_path: Path) -> None:
    done = run(tmp_path, "ours", *ARMS[:2], "--variant", "chess960", "--nodes", "50")
    assert done.returncode == 2
    assert "does not play Chess960" in done.stderr
