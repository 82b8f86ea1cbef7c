"""Kingdomino and Kingdomino Origins as environments for learning, on the native core.

* `env(rules, players, options, reward=…, render_mode=…)`: one game for PettingZoo, seat after seat (AEC).
* `Batch`: many games in lockstep, written into arrays of the caller; all seats, or against policies.
* `SingleEnv`, `BatchVectorEnv`: one game, or many, against policies, for Gymnasium.

Importing this package registers `crownfire/RULESET_v0` with PettingZoo, and `crownfire/RULESET-v0` with
Gymnasium, for the four rulesets (with `_` for `-` in their names).

| | |
|---|---|
| agents | `player_0` … `player_3`, by seat; 2 to 4 of them |
| order | as the rules have it: a seat may decide several times in a row |
| observation | a dict of `observation`, uint8, and `action_mask`, int8 |
| actions | `Discrete`: those moves that the rules can have, 329 to 1,191 of them |
| rewards | only at the end: `win`, `score` or `margin` |
| infos | `seat`, `scores`, `legal` and `ended_by`, described in docs/research.md |
| ends | by the rules, after 48 to about 300 decisions; nothing is cut short |
| chance | dealt by the seeded dealer: `reset(seed=7)` as in `State.deal(7)`, `reset()` the next game |

**Observation.** A flat vector of blocks, named in `Layout.blocks` and described in docs/research.md. It holds
everything that lies on the table and nothing else, seen from one seat: the own territory first, the others in
the order of seats after it, and all seats counted from the own one. A territory is a stack of planes with the
home in the middle, as wide as a territory can ever reach.

**Actions.** The actions of the one numbering (`crownfire.rules.actions`) that exist in these rules, in their
order, counted from 0. Totems are given to the first, second, … seat after the mover. `Layout.actions[seat]`
has the action of every compact number. A masked action raises `IllegalMoveError` and changes nothing. In
batches and for Gymnasium the mask of a finished game allows action 0 alone, so that it can be sampled.

**Rewards.** `win`: 1 to the winner, −1 to the others, 2/k − 1 to each of k who share the victory (C10).
`score`: the own points. `margin`: the own points less those of the best other seat.

**Versions.** What is seen, played or rewarded changes only with the version in the name.

* v0: the first.
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
