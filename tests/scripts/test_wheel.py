"""What people install: the archive of the sources, the wheel made of it, and the command in it.

The wheel is made for the processor that scripts/setup_environment.py compiles for, so
that nothing need be compiled again; with --all also as others get it, for any.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

import msgspec
import psutil
import pytest

from helpers.dialogue import Dialogue, errors
from helpers.made_once import made_once
from helpers.paths import ROOT

pytestmark = pytest.mark.long

SRC = ROOT / "src"
PACKAGES = ("engine", "protocol", "training")  # links in the package, which globs do not follow
FOR_BUILDING = {".pxd", ".h"}
MOST_MIB = 16  # of which the nets are twelve
ARCH = "x86-64-v2" if platform.machine() == "x86_64" else ""  # as in scripts/setup_environment.py
WITHOUT_NETWORK = ("--no-index", "--disable-pip-version-check", "--quiet")


@dataclass(frozen=True)
class Made:
    archive: Path
    wheel: Path


@pytest.fixture(scope="module", params=[ARCH, ""], ids=["shared", "portable"])
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Made:
    if not request.param and ARCH and not request.config.getoption("--all"):
        pytest.skip("compiles everything: with --all")

    def build(folder: Path) -> None:
        done = subprocess.run(
            [sys.executable, ROOT / "scripts" / "build_wheel.py", folder],
            env={**os.environ, "AMALTHEA_ARCH": request.param, "AMALTHEA_PROFILE": "0"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines() == list(map(str, folder.glob("*.whl")))

    folder = made_once(tmp_path_factory, f"dist-{request.param}", build)
    (archive,) = folder.glob("*.tar.gz")
    (wheel,) = folder.glob("*.whl")
    return Made(archive, wheel)


def sources() -> set[str]:
    """Return every file of the package, as it is installed."""
    below = {path.relative_to(ROOT) for name in PACKAGES for path in (ROOT / name).rglob("*")}
    beside = {path.relative_to(SRC / "amalthea") for path in (SRC / "amalthea").glob("*.*")}
    return {
        str(Path("amalthea", path))
        for path in below | beside
        if (SRC / "amalthea" / path).is_file() and "__pycache__" not in path.parts
    }


def test_metadata_are_whole(made: Made) -> None:
    command = [
        sys.executable,
        "-m",
        "twine",
        "check",
        "--strict",
        str(made.archive),
        str(made.wheel),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("PASSED") == 2


def test_sdist_holds_all_sources_and_no_build_output(made: Made) -> None:
    with tarfile.open(made.archive) as archive:
        held = {
            name.partition("/")[2]
            for name in archive.getnames()
            if archive.getmember(name).isfile()
        }
    packaged = {f"src/{name}" for name in sources()}
    assert held >= packaged | {"setup.py", "pyproject.toml", "scripts/describe_games.py", "LICENSE"}
    assert not [name for name in held if name.startswith(("build/", "tests/", "docs/", ".venv"))]
    assert not [name for name in held if name.endswith((".c", ".so", ".pyc"))]


def test_wheel_holds_only_what_is_needed_to_play(made: Made) -> None:
    with zipfile.ZipFile(made.wheel) as wheel:
        files = {name for name in wheel.namelist() if not name.endswith("/")}
    held = {name for name in files if ".dist-info/" not in name}
    wanted = {name for name in sources() if Path(name).suffix not in FOR_BUILDING}
    compiled = {name for name in held if name.endswith(".so")}
    assert held - compiled == wanted | {"amalthea/engine/games/descriptions.pickle"}
    modules = {str(Path(name).with_suffix("")) for name in sources() if name.endswith(".pxd")}
    sourced = {name for name in modules if f"{name}.py" in wanted}
    assert {name.partition(".")[0] for name in compiled} == sourced
    assert made.wheel.stat().st_size < MOST_MIB << 20


def test_the_wheel_is_for_systems_that_are_much_older(made: Made) -> None:
    if sys.platform != "linux":
        pytest.skip("Linux names the systems that a wheel runs on")
    assert "-manylinux" in made.wheel.name
    assert "-linux_" not in made.wheel.name


def test_in_a_clean_environment_the_command_plays_by_its_nets(made: Made, tmp_path: Path) -> None:
    """Besides the wheel it needs only two packages, which are copied from this environment."""
    python = str(tmp_path / "bin" / "python")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path], check=True)
    (packages,) = tmp_path.glob("lib/python*/site-packages")
    for needed in (psutil, msgspec):
        folder = Path(str(needed.__file__)).parent
        shutil.copytree(folder, packages / folder.name)
    pip = [sys.executable, "-I", "-m", "pip", "--python", python, "install", *WITHOUT_NETWORK]
    subprocess.run([*pip, "--no-deps", str(made.wheel)], check=True, capture_output=True)
    with Dialogue(engine=[str(tmp_path / "bin" / "amalthea")]) as talk:
        for game in ("gast", "gess", "capablanca", "troop"):
            talk.answer(f"setoption name UCI_Variant value {game}")
            said = [*talk.answer("eval"), *talk.search("go depth 2")]
            assert not errors(said)
            assert any(line.startswith("Net: ") for line in said) == (game != "troop")
