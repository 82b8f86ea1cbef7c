"""The rules of both games as immutable values and pure functions, without I/O or randomness.

A `State` is a position. `legal_actions` and `apply` make decisions; `chance` and `reveal` settle chance.

>>> from crownfire.rules import legal_actions, new_game, reveal, ruleset, to_move
>>> state = new_game(ruleset("kingdomino", players=2))
>>> state = reveal(state, state.phase, (0, 1, 1, 0)).state
>>> state = reveal(state, state.phase, (3, 14, 15, 41)).state
>>> [to_move(action) for action in legal_actions(state)][0]
Claim(number=3)
"""

from crownfire.rules.actions import NUM_ACTIONS, Move, to_action, to_move
from crownfire.rules.chance import Chance, Outcome
from crownfire.rules.engine import (
    apply,
    chance,
    legal_actions,
    new_game,
    reveal,
    step,
    why_not,
    why_not_asked,
)
from crownfire.rules.part import Step, Term
from crownfire.rules.reasons import IllegalMoveError, Reason, SetupError
from crownfire.rules.ruleset import RULESETS, Ruleset, options_of, ruleset, split_rules
from crownfire.rules.scoring import ScoreSheet, rank, ranking, score, scores
from crownfire.rules.state import Phase, State, is_over, to_play
from crownfire.rules.territory import Square, Territory

__all__ = [
    "NUM_ACTIONS",
    "RULESETS",
    "Chance",
    "IllegalMoveError",
    "Move",
    "Outcome",
    "Phase",
    "Reason",
    "Ruleset",
    "ScoreSheet",
    "SetupError",
    "Square",
    "State",
    "Step",
    "Term",
    "Territory",
    "apply",
    "chance",
    "is_over",
    "legal_actions",
    "new_game",
    "options_of",
    "rank",
    "ranking",
    "reveal",
    "ruleset",
    "score",
    "scores",
    "split_rules",
    "step",
    "to_action",
    "to_move",
    "to_play",
    "why_not",
    "why_not_asked",
]
