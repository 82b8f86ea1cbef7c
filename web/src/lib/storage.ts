// JSON in the local storage of the browser. Where that is full or forbidden, nothing is stored.

/** Returns the value stored under a name, as `present` converts it; `usual` if none can be read. */
export function load<T>(name: string, usual: T, present = (kept: T): T => kept): T {
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? 'null') as T | null;
    return kept ? present(kept) : usual;
  } catch {
    return usual;
  }
}

export function save(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // the page works without
  }
}
