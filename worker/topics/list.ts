import { asc, desc, sql } from 'drizzle-orm'
import type { listTopics, listTopicsForStaff } from '#contract/topics'
import type { Db } from '#db/client'
import { topics, userTopics } from '#db/schema/topics'
import { users } from '#db/schema/users'
import { isTutorSide, Role, roles } from '#domain/roles'
import { type Asked, reading } from '../http/bind.ts'
import { isAmong, textFilter } from '../http/filters.ts'
import { type Page, pageOf, pageStatements } from '../http/pages.ts'
import { topicView } from './store.ts'

/** The statements of one page of the topics in the order that admins gave them (docs/rules/tutors.md 4.3). */
function statements(db: Db, query: Page & { name?: string | undefined }) {
  const where = textFilter([topics.nameAr, topics.nameEn], query.name)
  return pageStatements(db, topics, where, query, [asc(topics.position), desc(topics.id)])
}

/** Searches both names (docs/rules/tutors.md 4.3). */
export const list = reading(
  ({ db, query }: Asked<typeof listTopics>) => statements(db, query),
  async (_, page) => {
    const { rows, total } = pageOf(page)
    return { list: rows.map(topicView), total }
  },
)

const TUTOR_ROLES = roles.filter(isTutorSide)

/** With how many tutors and students chose each topic. */
export const listForStaff = reading(
  ({ db, query }: Asked<typeof listTopicsForStaff>) => statements(db, query),
  async ({ db }, page) => {
    const { rows, total } = pageOf(page)
    const ids = rows.map(({ id }) => id)
    const counted = await db
      .select({
        topicId: userTopics.topicId,
        tutors: sql<number>`SUM(${isAmong(users.role, TUTOR_ROLES)})`,
        students: sql<number>`SUM(${users.role} = ${Role.Student})`,
      })
      .from(userTopics)
      .innerJoin(users, sql`${users.id} = ${userTopics.userId}`)
      .where(isAmong(userTopics.topicId, ids))
      .groupBy(userTopics.topicId)
    const countsOf = new Map(counted.map((row) => [row.topicId, row]))
    const list = rows.map((row) => {
      const counts = countsOf.get(row.id)
      return { ...topicView(row), tutors: counts?.tutors ?? 0, students: counts?.students ?? 0 }
    })
    return { list, total }
  },
)
