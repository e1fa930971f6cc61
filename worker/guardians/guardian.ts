import type { getGuardian, recordGuardian, removeGuardian, withdrawConsent } from '#contract/guardians'
import { batchAll } from '#db/batch'
import { DomainError, refuse } from '#domain/errors'
import { whyNotPaymentName } from '#domain/users/name'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { assertReason } from '../http/reason.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { refuseOtherStudents } from '../students/store.ts'
import { isTokenOf, studentOfToken } from './link.ts'
import {
  consentStatements,
  consentsOf,
  guardedOf,
  guardedStatements,
  guardianshipView,
  refuseAdult,
  withdrawalStatements,
} from './store.ts'

/** Whether a student is a minor, and who has consented (docs/rules/privacy.md 6.7). @throws DomainError `forbidden`, `student-not-found`. */
export const read = reading(
  ({ params, db }: ReadRequest<typeof getGuardian>) => guardedStatements(db, params.id),
  async ({ actor, params, now }, rows) => {
    refuseOtherStudents(actor, params.id)
    return guardianshipView(guardedOf(rows), now)
  },
)

const audited = (guardian: { name: string; phone: string } | null) =>
  guardian && { guardianName: guardian.name, guardianPhone: guardian.phone }

/**
 * Records a guardian whose consent staff have seen or heard, in place of another; their number may be that of the account
 * (docs/rules/privacy.md 6.8).
 * @throws DomainError `student-not-found`, `illegal` for a student who is no minor, `api-invalid-user-name`, `bad-request` without
 * a reason.
 */
export const record = reading(
  ({ params, db }: ReadRequest<typeof recordGuardian>) => guardedStatements(db, params.id),
  async (ctx: ActContext<typeof recordGuardian>, rows, readAgain) => {
    const { actor, params, body, db, now } = ctx
    assertReason(ctx.reason)
    const { student, guardian } = guardedOf(rows)
    refuseAdult(student, now)
    const { name, phone } = body
    refuse(whyNotPaymentName(name))
    // The batch ends whatever consent is in force by then.
    await db.batch([
      ...consentStatements(db, { studentId: params.id, name, phone, recordedBy: actor.id }, now),
      ...auditStatements(ctx, {
        act: 'guardian.record',
        kind: 'user',
        id: params.id,
        before: audited(guardian),
        after: audited(body),
      }),
    ])
    return guardianshipView(guardedOf(await readAgain()), now)
  },
)

/** Ends the consent in force. @throws DomainError `student-not-found`, `not-found` without one, `bad-request` without a reason. */
export const remove = reading(
  ({ params, db }: ReadRequest<typeof removeGuardian>) => guardedStatements(db, params.id),
  async (ctx: ActContext<typeof removeGuardian>, rows) => {
    const { params, db, now } = ctx
    assertReason(ctx.reason)
    const { guardian } = guardedOf(rows)
    if (!guardian) throw new DomainError('not-found')
    await db.batch([
      ...withdrawalStatements(db, params.id, now),
      ...auditStatements(ctx, {
        act: 'guardian.remove',
        kind: 'user',
        id: params.id,
        before: audited(guardian),
        after: null,
      }),
    ])
    return undefined
  },
)

/**
 * Ends the consent of whoever the link was sent to, where it is in force: a later guardian's stays (docs/rules/privacy.md 6.5).
 * @throws DomainError `invalid-verification-code` for a token that is not ours, or of a number that has never consented.
 */
export const withdraw = reading(
  ({ params, db }: ReadRequest<typeof withdrawConsent>) => [consentsOf(db, studentOfToken(params.token))],
  async ({ params, db, env, now }: ActContext<typeof withdrawConsent>, [consents]) => {
    const areTheirs = await Promise.all(consents.map(({ phone }) => isTokenOf(env, params.token, phone)))
    const own = consents.filter((_, place) => areTheirs[place])
    const [latest] = own
    if (!latest) throw new DomainError('invalid-verification-code')
    if (own.some(({ endedAt }) => endedAt === null)) await batchAll(db, withdrawalStatements(db, latest.studentId, now))
    return undefined
  },
)
