#!/usr/bin/env python3
"""Bring the project's virtual environment up to date: build and install what changed.

The environment is .venv, or .venv-asan if AMALTHEA_ASAN=1, .venv-debug if AMALTHEA_DEBUG=1,
.venv-tune if AMALTHEA_TUNE=1. --dev adds what tests need, --extra what an optional part needs, such
as `train`. --tuned makes the tuned build, a tenth faster, which takes some minutes;
scripts/amalthea has it made in the background after the quick build, unless AMALTHEA_PROFILE=0.
Progress is printed on standard error, with --info-strings as UCI has it on standard output; all
details are in build/*.log. Several calls at once are safe, and an interrupted one is started again.
A missing requirement is named in one line.

Each build is installed in a folder of its own in .venv/builds. amalthea.pth names the current one,
and running engines keep theirs: a build that a process has loaded is not removed.
"""

import argparse
import contextlib
import fcntl
import functools
import importlib.util
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
KINDS = [
    kind for kind in ("asan", "debug", "tune") if os.environ.get(f"AMALTHEA_{kind.upper()}") == "1"
]
ARCH = "x86-64-v2" if platform.machine() == "x86_64" else ""  # value of AMALTHEA_ARCH, see setup.py
VENV = ROOT / "-".join([".venv", *KINDS[:1]])
PYTHON = VENV / "bin" / "python"
BUILD = ROOT / "build" / (KINDS[0] if KINDS else "release" if ARCH else "portable")
TUNED_BUILD = BUILD.with_name(f"{BUILD.name}-tuned")
BUILDS = VENV / "builds"
TUNED = VENV / "tuned"  # exists while the tuned build plays
TUNING = VENV / "tuning"  # holds the number of the process that makes the tuned build
MEASURING = VENV / "measuring.lock"  # held by matches and benchmarks, see protocol/builds.py
UNTUNABLE = VENV / "untunable"  # exists if the tuned build failed
KEPT_BUILDS = 3  # at least; where /proc is missing, running engines have only these
UNDER_WAY = Path(f"{VENV}.under-way")  # exists during a set-up, and after an interrupted one
NETWORK = ("--retries", "1", "--timeout", "10")  # options of pip: fail soon without a network
OURS = ("amalthea", "amalthea-*", "~*")  # what pip installed before builds had their folders
STEP = re.compile(r"\[ *(\d+)/(\d+)\] (Cythonizing|Compiled)")  # lines of setup.py
PACKAGE = re.compile("Collecting |Requirement already|Installing collected")  # lines of pip
PACKAGES = 40  # of these lines, about, when everything is installed
TRANSLATING = 0.25  # Cython's part of a build; the rest is the C compiler's
BEFORE_BUILD = 0.2  # how much of a whole set-up comes before the build
MIN_PART = 0.05  # less of the whole says nothing about the time that is left
CLEAR = "\r\x1b[K"  # begin the line of a terminal anew
BROWSERS = ("chromium-headless-shell", "chromium")  # packages of Debian, the faster one first
SOURCES = ("pyproject.toml", "setup.py", "src/amalthea")  # src/amalthea includes its links


def say(text: str) -> None:
    """Print a line of progress on standard error."""
    print(f"amalthea: {text}", file=sys.stderr, flush=True)


def require_tools() -> None:
    """Exit with one line that names the missing tools and how to install them."""
    missing = []
    if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
        missing.append("Python's venv and pip are missing: apt-get install python3-venv")
    if not shutil.which(os.environ.get("CC", "cc").split()[0]):
        missing.append("no C compiler: apt-get install gcc libc6-dev")
    header = Path(sysconfig.get_path("include"), "Python.h")
    if not header.exists():
        missing.append(f"{header} is missing: apt-get install python3-dev")
    if missing:
        sys.exit("amalthea: " + "; ".join(missing))


