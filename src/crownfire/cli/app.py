"""The commands and their options. Each imports its own modules when it runs, so that `--help` is quick."""

import io
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperArgument, TyperGroup
from typer.exceptions import TyperException

from crownfire.errors import CrownfireError

if TYPE_CHECKING:
    from crownfire.cli.contests import Execution

__all__ = ["app", "main"]

UNREADABLE = 2  # input that can't be read, or a request that can't be met
ILLEGAL = 1  # a readable record of an illegal game
INTERRUPTED = 130


class _Commands(TyperGroup):
    """The group of all commands, with shorter help than typer's own."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        command = super().get_command(ctx, cmd_name)
        if command is not None:
            command.help = _unwrapped(command.help or "")
            _simplify(command.get_params(ctx))
        return command

    def get_params(self, ctx: Any) -> list[Any]:
        return _simplify(super().get_params(ctx))


def _unwrapped(text: str) -> str:
    """Removes line breaks inside paragraphs; typer keeps them and wraps the lines again."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


def _simplify(params: list[Any]) -> list[Any]:
    """Hides types and the formulas of ranges, and moves defaults into the help sentences."""
    for param in params:
        param.min = param.max = None
        if isinstance(param, TyperArgument):
            param.display_type_rich = lambda ctx: None  # type: ignore[method-assign]  # noqa: ARG005
        if getattr(param, "is_flag", False):
            param.metavar = ""
        elif param.show_default and param.default not in (None, ""):
            shown = f"{param.default:,g}" if isinstance(param.default, int | float) else param.default
            param.help = f"{param.help.removesuffix('.')} (default {shown})."
        param.show_default = False
    return params


def _examples(*commands: str) -> str:
    return "\n".join(["Examples:", *(f"[dim]$[/] {command}" for command in commands)])


app = typer.Typer(
    name="crownfire",
    cls=_Commands,
    help="Play, host and study Kingdomino and Kingdomino Origins. Unofficial.",
    epilog="Start with: crownfire play",
    add_completion=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _check_seed(seed: int | None) -> int | None:
    if seed is not None and not 0 <= seed < 2**64:
        raise typer.BadParameter("a seed is a number from 0 to 2^64 - 1")
    return seed


Rules = Annotated[
    str,
    typer.Option(
        "--rules",
        "-r",
        metavar="RULES",
        help="Ruleset, such as kingdomino+harmony; see `crownfire rules`.",
    ),
]
Players = Annotated[
    int, typer.Option("--players", "-p", min=2, max=4, metavar="N", help="Number of players, 2 to 4.")
]
Seed = Annotated[
    int, typer.Option("--seed", metavar="N", callback=_check_seed, help="Random seed for the deals.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
File = Annotated[str, typer.Argument(metavar="FILE", help="File to read, or - for standard input.")]


def main() -> None:
    """Runs the command line and exits; an error becomes one line on stderr and an exit code."""
    if sys.stdin is None:  # the caller closed it: read nothing
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY), encoding="utf-8")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a question mark for characters outside the encoding
    try:
        code = app(standalone_mode=False)
    except TyperException as error:
        _fail(error.format_message(), error.exit_code)
    except CrownfireError as error:
        _fail(str(error), _exit_code(error))
    except BrokenPipeError:  # the reader closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(ILLEGAL)
    except OSError as error:
        if error.filename is None:  # buffered output can't be written either
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _fail(f"{error.filename or 'input or output failed'}: {error.strerror or error}", UNREADABLE)
    except (KeyboardInterrupt, typer.Abort):
        _fail("interrupted", INTERRUPTED)
    if code == INTERRUPTED:  # typer returns this code for an interrupt it has caught
        _fail("interrupted", INTERRUPTED)
    sys.exit(code if isinstance(code, int) else 0)


def _exit_code(error: CrownfireError) -> int:
    from crownfire.rules import IllegalMoveError

    return ILLEGAL if isinstance(error, IllegalMoveError) else UNREADABLE


def _fail(message: str, code: int) -> None:
    sys.stderr.write(f"crownfire: {' '.join(message.split())}\n")
    sys.exit(code)


@app.callback(invoke_without_command=True)
def _start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    if version:
        from crownfire import __version__

        typer.echo(f"crownfire {__version__}")
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(
    epilog=_examples(
        "crownfire play",
        "crownfire play --rules origins-tribe --seats Ann,Bo,hard",
        "crownfire play --resume last",
    )
)
def play(
    rules: Annotated[
        str | None,
        typer.Option(
            "--rules",
            "-r",
            metavar="RULES",
            help="Ruleset with options, such as origins-tribe (default kingdomino).",
        ),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option(
            "--players", "-p", min=2, max=4, metavar="N", help="Number of players, 2 to 4 (default 2)."
        ),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            metavar="A,B,…",
            help="Players in order: any name for a person; easy, normal, hard or expert for a bot;"
            """ engine(cmd="…") for your own program (default: a person against normal bots).""",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            metavar="N",
            callback=_check_seed,
            help="Random seed for the deals (default: secret deals, which can be verified later).",
        ),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE", help="Save the game to FILE (default: a new file)."),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            "--resume", metavar="FILE", help="Resume the game saved in FILE, or `last` for the newest."
        ),
    ] = None,
    confirm: Annotated[bool, typer.Option(help="Ask to confirm each turn (default: --confirm).")] = True,
) -> None:
    """Play in the terminal, against bots or with others at one keyboard.

    Without --rules, --players and --seats it asks for the game and the players. Every turn is saved to disk
    at once, so no game is ever lost.
    """
    from crownfire.cli.play import play_in_terminal
    from crownfire.cli.start import PlayOptions

    options = PlayOptions(rules, players, seats, seed, record, resume)
    play_in_terminal(options, confirm=confirm)


