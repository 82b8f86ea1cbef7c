// Words in five languages: ICU messages, one file per language. Only the language in use is loaded.
// A message that it lacks is shown in English.

import IntlMessageFormat from 'intl-messageformat';
import en from '../locales/en.json';
import { change, settings } from './settings.svelte';

export type Key = keyof typeof en;
type Values = Record<string, string | number | boolean>;

export const LANGUAGES = { en: 'English', nl: 'Nederlands', de: 'Deutsch', es: 'Español', fr: 'Français' } as const;
export type Language = keyof typeof LANGUAGES;

const FILES = import.meta.glob<Record<string, string>>(['../locales/*.json', '!../locales/en.json'], { import: 'default' });

const isLanguage = (text: string): text is Language => text in LANGUAGES;

/** The language that was chosen, else the first of the browser's that we have. */
export function wanted(): Language {
  const all = [settings.language, ...navigator.languages.map((each) => each.slice(0, 2).toLowerCase())];
  return all.find(isLanguage) ?? 'en';
}

const state = $state<{ language: Language; messages: Record<string, string> }>({ language: 'en', messages: en });
let made = new Map<string, IntlMessageFormat>();

export const language = (): Language => state.language;

/** Loads the wanted language and shows everything in it. */
export async function loadLanguage(): Promise<void> {
  const code = wanted();
  const messages: Record<string, string> = code === 'en' ? en : await FILES[`../locales/${code}.json`]!();
  if (code !== wanted()) return; // another one was chosen meanwhile
  made = new Map();
  state.language = code;
  state.messages = messages;
  document.documentElement.lang = code;
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', `/manifest-${code}.webmanifest`);
}

/** Changes the language to the one chosen in a select. */
export async function chooseLanguage(event: Event): Promise<void> {
  const field = event.currentTarget as HTMLSelectElement;
  change({ language: field.value });
  await loadLanguage().catch(() => undefined); // away: it stays as it is
  field.value = language();
}

/** A sentence in the language in use. */
export function t(key: Key, values?: Values): string {
  const own = state.messages[key];
  const text = own ?? en[key];
  if (!values && !text.includes('{')) return text;
  let format = made.get(key);
  if (!format) made.set(key, (format = new IntlMessageFormat(text, own === undefined ? 'en' : state.language)));
  return String(format.format(values));
}

/** A sentence whose key is put together, if there is such a key. */
export function maybe(key: string, values?: Values): string | null {
  return key in en ? t(key as Key, values) : null;
}
