import { env } from 'cloudflare:workers'
import { expect, it, vi } from 'vitest'
import { openDb } from '#db/client'
import { type Random, seeded } from '#db/demo/random'
import { admin, bindings, call, job, onboardedTutor, outcome, type Person, row, rows, run, setNow } from '#tests/people'
import { proveLedger } from '../../worker/ledger/proof.ts'
import { settleLessons } from '../../worker/ledger/store.ts'
import { type Gateways, openGateways } from './gateways.ts'
import { newPlan, payingStudent } from './shop.ts'
import { upload } from './uploads.ts'

const START = Date.parse('2026-02-11T08:00:00Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR
const ROUNDS = 45
const AT_ONCE = 9

type World = {
  random: Random
  gateways: Gateways
  students: Person[]
  tutors: Person[]
  boss: Person
  plans: number[]
  /** How often each act ended how. */
  ended: Map<string, number>
}

async function open(random: Random): Promise<World> {
  setNow(START)
  const gateways = openGateways()
  const students = await Promise.all(Array.from({ length: 6 }, () => payingStudent()))
  const tutors = await Promise.all([onboardedTutor(), onboardedTutor()])
  for (const tutor of tutors)
    for (let day = 0; day < 40; day++)
      await run(
        'INSERT INTO availability_slots (user_id, purpose, start, "end", created_at, updated_at) VALUES (?, 2, ?, ?, ?, ?)',
        ...[tutor.id, START + day * DAY, START + day * DAY + 20 * HOUR, START, START],
      )
  const plans = [
    await newPlan({ price: 30_000, weeklyMinutes: 120 }),
    await newPlan({ price: 99_999, weeklyMinutes: 60 }),
  ]
  return { random, gateways, students, tutors, boss: await admin(), plans, ended: new Map() }
}

/** The newest order of anybody, of a provider, among the last few. */
async function someOrder({ random }: World, provider: string) {
  const column = provider === 'fawry' ? 'provider_ref_num' : 'provider_order_id'
  const orders = await rows<{ id: number; user_id: number; reference: string }>(
    `SELECT id, user_id, ${column} AS reference FROM transactions WHERE provider = ? AND ${column} IS NOT NULL ORDER BY id DESC LIMIT 8`,
    provider,
  )
  return orders.length === 0 ? null : random.pick(orders)
}

/** Every act says how it ended: `ok`, a refusal's code, or `nothing` where there was nothing to act on. */
type Act = (world: World) => Promise<string>

const buy: Act = ({ random, students, plans }) => {
  const [as, planId] = [random.pick(students), random.pick(plans)]
  if (random.chance(0.3)) {
    const body = { planId, planPeriod: 0, paymentMethod: random.int(0, 1) }
    return outcome(call('POST', '/paymob/create-checkout-url', { as, body }))
  }
  const path = random.pick(['ref-num', 'e-wallet'])
  return outcome(call('POST', `/fawry/pay/${path}`, { as, body: { planId, period: 'month' } }))
}

/** What payers, banks and the provider's own staff do; their notices may get lost. */
const atProvider =
  (...acts: string[]): Act =>
  async (world) => {
    const { random, gateways } = world
    const provider = random.pick(['fawry', 'paymob'] as const)
    const order = await someOrder(world, provider)
    if (!order) return 'nothing'
    // The gateway's notice of a part refund does not say how much: only ours can be in parts there.
    const amount = provider === 'paymob' && random.chance(0.5) ? { amount: random.int(1, 9_999) } : {}
    const given = { deliver: random.chance(0.7), ...amount }
    return gateways.act(provider, order.reference, random.pick(acts), given).then(
      () => 'ok',
      () => 'not-allowed',
    )
  }

const tellAgain: Act = async (world) => {
  const { random, gateways } = world
  const provider = random.pick(['fawry', 'paymob'] as const)
  const order = await someOrder(world, provider)
  const notices = order ? await gateways.deliveries(provider, order.reference) : []
  if (notices.length === 0) return 'nothing'
  const corrupt = random.chance(0.2) ? { corrupt: random.pick(['signature', 'amount']) } : {}
  const { statuses } = await gateways.send(provider, random.pick(notices).id, { times: random.int(1, 4), ...corrupt })
  return Object.keys(statuses).join()
}

const cancelOrder: Act = async (world) => {
  const order = await someOrder(world, world.random.pick(['fawry', 'paymob']))
  const as = world.students.find(({ id }) => id === order?.user_id)
  if (!order || !as) return 'nothing'
  return outcome(call('POST', '/fawry/cancel-unpaid-order', { as, body: { transactionId: order.id } }))
}

const sync: Act = async (world) => {
  const order = await someOrder(world, world.random.pick(['fawry', 'paymob']))
  if (!order) return 'nothing'
  return outcome(call('POST', '/fawry/payment-status/sync', { as: world.boss, body: { transactionId: order.id } }))
}

const book: Act = async ({ random, students, tutors }) => {
  const tutor = random.pick(tutors)
  const start = (Math.floor(Date.now() / (HOUR / 4)) + random.int(1, 40)) * (HOUR / 4)
  const slot = await row<{ id: number }>(
    'SELECT id FROM availability_slots WHERE user_id = ? AND start <= ? AND "end" > ?',
    ...[tutor.id, start, start + HOUR / 2],
  )
  const wanted = { start: new Date(start).toISOString(), duration: random.pick([15, 30]) }
  const body = { tutorId: tutor.id, slotId: slot?.id ?? 1, ...wanted }
  return outcome(call('POST', '/lesson/', { as: random.pick(students), body }))
}

const cancelLesson: Act = async ({ random, students, tutors }) => {
  const lesson = await row<{ lesson_id: number; student_id: number }>(
    'SELECT lesson_id, student_id FROM upcoming_lessons ORDER BY ends_at LIMIT 1 OFFSET ?',
    random.int(0, 2),
  )
  const as = random.chance(0.3) ? random.pick(tutors) : students.find(({ id }) => id === lesson?.student_id)
  return lesson && as ? outcome(call('DELETE', `/lesson/${lesson.lesson_id}`, { as })) : 'nothing'
}

const cancelPlan: Act = ({ random, students }) =>
  outcome(call('PATCH', '/sub/cancel', { as: random.pick(students), body: {} }))

const refund: Act = async (world) => {
  const order = await someOrder(world, 'fawry')
  if (!order) return 'nothing'
  const body = { orderRefNum: order.reference, refundAmount: world.random.int(1, 20_000) }
  return outcome(call('POST', '/fawry/refund', { as: world.boss, body }))
}

const withdraw: Act = ({ random, tutors }) => {
  const body = { method: 0, receiver: '01012345678', amount: random.int(10_000, 16_000) }
  return outcome(call('POST', '/invoice', { as: random.pick(tutors), body }))
}

const decide: Act = async ({ random, tutors, boss }) => {
  const invoice = await row<{ id: number; user_id: number }>(
    'SELECT id, user_id FROM withdrawals ORDER BY id DESC LIMIT 1 OFFSET ?',
    random.int(0, 2),
  )
  if (!invoice) return 'nothing'
  const owner = tutors.find(({ id }) => id === invoice.user_id) ?? boss
  const [as, status] = random.chance(0.3) ? [owner, 1] : [boss, random.int(0, 4)]
  return outcome(upload('PUT', `/invoice/${invoice.id}/with/asset`, as, { status: String(status) }))
}

const jobs: Act = async ({ random }) => {
  await job(random.pick(['sweep-payments', 'settle-lessons', 'renew-minutes'] as const))
  return 'ok'
}

/** How likely each act is, by how often it stands here. */
const ACTS: Record<string, { act: Act; weight: number }> = {
  buy: { act: buy, weight: 6 },
  pay: { act: atProvider('pay', 'pay', 'pay', 'refuse', 'expire'), weight: 7 },
  'refund there': { act: atProvider('refund'), weight: 1 },
  'tell again': { act: tellAgain, weight: 5 },
  'cancel order': { act: cancelOrder, weight: 2 },
  sync: { act: sync, weight: 2 },
  book: { act: book, weight: 9 },
  'cancel lesson': { act: cancelLesson, weight: 2 },
  'cancel plan': { act: cancelPlan, weight: 2 },
  refund: { act: refund, weight: 1 },
  withdraw: { act: withdraw, weight: 3 },
  decide: { act: decide, weight: 3 },
  jobs: { act: jobs, weight: 2 },
}
const DECK = Object.entries(ACTS).flatMap(([name, { act, weight }]) =>
  Array.from({ length: weight }, () => ({ name, act })),
)

/** Several people act in the same moment; now and then the providers are away, or their answers get lost. */
async function round(world: World): Promise<void> {
  const { random, gateways, ended } = world
  const isStormy = random.chance(0.15)
  // What became of a lost refund beside others is for staff to ask the provider; other tests lose refunds.
  const isLost = (path: string) => isStormy && !path.endsWith('/refund') && random.chance(0.4)
  gateways.loseRequests(isLost)
  gateways.loseAnswers(isLost)
  const chosen = Array.from({ length: AT_ONCE }, () => random.pick(DECK))
  await Promise.all(
    chosen.map(async ({ name, act }) => {
      const how = `${name}: ${await act(world)}`
      ended.set(how, (ended.get(how) ?? 0) + 1)
    }),
  )
  if (random.chance(0.6)) await gateways.settled()
  setNow(Date.now() + random.int(0, 8) * (HOUR / 2))
}

/** All notices arrive, and everything that waits is looked after. */
async function calmDown({ gateways }: World): Promise<void> {
  gateways.loseRequests(() => false)
  gateways.loseAnswers(() => false)
  await gateways.settled()
  // A provider tells again until it hears a 200; of refunds at the gateway nobody tells.
  for (const notice of gateways.unheard()) await gateways.send('fawry', notice.id)
  for (const hours of [1, 27, 2]) {
    setNow(Date.now() + hours * HOUR)
    await job('sweep-payments')
    await gateways.settled()
  }
  await settleLessons(openDb(bindings.DB), Date.now())
}

/** Minutes: what every lesson took is gone, and what was given back is there again. */
async function assertMinutes(): Promise<void> {
  const wrong = await rows(
    `SELECT l.id, l.duration, l.canceled_at, SUM(e.minutes) AS spent FROM lessons l JOIN minute_entries e ON e.lesson_id = l.id
     GROUP BY l.id HAVING NOT (spent = -l.duration OR (l.canceled_at IS NOT NULL AND spent = 0))`,
  )
  expect(wrong).toEqual([])
  const twice = await rows(
    `SELECT subscription_id, week FROM minute_entries WHERE kind = 'grant' GROUP BY subscription_id, week HAVING COUNT(*) > 1`,
  )
  expect(twice).toEqual([])
}

/** Our orders stand where their providers have them. */
async function assertOrders({ gateways }: World): Promise<void> {
  const living = await rows(
    `SELECT user_id FROM subscriptions WHERE period <> 3 AND terminated_at IS NULL GROUP BY user_id HAVING COUNT(*) > 1`,
  )
  expect(living).toEqual([])
  const orders = await rows<{ id: number; status: number; refunded_amount: number; provider_ref_num: string }>(
    `SELECT id, status, refunded_amount, provider_ref_num FROM transactions WHERE provider = 'fawry' AND provider_ref_num IS NOT NULL`,
  )
  const unpaid = [2, 4, 6]
  const expected: Record<string, number[]> = {
    ...{ PAID: [1], REFUNDED: [3], PARTIAL_REFUNDED: [5] },
    ...{ CANCELED: unpaid, EXPIRED: unpaid, FAILED: unpaid, UNPAID: unpaid },
  }
  for (const order of orders) {
    const there = gateways.order(order.provider_ref_num)
    expect({ ...order, there: there?.status }).toSatisfy(
      () => expected[there?.status ?? '']?.includes(order.status) === true,
    )
    expect({ ...order, there: there?.refunded }).toMatchObject({ refunded_amount: there?.refunded })
  }
}

it('money and minutes balance after a storm of purchases, bookings, cancellations, refunds and withdrawals', async () => {
  const given = (env as unknown as { STORM_SEED: string }).STORM_SEED
  const seed = given === '' ? String(Math.floor(Math.random() * 1_000_000)) : given
  console.log(`Storm of ${ROUNDS * AT_ONCE} acts; repeat it with STORM_SEED=${seed}`)
  const world = await open(seeded(seed))
  try {
    for (let count = 0; count < ROUNDS; count++) await round(world)
    await calmDown(world)
    expect(await proveLedger(openDb(bindings.DB), Date.now())).toEqual([])
    await assertMinutes()
    await assertOrders(world)
    expect([...world.ended.keys()].filter((how) => how.endsWith('unexpected'))).toEqual([])
  } finally {
    console.log(
      [...world.ended]
        .sort()
        .map(([how, times]) => `${how} ×${times}`)
        .join(', '),
    )
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
}, 300_000)
