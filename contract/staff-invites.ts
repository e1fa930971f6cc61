import * as z from 'zod/mini'
import { Role } from '#domain/roles'
import { invitationStates } from '#domain/staff/invitation'
import { normalName } from '#domain/users/name'
import { defineCall } from './call.ts'
import * as calls from './calls/staff-invites.ts'
import { email, id, idParams, instant, listOf, oneOf, paging, password, queryText, sorting, times } from './fields.ts'
import { person, user } from './users.ts'

/** An invitation of somebody to an account of staff; its link is mailed and never answered. */
export const staffInvite = z.object({
  id,
  email: z.string(),
  role: oneOf(Role),
  state: z.enum(invitationStates),
  expiresAt: instant,
  acceptedAt: z.nullable(instant),
  /** The account that was opened by it. */
  acceptedBy: z.nullable(id),
  revokedAt: z.nullable(instant),
  createdBy: id,
  ...times,
})
export type StaffInvite = z.input<typeof staffInvite>

/** An invitation with who made it. */
export const listedStaffInvite = z.object({ ...staffInvite.shape, creator: person })
export type ListedStaffInvite = z.input<typeof listedStaffInvite>

/** The secret of the mailed link. */
const token = z.string().check(z.minLength(1), z.maxLength(100))

export const createStaffInvite = defineCall(calls.createStaffInvite, {
  may: 'staffInvite.create',
  summary: 'Mail somebody an invitation to an account of staff; one that waits for the same address is replaced',
  body: z.object({ email, role: oneOf(Role) }),
  answer: staffInvite,
  errors: ['forbidden', 'invalid-email', 'invalid-email-address', 'user-exists', 'too-many-requests'],
  creates: true,
})

export const listStaffInvites = defineCall(calls.listStaffInvites, {
  may: 'staffInvite.list',
  summary: 'Invitations to accounts of staff, newest first',
  query: z.object({
    email: z.optional(queryText),
    state: z.optional(z.enum(invitationStates)),
    ...paging,
    ...sorting('createdAt', 'expiresAt', 'email'),
  }),
  answer: listOf(listedStaffInvite),
  errors: [],
})

export const revokeStaffInvite = defineCall(calls.revokeStaffInvite, {
  may: 'staffInvite.revoke',
  summary: 'Revoke an invitation that waits: its link works no more',
  params: idParams,
  answer: staffInvite,
  errors: ['forbidden', 'invite-not-found', 'illegal'],
})

export const readStaffInvite = defineCall(calls.readStaffInvite, {
  may: 'staffInvite.read',
  summary: 'The address and the role of an invitation, by the secret of its link',
  body: z.object({ token }),
  answer: z.object({ email: z.string(), role: oneOf(Role), expiresAt: instant }),
  errors: ['invalid-verification-code', 'expired-verification-code'],
})

export const acceptStaffInvite = defineCall(calls.acceptStaffInvite, {
  may: 'staffInvite.accept',
  summary: 'Join by an invitation: opens the account with one’s own name and password, and signs it in',
  body: z.object({ token, name: z.string().check(z.overwrite(normalName)), password }),
  answer: z.object({ user, token: z.string() }),
  errors: [
    'invalid-verification-code',
    'expired-verification-code',
    'too-many-requests',
    'user-exists',
    'api-invalid-user-name',
    'invalid-user-name',
    'invalid-tutor-name',
    'short-user-name',
    'long-user-name',
    'short-password',
    'long-password',
    'invalid-password',
  ],
  creates: true,
})
