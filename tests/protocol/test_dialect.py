"""What the dialect promises, told by the whole program: its processes, pipes and real searches."""

from __future__ import annotations

import random
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

import engine
from dialogue import ENGINE, Dialogue, errors, infos

GAMES = ("chess", "gast")
GUARD_S = 30.0  # only against hanging
SEED = 2

CHESS_MIDDLE = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 10"
GAST_MIDDLE = (
    "rn2bqkb3r/ppppppppnppp/8p3/3ga3ga2/12/12/12/12/3GA2AG2P/2P9/PP1PPPPPPPP1/RN2BQKB2NR"
    " w ALal - 9 7"
)
MIDDLE = {"chess": CHESS_MIDDLE, "gast": GAST_MIDDLE}
GAST_MATED = "k11/1Q10/2K9/12/12/12/12/12/12/12/12/12 b - - 0 1"
GAST_STALEMATED = "k11/12/1Q10/12/12/12/12/12/12/12/12/K11 b - - 0 1"


@pytest.fixture
def talk() -> Iterator[Dialogue]:
    with Dialogue() as dialogue:
        yield dialogue


def choose(talk: Dialogue, game: str) -> None:
    talk.answer(f"setoption name UCI_Variant value {game}")


def walk(game: str, seed: int) -> list[str]:
    """Moves of a short random game that is not over."""
    rng = random.Random(seed)
    position = engine.new_position(game)
    moves: list[str] = []
    for _ in range(rng.randrange(40)):
        move = rng.choice(position.legal_moves())
        position.play(move)
        if position.status().state != "ongoing":
            break
        moves.append(move)
    return moves


def play_out(game: str, fen: str | None, moves: list[str]) -> None:
    """Raises IllegalMove at the first move that is none."""
    position = engine.new_position(game, fen)
    for move in moves:
        position.play(move)


def check_search(lines: list[str], game: str, fen: str | None, moves: list[str]) -> str:
    """What must hold for every search; returns its best move."""
    told = infos(lines)
    for info in told:
        play_out(game, fen, [*moves, *info["pv"].split()])
    best = lines[-1].split()
    assert "bound" not in told[-1]
    assert told[-1]["pv"].split()[0] == best[1]
    play_out(game, fen, [*moves, best[1], *best[3:]])
    assert not errors(lines)
    return best[1]


def without_clock(lines: list[str]) -> list[dict[str, str]]:
    """The info lines as far as they must be the same every time."""
    return [
        {name: value for name, value in info.items() if name not in ("time", "nps")}
        for info in infos(lines)
    ]


def fen_of(talk: Dialogue) -> str:
    (line,) = (line for line in talk.answer("d") if line.startswith("Fen: "))
    return line.removeprefix("Fen: ")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*ENGINE, *arguments], capture_output=True, text=True, timeout=GUARD_S, check=False
    )


# -- the position ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_every_legal_move(talk: Dialogue, game: str) -> None:
    choose(talk, game)
    (line,) = talk.answer(f"position fen {MIDDLE[game]}", "moves")
    word, *moves = line.split()
    assert word == "legalmoves"
    assert sorted(moves) == sorted(engine.new_position(game, MIDDLE[game]).legal_moves())


