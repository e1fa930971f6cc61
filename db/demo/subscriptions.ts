import { hours, type Instant, minutes, plusDays } from '#domain/cairo'
import { PaymentMethod } from '#domain/payments/methods'
import { TransactionStatus } from '#domain/payments/transaction'
import { FREE_TRIAL_MINUTES, minutesWeekOf } from '#domain/subscriptions/minutes'
import { type PaidPeriod, PlanPeriod, priceOfPeriod, subscriptionEnd } from '#domain/subscriptions/periods'
import { PLANS } from './plans.ts'
import { type Random, seeded } from './random.ts'
import { MONTH_AND_PAUSE, type PaidMembership, type Student } from './students.ts'

export type Payment = {
  id: number
  userId: number
  planId: number
  planPeriod: PaidPeriod
  /** Piastres. */
  amount: number
  method: PaymentMethod
  status: TransactionStatus
  at: Instant
}

export type Subscription = {
  id: number
  userId: number
  payment: Payment | null
  period: PlanPeriod
  weeklyMinutes: number
  start: Instant
  end: Instant
  /** A free trial ends when a plan begins. */
  terminatedAt: Instant | null
}

/** Minutes granted for one week, or for the whole trial, and how eagerly they are spent. */
export type Allowance = {
  studentId: number
  subscriptionId: number
  /** What the ledger knows the week by. */
  week: Instant
  start: Instant
  end: Instant
  minutes: number
  /** How many past lessons to look for. */
  wanted: number
  /** Whether a lesson still to come is looked for. */
  looksAhead: boolean
}

export type Paying = { payments: Payment[]; subscriptions: Subscription[]; allowances: Allowance[] }

const METHODS = [
  PaymentMethod.Card,
  PaymentMethod.Card,
  PaymentMethod.EWallet,
  PaymentMethod.EWallet,
  PaymentMethod.Fawry,
]

type Desk = { random: Random; now: Instant; made: Paying }

function subscribe(desk: Desk, details: Omit<Subscription, 'id' | 'terminatedAt'>): Subscription {
  const subscription = { ...details, id: desk.made.subscriptions.length + 1, terminatedAt: null }
  desk.made.subscriptions.push(subscription)
  return subscription
}

function tryOut({ random, now, made }: Desk, student: Student, trial: Subscription): void {
  const onTrial = trial.terminatedAt === null
  made.allowances.push({
    studentId: student.id,
    subscriptionId: trial.id,
    week: trial.start,
    start: trial.start,
    end: trial.terminatedAt ?? now + hours(4 * 24),
    minutes: FREE_TRIAL_MINUTES,
    wanted: random.int(onTrial ? 1 : 0, 2),
    looksAhead: onTrial && random.chance(0.5),
  })
}

function startTrial(desk: Desk, student: Student): Subscription {
  const start = student.joinedAt
  const end = subscriptionEnd(start, PlanPeriod.FreeTrial)
  const details = { userId: student.id, payment: null, period: PlanPeriod.FreeTrial, weeklyMinutes: FREE_TRIAL_MINUTES }
  return subscribe(desk, { ...details, start, end })
}

type Plan = (typeof PLANS)[number]
const { Paid, Failed, Expired, Canceled } = TransactionStatus

/** A payment that came through, now and then after one that did not. */
function pay({ random, made }: Desk, student: Student, plan: Plan, period: PaidPeriod, at: Instant): Payment {
  const order = { userId: student.id, planId: plan.id, planPeriod: period, amount: priceOfPeriod(plan, period) }
  const attempt = (status: TransactionStatus, when: Instant): Payment => {
    const payment = { ...order, id: made.payments.length + 1, method: random.pick(METHODS), status, at: when }
    made.payments.push(payment)
    return payment
  }
  if (random.chance(0.2)) attempt(random.pick([Failed, Failed, Expired, Canceled]), at - minutes(random.int(8, 50)))
  return attempt(Paid, at)
}

/** One allowance for every week that has begun; the newest is the one in which a lesson may still be to come. */
function spendWeeks(
  { random, now, made }: Desk,
  student: Student,
  subscription: Subscription,
  knownStudent: boolean,
): void {
  for (let at = subscription.start; at <= now && at < subscription.end; ) {
    const week = minutesWeekOf(subscription, at)
    const current = now < week.end
    const most = Math.min(8, subscription.weeklyMinutes / 22)
    const wanted = Math.round(most * (0.5 + random.next() * 0.5))
    made.allowances.push({
      studentId: student.id,
      subscriptionId: subscription.id,
      week: week.start,
      start: Math.max(week.start, subscription.start),
      end: week.end,
      minutes: subscription.weeklyMinutes,
      wanted: !current ? wanted : knownStudent ? 0 : Math.ceil(wanted / 2),
      looksAhead: current && !knownStudent && random.chance(0.55),
    })
    at = week.end
  }
}

/** Buys the plan, and the single months before it; answers when the first of them began. */
function takePlan(desk: Desk, student: Student, membership: PaidMembership, knownStudent: boolean): Instant {
  const { random, now } = desk
  const plan = PLANS.find((one) => one.id === membership.planId) ?? PLANS[0]
  const timeOfDay = knownStudent ? hours(1) : minutes(random.int(5, 900))
  const begin = (daysAgo: number, period: PaidPeriod): Instant => {
    const start = plusDays(now, -daysAgo) - timeOfDay
    const payment = pay(desk, student, plan, period, start)
    const details = { userId: student.id, payment, period, weeklyMinutes: plan.weeklyMinutes, start }
    spendWeeks(desk, student, subscribe(desk, { ...details, end: subscriptionEnd(start, period) }), knownStudent)
    return start
  }
  const starts: Instant[] = []
  for (let months = membership.monthsBefore; months > 0; months -= 1)
    starts.push(begin(membership.startedDaysAgo + months * MONTH_AND_PAUSE, PlanPeriod.Month))
  starts.push(begin(membership.startedDaysAgo, membership.period))
  return Math.min(...starts)
}

/** What the students have bought, after a free trial each. The first of them is the known one, with a whole week untouched. */
export function payingOf(students: readonly Student[], now: Instant): Paying {
  const desk: Desk = { random: seeded('paying'), now, made: { payments: [], subscriptions: [], allowances: [] } }
  for (const [place, student] of students.entries()) {
    const { membership } = student
    if (membership.kind === 'none') continue
    const trial = startTrial(desk, student)
    if ('planId' in membership) trial.terminatedAt = takePlan(desk, student, membership, place === 0)
    tryOut(desk, student, trial)
  }
  return desk.made
}
