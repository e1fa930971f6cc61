import { useLayoutEffect, useState } from 'react'

type Slot = { text: string }

/** The titles of the mounted components, in mounting order. */
const slots: Slot[] = []

function showNewest(): void {
  const newest = slots.at(-1)
  if (newest) document.title = newest.text
}

/** Sets the page's title while mounted; the last one mounted wins, which is the screen's own and not its route's. */
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
  return null
}
