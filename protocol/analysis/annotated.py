"""Analysis of a game as PGN: marks as NAGs, scores as comments, better lines as variations.

Scores are from White's view, followed by the depth: `{+0.35/12}`.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from amalthea.engine import variants
from amalthea.engine.core.color import Color
from amalthea.engine.core.game import choices_in, joint_move
from amalthea.engine.text import printable
from amalthea.protocol import NAME, __version__
from amalthea.protocol.analysis.notation import numbered
from amalthea.protocol.records.notation import LETTERS, line_written
from amalthea.protocol.records.variant_names import written_variant
from amalthea.protocol.statistics.scoring import BLUNDER, INACCURACY, MISTAKE, ONLY_MOVE

if TYPE_CHECKING:
    from amalthea.protocol.analysis.moments import Moment
    from amalthea.protocol.analysis.study import Remark, Study

_LINE_WIDTH = 79  # export format of the PGN standard: lines below 80 characters
_ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?"}
_GLYPHS = {ONLY_MOVE: "$1", MISTAKE: "$2", BLUNDER: "$4", INACCURACY: "$6"}
_BETTER_PLIES = 12  # plies of a variation


def annotated_pgn(study: Study, notation: str = LETTERS) -> str:
    """Return the game as PGN, with its original tags, ended by an empty line."""
    tags = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in _tags(study).items())
    tokens = [*_score(study, 0), *_moves(study, notation), study.game.result]
    text = textwrap.fill(
        " ".join(tokens), _LINE_WIDTH, break_long_words=False, break_on_hyphens=False
    )
    return f"{tags}\n{text}\n\n"


def _tags(study: Study) -> dict[str, str]:
    game = study.game
    own = {"White": game.white, "Black": game.black, "Result": game.result}
    tags = {**_ROSTER, **own, **game.tags, "Annotator": f"{NAME} {__version__}"}
    chess = variants.get("chess")
    if game.variant != chess:
        tags["Variant"] = written_variant(game.variant.name, game.variant.chess960)
    if game.variant != chess or game.moments[0].fen != chess.start:
        tags.update({"SetUp": "1", "FEN": game.moments[0].fen})
    return tags


def _quoted(value: str) -> str:
    """Return a tag's value in one line, with quotes and backslashes escaped."""
    return printable(value).replace("\\", "\\\\").replace('"', '\\"')


def _moves(study: Study, notation: str) -> Iterator[str]:
    """Yield every move with its annotations, and numbers as the PGN standard requires them."""
    needs_number = True
    game = study.game
    for ply, (moment, move) in enumerate(zip(game.moments, game.moves, strict=False), 1):
        remarks = [remark for remark in study.remarks if remark.ply == ply]
        annotations = [*_glyph(remarks), *_score(study, ply, _marked_choices(remarks))]
        for remark in remarks:
            annotations += _variation(moment, move, remark, notation)
        yield from _numbered(moment, (move,), notation, needs_number)
        yield from annotations
        needs_number = bool(annotations)


def _glyph(remarks: Sequence[Remark]) -> Sequence[str]:
    """Return the NAG of a move; two joint choices have none."""
    marks = [remark.mark for remark in remarks]
    return [_GLYPHS[marks[0]]] if len(marks) == 1 and marks[0] else []


def _marked_choices(remarks: Sequence[Remark]) -> str:
    """Return the marked choices, such as "N@c4?? ", if both sides chose, else ""."""
    marked = [f"{remark.move}{remark.mark} " for remark in remarks if remark.mark]
    return "".join(marked) if len(remarks) > 1 else ""


def _score(study: Study, at: int, before: str = "") -> Sequence[str]:
    score, depth = study.scores[at], study.depth_at(at)
    if not score or depth is None:
        return [f"{{{before.strip()}}}"] if before else []
    return [f"{{{before}{score}/{depth}}}"]


def _variation(moment: Moment, move: str, remark: Remark, notation: str) -> Iterator[str]:
    """Yield the better line, for a joint choice with the other side's actual choice."""
    if not remark.better:
        return
    better = remark.better[:_BETTER_PLIES]
    if moment.both_choose:
        chosen = {**dict(choices_in(move, moment.choosers)), remark.side: better[0]}
        better = (joint_move(chosen[side] for side in moment.choosers),)
    yield f"({' '.join(_numbered(moment, better, notation, True))})"


def _numbered(
    moment: Moment, moves: Sequence[str], notation: str, with_first: bool
) -> Iterator[str]:
    """Yield moves from a moment on in a notation, with numbers before White's moves."""
    number, turn = moment.number, moment.turn
    for at, text in enumerate(line_written(moment.position, moves, notation)):
        if turn is not Color.BLACK or (at == 0 and with_first):
            yield numbered(number, turn)
        yield text
        number += turn is Color.BLACK
        turn = turn.other if turn else Color.WHITE
