import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { RowsOf, Statement } from '#db/batch'
import type { Db } from '#db/client'
import { literals } from '#db/schema/columns'
import { minuteEntries } from '#db/schema/minutes'
import { subscriptions, trialProofs } from '#db/schema/subscriptions'
import { type Instant, localDay, startOfDay } from '#domain/cairo'
import type { WeekMinutes } from '#domain/lessons/booking'
import { Role } from '#domain/roles'
import type { SettingKey } from '#domain/settings/settings'
import { currentOf } from '#domain/subscriptions/current'
import {
  bookableWeeks,
  DEFAULT_ALLOWANCE,
  earliestPaidWeek,
  FREE_TRIAL_MINUTES,
  grantOf,
} from '#domain/subscriptions/minutes'
import { PlanPeriod, subscriptionEnd } from '#domain/subscriptions/periods'
import { waitingOf } from '#domain/subscriptions/renewal'
import { publicMailDomains, registrySuffixes, TRIALS_OF_A_DOMAIN } from '#domain/users/mail-providers'
import { spellingsOfProviders } from '#domain/users/mailbox'

export type Subscription = typeof subscriptions.$inferSelect

/** A subscription as calls answer it: the wire calls the order that paid it `txId`. */
export const subscriptionView = ({ orderId, ...subscription }: Subscription) => ({ ...subscription, txId: orderId })

/** A week that can be booked, and the subscription whose minutes pay for its lessons. */
export type BookableWeek = WeekMinutes & { owner: Subscription }

/**
 * A student's current subscription and the minutes of its current week, and of all weeks that can be booked, the current
 * one first; the last ones may be of the subscription that begins later (`waiting`). `isGranted`: the current week's grant is
 * stored.
 */
export type MinutesBalance = {
  subscription: Subscription
  waiting: Subscription | null
  week: WeekMinutes
  remainingMinutes: number
  weeks: readonly [BookableWeek, ...BookableWeek[]]
  isGranted: boolean
}

const domainOf = (email: SQL): SQL => sql`substr(${email}, instr(${email}, '@') + 1)`

/** `mailboxOf` of the domain in SQL: the canonical form of a normalised address (docs/rules/minutes.md 5.3). */
export function mailboxSql(email: SQL): SQL {
  const local = sql`substr(${email}, 1, instr(replace(${email}, '+', '@'), '@') - 1)`
  const domain = domainOf(email)
  const cases = spellingsOfProviders.map(({ domains, areSeparate, replaced = [], hasHyphenTags, hasSubdomains }) => {
    const name = hasHyphenTags ? sql`substr(${local}, 1, instr(${local} || '-', '-') - 1)` : local
    const canonical = replaced.reduce((text, characters) => sql`replace(${text}, ${literals(...characters)})`, name)
    const of = sql`WHEN ${domain} IN (${literals(...domains)}) THEN ${canonical} || '@' || ${areSeparate ? domain : literals(domains[0])}`
    if (!hasSubdomains) return of
    const ending = `.${domains[0]}`
    const user = sql`substr(${domain}, 1, length(${domain}) - ${literals(ending.length)})`
    return sql`${of} WHEN ${domain} LIKE ${literals(`%${ending}`)} THEN ${user} || ${literals(`@${domains[0]}`)}`
  })
  return sql`CASE ${sql.join(cases, sql` `)} ELSE ${local} || '@' || ${domain} END`
}

