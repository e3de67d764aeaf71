"""Each command of GTP and of GoGui's extensions, over a pool that only pretends."""

from __future__ import annotations

import pytest

from amalthea.engine.search.reports import BestMove, Info, Score
from helpers.fake_pool import FakePool, info
from helpers.gtp_talk import GtpTalk, MakeTalk

WALLS = "11k/12/12/12/12/12/12/12/12/12/WW10/K11 w - - 0 1"
PROMOTION = "7k/4P3/8/8/8/8/8/K7 w - - 0 1"
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"


def line(rank: int, cp: int, *pv: str) -> Info:
    return Info(9, 12, rank, Score(cp), (500, 300, 200), 1000, 9, 7, 42, pv)


def clicks(talk: GtpTalk, side: str, *points: str) -> None:
    for each in points:
        talk.ask(f"play {side} {each}")


def test_name_and_version(talk_of: MakeTalk) -> None:
    talk = talk_of(pool=FakePool())
    assert talk.ask("protocol_version") == "2"
    assert talk.ask("name") == "Amalthea"
    assert talk.ask("version")
    commands = talk.ask("list_commands").split()
    assert {"play", "genmove", "undo", "gogui-rules_board", "lz-analyze"} <= set(commands)
    assert all(talk.ask(f"known_command {each}") == "true" for each in commands)
    assert talk.ask("known_command komi") == "false"


def test_an_id_comes_back(talk_of: MakeTalk) -> None:
    talk = talk_of(pool=FakePool())
    assert talk.answer("17 name") == "=17 Amalthea\n\n"
    assert talk.answer("18 nothing") == "?18 unknown command\n\n"
    assert talk.answer("19 clear_board # whatever") == "=19 \n\n"
    assert talk.answer("\tname\x07 ") == "= Amalthea\n\n"


@pytest.mark.parametrize("silent", ["", "   ", "# a comment", "\t#"])
def test_empty_line_gets_no_answer(silent: str, talk_of: MakeTalk) -> None:
    assert talk_of(pool=FakePool()).answer(silent) == ""


@pytest.mark.parametrize(
    ("name", "size", "good"),
    [
        ("chess", "8", ["8", "8 8"]),
        ("gess", "20", ["20"]),
        ("gast14", "14 12", ["14", "14 12"]),
    ],
)
def test_the_board_has_one_size(name: str, size: str, good: list[str], talk_of: MakeTalk) -> None:
    talk = talk_of(name, pool=FakePool())
    assert talk.ask("gogui-rules_board_size") == size
    for each in good:
        talk.ask(f"boardsize {each}")
    assert talk.fault("boardsize 19") == "unacceptable size"


def test_two_clicks_make_a_move(talk_of: MakeTalk) -> None:
    talk = talk_of(pool=FakePool())
    assert talk.ask("gogui-rules_side_to_move") == "white"
    assert "E2" in talk.ask("gogui-rules_legal_moves").split()
    assert "E3" not in talk.ask("gogui-rules_legal_moves").split()
    talk.ask("play w E2")
    assert talk.ask("gogui-rules_side_to_move") == "white"
    assert talk.ask("gogui-rules_legal_moves").split()[:2] == ["E3", "E4"]
    assert "CIRCLE E3 E4" in talk.ask("gogui-rules_board_gfx")
    talk.ask("play w E4")
    assert talk.ask("gogui-rules_side_to_move") == "black"
    assert talk.ask("amalthea-moves") == "1. E2-E4"
    assert talk.ask("gogui-rules_board").split("\n")[4] == ". . . . O . . ."


def test_a_wrong_click_ends_the_choice(talk_of: MakeTalk) -> None:
    talk = talk_of(pool=FakePool())
    clicks(talk, "w", "E2", "H5")
    assert "CIRCLE" not in talk.ask("gogui-rules_board_gfx")
    assert "H5" not in talk.ask("gogui-rules_legal_moves").split()
    clicks(talk, "w", "E2", "D2", "D4")
    assert talk.ask("amalthea-moves") == "1. D2-D4"


