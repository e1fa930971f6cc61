import type { Query } from '#contract/call'
import type { listOnboardedTutors, listTutorIds, listTutorsForStudent } from '#contract/tutors'
import { normalise } from '#domain/arabic'
import { type Instant, minutes, type TimeRange } from '#domain/cairo'
import { LESSON_DURATIONS } from '#domain/lessons/durations'
import { bookingWindow } from '#domain/subscriptions/minutes'
import {
  type Counts,
  countedFor,
  find,
  freeTimesOf,
  hasFilter,
  matching,
  type Seeker,
  type Starts,
  sortedBy,
  startsAt,
  type Wanted,
} from '#domain/tutors/finding'
import { startsWithin } from '#domain/tutors/free-times'
import { RATING_FLOORS } from '#domain/tutors/options'
import { compareTutors } from '#domain/tutors/ordering'
import { indexesOf, type JoinedTexts, joined } from '#domain/tutors/search'
import { type ReadRequest, reading } from '../http/bind.ts'
import { favouritesOf } from '../students/favourite-store.ts'
import { balanceOf, balanceStatements, type MinutesBalance } from '../subscriptions/store.ts'
import { chosenTopicsOf } from '../topics/store.ts'
import type { TutorEntry } from './cards.ts'
import { cardOf, encodeCard, rangesOf, tutorsCheck, tutorsFor } from './store.ts'

/** Answers cached per snapshot, limited so that searches for random words cannot exhaust the memory. */
const MAX_CACHED_ANSWERS = 500

type Snapshot = Awaited<ReturnType<typeof tutorsFor>>
type AskedQuery = Query<typeof listOnboardedTutors> | Query<typeof listTutorsForStudent>

/** The tutor's bookable times; computed once a minute. */
function rangesNow({ ranges }: Snapshot, entry: TutorEntry, now: Instant): TimeRange[] {
  const known = ranges.get(entry)
  if (known) return known
  const computed = rangesOf(entry, now)
  ranges.set(entry, computed)
  return computed
}

/** A tutor in the form that the search rules take; `starts` are those of `now`. */
function findable(snapshot: Snapshot, entry: TutorEntry, starts: Starts, now: Instant) {
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
    ...freeTimesOf(ranges, starts),
    nearestFreeTime: ranges[0]?.start ?? null,
  }
}

/** The topics of these tutors without duplicates, in the order set by admins. */
function topicsOf(entries: Iterable<TutorEntry>) {
  const topics = new Map<number, TutorEntry['topics'][number]>()
  for (const entry of entries) for (const topic of entry.topics) topics.set(topic.id, topic)
  return [...topics.values()].sort((one, other) => one.position - other.position || other.id - one.id)
}

/** What all searches of a snapshot share: every tutor in the public order, and all topics. */
type Listed = {
  tutors: ReturnType<typeof findable>[]
  topics: TutorEntry['topics']
  /** What a guest's list without a filter counts; null until one is asked for. */
  counts: Counts | null
  /** Their search texts, in the same order; null until a word is searched. */
  texts: JoinedTexts | null
}
const listedOf = new WeakMap<Snapshot, Listed>()

/** The latest: what has not changed since is taken over in its order, so that one pass sorts all. */
let latest: Listed | undefined

function listedNow(snapshot: Snapshot, now: Instant): Listed {
  const known = listedOf.get(snapshot)
  if (known) return known
  const { entries, ranges } = snapshot
  const unchanged = (latest?.tutors ?? []).filter(
    (tutor) => entries.get(tutor.id) === tutor.entry && ranges.get(tutor.entry) === tutor.ranges,
  )
  const ids = new Set(unchanged.map(({ id }) => id))
  const changed = [...entries.values()].filter(({ card }) => !ids.has(card.id))
  const starts = startsAt(now)
  const tutors = [...unchanged, ...changed.map((entry) => findable(snapshot, entry, starts, now))].sort(compareTutors)
  const listed: Listed = { tutors, topics: topicsOf(entries.values()), counts: null, texts: null }
  listedOf.set(snapshot, listed)
  latest = listed
  return listed
}

/** Of all tutors' topics, so that a chosen one has its name where the searched word has left none of its tutors. */
const facetsOf = (counts: Counts, topics: TutorEntry['topics']) => ({
  topics: topics.map(({ id, ar, en }) => ({ id, name: { ar, en }, count: counts.topic.get(id) ?? 0 })),
  gender: counts.gender,
  when: counts.when,
  ratings: Object.values(RATING_FLOORS).map((atLeast) => ({ atLeast, count: counts.rating[atLeast] })),
  slow: counts.slow,
  favourites: counts.favourites,
  fitting: counts.fitting,
  without: counts.without,
})

/** As `find`; without a search and a filter, what a guest's list counts is counted once for all. */
function findAndCount(listed: Listed, search: string, wanted: Wanted, seeker: Seeker | null) {
  const { tutors } = listed
  if (search || hasFilter(wanted)) return find(searched(listed, search), wanted, seeker)
  listed.counts ??= find(tutors, {}, null).counts
  return { found: tutors, counts: seeker ? countedFor(tutors, listed.counts, seeker) : listed.counts }
}

