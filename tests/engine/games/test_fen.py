"""FEN in and out: what is written, what is understood, and that every fault is named."""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import pytest

from amalthea import new_position
from amalthea.engine.errors import FenError
from helpers.games import ARMIES, RULES, army, begins_in_secret
from helpers.random_walks import fen_of, walks
from reference.common import Fault as ReferenceFault
from reference.common import of_colour

if TYPE_CHECKING:
    from collections.abc import Callable

    from helpers.sample import Sample

CHESS_START = RULES["chess"].START
GAST_START = RULES["gast"].START
LETTERS = "KQRBNGAPVWSLZIODkqrbngapvwslziodXx0123456789/- wbehl*+[]"
ORDINARY_SIZE, THOROUGH_SIZE = 2_000, 100_000


class Faulty(NamedTuple):
    game: str
    fen: str
    named: str  # what the message must contain


def chess_ranks(*ranks: str, rest: str = "w - - 0 1") -> str:
    """Return a FEN of kings at home and these ranks from the 7th down; empty ones fill up."""
    return "/".join(["4k3", *ranks, *["8"] * (6 - len(ranks)), "4K3"]) + " " + rest


def gast_ranks(*ranks: str, rest: str = "w - - 0 1") -> str:
    """Return a FEN of kings at home and these ranks from the 11th down; empty ones fill up."""
    return "/".join(["6k5", *ranks, *["12"] * (10 - len(ranks)), "6K5"]) + " " + rest


