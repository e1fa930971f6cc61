import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import * as calls from './calls/plan-invites.ts'
import { id, idParams, ids, instant, listOf, nothing, paging, queryIds, sorting, times } from './fields.ts'

/** Lets a student buy an invite-only plan; without `expiresAt` it never expires. */
export const planInvite = z.object({
  id,
  userId: id,
  planId: id,
  createdBy: id,
  ...times,
  expiresAt: z.nullable(instant),
})
export type PlanInvite = z.input<typeof planInvite>

const account = z.object({ id, name: z.nullable(z.string()), email: z.string() })

/** A listed plan invite; only admins see its student and its creator. */
export const listedPlanInvite = z.object({
  ...planInvite.shape,
  invitee: z.nullable(account),
  creator: z.nullable(account),
})
export type ListedPlanInvite = z.input<typeof listedPlanInvite>

/** A calendar day in Cairo, `YYYY-MM-DD`. */
const day = z.iso.date()

export const listPlanInvites = defineCall(calls.listPlanInvites, {
  may: 'planInvite.list',
  viewable: true,
  summary: 'Plan invites, newest first; a student’s own only',
  query: z.object({
    ids: queryIds,
    userIds: queryIds,
    planIds: queryIds,
    createdBy: queryIds,
    expiresAt: z.optional(day),
    ...sorting('createdAt', 'expiresAt'),
    ...paging,
  }),
  answer: listOf(listedPlanInvite),
  errors: [],
})

export const createPlanInvites = defineCall(calls.createPlanInvites, {
  may: 'planInvite.create',
  summary: 'Invite students to a plan; returns the first invite',
  body: z.object({ userIds: ids.check(z.minLength(1)), planId: id, expiresAt: z.optional(z.nullable(day)) }),
  answer: planInvite,
  errors: ['plan-not-found', 'student-not-found', 'illegal', 'date-too-far'],
  creates: true,
})

export const editPlanInvites = defineCall(calls.editPlanInvites, {
  may: 'planInvite.edit',
  summary: 'Change when invites expire; without a day they never do',
  body: z.object({ ids: ids.check(z.minLength(1)), expiresAt: z.optional(z.nullable(day)) }),
  answer: nothing,
  errors: ['invite-not-found', 'date-too-far'],
  versioned: true,
})

export const deletePlanInvite = defineCall(calls.deletePlanInvite, {
  may: 'planInvite.delete',
  summary: 'Delete a plan invite',
  params: idParams,
  answer: nothing,
  errors: ['invite-not-found'],
  versioned: true,
})
