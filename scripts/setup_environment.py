#!/usr/bin/env python3
"""Bring the project's virtual environment up to date: build and install what changed.

    scripts/python scripts/setup_environment.py [--dev]

The environment is .venv, or .venv-asan if AMALTHEA_ASAN=1, .venv-debug if AMALTHEA_DEBUG=1,
.venv-tune if AMALTHEA_TUNE=1. --dev adds what tests need. AMALTHEA_PROFILE=0 halves the time of the
build, but the engine is a tenth slower; the next call without it builds again. Progress is printed
on standard error, nothing on standard output. Several calls at once are safe, and an interrupted
one is started again. A missing requirement is named in one line.
"""

import fcntl
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KINDS = [
    kind for kind in ("asan", "debug", "tune") if os.environ.get(f"AMALTHEA_{kind.upper()}") == "1"
]
ARCH = "x86-64-v2" if platform.machine() == "x86_64" else ""  # value of AMALTHEA_ARCH, see setup.py
VENV = ROOT / "-".join([".venv", *KINDS[:1]])
PYTHON = VENV / "bin" / "python"
BUILD = ROOT / "build" / (KINDS[0] if KINDS else "release" if ARCH else "portable")
UNPROFILED = BUILD / "unprofiled"  # written by setup.py for a build without a profile
UNDER_WAY = Path(f"{VENV}.under-way")  # exists during a set-up, and after an interrupted one
NETWORK = ("--retries", "1", "--timeout", "10")  # options of pip: fail soon without a network
OURS = ("amalthea", "amalthea-*", "~*")  # files that pip installs or moves aside
SOURCES = ("pyproject.toml", "setup.py", "src/amalthea")  # src/amalthea includes its links


def say(text: str) -> None:
    """Print a line of progress on standard error."""
    print(f"amalthea: {text}", file=sys.stderr, flush=True)


def require_tools() -> None:
    """Exit with one line that names the missing tools and how to install them."""
    mends = []
    if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
        mends.append("Python's venv and pip are missing: apt-get install python3-venv")
    if not shutil.which(os.environ.get("CC", "cc").split()[0]):
        mends.append("no C compiler: apt-get install gcc libc6-dev")
    header = Path(sysconfig.get_path("include"), "Python.h")
    if not header.exists():
        mends.append(f"{header} is missing: apt-get install python3-dev")
    if mends:
        sys.exit("amalthea: " + "; ".join(mends))


def run(*command: str) -> None:
    """Run a command of the environment with its output on standard error; exit if it fails."""
    done = subprocess.run(
        [str(PYTHON), "-I", *command],
        cwd=ROOT,
        stdout=sys.stderr,
        env={**os.environ, "AMALTHEA_ARCH": ARCH},
        check=False,
    )
    if done.returncode < 0:
        raise KeyboardInterrupt  # the command was killed
    if done.returncode:
        why = "" if "." in command else " (packages come from the network the first time)"
        sys.exit(f"amalthea: set-up failed{why} at: {' '.join(command)}")


def pip(*arguments: str) -> None:
    """Run `pip install` in the environment."""
    run("-m", "pip", "install", "-qq", "--disable-pip-version-check", *NETWORK, *arguments)


def install_browser() -> None:
    """Install Chromium for continuous integration; elsewhere tests of HTML pages are skipped."""
    if KINDS or not os.environ.get("CI"):
        return
    if shutil.which("chromium") or not shutil.which("apt-get"):
        return
    say("installing Chromium")
    for command in (["update"], ["install", "-y", "--no-install-recommends", "chromium"]):
        subprocess.run(["apt-get", "-qq", *command], stdout=sys.stderr, check=False)


def files(path: Path) -> Iterator[Path]:
    """Yield a source and all below it; folders too, since a removed file changes its folder."""
    if path.name != "__pycache__":
        yield path
        for entry in path.iterdir() if path.is_dir() else ():
            yield from files(entry)


