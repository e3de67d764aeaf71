"""A description compiled into the C arrays that move generation reads."""
