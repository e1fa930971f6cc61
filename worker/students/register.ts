import type { SQL } from 'drizzle-orm'
import type { Body } from '#contract/call'
import type { registerStudent } from '#contract/students'
import type { Account } from '#db/schema/users'
import { Role } from '#domain/roles'
import type { Act, Recall } from '../http/bind.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { consentsOfOpening, openSignedIn, recallSignedIn, userView } from '../users/store.ts'

const profileOf = ({
  jobTitle = null,
  englishLevel = null,
  learningObjective = null,
  timePeriod = null,
  weeklyGoal = null,
}: Body<typeof registerStudent>) => ({ jobTitle, englishLevel, learningObjective, timePeriod, weeklyGoal })

const answerOf = (body: Body<typeof registerStudent>, { account, token }: { account: Account; token: string }) => ({
  user: { ...userView(account), userId: account.id, ...profileOf(body) },
  token,
})

/**
 * Creates a student's account with its profile (docs/rules/accounts.md 2.1).
 * @throws DomainError `user-exists`.
 */
export const register: Act<typeof registerStudent> = async (ctx) => {
  const { actor, body } = ctx
  const { email, password, marketing, hasAgreed } = body
  const role = Role.Student
  const audited = (id: SQL<number>) =>
    actor
      ? auditStatements({ ...ctx, actor }, { act: 'student.register', kind: 'user', id, after: { role, email } })
      : []
  const consents = consentsOfOpening(actor, { role, marketing, hasAgreed })
  const registration = { role, email, password, activated: false, student: profileOf(body), consents }
  return answerOf(body, await openSignedIn(ctx, registration, audited))
}

export const recallRegistered: Recall<typeof registerStudent> = async (ctx, made) =>
  answerOf(ctx.body, await recallSignedIn(ctx, made))
