/**
 * Random lives of students over months: plans bought, changed, followed by the next one, cancelled and refunded; more minutes bought;
 * lessons booked and cancelled; weeks that begin. One life follows the other, over changes of the clock. After every step minutes and money are
 * conserved (docs/rules/minutes.md 3.6, 4.3, 7.3, 8.4, 9.4). `STORM_SEED` repeats a run, and `HISTORIES` says how many lives are tried.
 */
import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { openDb } from '#db/client'
import { type Random, seeded } from '#db/demo/random'
import { hours } from '#domain/cairo'
import {
  again,
  bindings,
  callApi,
  expectOk,
  insertSlot,
  newAdmin,
  onboardedTutor,
  outcome,
  type Person,
  row,
  rows,
  run,
  setNow,
  triggerJob,
} from '#tests/people'
import { proveLedger } from '../../worker/withdrawals/ledger-proof.ts'
import type { Gateways } from './gateways.ts'
import { tryBook, tryCancel } from './lesson-fixtures.ts'
import { type PlacedOrder, withGateways } from './order-fixtures.ts'
import { newPlan, payingStudent } from './payment-fixtures.ts'

const given = env as unknown as { STORM_SEED: string; HISTORIES: string }
const seed = given.STORM_SEED || '1'
const LIVES = Number(given.HISTORIES || 4)
const STEPS = 60

const START = '2026-02-11T10:00:00Z'
const DAY = hours(24)
const LONGEST_PAUSE_DAYS = 6

let gateways: Gateways
withGateways(START, (opened) => {
  gateways = opened
})

type Life = {
  random: Random
  student: Person
  tutor: Person
  slot: { id: number }
  boss: Person
  plans: readonly number[]
}
/** Answers `ok`, a refusal's code, or `nothing` where there was nothing to act on. */
type Act = (life: Life) => Promise<string>

const order = async (life: Life, more: object): Promise<string> => {
  const body = { planId: life.random.pick(life.plans), period: 'month', ...more }
  const answer = await callApi('POST', '/fawry/pay/ref-num', { as: await again(life.student), body })
  await gateways.deliverAll()
  if (answer.status !== 200 || life.random.chance(0.1)) return answer.code ?? 'ok'
  const { referenceNumber } = answer.body as PlacedOrder
  await gateways.act('fawry', referenceNumber, 'pay')
  await gateways.deliverAll()
  return 'ok'
}

const runningPlan = async ({ student }: Life): Promise<number | null> =>
  (
    await row<{ plan_id: number }>(
      'SELECT plan_id FROM subscriptions WHERE user_id = ? AND terminated_at IS NULL AND start <= ?2 AND "end" > ?2 AND plan_id IS NOT NULL',
      student.id,
      Date.now(),
    )
  )?.plan_id ?? null

const topUp: Act = async (life) => {
  const planId = (await runningPlan(life)) ?? life.random.pick(life.plans)
  return order(life, { planId, topUpMinutes: life.random.pick([30, 60]) })
}

const changePlan: Act = (life) => order(life, { changesPlan: true })

const book: Act = async ({ random, student, tutor, slot }) => {
  const start = Math.ceil(Date.now() / hours(1)) * hours(1) + hours(random.int(0, 15 * 24))
  return tryBook(await again(student), { tutor, slot, start, duration: random.pick([15, 30]) })
}

const cancelLesson: Act = async ({ random, student, tutor }) => {
  const coming = await rows<{ id: number }>(
    `SELECT l.id FROM lessons l JOIN lesson_members m ON m.lesson_id = l.id
     WHERE m.user_id = ? AND l.canceled_at IS NULL AND l.start + l.duration * 60000 >= ?`,
    student.id,
    Date.now(),
  )
  if (coming.length === 0) return 'nothing'
  return tryCancel(await again(random.chance(0.7) ? student : tutor), random.pick(coming))
}

const cancelPlan: Act = async ({ student }) =>
  outcome(callApi('PATCH', '/sub/cancel', { as: await again(student), body: {} }))

const refund: Act = async ({ random, student, boss }) => {
  const paid = await rows<{ provider_ref_num: string; amount: number; refunded_amount: number }>(
    'SELECT provider_ref_num, amount, refunded_amount FROM transactions WHERE user_id = ? AND status IN (1, 5) AND amount > 0',
    student.id,
  )
  if (paid.length === 0) return 'nothing'
  const { provider_ref_num, amount, refunded_amount } = random.pick(paid)
  const left = amount - refunded_amount
  const refundAmount = random.chance(0.4) ? left : random.int(1, Math.max(1, left + 100))
  const body = { orderRefNum: provider_ref_num, refundAmount }
  return outcome(callApi('POST', '/fawry/refund', { as: await again(boss), body }))
}

/** Every notice of the provider once more. */
const redeliver: Act = async ({ student }) => {
  const references = await rows<{ provider_ref_num: string }>(
    'SELECT provider_ref_num FROM transactions WHERE user_id = ? AND provider_ref_num IS NOT NULL',
    student.id,
  )
  for (const { provider_ref_num } of references)
    for (const { id } of await gateways.deliveries('fawry', provider_ref_num)) await gateways.send('fawry', id)
  return 'ok'
}

const jobs: Act = async ({ random }) => {
  await triggerJob(random.pick(['renew-minutes', 'sweep-payments'] as const))
  await gateways.deliverAll()
  return 'ok'
}

const read: Act = async ({ student }) => {
  await expectOk(callApi('GET', `/sub/user?userId=${student.id}`, { as: await again(student) }))
  return 'ok'
}

