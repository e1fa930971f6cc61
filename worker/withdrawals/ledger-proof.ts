import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { literals } from '#db/schema/columns'
import { hours, type Instant } from '#domain/cairo'
import { LessonOutcome } from '#domain/lessons/outcome'
import { RECORD_DELAY } from '#domain/lessons/pay'
import { REFUNDABLE_STATUSES, TransactionStatus } from '#domain/payments/transaction'
import { Role } from '#domain/roles'
import { WEEK_LENGTH } from '#domain/subscriptions/carry-over'
import { PERIOD_WEEKS } from '#domain/subscriptions/periods'
import { COMPANY_ACCOUNTS } from '#domain/withdrawals/ledger-accounts'
import type { Fact } from '#domain/withdrawals/ledger-entries'
import { type IdsOfKind, type Part, WHOLE } from '#domain/withdrawals/ledger-parts'
import { OPEN_PAYOUT_STATES } from '#domain/withdrawals/payout'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import { carriedOut } from '../subscriptions/store.ts'
import { within } from './ledger-within.ts'

/** A check whose two sides differ, in piastres or numbers of rows. Stored as JSON in `ledger_proofs`. */
export type Finding = { what: string; expected: number; found: number }

const { Paid, PartialRefunded } = TransactionStatus
const { PendingApproval, PendingCancellation, Approved } = WithdrawalStatus

/** Named counts and sums that one scan of rows computes. */
type Pass<Name extends string> = { of: Record<Name, SQL>; from: SQL }
const pass = <Name extends string>(from: SQL, of: Record<Name, SQL>): Pass<Name> => ({ of, from })

const total = (amount: SQL) => sql`COALESCE(SUM(${amount}), 0)`
const totalWhere = (condition: SQL, amount: SQL) => total(sql`CASE WHEN ${condition} THEN ${amount} ELSE 0 END`)
const rowCount = sql`COUNT(*)`
const countWhere = (condition: SQL) => totalWhere(condition, sql`1`)

const factsOf = (facts: readonly Fact[]): SQL => sql.raw(facts.map((fact) => `'${fact}'`).join(', '))

/** The condition that a posting `p` belongs to this account, whose id is looked up once. */
const isTo = (code: keyof typeof COMPANY_ACCOUNTS): SQL =>
  sql`p.account_id = (SELECT id FROM accounts WHERE code = ${sql.raw(`'${COMPANY_ACCOUNTS[code].code}'`)})`

/**
 * The condition that a posting `p` belongs to a tutor's account, that is to none of the company's, whose ids are looked up
 * once.
 */
export const isToTutor = sql`p.account_id NOT IN (SELECT id FROM accounts WHERE code IN (${sql.raw(
  Object.values(COMPANY_ACCOUNTS)
    .map(({ code }) => `'${code}'`)
    .join(', '),
)}))`

/**
 * The postings `p` of the entries `e` of facts with these ids, found by the facts' key. `CROSS JOIN` keeps SQLite from
 * starting with an account, which would read everything ever posted to it.
 */
const postingsOf = (facts: readonly Fact[], ids: IdsOfKind) =>
  sql`journal_entries e CROSS JOIN postings p ON p.entry_id = e.id WHERE e.fact_kind IN (${factsOf(facts)}) AND ${within('e.fact_id', ids)}`

/** The only facts that may be posted to the accounts whose balance is proven. */
const WHOSE: readonly [isToAccount: SQL, facts: readonly Fact[]][] = [
  [isTo('tutor-pay'), ['earning', 'correction']],
  [isTo('withdrawals'), ['withdrawal', 'withdrawal-return', 'payout']],
  [isTo('bank'), ['payout']],
  [isTo('payouts'), ['payout']],
  [isToTutor, ['earning', 'correction', 'withdrawal', 'withdrawal-return']],
]