const isSeen = (kind: 'mailbox' | 'phone' | 'google', value: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM trial_proofs t WHERE t.kind = ${sql.raw(`'${kind}'`)} AND t.value = ${value} AND t.user_id <> u.id)`

const hasTrial = sql`EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = u.id AND s.period = ${sql.raw(String(PlanPeriod.FreeTrial))})`

/**
 * The registered domain of an address: its last two labels, or three below a country's `com.eg`, so that any number of
 * subdomains counts as one.
 */
function registeredDomainOf(email: SQL): SQL {
  const labels = sql`'["' || replace(${domainOf(email)}, '.', '","') || '"]'`
  const label = (fromEnd: number) => sql`json_extract(${labels}, ${sql.raw(`'$[#-${fromEnd}]'`)})`
  const isBelowRegistry = sql`${label(2)} || '.' || ${label(1)} IN (${literals(...registrySuffixes)})`
  return sql`(CASE WHEN ${isBelowRegistry} THEN COALESCE(${label(3)} || '.', '') ELSE '' END || ${label(2)} || '.' || ${label(1)})`
}

/** Whether so many trials of the day belong to the mail domain of the account `u` that its address is no proof. */
const isOfBusyDomain = (now: Instant): SQL => {
  const today = startOfDay(localDay(now))
  return sql`(${registeredDomainOf(sql`u.email`)} NOT IN (${literals(...publicMailDomains)}) AND (SELECT COUNT(*) FROM trial_proofs t
    JOIN subscriptions s ON s.user_id = t.user_id AND s.period = ${sql.raw(String(PlanPeriod.FreeTrial))} AND s.created_at >= ${today}
    WHERE t.kind = 'mailbox' AND t.created_at >= ${today}
      AND ${registeredDomainOf(sql`t.value`)} = ${registeredDomainOf(sql`u.email`)}) >= ${TRIALS_OF_A_DOMAIN})`
}

/**
 * Whether the account `u` may have a trial: by its address alone if neither the mailbox nor the stated phone number has
 * been used for another trial and its domain has few of the day, otherwise by a verified phone number or Google account that
 * has not been used.
 */
const mayStart = (now: Instant) => sql`(
  (NOT ${isSeen('mailbox', mailboxSql(sql`u.email`))} AND (u.phone IS NULL OR NOT ${isSeen('phone', sql`u.phone`)}) AND NOT ${isOfBusyDomain(now)})
  OR (u.verified_phone = 1 AND NOT ${isSeen('phone', sql`u.phone`)})
  OR EXISTS (SELECT 1 FROM identities i WHERE i.user_id = u.id AND NOT ${isSeen('google', sql`i.subject`)})
)`

/**
 * The statements that start a student's free trial when one is due (docs/rules/minutes.md 5.1): a subscription of 1200
 * months with a single grant of 60 minutes. They belong in every batch that verifies an address, a phone number or a Google
 * account, after the statements that record it: the rule is decided inside the batch, so that of two accounts of one
 * mailbox at the same moment only one gets the trial. They do nothing for others; for a student who already has a trial
 * they record what has been verified since.
 */
export function freeTrialStatements(db: Db, userId: number | SQL<number>, now: Instant): Statement[] {
  const end = subscriptionEnd(now, PlanPeriod.FreeTrial)
  const setting = (name: SettingKey, initial: number) =>
    sql`COALESCE((SELECT CAST(value AS INTEGER) FROM settings WHERE name = ${name}), ${initial})`
  const lessons = setting('trialMaxUpcomingLessons', DEFAULT_ALLOWANCE.maxUpcomingLessons)
  const weeks = setting('trialBookingWeeks', DEFAULT_ALLOWANCE.bookingWeeks)
  const isDue = sql`u.id = ${userId} AND u.role = ${Role.Student} AND u.verified_email = 1 AND (${hasTrial} OR ${mayStart(now)})`
  return [
    db
      .insert(trialProofs)
      .select(
        sql`SELECT 'mailbox', ${mailboxSql(sql`u.email`)}, u.id, ${now} FROM users u WHERE ${isDue}
        UNION ALL SELECT 'phone', u.phone, u.id, ${now} FROM users u WHERE ${isDue} AND u.verified_phone = 1 AND u.phone IS NOT NULL
        UNION ALL SELECT i.provider, i.subject, u.id, ${now} FROM identities i, users u WHERE i.user_id = u.id AND ${isDue}`,
      )
      .onConflictDoNothing(),
    db
      .insert(subscriptions)
      .select(
        sql`SELECT NULL, u.id, NULL, NULL, ${PlanPeriod.FreeTrial}, ${FREE_TRIAL_MINUTES}, ${lessons}, ${weeks}, ${now}, ${end}, NULL, NULL, NULL, ${now}, ${now} FROM users u WHERE u.id = ${userId} AND EXISTS (SELECT 1 FROM trial_proofs t WHERE t.user_id = u.id)`,
      )
      .onConflictDoNothing(),
    db
      .insert(minuteEntries)
      .select(
        sql`SELECT NULL, s.id, s.start, 'grant', ${FREE_TRIAL_MINUTES}, NULL, 0, NULL, NULL, NULL, ${now} FROM subscriptions s WHERE s.user_id = ${userId} AND s.period = ${PlanPeriod.FreeTrial}`,
      )
      .onConflictDoNothing(),
  ]
}

/** Grants the minutes of the week that contains `now`; a unique key lets it take effect once. */
export const grantStatement = (db: Db, subscription: Subscription, now: Instant) =>
  db
    .insert(minuteEntries)
    .values({ subscriptionId: subscription.id, kind: 'grant', ...grantOf(subscription, now), createdAt: now })
    .onConflictDoNothing()

/**
 * As `grantStatement` unless the grant is already stored; entries are never deleted, so a grant that was read still exists.
 */
export const grantStatements = (db: Db, { subscription, isGranted }: MinutesBalance, now: Instant): Statement[] =>
  isGranted ? [] : [grantStatement(db, subscription, now)]

/** Of a yearly subscription only the entries of its current week are read. */
const isRecent = (now: Instant) =>
  sql`${minuteEntries.week} >= CASE ${subscriptions.period} WHEN ${PlanPeriod.FreeTrial} THEN ${subscriptions.start} ELSE ${earliestPaidWeek(now)} END`

/** Selects the minutes of each week, of the subscriptions that the condition selects. */
export const sumsStatement = (db: Db, where: SQL, now: Instant) =>
  db
    .select({
      subscriptionId: minuteEntries.subscriptionId,
      week: minuteEntries.week,
      minutes: sql<number>`SUM(${minuteEntries.minutes})`,
      isGranted: sql<number>`MAX(${minuteEntries.kind} = 'grant')`,
    })
    .from(minuteEntries)
    .innerJoin(subscriptions, eq(subscriptions.id, minuteEntries.subscriptionId))
    .where(and(where, isRecent(now)))
    .groupBy(minuteEntries.subscriptionId, minuteEntries.week)

/** The statements whose rows `balanceOf` takes. */
export const balanceStatements = (db: Db, userId: number | SQL, now: Instant) =>
  [
    db.select().from(subscriptions).where(eq(subscriptions.userId, userId)),
    sumsStatement(db, eq(subscriptions.userId, userId), now),
  ] as const

/**
 * The minutes that a student can use now; null without a current subscription. A week that has not been granted yet counts
 * as granted; `ensureGranted` stores the grant of the current one.
 */
export const loadMinutesBalance = async (db: Db, userId: number, now: Instant): Promise<MinutesBalance | null> =>
  balanceOf(await db.batch(balanceStatements(db, userId, now)), now)

/** As `loadMinutesBalance`, from the rows of `balanceStatements`. */
export function balanceOf(
  [all, sums]: RowsOf<ReturnType<typeof balanceStatements>>,
  now: Instant,
): MinutesBalance | null {
  const subscription = currentOf(all, now)
  if (!subscription) return null
  const waiting = waitingOf(all, now)
  const sumOf = ({ id }: Subscription, start: Instant) =>
    sums.find((row) => row.subscriptionId === id && row.week === start)
  const [current, ...later] = bookableWeeks(subscription, waiting, now).map(({ start, end, owner }): BookableWeek => {
    const sum = sumOf(owner, start)
    const pendingGrant = sum?.isGranted === 1 ? 0 : owner.weeklyMinutes
    return { start, end, owner, remainingMinutes: (sum?.minutes ?? 0) + pendingGrant }
  })
  if (!current) throw new Error('A subscription has no week')
  return {
    subscription,
    waiting,
    week: current,
    remainingMinutes: current.remainingMinutes,
    weeks: [current, ...later],
    isGranted: sumOf(subscription, current.start)?.isGranted === 1,
  }
}

/** Stores the current week's grant if it is not stored yet. */
export async function ensureGranted(db: Db, balance: MinutesBalance, now: Instant): Promise<void> {
  if (!balance.isGranted) await grantStatement(db, balance.subscription, now)
}
