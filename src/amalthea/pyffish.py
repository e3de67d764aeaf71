"""The functions of pyffish with the same names and results: a server changes one import.

Positions are given as in pyffish, by a game, a FEN and the moves since. Those asked for last are
kept, so that further calls about a game that goes on are quick; a lock makes calls from several
threads safe. Where pyffish differs from the rules of a game, the rules hold here; docs/pyffish.md
tells the differences. What pyffish answers by a crash is a ValueError here.

>>> get_san("shogi", start_fen("shogi"), "c3c4", False, NOTATION_SHOGI_HODGES)
'P-7f'
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from threading import RLock
from typing import TYPE_CHECKING

from amalthea.engine import variant_loading
from amalthea.engine import variants as games
from amalthea.engine.api import Notation, Position, Regional
from amalthea.engine.core.color import Color
from amalthea.engine.core.game import Game
from amalthea.engine.core.letters import is_piece
from amalthea.engine.core.status import State, Termination
from amalthea.engine.errors import AmaltheaError
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.move_reading import read_move
from amalthea.engine.move_writing import write_move
from amalthea.engine.new_games import new_position
from amalthea.engine.regional_notation import write

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position as CorePosition
    from amalthea.engine.core.variant import Variant
    from amalthea.engine.pieces.description.endings import Counting

VALUE_MATE = 32000
VALUE_DRAW = 0
FEN_OK = 1
FEN_EMPTY = 0
FEN_INVALID = -11
FEN_INVALID_PROMOTED_PIECE = -12  # of pyffish; `validate_fen` says FEN_INVALID here
NOTATION_DEFAULT = 0
NOTATION_SAN = 1
NOTATION_LAN = 2
NOTATION_SHOGI_HOSKING = 3
NOTATION_SHOGI_HODGES = 4
NOTATION_SHOGI_HODGES_NUMBER = 5
NOTATION_JANGGI = 6
NOTATION_XIANGQI_WXF = 7
NOTATION_THAI_SAN = 8
NOTATION_THAI_LAN = 9

error = ValueError

_NOTATIONS: dict[int, Notation | Regional] = {
    NOTATION_DEFAULT: Notation.SAN,
    NOTATION_SAN: Notation.SAN,
    NOTATION_LAN: Regional.LAN,
    NOTATION_SHOGI_HOSKING: Regional.HOSKING,
    NOTATION_SHOGI_HODGES: Regional.HODGES,
    NOTATION_SHOGI_HODGES_NUMBER: Regional.HODGES_NUMBER,
    NOTATION_JANGGI: Regional.JANGGI,
    NOTATION_XIANGQI_WXF: Regional.WXF,
    NOTATION_THAI_SAN: Regional.THAI,
    NOTATION_THAI_LAN: Regional.THAI_LAN,
}
_KEPT = 256  # games
_KEPT_FENS = 4096
_OTHER_WAY = re.compile("(?!the FEN has no ).* (read as|is taken to be) ")  # among `fen_errors`
_lock = RLock()
_written: dict[tuple[str, str, bool], None] = {}  # FENs of `get_fen`, which are valid; oldest first


def version() -> tuple[int, int, int]:
    """Return the version of this package."""
    from amalthea.protocol import __version__

    major, minor, patch = (int(part) for part in __version__.split(".")[:3])
    return major, minor, patch


def info() -> str:
    """Return the name and version of the engine."""
    from amalthea.protocol import NAME, __version__

    return f"{NAME} {__version__}"


def variants() -> list[str]:
    """Return the names of all games."""
    return list(games.names())


def set_option(name: str, value: str | int) -> None:
    """Load the variants of a file by the option VariantPath; the others have no effect here.

    Raises ValueError for an option that does not exist.
    """
    from amalthea.engine.options import Options, option_text

    found = Options(games.names, "chess").find(name)
    if found.name == "VariantPath" and value:
        _load(str(value))
    elif fault := found.expected(option_text(value)):
        raise ValueError(f"option {name}: {value!r}, expected {fault}")


def load_variant_config(config: str) -> None:
    """Add the games of a text in the form of a variant file.

    Those that are invalid, or have the name of a shipped game, are left out; standard error says
    why.
    """
    _load(text=config)


def _load(path: str = "text", text: str | None = None) -> None:
    _, errors, warnings = variant_loading.load_variants(path, text)
    sys.stderr.writelines(f"{each}\n" for each in (*errors, *warnings))
    for each in (_variant, start_fen, fen_errors, captures_to_hand):
        each.cache_clear()
    with _lock:
        _latest.cache_clear()
        _written.clear()


@cache
def captures_to_hand(variant: str) -> bool:
    """Return True if captured pieces go to the hand of the side that captures."""
    drops = getattr(_variant(variant), "drops", None)
    return bool(drops and drops.captured)


def two_boards(variant: str) -> bool:
    """Return False: no game of this engine is played on two boards."""
    _variant(variant)
    return False


@cache
def start_fen(variant: str) -> str:
    """Return the FEN of a new game, always the same one where the array is drawn."""
    return _variant(variant).start_fen()


def validate_fen(fen: str, variant: str, chess960: bool = False) -> int:
    """Return FEN_OK, FEN_EMPTY, or FEN_INVALID for a FEN that `fen_errors` has something about.

    Another way to write the same position is valid, and so is a board alone.
    """
    if (variant, fen, chess960) in _written:
        return FEN_OK
    if not fen.strip():
        return FEN_EMPTY
    errors = fen_errors(fen, variant, chess960)
    return FEN_OK if all(map(_OTHER_WAY.match, errors)) else FEN_INVALID


@lru_cache(maxsize=_KEPT_FENS)
def fen_errors(fen: str, variant: str, chess960: bool = False) -> tuple[str, ...]:
    """Return what is wrong in a FEN, a sentence each."""
    try:
        return tuple(
            new_position(_variant(variant), fen, chess960 or _is_chess960(variant)).remarks
        )
    except AmaltheaError as found:
        return (str(found),)


def legal_moves(
    variant: str, fen: str, movelist: Sequence[str], chess960: bool = False
) -> list[str]:
    """Return the legal moves in coordinates."""
    with _lock:
        return _position(variant, fen, movelist, chess960).legal_moves()


def get_fen(
    variant: str,
    fen: str,
    movelist: Sequence[str],
    chess960: bool = False,
    sfen: bool = False,
    showPromoted: bool = False,  # noqa: N803 - as pyffish names it
    countStarted: int = 0,  # noqa: N803
) -> str:
    """Return the FEN after moves.

    sfen: in the form of shogi programs. countStarted: the ply of the game at which a side with few
    pieces began to count, which it may do or not; below 0 if it does not, 0 if always.
    """
    with _lock:
        found = " ".join(_counted(_position(variant, fen, movelist, chess960), countStarted))
        _written[variant, found, chess960] = None
        if len(_written) > _KEPT_FENS:
            del _written[next(iter(_written))]
    return _sfen(found) if sfen else found


def get_san(
    variant: str, fen: str, move: str, chess960: bool = False, notation: int = NOTATION_DEFAULT
) -> str:
    """Return a move in a notation; by default the shortest one of the game's country."""
    return get_san_moves(variant, fen, [move], chess960, notation)[0]