/** The table of each fact's row; refunds have their own ids, which orders do not store. */
const ROW_OF: Record<Fact, string> = {
  payment: 'transactions',
  'gateway-fee': 'transactions',
  refund: 'refunds',
  earning: 'lessons',
  withdrawal: 'withdrawals',
  'withdrawal-return': 'withdrawals',
  payout: 'withdrawals',
  correction: 'lesson_decisions',
}

const hasRow = sql.join(
  Object.entries(ROW_OF).map(
    ([fact, table]) =>
      sql`WHEN ${sql.raw(`'${fact}'`)} THEN EXISTS (SELECT 1 FROM ${sql.raw(table)} r WHERE r.id = e.fact_id)`,
  ),
  sql` `,
)

/**
 * Checks of the entries of a part in themselves. Facts are compared before accounts, so that accounts are looked up only
 * where needed.
 */
const entryPasses = ({ entries, accounts }: Part) => [
  pass(sql`postings p LEFT JOIN journal_entries e ON e.id = p.entry_id WHERE ${within('p.entry_id', entries)}`, {
    posted: total(sql`p.amount`),
    postedLines: rowCount,
    postedElsewhere: countWhere(
      sql.join(
        WHOSE.map(([isToAccount, facts]) => sql`(e.fact_kind NOT IN (${factsOf(facts)}) AND ${isToAccount})`),
        sql` OR `,
      ),
    ),
  }),
  pass(sql`journal_entries e WHERE ${within('e.id', entries)}`, {
    lines: total(sql`json_array_length(e.lines)`),
    withoutFact: countWhere(sql`NOT CASE e.fact_kind ${hasRow} ELSE 1 END`),
  }),
  pass(
    sql`(SELECT 1 FROM accounts a CROSS JOIN postings p ON p.account_id = a.id WHERE ${within('a.id', accounts)} AND a.must_not_go_negative = 1 GROUP BY a.id HAVING SUM(p.amount) < 0)`,
    { tutorsBelowZero: rowCount },
  ),
]

/** The hourly job grants a week after it has begun, perhaps late. */
const GRANT_DELAY = hours(2)

/**
 * A coming week is booked before it is granted (docs/rules/minutes.md 4.4), and so is the first of a subscription that was
 * made before it begins: until then they count as granted.
 */
const pendingGrant = (now: Instant) =>
  sql`CASE MAX(kind = 'grant') WHEN 1 THEN 0 ELSE (SELECT CASE WHEN MAX(week, CASE WHEN s.start > s.created_at THEN s.start ELSE 0 END) > ${now - GRANT_DELAY} THEN s.weekly_minutes ELSE 0 END FROM subscriptions s WHERE s.id = subscription_id) END`

const beforeWeek = (week: SQL) =>
  sql`BETWEEN ${week} - ${literals(WEEK_LENGTH.most)} AND ${week} - ${literals(WEEK_LENGTH.least)}`

/** Whether a week is the one before that into which `c` carries minutes, which may have been before a pause. */
const isOfWeekBefore = (week: SQL) =>
  sql`(${week} ${beforeWeek(sql`c.week`)} OR ${week} ${beforeWeek(sql`(SELECT MAX(p.start) FROM pauses p WHERE p.subscription_id = c.subscription_id AND p."end" = c.week)`)})`

/** The own grant of the week before the one into which `c` carries minutes, with what a change of plan added to it. */
const grantedBefore = sql`(SELECT TOTAL(g.minutes) FROM minute_entries g WHERE g.subscription_id = c.subscription_id AND g.kind IN ('grant', 'plan-change')
  AND ${isOfWeekBefore(sql`g.week`)})`

/** What was bought for the week before the one into which `c` carries minutes, or brought by a referral. */
const boughtBefore = sql`(SELECT TOTAL(b.minutes) FROM minute_entries b WHERE b.subscription_id = c.subscription_id AND b.kind IN ('top-up', 'referral') AND b.minutes > 0
  AND ${isOfWeekBefore(sql`b.week`)})`

