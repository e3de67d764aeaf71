"""The board as `d` draws it, for a person to read."""

from __future__ import annotations

from amalthea import new_position

GANYMEDE = """\
    +---+---+---+---+---+---+---+---+---+---+---+---+
 12 | r | g | o | i | b | q | k | b | i | o | g | r |
    +---+---+---+---+---+---+---+---+---+---+---+---+
 11 | w   w |   | d | n |   |   | n | d |   | w   w |
    +---+---+---+---+---+---+---+---+---+---+---+---+
 10 | p | p | p | p | p |:s:|:s:| p | p | p | p | p |
    +---+---+---+---+---+---+---+---+---+---+---+---+"""


def test_a_lying_wall_is_one_piece() -> None:
    assert new_position("ganymede").diagram().startswith(GANYMEDE)


def test_a_standing_wall_is_one_piece() -> None:
    fen = "k11/12/12/12/12/12/12/12/12/3V8/3V8/K11 w - - 0 1"
    lines = new_position("ganymede", fen).diagram().splitlines()
    assert lines[-7:-3] == [
        "  3 |   |   |   | V |   |   |   |   |   |   |   |   |",
        "    +---+---+---+   +---+---+---+---+---+---+---+---+",
        "  2 |   |   |   | V |   |   |   |   |   |   |   |   |",
        "    +---+---+---+---+---+---+---+---+---+---+---+---+",
    ]


def test_spearmen_lean_as_they_move_and_promoted_pieces_keep_their_sign() -> None:
    fen = "k11/12/2SLZ7/12/12/2slz7/12/12/12/4+Q+q6/12/K11 w - - 0 1"
    lines = new_position("ganymede", fen).diagram().splitlines()
    assert lines[5] == r" 10 |   |   |:S:|\L\|/Z/|   |   |   |   |   |   |   |"
    assert lines[11] == r"  7 |   |   |:s:|\l\|/z/|   |   |   |   |   |   |   |"
    assert lines[19] == "  3 |   |   |   |   |+Q |+q |   |   |   |   |   |   |"


def test_diagram_fills_blocked_squares_and_names_pieces_to_place() -> None:
    board = "**8/**8/**8/**8/**8/10/10/10/10/10"
    hands = "PPPPPPPPBBRRNNQK"
    text = new_position("gochess", f"{board}[{hands}{hands.lower()}] - - - 0 1").diagram()
    assert text.splitlines()[1] == " 10 |###|###|   |   |   |   |   |   |   |   |"
    assert text.endswith("\n\nBoth place: P P P P P P P P B B R R N N Q K")


def test_barred_squares_are_named() -> None:
    board = "**8/**8/**8/**8/**8/10/10/10/10/10"
    hands = "PPPPPPPPBBRRNNQK"
    text = new_position("gochess", f"{board}[{hands}{hands.lower()}] - - e5/e5d4 0 1").diagram()
    assert text.splitlines()[-2:] == [
        "White may not choose again: e5",
        "Black may not choose again: e5 d4",
    ]
