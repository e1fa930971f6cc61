import { asc, desc, type SQL } from 'drizzle-orm'
import type { listTopics, listTopicsForStaff } from '#contract/topics'
import type { Db } from '#db/client'
import { topicCounts } from '#db/schema/topic-counts'
import { topics } from '#db/schema/topics'
import { type ReadRequest, reading } from '../http/bind.ts'
import { isAmong, textFilter } from '../http/filters.ts'
import { type Page, pageOf, pageStatements, valuesOnPage } from '../http/pages.ts'
import { topicView } from './store.ts'

const TOPIC_ORDER: [SQL, SQL] = [asc(topics.position), desc(topics.id)]

type Filters = Page & { name?: string | undefined }

/** One page of the topics in the order that admins have set (docs/rules/tutors.md 4.3). */
const pageArguments = (query: Filters) =>
  [topics, textFilter([topics.foldedNameAr, topics.foldedNameEn], query.name), query, TOPIC_ORDER] as const

const statements = (db: Db, query: Filters) => pageStatements(db, ...pageArguments(query))

/** Searches both names (docs/rules/tutors.md 4.3). */
export const list = reading(
  ({ db, query }: ReadRequest<typeof listTopics>) => statements(db, query),
  async (_, page) => {
    const { rows, total } = pageOf(page)
    return { list: rows.map(topicView), total }
  },
)

/** With how many tutors and students have chosen each, which triggers count. */
export const listForStaff = reading(
  ({ db, query }: ReadRequest<typeof listTopicsForStaff>) => [
    ...statements(db, query),
    db
      .select()
      .from(topicCounts)
      .where(isAmong(topicCounts.topicId, valuesOnPage([topics.id], ...pageArguments(query)))),
  ],
  async (_, [count, found, counted]) => {
    const { rows, total } = pageOf([count, found])
    const countsOf = new Map(counted.map((row) => [row.topicId, row]))
    const list = rows.map((row) => {
      const counts = countsOf.get(row.id)
      return { ...topicView(row), tutors: counts?.tutors ?? 0, students: counts?.students ?? 0 }
    })
    return { list, total }
  },
)
