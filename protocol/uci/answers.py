"""How this engine's answers read; `info` and `option` lines have modules of their own.

Nothing here decides anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from amalthea.engine.core.variant import square_name
from amalthea.engine.errors import PhaseError
from amalthea.engine.search.reports import BestMove
from amalthea.protocol.holdings import holdings

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position
    from amalthea.engine.core.variant import Variant
    from amalthea.engine.evaluation import Explanation
    from amalthea.engine.search.reports import PerftTotal

NO_MOVE = "(none)"
_LONGEST_ERROR = 500


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


def best_move(report: BestMove) -> str:
    """The end of a search: the best move, where known the expected answer."""
    ponder = f" ponder {report.ponder}" if report.ponder else ""
    return f"bestmove {report.move or NO_MOVE}{ponder}"


def wrong_side(command: str, error: PhaseError) -> str:
    """What is wrong with the side that a command names, or does not name."""
    if error.both:
        return f"{command}: both sides choose, expected 'side w' or 'side b'"
    return f"{command} side: {error}"


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
        f" pocket {holdings(variant)} template fairy startpos {start}"
    )


def variant_line(variant: Variant, start: str) -> str:
    """One line of `variants`."""
    return f"{variant.name} {variant.files} {variant.ranks} {start} {variant.title}"


def note(message: str) -> str:
    """What else there is to know."""
    return f"info string {_one_line(message)}"


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


def evaluation(result: Explanation, variant: Variant) -> list[str]:
    """What `eval` shows: pawns, each term for White, for Black and their difference.

    Where a net judges, what it says, too, and what each piece adds to that.
    """
    width = max(len(term.name) for term in (*result.terms,)) if result.terms else 0
    lines = [f"{'term':{width}}    White    Black    Total"]
    for term in result.terms:
        row = (term.white, term.black, term.white - term.black)
        lines.append(f"{term.name:{width}} " + " ".join(f"{cp / 100:8.2f}" for cp in row))
    if result.net:
        lines += ["", f"Hand-written: {_pawns(result.hand)}", f"Net: {_pawns(result.total)}"]
    if result.pieces:
        lines += ["", *_worth_board(result, variant)]
    return [*lines, "", f"Final evaluation: {_pawns(result.total)}"]


def _pawns(cp: int) -> str:
    return f"{cp / 100:+.2f} (White's side)"


def _worth_board(result: Explanation, variant: Variant) -> list[str]:
    """The board by rows of two lines, pieces and under them what they add to the net's value."""
    tokens = {each.square: each.token for each in result.pieces}
    worth = {each.square: each.worth for each in result.pieces}
    files = range(variant.files)
    rows = []
    for rank in reversed(range(variant.ranks)):
        names = [tokens.get((file, rank), ".") for file in files]
        values = [worth.get((file, rank)) for file in files]
        rows.append((f"{rank + 1}", names))
        rows.append(("", ["" if value is None else f"{value / 100:+.1f}" for value in values]))
    rows.append(("", [square_name(file, 0)[0] for file in files]))
    return [f"{name:>3} {''.join(f'{text:^7}' for text in texts)}".rstrip() for name, texts in rows]
