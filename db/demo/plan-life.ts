import { hours, type Instant, localTime, minutes, plusDays } from '#domain/cairo'
import { Role } from '#domain/roles'
import { minutesWeekOf } from '#domain/subscriptions/minutes'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { pauses } from '../schema/pauses.ts'
import { referralCodes, referrals } from '../schema/referrals.ts'
import { standingTimes } from '../schema/standing-times.ts'
import { waits } from '../schema/waiting.ts'
import type { Demo } from './demo.ts'
import { type Insertion, insertionsOf } from './insertions.ts'
import { PLANS } from './plans.ts'
import type { Subscription } from './subscriptions.ts'

/** A pause of this many weeks, from the next minutes week on. */
const PAUSE_WEEKS = 1

/**
 * The running plans of students but the known one that allow standing times and pauses, and have two whole weeks and more to come: each is
 * shown with something else.
 */
function runningPlans({ sales, students, now }: Demo): Subscription[] {
  const known = students[0]?.id
  return sales.subscriptions.filter(({ userId, payment, start, end, terminatedAt }) => {
    const plan = PLANS.find(({ id }) => id === payment?.planId)
    return plan?.pausable && userId !== known && terminatedAt === null && start <= now && end > plusDays(now, 15)
  })
}

/** A weekly time of a tutor: that of a slot for lessons in the coming week. */
function weeklyTimeOf({ slots, now }: Demo, tutorId: number) {
  const slot = slots.find(
    ({ userId, start, end }) => userId === tutorId && start > plusDays(now, 2) && end > start + hours(1),
  )
  if (!slot) return null
  const { weekday, hour, minute } = localTime(slot.start)
  return { weekday, minute: Math.floor((hour * 60 + minute) / 15) * 15, duration: 30 as const }
}

/** Standing times: one that a tutor has accepted, whose weeks the job reserves, and one that is asked for. */
function standingRows(demo: Demo, [accepted, asked]: readonly Subscription[]): (typeof standingTimes.$inferInsert)[] {
  const { now, slots } = demo
  const tutors = demo.tutors.filter(({ id, role }) => role === Role.Tutor && slots.some(({ userId }) => userId === id))
  const pairs = [
    { plan: accepted, tutor: tutors.at(-2), state: 'accepted' as const },
    { plan: asked, tutor: tutors.at(-3), state: 'asked' as const },
  ]
  return pairs.flatMap(({ plan, tutor, state }) => {
    const time = tutor && weeklyTimeOf(demo, tutor.id)
    if (!plan || !time) return []
    const at: Instant = now - hours(5)
    return [
      {
        ...time,
        studentId: plan.userId,
        tutorId: tutor.id,
        state,
        askedUntil: at + hours(72),
        acceptedAt: state === 'accepted' ? at + hours(1) : null,
        createdAt: at,
        updatedAt: at,
      },
    ]
  })
}

/** Students who wait for a tutor, one of them for evenings alone. */
function waitRows({ tutors, students, now }: Demo): (typeof waits.$inferInsert)[] {
  const tutor = tutors.filter(({ role }) => role === Role.Tutor).at(-4)
  if (!tutor) return []
  return students.slice(3, 6).map(({ id }, place) => ({
    studentId: id,
    tutorId: tutor.id,
    isEvening: place === 1,
    createdAt: now - hours(30 - place),
  }))
}

/** A student who was brought by another, and has had no lesson that counts. */
function referralRows({ students }: Demo): { codes: Insertion[]; brought: Insertion[] } {
  const friend = students.findLast(({ membership }) => membership.kind === 'none')
  const bringer = students.find(
    ({ id, joinedAt }, place) => place > 0 && friend && id < friend.id && joinedAt < friend.joinedAt,
  )
  if (!friend || !bringer) return { codes: [], brought: [] }
  const at = friend.joinedAt + minutes(10)
  return {
    codes: insertionsOf(referralCodes, [{ userId: bringer.id, code: 'demofriend', createdAt: bringer.joinedAt }]),
    brought: insertionsOf(referrals, [{ friendId: friend.id, bringerId: bringer.id, createdAt: at, updatedAt: at }]),
  }
}

/** The pause that begins with the next minutes week, and the end of its plan, which moves with it. */
function pauseInsertions({ now }: Demo, plan: Subscription | undefined): Insertion[] {
  if (!plan) return []
  const start = minutesWeekOf(plan, now).end
  const moved = [plan.id, plusDays(plan.end, 7 * PAUSE_WEEKS)]
  return [
    ...insertionsOf(pauses, [
      {
        subscriptionId: plan.id,
        start,
        end: plusDays(start, 7 * PAUSE_WEEKS),
        createdBy: plan.userId,
        createdAt: now - minutes(40),
      },
    ]),
    {
      sql: `UPDATE subscriptions SET "end" = json_extract(?1, '$[1]') WHERE id = json_extract(?1, '$[0]')`,
      json: JSON.stringify(moved),
    },
  ]
}

/** The smaller plan that a student has chosen for the next period. */
const choiceInsertion = (plan: Subscription | undefined): Insertion[] =>
  plan
    ? [
        {
          sql: `UPDATE subscriptions SET next_plan_id = ${PLANS[0].id}, next_period = ${PlanPeriod.Month} WHERE id = json_extract(?1, '$')`,
          json: JSON.stringify(plan.id),
        },
      ]
    : []

/** What happens to plans between two payments, one of each (docs/rules/minutes.md 9.8, 10.1, 12.2; docs/rules/lessons.md 14.1, 15.1); after the lessons. */
export function planLifeInsertions(demo: Demo): Insertion[] {
  const [paused, choosing, ...standing] = runningPlans(demo)
  const { codes, brought } = referralRows(demo)
  return [
    ...insertionsOf(standingTimes, standingRows(demo, standing)),
    ...insertionsOf(waits, waitRows(demo)),
    ...codes,
    ...brought,
    ...pauseInsertions(demo, paused),
    ...choiceInsertion(choosing),
  ]
}
