"""Playing strength from results: Elo, ratings, standings; marks and accuracy of moves."""
