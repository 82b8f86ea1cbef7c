"""Records as text: one game with its chance, line by line, and back (N1 to N5).

Here a record is only read. Whether it is a legal game is checked by playing it (`crownfire.game`).
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from crownfire.notation.errors import NotationError, Token
from crownfire.notation.moves import format_move, read_move
from crownfire.rules.actions import CAVEMAN_CODES, Move
from crownfire.rules.chance import Outcome
from crownfire.rules.reasons import IllegalMoveError, Reason, SetupError, because
from crownfire.rules.ruleset import DYNASTY, Ruleset, ruleset, split_rules
from crownfire.rules.state import Phase

VERSION = "1"
SEPARATOR = "---"
_REQUIRED = ("rules", "players")
_HEADER = (*_REQUIRED, "names", "commit", "secret")
_CHANCE = {"order": Phase.ORDER, "line": Phase.LINE, "cave": Phase.CAVE}
_LINE = re.compile(r"\s*([A-Za-z0-9_-]+)\s*:(.*)", re.ASCII)
_NUMBER = re.compile(r"0|[1-9][0-9]{0,2}", re.ASCII)
_SCORE = re.compile(r"0|[1-9][0-9]{0,4}", re.ASCII)
_HEX = re.compile(r"(?:[0-9a-fA-F]{2}){1,64}", re.ASCII)
# What can't be seen although it counts as a letter, a mark or a symbol; variation selectors and tags too.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8"
    "\U000e0000-\U000e0fff]"
)


class RecordError(IllegalMoveError):
    """A record that can be read but is not a legal game: the line, the token, and the rule."""

    def __init__(self, token: Token, reason: Reason) -> None:
        super().__init__(reason)
        self.token = token
        self.args = (f"line {token.line}, column {token.column}: {token.text}: {self}",)

    def __reduce__(self) -> tuple[type["RecordError"], tuple[object, ...]]:
        return RecordError, (self.token, self.reason)


@dataclass(frozen=True, slots=True)
class ChanceLine:
    """An `order:`, `line:` or `cave:` line; seats count from 0."""

    kind: Phase
    outcome: Outcome
    where: Token = field(default=Token(""), compare=False)  # its key
    tokens: tuple[Token, ...] = field(default=(), compare=False)  # of the outcome

    def blamed(self, reason: Reason) -> Token:
        """The token that a reason is about, or the key of the line."""
        culprits = [str(reason.params.get(name)) for name in ("domino", "caveman")]
        return next((token for token in self.tokens if token.text in culprits), self.where)


@dataclass(frozen=True, slots=True)
class TurnLine:
    """A turn: a seat (from 0) and its moves in the order played."""

    seat: int
    moves: tuple[Move, ...]
    where: Token = field(default=Token(""), compare=False)  # the seat
    tokens: tuple[Token, ...] = field(default=(), compare=False)  # of the moves; empty if it was not read

    def token(self, index: int) -> Token:
        """The text of a move and where it was read."""
        return self.tokens[index] if self.tokens else Token(format_move(self.moves[index]))


@dataclass(frozen=True, slots=True)
class Record:
    """One game as it is written down."""

    ruleset: Ruleset
    lines: tuple[ChanceLine | TurnLine, ...]
    names: tuple[str, ...] = ()
    commit: str = ""  # hex
    secret: str = ""  # hex
    result: tuple[int, ...] | None = None
    where: Token = field(default=Token(""), compare=False)  # its first line
    result_where: Token = field(default=Token(""), compare=False)
    is_last_in_file: bool = field(default=True, compare=False)


def format_record(record: Record) -> str:
    """The text of a record, ending with a line end."""
    return "\n".join(_format_lines(record)) + "\n"


def format_records(records: Iterable[Record]) -> str:
    """The games of a match, separated by `---`."""
    return f"{SEPARATOR}\n".join(map(format_record, records))


def parse_record(text: str) -> Record:
    """Reads exactly one record; raises `NotationError` or `RecordError`."""
    records = parse_records(text)
    if len(records) > 1:
        raise NotationError(records[1].where, "the end of the text after one record")
    return records[0]


def parse_records(text: str) -> tuple[Record, ...]:
    """Reads one record, or several separated by `---`; raises `NotationError` or `RecordError`."""
    lines = list(_content_lines(text))
    games: list[list[Token]] = [[]]
    for line in lines:
        if line.text.strip() != SEPARATOR:
            games[-1].append(line)
        elif not games[-1]:
            raise NotationError(line, "a record before each ---")
        else:
            games.append([])
    if len(games) > 1 and not games[-1]:
        games.pop()  # `---` may stand at the end
    is_cut = not text.endswith("\n")
    return tuple(
        _Reader(game, is_last=index == len(games), is_cut=is_cut).read()
        for index, game in enumerate(games, start=1)
    )


def check_name(name: str) -> None:
    """Raises `SetupError` for a name that can't stand in a record."""
    has_control = any(unicodedata.category(character) == "Cc" for character in name)
    if not name or name != name.strip() or has_control or set(name) & set("|#"):
        raise SetupError(f"{name!r} can't be a name: it has neither |, # nor spaces at its ends")


