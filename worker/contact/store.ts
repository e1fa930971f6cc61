import { eq } from 'drizzle-orm'
import type { Db } from '#db/client'
import { contactRequests } from '#db/schema/contact'
import { DomainError } from '#domain/errors'
import { entriesOf } from '../inbox/entries.ts'
import { accountsByPhone, accountsOf } from '../inbox/people.ts'
import { CONTACT_REQUEST } from '../inbox/records.ts'

type Row = typeof contactRequests.$inferSelect

/** Contact requests as admins see them, with the account that has verified the number, where it is one. */
export async function contactViews(db: Db, rows: readonly Row[]) {
  const [accounts, byPhone] = await Promise.all([
    accountsOf(
      db,
      rows.map(({ ownerId }) => ownerId),
    ),
    accountsByPhone(
      db,
      rows.map(({ phone }) => phone),
    ),
  ])
  return rows.map(({ ownerId, ...row }) => ({
    ...row,
    owner: accounts.admin(ownerId),
    person: byPhone.get(row.phone) ?? null,
  }))
}

/** @throws DomainError `contact-request-not-found`. */
export async function findContactRequest(db: Db, id: number): Promise<Row> {
  const [row] = await db.select().from(contactRequests).where(eq(contactRequests.id, id))
  if (!row) throw new DomainError('contact-request-not-found')
  return row
}

/**
 * A contact request with its answers and notes.
 * @throws DomainError `contact-request-not-found`.
 */
export async function contactThread(db: Db, id: number) {
  const [view] = await contactViews(db, [await findContactRequest(db, id)])
  if (!view) throw new DomainError('contact-request-not-found')
  return { ...view, entries: await entriesOf(db, CONTACT_REQUEST, id) }
}
