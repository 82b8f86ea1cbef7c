// The turn under way: its steps that are not final yet.

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
