import { and, asc, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { listTutoringMinutes } from '#contract/tutors'
import { lessonMembers, lessons } from '#db/schema/lessons'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { Role } from '#domain/roles'
import type { Act } from '../http/bind.ts'

const end = sql<number>`${lessons.start} + ${lessons.duration} * 60000`
const minutes = sql<number>`SUM(${lessons.duration})`

/**
 * Minutes taught by each tutor; a lesson that is only partly in the window counts whole (docs/rules/tutors.md 3.6).
 * @throws DomainError `bad-request` for a window that runs backwards.
 */
export const listMinutes: Act<typeof listTutoringMinutes> = async ({ db, query }) => {
  const { after, before } = query
  if (after !== undefined && before !== undefined && before < after)
    throw new DomainError('bad-request', 'before: earlier than after')
  return db
    .select({ tutorId: lessonMembers.userId, tutoringMinutes: minutes })
    .from(lessonMembers)
    .innerJoin(lessons, eq(lessons.id, lessonMembers.lessonId))
    .innerJoin(users, eq(users.id, lessonMembers.userId))
    .where(
      and(
        inArray(users.role, [Role.Tutor, Role.TutorManager]),
        isNull(lessons.canceledAt),
        after === undefined ? undefined : gt(end, after),
        before === undefined ? undefined : lt(lessons.start, before),
      ),
    )
    .groupBy(lessonMembers.userId)
    .orderBy(desc(minutes), asc(lessonMembers.userId))
}
