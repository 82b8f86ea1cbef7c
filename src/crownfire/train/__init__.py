"""A bot that learns: a small network that plays against itself on the batched environment.

It starts by imitating a policy of the native core (the *lessons*: the network plays, the teacher says what it
would have played), since greedy play is quickly learnt that way; then it goes on by proximal policy
optimisation on its own games. A decision is rewarded by how it changes the margin, so that rewards add up to
the final margin. Needs PyTorch and the environments (`pip install 'crownfire[train]'`).
"""

from importlib.util import find_spec

from crownfire.rules import SetupError

if not all(map(find_spec, ("torch", "pettingzoo"))):
    raise SetupError("training needs an extra: pip install 'crownfire[train]'")

from crownfire.train.curve import draw
from crownfire.train.run import Measured, Plan, measured, train

__all__ = ["Measured", "Plan", "draw", "measured", "train"]
