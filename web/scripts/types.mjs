// Turns the JSON schema on standard input into the types of src/lib/types.ts.
import { compile } from 'json-schema-to-typescript';

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const schema = JSON.parse(Buffer.concat(chunks).toString('utf8'));

// Titles of single fields would become types of their own.
function withoutTitles(node) {
  if (Array.isArray(node)) return node.map(withoutTitles);
  if (node === null || typeof node !== 'object') return node;
  const entries = Object.entries(node).filter(([key, value]) => key !== 'title' || typeof value !== 'string');
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutTitles(value)]));
}
const clean = { ...withoutTitles(schema), title: 'Types' };
const bannerComment = '// Made by `make types` from the server (crownfire.server.types). Not to be edited.';
process.stdout.write(
  await compile(clean, 'Types', { bannerComment, additionalProperties: false, style: { singleQuote: true } }),
);
