import { and, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { literals } from '#db/schema/columns'
import { minuteEntries } from '#db/schema/minutes'
import { referralRewards, referrals } from '#db/schema/referrals'
import { subscriptions } from '#db/schema/subscriptions'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { LessonOutcome } from '#domain/lessons/outcome'
import { PlanPeriod } from '#domain/subscriptions/periods'
import {
  REFERRAL_MINUTES,
  REFERRAL_PATIENCE,
  REWARDS_A_YEAR,
  type ReferralSide,
  type ReferralSignal,
  referralSides,
  referralSignals,
  rewardYear,
} from '#domain/subscriptions/referral'
import { haveOwnMailDomain } from '#domain/users/mail-providers'
import { type Env, webOrigins } from '../env.ts'
import { violationIn } from '../http/constraints.ts'
import { nextVersion } from '../http/versions.ts'
import type { Message } from '../messages/message.ts'
import { messageStatementIf } from '../messages/outbox.ts'
import { grantStatement, loadMinutesBalance } from '../subscriptions/store.ts'
import { fundingOf } from '../withdrawals/lesson-pay-store.ts'

export type ReferralRow = typeof referrals.$inferSelect

/**
 * Whether a lesson counts (docs/rules/minutes.md 12.3): held, earned, not cut short and paid by a plan, which is no longer so once the plan
 * was given back in full. Given the alias of its `lesson_outcomes` as SQL.
 */
export const countsSql = (outcome: SQL): SQL<number> =>
  sql<number>`(${outcome}.outcome = ${LessonOutcome.Held} AND ${outcome}.pay = 'earned' AND ${outcome}.cut_short = 0 AND ${fundingOf(sql`${outcome}.lesson_id`)} = 'paid')`

const phonesOf = (id: SQL) =>
  sql`SELECT phone AS number FROM users WHERE id = ${id} UNION ALL SELECT phone FROM transactions WHERE user_id = ${id} UNION ALL SELECT checkout ->> 'walletPhone' FROM transactions WHERE user_id = ${id}`

const folded = (address: SQL) => sql`lower(replace(replace(trim(${address}), ' ', ''), ',', ''))`

/** What is stored of both and may coincide (docs/rules/minutes.md 12.7), of a referral `r`. */
const coinciding = {
  network: sql`SELECT 1 FROM sign_in_networks a JOIN sign_in_networks b ON b.user_id = r.friend_id AND b.network = a.network WHERE a.user_id = r.bringer_id`,
  card: sql`SELECT 1 FROM paymob_cards a JOIN paymob_cards b ON b.user_id = r.friend_id AND b.last_four_digits = a.last_four_digits AND b.brand = a.brand WHERE a.user_id = r.bringer_id`,
  phone: sql`SELECT 1 FROM (${phonesOf(sql`r.bringer_id`)}) a JOIN (${phonesOf(sql`r.friend_id`)}) b ON b.number = a.number`,
  address: sql`SELECT 1 FROM users a JOIN users b ON b.id = r.friend_id AND ${folded(sql`b.address`)} = ${folded(sql`a.address`)} WHERE a.id = r.bringer_id AND a.address <> ''`,
} satisfies Partial<Record<ReferralSignal, SQL>>

const coincidingParts = Object.entries(coinciding).map(
  ([signal, select]) => sql`${literals(signal)}, EXISTS (${select})`,
)
const emailOf = (id: SQL) => sql`(SELECT email FROM users WHERE id = ${id})`

type StoredSignals = { stored: ReferralSignal[]; emails: [string, string] } & Record<keyof typeof coinciding, 0 | 1>

/** What coincides between the two of a referral `r`, with what was found when the code was entered. */
export const signalsSql =
  sql`json_object('stored', json(r.signals), 'emails', json_array(${emailOf(sql`r.bringer_id`)}, ${emailOf(sql`r.friend_id`)}), ${sql.join(coincidingParts, sql`, `)})`.mapWith(
    (text): ReferralSignal[] => {
      const { stored, emails, ...found }: StoredSignals = JSON.parse(text)
      const all = new Set(stored)
      for (const [signal, coincides] of Object.entries(found)) if (coincides === 1) all.add(signal as ReferralSignal)
      if (haveOwnMailDomain(...emails)) all.add('mail-domain')
      return referralSignals.filter((signal) => all.has(signal))
    },
  )

/** Whether both of a referral `r` have a free trial of their own (docs/rules/minutes.md 5.3). */
export const areProvenSql: SQL<number> = sql<number>`(EXISTS (SELECT 1 FROM trial_proofs t WHERE t.user_id = r.bringer_id) AND EXISTS (SELECT 1 FROM trial_proofs t WHERE t.user_id = r.friend_id))`

/** The bringer's number in the year, while there is one left (docs/rules/minutes.md 12.5). */
const numberIn = (year: number) =>
  sql`(SELECT COUNT(*) + 1 FROM referral_rewards w WHERE w.user_id = r.bringer_id AND w.year = ${year})`

const messageTo = (env: Env, { phone, notificationMethod, email }: Recipient): Message => {
  const params = { minutes: String(REFERRAL_MINUTES), url: `${webOrigins(env)[0]}/s/settings?tab=friends` }
  return phone && notificationMethod
    ? { channel: 'whatsapp', to: phone, template: 'referral_given', params }
    : { channel: 'email', to: email, template: 'referral_given', params }
}

type Recipient = Pick<typeof users.$inferSelect, 'phone' | 'notificationMethod' | 'email' | 'verifiedEmail'>
const isReached = ({ phone, notificationMethod, verifiedEmail }: Recipient) =>
  (phone !== null && notificationMethod !== null) || verifiedEmail

/**
 * The statements that grant the minutes of a referral to both, and tell them (docs/rules/minutes.md 12.4, 12.5, 12.8). They
 * follow the statement that sets its state, which a trigger refuses where it was set before.
 */
export async function grantedStatements(
  env: Env,
  db: Db,
  { id, bringerId, friendId }: Pick<ReferralRow, 'id' | 'bringerId' | 'friendId'>,
  now: Instant,
): Promise<Statement[]> {
  const year = rewardYear(now)
  const people = await db
    .select({
      id: users.id,
      phone: users.phone,
      notificationMethod: users.notificationMethod,
      email: users.email,
      verifiedEmail: users.verifiedEmail,
    })
    .from(users)
    .where(inArray(users.id, [bringerId, friendId]))
  const told = (side: ReferralSide) => {
    const person = people.find((one) => one.id === (side === 'bringer' ? bringerId : friendId))
    if (!person || !isReached(person)) return []
    const isGranted = sql`EXISTS (SELECT 1 FROM referral_rewards w WHERE w.referral_id = ${id} AND w.side = ${side})`
    return [messageStatementIf(db, messageTo(env, person), now, isGranted)]
  }
  const values = (side: ReferralSide, userId: SQL, number: SQL) =>
    sql`SELECT NULL, r.id, ${side}, ${userId}, ${REFERRAL_MINUTES}, 'waiting', ${number}, ${now + REFERRAL_PATIENCE}, NULL, ${now}, ${now} FROM referrals r WHERE r.id = ${id}`
  return [
    db.insert(referralRewards).select(values('friend', sql`r.friend_id`, sql`NULL, NULL`)),
    db
      .insert(referralRewards)
      .select(
        sql`${values('bringer', sql`r.bringer_id`, sql`${year}, ${numberIn(year)}`)} AND ${numberIn(year)} <= ${REWARDS_A_YEAR}`,
      ),
    ...referralSides.flatMap(told),
  ]
}

/** The statement that changes the state of a referral; a trigger refuses a step that `referralMachine` has not. */
export const stateStatement = (
  db: Db,
  id: number,
  change: Partial<Pick<ReferralRow, 'state' | 'signals' | 'lessonId' | 'dueAt' | 'decidedBy' | 'reason'>>,
  now: Instant,
) =>
  db
    .update(referrals)
    .set({ ...change, updatedAt: nextVersion(referrals, now) })
    .where(eq(referrals.id, id))

/** Selects the people whose minutes wait while a plan of theirs runs, or those among `ids`. */
const payableStatement = (db: Db, now: Instant, ids?: readonly number[]) =>
  db
    .select({ userId: referralRewards.userId })
    .from(referralRewards)
    .innerJoin(
      subscriptions,
      and(
        eq(subscriptions.userId, referralRewards.userId),
        sql`${subscriptions.terminatedAt} IS NULL AND ${subscriptions.period} <> ${PlanPeriod.FreeTrial}`,
        lte(subscriptions.start, now),
        gt(subscriptions.end, now),
      ),
    )
    .where(
      and(
        sql`${referralRewards.state} = 'waiting'`,
        gt(referralRewards.expiresAt, now),
        ids && inArray(referralRewards.userId, ids),
      ),
    )
    .orderBy(referralRewards.id)
    .limit(500)

/**
 * Gives one reward of a student that waits, into the running week of their plan (docs/rules/minutes.md 12.6). Triggers refuse it where none
 * waits any more or the plan has ended meanwhile; the next run then looks again.
 */
async function payReward(db: Db, userId: number, now: Instant): Promise<boolean> {
  const balance = await loadMinutesBalance(db, userId, now)
  if (!balance || balance.subscription.period === PlanPeriod.FreeTrial) return false
  const { subscription, week } = balance
  try {
    await db.batch([
      grantStatement(db, subscription, now),
      db.insert(minuteEntries).values({
        subscriptionId: subscription.id,
        week: week.start,
        kind: 'referral',
        minutes: REFERRAL_MINUTES,
        createdAt: now,
      }),
    ])
    return true
  } catch (error) {
    if (!violationIn(error)) throw error
    return false
  }
}

/** Gives what waits to those whose plan runs, all of them or these. Returns how many rewards were given. */
export async function payRewards(db: Db, now: Instant, ids?: readonly number[]): Promise<number> {
  let given = 0
  for (const { userId } of await payableStatement(db, now, ids)) if (await payReward(db, userId, now)) given += 1
  return given
}

/** The statement that ends what has waited too long for a plan (docs/rules/minutes.md 12.6). */
export const lapsedStatement = (db: Db, now: Instant) =>
  db
    .update(referralRewards)
    .set({ state: 'lapsed', updatedAt: nextVersion(referralRewards, now) })
    .where(and(sql`${referralRewards.state} = 'waiting'`, lte(referralRewards.expiresAt, now)))

/**
 * The statements that take back what is left of a referral's minutes (docs/rules/minutes.md 12.9): what waits, and of each
 * entry what its week has left, while that lasts.
 */
export const takenBackStatements = (
  db: Db,
  id: number,
  by: { id: number; reason: string | null },
  now: Instant,
): Statement[] => [
  db.insert(minuteEntries).select(
    sql`SELECT NULL, e.subscription_id, e.week, 'adjustment', -MIN(e.minutes, e.remaining), NULL, 0, ${by.id}, ${by.reason}, e.id, NULL, ${now} FROM (
      SELECT g.id, g.subscription_id, g.week, g.minutes,
        (SELECT SUM(m.minutes) FROM minute_entries m WHERE m.subscription_id = g.subscription_id AND m.week = g.week) AS remaining
      FROM referral_rewards w CROSS JOIN minute_entries g ON g.id = w.entry_id WHERE w.referral_id = ${id} AND w.state = 'given'
    ) e WHERE e.remaining > 0 AND NOT EXISTS (
      SELECT 1 FROM minute_entries n WHERE n.subscription_id = e.subscription_id AND n.week > e.week AND n.kind = 'grant'
    )`,
  ),
  db
    .update(referralRewards)
    .set({ state: 'taken-back', updatedAt: nextVersion(referralRewards, now) })
    .where(and(eq(referralRewards.referralId, id), inArray(referralRewards.state, ['waiting', 'given']))),
]
