"""Gymnasium environments: the caller plays seat 0 against native policies."""

from collections.abc import Iterable, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from crownfire.env.aec import RENDER_MODES, check_render_mode, draw
from crownfire.env.batch import Arrays, Batch
from crownfire.env.layout import Observation
from crownfire.env.seeds import check_seed, fresh_seed
from crownfire.rules import SetupError

__all__ = ["BatchVectorEnv", "Flags", "Infos", "SingleEnv"]

Infos = dict[str, Any]
Flags = NDArray[np.bool_]
_AUTORESET = {AutoresetMode.NEXT_STEP: "next", AutoresetMode.SAME_STEP: "off", AutoresetMode.DISABLED: "off"}


class SingleEnv(gymnasium.Env[Observation, np.int64]):
    """One game against opponents. The caller always plays seat 0; the opening order is random, so no seat has
    an advantage. An illegal action loses the game at once, unless `illegal` is "refuse"."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012  # as in the base class

    def __init__(
        self,
        rules: str = "kingdomino",
        players: int = 2,
        options: Iterable[str] = (),
        *,
        opponents: str | Sequence[str] = "random",
        reward: str = "win",
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = check_render_mode(render_mode)
        self._batch = _batch(rules, players, options, 1, opponents, reward, "off", illegal, 1)
        self._is_seeded = False
        self.layout = self._batch.layout
        self.observation_space = self.layout.observation_space()
        self.action_space = self.layout.action_space()

    def reset(self, *, seed: int | None = None, options: Infos | None = None) -> tuple[Observation, Infos]:
        """Starts the game of a seed or, without a seed, the next game."""
        super().reset(seed=seed)
        out = self._batch.arrays()
        self._batch.reset(out, seed=_first_seed(seed, self._is_seeded))
        self._is_seeded = True
        self._show()
        return _row(out, 0), self._info(out)

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, Infos]:
        """Plays a compact action, then lets the opponents play."""
        self.layout.to_action(action, 0)  # raises if there is no such action
        if not self._is_seeded:
            raise SetupError("reset the environment before the first step")
        out = self._batch.arrays()
        self._batch.step(np.array([action], np.int64), out)
        self._show()
        return _row(out, 0), float(out.rewards[0, 0]), bool(out.dones[0]), False, self._info(out)

    def action_masks(self) -> Flags:
        """Returns the mask of legal actions, in the form that `MaskablePPO` of sb3-contrib expects."""
        mask = np.empty(self.layout.num_actions, np.int8)
        self._batch.observe(Arrays(None, mask[np.newaxis], None))
        return mask.astype(np.bool_)

    def render(self) -> Any:
        return draw(self._batch.state(0), self.render_mode)

    def _info(self, out: Arrays) -> Infos:
        return {key: values[0] for key, values in _infos(self._batch, out).items()}

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


class BatchVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many games against opponents in one batch: like a `SyncVectorEnv` of `SingleEnv`s, but faster.

    With `copy=False` every step returns the same arrays with new contents.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        num_envs: int,
        rules: str = "kingdomino",
        players: int = 2,
        options: Iterable[str] = (),
        *,
        opponents: str | Sequence[str] = "random",
        reward: str = "win",
        illegal: str = "lose",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        copy: bool = True,
    ) -> None:
        self._mode = _autoreset_mode(autoreset_mode)
        self._batch = _batch(
            rules, players, options, num_envs, opponents, reward, _AUTORESET[self._mode], illegal, threads
        )
        self.num_envs = num_envs
        self.layout = self._batch.layout
        self.metadata = {**SingleEnv.metadata, "autoreset_mode": self._mode}
        self.single_observation_space = self.layout.observation_space()
        self.single_action_space = self.layout.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy
        self._out = self._batch.arrays()
        self._is_seeded = False

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: Infos | None = None
    ) -> tuple[Observation, Infos]:
        """Starts the games of the seeds or, without seeds, the next games.

        A single seed s gives game i the seed s + i. `options={"reset_mask": …}` selects the games to reset.
        """
        super().reset(seed=seed if isinstance(seed, int) else None)
        marked = (options or {}).get("reset_mask")
        if self._is_seeded or marked is None:
            self._batch.reset(self._out, seed=self._seeds(seed), games=marked)
        else:
            raise SetupError("the first reset must reset all games")
        self._is_seeded = True
        fresh = np.ones(self.num_envs, np.bool_) if marked is None else marked
        self._out.dones[fresh] = False
        return self._observations(), self._infos(fresh)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[np.float64], Flags, Flags, Infos]:
        """Plays one compact action in every game, then lets the opponents play."""
        if not self._is_seeded:
            raise SetupError("reset the environment before the first step")
        self._batch.step(np.ascontiguousarray(actions, np.int64), self._out)
        out = self._out
        rewards, dones = out.rewards[:, 0].astype(np.float64), out.dones.copy()
        infos: Infos = {}
        if self._mode is AutoresetMode.SAME_STEP and dones.any():
            for game in np.flatnonzero(dones).tolist():
                infos = self._add_info(infos, {"final_obs": _row(out, game, copy=True)}, game)
            infos |= {"final_info": self._infos(dones), "_final_info": dones.copy()}
            self._batch.reset(Arrays(out.observations, out.masks, None), games=dones)
            out.dones[:] = False
        infos |= self._infos(np.ones(self.num_envs, np.bool_))
        return self._observations(), rewards, dones, np.zeros_like(dones), infos

    def action_masks(self) -> Flags:
        """Returns the mask of legal actions of every game."""
        return self._out.masks.astype(np.bool_)

    def _infos(self, marked: Flags) -> Infos:
        """Returns the infos of the marked games in the form of Gymnasium's vector environments."""
        found = _infos(self._batch, self._out)
        if not marked.all():
            for values in found.values():
                values[~marked] = None if values.dtype == object else 0
        return found | {f"_{key}": marked.copy() for key in found}

    def _seeds(self, seed: int | Sequence[int] | None) -> int | NDArray[np.uint64] | None:
        if seed is None or isinstance(seed, int):
            return _first_seed(seed, self._is_seeded)
        return np.array([check_seed(one) for one in seed], np.uint64)

    def _observations(self) -> Observation:
        seen, masks = self._out[:2]
        if self._copy:
            return {"action_mask": masks.copy(), "observation": seen.copy()}
        return {"action_mask": masks, "observation": seen}


