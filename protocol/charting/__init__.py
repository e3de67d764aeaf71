"""Charts as inline SVG, and numbers and times as reports write them."""
