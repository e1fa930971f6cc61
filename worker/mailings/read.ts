import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { getMailing, listMailings } from '#contract/mailings'
import { mailingRecipients, mailings } from '#db/schema/mailings'
import { users } from '#db/schema/users'
import type { LeftOutReason } from '#domain/mailings/mailing'
import { uploadUrl } from '../files/store.ts'
import { type ReadRequest, reading } from '../http/bind.ts'
import { newestOrder, pageOf, pageStatements, valuesOnPage } from '../http/pages.ts'
import { peopleById, peopleStatement } from '../users/store.ts'
import { mailingView, viewOf, viewStatements } from './store.ts'

/** What was sent to lists of people, with what became of it (docs/rules/staff.md 18.7). */
export const list = reading(
  ({ db, query }: ReadRequest<typeof listMailings>) => {
    const order = newestOrder(mailings)
    return [
      ...pageStatements(db, mailings, undefined, query, order),
      peopleStatement(db, valuesOnPage([mailings.senderId], mailings, undefined, query, order)),
    ] as const
  },
  async (_, [counted, rows, senders]) => {
    const { rows: found, ...count } = pageOf([counted, rows])
    const people = peopleById(senders)
    return { list: found.map((row) => viewOf(people, row)), ...count }
  },
)

/** @throws DomainError `not-found`. */
export const read = reading(
  ({ db, params }: ReadRequest<typeof getMailing>) =>
    [
      ...viewStatements(db, sql`${params.id}`),
      db
        .select({
          id: users.id,
          name: users.name,
          englishName: users.englishName,
          image: users.image,
          reason: sql<LeftOutReason>`${mailingRecipients.leftOut}`.as('reason'),
        })
        .from(mailingRecipients)
        .innerJoin(users, eq(users.id, mailingRecipients.userId))
        .where(and(eq(mailingRecipients.mailingId, params.id), isNotNull(mailingRecipients.leftOut)))
        .orderBy(mailingRecipients.userId),
    ] as const,
  async (_, [found, senders, leftOut]) => ({
    ...mailingView([found, senders]),
    people: leftOut.map((one) => ({ ...one, image: uploadUrl(one.image) })),
  }),
)
