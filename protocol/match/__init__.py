"""Matches and tournaments of engines that speak UCI."""
