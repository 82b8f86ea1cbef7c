import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canLead, rulesAddress } from '../lib/rulebook.svelte';
import { RULESETS } from '../ui/games';
import { cellName } from '../game/canvas';
import { cellNamed as at } from '../game/testing';
import { halves, type Game } from './data';
import { PICTURES, pictureFor, readBoard, readCells } from './pictures';
import { has, pieces, wordsOf } from './search';
import { nameOf, SECTIONS, sectionOf, CHAPTERS } from './structure';
import { blocks, rulingsOf, type SectionText, type Texts } from './texts';
import de from './texts/de.json';
import en from './texts/en.json';
import es from './texts/es.json';
import fr from './texts/fr.json';
import nl from './texts/nl.json';

const LANGUAGES: Record<string, Texts> = { en, nl, de, es, fr };
const book = readFileSync(join(import.meta.dirname, '../../../src/crownfire/data/rules.md'), 'utf8');
const RULES = new Map([...book.matchAll(/^### ([CKOTBN]\d+) (.*\n(?:(?!#).*\n)*)/gm)].map((match) => [match[1]!, match[2]!]));
const IDS = [...RULES.keys()];
const MARK = 'Here:'; // of a ruling, in the book and in English
const times = (text: string, word: string) => text.split(word).length - 1;

/** How many rulings each rule has; rules without rulings are left out. */
const counted = (rulings: [string, number][]) => Object.fromEntries(rulings.filter(([, count]) => count));
const BOOK_RULINGS = counted(IDS.map((id) => [id, times(RULES.get(id)!, MARK)]));
const rulingsIn = (sections: SectionText[]) =>
  counted(sections.flatMap(({ rulings = {} }) => Object.entries(rulings).map(([id, all]): [string, number] => [id, all.length])));

describe('the structure', () => {
  it('tells every rule exactly once', () => {
    const told = SECTIONS.flatMap((section) => section.ids).filter((id) => id !== 'goal');
    expect(IDS.length).toBeGreaterThan(40);
    expect(told.sort()).toEqual([...IDS].sort());
  });
  it('finds a rule within a section of several', () => {
    expect(nameOf(sectionOf('K3')!)).toBe('K1');
    expect(sectionOf('X1')).toBeUndefined();
  });
  it.each(RULESETS)('has the rules of %s and no others', (rules) => {
    const ids = SECTIONS.filter((section) => section.games.includes(rules)).flatMap((section) => section.ids).join(' ');
    expect(ids.includes('K4')).toBe(rules === 'kingdomino');
    expect(ids.includes('O8')).toBe(rules !== 'kingdomino');
    expect(ids.includes('T2')).toBe(rules === 'origins-totem' || rules === 'origins-tribe');
    expect(ids.includes('T3')).toBe(rules === 'origins-totem');
    expect(ids.includes('B7')).toBe(rules === 'origins-tribe');
  });
});

describe('links', () => {
  it('lead to the rules of the game that is played', () => {
    expect(rulesAddress('kingdomino+harmony', 'C3')).toBe('/rules?game=kingdomino#C3');
    expect(rulesAddress()).toBe('/rules');
  });
  it('lead a player to rules of the games only', () => {
    expect(['C3', 'B7', 'N3', ''].filter((id) => canLead(id))).toEqual(['C3', 'B7']);
  });
  it('lead from a record to its own rules too', () => {
    expect(['C3', 'N3', 'X1', ''].filter((id) => canLead(id, true))).toEqual(['C3', 'N3']);
  });
  it('have a section for every rule somebody can be sent to', () => {
    expect(IDS.filter((id) => !canLead(id, true) || !sectionOf(id))).toEqual([]);
  });
});

describe('pictures', () => {
  it('are all there and all used', () => {
    expect(SECTIONS.flatMap((section) => section.pictures).sort()).toEqual(Object.keys(PICTURES).sort());
  });
  it('are of games that have the section', () => {
    for (const section of SECTIONS)
      for (const rules of section.games) {
        const box = rules === 'kingdomino' ? 'kingdomino' : 'origins';
        if (section.pictures.length) expect(section.pictures.some((name) => pictureFor(name, box)), `${section.ids[0]} ${box}`).toBe(true);
      }
  });
  it('have rows of equal length, squares that can be read, and marks on squares', () => {
    for (const [name, picture] of Object.entries(PICTURES)) {
      if (picture.kind !== 'boards') continue;
      for (const { rows, marks = [], path } of picture.boards) {
        const grid = rows.split('/').map((row) => row.trim().split(' '));
        const full = grid.flatMap((row, y) => row.flatMap((text, x) => (text === '.' ? [] : readCells(`${x}${y}`))));
        const cells = readBoard(rows).map(({ cell }) => cell);
        expect(grid.every((row) => row.length === grid[0]!.length), name).toBe(true);
        expect(cells, name).toEqual(full);
        for (const cell of [...marks.map((mark) => mark.cells), ...(path ? [path] : [])].flatMap(readCells))
          expect(cells, `${name} ${cellName(cell)}`).toContain(cell);
      }
    }
  });
  it('read what lies on a square', () => {
    const [jungle, volcano, resource, caveman, none] = readBoard('J1+2 V3 G* / D@hu . L');
    expect(jungle).toMatchObject({ cell: at('a13'), terrain: 'J', symbols: 1, craters: 0, token: 2, resource: false, caveman: '' });
    expect(volcano).toMatchObject({ cell: at('b13'), terrain: 'V', symbols: 0, craters: 3 });
    expect(resource).toMatchObject({ cell: at('c13'), terrain: 'G', resource: true });
    expect(caveman).toMatchObject({ cell: at('a12'), caveman: 'hu' });
    expect(none).toMatchObject({ cell: at('c12'), terrain: 'L', symbols: 0 });
    expect(readCells('00 21')).toEqual([at('a13'), at('c12')]);
  });
  it('of both games are drawn with the terrains of either', () => {
    const picture = pictureFor('connection', 'kingdomino');
    expect(picture?.kind === 'boards' && picture.boards[0]!.rows).toBe('H W G / . . W / . . L');
    expect(pictureFor('volcanoes', 'kingdomino')).toBeNull();
  });
});

describe('the book', () => {
  it('gives a half the symbols and craters that the dominoes have', () => {
    const most = (game: Game, what: 'symbols' | 'craters') =>
      Math.max(...Array.from({ length: 48 }, (_, i) => halves(game, i + 1)).flat().map((half) => half[what]));
    const [crowns, fires, craters] = [most('kingdomino', 'symbols'), most('origins', 'symbols'), most('origins', 'craters')];
    for (const text of [RULES.get('C1')!, en.sections.C1.text.join(' ')])
      expect(text.match(/\d to \d\b/g), text).toEqual([`0 to ${crowns}`, `0 to ${fires}`, `1 to ${craters}`]);
  });
});

describe('the book and its rulings', () => {
  it('has one mark for all of them, which its preface explains', () => {
    expect(book.slice(0, book.indexOf('## C.'))).toContain(`"${MARK}" marks`);
    expect(book).not.toMatch(/\bruling\b/i);
    expect(en.ruling).toBe(MARK);
    expect(Object.keys(BOOK_RULINGS).length).toBeGreaterThan(15);
  });
});

describe.each(Object.entries(LANGUAGES))('%s', (_language, texts) => {
  const sections = Object.entries(texts.sections);

  it('has chapters and sections of English only, in the parts that English has', () => {
    expect(Object.keys(texts.chapters).filter((name) => !(name in en.chapters))).toEqual([]);
    for (const [name, own] of sections) {
      const section = SECTIONS.find((each) => nameOf(each) === name);
      expect(section, name).toBeDefined();
      const english = (en as Texts).sections[name]!;
      expect(own.text.map((line) => line.startsWith('- ')), name).toEqual(english.text.map((line) => line.startsWith('- ')));
      expect(Object.keys(own.pictures ?? {})).toEqual([...section!.pictures]);
      for (const id of Object.keys(own.rulings ?? {})) expect(section!.ids).toContain(id);
    }
  });
  it('has the numbers of English', () => {
    const german: Record<string, string> = { zweit: '2', dritt: '3', viert: '4' }; // as one says it of players
    const plain = (text: string) => text.replace(/\b(zweit|dritt|viert)\b/g, (word) => german[word]!);
    const numbers = (text: string) => (plain(text).match(/\d+(?:×\d+)?/g) ?? []).sort();
    const lines = (text: SectionText) => [...text.text, ...rulingsOf(text, ''), ...Object.values(text.pictures ?? {})];
    for (const [name, own] of sections) {
      const english = lines((en as Texts).sections[name]!);
      lines(own).forEach((line, i) => expect(numbers(line), `${name}: ${line}`).toEqual(numbers(english[i]!)));
    }
  });
  it('has the rulings of the book, rule by rule', () => {
    const ids = SECTIONS.filter((section) => nameOf(section) in texts.sections).flatMap((section) => section.ids);
    const expected = counted(Object.entries(BOOK_RULINGS).filter(([id]) => ids.includes(id)));
    expect(rulingsIn(Object.values(texts.sections))).toEqual(expected);
  });
  it('marks them alike, and explains the mark', () => {
    expect(texts.sections.goal!.text.at(-1)).toContain(texts.ruling);
    const marked = sections.filter(([name, own]) => name !== 'goal' && JSON.stringify(own).includes(texts.ruling));
    expect(marked.map(([name]) => name)).toEqual([]); // the page puts the mark before each ruling
  });
  it('ends every strong part', () => {
    for (const [, own] of sections)
      for (const line of [...own.text, ...rulingsOf(own, texts.ruling)]) expect(line.split('*').length % 2, line).toBe(1);
  });
});

describe('English', () => {
  it('has every chapter and section', () => {
    expect(Object.keys(en.chapters)).toEqual(CHAPTERS.map((chapter) => chapter.name));
    expect(Object.keys(en.sections).sort()).toEqual(SECTIONS.map(nameOf).sort());
  });
});

describe('the search', () => {
  const marked = (text: string, query: string) =>
    pieces(text, wordsOf(query)).flatMap((piece) => (piece.isFound ? [piece.text] : []));

  it('looks past case and accents', () => {
    expect(marked('Les régions et leurs points', 'REGION')).toEqual(['région']);
    expect(marked('Tótem, totem', 'tótem')).toEqual(['Tótem', 'totem']);
    expect(marked('Das große Duell', 'gross')).toEqual(['groß']);
    expect(marked("l’ordre", "l'ordre")).toEqual(['l’ordre']);
    expect(marked('Ontdekkings\u00admodus', 'ingsmo').join('')).toBe('ingsmo');
  });
  it('wants every word, anywhere', () => {
    expect(has(['The *home* is wild', 'K5'], wordsOf('wild home k5'))).toBe(true);
    expect(has(['The home is wild'], wordsOf('wild castle'))).toBe(false);
  });
  it('marks across strong parts and keeps every letter', () => {
    const made = pieces('A *region* scores', wordsOf('on sc'));
    expect(made.map((piece) => piece.text).join('')).toBe('A region scores');
    expect(made.filter((piece) => piece.isStrong).map((piece) => piece.text).join('')).toBe('region');
    expect(made.filter((piece) => piece.isFound).map((piece) => piece.text)).toEqual(['on', 'sc']);
  });
  it('puts points that follow each other into one list', () => {
    expect(blocks(['a', '- b', '- c', 'd'])).toEqual([{ words: 'a' }, { points: ['b', 'c'] }, { words: 'd' }]);
  });
});