@app.command(
    epilog=_examples(
        "echo 'W W1 F / W H F / L L G' | crownfire score --rules kingdomino -",
        "crownfire score --rules origins-totem --totems fish,flint territory.txt",
    )
)
def score(
    file: File,
    rules: Rules,
    totems: Annotated[
        str,
        typer.Option(metavar="A,B,…", help="Totems held: any of mammoth, fish, mushroom and flint."),
    ] = "",
    size: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Frame size, 5 or 7 (default: as the rules say, or else the smallest that fits).",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Score a territory from a physical game.

    Write the rows from north to south, on separate lines or separated by /, with spaces between squares. W1
    is wheat with a crown, V2 a volcano with two craters, Q+2 a quarry with two fires from a token, G* a
    grassland with its resource and D\\[hu] a desert with a hunter. H is the home, a full stop an empty cell.

    An incomplete frame counts as a discarded domino, so the complete bonus (Harmony, Homo Habilis) needs a
    full frame.
    """
    from crownfire.cli.scoring import score_territory
    from crownfire.notation.text import decode_text

    score_territory(decode_text(_read(file)), rules, totems, size, as_json=json)


@app.command(epilog=_examples("crownfire replay game.record", "crownfire replay --turns game.record"))
def replay(
    file: File,
    turns: Annotated[bool, typer.Option("--turns", help="Describe every turn in words.")] = False,
    json: Json = False,
) -> None:
    """Check a record move by move and show the scores.

    The exit code is 0 for a legal game, 1 for an illegal game and 2 for text that can't be read.
    """
    from crownfire.cli.records import replay_record

    replay_record(_read(file), describe_turns=turns, as_json=json)


@app.command(epilog=_examples("crownfire verify game.record"))
def verify(file: File, json: Json = False) -> None:
    """Check that the deal of a record matches its secret.

    The dealer commits to the secret before the game and reveals it at the end. The exit code is 0 if the
    deal matches, 1 if it doesn't and 2 if the record can't be verified.
    """
    from crownfire.cli.records import verify_record

    verify_record(_read(file), as_json=json)


@app.command(epilog=_examples("crownfire perft --rules kingdomino --players 2 --seed 1 --depth 6"))
def perft(
    rules: Rules,
    players: Annotated[int, typer.Option("--players", "-p", metavar="N", help="Number of players, 2 to 4.")],
    depth: Annotated[
        int, typer.Option(min=1, max=99, metavar="N", help="Maximum length of a sequence, 1 to 99 decisions.")
    ],
    seed: Seed = 0,
    engine: Annotated[
        str, typer.Option(metavar="ENGINE", help="Engine to use: python or native.")
    ] = "python",
    split: Annotated[bool, typer.Option("--split", help="Show the count for each first move.")] = False,
    json: Json = False,
) -> None:
    """Count the decision sequences of a seeded game.

    Equal counts show that two engines play by the same rules.
    """
    from crownfire.cli.perft import count

    count(rules, players, depth, seed, engine, split_first=split, as_json=json)


@app.command(epilog=_examples("crownfire bench --seconds 3"))
def bench(
    seconds: Annotated[
        float, typer.Option(min=0.01, max=600, metavar="SECONDS", help="Time to spend on each measurement.")
    ] = 1.0,
    json: Json = False,
) -> None:
    """Measure the speed of the native core and the Python rules."""
    from crownfire.cli.bench import bench as run_bench

    run_bench(seconds, as_json=json)


@app.command(
    epilog=_examples(
        "crownfire serve",
        "crownfire serve --host 0.0.0.0 --port 8080",
        "crownfire serve --database-url postgresql+asyncpg://me@localhost/games",
    )
)
def serve(
    host: Annotated[
        str | None,
        typer.Option(
            metavar="HOST",
            help="Address to listen on (default 127.0.0.1); 0.0.0.0 accepts other devices on your network.",
        ),
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, metavar="PORT", help="Port to listen on (default 8000).")
    ] = None,
    database_url: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="Database for the tables (default: a SQLite file in your data folder)."
        ),
    ] = None,
    public_url: Annotated[
        str | None, typer.Option(metavar="URL", help="Public address of a server behind a proxy.")
    ] = None,
    trust_proxy: Annotated[
        bool | None, typer.Option("--trust-proxy", help="Trust the X-Forwarded headers of a proxy.")
    ] = None,
) -> None:
    """Run the table server.

    Every setting can also be an environment variable, such as CROWNFIRE_PORT. See docs/configuration.md.
    """
    from crownfire.cli.serve import serve as run_server
    from crownfire.server.settings import read_settings

    settings = read_settings(
        host=host, port=port, database_url=database_url, public_url=public_url, trust_proxy=trust_proxy
    )
    run_server(settings)


DatabaseUrl = Annotated[
    str | None,
    typer.Option(metavar="URL", help="Database of the server (default: the same as for `crownfire serve`)."),
]


@app.command(name="export", epilog=_examples("crownfire export tables.jsonl"))
def export_tables(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="File to write (default: standard output).")
    ] = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Export all tables of a server as text.

    The export includes the secrets of the deals, so keep it private. Use it as a backup or to move to another
    database.
    """
    from crownfire.cli.transfer import export_to
    from crownfire.server.settings import read_settings

    export_to(file, read_settings(database_url=database_url))


@app.command(
    name="import",
    epilog=_examples(
        "crownfire import tables.jsonl",
        "crownfire import tables.jsonl --database-url postgresql+asyncpg://…",
    ),
)
def import_tables(file: File, database_url: DatabaseUrl = None) -> None:
    """Import the tables of an export.

    Tables that already exist stay as they are.
    """
    from crownfire.cli.transfer import import_from
    from crownfire.server.settings import read_settings

    import_from(file, read_settings(database_url=database_url))


Workers = Annotated[
    int | None,
    typer.Option(
        "--workers",
        min=1,
        max=256,
        metavar="N",
        help="Number of parallel processes (default: one per core).",
    ),
]
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Play on a Ray cluster: HOST:PORT, ray://HOST:PORT, auto, or local for one on this machine.",
    ),
]
Games = Annotated[
    int,
    typer.Option(
        "--games",
        "-g",
        min=1,
        metavar="N",
        help="Games per group of bots, rounded up to play each deal in every rotation of the seats.",
    ),
]
Patience = Annotated[
    float | None,
    typer.Option(
        "--patience",
        min=0.1,
        max=86400,
        metavar="SECONDS",
        help="Time limit per decision (default 60); when exceeded, the rest of the turn is random.",
    ),
]