@pytest.mark.parametrize(
    ("game", "position", "status"),
    [
        ("chess", "startpos", "ongoing"),
        ("chess", "startpos moves f2f3 e7e5 g2g4 d8h4", "win b checkmate"),
        ("chess", "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "draw stalemate"),
        (
            "chess",
            "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8",
            "draw repetition",
        ),
        ("chess", "fen 7k/8/6K1/8/8/8/8/R7 w - - 99 80 moves a1a2", "draw fiftymove"),
        ("chess", "fen 7k/8/6K1/8/8/8/8/8 w - - 0 1", "draw bare"),
        ("gast", "startpos", "ongoing"),
        ("gast", f"fen {GAST_MATED}", "win w checkmate"),
        ("gast", f"fen {GAST_STALEMATED}", "draw stalemate"),
        (
            "gast",
            "startpos moves b1c3 b12c10 c3b1 c10b12 b1c3 b12c10 c3b1 c10b12",
            "draw repetition",
        ),
        (
            "gast",
            "fen k11/12/12/12/12/12/12/12/12/12/12/K10R w - - 99 80 moves l1l2",
            "draw fiftymove",
        ),
        ("gast", "fen k11/12/12/12/12/12/12/12/12/12/12/K11 w - - 0 1", "draw bare"),
    ],
)
def test_status_says_how_the_game_stands(
    talk: Dialogue, game: str, position: str, status: str
) -> None:
    choose(talk, game)
    assert talk.answer(f"position {position}", "status") == [f"status {status}"]


def test_variants_are_listed_with_their_start(talk: Dialogue) -> None:
    lines = talk.answer("variants")
    assert {line.split()[0] for line in lines} >= set(GAMES)
    for line in lines:
        name, files, ranks, *fen = line.split()[:9]
        position = engine.new_position(name)
        assert (int(files), int(ranks)) == (position.variant.files, position.variant.ranks)
        assert " ".join(fen) == position.fen()
        assert line.split()[9:], "a title"


def test_a_variant_is_announced_as_variant_clients_read_it(talk: Dialogue) -> None:
    for game, size in (("gast", 12), ("chess", 8)):
        fen = engine.new_position(game).fen()
        assert talk.answer(f"setoption name UCI_Variant value {game}") == [
            f"info string variant {game} files {size} ranks {size} pocket 0"
            f" template fairy startpos {fen}"
        ]
        assert fen_of(talk) == fen


@pytest.mark.parametrize("game", GAMES)
def test_d_and_eval_show_the_position(talk: Dialogue, game: str) -> None:
    choose(talk, game)
    board = talk.answer(f"position fen {MIDDLE[game]}", "d")
    assert f"Fen: {MIDDLE[game]}" in board
    assert "Check: no" in board
    assert "Status: ongoing" in board
    assert any(line.startswith("Key: ") for line in board)
    assert any(line.startswith("Final evaluation: ") for line in talk.answer("eval"))


@pytest.mark.parametrize("game", GAMES)
def test_flip_twice_is_no_flip(talk: Dialogue, game: str) -> None:
    choose(talk, game)
    talk.answer(f"position fen {MIDDLE[game]}", "flip")
    assert fen_of(talk) == engine.new_position(game, MIDDLE[game]).flipped()
    talk.answer("flip")
    assert fen_of(talk) == MIDDLE[game]


@pytest.mark.parametrize("game", GAMES)
def test_a_bare_fen_is_a_position(talk: Dialogue, game: str) -> None:
    choose(talk, game)
    assert talk.answer(f"position {MIDDLE[game]}") == []
    assert fen_of(talk) == MIDDLE[game]


@pytest.mark.parametrize("game", GAMES)
def test_the_counters_may_be_left_out(talk: Dialogue, game: str) -> None:
    choose(talk, game)
    fen = " ".join(MIDDLE[game].split()[:4])
    assert talk.answer(f"position fen {fen}") == []
    assert fen_of(talk) == f"{fen} 0 1"


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_move_is_named_with_its_number(talk: Dialogue, game: str) -> None:
    choose(talk, game)
    (line,) = talk.answer("position startpos moves e2e3 e2e3")
    assert line.startswith("info string error:")
    assert "2" in line
    assert "'e2e3'" in line


@pytest.mark.parametrize("game", GAMES)
def test_after_a_refused_position_there_is_none_until_a_good_one(
    talk: Dialogue, game: str
) -> None:
    choose(talk, game)
    assert len(errors(talk.answer("position fen 8/8 w - - 0 1"))) == 1
    for _ in range(2):
        error, best = talk.search("go depth 3")
        assert error.startswith("info string error:")
        assert best == "bestmove (none)"
    assert talk.answer("position startpos") == []
    check_search(talk.search("go depth 3"), game, None, [])


def test_a_position_sent_during_a_search_is_for_the_next(talk: Dialogue) -> None:
    talk.send("go infinite", f"position fen {CHESS_MIDDLE}", "stop", "go depth 3")
    check_search(talk.until("bestmove"), "chess", None, [])
    check_search(talk.until("bestmove"), "chess", CHESS_MIDDLE, [])


@pytest.mark.parametrize(
    ("game", "depth", "nodes"),
    [
        ("gast", 1, 82),
        ("gast", 2, 6_724),
        ("gast", 3, 599_102),
        ("chess", 1, 20),
        ("chess", 2, 400),
        ("chess", 3, 8_902),
        ("chess", 4, 197_281),
    ],
)
def test_perft_is_divided_by_first_move(
    talk: Dialogue, game: str, depth: int, nodes: int
) -> None:
    choose(talk, game)
    talk.send(f"go perft {depth}")
    lines = talk.until("Nodes searched")
    counts = dict(line.split(": ") for line in lines if ": " in line and not line[0].isupper())
    assert lines[-1] == f"Nodes searched: {nodes}"
    assert set(counts) == set(engine.new_position(game).legal_moves())
    assert sum(map(int, counts.values())) == nodes
    assert not any(line.startswith("bestmove") for line in [*lines, *talk.answer()])


# -- go --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("depth", [1, 4, 8])
def test_every_line_of_play_is_legal_to_its_end(talk: Dialogue, game: str, depth: int) -> None:
    choose(talk, game)
    for seed in range(8):
        moves = walk(game, seed)
        talk.send("position startpos" + (f" moves {' '.join(moves)}" if moves else ""))
        lines = talk.search(f"go depth {depth}")
        check_search(lines, game, None, moves)
        assert int(infos(lines)[-1]["depth"]) <= depth


@pytest.mark.parametrize("game", GAMES)
def test_a_stopped_search_has_said_its_best_line(talk: Dialogue, game: str) -> None:
    choose(talk, game)
    rng = random.Random(SEED)
    for _ in range(15):
        talk.send(f"position fen {MIDDLE[game]}", "go infinite")
        time.sleep(rng.uniform(0, 0.15))
        check_search(talk.search("stop"), game, MIDDLE[game], [])


def test_every_go_has_one_best_move(talk: Dialogue) -> None:
    bursts = ("go depth 4", "go infinite", "go nodes 1", "go movetime 1", "go depth 1", "go")
    talk.send(*(line for go in bursts for line in (go, "stop")), "isready")
    lines = talk.until("readyok")
    assert sum(line.startswith("bestmove") for line in lines) == len(bursts)
    assert not errors(lines)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("nodes", [5_000, 100_000])
def test_nodes_are_the_same_in_every_process(game: str, nodes: int) -> None:
    told = []
    for _ in range(2):
        with Dialogue() as talk:
            choose(talk, game)
            talk.send(f"position fen {MIDDLE[game]}")
            lines = talk.search(f"go nodes {nodes}")
            told.append((without_clock(lines), lines[-1]))
            assert abs(int(infos(lines)[-1]["nodes"]) - nodes) <= nodes // 100
    assert told[0] == told[1]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("forget", ["setoption name Clear Hash", "ucinewgame"])
def test_what_is_forgotten_does_not_change_a_search(
    talk: Dialogue, game: str, forget: str
) -> None:
    choose(talk, game)
    told = []
    for _ in range(3):
        talk.send(forget, f"position fen {MIDDLE[game]}")
        lines = talk.search("go nodes 30000")
        told.append((without_clock(lines), lines[-1]))
    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize("game", GAMES)
def test_searchmoves_are_the_only_ones(talk: Dialogue, game: str) -> None:
    choose(talk, game)
    lines = talk.search("go depth 6 searchmoves a2a3 b2b3")
    assert {info["pv"].split()[0] for info in infos(lines)} <= {"a2a3", "b2b3"}
    assert check_search(lines, game, None, []) in {"a2a3", "b2b3"}


@pytest.mark.parametrize(
    ("game", "fen", "moves_to_mate"),
    [
        ("chess", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", 1),
        ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("gast", "k11/12/1QK9/12/12/12/12/12/12/12/12/12 w - - 0 1", 1),
    ],
)
def test_mate_is_found_and_counted_in_moves(
    talk: Dialogue, game: str, fen: str, moves_to_mate: int
) -> None:
    choose(talk, game)
    talk.send(f"position fen {fen}")
    lines = talk.search(f"go mate {moves_to_mate}")
    last = infos(lines)[-1]
    assert last["score"] == f"mate {moves_to_mate}"
    assert len(last["pv"].split()) == 2 * moves_to_mate - 1
    check_search(lines, game, fen, [])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "limits",
    [
        "movetime 50",
        "movetime 1",
        "wtime 300 btime 300",
        "wtime 500 btime 500 winc 20 binc 20",
        "wtime 300 btime 300 movestogo 1",
        "wtime 300 btime 300 winc 10 binc 10 movestogo 5",
        "wtime -20 btime -20",
        "wtime 300 btime 300 movestogo 0",
        "depth 40 nodes 2000",
        "infinite depth 3 nodes 500 movetime 20",
    ],
)
def test_every_limit_ends_with_a_move(talk: Dialogue, game: str, limits: str) -> None:
    choose(talk, game)
    talk.send("position startpos moves e2e3")
    talk.send(f"go {limits}")
    if "infinite" in limits:
        assert talk.answer() is not None
        talk.send("stop")
    check_search(talk.until("bestmove"), game, None, ["e2e3"])


@pytest.mark.parametrize("game", GAMES)
def test_pondering_waits_for_the_expected_move(talk: Dialogue, game: str) -> None:
    choose(talk, game)
    talk.send("position startpos moves e2e3 e7e6", "go ponder wtime 200 btime 200")
    lines = talk.until("info depth 6")
    time.sleep(0.3)  # beyond every bound that the clock would give
    lines += talk.answer()
    assert not any(line.startswith("bestmove") for line in lines)
    lines += talk.search("ponderhit")
    check_search(lines, game, None, ["e2e3", "e7e6"])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("go", ["go infinite", "go infinite depth 2", "go ponder depth 2", "go"])
def test_no_best_move_before_stop(talk: Dialogue, game: str, go: str) -> None:
    choose(talk, game)
    talk.send(go)
    lines = talk.until("info depth 2")
    time.sleep(0.1)
    lines += talk.answer()
    assert not any(line.startswith("bestmove") for line in lines)
    lines += talk.search("stop")
    check_search(lines, game, None, [])
    assert talk.answer() == []


HOURS = 10**10  # ms on the clock: whoever thinks about the move is caught by the guard


@pytest.mark.parametrize(
    ("game", "fen", "move"),
    [
@@SINGLE@@
    ],
)
def test_a_single_legal_move_is_played_at_once(
    talk: Dialogue, game: str, fen: str, move: str
) -> None:
    choose(talk, game)
    assert talk.answer(f"position fen {fen}", "moves") == [f"legalmoves {move}"]
    lines = talk.search(f"go wtime {HOURS} btime {HOURS}")
    assert check_search(lines, game, fen, []) == move


@pytest.mark.parametrize(
    ("game", "fen"),
    [
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
        ("chess", "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1"),
        ("gast", GAST_MATED),
        ("gast", GAST_STALEMATED),
    ],
)
@pytest.mark.parametrize("limits", ["depth 3", "wtime 1000 btime 1000", "nodes 100"])
def test_without_a_legal_move_there_is_no_best_move(
    talk: Dialogue, game: str, fen: str, limits: str
) -> None:
    choose(talk, game)
    lines = [*talk.answer(f"position fen {fen}"), *talk.search(f"go {limits}")]
    assert lines[-1] == "bestmove (none)"
    assert not errors(lines)


# -- options ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_multipv_tells_distinct_lines_best_first(talk: Dialogue, game: str) -> None:
    choose(talk, game)
    talk.send("setoption name MultiPV value 4")
    lines = talk.search("go depth 6")
    last = infos(lines)[-4:]
    assert [info["multipv"] for info in last] == ["1", "2", "3", "4"]
    assert {info["depth"] for info in last} == {"6"}
    assert len({info["pv"].split()[0] for info in last}) == 4
    scores = [int(info["score"].removeprefix("cp ")) for info in last]
    assert scores == sorted(scores, reverse=True)
    assert not any("bound" in info for info in last)
    assert last[0]["pv"].split()[0] == lines[-1].split()[1]
    for info in infos(lines):
        play_out(game, None, info["pv"].split())


def test_multipv_asks_for_no_more_lines_than_there_are_moves(talk: Dialogue) -> None:
    talk.send("setoption name MultiPV value 500", "position startpos")
    lines = talk.search("go depth 2")
    assert {int(info["multipv"]) for info in infos(lines)} == set(range(1, 21))


@pytest.mark.parametrize("game", GAMES)
def test_wdl_adds_up_to_a_thousand(talk: Dialogue, game: str) -> None:
    choose(talk, game)
    assert not any("wdl" in info for info in infos(talk.search("go depth 3")))
    talk.send("setoption name UCI_ShowWDL value true")
    for seed in range(5):
        talk.send(f"position startpos moves {' '.join(['a2a3', 'a7a6'])}", "ucinewgame")
        talk.send("position startpos moves " + " ".join(walk(game, seed)))
        for info in infos(talk.search("go depth 5")):
            assert sum(map(int, info["wdl"].split())) == 1000


def test_in_chess960_castling_is_king_takes_rook(talk: Dialogue) -> None:
    fen = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
    talk.send("setoption name UCI_Chess960 value true", f"position fen {fen}")
    moves = talk.answer("moves")[0].split()
    assert {"e1h1", "e1a1"} <= set(moves)
    assert not {"e1g1", "e1c1"} & set(moves)
    lines = talk.search("go depth 4 searchmoves e1h1")
    assert lines[-1].split()[1] == "e1h1"
    assert all(info["pv"].startswith("e1h1") for info in infos(lines))
    talk.answer(f"position fen {fen} moves e1h1 e8a8")
    assert fen_of(talk).startswith("2kr3r/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 w - ")


def test_unknown_words_are_told_in_debug_only(talk: Dialogue) -> None:
    assert not errors(talk.search("go sideways depth 2"))
    talk.send("debug on")
    (line,) = errors(talk.search("go sideways depth 2"))
    assert "'sideways'" in line
    talk.send("debug off")
    assert not errors(talk.search("go sideways depth 2"))


def test_the_log_holds_both_directions(talk: Dialogue, tmp_path: Path) -> None:
    path = tmp_path / "the log.txt"
    talk.answer(f"setoption name Debug Log File value {path}")
    talk.search("go depth 2")
    talk.answer("setoption name Debug Log File value <empty>", "status")
    lines = path.read_text().splitlines()
    assert any(line.endswith(">> go depth 2") for line in lines)
    assert sum("<< bestmove" in line for line in lines) == 1
    assert not any("status" in line for line in lines)


def test_options_in_the_middle_of_a_search_wait_for_its_end(talk: Dialogue) -> None:
    talk.send("go infinite")
    talk.until("info depth 4")
    talk.send("setoption name Hash value 4", "setoption name Threads value 1", "ucinewgame")
    check_search(talk.search("stop"), "chess", None, [])
    check_search(talk.search("go depth 4"), "chess", None, [])


# -- one command, then quit ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "nodes"),
    [
        (("gast", "3"), 599_102),
        (("chess", "3"), 8_902),
        (("chess", "1", *CHESS_MIDDLE.split()), None),
    ],
)
def test_perft_as_arguments(arguments: tuple[str, ...], nodes: int | None) -> None:
    if nodes is None:
        nodes = len(engine.new_position("chess", CHESS_MIDDLE).legal_moves())
    result = run("perft", *arguments)
    assert result.returncode == 0
    assert f"Nodes searched: {nodes}" in result.stdout.splitlines()
    assert result.stderr == ""


