import type { getContactRequest } from '#contract/contact'
import { type ReadRequest, reading } from '../http/bind.ts'
import { contactThreadOf, contactThreadStatements } from './contact-store.ts'

/** @throws DomainError `contact-request-not-found`. */
export const read = reading(
  ({ db, params }: ReadRequest<typeof getContactRequest>) => contactThreadStatements(db, params.id),
  async (_, rows) => contactThreadOf(rows),
)
