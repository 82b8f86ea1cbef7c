"""The PettingZoo environment: one game, one seat at a time."""

import sys
from collections.abc import Iterable
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from crownfire.env.drawing import draw_picture, draw_text
from crownfire.env.layout import Layout, Observation
from crownfire.env.payoff import check_reward, payoffs
from crownfire.env.registering import VERSION
from crownfire.env.seeds import check_seed, episode_seed, fresh_seed
from crownfire.native import State as NativeState
from crownfire.rules import SetupError

__all__ = ["NAME", "RENDER_MODES", "check_render_mode", "draw", "env", "raw_env"]

NAME = f"crownfire_v{VERSION}"
RENDER_MODES = ("human", "ansi", "rgb_array")


def env(
    rules: str = "kingdomino",
    players: int = 2,
    options: Iterable[str] = (),
    *,
    reward: str = "win",
    render_mode: str | None = None,
) -> AECEnv[str, Observation, Any]:
    """Returns a `raw_env` that also raises an error for calls in the wrong order."""
    return OrderEnforcingWrapper(raw_env(rules, players, options, reward=reward, render_mode=render_mode))


class raw_env(AECEnv[str, Observation, Any], EzPickle):  # noqa: N801  # the name PettingZoo expects
    """An environment for one game. The package docstring describes observations, actions and rewards."""

    metadata = {  # noqa: RUF012  # as in the base class
        "name": NAME,
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: str = "kingdomino",
        players: int = 2,
        options: Iterable[str] = (),
        *,
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        options = [options] if isinstance(options, str) else list(options)
        EzPickle.__init__(self, rules, players, options, reward=reward, render_mode=render_mode)
        super().__init__()  # type: ignore[no-untyped-call]  # PettingZoo lacks the type
        self.layout = Layout(rules, players, options)
        self.reward = check_reward(reward)
        self.render_mode = check_render_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self.layout.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self.layout.action_space() for agent in self.possible_agents}
        self.game = self.layout.start
        self._first_seed: int | None = None
        self._episode = 0

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts the game of a seed or, without a seed, the next game."""
        if seed is not None or self._first_seed is None:
            self._first_seed = fresh_seed() if seed is None else check_seed(seed)
            self._episode = 0
        else:
            self._episode += 1
        self._seed = episode_seed(self._first_seed, self._episode)
        self.game = self.layout.start.deal(self._seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()

    def observe(self, agent: str) -> Observation:
        seat = self._seats[agent]
        is_mover = self.game.to_play == seat
        mask = self.layout.mask(self.game) if is_mover else np.zeros(self.layout.num_actions, np.int8)
        return {"observation": self.layout.observe(self.game, seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays a compact action; raises `IllegalMoveError` or `SetupError` if it can't be played."""
        if not self.agents:
            raise SetupError("the game is over; reset the environment first")
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        seat = self._seats[self.agent_selection]
        self.game = self.game.apply(self.layout.to_action(action, seat)).deal(self._seed)
        if self.game.is_over:
            self.rewards = dict(zip(self.agents, payoffs(self.game, self.reward), strict=True))
            self._cumulative_rewards = dict(self.rewards)
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()

    def render(self) -> NDArray[np.uint8] | str | None:
        return draw(self.game, self.render_mode)

    def close(self) -> None:
        """Does nothing."""

    def _select(self) -> None:
        seat = self.game.to_play
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
        scores, legal = np.array(self.game.scores(), np.int32), len(self.game.legal_actions())
        self.infos = {
            agent: {
                "seat": own,
                "scores": scores,
                "legal": legal if own == seat else 0,
                "ended_by": "rules" if self.game.is_over else None,
            }
            for agent, own in self._seats.items()
        }
        if self.render_mode == "human":
            self.render()


def check_render_mode(mode: str | None) -> str | None:
    """Returns the mode, which may be None; raises `SetupError` for an unknown one."""
    if mode is not None and mode not in RENDER_MODES:
        raise SetupError(f"render_mode must be one of {', '.join(RENDER_MODES)}, not {mode!r}")
    return mode


def draw(game: NativeState, mode: str | None) -> NDArray[np.uint8] | str | None:
    """Renders the position: returns a picture or a text, or prints the text."""
    if mode == "rgb_array":
        return draw_picture(game)
    if mode == "ansi":
        return draw_text(game)
    if mode == "human":
        sys.stdout.write(draw_text(game) + "\n")
    else:
        gymnasium.logger.warn("render() does nothing without a render mode.")
    return None
