"""Benchmarks, each run with `python -m benchmarks.NAME`."""
