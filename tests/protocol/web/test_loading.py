"""Texts that people paste: mails with wrapped lines, games without tags, comments like tags."""

from __future__ import annotations

import textwrap

import pytest

pytest.importorskip("aiohttp")

from amalthea import new_position, variants
from amalthea.engine.core.color import Color
from amalthea.protocol.records.pgn import Notes, PgnGame, read_pgn
from amalthea.protocol.web.loading import from_mail, mail
from amalthea.protocol.web.table import HUMAN, Seats, Table
from amalthea.protocol.web.table_pgn import table_pgn

PEOPLE = Seats(dict.fromkeys(Color, HUMAN))


def games(text: str) -> list[PgnGame]:
    return list(read_pgn(from_mail(text), "PGN"))


@pytest.mark.parametrize("width", [72, 78])
@pytest.mark.parametrize("quote", ["", "> ", ">> "])
@pytest.mark.parametrize("name", ["gast", "gess", "troop"])
def test_a_mail_with_wrapped_lines_is_one_game(name: str, quote: str, width: int) -> None:
    variant = variants.get(name)
    table = Table(variant, PEOPLE, moves=new_position(name).legal_moves()[:1])
    lines = [textwrap.wrap(line, width, break_long_words=False) for line in mail(table).split("\n")]
    text = "".join(f"{quote}{part}\n" for line in lines for part in line or [""])
    (game,) = games(f"On Monday you wrote:\n{text}" if quote else text)
    assert (game.variant, list(game.moves)) == (name, table.moves)


@pytest.mark.parametrize(
    ("text", "results"),
    [
        ("1. e4 {a wrapped comment\n[%clk 0:10:00]} e5 1-0\n", ["1-0"]),
        ('1. e4 e5 2. Nf3 1-0\n\n[Event "B"]\n[Result "0-1"]\n\n1. d4 d5 0-1\n', ["1-0", "0-1"]),
        ('29.11.2026, A wrote:\n[White "First"]\n\n1. e4 *\n', ["*"]),
    ],
)
def test_what_stands_before_a_bracket_is_part_of_the_game(text: str, results: list[str]) -> None:
    found = games(text)
    assert [game.result for game in found] == results
    assert all(game.moves and not game.errors for game in found)


def test_a_byte_order_mark_costs_no_tag() -> None:
    (game,) = games('\ufeff[White "First"]\n[Result "1-0"]\n\n1. e4 1-0\n')
    assert game.tags["White"] == "First"
    assert (game.moves, game.result, game.errors) == (("e2e4",), "1-0", ())


@pytest.mark.parametrize("tags", ["", '[Result "*"]\n\n'])
def test_a_result_that_no_tag_has_is_kept_and_the_date_unknown(tags: str) -> None:
    (game,) = games(f"{tags}1. e4 e5 2. Nf3 Nc6 1-0\n")
    table = Table(variants.get("chess"), PEOPLE, moves=game.moves)
    table.annotate(Notes(game.known_tags, {}))
    text = table_pgn(table)
    assert '[Result "1-0"]' in text
    assert '[Date "????.??.??"]' in text
    assert text.rstrip().endswith("Nc6 1-0")
