import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { batchAll, type Statement } from '#db/batch'
import type { Db } from '#db/client'
import { mailingChoices, mailingRecipients, mailings } from '#db/schema/mailings'
import { tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { mailingMail } from '#domain/mailings/mail'
import { type LeftOutReason, mailableFrom, whyLeftOut } from '#domain/mailings/mailing'
import { appOrigin, type Env } from '../env.ts'
import { isAmong } from '../http/filters.ts'
import { mailingStatement, type Notification, pushStatement } from '../messages/outbox.ts'
import { stopToken } from '../messages/stop-token.ts'
import { factsOf } from './people.ts'

/** People of one run: a code that somebody waits for is sent after as many mails at most. */
const TOGETHER = 40

const waitingStatement = (db: Db, now: Instant) =>
  db
    .select({
      ...factsOf(now),
      mailingId: mailingRecipients.mailingId,
      template: mailings.template,
      words: mailings.words,
    })
    .from(mailingRecipients)
    .innerJoin(mailings, eq(mailings.id, mailingRecipients.mailingId))
    .innerJoin(users, eq(users.id, mailingRecipients.userId))
    .leftJoin(mailingChoices, eq(mailingChoices.userId, users.id))
    .leftJoin(tutors, eq(tutors.id, users.id))
    .where(isNull(mailingRecipients.handledAt))
    .orderBy(asc(mailingRecipients.mailingId), asc(mailingRecipients.userId))
    .limit(TOGETHER)

type Waiting = Awaited<ReturnType<typeof waitingStatement>>[number]
/** `reason`: why they are left out now. */
type Decided = Waiting & { reason: LeftOutReason | null }

/** The mail to one person, and the notification of their devices. */
async function messagesTo(env: Env, waiting: Waiting) {
  const { mailingId, id: userId, email } = waiting
  const { path, ...mail } = mailingMail(waiting)
  const params = {
    ...mail,
    url: new URL(path, appOrigin(env) ?? env.API_ORIGIN).href,
    stopToken: await stopToken(env, 'mailing-stop', userId),
  }
  const notification: Notification = {
    userId,
    template: 'mailing',
    params: { title: mail.subject, body: mail.text, path, topic: 'mailing' },
    dedupeKey: `mailing:${mailingId}:${userId}`,
  }
  return { mail: { mailingId, userId, to: email, params }, notification }
}

/** The statement that marks people of a mailing as handled who still wait. */
const handledStatement = (db: Db, mailingId: number, people: readonly Decided[], now: Instant): Statement => {
  const reasons = JSON.stringify(Object.fromEntries(people.map(({ id, reason }) => [id, reason])))
  return db
    .update(mailingRecipients)
    .set({ handledAt: now, leftOut: sql`json_extract(${reasons}, '$."' || ${mailingRecipients.userId} || '"')` })
    .where(
      and(
        eq(mailingRecipients.mailingId, mailingId),
        isAmong(
          mailingRecipients.userId,
          people.map(({ id }) => id),
        ),
        isNull(mailingRecipients.handledAt),
      ),
    )
}

/**
 * Puts the messages of people who wait for a mailing into the outbox, a few at a time, and of nobody in the quiet hours
 * (docs/rules/staff.md 18.6). Who should not get it any more at that moment is left out. A message and that its person is handled are
 * written in one batch, so that nobody gets a second one wherever a run is cut off. Returns whether nobody waits any more.
 */
export async function storeDueMailings(env: Env, db: Db, now: Instant): Promise<boolean> {
  if (mailableFrom(now) > now) return true
  const waiting = await waitingStatement(db, now)
  if (waiting.length === 0) return true
  const decided = waiting.map((one): Decided => ({ ...one, reason: whyLeftOut(one.template, one) }))
  const readers = decided.filter(({ reason }) => reason === null)
  const messages = await Promise.all(readers.map((one) => messagesTo(env, one)))
  const groups = [...Map.groupBy(decided, ({ mailingId }) => mailingId)]
  await batchAll(db, [
    mailingStatement(
      db,
      messages.map(({ mail }) => mail),
      now,
    ),
    pushStatement(
      db,
      messages.map(({ notification }) => notification),
      now,
    ),
    ...groups.map(([mailingId, people]) => handledStatement(db, mailingId, people, now)),
  ])
  return waiting.length < TOGETHER
}
