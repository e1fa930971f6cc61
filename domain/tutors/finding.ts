import { cutText } from '#domain/text'
import type { Instant, TimeRange } from '../cairo.ts'
import type { Gender } from '../users/gender.ts'
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

/** The fields of a tutor that filters use. */
export type Findable = Ranked & {
  gender: Gender | null
  topicIds: readonly number[]
  speaksSlowly: boolean
  /** Bookable ranges, in order. */
  ranges: readonly TimeRange[]
}

/** The student who searches. */
export type Seeker = {
  favouriteIds: ReadonlySet<number>
  /** The starts of lessons that the remaining minutes pay for, and their duration; null without minutes. */
  fitting: { starts: TimeRange; duration: 15 | 30 } | null
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
type Starts = Record<When, TimeRange>

const isFreeWithin = ({ ranges }: Findable, starts: TimeRange): boolean => firstStart(ranges, starts) !== null

const isFitting = ({ ranges }: Findable, seeker: Seeker | null): boolean =>
  !!seeker?.fitting && firstStart(ranges, seeker.fitting.starts, seeker.fitting.duration) !== null

type Test = (tutor: Findable, wanted: Wanted, seeker: Seeker | null, starts: Starts) => boolean

/** Whether the tutor does not match a filter that is set. */
const MISSED: Record<Part, Test> = {
  topic: (tutor, { topic }) => topic !== undefined && !tutor.topicIds.includes(topic),
  gender: (tutor, { gender }) => tutor.gender !== gender,
  when: (tutor, { when }, _, starts) => when !== undefined && !isFreeWithin(tutor, starts[when]),
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

const startsAt = (now: Instant): Starts => ({
  now: startsWithin('now', now),
  today: startsWithin('today', now),
  evening: startsWithin('evening', now),
  weekend: startsWithin('weekend', now),
})

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

/** Counts the tutor for each option of a filter with which they would be listed. */
function countOptions(counts: Counts, part: Part, tutor: Findable, seeker: Seeker | null, starts: Starts): void {
  counts.without[part]++
  switch (part) {
    case 'topic':
      for (const id of tutor.topicIds) counts.topic.set(id, (counts.topic.get(id) ?? 0) + 1)
      return
    case 'gender':
      if (tutor.gender) counts.gender[tutor.gender]++
      return
    case 'when':
      for (const when of WHENS) if (isFreeWithin(tutor, starts[when])) counts.when[when]++
      return
    case 'rating':
      for (const floor of FLOORS) if (tutor.avgRating >= floor) counts.rating[floor]++
      return
    case 'slow':
      if (tutor.speaksSlowly) counts.slow++
      return
    case 'favourites':
      if (seeker?.favouriteIds.has(tutor.id)) counts.favourites++
      return
    case 'fitting':
      if (isFitting(tutor, seeker)) counts.fitting++
      return
  }
}

/** The tutors who match all filters, in their order, where nothing is counted. */
export function matching<T extends Findable>(
  tutors: readonly T[],
  wanted: Wanted,
  seeker: Seeker | null,
  now: Instant,
): readonly T[] {
  const starts = startsAt(now)
  const asked = setParts(wanted)
  if (asked.length === 0) return tutors
  return tutors.filter((tutor) => !asked.some((part) => MISSED[part](tutor, wanted, seeker, starts)))
}

/**
 * The tutors who match all filters, and how many would match with each option of a filter in place of its current value
 * (docs/rules/tutors.md 2.15). `seeker` is null for a guest, who has no favourites and no minutes.
 */
export function find<T extends Findable>(
  tutors: Iterable<T>,
  wanted: Wanted,
  seeker: Seeker | null,
  now: Instant,
): { found: T[]; counts: Counts } {
  const found: T[] = []
  const counts = noCounts()
  const starts = startsAt(now)
  const asked = setParts(wanted)
  for (const tutor of tutors) {
    const parts = asked.filter((part) => MISSED[part](tutor, wanted, seeker, starts))
    if (parts.length === 0) found.push(tutor)
    // A tutor who fails a single filter would be listed with another option of it.
    const [only] = parts
    const open = parts.length === 0 ? PARTS : parts.length === 1 && only ? [only] : []
    for (const part of open) countOptions(counts, part, tutor, seeker, starts)
  }
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
