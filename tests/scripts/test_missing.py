"""A script whose packages are missing says in one line what to install."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

import _missing
from helpers.paths import SCRIPTS
from helpers.sample import one_in

FILES = [path.name for path in sorted(SCRIPTS.glob("[!_]*.py")) if "__main__" in path.read_text()]
BENCHMARKS = [f"bench.py {path.stem}" for path in sorted((SCRIPTS / "benchmarks").glob("[!_]*.py"))]
LINE = re.compile(
    r"\S+ needs the package (amalthea|psutil): scripts/python scripts/setup_environment.py;"
    r" then .venv/bin/python \S+\n"
)


@pytest.mark.parametrize("words", [*FILES, *one_in(8, BENCHMARKS)])
def test_a_script_without_installed_packages_says_what_to_do(words: str) -> None:
    name, *rest = words.split()
    done = subprocess.run(
        [sys.executable, "-S", str(SCRIPTS / name), *rest, "--help"],
        capture_output=True,
        text=True,
        check=False,
    )
    if "setup_environment" in name:
        assert "Bring the project's virtual environment up to date" in done.stdout
    else:
        assert done.returncode == 0 or LINE.fullmatch(done.stderr), done.stderr


@pytest.mark.parametrize(
    ("package", "option"),
    [
        ("chess", "--dev"),
        ("playwright", "--dev"),
        ("axe_playwright_python", "--dev"),
        ("torch", "--extra train"),
        ("aiohttp", "--extra play"),
        ("distributed", "--extra cluster"),
        ("rich", "--extra terminal"),
    ],
)
def test_the_set_up_that_installs_a_package_is_named(package: str, option: str) -> None:
    set_up = f"scripts/python scripts/setup_environment.py {option}"
    said = _missing.message(package, "scripts/x.py")
    assert (
        said == f"scripts/x.py needs the package {package}: {set_up}; then .venv/bin/python "
        "scripts/x.py"
    )


def test_a_missing_module_is_one_line_and_other_errors_keep_their_traceback() -> None:
    for statement, last in (
        ("import nonesuch.part", "x needs the package nonesuch: "),
        ("raise ValueError('seven')", "ValueError: seven"),
    ):
        program = f"import sys; sys.argv = ['x']; import _missing; {statement}"
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=SCRIPTS,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1
        assert done.stderr.splitlines()[-1].startswith(last)
        assert ("Traceback" in done.stderr) == ("ValueError" in last)
