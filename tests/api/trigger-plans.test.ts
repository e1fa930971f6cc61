/**
 * How the statements inside triggers are carried out: the plan of a statement that fires one shows nothing of them, and they run with every
 * write of their table. Each step looks up one row by a key, or stands below with how many rows it reads (docs/rules/api.md 3.6).
 */
import { expect, it } from 'vitest'
import { bindings, rows } from '#tests/people'
import { planOf } from './plans.ts'

const LESSON = 'the two members of a lesson'
const PAYOUTS = 'the attempts to pay one request'
const PAUSES = 'the pauses of one plan: two a quarter'
const SLOTS = 'the slots of one person that end after this one begins, months of them at the most'
const HOLDS = 'the times of one tutor that are held now'
const OFFERS = 'the times of one tutor that were offered to one student: one a day at the most'
const ENTRIES = 'the answers and notes of one report or request, written by hand'

/** `trigger: step` → why it may find more than one row. */
const ACCEPTED: Record<string, string> = {
  'cancellations_counted: lesson_members (lesson_id=?)': LESSON,
  'cancellations_counted: m (lesson_id=?)': LESSON,
  'contact_requests_have_a_state: e (contact_request_id=?)': ENTRIES,
  ...Object.fromEntries(
    ['freed_by_changed_slot', 'freed_by_new_slot', 'freed_by_session'].map((trigger) => [
      `${trigger}: w (tutor_id=?)`,
      'whether anybody waits for one tutor',
    ]),
  ),
  'held_times_free: h (tutor_id=? AND until>?)': HOLDS,
  'held_times_free_of_lessons: b (user_id=? AND quarter>? AND quarter<?)': 'two quarter hours of one tutor at the most',
  'journal_ends_with_payout: p (withdrawal_id=?)': PAYOUTS,
  'journal_payout_is_of_payer: p (withdrawal_id=?)': PAYOUTS,
  'payouts_leave: payouts (withdrawal_id=?)': PAYOUTS,
  'withdrawals_being_paid: p (withdrawal_id=?)': PAYOUTS,
  'withdrawals_cool_off: p (withdrawal_id=?)': PAYOUTS,
  ...Object.fromEntries(
    ['payouts_cool_off', 'payouts_confirmed_cool_off'].flatMap((trigger) => [
      [`${trigger}: c (user_id=?)`, 'three credentials of one tutor'],
      [`${trigger}: o (user_id=?)`, 'the requests of one tutor, when one is prepared or confirmed'],
    ]),
  ),
  'reports_answered_have_an_answer: e (report_id=?)': ENTRIES,
  'journal_posts: p (entry_id=?)': 'the lines of one entry',
  'journal_posts: o (account_id=?)': 'all postings of one tutor, when they ask for earnings: what is left is their sum',
  ...Object.fromEntries(
    ['lesson_outcomes_of_evidence', 'lesson_outcomes_released'].flatMap((trigger) => [
      [`${trigger}: SCAN b LEFT-JOIN`, 'the latest booking of one lesson'],
      [`${trigger}: d (lesson_id=?)`, 'the decisions about one lesson'],
      [`${trigger}: e (lesson_id=? AND kind=?)`, 'the bookings of one lesson'],
      [`${trigger}: r (lesson_id=?)`, 'the reports that name one lesson'],
    ]),
  ),
  'minutes_carried_are_left: p (subscription_id=? AND start<?)': PAUSES,
  'minutes_never_negative: c (subscription_id=? AND week>? AND week<?)': 'the week after',
  'minutes_never_negative: e (subscription_id=? AND week=?)': 'a week of one subscription',
  'minutes_of_referrals_granted: w (user_id=?)': 'the minutes of one student that wait for a plan: a few a year',
  'minutes_of_referrals_used: w (user_id=?)': 'the same',
  'minutes_never_negative: p (subscription_id=? AND start>? AND start<?)': PAUSES,
  'minutes_not_in_pause: p (subscription_id=? AND start<?)': PAUSES,
  'pauses_of_empty_weeks: e (subscription_id=? AND week>? AND week<?)':
    'the entries of three weeks of one plan, when it is paused',
  'users_accepted_as_registered: c (user_id=? AND kind=?)': 'the versions of a text that one person has accepted',
  'pauses_one_after_another: p (subscription_id=?)': PAUSES,
  'pauses_within_allowance: p (subscription_id=? AND start>?)': PAUSES,
  'pauses_within_allowance: s (user_id=?)': 'the subscriptions of one student, when one is paused',
  'renewal_charges_once: c (subscription_id=?)': 'the charges of one renewal: three at the most',
  'refunds_within_payment: r (tx_id=?)': 'the refunds of one payment',
  'slots_apart_on_insert: o (user_id=? AND end>?)': SLOTS,
  'slots_apart_on_update: o (user_id=? AND end>?)': SLOTS,
  'slots_hold_their_lessons: l (slot_id=?)': 'what is booked in one slot, of some hours',
  'slots_hold_their_meetings: i (slot_id=?)': 'the same',
  'slots_hold_their_meetings: d (slot_id=?)': 'the same',
  'standing_times_apart: s (tutor_id=?)': 'the standing times of one tutor that are accepted, when one is accepted',
  'standing_times_limited: s (student_id=?)': 'the standing times of one student that are open: three at the most',
  'standing_weeks_free_time: busy_quarters (session_id=?)': 'two quarter hours of one week at the most',
  'subscriptions_longer_by_pauses: p (subscription_id=?)': PAUSES,
  'subscriptions_moved_around_lessons: e (lesson_id=? AND kind=?)': 'the bookings of one lesson',
  'subscriptions_moved_around_lessons: u (student_id=?)': 'the upcoming lessons of one student: eight at the most',
  'subscriptions_one_living: s (user_id=? AND end>?)':
    'the subscriptions of one student that end after this one begins',
  'subscriptions_keep_their_minutes: p (subscription_id=?)': 'the changes of one plan',
  'subscriptions_pay_for_their_lessons: e (subscription_id=? AND week>?)':
    'the entries of the coming weeks of one plan',
  'subscriptions_one_waiting: s (user_id=? AND end=?)':
    'the subscription of one student that ends where this one begins',
  'subscriptions_one_waiting: s (user_id=? AND end>?)': 'the subscriptions of one student that are not over',
  'topics_of_role: t (user_id=?)': 'the topics of an account: thirty at the most',
  'tutors_not_ready: d (tutor_id=?)': 'the demo sessions of one applicant',
  'tutors_not_ready: i (interviewee_id=?)': 'the interviews of one applicant',
  'tutors_not_ready: v (tutor_id=?)': 'the intro videos of one applicant',
  'upcoming_lessons_allowed: u (student_id=?)': 'the upcoming lessons of one student: eight at the most',
  'upcoming_lessons_not_held: h (tutor_id=? AND until>?)': HOLDS,
  'upcoming_lessons_not_moved_to_held: h (tutor_id=? AND until>?)': HOLDS,
  'users_email_kept_for_another_insert: p (email=?)': 'who had one address before',
  'users_email_kept_for_another_update: p (email=?)': 'the same',
  'waits_end_with_lesson: o (student_id=? AND tutor_id=?)': OFFERS,
  'waits_end_with_lesson: time_offers (student_id=? AND tutor_id=?)': OFFERS,
  'waits_end_with_lesson: w (student_id=?)': 'the tutors for whom one student waits: five at the most',
  'waits_left: o (student_id=? AND tutor_id=?)': OFFERS,
  'waits_left: time_offers (student_id=? AND tutor_id=?)': OFFERS,
  'withdrawals_cool_off: c (user_id=?)': 'three credentials of one tutor',
  'withdrawals_cool_off: w (user_id=?)': 'the requests of one tutor, when one is approved',
}

