import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { type MailLanguage, mailLanguages, type WrittenWords } from '#domain/mailings/mail'
import { type LeftOutReason, leftOutReasons, MAX_MAILING_PEOPLE, mailingTemplates } from '#domain/mailings/mailing'
import { between, createdAt, flag, id, instant, oneOf } from './columns.ts'
import { users } from './users.ts'

const count = (name: string) => integer(name).notNull().default(0)

/** Messages of staff to a list of people (docs/rules/staff.md 18.1). Triggers keep the counts of what became of them. */
export const mailings = sqliteTable(
  'mailings',
  {
    id: id(),
    template: text('template', { enum: mailingTemplates }).notNull(),
    /** What staff wrote; null for a template with fixed words. */
    words: text('words', { mode: 'json' }).$type<WrittenWords>(),
    senderId: integer('sender_id')
      .notNull()
      .references(() => users.id),
    /** How many people were chosen, those left out included. */
    chosen: integer('chosen').notNull(),
    leftOut: count('left_out'),
    /** Mails that the provider has accepted, those of them that it has delivered, and those given up. */
    sent: count('sent'),
    delivered: count('delivered'),
    failed: count('failed'),
    createdAt: createdAt(),
  },
  (t) => [
    check('mailings_template', oneOf(t.template, mailingTemplates)),
    check('mailings_words', sql`(${t.words} IS NULL) = (${t.template} <> 'news')`),
    check('mailings_chosen', between(t.chosen, 1, MAX_MAILING_PEOPLE)),
    index('mailings_created').on(t.createdAt),
    index('mailings_sender').on(t.senderId, t.createdAt),
  ],
)

/** The people of a mailing, each once. */
export const mailingRecipients = sqliteTable(
  'mailing_recipients',
  {
    mailingId: integer('mailing_id')
      .notNull()
      .references(() => mailings.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Why the person does not get it; null for who does. */
    leftOut: text('left_out').$type<LeftOutReason>(),
    createdAt: createdAt(),
    /** When the message was put into the outbox, or it was found that none is sent; null while it waits. */
    handledAt: instant('handled_at'),
  },
  (t) => [
    primaryKey({ columns: [t.mailingId, t.userId] }),
    check('mailing_recipients_left_out', oneOf(t.leftOut, leftOutReasons)),
    check('mailing_recipients_handled', sql`${t.leftOut} IS NULL OR ${t.handledAt} IS NOT NULL`),
    index('mailing_recipients_waiting').on(t.mailingId, t.userId).where(sql`handled_at IS NULL`),
    index('mailing_recipients_week').on(t.userId, t.createdAt).where(sql`left_out IS NULL`),
  ],
)

/**
 * Whether somebody gets mailings, as a trigger copies it from the register of consents, and in which language; nobody without a row
 * gets any (docs/rules/privacy.md 5.5).
 */
export const mailingChoices = sqliteTable(
  'mailing_choices',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id),
    isWanted: flag('is_wanted').notNull().default(true),
    language: text('language').$type<MailLanguage>().notNull().default('ar'),
  },
  (t) => [check('mailing_choices_language', oneOf(t.language, mailLanguages))],
)
