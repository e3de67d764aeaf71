"""How the engine's values read on the line. Nothing here decides anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.board.position import Position
    from engine.board.variant import Variant
    from engine.evaluation import Explanation
    from engine.search.reports import Info, PerftTotal, Score

NO_MOVE = "(none)"
_LONGEST_ERROR = 500
_BOUNDS = {"exact": "", "lower": " lowerbound", "upper": " upperbound"}


def error(message: str) -> str:
    """The one line for anything wrong in the input, whatever the message holds."""
    return f"info string error: {_one_line(message)}"


def warning(message: str) -> str:
    """A line for input that is wrong but understood."""
    return f"info string warning: {_one_line(message)}"


def _one_line(message: str) -> str:
    """A message of printable signs, cut where it grows too long."""
    line = "".join(sign if sign.isprintable() else "?" for sign in " ".join(message.split()))
    return line if len(line) <= _LONGEST_ERROR else f"{line[:_LONGEST_ERROR]}..."


def score(value: Score) -> str:
    return f"{'mate' if value.mate else 'cp'} {value.value}{_BOUNDS[value.bound]}"


def info(report: Info, show_wdl: bool) -> str:
    """An `info` line."""
    wdl = " wdl {} {} {}".format(*report.wdl) if show_wdl else ""
    line = (
        f"info depth {report.depth} seldepth {report.seldepth} multipv {report.multipv}"
        f" score {score(report.score)}{wdl} nodes {report.nodes} nps {report.nps}"
        f" hashfull {report.hashfull} time {report.time_ms}"
    )
    return f"{line} pv {' '.join(report.pv)}" if report.pv else line


def best_move(line: tuple[str, ...] = ()) -> str:
    """The end of a search: the best move, where known the expected answer."""
    return f"bestmove {' ponder '.join(line[:2]) or NO_MOVE}"


def perft_total(report: PerftTotal) -> list[str]:
    speed = round(report.nodes / report.seconds) if report.seconds else 0
    milliseconds = round(report.seconds * 1000)
    return [
        f"info nodes {report.nodes} nps {speed} time {milliseconds}",
        "",
        f"Nodes searched: {report.nodes}",
        "",
    ]


def variant_info(variant: Variant, start: str) -> str:
    """The line that variant GUIs read after `UCI_Variant` was set; `start` is a FEN."""
    return (
        f"info string variant {variant.name} files {variant.files} ranks {variant.ranks}"
        f" pocket 0 template fairy startpos {start}"
    )


def variant_line(variant: Variant, start: str) -> str:
    """One line of `variants`."""
    return f"{variant.name} {variant.files} {variant.ranks} {start} {variant.title}"


def note(message: str) -> str:
    """What else there is to know."""
    return f"info string {message}"


def board(position: Position) -> list[str]:
    """What `d` shows."""
    return [
        *position.diagram().splitlines(),
        "",
        f"Fen: {position.fen()}",
        f"Key: {position.key():016X}",
        f"Check: {'yes' if position.in_check() else 'no'}",
        f"Status: {position.status()}",
    ]


def evaluation(result: Explanation) -> list[str]:
    """What `eval` shows: pawns, each term for White, for Black and their difference."""
    width = max(len(term.name) for term in (*result.terms,)) if result.terms else 0
    lines = [f"{'term':{width}}    White    Black    Total"]
    for term in result.terms:
        row = (term.white, term.black, term.white - term.black)
        lines.append(f"{term.name:{width}} " + " ".join(f"{cp / 100:8.2f}" for cp in row))
    return [*lines, "", f"Final evaluation: {result.total / 100:+.2f} (White's side)"]
