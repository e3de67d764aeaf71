"""Threats in Gess: moves that break the last ring, and moves that may answer them."""
