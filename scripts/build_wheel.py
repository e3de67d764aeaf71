#!/usr/bin/env python3
"""Makes a source distribution and, of nothing else, a wheel for this version of Python.

    .venv/bin/python scripts/build_wheel.py [FOLDER]

Both end up in FOLDER, dist without. On Linux the wheel is marked with the oldest systems that it
runs on, by auditwheel. It runs on every processor of its family; for one alone, name it as the
compiler does: AMALTHEA_ARCH=native. What was compiled alike before, in build, is not compiled
again.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_SDIST = "import sys; from setuptools.build_meta import build_sdist; build_sdist(sys.argv[1])"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", metavar="FOLDER", nargs="?", type=Path, default=ROOT / "dist")
    folder = parser.parse_args().folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        sources = unpacked(source_distribution(folder), Path(scratch, "sources"))
        wheel = built(sources, Path(scratch, "built"))
        print(marked(wheel, folder) if sys.platform == "linux" else shutil.copy(wheel, folder))


def run(*command: str | Path, directory: Path = ROOT) -> None:
    """Runs a command of this environment, its output to standard error; exits when it fails."""
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [sys.executable, "-I", *command],
        cwd=directory,
        stdout=sys.stderr,
        env={**os.environ, "PATH": tools},
        check=False,
    )
    if done.returncode:
        sys.exit(f"wheel: failed at {' '.join(map(str, command))}")


def only_file(folder: Path) -> Path:
    (file,) = folder.iterdir()
    return file


def source_distribution(folder: Path) -> Path:
    """The archive, made in that folder."""
    with tempfile.TemporaryDirectory() as scratch:
        run("-c", _SDIST, scratch)
        return Path(shutil.copy(only_file(Path(scratch)), folder))


def unpacked(archive: Path, folder: Path) -> Path:
    """The sources of an archive; what is built of them is kept in this checkout."""
    shutil.unpack_archive(archive, folder)
    sources = only_file(folder)
    (ROOT / "build").mkdir(exist_ok=True)
    (sources / "build").symlink_to(ROOT / "build")
    return sources


def built(sources: Path, folder: Path) -> Path:
    """A wheel as it runs here."""
    options = ("--quiet", "--no-build-isolation", "--no-deps", "--disable-pip-version-check")
    run("-m", "pip", "wheel", *options, "--wheel-dir", folder, ".", directory=sources)
    return only_file(folder)


def marked(wheel: Path, folder: Path) -> Path:
    """The wheel, its name telling on what systems it runs, in that folder."""
    with tempfile.TemporaryDirectory() as scratch:
        run("-m", "auditwheel", "repair", "--wheel-dir", scratch, wheel)
        return Path(shutil.copy(only_file(Path(scratch)), folder))


if __name__ == "__main__":
    main()