def get_san_moves(
    variant: str,
    fen: str,
    movelist: Sequence[str],
    chess960: bool = False,
    notation: int = NOTATION_DEFAULT,
) -> list[str]:
    """Return moves in a notation."""
    if notation not in _NOTATIONS:
        raise ValueError(f"notation {notation}, expected one from 0 to {max(_NOTATIONS)}")
    form = _NOTATIONS[notation]
    if notation == NOTATION_DEFAULT and _is_shogi(_variant(variant)):
        form = Regional.HODGES_NUMBER
    with _lock, _raising():
        if isinstance(form, Regional):
            return _in_regional_notation(variant, fen, movelist, chess960, form)
        game = _latest(variant, fen, chess960)
        game.go_to([])
        written = []
        for move in movelist:
            text = read_move(game.position, move)
            written.append(write_move(game.position, text, form))
            if len(written) < len(movelist):
                game.play(text)
    return written


def _in_regional_notation(
    variant: str, fen: str, movelist: Sequence[str], chess960: bool, form: Regional
) -> list[str]:
    chess960 = chess960 or _is_chess960(variant)
    position = Position(_variant(variant), fen, chess960=chess960)
    written = []
    for text in movelist:
        move = position.parse_move(text)
        written.append(write(position, move, form))
        position.push(move)
    return written


def gives_check(variant: str, fen: str, movelist: Sequence[str], chess960: bool = False) -> bool:
    """Return True if the side to move is in check."""
    with _lock:
        return _position(variant, fen, movelist, chess960).in_check()


def is_capture(
    variant: str, fen: str, movelist: Sequence[str], move: str, chess960: bool = False
) -> bool:
    """Return True if a move captures a piece of the other side."""
    with _lock, _raising():
        position = _position(variant, fen, movelist, chess960)
        own_is_upper = position.turn == Color.WHITE
        changes = position.changes(read_move(position, move))
    before = [token for _, token, _ in changes if token and is_piece(token)]
    return any(token.isupper() != own_is_upper for token in before)


def piece_to_partner(
    variant: str, fen: str, movelist: Sequence[str], chess960: bool = False
) -> str:
    """Return "": no game of this engine has partners."""
    with _lock:
        _position(variant, fen, movelist, chess960)
    return ""


def game_result(variant: str, fen: str, movelist: Sequence[str], chess960: bool = False) -> int:
    """Return the value of a finished game for the side to move: VALUE_MATE, its negative or 0."""
    with _lock:
        return _value(_position(variant, fen, movelist, chess960))


def is_immediate_game_end(
    variant: str, fen: str, movelist: Sequence[str], chess960: bool = False
) -> tuple[bool, int]:
    """Return if the game is over by a rule besides mate, stalemate and claims, and its value."""
    with _lock:
        position = _position(variant, fen, movelist, chess960)
        reason = position.status().reason
        over = bool(reason) and reason not in {*_MATES, *_CLAIMS, Termination.COUNTING}
        return over, _value(position)


