import { eq } from 'drizzle-orm'
import type { editStudent } from '#contract/students'
import type { Db } from '#db/client'
import { students } from '#db/schema/students'
import { users } from '#db/schema/users'
import { toIso } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { isAdmin, isStudent } from '#domain/roles'
import { auditStatements } from '../audit/entry.ts'
import type { Act } from '../http/bind.ts'
import { beforeOf, refuseEmpty } from '../http/empty.ts'

async function findStudent(db: Db, id: number) {
  const [found] = await db
    .select({ role: users.role, profile: students })
    .from(users)
    .leftJoin(students, eq(students.id, users.id))
    .where(eq(users.id, id))
  if (!found || !isStudent(found.role)) throw new DomainError('student-not-found')
  return found.profile
}

/**
 * PUT /student/{id}, by the student and by admins (facts: accounts 7.6): only the given fields change.
 * @throws DomainError `forbidden` for another student's, `student-not-found`, `empty-request`.
 */
export const edit: Act<typeof editStudent> = async (at) => {
  const { actor, db, params, body, now } = at
  if (!isAdmin(actor.role) && params.id !== actor.id) throw new DomainError('forbidden')
  refuseEmpty(body)
  const profile = await findStudent(db, params.id)
  const [[saved]] = await db.batch([
    db
      .insert(students)
      .values({ id: params.id, ...body, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({ target: students.id, set: { ...body, updatedAt: now } })
      .returning(),
    ...auditStatements(at, {
      ...{ act: 'student.edit', kind: 'student', id: params.id },
      ...{ before: profile && beforeOf(profile, body), after: body },
    }),
  ])
  if (!saved) throw new DomainError('student-not-found')
  return { ...saved, userId: saved.id, createdAt: toIso(saved.createdAt), updatedAt: toIso(saved.updatedAt) }
}
