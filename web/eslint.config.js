import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

// Imports go one way: a folder uses those of the lines above it. `lib` and `art` use only each other and the generated types;
// `ui` serves the last line and `pages`.
const LAYERS = [
  ['lib', 'art'],
  ['game'],
  ['board'],
  ['motion', 'transport', 'speech'],
  ['table', 'replay', 'lessons', 'rules'],
];
const ALLOWED = { lib: ['../game/generated', '../game/messages'], table: ['../lessons/**', '../replay/source'] };
const directions = LAYERS.flatMap((layer, level) =>
  layer.map((folder) => {
    const above = [...LAYERS.slice(level + 1).flat(), ...(level < LAYERS.length - 1 ? ['ui', 'pages'] : [])];
    const beside = level === LAYERS.length - 1 ? layer.filter((each) => each !== folder) : [];
    const group = [...above, ...beside].map((each) => `../${each}/**`).concat((ALLOWED[folder] ?? []).map((each) => `!${each}`));
    return {
      files: [`src/${folder}/**`],
      ignores: ['**/*.test.ts'],
      rules: { 'no-restricted-imports': ['error', { patterns: [{ group, message: 'Imports go one way: see eslint.config.js.' }] }] },
    };
  }),
);

export default ts.config(
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser } } },
  { rules: { 'svelte/no-navigation-without-resolve': 'off', 'svelte/prefer-svelte-reactivity': 'off' } },
  ...directions,
  { ignores: ['dist', 'src/game/generated.ts'] },
);
