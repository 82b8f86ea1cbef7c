"""Fitting the value functions of the search by self-play: estimates of final scores, and judges."""

from crownfire.fit.judging import JudgePlan, fit_judge
from crownfire.fit.run import Plan, Progress, fit

__all__ = ["JudgePlan", "Plan", "Progress", "fit", "fit_judge"]
