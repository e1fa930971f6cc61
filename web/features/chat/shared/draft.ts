import { useState } from 'react'

/** What was begun in a room and not sent: it survives a reload and a look elsewhere, and ends with the tab. */
const keyOf = (place: string) => `hessa.draft.${place}`

function read(place: string): string {
  try {
    return sessionStorage.getItem(keyOf(place)) ?? ''
  } catch {
    return ''
  }
}

function keep(place: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(place))
    else sessionStorage.setItem(keyOf(place), text)
  } catch {
    // A browser that keeps nothing still lets one write.
  }
}

export function useDraft(place: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => read(place))
  const change = (next: string) => {
    setText(next)
    keep(place, next)
  }
  return [text, change]
}
