"""Compile the Cython modules; everything else is in pyproject.toml.

The package `amalthea` is the tree of links in src/. A compiled module is a .py under engine/ with
a .pxd of the same name beside it. The quick build compiles once, and thoroughly only the functions
in which a search spends its time. AMALTHEA_PROFILE=1 makes the tuned build with gcc, in a folder of
its own: it compiles twice, and the second time it knows what short searches do, which makes it
about a tenth faster and takes some minutes.
AMALTHEA_DEBUG=1 builds once, with bounds checks and the undefined-behaviour sanitizer, in
build/debug; AMALTHEA_ASAN=1 adds the address sanitizer, in build/asan. In a build with
AMALTHEA_TUNE=1, in build/tune, the constants of the search can be set: see
engine/search/constants.h.

AMALTHEA_ARCH is the processor to compile for, as the compiler calls it;
scripts/setup_environment.py names a usual one. Without it, in build/portable, the result runs on
every processor of its family, as wheels must.

Progress is printed as lines like "[ 3/70] Compiled amalthea.engine.core.position".
"""

from __future__ import annotations

import contextlib
import gc
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.modified import newer_group

ASAN = os.environ.get("AMALTHEA_ASAN") == "1"
DEBUG = os.environ.get("AMALTHEA_DEBUG") == "1" or ASAN
TUNE = os.environ.get("AMALTHEA_TUNE") == "1"
ARCH = os.environ.get("AMALTHEA_ARCH", "")
PROFILE = os.environ.get("AMALTHEA_PROFILE") == "1" and not DEBUG
KINDS = {"asan": ASAN, "debug": DEBUG, "tune": TUNE, "release": ARCH, "portable": True}
KIND = next(kind for kind, on in KINDS.items() if on)
BUILD = Path("build", f"{KIND}-tuned" if PROFILE else KIND)
SRC = Path("src")
PACKAGE = SRC / "amalthea"
ENGINE = PACKAGE.joinpath("engine").resolve()  # the links of src/ are not followed by globs
JOBS = int(os.environ.get("AMALTHEA_JOBS", "0")) or os.cpu_count() or 1
WORKLOAD_S = 3_600  # some seconds are usual; beside other work, at the lowest priority, more
# Modules that set a game up or face Python: the search spends no time in them.
COLD = (
    "core/plain_position",
    "gess/position",
    "pieces/compiled/",
    "pieces/endgames/",
    "pieces/moves/position",
    "pieces/moves/setting_up",
    "search/constants",
    "search/control",
    "stones/position",
    "troop/position",
)
THOROUGH = "pieces/compiled/tables"  # fills large tables in functions that handle objects
LISTING = {"dist_info", "egg_info", "sdist"}  # commands that compile nothing
# Functions that handle Python objects, as Cython names them, are most of the C and no hot path.
HANDLES_OBJECTS = re.compile(
    r"^static (?=[\w *]*__pyx_(?:p[wf]|gb|getprop|setprop)_|PyObject \*__pyx_f_)", re.MULTILINE
)
NEXT_IS_SUPPORT = "/* #### Code section: module_exttypes ### */\n"  # set-up of the module, helpers
HINT = b"performance hint:"  # what Cython calls a needless GIL, an unchecked exception and the like

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": DEBUG,
    "wraparound": False,
    "cdivision": True,  # in every build: both divide alike, and the sanitizer sees divisors of 0
    "initializedcheck": DEBUG,
    "auto_pickle": False,  # no compiled object is ever pickled
    "binding": False,  # plain C functions: half the code for each, and quicker calls
    "emit_code_comments": False,
}
MACROS = [(f"AMALTHEA_{name}", "1") for name, on in (("DEBUG", DEBUG), ("TUNE", TUNE)) if on]
NAME = KIND if DEBUG or TUNE else "tuned" if PROFILE else "quick"
MACROS.append(("AMALTHEA_BUILD", f'"{NAME}"'))  # as `amalthea --version` prints it


def ask_compiler(*arguments: str) -> str:
    """Return what the compiler prints when asked."""
    compiler = os.environ.get("CC", "cc").split()
    return subprocess.run(
        [*compiler, *arguments], capture_output=True, text=True, check=False
    ).stdout


def sanitizer() -> list[str]:
    """Return the flags for the undefined-behaviour sanitizer, none where it is missing."""
    if "/" not in ask_compiler("-print-file-name=libubsan.so"):
        return []
    return ["-fsanitize=undefined", "-fno-sanitize-recover=undefined"]


def is_gcc() -> bool:
    """Return True if the compiler is gcc. Clang's profiles need tools that few have."""
    macros = ask_compiler("-dM", "-E", "-x", "c", os.devnull)
    return "__GNUC__" in macros and "__clang__" not in macros


def compile_flags(source: Path) -> list[str]:
    """Return flags of a module that follow the interpreter's own, so they win over them.

    No signed number may overflow (-fno-wrapv): indices need no care then, some per cent of the
    search. The debug build's sanitizer watches over it.
    """
    if DEBUG:
        # The address sanitizer itself is not linked: the programs that run that build preload one.
        addresses = ["-fsanitize=address", "-fno-omit-frame-pointer"] if ASAN else []
        return ["-O1", "-g1", "-fno-wrapv", *sanitizer(), *addresses]
    chosen = [f"-march={ARCH}"] if ARCH else []
    cold = any(part in source.as_posix() for part in COLD)
    level = "-O1" if cold and not PROFILE else "-O3"
    return [level, "-g0", "-fno-wrapv", *chosen, "-Werror=array-bounds"]


