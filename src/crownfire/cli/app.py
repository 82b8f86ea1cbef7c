"""The commands and their options. Each imports what it needs when it runs, so that `--help` is quick."""

import io
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from crownfire.errors import CrownfireError

if TYPE_CHECKING:
    from crownfire.cli.contests import Where

UNREADABLE = 2  # what can't be read or done
ILLEGAL = 1  # a record that can be read but is not a legal game
INTERRUPTED = 130


class _Commands(TyperGroup):
    """The commands, with flags shown as flags: typer would show them with a <bool> to fill in."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        command = super().get_command(ctx, cmd_name)
        if command is not None:
            _untype_flags(command.get_params(ctx))
        return command

    def get_params(self, ctx: Any) -> list[Any]:
        return _untype_flags(super().get_params(ctx))


def _untype_flags(params: list[Any]) -> list[Any]:
    for param in params:
        if getattr(param, "is_flag", False):
            param.metavar = ""
    return params


app = typer.Typer(
    name="crownfire",
    cls=_Commands,
    help="The open table for Kingdomino and Kingdomino Origins. Unofficial.",
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
        help="Rules with options, such as kingdomino+harmony or origins-tribe. See: crownfire rules",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
File = Annotated[str, typer.Argument(metavar="FILE", help="A file, or - for standard input.")]


def main() -> None:
    """Runs the command line; an error is one line on stderr and an exit code."""
    if sys.stdin is None:  # it was closed: nothing comes
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY), encoding="utf-8")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # what a terminal can't show or send is a question mark
    try:
        code = app(standalone_mode=False)
    except TyperException as error:
        _fail(error.format_message(), error.exit_code)
    except CrownfireError as error:
        _fail(str(error), _exit_code(error))
    except BrokenPipeError:  # whoever read the output has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(ILLEGAL)
    except OSError as error:
        if error.filename is None:  # what still waits to be written can't be either
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _fail(f"{error.filename or 'the output'}: {error.strerror or error}", UNREADABLE)
    except (KeyboardInterrupt, typer.Abort):
        _fail("interrupted", INTERRUPTED)
    if code == INTERRUPTED:  # typer has caught it
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
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    if version:
        from crownfire import __version__

        typer.echo(f"crownfire {__version__}")
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(
    epilog="Examples:  crownfire play  ·  crownfire play -r origins-tribe --seats Ann,Bo,hard"
    "  ·  crownfire play --resume last"
)
def play(
    rules: Annotated[
        str | None,
        typer.Option("--rules", "-r", metavar="RULES", help="The rules; asked for if left out."),
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", "-p", min=2, max=4, help="How many seats: you and bots.")
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            metavar="A,B,…",
            help="Who plays: people by any name, bots by level: easy, normal, hard, expert;"
            """ a program of yours as engine(cmd="…").""",
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", callback=_check_seed, help="Deal this repeatable game.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Keep the record of the game here.")
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option("--resume", metavar="FILE", help="Go on with a kept game; `last` is the newest."),
    ] = None,
    confirm: Annotated[bool, typer.Option(help="Ask before a turn is final.")] = True,
) -> None:
    """Play in the terminal against bots or with others at one keyboard.

    Every turn is written to the record at once, so no game is ever lost.
    """
    from crownfire.cli.play import play_in_terminal
    from crownfire.cli.start import Wishes

    wishes = Wishes(rules, players, seats, seed, record, resume)
    play_in_terminal(wishes, confirm=confirm)


@app.command(epilog="Example:  echo 'W W1 F / W H F / L L G' | crownfire score -r kingdomino -")
def score(
    file: File,
    rules: Rules,
    totems: Annotated[
        str,
        typer.Option(metavar="A,B,…", help="Totems held: mammoth, fish, mushroom, flint."),
    ] = "",
    size: Annotated[int | None, typer.Option(help="Size of the frame, 5 or 7, if it is not clear.")] = None,
    json: Json = False,
) -> None:
    """Score a territory of a real table.

    Rows from north to south, on lines or separated by /; squares separated by spaces: W1 is wheat with a
    crown, V2 a volcano with two craters, G* has its resource on it, Q+2 a fire token, D\\[hu] a hunter, H is
    the home and a full stop is empty.
    """
    from crownfire.cli.scoring import score_territory
    from crownfire.notation.text import decode_text

    score_territory(decode_text(_read(file)), rules, totems, size, as_json=json)


@app.command(epilog="Example:  crownfire replay game.record --json")
def replay(
    file: File,
    turns: Annotated[bool, typer.Option("--turns", help="Tell every turn in words.")] = False,
    json: Json = False,
) -> None:
    """Check a record move by move and show how it ended.

    Exit code 0: legal; 1: not a legal game; 2: not readable.
    """
    from crownfire.cli.records import replay_record

    replay_record(_read(file), tell_turns=turns, as_json=json)


@app.command(epilog="Example:  crownfire verify game.record")
def verify(file: File, json: Json = False) -> None:
    """Check that the deal of a record follows from the secret it was committed to."""
    from crownfire.cli.records import verify_record

    verify_record(_read(file), as_json=json)


@app.command(epilog="Example:  crownfire perft -r kingdomino --players 2 --seed 1 --depth 6")
def perft(
    rules: Rules,
    players: Annotated[int, typer.Option("--players", "-p", help="Number of players.")],
    depth: Annotated[int, typer.Option(min=1, max=99, help="Count sequences of up to this many decisions.")],
    seed: Annotated[int, typer.Option("--seed", callback=_check_seed, help="Seed of the deal.")] = 0,
    engine: Annotated[
        str, typer.Option(metavar="ENGINE", help="Which engine counts: python or native.")
    ] = "python",
    split: Annotated[bool, typer.Option("--split", help="Show the count behind each first move.")] = False,
    json: Json = False,
) -> None:
    """Count the decision sequences of a game with a seeded deal, to compare engines."""
    from crownfire.cli.perft import count

    count(rules, players, depth, seed, engine, split_first=split, as_json=json)


@app.command(epilog="Example:  crownfire bench --seconds 3")
def bench(
    seconds: Annotated[float, typer.Option(min=0.01, max=600, help="How long to measure each figure.")] = 1.0,
    json: Json = False,
) -> None:
    """Measure how fast the native core and the Python rules play, side by side."""
    from crownfire.cli.bench import bench as run_bench

    run_bench(seconds, as_json=json)


@app.command(
    epilog="Examples:  crownfire serve  ·  crownfire serve --host 0.0.0.0 --port 8080  ·  "
    "crownfire serve --database-url postgresql+asyncpg://me@localhost/crownfire"
)
def serve(
    host: Annotated[
        str | None, typer.Option(help="Where to listen (127.0.0.1); 0.0.0.0 lets phones at home in.")
    ] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="The port (8000).")] = None,
    database_url: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Where games are kept; a file of your own if left out."),
    ] = None,
    public_url: Annotated[
        str | None, typer.Option(metavar="URL", help="The address people use, behind a proxy.")
    ] = None,
    trust_proxy: Annotated[
        bool | None, typer.Option("--trust-proxy", help="Believe the X-Forwarded headers of a proxy.")
    ] = None,
) -> None:
    """Run the table server. Every setting can also be an environment variable, such as CROWNFIRE_PORT."""
    from crownfire.cli.serve import serve as run_server
    from crownfire.server.settings import read_settings

    settings = read_settings(
        host=host, port=port, database_url=database_url, public_url=public_url, trust_proxy=trust_proxy
    )
    run_server(settings)


DatabaseUrl = Annotated[
    str | None, typer.Option(metavar="URL", help="The database; that of `crownfire serve` if left out.")
]


@app.command(name="export", epilog="Example:  crownfire export tables.jsonl")
def export_tables(
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="Standard output if left out.")] = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Write all tables of a server as text, secrets included, to keep or to carry elsewhere."""
    from crownfire.cli.transfer import export_to
    from crownfire.server.settings import read_settings

    export_to(file, read_settings(database_url=database_url))


