/** Marks that show nothing: direction marks, joiners, variation selectors and others, which people paste unknowingly. */
const FORMAT_MARKS = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
const CONTROLS = /(?![\t\n\r])\p{Cc}/gu
const LONE_SURROGATES = /\p{Cs}/gu

/**
 * A text as every call takes it: without control characters other than tabs and line breaks, and with U+FFFD for half a
 * character (docs/rules/api.md 4.5). SQLite ends a text at NUL.
 */
export const withoutControls = (text: string): string => text.replace(CONTROLS, '').replace(LONE_SURROGATES, '\ufffd')

/** Everything with a shape of its own: no blank, format character, lone mark, filler or unassigned code point. */
const VISIBLE =
  /[^\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Co}\p{M}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]/u

/** Whether a reader would see something (docs/rules/api.md 4.6). */
export const hasVisible = (text: string): boolean => VISIBLE.test(text)

/** Free text as it is stored: trimmed, and empty where nothing of it is visible. */
export const visibleText = (text: string): string => (hasVisible(text) ? text.trim() : '')

/** Characters that turn or embed what follows them, into the text around a name or title (Unicode's "Trojan source"). */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * One line: line breaks and tabs become a space, and nothing turns the direction of what follows. For names, titles, addresses, and
 * whatever becomes a header of a mail (docs/rules/api.md 4.4).
 */
export const oneLine = (text: string): string =>
  text
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(DIRECTION_CONTROLS, '')
    .trim()

/** As `visibleText`, on one line. */
export const visibleLine = (text: string): string => visibleText(oneLine(text))

/** What was pasted into a field for a number, an address or a code: without format characters and blanks at its ends. */
export const withoutMarks = (text: string): string => text.replace(FORMAT_MARKS, '').trim()

/** Code units after the end that are read to find where a character ends: pictures of people are joined from a dozen. */
const MAX_CHARACTER = 64

/** Characters as readers count them; code points in browsers that cannot tell (Firefox before 125). */
const charactersOf = (text: string): Iterable<string> =>
  typeof Intl.Segmenter === 'undefined'
    ? text
    : Array.from(new Intl.Segmenter('ar', { granularity: 'grapheme' }).segment(text), ({ segment }) => segment)

/** At most `length` UTF-16 code units, cut between two characters as readers count them, never within one. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  let cut = ''
  for (const character of charactersOf(text.slice(0, length + MAX_CHARACTER))) {
    if (cut.length + character.length > length) break
    cut += character
  }
  return cut
}
