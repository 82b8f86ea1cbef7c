"""Draws the terminal pictures of the README: real games, as `crownfire play` and `score` show them.

Run with `make pictures`. The pictures need no fonts or files from elsewhere.
"""

from io import StringIO
from pathlib import Path

from rich.console import Console, RenderableType
from rich.terminal_theme import MONOKAI

from crownfire.bots import GreedyBot, Player
from crownfire.cli.choices import choices, decision_view
from crownfire.game import Game, SeededDealer, derive
from crownfire.rules import legal_actions, ruleset, to_play

FOLDER = Path(__file__).parent
FRAME = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g></g></svg>
"""


def played(rules: str, names: tuple[str, ...], seed: int, decisions: int) -> Game:
    """A game in which everybody played greedily for so many decisions."""
    game = Game(ruleset(rules, len(names)), SeededDealer(seed), names)
    game.deal()
    for _ in range(decisions):
        legal = legal_actions(game.state)
        game.play(Player(GreedyBot()).choose(game.state, legal, rng=derive(seed)))
    return game


def save(name: str, title: str, width: int, *shown: RenderableType) -> None:
    """Draws what a terminal of this width would show."""
    console = Console(
        record=True, width=width, file=StringIO(), force_terminal=True, color_system="truecolor"
    )
    for item in shown:
        console.print(item)
    svg = console.export_svg(title=title, theme=MONOKAI, code_format=FRAME, unique_id=f"crownfire-{name}")
    (FOLDER / f"{name}.svg").write_text(svg, encoding="utf-8")


def main() -> None:
    """Draws all pictures."""
    names = ("Ann", "greedy", "greedy 2")
    game = played("origins-tribe", names, seed=21, decisions=67)
    while to_play(game.state) != 0 or game.state.phase.value != "place":
        legal = legal_actions(game.state)
        game.play(Player(GreedyBot()).choose(game.state, legal, rng=derive(1)))
    title = "crownfire play --rules origins-tribe --seats Ann,greedy,greedy"
    save("play", title, 92, decision_view(game.state, names, choices(game.state), tall=True))


if __name__ == "__main__":
    main()
