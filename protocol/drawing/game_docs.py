"""Games told as Markdown, each a page with a folder of pictures: the files of `docs/games`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from protocol.drawing.board_svg import board_svg
from protocol.drawing.chapters import Chapter, chapters
from protocol.drawing.demonstration import boards, summary
from protocol.drawing.game_sheet import EXAMPLE_SEED
from protocol.drawing.piece_picture import BEYOND, mark_alone, mark_name, meanings, stand_alone
from protocol.drawing.styles import style_of

if TYPE_CHECKING:
    from engine.board.variant import Variant
    from protocol.drawing.guide import Example
    from protocol.drawing.piece_sheet import PieceSheet

INDEX = "README.md"
_START_SIZE, _EXAMPLE_SIZE = 480, 300  # pixels


_ORIGIN = (
    "These pages are written by `amalthea variants --docs docs/games` from the descriptions of the"
    " games in `engine/variants` and the examples in `protocol/drawing/guides`."
)


def game_docs(games: Iterable[Variant]) -> dict[str, str]:
    """The text of every file by its path: an index, and for each game its page and pictures."""
    files: dict[str, str] = {}
    rows = []
    for variant in games:
        files[f"{variant.name}.md"] = _Page(variant, files).text()
        rows.append(f"| [{variant.title}]({variant.name}.md) | {_size(variant)} |")
    files[INDEX] = "\n".join(
        ["# The games", "", "| game | board |", "|---|---|", *rows, "", _ORIGIN, ""]
    )
    return files


def _size(variant: Variant) -> str:
    return f"{variant.files} x {variant.ranks}"


class _Page:
    """One game's page; the pictures that it shows are put into `files`."""

    def __init__(self, variant: Variant, files: dict[str, str]) -> None:
        self._variant = variant
        self._style = style_of(variant)
        self._files = files

    def text(self) -> str:
        """The page."""
        variant = self._variant
        fen = variant.start_fen(EXAMPLE_SEED)
        start = self._picture("start", "Start position", board_svg(variant, fen, size=_START_SIZE))
        parts = [f"# {variant.title}", f"`{variant.name}`, {_size(variant)} squares", start]
        parts.append(f"`{fen}`")
        for chapter in chapters(variant):
            parts += self._chapter(chapter)
        return "\n\n".join(parts) + "\n"

    def _chapter(self, chapter: Chapter) -> Iterator[str]:
        yield f"## {chapter.title}"
        if chapter.lines:
            yield "\n".join(f"- {line}" for line in chapter.lines)
        if chapter.pieces:
            yield self._pieces(chapter.pieces)
            yield self._legend(chapter.pieces)
        if chapter.charts:
            yield "\n\n".join(map(_fenced, chapter.charts))
        for example in chapter.examples:
            yield from self._example(example)

    def _pieces(self, pieces: Iterable[PieceSheet]) -> str:
        return "\n".join(["| | piece | notation | |", "|---|---|---|---|", *map(self._row, pieces)])

    def _row(self, piece: PieceSheet) -> str:
        drawn = self._picture(
            self._style.symbol_name(piece.letter),
            f"Moves of the {piece.name}",
            stand_alone(self._style, piece),
        )
        notes = "; ".join(piece.notes)
        return f"| {drawn} | **{piece.name}** `{piece.letter}` | `{piece.moves}` | {notes} |"

    def _legend(self, pieces: Iterable[PieceSheet]) -> str:
        rows = []
        for sign, meaning in meanings(pieces).items():
            path = f"marks/{mark_name(sign)}.svg"
            self._files[path] = mark_alone(sign)
            rows.append(f"| ![{sign}]({path}) | {meaning} |")
        return "\n".join(["| mark | meaning |", "|---|---|", *rows, "", BEYOND])

    def _example(self, example: Example) -> Iterator[str]:
        yield f"### {example.title}"
        yield example.text
        yield " ".join(
            self._picture(
                f"{_slug(example.title)}-{shown.name}",
                f"{example.title}: {shown.name}",
                board_svg(
                    self._variant,
                    shown.fen,
                    arrows=shown.arrows,
                    marked=shown.marked,
                    signs=shown.signs,
                    size=_EXAMPLE_SIZE,
                ),
            )
            for shown in boards(self._variant, example)
        )
        yield ". ".join(summary(self._variant, example)) + "."
        yield f"`{example.fen}`"

    def _picture(self, name: str, words: str, svg: str) -> str:
        """Keeps a picture; a reference to it."""
        path = f"{self._variant.name}/{name}.svg"
        self._files[path] = svg
        return f"![{words}]({path})"


def _fenced(chart: Iterable[str]) -> str:
    """As it is written, in letters of one width."""
    return "\n".join(["```text", *chart, "```"])


def _slug(title: str) -> str:
    return re.sub("[^a-z0-9]+", "-", title.lower()).strip("-")