/** How long a plan lasts without its pauses; clocks change by an hour at its ends and at those of its pauses. */
const PERIOD_LENGTH = sql.raw(
  `CASE s.period ${Object.entries(PERIOD_WEEKS)
    .map(([period, weeks]) => `WHEN ${period} THEN ${hours(weeks * 7 * 24)}`)
    .join(' ')} END`,
)
const CLOCK_CHANGES = hours(2)

/** The subscription `s` is longer or shorter than its period with its pauses, or the one that follows does not begin at its end. */
const endsWrongly = sql`ABS(s."end" - s.start - ${PERIOD_LENGTH} - (SELECT TOTAL(o."end" - o.start) FROM pauses o WHERE o.subscription_id = s.id)) > ${CLOCK_CHANGES}
  OR (s.terminated_at IS NULL AND EXISTS (SELECT 1 FROM subscriptions n WHERE n.id = s.extended_by AND n.start <> s."end"))`

const minutePasses = ({ subscriptions }: Part, now: Instant) => [
  pass(
    sql`(SELECT 1 FROM minute_entries WHERE ${within('subscription_id', subscriptions)} GROUP BY subscription_id, week HAVING SUM(minutes) + ${pendingGrant(now)} - ${carriedOut} < 0)`,
    { weeksBelowZero: rowCount },
  ),
  pass(
    sql`minute_entries c CROSS JOIN subscriptions s ON s.id = c.subscription_id WHERE ${within('c.subscription_id', subscriptions)} AND c.kind = 'carry-over'`,
    {
      carriedWrongly: countWhere(
        sql`c.week <= s.start OR c.minutes > s.carries_over * ${grantedBefore} + ${boughtBefore} OR EXISTS (SELECT 1 FROM minute_entries g WHERE g.subscription_id = c.subscription_id AND g.week = c.week AND g.kind = 'grant' AND g.id < c.id)`,
      ),
    },
  ),
  pass(
    sql`minute_entries b CROSS JOIN transactions t ON t.id = b.tx_id WHERE ${within('b.subscription_id', subscriptions)} AND b.kind = 'top-up' AND b.minutes > 0`,
    { toppedUpUnpaid: countWhere(sql`t.paid_at IS NULL OR t.top_up_minutes IS NOT b.minutes`) },
  ),
  pass(sql`subscriptions s CROSS JOIN pauses p ON p.subscription_id = s.id WHERE ${within('s.id', subscriptions)}`, {
    pausedEndingWrongly: countWhere(endsWrongly),
    grantedInPause: totalWhere(
      sql`p."end" > p.start`,
      sql`(SELECT COUNT(*) FROM minute_entries g WHERE g.subscription_id = p.subscription_id AND g.week >= p.start AND g.week < p."end" AND g.kind = 'grant')`,
    ),
  }),
  pass(
    sql`minute_entries b CROSS JOIN transactions t ON t.id = b.tx_id LEFT JOIN plan_changes p ON p.tx_id = t.id WHERE ${within('b.subscription_id', subscriptions)} AND b.kind = 'plan-change' AND b.minutes > 0`,
    {
      changedUnpaid: countWhere(
        sql`t.paid_at IS NULL OR p.subscription_id IS NOT b.subscription_id OR p.done_at IS NULL OR p.to_minutes - p.from_minutes <> b.minutes`,
      ),
    },
  ),
  pass(
    sql`(SELECT 1 FROM plan_changes p CROSS JOIN subscriptions s ON s.id = p.subscription_id WHERE ${within('p.subscription_id', subscriptions)} AND p.done_at IS NOT NULL AND s.terminated_at IS NULL AND s."end" > ${now}
      GROUP BY p.subscription_id HAVING s.weekly_minutes <> MIN(p.from_minutes) + SUM(CASE WHEN p.undone_at IS NULL THEN p.to_minutes - p.from_minutes ELSE 0 END))`,
    { changedWrongly: rowCount },
  ),
  pass(
    sql`minute_entries b CROSS JOIN subscriptions s ON s.id = b.subscription_id WHERE ${within('b.subscription_id', subscriptions)} AND b.kind = 'referral'`,
    {
      referredUngranted: countWhere(
        sql`NOT EXISTS (SELECT 1 FROM referral_rewards w CROSS JOIN referrals r ON r.id = w.referral_id WHERE w.entry_id = b.id AND w.minutes = b.minutes AND w.user_id = s.user_id AND r.state IN ('given', 'undone'))`,
      ),
    },
  ),
  pass(
    sql`subscriptions s JOIN transactions t ON t.id = s.tx_id WHERE ${within('s.id', subscriptions)} AND s.terminated_at IS NULL AND t.status NOT IN ${REFUNDABLE_STATUSES}`,
    { unpaidPlans: rowCount },
  ),
]

