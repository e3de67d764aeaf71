"""XBoard's commands and the front end's answers."""

from __future__ import annotations

import random
import string
import time
from dataclasses import replace

import pytest

from amalthea.engine.search.reports import BestMove, Score
from helpers.fake_pool import info
from helpers.xboard_talk import CecpTalk

SCHOLAR = ("e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7")
DOUBLE = "6k5/12/12/12/12/12/12/12/12/12/PPPPPPPP4/6K1A2R w KQkq - 0 1"

LONE = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


def moves(talk: CecpTalk, *texts: str) -> list[str]:
    """Return the answers to moves of both sides."""
    return talk.say("force", *(f"usermove {text}" for text in texts))


# Features and pings.


def test_features_end_with_done(talk: CecpTalk) -> None:
    lines = talk.say("protover 2")
    assert lines[0] == "feature done=0"
    assert lines[-1] == "feature done=1"
    assert 'feature option="MultiPV -spin 1 1 500"' in lines
    assert 'feature option="Evaluation -combo *net /// hand"' in lines
    assert not any("setup" in line or "UCI" in line.split("=")[0] for line in lines)


def test_games_that_xboard_cannot_show_are_not_offered(talk: CecpTalk) -> None:
    offered = next(line for line in talk.say("protover 2") if "variants" in line)
    assert offered.startswith(
        'feature variants="normal,crazyhouse,fischerandom,gast,gast14,gochess,'
    )
    assert "capablanca" in offered
    assert not {"gess", "ganymede"} & set(offered.split('"')[1].split(","))


@pytest.mark.parametrize("name", ["gess", "gess-cvp", "ganymede"])
def test_a_game_that_xboard_cannot_show_is_reported_once(talk: CecpTalk, name: str) -> None:
    [line] = talk.say(f"variant {name}")
    assert line.startswith("tellusererror ")
    assert f"amalthea gtp {name}" in line
    assert f"amalthea play {name}" in line
    assert moves(talk, "e2e4") == []  # the game before goes on


def test_pings_are_answered_in_order(talk: CecpTalk) -> None:
    assert talk.say("ping 7") == ["pong 7"]
    talk.say("usermove e2e4", "ping 8")
    assert talk.hear() == []
    assert talk.report(BestMove("e7e5")) == ["move e7e5", "pong 8"]


@pytest.mark.parametrize(
    "line",
    ["force", "new", "undo", "remove", "result 1-0 {White mates}", "variant gast", "setboard"],
)
def test_pings_are_answered_after_an_abandoned_search(talk: CecpTalk, line: str) -> None:
    moves(talk, "e2e4", "e7e5", "g1f3")
    talk.say("go", "ping 8", "ping 9")
    assert talk.hear() == []
    rest = f" {LONE}" if line == "setboard" else ""
    answers = talk.say(f"{line}{rest}", "ping 10")
    assert [each for each in answers if each.startswith("pong")] == ["pong 8", "pong 9", "pong 10"]
    assert answers[:2] == ["pong 8", "pong 9"]


def test_pings_are_answered_after_a_resignation(talk: CecpTalk) -> None:
    said = []
    for number, (user, own) in enumerate((("e2e4", "e7e5"), ("g1f3", "b8c6"), ("f1c4", "g8f6"))):
        talk.say(f"usermove {user}", f"ping {number}")
        said += talk.report(info(9, own, score=Score(-2000)), BestMove(own))
    assert said == ["move e7e5", "pong 0", "move b8c6", "pong 1", "resign", "pong 2"]


# Wrong lines.

WRONG = (
    *("xyzzy", "protover", "protover two", "variant", "variant nonesuch"),
    *("usermove e2e5", "usermove", "usermove e9e4", "usermove O-O", "usermove e2e4,e4e5"),
    *("usermove @@@@", "usermove e7e5", "usermove P@e4", "level", "level 40 five 0", "level 1 2"),
    *("level 40 5 -1", "level 9999 5 0", "st", "st 0", "st -3", "sd deep", "sd 0", "nps x"),
    *("time", "time now", "otim 1.5", "otim 99999999999", "ping", "ping x", "undo", "remove"),
    *("memory", "memory 0", "memory -5", "cores none", "cores 0", "option", "option Nope=1"),
    *("option MultiPV=0", "option MultiPV", "option Hash=5", "option UCI_Variant=gast", "exit"),
    *("exclude", "exclude e2e5", "include x", "lift", "lift z9", "put", "put 11", "edit", "pause"),
    *("e2e5", "O-O", "setscore 3 4", "option Resign=maybe", "Usermove e2e4", "GO"),
)


