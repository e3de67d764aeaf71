"""`amalthea board`: positions as text and pictures from the command line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import amalthea
from amalthea.protocol.drawing.board_command import main
from helpers.paths import EXAMPLE

COMMAND = [sys.executable, "-I", "-m", "amalthea", "board"]
ENDING = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
_GUARD_S = 300.0  # only against hanging


def classes(svg: str) -> list[str]:
    return [part.get("class", "") for part in ElementTree.fromstring(svg).iter()]


def test_a_board_is_text(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["gast"]) == 0
    assert capfd.readouterr().out == amalthea.new_position("gast").diagram() + "\n"


@pytest.mark.parametrize("words", [[ENDING], ENDING.split(), ENDING.split()[:4]])
def test_a_fen_is_one_word_or_many(words: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["chess", *words, "--moves", "e2e4", "e8d7"]) == 0
    moved = amalthea.new_position("chess", "8/3k4/8/8/4P3/8/8/4K3 w - - 0 1")
    assert capfd.readouterr().out == moved.diagram() + "\n"


@pytest.mark.parametrize("options", [[], ["--svg"]])
def test_each_correction_is_reported_once(
    options: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["chess", ENDING.replace(" - -", " K -"), "--moves", "e2e4", *options]) == 0
    written = capfd.readouterr()
    assert written.out
    assert written.err.startswith("amalthea board: rights 'K'")
    assert written.err.count("\n") == 1


def test_an_arrow_shows_the_move_of_a_piece_and_not_that_of_the_duck(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert main(["duck", "--svg", "--arrow", "e2e4,e4d5"]) == 0
    assert classes(capfd.readouterr().out).count("arrow best") == 1


def test_a_picture_marks_the_last_move_and_points_at_others(
    capfd: pytest.CaptureFixture[str],
) -> None:
    words = ["chess", "--svg", "--moves", "e2e4", "e7e5", "--arrow", "g1f3", "d2"]
    assert main([*words, "--flip", "--size", "200"]) == 0
    svg = capfd.readouterr().out
    found = classes(svg)
    assert found.count("mark") == 2
    assert found.count("arrow best") == 1
    assert found.count("ring best") == 1
    assert ElementTree.fromstring(svg).attrib["width"] == "200"


def test_the_fen_may_follow_the_options(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["chess", "--svg", *ENDING.split()]) == 0
    assert "4P3/4K3 w - - 0 1</title>" in capfd.readouterr().out


def test_a_picture_goes_to_a_file(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "board.svg"
    assert main(["ganymede", "--svg", "--output", str(path)]) == 0
    assert capfd.readouterr().out == ""
    assert ElementTree.parse(path).getroot().attrib["width"] == "480"


def test_output_to_a_file_is_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    assert main(["chess", "--output", str(path), "8/8/8/8/8/8/8/K1k5 w - - 0 1"]) == 0
    assert path.read_text().startswith("<svg")


def test_a_picture_goes_to_standard_output(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["chess", "--svg"]) == 0
    picture = capfd.readouterr().out
    assert main(["chess", "--svg", "--output", "-"]) == 0
    assert capfd.readouterr().out == picture
    assert not list(tmp_path.iterdir())


def test_without_a_game_all_are_listed(capfd: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    listed = capfd.readouterr().out
    assert all(name in listed for name in amalthea.variants.BUILT_IN)


def test_games_of_a_file_are_drawn(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["wide", "--variants", str(EXAMPLE), "--svg"]) == 0
    assert "wide-w-G" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nonesuch"], "unknown variant 'nonesuch', expected one of chess"),
        (["chess", "8/8"], "placement '8/8' has 2 ranks, expected 8"),
        (["chess", "--moves", "e2e4", "e7e4"], "move 2, 'e7e4', is illegal in"),
        (["chess", "--svg", "--arrow", "z1"], "arrow 'z1', expected two squares as in e2e4"),
        (["chess", "--svg", "--arrow", "a1j9"], "chess has no square 'j9', expected a1 to h8"),
        (["chess", "--svg", "--size", "big"], "--size: invalid int value: 'big'"),
        (["chess", "--svg", "--size", "9"], "size 9, expected 80 to 8000 pixels"),
        (["chess", "--arrow", "e2e4"], "--arrow: expected --svg, too"),
        (["chess", "--flip"], "--flip: expected --svg, too"),
        (["chess", "--sgv"], "unrecognized arguments: --sgv"),
        (["chess", "--variants", "/no/such"], "variant file '/no/such' cannot be read"),
        (["chess", "--svg", "--output", "/no/such/file"], "cannot write '/no/such/file'"),
    ],
)
def test_a_mistake_is_reported_in_one_line(
    words: list[str], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("amalthea board: ")
    assert message in err
    assert err.count("\n") == 1


def test_a_mistake_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    path.write_text("kept")
    assert main(["chess", "--svg", "--output", str(path), "--arrow", "z"]) == 2
    assert path.read_text() == "kept"


def test_a_reader_that_leaves_early_is_no_error() -> None:
    with subprocess.Popen(
        [*COMMAND, "gast", "--svg"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(_GUARD_S) == 1


def test_a_full_disk_is_reported() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*COMMAND, "gast", "--svg"],
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=_GUARD_S,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.startswith(b"amalthea board: standard output: No space left on device (")


def test_a_closed_output_is_no_error() -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", *COMMAND, "gast"],
        stderr=subprocess.PIPE,
        timeout=_GUARD_S,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
