import { useState } from 'react'
import { tabStorage } from './storage.ts'

/** Unsent text is kept in session storage: it survives a reload and a change of screen, and is deleted with the tab. */
const keyOf = (place: string) => `hessa.draft.${place}`

export const readDraft = (place: string): string => tabStorage.get(keyOf(place)) ?? ''

export function storeDraft(place: string, text: string): void {
  if (text === '') tabStorage.remove(keyOf(place))
  else tabStorage.set(keyOf(place), text)
}

export function useDraft(place: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => readDraft(place))
  const change = (next: string) => {
    setText(next)
    storeDraft(place, next)
  }
  return [text, change]
}