def is_current(stamp: Path, sources: tuple[str, ...]) -> bool:
    """Return True if the stamp is newer than all sources."""
    if not stamp.exists() or not PYTHON.exists():
        return False
    changed = (path.stat().st_mtime for source in sources for path in files(ROOT / source))
    return stamp.stat().st_mtime > max(changed)


def is_as_asked() -> bool:
    """Return True if the build has a profile, or none is wanted."""
    return os.environ.get("AMALTHEA_PROFILE") == "0" or not UNPROFILED.exists()


def date_back() -> None:
    """Set future dates of sources to now, since these would be newer than any build."""
    now = time.time() - 1  # older than files that are written now
    for source in SOURCES:
        for path in files(ROOT / source):
            if path.stat().st_mtime > now + 1:
                say(f"{path.relative_to(ROOT)} is dated in the future; its date is set to now")
                os.utime(path, (now, now))


def clear_interrupted(stamp: Path) -> None:
    """Remove what an interrupted set-up may have left half done.

    An environment that was complete before stays, since making it again needs a network.
    """
    say("the last set-up was interrupted, beginning anew")
    shutil.rmtree(BUILD, ignore_errors=True)
    if not stamp.exists():
        shutil.rmtree(VENV, ignore_errors=True)
    for installed in OURS:
        for path in VENV.glob(f"lib/python*/site-packages/{installed}"):
            shutil.rmtree(path, ignore_errors=True)


def install(dev: bool, only_sources: bool) -> None:
    """Build and install the project, and its requirements unless only sources changed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    if not PYTHON.exists() or subprocess.run([PYTHON, "-c", ""], check=False).returncode:
        only_sources = False
        say(f"making {VENV.name}")
        command = [sys.executable, "-m", "venv", "--clear", str(VENV)]
        if subprocess.run(command, stdout=sys.stderr, check=False).returncode:
            sys.exit(f"amalthea: set-up failed at making {VENV}")
    wanted = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    extras = ["terminal", "play", *(["check"] if dev else [])]
    extras += ["cluster", "dev"] if dev and not KINDS else []  # other builds only test the core
    for extra in [*extras, *(["fuzz"] if KINDS[:1] == ["asan"] else [])]:
        wanted += project["project"]["optional-dependencies"][extra]
    if not only_sources:
        say("installing requirements")
        pip(*wanted)
    say("building and installing, a minute or two the first time")
    pip("--no-build-isolation", "--no-deps", "--force-reinstall", ".")


def main() -> None:
    """Run the command."""
    dev = "--dev" in sys.argv[1:]
    if set(sys.argv[1:]) - {"--dev"}:
        sys.exit((__doc__ or "").strip())  # before anything is built
    if dev:
        install_browser()
    try:
        with Path(f"{VENV}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            bring_up_to_date(dev)
    except OSError as error:
        sys.exit(f"amalthea: cannot set up in {ROOT}: {error.filename}: {error.strerror}")
    except KeyboardInterrupt:
        sys.exit("amalthea: set-up was interrupted; the next one begins anew")


def bring_up_to_date(dev: bool) -> None:
    """Build the parts that are out of date, if there are any."""
    stamp = VENV / "current"
    dev_stamp = VENV / "current-dev"
    wanted = dev_stamp if dev else stamp
    if UNDER_WAY.exists():
        clear_interrupted(stamp)
    elif is_current(wanted, SOURCES) and is_as_asked():
        return
    require_tools()
    date_back()
    UNDER_WAY.touch()  # before the build, so that files changed during it are newer
    moment = UNDER_WAY.stat()
    try:
        install(dev, only_sources=is_current(wanted, ("pyproject.toml",)))
    except SystemExit:  # the set-up failed and printed the reason; it was not interrupted
        UNDER_WAY.unlink()
        raise
    for mark in (stamp, dev_stamp) if dev else (stamp,):
        mark.touch()
        os.utime(mark, ns=(moment.st_atime_ns, moment.st_mtime_ns))
    UNDER_WAY.unlink()


if __name__ == "__main__":
    main()
