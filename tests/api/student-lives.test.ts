/**
 * Random lives of students over months: plans bought, changed, paused, followed by the next one, by hand or by a saved card, cancelled and
 * refunded; more minutes bought; lessons booked and cancelled, standing times kept; friends brought; weeks that begin. One life follows the
 * other, over changes of the clock. After every step minutes and money are conserved, nothing happens in a pause, and every end is where its
 * pauses put it (docs/rules/minutes.md 3.6, 4.3, 7.3, 8.4, 9.4, 10.3, 10.4, 11.5, 12.11). `STORM_SEED` repeats a run, and `HISTORIES` says
 * how many lives are tried.
 */
import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { openDb } from '#db/client'
import { type Random, seeded } from '#db/demo/random'
import { hours, minutes, plusDays } from '#domain/cairo'
import { weeksOf } from '#domain/subscriptions/pauses'
import { type PlanPeriod, subscriptionEnd } from '#domain/subscriptions/periods'
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
import { attend, tryBook, tryCancel } from './lesson-fixtures.ts'
import { addCard, buyPlan, type PlacedOrder, withGateways } from './order-fixtures.ts'
import { newPlan } from './payment-fixtures.ts'
import { codeOf, enter, newPerson } from './referral-fixtures.ts'
import { answer, ask, end } from './standing-fixtures.ts'

const given = env as unknown as { STORM_SEED: string; HISTORIES: string }
const seed = given.STORM_SEED || '1'
const LIVES = Number(given.HISTORIES || 4)
const STEPS = 80

const START = '2026-02-11T10:00:00Z'
const DAY = hours(24)
const LONGEST_LEAP_DAYS = 6
const DAYS_OF_SLOTS = 150
/** The jobs by which cards are charged and standing times kept run at least this often. */
const LONGEST_BETWEEN_JOBS = hours(10)

let gateways: Gateways
withGateways(START, (opened) => {
  gateways = opened
})

