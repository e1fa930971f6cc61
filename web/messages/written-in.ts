import { language } from '#messages/language'
import type { Language } from './languages.ts'

const count = (text: string, script: RegExp): number => text.match(script)?.length ?? 0

/**
 * The value of `lang` for what somebody has written (WCAG 3.1.2): by the script of most of its letters, so that it is read aloud
 * in its own language. Undefined where that is the page's, and for what has no letters. Tags of the chat's markup do not count.
 */
export function writtenIn(text: string | null | undefined): Language | undefined {
  const letters = (text ?? '').replace(/<[^>]*>/g, '')
  const [arabic, latin] = [count(letters, /\p{Script=Arabic}/gu), count(letters, /\p{Script=Latin}/gu)]
  if (arabic === latin) return undefined
  const written = arabic > latin ? 'ar' : 'en'
  return written === language.code ? undefined : written
}