def clean_name(name: str) -> str:
    """A name as people give it, so written that equal-looking ones are equal; raises `SetupError`.

    What can't be seen is left out, also what joins emoji or turns the direction of text.

    >>> clean_name(" Zoe\\u0308  \\u202eB\\u200b ") == "Zoë B"
    True
    """
    clean = " ".join(unicodedata.normalize("NFC", visible(name)).split())
    if not clean:
        raise SetupError("a name needs a character that can be seen")
    check_name(clean)
    return clean


def visible(text: str) -> str:
    """A text without the characters that can't be seen; spaces of all kinds stay."""
    return "".join(
        character
        for character in _UNSEEN.sub("", text)
        if character.isspace() or unicodedata.category(character) not in ("Cc", "Cf", "Cs")
    )


def _format_lines(record: Record) -> Iterator[str]:
    yield f"crownfire {VERSION}"
    yield f"rules: {record.ruleset.text}"
    yield f"players: {record.ruleset.players}"
    if record.names:
        yield f"names: {' | '.join(record.names)}"
    if record.commit:
        yield f"commit: {record.commit}"
    if record.secret:
        yield f"secret: {record.secret}"
    for line in record.lines:
        yield _format_line(line)
    if record.result is not None:
        yield f"result: {' '.join(map(str, record.result))}"


def _format_line(line: ChanceLine | TurnLine) -> str:
    if isinstance(line, TurnLine):
        return f"{line.seat + 1}: {' '.join(map(format_move, line.moves))}"
    shown = (int(s) + 1 for s in line.outcome) if line.kind is Phase.ORDER else line.outcome
    return f"{line.kind.value}: {' '.join(map(str, shown))}"


def _content_lines(text: str) -> Iterator[Token]:
    """The lines that are not blank, without their comments."""
    for number, line in enumerate(text.split("\n"), start=1):
        content = line.partition("#")[0].rstrip()
        if content:
            yield Token(content, number, len(content) - len(content.lstrip()) + 1)


def _is_body_key(key: str) -> bool:
    return key in _CHANCE or key == "result" or key.isdigit()


def _words(token: Token) -> tuple[Token, ...]:
    """The words of a text between spaces, each with its column."""
    return tuple(
        Token(match[0], token.line, token.column + match.start()) for match in re.finditer(r"\S+", token.text)
    )


@dataclass(frozen=True, slots=True)
class _Line:
    """A line `key: value`."""

    key: Token
    value: Token


