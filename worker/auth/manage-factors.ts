import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type {
  readSecondFactor,
  removePasskey as removePasskeyContract,
  removeTotp as removeTotpContract,
  renamePasskey as renameContract,
  renewRecoveryCodes as renewContract,
} from '#contract/second-factor'
import type { Db } from '#db/client'
import { passkeys, totpSecrets } from '#db/schema/second-factors'
import { ownsSecondFactor } from '#db/second-factor'
import { needsSecondFactor } from '#domain/auth/second-factor'
import { DomainError } from '#domain/errors'
import { isSecondFactorRequired } from '../env.ts'
import { type Act, type ReadRequest, reading } from '../http/bind.ts'
import { abortIf, violationIn } from '../http/constraints.ts'
import { livingSessionStatement } from '../http/living-session.ts'
import { triggerDelivery } from '../messages/outbox.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { type ChangeContext, recordStatements } from './factor-enrolment.ts'
import { passkeysOf, passkeysStatement } from './passkeys.ts'
import { assertProof } from './proof-store.ts'
import { codesLeftStatement, deleteRecoveryCodes, newRecoveryCodes } from './recovery-codes.ts'
import { totpOf, totpStatement } from './second-factor-store.ts'

/** The caller's own second factors, without their keys (docs/rules/staff.md 4.5). */
export const read = reading(
  ({ caller, db }: ReadRequest<typeof readSecondFactor>) => [
    totpStatement(db, caller.id),
    passkeysStatement(db, caller.id),
    codesLeftStatement(db, caller.id),
  ],
  async ({ actor, env }, [[totp], own, [codes]]) => ({
    isRequired: needsSecondFactor(actor.role, isSecondFactorRequired(env)),
    totp: totp && totp.confirmedAt !== null ? { createdAt: totp.confirmedAt } : null,
    passkeys: own.map(({ id, name, backedUp, createdAt, lastUsedAt }) => ({
      id,
      name,
      backedUp,
      createdAt,
      lastUsedAt,
    })),
    recoveryCodesLeft: codes?.left ?? 0,
  }),
)

/** Counts the second factors that the account would still have. */
const remaining = (userId: number, { app, passkeyId }: { app: boolean; passkeyId: number | null }): SQL<number> => {
  const apps = sql`SELECT 1 FROM ${totpSecrets} WHERE ${totpSecrets.userId} = ${userId} AND ${totpSecrets.confirmedAt} IS NOT NULL`
  const others = sql`SELECT 1 FROM ${passkeys} WHERE ${passkeys.userId} = ${userId} AND ${passkeys.id} IS NOT ${passkeyId}`
  return app ? sql<number>`EXISTS (${others})` : sql<number>`(EXISTS (${apps}) OR EXISTS (${others}))`
}

type Removal = {
  /** What is removed: the app, or one passkey. */
  taken: { app: boolean; passkeyId: number | null }
  statement: BatchItem<'sqlite'>
  recorded: Parameters<typeof recordStatements>[1]
}

/**
 * Removing the last factor also removes the recovery codes. An admin keeps at least one where one is required
 * (docs/rules/staff.md 4.2).
 */
async function remove(ctx: ChangeContext, { taken, statement, recorded }: Removal): Promise<undefined> {
  const { actor, env, db, after } = ctx
  const remains = remaining(actor.id, taken)
  const needsOne = needsSecondFactor(actor.role, isSecondFactorRequired(env))
  await db
    .batch([
      livingSessionStatement(ctx),
      abortIf(db, 'last-second-factor', needsOne ? sql`NOT ${remains}` : sql`0`),
      statement,
      ...recordStatements(ctx, recorded),
    ])
    .catch((error: unknown) => {
      throw violationIn(error) ? new DomainError('illegal', 'Admins keep a second factor') : error
    })
  if (!(await ownsSecondFactor(db, actor.id))) await deleteRecoveryCodes(db, actor.id)
  after(triggerDelivery(env))
  return undefined
}

/**
 * @throws DomainError `not-found`, `illegal` for an admin's last factor where one is required, and the codes of
 * `assertProof`.
 */
export const removeApp: Act<typeof removeTotpContract> = async (ctx) => {
  const { actor, body, db } = ctx
  if (!(await totpOf(db, actor.id))?.confirmedAt) throw new DomainError('not-found')
  await assertProof(ctx, body)
  return remove(ctx, {
    taken: { app: true, passkeyId: null },
    statement: db.delete(totpSecrets).where(and(eq(totpSecrets.userId, actor.id), isNotNull(totpSecrets.confirmedAt))),
    recorded: { act: 'secondFactor.removeTotp', change: 'app-removed', after: { authenticatorApp: false } },
  })
}

async function ownPasskey(db: Db, userId: number, id: number) {
  const passkey = (await passkeysOf(db, userId)).find((one) => one.id === id)
  if (!passkey) throw new DomainError('not-found')
  return passkey
}

/**
 * @throws DomainError `not-found`, `illegal` for an admin's last factor where one is required, and the codes of
 * `assertProof`.
 */
export const removePasskey: Act<typeof removePasskeyContract> = async (ctx) => {
  const { actor, body, params, db } = ctx
  const { id, name } = await ownPasskey(db, actor.id, params.id)
  await assertProof(ctx, body)
  return remove(ctx, {
    taken: { app: false, passkeyId: id },
    statement: db.delete(passkeys).where(and(eq(passkeys.id, id), eq(passkeys.userId, actor.id))),
    recorded: { act: 'secondFactor.removePasskey', change: 'passkey-removed', after: { removedPasskey: name } },
  })
}

/** @throws DomainError `not-found` for a passkey that is not the caller's. */
export const renamePasskey: Act<typeof renameContract> = async (ctx) => {
  const { actor, body, params, db } = ctx
  const { id, name } = await ownPasskey(db, actor.id, params.id)
  await db.batch([
    db
      .update(passkeys)
      .set({ name: body.name })
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, actor.id))),
    ...auditStatements(ctx, {
      act: 'secondFactor.renamePasskey',
      kind: 'user',
      id: actor.id,
      before: { passkey: name },
      after: { passkey: body.name },
    }),
  ])
  return undefined
}

/** @throws DomainError `not-found` for an account without a second factor, and the codes of `assertProof`. */
export const renewCodes: Act<typeof renewContract> = async (ctx) => {
  const { actor, body, env, db, now, after } = ctx
  if (!(await ownsSecondFactor(db, actor.id))) throw new DomainError('not-found', 'The account has no second factor')
  await assertProof(ctx, body)
  const { codes, statements } = await newRecoveryCodes(env, db, actor.id, now)
  const recorded = recordStatements(ctx, {
    act: 'secondFactor.renewRecoveryCodes',
    change: 'recovery-codes-renewed',
    after: { recoveryCodes: codes.length },
  })
  await db.batch([livingSessionStatement(ctx), ...statements, ...recorded])
  after(triggerDelivery(env))
  return { recoveryCodes: codes }
}
