"""The USI front end: its lines, and the reports of the pool."""

from __future__ import annotations

from dataclasses import replace

import pytest

from amalthea.engine import variants
from amalthea.engine.search.reports import BestMove, CurrentMove, Score
from helpers.fake_pool import info
from helpers.talk import ERROR, UsiTalk

HANDICAP = "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
MATED = "position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 2"


def test_usi_names_the_engine_and_every_option(talk: UsiTalk) -> None:
    lines = talk.say("usi")
    assert lines[0].startswith("id name Amalthea ")
    assert lines[1].startswith("id author ")
    assert lines[-1] == "usiok"
    options = {line.split()[2]: line for line in lines if line.startswith("option ")}
    assert options["USI_Hash"] == "option name USI_Hash type spin default 16 min 1 max 33554432"
    assert options["USI_Ponder"] == "option name USI_Ponder type check default false"
    assert {"USI_MultiPV", "Skill_Level", "USI_Elo", "Debug_Log_File"} <= options.keys()
    variant = options["USI_Variant"]
    assert variant.startswith("option name USI_Variant type combo default shogi var chess ")
    assert " var minishogi " in variant
    assert " var gess" not in variant
    assert all(line.split()[3] == "type" for line in options.values())


@pytest.mark.parametrize("name", ["USI_Hash", "usi_hash", "Hash"])
def test_options_have_two_names(talk: UsiTalk, name: str) -> None:
    assert talk.say(f"setoption name {name} value 32", "isready") == ["readyok"]
    assert talk.pool.hash_mib == 32


def test_options_without_spaces(talk: UsiTalk) -> None:
    assert talk.say("setoption name Skill_Level value 3") == []
    assert talk.front.engine.options.skill_level.value == 3
    assert talk.say("setoption name Nonsense value 3")[0].startswith(f"{ERROR}unknown option")


@pytest.mark.parametrize("name", ["USI_Variant", "UCI_Variant"])
def test_other_variants_are_chosen_by_an_option(talk: UsiTalk, name: str) -> None:
    assert talk.front.engine.variant.name == "shogi"
    (line,) = talk.say(f"setoption name {name} value minishogi")
    assert line.startswith("info string variant minishogi files 5 ranks 5 ")
    talk.say("position startpos moves 5d5c", "go")
    assert talk.pool.job.moves == ("a2a3",)


def test_a_game_without_pieces_is_refused(talk: UsiTalk) -> None:
    (line,) = talk.say("setoption name USI_Variant value gess")
    assert line == f"{ERROR}USI_Variant: 'gess' has no pieces whose moves USI could write"
    assert talk.front.engine.variant.name == "shogi"


def test_a_game_as_a_gui_plays_it(talk: UsiTalk) -> None:
    talk.say("usi", "isready", "usinewgame")
    talk.say("position startpos moves 7g7f 3c3d 8h2b+", "go btime 60000 wtime 50000 byoyomi 10000")
    assert talk.pool.job.moves == ("c3c4", "g7g6", "b2h8+")
    assert talk.report(info(3, "g9h8", "h2b2+"), CurrentMove(3, "g9h8", 1)) == [
        "info depth 3 seldepth 3 multipv 1 score cp 25 nodes 100 nps 1000 hashfull 7 time 42"
        " pv 3a2b 2h8h+",
        "info depth 3 currmove 3a2b currmovenumber 1",
    ]
    assert talk.report(BestMove("g9h8", "B@e5")) == ["bestmove 3a2b ponder B*5e"]
    assert talk.say("gameover win") == []


def test_black_has_the_clock_of_white(talk: UsiTalk) -> None:
    talk.say("position startpos", "go btime 60000 wtime 50000 byoyomi 10000")
    limits = talk.pool.job.limits
    assert (limits.wtime, limits.btime, limits.byoyomi) == (60000, 50000, 10000)