def test_undo_takes_clicks_back(talk_of: MakeTalk) -> None:
    talk = talk_of(pool=FakePool())
    first = talk.state()
    clicks(talk, "w", "E2", "E4")
    after = talk.state()
    clicks(talk, "b", "E7", "E5")
    talk.ask("gg-undo 2")
    assert talk.state() == after
    talk.ask("undo")
    talk.ask("undo")
    assert talk.state() == first
    assert "cannot undo" in talk.fault("undo")


def test_a_cleared_board_may_be_played_again_or_otherwise(talk_of: MakeTalk) -> None:
    talk = talk_of(pool=FakePool())
    line = "w E2 w E4 b E7 b E5 w G1 w F3"
    talk.ask(f"gogui-play_sequence {line}")
    played = talk.state()
    for _ in range(2):
        talk.ask("clear_board")
        for pair in zip(line.split()[::2], line.split()[1::2], strict=True):
            talk.ask(f"play {' '.join(pair)}")
        assert talk.state() == played
    talk.ask("clear_board")
    clicks(talk, "w", "E2", "E4")
    clicks(talk, "b", "C7", "C5")
    assert talk.ask("amalthea-moves") == "1. E2-E4\n2. C7-C5"


def test_a_sequence_is_played_whole_or_not_at_all(talk_of: MakeTalk) -> None:
    talk = talk_of(pool=FakePool())
    before = talk.state()
    talk.fault("gogui-play_sequence w E2 w E4 b E7 b E5 b E5")
    assert talk.state() == before


def test_a_promotion_takes_a_third_click(talk_of: MakeTalk) -> None:
    talk = talk_of(pool=FakePool(), fen=PROMOTION)
    clicks(talk, "w", "E7", "E8")
    assert "choose q, r, b, n" in talk.ask("gogui-rules_board_gfx")
    assert "LABEL E8 Q E7 R D7 B F7 N" in talk.ask("gogui-rules_board_gfx")
    talk.ask("play w F7")
    assert talk.ask("amalthea-fen").startswith("4N2k")


def test_a_wall_is_taken_by_either_cell_and_pivots(talk_of: MakeTalk) -> None:
    talk = talk_of("ganymede", pool=FakePool(), fen=WALLS)
    talk.ask("play w B2")
    assert "COLOR #7fb3e6 A2 B2" in talk.ask("gogui-rules_board_gfx")
    talk.ask("play w B2")
    choices = talk.ask("gogui-rules_board_gfx")
    assert "choose as it is, v" in choices or "choose v" in choices


def test_the_footprint_of_a_gess_piece_is_shown(talk_of: MakeTalk) -> None:
    talk = talk_of("gess", pool=FakePool())
    talk.ask("play b M3")
    drawn = talk.ask("gogui-rules_board_gfx")
    assert "COLOR #7fb3e6 L2 M2 N2 L3 M3 N3 L4 M4 N4" in drawn
    assert "LABEL" not in drawn
    assert "Rings" in talk.ask("gogui-analyze_commands")
    assert talk.ask("amalthea-rings").endswith("TEXT Black 1, White 1")


def test_secret_choices_appear_together(talk_of: MakeTalk) -> None:
    talk = talk_of("gochess", pool=FakePool())
    talk.front.engine.set_option("Seed", "5")  # no blocked square in the two corners
    talk.front.begin(None)
    empty = talk.ask("gogui-rules_board")
    assert empty.count("?") == 10
    assert "X" not in empty
    assert "O" not in empty
    assert talk.ask("gogui-rules_side_to_move") == "black"
    talk.ask("play b A1")
    assert talk.ask("gogui-rules_board") == empty
    assert talk.ask("gogui-rules_side_to_move") == "white"
    talk.ask("play w J10")
    assert talk.ask("gogui-rules_board").count("X") == 1
    assert talk.ask("gogui-rules_side_to_move") == "black"


def test_a_cleared_board_is_drawn_as_before(talk_of: MakeTalk) -> None:
    first, second = (talk_of("gochess", pool=FakePool()) for _ in range(2))
    for talk in (first, second):
        talk.front.engine.set_option("Seed", "5")
        talk.front.begin(None)
    board = first.ask("gogui-rules_board")
    first.ask("clear_board")
    assert first.ask("gogui-rules_board") == board == second.ask("gogui-rules_board")


