import type { listOnboardedTutors, TutorCard } from '#contract/tutors'
import { normalise } from '#domain/arabic'
import type { Instant } from '#domain/cairo'
import { compareTutors } from '#domain/tutors/ordering'
import { isFound } from '#domain/tutors/search'
import type { Act } from '../http/bind.ts'
import type { TutorEntry } from './cards.ts'
import { cardOf, encodeCard, soonest, tutorsNow } from './store.ts'

/** Answers of rare searches are not worth keeping beyond this. */
const KEPT_ANSWERS = 500

function ordered(entries: Iterable<TutorEntry>, search: string, now: Instant): TutorCard[] {
  return [...entries]
    .filter((entry) => isFound(entry.searchText, search))
    .map((entry) => ({ entry, at: soonest(entry, now) }))
    .map(({ entry, at }) => ({ entry, at, rank: { ...entry.card, nearestFreeTime: at } }))
    .sort((one, other) => compareTutors(one.rank, other.rank))
    .map(({ entry, at }) => encodeCard(cardOf(entry, at)))
}

/** GET /user/tutor/list/onboarded: search, order and paging (docs/rules/tutors.md 2.2, 2.3). */
export const list: Act<typeof listOnboardedTutors> = async ({ query: { search = '', page, size }, db, now }) => {
  const { entries, answers } = await tutorsNow(db, now)
  const key = `${page} ${size} ${normalise(search)}`
  let answer = answers.get(key)
  if (answer === undefined) {
    const found = ordered(entries.values(), search, now)
    answer = JSON.stringify({ list: found.slice((page - 1) * size, page * size), total: found.length })
    if (answers.size < KEPT_ANSWERS) answers.set(key, answer)
  }
  return new Response(answer, { headers: { 'content-type': 'application/json' } })
}
