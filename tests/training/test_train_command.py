"""`amalthea train`: stages alone, and what is refused in one line."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from amalthea.engine.evaluation import net_file, tables_file
from amalthea.protocol.tool import install_command
from amalthea.training import command
from amalthea.training.command import main
from amalthea.training.net_numbers import net_numbers
from helpers.browser import open_page, serious_findings
from helpers.executors import InlineExecutor
from helpers.limited import limits
from helpers.made_once import made_once
from helpers.random_nets import Sizes, random_net
from helpers.sample import one_in
from helpers.trainings import RECIPE, arguments, tiny_variant, train

pytestmark = pytest.mark.long

TUNING = ("--tune", "--generations", "2", "--seed", "5")
CALM, CALM_SCALE_CP = Sizes(direct=200, row=40, output=4), 321
needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="no torch")


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """Return the one line with which a command refused."""
    assert done.returncode != 0
    (line,) = done.stderr.splitlines()
    return line


def refused_here(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return the one line that the command says when it is refused, run in this process."""
    assert main(list(words)) != 0
    (line,) = capsys.readouterr().err.splitlines()
    return line


@pytest.fixture
def plays_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command play its games in this process: others take a second to start."""
    monkeypatch.setattr(command, "ProcessExecutor", lambda count, folder: InlineExecutor())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nogame"], "unknown variant 'nogame'"),
        (["chess", "polish"], "invalid choice: 'polish'"),
        (["chess", "--tune", "--width", "32"], "--tune: expected no --start-from and no --width"),
        (
            ["chess", "--tune", "--start-from", "a.net"],
            "--tune: expected no --start-from and no --width",
        ),
        (["chess", "--generations", "0"], "--generations 0: expected at least 1"),
        (["chess", "--minutes", "0"], "--minutes 0: expected a number above 0"),
        (["chess", "--minutes", "5", "--positions", "5"], "expected one of them"),
        (["chess", "selfplay", "--width", "17"], "width 17: expected a multiple of 16"),
        (["chess", "selfplay", "--recipe", "none.toml"], "--recipe none.toml: No such file"),
        (["chess", "selfplay", "--start-from", "none.net"], "no such file, and unknown variant"),
        (["chess", "--start-from", "shogi"], "shogi has no net that fits the board of chess"),
        (["chess", "--start-from", "misere"], "--start-from misere: misere has no net that fits"),
        (["chess", "selfplay", "--cluster", "tcp://127.0.0.1:9"], "no scheduler answers"),
    ],
)
def test_invalid_arguments_are_one_line(
    tmp_path: Path,
    words: list[str],
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert said in refused_here(capsys, *words)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nods = 3", "unknown key 'nods', expected one of seed"),
        ('nodes = "3"', "nodes: expected whole number, got text"),
        ("nodes = 0", "nodes 0: expected at least 1"),
        ("trial_nodes = 0", "trial_nodes 0: expected at least 1"),
        ("elo = [1]", "elo: expected list of length 2"),
        ("stray = 1.5", "stray 1.5: expected 0 to 1"),
        ("result_share = -1", "result_share -1: expected 0 to 1"),
        ("search_share = 0.6\nresult_share = 0.5", "result_share 1.1 together: expected at most 1"),
        ("opening = [9, 2]", "opening 9 2: expected the lower number first"),
        ("nodes =", "recipe.toml: Invalid value"),
    ],
)
def test_invalid_recipe_is_refused(tmp_path: Path, line: str, said: str) -> None:
    from amalthea.engine.errors import AmaltheaError
    from amalthea.training.recipe import Recipe

    path = tmp_path / "recipe.toml"
    path.write_text(line)
    with pytest.raises(AmaltheaError) as raised:
        Recipe().changed(str(path))
    assert said in str(raised.value)


def test_missing_pytorch_is_one_line_with_the_remedy(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['torch'] = None\n"
        "from amalthea.training.command import main; sys.exit(main(['chess']))"
    )
    line = [sys.executable, "-I", "-c", code]
    done = subprocess.run(line, capture_output=True, text=True, cwd=tmp_path, check=False)
    advice = refused(done).removeprefix("amalthea train: training needs the package torch: ")
    assert advice == install_command("train")


@pytest.mark.thorough
@needs_torch
def test_stages_alone_are_a_training(tmp_path: Path) -> None:
    """The training starts from a net with half as many units."""
    assert "selfplay begins one" in refused(train(tmp_path, "out", "fit"))
    begun = _calm_net(tmp_path)
    recipe = f"{RECIPE}refine = true\n"
    words = ("selfplay", "--start-from", str(begun), "--width", "32")
    assert train(tmp_path, "out", *words, recipe=recipe).returncode == 0
    assert "run fit first" in refused(train(tmp_path, "out", "trial"))
    assert train(tmp_path, "out", "fit").returncode == 0
    assert train(tmp_path, "out", "trial").returncode == 0
    (tmp_path / "out" / "tiny.net").unlink()
    assert train(tmp_path, "out", "export").stdout.splitlines() == [
        f"Best net: {tmp_path}/out/tiny.net",
        f"Report: {tmp_path}/out/report.html",
    ]
    net = tmp_path / "out" / "g1.net"
    assert (tmp_path / "out" / "tiny.net").read_bytes() == net.read_bytes()
    state = json.loads((tmp_path / "out" / "state.json").read_text())
    assert net_file.read(str(net))[0].trained == _made_by(state)
    assert state["generations"][0]["player"] == "start.net"
    assert state["scale_cp"] == CALM_SCALE_CP
    assert _likeness(begun, net) > 0.9
    words = ("selfplay", "--start-from", str(net), "--width", "48")
    odd = refused(train(tmp_path, "odd", *words, recipe=recipe))
    assert "width 48: to refine it, expected a multiple of the 32 of start.net" in odd
    again = train(tmp_path, "out", "selfplay", "--start-from", str(net))
    assert "started from a different net" in refused(again)
    _look_at_the_report(tmp_path / "out" / "report.html")


@pytest.fixture(scope="module")
def tuned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a tuning whose report could not be written, and what it said."""

    def run(folder: Path) -> None:
        (folder / "out" / "report.html").mkdir(parents=True)
        done = train(folder, "out", *TUNING)
        assert done.returncode == 1
        (folder / "stderr").write_text(done.stderr)

    return made_once(tmp_path_factory, "tuning", run)