@app.command(
    epilog=_examples(
        "crownfire arena --bots 'expert(ms=200),fg' --games 100",
        "crownfire arena -r origins-tribe -p 3 -b easy,fg,hard -g 60 -o out.jsonl",
    )
)
def arena(
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            "-b",
            metavar="A,B,…",
            help="Bots to compare: as many as players for a match, more for a round robin. Parameters go in"
            " parentheses, such as 'mce(nodes=500)'.",
        ),
    ],
    rules: Rules = "kingdomino",
    players: Players = 2,
    games: Games = 100,
    seed: Seed = 0,
    workers: Workers = None,
    ray: Ray = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="Save results to FILE; run again to resume."),
    ] = None,
    patience: Patience = None,
    json: Json = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print CSV instead of text.")] = False,
) -> None:
    """Compare bots by letting them play each other.

    Every group of bots plays the same deals, each once in every rotation of the seats, so neither the deal
    nor the seat favours a bot. With node budgets, the same seed gives the same games.
    """
    from crownfire.arena import Contest
    from crownfire.bots import split_specs
    from crownfire.cli.arena import arena as run_arena

    if json and csv:
        raise typer.BadParameter("choose --json or --csv, not both")
    contest = Contest(rules, players, tuple(split_specs(bots)), games, seed)
    run_arena(contest, _execution(workers, ray, patience), out=out, as_json=json, as_csv=csv)


