import type { listTopics } from '#contract/topics'
import { topics } from '#db/schema/topics'
import type { Act } from '../http/bind.ts'
import { textFilter } from '../http/filters.ts'
import { orderedPage, orderTerms } from '../http/pages.ts'
import { topicView } from './store.ts'

const COLUMNS = {
  createdAt: topics.createdAt,
} as const

/** Searches both names (docs/rules/tutors.md 4.3). */
export const list: Act<typeof listTopics> = async ({ db, query }) => {
  const where = textFilter([topics.nameAr, topics.nameEn], query.name)
  const { rows, total } = await orderedPage(db, topics, where, query, orderTerms(COLUMNS, topics.id, query))
  return { list: rows.map(topicView), total }
}
