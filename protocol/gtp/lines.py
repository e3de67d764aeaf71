"""Lines of play as GUIs take them: as graphics for GoGui, and as Leela Zero and KataGo tell them.

A line's move is told by its next click, so that a GUI can show it on the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from amalthea.protocol.gtp.board import point, points, shown
from amalthea.protocol.gtp.clicks import Clicks, squares_of

if TYPE_CHECKING:
    from amalthea.engine.events import Info, Score

Lines = Mapping[int, "Info"]  # by their rank, from 1

_BEST = "#9ac77f"
_SHOWN_MOVES = 8  # of a line, in a text


def graphics(lines: Lines) -> str:
    """The best move's squares, the other moves' numbers where they end, all lines as text."""
    ranked = [(rank, lines[rank]) for rank in sorted(lines) if lines[rank].pv]
    drawn = [f"COLOR {_BEST} {points(squares_of(ranked[0][1].pv[0]))}"] if ranked else []
    ends: dict[str, str] = {}
    for rank, info in ranked:
        ends.setdefault(point(squares_of(info.pv[0])[-1]), str(rank))
    if len(ranked) > 1:
        drawn.append(f"LABEL {' '.join(f'{at} {rank}' for at, rank in ends.items())}")
    texts = [f"TEXT {rank}. {_summary(info)}" for rank, info in ranked]
    return "\n".join([*drawn, *(texts or ["TEXT nothing was found"])])


def live(info: Info) -> list[str]:
    """The lines on standard error by which GoGui shows what is thought now."""
    return [
        "gogui-gfx:",
        f"COLOR {_BEST} {points(squares_of(info.pv[0]))}",
        f"TEXT {_summary(info)}",
        "",
    ]


def leela(lines: Lines, clicked: Clicks) -> str:
    """Chances in parts of 10,000, all lines in one."""

    def tell(info: Info, order: int) -> Iterator[str]:
        chance = round(_chance(info) * 10_000)
        yield f"visits {info.nodes} winrate {chance} prior 0 lcb {chance} order {order}"

    return " ".join(_told(lines, clicked, tell))


def kata(lines: Lines, clicked: Clicks) -> str:
    """Chances in parts of 1, the score in pawns."""

    def tell(info: Info, order: int) -> Iterator[str]:
        chance, pawns = _chance(info), info.score.as_centipawns() / 100
        yield f"visits {info.nodes} utility {2 * chance - 1:.4f} winrate {chance:.4f}"
        yield f"scoreMean {pawns:.2f} scoreLead {pawns:.2f} prior 0 lcb {chance:.4f} order {order}"

    return " ".join(_told(lines, clicked, tell))


def _told(
    lines: Lines, clicked: Clicks, tell: Callable[[Info, int], Iterator[str]]
) -> Iterator[str]:
    for order, rank in enumerate(sorted(lines)):
        info = lines[rank]
        clicks = [square for move in info.pv for square in squares_of(move)][len(clicked) :]
        if clicks:
            yield f"info move {point(clicks[0])}"
            yield from tell(info, order)
            yield f"pv {points(clicks)}"


def _chance(info: Info) -> float:
    """The points that the side to move expects."""
    win, draw, _ = info.wdl
    return (win + draw / 2) / 1000


def _summary(info: Info) -> str:
    return f"{score_text(info.score)} depth {info.depth}: {_line(info.pv[:_SHOWN_MOVES])}"


def _line(moves: Iterable[str]) -> str:
    return " ".join(map(shown, moves))


def score_text(score: Score) -> str:
    """ "+0.31", "mate in 3", "mated in 2"."""
    if score.mate:
        return f"{'mate' if score.wins else 'mated'} in {abs(score.value)}"
    return f"{score.value / 100:+.2f}"