@app.command(
    epilog=_examples(
        "crownfire ratings --out ratings --plot ratings.svg",
        "crownfire ratings --rules origins-tribe --bots easy,fg,hard --deals 10",
    )
)
def ratings(
    rules: Annotated[
        list[str] | None,
        typer.Option(
            "--rules",
            "-r",
            metavar="RULES",
            help="Ruleset with options; can be repeated (default: all rulesets and the Mighty Duel).",
        ),
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots",
            "-b",
            metavar="A,B,…",
            help="Bots from weakest to strongest (default: all built-in bots).",
        ),
    ] = None,
    deals: Annotated[
        int, typer.Option(min=1, metavar="N", help="Deals per pair of bots, each played in both seatings.")
    ] = 40,
    neighbours: Annotated[
        int, typer.Option(min=1, metavar="N", help="Number of next stronger bots that each bot plays.")
    ] = 2,
    anchor: Annotated[
        str | None,
        typer.Option(metavar="BOT", help="Bot whose rating is 0 (default: fg, or else the first bot)."),
    ] = None,
    seed: Seed = 0,
    workers: Workers = None,
    ray: Ray = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FOLDER", help="Save results to FOLDER; run again to resume."),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw the ratings as an SVG picture.")
    ] = None,
    patience: Patience = None,
    json: Json = False,
) -> None:
    """Rate bots by their duels, in Elo points.

    Each bot plays the next ones in the list, each deal in both seatings. The ratings follow the model of
    Bradley and Terry. With node budgets, the same seed gives the same ratings.
    """
    from crownfire.cli.ratings import ratings as run_ratings
    from crownfire.cli.ratings import set_up

    rated = set_up(rules, bots, deals, neighbours, anchor, seed)
    run_ratings(rated, _execution(workers, ray, patience), out=out, plot=plot, as_json=json)


