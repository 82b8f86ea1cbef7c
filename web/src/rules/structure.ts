// The rule book: its chapters and sections in reading order, for which games they are, and their pictures.
// A section is named by its first rule id; its words are in texts/.

import { RULESETS } from '../ui/games';

export interface Section {
  ids: readonly string[]; // of the rules it tells; the first names it
  games: readonly string[];
  pictures: readonly string[];
}
export interface Chapter {
  name: string;
  sections: readonly Section[];
}

const [KINGDOMINO, DISCOVERY, TOTEM, TRIBE] = RULESETS;
const ORIGINS = [DISCOVERY, TOTEM, TRIBE];
const RESOURCES = [TOTEM, TRIBE];

const section = (ids: string, games: readonly string[] = RULESETS, ...pictures: string[]): Section => ({
  ids: ids.split(' '),
  games,
  pictures,
});

const chapter = (name: string, ...sections: Section[]): Chapter => ({ name, sections });

export const CHAPTERS: readonly Chapter[] = [
  chapter(
    'start',
    section('goal'),
    section('C1', RULESETS, 'dominoes_kingdomino', 'dominoes_origins'),
    section('C2', RULESETS, 'home_kingdomino', 'home_origins'),
  ),
  chapter(
    'setup',
    section('K1 K2 K3', [KINGDOMINO]),
    section('O1 O2', ORIGINS),
    section('O3', ORIGINS, 'three'),
    section('O4 O5', ORIGINS),
    section('C6'),
    section('K4', [KINGDOMINO], 'opening_kingdomino'),
    section('O6', ORIGINS, 'opening_origins'),
  ),
  chapter('turn', section('C7', RULESETS, 'round_kingdomino', 'round_origins'), section('C8'), section('C13')),
  chapter('placing', section('C3', RULESETS, 'connection'), section('C4', RULESETS, 'frame'), section('C5')),
  chapter(
    'fire',
    section('O7', ORIGINS, 'volcanoes'),
    section('O8', ORIGINS, 'reach', 'path'),
    section('O9', ORIGINS),
    section('O10', ORIGINS, 'token'),
  ),
  chapter(
    'resources',
    section('T1', RESOURCES, 'resources'),
    section('T2', RESOURCES, 'burnt'),
    section('T3', [TOTEM], 'totems'),
    section('T4', [TOTEM]),
  ),
  chapter(
    'tribe',
    section('B1', [TRIBE], 'cave'),
    section('B2', [TRIBE], 'prices'),
    section('B3', [TRIBE], 'settling'),
    section('B4 B6', [TRIBE]),
    section('B5', [TRIBE]),
    section('B7', [TRIBE], 'cavemen', 'hunters', 'fire_lady'),
    section('B8', [TRIBE], 'powers', 'warriors'),
  ),
  chapter(
    'scoring',
    section('C9', RULESETS, 'score_kingdomino', 'score_origins'),
    section('T5', [TOTEM]),
    section('B9', [TRIBE]),
    section('C10'),
  ),
  chapter(
    'options',
    section('C11', RULESETS, 'centre'),
    section('C12'),
    section('K5', [KINGDOMINO]),
    section('K6', [KINGDOMINO]),
    section('K7', [KINGDOMINO]),
  ),
  chapter('records', section('N1 N2 N3 N4 N5 N6')),
];

export const SECTIONS: readonly Section[] = CHAPTERS.flatMap((chapter) => chapter.sections);

export const nameOf = (section: Section): string => section.ids[0]!;

/** The section that tells a rule. */
export const sectionOf = (id: string): Section | undefined => SECTIONS.find((each) => each.ids.includes(id));