@app.command(
    name="import", epilog="Example:  crownfire import tables.jsonl --database-url postgresql+asyncpg://…"
)
def import_tables(file: File, database_url: DatabaseUrl = None) -> None:
    """Read an export in. Tables that are there already are left alone."""
    from crownfire.cli.transfer import import_from
    from crownfire.server.settings import read_settings

    import_from(file, read_settings(database_url=database_url))


Workers = Annotated[
    int | None,
    typer.Option("--workers", min=1, max=256, help="How many at once; as many as cores if left out."),
]
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Play on a Ray cluster instead: HOST:PORT, ray://HOST:PORT, auto, or local to start one here.",
    ),
]
Games = Annotated[
    int,
    typer.Option(
        "--games",
        "-g",
        min=1,
        help="Games of each group of bots, rounded up so that each deal is played in every rotation.",
    ),
]
Patience = Annotated[
    float | None,
    typer.Option(
        "--patience", min=0.1, max=86400, help="Seconds a decision may take (60), then that turn is random."
    ),
]


@app.command(
    epilog="Examples:  crownfire arena -b 'expert(ms=200),fg' -g 100  ·  "
    "crownfire arena -r origins-tribe -p 3 -b easy,normal,hard,fg -g 60 -o results.jsonl"
)
def arena(
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            "-b",
            metavar="A,B,…",
            help="As many bots as players for a match, more for a round robin; parameters in parentheses,"
            " such as 'mce(playout=greedy,nodes=500)'.",
        ),
    ],
    rules: Rules = "kingdomino",
    players: Annotated[int, typer.Option("--players", "-p", min=2, max=4, help="How many seats.")] = 2,
    games: Games = 100,
    seed: Annotated[int, typer.Option("--seed", callback=_check_seed, help="Of the deals.")] = 0,
    workers: Workers = None,
    ray: Ray = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="Keep every result here; a killed run goes on."),
    ] = None,
    patience: Patience = None,
    json: Json = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print CSV instead of text.")] = False,
) -> None:
    """Let bots play each other and compare them.

    Every group plays the same deals, each deal once in every rotation of the seats, so neither luck of the
    deal nor of the seat counts. With node budgets the same seed gives the same games.
    """
    from crownfire.arena import Contest
    from crownfire.bots import split_specs
    from crownfire.cli.arena import arena as run_arena

    if json and csv:
        raise typer.BadParameter("choose --json or --csv, not both")
    contest = Contest(rules, players, tuple(split_specs(bots)), games, seed)
    run_arena(contest, _where(workers, ray, patience), out=out, as_json=json, as_csv=csv)


