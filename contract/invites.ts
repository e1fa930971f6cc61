import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import * as calls from './calls/invites.ts'
import {
  dateFilter,
  email,
  id,
  idParams,
  instant,
  listOf,
  nothing,
  paging,
  queryBoolean,
  queryIds,
  queryText,
  sorting,
  times,
} from './fields.ts'

/** An e-mail address whose student gets a plan invite once it is verified. */
export const invite = z.object({
  id,
  email: z.string(),
  planId: id,
  acceptedAt: z.nullable(instant),
  expiresAt: instant,
  createdBy: id,
  updatedBy: id,
  ...times,
})
export type Invite = z.input<typeof invite>

const author = z.object({ id, email: z.string(), name: z.nullable(z.string()) })
export const expandedInvite = z.object({ ...invite.shape, createdBy: author, updatedBy: author })
export type ExpandedInvite = z.input<typeof expandedInvite>

const draft = z.object({ email, planId: id, expiresAt: instant })

export const createInvite = defineCall(calls.createInvite, {
  may: 'invite.create',
  summary: 'Invite an email address that no account has verified yet',
  body: draft,
  answer: invite,
  errors: ['invalid-email', 'plan-not-found', 'user-exists', 'illegal', 'date-too-far'],
  creates: true,
})

export const editInvite = defineCall(calls.editInvite, {
  may: 'invite.edit',
  summary: 'Change an invite that was not accepted yet',
  params: idParams,
  body: z.partial(draft),
  answer: invite,
  errors: [
    'invite-not-found',
    'empty-request',
    'invalid-email',
    'plan-not-found',
    'user-exists',
    'illegal',
    'date-too-far',
  ],
  versioned: true,
})

export const deleteInvite = defineCall(calls.deleteInvite, {
  may: 'invite.delete',
  summary: 'Delete an invite',
  params: idParams,
  answer: nothing,
  errors: ['invite-not-found'],
  versioned: true,
})

export const getInvite = defineCall(calls.getInvite, {
  may: 'invite.read',
  summary: 'An invite with the admins who created and changed it',
  params: idParams,
  answer: expandedInvite,
  errors: ['invite-not-found'],
})

export const listInvites = defineCall(calls.listInvites, {
  may: 'invite.list',
  summary: 'Invites, newest first',
  query: z.object({
    email: z.optional(queryText),
    planIds: queryIds,
    accepted: z.optional(queryBoolean),
    expiresAt: z.optional(dateFilter),
    ...paging,
    ...sorting('createdAt', 'expiresAt', 'email'),
  }),
  answer: listOf(invite),
  errors: [],
})
