import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Result } from '#contract/call'
import type { addPasskey, beginPasskey, beginTotp, confirmTotp } from '#contract/second-factor'
import { passkeys, totpSecrets } from '#db/schema/second-factors'
import { users } from '#db/schema/users'
import { hasSecondFactor, ownsSecondFactor } from '#db/second-factor'
import { MAX_PASSKEYS, TOTP_ENROLMENT_MS, whyNotEnrol } from '#domain/auth/second-factor'
import { DomainError, refuse } from '#domain/errors'
import type { Permission } from '#domain/permissions'
import type { Actor, Session } from '../http/app-env.ts'
import type { Act } from '../http/bind.ts'
import { abortIf, violationIn } from '../http/constraints.ts'
import { decryptSecret, encryptSecret } from '../http/encryption.ts'
import { livingSessionStatement } from '../http/living-session.ts'
import type { SecondFactorChange } from '../messages/message.ts'
import { messageStatement, triggerDelivery } from '../messages/outbox.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { endAccess } from './access-store.ts'
import { challengeStatements, consumeChallenge, findChallenge } from './factor-challenges.ts'
import { creationOptions, passkeysOf, verifyNewPasskey } from './passkeys.ts'
import { assertProof } from './proof-store.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { countGuess, type FactorContext, forgetGuesses, totpOf } from './second-factor-store.ts'
import { findSession, renewStatement, startSession, tokenOf } from './session-store.ts'
import { validFromAfter } from './store.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

export type ChangeContext = FactorContext & {
  actor: Actor
  session: Session
  requestId: string
  reason: string | null
  headers: Headers
  after: (work: Promise<unknown>) => void
}

/** The statements that record a change in the audit log and notify the owner by mail. */
export const recordStatements = (
  ctx: ChangeContext,
  { act, change, after }: { act: Permission; change: SecondFactorChange; after: Record<string, unknown> },
): BatchItem<'sqlite'>[] => [
  messageStatement(
    ctx.db,
    { channel: 'email', to: ctx.actor.email, template: 'second_factor_changed', params: { change } },
    ctx.now,
  ),
  ...auditStatements(ctx, { act, kind: 'user', id: ctx.actor.id, after }),
]

type Enrolment = {
  /** The condition that a concurrent request has changed what was decided on. */
  isChanged: SQL
  statements: BatchItem<'sqlite'>[]
  recorded: Parameters<typeof recordStatements>[1]
}

/**
 * Stores a new second factor. The first one ends every session, because they were opened by a password alone; this device
 * continues with a new token, and the recovery codes are answered (docs/rules/staff.md 4.4).
 * @throws DomainError `illegal` when another change of the second factors came first.
 */
async function enrol(ctx: ChangeContext, enrolment: Enrolment): Promise<Result<typeof confirmTotp>> {
  const { actor, session, env, db, now, after } = ctx
  const isFirst = !(await ownsSecondFactor(db, actor.id))
  const recovery = isFirst ? await newRecoveryCodes(env, db, actor.id, now) : null
  const { token, signedInAt } = session
  const ended = endAccess(ctx, isFirst ? ['first-factor'] : [], actor)
  const renewal = { role: actor.role, signedInAt, bySecondFactor: true }
  const renews = isFirst && token ? [renewStatement(db, { id: token.sessionId }, renewal, now)] : []
  await db
    .batch([
      livingSessionStatement(ctx),
      abortIf(db, 'second-factor-changed', enrolment.isChanged),
      abortIf(
        db,
        'first-second-factor',
        sql`(SELECT ${hasSecondFactor} FROM ${users} WHERE ${users.id} = ${actor.id}) <> ${Number(!isFirst)}`,
      ),
      ...ended.statements,
      ...renews,
      ...enrolment.statements,
      ...(recovery?.statements ?? []),
      ...recordStatements(ctx, enrolment.recorded),
    ])
    .catch((error: unknown) => {
      throw violationIn(error) ? new DomainError('illegal') : error
    })
  after(triggerDelivery(env))
  if (!recovery) return { token: null, recoveryCodes: null }
  after(ended.closeSockets())
  return { token: await nextToken(ctx), recoveryCodes: recovery.codes }
}

/** The token with which this device continues: of its own session, or of a new one after Basic authentication. */
async function nextToken(ctx: ChangeContext): Promise<string> {
  const { actor, session, env, db, now } = ctx
  if (!session.token) {
    const owner = { id: actor.id, role: actor.role, sessionsValidFrom: validFromAfter(session, now) }
    return startSession(ctx, owner, true)
  }
  const renewed = await findSession(db, session.token.sessionId)
  if (!renewed || renewed.endedAt !== null) throw new DomainError('unauthenticated')
  return tokenOf(env, actor, renewed)
}

