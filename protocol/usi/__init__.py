"""The front end that speaks USI, the dialect of UCI for shogi."""
