// What people set for themselves; kept on the device.

export interface Settings {
  language: string; // nothing: that of the browser
  theme: 'auto' | 'light' | 'dark';
  confirm: boolean; // new tables ask for confirmation of a turn
  speed: 'slow' | 'normal' | 'fast' | 'off';
  sound: boolean;
  keys: boolean; // single letters do things at the table
  name: string; // as which I last played
}

const NAME = 'crownfire.settings';
const USUAL: Settings = { language: '', theme: 'auto', confirm: true, speed: 'normal', sound: false, keys: true, name: '' };

function read(): Settings {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(NAME) ?? '{}') as Partial<Settings>) };
  } catch {
    return { ...USUAL };
  }
}

export const settings = $state<Settings>(read());

/** Changes settings and keeps them. */
export function change(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(NAME, JSON.stringify(settings));
  } catch {
    // not kept, but in force
  }
  applyTheme();
}

export function applyTheme(): void {
  if (settings.theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}

const FACTOR = { slow: 1.8, normal: 1, fast: 0.45, off: 0 } as const;

/** How long an animation lasts, given its usual time; nothing for those who want no motion. */
export function lasting(ms: number): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : ms * FACTOR[settings.speed];
}
