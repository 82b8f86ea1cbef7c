"""A second, deliberately literal implementation of both games, for comparison with the engine."""
