"""The benchmarks of scripts/bench.py; the modules with an underscore hold what several share."""
