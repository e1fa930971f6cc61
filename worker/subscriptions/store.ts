import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { RowsOf, Statement } from '#db/batch'
import type { Db } from '#db/client'
import { literals } from '#db/schema/columns'
import { erasedProofs } from '#db/schema/erasures'
import { minuteEntries } from '#db/schema/minutes'
import { subscriptions, trialProofs } from '#db/schema/subscriptions'
import { identities, users } from '#db/schema/users'
import { type Instant, localDay, startOfDay } from '#domain/cairo'
import type { WeekMinutes } from '#domain/lessons/booking'
import { Role } from '#domain/roles'
import type { SettingKey } from '#domain/settings/settings'
import { carriedLeft, carriedOver, WEEK_LENGTH, type WeekSums, weekBefore } from '#domain/subscriptions/carry-over'
import { currentOf } from '#domain/subscriptions/current'
import {
  bookableWeeks,
  DEFAULT_ALLOWANCE,
  earliestPaidWeek,
  FREE_TRIAL_MINUTES,
  grantOf,
  isPausedAt,
  type MinuteEntryKind,
  type MinutesOwner,
  minutesWeekOf,
  type OwnedWeek,
} from '#domain/subscriptions/minutes'
import { PlanPeriod, subscriptionEnd } from '#domain/subscriptions/periods'
import { waitingOf } from '#domain/subscriptions/renewal'
import { publicMailDomains, registrySuffixes, TRIALS_OF_A_DOMAIN } from '#domain/users/mail-providers'
import { mailboxOf, spellingsOfProviders } from '#domain/users/mailbox'
import type { Env } from '../env.ts'
import { keyedHash, keyedHashes } from '../http/encryption.ts'

export type Subscription = typeof subscriptions.$inferSelect

/** A subscription as calls answer it: the wire calls the order that paid it `txId`. */
export const subscriptionView = ({ orderId, ...subscription }: Subscription) => ({ ...subscription, txId: orderId })

/** A week that can be booked, and the subscription whose minutes pay for its lessons. */
export type BookableWeek = WeekMinutes & { owner: Subscription }

/**
 * A student's current subscription and the minutes of its current week, and of all weeks that can be booked, the current
 * one first; the last ones may be of the subscription that begins later (`waiting`). `carriedMinutes`: those that remain of
 * the current week and came from the one before; `toppedUpMinutes`: those that were bought for it. `isGranted`: the current
 * week's grant is stored, or the week is paused and has none.
 */
