"""The phase before play in which both sides place their pieces in secret."""
