"""The tests that `scripts/test --quick` runs: those of what was changed, by their place."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import touched_tests

FILES = {
    "engine/search/skill.py": "",
    "engine/search/searcher.py": "",
    "docs/variants.md": "",
    "tests/engine/search/test_skill.py": "from helpers.fake_pool import FakePool",
    "tests/engine/search/test_limits.py": "import helpers",
    "tests/engine/test_guide.py": 'GUIDE = "variants.md"\nfrom helpers import browser, fake_pool',
    "tests/helpers/fake_pool.py": "",
    "tests/rules/test_drops.py": "",
}
SEARCH = ["tests/engine/search/test_limits.py", "tests/engine/search/test_skill.py"]
GUIDE = "tests/engine/test_guide.py"
IDENTITY = ["-c", "user.name=a", "-c", "user.email=a@b"]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("path", "tests"),
    [
        ("engine/search/skill.py", ["tests/engine/search/test_skill.py"]),
        ("engine/search/searcher.pxd", SEARCH),
        ("engine/search/workers/pool.py", SEARCH),
        ("engine/pieces/moves/drops.py", [GUIDE, "tests/rules"]),
        ("tests/rules/test_drops.py", ["tests/rules/test_drops.py"]),
        ("tests/rules/test_deleted.py", []),
        ("tests/helpers/fake_pool.py", ["tests/engine/search/test_skill.py", GUIDE]),
        ("docs/variants.md", [GUIDE]),
        ("docs/other.md", []),
        ("setup.py", []),
    ],
)
def test_changed_module_selects_its_tests(root: Path, path: str, tests: list[str]) -> None:
    assert list(touched_tests.tests_of([path], root)) == tests


def test_changes_are_those_since_the_last_commit_or_else_of_it(root: Path) -> None:
    def git(*words: str) -> None:
        subprocess.run(["git", "-C", root, *IDENTITY, *words], check=True)

    git("init", "--quiet")
    git("add", ".")
    git("commit", "--quiet", "-m", "first")
    (root / "docs" / "variants.md").write_text("changed")
    git("commit", "--quiet", "-am", "second")
    assert touched_tests.changed(root) == ["docs/variants.md"]
    (root / "engine" / "search" / "skill.py").write_text("changed")
    (root / "engine" / "new.py").write_text("new")
    assert touched_tests.changed(root) == ["engine/search/skill.py", "engine/new.py"]
