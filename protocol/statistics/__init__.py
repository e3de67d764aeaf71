"""Playing strength from the results of games: Elo, ratings, standings, sequential tests."""
