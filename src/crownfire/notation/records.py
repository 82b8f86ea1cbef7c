"""Records as text: a game with its chance outcomes, line by line (N1 to N5).

This module only reads records. `crownfire.game.replay` checks whether a record is a legal game.
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

__all__ = [
    "ChanceLine",
    "Record",
    "RecordError",
    "TurnLine",
    "check_name",
    "clean_name",
    "format_record",
    "format_records",
    "parse_record",
    "parse_records",
    "visible",
]

VERSION = "1"
SEPARATOR = "---"
_REQUIRED = ("rules", "players")
_HEADER = (*_REQUIRED, "names", "commit", "secret")
_CHANCE = {"order": Phase.ORDER, "line": Phase.LINE, "cave": Phase.CAVE}
_LINE = re.compile(r"\s*([A-Za-z0-9_-]+)\s*:(.*)", re.ASCII)
_NUMBER = re.compile(r"0|[1-9][0-9]{0,2}", re.ASCII)
_SCORE = re.compile(r"0|[1-9][0-9]{0,4}", re.ASCII)
_HEX = re.compile(r"(?:[0-9a-fA-F]{2}){1,64}", re.ASCII)
# Invisible characters of visible categories (letters, marks, symbols), variation selectors and tags.
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8"
    "\U000e0000-\U000e0fff]"
)


class RecordError(IllegalMoveError):
    """A readable record that is not a legal game. The text names the position, the token and the rule."""

    def __init__(self, token: Token, reason: Reason) -> None:
        super().__init__(reason)
        self.token = token
        self.args = (f"line {token.line}, column {token.column}: {token.text}: {self}",)

    def __reduce__(self) -> tuple[type["RecordError"], tuple[object, ...]]:
        return RecordError, (self.token, self.reason)


@dataclass(frozen=True, slots=True)
class ChanceLine:
    """An `order:`, `line:` or `cave:` line with its outcome; seats are numbered from 0."""

    kind: Phase
    outcome: Outcome
    where: Token = field(default=Token(""), compare=False)  # the key
    tokens: tuple[Token, ...] = field(default=(), compare=False)  # of the outcome

    def token_of(self, reason: Reason) -> Token:
        """Returns the token that a reason names, or the key of the line if it names none."""
        named = [str(reason.params.get(name)) for name in ("domino", "caveman")]
        return next((token for token in self.tokens if token.text in named), self.where)


@dataclass(frozen=True, slots=True)
class TurnLine:
    """A turn: a seat (numbered from 0) and its moves in the order played."""

    seat: int
    moves: tuple[Move, ...]
    where: Token = field(default=Token(""), compare=False)  # the seat
    tokens: tuple[Token, ...] = field(default=(), compare=False)  # of the moves; empty unless read from text

    def token(self, index: int) -> Token:
        """Returns the token of the move at an index."""
        return self.tokens[index] if self.tokens else Token(format_move(self.moves[index]))


@dataclass(frozen=True, slots=True)
class Record:
    """A game in its written form."""

    ruleset: Ruleset
    lines: tuple[ChanceLine | TurnLine, ...]
    names: tuple[str, ...] = ()
    commit: str = ""  # hex
    secret: str = ""  # hex
    result: tuple[int, ...] | None = None
    where: Token = field(default=Token(""), compare=False)  # the first line
    result_where: Token = field(default=Token(""), compare=False)
    is_last_in_file: bool = field(default=True, compare=False)


def format_record(record: Record) -> str:
    """Returns the text of a record, ending with a newline."""
    return "\n".join(_format_lines(record)) + "\n"


def format_records(records: Iterable[Record]) -> str:
    """Returns the text of several records, separated by `---`."""
    return f"{SEPARATOR}\n".join(map(format_record, records))


def parse_record(text: str) -> Record:
    """Returns the only record of a text.

    Raises `NotationError` for unreadable text or several records, and `RecordError` if it breaks N1 or N5.
    """
    records = parse_records(text)
    if len(records) > 1:
        raise NotationError(records[1].where, "the end of the text after one record")
    return records[0]


def parse_records(text: str) -> tuple[Record, ...]:
    """Returns the records of a text, which are separated by `---`.

    Raises `NotationError` for unreadable text, and `RecordError` if it breaks N1 or N5.
    """
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
        games.pop()  # a final `---` is allowed
    is_cut = not text.endswith("\n")
    return tuple(
        _Reader(game, is_last=index == len(games), is_cut=is_cut).read()
        for index, game in enumerate(games, start=1)
    )


def check_name(name: str) -> None:
    """Raises `SetupError` for a name that records can't contain."""
    has_control = any(unicodedata.category(character) == "Cc" for character in name)
    if not name or name != name.strip() or has_control or set(name) & set("|#"):
        raise SetupError(
            f"{name!r} can't be a name; a name has no |, # or control characters and no spaces around it"
        )


