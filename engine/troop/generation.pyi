"""Only for compiled modules."""
