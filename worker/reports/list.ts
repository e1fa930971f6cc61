import { and } from 'drizzle-orm'
import type { listReports } from '#contract/reports'
import { reports } from '#db/schema/reports'
import type { Act } from '../http/bind.ts'
import { flagFilter, listFilter, presenceFilter, textFilter } from '../http/filters.ts'
import { orderedPage, orderTerms } from '../http/pages.ts'
import { matchingInbox } from '../inbox/filters.ts'
import { reportViews } from './store.ts'

const COLUMNS = {
  createdAt: reports.createdAt,
  updatedAt: reports.updatedAt,
} as const

export const list: Act<typeof listReports> = async ({ db, env, query, now }) => {
  const where = and(
    matchingInbox(reports, [reports.title, reports.description], query),
    listFilter(reports.userId, query.users),
    textFilter([reports.title], query.title),
    textFilter([reports.description], query.description),
    presenceFilter(reports.screenshot, query.screenshot),
    presenceFilter(reports.log, query.log),
    flagFilter(reports.resolved, query.resolved),
  )
  const { rows, ...count } = await orderedPage(db, reports, where, query, orderTerms(COLUMNS, reports.id, query))
  return { list: await reportViews(env, db, rows, now), ...count }
}