class Progress:
    """The progress of a set-up: per cent and seconds left.

    On a terminal it is one line that is overwritten; elsewhere a line every ten seconds, or an
    `info string` every two for a program that waits for the engine.
    """

    def __init__(self, log: Path, info_strings: bool = False) -> None:
        self.log = log
        self.info_strings = info_strings
        log.parent.mkdir(exist_ok=True)
        log.write_text("")
        self.overwrites = not info_strings and sys.stderr.isatty()
        self.last = time.monotonic()
        self.began: float | None = None  # when the step began, if it is timed
        self.first = 0.0  # the part that was done by then
        self.part = 0.0  # of the whole
        self.what = ""

    def start(self, what: str, part: float, timed: bool = False) -> None:
        """Begin a step. part: how much of the whole is done before it. timed: estimate its end."""
        self.what = what
        self.began = time.monotonic() if timed else None
        self.first = part
        self.advance(part)

    def advance(self, part: float) -> None:
        """Store the part of the whole that is done, and print it if the pause is over."""
        self.part = max(self.part, part)
        now = time.monotonic()
        pause = 0.2 if self.overwrites else 2.0 if self.info_strings else 10.0
        if now - self.last < pause:
            return
        self.last = now
        text = f"{self.what}: {100 * self.part:.0f} %"
        done = self.part - self.first
        if self.began and done >= MIN_PART:
            text += f", {(now - self.began) * (1 - self.part) / done:.0f} s left"
        if self.info_strings:
            print(f"info string {text}", flush=True)
        else:
            end = "" if self.overwrites else "\n"
            print(
                f"{CLEAR if self.overwrites else ''}amalthea: {text}",
                end=end,
                file=sys.stderr,
                flush=True,
            )

    def end(self) -> None:
        """Clear the line of a terminal."""
        if self.overwrites:
            print(CLEAR, end="", file=sys.stderr, flush=True)


def run(progress: Progress, *command: str, steps: tuple[float, float] = (0, 0), **env: str) -> None:
    """Run a command of the environment with its output in the log; exit if it fails.

    steps: the parts of the whole that are done before and after it, if it prints its progress.
    """
    first, last = steps
    with (
        progress.log.open("a") as log,
        subprocess.Popen(
            command,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env={**os.environ, "AMALTHEA_ARCH": ARCH, "PYTHONUNBUFFERED": "1", **env},
        ) as process,
    ):
        assert process.stdout
        for line in process.stdout:
            log.write(line)
            log.flush()
            if PACKAGE.match(line):
                progress.advance(progress.part + (last - progress.part) / PACKAGES)
            elif step := STEP.match(line):
                done = int(step[1]) / int(step[2])
                if step[3] == "Compiled":
                    done = TRANSLATING + (1 - TRANSLATING) * done
                else:
                    done *= TRANSLATING
                progress.advance(first + (last - first) * done)
        status = process.wait()
    if status < 0:
        raise KeyboardInterrupt  # the command was killed
    if status:
        progress.end()
        why = "" if "setup.py" in command else " (packages come from the network the first time)"
        say((progress.log.read_text().strip() or "no output").splitlines()[-1])
        sys.exit(f"amalthea: set-up failed{why} at: {' '.join(command)}; see {progress.log}")


def install_browser() -> None:
    """Install Chromium for continuous integration; elsewhere tests of HTML pages are skipped."""
    if KINDS or not os.environ.get("CI"):
        return
    if any(map(shutil.which, BROWSERS)) or not shutil.which("apt-get"):
        return
    say("installing Chromium")
    apt_get = ["apt-get", "-qq"]
    subprocess.run([*apt_get, "update"], stdout=sys.stderr, check=False)
    for browser in BROWSERS:
        command = [*apt_get, "install", "-y", "--no-install-recommends", browser]
        if subprocess.run(command, stdout=sys.stderr, check=False).returncode == 0:
            return


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


def packages() -> Path:
    """Return the folder of the environment's packages."""
    return next(VENV.glob("lib/python*/site-packages"))


def make_environment(progress: Progress) -> None:
    """Make an empty virtual environment; it has no pip of its own where this Python's will do."""
    progress.start(f"making {VENV.name}", 0.01)
    options = ["--without-pip"] if has_pip() else []
    run(progress, sys.executable, "-m", "venv", "--clear", *options, str(VENV))


