"""Fits the estimates of final scores and the value network of the search, by self-play."""

from crownfire.fit.judging import JudgePlan, fit_judge
from crownfire.fit.run import Plan, Progress, fit

__all__ = ["JudgePlan", "Plan", "Progress", "fit", "fit_judge"]
