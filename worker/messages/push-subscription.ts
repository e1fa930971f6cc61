import type { readPush, savePush, stopPush } from '#contract/push'
import { DomainError } from '#domain/errors'
import type { Session } from '../http/app-env.ts'
import { type Act, type ReadRequest, reading } from '../http/bind.ts'
import { publicKeyOf } from '../outside/push/vapid.ts'
import { devicesStatement, saveStatements, stopStatement } from './push-store.ts'

/** Basic authentication and view-as tokens have no session, and so no device. */
const sessionOf = ({ session }: { session: Session }): string | null => session.token?.sessionId ?? null

/** Whether this device receives push notifications (docs/rules/messages.md 2.2). */
export const read = reading(
  ({ caller, db }: ReadRequest<typeof readPush>) => [devicesStatement(db, caller.id)],
  async (ctx, [devices]) => {
    const session = sessionOf(ctx)
    return { publicKey: publicKeyOf(ctx.env), isOn: devices.some(({ authSessionId }) => authSessionId === session) }
  },
)

/**
 * Subscribes this device to push notifications (docs/rules/messages.md 2.2). A browser that another account had subscribed
 * is moved to this account.
 * @throws DomainError `illegal` for a request without a session.
 */
export const save: Act<typeof savePush> = async (ctx) => {
  const { actor, body, db, now } = ctx
  const authSessionId = sessionOf(ctx)
  if (authSessionId === null) throw new DomainError('illegal', 'There is no device to send to')
  await db.batch(saveStatements(db, { ...body, userId: actor.id, authSessionId, createdAt: now }))
  return undefined
}

/** Unsubscribes this device, if it is subscribed. */
export const stop: Act<typeof stopPush> = async (ctx) => {
  const session = sessionOf(ctx)
  if (session !== null) await stopStatement(ctx.db, session)
  return undefined
}
