"""The board: its size."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.pieces.description.variant import MAX_FILES, MAX_RANKS, PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import Key
from amalthea.engine.pieces.rules.rule import Rule


def _read(draft: Draft) -> Mapping[str, object]:
    return {"files": draft.files, "ranks": draft.ranks}


def _errors(variant: PiecesVariant) -> Iterator[str]:
    if not 2 <= variant.files <= MAX_FILES or not 2 <= variant.ranks <= MAX_RANKS:
        yield f"a board of {variant.files}x{variant.ranks} is outside 2x2..{MAX_FILES}x{MAX_RANKS}"


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    return {"files": variant.files, "ranks": variant.ranks}


RULE = Rule(
    name="board",
    fields=("files", "ranks"),
    keys={"maxRank": Key(values.rank, 8), "maxFile": Key(values.file, 7)},
    read=_read,
    errors=_errors,
    fingerprint=_fingerprint,
)
