"""The UCCI front end: its lines, and the reports of the pool."""

from __future__ import annotations

import pytest

from amalthea.engine.search.reports import BestMove, CurrentMove, Progress, Score
from helpers.fake_pool import info
from helpers.talk import UcciTalk

ERROR = "info message error: "
WARNING = "info message warning: "
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
MATED = "position fen 3k5/9/9/9/9/9/9/9/3R5/4K4 b - - 0 1"
ENDGAME = "position fen 3k5/9/9/9/9/9/9/9/9/4K1R2 w - - 0 60"


def test_ucci_names_the_engine_and_every_option(talk: UcciTalk) -> None:
    lines = talk.say("ucci")
    assert lines[0].startswith("id name Amalthea ")
    assert {line.split()[1] for line in lines if line.startswith("id ")} == {
        "name",
        "author",
        "copyright",
    }
    assert lines[-1] == "ucciok"
    options = {line.split()[1]: line for line in lines if line.startswith("option ")}
    assert options["usemillisec"] == "option usemillisec type check default true"
    assert options["batch"] == "option batch type check default false"
    assert options["newgame"] == "option newgame type button"
    assert options["ponder"] == "option ponder type check default false"
    assert options["hashsize"] == "option hashsize type spin min 1 max 33554432 default 16"
    assert options["threads"].startswith("option threads type spin min 1 max 256 default ")
    assert options["UCI_Variant"].startswith("option UCI_Variant type combo var chess ")
    assert options["UCI_Variant"].endswith(" default xiangqi")
    assert all(line.split()[2] == "type" for line in options.values())


@pytest.mark.parametrize("command", ["uccinewgame", "ucinewgame", "setoption newgame"])
def test_a_new_game_has_three_names(talk: UcciTalk, command: str) -> None:
    assert talk.say(command, "isready") == ["readyok"]


@pytest.mark.parametrize(
    ("words", "size"),
    [("hashsize 32", 32), ("hashsize 0", 16), ("name Hash value 8", 8), ("HASHSIZE 4", 4)],
)
def test_size_of_the_table(talk: UcciTalk, words: str, size: int) -> None:
    assert talk.say(f"setoption {words}", "isready") == ["readyok"]
    assert talk.pool.hash_mib == size


def test_options_of_other_engines_are_ignored_with_a_warning(talk: UcciTalk) -> None:
    assert talk.say("setoption usebook false") == [f"{WARNING}option 'usebook' is unknown, ignored"]


@pytest.mark.parametrize("words", ["", "hashsize x", "batch maybe"])
def test_wrong_options_have_one_line(talk: UcciTalk, words: str) -> None:
    (line,) = talk.say(f"setoption {words}")
    assert line.startswith(ERROR)


def test_a_new_game_clears_what_was_learned(talk: UcciTalk) -> None:
    talk.say("isready")
    assert talk.say("setoption newgame") == []
    assert talk.called("clear")


def test_a_game_as_a_gui_plays_it(talk: UcciTalk) -> None:
    talk.say("ucci", "setoption usemillisec true", "isready")
    talk.say(f"position fen {START} w - - 0 1 moves h2e2 h9g7", "go time 60000 increment 500")
    assert talk.pool.job.moves == ("h3e3", "h10g8")
    assert talk.report(
        info(3, "b1c3", "b10c8"),
        Progress(4, 5, 200, 1000, 7, 50),
        CurrentMove(4, "b1c3", 1),
    ) == [
        "info time 42 nodes 100",
        "info depth 3 score 25 pv b0c2 b9c7",
        "info time 50 nodes 200",
        "info currmove b0c2",
    ]
    assert talk.report(BestMove("b1c3", "b10c8")) == ["bestmove b0c2 ponder b9c7"]


