import { describe, expect, it } from 'vitest'
import { marketplace, NOW, timestamps } from '#tests/marketplace'

/** An order with two refunds, withdrawals, and a lesson that was paid for beside one that was not. */
function books() {
  const market = marketplace()
  const { db, sara, omar, payment, lesson, taughtLesson, slotStart } = market
  const order = payment(sara)
  const refund = (status: string) => db.insert('refunds', { tx_id: order, amount: 1000, status, ...timestamps })
  const [done, pending] = [refund('done'), refund('pending')]
  const withdrawal = db.insert('withdrawals', {
    user_id: omar,
    method: 2,
    receiver: 'omar',
    amount: 10_000,
    ...timestamps,
  })
  const [paid, unpaid] = [taughtLesson(slotStart), lesson(slotStart + 3_600_000)]
  for (const code of ['tutor-pay', 'omar']) db.insert('accounts', { code, kind: 'liability', created_at: NOW })
  const lines = '[{"account":"tutor-pay","amount":-7500},{"account":"omar","amount":7500}]'
  // The fact of another kind has the number of the lesson that nobody was paid for.
  for (const [fact_kind, fact_id] of [['earning', paid] as const, ['payment', unpaid] as const])
    db.insert('journal_entries', { fact_kind, fact_id, created_at: NOW, lines })
  const noted = () => db.queryValue("SELECT group_concat(kind || ' ' || row_id) FROM ledger_changes")
  /** What a write has noted. */
  const notedBy = (sql: string, id: number) => {
    db.run('DELETE FROM ledger_changes')
    db.run(sql, id)
    return noted()
  }
  return { ...market, order, done, pending, withdrawal, paid, unpaid, noted, notedBy }
}

describe('what the nightly proof checks again', () => {
  it('excludes rows that were added, which it finds by their ids', () => {
    expect(books().noted()).toBeNull()
  })

  it('includes an order whose money or state has changed, and a deleted one', () => {
    const { db, order, notedBy } = books()
    for (const set of ['amount = amount + 1', 'fees = fees + 1', 'refunded_amount = 1', 'status = 1', 'paid_at = 1'])
      expect(notedBy(`UPDATE transactions SET ${set} WHERE id = ?`, order)).toBe(`orders ${order}`)
    for (const set of ['amount = amount, fees = fees, status = status, paid_at = paid_at', 'updated_at = 7'])
      expect(notedBy(`UPDATE transactions SET ${set} WHERE id = ?`, order)).toBeNull()
    expect(notedBy('UPDATE transactions SET paid_at = NULL WHERE id = ?', order)).toBe(`orders ${order}`)
    db.run('DELETE FROM refunds')
    expect(notedBy('DELETE FROM transactions WHERE id = ?', order)).toBe(`orders ${order}`)
  })

  it('includes the order of a refund that was decided or deleted', () => {
    const { order, done, pending, notedBy } = books()
    expect(notedBy("UPDATE refunds SET status = 'failed' WHERE id = ?", pending)).toBe(`orders ${order}`)
    for (const id of [done, pending]) expect(notedBy('DELETE FROM refunds WHERE id = ?', id)).toBe(`orders ${order}`)
  })

  it('includes a withdrawal whose amount or state has changed, and a deleted one', () => {
    const { withdrawal, notedBy } = books()
    for (const set of ['amount = amount + 1', 'status = 3'])
      expect(notedBy(`UPDATE withdrawals SET ${set} WHERE id = ?`, withdrawal)).toBe(`withdrawals ${withdrawal}`)
    for (const set of ['amount = amount, status = status', "note = 'late'"])
      expect(notedBy(`UPDATE withdrawals SET ${set} WHERE id = ?`, withdrawal)).toBeNull()
    expect(notedBy('DELETE FROM withdrawals WHERE id = ?', withdrawal)).toBe(`withdrawals ${withdrawal}`)
  })

  it('includes a lesson that was paid for, and no other', () => {
    const { paid, unpaid, slotStart, omar, notedBy } = books()
    const changes = [
      `start = ${slotStart + 7_200_000}`,
      'duration = 15',
      'price = price + 1',
      `canceled_by = ${omar}, canceled_at = 1`,
    ]
    for (const set of changes) {
      expect(notedBy(`UPDATE lessons SET ${set} WHERE id = ?`, paid)).toBe(`lessons ${paid}`)
      expect(notedBy(`UPDATE lessons SET ${set} WHERE id = ?`, unpaid)).toBeNull()
    }
  })
})
