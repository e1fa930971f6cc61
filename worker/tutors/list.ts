import type { listOnboardedTutors, TutorCard } from '#contract/tutors'
import { normalise } from '#domain/arabic'
import type { Instant } from '#domain/cairo'
import { compareTutors } from '#domain/tutors/ordering'
import { isFound } from '#domain/tutors/search'
import type { Act } from '../http/bind.ts'
import type { TutorEntry } from './cards.ts'
import { cardOf, encodeCard, soonest, tutorsNow } from './store.ts'

/** Answers kept per snapshot, so that searches for random words cannot fill the memory. */
const MAX_CACHED_ANSWERS = 500

function ordered(entries: Iterable<TutorEntry>, search: string, now: Instant): TutorCard[] {
  return [...entries]
    .filter((entry) => isFound(entry.searchText, search))
    .map((entry) => ({ entry, at: soonest(entry, now) }))
    .map(({ entry, at }) => ({ entry, at, rank: { ...entry.card, nearestFreeTime: at } }))
    .sort((one, other) => compareTutors(one.rank, other.rank))
    .map(({ entry, at }) => encodeCard(cardOf(entry, at)))
}

/**
 * Searched, sorted and paged in memory (docs/rules/tutors.md 2.2, 2.3). The text of an answer is cached until a tutor changes
 * or the minute is over, which is why instants are encoded here.
 */
export const list: Act<typeof listOnboardedTutors> = async ({ query: { search = '', page, size }, db, now }) => {
  const { entries, answers } = await tutorsNow(db, now)
  const key = `${page} ${size} ${normalise(search)}`
  let answer = answers.get(key)
  if (answer === undefined) {
    const found = ordered(entries.values(), search, now)
    answer = JSON.stringify({ list: found.slice((page - 1) * size, page * size), total: found.length })
    if (answers.size < MAX_CACHED_ANSWERS) answers.set(key, answer)
  }
  return new Response(answer, { headers: { 'content-type': 'application/json' } })
}
