import { describe, expect, it } from 'vitest';
import de from '../locales/de.json';
import en from '../locales/en.json';
import es from '../locales/es.json';
import fr from '../locales/fr.json';
import nl from '../locales/nl.json';
import { nameless, seatName, type Sitter } from './names';

/** Names all seats; a bot is written with its level after a colon. */
function named(...seats: string[]): string[] {
  const sitters = seats.map((text): Sitter => {
    const [name = '', bot = ''] = text.split(':');
    return { name, bot };
  });
  return sitters.map((_, seat) => seatName(sitters, seat));
}

describe('names', () => {
  it('of bots are their levels, numbered if there are several', () => {
    expect(named('Ann', 'easy:easy', ':hard', 'easy:easy')).toEqual(['Ann', 'Easy bot 1', 'Hard bot', 'Easy bot 2']);
  });
  it('of people are their own, also if they are those of levels', () => {
    expect(named('easy', 'easy:easy')).toEqual(['easy', 'Easy bot']);
    expect(named('hard', 'easy')).toEqual(['hard', 'easy']);
  });
  it('of people without one are their seats', () => {
    expect(named('', '')).toEqual(['Player 1', 'Player 2']);
    expect(seatName([], 1)).toBe('Player 2');
    expect(seatName([{ name: '', bot: '' }], 0, (seat) => `seat ${seat}`)).toBe('seat 0');
  });
  it('are no places of the score table', () => {
    expect(nameless(0)).toContain('1');
    for (const words of [en, nl, de, es, fr]) expect(words['new.seat.player']).not.toContain(words['score.place']);
  });
});
