"""A game of as many types of pieces as there may be, with more letters than the alphabet has."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from amalthea import new_position
from amalthea.engine import variant_files, variants
from amalthea.engine.api import Position
from amalthea.engine.core.color import Color
from amalthea.engine.core.letters import split
from amalthea.engine.errors import FenError, VariantError
from amalthea.engine.evaluators import position_and_evaluator
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.new_games import new_game
from amalthea.engine.pieces.compiled.mailbox import BLACK_CODES
from amalthea.engine.pieces.description.variant import MAX_PIECE_TYPES, PiecesVariant, PieceType
from amalthea.engine.pieces.rules.registry import checked
from amalthea.engine.search.solo import SoloSearcher
from amalthea.protocol.drawing.styles import style_of
from amalthea.protocol.records.notation import written
from amalthea.protocol.terminal.board import TerminalBoard
from amalthea.protocol.web.table import HUMAN, Seats, Table
from helpers.described_comparison import compare_position
from helpers.paths import SIXTY_THREE
from helpers.random_nets import random_net
from helpers.scores import score_of
from reference.described import rules_of

if TYPE_CHECKING:
    from helpers.sample import Sample

GAMES = {variant.name: variant for variant in variant_files.load(str(SIXTY_THREE))}
NODES = 2_000
PLIES = 12


@pytest.fixture
def game() -> PiecesVariant:
    return GAMES["sixtythree"]


@pytest.fixture
def known() -> None:
    """Register the games by their names, as `load` does."""
    for variant in GAMES.values():
        variants.register(variant)


def crowded(game: PiecesVariant, dice: random.Random) -> str:
    """Return a FEN with a piece of every type for both sides, each in its half of the board."""
    letters = [piece.letter for piece in game.pieces if piece.letter not in "KP"]
    while True:
        board: dict[tuple[int, int], str] = {}
        for own, ranks in ((str.upper, range(7)), (str.lower, range(game.ranks - 1, 8, -1))):
            home, *further = ([(file, rank) for file in range(game.files)] for rank in ranks)
            king = dice.choice(home)
            free = [square for each in (home, *further) for square in each if square != king]
            pawn = dice.choice(further[-1])
            free.remove(pawn)
            at = [king, pawn, *dice.sample(free, len(letters))]
            board |= {
                square: own(letter) for square, letter in zip(at, ["K", "P", *letters], strict=True)
            }
        rows = (
            "".join(board.get((file, rank), " ") for file in range(game.files))
            for rank in reversed(range(game.ranks))
        )
        placement = re.sub(" +", lambda empty: str(len(empty[0])), "/".join(rows))
        hands = "[]" if game.drops else ""
        try:
            return new_position(game, f"{placement}{hands} w - - 0 1").fen()
        except FenError:
            continue


def test_every_type_is_used(game: PiecesVariant) -> None:
    assert len(game.pieces) == MAX_PIECE_TYPES == BLACK_CODES - 1
    met = Counter(piece.letter.count("'") for piece in game.pieces)
    assert met[0] >= 25
    assert met[1] >= 25
    assert met[2] >= 5


def test_one_more_is_refused(game: PiecesVariant) -> None:
    more = PieceType("Z''", "one more", "W")
    with pytest.raises(VariantError, match=f"{MAX_PIECE_TYPES + 1} piece types, expected 1 to"):
        checked(replace(game, pieces=(*game.pieces, more)))


def test_counts_are_those_of_the_slow_rules(game: PiecesVariant, sample: Sample) -> None:
    reference = rules_of(game).from_fen(game.start)
    position = new_position(game)
    assert position.perft(1) == len(reference.legal)
    tried = max(4, sample(16, len(reference.legal)))
    for move in reference.legal[:: max(1, len(reference.legal) // tried)]:
        position.play(str(move))
        assert position.perft(1) == len(reference.after(move).legal), move
        position.undo()


@pytest.mark.parametrize("name", GAMES)
def test_games_go_as_the_slow_rules_say(name: str, sample: Sample) -> None:
    compare(GAMES[name], GAMES[name].start, random.Random(name), sample(5, 40))


@pytest.mark.parametrize("name", GAMES)
def test_boards_with_every_type_are_as_the_slow_rules_say(name: str, sample: Sample) -> None:
    dice = random.Random(name)
    for _ in range(sample(1, 20)):
        compare(GAMES[name], crowded(GAMES[name], dice), dice, sample(2, 20))


def compare(game: PiecesVariant, fen: str, dice: random.Random, plies: int) -> None:
    """Compare the core and the slow rules along special moves, where there are any."""
    reference, core = rules_of(game).from_fen(fen), new_position(game, fen)
    for _ in range(plies):
        compare_position(game, core, reference)
        move = dice.choice([move for move in reference.legal if move.kind] or reference.legal)
        core.play(str(move))
        reference = reference.play(str(move))
    compare_position(game, core, reference)


def test_every_type_has_keys_of_its_own(game: PiecesVariant) -> None:
    keys = set()
    for piece in game.pieces:
        if not piece.royal:
            for letter in (piece.letter, piece.letter.lower()):
                fen = f"7k8/16/16/16/16/16/{letter}15/16/16/16/16/16/16/16/16/7K8 w - - 0 1"
                keys.add(new_position(game, fen).key())
    assert len(keys) == 2 * (MAX_PIECE_TYPES - 1)


@pytest.mark.parametrize("name", GAMES)
def test_the_search_plays_them(name: str) -> None:
    searcher = SoloSearcher(1)
    for fen in (GAMES[name].start, crowded(GAMES[name], random.Random(name))):
        line = searcher.search(new_game(GAMES[name], fen), NODES)
        assert line.moves[0] in new_position(GAMES[name], fen).legal_moves()


def test_every_piece_type_is_evaluated(game: PiecesVariant) -> None:
    """A game's hand-written evaluation follows the moves, and sees each piece but the kings."""
    dice = random.Random("judged")
    position, evaluator = position_and_evaluator(game, crowded(game, dice))
    for _ in range(PLIES):
        position.play(dice.choice(position.legal_moves()))
        assert evaluator.score() == score_of(game, position.fen())
    values = {piece.letter: _lost_without(game, piece.letter) for piece in game.pieces}
    assert [letter for letter, value in values.items() if value <= 0] == ["K"]


