"""The front end that speaks GTP; moves of any game are clicked square by square."""
