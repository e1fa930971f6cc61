import { and, eq, gt, gte, type SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core'
import type { Db } from '#db/client'
import { passkeys, recoveryCodes, secondFactorChallenges, totpSecrets } from '#db/schema/second-factors'
import { isOpenInvite, staffInvites } from '#db/schema/staff-invites'
import { previousEmails, users } from '#db/schema/users'
import { ConfirmationPurpose } from '#domain/auth/verification-codes'
import { type AccessKind, accessKinds, fateBy, type WayBack } from '#domain/auth/ways-back'
import type { Instant } from '#domain/cairo'
import { endRenewal } from '../card-renewals/store.ts'
import type { Env } from '../env.ts'
import { nextVersion } from '../http/versions.ts'
import { endCalendarAddress } from '../lessons/calendar-store.ts'
import { closeRevokedSockets } from '../live/sign-out.ts'
import { stopErasure, takenBackStatement } from '../privacy/erasure-store.ts'
import { endExports } from '../privacy/export-store.ts'
import { endIdentitiesStatements } from './identity-store.ts'
import { endOfSessions, onlyKnownNetworkStatements } from './store.ts'
import { deleteCodeStatement, deleteResetCode } from './verification-store.ts'

/** An account that is taken back. `changedAt` is when the change was made that is undone, for what ends if it is newer. */
type TakenBack = { id: number; verifiedEmail: boolean; changedAt?: Instant }

type EndingContext = { env: Env; db: Db; now: Instant; ip: string }

/** What ends one kind of access: columns of the account, or statements. `since` is null for all, else only what is as new. */
type Ending = {
  columns?: (now: Instant) => SQLiteUpdateSetSource<typeof users>
  statements?: (ctx: EndingContext, id: number, since: Instant | null) => readonly BatchItem<'sqlite'>[]
}

const isSince = (since: Instant | null, isNewer: (at: Instant) => SQL): SQL | undefined =>
  since === null ? undefined : isNewer(since)

const endings: Record<AccessKind, Ending> = {
  sessions: { columns: (now) => ({ sessionsValidFrom: endOfSessions(now) }) },
  calendar: { statements: ({ db }, id) => [endCalendarAddress(db, id)] },
  dataCopy: { statements: ({ db, now }, id) => [endExports(db, id, now)] },
  renewal: { statements: ({ db }, id) => [endRenewal(db, id)] },
  phone: {
    columns: () => ({ phone: null, verifiedPhone: false, verifiedWhatsApp: false, notificationMethod: null }),
  },
  google: { statements: ({ db }, id) => endIdentitiesStatements(db, id) },
  // With the address that waits for it.
  emailCode: {
    columns: () => ({ pendingEmail: null }),
    statements: ({ db }, id) => [deleteCodeStatement(db, id, ConfirmationPurpose.VerifyEmail)],
  },
  phoneCode: { statements: ({ db }, id) => [deleteCodeStatement(db, id, ConfirmationPurpose.VerifyWhatsApp)] },
  resetCode: { statements: ({ db }, id) => [deleteResetCode(db, id)] },
  // The challenges too, so that a started enrolment cannot be finished.
  factors: {
    statements: ({ db }, id, since) => {
      const isNew = {
        app: isSince(since, (at) => gte(totpSecrets.confirmedAt, at)),
        passkey: isSince(since, (at) => gte(passkeys.createdAt, at)),
        code: isSince(since, (at) => gte(recoveryCodes.createdAt, at)),
      }
      return [
        db.delete(totpSecrets).where(and(eq(totpSecrets.userId, id), isNew.app)),
        db.delete(passkeys).where(and(eq(passkeys.userId, id), isNew.passkey)),
        db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, id), isNew.code)),
        db.delete(secondFactorChallenges).where(eq(secondFactorChallenges.userId, id)),
      ]
    },
  },
  networks: { statements: ({ db, ip, now }, id) => onlyKnownNetworkStatements(db, id, ip, now) },
  undoLinks: {
    statements: ({ db }, id, since) => {
      const isNew = isSince(since, (at) => gte(previousEmails.changedAt, at))
      return [db.delete(previousEmails).where(and(eq(previousEmails.userId, id), isNew))]
    },
  },
  // Whoever opens an account of staff by one keeps it. The comparison of the expiry lets the few be found that still wait.
  invitations: {
    statements: ({ db, now }, id) => [
      db
        .update(staffInvites)
        .set({ revokedAt: now, revokedBy: id, updatedAt: nextVersion(staffInvites, now) })
        .where(and(eq(staffInvites.createdBy, id), gt(staffInvites.expiresAt, now), isOpenInvite)),
    ],
  },
  erasure: { statements: ({ db, now }, id) => [takenBackStatement(db, id, now), stopErasure(db, id, now)] },
}

/**
 * Ends the access that does not outlive the account's being taken back in one of these ways (docs/rules/accounts.md 9.4):
 * the statements for the batch that takes it back, and what closes the sockets once the batch has committed. In the batch
 * they come before statements that add access, as a new identity or the next token of the present session. The batch also
 * gives the account its next version, where it changes anything but the sessions.
 */
export function endAccess(
  ctx: EndingContext,
  ways: readonly WayBack[],
  { id, verifiedEmail, changedAt }: TakenBack,
): { statements: BatchItem<'sqlite'>[]; closeSockets: () => Promise<void> } {
  const { env, db, now } = ctx
  const ended = accessKinds.flatMap((kind) => {
    const fate = fateBy(ways, kind, verifiedEmail)
    if (fate === 'stays') return []
    return [{ kind, ending: endings[kind], since: fate === 'newer' ? (changedAt ?? now) : null }]
  })
  const columns = Object.assign({}, ...ended.map(({ ending }) => ending.columns?.(now)))
  const hasColumns = Object.keys(columns).length > 0
  return {
    statements: [
      ...(hasColumns ? [db.update(users).set(columns).where(eq(users.id, id))] : []),
      ...ended.flatMap(({ ending, since }) => ending.statements?.(ctx, id, since) ?? []),
    ],
    closeSockets: async () => {
      if (ended.some(({ kind }) => kind === 'sessions')) await closeRevokedSockets(env, db, id, now)
    },
  }
}
