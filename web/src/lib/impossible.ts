// The ends of switches over unions: the compiler rejects them when a variant is missing.

/** Marks code that no value reaches; throws if one does. */
export function impossible(value: never): never {
  throw new Error(`impossible value: ${JSON.stringify(value)}`);
}

/** Marks the variants that only a newer server may send: they are ignored. */
export function ignoreUnknown(value: never): void {
  void value;
}
