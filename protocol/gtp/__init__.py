"""GTP: the front end that speaks it, and how moves of any game are clicked square by square."""
