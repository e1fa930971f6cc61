import type { getStudent } from '#contract/students'
import type { Act } from '../http/bind.ts'
import { findStudent, refuseOtherStudents, studentView } from './store.ts'

const NOTHING_SAID = { jobTitle: null, englishLevel: null, learningObjective: null, timePeriod: null, weeklyGoal: null }

/**
 * For the student and for admins (docs/rules/accounts.md 7.7).
 * @throws DomainError `forbidden` for another student's, `student-not-found`.
 */
export const read: Act<typeof getStudent> = async ({ actor, db, params: { id } }) => {
  refuseOtherStudents(actor, id)
  const { account, profile } = await findStudent(db, id)
  const { createdAt, updatedAt } = account
  return studentView(profile ?? { id, ...NOTHING_SAID, createdAt, updatedAt })
}
