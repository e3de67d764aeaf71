"""Durable files: replaced as a whole, or appended to so that an interruption loses one record."""
