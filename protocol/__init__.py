"""Everything that speaks: the extended UCI loop, its options and texts. Imports engine."""

NAME = "Amalthea"
AUTHORS = "The Amalthea authors"
__version__ = "0.1.0"