def extensions() -> list[Extension]:
    pxds = sorted(ENGINE.rglob("*.pxd"))
    sources = [PACKAGE / "engine" / pxd.with_suffix(".py").relative_to(ENGINE) for pxd in pxds]
    return [
        Extension(
            ".".join(source.relative_to(SRC).with_suffix("").parts),
            [str(source)],
            define_macros=MACROS,
            extra_compile_args=compile_flags(source),
            extra_link_args=sanitizer() if DEBUG else [],
            include_dirs=[str(SRC)],
            depends=["setup.py", *map(str, sorted(ENGINE.rglob("*.h")))],
        )
        for source in sources
        if source.exists()
    ]


def drop_stale() -> None:
    """Remove what an incremental build would wrongly keep.

    C made under an older setup.py (its directives may differ), and copies of modules whose source
    may be gone; the copies are cheap to make again.
    """
    configured = Path("setup.py").stat().st_mtime
    for generated in BUILD.rglob("*.c"):
        if generated.stat().st_mtime < configured:
            generated.unlink()
    for copied in BUILD.glob("lib*/**/*"):
        source = Path(SRC, *copied.relative_to(BUILD).parts[1:]).with_suffix("")
        made_of = (source.with_suffix(".py"), source.with_suffix(".pxd"))
        is_module = copied.suffix == ".so" and all(path.exists() for path in made_of)
        if copied.is_file() and not is_module:
            copied.unlink()


@contextlib.contextmanager
def no_hints() -> Iterator[None]:
    """Fail the build on any performance hint of Cython, and remove the C made with it.

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


class Build(build_ext):
    """Build that compiles the largest modules first, and prints each that is done."""

    compilations = 1  # of each module
    done = 0

    def run(self) -> None:
        self.extensions.sort(key=lambda each: Path(each.sources[0]).stat().st_size, reverse=True)
        super().run()

    def build_extension(self, ext: Extension) -> None:
        super().build_extension(ext)
        self.done += 1
        steps = self.compilations * len(self.extensions)
        print(f"[{self.done:2}/{steps}] Compiled {ext.name}", flush=True)


class Copy(build_py):
    """Copy of what is not compiled, with the descriptions of the games beside their files."""

    def run(self) -> None:
        super().run()
        folder = Path(self.build_lib, PACKAGE.name, "engine", "games")
        subprocess.run(
            [sys.executable, Path("scripts", "describe_games.py"), folder],
            env={**os.environ, "PYTHONPATH": str(SRC), "PYTHONDONTWRITEBYTECODE": "1"},
            check=True,
        )


class TunedBuild(Build):
    """Build that runs scripts/profile_workload.py and compiles again with what gcc has counted."""

    compilations = 2

    def run(self) -> None:
        outdated = any(self.is_outdated(extension) for extension in self.extensions)
        if outdated:
            self.force = True
            counting = BUILD / "counting"
            try:
                self.count(counting)
            finally:
                shutil.rmtree(counting, ignore_errors=True)
            self.compile_with(["-fprofile-use", "-Wno-missing-profile", "-Wno-array-bounds"])
        super().run()

    def is_outdated(self, extension: Extension) -> bool:
        depends = [*extension.sources, *extension.depends]
        return newer_group(depends, self.get_ext_fullpath(extension.name))

    def count(self, folder: Path) -> None:
        """Leave a profile beside every object file: where the second compilation looks for it."""
        for counted in BUILD.rglob("*.gcda"):
            counted.unlink()
        shutil.copytree(PACKAGE, folder / PACKAGE.name, dirs_exist_ok=True)
        self.compile_with(["-fprofile-generate", "-fprofile-update=single"])
        compiler, library = self.compiler, self.build_lib  # a name; `run` makes it an object
        self.build_lib = str(folder)
        try:
            super().run()
        finally:
            self.compiler, self.build_lib = compiler, library
        subprocess.run(
            [sys.executable, Path("scripts", "profile_workload.py")],
            env={**os.environ, "PYTHONPATH": str(folder)},
            timeout=WORKLOAD_S,
            check=True,
        )

    def compile_with(self, further: list[str]) -> None:
        for extension in self.extensions:
            flags = compile_flags(Path(extension.sources[0]))
            extension.extra_compile_args = [*flags, *further]
            extension.extra_link_args = further


def hurry(module: Extension) -> None:
    """Let gcc compile fast, not thoroughly, what handles Python objects: it halves its time."""
    path = Path(module.sources[0])
    text = path.read_text()
    if "optimize(" not in text and THOROUGH not in path.as_posix():
        text = HANDLES_OBJECTS.sub('static __attribute__((optimize("O0"))) ', text)
        text = text.replace(NEXT_IS_SUPPORT, f'{NEXT_IS_SUPPORT}#pragma GCC optimize ("O0")\n')
        path.write_text(text)


def compiled() -> list[Extension]:
    """Return the extensions with their C made."""
    drop_stale()
    if PROFILE and not is_gcc():
        sys.exit("setup.py: only gcc can make the tuned build")
    gc.disable()  # a third less work for Cython, for some MiB more a module
    with no_hints():
        modules: list[Extension] = cythonize(
            extensions(), nthreads=JOBS, build_dir=str(BUILD), compiler_directives=DIRECTIVES
        )
    if NAME == "quick" and is_gcc():
        for module in modules:
            hurry(module)
    return modules


setup(
    ext_modules=extensions() if LISTING & set(sys.argv) else compiled(),
    cmdclass={"build_py": Copy, "build_ext": TunedBuild if PROFILE else Build},
    options={
        "build": {"build_base": str(BUILD), "build_lib": str(BUILD / "lib")},
        "build_ext": {"parallel": JOBS},
    },
)