@app.command(
    epilog=_examples(
        "crownfire dataset --bots fg --games 1000 --out games",
        "crownfire dataset -r origins-tribe -p 3 -b 'hard(nodes=100),fg,tr' -o tribe",
    )
)
def dataset(
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            "-b",
            metavar="A,B,…",
            help="One bot for all seats, as many as players, or more for a round robin; written as for"
            " `crownfire arena`.",
        ),
    ],
    out: Annotated[
        Path,
        typer.Option("--out", "-o", metavar="FOLDER", help="Save games to FOLDER; run again to resume."),
    ],
    rules: Rules = "kingdomino",
    players: Players = 2,
    games: Games = 1000,
    seed: Seed = 0,
    games_per_file: Annotated[
        int, typer.Option(min=1, max=100_000, metavar="N", help="Games per file.")
    ] = 1000,
    workers: Workers = None,
    ray: Ray = None,
    patience: Patience = None,
    json: Json = False,
) -> None:
    """Write games between bots as Parquet files.

    One table has a row per game, the other a row per decision. See docs/research.md for their columns. With
    node budgets, the same seed gives the same files on any number of workers. To add games, run the command
    again with a larger --games.
    """
    from crownfire.arena import Contest
    from crownfire.bots import split_specs
    from crownfire.cli.dataset import dataset as run_dataset

    specs = tuple(split_specs(bots))
    contest = Contest(rules, players, specs * players if len(specs) == 1 else specs, games, seed)
    execution = _execution(workers, ray, patience)
    run_dataset(contest, execution, out, games_per_file=games_per_file, as_json=json)


@app.command(
    epilog=_examples(
        "crownfire train --out net.pt --curve curve.svg",
        "crownfire train --rules origins-discovery --players 3 --out discovery.pt",
        "crownfire arena --bots 'net(path=net.pt),gprd' --games 400",
    )
)
def train(
    out: Annotated[
        Path,
        typer.Option("--out", "-o", metavar="FILE", help="Save the network to FILE; run again to resume."),
    ],
    rules: Rules = "kingdomino",
    players: Players = 2,
    rounds: Annotated[
        int, typer.Option(min=1, max=1_000_000, metavar="N", help="Number of training rounds.")
    ] = 60,
    games: Annotated[
        int, typer.Option("--games", "-g", min=4, max=65536, metavar="N", help="Games per round.")
    ] = 512,
    lessons: Annotated[
        int, typer.Option(min=0, metavar="N", help="Number of initial rounds that imitate the teacher.")
    ] = 12,
    teacher: Annotated[
        str, typer.Option(metavar="POLICY", help="Policy to imitate: greedy, gprd or fg.")
    ] = "fg",
    seed: Annotated[
        int,
        typer.Option(
            "--seed", metavar="N", callback=_check_seed, help="Random seed for the deals and weights."
        ),
    ] = 0,
    threads: Annotated[
        int, typer.Option(min=1, max=256, metavar="N", help="Number of threads for learning.")
    ] = 1,
    curve: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the training curve as an SVG picture.")
    ] = None,
    ray: Ray = None,
    json: Json = False,
) -> None:
    """Train a network that plays without search.

    The network first imitates a teacher and then learns from games against itself. Its file is a bot:
    net(path=FILE). To train it further, run the command again with more --rounds.
    """
    from crownfire.cli.train import train as run_train
    from crownfire.train import Plan

    plan = Plan(rules, players, rounds, games, lessons, teacher, seed)
    run_train(plan, out, curve=curve, ray=ray, threads=threads, as_json=json)


