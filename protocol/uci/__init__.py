"""UCI: the front end that speaks it, and its lines as others say and read them, too."""
