/**
 * The first field that is marked as wrong, in the order of the page. What is marked may be a group of controls: then the
 * one that is chosen, or the first.
 */
export function focusFirstInvalid(form: HTMLElement | null): void {
  const invalid = form?.querySelector<HTMLElement>('[aria-invalid=true]')
  if (invalid?.matches('input, select, textarea')) invalid.focus()
  else (invalid?.querySelector<HTMLElement>('input:checked') ?? invalid?.querySelector('input'))?.focus()
}

/** Where typing begins. */
export function focusFirstField(form: HTMLElement | null): void {
  form?.querySelector('input')?.focus()
}
