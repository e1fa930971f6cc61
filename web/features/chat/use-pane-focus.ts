import { isFocusLost, mainRegion, moveFocus, useOwnFocus } from '../../ui/focus.ts'
import { useFocusAfter } from '../../ui/focus-hooks.ts'

/**
 * Where one pane takes the other's place, the focus goes along: to the name of whom one talks with, and from there back
 * to the row one came from. What has the focus in sight keeps it.
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