FAULTS = {
    "chess: nothing but blanks": Faulty("chess", "  ", "FEN"),
    "chess: a field too many": Faulty("chess", chess_ranks(rest="w - - 0 1 e4"), "7 fields"),
    "chess: rank too short": Faulty("chess", chess_ranks("ppppppp"), "'ppppppp'"),
    "chess: rank too long": Faulty("chess", chess_ranks("pppp5"), "'pppp5'"),
    "chess: too few ranks": Faulty("chess", "4k3/8/8/8/8/8/4K3 w - - 0 1", "7 ranks"),
    "chess: too many ranks": Faulty("chess", "4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "9 ranks"),
    "chess: unknown letter": Faulty("chess", chess_ranks("4X3"), "'X'"),
    "chess: letter outside ASCII": Faulty("chess", chess_ranks("4é3"), "'é'"),
    "chess: another game's piece": Faulty("chess", chess_ranks("4a3"), "'a'"),
    "chess: blocked square": Faulty("chess", chess_ranks("4*3"), "'4*3'"),
    "chess: promoted form": Faulty("chess", chess_ranks("4+P3"), "'+P'"),
    "chess: no white king": Faulty("chess", "4k3/8/8/8/8/8/8/8 w - - 0 1", "White"),
    "chess: no black king": Faulty("chess", "8/8/8/8/8/8/8/4K3 w - - 0 1", "Black"),
    "chess: two white kings": Faulty("chess", chess_ranks("8", "8", "2K5"), "c5"),
    "chess: two black kings": Faulty("chess", chess_ranks("8", "8", "2k5"), "c5"),
    "chess: side not to move in check": Faulty("chess", chess_ranks("8", "4R3"), "e8"),
    "chess: kings side by side": Faulty("chess", "8/8/8/3kK3/8/8/8/8 w - - 0 1", "d5"),
    "chess: unknown side": Faulty("chess", chess_ranks(rest="x - - 0 1"), "'x'"),
    "chess: no side": Faulty("chess", chess_ranks(rest="- - - 0 1"), "'-'"),
    "chess: unknown right": Faulty("chess", chess_ranks(rest="w X - 0 1"), "'X'"),
    "chess: target is no square": Faulty("chess", chess_ranks(rest="w - 6e 0 1"), "6e"),
    "chess: white pawn on the last rank": Faulty("chess", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a8"),
    "chess: black pawn on its last rank": Faulty("chess", "4k3/8/8/8/8/8/8/4K2p w - - 0 1", "h1"),
    "chess: halfmove clock no number": Faulty("chess", chess_ranks(rest="w - - x 1"), "'x'"),
    "chess: halfmove clock broken": Faulty("chess", chess_ranks(rest="w - - 1.5 1"), "'1.5'"),
    "chess: fullmove number no number": Faulty("chess", chess_ranks(rest="w - - 0 one"), "'one'"),
    "gast: nothing but blanks": Faulty("gast", "  ", "FEN"),
    "gast: a field too many": Faulty("gast", gast_ranks(rest="w - - 0 1 e4"), "7 fields"),
    "gast: rank too short": Faulty("gast", gast_ranks("p10"), "'p10'"),
    "gast: rank too long": Faulty("gast", gast_ranks("p12"), "'p12'"),
    "gast: digits are one number": Faulty("gast", gast_ranks("66"), "'66'"),
    "gast: number of three digits": Faulty("gast", gast_ranks("102"), "'102'"),
    "gast: chess ranks": Faulty("gast", chess_ranks(), "8 ranks"),
    "gast: too many ranks": Faulty("gast", "12/" + gast_ranks(), "13 ranks"),
    "gast: unknown letter": Faulty("gast", gast_ranks("4X7"), "'X'"),
    "gast: blocked square": Faulty("gast", gast_ranks("4*7"), "'4*7'"),
    "gast: promoted form": Faulty("gast", gast_ranks("4+P7"), "'+P'"),
    "gast: no king": Faulty("gast", gast_ranks().replace("K", "Q"), "White"),
    "gast: two kings": Faulty("gast", gast_ranks("12", "kk10"), "a10"),
    "gast: side not to move in check": Faulty("gast", gast_ranks("12", "12", "5N6"), "g12"),
    "gast: in check of a pawn two steps away": Faulty("gast", gast_ranks("12", "4P7"), "g12"),
    "gast: pawn on the last rank": Faulty("gast", gast_ranks().replace("6k5", "P5k5"), "a12"),
    "gast: black pawn on its last rank": Faulty("gast", gast_ranks().replace("6K5", "6K4p"), "l1"),
    "gast: halfmove clock no number": Faulty("gast", gast_ranks(rest="w - - x 1"), "'x'"),
    "gast: fullmove number no number": Faulty("gast", gast_ranks(rest="w - - 0 one"), "'one'"),
}


@pytest.mark.parametrize("faulty", FAULTS.values(), ids=FAULTS.keys())
def test_invalid_fen_is_refused_with_its_error(faulty: Faulty) -> None:
    with pytest.raises(FenError) as caught:
        new_position(faulty.game, faulty.fen)
    assert faulty.named in str(caught.value)


@pytest.mark.parametrize("faulty", FAULTS.values(), ids=FAULTS.keys())
def test_reference_refuses_invalid_fens(faulty: Faulty) -> None:
    with pytest.raises(ReferenceFault):
        RULES[faulty.game].from_fen(faulty.fen)


@pytest.mark.parametrize("game", ARMIES)
def test_core_and_reference_refuse_the_same_places(game: str) -> None:
    """Every piece is tried on every rank, with both kings as far away as possible."""
    rules = ARMIES[game]
    for letter in {piece.letter for piece in army(game).pieces if not piece.second_square}:
        for rank, colour in product(range(rules.RANKS), "wb"):
            board = {(0, rank): of_colour(letter, colour)}
            board |= {(rules.FILES - 1, 1): "K", (rules.FILES - 3, rules.RANKS - 2): "k"}
            fen = fen_of(game, board, "w")
            assert _refused(new_position, game, fen) == _refused(rules.from_fen, fen), fen


def _refused(read: Callable[..., object], *given: str) -> bool:
    try:
        read(*given)
    except (FenError, ReferenceFault):
        return True
    return False


class Mended(NamedTuple):
    game: str
    fen: str
    wanted: str  # as the engine writes what it understood
    named: tuple[str, ...]  # what each remark must contain


HOMES = "r3k2r/8/8/8/8/8/8/R3K2R"
GAST_HOMES = "r2a2k1a2r/12/12/12/12/12/12/12/12/12/12/R2A2K1A2R"
MENDED = {
    "chess: placement only": Mended("chess", HOMES, f"{HOMES} w - - 0 1", ("'w - - 0 1'",)),
    "chess: no rights": Mended("chess", f"{HOMES} b", f"{HOMES} b - - 0 1", ("'- - 0 1'",)),
    "chess: no target": Mended("chess", f"{HOMES} b Kq", f"{HOMES} b Kq - 0 1", ("'- 0 1'",)),
    "chess: rights of nobody": Mended(
        "chess", chess_ranks(rest="w KQkq - 0 1"), chess_ranks(), ("h1", "a1", "h8", "a8")
    ),
    "chess: one right without rook": Mended(
        "chess",
        "r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1",
        ("'K' needs 'R' on h1",),
    ),
    "chess: Shredder right without rook": Mended(
        "chess", chess_ranks(rest="w A - 0 1"), chess_ranks(), ("'A' needs 'R' on a1",)
    ),
    "chess: right without king": Mended(
        "chess", "4k3/8/8/8/8/8/8/3K3R w K - 0 1", "4k3/8/8/8/8/8/8/3K3R w - - 0 1", ("e1",)
    ),
    "chess: right of an enemy rook": Mended(
        "chess", "4k3/8/8/8/8/8/5N2/4K2r w K - 0 1", "4k3/8/8/8/8/8/5N2/4K2r w - - 0 1", ("h1",)
    ),
    "gast: placement only": Mended(
        "gast", GAST_START.split()[0], GAST_START.replace("ADILadil", "-"), ("'w - - 0 1'",)
    ),
    "gast: right without rook": Mended(
        "gast", gast_ranks(rest="w A - 0 1"), gast_ranks(), ("'A' needs 'R' on a1",)
    ),
    "gast: right without archer": Mended(
        "gast", gast_ranks(rest="w i - 0 1"), gast_ranks(), ("'i' needs 'a' on i12",)
    ),
    "gast: right without king": Mended(
        "gast",
        gast_ranks(rest="w L - 0 1").replace("6K5", "5K5R"),
        gast_ranks().replace("6K5", "5K5R"),
        ("g1",),
    ),
    "gast: rights as in chess": Mended(
        "gast",
        f"{GAST_HOMES} w KQkq - 0 1",
        f"{GAST_HOMES} w ALal - 0 1",
        ("'K' read as 'L'", "'Q' read as 'A'", "'k' read as 'l'", "'q' read as 'a'"),
    ),
    "gast: the archer is outermost": Mended(
        "gast",
        GAST_HOMES.replace("A2R", "A3") + " w K - 0 1",
        GAST_HOMES.replace("A2R", "A3") + " w I - 0 1",
        ("'K' read as 'I'",),
    ),
    "gast: a chess right of nobody": Mended(
        "gast", gast_ranks(rest="w K - 0 1"), gast_ranks(), ("'K'",)
    ),
}


@pytest.mark.parametrize("mended", MENDED.values(), ids=MENDED.keys())
def test_mended_fens_have_remarks(mended: Mended) -> None:
    position = new_position(mended.game, mended.fen)
    assert position.fen() == mended.wanted
    assert len(position.remarks) == len(mended.named)
    for remark, named in zip(position.remarks, mended.named, strict=True):
        assert named in remark
    assert RULES[mended.game].from_fen(mended.fen).fen() == mended.wanted


@pytest.mark.parametrize("game", RULES)
def test_valid_fen_has_no_remark(game: str) -> None:
    assert new_position(game, RULES[game].START).remarks == []


def test_a_move_may_be_upper_case() -> None:
    position = new_position("chess", "7k/4P3/8/8/8/8/8/K7 w - - 0 1")
    position.play("e7e8Q")
    assert position.fen() == "4Q2k/8/8/8/8/8/8/K7 b - - 0 1"
    assert position.remarks == ["move 'e7e8Q' read as 'e7e8q'"]
    position.play("H8G7")
    assert position.fen() == "4Q3/6k1/8/8/8/8/8/K7 w - - 1 2"


@pytest.mark.parametrize("game", RULES)
def test_empty_fen_is_an_error(game: str) -> None:
    with pytest.raises(FenError):
        new_position(game, "")


@pytest.mark.parametrize("game", RULES)
def test_default_is_the_start_position(game: str) -> None:
    if begins_in_secret(game):
        assert new_position(game).turn == "-"
    else:
        assert new_position(game).fen() == RULES[game].START


@pytest.mark.parametrize("game", RULES)
def test_the_last_two_fields_may_be_left_out(game: str) -> None:
    fields = RULES[game].START.split()
    assert new_position(game, " ".join(fields[:4])).fen() == RULES[game].START
    assert new_position(game, " ".join([*fields[:4], "7"])).fen().endswith(" - 7 1")


@pytest.mark.parametrize("game", RULES)
def test_blanks_between_and_around_the_fields_do_not_matter(game: str) -> None:
    spaced = "  ".join(["", *RULES[game].START.split(), "\t\n"])
    assert new_position(game, spaced).fen() == RULES[game].START


def test_chess_reads_shredder_rights_and_writes_its_own() -> None:
    for rights in ("AHah", "HAha", "KQkq", "qkQK"):
        fen = f"r3k2r/8/8/8/8/8/8/R3K2R w {rights} - 0 1"
        assert new_position("chess", fen).fen() == fen.replace(rights, "KQkq")


def test_gast_writes_rights_in_alphabetical_order_white_first() -> None:
    fen = GAST_START.replace("ADILadil", "lidaLIDA")
    assert new_position("gast", fen).fen() == GAST_START


def test_target_without_a_capture_is_left_out_in_chess() -> None:
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
    assert new_position("chess", fen).fen() == fen.replace("e3", "-")


def test_chess_keeps_a_target_somebody_can_capture_on() -> None:
    fen = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
    assert new_position("chess", fen).fen() == fen


def test_gast_keeps_every_target() -> None:
    fen = gast_ranks("12", "12", "12", "12", "4p7", rest="w - e8 0 1")
    assert new_position("gast", fen).fen() == fen


@pytest.mark.parametrize("game", RULES)
def test_core_and_reference_accept_the_same_mangled_fens(game: str, sample: Sample) -> None:
    """One or two characters of a good FEN changed, mostly into an error.

    What the strict reference refuses may be corrected, with a remark, into what it reads.
    """
    size = sample(ORDINARY_SIZE, THOROUGH_SIZE)
    refused = 0
    tried = 0
    for rng, steps in walks(game, seed=5):
        _, position = next(steps)
        for _ in range(20):
            fen = mangled(rng, position.fen())
            wanted = reading_of_reference(game, fen)
            read, corrected = reading_of_core(game, fen)
            expected = reading_of_reference(game, read or "") if corrected else wanted
            assert read == expected, repr(fen)
            assert wanted in (None, read), repr(fen)
            refused += wanted is None
            tried += 1
        if tried >= size:
            break
    assert tried / 10 < refused < tried


def mangled(rng: random.Random, fen: str) -> str:
    characters = list(fen)
    for _ in range(rng.randint(1, 2)):
        at = rng.randrange(len(characters))
        match rng.choice(("drop", "double", "replace", "insert", "swap")):
            case "drop":
                del characters[at]
            case "double":
                characters.insert(at, characters[at])
            case "replace":
                characters[at] = rng.choice(LETTERS)
            case "insert":
                characters.insert(at, rng.choice(LETTERS))
            case "swap":
                other = rng.randrange(len(characters))
                characters[at], characters[other] = characters[other], characters[at]
    return "".join(characters)


def reading_of_core(game: str, fen: str) -> tuple[str | None, bool]:
    """Return the FEN that the engine writes, None if it refuses it, and whether it has remarks."""
    try:
        position = new_position(game, fen)
    except FenError:
        return None, False
    return position.fen(), bool(position.remarks)


def reading_of_reference(game: str, fen: str) -> str | None:
    try:
        return RULES[game].from_fen(fen).fen()
    except ReferenceFault:
        return None