@pytest.mark.thorough
@needs_torch
def test_the_hand_written_evaluation_is_trained_likewise(tuned: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(tuned / "out", tmp_path / "out")
    (folder / "report.html").rmdir()
    done = train(tmp_path, "out", *TUNING)
    assert done.stdout.splitlines() == [
        f"Best tables: {folder}/tiny.toml",
        f"Report: {folder}/report.html",
    ]
    assert (folder / "tiny.toml").read_text() == (folder / "g2.toml").read_text()
    assert not list(folder.glob("*.net"))
    state = json.loads((folder / "state.json").read_text())
    assert [each["player"] for each in state["generations"]] == [None, "g1.toml"]
    tables = tables_file.identified(str(folder / "tiny.toml"))[1]
    assert tables.trained == _made_by(state)
    assert "a training with --tune" in refused(train(tmp_path, "out"))
    assert "hand-written evaluation" in (folder / "report.html").read_text()
    assert "Piece values of generation 2" in (folder / "report.html").read_text()


@pytest.mark.thorough
@needs_torch
def test_a_report_that_cannot_be_written_is_tried_again_later(tuned: Path, tmp_path: Path) -> None:
    failure = f"cannot write '{tuned}/out/report.html': Is a directory"
    said = (tuned / "stderr").read_text()
    assert said.count(failure) == 2
    assert f"{failure}; it is tried again later\n" in said
    assert said.endswith(f"{failure}; the same command with `export` writes it anew\n")
    folder = shutil.copytree(tuned / "out", tmp_path / "out")
    assert len(json.loads((folder / "state.json").read_text())["generations"]) == 2
    assert (folder / "tiny.toml").exists()
    (folder / "report.html").rmdir()
    assert train(tmp_path, "out", "export", *TUNING).returncode == 0
    assert (folder / "report.html").is_file()


@pytest.mark.thorough
def test_a_training_goes_on_after_its_games_could_not_be_written(tmp_path: Path) -> None:
    line = refused(train(tmp_path, "out", "selfplay", preexec=limits(FSIZE=1_000)))
    assert re.search(r"cannot write '.*/g1\.games\.gz': File too large \(a file may have", line)
    assert train(tmp_path, "out", "selfplay").returncode == 0


def _calm_net(folder: Path) -> Path:
    """Write a random net of the small game, by which openings are fair, with a scale of its own."""
    header, arrays = random_net(tiny_variant(folder), width=16, sizes=CALM)
    path = folder / "calm.net"
    net_file.write(path, replace(header, trained={"scale_cp": CALM_SCALE_CP}), arrays)
    return path


def _likeness(one: Path, other: Path) -> float:
    """Return the correlation of a net's rows with the first columns of another's, no narrower."""
    np = pytest.importorskip("numpy")
    rows = []
    for path in (one, other):
        header, arrays = net_file.read(str(path))
        rows.append(net_numbers(arrays, header.features, header.width).rows)
    width = rows[0].shape[1]
    return float(np.corrcoef([each[:, :width].ravel() for each in rows])[0, 1])


def _made_by(state: dict[str, Any]) -> dict[str, int]:
    """Return how a training made its result, as the result should say."""
    generations = state["generations"]
    last = generations[-1]
    assert last["samples"] > last["games"] > 0
    return {
        "generation": len(generations),
        "games": sum(each["games"] for each in generations),
        "positions": last["samples"],
        "scale_cp": state["scale_cp"],
        "seed": last["recipe"]["seed"],
    }


def _look_at_the_report(path: Path) -> None:
    """Check that the report needs no network and shows its charts and maps."""
    with open_page(path) as page:
        assert page.title() == "Training: tiny"
        assert page.locator("tbody tr").count() == 1
        assert page.locator("figure.chart").count() == 3
        maps = page.locator("figure.map")
        assert maps.count() == 6
        assert maps.first.locator("rect").count() == 30
        assert page.locator("figure.map svg.thing").first.is_visible()
        too_wide = "document.documentElement.scrollWidth > innerWidth"
        assert not page.evaluate(too_wide)
        page.set_viewport_size({"width": 360, "height": 700})
        assert not page.evaluate(too_wide)
        assert serious_findings(page) == []


@pytest.mark.parametrize(
    ("name", "contents", "said"),
    [
        ("state.json", b"{", "not the state of a training"),
        ("state.json", b"[]", "not the state of a training"),
        ("state.json", b'{"format": 9}', "format 9, expected 1"),
        ("state.json", b'{"format": 1, "generations": [{}]}', "not the state of a training"),
        ("state.json", b"\xff", "not the state of a training: JSON is malformed"),
        ("g1.games.gz", b"no games", "damaged at byte 0"),
    ],
)
@pytest.mark.usefixtures("plays_here")
def test_damaged_files_are_one_line(
    tmp_path: Path, name: str, contents: bytes, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / name).write_bytes(contents)
    line = refused_here(capsys, *arguments(tmp_path, "out", "selfplay"))
    assert line.startswith("amalthea train: ")
    assert name in line
    assert said in line


@pytest.mark.usefixtures("plays_here")
def test_the_folder_of_another_game_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments(tmp_path, "out", "selfplay", "--quiet")) == 0
    words = ("chess", "selfplay", "--output", str(tmp_path / "out"))
    assert "a training of 'tiny'" in refused_here(capsys, *words)


