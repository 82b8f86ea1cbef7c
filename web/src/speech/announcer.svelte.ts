// What is said aloud: every sentence once, in order. Screen readers read it from the page.

const KEPT = 30; // sentences that stay in the page

export interface Sentence {
  id: number;
  text: string;
}

export class Announcer {
  sentences = $state.raw<Sentence[]>([]);
  hint = $state(''); // what is aimed at; the next one takes its place
  #count = 0;

  say(text: string): void {
    if (!text) return;
    this.#count += 1;
    this.sentences = [...this.sentences, { id: this.#count, text }].slice(-KEPT);
  }

  /** Forgets what was said, as when it was in another language. */
  clear(): void {
    this.sentences = [];
    this.hint = '';
  }
}
