// A notice, such as why something can't be done: shown until the next touch or command, or for a while.

const NOTICE_MS = 4500;
const RULE_NOTICE_MS = 7000; // with a link to a rule on it

export interface Notice {
  text: string;
  isBad: boolean;
  rule: string;
}

export class Notices {
  shown = $state.raw<Notice | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `tell` says aloud what is no alert. */
  constructor(readonly tell: (text: string) => void) {}

  say(text: string, { isBad = false, rule = '' } = {}): void {
    this.shown = { text, isBad, rule };
    if (!isBad) this.tell(text);
    this.hold(false);
  }
  /** Whoever is about to press what stands on a notice needs it a little longer. */
  hold(isHeld: boolean): void {
    clearTimeout(this.#timer);
    if (!isHeld) this.#timer = setTimeout(() => this.clear(), this.shown?.rule ? RULE_NOTICE_MS : NOTICE_MS);
  }
  clear(): void {
    clearTimeout(this.#timer);
    this.shown = null;
  }
}
