"""Cases of rules: positions in which keys of a variant file make a difference.

A case describes two games, one without the keys and one with them. The core and the slow rules
must agree on both, and what the case expects must hold with the keys and not without.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from amalthea import new_position
from amalthea.engine import variant_files
from amalthea.engine.pieces.description.variant import PiecesVariant
from reference.described import rules_of

BOARD = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"


@dataclass(frozen=True)
class RuleCase:
    """Keys, a position, and what the keys change in it.

    allowed, forbidden: moves that are legal only with the keys, only without. status: the status
    with the keys, another one without. shown: a part of the FEN, not there without. moves: played
    before. base: lines of the game without the keys. parent: its parent. fen: "" for the first
    position. fen_without: the position without the keys if that cannot be the same. slow: the slow
    rules know the game, too.
    """

    keys: str
    fen: str = BOARD
    allowed: str = ""
    forbidden: str = ""
    status: str = ""
    shown: str = ""
    moves: str = ""
    base: str = ""
    parent: str = "chess"
    fen_without: str = ""
    slow: bool = True

    def __str__(self) -> str:
        return self.keys.partition("\n")[0]


@dataclass(frozen=True)
class _Seen:
    legal: frozenset[str]
    status: str
    fen: str


def check(case: RuleCase, folder: Path) -> None:
    """Assert that the keys of a case change what it expects, and that both rule sets agree."""
    file = folder / "case.ini"
    text = f"[without:{case.parent}]\n{case.base}\n[with:without]\n{case.keys}\n"
    file.write_text(text, encoding="utf-8")
    without, given = variant_files.load(str(file))
    old = _look(without, case.fen_without or case.fen, case)
    new = _look(given, case.fen, case)
    allowed, forbidden = set(case.allowed.split()), set(case.forbidden.split())
    assert allowed <= new.legal - old.legal, sorted(new.legal)
    assert forbidden <= old.legal - new.legal, sorted(new.legal)
    if case.status:
        assert (new.status, old.status == new.status) == (case.status, False)
    if case.shown:
        assert case.shown in new.fen
        assert case.shown not in old.fen
    assert allowed or forbidden or case.status or case.shown


def _look(game: PiecesVariant, fen: str, case: RuleCase) -> _Seen:
    fen = fen or game.start
    core = new_position(game, fen)
    for move in case.moves.split():
        core.play(move)
    seen = _Seen(frozenset(core.legal_moves()), str(core.status()), core.fen())
    if case.slow:
        reference = rules_of(game).from_fen(fen)
        for move in case.moves.split():
            reference = reference.play(move)
        slow = _Seen(frozenset(reference.legal_moves()), reference.status(), reference.fen())
        assert slow == seen
    return seen