@pytest.mark.parametrize(
    ("score", "number"),
    [(Score(-31), "-31"), (Score(2, mate=True), "29998"), (Score(-2, mate=True), "-29998")],
)
def test_scores_are_numbers(talk: UcciTalk, score: Score, number: str) -> None:
    talk.say("position startpos", "go infinite")
    assert talk.report(info(1, "b1c3", score=score))[1] == f"info depth 1 score {number} pv b0c2"


def test_lines_but_the_first_have_a_number(talk: UcciTalk) -> None:
    from dataclasses import replace

    talk.say("position startpos", "go infinite")
    second = replace(info(1, "b1c3"), multipv=2)
    assert talk.report(second)[1] == "info depth 1 multipv 2 score 25 pv b0c2"


# Clocks.


def test_red_thinks_on_the_clock_of_white(talk: UcciTalk) -> None:
    talk.say("position startpos")
    talk.say("go time 9000 increment 10 opptime 8000 oppincrement 20")
    limits = talk.pool.job.limits
    assert (limits.wtime, limits.winc, limits.btime, limits.binc) == (9000, 10, 8000, 20)


def test_black_thinks_on_the_clock_of_black(talk: UcciTalk) -> None:
    talk.say("position startpos moves h2e2")
    assert talk.say("go time 9000 movestogo 7 opptime 8000 oppmovestogo 6") == []
    limits = talk.pool.job.limits
    assert (limits.btime, limits.wtime, limits.movestogo) == (9000, 8000, 7)


def test_time_in_seconds(talk: UcciTalk) -> None:
    talk.say("setoption usemillisec false", "position startpos")
    talk.say("go time 90 increment 2 opptime 80")
    limits = talk.pool.job.limits
    assert (limits.wtime, limits.winc, limits.btime) == (90_000, 2000, 80_000)


@pytest.mark.parametrize("words", ["depth 5", "nodes 100", "infinite", "ponder"])
def test_other_limits(talk: UcciTalk, words: str) -> None:
    talk.say("position startpos", f"go {words}")
    name, *number = words.split()
    assert getattr(talk.pool.job.limits, name) == (int(number[0]) if number else True)


def test_depth_0_is_the_static_score(talk: UcciTalk) -> None:
    score, end = talk.say("position startpos moves h2e2", "go depth 0")
    assert score.startswith("info depth 0 score ")
    assert end == "nobestmove"
    assert not talk.called("search")


# Draws, bans and ends.


@pytest.mark.parametrize("cp", [-5, 30])
def test_a_draw_is_accepted_with_the_best_move(talk: UcciTalk, cp: int) -> None:
    talk.say(ENDGAME, "go draw depth 3")
    talk.report(info(3, "e1e2", score=Score(cp)))
    assert talk.report(BestMove("e1e2")) == [f"bestmove e0e1{' draw' if cp < 0 else ''}"]


def test_a_draw_may_come_with_ponderhit(talk: UcciTalk) -> None:
    talk.say(ENDGAME, "go ponder time 900", "ponderhit draw")
    talk.report(info(3, "e1e2", score=Score(0)))
    assert talk.report(BestMove("e1e2")) == ["bestmove e0e1 draw"]
    talk.say("go depth 1")
    talk.report(info(3, "e1e2", score=Score(0)))
    assert talk.report(BestMove("e1e2")) == ["bestmove e0e1"]


def test_banned_moves_are_not_searched(talk: UcciTalk) -> None:
    talk.say("position startpos", "banmoves h2e2 b0c2", "go depth 1")
    searched = talk.pool.job.limits.searchmoves
    assert len(searched) == 42
    assert not {"h3e3", "b1c3"} & set(searched)
    talk.say("stop")
    talk.report(BestMove("a1a2"))
    talk.say("position startpos", "go depth 1")
    assert talk.pool.job.limits.searchmoves == ()


def test_illegal_bans_are_named(talk: UcciTalk) -> None:
    assert talk.say("position startpos", "banmoves h2e2 a0a9 z1") == [
        f"{ERROR}banmoves: 'a0a9 z1' illegal, not banned"
    ]
    talk.say("go depth 1")
    assert len(talk.pool.job.limits.searchmoves) == 43


