"""The rule parts, one file each. A ruleset is a list of them in the order of a turn."""
