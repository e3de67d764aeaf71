"""Games in PGN as other programs, servers and people write them, drawn at random.

Every way of writing has a method that begins with `_`; all of them keep the meaning of the game.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import chess

from amalthea.engine.api import Position
from amalthea.engine.core.board import NULL_MOVE, Move, Notation
from amalthea.engine.core.color import Color

# Names that lichess, chess.com, pychess, XBoard, cutechess and python-chess give to games.
NAMES = {
    "chess": ("Standard", "standard", "normal", "Classical", "From Position", "Chess", "?"),
    "chess960": ("Chess960", "fischerandom", "Fischerandom", "Fischer Random", "Chess 960"),
    "crazyhouse": ("Crazyhouse", "crazyhouse", "Crazy House", "zh"),
    "3check": ("Three-check", "3check", "Threecheck", "3 Check", "Three check chess", "3-Check"),
    "kingofthehill": ("King of the Hill", "kingofthehill", "Kingofthehill", "KOTH"),
    "racingkings": ("Racing Kings", "racingkings", "Racingkings"),
    "horde": ("Horde", "horde", "Horde chess"),
    "antichess": ("Antichess", "antichess", "Anti chess"),
    "capablanca": ("Capablanca", "capablanca", "Capablanca chess"),
    "xiangqi": ("Xiangqi", "xiangqi", "Chinese chess"),
    "shogi": ("Shogi", "shogi"),
    "makruk": ("Makruk", "makruk"),
    "gast": ("gast", "Gast"),
}
FIGURINES = dict(zip("KQRBN", "♔♕♖♗♘", strict=True)), dict(zip("KQRBN", "♚♛♜♝♞", strict=True))
COMMENTS = (
    "",
    "a comment",
    "1-0",
    "or 1... c5 (2. Nf3 d6) 0-1 *",
    "[%clk 0:09:58]",
    "[%eval 0.17] [%clk 0:00:30.2] (0.25 → -1.5) Inaccuracy. Nf6 was best.",
    "+0.35/12 0.123s",
    "[%csl Gd4][%cal Gd1d4,Rc3c4]",
    'two\nlines; and\n\nmore "quotes" \\ $1 {',
    "é ü ß 漢",
    '[Event "within"]',
)
SYMBOLS = (
    "!",
    "?",
    "!!",
    "??",
    "!?",
    "?!",
    "$1",
    " $14",
    " $3 $10",
    " +-",
    " =",
    " ±",
    " -/+",
    "□",
)
_SPECIAL = 0.4  # how often a rare move is looked for


@dataclass(frozen=True)
class Played:
    """A random game. chess960: castling as in Chess960."""

    variant: str
    fen: str
    moves: tuple[str, ...]
    result: str
    chess960: bool = False

    def start(self) -> Position:
        """Return the first position."""
        return Position(self.variant, self.fen, chess960=self.chess960)


def played(name: str, rng: random.Random, longest: int = 60, null_moves: bool = True) -> Played:
    """Return a random game with more castlings, promotions and captures en passant than others."""
    variant, chess960 = ("chess", True) if name == "chess960" else (name, False)
    fen = chess.Board.from_chess960_pos(rng.randrange(960)).fen() if chess960 else None
    position = Position(variant, fen, chess960=chess960)
    fen = position.fen()
    while not position.is_over() and position.ply < longest:
        move = rng.choice(position.game.position.legal_moves())
        if rng.random() < _SPECIAL and (
            rare := [each for each in position.legal_moves if _is_rare(each)]
        ):
            move = rng.choice(rare).text
        if null_moves and rng.random() < 0.02 and position.after_null_move():
            move = NULL_MOVE
        position.push(move, null=True)
    moves = tuple(move.text for move in position.moves)
    return Played(variant, fen, moves, rng.choice(("1-0", "0-1", "1/2-1/2", "*")), chess960)


def _is_rare(move: Move) -> bool:
    """Return True for castling, promotion, drops and capture en passant."""
    changed = [str(square) for square, _, _ in move.effects]
    return bool(move.promotion or move.drop or len(changed) > 2)


class Writer:
    """Writer of one game in a random way. white: the name of a player."""

    def __init__(self, game: Played, name: str, rng: random.Random) -> None:
        self._game = game
        self.white = rng.choice(("Anna", 'Anna "A" B', "C:\\games", "Müller, K. (2400)", "?", ""))
        self._name = name
        self._rng = rng
        self._numbers = rng.choice(
            (self._dotted, self._glued, self._bare, self._repeated, self._none)
        )
        self._form = rng.choice(
            (self._san, self._letters, self._long, self._coordinates, self._mixed)
        )
        self._figurines = rng.random() < 0.2
        self._chatty = rng.choice((0.0, 0.1, 0.4))
        self._symbols = rng.choice((0.0, 0.2))
        self._separator = rng.choice((" ", "\n", "  ", "\t"))

    def text(self) -> str:
        """Return the game, with line ends "\\n"."""
        moves = self._separator.join(self._line(self._game.start(), list(self._game.moves), 0))
        result = self._game.result.replace("1/2-1/2", self._rng.choice(("1/2-1/2", "½-½", "1/2")))
        tags = [f'[{name} "{value}"]' for name, value in self._tags().items()]
        between = self._rng.choice(("\n", " ", "", "\n\n"))
        ends = self._rng.choice(("\n\n", "\n\n\n", "\n", " "))
        text = f"{between.join(tags)}{ends}{moves}{self._separator}{result}"
        if self._rng.random() < 0.3:
            text = self._with_escapes(text)
        return f"{text}\n" if self._rng.random() < 0.2 else f"{text}\n\n"

    # Tags.

    def _tags(self) -> dict[str, str]:
        rng, game = self._rng, self._game
        white = self.white.replace("\\", "\\\\").replace('"', '\\"')
        tags = {"Event": "Rated game", "Site": "https://example.org/abcdefgh", "White": white}
        tags["Black"] = rng.choice(("Bert", "[bot]", "{x}", "a;b"))
        if rng.random() < 0.8:
            tags["Result"] = game.result
        names = NAMES[self._name]
        if self._name == "chess":
            if (name := rng.choice(names)) != "?":
                tags["Variant"] = name
        elif self._name != "chess960" or rng.random() < 0.8 or not self._is_recognised():
            tags["Variant"] = rng.choice(names)
        standard = game.fen == Position(game.variant).fen() and not game.chess960
        if not standard or rng.random() < 0.3:
            tags["FEN"] = self._fen()
            if rng.random() < 0.7:
                tags["SetUp"] = "1"
        elif rng.random() < 0.1:
            tags["SetUp"] = "1"
        items = list(tags.items())[1:]
        rng.shuffle(items)
        return dict([*list(tags.items())[:1], *items])

    def _fen(self) -> str:
        """Return the FEN; castling rights of Chess960 are written by files or by wings."""
        placement, side, rights, *rest = self._game.fen.split()
        if self._game.chess960 and self._rng.random() < 0.5:
            rights = "KQkq"
        return " ".join((placement, side, rights, *rest))

    def _is_recognised(self) -> bool:
        """Return False if the array is one of which castling looks like that of chess."""
        first = self._game.fen.split("/", 1)[0]
        return not (first[0] == first[7] == "r" and first[4] == "k")

    # Moves.

    def _line(self, position: Position, moves: list[str], depth: int) -> Iterator[str]:
        """Yield the moves of a line of play, with everything that stands between them."""
        rng = self._rng
        alone = True
        for at, move in enumerate(moves):
            number = self._numbers(position, alone)
            yield f"{number}{self._move(position, move)}{self._symbol()}"
            alone = False
            if rng.random() < self._chatty:
                yield self._comment()
                alone = True
            if depth < 3 and rng.random() < self._chatty / (2 + 4 * depth):
                yield from self._variation(position, move, depth)
                alone = True
            position.push(move, null=True)
            if at % 5 == 4 and rng.random() < self._chatty:
                yield rng.choice(("; rest of line } ) 1-0\n", "\n", "<reserved e4>"))
        for _ in moves:
            position.pop()

    def _variation(self, position: Position, move: str, depth: int) -> Iterator[str]:
        """Yield a variation with moves in place of one."""
        rng = self._rng
        line: list[str] = []
        before = position.ply
        while not position.is_over() and len(line) < rng.randint(1, 4):
            line.append(rng.choice(position.game.position.legal_moves()))
            if position.after_null_move() and rng.random() < 0.1:
                line[-1] = NULL_MOVE
            position.push(line[-1], null=True)
        while position.ply > before:
            position.pop()
        inner = self._separator.join(self._line(position, line, depth + 1))
        yield f"({inner}{rng.choice(('', ' *', ' 1-0'))}{rng.choice(('', ' '))})"

    def _comment(self) -> str:
        return f"{{{self._rng.choice(COMMENTS)}}}"

    def _symbol(self) -> str:
        return self._rng.choice(SYMBOLS) if self._rng.random() < self._symbols else ""

    def _with_escapes(self, text: str) -> str:
        """Return a text with an escaped line before it and after its tags."""
        return f'% escaped [Event "no"] {{\n{text}'

    # Numbers of moves.

    def _dotted(self, position: Position, alone: bool) -> str:
        if position.turn is Color.WHITE:
            return f"{position.fullmove_number}. "
        return f"{position.fullmove_number}... " if alone else ""

    def _glued(self, position: Position, alone: bool) -> str:
        return (
            self._dotted(position, alone)
            .replace(" ", "")
            .replace("...", self._rng.choice(("...", "…")))
        )

    def _bare(self, position: Position, alone: bool) -> str:
        return self._dotted(position, alone).replace(".", "")

    def _repeated(self, position: Position, alone: bool) -> str:
        dots = "." if position.turn is Color.WHITE else self._rng.choice(("...", ". ...", "."))
        return f"{position.fullmove_number}{dots} "

    def _none(self, position: Position, alone: bool) -> str:
        return ""

    # Forms of a move.

    def _move(self, position: Position, text: str) -> str:
        if text == NULL_MOVE:
            return self._rng.choice(("--", "Z0", "@@@@", "0000"))
        move = position.parse_move(text)
        word = self._form(position, move)
        if word.upper().startswith("O-O"):
            word = self._castling(position, move, word)
        if "=" in word and self._is_western(position):
            word = self._promotion(word)
        if self._is_western(position) and self._is_en_passant(move):
            word += self._rng.choice(("", "e.p.", " e.p.", " ep"))
        if word[-1] in "+#" and word != text:
            word = word[:-1] + self._rng.choice((word[-1], "", "+", "++", "#"))
        if word.startswith("P@") and self._rng.random() < 0.5:
            word = word[self._rng.choice((0, 1)) :]
        if self._figurines and self._is_western(position):
            signs = FIGURINES[position.turn is Color.BLACK]
            word = "".join(signs.get(sign, sign) for sign in word).replace(
                "x", self._rng.choice(("x", "\u00d7"))
            )
        return word

    def _is_western(self, position: Position) -> bool:
        return position.variant.files == 8

    def _san(self, position: Position, move: Move) -> str:
        return position.format_move(move, Notation.SAN)

    def _letters(self, position: Position, move: Move) -> str:
        return position.format_move(move, Notation.LETTERS)

    def _long(self, position: Position, move: Move) -> str:
        """Return long algebraic notation with a hyphen, "Ng1-f3"."""
        word = self._letters(position, move)
        return (
            word if "x" in word or "@" in word else re.sub(r"([a-t]\d+)([a-t]\d+)", r"\1-\2", word)
        )

    def _coordinates(self, position: Position, move: Move) -> str:
        if move.promotion and self._rng.random() < 0.5:
            return f"{move.text[:-1]}{move.text[-1].upper()}"
        return move.text

    def _mixed(self, position: Position, move: Move) -> str:
        """Return any form, also letters with more of the origin square than is needed."""
        forms: tuple[Callable[[Position, Move], str], ...]
        forms = (self._san, self._letters, self._long, self._coordinates, self._extended)
        return self._rng.choice(forms)(position, move)

    def _extended(self, position: Position, move: Move) -> str:
        """Return the letters with only file or rank of the origin, if that is unambiguous."""
        word = self._letters(position, move)
        found = re.match(r"([A-Z]?)([a-t])(\d+)(x?)([a-t]\d.*)", word)
        if not found or "@" in word:
            return word
        piece, file, rank, takes, rest = found.groups()
        for short in self._rng.sample((file, rank), 2):
            try:
                if piece and position.parse_move(f"{piece}{short}{takes}{rest}") == move:
                    return f"{piece}{short}{takes}{rest}"
            except ValueError:
                continue
        return word

    def _castling(self, position: Position, move: Move, word: str) -> str:
        end = word[-1] if word[-1] in "+#" else ""
        plain = word.rstrip("+#")
        forms = [plain, plain.replace("O", "0"), plain.lower(), plain.replace("-", "")]
        if not self._game.chess960 and plain:
            forms.append(move.text)
        return self._rng.choice(forms) + end

    def _promotion(self, word: str) -> str:
        before, _, after = word.partition("=")
        piece, end = after.rstrip("+#"), after[len(after.rstrip("+#")) :]
        forms = (f"={piece}", piece, f"={piece.lower()}", f"({piece})", f"=({piece})", f"/{piece}")
        return before + self._rng.choice(forms) + end

    def _is_en_passant(self, move: Move) -> bool:
        taken = [square for square, before, after in move.effects if before and not after]
        return bool(move.captures) and len(taken) == 2


def in_bytes(text: str, rng: random.Random) -> bytes:
    """Return a text in a random encoding, with the line ends of some system."""
    text = text.replace("\n", rng.choice(("\n", "\r\n", "\r")))
    latin = text.encode("latin-1", "replace").decode("latin-1") == text
    ways = [text.encode(), text.encode("utf-8-sig"), text.encode("utf-16")]
    return rng.choice([*ways, text.encode("latin-1")] if latin else ways)
