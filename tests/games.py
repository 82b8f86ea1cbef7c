"""Games for tests: every ruleset × player count × useful set of options, played at random from a seed."""

from collections.abc import Iterator
from itertools import combinations

from crownfire.bots import GreedyBot, Player, RandomBot
from crownfire.game import Game, SeededDealer, derive
from crownfire.rules import RULESETS, legal_actions, options_of, ruleset, to_play
from crownfire.rules.ruleset import DYNASTY, setups_of

PLAYER_COUNTS = (2, 3, 4)
PLAIN = [(rules, players) for rules in RULESETS for players in PLAYER_COUNTS]
WITH_OPTIONS = [
    ("kingdomino+mighty_duel", 2),
    ("kingdomino+harmony+middle_kingdom", 3),
    ("kingdomino+harmony+middle_kingdom+mighty_duel", 2),
    ("origins-discovery+empire_of_fire", 2),
    ("origins-totem+homo_habilis", 3),
    ("origins-tribe+empire_of_fire+homo_habilis", 4),
]
ALL = PLAIN + WITH_OPTIONS


def _every() -> Iterator[tuple[str, int]]:
    for rules, players in PLAIN:
        options = [option.name for option in options_of(rules) if option.name != DYNASTY]
        for size in range(len(options) + 1):
            for chosen in combinations(options, size):
                text = "+".join((rules, *sorted(chosen)))
                if players in [setup.players for setup in setups_of(text)]:
                    yield text, players


# Every ruleset × player count × set of options.
EVERY = list(_every())


def new_game(rules: str, players: int, seed: int) -> Game:
    """Returns a seeded game at its first decision."""
    game = Game(ruleset(rules, players), SeededDealer(seed))
    game.deal()
    return game


def play_on(game: Game, seed: int, decisions: int = 10_000, *, greedy_seats: int = 0) -> Game:
    """Plays up to `decisions` decisions: the first seats greedily, the others at random."""
    rng = derive(seed, 1_000)
    for _ in range(decisions):
        seat = to_play(game.state)
        if seat is None:
            break
        bot = GreedyBot() if seat < greedy_seats else RandomBot()
        game.play(Player(bot).choose(game.state, legal_actions(game.state), rng=rng))
    return game


def random_game(rules: str, players: int, seed: int, decisions: int = 10_000) -> Game:
    """Returns a game played at random, up to its end or a number of decisions."""
    return play_on(new_game(rules, players, seed), seed, decisions)


def steps(game: Game, seed: int) -> Iterator[Game]:
    """Plays a game at random and yields it at every decision and at the end."""
    rng = derive(seed, 2_000)
    while True:
        yield game
        if game.is_over:
            return
        game.play(Player(RandomBot()).choose(game.state, legal_actions(game.state), rng=rng))
