import { useEffect, useRef } from 'react'

const isLost = (focused: Element | null) =>
  focused === null || focused === document.body || focused.getClientRects().length === 0

/**
 * Where one pane takes the other's place, the reader's place goes along: to the name of whom one talks with, and from
 * there back to the row one came from. Whoever has the focus in sight keeps it.
 */
export function usePaneFocus(room: string | number | undefined): void {
  const before = useRef(room)
  useEffect(() => {
    const left = before.current
    before.current = room
    if (left === room || !isLost(document.activeElement)) return
    const main = document.getElementById('main')
    const row = room === undefined && document.querySelector<HTMLElement>(`[data-room="${left}"]`)
    const place = row || main?.querySelector<HTMLElement>('[data-conversation]') || main
    place?.focus({ preventScroll: place === main })
  }, [room])
}
