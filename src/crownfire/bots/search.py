"""Bots that choose by simulating games in the native core, and the explanation of what they see."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from crownfire.bots.budget import Budget, Limit
from crownfire.bots.estimates import load, setup_of
from crownfire.bots.judges import load_judge
from crownfire.native import Search, to_native
from crownfire.native import State as NativeState
from crownfire.notation import format_position
from crownfire.rules import Phase, SetupError, State
from crownfire.rules.state import mover

Policy = Literal["random", "informed", "greedy", "gprd", "fg"]
Reward = Literal["mixed", "win", "score", "relative"]

# The part of what is left of a turn that a decision may use when others can follow it.
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
    """Simulates games until its budget is spent, in the last round only where it can't be counted out.

    The tree is kept between the decisions of a turn.
    """

    playout: Policy = "greedy"  # how games are played on
    estimate: bool = True  # the own seat is played on, moves are ordered and positions judged by an estimate
    judge: bool = True  # in its place a judge judges, in games that have one
    depth: int = 0  # how far moves played on by the estimate look, from 0 (at a glance) to 3
    # Dominoes that every seat gets before a simulation is judged, and the share of those that are not but are
    # played to the end. None: what helps in a game.
    horizon: int | None = None
    through: float | None = None
    beyond: int = 24  # with a judge: lines with which simulations go a round further; 0: none
    greed: float = 0.6  # how likely it takes each of several others to decide as `fg` does
    reward: Reward = "mixed"
    win_weight: float = 0.2  # of the mixed reward: winning; the rest is the margin to the best opponent
    margin_scale: float = 40  # of the mixed reward: the margin that counts as clear
    exploration: float = 0.5
    temperature: float = 3  # points at first sight that make a move e times as likely to be tried
    first_sight: float = 40  # the estimate counts like so many simulations when moves are compared
    candidates: int = 16  # moves compared; 0: all
    halving: bool = True  # the worse half drops out again and again; False: all the same
    tree: bool = True  # False: games are played on right after the first move
    exact: bool = True  # the last round is counted out where that is possible
    threads: int = 1
    _search: Search | None = field(default=None, init=False, repr=False)
    _budget: Budget | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        """Raises `SetupError` at once for settings that make no sense."""
        self._new_search(NativeState.new_game("kingdomino", 2).deal(0), "kingdomino-2", seed=0)

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
        """Keeps the tree over a step without a choice."""
        if self._search and self._budget is budget and self._search.state.legal_actions() == list(legal):
            self._search.advance(forced)

    def search(self, state: State, rng: Iterator[int]) -> Search:
        """A new search with these settings."""
        return self._new_search(to_native(state), setup_of(state.ruleset), next(rng))

    def _new_search(self, native: NativeState, setup: str, seed: int) -> Search:
        settings: dict[str, Any] = {each.name: getattr(self, each.name) for each in fields(self) if each.init}
        del settings["exact"]  # not of the search
        settings["estimate"] = load(setup) if self.estimate else None
        settings["judge"] = load_judge(setup) if self.judge else None
        return Search(native, seed, **settings)


def share_of(state: State) -> float:
    """The part of what is left of a turn that this decision may use: all of it if none follows."""
    parts = state.ruleset.parts
    may_recruit = not state.is_opening and any(Phase.RECRUIT in part.phases for part in parts)
    is_last = state.phase is Phase.SETTLE or (state.phase is Phase.CLAIM and not may_recruit)
    if state.phase is Phase.ERUPT and not state.next:  # C8: nothing to claim
        is_last = True
    if state.phase is Phase.PLACE and not state.next:  # C8, but there may be a fire
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
    """A move as the search sees it: means over the games simulated after it, for the seat to move."""

    action: int
    visits: int  # simulated games; the more, the surer
    score: float  # the own final score
    margin: float  # to the best opponent
    win: float  # probability; shared victories count in part


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a search thinks of the moves of a position, best first; those it did not try are left out."""

    seat: int
    nodes: int
    candidates: tuple[Candidate, ...]


def explain(state: State, *, limit: Limit, rng: Iterator[int], bot: SearchBot | None = None) -> Explanation:
    """The ranking of the moves of a position in which somebody is to decide.

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
