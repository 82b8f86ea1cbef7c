import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { language, loadLanguage, type Language } from '../lib/i18n.svelte';
import { change } from '../lib/settings.svelte';
import RulesPage from './RulesPage.svelte';
import type { Texts } from './texts';
import de from './texts/de.json';
import fr from './texts/fr.json';

const asked = vi.hoisted(() => new Map<string, { resolve: (texts: object) => void; reject: (error: Error) => void }>());
vi.mock('./texts', async (original) => ({
  ...(await original<object>()),
  loadTexts: (code: string) => new Promise((resolve, reject) => asked.set(code, { resolve, reject })),
}));
vi.mock('./SectionBody.svelte', () => ({ default: () => undefined })); // titles will do

async function choose(code: Language): Promise<void> {
  change({ language: code });
  await loadLanguage();
  flushSync();
}
async function answer(code: Language, texts?: Texts): Promise<void> {
  if (texts) asked.get(code)!.resolve(texts);
  else asked.get(code)!.reject(new Error('away'));
  await Promise.resolve();
  await Promise.resolve();
  flushSync();
}

let page: ReturnType<typeof mount> | undefined;
afterEach(async () => {
  if (page) await unmount(page);
  page = undefined;
  await choose('en');
});
const title = () => document.querySelector('#goal h3')?.textContent;
const alert = () => document.querySelector('[role=alert]');

describe('the language that was chosen last', () => {
  it('is not overtaken by an older one', async () => {
    page = mount(RulesPage, { target: document.body });
    await choose('de');
    await choose('fr');
    await answer('fr', fr);
    expect(title()).toBe(fr.sections.goal.title);
    await answer('de', de);
    expect(title()).toBe(fr.sections.goal.title);
  });
  it('is asked for again when the network is back', async () => {
    page = mount(RulesPage, { target: document.body });
    await choose('de');
    await answer('de');
    expect(alert()).not.toBeNull();
    dispatchEvent(new Event('online'));
    flushSync();
    await answer('de', de);
    expect(alert()).toBeNull();
    expect(title()).toBe(de.sections.goal.title);
  });
  it('holds for all words', async () => {
    change({ language: 'nl' });
    const late = loadLanguage();
    await choose('en');
    await late;
    expect(language()).toBe('en');
  });
});