/** The coming weeks of standing times, which keep their quarter hours while they are reserved, and none otherwise. */
const standingPasses = ({ subscriptions }: Part, now: Instant) => [
  pass(
    sql`subscriptions s CROSS JOIN standing_weeks w ON w.student_id = s.user_id AND w.start > ${now} CROSS JOIN standing_times t ON t.id = w.standing_time_id WHERE ${within('s.id', subscriptions)} AND s.standing_times = 1`,
    {
      keptWrongly: countWhere(
        sql`(SELECT COUNT(*) FROM busy_quarters b WHERE b.session_id = w.session_id AND b.user_id = w.tutor_id) <> CASE w.state WHEN 'reserved' THEN (w."end" - w.start) / 900000 ELSE 0 END
          OR (w.state = 'reserved' AND t.state <> 'accepted' AND (t.ends_at IS NULL OR t.ends_at <= w.start))`,
      ),
    },
  ),
]

const orderPasses = ({ orders }: Part) => [
  pass(sql`transactions t WHERE ${within('t.id', orders)}`, {
    paid: totalWhere(sql`t.paid_at IS NOT NULL`, sql`t.amount`),
    fees: totalWhere(sql`t.paid_at IS NOT NULL`, sql`t.fees`),
    refunded: total(sql`t.refunded_amount`),
    unknownRefunds: countWhere(sql`t.status = ${PartialRefunded} AND t.refunded_amount = 0`),
    withoutPlan: countWhere(
      sql`t.status = ${Paid} AND NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.tx_id = t.id) AND NOT EXISTS (SELECT 1 FROM minute_entries m WHERE m.tx_id = t.id AND m.kind IN ('top-up', 'plan-change') AND m.minutes > 0)`,
    ),
  }),
  pass(postingsOf(['payment'], orders), { paymentsPosted: totalWhere(isTo('sales'), sql`p.amount`) }),
  pass(postingsOf(['gateway-fee'], orders), { feesPosted: totalWhere(isTo('gateway-fees'), sql`p.amount`) }),
  pass(
    sql`refunds r CROSS JOIN journal_entries e ON e.fact_kind = 'refund' AND e.fact_id = r.id CROSS JOIN postings p ON p.entry_id = e.id WHERE ${within('r.tx_id', orders)}`,
    { refundsPosted: totalWhere(isTo('sales'), sql`p.amount`) },
  ),
  pass(sql`refunds WHERE ${within('tx_id', orders)} AND status = 'done'`, { refundsDone: total(sql`amount`) }),
]

/** The pay of lessons that have earned, and earnings for which neither outcome, time nor decision speaks. */
const taught = ({ lessons }: Part) =>
  pass(
    sql`lesson_outcomes o CROSS JOIN lessons l ON l.id = o.lesson_id WHERE ${within('o.lesson_id', lessons)} AND l.canceled_at IS NULL AND o.pay = 'earned'`,
    {
      taught: total(sql`l.price`),
      withoutEvidence: countWhere(
        sql`o.outcome NOT IN ${[LessonOutcome.Held, LessonOutcome.StudentAbsent]} AND (o.due IS NULL OR o.due > o.earned_at) AND NOT EXISTS (SELECT 1 FROM lesson_decisions d WHERE d.lesson_id = o.lesson_id)`,
      ),
    },
  )

