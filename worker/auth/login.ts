import type { logIn } from '#contract/auth'
import type { Act } from '../http/bind.ts'
import { issueToken } from '../http/tokens.ts'
import { userView } from '../users/store.ts'
import { checkPassword } from './store.ts'

/**
 * Logs in with e-mail and password; an unknown address is answered as a wrong password (docs/rules/accounts.md 3.1).
 * @throws DomainError `wrong-password`, `no-password`, `too-many-requests`.
 */
export const login: Act<typeof logIn> = async ({ body, env, db, now, ip }) => {
  const account = await checkPassword({ env, db, now, ip }, body.email, body.password)
  return {
    user: userView(account),
    token: await issueToken(env.JWT_SECRET, account.id, account.sessionsValidFrom, now),
  }
}
