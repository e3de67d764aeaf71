"""A running match in the browser: its report, which grows, and the boards of the games in play.

The match never waits for any of this. While an engine thinks, its worker throws how the game stands
into a socket without waiting (sights.py); a process of its own, at a lower priority, catches that,
reads the match's journal as it grows (state.py) and serves pages (server.py). It ends with the
match.
"""

PORT = 8530  # where nothing else is asked for
