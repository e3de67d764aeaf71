"""A running match in the browser: its growing report, and the boards of the games in progress.

The match never waits for it. Workers send snapshots of their games to a socket without blocking
(snapshots.py). A separate process with lower priority receives them, reads the growing journal of
the match (state.py) and serves the pages (server.py). It ends with the match.
"""

PORT = 8530  # default
