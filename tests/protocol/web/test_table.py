"""A table: moves in turn and in secret, taking back, resigning, and the options of a page."""

from __future__ import annotations

import random

import pytest

import amalthea
from amalthea.engine import variants
from amalthea.engine.core.color import Color
from amalthea.engine.errors import IllegalMove
from amalthea.protocol.records.game_record import Thought
from amalthea.protocol.records.notation import COORDINATES
from amalthea.protocol.records.pgn import read_pgn
from amalthea.protocol.web.loading import Loaded, load
from amalthea.protocol.web.messages import Message
from amalthea.protocol.web.table import ENGINE, HUMAN, Seats, Table, TableError
from amalthea.protocol.web.table_pgn import table_pgn

WHITE, BLACK = Color
PEOPLE = Seats({"w": HUMAN, "b": HUMAN})
AGAINST = Seats({"w": HUMAN, "b": ENGINE})
GO_CHESS = variants.get("gochess").start_fen(seed=5)


def table(name: str, seats: Seats = PEOPLE, moves: str = "", fen: str | None = None) -> Table:
    return Table(variants.get(name), seats, fen, moves.split())


def chosen_at_random(played: Table, plies: int, seed: int = 1) -> None:
    dice = random.Random(seed)
    while played.waiting_for and len(played.turns) < plies:
        side = played.waiting_for[0]
        played.choose(side, dice.choice(played.position.game.position.choices(side)))


LOADED = """\
[Event "Club evening"]
[Date "2026.11.20"]
[White "Anna"]
[Black "Bert"]
[Result "1-0"]

{Before} 1. e4 {open} e5 2. Nf3 d6 {Philidor} (2... Nc6) 3. d4 1-0
"""


def test_a_loaded_game_is_saved_with_its_tags_and_comments() -> None:
    loaded = load(Message({"type": "load", "text": LOADED}))
    assert isinstance(loaded, Loaded)
    saved = table_pgn(loaded.table)
    for part in LOADED.split("\n\n", maxsplit=1)[0].splitlines():
        assert part in saved
    assert "{Before} 1. e4 {open} 1... e5 2. Nf3 d6 {Philidor} (2... Nc6) 3. d4 1-0" in saved
    loaded.table.choose(Color.BLACK, "e5d4")
    played_on = table_pgn(loaded.table)
    assert '[White "Anna"]' in played_on
    assert '[Result "*"]' in played_on
    loaded.table.take_back()
    loaded.table.take_back()
    loaded.table.take_back()
    assert "Philidor" not in table_pgn(loaded.table)


def test_signs_of_a_style_are_sent_with_the_move() -> None:
    troop = table("troop", moves="b2d4wne")
    assert troop.turns[0].shown["signs"].count('class="facing"') == 1
    ganymede = table("ganymede", moves="f3f3l")
    assert 'class="turn"' in ganymede.turns[0].shown["signs"]
    assert table("chess", moves="e2e4").turns[0].shown["signs"] == ""


@pytest.mark.parametrize("name", variants.BUILT_IN)
def test_options_are_the_legal_moves_and_begin_at_a_piece(name: str) -> None:
    played = table(name, fen=variants.get(name).start_fen(seed=5))
    chosen_at_random(played, 30)
    while played.human_side:
        offers = played.options(played.human_side)
        assert [offer[0] for offer in offers] == played.position.game.position.choices(
            played.human_side
        )
        for text, lift, drop, *_ in offers:
            assert text.startswith(lift.split()[0]) if lift else f"@{drop}" in text
        if len(played.turns) > 34:
            break
        chosen_at_random(played, len(played.turns) + 1)
    assert played.turns


def test_a_lion_is_asked_where_it_ends_after_a_capture() -> None:
    lion = table("chu", fen="10gk/12/12/12/7s4/6p5/5N6/12/12/12/12/K11 w - - 0 1")
    offers = {text: (drop, last) for text, _, drop, *_, last in lion.options(WHITE)}
    assert offers["f6g7"] == ("g7", "g7")
    assert offers["f6g7,g7h8"] == ("g7", "h8")
    assert offers["f6g7,g7f6"] == ("g7", "f6")
    assert offers["f6h8"] == ("h8", "")
    assert offers["f6f6"] == ("f6", "")


def test_a_wall_is_lifted_by_either_square_and_dropped_on_its_target() -> None:
    walls = table("ganymede", fen="k11/12/12/12/12/12/12/12/12/12/1WW9/K11 w - - 0 1")
    offers = {text: (lift, drop, token) for text, lift, drop, token, *_ in walls.options(WHITE)}
    assert offers["b2b4"] == ("b2 c2", "b4 c4", "W")
    assert offers["b2c2v"] == ("b2 c2", "c2 c3", "V")


