"""Troop Chess (Shudan-Jinkeiki), 9x9, by Yu ding jie, 2017: stones move in groups of three.

Its author's complete rules were never published where they can be read. This is a reconstruction,
from his chart of the formations and his notes; docs/troop.md tells which rules are the author's and
which have been decided here.
"""

from engine.board.variant import DrawRules, Pace
from engine.kinds.formations.rules import FormationVariant
from engine.kinds.formations.shapes import Formation

FORMATIONS = (
    Formation(
        name="straight",
        letter="s",
        drawing="""
            A
            o
            A
        """,
        faces="n",
        strides=("n",),
    ),
    Formation(
        name="pyramidal",
        letter="p",
        drawing="""
            . A .
            o . o
        """,
        faces="n",
        strides=("n",),
    ),
    Formation(
        name="oblique",
        letter="o",
        drawing="""
            . . A
            . o .
            A . .
        """,
        faces="ne",
        strides=("ne",),
    ),
    Formation(
        name="wedge",
        letter="w",
        drawing="""
            o A
            . o
        """,
        faces="ne",
        strides=("ne",),
    ),
    Formation(
        name="serpentine",
        letter="r",
        drawing="""
            . A
            o .
            o .
        """,
        faces="n",
        strides=("nw", "n", "ne"),
        hard=False,
    ),
    Formation(
        name="serpentine, mirrored",
        letter="l",
        drawing="""
            A .
            . o
            . o
        """,
        faces="n",
        strides=("nw", "n", "ne"),
        hard=False,
    ),
)

HARDNESS = {"00": "c", "10": "c", "01": "x", "11": "t"}

VARIANT = FormationVariant(
    name="troop",
    title="Troop Chess, reconstruction",
    files=9,
    ranks=9,
    start="sssssssss/sssssssss/9/9/9/9/9/SSSSSSSSS/SSSSSSSSS w - - 0 1",
    formations=FORMATIONS,
    hardness=HARDNESS,
    draws=DrawRules(repetitions=3, plies=60),
    pace=Pace(moves=42, least=12, foresight=0.6),
)