@app.command(
    epilog="Examples:  crownfire ratings --out ratings --plot ratings.svg  ·  "
    "crownfire ratings -r origins-tribe -b 'easy,normal,fg,hard' --deals 10"
)
def ratings(
    rules: Annotated[
        list[str] | None,
        typer.Option(
            "--rules", "-r", metavar="RULES", help="Rules with options, once or more; all games if left out."
        ),
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option("--bots", "-b", metavar="A,B,…", help="From weak to strong; ours if left out."),
    ] = None,
    deals: Annotated[int, typer.Option(min=1, help="Deals of every two bots, two games each.")] = 40,
    neighbours: Annotated[
        int, typer.Option(min=1, help="How many of the bots that follow it each one plays.")
    ] = 2,
    anchor: Annotated[
        str | None, typer.Option(metavar="BOT", help="Whose rating is 0: fg, or the first if it isn't there.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", callback=_check_seed, help="Of the deals.")] = 0,
    workers: Workers = None,
    ray: Ray = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FOLDER", help="Keep every result here; a killed run goes on."),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw the ratings into this SVG file.")
    ] = None,
    patience: Patience = None,
    json: Json = False,
) -> None:
    """Rate bots in duels by the model of Bradley and Terry, on the scale of Elo.

    The bots stand in a row and each plays those that follow it, every deal in both seatings. With node
    budgets the same seed gives the same ratings.
    """
    from crownfire.cli.ratings import ratings as run_ratings
    from crownfire.cli.ratings import set_up

    rated = set_up(rules, bots, deals, neighbours, anchor, seed)
    run_ratings(rated, _where(workers, ray, patience), out=out, plot=plot, as_json=json)


