#!/usr/bin/env python3
"""Makes the project's virtual environment current: builds and installs what changed.

    scripts/python scripts/setup_environment.py [--dev]

.venv, or .venv-asan when AMALTHEA_ASAN=1, .venv-debug when AMALTHEA_DEBUG=1, .venv-tune when
AMALTHEA_TUNE=1; --dev adds what tests need. AMALTHEA_PROFILE=0 builds in half the time what plays
a tenth slower, and is replaced when that is not asked for any more. Says what it does on standard
error, nothing on standard output. Several at once are safe. What was interrupted, in whatever way,
is begun anew. What it needs and does not find is named in one line.
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
ARCH = "x86-64-v2" if platform.machine() == "x86_64" else ""  # AMALTHEA_ARCH: see setup.py
VENV = ROOT / "-".join([".venv", *KINDS[:1]])
PYTHON = VENV / "bin" / "python"
BUILD = ROOT / "build" / (KINDS[0] if KINDS else "release" if ARCH else "portable")
UNPROFILED = BUILD / "unprofiled"  # as setup.py leaves it
UNDER_WAY = Path(f"{VENV}.under-way")  # there while something is made, and after an interruption
NETWORK = ("--retries", "1", "--timeout", "10")  # of pip: none is noticed soon
OURS = ("amalthea", "amalthea-*", "~*")  # what pip puts there, or aside
SOURCES = ("pyproject.toml", "setup.py", "src/amalthea")  # with what it links to


def say(text: str) -> None:
    print(f"amalthea: {text}", file=sys.stderr, flush=True)


def require_tools() -> None:
    """Exits with one line naming the first tool that is missing and how to get it."""
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
    """Runs a command of the environment, its output to standard error; exits when it fails."""
    done = subprocess.run(
        [str(PYTHON), "-I", *command],
        cwd=ROOT,
        stdout=sys.stderr,
        env={**os.environ, "AMALTHEA_ARCH": ARCH},
        check=False,
    )
    if done.returncode < 0:
        raise KeyboardInterrupt  # somebody killed it
    if done.returncode:
        why = "" if "." in command else " (packages come from the network the first time)"
        sys.exit(f"amalthea: set-up failed{why} at: {' '.join(command)}")


def pip(*arguments: str) -> None:
    run("-m", "pip", "install", "-qq", "--disable-pip-version-check", *NETWORK, *arguments)


def install_browser() -> None:
    """Continuous integration looks at the HTML pages, too; elsewhere those tests are skipped."""
    if KINDS or not os.environ.get("CI"):
        return
    if shutil.which("chromium") or not shutil.which("apt-get"):
        return
    say("installing Chromium")
    for command in (["update"], ["install", "-y", "--no-install-recommends", "chromium"]):
        subprocess.run(["apt-get", "-qq", *command], stdout=sys.stderr, check=False)


def files(path: Path) -> Iterator[Path]:
    """A source with all below it; folders too, since a removed file changes its folder."""
    if path.name != "__pycache__":
        yield path
        for entry in path.iterdir() if path.is_dir() else ():
            yield from files(entry)


def is_current(stamp: Path, sources: tuple[str, ...]) -> bool:
    if not stamp.exists() or not PYTHON.exists():
        return False
    changed = (path.stat().st_mtime for source in sources for path in files(ROOT / source))
    return stamp.stat().st_mtime > max(changed)


def is_as_asked() -> bool:
    """Whether what is built is as fast as it is wanted."""
    return os.environ.get("AMALTHEA_PROFILE") == "0" or not UNPROFILED.exists()


def date_back() -> None:
    """Sources that are dated in the future would be newer than any build: they are of now."""
    now = time.time() - 1  # what is written now is newer
    for source in SOURCES:
        for path in files(ROOT / source):
            if path.stat().st_mtime > now + 1:
                say(f"{path.relative_to(ROOT)} is dated in the future; now it is of today")
                os.utime(path, (now, now))


def clear_interrupted(stamp: Path) -> None:
    """Removes what an interruption may have left half made.

    An environment that has been whole stays: making it anew needs a network.
    """
    say("the last set-up was interrupted, beginning anew")
    shutil.rmtree(BUILD, ignore_errors=True)
    if not stamp.exists():
        shutil.rmtree(VENV, ignore_errors=True)
    for installed in OURS:
        for path in VENV.glob(f"lib/python*/site-packages/{installed}"):
            shutil.rmtree(path, ignore_errors=True)


def install(dev: bool, only_sources: bool) -> None:
    """Builds and installs the project, and first what it needs unless only sources changed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    if not PYTHON.exists() or subprocess.run([PYTHON, "-c", ""], check=False).returncode:
        only_sources = False
        say(f"making {VENV.name}")
        command = [sys.executable, "-m", "venv", "--clear", str(VENV)]
        if subprocess.run(command, stdout=sys.stderr, check=False).returncode:
            sys.exit(f"amalthea: set-up failed at making {VENV}")
    wanted = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    extras = ["terminal", "play", *(["check"] if dev else [])]
    extras += ["cluster", "dev"] if dev and not KINDS else []  # of other builds, the core is tested
    for extra in [*extras, *(["fuzz"] if KINDS[:1] == ["asan"] else [])]:
        wanted += project["project"]["optional-dependencies"][extra]
    if not only_sources:
        say("installing requirements")
        pip(*wanted)
    say("building and installing, a minute or two the first time")
    pip("--no-build-isolation", "--no-deps", "--force-reinstall", ".")


def main() -> None:
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
    """Builds what is not current, unless all is."""
    stamp = VENV / "current"
    dev_stamp = VENV / "current-dev"
    wanted = dev_stamp if dev else stamp
    if UNDER_WAY.exists():
        clear_interrupted(stamp)
    elif is_current(wanted, SOURCES) and is_as_asked():
        return
    require_tools()
    date_back()
    UNDER_WAY.touch()  # before the build: what changes while it runs is newer
    moment = UNDER_WAY.stat()
    try:
        install(dev, only_sources=is_current(wanted, ("pyproject.toml",)))
    except SystemExit:  # it has failed by itself, and said why
        UNDER_WAY.unlink()
        raise
    for mark in (stamp, dev_stamp) if dev else (stamp,):
        mark.touch()
        os.utime(mark, ns=(moment.st_atime_ns, moment.st_mtime_ns))
    UNDER_WAY.unlink()


if __name__ == "__main__":
    main()
