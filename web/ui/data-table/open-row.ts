import type { MouseEvent } from 'react'

const INTERACTIVE = 'a, button, input, label, select, textarea, [role="menuitem"]'

/**
 * A press anywhere in a row is one on its link, with the same keys held; but not on its controls, nor when it ends a selection
 * of text.
 */
export function openRow({ target, currentTarget, ctrlKey, metaKey, shiftKey }: MouseEvent<HTMLElement>): void {
  if ((target as Element).closest(INTERACTIVE) || window.getSelection()?.toString()) return
  const press = new window.MouseEvent('click', { ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true })
  currentTarget.querySelector('[data-row-primary]')?.dispatchEvent(press)
}
