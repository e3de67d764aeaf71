"""Time controls as text, and what a clock takes and gives."""

from __future__ import annotations

import pytest

from amalthea.engine.core.color import Color
from amalthea.protocol.match import MatchError
from amalthea.protocol.match.controls import GRACE_S, Clock, FlagFall, TimeControl, go_arguments

WHITE, BLACK = Color


def clock(text: str, margin_s: float = 0.0) -> Clock:
    return Clock(TimeControl.read("tc", text), margin_s, 300.0)


@pytest.mark.parametrize(
    ("text", "base", "increment", "moves", "shown"),
    [
        ("40/60+0.5", 60, 0.5, 40, "40/60+0.5"),
        ("10+0.1", 10, 0.1, 0, "10+0.1"),
        ("1+0.01", 1, 0.01, 0, "1+0.01"),
        ("1:30", 90, 0, 0, "90"),
        ("20/2:00.5+1", 120.5, 1, 20, "20/120.5+1"),
        ("0.25", 0.25, 0, 0, "0.25"),
    ],
)
def test_clocks_are_read(text: str, base: float, increment: float, moves: int, shown: str) -> None:
    control = TimeControl.read("tc", text)
    assert (control.base_s, control.increment_s, control.moves) == (base, increment, moves)
    assert str(control) == shown
    assert TimeControl.read("tc", shown) == control


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        *(("tc", text) for text in ("", "0", "0+1", "-1", "ten", "0/60", "1+", "1e3", "9999999")),
        *(("movetime", text) for text in ("", "0", "-5", "1.5", "fast")),
        *(
            ("go", text)
            for text in ("", "depth", "depth 0", "infinite", "wtime 5", "depth 2 nodes")
        ),
    ],
)
def test_an_invalid_time_control_is_refused_with_the_expected_form(kind: str, text: str) -> None:
    with pytest.raises(MatchError, match="expected") as caught:
        TimeControl.read(kind, text)
    assert repr(text) in str(caught.value)


def test_a_move_uses_its_time_and_adds_the_increment() -> None:
    own = clock("10+0.5")
    own.spend(3)
    assert own.left == 7.5
    own.spend(7.5)
    assert own.left == 0.5
    with pytest.raises(FlagFall, match=r"250 ms over, 0\.750 s for a move"):
        own.spend(0.75)


def test_time_for_a_number_of_moves_is_added_again() -> None:
    own = clock("2/10+1")
    seen = []
    for seconds in (4, 5, 0, 0):
        seen.append((own.moves_to_go(), own.left))
        own.spend(seconds)
    assert seen == [
        ("movestogo 2", 10),
        ("movestogo 1", 7),
        ("movestogo 2", 13),
        ("movestogo 1", 14),
    ]
    assert own.left == 25


def test_the_margin_is_tolerated_but_not_added_to_the_clock() -> None:
    own = clock("1+0.2", margin_s=0.1)
    own.spend(1.1)
    assert own.left == 0.2
    with pytest.raises(FlagFall, match="101 ms over"):
        own.spend(0.301)


def test_a_fixed_time_applies_to_each_move() -> None:
    own = Clock(TimeControl.read("movetime", "200"), 0.05, 300.0)
    for _ in range(3):
        own.spend(0.25)
    with pytest.raises(FlagFall):
        own.spend(0.2501)
    assert own.left is None
    assert own.timeout_s == pytest.approx(0.25 + GRACE_S)


def test_the_timeout_is_the_time_left_plus_margin_and_grace() -> None:
    assert clock("5", margin_s=0.5).timeout_s == 5.5 + GRACE_S
    searching = Clock(TimeControl.read("nodes", "100"), 0.5, 30.0)
    assert searching.timeout_s == 30.0
    searching.spend(29)


def test_go_arguments_have_the_clocks_of_both_sides() -> None:
    clocks = {WHITE: clock("40/60+0.5"), BLACK: clock("1.0015+0.01")}
    assert go_arguments(clocks, WHITE) == "wtime 60000 winc 500 btime 1001 binc 10 movestogo 40"
    assert go_arguments(clocks, BLACK) == "wtime 60000 winc 500 btime 1001 binc 10"
    clocks[BLACK] = Clock(TimeControl.read("go", "depth 2 nodes 50"), 0, 1)
    assert go_arguments(clocks, BLACK) == "depth 2 nodes 50"
    assert go_arguments(clocks, WHITE) == "wtime 60000 winc 500 movestogo 40"
    clocks[WHITE].left_s = 0.0
    assert go_arguments(clocks, WHITE).startswith("wtime 1 ")
