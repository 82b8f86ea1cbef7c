// What the server refuses, in the language in use.

import type { Why } from '../game/messages';
import { RefusedError } from './api';
import { maybe, t } from './i18n.svelte';

/** Why something is not possible, or was forced, in the language in use; the server's English as a last resort. */
export function whyWords(why: Why): string {
  const params: Record<string, string | number> = { ...why.params };
  if (typeof params.expected === 'string') params.expected = maybe(`expected.${params.expected}`) ?? params.expected;
  if (typeof params.resource === 'string') params.resource = maybe(`resource.${params.resource}`) ?? params.resource;
  if (typeof params.caveman === 'string') params.caveman = maybe(`caveman.${params.caveman}.name`) ?? params.caveman;
  return maybe(`why.${why.code}`, params) ?? why.text;
}

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
