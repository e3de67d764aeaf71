"""Everything here is for the other compiled modules of this package."""
