import type { getStudent } from '#contract/students'
import { type ReadRequest, reading } from '../http/bind.ts'
import { refuseOtherStudents, studentOf, studentStatements, studentView } from './store.ts'

const NOTHING_SAID = { jobTitle: null, englishLevel: null, learningObjective: null, timePeriod: null, weeklyGoal: null }

/**
 * For the student and for admins (docs/rules/accounts.md 7.7).
 * @throws DomainError `forbidden` for another student's, `student-not-found`.
 */
export const read = reading(
  ({ params, db }: ReadRequest<typeof getStudent>) => studentStatements(db, params.id),
  async ({ actor, params: { id } }, found) => {
    refuseOtherStudents(actor, id)
    const { account, profile } = studentOf(found)
    const { createdAt, updatedAt } = account
    return studentView(profile ?? { id, ...NOTHING_SAID, createdAt, updatedAt })
  },
)