export type MinutesBalance = {
  subscription: Subscription
  waiting: Subscription | null
  week: WeekMinutes
  remainingMinutes: number
  carriedMinutes: number
  toppedUpMinutes: number
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

type ProofKind = (typeof trialProofs.$inferSelect)['kind']

/** A verified value in the form in which erased accounts are compared with it. */
const provenText = (kind: ProofKind, value: string): string => `${kind} ${value}`

/** The keyed hashes that are left of what an account had its trial by, once it is erased (docs/rules/privacy.md 4.7). */
export async function erasedProofHashes(env: Env, db: Db, userId: number): Promise<string[]> {
  const proofs = await db.select().from(trialProofs).where(eq(trialProofs.userId, userId))
  return Promise.all(proofs.map(({ kind, value }) => keyedHash(env, 'erased-proof', provenText(kind, value))))
}

/** What a student may get the trial by: the account's own and what the batch is about to verify. */
export type MaybeProven = { email: string; subject?: string | undefined }

/** Which of these values an account had its trial by that was erased since, as `provenText` writes them. */
export async function erasedAmong(
  { env, db }: { env: Env; db: Db },
  userId: number | SQL<number>,
  { email, subject }: MaybeProven,
): Promise<string[]> {
  const [accounts, linked] = await db.batch([
    db.select({ phone: users.phone }).from(users).where(sql`${users.id} = ${userId}`),
    db.select({ subject: identities.subject }).from(identities).where(sql`${identities.userId} = ${userId}`),
  ])
  const subjects = [...linked.map((one) => one.subject), ...(subject === undefined ? [] : [subject])]
  const values = [
    provenText('mailbox', mailboxOf(email)),
    ...accounts.flatMap(({ phone }) => (phone === null ? [] : [provenText('phone', phone)])),
    ...subjects.map((one) => provenText('google', one)),
  ]
  const hashed = await Promise.all(
    values.map(async (value) => ({ value, hashes: await keyedHashes(env, 'erased-proof', value) })),
  )
  const found = await db
    .select({ hash: erasedProofs.hash })
    .from(erasedProofs)
    .where(
      inArray(
        erasedProofs.hash,
        hashed.flatMap(({ hashes }) => hashes),
      ),
    )
  return hashed.filter(({ hashes }) => found.some(({ hash }) => hashes.includes(hash))).map(({ value }) => value)
}

/** Whether another account had its trial by a value; `erased` are the texts of those that were erased since. */
const isSeen = (erased: string, kind: ProofKind, value: SQL): SQL =>
  sql`(EXISTS (SELECT 1 FROM trial_proofs t WHERE t.kind = ${sql.raw(`'${kind}'`)} AND t.value = ${value} AND t.user_id <> u.id)
    OR ${sql.raw(`'${kind} '`)} || ${value} IN (SELECT value FROM json_each(${erased})))`

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
const mayStart = (erased: string, now: Instant) => sql`(
  (NOT ${isSeen(erased, 'mailbox', mailboxSql(sql`u.email`))} AND (u.phone IS NULL OR NOT ${isSeen(erased, 'phone', sql`u.phone`)}) AND NOT ${isOfBusyDomain(now)})
  OR (u.verified_phone = 1 AND NOT ${isSeen(erased, 'phone', sql`u.phone`)})
  OR EXISTS (SELECT 1 FROM identities i WHERE i.user_id = u.id AND NOT ${isSeen(erased, 'google', sql`i.subject`)})
)`

/**
 * The statements that start a student's free trial when one is due (docs/rules/minutes.md 5.1): a subscription of 1200
 * months with a single grant of 60 minutes. They belong in every batch that verifies an address, a phone number or a Google
 * account, after the statements that record it: the rule is decided inside the batch, so that of two accounts of one
 * mailbox at the same moment only one gets the trial. They do nothing for others; for a student who already has a trial
 * they record what has been verified since. `erasedAmongProven` is what `erasedAmong` has found.
 */
export function freeTrialStatements(
  db: Db,
  userId: number | SQL<number>,
  now: Instant,
  erasedAmongProven: readonly string[] = [],
): Statement[] {
  const erased = JSON.stringify(erasedAmongProven)
  const end = subscriptionEnd(now, PlanPeriod.FreeTrial)
  const setting = (name: SettingKey, initial: number) =>
    sql`COALESCE((SELECT CAST(value AS INTEGER) FROM settings WHERE name = ${name}), ${initial})`
  const lessons = setting('trialMaxUpcomingLessons', DEFAULT_ALLOWANCE.maxUpcomingLessons)
  const weeks = setting('trialBookingWeeks', DEFAULT_ALLOWANCE.bookingWeeks)
  const isDue = sql`u.id = ${userId} AND u.role = ${Role.Student} AND u.verified_email = 1 AND (${hasTrial} OR ${mayStart(erased, now)})`
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
        sql`SELECT NULL, u.id, NULL, NULL, ${PlanPeriod.FreeTrial}, ${FREE_TRIAL_MINUTES}, NULL, ${lessons}, ${weeks}, 0, 0, 0, NULL, NULL, ${now}, ${end}, NULL, NULL, NULL, NULL, NULL, ${now}, ${now} FROM users u WHERE u.id = ${userId} AND EXISTS (SELECT 1 FROM trial_proofs t WHERE t.user_id = u.id)`,
      )
      .onConflictDoNothing(),
    db
      .insert(minuteEntries)
      .select(
        sql`SELECT NULL, s.id, s.start, 'grant', ${FREE_TRIAL_MINUTES}, NULL, 0, NULL, NULL, NULL, NULL, ${now} FROM subscriptions s WHERE s.user_id = ${userId} AND s.period = ${PlanPeriod.FreeTrial}`,
      )
      .onConflictDoNothing(),
  ]
}

/** A week to grant: its start, and that of the week before it in the same subscription, or null. */
export type GrantedWeek = { subscriptionId: number; week: Instant; minutes: number; before: Instant | null }

