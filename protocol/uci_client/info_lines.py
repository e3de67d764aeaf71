"""The `info` lines of UCI: writing those of this engine, reading those of any engine."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from amalthea.engine.search.reports import CurrentMove, FinalScore, Info, Progress, Score

BOUND_WORDS = {"exact": "", "lower": " lowerbound", "upper": " upperbound"}
_BOUND_NAMES = {"lowerbound": "lower", "upperbound": "upper"}
_NUMBERS = (
    "depth",
    "seldepth",
    "multipv",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "time",
    "currmovenumber",
)
_NUMBER = re.compile(r"[-+]?\d{1,18}", re.ASCII)


@dataclass(frozen=True, slots=True)
class InfoLine:
    """Values of an `info` line in the units of UCI; None for missing or unreadable values."""

    depth: int | None = None
    seldepth: int | None = None
    multipv: int | None = None
    nodes: int | None = None
    nps: int | None = None
    hashfull: int | None = None
    tbhits: int | None = None
    time: int | None = None
    currmovenumber: int | None = None
    currmove: str | None = None
    score: Score | None = None
    wdl: tuple[int, ...] | None = None
    pv: tuple[str, ...] = ()

    @property
    def exact(self) -> bool:
        """True if the line has an exact score of the principal variation."""
        return self.score is not None and self.score.bound == "exact" and self.multipv in (None, 1)


def read_info(line: str) -> InfoLine | None:
    """Read an `info` line; return None for any other line and for `info string`."""
    words = iter(line.split())
    if next(words, None) != "info":
        return None
    found: dict[str, object] = {}
    for word in words:
        if word == "string":
            return None
        if word in _NUMBERS:
            found[word] = _number(next(words, ""))
        elif word == "score":
            found["score"] = _score(words)
        elif word in _BOUND_NAMES and isinstance(score := found.get("score"), Score):
            found["score"] = Score(score.value, score.mate, _BOUND_NAMES[word])
        elif word == "wdl":
            shares = [_number(next(words, "")) for _ in range(3)]
            found["wdl"] = None if None in shares else tuple(shares)
        elif word == "currmove":
            found["currmove"] = next(words, None)
        elif word == "pv":
            found["pv"] = tuple(words)
    return InfoLine(**found)  # type: ignore[arg-type]  # each value as its field has it


def _score(words: Iterator[str]) -> Score | None:
    """Read a score from the next two words."""
    kind, value = next(words, ""), _number(next(words, ""))
    return None if value is None or kind not in ("cp", "mate") else Score(value, kind == "mate")


def _number(text: str) -> int | None:
    return int(text) if _NUMBER.fullmatch(text) else None


def score_words(value: Score) -> str:
    """Return a score in words of UCI, such as `cp 31 lowerbound`."""
    return f"{'mate' if value.mate else 'cp'} {value.value}{BOUND_WORDS[value.bound]}"


def info_line(report: Info, show_wdl: bool, words_of: Callable[[Score], str] = score_words) -> str:
    """Return the `info` line with a principal variation. words_of: writes its score."""
    wdl = " wdl {} {} {}".format(*report.wdl) if show_wdl else ""
    line = (
        f"info depth {report.depth} seldepth {report.seldepth} multipv {report.multipv}"
        f" score {words_of(report.score)}{wdl} nodes {report.nodes} nps {report.nps}"
        f" hashfull {report.hashfull}{_tbhits(report)} time {report.time_ms}"
    )
    return f"{line} pv {' '.join(report.pv)}" if report.pv else line


def progress_line(report: Progress) -> str:
    """Return the `info` line with the progress of a long iteration."""
    return (
        f"info depth {report.depth} seldepth {report.seldepth} nodes {report.nodes}"
        f" nps {report.nps} hashfull {report.hashfull}{_tbhits(report)} time {report.time_ms}"
    )


def _tbhits(report: Info | Progress) -> str:
    """Return the words about endgame tables, "" without tables."""
    return "" if report.tbhits is None else f" tbhits {report.tbhits}"


def current_move_line(report: CurrentMove) -> str:
    """Return the `info` line with the root move that is being searched."""
    return f"info depth {report.depth} currmove {report.move} currmovenumber {report.number}"


def final_score_line(report: FinalScore, words_of: Callable[[Score], str] = score_words) -> str:
    """Return the `info` line of a finished game, which has no best move.

    words_of: writes the score.
    """
    return f"info depth 0 score {words_of(report.score)}"
