"""A bot that learns: a small network that plays against itself on the batched environment.

It starts by imitating a policy of the native core (the *lessons*: the network plays, the teacher says what it
would have played), since greedy play is quickly learnt that way; then it goes on by proximal policy
optimisation on its own games. A decision is rewarded by how it changes the margin, so that rewards add up to
the final margin. Needs PyTorch and the environments (`pip install 'crownfire[train]'`).
"""

from crownfire.errors import missing_extra

if missing := missing_extra("train", "torch", "gymnasium", "pettingzoo"):
    raise missing

from crownfire.train.curve import draw
from crownfire.train.run import Measured, Plan, measured, train

__all__ = ["Measured", "Plan", "draw", "measured", "train"]
