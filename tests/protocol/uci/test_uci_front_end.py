"""The UCI front end: its lines, and the reports of the pool."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import amalthea
from amalthea.engine.evaluation import HandWritten
from amalthea.engine.search.reports import BestMove, EngineError, PerftLine, PerftTotal, Score
from amalthea.engine.search.skill import elo_of
from amalthea.protocol.uci.bench import POSITIONS
from helpers.fake_pool import info
from helpers.talk import ERROR, Talk

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


# The engine and its processes.


def test_uci_names_the_engine_and_every_option(talk: Talk) -> None:
    lines = talk.say("uci")
    assert lines[0].startswith("id name Amalthea ")
    assert lines[-1] == "uciok"
    games = " ".join(f"var {name}" for name in amalthea.variants.names())
    assert f"option name UCI_Variant type combo default chess {games}" in lines
    assert not talk.pool.calls


def test_readyok_waits_for_the_worker_processes(talk: Talk) -> None:
    talk.pool.is_ready = False
    assert talk.say("isready") == []
    assert talk.front.engine.blocked
    talk.pool.is_ready = True
    assert talk.report() == []
    talk.front.collect()
    assert talk.hear() == ["readyok"]
    assert not talk.front.engine.blocked


def test_readyok_comes_at_once_during_a_search(talk: Talk) -> None:
    talk.say("go infinite")
    assert talk.say("isready") == ["readyok"]


def test_readyok_comes_with_an_error_if_no_process_starts(talk: Talk) -> None:
    talk.pool.fault = "no processes left"
    assert talk.say("isready") == [f"{ERROR}no processes left", "readyok"]


def test_quit_stops_the_search_and_ends(talk: Talk) -> None:
    talk.say("go infinite", "quit")
    assert talk.front.ended
    assert talk.called("stop")


@pytest.mark.parametrize("line", ["", "   ", "register later", "stop", "ponderhit", "debug off"])
def test_commands_without_an_answer_print_nothing(talk: Talk, line: str) -> None:
    assert talk.say(line) == []


# Errors.


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("xyzzy", "'xyzzy'"),
        ("is\0ready", "'is\\x00ready'"),
        ("debug maybe", "'maybe'"),
        ("setoption", "name"),
        ("setoption name", "name"),
        ("setoption name Hsah value 3", "'Hsah'"),
        ("setoption name Hash value many", "'many'"),
        ("setoption name Hash value 0", "'0'"),
        ("setoption name Hash value ١٢", "whole number"),
        ("setoption name Ponder value perhaps", "'perhaps'"),
        ("setoption name UCI_Variant value nonesuch", "chess"),
        ("setoption name EvalFile value /nowhere/w.toml", "/nowhere/w.toml"),
        ("setoption name VariantPath value /nowhere/v.ini", "/nowhere/v.ini"),
        ("setoption name Debug Log File value /nowhere/log", "/nowhere/log"),
        ("position", "startpos"),
        ("position fen", "FEN"),
        ("position here", "'here'"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "king"),
        ("position startpos moves e2e4 e7e5 e1e3", "move 3, 'e1e3'"),
        ("bench deep", "'deep'"),
        ("check /nowhere/v.ini", "/nowhere/v.ini"),
        ("check", "check: the file's name is missing"),
        ("load ", "load: the file's name is missing"),
        ("d" * 100_000, "ddd"),
    ],
)
def test_each_error_is_one_line_that_names_the_cause(talk: Talk, line: str, named: str) -> None:
    (answer,) = talk.say(line)
    assert answer.startswith(ERROR)
    assert named in answer
    assert len(answer) < 600
    assert talk.say("isready") == ["readyok"]


@pytest.mark.parametrize("words", ["searchmoves e2e5", "depth 3 searchmoves e2e5 x", "side w"])
def test_a_go_without_a_move_to_search_ends_at_once(talk: Talk, words: str) -> None:
    error, best = talk.say(f"go {words}")
    assert error.startswith(ERROR)
    assert best == "bestmove (none)"
    assert not talk.called("search")


@pytest.mark.parametrize(
    ("words", "limit", "value"),
    [
        ("movetime 99.5", "movetime", 99),
        ("movetime 0.4", "movetime", 1),
        ("wtime 1000.0 btime 900", "wtime", 1000),
        ("wtime 5000 winc 20.9", "winc", 20),
        ("btime -3.5", "btime", 1),
    ],
)
def test_fractions_of_milliseconds_are_read_with_a_warning(
    talk: Talk, words: str, limit: str, value: int
) -> None:
    (line,) = talk.say(f"go {words}")
    assert line.startswith("info string warning: go ")
    assert getattr(talk.pool.job.limits, limit) == value
    assert not talk.pool.job.limits.infinite


def test_a_refused_position_leaves_no_position(talk: Talk) -> None:
    talk.say("position startpos moves e2e4", "position fen nonsense/8")
    assert talk.say("go depth 1")[-1] == "bestmove (none)"
    for command in ("d", "eval", "moves", "status", "flip", "go perft 1"):
        (answer,) = talk.say(command)
        assert answer.startswith(f"{ERROR}no position")
    talk.say("position startpos", "go depth 1")
    assert talk.pool.job.moves == ()


@pytest.mark.parametrize("mend", ["ucinewgame", "setoption name UCI_Variant value chess"])
def test_a_game_can_be_set_up_after_a_refused_position(talk: Talk, mend: str) -> None:
    talk.say("position fen nonsense/8", mend)
    assert talk.say("status") == ["status ongoing"]


def test_an_internal_error_is_reported_and_the_engine_goes_on(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(talk.pool, "ready", lambda: 1 // 0)
    (answer,) = talk.say("isready")
    assert answer.startswith(f"{ERROR}internal error: ZeroDivisionError")


@pytest.mark.parametrize("line", ["debug on", "debug off", "DEBUG ON"])
def test_debug_changes_nothing(talk: Talk, line: str) -> None:
    assert [answer for answer in talk.say(line) if "warning" not in answer] == []


# Searches.


def test_search_is_reported_while_it_runs(talk: Talk) -> None:
    talk.say("position startpos moves e2e4", "go wtime 1000 btime 900 winc 10 movestogo 4")
    job = talk.pool.job
    assert (job.fen, job.moves) == (START, ("e2e4",))
    assert (job.limits.wtime, job.limits.btime, job.limits.winc) == (1000, 900, 10)
    assert (job.limits.movestogo, job.limits.infinite) == (4, False)
    assert talk.report(info(1, "e7e5", "g1f3"), BestMove("e7e5", "g1f3")) == [
        "info depth 1 seldepth 1 multipv 1 score cp 25 nodes 100 nps 1000 hashfull 7 time 42"
        " pv e7e5 g1f3",
        "bestmove e7e5 ponder g1f3",
    ]


def test_scores_are_written_as_in_uci(talk: Talk) -> None:
    talk.say("setoption name UCI_ShowWDL value true", "go depth 2")
    (mate,) = talk.report(info(1, score=Score(-3, True)))
    assert " score mate -3 wdl 300 500 200 nodes " in mate
    assert " pv" not in mate.removeprefix("info depth 1 seldepth 1 multipv 1")
    (bound,) = talk.report(info(2, score=Score(9, False, "lower")))
    assert " score cp 9 lowerbound wdl " in bound


def test_no_best_move_without_a_legal_move(talk: Talk) -> None:
    talk.say("go depth 1")
    assert talk.report(BestMove(None)) == ["bestmove (none)"]


def test_commands_wait_for_the_best_moves_after_stop(talk: Talk) -> None:
    talk.say("go depth 9", "go infinite", "stop")
    assert talk.front.engine.blocked
    assert talk.report(BestMove("e2e4")) == ["bestmove e2e4"]
    assert talk.front.engine.blocked
    assert talk.report(BestMove("d2d4")) == ["bestmove d2d4"]
    assert not talk.front.engine.blocked


def test_a_refused_go_is_answered_in_its_turn(talk: Talk) -> None:
    talk.say("go depth 9")
    (error,) = talk.say("go searchmoves e2e5")
    assert error.startswith(ERROR)
    assert talk.report(BestMove("e2e4")) == ["bestmove e2e4", "bestmove (none)"]


def test_a_benchmark_waits_for_the_search_before_it(talk: Talk) -> None:
    talk.say("go depth 9", "bench 3")
    assert talk.report(BestMove("e2e4")) == ["bestmove e2e4"]
    (line,) = talk.report(BestMove("e2e4"))
    assert line.startswith("bench 1/")


def test_a_position_during_a_search_is_for_the_next_go(talk: Talk) -> None:
    talk.say("go infinite")
    assert talk.say("position startpos moves d2d4", "stop") == []
    talk.report(BestMove("e2e4"))
    talk.say("go depth 1")
    assert talk.pool.job.moves == ("d2d4",)


def test_commands_that_change_the_pool_wait_for_the_end_of_a_search(talk: Talk) -> None:
    talk.say("go depth 9", "setoption name Hash value 32", "setoption name Threads value 2")
    talk.say("ucinewgame", "setoption name Clear Hash")
    assert {call[0] for call in talk.pool.calls} == {"search"}
    talk.report(BestMove("e2e4"))
    names = [call[0] for call in talk.pool.calls]
    assert names == ["search", "resize", "set_threads", "clear", "clear"]


def test_a_change_of_variant_clears_the_table(talk: Talk) -> None:
    for game in ("chess", "chess", "kingofthehill", "chess"):
        talk.say(f"setoption name UCI_Variant value {game}", "position startpos", "go depth 1")
        talk.report(BestMove("e2e4"))
    before = [name for name, *_ in talk.pool.calls if name in ("search", "clear")]
    assert before == ["search", "search", "clear", "search", "clear", "search"]


def test_options_set_before_the_pool_starts_apply_to_it(talk: Talk) -> None:
    talk.say("setoption name Hash value 64", "setoption name Threads value 3", "isready")
    assert (talk.pool.hash_mib, talk.pool.threads) == (64, 3)


def test_pool_error_is_an_error_line(talk: Talk) -> None:
    talk.say("go depth 5")
    assert talk.report(EngineError("worker 0 died"), BestMove("e2e4")) == [
        f"{ERROR}worker 0 died",
        "bestmove e2e4",
    ]


def test_ponderhit_reaches_the_pool(talk: Talk) -> None:
    talk.say("go ponder wtime 100 btime 100", "ponderhit")
    assert talk.pool.job.limits.ponder
    assert talk.called("ponderhit")


def test_options_reach_the_job(talk: Talk, tmp_path: Path) -> None:
    weights = tmp_path / "weights.toml"
    weights.write_text("tempo = 20\n")
    talk.say("setoption name MultiPV value 4", "setoption name Move Overhead value 77")
    talk.say("setoption name Skill Level value 5", f"setoption name EvalFile value {weights}")
    assert talk.say("go depth 1") == []
    job = talk.pool.job
    assert (job.multipv, job.overhead_ms, job.elo, job.evaluation) == (
        4,
        77,
        elo_of(5),
        HandWritten((("tempo", 20),)),
    )


def test_a_bad_weights_file_keeps_the_last_good_one(talk: Talk, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text("tempo = 20\n")
    bad.write_text("temper = 20\n")
    talk.say(f"setoption name EvalFile value {good}")
    (answer,) = talk.say(f"setoption name EvalFile value {bad}")
    assert "'temper'" in answer
    talk.say("go depth 1")
    assert talk.pool.job.evaluation == HandWritten((("tempo", 20),))


# Perft and the benchmark.


def test_perft_is_printed_by_first_move(talk: Talk) -> None:
    talk.say("go perft 2")
    assert talk.called("perft")[0][1] == 2
    lines = talk.report(PerftLine("e2e4", 20), PerftTotal(400, 0.5))
    assert lines[0] == "e2e4: 20"
    assert "Nodes searched: 400" in lines
    assert not talk.front.engine.busy


def test_a_stopped_perft_has_no_total(talk: Talk) -> None:
    talk.say("go perft 2")
    lines = talk.report(PerftLine("e2e4", 20), PerftTotal(20, 0.5, complete=False))
    assert lines == ["e2e4: 20", f"{ERROR}go perft: the count was stopped before its end"]
    assert not talk.front.engine.busy


@pytest.mark.parametrize("command", ["go perft 1", "go perft 1 side w"])
def test_perft_is_refused_while_both_choose(talk: Talk, command: str) -> None:
    talk.say("setoption name UCI_Variant value gochess")
    said = f"{ERROR}go perft: there is nothing to count while both sides choose"
    assert talk.say(command) == [said]


def test_searchmoves_are_read_in_either_case(talk: Talk) -> None:
    talk.say("position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "go depth 1 searchmoves A7A8Q e1e2")
    assert talk.pool.job.limits.searchmoves == ("a7a8q", "e1e2")


def test_bench_adds_up_every_position(talk: Talk) -> None:
    talk.say("bench 3")
    lines = []
    for number in range(len(POSITIONS)):
        assert len(talk.called("search")) == number + 1
        assert talk.pool.job.limits.depth == 3
        lines += talk.report(info(3, nodes=10), BestMove(None))
    assert f"Nodes searched  : {10 * len(POSITIONS)}" in lines
    assert len(talk.called("clear")) == len(POSITIONS)
    assert not talk.front.engine.busy


def test_stop_ends_a_bench(talk: Talk) -> None:
    talk.say("bench 3", "stop")
    talk.report(BestMove(None))
    assert len(talk.called("search")) == 1
    assert not talk.front.engine.busy


# The position.


def test_a_variant_is_announced_and_set_up(talk: Talk) -> None:
    (line,) = talk.say("setoption name UCI_Variant value gast")
    assert line.startswith("info string variant gast files 12 ranks 12 pocket 0 template fairy")
    assert line.endswith(" w ADILadil - 0 1")
    assert len(talk.say("moves")[0].split()) == 83


@pytest.mark.parametrize(
    ("name", "pocket"), [("chess", 0), ("crazyhouse", 5), ("pocketknight", 5), ("gochess", 6)]
)
def test_variant_line_has_the_number_of_types_in_hand(talk: Talk, name: str, pocket: int) -> None:
    (line,) = talk.say(f"setoption name UCI_Variant value {name}")
    assert f" pocket {pocket} " in line


def test_moves_and_status_are_printed(talk: Talk) -> None:
    talk.say("position startpos moves f2f3 e7e5 g2g4 d8h4")
    assert talk.say("moves", "status") == ["legalmoves", "status win b checkmate"]


def test_variants_prints_name_size_start_and_title(talk: Talk) -> None:
    assert talk.say("variants")[0] == f"chess 8 8 {START} Chess"


def test_d_shows_board_fen_and_key(talk: Talk) -> None:
    lines = talk.say("d")
    assert f"Fen: {START}" in lines
    assert any(line.startswith("Key: ") for line in lines)


def test_eval_of_the_start_is_even_but_for_the_move(talk: Talk) -> None:
    lines = talk.say("eval")
    assert lines[0].split() == ["term", "White", "Black", "Total"]
    assert lines[-1].startswith("Final evaluation: +0.")


def test_flip_exchanges_the_colours(talk: Talk) -> None:
    talk.say("position startpos moves e2e4", "flip")
    assert "Fen: rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" in talk.say("d")


def test_a_bare_fen_is_a_position(talk: Talk) -> None:
    assert talk.say("position 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1", "status") == [
        "status ongoing"
    ]


def test_king_takes_rook_is_castling_with_uci_chess960(talk: Talk) -> None:
    root = "position fen r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
    (refused,) = talk.say(f"{root} moves e1h1")
    assert refused.startswith(ERROR)
    talk.say("setoption name UCI_Chess960 value true", f"{root} moves e1h1")
    moves = talk.say("moves")[0].split()
    assert {"e8h8", "e8a8"} <= set(moves)
    assert not {"e8g8", "e8c8"} & set(moves)
    talk.say("go depth 1 searchmoves e8a8")
    assert talk.pool.job.moves == ("e1h1",)
    assert talk.pool.job.limits.searchmoves == ("e8a8",)
    lines = talk.report(info(1, "e8a8", "f1e1"), BestMove("e8a8", "f1e1"))
    assert lines[0].endswith(" pv e8a8 f1e1")
    assert lines[1] == "bestmove e8a8 ponder f1e1"


def test_a_rook_on_the_kings_square_does_not_castle(talk: Talk) -> None:
    talk.say("setoption name UCI_Chess960 value true")
    talk.say("position fen 3k4/8/8/8/8/8/8/K3R3 w - - 0 1")
    assert {"e1g1", "e1h1"} <= set(talk.say("moves")[0].split())


def test_a_variant_file_adds_its_games(talk: Talk, tmp_path: Path) -> None:
    path = tmp_path / "own.ini"
    path.write_text("[narrow:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n")
    check = talk.say(f"check {path}")
    assert check[-1].startswith("info string check:")


def test_an_invalid_game_of_a_file_is_refused_with_its_line(talk: Talk, tmp_path: Path) -> None:
    path = tmp_path / "own.ini"
    path.write_text("[vain:chess]\ntwoBoards = true\n[good:chess]\n[bent]\nking = k:[F?R]\n")
    fault = f"{path}:2: [vain] twoBoards = true: not supported: two boards"
    lines = talk.say(f"load {path}")
    assert lines[0] == f"info string error: {fault}"
    assert lines[-1] == "info string loaded good"
    assert talk.say("setoption name UCI_Variant value vain") == [f"info string error: {fault}"]
    assert talk.say("setoption name UCI_Variant value good")[0].startswith(
        "info string variant good"
    )


@pytest.mark.parametrize(
    ("start", "reason"),
    [
        ("4k3/8/8/8/8/8/8/4RK2 w - -", "the king on e8 is in check but 'w' is to move"),
        ("4k3/8/8/7B/8/8/8/5K2 w - -", "the king on e8 is in check but 'w' is to move"),
    ],
)
def test_a_refused_first_position_is_told_when_its_game_is_chosen(
    talk: Talk, tmp_path: Path, start: str, reason: str
) -> None:
    path = tmp_path / "own.ini"
    path.write_text(f"[odd:chess]\nstartFen = {start}\n[even:chess]\n")
    talk.say(f"load {path}")
    lines = talk.say("setoption name UCI_Variant value odd")
    assert lines[0].startswith("info string variant odd")
    assert lines[1:] == [f"info string warning: the first position of odd is refused: {reason}"]
    assert len(talk.say("setoption name UCI_Variant value even")) == 1
    talk.say("setoption name UCI_Variant value odd", f"position fen {start.replace(' w ', ' b ')}")
    assert talk.say("moves")[0].startswith("legalmoves e8")


def test_corrections_of_a_file_are_warnings(talk: Talk, tmp_path: Path) -> None:
    path = tmp_path / "own.ini"
    path.write_text("[mine:chess]\nmaxfile = 8\npromotionRank = 8\n")
    first, second, last = talk.say(f"load {path}")
    assert first.startswith(f"info string warning: {path}:3: [mine] promotionRank = 8: an old key")
    assert second.endswith("there is no such key, skipped; did you mean maxFile?")
    assert last == "info string loaded mine"
    assert talk.say(f"check {path}")[:2] == [first, second]


# The log and values of pieces.


def test_the_log_has_input_and_output(talk: Talk, tmp_path: Path) -> None:
    log = tmp_path / "log"
    talk.say(f"setoption name Debug Log File value {log}", "isready")
    talk.say("setoption name Debug Log File value <empty>", "isready")
    lines = log.read_text().splitlines()
    assert [line.split(" ", 2)[2] for line in lines[:2]] == [">> isready", "<< readyok"]
    assert len(lines) == 3


def test_the_values_of_piece_types_are_shown_with_those_in_hand(talk: Talk) -> None:
    talk.say("setoption name UCI_Variant value crazyhouse")
    lines = talk.say("eval")
    (heads,) = (line.split() for line in lines if line.startswith("value "))
    assert heads == ["value", "middlegame", "endgame", "in", "hand"]
    (queen,) = (line for line in lines if line.startswith("Q  queen "))
    assert re.fullmatch(r"Q  queen +\d{3} +\d{3} +\d{3}/\d{3}", queen)
    talk.say("setoption name UCI_Variant value gess")
    assert not any(line.startswith("value ") for line in talk.say("eval"))
