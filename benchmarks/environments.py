"""Environment steps per second on one core, compared with other environments in the same run.

    python -m benchmarks.environments [--seconds 1] [--rounds 5] [--games 256] [--json]

Each round measures all environments in turn; the table shows medians. A step is one decision: it samples a
legal action, plays it, and provides the next observation and mask.

* `batch`: crownfire.env.Batch with the native sampler and all arrays.
* `AEC`: crownfire.env.env and PettingZoo's connect_four, by PettingZoo's own `performance_benchmark` loop.
* `backgammon`: Pgx (JAX on the CPU, a compiled batch of the same size with automatic reset and
  observations) and OpenSpiel (its C++ states from Python, with `observation_tensor` at every decision).

Environments of other packages are measured if these are installed:

    pip install 'crownfire[env]' 'pettingzoo[classic]' pgx open_spiel
"""

import argparse
import json
import os
import random
import statistics
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

if __name__ == "__main__":  # limits this process to one core before it starts threads
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import numpy as np
import pettingzoo
from rich.console import Console
from rich.table import Table

from crownfire.env import Batch, env, sample
from crownfire.rules import RULESETS

CHUNK = 64  # steps per call of Pgx
Rate = Callable[[float], float]  # measures steps per second, for a number of seconds


def batch_rate(rules: str, players: int, games: int, *, observed: bool = True) -> Rate:
    """Returns the rate of random games in lockstep."""
    batch = Batch(rules, players, games=games)
    out, actions = batch.arrays(), np.empty(games, np.int64)
    batch.observe(out)
    if not observed:
        out = out._replace(observations=None)

    def measure(seconds: float) -> float:
        begin, steps = time.perf_counter(), 0
        while time.perf_counter() - begin < seconds:
            for _ in range(16):
                sample(out.masks, actions, seed=steps)
                batch.step(actions, out)
                steps += 1
        return steps * games / (time.perf_counter() - begin)

    return measure


def aec_rate(game: Any) -> Rate:
    """Returns the rate in the loop of PettingZoo's performance benchmark."""

    def measure(seconds: float) -> float:
        game.reset()
        begin, steps = time.perf_counter(), 0
        while time.perf_counter() - begin < seconds:
            for _ in game.agent_iter(game.num_agents):
                seen, _, terminated, truncated, _ = game.last()
                over = terminated or truncated
                legal = [] if over else np.flatnonzero(seen["action_mask"]).tolist()
                game.step(random.choice(legal) if legal else None)
                steps += 1
                if all(game.terminations.values()) or all(game.truncations.values()):
                    game.reset()
        return steps / (time.perf_counter() - begin)

    return measure


def connect_four() -> Rate:
    """Returns the rate of PettingZoo's connect_four."""
    import_module("pygame")  # required; raises `ImportError` if it is missing
    return aec_rate(pettingzoo.make("aec", "classic/connect_four_v3"))


def pgx_backgammon(games: int) -> Rate:
    """Returns the rate of Pgx's backgammon: a compiled step of all games with automatic reset."""
    jax, pgx = import_module("jax"), import_module("pgx")
    game = pgx.make("backgammon")
    begin_all = jax.jit(jax.vmap(game.init))
    step_one = import_module("pgx.experimental").auto_reset(game.step, game.init)

    def play_chunk(states: Any, key: Any) -> Any:
        def one(carry: Any, key: Any) -> Any:
            drawn, dealt = jax.random.split(key)
            logits = jax.numpy.where(carry.legal_action_mask, 0.0, -jax.numpy.inf)
            actions = jax.random.categorical(drawn, logits, axis=-1)
            after = jax.vmap(step_one)(carry, actions, jax.random.split(dealt, games))
            return after, after.observation.sum()  # forces the observations to be computed

        return jax.lax.scan(one, states, jax.random.split(key, CHUNK))

    play = jax.jit(play_chunk)
    states = begin_all(jax.random.split(jax.random.PRNGKey(0), games))
    jax.block_until_ready(play(states, jax.random.PRNGKey(1)))

    def measure(seconds: float) -> float:
        nonlocal states
        begin, chunks = time.perf_counter(), 0
        while time.perf_counter() - begin < seconds:
            states, seen = play(states, jax.random.PRNGKey(chunks))
            jax.block_until_ready(seen)
            chunks += 1
        return chunks * CHUNK * games / (time.perf_counter() - begin)

    return measure


def open_spiel_backgammon() -> Rate:
    """Returns the rate of OpenSpiel's backgammon, one game after another."""
    game = import_module("pyspiel").load_game("backgammon")

    def measure(seconds: float) -> float:
        begin, steps = time.perf_counter(), 0
        while time.perf_counter() - begin < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(random.choice(state.chance_outcomes())[0])
                else:
                    state.observation_tensor()
                    state.apply_action(random.choice(state.legal_actions()))
                    steps += 1
        return steps / (time.perf_counter() - begin)

    return measure


def all_rates(games: int) -> dict[str, Rate]:
    """Returns the available measurements by name."""
    rates: dict[str, Rate] = {"batch, kingdomino 2": batch_rate("kingdomino", 2, games)}
    rates["batch, kingdomino 2, no observations"] = batch_rate("kingdomino", 2, games, observed=False)
    for rules in RULESETS:
        for players in (2, 4):
            rates[f"batch, {rules} {players}"] = batch_rate(rules, players, games)
    rates["AEC, kingdomino 2"] = aec_rate(env("kingdomino", 2))
    others = {
        "AEC, connect_four (PettingZoo)": connect_four,
        "backgammon (Pgx)": lambda: pgx_backgammon(games),
        "backgammon (OpenSpiel)": open_spiel_backgammon,
    }
    for name, make in others.items():
        try:
            rates[name] = make()
        except ImportError as error:
            sys.stderr.write(f"{name} is skipped: {error}\n")
    return rates


def main() -> None:
    """Measures all environments and prints the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--seconds", type=float, default=1, help="seconds per environment and round (default 1)"
    )
    parser.add_argument("--rounds", type=int, default=5, help="number of rounds (default 5)")
    parser.add_argument("--games", type=int, default=256, help="games per batch (default 256)")
    parser.add_argument("--json", action="store_true", help="print the medians as JSON")
    arguments = parser.parse_args()
    rates = all_rates(arguments.games)
    found: dict[str, list[float]] = {name: [] for name in rates}
    for _ in range(arguments.rounds):
        for name, measure in rates.items():
            found[name].append(measure(arguments.seconds))
    medians = {name: statistics.median(values) for name, values in found.items()}
    if arguments.json:
        sys.stdout.write(json.dumps(medians, indent=2) + "\n")
        return
    table = Table("environment", "steps/s", "spread", box=None)
    for name, values in found.items():
        table.add_row(name, f"{medians[name]:,.0f}", f"{min(values):,.0f} – {max(values):,.0f}")
    console = Console()
    console.print(table)
    pairs = [
        ("batch, kingdomino 2", "backgammon (Pgx)"),
        ("batch, kingdomino 2", "backgammon (OpenSpiel)"),
        ("AEC, kingdomino 2", "AEC, connect_four (PettingZoo)"),
    ]
    for one, other in pairs:
        if other in medians:
            console.print(f"{one}: {medians[one] / medians[other]:,.1f} times {other}")


if __name__ == "__main__":
    main()
