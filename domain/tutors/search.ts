import { matches, normalise } from '../arabic.ts'

/**
 * The normalised text that a tutor is searched by: the name and the names of all topics; line breaks keep a keyword from
 * spanning two of them.
 */
export const searchTextOf = (name: string, topicNames: readonly string[]): string =>
  [name, ...topicNames].map(normalise).join('\n')

/** Whether the keyword occurs in the tutor's name or a topic's (docs/rules/tutors.md 2.2). */
export const isFound = (searchText: string, keyword: string): boolean => matches(searchText, keyword)