def test_the_signature_of_bench_is_the_same_every_time() -> None:
    signatures = []
    for _ in range(2):
        result = run("bench", "6")
        assert result.returncode == 0
        (line,) = (line for line in result.stdout.splitlines() if line.startswith("Nodes searched"))
        signatures.append(int(line.split(":")[1]))
    assert signatures[0] == signatures[1] > 0


@pytest.mark.parametrize(
    "arguments", [("perft",), ("perft", "shogi", "2"), ("perft", "gast", "many"), ("fly",)]
)
def test_arguments_that_make_no_sense_end_with_a_status(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.returncode != 0
    assert result.stdout + result.stderr
    assert "Traceback" not in result.stdout + result.stderr


# -- processes -------------------------------------------------------------------------------------


def searchers(talk: Dialogue) -> list[psutil.Process]:
    return psutil.Process(talk.process.pid).children(recursive=True)


def kill_searchers(talk: Dialogue) -> None:
    found = searchers(talk)
    assert found
    for process in found:
        process.kill()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("go", ["go infinite", "go ponder wtime 9000 btime 9000"])
def test_a_searcher_killed_while_the_move_is_held_back(
    talk: Dialogue, game: str, go: str
) -> None:
    choose(talk, game)
    talk.send(go)
    talk.until("info depth 4")
    kill_searchers(talk)
    talk.until("info string error:")
    best = talk.search("stop")[-1].split()[1]
    play_out(game, None, [best])
    assert talk.answer() == [], "a second best move"
    check_search(talk.search("go depth 4"), game, None, [])


@pytest.mark.parametrize("limits", ["depth 60", f"wtime {HOURS} btime {HOURS}", "nodes 1000000000"])
def test_a_killed_searcher_ends_the_search(talk: Dialogue, limits: str) -> None:
    talk.send(f"go {limits}")
    talk.until("info depth 4")
    kill_searchers(talk)
    lines = talk.until("bestmove")
    assert len(errors(lines)) == 1
    play_out("chess", None, [lines[-1].split()[1]])
    assert talk.answer() == []
    check_search(talk.search("go depth 4"), "chess", None, [])


def test_a_searcher_killed_again_and_again(talk: Dialogue) -> None:
    for _ in range(4):
        talk.search("go depth 2")
        kill_searchers(talk)
        talk.until("info string error:")
        assert talk.answer() == []
    check_search(talk.search("go depth 4"), "chess", None, [])


def test_a_perft_without_its_searcher_ends(talk: Dialogue) -> None:
    talk.answer()
    talk.send("go perft 12")
    kill_searchers(talk)
    assert len(errors(talk.until("Nodes searched"))) == 1
    check_search(talk.search("go depth 4"), "chess", None, [])


def say_quit(talk: Dialogue) -> None:
    talk.send("quit")


def end_input(talk: Dialogue) -> None:
    assert talk.process.stdin
    talk.process.stdin.close()


def kill(talk: Dialogue) -> None:
    talk.process.send_signal(signal.SIGKILL)


def terminate(talk: Dialogue) -> None:
    talk.process.send_signal(signal.SIGTERM)


def named_memory(processes: list[psutil.Process]) -> set[str]:
    """Files of shared memory that could outlive the processes."""
    return {
        region.path
        for process in processes
        for region in process.memory_maps()
        if region.path.startswith("/dev/shm/") and "(deleted)" not in region.path
    }


@pytest.mark.parametrize("end", [say_quit, end_input, kill, terminate])
@pytest.mark.parametrize("work", ["go infinite", "go perft 12", "setoption name Threads value 3"])
def test_nothing_is_left_behind(end: Callable[[Dialogue], None], work: str) -> None:
    talk = Dialogue()
    try:
        talk.answer()
        talk.send(work)
        talk.answer()
        family = [psutil.Process(talk.process.pid), *searchers(talk)]
        assert len(family) > 1
        memory = named_memory(family)
        end(talk)
        status = talk.process.wait(GUARD_S)
        _, alive = psutil.wait_procs(family[1:], timeout=GUARD_S)
    finally:
        talk.process.kill()
        talk.process.wait()
    assert alive == []
    assert not [path for path in memory if Path(path).exists()]
    if end in (say_quit, end_input):
        assert status == 0


@pytest.mark.parametrize("end", [say_quit, end_input])
def test_a_running_search_tells_its_move_before_the_end(end: Callable[[Dialogue], None]) -> None:
    with Dialogue() as talk:
        talk.send("go infinite")
        lines = talk.until("info depth 4")
        end(talk)
        lines += talk.until("bestmove")
        check_search(lines, "chess", None, [])


def test_a_variant_file_adds_its_sound_games_and_names_the_others(tmp_path: Path) -> None:
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
