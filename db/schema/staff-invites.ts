import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { isStaff, type Role, roles } from '#domain/roles'
import { INVITATION_MS } from '#domain/staff/invitation'
import { createdAt, id, instant, literals, oneOf, updatedAt } from './columns.ts'
import { users } from './users.ts'

/** Invitations to accounts of staff. Only the hash of the mailed link's secret is stored. */
export const staffInvites = sqliteTable(
  'staff_invites',
  {
    id: id(),
    email: text('email').notNull(),
    role: integer('role').$type<Role>().notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    expiresAt: instant('expires_at').notNull(),
    acceptedAt: instant('accepted_at'),
    /** The account that was opened by it. */
    acceptedBy: integer('accepted_by').references(() => users.id),
    revokedAt: instant('revoked_at'),
    revokedBy: integer('revoked_by').references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('staff_invites_email_lower', sql`${t.email} = lower(${t.email})`),
    check('staff_invites_role', oneOf(t.role, roles.filter(isStaff))),
    check('staff_invites_validity', sql`${t.expiresAt} - ${t.createdAt} BETWEEN 1 AND ${literals(INVITATION_MS)}`),
    check('staff_invites_accepted', sql`(${t.acceptedAt} IS NULL) = (${t.acceptedBy} IS NULL)`),
    check('staff_invites_revoked', sql`(${t.revokedAt} IS NULL) = (${t.revokedBy} IS NULL)`),
    check('staff_invites_ends_once', sql`${t.acceptedAt} IS NULL OR ${t.revokedAt} IS NULL`),
    uniqueIndex('staff_invites_open').on(t.email).where(sql`accepted_at IS NULL AND revoked_at IS NULL`),
    uniqueIndex('staff_invites_account').on(t.acceptedBy).where(sql`accepted_by IS NOT NULL`),
    index('staff_invites_created').on(t.createdAt),
    index('staff_invites_expiry').on(t.expiresAt),
    index('staff_invites_email').on(t.email),
  ],
)

/** It was neither accepted nor revoked. */
export const isOpenInvite = sql`${staffInvites.acceptedAt} IS NULL AND ${staffInvites.revokedAt} IS NULL`
