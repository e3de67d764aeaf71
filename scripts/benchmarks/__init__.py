"""The benchmarks of scripts/bench.py; modules whose names begin with an underscore are shared."""
