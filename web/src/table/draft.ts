// What the log says of the turn under way, and of what was put down last.

import type { Stepped } from '../game/generated';
import type { Numbered } from '../game/messages';

/** Returns the steps since the last turn was made final, without those that were undone. */
export function draftOf(events: Numbered[]): Stepped[] {
  const start = events.findLastIndex(({ event }) => ['started', 'confirmed', 'taken_back'].includes(event.type));
  const steps: Stepped[] = [];
  for (const { event } of events.slice(start + 1)) {
    if (event.type === 'stepped') steps.push(event);
    else if (event.type === 'undone') steps.length -= event.steps;
  }
  return steps;
}

/** Returns where the last domino was placed, as far as the log is shown. */
export function lastPlaced(events: Numbered[], shown: number): { seat: number; cells: number[] } | null {
  for (const { event, number } of events.toReversed()) {
    if (number > shown || event.type !== 'stepped') continue;
    const placed = event.facts.find(({ type }) => type === 'placed');
    if (placed?.type === 'placed') return placed;
  }
  return null;
}
