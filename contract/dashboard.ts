import * as z from 'zod/mini'
import { paymentTroubles } from '#domain/payments/stuck'
import { Role } from '#domain/roles'
import { queueKinds } from '#domain/staff/dashboard-queue'
import { planFigureSources } from '#domain/staff/plan-figures'
import { defineCall } from './call.ts'
import * as calls from './calls/dashboard.ts'
import { fileUrl, id, instant, oneOf } from './fields.ts'

const queuePerson = z.object({ id, name: z.nullable(z.string()), image: fileUrl, role: oneOf(Role) })

export const queueItem = z.object({
  /** The id of the waiting row: the withdrawal, video, interview, order, report, message or tutor. */
  id,
  /** Since when it has been waiting; for a meeting its start. */
  since: instant,
  /** The person concerned. */
  person: z.nullable(queuePerson),
  /** The person who has to decide. */
  owner: z.nullable(queuePerson),
  /** The title of a report; the name and title of a contact request; the template of a message. */
  title: z.nullable(z.string()),
  /** Piastres. */
  amount: z.nullable(z.int()),
  trouble: z.nullable(z.literal(paymentTroubles)),
})
export type QueueItem = z.input<typeof queueItem>

export const queueEntry = z.object({
  kind: z.literal(queueKinds),
  /** At most 100; `isMore`: there are more. */
  count: z.int(),
  isMore: z.boolean(),
  oldest: z.nullable(instant),
  /** The five oldest. */
  items: z.array(queueItem),
  /** How many have waited too long (docs/rules/staff.md 14.1); at most 100. */
  late: z.int(),
  /** Those that are the caller's: how many, how many of these have waited too long, both at most 100, and the five oldest. */
  mine: z.object({ count: z.int(), late: z.int(), items: z.array(queueItem) }),
})
export type QueueEntry = z.input<typeof queueEntry>

export const staffQueue = defineCall(calls.staffQueue, {
  may: 'dashboard.queue',
  summary:
    'What waits for a decision, by kind: how many, since when, and the first five; managers and studios their own',
  answer: z.object({ kinds: z.array(queueEntry) }),
  errors: [],
})

/** Counts, minutes and piastres (docs/rules/staff.md 2.3). */
const figures = z.object({
  lessonsHeld: z.int(),
  canceledByStudent: z.int(),
  canceledByTutor: z.int(),
  canceledByStaff: z.int(),
  minutesSold: z.int(),
  minutesUsed: z.int(),
  revenue: z.int(),
  refunded: z.int(),
  newStudents: z.int(),
  firstPlans: z.int(),
  returningStudents: z.int(),
  minutesOffered: z.int(),
  minutesBooked: z.int(),
  trialsStarted: z.int(),
  trialsConverted: z.int(),
  plansEnded: z.int(),
  renewedEarly: z.int(),
  renewedByCard: z.int(),
  renewedLater: z.int(),
  planUpgrades: z.int(),
  planDowngrades: z.int(),
  topUps: z.int(),
  pausesBegun: z.int(),
  referralsGiven: z.int(),
})

const figuresOfRange = z.object({
  from: z.string(),
  to: z.string(),
  days: z.array(z.extend(figures, { day: z.string() })),
  /** The sums of the days. */
  total: figures,
})
export type FiguresOfRange = z.input<typeof figuresOfRange>

/** At this moment: plans that are paused, and students with a standing time that runs (docs/rules/staff.md 2.8). */
const dashboardNow = z.object({ paused: z.int(), standing: z.int() })
export type DashboardNow = z.input<typeof dashboardNow>

export const dashboardFigures = defineCall(calls.dashboardFigures, {
  may: 'dashboard.figures',
  summary: 'How the marketplace does, by day in Cairo and in total, beside as many days before; money from the ledger',
  /** Days, YYYY-MM-DD, both inclusive; at most 366. */
  query: z.object({ from: z.string(), to: z.string() }),
  answer: z.object({
    range: figuresOfRange,
    before: figuresOfRange,
    now: dashboardNow,
  }),
  errors: [],
})

const figuresOfPlan = z.object({
  /** Null for the free trial. */
  planId: z.nullable(id),
  weeklyMinutes: z.nullable(z.int()),
  source: z.literal(planFigureSources),
  /** Subscriptions that began. */
  sold: z.int(),
  /** Piastres. */
  revenue: z.int(),
  refunded: z.int(),
  minutesUsed: z.int(),
})
export type FiguresOfPlan = z.input<typeof figuresOfPlan>

export const planFigures = defineCall(calls.planFigures, {
  may: 'dashboard.planFigures',
  summary:
    'What each plan sold, brought in, gave back and was used for over days in Cairo, by how its orders came about',
  /** Days, YYYY-MM-DD, both inclusive; at most 366. */
  query: z.object({ from: z.string(), to: z.string() }),
  answer: z.object({ plans: z.array(figuresOfPlan) }),
  errors: [],
})

/** A calendar month in Cairo, `YYYY-MM`. */
const month = z.string()

/** The people who first paid in a month, and how many of them had a plan at the end of it and of each later one (docs/rules/staff.md 2.6). */
export const cohort = z.object({
  month,
  size: z.int(),
  months: z.array(z.object({ month, kept: z.int() })),
})
export type Cohort = z.input<typeof cohort>

export const cohorts = defineCall(calls.cohorts, {
  may: 'dashboard.cohorts',
  summary:
    'By month of first payment: how many people kept a plan in each later month; the last twelve months that are over',
  answer: z.object({ cohorts: z.array(cohort) }),
  errors: [],
})
