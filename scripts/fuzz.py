#!/usr/bin/env python3
"""Fuzz the readers of text and files in the build with all sanitizers.

    scripts/fuzz.py                                  # every reader, a minute of the processor each
    scripts/fuzz.py pgn ini --minutes 60             # two of them, see tests/helpers/fuzzed_readers
    scripts/fuzz.py --minutes 5 --total 60           # rounds of 5 minutes, until each has had 60
    scripts/fuzz.py pgn --minimise                   # keep its inputs for the next to fuzz

Coverage of the Python code guides the choice of inputs (atheris); compiled modules are checked by
bounds checks and the sanitizers of addresses and of undefined behaviour. Inputs with new coverage
are kept in build/fuzz/READER and are seeds of the next run, like those in tests/fuzz/corpus, which
--minimise writes. build/fuzz/progress.json counts the minutes of all runs, so that an
interrupted --total goes on. An input that fails is kept in build/fuzz/failures: after the fix,
move it to tests/fuzz/found/READER, where tests read it.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "fuzz"
PROGRESS = WORK / "progress.json"
CORPUS = ROOT / "tests" / "fuzz" / "corpus"
PYTHON = ROOT / ".venv-asan" / "bin" / "python"
BUILD = {"AMALTHEA_ASAN": "1", "AMALTHEA_DEBUG": "1"}
MOST_BYTES = 1 << 16  # of an input
MOST_KEPT_BYTES = 1 << 12  # of an input in tests/fuzz/corpus
MOST_MEMORY_MIB = 2048
HANGS_S = 600  # by the clock, for one input; tests/helpers limit its processor time to far less
IDLE = 20  # a reader that waits is ended after so many times its processor time
# Python does not free all memory at its end, so leaks are not reported. The quarantine of freed
# memory is small, so that it does not look like growth.
SANITIZER = "detect_leaks=0:allocator_may_return_null=1:quarantine_size_mb=16"
IN_MEMORY = Path("/dev/shm")  # a folder in memory, since thousands of files are written
STARTED = "seconds_of_start"
FIGURE = re.compile(r"^stat::(\w+):\s+([\d.]+)", re.MULTILINE)
EDGES = re.compile(r" cov: (\d+) ")
_WITHIN = "--within"  # marks the process that runs in the sanitized environment


@dataclass
class Spent:
    """The fuzzing of a reader so far: processor time, inputs, and the edges that they reach."""

    seconds: float = 0.0
    inputs: int = 0
    edges: int = 0


def main() -> None:
    """Fuzz the chosen readers and exit with status 1 if one fails."""
    sys.path.append(str(ROOT / "tests"))
    if _WITHIN in sys.argv:
        fuzz_here()
    options = _parser().parse_args()
    setup = [str(ROOT / "scripts" / name) for name in ("python", "setup_environment.py")]
    subprocess.run([*setup, "--dev"], env={**os.environ, **BUILD}, check=True)
    readers = options.readers or names()
    if options.minimise:
        for reader in readers:
            minimise(reader)
        return
    failed = Rounds(options).fuzz(readers)
    sys.exit(
        f"fuzz: failing inputs of {' '.join(failed)}, see {WORK / 'failures'}" if failed else 0
    )


def names() -> list[str]:
    """Return the names of all readers, as the tests list them."""
    code = (
        f"import sys; sys.path.append({str(ROOT / 'tests')!r}); from helpers import fuzzed_readers"
    )
    command = [str(PYTHON), "-I", "-c", f"{code}; print(*fuzzed_readers.PARSERS)"]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=True)
    return done.stdout.split()


def environment() -> dict[str, str]:
    """Return the environment variables with which sanitized modules can be loaded by Python.

    The address sanitizer is part of atheris's library, together with its fuzzer.
    """
    (library,) = PYTHON.parents[1].glob("lib/python*/site-packages/asan_with_fuzzer.so")
    return {**os.environ, **BUILD, "LD_PRELOAD": str(library), "ASAN_OPTIONS": SANITIZER}


class Rounds:
    """Rounds of fuzzing, in which every reader has its turn."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._minutes, self._total, self._seed = options.minutes, options.total, options.seed
        self._processes = options.processes
        self._lock = threading.Lock()
        self._spent: dict[str, Spent] = {}
        if PROGRESS.exists():
            saved = json.loads(PROGRESS.read_text())
            self._spent = {reader: Spent(**values) for reader, values in saved.items()}

    def fuzz(self, readers: list[str]) -> list[str]:
        """Fuzz each reader for its minutes; return the readers that failed.

        With a total, rounds are repeated until all readers have had that many minutes.
        """
        failed: list[str] = []
        while turn := [each for each in readers if each not in failed and not self._is_done(each)]:
            turn.sort(key=self._seconds)
            with ThreadPoolExecutor(self._processes) as pool:
                passed = list(pool.map(self._fuzz, turn))
            failed += [each for each, fine in zip(turn, passed, strict=True) if not fine]
            if not self._total:
                break
        return failed

    def _seconds(self, reader: str) -> float:
        return self._spent.get(reader, Spent()).seconds

    def _is_done(self, reader: str) -> bool:
        return bool(self._total) and self._seconds(reader) >= 60 * self._total

    def _fuzz(self, reader: str) -> bool:
        """Fuzz a reader once and print the figures; return True if no input failed."""
        before = self._spent.get(reader, Spent())
        began = time.monotonic()
        fine, seconds, figures = run(reader, self._minutes, self._seed + before.inputs)
        inputs = int(figures.get("number_of_executed_units", 0))
        edges = int(figures.get("edges", 0))
        spent = Spent(before.seconds + seconds, before.inputs + inputs, edges or before.edges)
        with self._lock:
            self._spent[reader] = spent
            saved = {name: asdict(each) for name, each in sorted(self._spent.items())}
            new = PROGRESS.with_suffix(".new")
            new.write_text(json.dumps(saved, indent=1))
            new.replace(PROGRESS)
        verdict = "no failure" if fine else f"a FAILURE, see {log_of(reader)}"
        print(
            f"{reader}: {inputs} inputs in {seconds / 60:.1f} minutes of the processor"
            f" ({(time.monotonic() - began) / 60:.1f} by the clock, {spent.seconds / 60:.1f} in"
            f" all), {edges} edges, {figures.get('peak_rss_mb')} MiB at most, {verdict}",
            flush=True,
        )
        return fine


