#!/usr/bin/env python3
"""Print the test files that belong to the files changed in git, for `scripts/test --quick`.

Changes are those since the last commit or, without any, those of the last commit. Tests mirror the
packages: `engine/search/skill.py` has its tests in `tests/engine/search/test_skill.py`. For a
module without a test file of its own, all files of the nearest folder are printed. A changed helper
selects the tests that import it, a file that is not a module those that name it.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ALWAYS = "tests/house"
RULES = "tests/rules"  # what the rules of pieces do, wherever they are compiled
PIECES = "engine/pieces/"
MODULES = (".py", ".pxd", ".pyi")


def main() -> None:
    for path in sorted({ALWAYS, *tests_of(changed(ROOT), ROOT)}):
        print(path)


def changed(root: Path) -> list[str]:
    """Return the files that differ from the last commit, else those that this one changed."""
    since = _git(root, "diff", "--name-only", "HEAD")
    new = _git(root, "ls-files", "--others", "--exclude-standard")
    return since + new or _git(root, "diff", "--name-only", "HEAD~1", "HEAD")


def tests_of(paths: Iterable[str], root: Path) -> Iterator[str]:
    """Yield the test files and folders that belong to changed files, as paths below the root."""
    for path in paths:
        if re.fullmatch(r"tests/.*test_\w+\.py", path):
            yield from [path] if (root / path).exists() else []
        elif path.startswith("tests/helpers/") and path.endswith(".py"):
            name = Path(path).stem
            yield from _containing(rf"\bhelpers\.{name} import|helpers import .*\b{name}\b", root)
        elif path.endswith(MODULES) and not path.startswith("tests/"):
            yield from _mirrored(Path(path), root)
            if path.startswith(PIECES):
                yield RULES
        else:
            yield from _containing(rf"""["'`/]{re.escape(Path(path).name)}["'`]""", root)


def _mirrored(module: Path, root: Path) -> list[str]:
    """Return the test file of a module, else all of the nearest folder that has any."""
    folder = root / "tests" / module.parent
    if (own := folder / f"test_{module.stem}.py").exists():
        return [str(own.relative_to(root))]
    while not (found := sorted(folder.glob("test_*.py"))) and folder != root / "tests":
        folder = folder.parent
    return [str(path.relative_to(root)) for path in found]


def _containing(pattern: str, root: Path) -> Iterator[str]:
    for path in sorted((root / "tests").rglob("test_*.py")):
        if re.search(pattern, path.read_text("utf-8")):
            yield str(path.relative_to(root))


def _git(root: Path, *words: str) -> list[str]:
    done = subprocess.run(["git", "-C", root, *words], capture_output=True, text=True, check=False)
    return done.stdout.splitlines()


if __name__ == "__main__":
    main()
