import { useEffect } from 'react'

let count = 0

/** While `isOn`, the page is not loaded again for a new version: a form has changes, or a lesson goes on. */
export function useBusy(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    count++
    return () => {
      count--
    }
  }, [isOn])
}

/** Whether loading the page again would lose or end something. Menus stand in the page while they are closed, and lose nothing. */
export const isBusy = (): boolean =>
  count > 0 || document.querySelector('[role=dialog]:not([popover]), [role=alertdialog]') !== null
