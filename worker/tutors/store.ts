import { gt, type SQL, sql } from 'drizzle-orm'
import { tutorCard } from '#contract/tutors'
import type { Db } from '#db/client'
import { cacheVersions } from '#db/schema/cache'
import { type Instant, minutes, type TimeRange } from '#domain/cairo'
import { BOOKMARK, GUEST_MEMORY_MS } from '#domain/http-caching'
import { bookableRanges, nextTimes, startsWithin } from '#domain/tutors/free-times'
import type { Env } from '../env.ts'
import type { Actor } from '../http/app-env.ts'
import { readTimer } from '../http/clock.ts'
import { encoder } from '../http/encode.ts'
import { type TutorEntry, type TutorRows, tutorStatements, tutorsOf } from './cards.ts'
import { isReadBefore, keep, keptUpTo, readKept, type TutorsUpTo, tutorsUpTo } from './kept.ts'

/**
 * The onboarded tutors, and those who may be written to, in the isolate's memory, checked against the database's version at every read but those of guests
 * (docs/decisions/003). A batch that changes what a card shows must contain `touchTutors`, or other isolates keep the old card.
 */
type Snapshot = TutorsUpTo & {
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

/** What has changed after a version, or since the tutors were kept. */
const changedSince = (db: Db, version: number | SQL<number>) =>
  db.select().from(cacheVersions).where(gt(cacheVersions.version, version))

type Changed = typeof cacheVersions.$inferSelect

/**
 * The snapshot as far as it serves `now`; where the clock was moved back all are loaded again. Requests of one moment may overtake each
 * other.
 */
const heldAt = (now: Instant): Snapshot | undefined => (snapshot && isReadBefore(snapshot, now) ? snapshot : undefined)

/** The statement whose rows `tutorsFor` takes, for a first read; none for a guest, who may need none. */
export const tutorsCheck = (db: Db, now: Instant, askerId: number | null) =>
  askerId === null ? [] : [changedSince(db, heldAt(now)?.upTo ?? keptUpTo)]

/** Where the tutors are read, and `after` for work that the answer does not wait for: without it nothing is kept for other isolates. */
type ReadAt = { db: Db; env: Env; now: Instant; after?: (work: Promise<unknown>) => void; along?: ReadAlong }

/** An isolate that starts reads so many tutors anew at the most, beside those that are kept: then it keeps what it has. */
const MOST_NEWER = 50

const isAll = ({ name }: Changed) => name === ALL
const idsOf = (changed: readonly Changed[]) =>
  changed.map((row) => Number(row.name.split(':')[1])).filter(Number.isInteger)

/** A tutor who was read in the same trip as what has changed. */
type ReadAlong = { id: number; rows: TutorRows }

async function readTutors(db: Db, ids: number[], now: Instant, along?: ReadAlong) {
  if (ids.length === 0) return { listed: [], introduced: [] }
  const isReadAlong = ids.every((id) => id === along?.id)
  return tutorsOf(along && isReadAlong ? along.rows : await db.batch(tutorStatements(db, ids, now)))
}

/** These tutors with what has changed since, and how many were read for it. */
async function withChanged(
  { db, now, along }: Pick<ReadAt, 'db' | 'now' | 'along'>,
  from: TutorsUpTo,
  changed: readonly Changed[],
): Promise<{ fresh: TutorsUpTo; read: number }> {
  const newer = changed.filter((row) => row.version > from.upTo)
  const ids = idsOf(newer)
  const read = await readTutors(db, ids, now, along)
  const entries = new Map(from.entries)
  const introduced = new Map(from.introduced)
  for (const id of ids) {
    entries.delete(id)
    introduced.delete(id)
  }
  for (const entry of read.listed) entries.set(entry.card.id, entry)
  for (const tutor of read.introduced) introduced.set(tutor.id, tutor)
  return { fresh: { ...from, upTo: highest(newer, from.upTo), readAt: now, entries, introduced }, read: ids.length }
}

const highest = (changed: readonly Changed[], least: number) =>
  changed.reduce((version, row) => Math.max(version, row.version), least)

/** All tutors, from those that are kept where they serve, else from the tables. */
async function readAll(at: ReadAt, changed: readonly Changed[]): Promise<TutorsUpTo> {
  const { db, env, now, after } = at
  const kept = await readKept(db, env, now)
  if (kept.tutors && !changed.some((row) => isAll(row) && row.version > kept.upTo)) {
    const { fresh, read } = await withChanged(at, kept.tutors, changed)
    if (read > MOST_NEWER) after?.(keep(db, env, fresh))
    return fresh
  }
  const fresh = tutorsUpTo(
    { upTo: highest(changed, kept.upTo), readAt: now, allReadAt: now },
    tutorsOf(await db.batch(tutorStatements(db, null, now))),
  )
  after?.(keep(db, env, fresh))
  return fresh
}

async function refresh(at: ReadAt, asked?: readonly Changed[]): Promise<Snapshot> {
  const { db, now } = at
  const held = heldAt(now)
  const found = asked ?? (await changedSince(db, held?.upTo ?? keptUpTo))
  const changed = found.filter((row) => row.version > (held?.upTo ?? -1))
  // The nearest free time depends on the clock through the notice, which is in minutes: it can change once a minute only.
  const minute = Math.ceil(now / minutes(1))
  if (held && changed.length === 0) {
    if (held.minute !== minute) snapshot = { ...held, minute, answers: new Map(), ranges: new Map() }
    return snapshot ?? held
  }
  const read = held && !changed.some(isAll) ? (await withChanged(at, held, changed)).fresh : await readAll(at, changed)
  const fresh: Snapshot = { ...read, minute, answers: new Map(), ranges: new Map() }
  // Refreshes may overlap; one that started earlier must not replace a newer snapshot.
  if (!held || !snapshot || snapshot.upTo <= fresh.upTo) snapshot = fresh
  return fresh
}

/** All tutors who are listed or shown to write to, and caches that live until one of them changes or the minute is over. */
type Tutors = Pick<Snapshot, 'entries' | 'introduced' | 'answers' | 'ranges'>

/** One onboarded tutor as they are now, who is likely to have changed: they are read in the trip that asks what has. */
export async function tutorNow(at: ReadAt, id: number): Promise<TutorEntry | undefined> {
  const { db, now } = at
  const since = heldAt(now)?.upTo ?? keptUpTo
  const [changed, ...rows] = await db.batch([changedSince(db, since), ...tutorStatements(db, [id], now)])
  return (await refresh({ ...at, along: { id, rows } }, changed)).entries.get(id)
}

/**
 * All onboarded tutors for whoever asks: as they are now by the rows of `tutorsCheck`, for a guest as they were within the last two
 * seconds.
 */
export async function tutorsFor(
  at: ReadAt & { actor: Actor | null; headers: Headers },
  changed: readonly Changed[] | undefined,
): Promise<Tutors> {
  const { actor, headers, now } = at
  if (actor) return refresh(at, changed)
  // Who has written reads what was written (docs/rules/api.md 1.9).
  if (headers.has(BOOKMARK)) return refresh(at)
  const begun = readTimer()
  const age = begun - askedAt
  if (heldAt(now) && askedAt > changedAt && age >= 0 && age < GUEST_MEMORY_MS) return refresh(at, [])
  const fresh = await refresh(at)
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