/** Lessons that have ended, with a complete record, and have no outcome yet. */
const unsettled = ({ lessons }: Part, now: Instant) =>
  pass(
    sql`lessons l CROSS JOIN lesson_members t ON t.lesson_id = l.id CROSS JOIN users u ON u.id = t.user_id AND u.role = ${Role.Tutor} WHERE ${within('l.id', lessons)} AND l.canceled_at IS NULL AND l.start + l.duration * 60000 <= ${now - RECORD_DELAY} AND NOT EXISTS (SELECT 1 FROM lesson_outcomes o WHERE o.lesson_id = l.id)`,
    { unsettled: rowCount },
  )

const earningPasses = (part: Part, now: Instant) => [
  taught(part),
  unsettled(part, now),
  /** What decisions of staff have changed in the tutors' earnings. */
  pass(sql`lesson_decisions WHERE ${within('id', part.decisions)}`, { corrections: total(sql`earning`) }),
  pass(postingsOf(['earning'], part.lessons), {
    pay: totalWhere(isTo('tutor-pay'), sql`p.amount`),
    earned: totalWhere(isToTutor, sql`p.amount`),
  }),
  pass(postingsOf(['correction'], part.decisions), {
    payCorrected: totalWhere(isTo('tutor-pay'), sql`p.amount`),
    earningsCorrected: totalWhere(isToTutor, sql`p.amount`),
  }),
  pass(sql`withdrawals WHERE ${within('id', part.withdrawals)}`, {
    waiting: totalWhere(sql`status IN ${[PendingApproval, PendingCancellation]}`, sql`amount`),
    approved: totalWhere(sql`status = ${Approved}`, sql`amount`),
  }),
  pass(postingsOf(['withdrawal', 'withdrawal-return', 'payout'], part.withdrawals), {
    setAside: totalWhere(isTo('withdrawals'), sql`p.amount`),
    paidOut: totalWhere(sql`e.fact_kind = 'payout' AND (${isTo('bank')} OR ${isTo('payouts')})`, sql`p.amount`),
    paidByPaymob: totalWhere(sql`e.fact_kind = 'payout' AND ${isTo('payouts')}`, sql`p.amount`),
    takenOut: totalWhere(sql`e.fact_kind <> 'payout' AND ${isToTutor}`, sql`p.amount`),
  }),
]

/** What Paymob says that it has paid, as the ledger has it. */
const payoutPasses = ({ withdrawals }: Part) => [
  pass(sql`payouts WHERE ${within('withdrawal_id', withdrawals)} AND state = 'successful'`, {
    payoutsMade: total(sql`amount`),
  }),
]

/** As in the partial index that finds them. */
const isOpenPayout = sql.raw(`state IN (${OPEN_PAYOUT_STATES.map((state) => `'${state}'`).join(', ')})`)

/** Rows that have waited since before `since`: few, found by partial indexes. */
const overduePasses = (since: Instant) => [
  pass(sql`refunds WHERE status = 'pending' AND status <> 'done' AND created_at < ${since}`, {
    pendingRefunds: rowCount,
  }),
  pass(sql`payment_inbox WHERE processed_at IS NULL AND received_at < ${since}`, { pendingNotices: rowCount }),
  pass(sql`payouts WHERE ${isOpenPayout} AND state IN ('ready', 'sending') AND created_at < ${since}`, {
    unansweredPayouts: rowCount,
  }),
  pass(sql`payment_differences WHERE closed_at IS NULL`, { differingOrders: sql`COUNT(DISTINCT tx_id)` }),
]

const passesOf = (part: Part, now: Instant) => [
  ...entryPasses(part),
  ...minutePasses(part, now),
  ...standingPasses(part, now),
  ...orderPasses(part),
  ...earningPasses(part, now),
  ...payoutPasses(part),
  ...overduePasses(now - hours(24)),
]

