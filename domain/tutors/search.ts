import { normalise } from '../arabic.ts'

/**
 * The normalised text that a tutor is searched by: the name and the names of all topics; line breaks keep a keyword from
 * spanning two of them.
 */
export const searchTextOf = (name: string, topicNames: readonly string[]): string =>
  [name, ...topicNames].map(normalise).join('\n')

/** The test whether the keyword occurs in a tutor's name or a topic's (docs/rules/tutors.md 2.2), for many tutors. */
export function finderOf(keyword: string): (searchText: string) => boolean {
  const normalised = normalise(keyword)
  return (searchText) => searchText.includes(normalised)
}
