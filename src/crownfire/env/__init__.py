"""Kingdomino and Kingdomino Origins as learning environments on the native core.

* `env(rules, players, options, reward=…, render_mode=…)`: one game for PettingZoo, one seat at a time (AEC).
* `Batch`: many games in lockstep that write into the caller's arrays; self-play, or against policies.
* `SingleEnv`, `BatchVectorEnv`: one game or many against policies, for Gymnasium.

Importing this package registers `crownfire/RULESET_v1` with PettingZoo and `crownfire/RULESET-v1` with
Gymnasium for the four rulesets (with `_` for `-` in their names).

| | |
|---|---|
| agents | `player_0` … `player_3`, by seat; 2 to 4 of them |
| order | as in the rules; a seat may decide several times in a row |
| observation | a dict of `observation` (uint8) and `action_mask` (int8) |
| actions | `Discrete`: the actions that the ruleset can have, 329 to 1,191 of them |
| rewards | only at the end: `win`, `score` or `margin` |
| infos | `seat`, `scores`, `legal` and `ended_by`, described in docs/research.md |
| end | by the rules, after 48 to about 300 decisions; games are never truncated |
| chance | the seeded dealer: `reset(seed=7)` deals like `State.deal(7)`, `reset()` the next game |

**Observation.** A flat vector of blocks, named in `Layout.blocks` and described in docs/research.md. It
holds all public information and nothing else, from the view of one seat. Seats count from the observer,
whose territory comes first. A territory is a stack of planes with the home in the middle, large enough for
any frame.

**Actions.** The actions that the ruleset can have, in the order of `crownfire.rules.actions` and renumbered
from 0. Totems go to the first, second, … seat after the mover. `Layout.actions[seat]` maps compact numbers
to actions. A masked action raises `IllegalMoveError` and changes nothing. In batches and for Gymnasium the
mask of a finished game allows only action 0, so that it can be sampled.

**Rewards.** `win`: 1 to the winner, −1 to the others; 2/k − 1 to each of k seats that share the victory
(C10). `score`: the seat's points. `margin`: the seat's points minus those of the best other seat.

**Versions.** Observations, actions and rewards change only with the version in the name.

* v1: the block `bonuses` holds the points of each bonus, not only whether it is in play.
* v0: the first version.
"""

from crownfire.errors import missing_extra

if missing := missing_extra("env", "gymnasium", "pettingzoo"):
    raise missing

from crownfire.env.aec import env, raw_env
from crownfire.env.batch import Arrays, Batch
from crownfire.env.layout import Block, Layout
from crownfire.env.registering import VERSION, register
from crownfire.env.seeds import episode_seed
from crownfire.env.single import BatchVectorEnv, SingleEnv
from crownfire.native import sample

__all__ = [
    "VERSION",
    "Arrays",
    "Batch",
    "BatchVectorEnv",
    "Block",
    "Layout",
    "SingleEnv",
    "env",
    "episode_seed",
    "raw_env",
    "sample",
]

register()