def clean_name(name: str) -> str:
    """Returns the normal form of a name, in which names that look equal are equal.

    Removes invisible characters, including those that join emoji or change the direction of text. Raises
    `SetupError` if nothing visible is left or the name can't be used in records.

    >>> clean_name(" Zoe\\u0308  \\u202eB\\u200b ") == "Zoë B"
    True
    """
    clean = " ".join(unicodedata.normalize("NFC", visible(name)).split())
    if not clean:
        raise SetupError("a name needs at least one visible character")
    check_name(clean)
    return clean


def visible(text: str) -> str:
    """Returns a text without its invisible characters. Keeps whitespace of all kinds."""
    return "".join(
        character
        for character in _INVISIBLE.sub("", text)
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
    """Yields the lines with content, without their comments."""
    for number, line in enumerate(text.split("\n"), start=1):
        content = line.partition("#")[0].rstrip()
        if content:
            yield Token(content, number, len(content) - len(content.lstrip()) + 1)


def _is_body_key(key: str) -> bool:
    return key in _CHANCE or key == "result" or key.isdigit()


def _words(token: Token) -> tuple[Token, ...]:
    """Splits a token at whitespace; each word keeps its position."""
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
        self._is_cut = is_cut and is_last  # the last line has no newline

    def read(self) -> Record:
        first = self._lines[0] if self._lines else Token("")
        self._check_version(first)
        lines_with_keys = [self._split_key(line) for line in self._lines[1:]]
        header, body = self._split_header(first, lines_with_keys)
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
            raise NotationError(first, f"a record that begins with: crownfire {VERSION}")
        if words != ["crownfire", VERSION]:
            raise NotationError(first, f"a record of version {VERSION}: crownfire {VERSION}")

    def _split_key(self, line: Token) -> _Line:
        match = _LINE.fullmatch(line.text)
        if not match:
            self._raise_if_cut(line)
            raise NotationError(line._replace(text=line.text.strip()), "a line such as 2: f8e =37")
        key = Token(match[1], line.line, match.start(1) + 1)
        return _Line(key, Token(match[2], line.line, match.start(2) + 1))

    def _raise_if_cut(self, token: Token) -> None:
        """N5: unreadable text at the end of a file without a final newline is a truncated turn."""
        if self._is_cut and token.line == self._lines[-1].line:
            raise RecordError(token._replace(text=token.text.strip()), because("file_cut"))

    def _split_header(self, first: Token, lines: list[_Line]) -> tuple[dict[str, _Line], list[_Line]]:
        """N1: splits the lines into the header, by key, and the body; rules and players come first."""
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
        return self._find_ruleset(words[0], _words(players.value)[0])

    def _find_ruleset(self, rules: Token, players: Token) -> Ruleset:
        """The ruleset. An error points to the rules, or to the players if only their number is wrong."""
        wrong = rules
        try:
            if DYNASTY not in split_rules(rules.text)[1]:
                wrong = players
            return ruleset(rules.text, int(players.text))
        except SetupError as error:
            raise RecordError(wrong, because("no_such_game", why=str(error))) from None

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
            raise NotationError(line.value._replace(text=text), "up to 64 bytes in hexadecimal digits")
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
            raise NotationError(line.key, "a seat number from 1")
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
                    raise NotationError(word, f"one of the cavemen {', '.join(CAVEMAN_CODES)}")
            return ChanceLine(kind, tuple(word.text for word in words), line.key, words)
        numbers = self._numbers(line, "a seat number" if kind is Phase.ORDER else "a domino number")
        offset = 1 if kind is Phase.ORDER else 0
        outcome = tuple(number - offset for number in numbers)
        return ChanceLine(kind, outcome, line.key, _words(line.value))

    def _result(self, line: _Line) -> tuple[int, ...]:
        return self._numbers(line, "a number of points", _SCORE)

    def _numbers(self, line: _Line, expected: str, pattern: re.Pattern[str] = _NUMBER) -> tuple[int, ...]:
        words = _words(line.value)
        for word in words:
            if not pattern.fullmatch(word.text):
                raise NotationError(word, expected)
        return tuple(int(word.text) for word in words)
