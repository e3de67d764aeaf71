"""People at a board: `amalthea play`, a server on this machine and its page for a browser."""