def is_optional_game_end(
    variant: str,
    fen: str,
    movelist: Sequence[str],
    chess960: bool = False,
    countStarted: int = 0,  # noqa: N803
) -> tuple[bool, int]:
    """Return if a player may end the game by a claim, and its value; countStarted: see get_fen."""
    with _lock:
        position = _position(variant, fen, movelist, chess960)
        if position.status().reason in _CLAIMS:
            return True, _value(position)
        if _counting(position) is None:
            return False, VALUE_DRAW
        limit, count = _counted(position, countStarted)[3:5]
        return limit != "-" and int(count) > int(limit), VALUE_DRAW


def has_insufficient_material(
    variant: str, fen: str, movelist: Sequence[str], chess960: bool = False
) -> tuple[bool, bool]:
    """Return if White, and if Black, cannot win with the pieces that it has."""
    with _lock:
        position = _position(variant, fen, movelist, chess960)
        kind, contents, hands = kind_of(position.variant), position.contents(), position.in_hand()
    return tuple(  # type: ignore[return-value]
        kind.insufficient_material(position.variant, contents, hands, side) for side in Color
    )


def game_end(
    variant: str, fen: str, movelist: Sequence[str], chess960: bool = False
) -> tuple[str, str]:
    """Return the result and its reason in words, ("*", "") while the game goes on."""
    with _lock:
        outcome = _position(variant, fen, movelist, chess960).status().outcome
    return (outcome.result, str(outcome)) if outcome else ("*", "")


# -- positions -------------------------------------------------------------------------------------

_MATES = frozenset({Termination.CHECKMATE, Termination.STALEMATE})
_CLAIMS = frozenset({Termination.REPETITION, Termination.FIFTY_MOVES, Termination.NO_CAPTURE})


@contextmanager
def _raising() -> Iterator[None]:
    """Raise errors of the engine as ValueError, as pyffish does."""
    try:
        yield
    except AmaltheaError as found:
        raise ValueError(str(found)) from found


@cache
def _variant(name: str) -> Variant:
    with _raising():
        return games.get(name)


@cache
def _is_chess960(name: str) -> bool:
    with _raising():
        return games.find(name).chess960


def _is_shogi(variant: Variant) -> bool:
    """Return True for games whose pieces are promoted to "+" forms and which have no pawns."""
    has_pawns = getattr(variant, "pawns", None) is not None
    return not has_pawns and any(
        letter.startswith("+") for letter in kind_of(variant).tokens(variant)
    )


@lru_cache(maxsize=_KEPT)
def _latest(variant: str, fen: str, chess960: bool) -> Game:
    """Return the game from a FEN that is kept; the lock must be held."""
    return Game(new_position(_variant(variant), fen, chess960 or _is_chess960(variant)))


def _position(variant: str, fen: str, moves: Sequence[str], chess960: bool) -> CorePosition:
    """Return the position after moves; the lock must be held as long as it is used."""
    with _raising():
        game = _latest(variant, fen, chess960)
        game.go_to(moves)
        return game.position


def _counting(position: CorePosition) -> Counting | None:
    """Return the counting rule of a game, if it has one."""
    ends = getattr(position.variant, "ends", None)
    return ends.counting if ends else None


def _counted(position: CorePosition, started: int) -> list[str]:
    """Return the fields of the FEN, with the count of few pieces as it began at a ply.

    A count of few pieces holds until a king is alone without pawns on the board; in Cambodian chess
    also then if fewer moves are left in it.
    """
    fields = position.fen().split()
    rules = _counting(position)
    if not (started and rules and rules.few_pieces) or fields[3] == "-":
        return fields
    ply = 2 * int(fields[5]) - (fields[1] == "w") - 1
    count, longest = max(0, ply + 1 - started) if started > 0 else 0, 2 * rules.few_pieces
    letters = [token for token in position.contents().values() if is_piece(token)]
    pawns = getattr(position.variant, "pawns", None)
    has_pawns = pawns is not None and any(token.upper() == pawns.letter for token in letters)
    has_lone_king = not has_pawns and 1 in Counter(map(str.isupper, letters)).values()
    is_shorter = rules.pawns and longest - count < int(fields[3]) - int(fields[4])
    if not has_lone_king or is_shorter:
        fields[3:5] = str(longest), str(count)
    return fields


def _value(position: CorePosition) -> int:
    status = position.status()
    if status.state is not State.WIN:
        return VALUE_DRAW
    return VALUE_MATE if status.winner == position.turn else -VALUE_MATE


def _sfen(fen: str) -> str:
    """Return a FEN as shogi programs write it: Black moves first, plies count from 1."""
    board, side, *_, number = fen.split()
    placement, _, hands = board.rstrip("]").partition("[")
    ply = 2 * int(number) - (side == "w")
    held = "".join(
        f"{count if count > 1 else ''}{letter}" for letter, count in Counter(hands).items()
    )
    return f"{placement} {'b' if side == 'w' else 'w'} {held or '-'} {ply}"
