"""Sections of variant files: their text, typed settings, and a draft of the game.

The keys are not known here: each belongs to a rule (see `amalthea.engine.pieces.rules`).
"""
