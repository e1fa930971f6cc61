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
/** Digits for the Arabic letters that they resemble, as names are written in Latin letters: `a7med`. */
const SOUNDS: Record<string, string> = { 2: 'a', 3: 'a', 5: 'kh', 6: 't', 7: 'h', 8: 'gh', 9: 's' }
const spelledBy = (letters: Record<string, string>) => (text: string) =>
  [...text].map((letter) => letters[letter] ?? letter).join('')
const READINGS = [(text: string) => text, spelledBy(LOOKS), spelledBy(SOUNDS)]

/** Arabic consonants (of a normalised text) as they are written in Latin letters. */
const CONSONANTS: Record<string, string> = {
  ب: '[bp]',
  ت: 't',
  ث: '[ts]h?',
  ج: '[gj]',
  ح: '[h7]',
  خ: '[k57]h?',
  د: 'd',
  ذ: '[zdt]h?',
  ر: 'r',
  ز: 'z',
  س: 's',
  ش: '[sc]h?',
  ص: '[s9]',
  ض: 'd',
  ط: '[t6]',
  ظ: '[zdt]h?',
  غ: '[g8]h?',
  ف: '[fv]',
  ق: '[qkg2]',
  ك: '[kc]',
  ل: 'l',
  م: 'm',
  ن: 'n',
  ه: 'h',
}

/** What may stand for a vowel: و and ي are letters of these, and ع is often a 3. */
const VOWELS = '[aeiouwy3]'

/**
 * The vowels after a consonant, by the Arabic letters that stand there: an alef is an a, و and ي are any vowel, and short ones are not
 * written. No consonant is among them, and none is matched in two ways, so that no password takes long to read.
 */
function latinVowels(letters: string): string {
  if (letters.includes('ا')) return `[eiouwy3]*a${VOWELS}*`
  return /[وي]/.test(letters) ? `${VOWELS}+` : `${VOWELS}*`
}

/** The article is often left out at the beginning, and spoken as the next letter within: عبدالرحمن is `abdurrahman` too. */
const ARTICLE = /^ال(?=..)/
const ARTICLE_WITHIN = /(?<=.)ال(?=..)/

const latinLetters = (part: string): string =>
  part.replace(
    /([^اويع])([اويع]*)/g,
    (_, consonant: string, vowels: string) => (CONSONANTS[consonant] ?? consonant) + latinVowels(vowels),
  )

/** ة, which is often written without a letter. */
const LAST_H = /ه$/

/** Finds an Arabic name in its Latin spellings, where no letter is doubled: محمد in `mohamed`, `muhamad` and `mo7amed`. */
function latinSpellings(name: string): RegExp {
  const [, vowels = '', rest = ''] = /^([اويع]*)(.*)$/.exec(name.replace(ARTICLE, '').replace(LAST_H, '')) ?? []
  const parts = rest.split(ARTICLE_WITHIN).map(latinLetters)
  return new RegExp((vowels && `${VOWELS}+`) + parts.join(`(?:l${VOWELS}*)?`), 'g')
}

const withoutDoubled = (text: string): string => text.replace(/(\p{L})\1+/gu, '$1')

const wordsIn = (text: string | null | undefined): string[] => normalise(text ?? '').split(/[\s'’-]+/)

function wordsOf({ email, name, phone }: PasswordOwner): string[] {
  const [local = ''] = email.split('@')
  const digits = phone ?? ''
  // A number without the zero that its country's code replaces, and without its network's.
  const numbers = [digits, digits.slice(1), digits.slice(3)]
  const words = [email, local, ...(local.match(/\p{L}+|\d+/gu) ?? []), ...wordsIn(name), ...numbers]
    .map((word) => normalise(word).replace(SEPARATORS, ''))
    .filter((word) => word.length >= MIN_OWN_WORD)
  return [...words, ...words.map((word) => [...word].toReversed().join(''))].toSorted(
    (one, other) => other.length - one.length,
  )
}

/** What is left of the text without the words; the whole text is infinitely long, where it contains none of them. */
function lengthBesides(text: string, words: readonly (string | RegExp)[]): number {
  const rest = words.reduce<string>(
    (left, word) => left.replaceAll(word, (found) => (found.length < MIN_OWN_WORD ? found : '')),
    text,
  )
  return rest === text ? Number.POSITIVE_INFINITY : rest.length
}

/**
 * Whether a password is made of what others know of its owner: without the address, the words of its part before the at sign and of
 * the name, and the phone, fewer than six characters are left (docs/rules/accounts.md 4.1). Capitals and separators do not matter,
 * nor whether a word is written backwards, with digits and signs for its letters or between them, or an Arabic name in Latin letters.
 */
export function isOwnPassword(password: string, owner: PasswordOwner): boolean {
  const typed = normalise(password).replace(SEPARATORS, '')
  const words = wordsOf(owner)
  const letters = typed.replace(/\P{L}/gu, '')
  const names = wordsIn(owner.name).filter((word) => word.length >= MIN_OWN_WORD && /^\p{Script=Arabic}+$/u.test(word))
  const left = [
    ...READINGS.map((read) => lengthBesides(read(typed), words.map(read))),
    lengthBesides(letters, words) + typed.length - letters.length,
    lengthBesides(
      withoutDoubled(typed),
      names.map((name) => latinSpellings(withoutDoubled(name))),
    ),
  ]
  return left.some((length) => length < MIN_BESIDES_OWN)
}