def test_options_name_the_promoted_piece() -> None:
    pawn = table("chess", fen="8/P6k/8/8/8/8/8/K7 w - - 0 1")
    tokens = {offer[0]: offer[3] for offer in pawn.options(WHITE) if offer[0].startswith("a7")}
    assert tokens == {"a7a8q": "Q", "a7a8r": "R", "a7a8b": "B", "a7a8n": "N"}
    lances = table("ganymede")
    turned = {
        text: token for text, _, _, token, *_ in lances.options(WHITE) if text.startswith("f3f3")
    }
    assert turned == {"f3f3l": "L", "f3f3z": "Z"}
    leaning = table("ganymede", fen="12/5L6/12/12/12/12/12/12/12/12/k11/11K w - - 0 1")
    assert {token for text, _, _, token, *_ in leaning.options(WHITE) if text.endswith("+")} == {
        "+S"
    }


@pytest.mark.parametrize("name", ["ganymede", "kyotoshogi", "shogi"])
def test_the_named_piece_stands_on_the_square_after_the_move(name: str) -> None:
    played, dice = table(name), random.Random(1)
    signed = set()
    while played.human_side and len(played.turns) < 150:
        side = played.human_side
        text, _, dropped, token, *_ = dice.choice(played.options(side))
        played.choose(side, text)
        assert played.turns[-1].shown["changes"][dropped.split()[0]] == token, text
        signed.add(text[-1])
    assert signed.difference("0123456789")


def test_a_choice_is_secret_until_both_are_made() -> None:
    placed = table("gochess", fen=GO_CHESS)
    placed.choose(WHITE, placed.options(WHITE)[0][0])
    shown = placed.to_json()
    assert (shown["turns"], shown["chosen"], shown["side"]) == ([], "w", "b")
    assert placed.options(WHITE)[0][0] not in str({**shown, "options": []})
    placed.choose(BLACK, placed.options(BLACK)[-1][0])
    assert len(placed.turns) == 1
    assert placed.to_json()["chosen"] == ""


def test_equal_choices_clash_and_both_choose_again() -> None:
    placed = table("gochess", fen=GO_CHESS)
    square = placed.options(WHITE)[0][2]
    placed.choose(BLACK, f"p@{square}")
    placed.choose(WHITE, f"P@{square}")
    assert placed.turns[0].shown["clash"]
    assert square not in {offer[2] for offer in placed.options(WHITE)}


def test_nobody_moves_out_of_turn_or_against_the_rules() -> None:
    played = table("chess")
    with pytest.raises(TableError):
        played.choose(BLACK, "e7e5")
    with pytest.raises(IllegalMove, match="e2e5"):
        played.choose(WHITE, "e2e5")
    assert played.moves == []


def test_take_back_goes_to_the_last_choice_of_a_person() -> None:
    played = table("chess", AGAINST, "e2e4 e7e5 g1f3 b8c6")
    played.take_back()
    assert played.moves == ["e2e4", "e7e5"]
    both = table("chess", PEOPLE, "e2e4 e7e5")
    both.take_back()
    assert both.moves == ["e2e4"]
    both.take_back()
    with pytest.raises(TableError, match="no move"):
        both.take_back()


def test_a_finished_game_goes_on_after_a_move_is_taken_back() -> None:
    mate = table("chess", PEOPLE, "f2f3 e7e5 g2g4 d8h4")
    assert (mate.is_over, mate.waiting_for, mate.status.winner) == (True, (), "b")
    mate.take_back()
    assert mate.waiting_for == (BLACK,)
    mate.resign(BLACK)
    assert (mate.status.winner, mate.status.reason) == ("w", "resignation")
    with pytest.raises(TableError, match="over"):
        mate.resign(WHITE)


@pytest.mark.parametrize("ending", ["resignation", "agreement"])
def test_a_resignation_or_agreement_is_taken_back_without_a_move(ending: str) -> None:
    played = table("chess", PEOPLE, "e2e4")
    if ending == "agreement":
        played.offer_draw()
    else:
        played.resign(BLACK)
    assert played.status.reason == ending
    played.take_back()
    assert (played.moves, played.waiting_for) == (["e2e4"], (BLACK,))


def test_taking_back_ignores_the_engines_secret_choice() -> None:
    placed = table("gochess", AGAINST, fen=GO_CHESS)
    first = placed.options(WHITE)[0][0]
    placed.choose(BLACK, placed.position.game.position.choices("b")[5])
    placed.choose(WHITE, first)
    placed.choose(BLACK, placed.position.game.position.choices("b")[6])
    assert (len(placed.turns), list(placed.chosen)) == (1, ["b"])
    placed.take_back()
    assert (placed.turns, placed.human_side) == ([], "w")
    placed.choose(WHITE, first)
    placed.take_back()  # its own choice, before the engine's
    assert placed.human_side == "w"


@pytest.mark.parametrize(
    ("thought", "agreed"),
    [
        (Thought(0.1, cp=80), False),
        (Thought(0.1, cp=-5), False),
        (Thought(0.1, cp=-200), True),
        (Thought(0.1, mate=3), False),
        (Thought(0.1, mate=-3), True),
        (Thought(0.1), False),
    ],
)
def test_the_engine_accepts_a_draw_when_it_is_not_better(thought: Thought, agreed: bool) -> None:
    played = table("chess", AGAINST)
    assert played.offer_draw() is False
    played.choose(WHITE, "e2e4")
    played.choose(BLACK, "e7e5", thought)
    assert played.offer_draw() is agreed
    assert played.is_over is agreed


