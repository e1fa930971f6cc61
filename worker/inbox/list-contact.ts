import { and } from 'drizzle-orm'
import type { listContactRequests } from '#contract/contact'
import { contactRequests } from '#db/schema/contact'
import { normalPhone } from '#domain/users/phone'
import { type ReadRequest, reading } from '../http/bind.ts'
import { listFilter } from '../http/filters.ts'
import { orderTerms, pageOf, pageStatements, valuesOnPage } from '../http/pages.ts'
import { contactView } from './contact-store.ts'
import { matchingInbox } from './filters.ts'
import { accountStatement, accountsByPhone, accountsOf, phoneStatement } from './people.ts'

const { foldedName, phone, foldedTitle, foldedMessage } = contactRequests

const COLUMNS = {
  createdAt: contactRequests.createdAt,
  updatedAt: contactRequests.updatedAt,
} as const

/** Contact requests, newest first; the filter `phone` must match exactly (docs/rules/staff.md 6.1). */
export const list = reading(
  ({ db, query }: ReadRequest<typeof listContactRequests>) => {
    const number = query.phone ? [normalPhone(query.phone)] : undefined
    const where = and(
      matchingInbox(contactRequests, [foldedName, phone, foldedTitle, foldedMessage], query),
      listFilter(contactRequests.phone, number),
    )
    const order = orderTerms(COLUMNS, contactRequests.id, query)
    return [
      ...pageStatements(db, contactRequests, where, query, order),
      accountStatement(db, valuesOnPage([contactRequests.ownerId], contactRequests, where, query, order)),
      phoneStatement(db, valuesOnPage([phone], contactRequests, where, query, order)),
    ] as const
  },
  async (_, [counted, page, owners, withPhone]) => {
    const { rows, ...count } = pageOf([counted, page])
    return { list: rows.map(contactView(accountsOf(owners), accountsByPhone(withPhone))), ...count }
  },
)
