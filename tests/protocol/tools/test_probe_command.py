"""`amalthea probe`: results, mates and best moves of positions in endgame tables."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from amalthea.protocol.cli import main
from helpers.dialogue import Dialogue

pytestmark = pytest.mark.release

WON = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"
NO_TABLE = "no table in '{}' has this position, or its draw by plies comes before the mate"


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a folder with the table of king and queen against king."""
    folder = str(tmp_path_factory.mktemp("tables"))
    assert main(["tablebase", "chess", "KQK", "--output", folder, "--quiet"]) == 0
    return folder


def probed(tables: str, fen: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the lines that the command prints about a position."""
    capsys.readouterr()
    assert main(["probe", "chess", fen, "--tables", tables]) == 0
    return capsys.readouterr().out.splitlines()


def test_a_win_is_shown_with_its_best_moves_and_others(
    tables: str, capsys: pytest.CaptureFixture[str]
) -> None:
    result, best, wins, draws = probed(tables, WON, capsys)
    assert result == "White wins, mate in 9 moves"
    assert best == "best: Kb2 Qe1 Qf5+ Qg6"
    assert wins.startswith("win: Kb2 (9) Qe1 (9) Qf5+ (9) Qg6 (9) Ka2 (10) ")
    assert wins.endswith(" Qb2 (11)")
    assert draws == "draw: Qe4+"


def test_a_loss_is_put_off_as_long_as_it_can_be(
    tables: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert probed(tables, WON.replace(" w ", " b "), capsys) == [
        "Black loses, mated in 9 moves",
        "best: Kd6 Ke5 Ke6",
        "loss: Kd6 (9) Ke5 (9) Ke6 (9) Kc5 (8) Kc6 (8) Kc4 (7) Kd4 (7)",
    ]


def test_the_last_move_and_the_end_are_shown(
    tables: str, capsys: pytest.CaptureFixture[str]
) -> None:
    result, best, *_ = probed(tables, "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1", capsys)
    assert (result, best) == ("White wins, mate in 1 move", "best: Qb8#")
    assert probed(tables, "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", capsys) == ["White wins by checkmate"]
    assert probed(tables, "8/8/8/3k4/8/8/8/K7 w - - 0 1", capsys) == ["Draw by bare kings"]


def test_moves_whose_result_no_table_has_come_last(
    tables: str, capsys: pytest.CaptureFixture[str]
) -> None:
    late = WON.replace(" 0 1", " 82 90")  # the draw by plies comes before slower mates
    _, _, wins, _, unknown = probed(tables, late, capsys)
    assert wins == "win: Kb2 (9) Qe1 (9) Qf5+ (9) Qg6 (9)"
    assert unknown.startswith("unknown: Ka2 Qa2+ ")


def test_what_has_no_table_is_refused_in_one_line(
    tables: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (["chess"], ["chess", "8/8/8/3k4/8/8/8/KR6 w - - 0 1"], ["gess"]):
        assert main(["probe", *words, "--tables", tables]) == 1
        assert capsys.readouterr().err == f"amalthea probe: {NO_TABLE.format(tables)}\n"
    assert main(["probe", "chess", WON, "--tables", f"{tables}/none"]) == 1
    assert "No such file or directory" in capsys.readouterr().err


def test_a_damaged_table_is_named(
    tables: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (file,) = Path(tables).iterdir()
    (tmp_path / file.name).write_bytes(file.read_bytes()[:-1])
    assert main(["probe", "chess", WON, "--tables", str(tmp_path)]) == 1
    damaged, missing = capsys.readouterr().err.splitlines()
    assert damaged.endswith("the checksum is wrong: damaged or cut short")
    assert missing.startswith("amalthea probe: no table in ")


def test_a_result_is_written_as_json(tables: str, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["probe", "chess", WON, "--tables", tables, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {"variant", "fen", "result", "mate", "best", "moves"} == set(found)
    assert (found["result"], found["mate"], found["best"][0]) == ("win", 9, "a1b2")
    assert found["moves"][-1] == {
        "move": "b1e4",
        "written": "Qe4+",
        "result": "draw",
        "mate": None,
    }


def test_searches_count_hits_in_tables(tables: str) -> None:
    with Dialogue() as engine:
        engine.send("go depth 2")
        assert not [line for line in engine.until("bestmove") if " tbhits " in line]
        engine.send(f"setoption name TablebasePath value {tables}")
        engine.send("position fen 8/8/8/3k4/8/8/2p5/KQ6 w - - 0 1")
        engine.send("go depth 4")
        lines = [line for line in engine.until("bestmove") if " pv " in line]
        assert int(lines[-1].split(" tbhits ")[1].split()[0]) > 0
