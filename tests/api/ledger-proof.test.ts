import { describe, expect, it } from 'vitest'
import { openDb } from '#db/client'
import { WHOLE } from '#domain/withdrawals/ledger-parts'
import {
  again,
  bindings,
  callApi,
  expectOk,
  insertLesson,
  newSuperAdmin,
  onboardedTutor,
  row,
  run,
  setNow,
  triggerJob,
} from '#tests/people'
import { proveLedger } from '../../worker/withdrawals/ledger-proof.ts'
import type { Gateways } from './gateways.ts'
import { booksOfAll, proofs } from './ledger-fixtures.ts'
import { buyPlan, withGateways } from './order-fixtures.ts'
import { countRows, newPlan, payingStudent } from './payment-fixtures.ts'

const NOW = '2026-02-11T10:00:00Z'
const HOUR = 3_600_000

let gateways: Gateways
withGateways(NOW, (opened) => {
  gateways = opened
})

describe('the nightly proof', () => {
  it('finds nothing in a ledger that agrees, and settles the lessons taught first', async () => {
    const [sara, tutor] = await Promise.all([payingStudent(), onboardedTutor()])
    await buyPlan(gateways, sara, await newPlan())
    await insertLesson({ tutor, student: sara, start: Date.parse(NOW) - 2 * HOUR, attended: true })
    await triggerJob('prove-ledger')
    expect((await proofs()).at(-1)).toEqual([])
    expect(await countRows(`journal_entries WHERE fact_kind = 'earning'`)).toBe(1)
  })

  it('goes through accounts whose ids have no gaps, however much is posted to them', async () => {
    await buyPlan(gateways, await payingStudent(), await newPlan())
    expect(await row('SELECT MAX(id) - COUNT(*) AS gap FROM accounts')).toEqual({ gap: 0 })
  })

  it('reports a difference of one piastre, and e-mails every super admin once a day', async () => {
    const [sara, adel] = await Promise.all([payingStudent(), newSuperAdmin()])
    const { transactionId } = await buyPlan(gateways, sara, await newPlan())
    const emails = () => countRows(`outbox WHERE template = 'ledger_findings' AND "to" = ?`, adel.email)
    await run('UPDATE transactions SET fees = fees + 1 WHERE id = ?', transactionId)
    await triggerJob('prove-ledger')
    const [finding, ...others] = (await proofs()).at(-1) ?? []
    expect(others).toEqual([])
    expect(finding).toMatchObject({ what: 'fees' })
    expect((finding?.expected ?? 0) - (finding?.found ?? 0)).toBe(-1)
    expect(await emails()).toBe(1)
    const mail = await row<{ params: string }>(`SELECT params FROM outbox WHERE "to" = ?`, adel.email)
    expect(JSON.parse(mail?.params ?? '{}')).toEqual({
      findings: `fees: ${finding?.found}, not ${finding?.expected}`,
    })
    const ofOrders = async (from: number, to: number) =>
      (await proveLedger(openDb(bindings.DB), Date.now(), { ...WHOLE, orders: { from, to } })).map(({ what }) => what)
    expect([await ofOrders(transactionId, transactionId), await ofOrders(0, transactionId - 1)]).toEqual([['fees'], []])

    const count = (await proofs()).length
    setNow(Date.parse(NOW) + HOUR)
    await Promise.all([triggerJob('prove-ledger'), triggerJob('prove-ledger')])
    expect([(await proofs()).length, await emails()]).toEqual([count, 1])
    setNow(Date.parse(NOW) + 24 * HOUR)
    await triggerJob('prove-ledger')
    expect([(await proofs()).length, await emails()]).toEqual([count + 1, 2])
  })
})

/** The triggers that keep the books from such changes; the proof is what remains where one is missing. */
const GUARDS = [
  'journal_posts',
  'lesson_outcomes_are_kept',
  'minutes_carried_are_left',
  'minutes_never_negative',
  'minutes_topped_up_as_paid',
  'postings_are_kept',
  'postings_are_not_changed',
]