type Life = {
  random: Random
  student: Person
  tutor: Person
  /** Of the tutor, one a day from `begin` on. */
  slots: readonly { id: number }[]
  begin: number
  /** Who teaches the friends. */
  host: { tutor: Person; slot: { id: number } }
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

const changePlan: Act = async (life) => {
  const running = await runningPlan(life)
  const larger = life.plans.filter((id) => running === null || id > running)
  return order(life, { planId: life.random.pick(larger.length > 0 ? larger : life.plans), changesPlan: true })
}

const book: Act = async ({ random, student, tutor, slots, begin }) => {
  const start = Math.ceil(Date.now() / hours(1)) * hours(1) + hours(random.int(0, 15 * 24))
  const slot = slots[Math.floor((start - begin) / DAY)]
  if (!slot) return 'nothing'
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

const REASON = { 'x-reason': 'asked by phone' }

/** By the student, or by staff, who may pause more. */
const pause: Act = async ({ random, student, boss }) => {
  const isByStaff = random.chance(0.25)
  const path = `/student/${student.id}/pauses`
  const body = { weeks: random.int(1, 3) }
  const as = await again(isByStaff ? boss : student)
  return outcome(callApi('POST', path, isByStaff ? { as, body, headers: REASON } : { as, body }))
}

const endPause: Act = async ({ random, student, boss }) => {
  const made = await row<{ id: number }>(
    `SELECT p.id FROM pauses p JOIN subscriptions s ON s.id = p.subscription_id WHERE s.user_id = ? AND p."end" > ? ORDER BY p.id DESC`,
    student.id,
    Date.now(),
  )
  if (!made) return 'nothing'
  const path = `/student/${student.id}/pauses/${made.id}`
  const isByStaff = random.chance(0.25)
  const as = await again(isByStaff ? boss : student)
  return outcome(callApi('DELETE', path, isByStaff ? { as, headers: REASON } : { as }))
}

/** A card that is charged, or one that the bank refuses. */
const renewByCard: Act = async ({ random, student }) => {
  const number = random.chance(0.7) ? '4111111111111111' : '4000000000009995'
  const cardToken = await addCard(gateways, await again(student), number)
  return outcome(callApi('PUT', '/user/current/card-renewal', { as: await again(student), body: { cardToken } }))
}

const stopRenewal: Act = async ({ student }) =>
  outcome(callApi('DELETE', '/user/current/card-renewal', { as: await again(student) }))

/** Asks for a standing time that the tutor accepts, mostly. */
const askStanding: Act = async ({ random, student, tutor }) => {
  const time = { weekday: random.int(0, 6), minute: random.int(10, 20) * 60, duration: random.pick([15, 30]) }
  const asked = await ask(student, tutor, time)
  if (asked !== 'ok') return asked
  const made = await row<{ id: number }>(
    `SELECT id FROM standing_times WHERE student_id = ? AND state = 'asked' ORDER BY id DESC`,
    student.id,
  )
  return made ? answer(tutor, made.id, random.chance(0.8)) : 'nothing'
}

const endStanding: Act = async ({ random, student, tutor }) => {
  const made = await row<{ id: number }>(
    `SELECT id FROM standing_times WHERE student_id = ? AND state = 'accepted' AND ends_at IS NULL`,
    student.id,
  )
  return made ? end(random.chance(0.5) ? student : tutor, made.id) : 'nothing'
}

/** A friend whose first paid lesson is held, three hours later. */
const bringFriend: Act = async ({ random, student, plans, host }) => {
  const friend = await newPerson()
  const entered = await enter(friend, await codeOf(await again(student)))
  if (entered !== 'ok') return entered
  await buyPlan(gateways, friend, random.pick(plans))
  const start = Math.ceil(Date.now() / hours(1)) * hours(1) + hours(1)
  const booked = await tryBook(friend, { ...host, start })
  if (booked !== 'ok') return booked
  const lesson = await row<{ id: number }>(
    'SELECT lesson_id AS id FROM upcoming_lessons WHERE student_id = ?',
    friend.id,
  )
  for (const member of [friend, host.tutor]) await attend(member, lesson ?? { id: 0 }, start, start + minutes(30))
  setNow(start + hours(2))
  await triggerJob('settle-lessons')
  return 'ok'
}

const jobs: Act = async ({ random }) => {
  await triggerJob(random.pick(['renew-minutes', 'sweep-payments', 'settle-lessons'] as const))
  await gateways.deliverAll()
  return 'ok'
}

const read: Act = async ({ student }) => {
  await expectOk(callApi('GET', `/sub/user?userId=${student.id}`, { as: await again(student) }))
  return 'ok'
}

const later: Act = async ({ random }) => {
  const until = Date.now() + (random.chance(0.5) ? random.int(1, LONGEST_LEAP_DAYS) * DAY : hours(random.int(1, 40)))
  while (Date.now() < until) {
    setNow(Math.min(until, Date.now() + LONGEST_BETWEEN_JOBS))
    await triggerJob('renew-plans')
    await triggerJob('keep-standing-times')
  }
  await gateways.deliverAll()
  // The hourly job is late at times: then a read or a booking comes first.
  if (random.chance(0.6)) await triggerJob('renew-minutes')
  if (random.chance(0.6)) await triggerJob('settle-lessons')
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
  pause: { act: pause, weight: 4 },
  'end pause': { act: endPause, weight: 2 },
  'renew by card': { act: renewByCard, weight: 3 },
  'stop renewal': { act: stopRenewal, weight: 1 },
  'ask for a standing time': { act: askStanding, weight: 3 },
  'end a standing time': { act: endStanding, weight: 1 },
  'bring a friend': { act: bringFriend, weight: 1 },
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
  'minutes in a pause': `SELECT e.subscription_id FROM pauses p JOIN minute_entries e ON e.subscription_id = p.subscription_id
    AND e.week >= p.start AND e.week < p."end" GROUP BY e.subscription_id, e.week HAVING SUM(e.minutes) <> 0 OR SUM(e.kind = 'grant') > 0`,
  'lessons in a pause': `SELECT l.id FROM upcoming_lessons u JOIN lessons l ON l.id = u.lesson_id JOIN subscriptions s ON s.user_id = u.student_id
    WHERE s.terminated_at IS NULL AND s.paused_from < l.start + l.duration * 60000 AND s.paused_until >= l.start + l.duration * 60000`,
  'lessons outside of what pays for them': `SELECT u.lesson_id FROM upcoming_lessons u JOIN lessons l ON l.id = u.lesson_id
    JOIN minute_entries e ON e.lesson_id = l.id JOIN subscriptions s ON s.id = e.subscription_id
    WHERE l.canceled_at IS NULL AND s.period <> 3 GROUP BY l.id, s.id HAVING SUM(e.minutes) < 0
    AND (l.start > s.terminated_at OR l.start + l.duration * 60000 <= s.start OR l.start + l.duration * 60000 > s."end")`,
  'next periods that do not begin where the plan ends': `SELECT s.id FROM subscriptions s JOIN subscriptions n ON n.id = s.extended_by
    WHERE s.terminated_at IS NULL AND n.start <> s."end"`,
  'pauses of students beyond what they may': `SELECT s.user_id FROM pauses p JOIN subscriptions s ON s.id = p.subscription_id
    JOIN subscriptions o ON o.user_id = s.user_id JOIN pauses b ON b.subscription_id = o.id AND b."end" > b.start
      AND b.start <= p.start AND b.start > p.start - ${90 * DAY}
    WHERE p.reason IS NULL AND p."end" > p.start
    GROUP BY p.id HAVING SUM(b.reason IS NULL) > 2 OR SUM(CASE WHEN b.reason IS NULL THEN b."end" - b.start END) > ${21 * DAY + hours(2)}`,
  'periods charged twice': `SELECT c.subscription_id FROM renewal_charges c JOIN transactions t ON t.id = c.tx_id
    WHERE t.status IN (0, 1, 5) GROUP BY c.subscription_id HAVING COUNT(*) > 1`,
  'referrals given twice': `SELECT referral_id FROM referral_rewards GROUP BY referral_id, side HAVING COUNT(*) > 1`,
}

/**
 * The lessons take place without anybody in the room: whether they earn is not what is tried here. A coming week that was booked is
 * below zero while the hourly job is late.
 */
const LEFT_OUT = /^lessons? |^weeks of minutes below zero$/

type Term = { id: number; period: PlanPeriod; start: number; end: number }

/** Every plan ends at the wall time of its period, later by exactly the weeks of its pauses (docs/rules/minutes.md 10.4). */
async function expectEnds(what: string): Promise<void> {
  const terms = await rows<Term>('SELECT id, period, start, "end" FROM subscriptions WHERE period <> 3')
  const pauses = await rows<{ plan: number; start: number; end: number }>(
    'SELECT subscription_id AS plan, start, "end" FROM pauses',
  )
  for (const { id, period, start, end } of terms) {
    const paused = pauses.filter(({ plan }) => plan === id).reduce((sum, one) => sum + weeksOf(one), 0)
    expect([what, id, end]).toEqual([what, id, plusDays(subscriptionEnd(start, period), paused * 7)])
  }
}

async function expectConserved(what: string): Promise<void> {
  await expectEnds(what)
  for (const [fault, query] of Object.entries(NOTHING))
    expect([what, fault, await rows(query)]).toEqual([what, fault, []])
  const findings = await proveLedger(openDb(bindings.DB), Date.now())
  expect([what, findings.filter((finding) => !LEFT_OUT.test(finding.what))]).toEqual([what, []])
}

async function born(random: Random): Promise<Life> {
  const [tutor, hosting, student, boss] = await Promise.all([
    onboardedTutor(),
    onboardedTutor(),
    newPerson(),
    newAdmin(),
  ])
  const plans = await Promise.all([
    newPlan({ price: 30_000, weeklyMinutes: 60 }),
    newPlan({ price: 52_000, weeklyMinutes: 120 }),
    newPlan({ price: 90_000, weeklyMinutes: 240 }),
  ])
  await run(
    `UPDATE plans SET carries_over = 1, pausable = 1, standing_times = 1, max_upcoming_lessons = 4, booking_weeks = 2 WHERE id IN (${plans.join()})`,
  )
  const begin = Date.now()
  const slots = await Promise.all(
    Array.from({ length: DAYS_OF_SLOTS }, async (_, day) => ({
      id: await insertSlot(tutor, begin + day * DAY, begin + (day + 1) * DAY),
    })),
  )
  const host = { tutor: hosting, slot: { id: await insertSlot(hosting, Date.now(), Date.now() + 400 * DAY) } }
  return { random, student, tutor, slots, begin, host, boss, plans }
}

it(
  'minutes and money are conserved over random lives',
  async () => {
    console.log(`${LIVES} lives of ${STEPS} steps; repeat them with STORM_SEED=${seed}`)
    const ended = new Map<string, number>()
    for (let number = 0; number < LIVES; number++) {
      // The clock goes on: what the jobs remember must not be ahead of it.
      const life = await born(seeded(`${seed}:${number}`))
      for (let step = 0; step < STEPS; step++) {
        const { name, act } = life.random.pick(WEIGHTED)
        const how = `${name}: ${await act(life)}`
        ended.set(how, (ended.get(how) ?? 0) + 1)
        await expectConserved(`STORM_SEED=${seed}, life ${number}, step ${step}, ${how}`)
      }
      await triggerJob('renew-minutes')
      expect(
        (await proveLedger(openDb(bindings.DB), Date.now())).filter(({ what }) => what.includes('minutes')),
      ).toEqual([])
    }
    console.log(
      [...ended]
        .sort()
        .map(([how, times]) => `${how} ×${times}`)
        .join(', '),
    )
    expect([...ended.keys()].filter((how) => how.endsWith('unexpected'))).toEqual([])
    // The lives are full ones.
    for (const name of ['buy', 'top up', 'change plan', 'book', 'cancel lesson', 'refund', 'pause', 'renew by card'])
      expect([name, ended.get(`${name}: ok`)]).toEqual([name, expect.any(Number)])
    const done = await row<Record<string, number>>(
      `SELECT (SELECT COUNT(*) FROM renewal_charges) AS charged, (SELECT COUNT(*) FROM standing_weeks WHERE lesson_id IS NOT NULL) AS kept,
       (SELECT COUNT(*) FROM referral_rewards WHERE state = 'given') AS given`,
    )
    console.log(JSON.stringify(done))
    expect(Object.entries(done ?? {}).filter(([, times]) => times === 0)).toEqual([])
  },
  Math.max(300_000, LIVES * 60_000),
)
