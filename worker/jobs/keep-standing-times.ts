import { and, eq, gt, inArray, lt, lte, notInArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { batchAll } from '#db/batch'
import type { Db } from '#db/client'
import { standingTimes, standingWeeks } from '#db/schema/standing-times'
import { users } from '#db/schema/users'
import { hours, type Instant, plusDays } from '#domain/cairo'
import { lastReservedDay, TOLD_DAYS, TOLD_OF, WITHOUT_PLAN } from '#domain/lessons/standing-times'
import { notifyUsers } from '../../party/stubs.ts'
import type { Env } from '../env.ts'
import { notifyTutorUpdated } from '../live/tutors.ts'
import { triggerDelivery } from '../messages/outbox.ts'
import { formatMessageTime, formatWeeklyTime } from '../messages/times.ts'
import { type Told, toldStatement } from '../messages/told.ts'
import { endStatements } from '../standing/end.ts'
import { STANDING_PATH, standingNotices } from '../standing/messages.ts'
import {
  giveUpPaused,
  giveUpUncovered,
  giveUpWeek,
  reserveStatements,
  returning,
  returnStatement,
} from '../standing/store.ts'
import { touchTutors } from '../tutors/store.ts'
import { bookWeek, dueWeeks } from './book-standing-week.ts'
import { offerFreedTimes } from './offer-times.ts'

/** The platform limits a run to 1000 queries; the next run does the rest. */
const AT_ONCE = 25

/** The people whose lists have changed. */
type Changed = { studentId: number; tutorId: number }

/** Requests that nobody has answered (docs/rules/lessons.md 15.3). */
async function lapseRequests(env: Env, db: Db, now: Instant): Promise<Changed[]> {
  const lapsed = await db
    .select()
    .from(standingTimes)
    .where(and(sql`${standingTimes.state} = 'asked'`, lte(standingTimes.askedUntil, now)))
    .limit(AT_ONCE)
  const told = await toldStatement(
    db,
    lapsed.map(({ studentId }) => studentId),
  )
  for (const one of lapsed)
    await batchAll(db, [
      db
        .update(standingTimes)
        .set({ state: 'lapsed', updatedAt: now })
        .where(and(eq(standingTimes.id, one.id), eq(standingTimes.state, 'asked'))),
      ...told
        .filter(({ id }) => id === one.studentId)
        .flatMap((to) =>
          standingNotices(
            env,
            db,
            to,
            {
              template: 'standing_time_declined',
              time: formatWeeklyTime(one),
              key: `answered:${one.id}`,
              path: `/t/${one.tutorId}`,
            },
            now,
          ),
        ),
    ])
  return lapsed
}

/** Standing times of students who have been without a plan, and of tutors who teach no more (docs/rules/lessons.md 15.10). */
async function endLeftOnes(env: Env, db: Db, now: Instant): Promise<Changed[]> {
  const left = await db
    .select()
    .from(standingTimes)
    .where(
      and(
        sql`${standingTimes.state} = 'accepted'`,
        sql`(NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = ${standingTimes.studentId} AND s.standing_times = 1
            AND COALESCE(s.terminated_at, s."end") > ${now - WITHOUT_PLAN})
          OR EXISTS (SELECT 1 FROM tutors t WHERE t.id = ${standingTimes.tutorId} AND t.activated = 0))`,
      ),
    )
    .limit(AT_ONCE)
  for (const one of left) {
    const told = await toldStatement(db, [one.studentId, one.tutorId])
    await batchAll(db, endStatements(env, db, one, { endsAt: now, endedBy: null, told }, now))
  }
  return left
}

/** Reserves the weeks that have come within four weeks (docs/rules/lessons.md 15.4). */
async function reserveComing(db: Db, now: Instant): Promise<Changed[]> {
  const due = await db
    .select()
    .from(standingTimes)
    .where(and(sql`${standingTimes.state} = 'accepted'`, lt(standingTimes.reservedTo, lastReservedDay(now))))
    .limit(AT_ONCE)
  await batchAll(
    db,
    due.flatMap((one) => [...reserveStatements(db, one, now), ...touchTutors(db, [one.tutorId])]),
  )
  return due
}

/**
 * Gives up the weeks whose slot is gone or whose plan is paused, and reserves those whose time has become free (docs/rules/lessons.md
 * 15.5, 15.11).
 */
async function followSlots(db: Db, now: Instant): Promise<Changed[]> {
  const lost = [...(await giveUpUncovered(db, now)), ...(await giveUpPaused(db, now))]
  const found = await returning(db, now, AT_ONCE)
  const returned = await batchAll(
    db,
    found.map((week) => returnStatement(db, week, now)),
  )
  const back = (returned as Changed[][]).flat()
  await batchAll(
    db,
    [...new Set(back.map(({ tutorId }) => tutorId))].flatMap((id) => touchTutors(db, [id])),
  )
  return [...lost, ...back]
}

/** Makes the lessons whose minutes week has begun, and gives up the weeks that cannot be booked a day before (15.6, 15.7). */
async function bookWeeks(env: Env, db: Db, now: Instant): Promise<Changed[]> {
  const changed: Changed[] = []
  for (const week of await dueWeeks(db, now, AT_ONCE)) {
    const why = await bookWeek(env, db, week, now)
    if (why !== null) changed.push(week)
    if (why === null || why === 'booked') continue
    await batchAll(db, [giveUpWeek(db, week, why), ...touchTutors(db, [week.tutorId])])
    await offerFreedTimes(env, db, week.tutorId, now)
  }
  return changed
}

const student = alias(users, 'student')
const tutor = alias(users, 'tutor')

const contactOf = (who: typeof student | typeof tutor, prefix: string) => ({
  id: sql<number>`${who.id}`.as(`${prefix}_id`),
  email: sql<string>`${who.email}`.as(`${prefix}_email`),
  verifiedEmail: sql<boolean>`${who.verifiedEmail}`.mapWith(Boolean).as(`${prefix}_verified`),
  phone: sql<string | null>`${who.phone}`.as(`${prefix}_phone`),
  notificationMethod: sql<Told['notificationMethod']>`${who.notificationMethod}`.as(`${prefix}_method`),
})

/** Tells once of each week that is off: where the tutor has no time, when the week is near (docs/rules/lessons.md 15.5, 15.8). */
async function tellOfWeeks(env: Env, db: Db, now: Instant): Promise<number> {
  const off = await db
    .select({ week: standingWeeks, student: contactOf(student, 'student'), tutor: contactOf(tutor, 'tutor') })
    .from(standingWeeks)
    .innerJoin(student, eq(student.id, standingWeeks.studentId))
    .innerJoin(tutor, eq(tutor.id, standingWeeks.tutorId))
    .where(
      and(
        eq(standingWeeks.state, 'off'),
        eq(standingWeeks.isTold, false),
        gt(standingWeeks.start, now - hours(24)),
        sql`${standingWeeks.why} <> 'ended'`,
        or(
          notInArray(standingWeeks.why, ['no-slot', 'taken', 'no-hour']),
          lte(standingWeeks.start, plusDays(now, TOLD_DAYS)),
        ),
      ),
    )
    .limit(AT_ONCE)
  for (const { week, ...people } of off) {
    const { standingTimeId, day, start, why } = week
    if (why === null) continue
    await batchAll(db, [
      db
        .update(standingWeeks)
        .set({ isTold: true })
        .where(
          and(
            eq(standingWeeks.standingTimeId, standingTimeId),
            eq(standingWeeks.day, day),
            inArray(standingWeeks.why, [why]),
          ),
        ),
      ...TOLD_OF[why].flatMap((who) =>
        standingNotices(
          env,
          db,
          people[who],
          {
            template: 'standing_week_off',
            time: formatMessageTime(start),
            key: `week:${standingTimeId}:${day}:${why}`,
            path: STANDING_PATH,
          },
          now,
        ),
      ),
    ])
  }
  return off.length
}

/**
 * Keeps the standing times: reserves four weeks ahead, makes the lessons, gives up what cannot be booked, and ends what nobody goes
 * on with (docs/rules/lessons.md 15.4 to 15.10). Each step is decided again by its own statement, so the job may run late or twice.
 */
export async function keepStandingTimes(env: Env, db: Db, now: Instant): Promise<{ changed: number; told: number }> {
  const changed = [
    ...(await lapseRequests(env, db, now)),
    ...(await endLeftOnes(env, db, now)),
    ...(await reserveComing(db, now)),
    ...(await followSlots(db, now)),
    ...(await bookWeeks(env, db, now)),
  ]
  const told = await tellOfWeeks(env, db, now)
  if (changed.length === 0 && told === 0) return { changed: 0, told }
  const people = new Set(changed.flatMap(({ studentId, tutorId }) => [studentId, tutorId]))
  await notifyUsers(env, [...people], { event: 'StandingTimesUpdated' })
  for (const tutorId of new Set(changed.map((one) => one.tutorId))) await notifyTutorUpdated(env, db, tutorId, now)
  await triggerDelivery(env)
  return { changed: changed.length, told }
}