class _Reader:
    """Reads the lines of one record, from top to bottom."""

    def __init__(self, lines: list[Token], is_last: bool, is_cut: bool) -> None:
        self._lines = lines
        self._is_last = is_last
        self._is_cut = is_cut and is_last  # the file ends inside its last line

    def read(self) -> Record:
        first = self._lines[0] if self._lines else Token("")
        self._check_version(first)
        keyed = [self._keyed(line) for line in self._lines[1:]]
        header, body = self._split(first, keyed)
        rules = self._ruleset(header["rules"], header["players"])
        lines: list[ChanceLine | TurnLine] = []
        result: _Line | None = None
        for line in body:
            if result is not None:
                raise RecordError(line.key, because("after_result"))
            if line.key.text == "result":
                result = line
            else:
                lines.append(self._body_line(line))
        return Record(
            ruleset=rules,
            lines=tuple(lines),
            names=self._names(header.get("names"), rules.players),
            commit=self._hex(header.get("commit")),
            secret=self._hex(header.get("secret")),
            result=None if result is None else self._result(result),
            where=first,
            result_where=Token("") if result is None else result.key,
            is_last_in_file=self._is_last,
        )

    def _check_version(self, first: Token) -> None:
        words = [word.text for word in _words(first)]
        match = _LINE.fullmatch(first.text)
        if match and match[1] in _HEADER:
            raise RecordError(first._replace(text=match[1]), because("header_missing", key="crownfire 1"))
        if words[:1] != ["crownfire"]:
            raise NotationError(first, f"a record starting with: crownfire {VERSION}")
        if words != ["crownfire", VERSION]:
            raise NotationError(first, f"version {VERSION} of the record: crownfire {VERSION}")

    def _keyed(self, line: Token) -> _Line:
        match = _LINE.fullmatch(line.text)
        if not match:
            self._raise_if_cut(line)
            raise NotationError(line._replace(text=line.text.strip()), "a line such as 2: f8e =37")
        key = Token(match[1], line.line, match.start(1) + 1)
        return _Line(key, Token(match[2], line.line, match.start(2) + 1))

    def _raise_if_cut(self, token: Token) -> None:
        """N5: text that can't be read at the very end of a file without line end was cut off."""
        if self._is_cut and token.line == self._lines[-1].line:
            raise RecordError(token._replace(text=token.text.strip()), because("file_cut"))

    def _split(self, first: Token, lines: list[_Line]) -> tuple[dict[str, _Line], list[_Line]]:
        """N1: the header comes first, with rules and players, then what is optional."""
        keys = [line.key.text for line in lines]
        size = next((i for i, key in enumerate(keys) if key not in _HEADER), len(lines))
        if size < len(lines) and not _is_body_key(keys[size]):
            raise RecordError(lines[size].key, because("unknown_key", key=keys[size]))
        for index, key in enumerate(_REQUIRED):
            if keys[index : index + 1] != [key]:
                token = lines[index].key if index < len(lines) else first
                raise RecordError(token, because("header_missing", key=key))
        for index, line in enumerate(lines[:size]):
            if keys[index] in keys[:index]:
                raise RecordError(line.key, because("key_twice", key=keys[index]))
        return dict(zip(keys, lines[:size], strict=False)), lines[size:]

    def _ruleset(self, rules: _Line, players: _Line) -> Ruleset:
        count = self._numbers(players, "a number of players")
        words = _words(rules.value)
        if len(words) != 1 or len(count) != 1:
            line = rules if len(words) != 1 else players
            raise NotationError(line.value, f"one value after {line.key.text}:")
        return self._existing(words[0], _words(players.value)[0])

    def _existing(self, rules: Token, players: Token) -> Ruleset:
        """The ruleset; if it does not exist, the rules are blamed, or the number if only that is wrong."""
        guilty = rules
        try:
            if DYNASTY not in split_rules(rules.text)[1]:
                guilty = players
            return ruleset(rules.text, int(players.text))
        except SetupError as error:
            raise RecordError(guilty, because("no_such_game", why=str(error))) from None

    def _names(self, line: _Line | None, players: int) -> tuple[str, ...]:
        if line is None:
            return ()
        names = tuple(visible(name).strip() for name in line.value.text.split("|"))
        if len(names) != players or not all(names):
            raise RecordError(line.key, because("wrong_names", players=players))
        return names

    def _hex(self, line: _Line | None) -> str:
        if line is None:
            return ""
        text = line.value.text.strip()
        if not _HEX.fullmatch(text):
            raise NotationError(line.value._replace(text=text), "hexadecimal digits, two per byte")
        return text.lower()

    def _body_line(self, line: _Line) -> ChanceLine | TurnLine:
        key = line.key.text
        if key in _CHANCE:
            return self._chance(line, _CHANCE[key])
        if key in _HEADER:
            raise RecordError(line.key, because("header_late", key=key))
        if not _is_body_key(key):
            raise RecordError(line.key, because("unknown_key", key=key))
        tokens = _words(line.value)
        moves = tuple(self._move(token) for token in tokens)
        if not _NUMBER.fullmatch(key) or key == "0":
            raise NotationError(line.key, "a seat, counted from 1")
        return TurnLine(int(key) - 1, moves, line.key, tokens)

    def _move(self, token: Token) -> Move:
        try:
            return read_move(token)
        except NotationError:
            self._raise_if_cut(token)
            raise

    def _chance(self, line: _Line, kind: Phase) -> ChanceLine:
        if kind is Phase.CAVE:
            words = _words(line.value)
            for word in words:
                if word.text not in CAVEMAN_CODES:
                    self._raise_if_cut(word)
                    raise NotationError(word, f"a caveman: {', '.join(CAVEMAN_CODES)}")
            return ChanceLine(kind, tuple(word.text for word in words), line.key, words)
        numbers = self._numbers(line, "a seat" if kind is Phase.ORDER else "a domino")
        offset = 1 if kind is Phase.ORDER else 0
        outcome = tuple(number - offset for number in numbers)
        return ChanceLine(kind, outcome, line.key, _words(line.value))

    def _result(self, line: _Line) -> tuple[int, ...]:
        return self._numbers(line, "points", _SCORE)

    def _numbers(self, line: _Line, what: str, pattern: re.Pattern[str] = _NUMBER) -> tuple[int, ...]:
        words = _words(line.value)
        for word in words:
            if not pattern.fullmatch(word.text):
                raise NotationError(word, what)
        return tuple(int(word.text) for word in words)
