"""Styles of play that cause rare events, so that the engines are compared there too."""

from collections.abc import Callable, Iterator, Sequence
from itertools import count

from crownfire.game import Generator, below, derive
from crownfire.native import State as NativeState
from crownfire.rules import Phase, State, to_move
from crownfire.rules.actions import PASS, Fire, Recruit
from crownfire.rules.canvas import HOME
from crownfire.rules.state import mover

Style = Callable[[State, Sequence[int], Iterator[int]], int]


def at_random(_state: State, legal: Sequence[int], rng: Iterator[int]) -> int:
    """Chooses every action with equal probability."""
    return legal[below(rng, len(legal))]


def burning(state: State, legal: Sequence[int], rng: Iterator[int]) -> int:
    """Aims fires at resources, cavemen and the home, so that totems are lost and cavemen burn."""
    if state.phase is not Phase.ERUPT:
        return at_random(state, legal, rng)
    territory = state.territories[mover(state)]
    targets = []
    for action in legal:
        move = to_move(action)
        assert isinstance(move, Fire)
        square = territory[move.cell]
        if square.resource or square.caveman or move.cell == HOME:
            targets.append(action)
    return at_random(state, targets or legal, rng)


def recruiting(state: State, legal: Sequence[int], rng: Iterator[int]) -> int:
    """Recruits whenever possible, so that the cave runs empty."""
    if state.phase is Phase.RECRUIT:
        return at_random(state, [action for action in legal if action != PASS], rng)
    return at_random(state, legal, rng)


def hoarding(state: State, legal: Sequence[int], rng: Iterator[int]) -> int:
    """Recruits only from the pile, for four resources."""
    if state.phase is Phase.RECRUIT:
        pile = [a for a in legal if isinstance(move := to_move(a), Recruit) and move.from_pile]
        return at_random(state, pile or [PASS], rng)
    return at_random(state, legal, rng)


def shared_victories(rules: str, players: int, first_seed: int) -> Iterator[int]:
    """Yields seeds of random games with a shared victory, found by the native core since they are rare."""
    for seed in count(first_seed):
        state = NativeState.new_game(rules, players).deal(seed)
        rng = rng_of(seed)
        while not state.is_over:
            legal = state.legal_actions()
            state = state.apply_unchecked(legal[below(rng, len(legal))]).deal(seed)
        if len(state.ranking()[0]) > 1:
            yield seed


def rng_of(seed: int) -> Generator:
    """Returns the random numbers for the choices of a game."""
    return derive(seed, 5_000)


STYLES: dict[str, Style] = {
    "random": at_random,
    "burning": burning,
    "recruiting": recruiting,
    "hoarding": hoarding,
}
