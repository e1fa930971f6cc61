import type { SQL } from 'drizzle-orm'
import type { registerStudent } from '#contract/students'
import { Role } from '#domain/roles'
import { auditStatements } from '../audit/entry.ts'
import { startSession } from '../auth-sessions/store.ts'
import type { Act } from '../http/bind.ts'
import { openAccount, userView } from '../users/store.ts'

/**
 * Opens a student's account with its profile (docs/rules/accounts.md 2.1).
 * @throws DomainError `user-exists`.
 */
export const register: Act<typeof registerStudent> = async (at) => {
  const { actor, body, env, db, now } = at
  const { email, password, jobTitle = null, englishLevel = null, learningObjective = null, timePeriod = null } = body
  const profile = { jobTitle, englishLevel, learningObjective, timePeriod }
  const role = Role.Student
  const audited = (id: SQL<number>) =>
    actor
      ? auditStatements({ ...at, actor }, { act: 'student.register', kind: 'user', id, after: { role, email } })
      : []
  const account = await openAccount(
    env,
    db,
    { role, email, password, activated: false, student: profile },
    now,
    audited,
  )
  return {
    user: { ...userView(account), userId: account.id, ...profile },
    token: await startSession(at, account, false),
  }
}