def test_increments_count_before_the_move(talk: UsiTalk) -> None:
    talk.say("position startpos", "go btime 40000 wtime 50000 binc 10000 winc 5000")
    limits = talk.pool.job.limits
    assert (limits.wtime, limits.btime, limits.winc, limits.binc) == (50000, 55000, 10000, 5000)


def test_byoyomi_alone_limits_the_search(talk: UsiTalk) -> None:
    talk.say("position startpos", "go btime 0 wtime 0 byoyomi 3000")
    assert talk.pool.job.limits.timed
    assert not talk.pool.job.limits.infinite


@pytest.mark.parametrize("word", ["infinite", "depth 3", "nodes 50", "movetime 20", "ponder"])
def test_limits_as_in_uci(talk: UsiTalk, word: str) -> None:
    talk.say("position startpos", f"go {word}")
    name, *number = word.split()
    assert getattr(talk.pool.job.limits, name) == (int(number[0]) if number else True)


def test_ponderhit_and_stop(talk: UsiTalk) -> None:
    talk.say("position startpos moves 7g7f", "go ponder btime 900 wtime 900", "ponderhit", "stop")
    assert talk.called("ponderhit")
    assert talk.called("stop")
    assert talk.report(BestMove("g7g6")) == ["bestmove 3c3d"]


def test_searchmoves(talk: UsiTalk) -> None:
    talk.say("position startpos", "go searchmoves 7g7f 2g2f infinite")
    assert talk.pool.job.limits.searchmoves == ("c3c4", "h3h4")


def test_a_drop_is_searched(talk: UsiTalk) -> None:
    talk.say("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1", "go searchmoves G*5b")
    assert talk.pool.job.limits.searchmoves == ("G@e8",)


def test_side_to_move_that_is_mated_resigns(talk: UsiTalk) -> None:
    assert talk.say(MATED, "go depth 3") == ["info depth 0 score mate -0"]
    assert talk.report(BestMove(None)) == ["bestmove resign"]


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (Score(31, bound="lower"), "cp 31 lowerbound"),
        (Score(1, mate=True), "mate 1"),
        (Score(3, mate=True), "mate 5"),
        (Score(-1, mate=True), "mate -2"),
        (Score(-3, mate=True, bound="upper"), "mate -6 upperbound"),
    ],
)
def test_mates_are_counted_in_plies(talk: UsiTalk, score: Score, words: str) -> None:
    talk.say("position startpos", "go")
    (line,) = talk.report(info(1, "c3c4", score=score))
    assert f" score {words} nodes " in line


# Searches for a mate.


