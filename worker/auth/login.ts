import type { logIn } from '#contract/auth'
import type { Act } from '../http/bind.ts'
import { answerSignIn } from './second-factor-store.ts'
import { provePassword } from './store.ts'

/**
 * Logs in with e-mail and password; an unknown address is answered as a wrong password (docs/rules/accounts.md 3.1).
 * @throws DomainError `wrong-password`, `no-password`, `challenge-required`, `too-many-requests`, `service-unavailable`,
 * `second-factor-required`.
 */
export const login: Act<typeof logIn> = async ({ body, env, db, now, ip, headers }) => {
  const proven = await provePassword({ env, db, now, ip }, body.email, body.password, body.challengeAnswer)
  return answerSignIn({ env, db, now, headers }, proven)
}
