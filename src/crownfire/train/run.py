"""The whole training: rounds of rollouts and learning, kept in a checkpoint after each."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import torch

from crownfire.arena.cluster import spread
from crownfire.bots.checkpoint import Checkpoint, new_network, read_checkpoint, write_checkpoint
from crownfire.bots.network import Network
from crownfire.game import derive
from crownfire.rules import SetupError, ruleset
from crownfire.train.learning import learn
from crownfire.train.rollout import Samples, Task, roll_out, win_rate

OPPONENTS = ("random", "gprd", "fg")  # policies it is measured against, never trained against
_TASKS = 4  # into which the games of a round are divided
_RATE, _LAST_RATE = 1e-3, 1e-4  # of learning, in the first round and in the last one
_EVERY, _MEASURED_GAMES = 5, 256  # rounds from one measurement to the next, and most games of one
_MEASURED_SEED = 1 << 40  # deals that are not trained on
_DEALS, _WEIGHTS = 7_001, 7_002  # keys of streams


@dataclass(frozen=True, slots=True)
class Plan:
    """What is trained, and for how long."""

    rules: str = "kingdomino"
    players: int = 2
    rounds: int = 60
    games: int = 512  # in a round
    lessons: int = 12  # of these, rounds of imitation at first
    teacher: str = "fg"
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Measured:
    """How well the network played after some rounds."""

    rounds: int
    minutes: float  # of training, all runs together
    entropy: float  # of its choices in the last round
    wins: dict[str, float]  # by opponent, the part of games it won


def train(
    plan: Plan,
    path: Path,
    *,
    on_cluster: bool = False,
    threads: int = 1,
    on_round: Callable[[int, list[Measured]], None] = lambda _rounds, _measured: None,
) -> Network:
    """Trains until the rounds are done, going on from the checkpoint if there is one, and gives the network.

    Calls `on_round` at first and after each round. The same plan gives the same network on the same kind of
    machine, whether it was interrupted or not, here or on a cluster. Raises `SetupError` for a checkpoint of
    another plan; only `rounds` may differ, but not be fewer than are done.
    """
    torch.set_num_threads(threads)
    torch.manual_seed(_number(plan.seed, _WEIGHTS))
    rules = ruleset(plan.rules, plan.players).text
    network = new_network(rules, plan.players)
    optimizer = torch.optim.Adam(network.parameters(), lr=_RATE)
    done, minutes, entropy, found = 0, 0.0, 0.0, list[Measured]()

    def keep() -> None:
        if done % _EVERY == 0 or done == plan.rounds:
            found.append(Measured(done, round(minutes, 2), round(entropy, 4), _wins(plan, network)))
        training = {
            "plan": asdict(plan),
            "rounds": done,
            "minutes": minutes,
            "entropy": entropy,
            "measured": [asdict(each) for each in found],
            "optimizer": optimizer.state_dict(),
        }
        write_checkpoint(path, Checkpoint(rules, plan.players, network, training))

    if path.exists():
        kept = read_checkpoint(path)
        _check_plan(plan, path, kept)
        done, minutes = kept.training["rounds"], kept.training["minutes"]
        entropy = kept.training.get("entropy", 0.0)
        found = [Measured(**row) for row in kept.training["measured"]]
        optimizer.load_state_dict(kept.training["optimizer"])
        network.load_state_dict(kept.network.state_dict())
        if done == plan.rounds and all(row.rounds < done for row in found):
            keep()  # it was left between two measurements
    on_round(done, found)
    while done < plan.rounds:
        start = time.perf_counter()
        entropy = _round(plan, done, network, optimizer, on_cluster)
        minutes += (time.perf_counter() - start) / 60
        done += 1
        keep()
        on_round(done, found)
    return network


def measured(path: Path) -> list[Measured]:
    """What a checkpoint knows of its training."""
    return [Measured(**row) for row in read_checkpoint(path).training.get("measured", ())]


def _check_plan(plan: Plan, path: Path, kept: Checkpoint) -> None:
    wanted, had = asdict(plan), dict(kept.training.get("plan", {}))
    for name in wanted.keys() - {"rounds"}:
        if wanted[name] != had.get(name):
            raise SetupError(
                f"{path} was trained with {name}={had.get(name)}, not {wanted[name]}; "
                "choose the same or another file"
            )
    if kept.training["rounds"] > plan.rounds:
        raise SetupError(
            f"{path} has come {kept.training['rounds']} rounds, more than {plan.rounds}; "
            "choose as many or more, or another file"
        )


def _round(
    plan: Plan, number: int, network: Network, optimizer: torch.optim.Optimizer, on_cluster: bool
) -> float:
    imitate = number < plan.lessons
    weights = {name: value.numpy() for name, value in network.state_dict().items()}
    tasks = [
        Task(
            part,
            plan.rules,
            plan.players,
            -(-plan.games // _TASKS),
            network.sizes,
            weights,
            _number(plan.seed, _DEALS, number, part),
            plan.teacher if imitate else None,
        )
        for part in range(_TASKS)
    ]
    results = dict(_played(tasks, on_cluster))
    samples = Samples.joined([results[part] for part in range(_TASKS)])
    for group in optimizer.param_groups:
        group["lr"] = _RATE + (_LAST_RATE - _RATE) * number / plan.rounds
    shuffle = torch.Generator().manual_seed(_number(plan.seed, _WEIGHTS, number))
    return learn(network, optimizer, samples, shuffle, imitate=imitate)


def _played(tasks: Iterable[Task], on_cluster: bool) -> Iterator[tuple[int, Samples]]:
    return spread(roll_out, tasks) if on_cluster else map(roll_out, tasks)


def _wins(plan: Plan, network: Network) -> dict[str, float]:
    games = min(plan.games, _MEASURED_GAMES)
    return {
        name: win_rate(network, plan.rules, plan.players, name, games, _MEASURED_SEED) for name in OPPONENTS
    }


def _number(seed: int, *keys: int) -> int:
    """A number that follows from a seed, small enough for PyTorch."""
    return next(derive(seed, *keys)) >> 1
