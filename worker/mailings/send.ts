import { and, eq, gte, sql } from 'drizzle-orm'
import type { previewMailing, sendMailing } from '#contract/mailings'
import { batchThenRead } from '#db/batch'
import type { Db } from '#db/client'
import { mailingRecipients, mailings } from '#db/schema/mailings'
import { users } from '#db/schema/users'
import { addDays, type Instant, localDay, startOfDay } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { isWritten } from '#domain/mailings/mail'
import {
  type LeftOutReason,
  MAILING_WEEK,
  MAILINGS_A_DAY,
  MAILINGS_OF_A_PERSON,
  MAX_MAILING_PEOPLE,
  type MailingTemplate,
  whyNotChosen,
} from '#domain/mailings/mailing'
import { uploadUrl } from '../files/store.ts'
import type { Act, ActContext, Recall } from '../http/bind.ts'
import { completionStatements } from '../http/completion.ts'
import { abortIf, decideAndWrite } from '../http/constraints.ts'
import { isAmong } from '../http/filters.ts'
import { TooManyRequests } from '../http/rate-limit.ts'
import { triggerDelivery } from '../messages/outbox.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { type AccountFilters, matchingAccounts } from '../users/filters-store.ts'
import { factsStatement } from './people.ts'
import { mailingView, viewStatements } from './store.ts'

type Found = Awaited<ReturnType<typeof factsStatement>>

/** Those who get it, and those who do not and why. */
function sortPeople(found: Found, template: MailingTemplate) {
  const sorted = found.map((one) => ({ ...one, reason: whyNotChosen(template, one) }))
  return {
    readers: sorted.filter(({ reason }) => reason === null),
    leftOut: sorted.flatMap(({ reason, ...one }) => (reason === null ? [] : [{ ...one, reason }])),
  }
}

/** @throws DomainError `user-not-found` for an id that is no account's. */
async function peopleOf(db: Db, ids: readonly number[], now: Instant): Promise<Found> {
  const distinct = [...new Set(ids)]
  const found = await factsStatement(db, now).where(isAmong(users.id, distinct)).orderBy(users.id)
  if (found.length < distinct.length) throw new DomainError('user-not-found')
  return found
}

/** All accounts that match the filters of their list. @throws DomainError `illegal` where one message is not for as many. */
async function peopleMatching(db: Db, matching: AccountFilters, now: Instant): Promise<Found> {
  // Sorted here: an order would keep the database from the index of the filter.
  const found = await factsStatement(db, now)
    .where(matchingAccounts(matching, now))
    .limit(MAX_MAILING_PEOPLE + 1)
  if (found.length > MAX_MAILING_PEOPLE) throw new DomainError('illegal', `matching: more than ${MAX_MAILING_PEOPLE}`)
  return found.toSorted((one, other) => one.id - other.id)
}

/**
 * Who would get a message, and who not and why (docs/rules/staff.md 18.5).
 * @throws DomainError `bad-request` for people both by id and by filters, or by neither; `user-not-found`; `illegal` where more match
 * than a message is for.
 */
export const preview: Act<typeof previewMailing> = async ({ body, db, now }) => {
  const { ids, matching, template } = body
  if ((ids === undefined) === (matching === undefined)) throw new DomainError('bad-request', 'ids or matching')
  const found = ids ? await peopleOf(db, ids, now) : await peopleMatching(db, matching ?? { match: 'loose' }, now)
  const { readers, leftOut } = sortPeople(found, template)
  const shown = <One extends { image: string | null }>(one: One) => ({ ...one, image: uploadUrl(one.image) })
  return { readers: readers.map(shown), leftOut: leftOut.map(shown) }
}

type SendAct = ActContext<typeof sendMailing>
type Sorted = ReturnType<typeof sortPeople>

/** The mailings that somebody of staff has sent today in Cairo. */
const todays = (actorId: number, now: Instant) =>
  and(eq(mailings.senderId, actorId), gte(mailings.createdAt, startOfDay(localDay(now))))

