import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { mailingChoices } from '#db/schema/mailings'
import { pushSubscriptions } from '#db/schema/push-subscriptions'
import { tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import { type Instant, quarterOf } from '#domain/cairo'
import type { MailLanguage } from '#domain/mailings/mail'
import { COME_BACK_AFTER, MAILING_WEEK } from '#domain/mailings/mailing'
import { isReceiving } from '../messages/push-store.ts'

/** The mailings that somebody was to get within the last week. */
const recentOf = (now: Instant) =>
  sql<number>`(SELECT COUNT(*) FROM mailing_recipients AS r WHERE r.user_id = ${users.id} AND r.left_out IS NULL AND r.created_at > ${now - MAILING_WEEK})`

/** What decides whether somebody gets a mailing (docs/rules/staff.md 18.3), and in which language. */
export const factsOf = (now: Instant) => ({
  id: users.id,
  name: users.name,
  englishName: users.englishName,
  image: users.image,
  role: users.role,
  email: users.email,
  verifiedEmail: users.verifiedEmail,
  activated: tutors.activated,
  activatedAt: tutors.activatedAt,
  isWanted: sql<boolean>`COALESCE(${mailingChoices.isWanted}, 0)`.mapWith(mailingChoices.isWanted).as('is_wanted_now'),
  language: sql<MailLanguage>`COALESCE(${mailingChoices.language}, 'ar')`.as('read_language'),
  recent: recentOf(now).as('recent'),
  // Those of students are quarters of lessons; past ones are kept for two months.
  hasLesson:
    sql<number>`EXISTS (SELECT 1 FROM busy_quarters AS q WHERE q.user_id = ${users.id} AND q.quarter > ${quarterOf(now - COME_BACK_AFTER)})`
      .mapWith(Boolean)
      .as('has_lesson'),
})

const hasDevice = (now: Instant) =>
  sql<boolean>`EXISTS (SELECT 1 FROM ${pushSubscriptions} WHERE ${pushSubscriptions.userId} = ${users.id} AND ${isReceiving(now)})`
    .mapWith(Boolean)
    .as('has_device')

/** Selects these facts of people, and whether a notification reaches them, for a `where`. */
export const factsStatement = (db: Db, now: Instant) =>
  db
    .select({ ...factsOf(now), hasDevice: hasDevice(now) })
    .from(users)
    .leftJoin(mailingChoices, eq(mailingChoices.userId, users.id))
    .leftJoin(tutors, eq(tutors.id, users.id))
