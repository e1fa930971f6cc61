import { eq, sql } from 'drizzle-orm'
import type { RowsOf } from '#db/batch'
import type { Db } from '#db/client'
import { contactRequests } from '#db/schema/contact'
import { DomainError } from '#domain/errors'
import { authorsOf, entriesOf, entriesStatement } from './entries.ts'
import { accountStatement, accountsByPhone, accountsOf, phoneStatement } from './people.ts'
import { CONTACT_REQUEST } from './records.ts'

type Row = typeof contactRequests.$inferSelect

/** A contact request as admins see it, with the account that has verified its phone number, if exactly one has. */
export const contactView =
  (accounts: ReturnType<typeof accountsOf>, byPhone: ReturnType<typeof accountsByPhone>) =>
  ({ ownerId, foldedName: _name, foldedTitle: _title, foldedMessage: _message, ...row }: Row) => ({
    ...row,
    owner: accounts.admin(ownerId),
    person: byPhone.get(row.phone) ?? null,
  })

const requestStatement = (db: Db, id: number) => db.select().from(contactRequests).where(eq(contactRequests.id, id))

/** @throws DomainError `contact-request-not-found`. */
export async function findContactRequest(db: Db, id: number): Promise<Row> {
  const [row] = await requestStatement(db, id)
  if (!row) throw new DomainError('contact-request-not-found')
  return row
}

/** The statements whose rows `contactThreadOf` takes. */
export function contactThreadStatements(db: Db, id: number) {
  const whereId = eq(contactRequests.id, id)
  return [
    requestStatement(db, id),
    entriesStatement(db, CONTACT_REQUEST, id),
    accountStatement(
      db,
      sql`SELECT ${contactRequests.ownerId} FROM ${contactRequests} WHERE ${whereId} UNION ALL ${authorsOf(CONTACT_REQUEST, id)}`,
    ),
    phoneStatement(db, sql`SELECT ${contactRequests.phone} FROM ${contactRequests} WHERE ${whereId}`),
  ] as const
}

/**
 * A contact request with its answers and notes.
 * @throws DomainError `contact-request-not-found`.
 */
export function contactThreadOf([[row], entries, people, withPhone]: RowsOf<
  ReturnType<typeof contactThreadStatements>
>) {
  if (!row) throw new DomainError('contact-request-not-found')
  const accounts = accountsOf(people)
  return { ...contactView(accounts, accountsByPhone(withPhone))(row), entries: entriesOf(entries, accounts) }
}

/** As `contactThreadOf`, running the statements. */
export const contactThread = async (db: Db, id: number) =>
  contactThreadOf(await db.batch(contactThreadStatements(db, id)))
