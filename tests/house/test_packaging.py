"""The Dockerfile and the workflow are valid; neither is run here."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.paths import ROOT

TOOLS = Path(sys.executable).parent


def checked(*command: str | Path) -> str:
    """Return the errors that a tool of the environment finds in files, "" if they are valid."""
    if not shutil.which(command[0], path=str(TOOLS)):
        pytest.skip(f"{command[0]} is not installed")
    words = [TOOLS / command[0], *command[1:]]
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=False)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def test_dockerfile_is_valid() -> None:
    assert checked("hadolint", "Dockerfile") == ""


def test_workflows_are_valid() -> None:
    workflows = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    assert workflows
    assert (
        checked("check-jsonschema", "--builtin-schema", "vendor.github-workflows", *workflows) == ""
    )


def test_broken_files_are_found(tmp_path: Path) -> None:
    (tmp_path / "Dockerfile").write_text("FORM python\n")
    (tmp_path / "workflow.yml").write_text("on: push\n")
    assert checked("hadolint", tmp_path / "Dockerfile") != ""
    schema = ("--builtin-schema", "vendor.github-workflows")
    assert checked("check-jsonschema", *schema, tmp_path / "workflow.yml") != ""
