"""The rule parts, one module each. A ruleset lists its parts in the order of a turn."""

__all__: list[str] = []