@app.command(
    epilog="Examples:  crownfire dataset -b fg -g 1000 -o games  ·  "
    "crownfire dataset -r origins-tribe -p 3 -b 'hard(nodes=100),fg,tr' -g 3000 -o games"
)
def dataset(
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            "-b",
            metavar="A,B,…",
            help="One bot for all seats, as many as players, or more for a round robin; as in the arena.",
        ),
    ],
    out: Annotated[
        Path,
        typer.Option("--out", "-o", metavar="FOLDER", help="Where to write; a killed run goes on there."),
    ],
    rules: Rules = "kingdomino",
    players: Annotated[int, typer.Option("--players", "-p", min=2, max=4, help="How many seats.")] = 2,
    games: Games = 1000,
    seed: Annotated[int, typer.Option("--seed", callback=_check_seed, help="Of the deals.")] = 0,
    games_per_file: Annotated[int, typer.Option(min=1, max=100_000, help="Games in a file.")] = 1000,
    workers: Workers = None,
    ray: Ray = None,
    patience: Patience = None,
    json: Json = False,
) -> None:
    """Write games of bots as Parquet: a table of games and a table of all their decisions.

    The columns stand in docs/research.md and in the files. With node budgets the same seed gives the same
    files, on any number of workers. More games with the same options go on where there are fewer.
    """
    from crownfire.arena import Contest
    from crownfire.bots import split_specs
    from crownfire.cli.dataset import dataset as run_dataset

    specs = tuple(split_specs(bots))
    contest = Contest(rules, players, specs * players if len(specs) == 1 else specs, games, seed)
    where = _where(workers, ray, patience)
    run_dataset(contest, where, out, games_per_file=games_per_file, as_json=json)


@app.command(
    epilog="Examples:  crownfire train -o net.pt --curve curve.svg  ·  "
    "crownfire train -r origins-discovery -p 3 -o discovery.pt  ·  "
    "crownfire arena -b 'net(path=net.pt),gprd' -g 400"
)
def train(
    out: Annotated[
        Path,
        typer.Option("--out", "-o", metavar="FILE", help="Where the network is kept; a killed run goes on."),
    ],
    rules: Rules = "kingdomino",
    players: Annotated[int, typer.Option("--players", "-p", min=2, max=4, help="How many seats.")] = 2,
    rounds: Annotated[
        int, typer.Option(min=1, max=1_000_000, help="How often to play games and learn from them.")
    ] = 60,
    games: Annotated[int, typer.Option("--games", "-g", min=4, max=65536, help="Games in a round.")] = 512,
    lessons: Annotated[int, typer.Option(min=0, help="Of these, rounds of imitating the teacher.")] = 12,
    teacher: Annotated[
        str, typer.Option(metavar="POLICY", help="Whom to imitate: greedy, gprd or fg.")
    ] = "fg",
    seed: Annotated[int, typer.Option("--seed", callback=_check_seed, help="Of deals and weights.")] = 0,
    threads: Annotated[int, typer.Option(min=1, max=256, help="Cores to learn with.")] = 1,
    curve: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the training as an SVG picture.")
    ] = None,
    ray: Ray = None,
    json: Json = False,
) -> None:
    """Train a network that plays without search, by imitation and then by playing against itself.

    The file is a bot: net(path=FILE). More rounds with the same options go on where there are fewer.
    """
    from crownfire.cli.train import train as run_train
    from crownfire.train import Plan

    plan = Plan(rules, players, rounds, games, lessons, teacher, seed)
    run_train(plan, out, curve=curve, ray=ray, threads=threads, as_json=json)


