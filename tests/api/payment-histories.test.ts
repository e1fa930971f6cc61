import { env } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDb } from '#db/client'
import { bindings, newSuperAdmin, type Person, rows, run, setNow, tokenFor } from '#tests/people'
import { proveLedger } from '../../worker/withdrawals/ledger-proof.ts'
import { newPlan, PRICE, postingsOf } from './payment-fixtures.ts'
import {
  doStep,
  givenBack,
  history,
  newWorld,
  night,
  type OrderRow,
  ordersOf,
  type Provider,
  refundsRequested,
  settle,
  type World,
} from './payment-history.ts'

/**
 * Whatever happens to orders, in whatever order it is reported: in the end the product has what the provider has. `STORM_SEED`
 * repeats a run, and `HISTORIES` says how many histories are tried; `npm run soak` tries more.
 */

const START = Date.parse('2026-02-11T10:00:00Z')
const TEN_DAYS = 240 * 3_600_000
const given = env as unknown as { STORM_SEED: string; HISTORIES: string }
const seed = Number(given.STORM_SEED || 1)
const numRuns = Number(given.HISTORIES || 12)

let plan: number
let boss: Person
let starts = 0

beforeAll(async () => {
  plan = await newPlan()
  boss = await newSuperAdmin()
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const UNPAID = [2, 4, 6]

/** The statuses of ours that mean the same as the provider's. */
function expectedStatuses({ provider, gateways }: World, order: OrderRow): readonly number[] {
  if (order.paid_at === null) return UNPAID
  if (provider === 'fawry') {
    const status = gateways.order(order.provider_ref_num ?? '')?.status ?? ''
    return { PAID: [1], REFUNDED: [3], PARTIAL_REFUNDED: [5] }[status as string] ?? []
  }
  const payment = gateways.transaction(order.provider_ref_num)
  if (!payment?.success) return []
  if (payment.voided) return [2]
  return payment.refunded === 0 ? [1] : [payment.refunded < payment.amount ? 5 : 3]
}

/** The numbers of all payments that the provider has. */
function paymentsThere({ provider, gateways, student }: World, orders: readonly OrderRow[]): string[] {
  if (provider === 'fawry')
    return gateways
      .ordersOf(student.id)
      .filter(({ paidAt }) => paidAt !== null)
      .map(({ referenceNumber }) => referenceNumber)
  return [...new Set(orders.flatMap(({ provider_order_id }) => provider_order_id ?? []))]
    .flatMap((number) => gateways.transactions(number))
    .filter(({ kind, success }) => kind === 'payment' && success)
    .map(({ id }) => String(id))
}

const keyOf = ({ reference, amount }: { reference: string; amount: number }) => `${amount} of ${reference}`

async function assertAgreement(world: World): Promise<void> {
  const { provider, student } = world
  const orders = await ordersOf(world)
  const paid = orders.filter(({ paid_at }) => paid_at !== null)
  expect(paid.map((one) => one.provider_ref_num).sort()).toEqual(paymentsThere(world, orders).sort())
  for (const one of orders) {
    expect(expectedStatuses(world, one), JSON.stringify(one)).toContain(one.status)
    expect(one.refunded_amount, JSON.stringify(one)).toBe(one.paid_at === null ? 0 : givenBack(world, one))
    expect(one.refunded_amount).toBeLessThanOrEqual(one.paid_at === null ? 0 : one.amount)
    const refunds = await rows<{ id: number; status: string; amount: number; reason: string | null }>(
      'SELECT * FROM refunds WHERE tx_id = ?',
      one.id,
    )
    expect(
      refunds.filter(({ status }) => status === 'pending'),
      JSON.stringify(one),
    ).toEqual([])
    const posted = (await postingsOf('payment', one.id))[provider] ?? 0
    expect(posted, JSON.stringify(one)).toBe(one.paid_at === null ? 0 : -PRICE)
    let back = 0
    for (const { id } of refunds) back += (await postingsOf('refund', id))[provider] ?? 0
    expect(back, JSON.stringify(one)).toBe(one.refunded_amount)
  }
  const active = await rows(
    'SELECT id FROM subscriptions WHERE user_id = ? AND period <> 3 AND terminated_at IS NULL',
    student.id,
  )
  expect(active.length).toBeLessThanOrEqual(1)
}

/** Each refund that the provider was asked for was asked for by staff, by the student's cancellation, or by the rule of 4.7. */
async function assertAskedFor(world: World): Promise<void> {
  const byRule = await rows<{ reference: string; amount: number; subscription: number | null }>(
    `SELECT t.provider_ref_num AS reference, r.amount, s.id AS subscription FROM refunds r JOIN transactions t ON t.id = r.tx_id
     LEFT JOIN subscriptions s ON s.tx_id = t.id WHERE t.user_id = ? AND r.reason = 'paid-twice'`,
    world.student.id,
  )
  expect(byRule.filter(({ subscription, amount }) => subscription !== null || amount !== PRICE)).toEqual([])
  const left = [...world.asked, ...byRule].map(keyOf)
  for (const one of refundsRequested(world)) {
    const at = left.indexOf(keyOf(one))
    expect(at, `nobody asked for ${keyOf(one)}`).toBeGreaterThanOrEqual(0)
    left.splice(at, 1)
  }
}

async function assertComparisonAndProof(world: World, before: unknown): Promise<void> {
  const settledAt = Date.now()
  await night()
  const orders = (await ordersOf(world)).map(({ id }) => id)
  const differences = await rows(
    `SELECT * FROM payment_differences WHERE tx_id IN (${orders.join() || 0}) AND (closed_at IS NULL OR found_at >= ?)`,
    settledAt,
  )
  expect(differences).toEqual([])
  expect(await proveLedger(openDb(bindings.DB), Date.now())).toEqual(before)
}

/** Runs one history on an account of its own; what an earlier one has left is asked for no more. */
async function check(
  provider: Provider,
  { steps, isLost }: { steps: Parameters<typeof doStep>[1][]; isLost: boolean },
) {
  starts += 1
  setNow(START + starts * TEN_DAYS)
  await run('UPDATE transactions SET next_check_at = NULL, compare_at = NULL')
  boss = { ...boss, token: await tokenFor(boss.id, true) }
  const world = await newWorld(provider, plan, boss)
  const before = await proveLedger(openDb(bindings.DB), Date.now())
  for (const one of steps) await doStep(world, one)
  await settle(world, isLost)
  await assertAgreement(world)
  await assertAskedFor(world)
  await assertComparisonAndProof(world, before)
}

describe.each(['fawry', 'paymob'] as const)('random histories of orders at %s', (provider) => {
  it('end as the provider has it, with no refund that nobody asked for', async () => {
    console.log(`${numRuns} histories at ${provider}; repeat them with STORM_SEED=${seed}`)
    await fc.assert(
      fc.asyncProperty(history, (one) => check(provider, one)),
      { seed, numRuns, interruptAfterTimeLimit: given.HISTORIES ? 3_000_000 : 60_000 },
    )
  }, 3_600_000)
})
