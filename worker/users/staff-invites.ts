import { and, eq, gt, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type {
  acceptStaffInvite,
  createStaffInvite,
  listStaffInvites,
  readStaffInvite,
  revokeStaffInvite,
} from '#contract/staff-invites'
import type { Db } from '#db/client'
import { isOpenInvite, staffInvites } from '#db/schema/staff-invites'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { DomainError, refuse } from '#domain/errors'
import { roles } from '#domain/roles'
import {
  addressInPlace,
  type InvitationState,
  invitationEnd,
  invitationState,
  keepsAddress,
  mayInvite,
} from '#domain/staff/invitation'
import { searchedEmail } from '#domain/users/email'
import { whyNotAccountName } from '#domain/users/name'
import { endAccess } from '../auth/access-store.ts'
import { dashboardOrigin } from '../env.ts'
import { type Act, type ActContext, type ReadRequest, type Recall, reading } from '../http/bind.ts'
import { completionStatements } from '../http/completion.ts'
import { violationIn } from '../http/constraints.ts'
import { randomToken } from '../http/encryption.ts'
import { textFilter } from '../http/filters.ts'
import { livingSessionStatement } from '../http/living-session.ts'
import { orderTerms, pageOf, pageStatements, valuesOnPage } from '../http/pages.ts'
import { sha256 } from '../http/sha256.ts'
import { nextVersion } from '../http/versions.ts'
import { encryptParams } from '../messages/encrypted-params.ts'
import { messageStatement, triggerDelivery } from '../messages/outbox.ts'
import { countMessageTo } from '../messages/recipient-limit.ts'
import { isDeliverable } from '../outside/email/mailbox.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { openSignedIn, peopleById, peopleStatement, personAmong, recallSignedIn, userView } from './store.ts'

/** Invitations of staff (docs/rules/staff.md 12.1). */

type Row = typeof staffInvites.$inferSelect

/** An invitation as staff see it, without the hash of its link. */
function inviteView({ tokenHash: _, revokedBy: __, ...invite }: Row, now: Instant) {
  return { ...invite, state: invitationState(invite, now) }
}

async function findInvite(db: Db, id: number): Promise<Row> {
  const [invite] = await db.select().from(staffInvites).where(eq(staffInvites.id, id))
  if (!invite) throw new DomainError('invite-not-found')
  return invite
}

/** The account that has an address. */
async function holderOf(db: Db, email: string) {
  const { id, role, verifiedEmail } = users
  const [holder] = await db.select({ id, role, verifiedEmail }).from(users).where(eq(users.email, email))
  return holder
}

/** An invitation of the address that the actor may not replace still waits. */
const refuseOther = (error: unknown): never => {
  const violation = violationIn(error)
  throw violation && 'key' in violation && violation.key === 'staff_invites.email'
    ? new DomainError('forbidden', 'email: invited to a role that you may not assign')
    : error
}

/**
 * Mails an invitation to an account of staff, and revokes one that waits for the same address (docs/rules/staff.md 12.1).
 * @throws DomainError `forbidden` for a role that the actor may not assign, also where the address is already invited to
 * such a role, `user-exists` for an address that an account keeps, `invalid-email-address`, TooManyRequests.
 */
export const create: Act<typeof createStaffInvite> = async (ctx) => {
  const { actor, body, db, env, now, after } = ctx
  const { email, role } = body
  if (!mayInvite(role, actor.role)) throw new DomainError('forbidden')
  const holder = await holderOf(db, email)
  if (holder && keepsAddress(holder)) throw new DomainError('user-exists')
  if (!(await isDeliverable(env, email))) throw new DomainError('invalid-email-address')
  await countMessageTo(db, 'email', email, now)
  const token = randomToken()
  const url = `${dashboardOrigin(env)}/join#${token}`
  const params = await encryptParams(env, 'staff_invite', { role: String(role), url })
  const ended = { revokedAt: now, revokedBy: actor.id, updatedAt: nextVersion(staffInvites, now) }
  const invite = { email, role, tokenHash: await sha256(token), expiresAt: invitationEnd(now) }
  const replaceable = roles.filter((one) => mayInvite(one, actor.role))
  const [, , [saved]] = await db
    .batch([
      livingSessionStatement(ctx),
      db
        .update(staffInvites)
        .set(ended)
        .where(and(eq(staffInvites.email, email), isOpenInvite, inArray(staffInvites.role, replaceable))),
      db
        .insert(staffInvites)
        .values({ ...invite, createdBy: actor.id, createdAt: now, updatedAt: now })
        .returning(),
      ...completionStatements(ctx, 'justInserted'),
      ...auditStatements(ctx, {
        act: 'staffInvite.create',
        kind: 'staff-invite',
        id: sql<number>`(SELECT id FROM staff_invites WHERE token_hash = ${invite.tokenHash})`,
        after: { email, role },
      }),
      messageStatement(db, { channel: 'email', to: email, template: 'staff_invite', params }, now),
    ])
    .catch(refuseOther)
  if (!saved) throw new Error('The new invitation was not returned')
  after(triggerDelivery(env))
  return inviteView(saved, now)
}

export const recallCreated: Recall<typeof createStaffInvite> = async ({ db, now }, made) =>
  inviteView(await findInvite(db, Number(made)), now)

/** As `invitationState`, for a filter. */
function stateFilter(state: InvitationState | undefined, now: Instant): SQL | undefined {
  const { acceptedAt, revokedAt, expiresAt } = staffInvites
  if (state === undefined) return undefined
  if (state === 'accepted') return isNotNull(acceptedAt)
  if (state === 'waiting') return and(isOpenInvite, gt(expiresAt, now))
  if (state === 'revoked') return and(isNotNull(revokedAt), gt(expiresAt, revokedAt))
  return and(isNull(acceptedAt), lte(expiresAt, sql`COALESCE(${revokedAt}, ${now})`))
}

const COLUMNS = {
  createdAt: staffInvites.createdAt,
  expiresAt: staffInvites.expiresAt,
  email: staffInvites.email,
} as const

export const list = reading(
  ({ db, query, now }: ReadRequest<typeof listStaffInvites>) => {
    const where = and(
      textFilter([staffInvites.email], query.email && searchedEmail(query.email)),
      stateFilter(query.state, now),
    )
    const page = [staffInvites, where, query, orderTerms(COLUMNS, staffInvites.id, query)] as const
    return [
      ...pageStatements(db, ...page),
      peopleStatement(db, valuesOnPage([staffInvites.createdBy], ...page)),
    ] as const
  },
  async ({ now }, [counted, found, accounts]) => {
    const { rows, ...count } = pageOf([counted, found])
    const people = peopleById(accounts)
    return {
      list: rows.map((row) => ({ ...inviteView(row, now), creator: personAmong(people, row.createdBy) })),
      ...count,
    }
  },
)

/** It was accepted or revoked meanwhile. */
const refuseEnded = (error: unknown): never => {
  throw violationIn(error) ? new DomainError('illegal', 'invitation: waits no more') : error
}

/**
 * Revokes an invitation that waits (docs/rules/staff.md 12.3).
 * @throws DomainError `invite-not-found`, `forbidden` for a role that the actor may not assign, `illegal` for one that
 * waits no more.
 */
export const revoke: Act<typeof revokeStaffInvite> = async (ctx) => {
  const { actor, params, db, now } = ctx
  const invite = await findInvite(db, params.id)
  if (!mayInvite(invite.role, actor.role)) throw new DomainError('forbidden')
  if (invitationState(invite, now) !== 'waiting') throw new DomainError('illegal', 'invitation: waits no more')
  const [[saved]] = await db
    .batch([
      db
        .update(staffInvites)
        .set({ revokedAt: now, revokedBy: actor.id, updatedAt: nextVersion(staffInvites, now) })
        .where(eq(staffInvites.id, invite.id))
        .returning(),
      ...auditStatements(ctx, {
        act: 'staffInvite.revoke',
        kind: 'staff-invite',
        id: invite.id,
        before: { email: invite.email, role: invite.role },
      }),
    ])
    .catch(refuseEnded)
  if (!saved) throw new DomainError('invite-not-found')
  return inviteView(saved, now)
}

/**
 * The invitation that waits, by the secret of its link. One that was used or revoked is answered as one that never was.
 * @throws DomainError `invalid-verification-code`, `expired-verification-code`.
 */
async function waitingInvite(db: Db, token: string, now: Instant): Promise<Row> {
  const [invite] = await db
    .select()
    .from(staffInvites)
    .where(eq(staffInvites.tokenHash, await sha256(token)))
  if (!invite) throw new DomainError('invalid-verification-code')
  const state = invitationState(invite, now)
  if (state === 'expired') throw new DomainError('expired-verification-code')
  if (state !== 'waiting') throw new DomainError('invalid-verification-code')
  return invite
}

type Accepting = ActContext<typeof acceptStaffInvite>

/** The account that gives up an address that it does not keep, with the statements for it; null for an address that is free. */
async function freeAddress(ctx: Accepting, email: string) {
  const { db, now } = ctx
  const holder = await holderOf(db, email)
  if (!holder) return null
  if (keepsAddress(holder)) throw new DomainError('user-exists')
  const given = { email: addressInPlace(holder.id), updatedAt: nextVersion(users, now) }
  const isUnproven = and(eq(users.id, holder.id), eq(users.email, email), eq(users.verifiedEmail, false))
  const { statements } = endAccess(ctx, ['email-replaced'], holder)
  return { from: holder.id, statements: [...statements, db.update(users).set(given).where(isUnproven)] }
}

export const read: Act<typeof readStaffInvite> = async ({ body, db, now }) => {
  const { email, role, expiresAt } = await waitingInvite(db, body.token, now)
  return { email, role, expiresAt }
}

/**
 * Opens the account that an invitation names, with its owner's name and password, and signs it in; the link proves the
 * address (docs/rules/staff.md 12.2).
 * @throws DomainError `invalid-verification-code` for an unknown, used or revoked link, `expired-verification-code`,
 * `user-exists` when an account keeps the address by now, and the codes of names and passwords.
 */
export const accept: Act<typeof acceptStaffInvite> = async (ctx) => {
  const { body, db, now } = ctx
  const { name, password } = body
  const { id: inviteId, email, role } = await waitingInvite(db, body.token, now)
  refuse(whyNotAccountName(name, role))
  const freed = await freeAddress(ctx, email)
  const freesAddress = freed?.statements ?? []
  const registration = { role, email, password, name, activated: true, isAddressProven: true, freesAddress } as const
  const { account, token } = await openSignedIn(ctx, registration, (id) => [
    db
      .update(staffInvites)
      .set({ acceptedAt: now, acceptedBy: id, updatedAt: nextVersion(staffInvites, now) })
      .where(eq(staffInvites.id, inviteId)),
    ...auditStatements(
      { ...ctx, actor: { id, role } },
      {
        act: 'staffInvite.accept',
        kind: 'staff-invite',
        id: inviteId,
        after: freed ? { email, role, name, takenFrom: freed.from } : { email, role, name },
      },
    ),
  ])
  return { user: userView(account), token }
}

export const recallAccepted: Recall<typeof acceptStaffInvite> = async (ctx, made) => {
  const { account, token } = await recallSignedIn(ctx, made)
  return { user: userView(account), token }
}
