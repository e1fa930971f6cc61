/**
 * The nightly proof of a ledger that is too large for a night (docs/rules/money.md 8.3): what has changed is proven the night after, and
 * all rows within thirty nights.
 */
import { describe, expect, it } from 'vitest'
import { expectOk, onboardedTutor, rows, run, setNow, triggerJob } from '#tests/people'
import { insertTaughtLessons, request } from './earning-fixtures.ts'
import type { Gateways } from './gateways.ts'
import { booksOfAll, proofs } from './ledger-fixtures.ts'
import { buyPlan, placeReferenceOrder, withGateways } from './order-fixtures.ts'
import { countRows, newPlan, payingStudent } from './payment-fixtures.ts'

const NOW = '2026-02-11T10:00:00Z'

let gateways: Gateways
withGateways(NOW, (opened) => {
  gateways = opened
})

const DAY = 24 * 3_600_000

/** Rows that are added from now on have higher ids than a night goes through of all: the others are as old as on a large marketplace. */
const leaveRoom = () => run('UPDATE sqlite_sequence SET seq = 60000')

/** The nights of all tests follow one another. */
const night = { at: Date.parse(NOW) }

/** The checks that the proof of a night later found to differ, and by how much. */
async function nextNight(): Promise<Record<string, number>> {
  night.at += DAY
  setNow(night.at)
  await triggerJob('prove-ledger')
  const found = (await proofs()).at(-1) ?? []
  return Object.fromEntries(found.map((one) => [one.what, one.found - one.expected]))
}

describe('on a large ledger', () => {
  /** Books of which every row is old, and a few new ones; all of it agrees. */
  async function oldBooks() {
    const books = await booksOfAll(gateways)
    setNow(night.at)
    await nextNight()
    await leaveRoom()
    await buyPlan(gateways, await payingStudent(), await newPlan())
    const tutor = await onboardedTutor()
    await insertTaughtLessons(tutor, 2)
    await expectOk(request(tutor, 10_000))
    expect([await nextNight(), await nextNight()]).toEqual([{}, {}])
    return books
  }

  it('old rows that are changed are proven the night after, and again until they agree', async () => {
    const books = await oldBooks()
    const { tutor, paid, partly, paidOut } = books
    const lesson = '(SELECT MAX(m.lesson_id) FROM lesson_members m WHERE m.user_id = ?)'
    await run('UPDATE transactions SET fees = fees + 1 WHERE id = ?', paid.transactionId)
    await run(`UPDATE lessons SET price = price + 3 WHERE id = ${lesson}`, tutor.id)
    await run('UPDATE withdrawals SET amount = amount + 5 WHERE id = ?', paidOut)
    await run(
      `INSERT INTO refunds (tx_id, amount, status, created_at, updated_at) VALUES (?, 7, 'done', ?, 1)`,
      partly.transactionId,
      night.at,
    )
    const differences = {
      fees: 1,
      'refunds that are done': 7,
      'lessons taught': 3,
      'withdrawals paid out': -5,
      'owed to tutors': 2,
    }
    expect(await nextNight()).toEqual(differences)
    expect(await countRows('ledger_changes')).toBe(0)
    expect(await nextNight()).toEqual(differences)

    await run('UPDATE transactions SET fees = fees - 1 WHERE id = ?', paid.transactionId)
    await run(`UPDATE lessons SET price = price - 3 WHERE id = ${lesson}`, tutor.id)
    await run('UPDATE withdrawals SET amount = amount - 5 WHERE id = ?', paidOut)
    await run('DELETE FROM refunds WHERE tx_id = ?', partly.transactionId)
    expect(await nextNight()).toEqual({})
  })

  it('what is added is proven the night after', async () => {
    await oldBooks()
    const unpaid = await placeReferenceOrder(gateways, await payingStudent(), { planId: await newPlan() })
    await run('UPDATE transactions SET status = 1, paid_at = ? WHERE id = ?', night.at, unpaid.transactionId)
    const { amount } =
      (await rows<{ amount: number }>('SELECT amount FROM transactions ORDER BY id DESC LIMIT 1'))[0] ?? {}
    expect(await nextNight()).toMatchObject({ payments: -(amount ?? 0), 'paid orders without a plan': 1 })
    await run('UPDATE transactions SET status = 0, paid_at = NULL WHERE id = ?', unpaid.transactionId)
    expect(await nextNight()).toEqual({})
  })

  it('a run that was interrupted has marked nothing as proven', async () => {
    const books = await oldBooks()
    await run('UPDATE transactions SET fees = fees + 1 WHERE id = ?', books.paid.transactionId)
    await run(`CREATE TRIGGER cut_off BEFORE INSERT ON ledger_proofs BEGIN SELECT RAISE(ABORT, 'cut off'); END`)
    await expect(nextNight()).rejects.toThrow()
    await run('DROP TRIGGER cut_off')
    expect(await nextNight()).toEqual({ fees: 1 })
    await run('UPDATE transactions SET fees = fees - 1 WHERE id = ?', books.paid.transactionId)
    expect(await nextNight()).toEqual({})
  })

  it('old rows that change without a trigger are proven within thirty nights', async () => {
    const books = await oldBooks()
    for (const guard of ['orders_changed', 'postings_are_not_changed']) await run(`DROP TRIGGER ${guard}`)
    await run('UPDATE transactions SET fees = fees + 1 WHERE id = ?', books.paid.transactionId)
    await run(
      `UPDATE postings SET amount = amount + 2 WHERE amount < 0 AND entry_id = (SELECT id FROM journal_entries WHERE fact_kind = 'payment' AND fact_id = ?)`,
      books.ended.transactionId,
    )
    expect(await nextNight()).toEqual({})
    const found = new Map<string, number>()
    for (let nights = 1; nights < 30; nights++)
      for (const [what, by] of Object.entries(await nextNight())) found.set(what, by)
    expect(Object.fromEntries(found)).toEqual({ fees: 1, 'all postings': 2 })
  })
})
