import { normalise } from '../arabic.ts'

/**
 * The normalised text that a tutor is searched by: the names in both languages and the names of all topics; line breaks keep a keyword from
 * spanning two of them.
 */
export const searchTextOf = (names: readonly string[], topicNames: readonly string[]): string =>
  [...names, ...topicNames].map(normalise).join('\n')

/** Many tutors' search texts as one, so that one pass over it finds a word in all of them. */
export type JoinedTexts = {
  text: string
  /** Where each tutor's part ends. */
  ends: readonly number[]
}

export function joined(searchTexts: readonly string[]): JoinedTexts {
  let end = -1
  const ends = searchTexts.map((text) => {
    end += text.length + 1
    return end
  })
  return { text: searchTexts.join('\n'), ends }
}

/** Which of the tutors have the keyword in their name or a topic's (docs/rules/tutors.md 2.2), in their order. */
export function indexesOf({ text, ends }: JoinedTexts, keyword: string): number[] {
  const word = normalise(keyword)
  const found: number[] = []
  let at = text.indexOf(word)
  for (const [index, end] of ends.entries()) {
    if (at < 0) break
    if (at > end) continue
    found.push(index)
    at = text.indexOf(word, end)
  }
  return found
}
