"""The common ancestor of all errors that say what is wrong with what was asked for."""


class CrownfireError(ValueError):
    """Something that can't be read, is not allowed, or does not exist. Its text is one sentence."""
