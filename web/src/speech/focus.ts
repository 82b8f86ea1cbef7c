// Keeps the keyboard at the table: what had the focus often goes away when one acts.

const RESTING = ['[data-rest]']; // while there is nothing to do: its name is short, and nothing that is announced
const NEXT = [
  '.guide .next', // of a lesson: to read on
  '.guide .buttons > *',
  '[role=toolbar] .primary:not([disabled])', // confirm
  '.mine [data-lit]',
  '.slot.free',
  '.cave .free',
  '[role=toolbar] .give',
  '[role=toolbar] .pass',
  ...RESTING,
];

/** Watches where the focus is; `restore` takes it to what is asked next, but only if it was lost. */
export function keepFocus(table: HTMLElement): { restore: (isMine: boolean) => void; destroy: () => void } {
  let zone = ''; // where the focus last was
  let wasLit = false; // something could be done on the square that has the focus
  let isPointing = false; // by mouse or touch, who needs no focus and would only see its frame
  const onFocus = (event: FocusEvent) => {
    wasLit = (event.target as HTMLElement).matches('.mine [data-lit]');
    zone = (event.target as HTMLElement).closest<HTMLElement>('[data-zone]')?.dataset.zone ?? 'table';
  };
  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget && !table.contains(event.relatedTarget as Node)) zone = ''; // went elsewhere by itself
  };
  const onKey = () => (isPointing = false);
  const onPointer = () => (isPointing = true);
  const onClick = (event: MouseEvent) => {
    if (event.detail === 0) isPointing = false; // no pointer was pressed: a screen reader did it
  };
  table.addEventListener('focusin', onFocus);
  table.addEventListener('focusout', onBlur);
  addEventListener('keydown', onKey, true);
  addEventListener('pointerdown', onPointer, true);
  addEventListener('click', onClick, true);

  // A button that is dead keeps the focus until the page is drawn, and loses it then.
  const isLost = () => document.activeElement === null || document.activeElement.matches('body, :disabled');
  // A guide leads on from there; elsewhere it would only be said twice what is asked.
  const isLed = () => table.querySelector('.guide') !== null && document.activeElement?.matches(RESTING.join());
  function restore(isMine: boolean): void {
    requestAnimationFrame(() => {
      const isLit = document.activeElement?.matches('.mine [data-lit]') ?? false;
      const isDone = wasLit && !isLit && isMine && document.activeElement?.matches('.mine [role=gridcell]') === true;
      wasLit = isLit;
      if (isDone) zone = 'table'; // what was to be done there is done: on to what is asked next
      if (!zone || isPointing || !(isLost() || isDone || (isMine && isLed())) || document.querySelector('dialog[open]')) return;
      const list = zone === 'choices' ? ['details.choices[open] li button'] : zone === 'squares' ? ['[role=gridcell][tabindex="0"]'] : [];
      const wanted = isMine ? [...list, ...NEXT] : [...(zone === 'squares' ? list : []), ...RESTING];
      const found = wanted.map((selector) => table.querySelector<HTMLElement>(selector)).find(Boolean);
      found?.focus();
    });
  }
  return {
    restore,
    destroy() {
      table.removeEventListener('focusin', onFocus);
      table.removeEventListener('focusout', onBlur);
      removeEventListener('keydown', onKey, true);
      removeEventListener('pointerdown', onPointer, true);
      removeEventListener('click', onClick, true);
    },
  };
}