@functools.cache
def has_pip() -> bool:
    """Return True if this Python's pip can install into other environments (22.3 and later)."""
    command = [sys.executable, "-m", "pip", "--python", sys.executable, "--version"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def install_requirements(progress: Progress, dev: bool) -> None:
    """Install what the project needs to run, to build and, for `dev`, to be tested."""
    progress.start("installing requirements", 0.05)
    extras = ["terminal", "play", "zstd", *(["check"] if dev else [])]
    extras += ["cluster", "dev"] if dev and not KINDS else []  # other builds only test the core
    extras += ["fuzz"] if KINDS[:1] == ["asan"] else []
    needed = ["pip", *project()["build-system"]["requires"], *project()["project"]["dependencies"]]
    # Python compiles what is used when it is used, and the tuned build's set-up the rest.
    options = [] if dev else ["--no-compile"]
    pip_install(progress, needed + requirements(extras), BEFORE_BUILD, *options)


@functools.cache
def project() -> dict[str, Any]:
    """Return the tables of pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


def requirements(extras: Iterable[str]) -> list[str]:
    """Return the requirements of extras of the project; exit if one is unknown."""
    known = project()["project"]["optional-dependencies"]
    for extra in extras:
        if extra not in known:
            sys.exit(f"amalthea: unknown extra {extra!r}, expected {', '.join(known)}")
    return [each for extra in extras for each in known[extra]]


def pip_install(progress: Progress, needed: Sequence[str], last: float, *options: str) -> None:
    """Install packages with this Python's pip or else with the environment's own.

    last: how much of the whole is done after it.
    """
    own = [str(PYTHON), "-I", "-m", "pip"]
    pip = [sys.executable, "-m", "pip", "--python", str(PYTHON)] if has_pip() else own
    command = (*pip, "install", "--disable-pip-version-check", *options, *NETWORK, *needed)
    run(progress, *command, steps=(progress.part, last))


def build(progress: Progress, folder: Path, first: float, last: float, profile: str) -> Path:
    """Build the package in a folder; return where it lies."""
    command = (str(PYTHON), "-I", "setup.py", "-q", "build")
    run(progress, *command, steps=(first, last), AMALTHEA_PROFILE=profile)
    return folder / "lib"


def install(library: Path) -> None:
    """Copy a build into the environment and let new processes use it, in one atomic step.

    The path in amalthea.pth is relative, since the folder of the project may be moved.
    """
    name = str(time.time_ns())
    shutil.copytree(library, BUILDS / name)
    run_quietly = [str(PYTHON), "-I", "-m", "compileall", "-q", str(BUILDS / name)]
    subprocess.run(run_quietly, stdout=subprocess.DEVNULL, check=False)
    for installed in OURS:
        for path in packages().glob(installed):
            shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink()
    link = packages() / "amalthea.pth"
    new = link.with_suffix(".new")
    new.write_text(f"{os.path.relpath(BUILDS / name, packages())}\n")
    new.replace(link)
    remove_old_builds()


def remove_old_builds() -> None:
    """Remove all builds but the newest and those that running processes still read from."""
    if old := sorted(BUILDS.iterdir())[:-KEPT_BUILDS]:
        loaded = memory_maps()
        for folder in old:
            if f"{folder}/" not in loaded:
                shutil.rmtree(folder, ignore_errors=True)


def memory_maps() -> str:
    """Return the memory maps of all processes; they name each compiled module that is loaded."""
    maps = []
    for path in Path("/proc").glob("[0-9]*/maps"):
        with contextlib.suppress(OSError):  # it has just ended, or is another user's
            maps.append(path.read_text(errors="replace"))
    return "".join(maps)


def set_up(dev: bool, only_sources: bool, info_strings: bool) -> None:
    """Build and install the project, and its requirements unless only sources changed."""
    progress = Progress(BUILD.with_suffix(".log"), info_strings)
    say(f"building, about a minute the first time; details are in {progress.log}")
    if not PYTHON.exists() or subprocess.run([PYTHON, "-c", ""], check=False).returncode:
        only_sources = False
        make_environment(progress)
    if not only_sources:
        install_requirements(progress, dev)
    progress.start("compiling", 0 if only_sources else BEFORE_BUILD, timed=True)
    library = build(progress, BUILD, progress.part, 0.97, "0")
    progress.start("installing", 0.97)
    for mark in (TUNED, UNTUNABLE):
        mark.unlink(missing_ok=True)
    install(library)
    progress.end()


def main() -> None:
    """Run the command."""
    options = parser().parse_args()
    if options.dev:
        install_browser()
    try:
        with locked(VENV):
            bring_up_to_date(options.dev, options.info_strings)
            if options.extra:
                progress = Progress(BUILD.with_suffix(".log"))
                progress.start(f"installing {' '.join(options.extra)}", 0)
                pip_install(progress, requirements(options.extra), 1)
        if options.tuned:
            make_tuned_build(options.background)
    except OSError as error:
        sys.exit(f"amalthea: cannot set up in {ROOT}: {error.filename}: {error.strerror}")
    except KeyboardInterrupt:
        sys.exit("amalthea: set-up was interrupted; the next one begins anew")


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__,
        usage="scripts/python scripts/setup_environment.py [--dev] [--tuned] [--extra NAME ...]",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--dev", action="store_true", help="install what the tests need, too")
    add("--tuned", action="store_true", help="make the tuned build")
    add("--extra", action="append", default=[], metavar="NAME", help="install an optional part")
    add("--info-strings", action="store_true", help="print progress as UCI has it")
    add("--background", action="store_true", help=argparse.SUPPRESS)
    return parser


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock, so that one process at a time runs the block; wait for it if necessary."""
    with Path(f"{path}.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("another start is building; waiting for it")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def bring_up_to_date(dev: bool, info_strings: bool) -> None:
    """Build the parts that are out of date, if there are any."""
    stamp = VENV / "current"
    dev_stamp = VENV / "current-dev"
    due = dev_stamp if dev else stamp
    if UNDER_WAY.exists():
        clear_interrupted(stamp)
    elif is_current(due, SOURCES):
        return
    require_tools()
    date_back()
    UNDER_WAY.touch()  # before the build, so that files changed during it are newer
    moment = UNDER_WAY.stat()
    try:
        set_up(dev, is_current(due, ("pyproject.toml",)), info_strings)
    except SystemExit:  # the set-up failed and printed the reason; it was not interrupted
        UNDER_WAY.unlink()
        raise
    for mark in (stamp, dev_stamp) if dev else (stamp,):
        mark.touch()
        os.utime(mark, ns=(moment.st_atime_ns, moment.st_mtime_ns))
    UNDER_WAY.unlink()


# -- the tuned build -------------------------------------------------------------------------------


def make_tuned_build(background: bool) -> None:
    """Make the tuned build unless it is installed already, and let new processes use it.

    In the background it is suspended while a match or a benchmark runs here, and given up after a
    new set-up. scripts/amalthea gives it the lowest priority.
    """
    if KINDS:
        sys.exit("amalthea: only the build that plays can be tuned")
    with Path(f"{VENV}.tuned.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | (fcntl.LOCK_NB if background else 0))
        except BlockingIOError:
            return  # another process makes it
        if TUNED.exists():
            return
        TUNING.write_text(str(os.getpid()))
        try:
            if background:
                if os.getsid(0) != os.getpid():
                    os.setsid()  # it goes on when the terminal is closed
                # Linux shares processors among sessions: without this, nice would have no effect.
                with contextlib.suppress(OSError):
                    Path("/proc/self/autogroup").write_text("19")
                stand_aside()
            else:
                tune()
        finally:
            TUNING.unlink(missing_ok=True)


def tune() -> None:
    """Make the tuned build, and install it unless the sources have changed meanwhile."""
    before = built_at()
    shutil.rmtree(TUNED_BUILD, ignore_errors=True)  # a killed process may have left half a file
    progress = Progress(TUNED_BUILD.with_suffix(".log"))
    progress.start("making the tuned build", 0, timed=True)
    compile_packages = (str(PYTHON), "-I", "-m", "compileall", "-q", str(packages()))
    subprocess.run(compile_packages, capture_output=True, check=False)
    library = build(progress, TUNED_BUILD, 0, 1, "1")
    progress.end()
    with locked(VENV):
        if built_at() == before and is_current(VENV / "current", SOURCES):
            install(library)
            TUNED.touch()
    shutil.rmtree(TUNED_BUILD, ignore_errors=True)


def built_at() -> int:
    """Return the moment of the last set-up, in nanoseconds."""
    return (VENV / "current").stat().st_mtime_ns


def stand_aside() -> None:
    """Make the tuned build on one core, in a process group that is stopped while others measure."""
    before = built_at()
    worker = os.fork()
    if worker == 0:
        os.setpgid(0, 0)
        os.environ["AMALTHEA_JOBS"] = "1"
        try:
            tune()
        except (OSError, SystemExit):
            UNTUNABLE.touch()  # a failed step, see the log, or a full disk
        finally:
            os._exit(0)
    with contextlib.suppress(OSError):  # fails if the worker has already done it
        os.setpgid(worker, worker)
    stopped = False
    while os.waitpid(worker, os.WNOHANG) == (0, 0):
        if built_at() != before:
            os.killpg(worker, signal.SIGKILL)
        elif is_measuring() != stopped:
            stopped = not stopped
            os.killpg(worker, signal.SIGSTOP if stopped else signal.SIGCONT)
        time.sleep(0.5)


def is_measuring() -> bool:
    """Return True while a match or a benchmark of this environment runs."""
    with MEASURING.open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


if __name__ == "__main__":
    main()
