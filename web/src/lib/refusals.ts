// What the server refuses, in the language in use.

import { whyWords } from '../table/log';
import { RefusedError } from './api';
import { maybe, t } from './i18n.svelte';

export function refusalWords(code: string, params: Record<string, string | number>, text: string): string {
  if (code === 'illegal') return whyWords({ code: String(params.why), params, rule: String(params.rule), text });
  return maybe(`refused.${code}`, params) ?? text;
}

/** Whether the same request may well work later. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof RefusedError) || ['away', 'unavailable', 'too_fast'].includes(String(error.params.why ?? error.code));

/** Why a request did not work. */
export function errorWords(error: unknown): string {
  return error instanceof RefusedError ? refusalWords(error.code, error.params, error.message) : t('refused.away');
}
