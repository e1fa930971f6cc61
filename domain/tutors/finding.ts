import { cutText } from '#domain/text'
import { type Instant, minutes, type TimeRange } from '../cairo.ts'
import type { LessonDuration } from '../lessons/durations.ts'
import { type Gender, genders } from '../users/gender.ts'
import { firstStart, startsWithin } from './free-times.ts'
import { RATING_FLOORS, type RatingFloor, type Sort, WHENS, type When } from './options.ts'
import type { Ranked } from './ordering.ts'

/** Filtering, counting and sorting a list of tutors (docs/rules/tutors.md 2.13 to 2.16). */

/** The filters; an undefined one does not filter. */
export type Wanted = {
  topic?: number | undefined
  gender?: Gender | undefined
  when?: When | undefined
  rating?: RatingFloor | undefined
  slow?: boolean | undefined
  favourites?: boolean | undefined
  fitting?: boolean | undefined
}
export type Part = keyof Wanted

/** What filters ask of a tutor's bookable times: computed once for all searches of a minute. */
export type FreeTimes = {
  /** Whether the shortest lesson may start within what each option of `when` means. */
  free: Readonly<Record<When, boolean>>
  /** When lessons can be booked, in order. */
  ranges: readonly TimeRange[]
  /** The soonest start of a lesson of each duration; null without one. */
  soonest: Readonly<Record<LessonDuration, Instant | null>>
}

/** The fields of a tutor that filters use. */
export type Findable = Ranked &
  FreeTimes & {
    gender: Gender | null
    topicIds: readonly number[]
    speaksSlowly: boolean
  }

/** The student who searches. */
export type Seeker = {
  favouriteIds: ReadonlySet<number>
  /** The duration of the lessons that the remaining minutes pay for, and when these may start; null without minutes. */
  fitting: { starts: TimeRange; duration: LessonDuration } | null
  topicIds: ReadonlySet<number>
}

/** How many tutors would be listed with each option of a filter, the other filters being unchanged. */
export type Counts = {
  /** Without this filter. */
  without: Record<Part, number>
  topic: Map<number, number>
  gender: Record<Gender, number>
  when: Record<When, number>
  rating: Record<RatingFloor, number>
  slow: number
  favourites: number
  fitting: number
}

/** The starts that each option of `when` means; for all tutors of a search, since the calendar is slow. */
export type Starts = Readonly<Record<When, TimeRange>>

export const startsAt = (now: Instant): Starts => ({
  now: startsWithin('now', now),
  today: startsWithin('today', now),
  evening: startsWithin('evening', now),
  weekend: startsWithin('weekend', now),
})

/** `ranges` are the bookable ranges, in order. */
export function freeTimesOf(ranges: readonly TimeRange[], starts: Starts): FreeTimes {
  const isFree = (when: When) => firstStart(ranges, starts[when]) !== null
  const soonest = (duration: LessonDuration) =>
    ranges.find(({ start, end }) => start + minutes(duration) <= end)?.start ?? null
  return {
    ranges,
    free: { now: isFree('now'), today: isFree('today'), evening: isFree('evening'), weekend: isFree('weekend') },
    soonest: { 15: soonest(15), 30: soonest(30) },
  }
}

function isFitting({ ranges, soonest }: Findable, seeker: Seeker | null): boolean {
  if (!seeker?.fitting) return false
  const { starts, duration } = seeker.fitting
  const start = soonest[duration]
  if (start === null || start >= starts.end) return false
  // Later than the soonest start only where the current week no longer pays for a lesson and the next one does.
  return start >= starts.start || firstStart(ranges, starts, duration) !== null
}

type Test = (tutor: Findable, wanted: Wanted, seeker: Seeker | null) => boolean

/** Whether the tutor does not match a filter that is set. */
const MISSED: Record<Part, Test> = {
  topic: (tutor, { topic }) => topic !== undefined && !tutor.topicIds.includes(topic),
  gender: (tutor, { gender }) => tutor.gender !== gender,
  when: (tutor, { when }) => when !== undefined && !tutor.free[when],
  rating: (tutor, { rating }) => rating !== undefined && tutor.avgRating < rating,
  slow: (tutor) => !tutor.speaksSlowly,
  favourites: (tutor, _, seeker) => !seeker?.favouriteIds.has(tutor.id),
  fitting: (tutor, _, seeker) => !isFitting(tutor, seeker),
}

const PARTS: readonly Part[] = ['topic', 'gender', 'when', 'rating', 'slow', 'favourites', 'fitting']
const FLOORS = Object.values(RATING_FLOORS)

/** The filters that are set; a boolean one filters only if it is true. */
const setParts = (wanted: Wanted): Part[] =>
  PARTS.filter((part) => wanted[part] !== undefined && wanted[part] !== false)

const noCounts = (): Counts => ({
  without: { topic: 0, gender: 0, when: 0, rating: 0, slow: 0, favourites: 0, fitting: 0 },
  topic: new Map(),
  gender: { male: 0, female: 0 },
  when: { now: 0, today: 0, evening: 0, weekend: 0 },
  rating: { 4: 0, 4.5: 0 },
  slow: 0,
  favourites: 0,
  fitting: 0,
})

