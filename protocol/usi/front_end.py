"""USI front end: UCI with shogi's squares and positions, byoyomi, and searches for a mate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from amalthea.engine import variants
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.options import Combo, whole_number
from amalthea.engine.tasks import PoolMaker, new_pool
from amalthea.engine.text import clip
from amalthea.protocol.uci import answers
from amalthea.protocol.uci.front_end import UciError, UciFrontEnd
from amalthea.protocol.uci.parsing import GoCommand, PositionCommand, parse_go, parse_position
from amalthea.protocol.uci_client import info_lines
from amalthea.protocol.uci_client.option_lines import option_line
from amalthea.protocol.usi.mate_search import MateSearch
from amalthea.protocol.usi.moves import UsiMoves
from amalthea.protocol.usi.sfen import read_sfen, write_sfen

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant
    from amalthea.engine.events import BestMove, Listener, Score
    from amalthea.engine.options import Option
    from amalthea.engine.search.limits import Limits
    from amalthea.protocol.console import Console

_RESERVED = frozenset({"Hash", "Ponder", "MultiPV"})  # options whose names begin with USI_
_PREFIXES = "UCI_", "USI_"
# Black moves first in USI, White in the engine.
_MEANINGS = {"btime": "wtime", "wtime": "btime", "binc": "winc", "winc": "binc"}
_MATE = "mate"
_MOST_MATE_MOVES = 10_000  # more than any game has
_OUTCOMES = frozenset({"win", "lose", "draw"})


class UsiFrontEnd(UciFrontEnd):
    """USI conversation; see UciFrontEnd."""

    protocol: ClassVar[str] = "usi"
    first_variant: ClassVar[str] = "shogi"

    def __init__(self, console: Console, make_pool: PoolMaker = new_pool) -> None:
        super().__init__(console, make_pool)
        change_variant = self._options.variant.effect

        def change_checked_variant() -> None:
            _check_writable(self.engine.variant)
            change_variant()

        self._options.variant.effect = change_checked_variant

    def _own_commands(self) -> dict[str, Callable[[str], None]]:
        return {"gameover": _check_outcome}

    # -- where it differs from UCI -----------------------------------------------------------------

    @property
    def _moves(self) -> UsiMoves:
        variant = self.engine.variant
        return UsiMoves(variant.files, variant.ranks)

    def _option_name(self, name: str) -> str:
        if name in _RESERVED:
            return f"{_PREFIXES[1]}{name}"
        if name.startswith(_PREFIXES[0]):
            name = name.replace(*_PREFIXES, 1)
        return name.replace(" ", "_")

    def _option_line(self, option: Option) -> str:
        if option is self._options.variant:
            names = [each for each in variants.names() if _is_writable(variants.get(each))]
            option = Combo(option.name, self.first_variant, lambda: names)
        return option_line(option, self._option_name(option.name))

    def _score_words(self, score: Score) -> str:
        """Return a score in words; a distance to mate is counted in plies."""
        if not score.mate:
            return info_lines.score_words(score)
        plies = f"{2 * score.value - 1}" if score.wins else f"-{-2 * score.value}"
        return f"mate {plies}{info_lines.BOUND_WORDS[score.bound]}"

    def _best_move(self, report: BestMove) -> str:
        return answers.best_move(report) if report.move else "bestmove resign"

    def _board(self) -> list[str]:
        return [*super()._board(), f"Sfen: {write_sfen(self.engine.game.position.fen())}"]

    def _parse_position(self, words: list[str]) -> PositionCommand:
        if [word.lower() for word in words[:1]] != ["sfen"]:
            return parse_position(words)
        at = next((at for at, word in enumerate(words) if word.lower() == "moves"), len(words))
        fen = read_sfen(words[1:at])
        return parse_position(["fen", *fen.split(), *words[at:]])

    # -- searches ----------------------------------------------------------------------------------

    def _search_listener(self, words: Sequence[str]) -> Listener:
        others = super()._search_listener(words)
        return MateSearch(self._moves, self._say, others) if _MATE in words else others

    def _parse_go(self, words: list[str]) -> GoCommand:
        if _MATE not in words:
            command = parse_go(words, _MEANINGS)
            return replace(command, limits=_with_increments(command.limits))
        at = words.index(_MATE)
        time_ms, rest = _mate_time(words[at + 1 : at + 2]), words[:at] + words[at + 2 :]
        command = parse_go(rest, _MEANINGS)
        limits = replace(
            command.limits, mate=_MOST_MATE_MOVES, movetime=time_ms, infinite=False, ponder=False
        )
        return replace(command, limits=limits)


def _mate_time(words: Sequence[str]) -> int | None:
    """Return the milliseconds after `go mate`, None for `infinite`. Raises UciError."""
    text = words[0] if words else "infinite"
    value = whole_number(text)
    if text != "infinite" and (value is None or value < 1):
        raise UciError(f"go mate: {clip(text)}, expected milliseconds or 'infinite'")
    return value


def _with_increments(limits: Limits) -> Limits:
    """Return limits with the increments added to the clocks: USI adds them before the move."""
    white, black = limits.wtime, limits.btime
    return replace(
        limits,
        wtime=white if white is None else white + (limits.winc or 0),
        btime=black if black is None else black + (limits.binc or 0),
    )


def _is_writable(variant: Variant) -> bool:
    """Return True if USI can write the moves of a game: moves of pieces from square to square."""
    return bool(kind_of(variant).piece_types(variant))


def _check_writable(variant: Variant) -> None:
    """Raise UciError if USI cannot write the moves of a game."""
    if not _is_writable(variant):
        name = clip(variant.name)
        raise UciError(f"USI_Variant: {name} has no pieces whose moves USI could write")


def _check_outcome(rest: str) -> None:
    """Accept `gameover win|lose|draw`, which changes nothing. Raises UciError for other words."""
    if rest.lower() not in _OUTCOMES:
        raise UciError(f"gameover: {clip(rest)}, expected 'win', 'lose' or 'draw'")
