import { gt, sql } from 'drizzle-orm'
import { tutorCard } from '#contract/tutors'
import type { Db } from '#db/client'
import { cacheVersions } from '#db/schema/cache'
import { type Instant, minutes, type TimeRange } from '#domain/cairo'
import { BOOKMARK, GUEST_MEMORY_MS } from '#domain/http-caching'
import { bookableRanges, nextTimes, startsWithin } from '#domain/tutors/free-times'
import type { Actor } from '../http/app-env.ts'
import { readTimer } from '../http/clock.ts'
import { encoder } from '../http/encode.ts'
import { type IntroducedTutor, readTutors, type TutorEntry } from './cards.ts'

/**
 * The onboarded tutors, and those who may be written to, in the isolate's memory, checked against the database's version at every read but those of guests
 * (docs/decisions/003). A batch that changes what a card shows must contain `touchTutors`, or other isolates keep the old card.
 */
type Snapshot = {
  upTo: number
  readAt: Instant
  entries: Map<number, TutorEntry>
  /** Also those who are not listed yet. */
  introduced: Map<number, IntroducedTutor>
  answers: Map<string, string>
  /** When each tutor can be booked, as of the minute. */
  ranges: Map<number, TimeRange[]>
  minute: number
}

const ALL = 'tutors'
const nameOf = (tutorId: number) => `tutor:${tutorId}`

let snapshot: Snapshot | undefined

/** When this isolate last asked for guests, and when it last changed a card itself; in the machine's own time. */
let askedAt = Number.NEGATIVE_INFINITY
let changedAt = Number.NEGATIVE_INFINITY

/** Lets guests of this isolate see a change at once: who has just changed a tutor reads it. */
export function distrustTutors(): void {
  changedAt = readTimer()
}

/** The statements that make every isolate load these tutors again. Callers put them into the batch of the change. */
export const touchTutors = (db: Db, tutorIds: number[]) => tutorIds.map((tutorId) => touch(db, nameOf(tutorId)))

/** The statement that makes every isolate load all tutors again. */
export const touchAllTutors = (db: Db) => touch(db, ALL)

function touch(db: Db, name: string) {
  distrustTutors()
  const next = sql<number>`(SELECT COALESCE(MAX(version), 0) + 1 FROM cache_versions)`
  return db
    .insert(cacheVersions)
    .values({ name, version: next })
    .onConflictDoUpdate({ target: cacheVersions.name, set: { version: next } })
}

const changedSince = (db: Db, version: number) =>
  db.select().from(cacheVersions).where(gt(cacheVersions.version, version))

type Changed = typeof cacheVersions.$inferSelect

/**
 * The snapshot as far as it serves `now`. When a laptop's clock was moved back, slots that were past when they were loaded are
 * missing: all are loaded again. Requests of one moment may overtake each other.
 */
const heldAt = (now: Instant): Snapshot | undefined =>
  snapshot && snapshot.readAt <= now + minutes(1) ? snapshot : undefined

/** The statement whose rows `tutorsFor` takes, for a first read; none for a guest, who may need none. */
export const tutorsCheck = (db: Db, now: Instant, askerId: number | null) =>
  askerId === null ? [] : [changedSince(db, heldAt(now)?.upTo ?? -1)]

async function refresh(db: Db, now: Instant, asked?: readonly Changed[]): Promise<Snapshot> {
  const held = heldAt(now)
  const since = held?.upTo ?? -1
  const changed = (asked ?? (await changedSince(db, since))).filter((row) => row.version > since)
  // The nearest free time depends on the clock through the notice, which is in minutes: it can change once a minute only.
  const minute = Math.ceil(now / minutes(1))
  if (held && changed.length === 0) {
    if (held.minute !== minute) snapshot = { ...held, minute, answers: new Map(), ranges: new Map() }
    return snapshot ?? held
  }
  const upTo = changed.reduce((highest, row) => Math.max(highest, row.version), held?.upTo ?? 0)
  const isWhole = !held || changed.some((row) => row.name === ALL)
  const ids = changed.map((row) => Number(row.name.split(':')[1])).filter(Number.isInteger)
  const read = await readTutors(db, isWhole ? null : ids, now)
  const entries = new Map(isWhole ? [] : held.entries)
  const introduced = new Map(isWhole ? [] : held.introduced)
  if (!isWhole)
    for (const id of ids) {
      entries.delete(id)
      introduced.delete(id)
    }
  for (const entry of read.listed) entries.set(entry.card.id, entry)
  for (const tutor of read.introduced) introduced.set(tutor.id, tutor)
  const fresh: Snapshot = { upTo, readAt: now, entries, introduced, minute, answers: new Map(), ranges: new Map() }
  // Refreshes may overlap; one that started earlier must not replace a newer snapshot.
  if (!held || !snapshot || snapshot.upTo <= upTo) snapshot = fresh
  return fresh
}

/** All tutors who are listed or shown to write to, and caches that live until one of them changes or the minute is over. */
type Tutors = Pick<Snapshot, 'entries' | 'introduced' | 'answers' | 'ranges'>

/** One onboarded tutor as they are now. */
export async function tutorNow(db: Db, tutorId: number, now: Instant): Promise<TutorEntry | undefined> {
  return (await refresh(db, now)).entries.get(tutorId)
}

/**
 * All onboarded tutors for whoever asks: as they are now by the rows of `tutorsCheck`, for a guest as they were within the last two
 * seconds.
 */
export async function tutorsFor(
  { actor, db, headers, now }: { actor: Actor | null; db: Db; headers: Headers; now: Instant },
  changed: readonly Changed[] | undefined,
): Promise<Tutors> {
  if (actor) return refresh(db, now, changed)
  // Who has written reads what was written (docs/rules/api.md 1.9).
  if (headers.has(BOOKMARK)) return refresh(db, now)
  const begun = readTimer()
  const age = begun - askedAt
  if (heldAt(now) && askedAt > changedAt && age >= 0 && age < GUEST_MEMORY_MS) return refresh(db, now, [])
  const fresh = await refresh(db, now)
  askedAt = begun
  return fresh
}

/** When the tutor can be booked, in order (docs/rules/tutors.md 2.4). */
export const rangesOf = ({ card, slots, busy }: TutorEntry, now: Instant): TimeRange[] =>
  bookableRanges(slots, busy, now, card.notice)

/** A tutor's card; `ranges` is when they can be booked, `starts` narrows the times that it names. */
export function cardOf(entry: TutorEntry, ranges: readonly TimeRange[], starts: TimeRange) {
  return { ...entry.card, nearestFreeTime: ranges[0]?.start ?? null, nextTimes: nextTimes(ranges, starts) }
}

/** A tutor's card with the soonest times of all. */
export const cardNow = (entry: TutorEntry, now: Instant) =>
  cardOf(entry, rangesOf(entry, now), startsWithin(undefined, now))

/** A card in frames and in kept answers. */
export const encodeCard = encoder(tutorCard)
