import * as z from 'zod/mini'
import { whyNotPlanDiscount, whyNotPlanPrice, whyNotWeeklyMinutes } from '#domain/plans/plan'
import { whyNotBookingWeeks, whyNotUpcomingLessons } from '#domain/subscriptions/minutes'
import { defineCall } from './call.ts'
import * as calls from './calls/plans.ts'
import {
  dateFilter,
  id,
  idParams,
  listOf,
  nothing,
  numberFilter,
  paging,
  queryBoolean,
  queryId,
  queryIds,
  queryList,
  ruledNumber,
  sorting,
  times,
} from './fields.ts'

/** Price in piastres, discounts in hundredths of a percent. */
export const plan = z.object({
  id,
  weeklyMinutes: z.int(),
  baseMonthlyPrice: z.int(),
  monthDiscount: z.int(),
  quarterDiscount: z.int(),
  yearDiscount: z.int(),
  forInvitesOnly: z.boolean(),
  active: z.boolean(),
  /** How many upcoming lessons its subscriptions allow, and within how many minutes weeks, the current one included. */
  maxUpcomingLessons: z.int(),
  bookingWeeks: z.int(),
  /** Whether minutes left at the end of a week come into the next one, once. */
  carriesOver: z.boolean(),
  /** Whether its students may have standing times. */
  standingTimes: z.boolean(),
  /** Whether its students may pause it. */
  pausable: z.boolean(),
  ...times,
})
export type Plan = z.input<typeof plan>

const discount = ruledNumber(whyNotPlanDiscount)
const draft = z.object({
  weeklyMinutes: ruledNumber(whyNotWeeklyMinutes),
  baseMonthlyPrice: ruledNumber(whyNotPlanPrice),
  monthDiscount: discount,
  quarterDiscount: discount,
  yearDiscount: discount,
  forInvitesOnly: z.boolean(),
  active: z.boolean(),
  /** One lesson within the current week, unless given. */
  maxUpcomingLessons: z.optional(ruledNumber(whyNotUpcomingLessons)),
  bookingWeeks: z.optional(ruledNumber(whyNotBookingWeeks)),
  /** False, unless given. */
  carriesOver: z.optional(z.boolean()),
  standingTimes: z.optional(z.boolean()),
  pausable: z.optional(z.boolean()),
})
const fieldErrors = ['plan-weekly-minutes-out-of-range', 'invalid-plan-price', 'plan-discount-out-of-range'] as const

export const createPlan = defineCall(calls.createPlan, {
  may: 'plan.create',
  summary: 'Create a plan',
  body: draft,
  answer: plan,
  errors: [...fieldErrors],
  creates: true,
})

export const editPlan = defineCall(calls.editPlan, {
  may: 'plan.edit',
  summary: 'Change a plan; existing subscriptions keep their minutes and price',
  params: idParams,
  body: z.partial(draft),
  answer: plan,
  errors: ['plan-not-found', 'empty-request', ...fieldErrors],
  versioned: true,
})

export const deletePlan = defineCall(calls.deletePlan, {
  may: 'plan.delete',
  summary: 'Delete a plan that nothing refers to',
  params: idParams,
  answer: nothing,
  errors: ['plan-not-found', 'illegal'],
  versioned: true,
})

/** The references to a plan. A plan with any of them, or with a payment, cannot be deleted. */
export const planUsage = z.object({
  planId: id,
  /** Subscriptions that have not ended. */
  living: z.int(),
  /** All subscriptions ever. */
  subscriptions: z.int(),
  invites: z.int(),
  coupons: z.int(),
})
export type PlanUsage = z.input<typeof planUsage>

export const listPlanUsage = defineCall(calls.listPlanUsage, {
  may: 'plan.usage',
  summary: 'How many subscriptions, invites and coupons plans have',
  query: z.object({ ids: queryList(queryId) }),
  answer: z.array(planUsage),
  errors: [],
})

export const getPlan = defineCall(calls.getPlan, {
  may: 'plan.read',
  viewable: true,
  summary: 'A plan: active ones, and those for invites only with an invite; staff any',
  params: idParams,
  answer: plan,
  errors: ['plan-not-found'],
})

export const listPlans = defineCall(calls.listPlans, {
  may: 'plan.list',
  viewable: true,
  summary: 'Plans; admins also see those that are inactive or for invites only',
  query: z.object({
    ids: queryIds,
    weeklyMinutes: z.optional(numberFilter),
    baseMonthlyPrice: z.optional(numberFilter),
    monthDiscount: z.optional(numberFilter),
    quarterDiscount: z.optional(numberFilter),
    yearDiscount: z.optional(numberFilter),
    active: z.optional(queryBoolean),
    forInvitesOnly: z.optional(queryBoolean),
    createdAt: z.optional(dateFilter),
    updatedAt: z.optional(dateFilter),
    ...sorting('createdAt', 'weeklyMinutes', 'baseMonthlyPrice'),
    ...paging,
  }),
  answer: listOf(plan),
  errors: [],
  freshness: 'minute',
})
