#!/usr/bin/env python3
"""Build a source distribution and, from nothing else, a wheel for this version of Python.

    .venv/bin/python scripts/build_wheel.py [FOLDER]

Both are written to FOLDER, by default dist. On Linux, auditwheel names the oldest systems on which
the wheel runs. The wheel runs on every processor of its family; AMALTHEA_ARCH=native builds it for
this processor, other values are those of the compiler. It holds the tuned build, with
AMALTHEA_PROFILE=0 the quick one. Compiled files in build are reused.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_SDIST = "import sys; from setuptools.build_meta import build_sdist; build_sdist(sys.argv[1])"


def main() -> None:
    """Build both and print the path of the wheel.

    setuptools collects sources and compiled files in folders of the checkout, so one process at a
    time may do this.
    """
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", metavar="FOLDER", nargs="?", type=Path, default=ROOT / "dist")
    folder = parser.parse_args().folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    (ROOT / "build").mkdir(exist_ok=True)
    lock = ROOT / "build" / "wheel.lock"
    with lock.open("w") as held, tempfile.TemporaryDirectory() as scratch:
        fcntl.flock(held, fcntl.LOCK_EX)
        sources = unpack(build_source_distribution(folder), Path(scratch, "sources"))
        wheel = build_wheel(sources, Path(scratch, "built"))
        print(repair(wheel, folder) if sys.platform == "linux" else shutil.copy(wheel, folder))


def run(*command: str | Path, directory: Path = ROOT) -> None:
    """Run a command of this environment with its output on standard error; exit if it fails."""
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [sys.executable, "-I", *command],
        cwd=directory,
        stdout=sys.stderr,
        env={"AMALTHEA_PROFILE": "1", **os.environ, "PATH": tools},
        check=False,
    )
    if done.returncode:
        sys.exit(f"wheel: failed at {' '.join(map(str, command))}")


def only_file(folder: Path) -> Path:
    """Return the only file of a folder."""
    (file,) = folder.iterdir()
    return file


def build_source_distribution(folder: Path) -> Path:
    """Build the source archive in a folder; return its path."""
    with tempfile.TemporaryDirectory() as scratch:
        run("-c", _SDIST, scratch)
        return Path(shutil.copy(only_file(Path(scratch)), folder))


def unpack(archive: Path, folder: Path) -> Path:
    """Unpack the sources and return their folder, with the compiled files of this checkout."""
    shutil.unpack_archive(archive, folder)
    sources = only_file(folder)
    (sources / "build").symlink_to(ROOT / "build")
    return sources


def build_wheel(sources: Path, folder: Path) -> Path:
    """Build a wheel for this machine; return its path."""
    options = ("--quiet", "--no-build-isolation", "--no-deps", "--disable-pip-version-check")
    run("-m", "pip", "wheel", *options, "--wheel-dir", folder, ".", directory=sources)
    return only_file(folder)


def repair(wheel: Path, folder: Path) -> Path:
    """Write the wheel to the folder, named after the systems on which it runs; return its path."""
    with tempfile.TemporaryDirectory() as scratch:
        run("-m", "auditwheel", "repair", "--wheel-dir", scratch, wheel)
        return Path(shutil.copy(only_file(Path(scratch)), folder))


if __name__ == "__main__":
    main()