type Trigger = { name: string; sql: string }

/** The condition and the statements of a trigger, as they run outside it: parameters stand for the row that is written. */
function statementsOf({ name, sql }: Trigger): string[] {
  const outside = sql
    .replace(/--.*$/gm, '')
    .replace(/\b(NEW|OLD)\.("\w+"|\w+)/g, '?')
    .replace(/\bRAISE\s*\([^)]*\)/g, 'NULL')
  const [, condition, body] = /\sON\s+\w+\s+(?:WHEN\s([\s\S]*?)\s)?BEGIN\s([\s\S]*)\bEND$/.exec(outside.trim()) ?? []
  if (body === undefined) throw new Error(`the trigger ${name} is not written as the others are`)
  const statements = body.split(';').map((statement) => statement.trim())
  return [...(condition ? [`SELECT ${condition}`] : []), ...statements.filter((statement) => statement !== '')]
}

/** The unique indexes, with how many columns each has. */
async function uniqueIndexes(): Promise<Map<string, number>> {
  const { DB } = bindings
  const tables = await rows<{ name: string }>(
    "SELECT DISTINCT tbl_name AS name FROM sqlite_master WHERE type = 'index'",
  )
  const lists = await DB.batch<{ name: string; unique: number }>(
    tables.map(({ name }) => DB.prepare(`PRAGMA index_list("${name}")`)),
  )
  const names = lists.flatMap(({ results }) => results.filter(({ unique }) => unique === 1).map(({ name }) => name))
  const columns = await DB.batch(names.map((name) => DB.prepare(`PRAGMA index_info("${name}")`)))
  return new Map(names.map((name, index) => [name, columns[index]?.results.length ?? 0]))
}

/** What a plan has that may find more than one row of a table, or sorts. */
function openSteps(plan: readonly string[], unique: ReadonlyMap<string, number>): string[] {
  return plan.flatMap((step) => {
    const [, table = '', by, columns = ''] = /^SEARCH (\w+) USING .*?(PRIMARY KEY|INDEX \w+) (\(.*\))$/.exec(step) ?? []
    if (by === 'PRIMARY KEY' && columns === '(rowid=?)') return []
    if (by) {
      const isOneRow = unique.get(by.slice('INDEX '.length)) === columns.match(/=\?/g)?.length && !/[<>]/.test(columns)
      return isOneRow ? [] : [`${table} ${columns}`]
    }
    // Rows that the statement itself holds: constants, elements of a JSON text, and what a subquery has found by steps of its own.
    if (/^SCAN (CONSTANT ROW|\d+-ROW VALUES CLAUSE|\d+ CONSTANT ROWS|\w+ VIRTUAL TABLE INDEX (1:|0:=))$/.test(step))
      return []
    if (plan.some((one) => one === step.replace('SCAN', 'CO-ROUTINE'))) return []
    return /^(SCAN|SEARCH|USE TEMP B-TREE)/.test(step) ? [step] : []
  })
}

it('every statement of a trigger looks up single rows, or as few as are said here', async () => {
  const unique = await uniqueIndexes()
  const triggers = await rows<Trigger>("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
  const found = await Promise.all(
    triggers.map(async (trigger) => {
      const plans = await Promise.all(statementsOf(trigger).map(planOf))
      return plans.flatMap((plan) => openSteps(plan, unique)).map((step) => `${trigger.name}: ${step}`)
    }),
  )
  expect(triggers.length).toBeGreaterThan(100)
  expect([...new Set(found.flat())].toSorted()).toEqual(Object.keys(ACCEPTED).toSorted())
})