@app.command(
    epilog="Examples:  crownfire fit kingdomino-2 -o kingdomino-2.npz  ·  "
    "crownfire fit origins-tribe-3 --rounds 200 --shards 8 -o tribe.npz  ·  "
    "crownfire fit kingdomino-2 --judge -o judge.npz"
)
def fit(
    setup: Annotated[str, typer.Argument(help="What to fit for: RULES-PLAYERS, as in origins-totem-3.")],
    out: Annotated[
        Path,
        typer.Option("--out", "-o", metavar="FILE", help="Where it goes; a killed run goes on."),
    ],
    judge: Annotated[
        bool,
        typer.Option("--judge", help="The judge that builds on the estimate instead; Kingdomino for 2."),
    ] = False,
    rounds: Annotated[
        int, typer.Option(min=1, max=1_000_000, help="How often shards are brought together.")
    ] = 100,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-g",
            min=1,
            max=1_000_000,
            help="Games of a shard in a round: 1,000, of a judge 10,000.",
        ),
    ] = None,
    shards: Annotated[
        int, typer.Option(min=1, max=4096, help="Parts of a round that are played apart, one on a core.")
    ] = 2,
    depth: Annotated[
        int | None,
        typer.Option(min=0, max=3, help="How far moves look, as of the bot estimate: 1, for a judge 3."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", callback=_check_seed, help="Of the deals.")] = 0,
    workers: Workers = None,
    ray: Ray = None,
    json: Json = False,
) -> None:
    """Fit the estimate of final scores that the search goes by, by self-play.

    The package carries one for every set-up, and judges for some; this is how they were made. The same
    options give the same numbers, on any number of cores.
    """
    from crownfire.cli.fit import fit as run_fit
    from crownfire.fit import JudgePlan, Plan

    if workers and ray is not None:
        raise typer.BadParameter("choose --workers or --ray, not both")
    usual = JudgePlan() if judge else Plan()
    plan = replace(
        usual,
        setup=setup,
        rounds=rounds,
        games=games or usual.games,
        shards=shards,
        depth=usual.depth if depth is None else depth,
        seed=seed,
    )
    run_fit(plan, out, workers=workers or os.cpu_count() or 1, ray=ray, as_json=json)


@app.command(
    epilog="Examples:  crownfire engine --bot fg  ·  "
    """crownfire arena -b 'engine(cmd="crownfire engine --bot fg"),fg'"""
)
def engine(
    bot: Annotated[
        str, typer.Option("--bot", "-b", metavar="SPEC", help="Who answers, such as 'expert(ms=500)'.")
    ] = "expert",
) -> None:
    """Play by the line protocol on standard input and output, as programs in any language can.

    The protocol stands in docs/engine.md. It ends with `quit` or the end of the input.
    """
    from crownfire.cli.engine import speak

    speak(bot)


@app.command(epilog="Examples:  crownfire rules  ·  crownfire rules C5 O8  ·  crownfire rules volcano")
def rules(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[ID or WORD]…", help="Rules to show in full.")
    ] = None,
    as_list: Annotated[bool, typer.Option("--list", help="Only ids and titles.")] = False,
    json: Json = False,
) -> None:
    """Show the rulesets and options, a rule by its id, or all rules with a word."""
    from crownfire.cli.rulebook import show_rules

    show_rules(words or [], as_list=as_list, as_json=json)


def _where(workers: int | None, ray: str | None, patience: float | None) -> "Where":
    from crownfire.arena import PATIENCE_S
    from crownfire.cli.contests import Where

    if workers and ray is not None:
        raise typer.BadParameter("choose --workers or --ray, not both")
    return Where(workers or os.cpu_count() or 1, ray, patience or PATIENCE_S)


def _read(file: str) -> bytes:
    """What is in a file or comes from standard input, up to a little more than can be read as text."""
    from crownfire.notation.text import MAX_BYTES

    if file == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(file).open("rb") as source:
        return source.read(MAX_BYTES + 1)
