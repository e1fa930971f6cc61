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
  /** A free trial is terminated when a plan begins. */
  terminatedAt: Instant | null
}

/** The minutes of one week, or of a whole trial, and the lessons to book with them. */
export type Allowance = {
  studentId: number
  subscriptionId: number
  /** The week's key in the minutes ledger. */
  week: Instant
  start: Instant
  end: Instant
  minutes: number
  /** The number of past lessons to try to book. */
  targetLessons: number
  /** Whether to try to book an upcoming lesson. */
  booksUpcoming: boolean
}

export type Sales = { payments: Payment[]; subscriptions: Subscription[]; allowances: Allowance[] }

const METHODS = [
  PaymentMethod.Card,
  PaymentMethod.Card,
  PaymentMethod.EWallet,
  PaymentMethod.EWallet,
  PaymentMethod.Fawry,
]

type SalesContext = { random: Random; now: Instant; result: Sales }

function addSubscription(context: SalesContext, details: Omit<Subscription, 'id' | 'terminatedAt'>): Subscription {
  const subscription = { ...details, id: context.result.subscriptions.length + 1, terminatedAt: null }
  context.result.subscriptions.push(subscription)
  return subscription
}

function addTrialAllowance({ random, now, result }: SalesContext, student: Student, trial: Subscription): void {
  const onTrial = trial.terminatedAt === null
  result.allowances.push({
    studentId: student.id,
    subscriptionId: trial.id,
    week: trial.start,
    start: trial.start,
    end: trial.terminatedAt ?? now + hours(4 * 24),
    minutes: FREE_TRIAL_MINUTES,
    targetLessons: random.int(onTrial ? 1 : 0, 2),
    booksUpcoming: onTrial && random.chance(0.5),
  })
}

function addTrial(context: SalesContext, student: Student): Subscription {
  const start = student.joinedAt
  const end = subscriptionEnd(start, PlanPeriod.FreeTrial)
  const details = { userId: student.id, payment: null, period: PlanPeriod.FreeTrial, weeklyMinutes: FREE_TRIAL_MINUTES }
  return addSubscription(context, { ...details, start, end })
}

type Plan = (typeof PLANS)[number]
const { Paid, Failed, Expired, Canceled } = TransactionStatus

/** A successful payment, in one of five cases after a failed, expired or cancelled one. */
function addPayment(
  { random, result }: SalesContext,
  student: Student,
  plan: Plan,
  period: PaidPeriod,
  at: Instant,
): Payment {
  const order = { userId: student.id, planId: plan.id, planPeriod: period, amount: priceOfPeriod(plan, period) }
  const attempt = (status: TransactionStatus, when: Instant): Payment => {
    const payment = { ...order, id: result.payments.length + 1, method: random.pick(METHODS), status, at: when }
    result.payments.push(payment)
    return payment
  }
  if (random.chance(0.2)) attempt(random.pick([Failed, Failed, Expired, Canceled]), at - minutes(random.int(8, 50)))
  return attempt(Paid, at)
}

/** One allowance for every week that has begun; only the current one can have an upcoming lesson. */
function addWeeklyAllowances(
  { random, now, result }: SalesContext,
  student: Student,
  subscription: Subscription,
  knownStudent: boolean,
): void {
  for (let at = subscription.start; at <= now && at < subscription.end; ) {
    const week = minutesWeekOf(subscription, at)
    const current = now < week.end
    const maxLessons = Math.min(8, subscription.weeklyMinutes / 22)
    const targetLessons = Math.round(maxLessons * (0.5 + random.next() * 0.5))
    result.allowances.push({
      studentId: student.id,
      subscriptionId: subscription.id,
      week: week.start,
      start: Math.max(week.start, subscription.start),
      end: week.end,
      minutes: subscription.weeklyMinutes,
      targetLessons: !current ? targetLessons : knownStudent ? 0 : Math.ceil(targetLessons / 2),
      booksUpcoming: current && !knownStudent && random.chance(0.55),
    })
    at = week.end
  }
}

/** Buys the plan and the single months before it. Returns the start of the first. */
function buyPlan(context: SalesContext, student: Student, membership: PaidMembership, knownStudent: boolean): Instant {
  const { random, now } = context
  const plan = PLANS.find(({ id }) => id === membership.planId) ?? PLANS[0]
  const timeOfDay = knownStudent ? hours(1) : minutes(random.int(5, 900))
  const buy = (daysAgo: number, period: PaidPeriod): Instant => {
    const start = plusDays(now, -daysAgo) - timeOfDay
    const payment = addPayment(context, student, plan, period, start)
    const details = { userId: student.id, payment, period, weeklyMinutes: plan.weeklyMinutes, start }
    addWeeklyAllowances(
      context,
      student,
      addSubscription(context, { ...details, end: subscriptionEnd(start, period) }),
      knownStudent,
    )
    return start
  }
  const starts: Instant[] = []
  for (let months = membership.monthsBefore; months > 0; months -= 1)
    starts.push(buy(membership.startedDaysAgo + months * MONTH_AND_PAUSE, PlanPeriod.Month))
  starts.push(buy(membership.startedDaysAgo, membership.period))
  return Math.min(...starts)
}

/** The students' subscriptions: a free trial each, then plans. The first student is the known one, whose week stays unused. */
export function salesOf(students: readonly Student[], now: Instant): Sales {
  const context: SalesContext = {
    random: seeded('paying'),
    now,
    result: { payments: [], subscriptions: [], allowances: [] },
  }
  for (const [place, student] of students.entries()) {
    const { membership } = student
    if (membership.kind === 'none') continue
    const trial = addTrial(context, student)
    if ('planId' in membership) trial.terminatedAt = buyPlan(context, student, membership, place === 0)
    addTrialAllowance(context, student, trial)
  }
  return context.result
}
