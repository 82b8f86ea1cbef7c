// What boards, lines and the middle of the table show, with their words.

import { t } from '../lib/i18n.svelte';
import type { Picture } from './fold';
import type { HalfInfo, SlotView, SquareView } from './generated';
import { isRecruit, type Choice } from './moves';
import type { Game } from './ruleset';
import type { Scene } from './scene';
import { cavemanWords, dominoWords, slotWords } from './words';

/** How squares are drawn. */
export interface Look {
  game: Game; // crowns or fires, castle or hut
  colour: string; // of the seat
  resources: (letter: string) => string; // the resource of a terrain, where there are any
}
/** A domino of a line. */
export interface Slot {
  number: number;
  halves: [HalfInfo, HalfInfo];
  resources: [string, string]; // the resource on each half, or nothing
  colour: string; // of whoever chose it, or nothing
  label: string;
  action: number | null; // that chooses it
  isOffered: boolean; // and it is lit
  isOut?: boolean; // it leaves the game
  order?: number | undefined; // who comes when
}
/** A caveman that can be seen or recruited. */
export interface Tile {
  code: string;
  label: string; // what it scores
  words: string; // the accessible name
  action: number | null; // that recruits it
  worth: string; // what it would bring now, or nothing
}
/** A totem, whoever holds it. */
export interface Totem {
  resource: string;
  words: string; // its points and its holder
  colour: string; // of the holder, or nothing
  counts: { count: number; colour: string; crest: string; words: string }[]; // the resources of each seat
}
/** A player and their territory. */
export interface SeatCard {
  name: string;
  crest: string;
  look: Look;
  squares: SquareView[];
  isActing: boolean;
  isLarge: boolean; // its territory is shown large by choice
  label: string; // of the button that enlarges it
}

export const lookOf = ({ ruleset, seats }: Scene, seat: number): Look => ({
  game: ruleset.game, colour: seats[seat]?.colour ?? '', resources: ruleset.resourceOf,
});

/** The dominoes of a line; those that may be chosen now are offered, or in a lesson some of them. */
export function slotsOf(scene: Scene, line: SlotView[], possible: Choice[] = [], offered: Choice[] = possible): Slot[] {
  const { ruleset } = scene;
  return line.map(({ number, seat }) => {
    const halves = ruleset.domino(number);
    const choice = possible.find(({ move }) => move.kind === 'claim' && move.domino === number);
    const isOffered = choice !== undefined && offered.includes(choice);
    return {
      number,
      halves,
      resources: [ruleset.resourceOn(halves[0]), ruleset.resourceOn(halves[1])],
      colour: scene.seats[seat]?.colour ?? '',
      label: isOffered ? t('slot.claim', { domino: number, halves: dominoWords(ruleset, number) }) : slotWords(ruleset, { number, seat }, scene.name),
      action: choice?.option.action ?? null,
      isOffered,
    };
  });
}

/** The cavemen that lie face up, or those of the pile that can be recruited; `now` are the mover's points. */
export function tilesOf({ ruleset }: Scene, codes: string[], choices: Choice[], fromPile: boolean, now: number): Tile[] {
  return codes.map((code) => {
    const label = cavemanWords(ruleset, code);
    const choice = choices.filter(isRecruit).find(({ move }) => move.caveman === code && move.fromPile === fromPile);
    if (!choice) return { code, label, words: label, action: null, worth: '' };
    const gain = choice.option.points - now;
    const points = gain ? t('points.words', { points: gain }) : t('points.count', { points: gain });
    const worth = gain ? t('points.gain', { points: gain }) : '0'; // as in its name, for who sees and hears it
    return { code, label, words: `${t('choice.recruit', { caveman: label })}, ${points}`, action: choice.option.action, worth };
  });
}

/** The totems with their holders and the resources of every seat. */
export function totemsOf(scene: Scene, { totems, territories }: Picture): Totem[] {
  const { ruleset, seats, name } = scene;
  return ruleset.catalogue.totems.map(({ resource, points }, index) => {
    const holder = totems[index] ?? -1;
    return {
      resource,
      words: t('totem.state', { points, holder: holder >= 0 ? name(holder) : t('totem.nobody') }),
      colour: seats[holder]?.colour ?? '',
      counts: territories.map((squares, seat) => {
        const count = squares.filter((square) => square.resource && ruleset.resourceOf(square.terrain) === resource).length;
        return { count, colour: seats[seat]!.colour, crest: seats[seat]!.crest, words: t('totem.counts', { name: name(seat), count }) };
      }),
    };
  });
}

/** The players with their territories. */
export function cardsOf(scene: Scene, { territories }: Picture, acting: number, watched: number): SeatCard[] {
  return territories.map((squares, seat) => ({
    name: scene.name(seat),
    crest: scene.seats[seat]!.crest,
    look: lookOf(scene, seat),
    squares,
    isActing: seat === acting,
    isLarge: seat === watched,
    label: t('players.enlarge', { name: scene.name(seat), game: scene.ruleset.game }),
  }));
}
