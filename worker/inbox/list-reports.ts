import { and, type SQL, sql } from 'drizzle-orm'
import type { listReports } from '#contract/reports'
import { reports } from '#db/schema/reports'
import { type ReadRequest, reading } from '../http/bind.ts'
import { flagFilter, listFilter, presenceFilter, textFilter } from '../http/filters.ts'
import { orderTerms, pageOf, pageStatements, valuesOnPage } from '../http/pages.ts'
import { matchingInbox } from './filters.ts'
import { accountStatement, accountsOf } from './people.ts'
import { reportView } from './report-store.ts'

const COLUMNS = {
  createdAt: reports.createdAt,
  updatedAt: reports.updatedAt,
} as const

export const list = reading(
  ({ db, query }: ReadRequest<typeof listReports>) => {
    const where = and(
      matchingInbox(reports, [reports.foldedTitle, reports.foldedDescription], query),
      listFilter(reports.userId, query.users),
      textFilter([reports.foldedTitle], query.title),
      textFilter([reports.foldedDescription], query.description),
      presenceFilter(reports.screenshot, query.screenshot),
      presenceFilter(reports.log, query.log),
      flagFilter(reports.resolved, query.resolved),
    )
    const [first, second] = orderTerms(COLUMNS, reports.id, query)
    const isByMinors = query.minorsFirst && query.orderBy === 'createdAt'
    const order: [SQL, SQL] = [isByMinors ? sql`${reports.byMinor} DESC, ${first}` : first, second]
    return [
      ...pageStatements(db, reports, where, query, order),
      accountStatement(db, valuesOnPage([reports.userId, reports.ownerId], reports, where, query, order)),
    ] as const
  },
  async ({ env, now }, [counted, page, people]) => {
    const { rows, ...count } = pageOf([counted, page])
    const accounts = accountsOf(people)
    return { list: await Promise.all(rows.map((row) => reportView(env, accounts, row, now))), ...count }
  },
)