def log_of(reader: str) -> Path:
    """Return the file with the output of a reader's last run."""
    return WORK / f"{reader}.log"


def run(reader: str, minutes: float, seed: int) -> tuple[bool, float, dict[str, str]]:
    """Run a fuzzing process; return (True if no input failed, processor seconds, figures)."""
    failures = WORK / "failures"
    failures.mkdir(parents=True, exist_ok=True)
    options = (
        *(f"-seed={seed % (1 << 31) or 1}", f"-max_len={MOST_BYTES}"),
        *(f"-max_total_time={round(60 * minutes * IDLE)}", f"-rss_limit_mb={MOST_MEMORY_MIB}"),
        *(f"-timeout={HANGS_S}", f"-report_slow_units={HANGS_S}", "-print_final_stats=1"),
        f"-artifact_prefix={failures}/{reader}-",
    )
    with TemporaryDirectory(prefix="corpus-") as kept:
        unpack(reader, Path(kept))
        status, seconds, text = call(reader, minutes, [str(folder_of(reader)), kept], options)
    figures = dict(FIGURE.findall(text))
    figures["edges"] = max(EDGES.findall(text), key=int, default="0")
    return status == 0, max(0.0, seconds - float(figures.get(STARTED, 0))), figures


def call(
    reader: str, minutes: float, folders: list[str], options: tuple[str, ...]
) -> tuple[int, float, str]:
    """Run the process; return its exit status, its processor time in seconds, and its output."""
    command = [str(PYTHON), "-I", __file__, _WITHIN, reader, str(minutes), *folders, *options]
    memory = IN_MEMORY if IN_MEMORY.is_dir() else None
    log = log_of(reader)
    with log.open("w") as output, TemporaryDirectory(prefix="fuzz-", dir=memory) as scratch:
        env = {**environment(), "TMPDIR": scratch}
        process = subprocess.Popen(command, env=env, stdout=output, stderr=output)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    text = log.read_text(errors="replace")
    return process.returncode, usage.ru_utime + usage.ru_stime, text


