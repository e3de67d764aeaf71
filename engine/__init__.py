"""The engine: games, rules, evaluation, search. It never prints; `amalthea` is its public face."""
