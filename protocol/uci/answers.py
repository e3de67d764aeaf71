"""Answers of the UCI front end as text, except `info` and `option` lines (see uci_client)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from amalthea.engine.core.variant import square_name
from amalthea.engine.errors import PhaseError
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.search.reports import BestMove
from amalthea.engine.text import one_line
from amalthea.protocol.holdings import holdings

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position
    from amalthea.engine.core.variant import Variant
    from amalthea.engine.evaluation import Explanation, PieceValue
    from amalthea.engine.search.reports import PerftTotal

NO_MOVE = "(none)"
_LONGEST_ERROR = 500


def error(message: str) -> str:
    """Return the line that reports an error in the input."""
    return f"info string error: {_shortened(message)}"


def warning(message: str) -> str:
    """Return the line that reports corrected input."""
    return f"info string warning: {_shortened(message)}"


def _shortened(message: str) -> str:
    """Return a message as one line of printable characters, shortened if it is too long."""
    line = one_line(message)
    return line if len(line) <= _LONGEST_ERROR else f"{line[:_LONGEST_ERROR]}..."


def best_move(report: BestMove) -> str:
    """Return the `bestmove` line, with the ponder move if there is one."""
    ponder = f" ponder {report.ponder}" if report.ponder else ""
    return f"bestmove {report.move or NO_MOVE}{ponder}"


def wrong_side(command: str, error: PhaseError) -> str:
    """Return the error message for a command that gives a wrong side or none."""
    if error.both:
        return f"{command}: both sides choose, expected 'side w' or 'side b'"
    return f"{command} side: {error}"


def perft_total(report: PerftTotal) -> list[str]:
    """Return the last lines of `go perft`."""
    speed = round(report.nodes / report.seconds) if report.seconds else 0
    milliseconds = round(report.seconds * 1000)
    return [
        f"info nodes {report.nodes} nps {speed} time {milliseconds}",
        "",
        f"Nodes searched: {report.nodes}",
        "",
    ]


def variant_info(variant: Variant, start: str) -> str:
    """Return the line that variant GUIs read after `UCI_Variant`. start: a FEN."""
    return (
        f"info string variant {variant.name} files {variant.files} ranks {variant.ranks}"
        f" pocket {holdings(variant)} template fairy startpos {start}"
    )


def variant_line(variant: Variant, start: str) -> str:
    """Return a variant's line in the answer to `variants`."""
    return f"{variant.name} {variant.files} {variant.ranks} {start} {variant.title}"


def note(message: str) -> str:
    """Return an `info string` line."""
    return f"info string {_shortened(message)}"


def board(position: Position) -> list[str]:
    """Return the answer to `d`."""
    return [
        *position.diagram().splitlines(),
        "",
        f"Fen: {position.fen()}",
        f"Key: {position.key():016X}",
        f"Check: {'yes' if position.in_check() else 'no'}",
        f"Status: {position.status()}",
    ]


def evaluation(result: Explanation, variant: Variant) -> list[str]:
    """Return the answer to `eval`: each term in pawns for White, for Black and their difference.

    The values of the piece types follow, in centipawns. If a net evaluates the game, also its total
    and the share of each piece.
    """
    width = max(len(term.name) for term in (*result.terms,)) if result.terms else 0
    lines = [f"{'term':{width}}    White    Black    Total"]
    for term in result.terms:
        row = (term.white, term.black, term.white - term.black)
        lines.append(f"{term.name:{width}} " + " ".join(f"{cp / 100:8.2f}" for cp in row))
    if result.values:
        lines += ["", *value_table(result.values, variant)]
    if result.net:
        lines += ["", f"Hand-written: {_pawns(result.hand)}", f"Net: {_pawns(result.total)}"]
    if result.pieces:
        lines += ["", *_worth_board(result, variant)]
    return [*lines, "", f"Final evaluation: {_pawns(result.total)}"]


def value_table(values: Sequence[PieceValue], variant: Variant) -> list[str]:
    """Return a table of the values of piece types in centipawns."""
    kind = kind_of(variant)
    names = [f"{each.letter:3}{kind.piece_name(variant, each.letter)}" for each in values]
    width = max(map(len, (*names, "value")))
    heads = ["middlegame", "endgame", *(["in hand"] if any(each.hand for each in values) else [])]
    lines = [f"{'value':{width}}" + "".join(f"{head:>12}" for head in heads)]
    for name, each in zip(names, values, strict=True):
        hand = [f"{each.hand[0]}/{each.hand[1]}"] if each.hand else []
        cells = (each.middlegame, each.endgame, *hand)
        lines.append(f"{name:{width}}" + "".join(f"{cell:>12}" for cell in cells))
    return lines


def _pawns(cp: int) -> str:
    return f"{cp / 100:+.2f} (White's side)"


def _worth_board(result: Explanation, variant: Variant) -> list[str]:
    """Return the board with two lines a rank: pieces, and below them their share of the net."""
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
