import { gt, type SQL, sql } from 'drizzle-orm'
import { tutorCard } from '#contract/tutor-card'
import type { RowsOf } from '#db/batch'
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
import {
  isReadBefore,
  readSnapshot,
  storedUpTo,
  storeSnapshot,
  type TutorsUpTo,
  tutorsUpTo,
} from './stored-snapshot.ts'

/**
 * The isolate's in-memory cache of the onboarded tutors and of those shown as contacts. Every read except guests' compares
 * its version with the database's (docs/decisions/003). A batch that changes what a card shows must contain `touchTutors`,
 * or other isolates keep the old card.
 */
type Snapshot = TutorsUpTo & {
  answers: Map<string, string>
  /** Each tutor's bookable times, as of the current minute. A tutor who changes has a new entry, so others keep theirs. */
  ranges: WeakMap<TutorEntry, TimeRange[]>
  minute: number
}

const ALL = 'tutors'
const nameOf = (tutorId: number) => `tutor:${tutorId}`

let snapshot: Snapshot | undefined

/** When this isolate last compared the version for guests, and when it last changed a card itself; in machine time. */
let queriedAt = Number.NEGATIVE_INFINITY
let changedAt = Number.NEGATIVE_INFINITY

/** Makes guests of this isolate see a change at once, because whoever has just changed a tutor reads it next. */
export function recheckTutorsForGuests(): void {
  changedAt = readTimer()
}

/** The statements that make every isolate reload these tutors, for the batch of the change. */
export const touchTutors = (db: Db, tutorIds: number[]) => tutorIds.map((tutorId) => touch(db, nameOf(tutorId)))

/** The statement that makes every isolate reload all tutors. */
export const touchAllTutors = (db: Db) => touch(db, ALL)

function touch(db: Db, name: string) {
  recheckTutorsForGuests()
  const next = sql<number>`(SELECT COALESCE(MAX(version), 0) + 1 FROM cache_versions)`
  return db
    .insert(cacheVersions)
    .values({ name, version: next })
    .onConflictDoUpdate({ target: cacheVersions.name, set: { version: next } })
}

/** Selects what has changed since a version. */
const changedSince = (db: Db, version: number | SQL<number>) =>
  db.select().from(cacheVersions).where(gt(cacheVersions.version, version))

type Changed = typeof cacheVersions.$inferSelect

/**
 * The cache if it is usable at `now`; after the clock was moved back all tutors are loaded again. Concurrent requests may
 * have different times.
 */
const heldAt = (now: Instant): Snapshot | undefined => (snapshot && isReadBefore(snapshot, now) ? snapshot : undefined)

/** The statement whose rows `tutorsFor` takes, for a first read; empty for guests, who may need no check. */
export const tutorsCheck = (db: Db, now: Instant, caller: { id: number } | null) =>
  caller === null ? [] : [changedSince(db, heldAt(now)?.upTo ?? storedUpTo)]

/** `after` runs work that the answer does not wait for; without it no snapshot is stored for other isolates. */
type ReadContext = { db: Db; env: Env; now: Instant; after?: (work: Promise<unknown>) => void; along?: ReadAlong }

/** If a starting isolate reads more changed tutors than this in addition to the stored snapshot, it stores a new one. */
const MOST_NEWER = 50

const isAll = ({ name }: Changed) => name === ALL
const idsOf = (changed: readonly Changed[]) =>
  changed.map((row) => Number(row.name.split(':')[1])).filter(Number.isInteger)

/** A tutor whose rows have been read in the same round trip as the changes. */
type ReadAlong = { id: number; rows: TutorRows }

async function readTutors(db: Db, ids: number[], now: Instant, along?: ReadAlong) {
  if (ids.length === 0) return { listed: [], introduced: [] }
  const isReadAlong = ids.every((id) => id === along?.id)
  return tutorsOf(along && isReadAlong ? along.rows : await db.batch(tutorStatements(db, ids, now)))
}

