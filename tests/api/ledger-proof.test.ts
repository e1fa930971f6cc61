import { describe, expect, it } from 'vitest'
import { insertLesson, newSuperAdmin, onboardedTutor, rows, run, setNow, triggerJob } from '#tests/people'
import type { Gateways } from './gateways.ts'
import { buyPlan, withGateways } from './order-fixtures.ts'
import { countRows, newPlan, payingStudent } from './payment-fixtures.ts'

const NOW = '2026-02-11T10:00:00Z'
const HOUR = 3_600_000

let gateways: Gateways
withGateways(NOW, (opened) => {
  gateways = opened
})

type Finding = { what: string; expected: number; found: number }
const proofs = async (): Promise<Finding[][]> =>
  (await rows<{ findings: string }>('SELECT findings FROM ledger_proofs ORDER BY id')).map(({ findings }) =>
    JSON.parse(findings),
  )

describe('the nightly proof', () => {
  it('finds nothing in a ledger that agrees, and settles the lessons taught first', async () => {
    const [sara, tutor] = await Promise.all([payingStudent(), onboardedTutor()])
    await buyPlan(gateways, sara, await newPlan())
    await insertLesson({ tutor, student: sara, start: Date.parse(NOW) - 2 * HOUR })
    await triggerJob('prove-ledger')
    expect((await proofs()).at(-1)).toEqual([])
    expect(await countRows(`journal_entries WHERE fact_kind = 'earning'`)).toBe(1)
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

    const count = (await proofs()).length
    setNow(Date.parse(NOW) + HOUR)
    await Promise.all([triggerJob('prove-ledger'), triggerJob('prove-ledger')])
    expect([(await proofs()).length, await emails()]).toEqual([count, 1])
    setNow(Date.parse(NOW) + 24 * HOUR)
    await triggerJob('prove-ledger')
    expect([(await proofs()).length, await emails()]).toEqual([count + 1, 2])
  })
})