def _infos(batch: Batch, out: Arrays) -> Infos:
    """Returns the infos of all games (docs/research.md)."""
    scores = np.empty((batch.games, batch.layout.players), np.int32)
    batch.points(scores)
    ended_by = np.full(batch.games, None, np.object_)
    for game in np.flatnonzero(out.dones).tolist():
        ended_by[game] = "rules" if batch.state(game).is_over else "illegal"
    return {
        "seat": np.zeros(batch.games, np.int64),
        "scores": scores,
        "legal": np.where(out.dones, 0, out.masks.sum(axis=1)),
        "ended_by": ended_by,
    }


def _batch(
    rules: str,
    players: int,
    options: Iterable[str],
    games: int,
    opponents: str | Sequence[str],
    reward: str,
    autoreset: str,
    illegal: str,
    threads: int,
) -> Batch:
    if not opponents:
        raise SetupError(
            "opponents must not be empty; to play all seats, use Batch or the PettingZoo environment"
        )
    return Batch(
        rules,
        players,
        options,
        games=games,
        opponents=opponents,
        reward=reward,
        autoreset=autoreset,
        illegal=illegal,
        threads=threads,
    )


def _first_seed(seed: int | None, is_seeded: bool) -> int | None:
    """Returns the seed to reset with; None for the next game of the current seed."""
    if seed is not None:
        return check_seed(seed)
    return None if is_seeded else fresh_seed()


def _autoreset_mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        known = ", ".join(known.value for known in AutoresetMode)
        raise SetupError(f"autoreset_mode must be one of {known}, not {mode!r}") from None


def _row(out: Arrays, game: int, *, copy: bool = False) -> Observation:
    seen, mask = out.observations[game], out.masks[game]
    return (
        {"observation": seen.copy(), "action_mask": mask.copy()}
        if copy
        else {"observation": seen, "action_mask": mask}
    )
