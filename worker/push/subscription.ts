import type { readPush, savePush, stopPush } from '#contract/push'
import { DomainError } from '#domain/errors'
import type { Session } from '../http/app-env.ts'
import { type Act, type Asked, reading } from '../http/bind.ts'
import { publicKeyOf } from '../outside/push/vapid.ts'
import { devicesStatement, saveStatements, stopStatement } from './store.ts'

/** A Basic request and a view have no sign-in of their own, and so no device. */
const sessionOf = ({ session }: { session: Session }): string | null => session.token?.sessionId ?? null

/** Whether this device receives push notifications (docs/rules/messages.md 2.2). */
export const read = reading(
  ({ askerId, db }: Asked<typeof readPush>) => [devicesStatement(db, askerId)],
  async (at, [devices]) => {
    const session = sessionOf(at)
    return { publicKey: publicKeyOf(at.env), isOn: devices.some(({ authSessionId }) => authSessionId === session) }
  },
)

/**
 * Sends push notifications to this device from now on (docs/rules/messages.md 2.2). A browser that another account of this device
 * had subscribed is this account's then.
 * @throws DomainError `illegal` for a request without a sign-in.
 */
export const save: Act<typeof savePush> = async (at) => {
  const { actor, body, db, now } = at
  const authSessionId = sessionOf(at)
  if (authSessionId === null) throw new DomainError('illegal', 'There is no device to send to')
  await db.batch(saveStatements(db, { ...body, userId: actor.id, authSessionId, createdAt: now }))
  return undefined
}

/** Sends no more of them to this device; also where it receives none. */
export const stop: Act<typeof stopPush> = async (at) => {
  const session = sessionOf(at)
  if (session !== null) await stopStatement(at.db, session)
  return undefined
}
