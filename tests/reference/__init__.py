"""A second, deliberately literal implementation of both games, to check the engine against."""