describe('each check of the proof', () => {
  it('names the rows that do not agree, and those alone', async () => {
    const { tutor, paid, partly, ended, unpaid, waiting, paidOut } = await booksOfAll(gateways)
    for (const guard of GUARDS) await run(`DROP TRIGGER ${guard}`)
    /** What differs by how much: found less expected. */
    const differences = async () => {
      const findings = await proveLedger(openDb(bindings.DB), Date.now())
      return new Map(findings.map(({ what, expected, found }) => [what, found - expected]))
    }
    let known = await differences()
    const changeBy = async (sql: string, ...values: unknown[]) => {
      await run(sql, ...values)
      const before = known
      known = await differences()
      const changed = new Set([...before.keys(), ...known.keys()])
      return Object.fromEntries(
        [...changed]
          .map((what) => [what, (known.get(what) ?? 0) - (before.get(what) ?? 0)] as const)
          .filter(([, difference]) => difference !== 0),
      )
    }
    const ofPayment = `entry_id = (SELECT id FROM journal_entries WHERE fact_kind = 'payment' AND fact_id = ?)`
    const code = `tutor:${tutor.id}`
    const at = Date.parse(NOW)

    expect(
      await changeBy(`UPDATE postings SET amount = amount + 7 WHERE ${ofPayment} AND amount < 0`, paid.transactionId),
    ).toEqual({ 'all postings': 7 })
    expect(
      await changeBy(
        `INSERT INTO journal_entries (fact_kind, fact_id, lines, created_at) VALUES ('chargeback', 1, '[{"account":"bank","amount":1},{"account":"sales","amount":-1}]', 1)`,
      ),
    ).toEqual({ 'lines that were not posted': -2 })
    expect(
      await changeBy(
        `INSERT INTO journal_entries (fact_kind, fact_id, lines, created_at) VALUES ('payout', 999999, '[{"account":"bank","amount":-1},{"account":"sales","amount":1}]', 1)`,
      ),
    ).toEqual({ 'lines that were not posted': -2, 'entries without their fact': 1 })
    expect(
      await changeBy(
        `UPDATE postings SET account_id = (SELECT id FROM accounts WHERE code = 'tutor-pay') WHERE ${ofPayment} AND amount < 0`,
        partly.transactionId,
      ),
    ).toEqual({ 'postings to an account of other facts': 1 })
    expect(
      await changeBy(
        `UPDATE postings SET amount = amount - 100000 WHERE account_id = (SELECT id FROM accounts WHERE code = ?) AND entry_id = (SELECT MAX(id) FROM journal_entries WHERE fact_kind = 'earning')`,
        code,
      ),
    ).toEqual({ 'all postings': -100_000, 'tutors below zero': 1, 'owed to tutors': -100_000 })
    expect(
      await changeBy(
        `INSERT INTO minute_entries (subscription_id, week, kind, minutes, reason, created_at) VALUES (?, 1, 'adjustment', -5, 'خطأ', 1)`,
        paid.subscriptionId,
      ),
    ).toEqual({ 'weeks of minutes below zero': 1 })
    expect(
      await changeBy(
        `INSERT INTO minute_entries (subscription_id, week, kind, minutes, created_at)
         SELECT subscription_id, week + 604800000, 'carry-over', 5, created_at FROM minute_entries WHERE subscription_id = ? AND kind = 'grant'`,
        paid.subscriptionId,
      ),
    ).toEqual({ 'minutes carried over that were not left': 1 })
    expect(
      await changeBy(
        `INSERT INTO minute_entries (subscription_id, week, kind, minutes, tx_id, created_at)
         SELECT subscription_id, week, 'top-up', 30, ?, created_at FROM minute_entries WHERE subscription_id = ? AND kind = 'grant'`,
        partly.transactionId,
        partly.subscriptionId,
      ),
    ).toEqual({ 'minutes topped up that were not paid': 1 })

    expect(await changeBy('UPDATE transactions SET amount = amount + 3 WHERE id = ?', paid.transactionId)).toEqual({
      payments: -3,
    })
    expect(await changeBy('UPDATE transactions SET fees = fees + 2 WHERE id = ?', paid.transactionId)).toEqual({
      fees: 2,
    })
    expect(await changeBy('UPDATE transactions SET refunded_amount = 5 WHERE id = ?', paid.transactionId)).toEqual({
      refunds: 5,
      'refunds that are done': -5,
    })
    const refund = `INSERT INTO refunds (tx_id, amount, status, created_at, updated_at) VALUES (?, 4, ?, ?, 1)`
    expect(await changeBy(refund, paid.transactionId, 'done', at)).toEqual({ 'refunds that are done': 4 })
    expect(await changeBy(refund, paid.transactionId, 'failed', 1)).toEqual({})
    expect(await changeBy('UPDATE transactions SET status = 5 WHERE id = ?', partly.transactionId)).toEqual({
      'refunds of unknown amount': 1,
    })
    expect(await changeBy('UPDATE transactions SET status = 3 WHERE id = ?', ended.transactionId)).toEqual({
      'living plans of orders that were not paid or were given back': 1,
    })
    expect(await changeBy('UPDATE subscriptions SET terminated_at = ? WHERE id = ?', at, ended.subscriptionId)).toEqual(
      { 'living plans of orders that were not paid or were given back': -1 },
    )
    expect(await changeBy('UPDATE transactions SET status = 1 WHERE id = ?', unpaid)).toEqual({
      'paid orders without a plan': 1,
    })

    expect(
      await changeBy(
        'UPDATE lessons SET price = price + 6 WHERE id = (SELECT MAX(lesson_id) FROM lesson_members WHERE user_id = ?)',
        tutor.id,
      ),
    ).toEqual({ 'lessons taught': 6, 'owed to tutors': -6 })
    const ofTutor = (which: 'MIN' | 'MAX') =>
      `lesson_id = (SELECT ${which}(lesson_id) FROM lesson_members WHERE user_id = ?)`
    expect(await changeBy(`UPDATE lesson_outcomes SET outcome = 2 WHERE ${ofTutor('MIN')}`, tutor.id)).toEqual({
      'earnings without evidence': 1,
    })
    expect(await changeBy(`DELETE FROM lesson_outcomes WHERE ${ofTutor('MAX')}`, tutor.id)).toEqual({
      'lessons without an outcome': 1,
      'lessons taught': -7_506,
      'owed to tutors': 7_506,
    })
    expect(await changeBy('UPDATE withdrawals SET amount = amount + 8 WHERE id = ?', waiting)).toEqual({
      'withdrawals set aside': -8,
      'owed to tutors': 8,
    })
    expect(await changeBy('UPDATE withdrawals SET status = 1 WHERE id = ?', waiting)).toEqual({})
    expect(await changeBy('UPDATE withdrawals SET amount = amount + 9 WHERE id = ?', paidOut)).toEqual({
      'withdrawals paid out': -9,
      'owed to tutors': 9,
    })

    const notice = `INSERT INTO payment_inbox (provider, dedupe_key, tx_id, body, received_at, processed_at) VALUES ('fawry', ?, ?, '{}', ?, ?)`
    expect(await changeBy(notice, 'acted-on', unpaid, 1, 2)).toEqual({})
    expect(await changeBy(notice, 'a-day-old', unpaid, at - 24 * HOUR, null)).toEqual({})
    expect(await changeBy(notice, 'older', unpaid, at - 24 * HOUR - 1, null)).toEqual({
      'notices not acted on for a day': 1,
    })
    expect(await changeBy(refund, unpaid, 'pending', at - 24 * HOUR - 1)).toEqual({ 'refunds under way for a day': 1 })
    const difference = `INSERT INTO payment_differences (tx_id, field, ours, theirs, found_at, closed_at) VALUES (?, ?, 1, 2, ?, ?)`
    expect(await changeBy(difference, unpaid, 'status', at, at)).toEqual({})
    expect(await changeBy(difference, unpaid, 'amount', at, null)).toEqual({
      'orders that differ from their provider’s record': 1,
    })
    expect(await changeBy(difference, unpaid, 'number', at, null)).toEqual({})
  })

  it('names plans that do not end where their pauses put them, and weeks that are granted in a pause', async () => {
    const student = await payingStudent()
    const { subscriptionId } = await buyPlan(gateways, student, await newPlan())
    await run('UPDATE subscriptions SET pausable = 1 WHERE id = ?', subscriptionId)
    const body = { weeks: 2 }
    await expectOk(callApi('POST', `/student/${student.id}/pauses`, { as: await again(student), body }))
    for (const guard of ['minutes_not_in_pause', 'subscriptions_longer_by_pauses']) await run(`DROP TRIGGER ${guard}`)
    const own = { ...WHOLE, subscriptions: { from: subscriptionId, to: subscriptionId } }
    const found = async () =>
      (await proveLedger(openDb(bindings.DB), Date.now(), own))
        .filter(({ what }) => what.includes('pause'))
        .map((one) => [one.what, one.found - one.expected])
    const ENDS = 'pauses of plans that end at another time'
    const end = (change: string) => run(`UPDATE subscriptions SET "end" = "end" ${change} WHERE id = ?`, subscriptionId)
    expect(await found()).toEqual([])
    await end(`- ${7 * 24 * HOUR}`)
    expect(await found()).toEqual([[ENDS, 1]])
    await end(`+ ${14 * 24 * HOUR}`)
    expect(await found()).toEqual([[ENDS, 1]])
    await end(`- ${7 * 24 * HOUR}`)
    expect(await found()).toEqual([])
    const grant = `INSERT INTO minute_entries (subscription_id, week, kind, minutes, created_at)
      SELECT id, paused_from + ?, 'grant', weekly_minutes, start FROM subscriptions WHERE id = ?`
    await run(grant, 7 * 24 * HOUR, subscriptionId)
    expect(await found()).toEqual([['weeks granted in a pause', 1]])
    await run(grant, 14 * 24 * HOUR, subscriptionId)
    expect(await found()).toEqual([['weeks granted in a pause', 1]])
    setNow(Date.parse(NOW) + 33 * 24 * HOUR)
    await buyPlan(gateways, await again(student), await newPlan())
    expect(await found()).toEqual([['weeks granted in a pause', 1]])
    await run(
      'UPDATE subscriptions SET start = start + 1 WHERE id = (SELECT extended_by FROM subscriptions WHERE id = ?)',
      subscriptionId,
    )
    expect(await found()).toEqual([
      [ENDS, 1],
      ['weeks granted in a pause', 1],
    ])
  })
})
