"""The page of a report, assembled from its parts."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING

from amalthea.protocol.charting import charts
from amalthea.protocol.charting.wording import count, grouped, minutes
from amalthea.protocol.drawing.styles import style_of
from amalthea.protocol.drawing.symbols import symbols
from amalthea.protocol.html_page import html_page
from amalthea.protocol.storage.files import replace_file
from amalthea.training import piece_values
from amalthea.training.folder import Folder
from amalthea.training.report.curves import curves
from amalthea.training.report.maps import heat_maps, values
from amalthea.training.report.table import table
from amalthea.training.state import State

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant
    from amalthea.training.piece_values import PieceValue


def write_report(folder: Folder, state: State, variant: Variant) -> None:
    """Write a page that stands alone, replacing an old one. Raises StorageError."""
    replace_file(folder.report, [report_page(folder, state, variant).encode()])


def report_page(folder: Folder, state: State, variant: Variant) -> str:
    """Return the page as text. Raises StorageError for a damaged file."""
    known, seen = _best_piece_values(folder, state)
    tokens = [each.token for each in seen if each.token]
    title = f"Training: {variant.title}"
    body = Template(_read("page.html")).substitute(
        title=escape(title),
        facts=_facts(state),
        table=table(state),
        curves=curves(state),
        worth=_values_section(variant, known, seen, bool(state.tunes())),
        symbols=symbols(style_of(variant), tokens),
    )
    return html_page(title, "\n".join((charts.style(), _read("page.css"))), body)


def _best_piece_values(folder: Folder, state: State) -> tuple[int, list[PieceValue]]:
    """Return (generation, piece values) of the best net, or of the last one."""
    fitted = [each for each in state.generations if each.losses is not None]
    kept = [each for each in fitted if each.kept] or fitted
    if not kept or not folder.piece_values(kept[-1].number).exists():
        return 0, []
    return kept[-1].number, piece_values.read(folder.piece_values(kept[-1].number))


def _facts(state: State) -> str:
    """Return the amounts of work done, in one line of HTML."""
    parts = list(_sums(state)) or ["nothing has been done yet"]
    return " · ".join(f"<span>{escape(part)}</span>" for part in parts)


def _sums(state: State) -> Iterator[str]:
    if not state.generations:
        return
    yield count(len(state.generations), "generation")
    yield f"{count(sum(each.games or 0 for each in state.generations), 'game')} of self-play"
    yield count(sum(each.played or 0 for each in state.generations), "position")
    yield minutes(state.seconds())
    last = state.generations[-1].recipe
    yield "the hand-written evaluation" if last.tune else f"{last.width} hidden units"
    yield f"{grouped(last.nodes)} nodes a move"
    yield f"seed {last.seed}"


def _values_section(variant: Variant, known: int, seen: list[PieceValue], tuned: bool) -> str:
    if not seen:
        return ""
    heading = f"Piece values of generation {known}"
    note = _OF_TABLES if tuned else _OF_A_NET
    return (
        f'<section aria-labelledby="worth-title"><h2 id="worth-title">{heading}</h2>'
        f'<p class="note">{note}</p>{values(seen)}{heat_maps(variant, seen)}</section>'
    )


_OF_A_NET = (
    "In quiet positions of the middlegame, for White: how much the score drops when a piece is"
    " removed, and how much more or less it would be worth on each square, in centipawns. Pieces"
    " whose number never changes have no value; they never stood on grey squares."
)
_OF_TABLES = (
    "Averaged over the phases, for White: the value of a piece, and how much more or less it is"
    " worth on each square, in centipawns. Mobility and all other weights are extra."
)


def _read(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")
