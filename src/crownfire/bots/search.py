"""Bots that search by simulating games in the native core, and the explanation of a search."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from crownfire.bots.budget import Budget, Limit
from crownfire.bots.estimates import load_for, setup_of
from crownfire.bots.judges import load_judge
from crownfire.native import Search, to_native
from crownfire.native import State as NativeState
from crownfire.notation import format_position
from crownfire.rules import Phase, Ruleset, SetupError, State, ruleset
from crownfire.rules.state import mover

__all__ = ["Candidate", "Explanation", "Policy", "Reward", "SearchBot", "explain", "share_of"]

Policy = Literal["random", "informed", "greedy", "gprd", "fg"]
Reward = Literal["mixed", "win", "score", "relative"]

# The share of a turn's remaining budget that a decision may use if others can follow it.
_SHARES = {
    Phase.PLACE: 0.6,
    Phase.ERUPT: 0.4,
    Phase.GIVE: 0.3,
    Phase.CLAIM: 0.6,
    Phase.RECRUIT: 0.5,
    Phase.PAY: 0.4,
}


@dataclass
class SearchBot:
    """Simulates games until its budget is spent. In the last round it solves the game exactly where possible.

    The tree is kept between the decisions of a turn.
    """

    playout: Policy = "greedy"  # the policy of rollouts
    estimate: bool = True  # an estimate plays the searching seat, gives the prior and evaluates positions
    judge: bool = True  # a value network evaluates positions, in games that have one
    depth: int = 0  # lookahead of the estimate in rollouts, from 0 to 3
    # The number of dominoes that every seat gets before a position is evaluated, and the share of simulations
    # that are played to the end instead. None: the best known value for the game.
    horizon: int | None = None
    through: float | None = None
    beyond: int = 24  # with a value network: lines drawn to search one round further; 0: none
    greed: float = 0.6  # probability that each of several opponents plays like `fg`
    reward: Reward = "mixed"
    win_weight: float = 0.2  # of the mixed reward; the rest is the margin to the best opponent
    margin_scale: float = 40  # of the mixed reward: the margin of a clear win
    exploration: float = 0.5
    temperature: float = 3  # lead in prior value, in points, that makes a move e times as likely to be tried
    first_sight: float = 40  # weight of the prior value when moves are compared, in simulations
    candidates: int = 16  # number of moves compared; 0: all
    halving: bool = True  # sequential halving of the candidates; False: equal simulations for all
    tree: bool = True  # False: rollouts start right after the first move
    exact: bool = True  # solves the last round exactly where possible
    threads: int = 1
    _search: Search | None = field(default=None, init=False, repr=False)
    _budget: Budget | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        """Raises `SetupError` for invalid settings."""
        self._new_search(NativeState.new_game("kingdomino", 2).deal(0), ruleset("kingdomino", 2), seed=0)

    def choose(self, state: State, legal: Sequence[int], *, budget: Budget, rng: Iterator[int]) -> int:
        if len(legal) == 1:
            self._follow(legal[0], legal, budget)
            return legal[0]
        if self.exact and state.is_last_round and (best := to_native(state).best_ending()) is not None:
            return best
        if self._search is None or self._budget is not budget or not self._is_at(state):
            self._search, self._budget = self.search(state, rng), budget
        _run(self._search, budget, share_of(state))
        action = self._search.moves()[0].action
        self._search.advance(action)
        return action

    def _is_at(self, state: State) -> bool:
        return self._search is not None and self._search.state.to_position() == format_position(state)

    def _follow(self, forced: int, legal: Sequence[int], budget: Budget) -> None:
        """Keeps the tree across a forced move."""
        if self._search and self._budget is budget and self._search.state.legal_actions() == list(legal):
            self._search.advance(forced)

    def search(self, state: State, rng: Iterator[int]) -> Search:
        """Returns a new search of a position with these settings."""
        return self._new_search(to_native(state), state.ruleset, next(rng))

    def _new_search(self, native: NativeState, rules: Ruleset, seed: int) -> Search:
        settings: dict[str, Any] = {each.name: getattr(self, each.name) for each in fields(self) if each.init}
        del settings["exact"]  # not a setting of the native search
        settings["estimate"] = load_for(rules) if self.estimate else None
        settings["judge"] = load_judge(setup_of(rules), rules.options) if self.judge else None
        return Search(native, seed, **settings)


def share_of(state: State) -> float:
    """Returns the share of the turn's remaining budget for this decision: 1 if no other decision follows."""
    parts = state.ruleset.parts
    may_recruit = not state.is_opening and any(Phase.RECRUIT in part.phases for part in parts)
    is_last = state.phase is Phase.SETTLE or (state.phase is Phase.CLAIM and not may_recruit)
    if state.phase is Phase.ERUPT and not state.next:  # C8: no claim follows
        is_last = True
    if state.phase is Phase.PLACE and not state.next:  # C8: no claim follows, but an eruption may
        is_last = not any(
            half.craters for half in state.ruleset.domino(state.current[state.turn].number).halves
        )
    return 1.0 if is_last else _SHARES[state.phase]


def _run(search: Search, budget: Budget, share: float) -> None:
    if budget.limit == Limit():
        raise SetupError("a search needs a limit, such as ms=200 or nodes=1000")
    nodes, ms = budget.nodes_left, budget.ms_left
    budget.spend(
        search.run(
            nodes=None if nodes is None else round(share * nodes), ms=None if ms is None else share * ms
        )
    )


@dataclass(frozen=True, slots=True)
class Candidate:
    """The search's statistics of a move: means over the games simulated after it, for the seat to move."""

    action: int
    visits: int  # simulated games
    score: float  # the seat's final score
    margin: float  # over the best opponent
    win: float  # probability of winning; a shared victory is split


@dataclass(frozen=True, slots=True)
class Explanation:
    """The moves of a position as a search ranks them, best first, without the moves it did not try."""

    seat: int
    nodes: int
    candidates: tuple[Candidate, ...]


def explain(state: State, *, limit: Limit, rng: Iterator[int], bot: SearchBot | None = None) -> Explanation:
    """Searches a position and returns its moves ranked; the position must be a decision.

    >>> from crownfire.game import Game, SeededDealer, derive
    >>> from crownfire.rules import ruleset
    >>> game = Game(ruleset("kingdomino", players=2), SeededDealer(7))
    >>> events = game.deal()
    >>> found = explain(game.state, limit=Limit(nodes=400), rng=derive(1))
    >>> found.nodes, len(found.candidates), found.candidates[0].visits > found.candidates[-1].visits
    (400, 4, True)
    """
    search = (bot or SearchBot()).search(state, rng)
    budget = Budget(limit)
    _run(search, budget, 1.0)
    moves = [move for move in search.moves() if move.visits]
    found = tuple(Candidate(move.action, move.visits, move.score, move.margin, move.win) for move in moves)
    return Explanation(mover(state), budget.nodes, found)
