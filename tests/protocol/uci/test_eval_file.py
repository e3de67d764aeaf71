"""Nets and weights through the front end: chosen, reported and refused."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

import amalthea
from amalthea.engine import evaluators, explanation, game_kinds, variants
from amalthea.engine.evaluation import Evaluation, HandWritten, NetFile, tables_file
from amalthea.engine.evaluation.net_file import identified
from amalthea.engine.evaluation.tables_file import to_toml
from amalthea.engine.evaluators import default_evaluation
from amalthea.engine.new_games import new_game
from amalthea.engine.search.reports import BestMove
from amalthea.engine.search.solo import SoloSearcher
from helpers.broken_nets import broken_nets
from helpers.dialogue import Dialogue, errors
from helpers.games import GAMES
from helpers.random_nets import random_net, write_net
from helpers.talk import ERROR, Talk

OFF = "setoption name EvalFile value <empty>"


def evaluation_of_search(talk: Talk) -> Evaluation | None:
    """Return the evaluation of the next search."""
    talk.say("go depth 1")
    talk.report(BestMove("e2e4"))
    return talk.pool.job.evaluation


def eval_file(file: NetFile | Path) -> str:
    return f"setoption name EvalFile value {file.path if isinstance(file, NetFile) else file}"


def weights_in(folder: Path) -> Path:
    path = folder / "weights.toml"
    path.write_text("tempo = 20\n")
    return path


@pytest.mark.parametrize("name", ["value_exponent", "tempo", "stones_stone_endgame"])
def test_a_weight_out_of_its_range_is_refused(talk: Talk, tmp_path: Path, name: str) -> None:
    low, high = game_kinds.weight_range(name)
    path = tmp_path / "weights.toml"
    for wrong in (low - 1, high + 1, 10**18, -(10**18)):
        path.write_text(f"{name} = {wrong}\n")
        (line,) = talk.say(eval_file(path))
        assert line.startswith(ERROR)
        assert f"{name} is '{wrong}', expected a whole number from {low} to {high}" in line
        assert evaluation_of_search(talk) == default_evaluation(variants.get("chess"))


@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_search_succeeds_with_any_weights_in_their_ranges(variant: str, seed: int) -> None:
    """Seed 0 takes the lowest weights, seed 1 the highest, other seeds random ones."""
    dice = random.Random(seed)
    ranges = {name: game_kinds.weight_range(name) for name in game_kinds.weights()}
    chosen = {
        name: ends[seed] if seed < 2 else dice.randint(*ends) for name, ends in ranges.items()
    }
    evaluation = HandWritten(tuple(chosen.items()))
    line = SoloSearcher(1, evaluation).search(
        new_game(variant, GAMES[variant].searched or None), 2_000
    )
    assert abs(line.score) < 32_000


def with_checksum(file: NetFile) -> NetFile:
    """Return a net with the checksum that the engine finds."""
    return identified(file.path)[0]


def test_the_default_evaluation_is_used_without_an_option(talk: Talk) -> None:
    assert evaluation_of_search(talk) == default_evaluation(variants.get("chess"))
    assert talk.say("setoption name Evaluation value hand") == []
    assert evaluation_of_search(talk) == HandWritten()
    talk.say("setoption name Evaluation value Net")
    assert evaluation_of_search(talk) == default_evaluation(variants.get("chess"))


def test_net_is_reported_and_used(talk: Talk, tmp_path: Path) -> None:
    file = write_net(tmp_path, "chess", seed=7)
    assert talk.say(eval_file(file)) == [
        "info string EvalFile: net of 32 units for 'chess', trained: seed 7"
    ]
    assert evaluation_of_search(talk) == with_checksum(file)
    assert talk.say(OFF) == []
    assert evaluation_of_search(talk) == default_evaluation(variants.get("chess"))


def test_weights_are_reported_and_select_the_hand_written_evaluation(
    talk: Talk, tmp_path: Path
) -> None:
    assert talk.say(eval_file(weights_in(tmp_path))) == ["info string EvalFile: weights: 1 set"]
    tuned = HandWritten((("tempo", 20),))
    for value in ("net", "hand"):
        talk.say(f"setoption name Evaluation value {value}")
        assert evaluation_of_search(talk) == tuned


def tables_in(folder: Path, name: str) -> Path:
    """Write the tables that are computed for a game; return their path."""
    variant = variants.get(name)
    tables = game_kinds.kind_of(variant).tables(variant, HandWritten((("tempo", 20),)))
    path = folder / f"{name}.toml"
    path.write_text(to_toml(tables))
    return path


def test_tables_are_reported_and_select_the_hand_written_evaluation(
    talk: Talk, tmp_path: Path
) -> None:
    path = tables_in(tmp_path, "chess")
    (line,) = talk.say(eval_file(path))
    assert line == "info string EvalFile: tables of the hand-written evaluation for 'chess'"
    fitted = HandWritten(tables=tables_file.identified(str(path))[0])
    for value in ("net", "hand"):
        talk.say(f"setoption name Evaluation value {value}")
        assert evaluation_of_search(talk) == fitted
    announced, warned = talk.say("setoption name UCI_Variant value gast")
    assert announced.startswith("info string variant gast ")
    assert warned == "info string warning: EvalFile is tables for 'chess', not used in gast"
    assert evaluation_of_search(talk) == HandWritten()


def test_invalid_tables_are_refused_and_the_last_file_stays(talk: Talk, tmp_path: Path) -> None:
    talk.say(eval_file(tables_in(tmp_path, "chess")))
    kept = evaluation_of_search(talk)
    (answer,) = talk.say(eval_file(tables_in(tmp_path, "gast")))
    assert answer.startswith(ERROR)
    assert "tables for other rules, those of 'gast'" in answer
    broken = tmp_path / "broken.toml"
    broken.write_text(tables_in(tmp_path, "chess").read_text().replace("midgame", "midgames", 1))
    (answer,) = talk.say(eval_file(broken))
    assert answer.startswith(ERROR)
    assert evaluation_of_search(talk) == kept


def test_the_hand_written_evaluation_needs_no_net(talk: Talk, tmp_path: Path) -> None:
    file = write_net(tmp_path, "chess")
    talk.say(eval_file(file), "setoption name Evaluation value hand")
    assert evaluation_of_search(talk) == HandWritten()
    talk.say("setoption name Evaluation value net")
    assert evaluation_of_search(talk) == with_checksum(file)


def test_a_net_for_other_rules_is_refused_and_the_last_file_stays(
    talk: Talk, tmp_path: Path
) -> None:
    chess, gast = write_net(tmp_path, "chess"), write_net(tmp_path, "gast")
    talk.say(eval_file(chess))
    (answer,) = talk.say(eval_file(gast))
    assert answer.startswith(ERROR)
    assert "a net for other rules, those of 'gast'" in answer
    assert evaluation_of_search(talk) == with_checksum(chess)


def test_a_game_with_other_rules_is_searched_without_the_net(talk: Talk, tmp_path: Path) -> None:
    chess = write_net(tmp_path, "chess")
    talk.say(eval_file(chess))
    announced, warned = talk.say("setoption name UCI_Variant value gast")
    assert announced.startswith("info string variant gast ")
    assert warned == "info string warning: EvalFile is a net for 'chess', not used in gast"
    assert evaluation_of_search(talk) == default_evaluation(variants.get("gast"))
    assert len(talk.say("setoption name UCI_Variant value chess")) == 1
    assert evaluation_of_search(talk) == with_checksum(chess)


def test_ucinewgame_does_not_repeat_that_the_net_does_not_fit(talk: Talk, tmp_path: Path) -> None:
    talk.say(eval_file(write_net(tmp_path, "chess")))
    assert len(talk.say("setoption name UCI_Variant value gochess")) == 2
    (announced,) = talk.say("ucinewgame")
    assert announced.startswith("info string variant gochess ")


def test_chess960_uses_the_net_of_chess(talk: Talk, tmp_path: Path) -> None:
    file = write_net(tmp_path, "chess")
    talk.say(eval_file(file), "setoption name UCI_Chess960 value true")
    talk.say("position fen nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w GBgb - 0 1")
    assert evaluation_of_search(talk) == with_checksum(file)


def test_a_change_of_evaluation_clears_the_table(talk: Talk, tmp_path: Path) -> None:
    evaluation_of_search(talk)
    for line in (eval_file(write_net(tmp_path, "chess")), "setoption name Evaluation value hand"):
        before = len(talk.called("clear"))
        talk.say(line)
        assert len(talk.called("clear")) == before + 1


def test_uciok_needs_no_net(talk: Talk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Path(write_net(tmp_path, "chess").path)
    rules.write_bytes(b"no net")
    monkeypatch.setattr(evaluators, "NETS", tmp_path)
    lines = talk.say("uci")
    assert "option name Evaluation type combo default net var net var hand" in lines
    assert lines[-1] == "uciok"
    assert not any(line.startswith(ERROR) for line in lines)
    (answer,) = talk.say("eval")
    assert answer.startswith(ERROR)


def test_each_of_two_hundred_broken_files_gets_an_error_line_and_changes_nothing(
    talk: Talk, tmp_path: Path
) -> None:
    header, arrays = random_net(variants.get("chess"), width=16)
    good = write_net(tmp_path, "chess")
    talk.say(eval_file(good))
    path = tmp_path / "broken"
    for what, data in broken_nets(header, arrays, 200):
        path.write_bytes(data)
        answer = talk.say(eval_file(path))
        assert len(answer) == 1, what
        assert answer[0].startswith(ERROR), what
        assert "internal" not in answer[0], what
    assert talk.front.engine.options.eval_file.value == good.path
    assert evaluation_of_search(talk) == with_checksum(good)


@pytest.mark.parametrize(
    "contents",
    [
        b"\xff\xfe",
        b"tempo = " + b"[" * 50_000,
        b"tempo = " + b"9" * 10_000,
        b"tempo = 1.5",
        b"tempo = 20\n" * 2,
        b"AMALNE",
        b"\x00" * 1000,
        b"x" * (2 << 20),
    ],
)
def test_every_invalid_weight_gets_an_error_line(
    talk: Talk, tmp_path: Path, contents: bytes
) -> None:
    path = tmp_path / "weights"
    path.write_bytes(contents)
    (answer,) = talk.say(eval_file(path))
    assert answer.startswith(ERROR)
    assert "internal" not in answer
    assert evaluation_of_search(talk) == default_evaluation(variants.get("chess"))


@pytest.mark.parametrize("name", ["pipe", "folder", "/dev/zero", "/dev/tty", "missing"])
def test_missing_file_gets_an_error_line(talk: Talk, tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (answer,) = talk.say(eval_file(tmp_path / name))
    assert answer.startswith(ERROR)
    assert "internal" not in answer


# The command `eval`.


def test_eval_shows_both_totals_and_what_each_piece_is_worth(talk: Talk, tmp_path: Path) -> None:
    file = write_net(tmp_path, "chess")
    fen = "4k3/8/8/3q4/8/8/4P3/4K3 w - - 0 1"
    talk.say(f"position fen {fen}", "setoption name Evaluation value hand")
    hand = talk.say("eval")
    assert not any(line.startswith("Net:") for line in hand)
    talk.say("setoption name Evaluation value net", eval_file(file))
    lines = talk.say("eval")
    start = lines.index(next(line for line in lines if line.startswith("Hand-written: ")))
    assert lines[: start - 1] == hand[:-2]
    assert lines[start].removeprefix("Hand-written") == hand[-1].removeprefix("Final evaluation")
    assert lines[start + 1].removeprefix("Net") == lines[-1].removeprefix("Final evaluation")
    board = lines[start + 3 : -2]
    assert board[-1].split() == list("abcdefgh")
    rows = zip(board[:-1:2], board[1::2], strict=True)
    ranks = {row.split()[0]: (row.split()[1:], below) for row, below in rows}
    assert ranks["5"][0] == [*"...q...."]
    pieces = explanation.explain(amalthea.new_position("chess", fen), file).pieces
    (queen,) = (each.worth for each in pieces if each.token == "q")
    assert queen is not None
    assert ranks["5"][1].strip() == f"{queen / 100:+.1f}"
    assert ranks["8"][1] == ""


# With searchers.


@pytest.mark.parametrize("name", ["gast", "gochess", "gess"])
def test_every_game_with_a_net_is_searched_with_it(name: str, tmp_path: Path) -> None:
    file = write_net(tmp_path, name)
    with Dialogue() as talk:
        answer = talk.answer(f"setoption name UCI_Variant value {name}", eval_file(file))
        assert not errors(answer)
        side = " side w" if name == "gochess" else ""
        by_net = talk.search(f"go depth 2{side}")
        assert not errors(by_net)
        assert by_net[-1] != "bestmove (none)"
        talk.answer("setoption name Evaluation value hand")
        by_hand = talk.search(f"go depth 2{side}")
        assert not errors(by_hand)


def test_a_net_file_changed_after_its_check_costs_no_move(tmp_path: Path) -> None:
    """Searchers that have read it keep it; new ones report an error and search by hand."""
    file = write_net(tmp_path, "chess")
    with Dialogue() as talk:
        assert not errors(talk.answer(eval_file(file)))
        Path(file.path).write_bytes(random.Random(1).randbytes(1000))
        assert not errors(talk.search("go depth 3"))
        talk.answer("setoption name Threads value 1", "setoption name Hash value 3")
        lines = talk.search("go depth 3")
        assert len(errors(lines)) == 1
        assert "changed since it was checked" in errors(lines)[0]
        assert lines[-1] != "bestmove (none)"
