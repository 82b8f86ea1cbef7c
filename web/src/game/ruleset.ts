// What the client knows of a ruleset, from the server's catalogue: its box, its parts, its seats.

import type { Catalogue, GameInfo, HalfInfo, RulesetInfo, SeatInfo } from './generated';

export type Game = RulesetInfo['game'];
export type Part = RulesetInfo['parts'][number];

export class Ruleset {
  readonly info: RulesetInfo;

  constructor(
    readonly rules: string, // with options, such as kingdomino+harmony
    readonly catalogue: Catalogue,
  ) {
    const name = rules.split('+')[0];
    this.info = catalogue.rulesets.find((each) => each.name === name) ?? catalogue.rulesets[0]!;
  }
  get game(): Game {
    return this.info.game;
  }
  get box(): GameInfo {
    return this.catalogue.games[this.game]!;
  }
  get seats(): SeatInfo[] {
    return this.info.seats;
  }
  has(part: Part): boolean {
    return this.info.parts.includes(part);
  }
  /** Returns the halves of a domino. */
  domino(number: number): [HalfInfo, HalfInfo] {
    const { first, second } = this.box.dominoes[number - 1]!;
    return [first, second];
  }
  isDouble(number: number): boolean {
    const [first, second] = this.domino(number);
    return first.terrain === second.terrain && first.symbols === second.symbols && first.craters === second.craters;
  }
  /** Returns the resource that lives on a terrain; nothing in modes without resources. */
  resourceOf = (letter: string): string =>
    this.has('resources') ? (this.box.terrains.find((terrain) => terrain.letter === letter)?.resource ?? '') : '';

  /** Returns the resource that comes along with a half (T1), or nothing. */
  resourceOn = ({ terrain, symbols }: HalfInfo): string => (symbols ? '' : this.resourceOf(terrain));
}