/**
 * A key for an authenticator app; an unconfirmed earlier key becomes invalid.
 * @throws DomainError `illegal` while an app is confirmed or before the address is proven, and the codes of `assertProof`.
 */
export const startTotp: Act<typeof beginTotp> = async (ctx) => {
  const { actor, body, env, db, now } = ctx
  refuse(whyNotEnrol(actor))
  await assertProof(ctx, body)
  if ((await totpOf(db, actor.id))?.confirmedAt) throw new DomainError('illegal', 'An authenticator app is confirmed')
  const secret = newTotpSecret()
  const fresh = { secret: await encryptSecret(env, actor.id, secret), lastStep: 0, createdAt: now }
  await db
    .insert(totpSecrets)
    .values({ userId: actor.id, ...fresh })
    .onConflictDoUpdate({ target: totpSecrets.userId, set: fresh, setWhere: isNull(totpSecrets.confirmedAt) })
  return { secret, uri: totpUri(secret, actor.email) }
}

/**
 * Confirms the app by its first code (docs/rules/staff.md 4.5).
 * @throws DomainError `expired-verification-code` without a key issued in the last 15 minutes, `invalid-verification-code`,
 * `too-many-requests`.
 */
export const confirmApp: Act<typeof confirmTotp> = async (ctx) => {
  const { actor, body, env, db, now, ip } = ctx
  await countGuess(ctx, actor.id)
  const pending = await totpOf(db, actor.id)
  if (!pending || pending.confirmedAt !== null || pending.createdAt + TOTP_ENROLMENT_MS <= now)
    throw new DomainError('expired-verification-code')
  const step = stepOfCode(await decryptSecret(env, actor.id, pending.secret), body.code, now)
  if (step === null) throw new DomainError('invalid-verification-code')
  const isPending = and(
    eq(totpSecrets.userId, actor.id),
    eq(totpSecrets.secret, pending.secret),
    isNull(totpSecrets.confirmedAt),
  )
  return enrol(ctx, {
    isChanged: sql`NOT EXISTS (SELECT 1 FROM ${totpSecrets} WHERE ${isPending})`,
    statements: [
      db.update(totpSecrets).set({ confirmedAt: now, lastStep: step }).where(isPending),
      ...forgetGuesses(db, actor.id, ip),
    ],
    recorded: { act: 'secondFactor.confirmTotp', change: 'app-added', after: { authenticatorApp: true } },
  })
}

const refuseTooMany = (count: number): void => {
  if (count >= MAX_PASSKEYS) throw new DomainError('illegal', `An account has at most ${MAX_PASSKEYS} passkeys`)
}

/** @throws DomainError `illegal` for the eleventh passkey or before the address is proven, and the codes of `assertProof`. */
export const startPasskey: Act<typeof beginPasskey> = async (ctx) => {
  const { actor, body, env, db, now } = ctx
  refuse(whyNotEnrol(actor))
  await assertProof(ctx, body)
  refuseTooMany((await passkeysOf(db, actor.id)).length)
  const options = await creationOptions(env, db, actor)
  const waiting = { userId: actor.id, purpose: 'registration', token: options.challenge } as const
  await db.batch(await challengeStatements(env, db, waiting, now))
  return options
}

/**
 * Stores a new passkey (docs/rules/staff.md 4.5). Its challenge is used up even if this fails.
 * @throws DomainError `invalid-passkey`, `illegal` for the eleventh.
 */
export const storePasskey: Act<typeof addPasskey> = async (ctx) => {
  const { actor, body, env, db, now } = ctx
  const { credential, credentialBackedUp } = await verifyNewPasskey(env, actor, body.credential, async (token) => {
    const found = await findChallenge(env, db, { purpose: 'registration', token }, now)
    if (!found || found.userId !== actor.id) return false
    return (await consumeChallenge(db, found.tokenHash)).length > 0
  })
  refuseTooMany((await passkeysOf(db, actor.id)).length)
  const isOwn = eq(passkeys.userId, actor.id)
  const passkey = {
    userId: actor.id,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: body.credential.response.transports ?? [],
    backedUp: credentialBackedUp,
    name: body.name,
    createdAt: now,
  }
  return enrol(ctx, {
    isChanged: sql`EXISTS (SELECT 1 FROM ${passkeys} WHERE ${passkeys.credentialId} = ${passkey.credentialId})`,
    statements: [
      abortIf(db, 'passkeys-full', sql`(SELECT COUNT(*) FROM ${passkeys} WHERE ${isOwn}) >= ${MAX_PASSKEYS}`),
      db.insert(passkeys).values(passkey),
    ],
    recorded: { act: 'secondFactor.addPasskey', change: 'passkey-added', after: { passkey: body.name } },
  })
}
