"""Files that `analyse` writes of the games of a file: a graph, annotated games, pages.

Each is complete after every game, so that an interrupted analysis loses nothing. Only an index is
written from time to time, and at the end.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from amalthea.protocol import tool
from amalthea.protocol.analysis.study import Study
from amalthea.protocol.analysis.study_index import Row, index_html, navigation
from amalthea.protocol.storage.files import Products, WriteError, append, open_locked, replace_file

_INDEX_EVERY_S = 3.0
_INDEX_SHARE = 0.05  # of the time, at most, goes into an index of very many games


class GameFiles:
    """Files of analysed games; call `finish` when there are no more.

    svg: of one game only. html: the page of one game, or the index of several.
    """

    def __init__(
        self, svg: Path | None, html: Path | None, pgn: Path | None, notation: str, several: bool
    ) -> None:
        self._makers: dict[str, Callable[[Study], None]] = {}
        self._pages = Pages(html) if html and several else None
        if svg:
            self._makers["svg"] = partial(_write_graph, svg)
        if html:
            self._makers["html"] = self._pages.add if self._pages else partial(_write_page, html)
        if pgn:
            self._makers["pgn"] = AnnotatedFile(pgn, notation).add

    def write(self, study: Study) -> list[str]:
        """Write a game into all files; return a message for each that cannot be written."""
        products = Products()
        for name, make in self._makers.items():
            products.write(name, partial(make, study))
        return products.failures

    def finish(self) -> list[str]:
        """Write the index of all pages; return a message if it cannot be written."""
        products = Products()
        if self._pages:
            products.write("index", self._pages.write_index)
        return products.failures


def _write_graph(path: Path, study: Study) -> None:
    from amalthea.protocol.analysis.plot import plot_svg

    tool.write_file(path, plot_svg(study))


def _write_page(path: Path, study: Study) -> None:
    from amalthea.protocol.analysis.study_page import game_page_html

    tool.write_file(path, game_page_html(study))


class AnnotatedFile:
    """PGN file to which annotated games are added; one that cannot be written is added later."""

    def __init__(self, path: Path, notation: str) -> None:
        self._path = path
        self._notation = notation
        self._has_begun = False
        self._waiting = b""

    def add(self, study: Study) -> None:
        """Add a game; the first one replaces what the file had before. Raises WriteError."""
        from amalthea.protocol.analysis.annotated import annotated_pgn

        self._waiting += annotated_pgn(study, self._notation).encode(errors="replace")
        if self._has_begun:
            self._append()
        else:
            replace_file(self._path, [self._waiting])
        self._has_begun, self._waiting = True, b""

    def _append(self) -> None:
        """Append the waiting games, all of them or none. Raises StorageError."""
        with open_locked(self._path, "another program writes it") as file:
            size = file.seek(0, 2)
            try:
                append(file, self._waiting)
            except WriteError:
                with contextlib.suppress(OSError):
                    file.truncate(size)
                raise


class Pages:
    """Pages of games, each beside its neighbours in a folder named after their index."""

    def __init__(self, index: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._index = index
        self._clock = clock
        self._index_due = clock()
        self._indexed = 0  # games in the index
        self._folder = index.with_name(f"{index.stem}-games")
        self._rows: list[Row] = []
        self._last: Study | None = None

    def add(self, study: Study) -> None:
        """Write the page of a game, and the page before it again, with a link to the new one.

        Also writes the index if it is due. Raises WriteError.
        """
        last, self._last = self._last, study
        self._rows.append(Row.of(study, f"{self._folder.name}/{_name(study)}"))
        tool.make_folder(self._folder)
        if last:
            self._write(last, len(self._rows) - 2)
        self._write(study, len(self._rows) - 1)
        if self._clock() >= self._index_due:
            self.write_index()

    def write_index(self) -> None:
        """Write the index of all games unless it has them already. Raises WriteError."""
        if self._indexed == len(self._rows):
            return
        began = self._clock()
        tool.write_file(self._index, index_html(self._rows))
        now = self._clock()
        self._index_due = now + max(_INDEX_EVERY_S, (now - began) / _INDEX_SHARE)
        self._indexed = len(self._rows)

    def _write(self, study: Study, at: int) -> None:
        """Write the page of the game in a row of the index."""
        from amalthea.protocol.analysis.study_page import game_page_html

        names = [f"{row.number}.html" for row in self._rows]
        before = names[at - 1] if at else ""
        after = names[at + 1] if at + 1 < len(names) else ""
        links = navigation(f"../{self._index.name}", before, after)
        tool.write_file(self._folder / _name(study), game_page_html(study, links))


def _name(study: Study) -> str:
    return f"{study.game.number}.html"
