"""Pictures of boards and games: SVG, a replay for HTML pages, and the rules of games as text."""
