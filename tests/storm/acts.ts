/**
 * Random acts of students, tutors, banks and staff with money and minutes. Every act is an HTTP call of the API or of the
 * stand-ins' controls, so the same acts run inside workerd and against a running server.
 */
import type { JobName } from '#contract/jobs'
import type { Random } from '#db/demo/random'

export type Actor = { id: number; token: string }
export type Slot = { id: number; start: number; end: number }
export type Teacher = Actor & { slots: readonly Slot[] }
export type Provider = 'fawry' | 'paymob'

/** What the acts are sent to: the worker inside a test, or a running server. */
export type Target = {
  /** Makes a call: `ok` or the code of its refusal, and the body of the answer. */
  ask(method: string, path: string, as: Actor, body?: unknown): Promise<{ outcome: string; body: unknown }>
  /** Makes a creating POST under an `Idempotency-Key` of its own: `ok` or the code of its refusal. */
  create(path: string, as: Actor, body: unknown): Promise<string>
  /** Makes a multipart PUT: `ok` or the code of its refusal. */
  put(path: string, as: Actor, fields: Record<string, string>): Promise<string>
  /** Calls a control of the stand-ins by its path below `/dev`. Throws where it is refused. */
  dev<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T>
  runJob(name: JobName): Promise<void>
  /** The product's clock. */
  now(): number
}

export type World = {
  target: Target
  students: readonly Actor[]
  tutors: readonly Teacher[]
  boss: Actor
  plans: readonly number[]
}

const QUARTER = 15 * 60_000
const FEW = 8

/** Answers `ok`, a refusal's code, or `nothing` where there was nothing to act on. */
type Act = (world: World, random: Random) => Promise<string>

const ended = async (asked: Promise<{ outcome: string }>): Promise<string> => (await asked).outcome

async function listed<T>({ target, boss }: World, path: string): Promise<T[]> {
  const { body } = await target.ask('GET', path, boss)
  return (body as { list: T[] } | undefined)?.list ?? []
}

type Tx = { id: number; userId: number; provider: Provider; providerRefNum: string | null }

/** One of the newest orders, as the product has it. */
async function ourOrder(world: World, random: Random, provider: Provider): Promise<Tx | null> {
  const orders = (await listed<Tx>(world, '/tx/list?size=24')).filter((one) => one.provider === provider)
  return orders.length === 0 ? null : random.pick(orders.slice(0, FEW))
}

/** The provider's own number of one of its newest orders. */
async function theirOrder({ target }: World, random: Random, provider: Provider): Promise<string | null> {
  type Order = { referenceNumber?: string; orderId?: number }
  const newest = (await target.dev<Order[]>('GET', `/${provider}/orders`)).slice(-FEW)
  if (newest.length === 0) return null
  const { referenceNumber, orderId } = random.pick(newest)
  return String(referenceNumber ?? orderId)
}

const eitherProvider = (random: Random): Provider => random.pick(['fawry', 'paymob'] as const)

const buy: Act = ({ target, students, plans }, random) => {
  const [as, planId] = [random.pick(students), random.pick(plans)]
  if (random.chance(0.3)) {
    const body = { planId, planPeriod: 0, paymentMethod: random.int(0, 1) }
    return target.create('/paymob/create-checkout-url', as, body)
  }
  return target.create(`/fawry/pay/${random.pick(['ref-num', 'e-wallet'])}`, as, { planId, period: 'month' })
}

/** An act of a payer, a bank or the provider's staff, whose notice to the product may get lost. */
const atProvider =
  (...acts: string[]): Act =>
  async (world, random) => {
    const provider = eitherProvider(random)
    const order = await theirOrder(world, random, provider)
    if (order === null) return 'nothing'
    // Fawry's notice of a partial refund does not say how much: its staff only refund whole orders here.
    const amount = provider === 'paymob' && random.chance(0.5) ? { amount: random.int(1, 9_999) } : {}
    const given = { deliver: random.chance(0.7), ...amount }
    const path = `/${provider}/orders/${order}/${random.pick(acts)}`
    return world.target.dev('POST', path, given).then(
      () => 'ok',
      () => 'not-allowed',
    )
  }

const redeliver: Act = async (world, random) => {
  const provider = eitherProvider(random)
  const order = await theirOrder(world, random, provider)
  if (order === null) return 'nothing'
  const notices = await world.target.dev<{ id: number }[]>('GET', `/${provider}/deliveries?referenceNumber=${order}`)
  if (notices.length === 0) return 'nothing'
  const corrupt = random.chance(0.2) ? { corrupt: random.pick(['signature', 'amount']) } : {}
  const given = { times: random.int(1, 4), ...corrupt }
  const path = `/${provider}/deliveries/${random.pick(notices).id}/send`
  const { statuses } = await world.target.dev<{ statuses: Record<string, number> }>('POST', path, given)
  return Object.keys(statuses).join()
}