def test_a_move_of_the_engine_is_two_answers(talk_of: MakeTalk) -> None:
    pool = FakePool()
    talk = talk_of(pool=pool)
    assert talk.answer("1 genmove w") == ""
    assert talk.report(pool, info(3, "e2e4"), BestMove("e2e4")) == "=1 E2\n\n"
    assert talk.answer("2 genmove w") == "=2 E4\n\n"
    assert talk.ask("genmove w") == "pass"
    assert talk.ask("amalthea-moves") == "1. E2-E4"


def test_the_engine_goes_on_with_what_was_clicked(talk_of: MakeTalk) -> None:
    pool = FakePool()
    talk = talk_of(pool=pool)
    talk.ask("play w D2")
    talk.answer("genmove w")
    assert pool.job.limits.searchmoves == ("d2d3", "d2d4")
    assert talk.report(pool, BestMove("d2d4")) == "= D4\n\n"


def test_a_move_may_be_asked_for_without_playing_it(talk_of: MakeTalk) -> None:
    pool = FakePool()
    talk = talk_of(pool=pool)
    before = talk.state()
    talk.answer("reg_genmove w")
    assert talk.report(pool, BestMove("e2e4")) == "= E2\n\n"
    assert talk.state() == before


def test_only_the_side_not_to_move_may_pass(talk_of: MakeTalk) -> None:
    talk = talk_of(pool=FakePool())
    assert "may not pass" in talk.fault("play w pass")
    talk.ask("play b PASS")
    talk.ask("undo")
    assert talk.fault("play b E7") == "White is to move"


def test_end_of_the_game_is_shown(talk_of: MakeTalk) -> None:
    talk = talk_of(pool=FakePool(), fen=MATE_IN_ONE)
    assert "not over" in talk.fault("final_score")
    clicks(talk, "w", "A1", "A8")
    assert talk.ask("gogui-rules_legal_moves") == ""
    assert talk.ask("gogui-rules_final_result") == "White wins by checkmate"
    assert talk.ask("final_score") == "W+1"
    assert talk.ask("genmove b") == talk.ask("genmove w") == "pass"
    assert "over" in talk.fault("play b G8")
    assert "over" in talk.fault("lz-analyze")


def test_a_position_is_set_up_where_stones_are_enough(talk_of: MakeTalk) -> None:
    talk = talk_of("gess", pool=FakePool())
    start = talk.ask("amalthea-fen")
    rings = (
        "b C3 b C4 b C5 b D3 b D5 b E3 b E4 b E5 w P14 w P15 w P16 w Q14 w Q16 w R14 w R15 w R16"
    )
    talk.ask(f"gogui-setup {rings}")
    assert talk.ask("gogui-rules_side_to_move") == "black"
    talk.ask("gogui-setup_player w")
    assert talk.ask("gogui-rules_side_to_move") == "white"
    assert talk.ask("amalthea-rings").endswith("TEXT Black 1, White 1")
    before = talk.state()
    talk.fault("gogui-setup b A1")
    assert talk.state() == before
    talk.ask("clear_board")
    assert talk.ask("amalthea-fen") == start
    assert "amalthea-fen" in talk_of(pool=FakePool()).fault("gogui-setup b E2")


def test_a_fen_is_the_first_position_from_then_on(talk_of: MakeTalk) -> None:
    talk = talk_of(pool=FakePool())
    talk.ask(f"amalthea-fen {PROMOTION}")
    clicks(talk, "w", "A1", "B1")
    talk.ask("clear_board")
    assert talk.ask("amalthea-fen") == PROMOTION
    before = talk.state()
    talk.fault("amalthea-fen 8/8 w - - 0 1")
    assert talk.state() == before


def test_options_are_a_dialogue(talk_of: MakeTalk) -> None:
    talk = talk_of(pool=FakePool())
    talk.ask("amalthea-settings skill_level 3")
    talk.ask("amalthea-settings UCI_LimitStrength 1")
    listed = talk.ask("amalthea-settings").split("\n")
    assert "[string] Skill_Level 3" in listed
    assert "[bool] UCI_LimitStrength 1" in listed
    assert "unknown parameter" in talk.fault("amalthea-settings UCI_Variant gess")
    assert "expected" in talk.fault("amalthea-settings Hash much")