def test_two_trainings_do_not_share_a_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from amalthea.training.folder import Folder

    with Folder(tmp_path / "out", "tiny"):
        assert "another training is running in this folder" in refused_here(
            capsys, *arguments(tmp_path, "out", "selfplay")
        )


@needs_torch
@pytest.mark.usefixtures("plays_here")
@pytest.mark.parametrize(
    ("game", "options", "refines"),
    one_in(
        3,
        [
            ("mine", [], True),
            ("crazyhouse", [], True),
            ("crazyhouse", ["--width", "16"], False),
            ("crazyhouse", ["--start-from", "hand"], None),
            ("mine", ["--start-from", "horde"], True),
            ("racingkings", ["--start-from", "almost"], True),
            ("crazyhouse", ["--recipe", "pairs = 5"], True),
            ("crazyhouse", ["--recipe", "width = 32"], False),
            ("crazyhouse", ["--recipe", "refine = false"], False),
        ],
    ),
)
def test_a_training_starts_from_the_net_that_the_game_is_played_with(
    tmp_path: Path, game: str, options: list[str], refines: bool | None
) -> None:
    """A game without a net of its own is played with that of a game that is akin."""
    if options[:1] == ["--recipe"]:
        recipe = tmp_path / "recipe.toml"
        recipe.write_text(options[1])
        options = ["--recipe", str(recipe)]
    file = tmp_path / "mine.ini"
    file.write_text("[mine:chess]\ndoubleStep = false\n")
    words = [game, "--variants", str(file), "--positions", "1", "selfplay", "--nodes", "2"]
    assert main([*words, *options, "--output", str(tmp_path / "out"), "--quiet"]) == 0
    (generation,) = json.loads((tmp_path / "out" / "state.json").read_text())["generations"]
    assert generation["recipe"]["refine"] == bool(refines)
    if refines is None:
        assert generation["player"] is None
        return
    header, _ = net_file.read(str(tmp_path / "out" / "start.net"))
    assert header.variant == game
    assert generation["player"] == "start.net"
    assert (generation["recipe"]["width"] == header.width) == refines