def test_all_moves_may_be_banned(talk: UcciTalk) -> None:
    talk.say("position fen 3k5/9/9/9/9/9/9/9/4R4/3RK4 b - - 0 1")
    (line,) = talk.say("moves")
    assert line == "legalmoves"
    talk.say("position fen 4k4/9/9/9/9/9/9/9/9/3K5 b - - 0 1")
    (line,) = talk.say("moves")
    assert talk.say(f"banmoves {line.removeprefix('legalmoves ')}", "go depth 1") == [
        f"{ERROR}go: every legal move is banned",
        "nobestmove",
    ]


def test_the_side_that_is_mated_has_no_move(talk: UcciTalk) -> None:
    assert talk.say(MATED, "go depth 3") == ["info depth 0 score -30000"]
    assert talk.report(BestMove(None)) == ["nobestmove"]


def test_probe_finds_nothing(talk: UcciTalk) -> None:
    assert talk.say("probe startpos") == ["pophash"]


def goodbye(talk: UcciTalk) -> list[str]:
    """Return what is said when the front end closes, as the program's end closes it."""
    talk.front.close()
    return talk.hear()


def test_quit_says_goodbye(talk: UcciTalk) -> None:
    assert talk.say("quit") == []
    assert talk.front.ended
    assert goodbye(talk) == ["bye"]
    assert goodbye(talk) == []


def test_the_end_of_the_input_is_no_quit(talk: UcciTalk) -> None:
    assert goodbye(talk) == []


def test_quit_stops_the_search(talk: UcciTalk) -> None:
    talk.say("position startpos", "go time 900", "quit")
    assert talk.called("stop")
    assert talk.front.ended
    assert talk.report(BestMove("b1c3")) == ["bestmove b0c2"]
    assert goodbye(talk) == ["bye"]


def test_quit_of_a_batch_lets_the_search_end(talk: UcciTalk) -> None:
    talk.say("setoption batch true", "position startpos", "go time 900", "quit")
    assert not talk.called("stop")
    assert not talk.front.ended
    assert talk.say("isready") == []
    assert talk.report(BestMove("b1c3")) == ["bestmove b0c2"]
    assert talk.front.ended


def test_quit_of_a_batch_stops_an_endless_search(talk: UcciTalk) -> None:
    talk.say("setoption batch true", "position startpos", "go infinite", "quit")
    assert talk.called("stop")
    assert talk.front.ended


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("position startpos moves h2e2 h2e2", "move 2, 'h2e2', is illegal in "),
        ("position startpos moves h10e10", "move 1, 'h10e10', is illegal in "),
        ("position fen 9/9 w", "has 2 ranks, expected 10"),
        ("position fen", "position: the FEN is missing"),
        ("position", "position: nothing, expected"),
    ],
)
def test_a_wrong_position_leaves_none(talk: UcciTalk, line: str, why: str) -> None:
    (answer,) = talk.say(line)
    assert answer.startswith(ERROR)
    assert why in answer
    assert talk.say("go depth 1") == [
        f"{ERROR}no position: the last one was refused",
        "nobestmove",
    ]
    assert talk.say("go depth 0")[-1] == "nobestmove"


@pytest.mark.parametrize(
    "line", ["uci", "xyzzy", "usinewgame", "startpos", "ucicyclone", "banmoves a0a9"]
)
def test_a_wrong_command_has_one_line(talk: UcciTalk, line: str) -> None:
    (answer,) = talk.say(line)
    assert answer.startswith(ERROR)


def test_boards_of_other_heights_count_ranks_from_1(talk: UcciTalk) -> None:
    (line,) = talk.say("setoption UCI_Variant minixiangqi")
    assert line.startswith("info message variant minixiangqi files 7 ranks 7 ")
    talk.say("position startpos", "go infinite")
    assert talk.report(BestMove("a1a2")) == ["bestmove a1a2"]