@app.command(
    epilog=_examples(
        "crownfire fit kingdomino-2 --out kingdomino-2.npz",
        "crownfire fit origins-tribe-3 --rounds 200 --shards 8 --out tribe.npz",
        "crownfire fit kingdomino-2 --judge --out judge.npz",
    )
)
def fit(
    setup: Annotated[
        str,
        typer.Argument(
            metavar="SETUP", help="Ruleset without bonuses and number of players, such as origins-totem-3."
        ),
    ],
    out: Annotated[
        Path,
        typer.Option("--out", "-o", metavar="FILE", help="Save the fit to FILE; run again to resume."),
    ],
    judge: Annotated[
        bool,
        typer.Option("--judge", help="Fit the value network instead (two-player Kingdomino only)."),
    ] = False,
    rounds: Annotated[
        int, typer.Option(min=1, max=1_000_000, metavar="N", help="Number of rounds of self-play.")
    ] = 100,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-g",
            min=1,
            max=1_000_000,
            metavar="N",
            help="Games per shard and round (default 1,000; with --judge 10,000).",
        ),
    ] = None,
    shards: Annotated[
        int,
        typer.Option(
            min=1, max=4096, metavar="N", help="Number of parts of a round, each played on one core."
        ),
    ] = 2,
    depth: Annotated[
        int | None,
        typer.Option(
            min=0, max=3, metavar="N", help="Lookahead of the `estimate` bot (default 1; with --judge 3)."
        ),
    ] = None,
    seed: Seed = 0,
    workers: Workers = None,
    ray: Ray = None,
    json: Json = False,
) -> None:
    """Fit the estimate of final scores by self-play.

    The search uses this estimate. The package includes one for every set-up, and a value network for
    two-player Kingdomino. The same options give the same numbers on any number of cores.
    """
    from crownfire.cli.fit import fit as run_fit
    from crownfire.fit import JudgePlan, Plan

    if workers and ray is not None:
        raise typer.BadParameter("choose --workers or --ray, not both")
    defaults = JudgePlan() if judge else Plan()
    plan = replace(
        defaults,
        setup=setup,
        rounds=rounds,
        games=games or defaults.games,
        shards=shards,
        depth=defaults.depth if depth is None else depth,
        seed=seed,
    )
    run_fit(plan, out, workers=workers or os.cpu_count() or 1, ray=ray, as_json=json)


@app.command(
    epilog=_examples(
        "crownfire engine --bot fg",
        """crownfire arena --bots 'engine(cmd="crownfire engine --bot fg"),fg'""",
    )
)
def engine(
    bot: Annotated[
        str, typer.Option("--bot", "-b", metavar="BOT", help="Bot to run, such as 'expert(ms=500)'.")
    ] = "expert",
) -> None:
    """Run a bot over the line protocol, for programs in any language.

    It reads standard input and writes standard output until `quit` or the end of the input. See
    docs/engine.md for the protocol.
    """
    from crownfire.cli.engine import run_engine

    run_engine(bot)


@app.command(epilog=_examples("crownfire rules", "crownfire rules C5 O8", "crownfire rules volcano"))
def rules(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="ID|WORD", help="Ids, rulesets, options or words to look up."),
    ] = None,
    as_list: Annotated[bool, typer.Option("--list", help="List only ids and titles.")] = False,
    json: Json = False,
) -> None:
    """Show the rulesets and options, or look up rules."""
    from crownfire.cli.rulebook import show_rules

    show_rules(words or [], as_list=as_list, as_json=json)


def _execution(workers: int | None, ray: str | None, patience: float | None) -> "Execution":
    from crownfire.arena import PATIENCE_S
    from crownfire.cli.contests import Execution

    if workers and ray is not None:
        raise typer.BadParameter("choose --workers or --ray, not both")
    return Execution(workers or os.cpu_count() or 1, ray, patience or PATIENCE_S)


def _read(file: str) -> bytes:
    """Returns the start of a file or of standard input: one byte more than a text may have."""
    from crownfire.notation.text import MAX_BYTES

    if file == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(file).open("rb") as source:
        return source.read(MAX_BYTES + 1)