function searched(listed: Listed, search: string): Listed['tutors'] {
  const { tutors } = listed
  if (!search) return tutors
  listed.texts ??= joined(tutors.map(({ entry }) => entry.searchText))
  return indexesOf(listed.texts, search).flatMap((index) => tutors[index] ?? [])
}

/**
 * Searches, filters, counts, sorts and pages in memory (docs/rules/tutors.md 2.2, 2.13 to 2.15). Instants are in wire form.
 */
function answerOf(snapshot: Snapshot, query: AskedQuery, wanted: Wanted, seeker: Seeker | null, now: Instant) {
  const { search = '', page, size, sort, facets } = query
  const listed = listedNow(snapshot, now)
  const { found, counts } = facets
    ? findAndCount(listed, search, wanted, seeker)
    : { found: matching(searched(listed, search), wanted, seeker), counts: null }
  const { fitting = null } = (wanted.fitting && seeker) || {}
  const starts = fitting ? fitting.starts : startsWithin(wanted.when, now)
  // They are found in the public order.
  const shown = sortedBy(found, sort, seeker?.topicIds ?? new Set()).slice((page - 1) * size, page * size)
  return {
    list: shown.map(({ entry, ranges }) => encodeCard(cardOf(entry, ranges, starts))),
    total: found.length,
    ...(counts ? { facets: facetsOf(counts, listed.topics) } : {}),
  }
}

const json = (text: string) => new Response(text, { headers: { 'content-type': 'application/json' } })

/**
 * The public list. The text of an answer is cached until a tutor changes or the minute is over, so instants are encoded
 * here.
 */
export const list = reading(
  ({ caller, db, now }: ReadRequest<typeof listOnboardedTutors>) => tutorsCheck(db, now, caller),
  async (ctx, [changed]) => {
    const { query, now } = ctx
    const snapshot = await tutorsFor(ctx, changed)
    const { search = '', topic, gender, when, rating, slow } = query
    const key = JSON.stringify({ ...query, search: normalise(search) })
    const known = snapshot.answers.get(key)
    if (known !== undefined) return json(known)
    const answer = JSON.stringify(answerOf(snapshot, query, { topic, gender, when, rating, slow }, null, now))
    if (snapshot.answers.size < MAX_CACHED_ANSWERS) snapshot.answers.set(key, answer)
    return json(answer)
  },
)

/** Of all listed tutors, once for each version. */
const idsAnswers = new WeakMap<Snapshot['entries'], string>()

/** Ascending, whatever becomes free: a part of the sitemap names the same tutors from one hour to the next. */
export const listIds = reading(
  ({ caller, db, now }: ReadRequest<typeof listTutorIds>) => tutorsCheck(db, now, caller),
  async (ctx, [changed]) => {
    const { entries } = await tutorsFor(ctx, changed)
    const known = idsAnswers.get(entries)
    if (known !== undefined) return json(known)
    const answer = JSON.stringify({ ids: [...entries.keys()].toSorted((one, other) => one - other) })
    idsAnswers.set(entries, answer)
    return json(answer)
  },
)

/**
 * The longest lesson that the minutes of a week pay for, and the starts from the first week that pays for it to the last
 * (docs/rules/tutors.md 2.16).
 */
function fittingOf(balance: MinutesBalance | null, now: Instant): Seeker['fitting'] {
  if (!balance) return null
  const { subscription, waiting, weeks } = balance
  const paying = (length: number) => weeks.filter(({ remainingMinutes }) => remainingMinutes >= length)
  const duration = LESSON_DURATIONS.findLast((length) => paying(length).length > 0)
  const [first, last] = duration ? [paying(duration)[0], paying(duration).at(-1)] : []
  if (!duration || !first || !last) return null
  const end = Math.min(last.end, bookingWindow(subscription, waiting, now).end)
  return {
    duration,
    starts: { start: Math.max(now, first.start, first.owner.start), end: end - minutes(duration) + 1 },
  }
}

/** The list for a student, with favourites, minutes and chosen topics; not cached (docs/rules/tutors.md 2.14). */
export const listForStudent = reading(
  ({ caller, db, now }: ReadRequest<typeof listTutorsForStudent>) => [
    favouritesOf(db, caller.id),
    chosenTopicsOf(db, caller.id),
    ...balanceStatements(db, caller.id, now),
    ...tutorsCheck(db, now, caller),
  ],
  async (ctx, [favourites, ownTopics, subscriptions, sums, changed]) => {
    const { query, now } = ctx
    const snapshot = await tutorsFor(ctx, changed)
    const topicIds = new Set(ownTopics.map(({ id }) => id))
    const fitting = fittingOf(balanceOf([subscriptions, sums], now), now)
    const seeker: Seeker = { favouriteIds: new Set(favourites.map(({ id }) => id)), topicIds, fitting }
    const chosen = listedNow(snapshot, now).topics.filter(({ id }) => topicIds.has(id))
    const { topic, gender, when, rating, slow } = query
    const wanted = { topic, gender, when, rating, slow, favourites: query.favourites, fitting: query.fitting }
    const answer = answerOf(snapshot, query, wanted, seeker, now)
    const chosenTopics = chosen.map(({ ar }) => ar)
    const chosenEnglishTopics = chosen.map(({ en }) => en)
    return json(JSON.stringify({ ...answer, chosenTopics, chosenEnglishTopics }))
  },
)
