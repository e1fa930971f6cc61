import type { beginConfirmation } from '#contract/second-factor'
import type { Act } from '../http/bind.ts'
import { challengeStatements } from './factor-challenges.ts'
import { assertionOptions } from './passkeys.ts'

/** @throws DomainError `not-found` for an account without a passkey. */
export const confirmationOptions: Act<typeof beginConfirmation> = async ({ actor, env, db, now }) => {
  const options = await assertionOptions(env, db, actor)
  const waiting = { userId: actor.id, purpose: 'confirmation', token: options.challenge } as const
  await db.batch(await challengeStatements(env, db, waiting, now))
  return options
}