/** The week of a subscription that contains `now`, to be granted. */
export function weekToGrant(subscription: Pick<Subscription, 'id' | 'weeklyMinutes'> & MinutesOwner, now: Instant) {
  const { week, minutes } = grantOf(subscription, now)
  const before = weekBefore(subscription, minutesWeekOf(subscription, now))
  return { subscriptionId: subscription.id, week, minutes, before } satisfies GrantedWeek
}

/**
 * Grants weeks, each with the minutes that come into it from the week before (docs/rules/minutes.md 7.3), which are inserted
 * first: a trigger refuses them once the week is granted. Minutes are not carried out of a week without a grant, so one that
 * nobody granted while it lasted is granted with it. Unique keys let each take effect once; a paused week is granted nothing
 * (docs/rules/minutes.md 10.3).
 */
export const grantsStatement = (db: Db, weeks: readonly GrantedWeek[], now: Instant) =>
  db
    .insert(minuteEntries)
    .select(
      sql`WITH due AS MATERIALIZED (
        SELECT value ->> 'subscriptionId' AS id, value ->> 'week' AS week, value ->> 'minutes' AS minutes, value ->> 'before' AS "before"
        FROM json_each(${JSON.stringify(weeks)})
        WHERE NOT EXISTS (SELECT 1 FROM pauses p WHERE p.subscription_id = value ->> 'subscriptionId' AND p.start <= value ->> 'week' AND p."end" > value ->> 'week')
          AND NOT EXISTS (SELECT 1 FROM minute_entries g WHERE g.subscription_id = value ->> 'subscriptionId' AND g.week = value ->> 'week' AND g.kind = 'grant')
      ), ended AS (
        SELECT d.id, d.week, (
          SELECT MIN(
            s.carries_over * (TOTAL(CASE WHEN e.kind IN ('grant', 'plan-change') THEN e.minutes END) + CASE WHEN MAX(e.kind = 'grant') = 1 THEN 0 ELSE s.weekly_minutes END)
              + TOTAL(CASE WHEN e.kind IN ('top-up', 'referral') THEN e.minutes END),
            TOTAL(e.minutes) + CASE WHEN MAX(e.kind = 'grant') = 1 THEN 0 ELSE s.weekly_minutes END
          ) FROM minute_entries e WHERE e.subscription_id = d.id AND e.week = d."before"
        ) AS minutes
        FROM due d CROSS JOIN subscriptions s ON s.id = d.id
        WHERE d."before" IS NOT NULL AND s.terminated_at IS NULL
      )
      SELECT NULL, d.id, d."before", 'grant', d.minutes, NULL, 0, NULL, NULL, NULL, NULL, ${now} FROM due d CROSS JOIN subscriptions s ON s.id = d.id AND s.carries_over = 1 WHERE d."before" IS NOT NULL
      UNION ALL SELECT NULL, id, week, 'carry-over', minutes, NULL, 0, NULL, NULL, NULL, NULL, ${now} FROM ended WHERE minutes > 0
      UNION ALL SELECT NULL, id, week, 'grant', minutes, NULL, 0, NULL, NULL, NULL, NULL, ${now} FROM due WHERE true`,
    )
    .onConflictDoNothing()

const afterWeek = sql`BETWEEN ${minuteEntries.week} + ${literals(WEEK_LENGTH.least)} AND ${minuteEntries.week} + ${literals(WEEK_LENGTH.most)}`

/**
 * The minutes that were carried out of the week of an entry of the ledger: into the next one, or past a pause. What comes into the
 * first week after a pause is not of the paused week before it, in which lessons may have been cancelled (docs/rules/minutes.md 10.6).
 */
export const carriedOut = sql<number>`COALESCE((SELECT SUM(c.minutes) FROM minute_entries c WHERE c.subscription_id = ${minuteEntries.subscriptionId} AND c.kind = 'carry-over'
  AND ((c.week ${afterWeek} AND NOT EXISTS (SELECT 1 FROM pauses p WHERE p.subscription_id = c.subscription_id AND p."end" = c.week AND p.start < p."end")) OR c.week = (SELECT MAX(p."end") FROM pauses p WHERE p.subscription_id = ${minuteEntries.subscriptionId} AND p.start ${afterWeek}))), 0)`

/** Grants the week that contains `now`, with what comes into it. */
export const grantStatement = (db: Db, subscription: Subscription, now: Instant) =>
  grantsStatement(db, [weekToGrant(subscription, now)], now)