const cancelOrder: Act = async (world, random) => {
  const order = await ourOrder(world, random, eitherProvider(random))
  const as = world.students.find(({ id }) => id === order?.userId)
  if (!order || !as) return 'nothing'
  return ended(world.target.ask('POST', '/fawry/cancel-unpaid-order', as, { transactionId: order.id }))
}

const sync: Act = async (world, random) => {
  const order = await ourOrder(world, random, eitherProvider(random))
  if (!order) return 'nothing'
  return ended(world.target.ask('POST', '/fawry/payment-status/sync', world.boss, { transactionId: order.id }))
}

const book: Act = ({ target, students, tutors }, random) => {
  const tutor = random.pick(tutors)
  const [from, until] = [target.now() + QUARTER, target.now() + 40 * QUARTER]
  const slot = tutor.slots.find((one) => one.start < until && one.end > from + 4 * QUARTER)
  if (!slot) return Promise.resolve('nothing')
  const quarters = (instant: number) => Math.ceil(instant / QUARTER)
  const earliest = quarters(Math.max(from, slot.start))
  const latest = Math.min(quarters(until), quarters(slot.end) - 2)
  const start = random.int(earliest, Math.max(earliest, latest)) * QUARTER
  const requested = { start: new Date(start).toISOString(), duration: random.pick([15, 30]) }
  const body = { tutorId: tutor.id, slotId: slot.id, ...requested }
  return target.create('/lesson/', random.pick(students), body)
}

const cancelLesson: Act = async (world, random) => {
  const { target, students, tutors } = world
  type Found = { lesson: { id: number }; members: { userId: number }[] }
  const members = [...students].map(({ id }) => `users[]=${id}`).join('&')
  const after = encodeURIComponent(new Date(target.now()).toISOString())
  const path = `/lesson/list?canceled=false&after=${after}&direction=asc&size=3&${members}`
  const coming = await listed<Found>(world, path)
  if (coming.length === 0) return 'nothing'
  const { lesson, members: both } = random.pick(coming)
  const anybody = random.chance(0.3) ? tutors : students.filter(({ id }) => both.some(({ userId }) => userId === id))
  return ended(target.ask('DELETE', `/lesson/${lesson.id}`, random.pick(anybody)))
}

const cancelPlan: Act = ({ target, students }, random) =>
  ended(target.ask('PATCH', '/sub/cancel', random.pick(students), {}))

const refund: Act = async (world, random) => {
  const order = await ourOrder(world, random, 'fawry')
  if (!order?.providerRefNum) return 'nothing'
  const body = { orderRefNum: order.providerRefNum, refundAmount: random.int(1, 20_000) }
  return ended(world.target.ask('POST', '/fawry/refund', world.boss, body))
}

const withdraw: Act = ({ target, tutors }, random) => {
  const body = { method: 0, receiver: '01012345678', amount: random.int(10_000, 16_000) }
  return target.create('/invoice', random.pick(tutors), body)
}

const decide: Act = async (world, random) => {
  const { target, tutors, boss } = world
  type Invoice = { id: number; userId: number }
  const asked = tutors.map(({ id }) => `users[]=${id}`).join('&')
  const requests = await listed<Invoice>(world, `/invoice?size=3&${asked}`)
  if (requests.length === 0) return 'nothing'
  const { id, userId } = random.pick(requests)
  const owner = tutors.find((tutor) => tutor.id === userId) ?? boss
  const [as, status] = random.chance(0.3) ? [owner, 1] : [boss, random.int(0, 4)]
  return target.put(`/invoice/${id}/with/asset`, as, { status: String(status) })
}

const jobs: Act = async ({ target }, random) => {
  await target.runJob(random.pick(['sweep-payments', 'settle-lessons', 'renew-minutes'] as const))
  return 'ok'
}

/** The acts and their relative frequency. */
const ACTS: Record<string, { act: Act; weight: number }> = {
  buy: { act: buy, weight: 6 },
  pay: { act: atProvider('pay', 'pay', 'pay', 'refuse', 'expire'), weight: 7 },
  'refund there': { act: atProvider('refund'), weight: 1 },
  redeliver: { act: redeliver, weight: 5 },
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
const WEIGHTED = Object.entries(ACTS).flatMap(([name, { act, weight }]) =>
  Array.from({ length: weight }, () => ({ name, act })),
)

/** Runs one random act and answers its name with how it ended. */
export async function actOnce(world: World, random: Random): Promise<string> {
  const { name, act } = random.pick(WEIGHTED)
  return `${name}: ${await act(world, random)}`
}
