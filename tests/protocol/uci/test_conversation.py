"""The dialect of UCI as a GUI sees it: commands and the lines that answer them."""

import random
import re
import subprocess
import time
from itertools import pairwise
from pathlib import Path

import pytest

import amalthea
from amalthea.engine.search.reports import Score
from amalthea.protocol.uci_client.info_lines import read_info
from helpers.dialogue import ENGINE, Dialogue, errors, infos
from helpers.sample import one_in
from helpers.talk import Talk

GAST = "setoption name UCI_Variant value gast"
GAST_START = amalthea.variants.get("gast").start
MIDDLE = {
    "chess": "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7",
    "gast": "r1ga1qkbagnr/pppp1ppppppp/3n8/12/4p7/4P7/3N8/12/12/12/PPPP1PPPPPPP/R1GABQKBAGNR "
    "w ADILadil - 2 5",
    "ganymede": "r2ibqkbiogr/1og1n5ww/1pppp1sppppp/p4pn5/12/2l2P1d4/6p5/8d3/6PDP3/PPPPPSSP1PPP/"
    "WW2N1BNOGWW/RGOIBQK1I2R w AGLafl - 1 13",
}


def one_line(talk: Talk, *lines: str) -> str:
    """Return the only line of the answer."""
    answer = talk.say(*lines)
    assert len(answer) == 1, answer
    return answer[0]


def test_variant_is_announced_as_variant_guis_read_it(talk: Talk) -> None:
    assert one_line(talk, GAST) == (
        f"info string variant gast files 12 ranks 12 pocket 0 template fairy startpos {GAST_START}"
    )


def test_variants_are_listed_a_line_each(talk: Talk) -> None:
    lines = talk.say("variants")
    assert f"gast 12 12 {GAST_START} Gast's Chess" in lines
    assert lines[0].startswith("chess 8 8 ")