function countOf(tutors: readonly Findable[], is: (tutor: Findable) => boolean): number {
  let count = 0
  for (const tutor of tutors) if (is(tutor)) count++
  return count
}

/** Counts, for each option of a filter, those of the tutors who would be listed without this filter. */
function countOptions(counts: Counts, part: Part, tutors: readonly Findable[], seeker: Seeker | null): void {
  counts.without[part] = tutors.length
  switch (part) {
    case 'topic':
      for (const { topicIds } of tutors)
        for (const id of topicIds) counts.topic.set(id, (counts.topic.get(id) ?? 0) + 1)
      return
    case 'gender':
      for (const gender of genders) counts.gender[gender] = countOf(tutors, (tutor) => tutor.gender === gender)
      return
    case 'when':
      for (const when of WHENS) counts.when[when] = countOf(tutors, ({ free }) => free[when])
      return
    case 'rating':
      for (const floor of FLOORS) counts.rating[floor] = countOf(tutors, ({ avgRating }) => avgRating >= floor)
      return
    case 'slow':
      counts.slow = countOf(tutors, ({ speaksSlowly }) => speaksSlowly)
      return
    case 'favourites':
      counts.favourites = seeker ? countOf(tutors, ({ id }) => seeker.favouriteIds.has(id)) : 0
      return
    case 'fitting':
      counts.fitting = countOf(tutors, (tutor) => isFitting(tutor, seeker))
      return
  }
}

/** The tutors who match all filters, in their order, where nothing is counted. */
export function matching<T extends Findable>(
  tutors: readonly T[],
  wanted: Wanted,
  seeker: Seeker | null,
): readonly T[] {
  const asked = setParts(wanted)
  if (asked.length === 0) return tutors
  return tutors.filter((tutor) => !asked.some((part) => MISSED[part](tutor, wanted, seeker)))
}

/**
 * The tutors who match all filters, and how many would match with each option of a filter in place of its current value
 * (docs/rules/tutors.md 2.15). `seeker` is null for a guest, who has no favourites and no minutes.
 */
export function find<T extends Findable>(
  tutors: Iterable<T>,
  wanted: Wanted,
  seeker: Seeker | null,
): { found: T[]; counts: Counts } {
  const asked = setParts(wanted)
  const found: T[] = []
  // A tutor who fails a single filter would be listed with another option of it.
  const missedOne = new Map<Part, T[]>(asked.map((part) => [part, []]))
  for (const tutor of tutors) {
    const missed = asked.find((part) => MISSED[part](tutor, wanted, seeker))
    if (missed === undefined) found.push(tutor)
    else if (asked.every((part) => part === missed || !MISSED[part](tutor, wanted, seeker)))
      missedOne.get(missed)?.push(tutor)
  }
  const counts = noCounts()
  for (const part of PARTS) countOptions(counts, part, found.concat(missedOne.get(part) ?? []), seeker)
  return { found, counts }
}

export const hasFilter = (wanted: Wanted): boolean => setParts(wanted).length > 0

/** The counts of `find` without a filter for a student, from those for a guest: only what is the student's own is counted. */
export function countedFor(tutors: readonly Findable[], ofGuest: Counts, seeker: Seeker): Counts {
  const { favouriteIds, fitting } = seeker
  return {
    ...ofGuest,
    favourites: favouriteIds.size === 0 ? 0 : tutors.filter(({ id }) => favouriteIds.has(id)).length,
    fitting: fitting === null ? 0 : tutors.filter((tutor) => isFitting(tutor, seeker)).length,
  }
}

const shared = (tutor: Findable, topicIds: ReadonlySet<number>): number =>
  tutor.topicIds.filter((id) => topicIds.has(id)).length

/** The highest key first; tutors with the same key stay in their order. */
const byKey = <T>(tutors: readonly T[], keyOf: (tutor: T) => number): T[] =>
  tutors
    .map((tutor) => ({ tutor, key: keyOf(tutor) }))
    .sort((one, other) => other.key - one.key)
    .map(({ tutor }) => tutor)

/** Below the key of every tutor with a free time. */
const WITHOUT_TIME = -1_000_000

/**
 * Tutors who are in the public order (`compareTutors`), in this one. `recommended`: those with a free time who teach most of the
 * student's topics first (docs/rules/tutors.md 2.14). Ties stay in the public order.
 */
export function sortedBy<T extends Findable>(
  tutors: readonly T[],
  sort: Sort | 'recommended',
  topicIds: ReadonlySet<number>,
): readonly T[] {
  switch (sort) {
    case 'soonest':
      return tutors
    case 'rating':
      return byKey(tutors, ({ avgRating }) => avgRating)
    case 'lessons':
      return byKey(tutors, ({ lessonCount }) => lessonCount)
    case 'recommended':
      return byKey(tutors, (tutor) => shared(tutor, topicIds) + (tutor.nearestFreeTime === null ? WITHOUT_TIME : 0))
  }
}

const QUOTE_LENGTH = 140

/** A review on one line: without line breaks, and truncated after a word (docs/rules/tutors.md 2.11). */
export function quoteOf(feedback: string): string {
  const line = feedback.replace(/\s+/g, ' ').trim()
  if (line.length <= QUOTE_LENGTH) return line
  return `${cutText(line, QUOTE_LENGTH).replace(/\s+\S*$/, '')}…`
}