/** @throws DomainError `user-not-found`, `illegal` where nobody gets it; TooManyRequests past the most of a day. */
async function decide({ actor, body, db, now }: SendAct): Promise<Sorted> {
  const [sent] = await db.select({ count: sql<number>`COUNT(*)` }).from(mailings).where(todays(actor.id, now))
  if ((sent?.count ?? 0) >= MAILINGS_A_DAY)
    throw new TooManyRequests(Math.ceil((startOfDay(addDays(localDay(now), 1)) - now) / 1000))
  const people = sortPeople(await peopleOf(db, body.ids, now), body.template)
  if (people.readers.length === 0) throw new DomainError('illegal', 'ids: nobody of them gets it')
  return people
}

const newestMailing = sql<number>`(SELECT MAX(m.id) FROM ${mailings} m)`

/** Aborts where one of those who get it has stopped such messages meanwhile, has no proven address any more, or had the most of a week. */
const abortIfChanged = (db: Db, ids: readonly number[], now: Instant) =>
  abortIf(
    db,
    'mailing-people-changed',
    sql`EXISTS (SELECT 1 FROM ${users} WHERE ${isAmong(users.id, ids)} AND (${users.verifiedEmail} = 0
      OR EXISTS (SELECT 1 FROM mailing_choices AS c WHERE c.user_id = ${users.id} AND c.is_wanted = 0)
      OR (SELECT COUNT(*) FROM mailing_recipients AS r WHERE r.user_id = ${users.id} AND r.left_out IS NULL
        AND r.created_at > ${now - MAILING_WEEK}) >= ${MAILINGS_OF_A_PERSON}))`,
  )

const countsOf = (leftOut: Sorted['leftOut']): Partial<Record<LeftOutReason, number>> =>
  Object.fromEntries([...Map.groupBy(leftOut, ({ reason }) => reason)].map(([reason, all]) => [reason, all.length]))

async function write(ctx: SendAct, { readers, leftOut }: Sorted) {
  const { actor, body, db, now } = ctx
  const { template, words = null } = body
  const chosen = readers.length + leftOut.length
  const rows = [...readers, ...leftOut].map(({ id, reason }) => ({ id, reason }))
  const counted = db.select({ n: sql`COUNT(*)` }).from(mailings).where(todays(actor.id, now))
  const people = sql`SELECT ${newestMailing}, one.value ->> 'id', one.value ->> 'reason', ${now},
    CASE WHEN one.value ->> 'reason' IS NULL THEN NULL ELSE ${now} END FROM json_each(${JSON.stringify(rows)}) AS one WHERE 1`
  const { read } = await batchThenRead(
    db,
    [
      abortIf(db, 'mailings-of-a-day-changed', sql`(${counted}) >= ${MAILINGS_A_DAY}`),
      abortIfChanged(
        db,
        readers.map(({ id }) => id),
        now,
      ),
      db
        .insert(mailings)
        .values({ template, words, senderId: actor.id, chosen, leftOut: leftOut.length, createdAt: now }),
      db.insert(mailingRecipients).select(people),
      ...completionStatements(ctx, newestMailing),
      ...auditStatements(ctx, {
        act: 'mailing.send',
        kind: 'mailing',
        id: newestMailing,
        after: { template, words, people: readers.length, leftOut: countsOf(leftOut) },
      }),
    ],
    viewStatements(db, newestMailing),
  )
  return mailingView(read)
}

/**
 * Sends a message to people (docs/rules/staff.md 18.1, 18.2): they wait in the mailing until `storeDueMailings` puts their messages into
 * the outbox.
 * @throws DomainError `bad-request` for words of a template that has its own, or none for the other; `user-not-found`, `illegal`;
 * TooManyRequests.
 */
export const send: Act<typeof sendMailing> = async (ctx) => {
  const { body, env } = ctx
  if (isWritten(body.template) !== Boolean(body.words)) throw new DomainError('bad-request', 'words')
  const { written } = await decideAndWrite(
    () => decide(ctx),
    (people) => write(ctx, people),
    'illegal',
  )
  await triggerDelivery(env)
  return written
}

export const recallSent: Recall<typeof sendMailing> = async ({ db }, made) =>
  mailingView(await db.batch(viewStatements(db, sql`${Number(made)}`)))
