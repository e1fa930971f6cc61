import { eq } from 'drizzle-orm'
import type { changeStudentRisk } from '#contract/student-risks'
import { studentRisks } from '#db/schema/student-risks'
import { DomainError } from '#domain/errors'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { refuseEmpty } from '../http/empty.ts'
import { assertVersion, nextVersion, rowVersionStatement } from '../http/versions.ts'
import { auditStatements } from './audit-store.ts'

/**
 * Takes care of a student at risk, gives them back, or writes down what was done (docs/rules/staff.md 13.3).
 * @throws DomainError `empty-request`, `student-not-found` for a student who never was at risk, `version-conflict`.
 */
export const changeRisk = reading(
  ({ params, db }: ReadRequest<typeof changeStudentRisk>) => [
    db.select().from(studentRisks).where(eq(studentRisks.studentId, params.id)),
  ],
  async (ctx: ActContext<typeof changeStudentRisk>, [[before]]) => {
    const { actor, body, db, now, params } = ctx
    const { isMine, done } = body
    refuseEmpty({ isMine, done })
    if (!before) throw new DomainError('student-not-found')
    assertVersion(ctx, before)
    const ownerId = isMine === undefined ? before.ownerId : isMine ? actor.id : null
    const written = done === undefined ? {} : { done, doneBy: actor.id, doneAt: now }
    const where = eq(studentRisks.studentId, params.id)
    await db.batch([
      rowVersionStatement(ctx, studentRisks, where),
      db
        .update(studentRisks)
        .set({ ownerId, ...written, updatedAt: nextVersion(studentRisks, now) })
        .where(where),
      ...auditStatements(ctx, {
        act: 'studentRisk.change',
        kind: 'student',
        id: params.id,
        before: { ownerId: before.ownerId, done: before.done },
        after: { ownerId, done: done ?? before.done },
      }),
    ])
    return undefined
  },
)
