import { useLayoutEffect, useState } from 'react'

type Slot = { text: string }

/** Of everything on the page that names it, in the order in which it has appeared. */
const slots: Slot[] = []

function showNewest(): void {
  const newest = slots.at(-1)
  if (newest) document.title = newest.text
}

/**
 * Names the page while it is rendered: of several the one that has appeared last, which is the screen's own and not its route's.
 * At the edge it is an element, which is put into the head; the Preact of the browsers would leave one where it is.
 */
export function DocumentTitle({ text }: { text: string }) {
  const [slot] = useState<Slot>(() => ({ text }))
  useLayoutEffect(() => {
    slots.push(slot)
    return () => {
      slots.splice(slots.indexOf(slot), 1)
      showNewest()
    }
  }, [slot])
  useLayoutEffect(() => {
    slot.text = text
    showNewest()
  }, [slot, text])
  return typeof document === 'undefined' ? <title>{text}</title> : null
}
