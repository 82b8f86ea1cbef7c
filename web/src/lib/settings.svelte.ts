// What people set for themselves; kept on the device.

import { load, save } from './storage';

export interface Settings {
  language: string; // nothing: that of the browser
  theme: 'auto' | 'light' | 'dark';
  text: 'normal' | 'large' | 'largest';
  letters: boolean; // every square shows the initial of its terrain
  confirm: 'people' | 'always' | 'never'; // with whom new tables ask for confirmation of a turn
  speed: 'slow' | 'normal' | 'fast' | 'off';
  sound: boolean;
  keys: boolean; // single letters do things at the table
  name: string; // as which I last played
}

export const THEMES = ['auto', 'light', 'dark'] as const;
export const TEXTS = ['normal', 'large', 'largest'] as const;
export const CONFIRMS = ['people', 'always', 'never'] as const;
export const SPEEDS = ['slow', 'normal', 'fast', 'off'] as const;

const NAME = 'crownfire.settings';
const USUAL: Settings = {
  language: '', theme: 'auto', text: 'normal', letters: false, confirm: 'people', speed: 'normal', sound: false, keys: true, name: '',
};
const PAPER = { light: '#f6ecd9', dark: '#241d18' }; // as in app.css: the browser's own bars

const read = (): Settings => ({ ...USUAL, ...load<Partial<Settings>>(NAME, {}) });

export const settings = $state<Settings>(read());

/** Changes settings and keeps them. */
export function change(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  save(NAME, settings);
  applyLooks();
}

/** What is changed in another tab holds here too. */
export function followOtherTabs(then: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key !== NAME) return;
    Object.assign(settings, read());
    applyLooks();
    then();
  });
}

/** Colours and size of the text: for the whole document. */
export function applyLooks(): void {
  const { theme, text } = settings;
  const root = document.documentElement;
  if (theme === 'auto') delete root.dataset.theme;
  else root.dataset.theme = theme;
  if (text === 'normal') delete root.dataset.text;
  else root.dataset.text = text;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = PAPER[theme === 'auto' ? own : theme];
  }
}

/** Whether a new table asks for confirmation of a turn; against bots alone one plays faster without. */
export const confirms = (people: number): boolean =>
  settings.confirm === 'people' ? people > 1 : settings.confirm === 'always';

const FACTOR = { slow: 1.8, normal: 1, fast: 0.45, off: 0 } as const;

/** How long each step of a turn, a count or a replay is shown: what people read takes as long without motion. */
export const pace = (ms: number): number => ms * FACTOR[settings.speed];
