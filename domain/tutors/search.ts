import { matches, normalise } from '../arabic.ts'

/** What a tutor is found by: the name and the names of all topics, normalised once; no keyword spans two of them. */
export const searchTextOf = (name: string, topicNames: readonly string[]): string =>
  [name, ...topicNames].map(normalise).join('\n')

/** Whether the keyword is in the tutor's name or a topic's (docs/rules/tutors.md 2.2). */
export const isFound = (searchText: string, keyword: string): boolean => matches(searchText, keyword)
