"""Training of a small policy and value network by self-play on the batched environment.

In the first rounds, the *lessons*, the network plays and learns to imitate a teacher, a policy of the native
core; greedy play is learnt quickly this way. Proximal policy optimisation on its own games follows. The
reward of a decision is the change of the margin, so the rewards of a game add up to the final margin. Needs
PyTorch and the environments (`pip install 'crownfire[train]'`).
"""

from crownfire.errors import missing_extra

if missing := missing_extra("train", "torch", "gymnasium", "pettingzoo"):
    raise missing

from crownfire.train.curve import draw
from crownfire.train.run import Measured, Plan, measured, train

__all__ = ["Measured", "Plan", "draw", "measured", "train"]
