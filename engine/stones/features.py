"""The numbering of the input features of nets for games of stones.

Each sort of feature has a plane for White and one for Black, with a feature for each square.
"""

from amalthea.engine.stones.fen import stones_at_start


class StoneNumbering(Numbering):
    """The numbering of the features of one game."""

    def __init__(self, variant, sorts):
        """Assign numbers to the features. sorts: the number of sorts of features."""
        Numbering.__init__(self, variant, stones_at_start(variant))
        files, ranks = variant.files, variant.ranks
        self.files = files
        self.squares = files * ranks
        self.set_mirror(
            [
                ((plane ^ 1) * ranks + ranks - 1 - rank) * files + file
                for plane in range(2 * sorts)
                for rank in range(ranks)
                for file in range(files)
            ]
        )
        self.reflected = [
            line * files + files - 1 - file
            for line in range(2 * sorts * ranks)
            for file in range(files)
        ]
