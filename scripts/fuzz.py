#!/usr/bin/env python3
"""Fuzz the readers of text and files, one after the other, in the build with all sanitizers.

    scripts/fuzz.py                         # every reader, a minute each
    scripts/fuzz.py pgn ini --minutes 60    # tests/helpers/fuzzed_readers.py names them

Coverage of the Python code guides the choice of inputs (atheris); compiled modules are checked by
bounds checks and the sanitizers of addresses and of undefined behaviour. Inputs with new coverage
are kept in build/fuzz/READER and are the seeds of the next run. An input that fails is kept in
build/fuzz/failures: after the fix, move it to tests/fuzz/found/READER, where tests read it.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "fuzz"
PYTHON = ROOT / ".venv-asan" / "bin" / "python"
BUILD = {"AMALTHEA_ASAN": "1", "AMALTHEA_DEBUG": "1"}
MOST_BYTES = 1 << 16  # of an input
MOST_MEMORY_MIB = 2048
HANGS_S = 60  # limit of one input before the process is killed; slow inputs are reported earlier
# Python does not free all memory at its end, so leaks are not reported. The quarantine of freed
# memory is small, so that it does not look like growth.
SANITIZER = "detect_leaks=0:allocator_may_return_null=1:quarantine_size_mb=16"
IN_MEMORY = Path("/dev/shm")  # a folder in memory, since thousands of files are written
FIGURE = re.compile(r"^stat::(\w+):\s+(\d+)", re.MULTILINE)
_WITHIN = "--within"  # marks the process that runs in the sanitized environment


def main() -> None:
    """Fuzz the chosen readers and exit with status 1 if one fails."""
    sys.path.append(str(ROOT / "tests"))
    if _WITHIN in sys.argv:
        fuzz_here()
    options = _parser().parse_args()
    setup = [str(ROOT / "scripts" / "python"), str(ROOT / "scripts" / "setup_environment.py")]
    subprocess.run(setup, env={**os.environ, **BUILD}, check=True)
    readers = options.readers or names()
    failed = [reader for reader in readers if not fuzz(reader, options.minutes, options.seed)]
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


def fuzz(reader: str, minutes: float, seed: int) -> bool:
    """Fuzz one reader and print the figures; return True if no input failed."""
    kept, failures = WORK / reader, WORK / "failures"
    log = WORK / f"{reader}.log"
    for folder in (kept, failures):
        folder.mkdir(parents=True, exist_ok=True)
    command = [
        *(str(PYTHON), "-I", __file__, _WITHIN, reader, str(kept)),
        *(f"-max_total_time={round(60 * minutes)}", f"-seed={seed}", f"-max_len={MOST_BYTES}"),
        *(f"-rss_limit_mb={MOST_MEMORY_MIB}", f"-timeout={HANGS_S}"),
        *(f"-report_slow_units={HANGS_S}", "-print_final_stats=1"),
        f"-artifact_prefix={failures}/{reader}-",
    ]
    memory = IN_MEMORY if IN_MEMORY.is_dir() else None
    with log.open("w") as output, TemporaryDirectory(prefix="fuzz-", dir=memory) as scratch:
        env = {**environment(), "TMPDIR": scratch}
        done = subprocess.run(command, env=env, stdout=output, stderr=output, check=False)
    figures = dict(FIGURE.findall(log.read_text(errors="replace")))
    tried, memory = figures.get("number_of_executed_units"), figures.get("peak_rss_mb")
    verdict = "no failure" if done.returncode == 0 else f"a FAILURE, see {log}"
    print(f"{reader}: {tried} inputs, {memory} MiB at most, {verdict}", flush=True)
    return done.returncode == 0


def fuzz_here() -> None:
    """Run the fuzzing process: `--within READER FOLDER` and the options of libFuzzer."""
    import atheris

    _, _, reader, folder, *further = sys.argv
    with atheris.instrument_imports(include=["amalthea"]):
        from helpers import fuzzed_readers

        parser = fuzzed_readers.PARSERS[reader]
        for number, data in enumerate(parser.seeds()):
            fuzzed_readers.try_out(parser, data)  # late imports are instrumented, too
            Path(folder, f"seed-{number}").write_bytes(data)
    atheris.Setup(
        [sys.argv[0], folder, *further], lambda data: fuzzed_readers.try_out(parser, data)
    )
    atheris.Fuzz()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("readers", metavar="READER", nargs="*", help="readers (default: all)")
    parser.add_argument(
        "--minutes",
        type=float,
        default=1.0,
        metavar="M",
        help="minutes for each reader (default: 1)",
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="seed of all random choices (default: 1)"
    )
    return parser


if __name__ == "__main__":
    main()
