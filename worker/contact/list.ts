import { and } from 'drizzle-orm'
import type { listContactRequests } from '#contract/contact'
import { contactRequests } from '#db/schema/contact'
import { normalPhone } from '#domain/users/phone'
import type { Act } from '../http/bind.ts'
import { listFilter } from '../http/filters.ts'
import { orderedPage, orderTerms } from '../http/pages.ts'
import { matchingInbox } from '../inbox/filters.ts'
import { contactViews } from './store.ts'

const { name, phone, title, message } = contactRequests

const COLUMNS = {
  createdAt: contactRequests.createdAt,
  updatedAt: contactRequests.updatedAt,
} as const

/** Contact requests, newest first; `phone` is a whole number (docs/rules/staff.md 6.1). */
export const list: Act<typeof listContactRequests> = async ({ db, query }) => {
  const number = query.phone ? [normalPhone(query.phone)] : undefined
  const where = and(
    matchingInbox(contactRequests, [name, phone, title, message], query),
    listFilter(contactRequests.phone, number),
  )
  const { rows, ...count } = await orderedPage(
    db,
    contactRequests,
    where,
    query,
    orderTerms(COLUMNS, contactRequests.id, query),
  )
  return { list: await contactViews(db, rows), ...count }
}
