import { isFocusLost, mainRegion, moveFocus, useOwnFocus } from '../../ui/focus.ts'
import { useFocusAfter } from '../../ui/focus-hooks.ts'

/**
 * When one pane replaces the other, moves the focus to the chat partner's name, and on the way back to the row that was
 * opened. A focused element that stays visible keeps the focus.
 */
export function usePaneFocus(room: string | number | undefined): void {
  useOwnFocus()
  useFocusAfter(room, (left) => {
    if (!isFocusLost()) return
    const main = mainRegion()
    const row = room === undefined && document.querySelector<HTMLElement>(`[data-room="${left}"]`)
    const place = row || main?.querySelector<HTMLElement>('[data-conversation]') || main
    moveFocus(place, { preventScroll: place === main })
  })
}