/**
 * As `grantStatement` unless the grant is already stored; entries are never deleted, so a grant that was read still exists.
 */
export const grantStatements = (db: Db, { subscription, isGranted }: MinutesBalance, now: Instant): Statement[] =>
  isGranted ? [] : [grantStatement(db, subscription, now)]

/**
 * Of a yearly subscription only the entries of its current week are read, and of the last one before a pause that still
 * concerns it.
 */
function isRecent(now: Instant) {
  const earliest = earliestPaidWeek(now)
  return sql`${minuteEntries.week} >= CASE WHEN ${subscriptions.period} = ${PlanPeriod.FreeTrial} THEN ${subscriptions.start}
    WHEN ${subscriptions.pausedUntil} > ${earliest} THEN MIN(${earliest}, ${subscriptions.pausedFrom} - ${literals(WEEK_LENGTH.most)}) ELSE ${earliest} END`
}

const sumOfKinds = (...kinds: MinuteEntryKind[]) =>
  sql<number>`SUM(CASE WHEN ${minuteEntries.kind} IN (${literals(...kinds)}) THEN ${minuteEntries.minutes} ELSE 0 END)`

/** Selects the minutes of each week, of the subscriptions that the condition selects. */
export const sumsStatement = (db: Db, where: SQL, now: Instant) =>
  db
    .select({
      subscriptionId: minuteEntries.subscriptionId,
      week: minuteEntries.week,
      minutes: sql<number>`SUM(${minuteEntries.minutes})`,
      isGranted: sql<number>`MAX(${minuteEntries.kind} = 'grant')`,
      granted: sumOfKinds('grant', 'plan-change'),
      carried: sumOfKinds('carry-over'),
      toppedUp: sumOfKinds('top-up'),
      referred: sumOfKinds('referral'),
      spent: sql<number>`-${sumOfKinds('booking', 'return')}`,
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
 * as granted, the current one with what comes into it; `ensureGranted` stores both.
 */
export const loadMinutesBalance = async (db: Db, userId: number, now: Instant): Promise<MinutesBalance | null> =>
  balanceOf(await db.batch(balanceStatements(db, userId, now)), now)

/** The sums of a week without entries. */
const NO_ENTRIES = { minutes: 0, granted: 0, carried: 0, toppedUp: 0, referred: 0, spent: 0 }

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
  const sumsOf = (owner: Subscription, start: Instant): WeekSums => {
    if (isPausedAt(owner, start)) return { remaining: 0, granted: 0, carried: 0, toppedUp: 0, referred: 0, spent: 0 }
    const sum = sumOf(owner, start)
    const pendingGrant = sum?.isGranted === 1 ? 0 : owner.weeklyMinutes
    const { minutes, granted, carried, toppedUp, referred, spent } = sum ?? NO_ENTRIES
    return { remaining: minutes + pendingGrant, granted: granted + pendingGrant, carried, toppedUp, referred, spent }
  }
  const [current, ...later] = bookableWeeks(subscription, waiting, now)
  const isGranted = isPausedAt(subscription, current.start) || sumOf(subscription, current.start)?.isGranted === 1
  const before = isGranted ? null : weekBefore(subscription, current)
  const coming = before === null ? 0 : carriedOver(sumsOf(subscription, before), subscription)
  const { remaining, carried, toppedUp, spent } = sumsOf(subscription, current.start)
  const weekOf = ({ start, end, owner }: OwnedWeek<Subscription>, remainingMinutes: number): BookableWeek => ({
    start,
    end,
    owner,
    remainingMinutes,
  })
  const week = weekOf(current, remaining + coming)
  return {
    subscription,
    waiting,
    week,
    remainingMinutes: week.remainingMinutes,
    carriedMinutes: carriedLeft({ carried: carried + coming, spent }),
    toppedUpMinutes: Math.min(toppedUp, remaining + coming),
    weeks: [week, ...later.map((one) => weekOf(one, sumsOf(one.owner, one.start).remaining))],
    isGranted,
  }
}

/** Stores the current week's grant if it is not stored yet. */
export async function ensureGranted(db: Db, balance: MinutesBalance, now: Instant): Promise<void> {
  if (!balance.isGranted) await grantStatement(db, balance.subscription, now)
}
