import { eq, type SQL, sql } from 'drizzle-orm'
import type { RowsOf } from '#db/batch'
import type { Db } from '#db/client'
import { mailings } from '#db/schema/mailings'
import { DomainError } from '#domain/errors'
import { peopleById, peopleStatement, personAmong } from '../users/store.ts'

type Row = typeof mailings.$inferSelect

/** A mailing as answered, with its sender among these people. */
export const viewOf = (people: ReturnType<typeof peopleById>, { senderId, ...row }: Row) => ({
  ...row,
  sender: personAmong(people, senderId),
  waiting: row.chosen - row.leftOut - row.sent - row.failed,
})

/** The statements whose rows `mailingView` takes. */
export const viewStatements = (db: Db, id: SQL<number> | SQL) =>
  [
    db.select().from(mailings).where(eq(mailings.id, id)),
    peopleStatement(db, sql`SELECT m.sender_id FROM ${mailings} m WHERE m.id = ${id}`),
  ] as const

/** @throws DomainError `not-found`. */
export function mailingView([[row], senders]: RowsOf<ReturnType<typeof viewStatements>>) {
  if (!row) throw new DomainError('not-found')
  return viewOf(peopleById(senders), row)
}
