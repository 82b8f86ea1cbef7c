"""Measurements anyone can rerun: `make bench`."""
