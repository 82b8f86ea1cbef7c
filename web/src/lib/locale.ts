// Dates and numbers as they are written where the reader lives.

import { language } from './i18n.svelte';

/** The language in use, as the browser has it: en-GB writes dates unlike en-US. */
export const locale = (): string => navigator.languages.find((each) => each.split('-')[0] === language()) ?? language();
