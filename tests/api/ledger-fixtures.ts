/** Books that hold one of each fact, and what the nightly proof found in them. */
import type { Invoice } from '#contract/invoices'
import { expectOk, newSuperAdmin, onboardedTutor, rows } from '#tests/people'
import { decide, insertTaughtLessons, request } from './earning-fixtures.ts'
import type { Gateways } from './gateways.ts'
import { buyPlan, placeReferenceOrder } from './order-fixtures.ts'
import { newPlan, payingStudent } from './payment-fixtures.ts'

type Finding = { what: string; expected: number; found: number }
/** What each proof found, the last one at the end. */
export const proofs = async (): Promise<Finding[][]> =>
  (await rows<{ findings: string }>('SELECT findings FROM ledger_proofs ORDER BY id')).map(({ findings }) =>
    JSON.parse(findings),
  )

/** Books with one of each fact: three paid orders, one unpaid, lessons taught, a withdrawal that waits and one paid out. */
export async function booksOfAll(gateways: Gateways) {
  const [sara, nour, salma, tutor, adel] = await Promise.all([
    payingStudent(),
    payingStudent(),
    payingStudent(),
    onboardedTutor(),
    newSuperAdmin(),
  ])
  const plan = await newPlan()
  const [paid, partly, ended] = [
    await buyPlan(gateways, sara, plan),
    await buyPlan(gateways, nour, plan),
    await buyPlan(gateways, salma, plan),
  ]
  const { transactionId: unpaid } = await placeReferenceOrder(gateways, await payingStudent(), { planId: plan })
  await insertTaughtLessons(tutor, 5)
  const { id: waiting } = await expectOk<Invoice>(request(tutor, 10_000))
  const { id: paidOut } = await expectOk<Invoice>(request(tutor, 11_000))
  await expectOk(decide(adel, paidOut, { status: '3' }))
  return { tutor, paid, partly, ended, unpaid, waiting, paidOut }
}
