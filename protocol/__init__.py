"""Everything that speaks: the extended UCI loop, its options and texts. Imports engine."""

NAME = "Amalthea"
AUTHORS = "The Amalthea authors"
__version__ = "1.0.0"

# The command's exit statuses besides 0.
FAILED = 1
BAD_USAGE = 2
INTERRUPTED = 130
