"""The whole engine, with one more kind of game: see row_game."""

import sys

from amalthea.engine import variants
from amalthea.protocol.cli import main
from helpers.row_game import FIVE

if __name__ == "__main__":
    variants.register(FIVE)
    sys.exit(main())