/** Applies the changes to these tutors; also returns how many had to be read. */
async function withChanged(
  { db, now, along }: Pick<ReadContext, 'db' | 'now' | 'along'>,
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

/** All tutors: from the stored snapshot if it is usable, else from the tables. */
async function readAll(ctx: ReadContext, changed: readonly Changed[]): Promise<TutorsUpTo> {
  const { db, env, now, after } = ctx
  const stored = await readSnapshot(db, env, now)
  if (stored.tutors && !changed.some((row) => isAll(row) && row.version > stored.upTo)) {
    const { fresh, read } = await withChanged(ctx, stored.tutors, changed)
    if (read > MOST_NEWER) after?.(storeSnapshot(db, env, fresh))
    return fresh
  }
  const fresh = tutorsUpTo(
    { upTo: highest(changed, stored.upTo), readAt: now, allReadAt: now },
    tutorsOf(await db.batch(tutorStatements(db, null, now))),
  )
  after?.(storeSnapshot(db, env, fresh))
  return fresh
}

async function refresh(ctx: ReadContext, asked?: readonly Changed[]): Promise<Snapshot> {
  const { db, now } = ctx
  const held = heldAt(now)
  const found = asked ?? (await changedSince(db, held?.upTo ?? storedUpTo))
  const changed = found.filter((row) => row.version > (held?.upTo ?? -1))
  // The nearest free time depends on the clock through the notice, which is in minutes, so it changes at most once a
  // minute.
  const minute = Math.ceil(now / minutes(1))
  if (held && changed.length === 0) {
    if (held.minute !== minute) snapshot = { ...held, minute, answers: new Map(), ranges: new WeakMap() }
    return snapshot ?? held
  }
  const read =
    held && !changed.some(isAll) ? (await withChanged(ctx, held, changed)).fresh : await readAll(ctx, changed)
  const ranges = held?.minute === minute ? held.ranges : new WeakMap<TutorEntry, TimeRange[]>()
  const fresh: Snapshot = { ...read, minute, answers: new Map(), ranges }
  // Refreshes may overlap; one that started earlier must not replace a newer snapshot.
  if (!held || !snapshot || snapshot.upTo <= fresh.upTo) snapshot = fresh
  return fresh
}

/**
 * All tutors who are listed or shown as contacts, with caches that are valid until a tutor changes or the minute is over.
 */
type Tutors = Pick<Snapshot, 'entries' | 'introduced' | 'answers' | 'ranges'>

/** The statements whose rows `takeTutor` takes: at the end of the batch that changes the tutor, or after it. */
export const tutorNowStatements = (db: Db, id: number, now: Instant) =>
  [changedSince(db, heldAt(now)?.upTo ?? storedUpTo), ...tutorStatements(db, [id], now)] as const

export type TutorNowRows = RowsOf<ReturnType<typeof tutorNowStatements>>

/** A tutor who has changed; undefined if not onboarded. `taken`: once the isolate, if it holds the tutors, holds this one too. */
export function takeTutor(
  ctx: ReadContext,
  id: number,
  [changed, ...rows]: TutorNowRows,
): { entry: TutorEntry | undefined; taken: Promise<unknown> } {
  const [entry] = tutorsOf(rows).listed
  return { entry, taken: heldAt(ctx.now) ? refresh({ ...ctx, along: { id, rows } }, changed) : Promise.resolve() }
}

/** All onboarded tutors: current, by the rows of `tutorsCheck`, or for guests at most two seconds old. */
export async function tutorsFor(
  ctx: ReadContext & { actor: Actor | null; headers: Headers },
  changed: readonly Changed[] | undefined,
): Promise<Tutors> {
  const { actor, headers, now } = ctx
  if (actor) return refresh(ctx, changed)
  // A client that has just written must read its own write (docs/rules/api.md 1.9).
  if (headers.has(BOOKMARK)) return refresh(ctx)
  const begun = readTimer()
  const age = begun - queriedAt
  if (heldAt(now) && queriedAt > changedAt && age >= 0 && age < GUEST_MEMORY_MS) return refresh(ctx, [])
  const fresh = await refresh(ctx)
  queriedAt = begun
  return fresh
}

/** The tutor's bookable times, in order (docs/rules/tutors.md 2.4). */
export const rangesOf = ({ card, slots, busy }: TutorEntry, now: Instant): TimeRange[] =>
  bookableRanges(slots, busy, now, card.notice)

/** A tutor's card; `ranges` are the bookable times, `starts` limits the times that the card names. */
export function cardOf(entry: TutorEntry, ranges: readonly TimeRange[], starts: TimeRange) {
  return { ...entry.card, nearestFreeTime: ranges[0]?.start ?? null, nextTimes: nextTimes(ranges, starts) }
}

/** A tutor's card with the soonest bookable times. */
export const cardNow = (entry: TutorEntry, now: Instant) =>
  cardOf(entry, rangesOf(entry, now), startsWithin(undefined, now))

/** Encodes a card for live events and cached answers. */
export const encodeCard = encoder(tutorCard)