const later: Act = async ({ random }) => {
  setNow(Date.now() + (random.chance(0.5) ? random.int(1, LONGEST_PAUSE_DAYS) * DAY : hours(random.int(1, 40))))
  // The hourly job is late at times: then a read or a booking comes first.
  if (random.chance(0.6)) await triggerJob('renew-minutes')
  return 'ok'
}

const ACTS: Record<string, { act: Act; weight: number }> = {
  buy: { act: (life) => order(life, {}), weight: 8 },
  'top up': { act: topUp, weight: 4 },
  'change plan': { act: changePlan, weight: 3 },
  book: { act: book, weight: 12 },
  'cancel lesson': { act: cancelLesson, weight: 4 },
  'cancel plan': { act: cancelPlan, weight: 1 },
  refund: { act: refund, weight: 1 },
  redeliver: { act: redeliver, weight: 1 },
  jobs: { act: jobs, weight: 3 },
  read: { act: read, weight: 3 },
  later: { act: later, weight: 14 },
}
const WEIGHTED = Object.entries(ACTS).flatMap(([name, { act, weight }]) =>
  Array.from({ length: weight }, () => ({ name, act })),
)

/** Queries that must find nothing, by what they would find. */
const NOTHING: Record<string, string> = {
  'lessons whose minutes are wrong': `SELECT l.id FROM lessons l JOIN minute_entries e ON e.lesson_id = l.id GROUP BY l.id
    HAVING NOT (SUM(e.minutes) = -l.duration OR (l.canceled_at IS NOT NULL AND SUM(e.minutes) = 0))`,
  'weeks granted twice': `SELECT subscription_id FROM minute_entries WHERE kind = 'grant'
    GROUP BY subscription_id, week HAVING COUNT(*) > 1`,
  'weeks below zero with their grant': `SELECT e.subscription_id FROM minute_entries e GROUP BY e.subscription_id, e.week
    HAVING SUM(e.minutes) < 0 AND SUM(e.kind = 'grant') > 0`,
  'weeks granted outside their subscription': `SELECT e.id FROM minute_entries e JOIN subscriptions s ON s.id = e.subscription_id
    WHERE e.kind = 'grant' AND (e.week >= s."end" OR e.week < s.start - ${7 * DAY})`,
  'refunds above what was paid': 'SELECT id FROM transactions WHERE refunded_amount > amount',
  'orders with two subscriptions': `SELECT tx_id FROM subscriptions WHERE tx_id IS NOT NULL GROUP BY tx_id HAVING COUNT(*) > 1`,
  'periods that overlap': `SELECT a.id FROM subscriptions a JOIN subscriptions b ON b.user_id = a.user_id AND b.id > a.id
    WHERE a.period <> 3 AND b.period <> 3 AND MIN(a."end", COALESCE(a.terminated_at, a."end")) > b.start
    AND MIN(b."end", COALESCE(b.terminated_at, b."end")) > a.start`,
}

/**
 * The lessons take place without anybody in the room: whether they earn is not what is tried here. A coming week that was booked is
 * below zero while the hourly job is late.
 */
const LEFT_OUT = /^lessons? |^weeks of minutes below zero$/

async function expectConserved(what: string): Promise<void> {
  for (const [fault, query] of Object.entries(NOTHING))
    expect([what, fault, await rows(query)]).toEqual([what, fault, []])
  const findings = await proveLedger(openDb(bindings.DB), Date.now())
  expect([what, findings.filter((finding) => !LEFT_OUT.test(finding.what))]).toEqual([what, []])
}

async function begin(random: Random): Promise<Life> {
  const [tutor, student, boss] = await Promise.all([onboardedTutor(), payingStudent(), newAdmin()])
  const plans = await Promise.all([
    newPlan({ price: 30_000, weeklyMinutes: 60 }),
    newPlan({ price: 52_000, weeklyMinutes: 120 }),
    newPlan({ price: 90_000, weeklyMinutes: 240 }),
  ])
  await run(
    `UPDATE plans SET carries_over = 1, max_upcoming_lessons = 4, booking_weeks = 2 WHERE id IN (${plans.join()})`,
  )
  const slot = { id: await insertSlot(tutor, Date.now(), Date.now() + 400 * DAY) }
  return { random, student, tutor, slot, boss, plans }
}

it('minutes and money are conserved over random lives', async () => {
  console.log(`${LIVES} lives of ${STEPS} steps; repeat them with STORM_SEED=${seed}`)
  const ended = new Map<string, number>()
  for (let number = 0; number < LIVES; number++) {
    // The clock goes on: what the jobs remember must not be ahead of it.
    const life = await begin(seeded(`${seed}:${number}`))
    for (let step = 0; step < STEPS; step++) {
      const { name, act } = life.random.pick(WEIGHTED)
      const how = `${name}: ${await act(life)}`
      ended.set(how, (ended.get(how) ?? 0) + 1)
      await expectConserved(`STORM_SEED=${seed}, life ${number}, step ${step}, ${how}`)
    }
    await triggerJob('renew-minutes')
    expect((await proveLedger(openDb(bindings.DB), Date.now())).filter(({ what }) => what.includes('minutes'))).toEqual(
      [],
    )
  }
  console.log(
    [...ended]
      .sort()
      .map(([how, times]) => `${how} ×${times}`)
      .join(', '),
  )
  expect([...ended.keys()].filter((how) => how.endsWith('unexpected'))).toEqual([])
  // The lives are full ones.
  for (const how of ['buy: ok', 'top up: ok', 'change plan: ok', 'book: ok', 'cancel lesson: ok', 'refund: ok'])
    expect(ended.get(how)).toBeGreaterThan(0)
}, 300_000)