type NameOf<P> = P extends Pass<infer Name> ? Name : never
type Quantities = Record<NameOf<ReturnType<typeof passesOf>[number]>, number>

/** The expected and the found value of each check. */
const checks: Record<string, (of: Quantities) => [expected: number, found: number]> = {
  'all postings': (of) => [0, of.posted],
  'lines that were not posted': (of) => [of.lines, of.postedLines],
  'entries without their fact': (of) => [0, of.withoutFact],
  'postings to an account of other facts': (of) => [0, of.postedElsewhere],
  'tutors below zero': (of) => [0, of.tutorsBelowZero],
  'weeks of minutes below zero': (of) => [0, of.weeksBelowZero],
  'minutes carried over that were not left': (of) => [0, of.carriedWrongly],
  'minutes topped up that were not paid': (of) => [0, of.toppedUpUnpaid],
  'minutes of referrals that were not granted': (of) => [0, of.referredUngranted],
  'weeks of standing times whose time is not kept as they say': (of) => [0, of.keptWrongly],
  'changes of plan that were not paid': (of) => [0, of.changedUnpaid],
  'plans that are not what was bought': (of) => [0, of.changedWrongly],
  'pauses of plans that end at another time': (of) => [0, of.pausedEndingWrongly],
  'weeks granted in a pause': (of) => [0, of.grantedInPause],
  payments: (of) => [of.paid, of.paymentsPosted],
  fees: (of) => [-of.fees, of.feesPosted],
  refunds: (of) => [-of.refunded, of.refundsPosted],
  'refunds that are done': (of) => [of.refunded, of.refundsDone],
  'refunds of unknown amount': (of) => [0, of.unknownRefunds],
  'paid orders without a plan': (of) => [0, of.withoutPlan],
  'living plans of orders that were not paid or were given back': (of) => [0, of.unpaidPlans],
  'lessons taught': (of) => [-of.taught - of.corrections, of.pay + of.payCorrected],
  'earnings without evidence': (of) => [0, of.withoutEvidence],
  'lessons without an outcome': (of) => [0, of.unsettled],
  'withdrawals set aside': (of) => [of.waiting, of.setAside],
  'withdrawals paid out': (of) => [of.approved, of.paidOut],
  'withdrawals paid by Paymob': (of) => [of.payoutsMade, of.paidByPaymob],
  'owed to tutors': (of) => [
    of.taught + of.corrections - of.waiting - of.approved,
    of.earned + of.earningsCorrected + of.takenOut,
  ],
  'refunds under way for a day': (of) => [0, of.pendingRefunds],
  'payouts without an answer for a day': (of) => [0, of.unansweredPayouts],
  'notices not acted on for a day': (of) => [0, of.pendingNotices],
  'orders that differ from their provider’s record': (of) => [0, of.differingOrders],
}

/**
 * Proves that the ledger sums to zero and agrees with orders, refunds, lessons and withdrawals (docs/rules/money.md 8.3),
 * for all rows or for a part: each check compares both sides for the same ids. Returns the failed checks. The caller must
 * have settled the lessons. It is a single statement, so that all checks see the same state of the database.
 */
export async function proveLedger(db: Db, now: Instant, part: Part = WHOLE): Promise<Finding[]> {
  const passes = passesOf(part, now).map(({ of, from }) => {
    const columns = Object.entries(of).map(([name, value]) => sql`${value} AS ${sql.identifier(name)}`)
    return sql`(SELECT ${sql.join(columns, sql`, `)} FROM ${from})`
  })
  const [of] = await db.all<Quantities>(sql`SELECT * FROM ${sql.join(passes, sql` CROSS JOIN `)}`)
  if (!of) return []
  return Object.entries(checks).flatMap(([what, sidesOf]) => {
    // JSON distinguishes -0 from 0.
    const [expected, found] = sidesOf(of).map((side) => side + 0) as [number, number]
    return expected === found ? [] : [{ what, expected, found }]
  })
}
