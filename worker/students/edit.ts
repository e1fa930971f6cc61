import type { editStudent } from '#contract/students'
import { batchReturning } from '#db/batch'
import { students } from '#db/schema/students'
import { DomainError } from '#domain/errors'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { beforeOf, refuseEmpty } from '../http/empty.ts'
import { assertVersion, nextVersion, versionStatement } from '../http/versions.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { refuseOtherStudents, studentOf, studentStatements, studentView } from './store.ts'

/**
 * Changes the given fields of a student's profile, for the student and for admins (docs/rules/accounts.md 7.7).
 * @throws DomainError `forbidden` for another student's, `student-not-found`, `empty-request`, `version-conflict`.
 */
export const edit = reading(
  ({ params, db }: ReadRequest<typeof editStudent>) => studentStatements(db, params.id),
  async (ctx: ActContext<typeof editStudent>, read) => {
    const { actor, db, params, body, now } = ctx
    refuseOtherStudents(actor, params.id)
    refuseEmpty(body)
    const { profile } = studentOf(read)
    if (profile) assertVersion(ctx, profile)
    const stored = db
      .insert(students)
      .values({ id: params.id, ...body, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({ target: students.id, set: { ...body, updatedAt: nextVersion(students, now) } })
      .returning()
    const audit = auditStatements(ctx, {
      act: 'student.edit',
      kind: 'student',
      id: params.id,
      before: profile && beforeOf(profile, body),
      after: body,
    })
    const [saved] = await batchReturning(db, [versionStatement(ctx, students, params.id), ...audit], stored)
    if (!saved) throw new DomainError('student-not-found')
    return studentView(saved)
  },
)
