"""Tests lie where the packages have what they test, so that a path tells where to look."""

from __future__ import annotations

import pytest

from helpers.paths import ROOT, TESTS
from helpers.sources import PACKAGES

FOLDERS = sorted(
    {
        path.parent.relative_to(TESTS)
        for package in PACKAGES
        for path in (TESTS / package).rglob("test_*.py")
    }
)


@pytest.mark.parametrize("folder", FOLDERS, ids=str)
def test_folder_of_tests_is_a_folder_of_the_packages(folder: object) -> None:
    assert (ROOT / str(folder)).is_dir()
