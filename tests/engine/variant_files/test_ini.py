"""Variant files: the descriptions that their keys give; tests/rules plays by them."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea import new_position
from amalthea.engine import variant_files, variants
from amalthea.engine.core.variant import Pace
from amalthea.engine.errors import FenError
from amalthea.engine.games import FILES
from amalthea.engine.pieces.description.chase_rules import Chases
from amalthea.engine.pieces.description.endings import (
    Counting,
)
from amalthea.engine.pieces.description.regions import Region
from amalthea.engine.pieces.description.variant import (
    Castling,
    EnPassant,
    PawnRules,
    PiecesVariant,
    PieceType,
    Promotion,
    Right,
)
from helpers.games import army
from helpers.paths import EXAMPLE
from helpers.variant_files import GANYMEDE, TINY, load, load_one


@pytest.fixture
def written(tmp_path: Path) -> Path:
    return tmp_path / "file.ini"


@pytest.fixture(scope="module")
def loaded() -> dict[str, PiecesVariant]:
    return {variant.name: variant for variant in variant_files.load(str(EXAMPLE))}


class TestExample:
    def test_variants_come_in_file_order(self, loaded: dict[str, PiecesVariant]) -> None:
        assert list(loaded) == ["wide", "widelong", "widecastle", "camels"]

    def test_board_pieces_and_pawns_are_read(self, loaded: dict[str, PiecesVariant]) -> None:
        wide = loaded["wide"]
        assert (wide.files, wide.ranks, wide.rights, wide.castlings) == (12, 10, (), ())
        assert wide.piece("G") == PieceType("G", "customPiece2", "BNCA")
        assert wide.piece("P") == PieceType("P", "pawn", "fmWfcF", {2: "fmR2"})
        assert wide.piece("K").royal
        assert wide.pawns == PawnRules("P", 2, EnPassant(2, always_shown=False))
        assert wide.promotions == (Promotion("P", 10, ("Q", "A", "G", "R", "B", "N")),)

    def test_initial_pawn_moves_hold_on_the_double_step_rank(
        self, loaded: dict[str, PiecesVariant]
    ) -> None:
        long = loaded["widelong"]
        assert long.piece("P") == PieceType("P", "customPiece4", "fmR2fcB2", {2: "fmR4"})
        assert long.pawns == PawnRules("P", 2, None)
        assert long.promotions == loaded["wide"].promotions

    def test_castling_with_an_archer_is_read(self, loaded: dict[str, PiecesVariant]) -> None:
        castle = loaded["widecastle"]
        assert castle.rights == (Right("i1", "A", "K"), Right("d1", "A", "Q"))
        assert castle.castlings == (
            Castling("kingside castling", ("g1", "i1"), (("i1", "h1"),), ("i1",), ("h1",)),
            Castling("queenside castling", ("g1", "e1"), (("d1", "f1"),), ("d1",), ("e1", "f1")),
        )

    def test_chess_is_a_parent(self, loaded: dict[str, PiecesVariant]) -> None:
        camels, chess = loaded["camels"], army("chess")
        assert camels.start == chess.start
        assert camels.rights == chess.rights
        assert [(c.king, c.partners, c.rights, set(c.empty)) for c in camels.castlings] == [
            (c.king, c.partners, c.rights, set(c.empty)) for c in chess.castlings
        ]
        assert camels.pawns == chess.pawns
        assert camels.piece("N").moves == "C"


class TestPlay:
    """Counts of legal moves, which Fairy-Stockfish finds on the same two boards."""

    @pytest.mark.parametrize(
        ("name", "counts"),
        [("wide", (58, 3_364, 223_072)), ("widelong", (82, 6_688, 587_747))],
    )
    def test_counts(
        self, loaded: dict[str, PiecesVariant], name: str, counts: tuple[int, ...]
    ) -> None:
        position = new_position(loaded[name])
        assert tuple(position.perft(depth) for depth in (1, 2, 3)) == counts

    def test_a_king_castles_towards_the_archer(self, loaded: dict[str, PiecesVariant]) -> None:
        fen = "rngabqk1agnr/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/RNGABQK1AGNR w KQkq - 0 1"
        position = new_position(loaded["widecastle"], fen)
        lacking = new_position(loaded["widecastle"], fen.replace("AGNR w", "GGNR w"))
        assert lacking.fen().split()[2] == "Qkq"
        position.play("g1i1")
        assert position.fen().endswith("RNGABQ1AKGNR b kq - 1 1")


class TestDescription:
    def test_unchanged_child_of_chess_is_chess(self, written: Path) -> None:
        twin, chess = load_one(written, "[twin:chess]\n"), army("chess")
        assert twin.promotions == chess.promotions
        assert twin.draws == chess.draws
        assert {(p.letter, p.moves, p.royal) for p in twin.pieces} == {
            (p.letter, p.moves, p.royal) for p in chess.pieces
        }

    def test_no_double_step(self, written: Path) -> None:
        tiny = load_one(written, TINY)
        assert tiny.piece("P").from_rank == {}
        assert tiny.pawns == PawnRules("P", 2, None)

    def test_a_game_may_have_no_pawns(self, written: Path) -> None:
        text = TINY.replace("pawn = p", "customPiece2 = p:mWcF\npawnTypes = -")
        assert load_one(written, text).pawns is None
        assert load_one(written, text).promotions == ()

    def test_unneeded_regions_may_be_missing(self, written: Path) -> None:
        board = "[x]\nking = k\nmaxFile = 3\nmaxRank = 4\nstartFen = k2/3/3/2K w - - 0 1\n"
        variant = load_one(written, board)
        assert (variant.pawns, variant.promotions, len(variant.pieces)) == (None, (), 1)

    def test_without_a_promotion_region_there_are_no_promotions(self, written: Path) -> None:
        text = TINY.replace("= *5", "= -").replace("= *1", "= -")
        assert load_one(written, text).promotions == ()

    def test_named_pieces_and_a_royal_knight_are_read(self, written: Path) -> None:
        text = TINY.replace("rook = r", "rook = -\narchbishop = r").replace("= k", "= k:KN")
        tiny = load_one(written, text)
        assert tiny.piece("R").moves == "BN"
        assert tiny.piece("K") == PieceType("K", "king", "KN", royal=True)

    def test_chasing_rules_are_read(self, written: Path) -> None:
        """Soldiers are known to chase nothing, others by what is dearer than they are."""
        text = TINY.replace(
            "customPiece1 = n:NA", "horse = n\nsoldier = s\ncannon = c\nelephant = e"
        )
        text += "chasingRule = axf\nsoldierPromotionRank = 3\n"
        assert load_one(written, text).ends.chases == Chases(
            harmless=("S",),
            dearer=(("N", ("R",)), ("C", ("R",)), ("E", ("R", "C", "N"))),
            spared=(("S", Region(("*1", "*2"))),),
        )

    def test_counting_rules_depend_on_the_pieces_of_the_game(self, written: Path) -> None:
        assert load_one(written, TINY + "countingRule = makruk\n").ends.counting == Counting(
            64, (("R", 2, 8), ("R", 1, 16)), few_pieces=64
        )
        assert load_one(written, TINY + "countingRule = cambodian\n").ends.counting == Counting(
            63, (("R", 2, 7), ("R", 1, 15)), few_pieces=63, most=3, pawns=True
        )
        assert load_one(written, TINY + "countingRule = asean\n").ends.counting == Counting(
            0, (("R", 1, 16),), from_pieces=False
        )

    def test_a_side_may_have_no_king(self, written: Path) -> None:
        text = "[x:chess]\nextinctionValue = loss\nextinctionPieceTypes = *\n"
        game = load_one(written, text + "startFen = 4k3/8/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1\n")
        assert game.kingless == (True, False)
        assert new_position(game).legal_moves()
        with pytest.raises(FenError, match=r"White has 1 king \(e1\), expected none"):
            new_position(game, "4k3/8/8/8/8/8/8/4K3 w - - 0 1")

    def test_en_passant_is_possible_on_some_of_the_passed_squares(self) -> None:
        position = new_position("horde", "4k3/8/8/8/2p5/1p6/3P4/P7 w - - 0 1")
        position.play("a1a3")
        assert "b3a2" not in position.legal_moves()
        position.undo()
        position.play("d2d4")
        assert "c4d3" in position.legal_moves()

    def test_start_position_sets_the_number_of_checks(self, written: Path) -> None:
        text = TINY.replace("w - - 0 1", "w - - 4+4 0 1") + "checkCounting = true\n"
        tiny = load_one(written, text)
        assert (tiny.ends.checks, tiny.start.split()[4]) == (4, "4+4")

    def test_castling_by_one_step_on_the_second_rank(self, written: Path) -> None:
        text = "[x:chess]\ncastlingRank = 2\ncastlingKingsideFile = f\ndoubleStep = false\n"
        text += "startFen = 8/r3k2r/8/8/8/8/R3K2R/8 w Kk - 0 1\n"
        (castling,) = load_one(written, text).castlings
        assert (castling.king, castling.partners) == (("e2", "f2"), (("h2", "e2"),))
        assert "e2h2" in new_position(load_one(written, text)).legal_moves()

    def test_pawn_types_override_single_keys_of_the_parent(self, written: Path) -> None:
        parent = TINY + "nMoveRuleTypes = p\nenPassantTypes = p\n"
        child = "[child:tiny]\npawn = -\ncustomPiece2 = p:fW\npawnTypes = -\n"
        assert load(written, parent + child)[1].pawns is None

    def test_outermost_rook_castles_by_default(self, written: Path) -> None:
        start = "startFen = rr2k1rr/pppppppp/8/8/8/8/PPPPPPPP/RR2K1RR w KQkq - 0 1\n"
        variant = load_one(written, "[x:chess]\n" + start)
        assert [right.square for right in variant.rights] == ["h1", "a1"]
        assert set(variant.castlings[1].empty) == {"b1", "c1", "d1"}

    def test_later_piece_takes_over_a_letter(self, written: Path) -> None:
        tiny = load_one(written, TINY.replace("rook = r", "rook = n\nbishop = r"))
        assert {(piece.letter, piece.name) for piece in tiny.pieces} == {
            ("P", "pawn"),
            ("N", "customPiece1"),
            ("R", "bishop"),
            ("K", "king"),
        }
        child = load(written, "[a:chess]\n[b:a]\ncustomPiece1 = n:C\n")[1]
        assert child.piece("N").moves == "C"
        assert child.promotions[0].to == ("Q", "R", "B")

    def test_zero_turns_draw_rules_off(self, written: Path) -> None:
        endless = load_one(written, "[x:chess]\nnMoveRule = 0\nnFoldRule = 0\n")
        position = new_position(endless, "4k3/8/8/8/8/8/8/R3K3 w - - 150 99")
        assert position.status().state == "ongoing"
        for move in ("a1a2", "e8d8", "a2a1", "d8e8") * 4:
            position.play(move)
        assert position.status().state == "ongoing"

    @pytest.mark.parametrize(
        ("fen", "understood"),
        [
            ("rnkn1/ppppp/5/PPPPP/RNKN1", "rnkn1/ppppp/5/PPPPP/RNKN1 w - - 0 1"),
            ("rnkn1/ppppp/5/PPPPP/RNKN1 b", "rnkn1/ppppp/5/PPPPP/RNKN1 b - - 0 1"),
            ("rnkn1/ppppp/5/PPPPP/RNKN1 w 3 7", "rnkn1/ppppp/5/PPPPP/RNKN1 w - - 3 7"),
            ("rnkn1/ppppp/5/PPPPP/RNKN1[] w - - 0 1", "rnkn1/ppppp/5/PPPPP/RNKN1 w - - 0 1"),
            ("rnkn1/ppppp/5/PPPPP/RNKN1[-] w 0 1", "rnkn1/ppppp/5/PPPPP/RNKN1 w - - 0 1"),
            ("rnkn1/ppppp/5/PPPPP/RNKN1 w KQkq - 5", "rnkn1/ppppp/5/PPPPP/RNKN1 w - - 5 1"),
        ],
    )
    def test_missing_fields_of_a_fen_are_added(
        self, written: Path, fen: str, understood: str
    ) -> None:
        lines = [line for line in TINY.splitlines() if not line.startswith("startFen")]
        text = "\n".join([*lines, f"startFen = {fen}", "castling = false", ""])
        assert load_one(written, text).start == understood

    def test_keys_about_drawing_are_ignored(self, written: Path) -> None:
        drawn = "variantTemplate = shogi\npieceToCharTable = PNBRQ...Kpnbrq...k\npocketSize = 7\n"
        values = "pieceValueMg = p:150\npieceValueEg = p:200\n"
        assert load_one(written, TINY + drawn + values) == load_one(written, TINY)

    def test_keys_of_a_rule_that_is_off_are_ignored(self, written: Path) -> None:
        text = TINY + "flagPiece = k\ndropPromoted = true\nconnectValue = loss\n"
        assert load_one(written, text) == load_one(written, TINY)

    def test_rights_without_castling_are_left_out(self, written: Path) -> None:
        assert load_one(written, "[x:chess]\ncastling = false\n").start.split()[2] == "-"

    def test_king_castles_from_its_start_square(self, written: Path) -> None:
        text = (
            "[x:chess]\nstartFen = rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq - 0 1\n"
            "castlingKingsideFile = f\ncastlingQueensideFile = 2\ncastlingKingFile = h\n"
        )
        assert [(each.king, each.partners) for each in load_one(written, text).castlings] == [
            (("d1", "f1"), (("h1", "e1"),)),
            (("d1", "b1"), (("a1", "c1"),)),
        ]

    def test_castling_rook_is_named_by_a_key_or_by_the_fen(self, written: Path) -> None:
        start = "startFen = rr2k1rr/pppppppp/8/8/8/8/PPPPPPPP/RR2K1RR w {} - 0 1\n"
        inner = "castlingRookKingsideFile = g\ncastlingRookQueensideFile = b\n"
        by_keys = load_one(written, "[x:chess]\n" + start.format("KQkq") + inner)
        by_fen = load_one(written, "[x:chess]\n" + start.format("GBgb"))
        assert [right.square for right in by_keys.rights] == ["g1", "b1"]
        assert by_fen == by_keys

    def test_keys_may_repeat_defaults(self, written: Path) -> None:
        text = TINY + "pieceDrops = false\nstalemateValue = draw\npass = false\n"
        assert load_one(written, text) == load_one(written, TINY)

    def test_windows_line_ends_blank_lines_and_byte_order_mark(self, written: Path) -> None:
        written.write_bytes(b"\xef\xbb\xbf" + TINY.replace("\n", "\r\n\r\n").encode())
        assert variant_files.load(str(written))[0].name == "tiny"

    def test_blocked_squares_are_those_of_the_start_position(self, written: Path) -> None:
        tiny = load_one(written, TINY.replace("ppppp/5/PPPPP", "ppppp/1*2*/PPPPP"))
        assert tiny.blocked == 2
        position = new_position(tiny)
        assert position.fen().split()[0] == "rnkn1/ppppp/1*2*/PPPPP/RNKN1"
        assert not {"b2b3", "e2e3"} & set(position.legal_moves())
        assert {"a2a3", "c2c3", "d2d3"} <= set(position.legal_moves())

    def test_registered_variants_are_known(self, written: Path) -> None:
        tiny = load_one(written, TINY)
        variants.register(tiny)
        assert variants.get("tiny") is tiny


def test_a_game_may_be_derived_from_any_game_of_pieces(tmp_path: Path) -> None:
    names = [name for name in variants.BUILT_IN if (FILES / f"{name}.ini").is_file()]
    text = "".join(f"[my-{name}:{name}]\n" for name in names)
    assert len(names) == 5
    for name, child in zip(names, load(tmp_path / "children.ini", text), strict=True):
        parent = army(name)
        assert (child.pieces, child.promotions, child.rights) == (
            parent.pieces,
            parent.promotions,
            parent.rights,
        )
        assert [each.king for each in child.castlings] == [each.king for each in parent.castlings]


def test_children_do_not_inherit_titles_castling_names_and_lengths(tmp_path: Path) -> None:
    first, second = load(tmp_path / "two.ini", f"{GANYMEDE}\n[child:again]\n")
    assert (first.title, first.pace) == ("Ganymede Chess", Pace(96, 38))
    assert first.castlings[1].name == "king's side, with the griffon"
    assert (second.title, second.pace) == ("child", Pace())
    assert second.castlings[1].name == "castling2 g1-k1"
    assert second.pieces == first.pieces


def test_piece_order_lists_named_pieces_first(tmp_path: Path) -> None:
    plain = load_one(tmp_path / "plain.ini", "[a:chess]\n")
    ordered = load_one(tmp_path / "ordered.ini", "[a:chess]\npieceOrder = kqb\n")
    assert "".join(piece.letter for piece in plain.pieces) == "PNBRQK"
    assert "".join(piece.letter for piece in ordered.pieces) == "KQBPNR"


def test_piece_notation_sets_the_letters_of_moves(tmp_path: Path) -> None:
    again = load_one(tmp_path / "again.ini", GANYMEDE)
    written = {piece.letter: piece.author_letter for piece in again.pieces if piece.author_letter}
    assert written == {"I": "NN", "S": "|S|", "L": "\\S\\", "Z": "/S/", "+I": "+NN"}


def test_castling_names(tmp_path: Path) -> None:
    named = load_one(tmp_path / "a.ini", "[a:chess]\ncastlingNames = short very_long\n")
    assert [castling.name for castling in named.castlings] == ["short", "very long"]