def test_a_mate_that_is_found(talk: UsiTalk) -> None:
    talk.say("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "go mate 5000")
    limits = talk.pool.job.limits
    assert (limits.movetime, limits.infinite) == (5000, False)
    assert limits.mate
    talk.report(info(3, "g3g4"), info(3, "G@e8", score=Score(1, mate=True)))
    assert talk.report(BestMove("G@e8")) == ["checkmate G*5b"]


@pytest.mark.parametrize("words", ["mate infinite", "mate"])
def test_a_search_for_a_mate_may_be_without_limit(talk: UsiTalk, words: str) -> None:
    talk.say("position startpos", f"go {words}")
    assert talk.pool.job.limits.movetime is None
    assert talk.pool.job.limits.mate


@pytest.mark.parametrize(
    ("score", "answer"),
    [(Score(900), "timeout"), (Score(-2, mate=True), "nomate")],
)
def test_no_mate_is_found(talk: UsiTalk, score: Score, answer: str) -> None:
    talk.say("position startpos", "go mate 10")
    talk.report(info(3, "c3c4", score=score))
    assert talk.report(BestMove("c3c4")) == [f"checkmate {answer}"]


def test_who_is_mated_does_not_mate(talk: UsiTalk) -> None:
    talk.say(MATED, "go mate infinite")
    assert talk.report(BestMove(None))[-1] == "checkmate nomate"


@pytest.mark.parametrize("text", ["x", "0", "-5", "5.5"])
def test_a_wrong_time_for_a_mate_is_refused(talk: UsiTalk, text: str) -> None:
    talk.say("position startpos")
    assert talk.say(f"go mate {text}") == [
        f"{ERROR}go mate: '{text}', expected milliseconds or 'infinite'",
        "checkmate timeout",
    ]


# Positions.


def test_a_handicap_game(talk: UsiTalk) -> None:
    talk.say(f"position sfen {HANDICAP} moves 8b2b", "go")
    assert talk.pool.job.moves == ("b8h8",)
    assert talk.pool.job.turn == "w"


def test_a_fen_is_read_too(talk: UsiTalk) -> None:
    fen = variants.get("shogi").start_fen()
    talk.say(f"position fen {fen} moves 7g7f", "go")
    assert talk.pool.job.moves == ("c3c4",)


def test_d_shows_the_sfen(talk: UsiTalk) -> None:
    sfen = "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124"
    assert talk.say(f"position sfen {sfen}", "d")[-1] == f"Sfen: {sfen}"


def test_legal_moves_are_written_in_usi(talk: UsiTalk) -> None:
    (line,) = talk.say("position sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1", "moves")
    assert sorted(line.split()[1:]) == ["5i4h", "5i4i", "5i5h", "5i6h", "5i6i"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("position startpos moves 7g7f 7g7f", "move 2, '7g7f', is illegal in "),
        ("position startpos moves c3c4", "'c3c4' is no move: expected one such as 7g7f"),
        ("position startpos moves 1a1j", "'1a1j' is no move: 1j is off the board"),
        ("position sfen 9/9 b", "has 2 ranks, expected 9"),
        ("position sfen", "position sfen: 0 fields"),
    ],
)
def test_a_wrong_position_leaves_none(talk: UsiTalk, line: str, why: str) -> None:
    (answer,) = talk.say(line)
    assert answer.startswith(ERROR)
    assert why in answer
    assert talk.say("go depth 1") == [
        f"{ERROR}no position: the last one was refused",
        "bestmove resign",
    ]


def test_illegal_searchmoves_are_named_as_they_were_given(talk: UsiTalk) -> None:
    error, answer = talk.say("position startpos", "go searchmoves 7g7e 9i9a")
    assert error.startswith(f"{ERROR}go searchmoves: '7g7e 9i9a' illegal in ")
    assert answer == "bestmove resign"


@pytest.mark.parametrize(
    "line", ["uci", "uccinewgame", "startpos", "ucicyclone", "xyzzy", "gameover", "gameover x"]
)
def test_an_unknown_command_has_one_line(talk: UsiTalk, line: str) -> None:
    (answer,) = talk.say(line)
    assert answer.startswith(ERROR)


def test_moves_of_a_search_belong_to_its_game(talk: UsiTalk) -> None:
    """The variant may change while a search runs, which then still ends with its own move."""
    talk.say("position startpos", "go depth 9", "setoption name USI_Variant value minishogi")
    assert talk.report(BestMove("c3c4")) == ["bestmove 7g7f"]


def test_warnings_name_the_words_of_the_line(talk: UsiTalk) -> None:
    (line,) = talk.say("position startpos", "go btime x infinite")
    assert line == "info string warning: go btime: 'x', expected a whole number, ignored"


def test_every_option_can_be_set_to_its_default(talk: UsiTalk) -> None:
    for option in talk.front.engine.options:
        if hasattr(option, "default") and option.name != "UCI_Variant":
            name = option.name.replace("UCI_", "USI_").replace(" ", "_")
            value = str(option.default).lower() or "<empty>"
            assert talk.say(f"setoption name {name} value {value}") == []


def test_info_of_other_lines_does_not_decide_a_mate(talk: UsiTalk) -> None:
    talk.say("position startpos", "go mate 10")
    second = replace(info(3, "c3c4", score=Score(2, mate=True)), multipv=2)
    talk.report(info(3, "h3h4"), second)
    assert talk.report(BestMove("h3h4")) == ["checkmate timeout"]
