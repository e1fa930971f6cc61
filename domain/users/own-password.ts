import { normalise } from '#domain/arabic'

/** Characters that a password has besides the words of its owner's account. */
const MIN_BESIDES_OWN = 6
/** Shorter words of a name occur in many passwords. */
const MIN_OWN_WORD = 3

type PasswordOwner = { email: string; name?: string | null; phone?: string | null }

/** What people put between the words of a name or the digits of a number. */
const SEPARATORS = /[\s._/-]/g

/** Digits and signs for the letters that they resemble. */
const LOOKS: Record<string, string> = {
  0: 'o',
  1: 'i',
  l: 'i',
  '!': 'i',
  3: 'e',
  4: 'a',
  '@': 'a',
  5: 's',
  $: 's',
  7: 't',
  8: 'b',
}
const byLooks = (text: string): string => [...text].map((letter) => LOOKS[letter] ?? letter).join('')

/** The address, its part before the at sign, the words of the name and the phone, forwards and backwards, the longest first. */
function wordsOf({ email, name, phone }: PasswordOwner): string[] {
  const [local = ''] = email.split('@')
  const names = normalise(name ?? '').split(/[\s'’-]+/)
  // A number without the zero that its country's code replaces.
  const words = [email, local, ...names, phone ?? '', phone?.slice(1) ?? '']
    .map((word) => normalise(word).replace(SEPARATORS, ''))
    .filter((word) => word.length >= MIN_OWN_WORD)
  const backwards = words.map((word) => [...word].toReversed().join(''))
  return [...words, ...backwards].toSorted((one, other) => other.length - one.length)
}

/** Whether the text contains a word and has fewer than six characters without them. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  const besides = words.reduce((rest, word) => rest.replaceAll(word, ''), text)
  return besides !== text && besides.length < MIN_BESIDES_OWN
}

/**
 * Whether a password is made of what others know of its owner: without the address, its part before the at sign, the words of the
 * name and the phone, fewer than six characters are left (docs/rules/accounts.md 4.1). Capitals and separators do not matter, nor
 * whether a word is written backwards or with digits and signs for its letters.
 */
export function isOwnPassword(password: string, owner: PasswordOwner): boolean {
  const typed = normalise(password).replace(SEPARATORS, '')
  const words = wordsOf(owner)
  return isMadeOf(typed, words) || isMadeOf(byLooks(typed), words.map(byLooks))
}
