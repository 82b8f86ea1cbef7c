// Lists the texts that a language lacks, and exits with 1 if there are any. The client shows English instead:
// of a text, or of a whole section of the rules. The release workflow runs this script (`npm run translations`),
// so every release has all five languages.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));
const OTHERS = ['nl', 'de', 'es', 'fr'];
const FOLDERS = ['locales', 'lessons/words', 'rules/texts'];

const read = (folder, language) => JSON.parse(readFileSync(join(SOURCE, folder, `${language}.json`), 'utf8'));

/** Returns the keys of English texts that a language lacks; nested keys are joined with dots. */
function without(own, english, path = []) {
  if (!own || own.length === 0) return [path.join('.')];
  if (typeof english === 'string' || Array.isArray(english)) return [];
  return Object.entries(english).flatMap(([key, text]) => without(own[key], text, [...path, key]));
}

const missing = (language) =>
  FOLDERS.flatMap((folder) => without(read(folder, language), read(folder, 'en')).map((key) => `src/${folder}/${language}.json: ${key}`));

const all = OTHERS.map((language) => [language, missing(language)]);
for (const [language, keys] of all) {
  console.log(`${language}: ${keys.length ? `${keys.length} missing` : 'complete'}`);
  for (const key of keys) console.log(`  ${key}`);
}
process.exitCode = all.some(([, keys]) => keys.length) ? 1 : 0;
