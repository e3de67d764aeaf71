"""Lines of a search for GUIs: as graphics of GoGui, and in the formats of Leela Zero and KataGo.

A line's move is written as its next click, so that a GUI can show it on the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from amalthea.protocol.gtp.board import point, points, shown
from amalthea.protocol.gtp.clicks import Clicks, squares_of

if TYPE_CHECKING:
    from amalthea.engine.events import Info

Lines = Mapping[int, "Info"]  # by rank, from 1

_BEST = "#9ac77f"  # colour of the best move
_SHOWN_MOVES = 8  # of a line in a text


def graphics(lines: Lines) -> str:
    """Return the best move's squares, numbers at the ends of all moves, and all lines as text."""
    ranked = [(rank, lines[rank]) for rank in sorted(lines) if lines[rank].pv]
    drawn = [f"COLOR {_BEST} {points(squares_of(ranked[0][1].pv[0]))}"] if ranked else []
    ends: dict[str, str] = {}
    for rank, info in ranked:
        ends.setdefault(point(squares_of(info.pv[0])[-1]), str(rank))
    if len(ranked) > 1:
        drawn.append(f"LABEL {' '.join(f'{at} {rank}' for at, rank in ends.items())}")
    texts = [f"TEXT {rank}. {_summary(info)}" for rank, info in ranked]
    return "\n".join([*drawn, *(texts or ["TEXT no line found"])])


def live(info: Info) -> list[str]:
    """Return the lines on standard error with which GoGui shows the current best move."""
    return [
        "gogui-gfx:",
        f"COLOR {_BEST} {points(squares_of(info.pv[0]))}",
        f"TEXT {_summary(info)}",
        "",
    ]


def leela(lines: Lines, clicked: Clicks) -> str:
    """Return all lines in Leela Zero's format, with chances in parts of 10,000."""

    def values(info: Info, order: int) -> Iterator[str]:
        chance = round(_chance(info) * 10_000)
        yield f"visits {info.nodes} winrate {chance} prior 0 lcb {chance} order {order}"

    return " ".join(_reports(lines, clicked, values))


def kata(lines: Lines, clicked: Clicks) -> str:
    """Return all lines in KataGo's format, with chances from 0 to 1 and scores in pawns."""

    def values(info: Info, order: int) -> Iterator[str]:
        chance, pawns = _chance(info), info.score.as_centipawns() / 100
        yield f"visits {info.nodes} utility {2 * chance - 1:.4f} winrate {chance:.4f}"
        yield f"scoreMean {pawns:.2f} scoreLead {pawns:.2f} prior 0 lcb {chance:.4f} order {order}"

    return " ".join(_reports(lines, clicked, values))


def _reports(
    lines: Lines, clicked: Clicks, values: Callable[[Info, int], Iterator[str]]
) -> Iterator[str]:
    """Yield the reports of all lines that go on from the clicks already made."""
    for order, rank in enumerate(sorted(lines)):
        info = lines[rank]
        clicks = [square for move in info.pv for square in squares_of(move)][len(clicked) :]
        if clicks:
            yield f"info move {point(clicks[0])}"
            yield from values(info, order)
            yield f"pv {points(clicks)}"


def _chance(info: Info) -> float:
    """Return the expected points of the side to move."""
    win, draw, _ = info.wdl
    return (win + draw / 2) / 1000


def _summary(info: Info) -> str:
    return f"{info.score} depth {info.depth}: {_line(info.pv[:_SHOWN_MOVES])}"


def _line(moves: Iterable[str]) -> str:
    return " ".join(map(shown, moves))
