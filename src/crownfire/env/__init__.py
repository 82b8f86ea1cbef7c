"""Kingdomino and Kingdomino Origins as learning environments on the native core.

* `env(rules, players, options, reward=…, render_mode=…)`: one game for PettingZoo, one seat at a time (AEC).
* `Batch`: many games in lockstep, written into the caller's arrays; self-play or against policies.
* `SingleEnv`, `BatchVectorEnv`: one or many games against policies, for Gymnasium.

Importing this package registers `crownfire/RULESET_v1` with PettingZoo and `crownfire/RULESET-v1` with
Gymnasium for the four rulesets (with `_` for `-` in their names).

| | |
|---|---|
| agents | 2 to 4: `player_0` … `player_3`, by seat |
| order | as in the rules; a seat may make several decisions in a row |
| observation | a dict of `observation` (uint8) and `action_mask` (int8) |
| actions | `Discrete`: all possible actions of the ruleset, 329 to 1,191 |
| rewards | only at the end: `win`, `score` or `margin` |
| infos | `seat`, `scores`, `legal` and `ended_by`, described in docs/research.md |
| end | by the rules, after 48 to about 300 decisions; games are never truncated |
| chance | the seeded dealer: `reset(seed=7)` deals like `State.deal(7)`; `reset()` deals the next game |

**Observation.** A flat vector of blocks, named in `Layout.blocks` and described in docs/research.md. It
contains exactly the public information, from the point of view of one seat. Seats are numbered from the
observer, whose territory comes first. A territory is a stack of planes with the home in the middle, large
enough for any frame.

**Actions.** All possible actions of the ruleset, in the order of `crownfire.rules.actions` and renumbered
from 0. Totems go to the first, second, … seat after the mover. `Layout.actions[seat]` maps these compact
numbers to actions. A masked action raises `IllegalMoveError` and changes nothing. In batches and Gymnasium,
the mask of a finished game allows only action 0, so that it can still be sampled.

**Rewards.** `win`: 1 to the winner, −1 to the others; 2/k − 1 to each of k seats that share the victory
(C10). `score`: the seat's points. `margin`: the seat's points minus those of the best other seat.

**Versions.** Observations, actions and rewards only change together with the version in the name.

* v1: the block `bonuses` contains the points of each bonus, not just whether it is in play.
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