@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_line_gets_one_error_and_changes_nothing(talk: CecpTalk, line: str) -> None:
    before = vars(talk.front._clock).copy()
    answers = talk.say(line)
    assert len(answers) == 1
    assert answers[0].startswith(("Error (", "Illegal move (", "tellusererror Illegal position"))
    assert vars(talk.front._clock) == before
    assert talk.front._play.moves == []
    assert moves(talk, "e2e4") == []


@pytest.mark.parametrize("fen", ["", "x", "8/8 w", LONE.replace("K", "N")])
def test_after_a_refused_position_moves_are_illegal_until_another_one(
    talk: CecpTalk, fen: str
) -> None:
    """The protocol asks so: the client's board shows a position that the engine does not have."""
    assert talk.say("usermove e2e4") == []
    [line] = talk.say(f"setboard {fen}")
    assert line.startswith("tellusererror Illegal position: ")
    assert not talk.pool.searching
    for word in ("usermove e7e5", "e7e5"):
        [line] = talk.say(word)
        assert line.startswith("Illegal move (the position was refused"), word
    for word in ("go", "playother", "analyze"):
        [line] = talk.say(word)
        assert line.startswith("Error (the position was refused"), word
        assert not talk.pool.searching
    talk.say(f"setboard {LONE}")
    assert moves(talk, "e2e4") == []
    talk.say("setboard x", "new")
    assert moves(talk, "e2e4") == []


def test_two_hundred_random_lines_get_one_error_each(talk: CecpTalk) -> None:
    dice = random.Random(16)
    signs = string.ascii_letters + string.digits + string.punctuation + "  \tä\0"
    heads = ("usermove", "level", "option", "variant", "st", "lift", "ping", "")
    for number in range(200):
        tail = "".join(dice.choice(signs) for _ in range(dice.randint(9, 60)))
        line = f"{dice.choice(heads)} x{number}{tail}".strip()
        answers = talk.say(line)
        assert len(answers) == 1, line
        assert answers[0].startswith(("Error", "Illegal", "tellusererror")), line
    assert talk.say("ping 1") == ["pong 1"]
    assert moves(talk, "e2e4") == []


# Play.


def test_the_engine_plays_black_after_new(talk: CecpTalk) -> None:
    assert talk.say("usermove e2e4") == []
    assert list(talk.pool.job.moves) == ["e2e4"]
    assert talk.report(info(3, "e7e5", "g1f3"), BestMove("e7e5")) == ["move e7e5"]


def test_a_bare_move_is_played(talk: CecpTalk) -> None:
    """Clients of the protocol's first version, and those that rejected `usermove`, send it so."""
    assert talk.say("e2e4") == []
    assert list(talk.pool.job.moves) == ["e2e4"]


@pytest.mark.parametrize(
    ("text", "move"), [("O-O", "e1h1"), ("O-O-O", "e1a1"), ("O-O+", "e1h1"), ("e1h1", "e1h1")]
)
def test_castling_in_chess960_is_read_as_xboard_writes_it(
    talk: CecpTalk, text: str, move: str
) -> None:
    talk.say("variant fischerandom", "force", "setboard r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1")
    assert talk.say(f"exclude {text}", f"include {text}", f"usermove {text}") == []
    assert talk.front._play.moves == [move]
    [line] = talk.say("usermove O-O-O-O")
    assert line == "Illegal move (not a move): O-O-O-O"


def test_castling_that_is_illegal_is_refused(talk: CecpTalk) -> None:
    talk.say("variant fischerandom", "force")
    [line] = talk.say("usermove O-O")
    assert line.startswith("Illegal move (illegal in '")
    assert line.endswith("): O-O")


def test_a_ping_waits_until_the_search_could_begin(talk: CecpTalk) -> None:
    """So the first move need not wait for processes that start while the clock runs."""
    talk.pool.is_ready = False
    assert talk.say("variant crazyhouse", "ping 3") == []
    assert talk.pool.calls[-1] == ("prepare", "crazyhouse")
    talk.pool.is_ready = True
    talk.front.collect()
    assert talk.hear() == ["pong 3"]
    assert talk.say("analyze", "ping 4") == ["pong 4"]


