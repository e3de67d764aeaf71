"""Everything here is for other compiled modules."""
