import type { listTopics } from '#contract/topics'
import { topics } from '#db/schema/topics'
import type { Act } from '../http/bind.ts'
import { textFilter } from '../http/filters.ts'
import { newestFirst } from '../http/pages.ts'
import { topicView } from './store.ts'

/** Searches both names (docs/rules/tutors.md 4.3). */
export const list: Act<typeof listTopics> = async ({ db, query }) => {
  const where = textFilter([topics.nameAr, topics.nameEn], query.name)
  const { rows, total } = await newestFirst(db, topics, where, query)
  return { list: rows.map(topicView), total }
}
