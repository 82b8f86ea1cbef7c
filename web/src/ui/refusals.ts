// Why something did not work, as a sentence.

import { RefusedError } from '../lib/api';
import { maybe, t } from '../lib/i18n.svelte';

export function sentence(error: unknown): string {
  if (error instanceof RefusedError) return maybe(`refused.${error.code}`, error.params) ?? error.message;
  return t('refused.away');
}
