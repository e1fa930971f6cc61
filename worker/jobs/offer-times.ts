import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { instant } from '#contract/fields'
import { batchAll, type RowsOf } from '#db/batch'
import type { Db } from '#db/client'
import { availabilitySlots } from '#db/schema/availability'
import { busyQuarters, lessons, upcomingLessons } from '#db/schema/lessons'
import { profileColumns, tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import { freedTimes, timeOffers, waits } from '#db/schema/waiting'
import { SlotPurpose } from '#domain/availability/purposes'
import { contains, type Instant, quarterOf } from '#domain/cairo'
import { whyNotBookable, whyNotEarlyEnough } from '#domain/lessons/booking'
import { rangeOf } from '#domain/lessons/durations'
import { heldByOthers } from '#domain/lessons/holds'
import { isQuietTime, OFFER_MS, type Offered, offersOf, stillFree, type Waiting } from '#domain/lessons/waiting'
import { isOnboarded } from '#domain/tutors/onboarded'
import { notifyUsers } from '../../party/stubs.ts'
import { busyRangesOf } from '../availability/store.ts'
import { type Env, webOrigins } from '../env.ts'
import { violationIn } from '../http/constraints.ts'
import { encoder } from '../http/encode.ts'
import { log } from '../http/logs.ts'
import { holdStatement, holdsOf } from '../lessons/hold-store.ts'
import { notifyTimesChanged } from '../live/tutors.ts'
import { messageStatement, pushStatement, triggerDelivery, whatsAppStatements } from '../messages/outbox.ts'
import { formatMessageTime } from '../messages/times.ts'
import { balanceOf, balanceStatements } from '../subscriptions/store.ts'

/** Students of one list who are considered at once, and tutors of one run; the rest is due in the next one. */
const STUDENTS_AT_ONCE = 20
const TUTORS_AT_ONCE = 20

/** The tutor, their slots, busy times and holds, and the students who wait with their offers. */
const listStatements = (db: Db, tutorId: number, now: Instant) =>
  [
    db
      .select({ user: users, profile: profileColumns })
      .from(users)
      .innerJoin(tutors, eq(tutors.id, users.id))
      .where(eq(users.id, tutorId)),
    db
      .select()
      .from(availabilitySlots)
      .where(
        and(
          eq(availabilitySlots.userId, tutorId),
          gt(availabilitySlots.end, now),
          eq(availabilitySlots.deleted, false),
          inArray(availabilitySlots.purpose, [SlotPurpose.General, SlotPurpose.Lesson]),
        ),
      )
      .orderBy(availabilitySlots.start),
    busyStatement(db, tutorId, now),
    holdsOf(db, tutorId, now),
    db
      .select({ studentId: waits.studentId, isEvening: waits.isEvening })
      .from(waits)
      .where(eq(waits.tutorId, tutorId))
      .orderBy(asc(waits.createdAt), asc(waits.studentId))
      .limit(STUDENTS_AT_ONCE),
    db
      .select({
        studentId: timeOffers.studentId,
        tutorId: timeOffers.tutorId,
        start: timeOffers.start,
        end: timeOffers.end,
        madeAt: timeOffers.createdAt,
        outcome: timeOffers.outcome,
      })
      .from(waits)
      .innerJoin(timeOffers, eq(timeOffers.studentId, waits.studentId))
      .where(and(eq(waits.tutorId, tutorId), or(eq(timeOffers.tutorId, tutorId), isNull(timeOffers.outcome)))),
  ] as const

const busyStatement = (db: Db, userId: number, now: Instant) =>
  db
    .select({ userId: busyQuarters.userId, quarter: busyQuarters.quarter })
    .from(busyQuarters)
    .where(and(eq(busyQuarters.userId, userId), gt(busyQuarters.quarter, quarterOf(now) - 1)))

/** What decides which times one student can book. */
const studentStatements = (db: Db, studentId: number, now: Instant) =>
  [
    ...balanceStatements(db, studentId, now),
    db.select().from(users).where(eq(users.id, studentId)),
    busyStatement(db, studentId, now),
    db
      .select({ start: lessons.start, duration: lessons.duration, canceledAt: lessons.canceledAt })
      .from(upcomingLessons)
      .innerJoin(lessons, eq(lessons.id, upcomingLessons.lessonId))
      .where(eq(upcomingLessons.studentId, studentId)),
  ] as const

type ListRows = RowsOf<ReturnType<typeof listStatements>>
type StudentRows = RowsOf<ReturnType<typeof studentStatements>>
type Student = typeof users.$inferSelect

/** A student of the list: which times they can book during the whole offer, by the rule of bookings. */
function waitingOf(
  { studentId, isEvening }: ListRows[4][number],
  [[found], slots, busy, holds, , offers]: ListRows,
  [subscriptions, sums, [student], studentBusy, upcoming]: StudentRows,
  now: Instant,
): Waiting {
  const balance = balanceOf([subscriptions, sums], now)
  const tutor = found && {
    id: found.user.id,
    role: found.user.role,
    isOnboarded: isOnboarded({ ...found.profile, ...found.user }),
    notice: found.profile.notice,
  }
  return {
    studentId,
    isEvening,
    offers: offers
      .filter((offer) => offer.studentId === studentId)
      .map(({ start, end, madeAt, outcome }) => ({
        start,
        end,
        madeAt,
        isRunning: outcome === null,
        isLeft: outcome === 'left',
      })),
    whyNot: (time) =>
      student && tutor
        ? (whyNotEarlyEnough(time.start, now + OFFER_MS, tutor.notice) ??
          whyNotBookable({
            ...time,
            student,
            tutor,
            slot: slots.find((slot) => contains(slot, rangeOf(time))) ?? null,
            tutorBusy: busyRangesOf(busy, tutor.id),
            studentBusy: busyRangesOf(studentBusy, studentId),
            heldByOthers: heldByOthers(holds, student, now),
            upcomingLessons: upcoming,
            subscription: balance?.subscription ?? null,
            waiting: balance?.waiting ?? null,
            weeks: balance?.weeks ?? [],
            now,
          }))
        : 'tutor-not-found',
  }
}

const textOf = encoder(instant)

/** Holds the time for the student, keeps the offer, and tells the student once, by notification and by message. */
function offerStatements(
  env: Env,
  db: Db,
  { studentId, ...time }: Offered,
  tutorId: number,
  to: Student,
  now: Instant,
) {
  const range = rangeOf(time)
  const until = now + OFFER_MS
  const path = `/t/${tutorId}?book=true&at=${encodeURIComponent(textOf(range.start))}`
  const params = { date: formatMessageTime(range.start), url: `${webOrigins(env)[0]}${path}` }
  const key = `offer:${studentId}:${tutorId}:${range.start}`
  const byWhatsApp = whatsAppStatements(db, to, { template: 'time_offered', params }, now, key)
  const mail = { channel: 'email', to: to.email, template: 'time_offered', params } as const
  const notification = {
    userId: studentId,
    template: 'time_offered' as const,
    params: { path, topic: `offer-${tutorId}`, date: params.date, until: String(until) },
    dedupeKey: key,
  }
  return [
    holdStatement(db, { studentId, kind: 'offer', tutorId, ...range, heldAt: now, until }),
    db.insert(timeOffers).values({ studentId, tutorId, ...range, until, createdAt: now }),
    pushStatement(db, [notification], now),
    ...(byWhatsApp.length > 0 ? byWhatsApp : [messageStatement(db, mail, now, key)]),
  ] as const
}

/** Whether it was made: not where the time has been taken, or the student has got another offer, meanwhile. */
async function makeOffer(
  env: Env,
  db: Db,
  offer: Offered,
  tutorId: number,
  to: Student,
  now: Instant,
): Promise<boolean> {
  try {
    await batchAll(db, offerStatements(env, db, offer, tutorId, to, now))
    return true
  } catch (error) {
    if (!violationIn(error)) throw error
    return false
  }
}

/** After the end of an offer, so that it is noticed then. */
const WAKE_SECONDS = OFFER_MS / 1000 + 2

/**
 * Offers what was freed or opened of a tutor's time to the students who wait, one after the other (docs/rules/lessons.md 14.2 to
 * 14.5). What suits nobody is free for all. In quiet hours it waits for their end.
 */
export async function offerFreedTimes(env: Env, db: Db, tutorId: number, now: Instant): Promise<void> {
  const freed = await db.select().from(freedTimes).where(eq(freedTimes.tutorId, tutorId))
  if (freed.length === 0 || isQuietTime(now)) return
  const read = await db.batch(listStatements(db, tutorId, now))
  const [, slots, busy, holds, listed] = read
  const free = stillFree(freed, slots, [...busyRangesOf(busy, tutorId), ...holds]).filter(({ end }) => end > now)
  const rows =
    free.length === 0
      ? []
      : await Promise.all(listed.map(({ studentId }) => db.batch(studentStatements(db, studentId, now))))
  const waiting = rows.flatMap((ofStudent, index) => {
    const one = listed[index]
    return one ? [waitingOf(one, read, ofStudent, now)] : []
  })
  const offers = offersOf(waiting, free, now)
  const made: Offered[] = []
  for (const offer of offers) {
    const to = rows.flatMap(([, , found]) => found).find(({ id }) => id === offer.studentId)
    if (to && (await makeOffer(env, db, offer, tutorId, to, now))) made.push(offer)
  }
  await db
    .delete(freedTimes)
    .where(
      and(
        eq(freedTimes.tutorId, tutorId),
        sql`(${freedTimes.start}, ${freedTimes.end}) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(freed.map(({ start, end }) => [start, end]))}))`,
      ),
    )
  if (made.length === 0) return
  await Promise.all([
    notifyTimesChanged(env, tutorId),
    notifyUsers(
      env,
      made.map(({ studentId }) => studentId),
      { event: 'WaitingListUpdated' },
    ),
    triggerDelivery(env),
    env.MESSAGES.send({ wake: 'offers' }, { delaySeconds: WAKE_SECONDS }).catch((error) =>
      log(env, 'warn', 'offers-not-woken', { error: String(error) }),
    ),
  ])
}

/** Ends the offers that ran out, and offers what is free now to the next ones (docs/rules/lessons.md 14.3, 14.6). */
export async function moveOffersOn(env: Env, db: Db, now: Instant): Promise<void> {
  const lapsed = await db
    .update(timeOffers)
    .set({ outcome: 'lapsed' })
    .where(and(isNull(timeOffers.outcome), lte(timeOffers.until, now)))
    .returning({ studentId: timeOffers.studentId })
  if (lapsed.length > 0)
    await notifyUsers(
      env,
      lapsed.map(({ studentId }) => studentId),
      { event: 'WaitingListUpdated' },
    )
  if (isQuietTime(now)) return
  const due = await db.selectDistinct({ tutorId: freedTimes.tutorId }).from(freedTimes).limit(TUTORS_AT_ONCE)
  for (const { tutorId } of due) await offerFreedTimes(env, db, tutorId, now)
}
