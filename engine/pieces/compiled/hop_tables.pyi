"""Everything here is for `tables`."""