def _lost_without(game: PiecesVariant, letter: str) -> int:
    if letter == "K":
        return 0
    rows = "7k8/16/16/1q14/16/16/{}/16/16/16/16/16/Q15/16/16/7K8 w - - 0 1"
    with_it, without = rows.format(f"3{letter}12"), rows.format("16")
    return score_of(game, with_it) - score_of(game, without)


def test_nets_see_every_type(game: PiecesVariant) -> None:
    header, _ = random_net(game, width=16)
    assert header.features == 2 * MAX_PIECE_TYPES * game.files * game.ranks
    position = new_position(game, crowded(game, random.Random("nets")))
    removable = kind_of(game).removable(position)
    assert len(set(removable.values())) == 2 * (MAX_PIECE_TYPES - 1)


class TestText:
    PROMOTING = "7k8/4P11/16/16/16/16/16/16/16/16/16/16/16/16/16/7K8 w - - 0 1"

    def moves_of(self, game: PiecesVariant, fen: str, origin: str) -> set[str]:
        return {move for move in new_position(game, fen).legal_moves() if move.startswith(origin)}

    def test_promotion_moves_name_the_piece(self, game: PiecesVariant) -> None:
        becomes = {"q", "r'", "n'", "n''", "g'", "g''", "z"}
        moves = self.moves_of(game, self.PROMOTING, "e15")
        assert moves == {f"e15e16{letter}" for letter in becomes}
        position = new_position(game, self.PROMOTING)
        position.play("e15e16n''")
        assert position.fen() == "4N''2k8/16/16/16/16/16/16/16/16/16/16/16/16/16/16/7K8 b - - 0 1"

    def test_a_promoted_form_may_have_such_a_letter(self, game: PiecesVariant) -> None:
        position = new_position(game, "7k8/16/16/16/7B'8/16/16/16/16/16/16/16/16/16/16/7K8 w")
        move = next(move for move in position.legal_moves() if move.endswith("13+"))
        position.play(move)
        assert "+B'" in position.fen()

    def test_hands_hold_such_letters(self) -> None:
        game = GAMES["sixtythreedrops"]
        fen = "7k8/16/16/16/16/16/16/16/16/16/16/16/16/16/16/7K8[NN'N'N''p'] w - - 0 1"
        position = new_position(game, fen)
        assert position.fen() == fen
        drops = {move for move in position.legal_moves() if move.endswith("@a8")}
        assert drops == {"N@a8", "N'@a8", "N''@a8"}
        position.play("n'@a8")
        assert position.fen().split()[0].endswith("/N'15/16/16/16/16/16/16/7K8[NN'N''p']")

    def test_captured_promoted_form_goes_to_the_hand_unpromoted(self) -> None:
        game = GAMES["sixtythreedrops"]
        position = new_position(game, "7k8/16/16/16/16/16/16/+b'Q14/16/16/16/16/16/16/16/7K8[] w")
        position.play("b9a9")
        assert position.fen().split()[0].endswith("[B']")

    @pytest.mark.usefixtures("known")
    @pytest.mark.parametrize("name", GAMES)
    def test_every_move_has_a_word_that_is_read_back(self, name: str) -> None:
        dice = random.Random(name)
        for fen in (self.PROMOTING, crowded(GAMES[name], dice)):
            legal = new_position(GAMES[name], fen).legal_moves()
            for move in dice.sample(legal, min(20, len(legal))):
                word = written(Position(name, fen), move)
                assert Position(name, fen).push(word).text == move, word

    def test_words_name_the_type(self, game: PiecesVariant) -> None:
        variants.register(game)
        assert written(Position(game.name, self.PROMOTING), "e15e16n'") == "e15e16=N'"
        fen = "7k8/16/16/16/16/16/16/3N'N''11/16/16/16/16/16/16/16/7K8 w - - 0 1"
        assert written(Position(game.name, fen), "d9f9") == "N'd9f9"
        assert Position(game.name, fen).push("N'f9").text == "d9f9"

    @pytest.mark.parametrize("cell", ["n'''", "'", 'n"', "1'", "''n"])
    def test_invalid_letters_are_refused(self, game: PiecesVariant, cell: str) -> None:
        with pytest.raises(FenError, match="rank"):
            new_position(game, f"{cell}6k8/16/16/16/16/16/16/16/16/16/16/16/16/16/16/7K8 w - - 0 1")

    def test_letters_need_no_separators(self) -> None:
        assert split("nn'n''N'n") == ["n", "n'", "n''", "N'", "n"]
        with pytest.raises(ValueError, match="n'''"):
            split("n'''")