def test_the_engine_accepts_a_draw_late_in_an_even_game() -> None:
    played = table("gast")
    chosen_at_random(played, 60)
    played.seats = AGAINST
    if played.waiting_for == (WHITE,):
        played.choose(WHITE, played.options(WHITE)[0][0])
    played.choose(BLACK, played.options(BLACK)[0][0], Thought(0.1, cp=0))
    assert played.offer_draw()


def test_a_move_that_loses_by_itself_is_warned_of_and_named_as_the_reason() -> None:
    played = table("gess")
    moves = (move for move, *_ in played.options(BLACK))
    breaking = next(move for move in moves if played.own_defeat(BLACK, move))
    assert "ring" in played.own_defeat(BLACK, breaking)
    played.choose(BLACK, breaking)
    assert played.status.winner is WHITE
    assert played.ending.endswith("Black's own move ended the game.")


def test_a_mate_is_no_defeat_by_an_own_move() -> None:
    mated = table("chess", moves="f2f3 e7e5 g2g4 d8h4")
    assert mated.ending == "Black wins by checkmate."
    before = table("chess", moves="f2f3 e7e5 g2g4")
    assert before.own_defeat(BLACK, "d8h4") == ""


@pytest.mark.parametrize(
    ("name", "fen", "partners"),
    [
        ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", {"e1g1": "h1", "e1c1": "a1"}),
        ("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", {}),
        ("atomic", "4k3/p7/1N6/8/8/8/8/R3K3 w - - 0 1", {}),  # own pieces explode
        ("gess", None, {}),  # stones of a patch are not partners
    ],
)
def test_partners_of_a_castling_are_offered(
    name: str, fen: str | None, partners: dict[str, str]
) -> None:
    begun = table(name, fen=fen)
    assert begun.human_side
    options = begun.options(begun.human_side)
    assert {text: partner for text, *_, partner, _ in options if partner} == partners


def test_the_royal_pieces_in_check_are_shown() -> None:
    checked = table("chess", moves="e2e4 f7f6 d1h5")
    assert checked.turns[-1].shown["attacked"] == ["e8"]
    assert checked.turns[0].shown["attacked"] == []


def test_two_people_agree_on_a_draw() -> None:
    played = table("chess")
    assert played.offer_draw()
    assert str(played.status) == "draw agreement"


def test_a_game_is_saved_in_the_requested_notation() -> None:
    played = table("gast")
    for move in ("c1d4", "e11e8"):
        played.choose(played.waiting_for[0], move)
    assert "1. Gc1d4 e11e8 *" in table_pgn(played)
    assert "1. c1d4 e11e8 *" in table_pgn(played, COORDINATES)


@pytest.mark.parametrize("name", variants.BUILT_IN)
def test_a_finished_or_unfinished_game_is_saved_and_read_back(name: str) -> None:
    played = table(name, fen=variants.get(name).start_fen(seed=5))
    chosen_at_random(played, 40, seed=3)
    (read,) = read_pgn(table_pgn(played), "saved")
    assert list(read.moves) == played.moves
    assert read.result == {"ongoing": "*", "draw": "1/2-1/2"}.get(
        played.status.state, "1-0" if played.status.winner == "w" else "0-1"
    )
    again = amalthea.new_game(read.variant, read.fen, read.moves)
    assert again.position.fen() == played.position.fen()


def test_a_page_gets_only_new_data() -> None:
    played = table("chess", PEOPLE, "e2e4 e7e5 g1f3")
    new = played.to_json(since=2)["turns"]
    assert [turn["text"] for turn in new] == ["Nf3"]
    assert new[0]["changes"] == {"f3": "N", "g1": ""}


def test_a_clock_runs_from_the_first_move_and_loses_at_zero() -> None:
    now = [100.0]
    clocked = Seats({"w": HUMAN, "b": HUMAN}, clock=(10_000, 2_000))
    played = Table(variants.get("chess"), clocked, now=lambda: now[0])
    now[0] += 50
    played.choose(WHITE, "e2e4")
    assert (played.time_left_ms(WHITE), played.time_left_ms(BLACK)) == (12_000, 10_000)
    now[0] += 3
    assert (played.time_left_ms(WHITE), played.time_left_ms(BLACK)) == (12_000, 7_000)
    played.choose(BLACK, "e7e5")
    assert played.time_left_ms(BLACK) == 9_000
    assert not played.end_if_flag_fell()
    now[0] += 12.5
    played.choose(WHITE, "g1f3")
    assert str(played.status) == "win b time"
    assert played.moves == ["e2e4", "e7e5"]
    assert '[TimeControl "10+2"]' in table_pgn(played)
