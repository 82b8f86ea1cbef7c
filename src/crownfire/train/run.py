"""The training loop: rounds of rollouts and updates, with a checkpoint after each round."""

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

__all__ = ["OPPONENTS", "Measured", "Plan", "measured", "train"]

OPPONENTS = ("random", "gprd", "fg")  # policies for measurements only, never for training
_TASKS = 4  # per round
_RATE, _LAST_RATE = 1e-3, 1e-4  # learning rates of the first and the last round
_EVERY, _MEASURED_GAMES = 5, 256  # rounds between measurements, and the most games of a measurement
_MEASURED_SEED = 1 << 40  # of deals that training does not use
_DEALS, _WEIGHTS = 7_001, 7_002  # keys of random streams


@dataclass(frozen=True, slots=True)
class Plan:
    """The settings of a training."""

    rules: str = "kingdomino"
    players: int = 2
    rounds: int = 60
    games: int = 512  # per round
    lessons: int = 12  # number of first rounds that imitate the teacher
    teacher: str = "fg"
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Measured:
    """A measurement of the network after some rounds."""

    rounds: int
    minutes: float  # of training, over all runs
    entropy: float  # of the policy in the last round
    wins: dict[str, float]  # win rate by opponent


def train(
    plan: Plan,
    path: Path,
    *,
    on_cluster: bool = False,
    threads: int = 1,
    on_round: Callable[[int, list[Measured]], None] = lambda _rounds, _measured: None,
) -> Network:
    """Trains until all rounds are done and returns the network. Resumes from the checkpoint if it exists.

    Calls `on_round` at the start and after each round. The same plan gives the same network on the same kind
    of machine, interrupted or not, locally or on a cluster. Raises `SetupError` for a checkpoint of another
    plan. Only `rounds` may differ, but not be less than the rounds done.
    """
    torch.set_num_threads(threads)
    torch.manual_seed(_torch_seed(plan.seed, _WEIGHTS))
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
            keep()  # an interrupted longer run has no measurement of its last round
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
    """Returns the measurements in a checkpoint."""
    return [Measured(**row) for row in read_checkpoint(path).training.get("measured", ())]


def _check_plan(plan: Plan, path: Path, kept: Checkpoint) -> None:
    wanted, found = asdict(plan), dict(kept.training.get("plan", {}))
    for name in wanted.keys() - {"rounds"}:
        if wanted[name] != found.get(name):
            raise SetupError(
                f"{path} was trained with {name}={found.get(name)}, not {wanted[name]}; "
                "use the same value or another file"
            )
    if kept.training["rounds"] > plan.rounds:
        raise SetupError(
            f"{path} has {kept.training['rounds']} rounds done, more than {plan.rounds}; "
            f"ask for at least {kept.training['rounds']}, or use another file"
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
            _torch_seed(plan.seed, _DEALS, number, part),
            plan.teacher if imitate else None,
        )
        for part in range(_TASKS)
    ]
    results = dict(_played(tasks, on_cluster))
    samples = Samples.joined([results[part] for part in range(_TASKS)])
    for group in optimizer.param_groups:
        group["lr"] = _RATE + (_LAST_RATE - _RATE) * number / plan.rounds
    shuffle = torch.Generator().manual_seed(_torch_seed(plan.seed, _WEIGHTS, number))
    return learn(network, optimizer, samples, shuffle, imitate=imitate)


def _played(tasks: Iterable[Task], on_cluster: bool) -> Iterator[tuple[int, Samples]]:
    return spread(roll_out, tasks) if on_cluster else map(roll_out, tasks)


def _wins(plan: Plan, network: Network) -> dict[str, float]:
    games = min(plan.games, _MEASURED_GAMES)
    return {
        name: win_rate(network, plan.rules, plan.players, name, games, _MEASURED_SEED) for name in OPPONENTS
    }


def _torch_seed(seed: int, *keys: int) -> int:
    """Derives a seed that is small enough for PyTorch."""
    return next(derive(seed, *keys)) >> 1
