import { sql } from 'drizzle-orm'
import type { holdTime, releaseTime } from '#contract/held-times'
import { batchThenRead, type RowsOf } from '#db/batch'
import { type Instant, quartersOf } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { assertBookable } from '#domain/lessons/booking'
import { type LessonDuration, rangeOf } from '#domain/lessons/durations'
import { HOLD_MS, HOLDS_OF_QUARTER, HOLDS_OF_STUDENT, heldByOthers, isInForce, sameHold } from '#domain/lessons/holds'
import { assertRebookable } from '#domain/lessons/rebooking'
import type { FixedWindow } from '#domain/throttle'
import { type Act, type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { decideAndWriteFrom } from '../http/constraints.ts'
import { countingStatement, isWithinUses, refuseSpent } from '../http/throttle.ts'
import { notifyTimesChanged } from '../live/tutors.ts'
import { balanceOf, balanceStatements } from '../subscriptions/store.ts'
import { holdStatement, releaseStatement } from './hold-store.ts'
import { requestedTimeOf, requestedTimeStatements } from './load-booking.ts'
import { weeksWithReturned } from './rebook.ts'
import { changeStatements, foundForChange, lessonOf } from './store.ts'

type Context = ActContext<typeof holdTime>

/** No lesson has this id. */
const NO_LESSON = 0

/** Reads what a booking or, with `lessonId`, a move to this time would be decided on. */
const decisionStatements = ({ caller, body, now, db }: ReadRequest<typeof holdTime>) =>
  [
    ...balanceStatements(db, caller.id, now),
    ...requestedTimeStatements(db, { ...body, studentId: caller.id, now }),
    ...changeStatements(db, body.lessonId ?? NO_LESSON),
  ] as const

type Read = RowsOf<ReturnType<typeof decisionStatements>>

/** The time that is to be held; `heldUntil` where the student holds just that already. */
type Decision = { tutorId: number; start: Instant; duration: LessonDuration; heldUntil: Instant | null }

/** @throws DomainError any code of `whyNotBookable` or, with `lessonId`, of `whyNotRebookable`. */
function decide(
  { actor, body, now }: Context,
  [subscriptions, sums, tutors, slots, busy, upcoming, held, ...ofLesson]: Read,
): Decision {
  const { start, duration, tutorId, lessonId } = body
  const { holds, ...time } = requestedTimeOf([tutors, slots, busy, upcoming, held], actor.id)
  const balance = balanceOf([subscriptions, sums], now)
  const requested = {
    ...time,
    subscription: balance?.subscription ?? null,
    waiting: balance?.waiting ?? null,
    heldByOthers: heldByOthers(holds, actor, now),
    start,
    duration,
    now,
  }
  if (lessonId === undefined) assertBookable({ ...requested, student: actor, weeks: balance?.weeks ?? [] })
  else {
    const found = foundForChange(ofLesson)
    assertRebookable({
      ...requested,
      actor,
      lesson: found && lessonOf(found),
      notice: found?.tutor.notice ?? 0,
      weeks: found && balance ? weeksWithReturned(found, balance) : [],
    })
    // The busy quarters that were read are those of the tutor who is named.
    if (found?.tutor.id !== tutorId) throw new DomainError('bad-request', 'tutorId: of another lesson')
  }
  const heldUntil = sameHold(holds, actor.id, rangeOf({ start, duration }), now)?.until ?? null
  return { tutorId, start, duration, heldUntil }
}

/** The counters of a student's holds: of all, and of each quarter hour of a tutor. */
const windowsOf = (studentId: number, { tutorId, start, duration }: Decision): (FixedWindow & { key: string })[] => [
  { key: `holds:${studentId}`, ...HOLDS_OF_STUDENT },
  ...quartersOf(start, duration).map((quarter) => ({
    key: `holds:${studentId}:${tutorId}:${quarter}`,
    ...HOLDS_OF_QUARTER,
  })),
]

/** @throws TooManyRequests where one of the counters is spent, until its window ends. */
async function save({ actor, db, now }: Context, decision: Decision): Promise<Instant> {
  const until = now + HOLD_MS
  const windows = windowsOf(actor.id, decision)
  const hold = {
    studentId: actor.id,
    kind: 'confirmation' as const,
    tutorId: decision.tutorId,
    ...rangeOf(decision),
    heldAt: now,
    until,
  }
  const isWithin = sql.join(
    windows.map(({ key, uses }) => isWithinUses(key, uses)),
    sql` AND `,
  )
  const { written } = await batchThenRead(
    db,
    windows.map(({ key, uses, windowMs }) => countingStatement(db, key, { windowMs, cap: uses + 1 }, now)),
    [holdStatement(db, hold, isWithin)],
  )
  for (const [index, window] of windows.entries()) refuseSpent(written[index]?.[0], window, now)
  return until
}

/**
 * Keeps a time for a student who confirms it, in place of the one that was kept before, if they may book it or move their lesson
 * there (docs/rules/lessons.md 13.1 to 13.3, 13.5).
 * @throws DomainError any code of `whyNotBookable` or, with `lessonId`, of `whyNotRebookable`; TooManyRequests.
 */
export const hold = reading(decisionStatements, async (ctx: Context, rows, readAgain) => {
  const { env, after } = ctx
  const { decision, written: until } = await decideAndWriteFrom(
    { first: rows, readAgain },
    (read) => decide(ctx, read),
    async (decided) => decided.heldUntil ?? save(ctx, decided),
    'busy-tutor',
  )
  if (decision.heldUntil === null) after(notifyTimesChanged(env, decision.tutorId))
  return { until }
})

/** Stops keeping a time; also one that is not kept any more. */
export const release: Act<typeof releaseTime> = async ({ actor, query, db, env, now, after }) => {
  const [released] = await releaseStatement(db, { studentId: actor.id, ...query })
  if (released && isInForce(released, now)) after(notifyTimesChanged(env, query.tutorId))
  return undefined
}