def test_best_lines_are_drawn(talk_of: MakeTalk) -> None:
    pool = FakePool()
    talk = talk_of(pool=pool)
    talk.answer("amalthea-best_lines 2")
    assert pool.job.multipv == 2
    drawn = talk.report(pool, line(1, 31, "e2e4", "e7e5"), line(2, -5, "d2d4"), BestMove("e2e4"))
    assert "COLOR #9ac77f E2 E4" in drawn
    assert "LABEL E4 1 D4 2" in drawn
    assert "TEXT 1. +0.31 depth 9: E2-E4 E7-E5" in drawn


def test_thoughts_are_drawn_only_for_gogui(talk_of: MakeTalk) -> None:
    pool = FakePool()
    talk = talk_of(pool=pool)
    talk.answer("genmove w")
    talk.report(pool, line(1, 31, "e2e4"), BestMove("e2e4"))
    assert talk.aside() == ""
    talk.ask("gogui-version 1.6.0")
    talk.ask("undo")
    talk.answer("genmove w")
    talk.report(pool, line(1, 31, "e2e4"), BestMove("e2e4"))
    assert talk.aside().startswith("gogui-gfx:\nCOLOR")


@pytest.mark.parametrize("command", ["clear_board", "time_settings 60 0 0"])
def test_worker_processes_start_before_a_clock_runs(command: str, talk_of: MakeTalk) -> None:
    pool = FakePool()
    talk_of(pool=pool).answer(command)
    assert pool.calls == [("prepare", "chess")]


def test_a_board_is_cleared_also_if_no_process_can_be_started(talk_of: MakeTalk) -> None:
    pool = FakePool()
    pool.fault = "no memory"
    assert talk_of(pool=pool).answer("clear_board") == "= \n\n"


def test_a_wrong_number_of_arguments_is_reported(talk_of: MakeTalk) -> None:
    assert talk_of().fault("genmove").endswith("genmove takes 1 argument, not 0")


@pytest.mark.parametrize(
    ("command", "streamed"),
    [
        (
            "lz-analyze w 0",
            "info move E2 visits 1000 winrate 6500 prior 0 lcb 6500 order 0 pv E2 E4",
        ),
        (
            "kata-analyze ownership true maxmoves 3 interval 0",
            "info move E2 visits 1000 utility 0.3000 winrate 0.6500 scoreMean 0.31"
            " scoreLead 0.31 prior 0 lcb 0.6500 order 0 pv E2 E4",
        ),
    ],
)
def test_analysis_streams_until_it_is_interrupted(
    command: str, streamed: str, talk_of: MakeTalk
) -> None:
    pool = FakePool()
    talk = talk_of(pool=pool)
    assert talk.answer(f"7 {command}") == "=7\n"
    assert talk.front.streaming
    assert pool.job.limits.infinite
    assert talk.report(pool, line(1, 31, "e2e4")) == f"{streamed}\n"
    talk.front.interrupt()
    assert ("stop",) in pool.calls
    assert talk.report(pool, BestMove("e2e4")) == f"{streamed}\n\n"
    assert not talk.front.streaming
    assert talk.ask("amalthea-moves") == ""


def test_targets_of_both_sides_are_counted(talk_of: MakeTalk) -> None:
    talk = talk_of(pool=FakePool())
    assert talk.ask("amalthea-targets b").endswith("TEXT Black: 20 moves to 16 squares")
    assert "E4 1" in talk.ask("amalthea-targets w")
    talk.ask(f"amalthea-fen {MATE_IN_ONE.replace(' w ', ' b ')}")
    clicks(talk, "b", "G8", "F8")
    clicks(talk, "w", "A1", "A8")
    assert "cannot move here" in talk.fault("amalthea-targets w")


def test_an_evaluation_has_terms(talk_of: MakeTalk) -> None:
    talk = talk_of(pool=FakePool())
    clicks(talk, "w", "E2", "E4")
    assert talk.ask("amalthea-evaluation").split("\n")[-1].startswith("Total: ")


def test_search_that_cannot_start_is_an_error(talk_of: MakeTalk) -> None:
    pool = FakePool()
    pool.fault = "no processes"
    talk = talk_of(pool=pool)
    assert talk.fault("genmove w") == "no processes"
    assert not talk.front.busy
