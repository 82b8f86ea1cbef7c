"""Fitting the estimates of final scores that the search goes by, from self-play."""

from crownfire.fit.run import Plan, Progress, fit

__all__ = ["Plan", "Progress", "fit"]
