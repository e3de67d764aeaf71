"""`amalthea perft`: games of files, positions with and without quotes."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea.protocol.uci import perft_command
from helpers.variant_files import TINY

FEN = "rnkn1/ppppp/5/PPPPP/RNKN1 w - - 0 1"


@pytest.mark.parametrize(
    "words",
    [
        ["tiny", "2", "--variants", "{file}"],
        ["--variants", "{file}", "tiny", "2"],
        ["tiny", "--variants={file}", "2"],
        ["tiny", "2", *FEN.split(), "--variants", "{file}"],
        ["tiny", "2", FEN, "--variants", "{file}"],
    ],
)
def test_games_of_a_file_are_counted_wherever_its_option_stands(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tiny.ini"
    file.write_text(TINY, encoding="utf-8")
    assert perft_command.main([word.format(file=file) for word in words]) == 0
    assert "Nodes searched: " in capsys.readouterr().out
