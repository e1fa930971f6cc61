import { useState } from 'react'

/** Unsent text is kept in session storage: it survives a reload and a change of screen, and is deleted with the tab. */
const keyOf = (place: string) => `hessa.draft.${place}`

export function readDraft(place: string): string {
  try {
    return sessionStorage.getItem(keyOf(place)) ?? ''
  } catch {
    return ''
  }
}

export function storeDraft(place: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(place))
    else sessionStorage.setItem(keyOf(place), text)
  } catch {
    // Without storage the text is lost with the screen, but writing still works.
  }
}

export function useDraft(place: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => readDraft(place))
  const change = (next: string) => {
    setText(next)
    storeDraft(place, next)
  }
  return [text, change]
}