def test_a_ping_is_answered_if_no_process_can_be_started(talk: CecpTalk) -> None:
    talk.pool.fault = "no memory"
    assert talk.say("ping 3") == ["Error (no memory):", "pong 3"]


def test_go_and_playother_choose_the_side(talk: CecpTalk) -> None:
    talk.say("force", "usermove e2e4", "playother")
    assert not talk.pool.searching
    talk.say("go")
    assert talk.report(BestMove("e7e5")) == ["move e7e5"]
    assert talk.say("usermove g1f3") == []
    assert talk.report(BestMove("b8c6")) == ["move b8c6"]


def test_thinking_is_shown_after_post(talk: CecpTalk) -> None:
    talk.say("post", "usermove e2e4")
    line = talk.report(info(3, "e7e5", "g1f3", score=Score(-25)))
    assert line == ["3 -25 4 100 e7e5 g1f3"]
    mates = [Score(2, mate=True), Score(-3, mate=True)]
    assert [talk.report(info(4, "e7e5", score=each))[0].split()[1] for each in mates] == [
        "100002",
        "-100003",
    ]
    talk.say("nopost")
    assert talk.report(info(5, "e7e5")) == []


@pytest.mark.parametrize(("bound", "sign"), [("lower", "!"), ("upper", "?")])
def test_a_bound_is_marked_at_the_end_of_the_line(talk: CecpTalk, bound: str, sign: str) -> None:
    talk.say("post", "usermove e2e4")
    found = info(3, "e7e5", "g1f3", score=Score(-25, bound=bound))
    assert talk.report(found) == [f"3 -25 4 100 e7e5 g1f3 {sign}"]
    with_tables = replace(found, seldepth=7, nps=2500, tbhits=12)
    assert talk.report(with_tables) == [f"3 -25 4 100 7 2500 12\te7e5 g1f3 {sign}"]


def test_table_hits_are_shown_where_tables_are_used(talk: CecpTalk) -> None:
    talk.say("post", "usermove e2e4")
    found = replace(info(3, "e7e5", "g1f3", score=Score(-25)), seldepth=7, nps=2500, tbhits=12)
    assert talk.report(found) == ["3 -25 4 100 7 2500 12\te7e5 g1f3"]


def test_the_engine_ponders_on_the_expected_move(talk: CecpTalk) -> None:
    talk.say("hard", "usermove e2e4")
    talk.report(BestMove("e7e5", "g1f3"))
    assert talk.pool.job.limits.ponder
    assert talk.pool.job.moves[-1] == "g1f3"
    assert talk.say("hint") == ["Hint: g1f3"]
    talk.say("usermove g1f3")
    assert ("ponderhit",) in talk.pool.calls
    assert talk.report(BestMove("b8c6")) == ["move b8c6"]


def test_thinking_on_the_expected_move_is_shown_behind_it(talk: CecpTalk) -> None:
    talk.say("post", "hard", "usermove e2e4")
    talk.report(BestMove("e7e5", "g1f3"))
    assert talk.report(info(3, "b8c6", "f1b5", score=Score(-25))) == [
        "3 -25 4 100 (g1f3) b8c6 f1b5"
    ]
    talk.say("usermove g1f3")
    assert talk.report(info(4, "b8c6", score=Score(-25))) == ["4 -25 4 100 b8c6"]


