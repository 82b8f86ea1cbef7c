// What the server refuses, in the language in use.

import { maybe } from './i18n.svelte';
import { whyWords } from '../table/log';

export function refusalWords(code: string, params: Record<string, string | number>, text: string): string {
  if (code === 'illegal') return whyWords({ code: String(params.why), params, rule: String(params.rule), text });
  return maybe(`refused.${code}`, params) ?? text;
}
