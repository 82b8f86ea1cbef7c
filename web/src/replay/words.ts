// What is wrong with a record, in the language in use.

import { RefusedError } from '../lib/api';
import { maybe } from '../lib/i18n.svelte';
import { errorWords, whyWords } from '../lib/refusals';
import { RULESETS } from '../ui/games';

/** Where a record is wrong; 0: not at a line. */
export const lineOf = (error: unknown): number =>
  error instanceof RefusedError && error.code === 'bad_record' ? Number(error.params.line ?? 0) : 0;

export const ruleOf = (error: unknown): string => (error instanceof RefusedError ? String(error.params.rule ?? '') : '');

/** Which game a record is of, options and all; nothing where it does not say so. */
export function rulesIn(text: string): string {
  const rules = /^rules:\s*(\S+)/m.exec(text)?.[1] ?? '';
  return (RULESETS as readonly string[]).includes(rules.split('+')[0]!) ? rules : '';
}

/** Why a record can't be shown. */
export function recordWords(error: unknown, text = ''): string {
  if (!(error instanceof RefusedError) || error.code !== 'bad_record') return errorWords(error);
  const params: Record<string, string | number> = { ...error.params };
  const isOther = params.why === 'unreadable' && text !== '' && !/^\s*crownfire\b/m.test(text);
  const code = isOther ? 'other' : String(params.why);
  for (const [name, prefix, suffix] of [['expected', 'expected.', ''], ['resource', 'resource.', ''], ['caveman', 'caveman.', '.name']]) {
    params[name!] = maybe(`${prefix}${params[name!]}${suffix}`) ?? params[name!] ?? '';
  }
  return maybe(`record.${code}`, params) ?? whyWords({ code, params, rule: ruleOf(error), text: error.message });
}