def folder_of(reader: str) -> Path:
    """Return the folder with the inputs of a reader that have reached new code."""
    folder = WORK / reader
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def unpack(reader: str, folder: Path) -> None:
    """Write a reader's inputs of tests/fuzz/corpus into a folder."""
    archive = CORPUS / f"{reader}.zip"
    if archive.exists():
        with zipfile.ZipFile(archive) as file:
            file.extractall(folder)


def minimise(reader: str) -> None:
    """Write the fewest and smallest inputs that reach all edges to tests/fuzz/corpus."""
    CORPUS.mkdir(exist_ok=True)
    with TemporaryDirectory(prefix="corpus-") as kept, TemporaryDirectory(prefix="small-") as small:
        unpack(reader, Path(kept))
        folders = [small, str(folder_of(reader)), kept]
        options = ("-set_cover_merge=1", f"-max_len={MOST_KEPT_BYTES}", f"-timeout={HANGS_S}")
        status, _, _ = call(reader, float("inf"), folders, options)
        inputs = sorted(path.read_bytes() for path in Path(small).iterdir())
    if status or not inputs:
        sys.exit(f"fuzz: {reader} could not be minimised, see {log_of(reader)}")
    with zipfile.ZipFile(CORPUS / f"{reader}.zip", "w", zipfile.ZIP_LZMA) as file:
        for number, data in enumerate(inputs):
            file.writestr(zipfile.ZipInfo(f"{number:04}"), data, zipfile.ZIP_LZMA)
    print(f"{reader}: {len(inputs)} inputs, {sum(map(len, inputs))} bytes", flush=True)


def fuzz_here() -> None:
    """Run the fuzzing process: `--within READER MINUTES FOLDER ...` and libFuzzer's options."""
    import atheris

    _, _, reader, minutes, folder, *further = sys.argv
    with atheris.instrument_imports(include=["amalthea"]):
        from helpers import fuzzed_readers

        parser = fuzzed_readers.PARSERS[reader]
        seeds = list(parser.seeds())
        for data in seeds:
            fuzzed_readers.try_out(parser, data)  # late imports are instrumented, too
    if not any("merge" in word for word in further):
        for number, data in enumerate(seeds):
            Path(folder, f"seed-{number}").write_bytes(data)
    started = time.process_time()
    print(f"stat::{STARTED}: {started:.1f}", flush=True)
    ends = started + 60 * float(minutes)

    def try_out(data: bytes) -> None:
        fuzzed_readers.try_out(parser, data)
        if time.process_time() > ends:
            signal.raise_signal(signal.SIGUSR1)  # libFuzzer ends after this input

    atheris.Setup([sys.argv[0], folder, *further], try_out)
    atheris.Fuzz()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("readers", metavar="READER", nargs="*", help="readers (default: all)")
    help_ = "minutes of the processor for each reader (default: 1)"
    add("--minutes", type=float, default=1.0, metavar="M", help=help_)
    help_ = "repeat until each has had so many minutes, those of earlier runs included"
    add("--total", type=float, default=0.0, metavar="M", help=help_)
    add("--processes", type=int, default=1, metavar="N", help="readers at once (default: 1)")
    add("--seed", type=int, default=1, help="seed of all random choices (default: 1)")
    help_ = "write the inputs found so far to tests/fuzz/corpus, the fewest that reach as much"
    add("--minimise", action="store_true", help=help_)
    return parser


if __name__ == "__main__":
    main()
