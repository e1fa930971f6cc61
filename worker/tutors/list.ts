import type { Query } from '#contract/call'
import type { listOnboardedTutors, listTutorsForStudent } from '#contract/tutors'
import type { Db } from '#db/client'
import { normalise } from '#domain/arabic'
import { type Instant, minutes, type TimeRange } from '#domain/cairo'
import { LESSON_DURATIONS } from '#domain/lessons/durations'
import { bookingWindow } from '#domain/subscriptions/minutes'
import { type Counts, comparing, find, type Seeker, type Wanted } from '#domain/tutors/finding'
import { startsWithin } from '#domain/tutors/free-times'
import { RATING_FLOORS } from '#domain/tutors/options'
import { isFound } from '#domain/tutors/search'
import { favouriteIdsOf } from '../favourite-tutors/store.ts'
import type { Act } from '../http/bind.ts'
import { loadMinutesBalance } from '../subscriptions/store.ts'
import { topicIdsOf } from '../topics/store.ts'
import type { TutorEntry } from './cards.ts'
import { cardOf, encodeCard, rangesOf, tutorsNow } from './store.ts'

/** Answers kept per snapshot, so that searches for random words cannot fill the memory. */
const MAX_CACHED_ANSWERS = 500

type Snapshot = Awaited<ReturnType<typeof tutorsNow>>
type Asked = Query<typeof listOnboardedTutors> | Query<typeof listTutorsForStudent>

/** When the tutor can be booked; computed once a minute. */
function rangesNow({ ranges }: Snapshot, entry: TutorEntry, now: Instant): TimeRange[] {
  const known = ranges.get(entry.card.id)
  if (known) return known
  const computed = rangesOf(entry, now)
  ranges.set(entry.card.id, computed)
  return computed
}

/** A tutor as the rules of finding look at them. */
function findable(snapshot: Snapshot, entry: TutorEntry, now: Instant) {
  const { id, gender, avgRating, lessonCount, speaksSlowly } = entry.card
  const ranges = rangesNow(snapshot, entry, now)
  const topicIds = entry.topics.map((topic) => topic.id)
  return {
    entry,
    id,
    gender,
    avgRating,
    lessonCount,
    speaksSlowly,
    topicIds,
    ranges,
    nearestFreeTime: ranges[0]?.start ?? null,
  }
}

/** The topics of these tutors, in the order of the admins, each once. */
function topicsOf(entries: Iterable<TutorEntry>) {
  const topics = new Map<number, TutorEntry['topics'][number]>()
  for (const entry of entries) for (const topic of entry.topics) topics.set(topic.id, topic)
  return [...topics.values()].sort((one, other) => one.position - other.position || other.id - one.id)
}

const facetsOf = (counts: Counts, entries: Iterable<TutorEntry>) => ({
  topics: topicsOf(entries).map(({ id, ar, en }) => ({ id, name: { ar, en }, count: counts.topic.get(id) ?? 0 })),
  gender: counts.gender,
  when: counts.when,
  ratings: Object.values(RATING_FLOORS).map((atLeast) => ({ atLeast, count: counts.rating[atLeast] })),
  slow: counts.slow,
  favourites: counts.favourites,
  fitting: counts.fitting,
  without: counts.without,
})

/** Searched, narrowed, counted, sorted and paged in memory (docs/rules/tutors.md 2.2, 2.13 to 2.15). Instants are encoded. */
function answerOf(snapshot: Snapshot, query: Asked, wanted: Wanted, seeker: Seeker | null, now: Instant) {
  const { search = '', page, size, sort, facets } = query
  const entries = [...snapshot.entries.values()].filter((entry) => isFound(entry.searchText, search))
  const { found, counts } = find(
    entries.map((entry) => findable(snapshot, entry, now)),
    wanted,
    seeker,
    now,
  )
  const starts = wanted.fitting && seeker?.fitting ? seeker.fitting.starts : startsWithin(wanted.when, now)
  const shown = found.sort(comparing(sort, seeker?.topicIds ?? new Set())).slice((page - 1) * size, page * size)
  return {
    list: shown.map(({ entry, ranges }) => encodeCard(cardOf(entry, ranges, starts))),
    total: found.length,
    ...(facets ? { facets: facetsOf(counts, entries) } : {}),
  }
}

const json = (text: string) => new Response(text, { headers: { 'content-type': 'application/json' } })

/**
 * The public list. The text of an answer is cached until a tutor changes or the minute is over, which is why instants are
 * encoded here.
 */
export const list: Act<typeof listOnboardedTutors> = async ({ query, db, now }) => {
  const snapshot = await tutorsNow(db, now)
  const { search = '', topic, gender, when, rating, slow } = query
  const key = JSON.stringify({ ...query, search: normalise(search) })
  const known = snapshot.answers.get(key)
  if (known !== undefined) return json(known)
  const answer = JSON.stringify(answerOf(snapshot, query, { topic, gender, when, rating, slow }, null, now))
  if (snapshot.answers.size < MAX_CACHED_ANSWERS) snapshot.answers.set(key, answer)
  return json(answer)
}

/** For which lessons minutes are left: the longest that they pay for, ending before they renew (docs/rules/tutors.md 2.16). */
async function fittingOf(db: Db, studentId: number, now: Instant): Promise<Seeker['fitting']> {
  const balance = await loadMinutesBalance(db, studentId, now)
  const duration = LESSON_DURATIONS.findLast((length) => length <= (balance?.remainingMinutes ?? 0))
  if (!balance || !duration) return null
  const { end } = bookingWindow(balance.subscription, now)
  return { duration, starts: { start: now, end: end - minutes(duration) + 1 } }
}

/** The list for a student: with favourites, minutes and chosen topics. Nothing of it is cached (docs/rules/tutors.md 2.14). */
export const listForStudent: Act<typeof listTutorsForStudent> = async ({ actor, query, db, now }) => {
  const [snapshot, favouriteIds, topicIds, fitting] = await Promise.all([
    tutorsNow(db, now),
    favouriteIdsOf(db, actor.id),
    topicIdsOf(db, actor.id),
    fittingOf(db, actor.id, now),
  ])
  const seeker: Seeker = { favouriteIds: new Set(favouriteIds), topicIds, fitting }
  const chosen = topicsOf(snapshot.entries.values()).filter(({ id }) => topicIds.has(id))
  const { topic, gender, when, rating, slow, favourites, fitting: isFitting } = query
  const wanted = { topic, gender, when, rating, slow, favourites, fitting: isFitting }
  const answer = answerOf(snapshot, query, wanted, seeker, now)
  const chosenTopics = chosen.map(({ ar }) => ar)
  const chosenEnglishTopics = chosen.map(({ en }) => en)
  return json(JSON.stringify({ ...answer, chosenTopics, chosenEnglishTopics }))
}
