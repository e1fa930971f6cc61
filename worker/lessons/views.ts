import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { lessonSummaries } from '#db/schema/lesson-notes'
import { lessonOutcomes } from '#db/schema/lesson-outcomes'
import { lessonMembers, lessons } from '#db/schema/lessons'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { isAdmin, isStudent, type Role } from '#domain/roles'
import type { Env } from '../env.ts'
import { offsetOf, type Page } from '../http/pages.ts'
import { outcomesOf, recordColumns } from './attendance-store.ts'
import { type MemberRow, memberViews, withStatus } from './store.ts'

/**
 * The lessons to show and their order; without a page, all that `where` matches. With `ofOutcomes` only lessons that have a
 * stored outcome, and both may name its columns.
 */
type Shown = { where: SQL | undefined; order: readonly SQL[]; page: Page | null; ofOutcomes?: boolean }

/** SQLite's value of `LIMIT` for no limit. */
const NO_LIMIT = -1

/**
 * The query whose rows `lessonViews` takes. Subqueries select what belongs to each lesson of the page: that is faster than
 * a statement per table and needs no second round trip.
 */
export function viewStatement(db: Db, { where, order, page: shown, ofOutcomes = false }: Shown) {
  const rows = db.select(getTableColumns(lessons)).from(lessons).$dynamic()
  if (ofOutcomes) rows.innerJoin(lessonOutcomes, eq(lessonOutcomes.lessonId, lessons.id))
  const page = rows
    .where(where)
    .orderBy(...order)
    .limit(shown?.size ?? NO_LIMIT)
    .offset(shown ? offsetOf(shown) : 0)
    .as('page')
  return db
    .select({
      lesson: {
        id: page.id,
        start: page.start,
        duration: page.duration,
        price: page.price,
        slotId: page.slotId,
        sessionId: page.sessionId,
        canceledBy: page.canceledBy,
        canceledAt: page.canceledAt,
        createdAt: page.createdAt,
        updatedAt: page.updatedAt,
        sequence: page.sequence,
      },
      members: sql`(SELECT json_group_array(json_object('lessonId', m.lesson_id, 'userId', u.id, 'name', u.name,
          'englishName', u.english_name, 'image', u.image, 'role', u.role, 'notificationMethod', u.notification_method, 'birthYear', u.birth_year))
        FROM ${lessonMembers} m JOIN ${users} u ON u.id = m.user_id WHERE m.lesson_id = page.id)`
        .mapWith((text): MemberRow[] => JSON.parse(text))
        .as('members'),
      summary: sql`(SELECT json_object('text', s.text, 'updatedAt', s.updated_at) FROM ${lessonSummaries} s
        WHERE s.lesson_id = page.id)`
        .mapWith((text): { text: string; updatedAt: Instant } | null => JSON.parse(text))
        .as('summary'),
      record: recordColumns('page'),
    })
    .from(page)
}

const seesPay = (viewer: { id: number; role: Role }, members: readonly MemberRow[]): boolean =>
  isAdmin(viewer.role) || members.some(({ userId }) => userId === viewer.id)

/**
 * Lessons with their members, the tutor's summary (docs/rules/lessons.md 9.1) and, for those that have begun, the outcome
 * as the viewer sees it; the tutor's pay only for members and admins (docs/rules/lessons.md 5.1).
 */
export async function lessonViews(
  ctx: { env: Env; now: Instant },
  found: Awaited<ReturnType<typeof viewStatement>>,
  viewer: { id: number; role: Role },
) {
  const withPeople = found.flatMap(({ lesson, record, members }) => {
    const student = members.find(({ role }) => isStudent(role))
    const tutor = members.find((one) => one !== student)
    return student && tutor ? [{ lesson, record, studentId: student.userId, tutorId: tutor.userId }] : []
  })
  const outcomes = await outcomesOf(ctx, withPeople, viewer.id)
  return found.map(({ lesson, members, summary }) => ({
    lesson: { ...withStatus(lesson, ctx.now), price: seesPay(viewer, members) ? lesson.price : null },
    members: memberViews(members, ctx.now),
    summary,
    outcome: outcomes.get(lesson.id) ?? null,
  }))
}
