"""Analysis of a game as PGN: marks as NAGs, scores as comments, better lines as variations.

Scores are from White's view, followed by the depth: `{+0.35/12}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from amalthea.engine import variants
from amalthea.engine.core.game import choices_in, joint_move
from amalthea.protocol import NAME, __version__
from amalthea.protocol.records.annotation import GLYPHS, NO_ANNOTATION
from amalthea.protocol.records.notation import LETTERS
from amalthea.protocol.records.pgn import braced, line_tokens, tag_line, wrapped
from amalthea.protocol.records.variant_names import written_variant
from amalthea.protocol.records.variations import Variation

if TYPE_CHECKING:
    from amalthea.protocol.analysis.study import Remark, Study

_ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?"}
# A score and its depth at the beginning of a comment, as `_score` writes them.
_SCORE = re.compile(r"^[-+](\d+\.\d\d|M\d+)/\d+( |$)", re.ASCII)
_BETTER_PLIES = 12  # plies of a variation


def annotated_pgn(study: Study, notation: str = LETTERS) -> str:
    """Return the game as PGN with its own tags, comments and side lines, ended by an empty line."""
    game = study.game
    tags = "".join(tag_line(name, value) for name, value in _tags(study).items())
    own_lines = (line.from_first_move(game.moves) for line in game.side_lines)
    others = [*own_lines, *_better_lines(study)]
    annotations = [_annotations(study, ply) for ply in range(len(game.moves) + 1)]
    start, line = game.moments[0].position, Variation(0, game.moves)
    moves = line_tokens(start, line, others, notation, annotations[1:])
    text = "\n".join(wrapped([*annotations[0], *moves, game.result]))
    return f"{tags}\n{text}\n\n"


def _tags(study: Study) -> dict[str, str]:
    game = study.game
    own = {"White": game.white, "Black": game.black, "Result": game.result}
    tags = {**_ROSTER, **own, **game.tags, "Annotator": _annotators(study)}
    chess = variants.get("chess")
    if game.variant != chess:
        tags["Variant"] = written_variant(game.variant.name, game.variant.chess960)
    if game.variant != chess or game.moments[0].fen != chess.start:
        tags.update({"SetUp": "1", "FEN": game.moments[0].fen})
    return tags


def _annotators(study: Study) -> str:
    """Return the Annotator tag: those of the game, then this program unless it is among them."""
    before, ours = study.game.tags.get("Annotator", ""), f"{NAME} {__version__}"
    return f"{before}, {ours}" if before and ours not in before else before or ours


def _annotations(study: Study, ply: int) -> list[str]:
    """Return the glyphs and comments written behind a ply, or before the first move for ply 0."""
    remarks = [remark for remark in study.remarks if remark.ply == ply]
    glyphs, comment = _own_comment(study, ply)
    glyphs = list(dict.fromkeys((*glyphs, *_glyph(remarks))))
    return [*glyphs, *_score(study, ply, _marked_choices(remarks)), *comment]


def _own_comment(study: Study, ply: int) -> tuple[Sequence[str], list[str]]:
    """Return the glyphs and the comment, if any, that the file of the game has behind a ply."""
    own = study.game.annotations.get(ply, NO_ANNOTATION)
    comment = own.text
    if NAME in study.game.tags.get("Annotator", ""):
        comment = _SCORE.sub("", comment)  # of an earlier analysis
    return own.glyphs, [braced(comment)] if comment else []


def _glyph(remarks: Sequence[Remark]) -> Sequence[str]:
    """Return the NAG of a move; two joint choices have none."""
    marks = [remark.mark for remark in remarks]
    return [GLYPHS[marks[0]]] if len(marks) == 1 and marks[0] else []


def _marked_choices(remarks: Sequence[Remark]) -> str:
    """Return the marked choices, such as "N@c4?? ", if both sides chose, else ""."""
    marked = [f"{remark.move}{remark.mark} " for remark in remarks if remark.mark]
    return "".join(marked) if len(remarks) > 1 else ""


def _score(study: Study, at: int, before: str = "") -> Sequence[str]:
    """Return the comment at a moment: `before`, then score and depth if both are known."""
    score, depth = study.scores[at], study.depth_at(at)
    if not score or depth is None:
        return [braced(before)] if before else []
    return [braced(f"{before}{score}/{depth}")]


def _better_lines(study: Study) -> Iterator[Variation]:
    """Yield the better lines, each with the game's moves before it.

    While both sides choose, it is a better choice together with the other side's actual one.
    """
    for remark in study.remarks:
        if not remark.better:
            continue
        before, moment = study.game.moves[: remark.ply - 1], study.game.moments[remark.ply - 1]
        if moment.both_choose:
            move = study.game.moves[remark.ply - 1]
            chosen = {**dict(choices_in(move, moment.choosers)), remark.side: remark.better[0]}
            line = (*before, joint_move(chosen[side] for side in moment.choosers))
        else:
            line = before + remark.better[:_BETTER_PLIES]
        yield Variation(0, line)
