"""Go-Chess as a GUI sees it: drawn boards, secret choices, joint moves, then play."""

from __future__ import annotations

import re

import pytest

import amalthea
from amalthea.engine.pieces.placement.position import PlacementPosition
from helpers.dialogue import Dialogue, errors, infos

GOCHESS = "setoption name UCI_Variant value gochess"
KINGS = "1Q1b4Pr/P*1R4*p/1p1p2P2p/**2P*pbP1/3*6/6P3/r5*2n/1*1*1pP*pq/NBP6p/1R3BN2n"


def start_of(lines: list[str]) -> str:
    """Return the start position that the line of the variant names."""
    (line,) = [line for line in lines if line.startswith("info string variant gochess ")]
    return line.partition(" startpos ")[2]


def test_each_game_draws_a_new_board_and_a_seed_repeats_it() -> None:
    with Dialogue() as talk:
        first = start_of(talk.answer(GOCHESS))
        second = start_of(talk.answer("ucinewgame"))
        seeded = start_of(talk.answer("setoption name Seed value 12"))
        assert first.count("*") == second.count("*") == seeded.count("*") == 10
        assert len({first, second, seeded}) == 3
        assert start_of(talk.answer("ucinewgame")) == seeded
    with Dialogue() as talk:
        talk.answer("setoption name Seed value 12")
        assert start_of(talk.answer(GOCHESS)) == seeded


def test_the_start_position_stays_the_same_through_a_game(running: Dialogue) -> None:
    start = start_of(running.answer(GOCHESS))
    shown = running.answer("position startpos", "d", "position startpos", "d")
    assert [line for line in shown if line.startswith("Fen: ")] == [f"Fen: {start}"] * 2


def test_a_side_gets_its_choices_and_the_status_is_both_choose(running: Dialogue) -> None:
    start = start_of(running.answer(GOCHESS))
    (white,) = running.answer("moves side w")
    (black,) = running.answer("moves side b")
    assert white.split()[0] == black.split()[0] == "legalmoves"
    assert len(white.split()) == len(black.split()) == 91
    assert black == white.replace("P@", "p@")
    assert running.answer("status") == ["status ongoing choose wb"]
    for command in ("moves", "moves side x", "moves w", "go", "go side", "go depth 2"):
        answer = running.answer(command)
        assert len(errors(answer)) == 1, answer
        assert [line for line in answer if line.startswith("bestmove")] == (
            ["bestmove (none)"] if command.startswith("go") else []
        )
    assert f"Fen: {start}" in running.answer("d")


def test_castling_notation_does_not_affect_placement(running: Dialogue) -> None:
    running.answer("setoption name UCI_Chess960 value true", GOCHESS)
    (line,) = running.answer("moves side w")
    assert len(line.split()) == 91
    assert running.search("go depth 1 side w")[-1].split()[1] in line


def test_a_side_is_refused_while_one_side_is_to_move(running: Dialogue) -> None:
    assert errors(running.answer("moves side w"))
    assert errors(running.answer("go depth 1 side b"))


@pytest.mark.parametrize("side", ["w", "b"])
def test_the_choice_is_legal_and_printed_with_its_mixed_strategy(
    running: Dialogue, side: str
) -> None:
    running.answer("setoption name Seed value 3", GOCHESS)
    legal = running.answer(f"moves side {side}")[0].split()[1:]
    lines = running.search(f"go depth 1 side {side}")
    assert lines[-1].split()[1] in legal
    (mix,) = [line for line in lines if line.startswith("info string choices ")]
    shares = dict(re.findall(r"(\S+@\S+) (\d+)%", mix))
    assert lines[-1].split()[1] in shares
    assert set(shares) <= set(legal)
    assert 95 <= sum(map(int, shares.values())) <= 105
    assert infos(lines)[-1].depth == 1


