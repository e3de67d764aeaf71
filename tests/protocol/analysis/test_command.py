"""`amalthea analyse` as a process: its arguments, its exit status, and each way to end it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from amalthea.engine import variants
from amalthea.engine.pieces.evaluation.weights import DEFAULTS
from amalthea.protocol.analysis.command import main
from amalthea.protocol.records.pgn import read_pgn
from helpers.dialogue import ENGINE
from helpers.games import begins_in_secret
from helpers.limited import fill_disk_for
from helpers.paths import EXAMPLE
from helpers.random_nets import write_net
from helpers.sample import one_in

GUARD_S = 300.0  # only against hanging
MATE = "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1"
PGN = """\
[White "Anna & <Bert>"]
[Black "Carl"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1
"""


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [*ENGINE, "analyse", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=GUARD_S, check=False)


def objects(*words: str) -> Iterator[dict[str, object]]:
    done = run(*words, "--json", "--threads", "1")
    assert (done.returncode, done.stderr) == (0, "")
    yield from map(json.loads, done.stdout.splitlines())


def refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run the command in this process, which refuses these words; return its error message."""
    assert main(list(words)) == 2
    said = capsys.readouterr()
    assert said.out == ""
    return said.err


# What it says.


def test_a_game_with_an_error_is_analysed_as_far_as_it_goes_and_fails(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("1. e4 e5 2. Qh6 *\n\n1. d4 d5 *\n")
    done = run(str(path), "--depth", "1", "--threads", "1")
    assert done.returncode == 1
    assert "Qh6" in done.stderr
    assert "d5" in done.stdout


def test_a_position_is_analysed_as_text() -> None:
    done = run(*MATE.split(), "--depth", "3", "--threads", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "best move Ra8#"
    assert done.stdout.startswith("depth   1")


@pytest.mark.parametrize("name", one_in(7, variants.BUILT_IN))
def test_every_game_is_written_as_json(name: str) -> None:
    side = ("--side", "b") if begins_in_secret(name) else ()
    *lines, last = objects("startpos", "--variant", name, "--depth", "2", *side)
    assert lines
    result = last["result"]
    assert isinstance(result, dict)
    assert result["variant"] == name
    assert result["best"]
    assert result["lines"]


def test_a_position_is_written_as_a_page(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    done = run(*MATE.split(), "--depth", "3", "--threads", "1", "--html", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    page = path.read_text()
    assert "best move Ra8#" in page
    assert MATE in page


def test_a_variant_file_and_weights_are_used(tmp_path: Path) -> None:
    name = EXAMPLE.read_text().partition("[")[2].partition("]")[0].partition(":")[0]
    weight = next(iter(DEFAULTS))
    weights = tmp_path / "weights.toml"
    weights.write_text(f"{weight} = {DEFAULTS[weight] + 1}\n")
    words = ("startpos", "--variants", str(EXAMPLE), "--variant", name, "--depth", "1")
    *_, last = objects(*words, "--eval-file", str(weights))
    assert last["result"]


def test_a_net_evaluates_only_games_with_its_rules(tmp_path: Path) -> None:
    chess, gast = (write_net(tmp_path, name).path for name in ("chess", "gast"))
    scores = [
        [line.get("score") for line in objects("startpos", "--depth", "3", *words)]
        for words in ((), ("--eval-file", chess))
    ]
    assert scores[0] != scores[1]
    done = run("startpos", "--eval-file", gast)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("a net for other rules, those of 'gast'\n")
    assert done.stderr.count("\n") == 1


def test_a_suite_is_solved(tmp_path: Path) -> None:
    path = tmp_path / "a.epd"
    path.write_text(f'{MATE} bm Ra8#; id "back rank";\n{MATE} bm Kd1;')
    done = run(str(path), "--depth", "4", "--threads", "1")
    assert (done.returncode, done.stderr) == (0, "")
    heading, first, second, last = done.stdout.splitlines()
    assert heading.split()[0] == "position"
    assert first.startswith("+ back rank")
    assert second.startswith("- line 2")
    assert last.startswith("solved 1 of 2")
    *_, result = objects(str(path), "--depth", "4")
    assert result == {"result": {"solved": 1, "tried": 2, "positions": 2}}


def test_a_line_of_a_suite_that_cannot_be_read_is_told_and_the_others_are_solved(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.epd"
    path.write_text(f"; a remark\n{MATE} bm Ra9;\n8/8/8/8/8/5k2/8/4K3 w - -\n{MATE} bm Ra8;\n")
    done = run(str(path), "--depth", "4", "--threads", "1")
    assert done.returncode == 1
    illegal, over = done.stderr.splitlines()
    assert f"{path}:2: bm 'Ra9' is illegal" in illegal
    assert f"{path}:3: the game is over here" in over
    assert done.stdout.splitlines()[-1].startswith("solved 1 of 1")


def test_a_game_is_written_with_its_plot(tmp_path: Path) -> None:
    game, svg = tmp_path / "a.pgn", tmp_path / "a.svg"
    game.write_text(PGN)
    done = run(str(game), "--nodes", "3000", "--threads", "1", "--svg", str(svg))
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Anna & <Bert> - Carl  0-1")
    assert "g4??" in lines[4]
    assert svg.read_text().startswith("<svg")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.pgn", "a.svg"]
    *moves, last = objects(str(game), "--nodes", "3000")
    assert [move["ply"] for move in moves] == [1, 2, 3, 4]
    assert last["result"]


# What it refuses.


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "expected startpos, a FEN or a file, or --stream"),
        (["startpos", "--depth", "many"], "argument --depth: 'many', expected a whole number"),
        (["startpos", "--multipv", "501"], "argument --multipv: '501', expected a whole number"),
        (["startpos", "--what"], "unrecognized arguments: --what"),
        (["startpos", "--infinite", "--depth", "3"], "--infinite: expected no other limit"),
        (["startpos", "--side", "w"], "--side: 'w' is to move, not both sides"),
        (["startpos", "--variant", "gochess"], "both sides choose here: expected --side w"),
        (["startpos", "--svg", "a.svg"], "--svg: expected a game"),
        (["startpos", "--html", "none/a.html"], "cannot write 'none/a.html': no directory 'none'"),
        (["startpos", "--variants", "none.ini"], "variant file 'none.ini' cannot be read"),
        (["startpos", "--eval-file", "none"], "cannot read 'none'"),
        (["nofile.pgn"], "cannot read 'nofile.pgn': No such file or directory"),
        (["line\nfeed"], "cannot read 'line\\nfeed'"),
    ],
)
def test_a_wrong_argument_gets_one_error_line(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = refusal(capsys, *words)
    assert said.startswith(f"amalthea analyse: {complaint}")
    assert said.count("\n") == 1


def test_a_refused_command_ends_with_status_2() -> None:
    done = run("startpos", "--what")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("amalthea analyse: unrecognized arguments: --what")


def test_unwritable_files_are_named_before_the_analysis(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "a.pgn"
    game.write_text(PGN)
    for path, complaint in [
        (tmp_path, "it is a directory"),
        (tmp_path / "none" / "a", "no directory"),
    ]:
        words = ("--html", str(path), "--movetime", "1000000")
        assert complaint in refusal(capsys, str(game), *words)
    game.write_text(PGN + "\n" + PGN)
    said = refusal(capsys, str(game), "--svg", str(tmp_path / "a.svg"))
    assert "--svg: the file has several games, choose one with --game N" in said
    for option in ("--infinite", "--side=w"):
        assert "expected a position, not a file" in refusal(capsys, str(game), option)


# How it ends.


class Running:
    """The command at work, its output a pipe, after some lines; none of its processes is left."""

    def __init__(self, *words: str, lines: int = 1) -> None:
        self.process = subprocess.Popen(
            [*ENGINE, "analyse", *words, "--threads", "2"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout
        self.out = self.process.stdout
        self.said = [self.out.readline() for _ in range(lines)]
        self.children = psutil.Process(self.process.pid).children(recursive=True)
        assert self.children

    def end(self) -> tuple[int, str]:
        """Wait for the end; return the exit status and what was written on standard error."""
        assert self.process.stderr
        status = self.process.wait(GUARD_S)
        errors = self.process.stderr.read()
        self.process.stderr.close()
        self.out.close()
        _, alive = psutil.wait_procs(self.children, GUARD_S)
        assert not alive
        return status, errors


def test_ctrl_c_prints_the_best_move() -> None:
    running = Running("startpos", "--infinite")
    running.process.send_signal(signal.SIGINT)
    said = running.out.read()
    assert running.end() == (0, "")
    assert said.splitlines()[-1].startswith("best move ")


def test_interrupted_suite_prints_its_results(tmp_path: Path) -> None:
    path = tmp_path / "a.epd"
    path.write_text(
        f"{MATE} bm Ra8#;\n" * 2 + "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - am a4;"
    )
    running = Running(str(path), "--depth", "90", lines=3)
    assert [each[:8] for each in running.said[1:]] == ["+ line 1", "+ line 2"]
    running.process.send_signal(signal.SIGINT)
    said = running.out.read()
    assert running.end() == (130, "")
    assert said.startswith("solved 2 of 3, 2 of them tried")


def test_a_closed_output_ends_the_analysis() -> None:
    running = Running("startpos", "--infinite")
    running.out.close()
    assert running.end() == (1, "")


def test_a_terminated_command_leaves_no_process() -> None:
    running = Running("startpos", "--infinite")
    running.process.terminate()
    assert running.end() == (128 + signal.SIGTERM, "")


def test_a_killed_command_leaves_no_process() -> None:
    running = Running("startpos", "--infinite")
    running.process.kill()
    assert running.end()[0] == -signal.SIGKILL


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
def test_full_disk_is_reported() -> None:
    command = [*ENGINE, "analyse", "startpos", "--depth", "3"]
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=GUARD_S, check=False
        )
    assert (done.returncode, done.stderr) == (
        1,
        "amalthea analyse: standard output: No space left on device"
        " (make room there, or choose another place)\n",
    )


def test_a_file_for_which_the_disk_has_no_room_costs_no_other_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game, html, svg = (tmp_path / name for name in ("a.pgn", "a.html", "a.svg"))
    game.write_text(PGN)
    fill_disk_for(monkeypatch, "a.html")
    words = [str(game), "--depth", "1", "--threads", "1", "--html", str(html), "--svg", str(svg)]
    assert main([*words, "--quiet"]) == 1
    said = capsys.readouterr()
    reason = "No space left on device (make room there, or choose another place)"
    assert said.err == f"amalthea analyse: cannot write '{html}': {reason}\n"
    assert said.out.startswith("Anna & <Bert> - Carl  0-1")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.pgn", "a.svg"]


def test_several_games_are_annotated_in_one_file_with_a_page_each(tmp_path: Path) -> None:
    source, html, pgn = (tmp_path / name for name in ("in.pgn", "out.html", "out.pgn"))
    second, third = "1. e4 {best by test} (1. d4 d5) e5 *", '[Variant "dobutsu"]\n\n*'
    source.write_text(f"{PGN}\n{second}\n\n{third}\n")
    words = [str(source), "--depth", "1", "--threads", "1", "--html", str(html), "--pgn", str(pgn)]
    done = run(*words)
    assert (done.returncode, done.stderr) == (0, "")
    games = list(read_pgn(pgn.read_text(), "out"))
    assert [len(game.moves) for game in games] == [4, 2, 0]
    assert "best by test" in games[1].annotations[1].text
    assert len(games[1].side_lines) == 1
    assert sorted(path.name for path in (tmp_path / "out-games").iterdir()) == [
        "1.html",
        "2.html",
        "3.html",
    ]
    assert 'href="out-games/1.html">Anna &amp; &lt;Bert&gt; \u2013 Carl</a>' in html.read_text()
    second = (tmp_path / "out-games" / "2.html").read_text()
    for link in ("1.html", "../out.html", "3.html"):
        assert f'href="{link}"' in second


@pytest.mark.parametrize("name", ["in.pgn", "link.pgn"])
def test_the_file_that_is_read_is_not_replaced(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, link = tmp_path / "in.pgn", tmp_path / "link.pgn"
    source.write_text(PGN)
    link.symlink_to(source)
    assert main([str(source), "--depth", "1", "--pgn", str(tmp_path / name)]) == 2
    errors = capsys.readouterr().err
    assert errors.startswith("amalthea analyse: --pgn ")
    assert errors.endswith(": the games are read from this file, expected another one\n")
    assert source.read_text() == PGN


def test_a_chosen_game_has_one_page(tmp_path: Path) -> None:
    source, html = (tmp_path / name for name in ("in.pgn", "out.html"))
    source.write_text(f"{PGN}\n{PGN}")
    words = [str(source), "--game", "2", "--depth", "1", "--threads", "1", "--html", str(html)]
    assert run(*words).returncode == 0
    assert "Previous game" not in html.read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.pgn", "out.html"]


@pytest.mark.parametrize("closed", one_in(3, ["<&- >&- 2>&-", "<&-", ">&-"]))
def test_closed_standard_descriptors_do_not_matter(closed: str) -> None:
    words = " ".join([*ENGINE, "analyse", "startpos", "--depth", "3", "--threads", "1"])
    done = subprocess.run(
        f"{words} {closed}",
        shell=True,
        capture_output=True,
        text=True,
        timeout=GUARD_S,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (">&-" in closed) == (done.stdout == "")
