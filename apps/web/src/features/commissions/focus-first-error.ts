/** Focuses the first invalid field if there are errors. */
export function focusFirstError(form: HTMLElement | null, errorCount: number): void {
  if (errorCount > 0) form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
}