def test_time_to_ponder_is_not_the_engines_own(
    talk: CecpTalk, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    talk.say("level 0 1 0", "hard", "usermove e2e4")
    now += 2.0
    talk.report(BestMove("e7e5", "g1f3"))
    now += 30.0
    talk.say("usermove g1f3")
    now += 3.0
    talk.report(BestMove("b8c6"))
    assert talk.front._clock.own_ms == 60_000 - 2_000 - 3_000


def test_an_unexpected_move_starts_a_new_search(talk: CecpTalk) -> None:
    talk.say("usermove e2e4")
    talk.report(BestMove("e7e5", "g1f3"))
    assert talk.say("usermove d2d4") == []
    assert not talk.pool.job.limits.ponder
    assert list(talk.pool.job.moves) == ["e2e4", "e7e5", "d2d4"]


def test_easy_ends_pondering(talk: CecpTalk) -> None:
    talk.say("usermove e2e4")
    talk.report(BestMove("e7e5", "g1f3"))
    talk.say("easy")
    assert not talk.pool.searching
    talk.say("usermove g1f3")
    talk.report(BestMove("b8c6", "f1b5"))
    assert not talk.pool.searching


def test_pondering_begins_again_with_a_changed_setting(talk: CecpTalk) -> None:
    talk.say("hard", "usermove e2e4")
    talk.report(BestMove("e7e5", "g1f3"))
    assert talk.pool.job.limits.ponder
    talk.say("option MultiPV=3")
    assert len(talk.called("search")) == 3
    assert (talk.pool.job.multipv, talk.pool.job.limits.ponder) == (3, True)


@pytest.mark.parametrize("setting", ["option MultiPV=3", "memory 8", "cores 2"])
def test_analysis_begins_again_with_a_changed_setting(talk: CecpTalk, setting: str) -> None:
    talk.say("analyze", setting)
    assert len(talk.called("search")) == 2
    assert talk.pool.searching
    assert talk.pool.job.multipv == (3 if "MultiPV" in setting else 1)


def test_stopped_search_prints_nothing(talk: CecpTalk) -> None:
    talk.say("usermove e2e4")
    assert talk.say("force") == []
    assert not talk.pool.searching
    assert talk.say("undo", "usermove d2d4") == []


def test_a_question_mark_ends_the_search_with_a_move(talk: CecpTalk) -> None:
    talk.say("usermove e2e4", "?")
    assert ("stop",) in talk.pool.calls


def test_finished_game_is_reported(talk: CecpTalk) -> None:
    assert moves(talk, *SCHOLAR) == ["1-0 {White wins by checkmate}"]


def test_a_draw_is_accepted_in_the_opening_when_the_engine_is_worse(talk: CecpTalk) -> None:
    talk.say("usermove e2e4")
    talk.report(info(9, "e7e5", score=Score(-5)), BestMove("e7e5"))
    assert talk.say("draw") == []
    talk.say("usermove g1f3")
    talk.report(info(9, "b8c6", score=Score(-160)), BestMove("b8c6"))
    assert talk.say("draw") == ["offer draw"]


def test_a_draw_is_accepted_in_an_endgame_when_the_score_is_not_better(talk: CecpTalk) -> None:
    talk.say(f"setboard {LONE}", "usermove e2e4")
    talk.report(info(9, "e8e7", score=Score(30)), BestMove("e8e7"))
    assert talk.say("draw") == []
    talk.say("usermove e4e5")
    talk.report(info(9, "e7e6", score=Score(0)), BestMove("e7e6"))
    assert talk.say("draw") == ["offer draw"]


@pytest.mark.parametrize("line", ["new", "variant normal", f"setboard {LONE}"])
def test_draw_offer_ignores_the_score_of_the_last_game(talk: CecpTalk, line: str) -> None:
    talk.say("usermove e2e4")
    talk.report(info(9, "e7e5", score=Score(-500)), BestMove("e7e5"))
    assert talk.say("force", line, "draw") == []


@pytest.mark.parametrize(("opponent", "last"), [((), "resign"), (("computer",), "move g8f6")])
def test_the_engine_resigns_a_lost_game_against_a_person(
    opponent: tuple[str, ...], last: str
) -> None:
    talk = CecpTalk(*opponent)
    lost = Score(-2000)
    said = []
    for user, own in (("e2e4", "e7e5"), ("g1f3", "b8c6"), ("f1c4", "g8f6")):
        talk.say(f"usermove {user}")
        said += talk.report(info(9, own, score=lost), BestMove(own))
    assert said == ["move e7e5", "move b8c6", last]
    talk.close()


# Clocks.


@pytest.mark.parametrize(
    ("level", "expected"),
    [
        ("level 40 5 0", (300_000, 40, 0)),
        ("level 0 2:30 1.5", (150_000, None, 1500)),
        ("level 20 0:07 0", (7_000, 20, 0)),
    ],
)
def test_level_sets_the_time_control(
    talk: CecpTalk, level: str, expected: tuple[int, int | None, int]
) -> None:
    talk.say(level, "usermove e2e4")
    limits = talk.pool.job.limits
    assert (limits.btime, limits.movestogo, limits.binc) == expected


def test_time_and_otim_set_the_clocks(talk: CecpTalk) -> None:
    talk.say("level 40 5 0", "time 12345", "otim 6789", "usermove e2e4")
    limits = talk.pool.job.limits
    assert (limits.btime, limits.wtime) == (123_450, 67_890)


def test_st_and_sd_limit_each_move(talk: CecpTalk) -> None:
    talk.say("st 3", "sd 7", "usermove e2e4")
    limits = talk.pool.job.limits
    assert limits.movetime == 2980
    assert limits.depth == 7
    assert limits.btime is None


def test_nps_counts_time_in_nodes(talk: CecpTalk) -> None:
    talk.say("nps 1000", "st 2", "usermove e2e4")
    assert talk.pool.job.limits.nodes == 2000


def test_a_new_game_is_played_in_real_time(talk: CecpTalk) -> None:
    talk.say("nps 1", "st 2", "new", "level 0 1 0", "usermove e2e4")
    limits = talk.pool.job.limits
    assert (limits.nodes, limits.btime) == (None, 60_000)


# Positions.


def test_undo_and_remove_take_moves_back(talk: CecpTalk) -> None:
    moves(talk, "e2e4", "e7e5", "g1f3")
    talk.say("undo", "usermove d2d4", "remove", "go")
    assert list(talk.pool.job.moves) == ["e2e4"]


def test_setboard_sets_up_a_position(talk: CecpTalk) -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    assert talk.say("force", f"setboard {fen}", "usermove e2e4", "go") == []
    assert talk.pool.job.fen == fen


def test_kqkq_gives_rights_to_all_partners_at_home(talk: CecpTalk) -> None:
    talk.say("variant gast", "force", f"setboard {DOUBLE}")
    assert talk.front._play.fen.split()[2] == "IL"


def test_setboard_of_a_position_of_the_game_keeps_its_rights(talk: CecpTalk) -> None:
    talk.say("variant gast", "force", "usermove f2f3", "usermove f11f10")
    known = talk.front._play.fens[-1]
    talk.say(f"setboard {known.split()[0]} w KQkq f9 3 7")
    assert talk.front._play.fen == known


def test_chess960_castles_as_king_takes_rook(talk: CecpTalk) -> None:
    talk.say("variant fischerandom", "force")
    talk.say("setboard rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1")
    assert talk.say("usermove b1h1") == []
    assert talk.front._play.position.fen().startswith("rk5r/8/8/8/8/8/8/R4RK1")


# Analysis.


def test_analysis_follows_the_moves(talk: CecpTalk) -> None:
    talk.say("post", "analyze")
    assert talk.pool.job.limits.infinite
    assert talk.report(info(5, "e2e4")) == ["5 25 4 100 e2e4"]
    assert talk.say(".")[0].startswith("stat01: ")
    talk.say("usermove e2e4")
    assert list(talk.pool.job.moves) == ["e2e4"]
    talk.say("undo")
    assert list(talk.pool.job.moves) == []
    talk.say("new")
    assert talk.pool.searching
    talk.say("exit")
    assert not talk.pool.searching


def test_exclude_and_include_restrict_the_analysis(talk: CecpTalk) -> None:
    talk.say("analyze", "exclude e2e4")
    assert "e2e4" not in talk.pool.job.limits.searchmoves
    assert len(talk.pool.job.limits.searchmoves) == 19
    talk.say("include e2e4")
    assert list(talk.pool.job.limits.searchmoves) == []
    talk.say("exclude all", "include d2d4")
    assert list(talk.pool.job.limits.searchmoves) == ["d2d4"]
    talk.say("usermove d2d4")
    assert list(talk.pool.job.limits.searchmoves) == []


# Options.


def test_options_are_set(talk: CecpTalk) -> None:
    assert talk.say("option MultiPV=3", "option UCI_LimitStrength=1", "memory 64", "cores 2") == []
    options = talk.front.engine.options
    assert (options.multipv.value, options.limit_strength.value) == (3, True)
    assert options.threads.value == 2


@pytest.mark.parametrize(
    ("fen", "read"),
    [
        (f"{LONE};", LONE),
        (f"{LONE} # from a book", LONE),
        (LONE.replace(" ", "  ").replace(" w ", " W "), LONE),
    ],
)
def test_setboard_reads_fens_of_books_and_reports_corrections(
    talk: CecpTalk, fen: str, read: str
) -> None:
    (said,) = talk.say("force", f"setboard {fen}")
    assert said.startswith("# ")
    assert talk.front._play.position.fen() == read