class TestDrawing:
    def test_diagram_columns_are_aligned(self, game: PiecesVariant) -> None:
        lines = new_position(game).diagram().splitlines()
        assert len({len(line) for line in lines[:-1]}) == 1
        assert "| r' | f' | g' |" in lines[1]
        assert "|n'' |" in lines[3]

    def test_columns_of_a_board_in_a_terminal_are_aligned(self, game: PiecesVariant) -> None:
        position = Position(game, crowded(game, random.Random("terminal")))
        for row in TerminalBoard(game, colour=False).lines(position, False)[: game.ranks]:
            cells = row[4:].ljust(4 * game.files)
            assert all(cells[at] not in "'+ " for at in range(0, 4 * game.files, 4)), row

    def test_every_type_has_a_picture_of_its_own(self, game: PiecesVariant) -> None:
        style = style_of(game)
        names = {style.symbol_name(token) for token in style.tokens()}
        assert len(names) == 2 * MAX_PIECE_TYPES
        assert not any("'" in name for name in names)

    @pytest.mark.usefixtures("known")
    def test_a_page_knows_what_a_pawn_becomes(self, game: PiecesVariant) -> None:
        table = Table(game, Seats(dict.fromkeys("wb", HUMAN)), TestText.PROMOTING)
        becomes = {move: token for move, _, _, token, *_ in table.options(Color.WHITE)}
        assert becomes["e15e16n''"] == "N''"
        assert becomes["e15e16q"] == "Q"