@pytest.mark.parametrize(
    ("variant", "position", "status"),
    [
        ("chess", "startpos", "ongoing"),
        ("chess", "startpos moves f2f3 e7e5 g2g4 d8h4", "win b checkmate"),
        ("chess", "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "draw stalemate"),
        ("chess", "fen 7k/8/8/8/8/8/8/K7 w - - 0 1", "draw bare"),
        ("chess", "fen 7k/8/8/8/8/8/8/KN6 w - - 0 1", "draw insufficient"),
        ("chess", "fen 7k/8/8/8/8/8/8/KR6 w - - 100 90", "draw fiftymove"),
        ("chess", "startpos moves " + "g1f3 g8f6 f3g1 f6g8 " * 2, "draw repetition"),
        ("gast", "startpos moves " + "b1c3 b12c10 c3b1 c10b12 " * 2, "draw repetition"),
        ("gast", "fen 11k/12/12/12/12/12/12/12/12/12/12/K11 w - - 0 1", "draw bare"),
        ("ganymede", "startpos moves " + "e2d4 e11d9 d4e2 d9e11 " * 2, "draw repetition"),
        ("ganymede", "fen 8WW1k/12/11K/12/12/12/12/12/12/12/12/12 b - - 0 1", "win w checkmate"),
        ("gochess", "fen k*8/8*1/1K*7/9*/1***6/10/3*6/10/4*5/R6*2 b - - 0 1", "win w checkmate"),
    ],
)
def test_status_names_the_termination(talk: Talk, variant: str, position: str, status: str) -> None:
    talk.say(f"setoption name UCI_Variant value {variant}")
    assert one_line(talk, f"position {position}", "status") == f"status {status}"


def test_moves_are_listed(talk: Talk) -> None:
    talk.say(GAST)
    words = one_line(talk, "position startpos", "moves").split()
    assert words[0] == "legalmoves"
    assert len(set(words[1:])) == 82


def test_board_evaluation_and_flip_are_shown(talk: Talk) -> None:
    talk.say(GAST, "position startpos moves e2e6")
    board = "\n".join(talk.say("d"))
    assert "e5 0 1" in board
    assert " 12 | r | n " in board
    assert any("mobility" in line for line in talk.say("eval"))
    talk.say("flip")
    assert " w ADILadil e8 0 1" in "\n".join(talk.say("d"))


def test_an_illegal_move_is_named_with_its_number(talk: Talk) -> None:
    error = one_line(talk, "position startpos moves e2e4 e7e5 e4e5 g1f3")
    assert error.startswith("info string error:")
    assert "move 3" in error
    assert "'e4e5'" in error


def test_a_refused_position_is_not_searched_but_the_next_is(running: Dialogue) -> None:
    assert len(errors(running.answer("position fen 8/8/8/8/8/8/8/8 w - - 0 1"))) == 1
    lines = running.search("go depth 1")
    assert len(errors(lines)) == 1
    assert lines[-1] == "bestmove (none)"
    assert running.answer("position startpos") == []
    assert running.search("go depth 1")[-1] != "bestmove (none)"


def test_a_bare_fen_is_a_position(talk: Talk) -> None:
    assert one_line(talk, "position 7k/8/8/8/8/8/8/KR6 w - -", "status") == "status ongoing"


@pytest.mark.parametrize("variant", MIDDLE)
def test_every_line_of_play_is_legal_to_its_end(running: Dialogue, variant: str) -> None:
    running.answer(f"setoption name UCI_Variant value {variant}", "setoption name MultiPV value 3")
    for fen in (MIDDLE[variant], amalthea.variants.get(variant).start):
        running.answer(f"position fen {fen}")
        lines = infos(running.search("go depth 9"))
        assert lines
        for info in lines:
            position = amalthea.new_position(variant, fen)
            for move in info.pv:
                position.play(move)


def test_the_last_line_is_exact_and_begins_with_the_best_move(running: Dialogue) -> None:
    rng = random.Random(3)
    running.answer(GAST, f"position fen {MIDDLE['gast']}")
    for _ in range(8):
        running.send("go infinite")
        time.sleep(rng.uniform(0.05, 0.3))
        lines = running.search("stop")
        last = infos(lines)[-1]
        assert last.exact
        assert last.pv[0] == lines[-1].split()[1]
        assert running.answer() == []


@pytest.mark.parametrize(
    "go",
    [
        "go movetime 50",
        "go nodes 3000",
        "go depth 6",
        "go wtime 500 btime 500 winc 10 binc 10",
        "go wtime 300 btime 300 movestogo 2",
        "go wtime 1 btime 1",
        "go wtime -20 btime 0",
        "go depth 4 searchmoves a2a3 l2l3",
    ],
)
def test_a_search_with_each_limit_ends_with_one_best_move(running: Dialogue, go: str) -> None:
    running.answer(GAST, "ucinewgame", "position startpos")
    lines = running.search(go)
    move = lines[-1].split()[1]
    assert move in amalthea.new_position("gast").legal_moves()
    if "searchmoves" in go:
        assert move in ("a2a3", "l2l3")
    assert not any("bestmove" in line for line in running.answer())


def test_pondering_waits_for_ponderhit(running: Dialogue) -> None:
    running.answer("position startpos moves e2e4 e7e5")
    running.send("go ponder wtime 300 btime 300")
    time.sleep(0.5)
    assert not any("bestmove" in line for line in running.answer())
    assert running.search("ponderhit")[-1].startswith("bestmove ")


@pytest.mark.parametrize("variant", one_in(3, MIDDLE))
def test_node_counts_are_equal_in_fresh_processes(variant: str) -> None:
    runs = []
    for _ in range(2):
        with Dialogue() as talk:
            talk.answer("setoption name Threads value 1")
            talk.answer(f"setoption name UCI_Variant value {variant}")
            lines = talk.search("go nodes 30000")
            last = infos(lines)[-1]
            runs.append((last.nodes, last.score, last.pv, lines[-1]))
    assert len(set(runs)) == 1
    assert abs((runs[0][0] or 0) - 30000) <= 300


def test_node_counts_are_equal_after_ucinewgame(running: Dialogue) -> None:
    running.answer("setoption name Threads value 1")
    runs = []
    for command in ("ucinewgame", "ucinewgame", "setoption name Clear Hash"):
        running.answer(command, "position startpos")
        runs.append(infos(running.search("go nodes 10000"))[-1].pv)
    assert len(set(runs)) == 1


def test_multipv_and_wdl_are_shown_on_request(running: Dialogue) -> None:
    running.answer("setoption name MultiPV value 4", "setoption name UCI_ShowWDL value true")
    last = infos(running.search("go depth 6"))[-4:]
    assert [info.multipv for info in last] == [1, 2, 3, 4]
    assert len({info.pv[0] for info in last}) == 4
    for info in last:
        assert sum(info.wdl or ()) == 1000


def test_a_single_legal_move_is_played_at_once(running: Dialogue) -> None:
    running.answer("setoption name Threads value 1")
    running.answer("position fen k7/8/8/8/8/8/1r6/K7 w - - 0 1")
    lines = running.search("go wtime 3600000 btime 3600000")
    assert lines[-1].startswith("bestmove a1b2")
    assert infos(lines)[-1].depth == 1


@pytest.mark.parametrize("go", ["go movetime 300", "go depth 6"])
def test_a_forced_reply_is_searched_to_the_given_depth(running: Dialogue, go: str) -> None:
    running.answer("position fen 8/8/8/8/7k/3R4/8/r3qK2 w - - 0 1")
    lines = running.search(go)
    assert lines[-1].startswith("bestmove f1g2")
    last = infos(lines)[-1]
    assert (last.score, (last.depth or 0) > 2) == (Score(-1, mate=True), True)


@pytest.mark.parametrize(
    ("variant", "fen", "score"),
    [
        ("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "mate 0"),
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
        ("gochess", "k*8/8*1/1K*7/9*/1***6/10/3*6/10/4*5/R6*2 b - - 0 1", "mate 0"),
    ],
)
def test_a_position_without_legal_moves_has_a_score_and_no_best_move(
    running: Dialogue, variant: str, fen: str, score: str
) -> None:
    running.answer(f"setoption name UCI_Variant value {variant}", f"position fen {fen}")
    end = f"info depth 0 score {score}"
    assert running.search("go movetime 100") == [end, "bestmove (none)"]
    running.send("go infinite")
    assert running.until("info depth")[-1] == end
    assert running.search("stop") == ["bestmove (none)"]


def test_a_long_iteration_is_reported_every_second_and_its_moves_after_three(
    running: Dialogue,
) -> None:
    running.answer("setoption name UCI_Variant value gess", "isready")
    running.send("go infinite")
    lines = running.until("info depth")
    while " currmove " not in lines[-1] or len(lines) < 10:
        lines += running.until("info depth")
    running.search("stop")
    times = [info.time for info in map(read_info, lines) if info and info.time is not None]
    # A second, and more because other processes use the machine.
    assert all(later - time < 5000 for time, later in pairwise([0, *times]))
    between = [line for line in lines if " nodes " in line and " score " not in line]
    assert len(between) >= 2
    assert re.fullmatch(
        r"info depth \d+ seldepth \d+ nodes \d+ nps \d+ hashfull \d+ time \d+", between[0]
    )
    moves = [line for line in lines if " currmove " in line]
    assert re.fullmatch(r"info depth \d+ currmove \S+ currmovenumber \d+", moves[0])
    earlier = map(read_info, lines[: lines.index(moves[0])])
    assert max(info.time or 0 for info in earlier if info) >= 1900, "the last one before three"


@pytest.mark.parametrize(
    ("variant", "depth", "nodes"),
    [
        ("gast", 3, 599102),
        ("chess", 4, 197281),
        ("gast", 1, 82),
        ("gast14", 3, 977272),
        ("ganymede", 3, 184338),
    ],
)
def test_perft_is_divided_by_first_move(
    running: Dialogue, variant: str, depth: int, nodes: int
) -> None:
    running.answer(f"setoption name UCI_Variant value {variant}", "position startpos")
    running.send(f"go perft {depth}")
    lines = running.until("Nodes searched")
    assert lines[-1] == f"Nodes searched: {nodes}"
    counted = [line.split(": ") for line in lines if line.count(": ") == 1][:-1]
    assert sum(int(count) for _, count in counted) == nodes


def test_stopped_perft_prints_complete_counts_only(running: Dialogue) -> None:
    running.answer("setoption name UCI_Variant value gast", "position startpos")
    running.send("go perft 2")
    running.until("Nodes searched")
    running.send("go perft 9", "stop")
    assert running.until("info string error") == [
        "", "info string error: go perft: the count was stopped before its end",
    ]  # fmt: skip


def test_the_conversation_is_logged(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    with Dialogue() as talk:
        talk.answer(f"setoption name Debug Log File value {log}", "position startpos moves e2e5")
        missing = tmp_path / "missing" / "log.txt"
        assert errors(talk.answer(f"setoption name Debug Log File value {missing}"))
        talk.answer("position startpos moves d2d4")
    text = log.read_text()
    assert "position startpos moves e2e5" in text
    assert "info string error" in text
    assert "position startpos moves d2d4" in text  # a refused log leaves the open one


@pytest.mark.parametrize(
    ("arguments", "expected"),
    one_in(
        2, [(["perft", "gast", "3"], "Nodes searched: 599102"), (["bench", "1"], "Nodes searched")]
    ),
)
def test_a_command_may_be_given_as_arguments(arguments: list[str], expected: str) -> None:
    runs = [
        subprocess.run([*ENGINE, *arguments], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    signatures = [
        [line for line in run.splitlines() if line.startswith("Nodes searched")] for run in runs
    ]
    assert signatures[0] == signatures[1]
    assert expected in signatures[0][0]


def test_eval_as_an_argument_takes_a_game_and_a_position() -> None:
    def eval_output(*words: str) -> list[str]:
        command = [*ENGINE, "eval", *words]
        run = subprocess.run(command, capture_output=True, text=True, check=True)
        return run.stdout.splitlines()

    lone = "12/3k8/12/12/12/12/12/12/8Q3/12/5K6/12 w - - 0 1"
    assert eval_output() == eval_output("chess")
    assert any(line.startswith(" 12 ") for line in eval_output("gast"))
    assert any(line.startswith("mop-up") for line in eval_output("gast", *lone.split()))
    assert eval_output("chess", "startpos") == eval_output("chess")


def test_perft_as_an_argument_takes_a_start_position() -> None:
    command = [*ENGINE, "perft", "chess", "1", "startpos"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "Nodes searched: 20" in run.stdout.splitlines()


def test_a_variant_file_adds_its_valid_games_and_reports_the_others(tmp_path: Path) -> None:
    file = tmp_path / "own.ini"
    file.write_text(
        "[wide]\nmaxFile = 10\nmaxRank = 8\npawn = p\nknight = n\nking = k\nrook = r\n"
        "startFen = rnnnnknnnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNNNNKNNNR w - - 0 1\n"
        "castling = false\npromotionPieceTypes = nr\n\n[odd]\nmaxFile = 40\n"
    )
    with Dialogue() as talk:
        answer = talk.answer(f"setoption name VariantPath value {file}")
        assert len(errors(answer)) == 1
        assert "odd" in errors(answer)[0]
        assert "info string loaded wide" in answer
        talk.answer("setoption name UCI_Variant value wide", "position startpos")
        assert talk.search("go depth 3")[-1] != "bestmove (none)"
