import { and, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/batch'
import { wasPoorCall } from '#db/call-minutes'
import type { Db } from '#db/client'
import { lessonOutcomes } from '#db/schema/lesson-outcomes'
import { lessonMembers, lessons } from '#db/schema/lessons'
import { users } from '#db/schema/users'
import { calendarWeekOf, type Instant } from '#domain/cairo'
import { rangeOf } from '#domain/lessons/durations'
import { effectsOf, haveMet, isCutShort, LessonOutcome, outcomeOf, wasTutorThere } from '#domain/lessons/outcome'
import {
  type LessonFunding,
  type LessonPay,
  PRICE_PARTS,
  payOf,
  RECORD_DELAY,
  TRIALS_PAID_A_WEEK,
} from '#domain/lessons/pay'
import type { Piastres } from '#domain/money'
import { TransactionStatus } from '#domain/payments/transaction'
import { Role } from '#domain/roles'
import { PresenceEvent } from '#domain/sessions/session-id'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { isLate } from '#domain/tutors/quality'
import type { IdsOfKind } from '#domain/withdrawals/ledger-parts'
import { attendanceOf, recordColumns } from '../lessons/attendance-store.ts'
import { within } from './ledger-within.ts'

/** Limits a settlement to one tutor, to lessons that started after an instant, or to those with these ids. */
export type SettlementScope = { tutorId?: number; since?: Instant; ids?: IdsOfKind }

/** Lessons of one batch. */
export const BATCH = 100

/** A lesson whose pay is posted, in piastres. */
export type EarningLesson = { lessonId: number; tutorId: number; price: Piastres }

const end = sql`${lessons.start} + ${lessons.duration} * 60000`

/** What paid for the minutes of a lesson, given its id as SQL; a lesson without a booking counts as one of a free plan. */
export const fundingOf = (lessonId: SQL) =>
  sql<LessonFunding>`COALESCE((SELECT CASE
      WHEN s.period = ${PlanPeriod.FreeTrial} THEN 'trial'
      WHEN t.amount > 0 AND t.amount * ${PRICE_PARTS} >= t.amount + t.coupon_discount AND t.status IN ${[TransactionStatus.Paid, TransactionStatus.PartialRefunded]} THEN 'paid'
      ELSE 'free' END
    FROM minute_entries b JOIN subscriptions s ON s.id = b.subscription_id LEFT JOIN transactions t ON t.id = s.tx_id
    WHERE b.lesson_id = ${lessonId} AND b.kind = 'booking' ORDER BY b.revision DESC LIMIT 1), 'free')`

const isDisputed = sql<number>`EXISTS (SELECT 1 FROM reports r WHERE r.lesson_id = ${lessons.id})`
const hasOutcome = sql`EXISTS (SELECT 1 FROM lesson_outcomes o WHERE o.lesson_id = ${lessons.id})`

/** The record is complete, or may show already that both members were there. */
const isReady = (now: Instant) => sql`(${end} <= ${now - RECORD_DELAY} OR (SELECT COUNT(DISTINCT v.user_id)
  FROM session_events v WHERE v.session_id = ${lessons.sessionId} AND v.type = ${PresenceEvent.UserJoined}) > 1)`

/** The numbers that the tutor's free trials of the lesson's week and of its neighbours have, as JSON. */
const trialNumbers = sql<string>`(SELECT json_group_array(json_object('week', o.trial_week, 'number', o.trial_number))
  FROM lesson_outcomes o WHERE o.tutor_id = ${lessonMembers.userId} AND o.trial_number IS NOT NULL
    AND o.trial_week > ${lessons.start} - 691200000)`.mapWith((text): { week: Instant; number: number }[] =>
  JSON.parse(text),
)

/**
 * Selects lessons that are over and have no outcome yet, oldest first, with what decides about their pay. The plus sign
 * keeps SQLite from scanning all tutors and all their lessons first.
 */
export const unsettledLessons = (db: Db, now: Instant, { tutorId, since, ids }: SettlementScope) =>
  db
    .select({
      lessonId: lessons.id,
      tutorId: lessonMembers.userId,
      role: users.role,
      start: lessons.start,
      duration: lessons.duration,
      price: lessons.price,
      events: recordColumns('lessons').events,
      funding: fundingOf(sql`${lessons.id}`).as('funding'),
      isDisputed: isDisputed.as('is_disputed'),
      trialNumbers: trialNumbers.as('trial_numbers'),
    })
    .from(lessons)
    .innerJoin(lessonMembers, eq(lessonMembers.lessonId, lessons.id))
    .innerJoin(
      users,
      and(eq(users.id, lessonMembers.userId), sql`+${users.role} IN ${[Role.Tutor, Role.TutorManager]}`),
    )
    .where(
      and(
        isNull(lessons.canceledAt),
        ids === undefined ? lt(lessons.start, now) : within('lessons.id', ids),
        since === undefined ? undefined : gt(lessons.start, since),
        sql`${end} < ${now}`,
        sql`NOT ${hasOutcome}`,
        isReady(now),
        tutorId === undefined ? undefined : eq(lessonMembers.userId, tutorId),
      ),
    )
    .orderBy(lessons.start)
    .limit(BATCH)

type Unsettled = Awaited<ReturnType<typeof unsettledLessons>>[number]

/** A settled lesson, as it is stored. */
type Settled = EarningLesson & {
  /** 0 or 1, as SQLite keeps it. */
  cutShort: number
  /** The same; null where the tutor was not there. */
  late: number | null
  outcome: LessonOutcome
  pay: LessonPay['state'] | 'none'
  reason: LessonPay['reason']
  due: Instant | null
  trialWeek: Instant | null
  trialNumber: number | null
}

const weekOf = ({ start }: Unsettled) => calendarWeekOf(start).start
const weekKey = (lesson: Unsettled) => `${lesson.tutorId} ${weekOf(lesson)}`

/**
 * The outcomes of these lessons and what becomes of their pay (docs/rules/lessons.md 10.6). Lessons whose record is not
 * complete and does not show yet that both were there are left out.
 */
export function settledOf(found: readonly Unsettled[], now: Instant): Settled[] {
  const taken = new Map<string, Set<number>>()
  return found.flatMap((lesson): Settled[] => {
    const { lessonId, tutorId, price, funding } = lesson
    const attendance = attendanceOf(lesson.events, tutorId)
    const outcome = outcomeOf(lesson, attendance, now)
    const cutShort = isCutShort(lesson, attendance) ? 1 : 0
    const late = wasTutorThere(outcome) ? Number(isLate(lesson, attendance.tutor)) : null
    const hasMet = haveMet(lesson, attendance)
    const ended = rangeOf(lesson).end
    const isCertain = outcome === LessonOutcome.Held && (funding === 'paid' || hasMet)
    if (!isCertain && ended > now - RECORD_DELAY) return []
    const settled = { lessonId, tutorId, price, cutShort, late, outcome, trialWeek: null, trialNumber: null }
    if (lesson.role !== Role.Tutor || price === 0) return [{ ...settled, pay: 'none', reason: null, due: null }]
    const known = lesson.trialNumbers.filter(({ week }) => week === weekOf(lesson)).map(({ number }) => number)
    const numbers = taken.get(weekKey(lesson)) ?? new Set(known)
    taken.set(weekKey(lesson), numbers)
    const isKnown = { paidTrials: numbers.size, isDisputed: lesson.isDisputed === 1 }
    const { state, reason, due } = payOf({ outcome, hasMet, funding, end: ended, ...isKnown })
    if (funding !== 'trial' || state !== 'earned') return [{ ...settled, pay: state, reason, due }]
    const free = Array.from({ length: TRIALS_PAID_A_WEEK }, (_, index) => index + 1).find((one) => !numbers.has(one))
    if (free === undefined) throw new Error(`Lesson ${lessonId} is beyond the free trials of its week`)
    numbers.add(free)
    return [{ ...settled, pay: state, reason, due, trialWeek: weekOf(lesson), trialNumber: free }]
  })
}

/**
 * Stores the outcomes of these lessons, except those that were settled, cancelled or changed in price meanwhile, and a free
 * trial whose number another settlement has taken. The values are bound as one JSON text.
 */
export const outcomeStatement = (db: Db, settled: readonly Settled[], now: Instant): Statement =>
  db
    .insert(lessonOutcomes)
    .select(
      sql`SELECT ${lessons.id}, value ->> 'tutorId', ${lessons.start}, value ->> 'cutShort', value ->> 'late', ${wasPoorCall(sql`${lessons.id}`)}, value ->> 'outcome', value ->> 'pay', value ->> 'reason', value ->> 'due',
        value ->> 'trialWeek', value ->> 'trialNumber', CASE value ->> 'pay' WHEN 'earned' THEN ${now} END, ${now}, ${now}
      FROM json_each(${JSON.stringify(settled)}) JOIN ${lessons} ON ${lessons.id} = value ->> 'lessonId'
      WHERE ${lessons.canceledAt} IS NULL AND ${lessons.price} = value ->> 'price' AND NOT ${hasOutcome}`,
    )
    .onConflictDoNothing()

/** The waiting pay that nobody has said a word about until it was due. The literals match the partial index. */
const isReleased = (now: Instant) =>
  sql`${lessonOutcomes.pay} = 'waiting' AND ${lessonOutcomes.due} <= ${now}
    AND NOT EXISTS (SELECT 1 FROM lesson_decisions d WHERE d.lesson_id = ${lessonOutcomes.lessonId})
    AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.lesson_id = ${lessonOutcomes.lessonId})
    AND ${fundingOf(sql`${lessonOutcomes.lessonId}`)} = 'paid'`

/** Selects the lessons whose pay has waited until it was due. */
export const releasedLessons = (db: Db, now: Instant, { tutorId, ids }: SettlementScope) =>
  db
    .select({ lessonId: lessonOutcomes.lessonId, tutorId: lessonOutcomes.tutorId, price: lessons.price })
    .from(lessonOutcomes)
    .innerJoin(lessons, eq(lessons.id, lessonOutcomes.lessonId))
    .where(
      and(
        isReleased(now),
        tutorId === undefined ? undefined : sql`+${lessonOutcomes.tutorId} = ${tutorId}`,
        ids === undefined ? undefined : within('lesson_id', ids),
      ),
    )
    .limit(BATCH)

/** Marks the pay of these lessons as earned, unless something was said of it meanwhile. */
export const releaseStatement = (db: Db, released: readonly EarningLesson[], now: Instant): Statement =>
  db
    .update(lessonOutcomes)
    .set({ pay: 'earned', earnedAt: now, updatedAt: now })
    .where(
      and(
        within(
          'lesson_id',
          released.map(({ lessonId }) => lessonId),
        ),
        isReleased(now),
      ),
    )

/**
 * Stores what a decision makes of the lesson's pay; it must follow the decision in its batch. Pay that was credited stays
 * `earned`: the decision's own entry takes it back (docs/rules/lessons.md 8.3). `price` is 0 for a tutor manager.
 */
export function decidedOutcomeStatement(
  db: Db,
  { lessonId, tutorId, price }: EarningLesson,
  outcome: LessonOutcome,
  now: Instant,
): Statement {
  const { isPaid } = effectsOf(outcome)
  const pay = price === 0 ? 'none' : isPaid ? 'earned' : 'refused'
  const earnedAt = pay === 'earned' ? now : null
  const start = sql`(SELECT l.start FROM ${lessons} l WHERE l.id = ${lessonId})`
  return db
    .insert(lessonOutcomes)
    .values({ lessonId, tutorId, start, outcome, pay, earnedAt, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: lessonOutcomes.lessonId,
      set: {
        outcome,
        pay: sql`CASE ${lessonOutcomes.pay} WHEN 'earned' THEN 'earned' ELSE excluded.pay END`,
        due: null,
        earnedAt: sql`COALESCE(${lessonOutcomes.earnedAt}, excluded.earned_at)`,
        updatedAt: now,
      },
    })
}
