"""Compiles the Cython modules; everything else is in pyproject.toml.

A compiled module is a .py under engine/ with a .pxd of the same name beside it. AMALTHEA_DEBUG=1
builds with bounds checks, Python division and the undefined-behaviour sanitizer, in build/debug.
"""

from __future__ import annotations

import contextlib
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

DEBUG = os.environ.get("AMALTHEA_DEBUG") == "1"
BUILD = Path("build", "debug" if DEBUG else "release")
JOBS = os.cpu_count() or 1
HINT = b"performance hint:"  # what Cython calls a needless GIL, an unchecked exception and the like

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": DEBUG,
    "wraparound": False,
    "cdivision": not DEBUG,
    "initializedcheck": DEBUG,
}
MACROS = [("AMALTHEA_DEBUG", "1")] if DEBUG else []


def sanitizer() -> list[str]:
    """The compiler's flags for the undefined-behaviour sanitizer, none where it is missing."""
    compiler = os.environ.get("CC", "cc").split()[0]
    found = subprocess.run(
        [compiler, "-print-file-name=libubsan.so"], capture_output=True, text=True, check=False
    )
    if "/" not in found.stdout:
        return []
    return ["-fsanitize=undefined", "-fno-sanitize-recover=undefined"]


def compile_flags() -> list[str]:
    """Flags that follow the interpreter's own, so they win over them."""
    if DEBUG:
        return ["-O1", "-g", *sanitizer()]
    portable = ["-march=x86-64-v2"] if platform.machine() in {"x86_64", "AMD64"} else []
    return ["-O3", "-g0", *portable, "-Werror=array-bounds"]


def extensions() -> list[Extension]:
    sources = [pxd.with_suffix(".py") for pxd in sorted(Path("engine").rglob("*.pxd"))]
    return [
        Extension(
            ".".join(source.with_suffix("").parts),
            [str(source)],
            define_macros=MACROS,
            extra_compile_args=compile_flags(),
            extra_link_args=sanitizer() if DEBUG else [],
            depends=["setup.py"],
        )
        for source in sources
        if source.exists()
    ]


def drop_stale() -> None:
    """Removes what an incremental build would wrongly keep.

    C made under an older setup.py (its directives may differ), and copies of modules whose source
    may be gone; the copies are cheap to make again.
    """
    configured = Path("setup.py").stat().st_mtime
    for generated in BUILD.rglob("*.c"):
        if generated.stat().st_mtime < configured:
            generated.unlink()
    for copied in BUILD.glob("lib*/**/*"):
        source = Path(*copied.relative_to(BUILD).parts[1:]).with_suffix("")
        is_module = copied.suffix == ".so" and source.with_suffix(".pxd").exists()
        if copied.is_file() and not is_module:
            copied.unlink()


@contextlib.contextmanager
def no_hints() -> Iterator[None]:
    """Fails the build on any performance hint of Cython and forgets the C made with it.

    Cython only writes hints, from processes of its own, to standard error: that is where they are
    read, as a file descriptor.
    """
    began = time.time()
    stderr = os.dup(2)
    with tempfile.TemporaryFile() as written:
        os.dup2(written.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(stderr, 2)
            os.close(stderr)
            written.seek(0)
            text = written.read()
            sys.stderr.write(text.decode(errors="replace"))
    if HINT in text and not DEBUG:
        for generated in BUILD.rglob("*.c"):
            if generated.stat().st_mtime >= began - 1:
                generated.unlink()
        sys.exit(f"setup.py: Cython gave {text.count(HINT)} performance hint(s), see above")


drop_stale()
with no_hints():
    modules = cythonize(
        extensions(), nthreads=JOBS, build_dir=str(BUILD), compiler_directives=DIRECTIVES
    )
setup(
    ext_modules=modules,
    options={"build": {"build_base": str(BUILD)}, "build_ext": {"parallel": JOBS}},
)
