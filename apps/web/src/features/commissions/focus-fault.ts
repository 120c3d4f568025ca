/** Moves the reader to the first field at fault, when there is one. */
export function focusFault(form: HTMLElement | null, faults: number): void {
  if (faults > 0) form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
}
