// Lists the texts that a language lacks, which the client shows in English; fails if there are any.
// A release insists on all languages, so its workflow runs this: `npm run translations`.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));
const OTHERS = ['nl', 'de', 'es', 'fr'];
const FLAT = ['locales', 'lessons/words'];
const RULES = 'rules/texts'; // its chapters and sections have names of their own

const read = (folder, language) => JSON.parse(readFileSync(join(SOURCE, folder, `${language}.json`), 'utf8'));
const without = (own, english) => Object.keys(english).filter((key) => !own[key]);

function missing(language) {
  const flat = FLAT.map((folder) => [folder, without(read(folder, language), read(folder, 'en'))]);
  const [own, english] = [read(RULES, language), read(RULES, 'en')];
  const rules = ['chapters', 'sections'].flatMap((part) => without(own[part], english[part]).map((name) => `${part}.${name}`));
  return [...flat, [RULES, rules]].flatMap(([folder, keys]) => keys.map((key) => `src/${folder}/${language}.json: ${key}`));
}

const all = OTHERS.map((language) => [language, missing(language)]);
for (const [language, keys] of all) {
  console.log(`${language}: ${keys.length ? `${keys.length} missing` : 'complete'}`);
  for (const key of keys) console.log(`  ${key}`);
}
process.exitCode = all.some(([, keys]) => keys.length) ? 1 : 0;
