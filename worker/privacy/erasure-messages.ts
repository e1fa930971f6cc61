import { and, eq, gte, lt, or, sql } from 'drizzle-orm'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { mailingChoices } from '#db/schema/mailings'
import { outbox } from '#db/schema/outbox'
import { users } from '#db/schema/users'
import { days, type Instant } from '#domain/cairo'
import type { MailLanguage } from '#domain/mailings/mail'
import { messageStatement } from '../messages/outbox.ts'

/** Whom to tell of an erasure, and in which language (docs/rules/privacy.md 4.10). */
export const mailReader = (db: Db, userId: number) =>
  db
    .select({ email: users.email, language: sql<MailLanguage>`COALESCE(${mailingChoices.language}, 'ar')` })
    .from(users)
    .leftJoin(mailingChoices, eq(mailingChoices.userId, users.id))
    .where(eq(users.id, userId))

const DONE_KEY = 'erased:'

/** The statement that tells at the address that the account had that it is erased; after those that delete its messages. */
export const doneStatement = (
  db: Db,
  erasureId: number,
  { email, language }: { email: string; language: MailLanguage },
  now: Instant,
): Statement =>
  messageStatement(
    db,
    { channel: 'email', to: email, template: 'erasure_done', params: { language } },
    now,
    `${DONE_KEY}${erasureId}`,
  )

/** A mail that has not gone out for so long is given up with its address. */
const GIVEN_UP_AFTER = days(2)

/** Deletes the confirmation mails of erasures, with the last addresses of those accounts. */
export const clearDoneMails = (db: Db, now: Instant) =>
  db
    .delete(outbox)
    .where(
      and(
        gte(outbox.dedupeKey, DONE_KEY),
        lt(outbox.dedupeKey, `${DONE_KEY}:`),
        or(sql`${outbox.status} IN ('sent', 'failed')`, lt(outbox.createdAt, now - GIVEN_UP_AFTER)),
      ),
    )
