import { describe, expect, it } from 'vitest';
import { planFor, type Plan } from './plan';

const HERE = 'https://crownfire.example';
const FILES = new Set(['/', '/assets/index-abc.js', '/icon.svg']);
const ask = (path: string, more: object = {}): Plan =>
  planFor({ method: 'GET', mode: 'cors', cache: 'default', url: HERE + path, ...more }, HERE, FILES);
const visit = (path: string): Plan => ask(path, { mode: 'navigate' });

describe('the worker', () => {
  it('answers for pages when the network does not', () => {
    expect([visit('/'), visit('/rules'), visit('/replay/abc?turn=3'), visit('/nowhere')]).toEqual(['page', 'page', 'page', 'page']);
  });
  it('gives files that it keeps, and no others', () => {
    expect([ask('/assets/index-abc.js'), ask('/icon.svg'), ask('/assets/index-new.js')]).toEqual(['file', 'file', 'pass']);
  });
  it('keeps the catalogue, unless the server itself is wanted', () => {
    expect([ask('/api/catalogue'), ask('/api/catalogue', { cache: 'no-store' })]).toEqual(['catalogue', 'pass']);
  });
  it('keeps out of everything else of the server', () => {
    for (const path of ['/api', '/api/tables', '/api/tables/a/record', '/healthz', '/readyz']) {
      expect([ask(path), visit(path)]).toEqual(['pass', 'pass']);
    }
  });
  it('keeps out of what is sent, and of other places', () => {
    expect(ask('/api/catalogue', { method: 'POST' })).toBe('pass');
    expect(ask('', { url: 'https://elsewhere.example/icon.svg' })).toBe('pass');
  });
});
