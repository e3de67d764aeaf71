"""Boards and games as pictures: SVG, a replay for HTML pages, and the games' rules as text."""
