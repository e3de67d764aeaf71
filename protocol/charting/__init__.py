"""Charts as inline SVG in HTML pages."""
