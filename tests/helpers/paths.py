"""Folders and files of the project that tests use."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
SCRIPTS = ROOT / "scripts"
DOCS = ROOT / "docs"
SUITES = TESTS / "suites"
FUZZ_CORPUS = TESTS / "fuzz" / "corpus"  # an archive for each reader, see scripts/fuzz.py
FUZZ_FAULTS = TESTS / "fuzz" / "found"  # a folder for each reader: inputs that were faults once

_FILES = Path(__file__).with_name("files")
EXAMPLE = _FILES / "example.ini"
PALACES = _FILES / "palaces.ini"
SIXTY_THREE = _FILES / "sixtythree.ini"
CROSSES = _FILES / "crosses.toml"
