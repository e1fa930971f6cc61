import { asc, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { lessons } from '#db/schema/lessons'
import { sessionEvents } from '#db/schema/sessions'
import { hours, type Instant } from '#domain/cairo'
import { attendanceArchivedBefore, attendanceReadBefore } from '#domain/sessions/attendance'
import type { Env } from '../env.ts'
import { isAmong } from '../http/filters.ts'

/** An event of the attendance log, in the database or in the archive. */
export type SessionEvent = Pick<typeof sessionEvents.$inferSelect, 'id' | 'sessionId' | 'userId' | 'type'> & {
  at: Instant
}

/**
 * An object of the archive holds the events of one day, numbered since the epoch by the lesson's start, so that a lesson's
 * events can be found.
 */
const dayOf = (at: Instant): number => Math.floor(at / hours(24))
const keyOf = (day: number): string => `attendance/${day}.json`

/** Objects read at the same time: a worker has at most six open connections. */
const AT_ONCE = 4

async function readDay(env: Env, day: number): Promise<{ events: SessionEvent[]; etag: string | null }> {
  const object = await env.FILES.get(keyOf(day))
  return object ? { events: await object.json<SessionEvent[]>(), etag: object.etag } : { events: [], etag: null }
}

/**
 * Adds events to the object of their day, except those that it already has.
 * @throws Error when another run has written the object meanwhile; the next run adds what is missing.
 */
async function addToDay(env: Env, day: number, added: readonly SessionEvent[]): Promise<void> {
  const { events, etag } = await readDay(env, day)
  const known = new Set(events.map(({ id }) => id))
  const missing = added.filter(({ id }) => !known.has(id))
  if (missing.length === 0) return
  const onlyIf = new Headers(etag === null ? { 'if-none-match': '*' } : { 'if-match': `"${etag}"` })
  const stored = await env.FILES.put(keyOf(day), JSON.stringify([...events, ...missing]), {
    onlyIf,
    httpMetadata: { contentType: 'application/json' },
  })
  if (!stored) throw new Error(`${keyOf(day)} was written by another run`)
}

/** Events read and days written in one step. */
const EVENTS = 2000
const DAYS = 15
/** A step reads and deletes events, and reads and writes the object of each day. */
const requestsOf = (days: number): number => 2 + 2 * days
/** A worker has a thousand subrequests, of which the job's other work needs some. */
const REQUESTS = 10 * requestsOf(DAYS)

/** The oldest events with the start of their lesson; sessions of interviews and demo sessions have none. */
const oldestEvents = (db: Db) =>
  db
    .select({
      id: sessionEvents.id,
      sessionId: sessionEvents.sessionId,
      userId: sessionEvents.userId,
      type: sessionEvents.type,
      at: sessionEvents.createdAt,
      start: lessons.start,
    })
    .from(sessionEvents)
    .leftJoin(lessons, eq(lessons.sessionId, sessionEvents.sessionId))
    .where(gt(sessionEvents.id, 0))
    .orderBy(asc(sessionEvents.id))
    .limit(EVENTS)

/**
 * Moves the oldest events of the attendance log to the archive, a limited number per run. They are deleted after the
 * objects are written: an interrupted run leaves them in both places, and the next run adds none twice. Returns the number
 * of moved events.
 */
export async function archiveAttendance(env: Env, db: Db, now: Instant): Promise<number> {
  let moved = 0
  for (let requests = 0; requests < REQUESTS; ) {
    const oldest = await oldestEvents(db)
    const young = oldest.findIndex(({ at, start }) => Math.max(at, start ?? at) >= attendanceArchivedBefore(now))
    const old = young < 0 ? oldest : oldest.slice(0, young)
    const days = [...Map.groupBy(old, ({ at, start }) => dayOf(start ?? at))].slice(0, DAYS)
    if (days.length === 0) return moved
    for (const [day, events] of days)
      await addToDay(
        env,
        day,
        events.map(({ id, sessionId, userId, type, at }) => ({ id, sessionId, userId, type, at })),
      )
    const ids = days.flatMap(([, events]) => events.map(({ id }) => id))
    await db.delete(sessionEvents).where(isAmong(sessionEvents.id, ids))
    moved += ids.length
    requests += requestsOf(days.length)
  }
  return moved
}

/** Days brought back in a run, and rows inserted by one statement: a worker has a thousand subrequests. */
const DAYS_BACK = 50
const ROWS = 2000
/** The size of an object whose events have been brought back: `[]`. */
const EMPTY_BYTES = 2

/** In the order of the table's columns; `WHERE TRUE` tells the conflict from a join. */
const insertionOf = (db: Db, events: readonly SessionEvent[]) =>
  db
    .insert(sessionEvents)
    .select(
      sql`SELECT value ->> 'id', value ->> 'type', value ->> 'userId', value ->> 'sessionId', value ->> 'at'
        FROM json_each(${JSON.stringify(events)}) WHERE TRUE`,
    )
    .onConflictDoNothing()

/**
 * Returns the events of whole days that are in the archive before their time, because the time has been made longer, to the
 * database: the opposite of `archiveAttendance`. They leave the archive after they are in the database, and only if no other run has added to
 * their day meanwhile: an interrupted run leaves them in both places. Returns the number of rows that were read.
 */
export async function bringBackAttendance(env: Env, db: Db, now: Instant): Promise<number> {
  const startAfter = keyOf(dayOf(attendanceArchivedBefore(now)))
  const { objects } = await env.FILES.list({ prefix: 'attendance/', startAfter })
  const days = objects.filter(({ size }) => size > EMPTY_BYTES).slice(0, DAYS_BACK)
  let returned = 0
  for (const { key } of days) {
    const day = Number(key.replace(/\D/g, ''))
    const { events, etag } = await readDay(env, day)
    const parts = Array.from({ length: Math.ceil(events.length / ROWS) }, (_, part) =>
      insertionOf(db, events.slice(part * ROWS, (part + 1) * ROWS)),
    )
    const [first, ...others] = parts
    if (first) await db.batch([first, ...others])
    await env.FILES.put(key, '[]', {
      onlyIf: new Headers({ 'if-match': `"${etag}"` }),
      httpMetadata: { contentType: 'application/json' },
    })
    returned += events.length
  }
  return returned
}

/**
 * The events of these lessons' sessions from the database and, for old lessons, from the archive. The database must have
 * been read first, otherwise events that move in between would be missed.
 */
export async function withArchived(
  env: Env,
  events: readonly SessionEvent[],
  of: readonly { sessionId: string; start: Instant }[],
  now: Instant,
): Promise<SessionEvent[]> {
  const old = of.filter(({ start }) => start < attendanceReadBefore(now))
  const days = [...new Set(old.map(({ start }) => dayOf(start)))]
  const sessionIds = new Set(old.map(({ sessionId }) => sessionId))
  const all = new Map(events.map((event) => [event.id, event]))
  for (let from = 0; from < days.length; from += AT_ONCE) {
    const read = await Promise.all(days.slice(from, from + AT_ONCE).map((day) => readDay(env, day)))
    for (const event of read.flatMap((one) => one.events)) if (sessionIds.has(event.sessionId)) all.set(event.id, event)
  }
  return [...all.values()].toSorted((one, other) => one.at - other.at || one.id - other.id)
}
