import type { getContactRequest } from '#contract/contact'
import type { Act } from '../http/bind.ts'
import { contactThread } from './store.ts'

/** @throws DomainError `contact-request-not-found`. */
export const read: Act<typeof getContactRequest> = ({ db, params }) => contactThread(db, params.id)
