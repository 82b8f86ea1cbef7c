// The rule that is shown over the page: whoever has a question about a game does not have to leave it.

export const shown = $state({ id: '', rules: '' }); // no id: none

/** Shows a rule, with the pictures of a game. */
export function showRule(id: string, rules = ''): void {
  shown.id = id;
  shown.rules = rules;
}

/** Can a link lead to this rule? Those of records say nothing to a player at a table. */
export const canLead = (id: string, isOfRecord = false): boolean => (isOfRecord ? /^[CKOTBN]\d+$/ : /^[CKOTB]\d+$/).test(id);

/** The page of all rules, at a rule. */
export function rulesAddress(rules = '', id = ''): string {
  const game = rules.split('+')[0];
  return `/rules${game ? `?game=${game}` : ''}${id ? `#${id}` : ''}`;
}
