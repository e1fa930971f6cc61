import { and, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { NumberFilter } from '#contract/fields'
import { listFilter, numberFilter, presenceFilter, textFilter } from '../http/filters.ts'

type Filters = {
  ids?: number[] | undefined
  states?: number[] | undefined
  owners?: number[] | undefined
  owned?: boolean | undefined
  search?: string | undefined
  createdAt?: NumberFilter | undefined
  updatedAt?: NumberFilter | undefined
}

type Table = Record<'id' | 'state' | 'ownerId' | 'createdAt' | 'updatedAt', SQLiteColumn>

/**
 * The common filters of the lists of reports and contact requests; `folds` are the columns that are searched for a word.
 */
export const matchingInbox = (table: Table, folds: SQLiteColumn[], query: Filters): SQL | undefined =>
  and(
    listFilter(table.id, query.ids),
    listFilter(table.state, query.states),
    listFilter(table.ownerId, query.owners),
    presenceFilter(table.ownerId, query.owned),
    textFilter(folds, query.search),
    numberFilter(table.createdAt, query.createdAt),
    numberFilter(table.updatedAt, query.updatedAt),
  )