def test_a_seed_repeats_a_choice_and_other_seeds_vary_it() -> None:
    chosen = []
    start = ""
    for seeds in ((1,), (1, 2, 3, 4, 5, 6)):
        with Dialogue() as talk:
            start = start or start_of(talk.answer("setoption name Seed value 1", GOCHESS))
            for seed in seeds:
                talk.answer(f"setoption name Seed value {seed}", GOCHESS, f"position fen {start}")
                chosen.append(talk.search("go depth 1 side w")[-1])
    assert chosen[0] == chosen[1]
    assert len(set(chosen)) > 1


def test_searchmoves_restrict_a_choice(running: Dialogue) -> None:
    free = running.answer(GOCHESS, "moves side b")[-1].split()[1:]
    line = running.search(f"go depth 1 side b searchmoves {free[7]}")[-1]
    assert line == f"bestmove {free[7]}"
    white = running.answer("moves side w")[-1].split()[7]
    line = running.search(f"go depth 1 side w searchmoves {white.lower()}")[-1]
    assert line == f"bestmove {white}"  # read as `position` reads it
    refused = running.answer("go depth 1 side b searchmoves P@a0")
    assert len(errors(refused)) == 1


def test_an_infinite_choice_waits_for_stop(running: Dialogue) -> None:
    running.answer(GOCHESS)
    running.send("go infinite side w")
    assert not [line for line in running.answer() if line.startswith("bestmove")]
    running.send("stop")
    assert running.until("bestmove")


def test_the_last_placement_begins_the_game(running: Dialogue) -> None:
    """The same command has the last placement and the first moves of play."""
    running.answer(GOCHESS)
    fen = f"{KINGS}[Kk] - - - 0 1"
    position = amalthea.new_position("gochess", fen)
    assert isinstance(position, PlacementPosition)
    pair = next(pair for pair in position.legal_moves() if position.play(pair).turn in ("w", "b"))
    play = position.play(pair)
    reply = play.legal_moves()[0]
    shown = running.answer(f"position fen {fen} moves {pair}", "d", "status")
    assert f"Fen: {play.fen()}" in shown
    assert shown[-1] == "status ongoing"
    lower = running.answer(f"position fen {fen} moves {pair.lower()} {reply}", "d")
    play.play(reply)
    assert f"Fen: {play.fen()}" in lower
    assert running.search("go depth 3")[-1].split()[1] in play.legal_moves()


def test_an_illegal_joint_move_is_named_with_its_number(running: Dialogue) -> None:
    running.answer(GOCHESS)
    start = amalthea.new_position("gochess")
    assert isinstance(start, PlacementPosition)
    white, black = start.choices("w")[0], start.choices("b")[-1]
    position = f"position fen {start.fen()} moves {white},{black}"
    for wrong in (f"{white},{black}", white, "e2e4", "P@z9,p@a1"):
        (line,) = running.answer(f"{position} {wrong}")
        assert line.startswith(f"info string error: move 2, '{wrong}', is illegal in ")


def test_an_invalid_command_during_placement_is_one_error(running: Dialogue) -> None:
    running.answer(GOCHESS)
    for command in ("eval", "go perft 2"):
        running.send(command)
        assert "info string error: " in running.until("info string error")[-1]
    assert running.answer("status") == ["status ongoing choose wb"]


def test_flip_exchanges_the_sides(running: Dialogue) -> None:
    running.answer(GOCHESS, f"position fen {KINGS}[Kk] - - - 0 1")
    before = running.answer("d")
    after = running.answer("flip", "flip", "d")
    assert before == after


def test_a_choice_that_was_not_searched_has_no_score(running: Dialogue) -> None:
    running.answer(GOCHESS)
    running.send("go nodes 1 side w")
    said = running.until("bestmove")
    assert infos(said) == []
    assert any(line.startswith("info string choices P@") for line in said)
    assert re.match(r"bestmove P@", said[-1])


def test_further_choices_are_printed_with_their_value(running: Dialogue) -> None:
    running.answer(GOCHESS, "setoption name MultiPV value 4")
    running.send("go depth 1 side b")
    said = running.until("bestmove")
    lines = [line for line in said if " multipv " in line]
    assert [int(re.findall(r"multipv (\d+)", line)[0]) for line in lines] == [1, 2, 3, 4]
    assert len({line.split()[-1] for line in lines}) == 4
