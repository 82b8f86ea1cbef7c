"""What goes on at a table by itself: bots think, timers run out, a rematch begins.

One process does that for a table, the one that has its lease; the others look again now and then.
"""

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from crownfire.server.clock import Timer
from crownfire.server.leases import Leases
from crownfire.server.store import StoreError
from crownfire.server.table import STAND_IN
from crownfire.server.thinking import Thinkers

if TYPE_CHECKING:
    from crownfire.server.room import Room

log = logging.getLogger("crownfire.steward")
_EARLY_S = 0.01  # timers may fire a little early
_RETRY_S = 1.0  # how soon to look again whether another process still runs the table


class Steward:
    """Keeps the table of a room going."""

    def __init__(self, room: "Room", thinkers: Thinkers, leases: Leases) -> None:
        self._room, self._table, self._clock = room, room.table, room.clock
        self._thinkers, self._leases = thinkers, leases
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: Timer | None = None
        self._waited: tuple[tuple[int, int], float] | None = None  # for which seat and turn, and since when
        self._is_thinking = False
        self._is_rematching = False

    @property
    def is_busy(self) -> bool:
        """Whether something goes on right now."""
        return bool(self._tasks)

    def go_on(self) -> None:
        """Lets the bot think whose turn it is, and sets the timer of a person or a question."""
        self._stop_timer()
        if self._table.wants_rematch and not self._is_rematching:
            self._is_rematching = True
            self.start(self._rematch())
        if self._room.is_closed:
            return
        if self._is_running and self._table.bot_to_play and not self._table.is_held:
            self.start(self._play_bot(self._table.bot_to_play))
        self._set_timer()

    @property
    def _is_running(self) -> bool:
        """Whether somebody is to play."""
        return self._table.mover is not None and not self._table.is_game_over

    @property
    def _is_persons_turn(self) -> bool:
        return self._is_running and not self._table.bot_to_play

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Does something beside everything else; if it can't be done, the room is closed."""
        task = asyncio.create_task(self._guard(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def stop(self) -> None:
        """Leaves the table to others."""
        self._stop_timer()
        self._leases.give_up(self._table.name)

    async def _guard(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except StoreError:
            pass  # it could not be kept; whoever comes back goes on
        except Exception:
            log.exception("table %s stops", self._table.name)
            self._room.close("restart")

    async def _is_mine(self) -> bool:
        """Whether bots and timers of the table run in this process; if not, looks again later."""
        with contextlib.suppress(StoreError):  # the database is away for a moment
            if await self._leases.hold(self._table.name):
                if not self._room.is_closed:
                    return True
                self._leases.give_up(self._table.name)  # it was closed meanwhile: nobody else would
        self._look_again()
        return False

    def _look_again(self) -> None:
        if not self._room.is_closed:
            self._stop_timer()
            self._timer = self._clock.call_later(_RETRY_S, self.go_on)

    async def _rematch(self) -> None:
        try:
            if await self._is_mine():
                await self._room.on_rematch(self._room)
        except StoreError:
            self._look_again()
        finally:
            self._is_rematching = False

    # Timers

    def _set_timer(self) -> None:
        """The time of a question, of a turn, and until a bot plays for somebody who is away."""
        left = (self._question_left_s(), self._turn_left_s(), self._patience_left_s())
        delays = [max(0.0, seconds) for seconds in left if seconds is not None]
        if delays:
            self._timer = self._clock.call_later(min(delays), self._on_timer)

    def _question_left_s(self) -> float | None:
        """How long an answer is still waited for; None: nothing is asked."""
        if not self._table.is_question_open:
            return None
        return self._table.questions.asked_ms / 1000 + self._room.question_s - self._clock.time()

    def _turn_left_s(self) -> float | None:
        """How long the turn may still take; None: as long as it likes."""
        if self._table.created.turn_s is None or not self._is_persons_turn:
            return None
        return self._table.turn_began_ms / 1000 + self._table.created.turn_s - self._clock.time()

    def _patience_left_s(self) -> float | None:
        """How long the others still wait for whoever is to move and away; None: nobody does."""
        patience, seat = self._table.created.stand_in_s, self._table.mover
        is_away = seat is not None and self._is_persons_turn and not self._table.seats[seat].is_connected
        if patience is None or seat is None or not is_away:
            self._waited = None
            return None
        if not self._room.is_somebody_there:
            return None
        turn = (seat, self._table.turn_began_ms)
        if self._waited is None or self._waited[0] != turn:
            self._waited = turn, self._clock.monotonic()
        return self._waited[1] + patience - self._clock.monotonic()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _on_timer(self) -> None:
        self._timer = None
        seat, asked_ms = self._table.mover, self._table.questions.asked_ms
        question_s, turn_s, patience_s = self._question_left_s(), self._turn_left_s(), self._patience_left_s()
        if question_s is not None and question_s <= _EARLY_S:
            self.start(self._lapse(asked_ms))
        elif turn_s is not None and turn_s <= _EARLY_S:
            self.start(self._play_bot(STAND_IN, is_timed_out=True))
        elif seat is not None and patience_s is not None and patience_s <= _EARLY_S:
            self.start(self._stand_in(seat))
        else:
            self.go_on()  # the clock was set back

    async def _lapse(self, asked_ms: int) -> None:
        if await self._is_mine():
            await self._room.run(lambda: self._table.lapse(asked_ms))

    async def _stand_in(self, seat: int) -> None:
        if await self._is_mine():
            await self._room.run(lambda: self._table.stand_in(seat))

    # Bots

    async def _play_bot(self, spec: str, *, is_timed_out: bool = False) -> None:
        """A bot thinks, then plays if nothing has happened meanwhile and the seat's owner is not back."""
        if self._is_thinking:
            return
        self._is_thinking = True
        try:
            if not await self._is_mine():
                return
            seat, position, state = self._table.mover, self._table.position, self._table.game.state
            actions = [] if self._table.is_complete else self._table.scripted_turn()
            if actions is None:
                actions = await self._thinkers.turn(spec, state)
        finally:
            self._is_thinking = False
        if self._room.is_closed or seat is None:
            return
        if self._table.position != position:
            self.go_on()
            return
        await self._room.run(lambda: self._finish_turn(seat, position, actions, is_timed_out=is_timed_out))
        if self._table.position == position and not (is_timed_out or self._table.bot_to_play):
            self.go_on()  # the owner is back; the turn's timer may have found the bot thinking

    def _finish_turn(self, seat: int, position: int, actions: list[int], *, is_timed_out: bool) -> None:
        is_bots = is_timed_out or (self._table.seats[seat].bot != "" and not self._table.is_held)
        if self._table.position == position and self._table.mover == seat and is_bots:
            self._table.play_bot_turn(seat, actions)
