import * as z from 'zod/mini'
import { renewalKinds } from '#domain/staff/dashboard-figures'
import { orderSources } from '#domain/staff/plan-figures'
import { isPaidPeriod, PlanPeriod } from '#domain/subscriptions/periods'
import { defineCall } from './call.ts'
import * as calls from './calls/subscriptions.ts'
import {
  dateFilter,
  id,
  idParams,
  instant,
  listOf,
  numberFilter,
  oneOf,
  paging,
  queryBoolean,
  queryId,
  queryIds,
  queryList,
  queryOneOf,
  sorting,
  times,
} from './fields.ts'
import { person } from './users.ts'

const period = oneOf(PlanPeriod)
/** A period that can be bought. */
export const paidPeriod = z.literal(Object.values(PlanPeriod).filter(isPaidPeriod))

/** A subscription; the free trial has neither a plan nor a payment. */
export const subscription = z.object({
  id,
  userId: id,
  planId: z.nullable(id),
  txId: z.nullable(id),
  period,
  weeklyMinutes: z.int(),
  /** What the whole period cost, in piastres; null for the free trial. */
  periodPrice: z.nullable(z.int()),
  maxUpcomingLessons: z.int(),
  bookingWeeks: z.int(),
  /** Whether minutes left at the end of a week come into the next one, once. */
  carriesOver: z.boolean(),
  /** Whether the student may have standing times. */
  standingTimes: z.boolean(),
  /** Whether its student may pause it. */
  pausable: z.boolean(),
  /** Its latest pause, while it comes, lasts or is over. */
  pausedFrom: z.nullable(instant),
  pausedUntil: z.nullable(instant),
  start: instant,
  end: instant,
  /** The subscription that was paid in this one’s last days and begins at its end. */
  extendedBy: z.nullable(id),
  /** What its student has chosen for the period after it, until that is paid. */
  nextPlanId: z.nullable(id),
  nextPeriod: z.nullable(paidPeriod),
  terminatedAt: z.nullable(instant),
  terminatedBy: z.nullable(id),
  ...times,
})
export type Subscription = z.input<typeof subscription>

export const subscriptionOfUser = defineCall(calls.subscriptionOfUser, {
  may: 'subscription.ofUser',
  viewable: true,
  summary: 'A student’s current subscription, the one that begins later, and the minutes left',
  query: z.object({ userId: queryId }),
  answer: z.object({
    info: z.nullable(subscription),
    /** Paid in the last days of the current one, at whose end it begins. */
    waiting: z.nullable(subscription),
    remainingWeeklyMinutes: z.int(),
    /** Those of them that came from the week before; they are spent first, and end with the week. */
    carriedMinutes: z.int(),
    /** Those of them that were bought in addition this week; they are spent last, and last until the end of the next week. */
    toppedUpMinutes: z.int(),
    /** The weeks that can be booked, the current one first; a coming week counts as granted. */
    weeks: z.array(z.object({ start: instant, end: instant, remainingMinutes: z.int() })),
    /**
     * Whether the free trial was given, or what it requires: a verified e-mail, or, if the mailbox or the phone number has
     * already been used for a trial, a verified phone or Google account that has not.
     */
    trial: z.enum(['given', 'needs-email', 'needs-proof']),
  }),
  errors: [],
})

export const getSubscription = defineCall(calls.getSubscription, {
  may: 'subscription.read',
  viewable: true,
  summary: 'A subscription',
  params: idParams,
  answer: subscription,
  errors: ['subscription-not-found'],
})

export const queryPeriod = queryOneOf(PlanPeriod)

const window = z.optional(z.strictObject({ after: z.optional(instant), before: z.optional(instant) }))

/** A listed subscription, with its student. */
export const listedSubscription = z.extend(subscription, { student: person })
export type ListedSubscription = z.input<typeof listedSubscription>

export const listSubscriptions = defineCall(calls.listSubscriptions, {
  may: 'subscription.list',
  viewable: true,
  summary: 'Subscriptions, newest first; a student’s own only',
  query: z.object({
    ids: queryIds,
    users: queryIds,
    plans: queryIds,
    periods: z.optional(queryList(queryPeriod)),
    weeklyMinutes: z.optional(numberFilter),
    start: window,
    end: window,
    createdAt: z.optional(dateFilter),
    /** Plans that are their student's first, or later ones. */
    first: z.optional(queryBoolean),
    /** Free trials whose student's first plan came within 14 days, or not. */
    converted: z.optional(queryBoolean),
    startAt: z.optional(dateFilter),
    endAt: z.optional(dateFilter),
    /** Plans that have ended, by how they were renewed (docs/rules/staff.md 2.8). */
    renewed: z.optional(queryList(z.literal(renewalKinds))),
    /** When a pause of theirs began. */
    pauseStart: z.optional(dateFilter),
    /** Plans that are paused now, or others. */
    paused: z.optional(queryBoolean),
    /** Plans that follow one with more minutes, or others. */
    smaller: z.optional(queryBoolean),
    /** How their orders came about. */
    sources: z.optional(queryList(z.literal(orderSources))),
    ...sorting('createdAt', 'start', 'end'),
    ...paging,
  }),
  answer: listOf(listedSubscription),
  errors: [],
})

export const subscriptionRefund = defineCall(calls.subscriptionRefund, {
  may: 'subscription.refund',
  summary: 'What cancelling a subscription would refund and end now',
  params: idParams,
  answer: z.object({ refundAmount: z.int(), upcomingLessons: z.int(), transactionId: id }),
  errors: ['subscription-not-found', 'transaction-not-found'],
})

export const chooseNextPlan = defineCall(calls.chooseNextPlan, {
  may: 'subscription.chooseNext',
  summary: 'Choose the plan and period after the running one, or take the choice back; nothing is paid',
  body: z.object({ next: z.nullable(z.object({ planId: id, period: paidPeriod })) }),
  answer: subscription,
  errors: ['subscription-required', 'subscription-exists', 'plan-not-found', 'illegal'],
})

export const cancelSubscription = defineCall(calls.cancelSubscription, {
  may: 'subscription.cancel',
  summary:
    'Cancel a subscription and refund what its lessons did not use; a student’s current one without an id; nothing for one that had ended',
  body: z.object({ id: z.optional(id) }),
  /** Empty for a subscription that had already ended. */
  answer: z.optional(z.object({ refundAmount: z.int() })),
  errors: [
    'subscription-not-found',
    'transaction-not-found',
    'subscription-uncancellable',
    'fawry-error',
    'service-unavailable',
  ],
})
