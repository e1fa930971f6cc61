import { useEffect } from 'react'

let count = 0

/** While `isOn`, the page is not reloaded for a new version: a form has changes, or a lesson is in progress. */
export function useBusy(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    count++
    return () => {
      count--
    }
  }, [isOn])
}

/** Whether reloading the page would lose or interrupt something. Closed menus stay in the DOM, and lose nothing. */
export const isBusy = (): boolean =>
  count > 0 || document.querySelector('[role=dialog]:not([popover]), [role=alertdialog]') !== null
