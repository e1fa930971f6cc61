/**
 * What calls cost where it counts: on the platform a trip to the database takes milliseconds to tens of them, and the rows read are
 * the bill. `npm run bench -- cost` prints the same for every call, on a large marketplace too (tests/load/COST.md).
 */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { declaredCalls } from '#contract/all'
import { type JobName, schedule } from '#contract/jobs'
import type { Permission } from '#domain/permissions'
import { isStaff, Role } from '#domain/roles'
import { GUARDIAN_TEXT } from '#domain/students/guardians'
import {
  bindings,
  callApi,
  expectOk,
  insertLesson,
  insertSlot,
  mailedCode,
  newEmail,
  newStudio,
  newSuperAdmin,
  onboardedTutor,
  PASSWORD,
  type Person,
  readAnswer,
  row,
  rows,
  run,
  setNow,
  subscribe,
  textedCode,
  tokenFor,
  triggerJob,
  tutorManager,
  verifiedStudent,
  verifiedStudents,
} from '#tests/people'
import { isAllowed } from '#tests/permission-matrix'
import { idsOf, readsOf } from '#tests/reads'
import { type Cost, countCosts } from '../../dev/cost.ts'
import { localKeys } from '../../dev/local-keys.ts'
import { app } from '../../worker/app.ts'
import { stopToken } from '../../worker/messages/stop-token.ts'
import { withPlatform } from './backup-fixtures.ts'
import {
  measureAccounts,
  measureDesk,
  measureGoogle,
  measureOffers,
  measureSecondFactors,
  measureSeldom,
  measureWithdrawals,
} from './cost-requests.ts'
import { replaceD1Methods } from './d1-methods.ts'
import { insertTaughtLessons } from './earning-fixtures.ts'
import { openGateways } from './gateways.ts'
import { bornIn, GUARDIAN, MINOR_YEAR, newPhone, withdrawalLink } from './guardian-fixtures.ts'
import { at, book, bookingFixture, NOW } from './lesson-fixtures.ts'
import { eventOf, liveKitToken } from './livekit-fixtures.ts'
import { addCard, buyPlan } from './order-fixtures.ts'
import { ownershipFixtures } from './ownership-fixtures.ts'
import { activePlansOf, lastTransactionOf, newPlan, payingStudent } from './payment-fixtures.ts'
import { heavySteps, notePrepared, planOf } from './plans.ts'
import { sessionIdOf } from './session-fixtures.ts'

const counter = countCosts(bindings as unknown as Parameters<typeof countCosts>[0])

/** The selects of batches. */
const batched = new Set<string>()

/** Notes them until what it returns is called. */
const noteBatched = () =>
  replaceD1Methods({
    batch: (statements, original) => {
      // A guard of a batch fails on values that are not its own (`abortIf`).
      for (const { statement } of statements)
        if (/^select/i.test(statement) && !statement.includes("json_extract('{}'")) batched.add(statement)
      return original()
    },
  })

/** An isolate sends its statistics seconds after its first request, whose work after the answer would not end before that. */
const LONGEST_WAIT_MS = 50

beforeAll(() => {
  setNow(NOW)
  const wait = scheduler.wait.bind(scheduler)
  vi.spyOn(scheduler, 'wait').mockImplementation((ms) => wait(Math.min(ms, LONGEST_WAIT_MS)))
})
afterAll(() => {
  counter.end()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

type Budget = Pick<Cost, 'trips' | 'statements'>
type Sent = { as?: Person; body?: unknown; headers?: Record<string, string> }

/**
 * Makes a request and counts until its answer. What the answer does not wait for ends before this does, so that nothing of it is counted
 * with the next.
 */
async function ask(method: string, path: string, { as, body, headers }: Sent = {}) {
  const context = createExecutionContext()
  const isForm = body instanceof FormData
  const request = new Request(`http://localhost/api/v1${path}`, {
    method,
    headers: {
      ...(as ? { authorization: `Bearer ${as.token}` } : {}),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  })
  counter.begin()
  const answer = await app.fetch(request, bindings, context)
  const { trips, statements } = counter.read()
  const read = await readAnswer(answer)
  await waitOnExecutionContext(context)
  return { cost: { trips, statements }, answer: read }
}

const costs: Record<string, Budget> = {}
const measured = new Set<Permission>()

/** The call that answers a request: of those whose path fits, the one with the fewest parameters. */
function callOf(method: string, path: string): Permission | undefined {
  const steps = path.split(/[?]/)[0]?.replace(/\/$/, '').split('/') ?? []
  const parametersOf = (one: string) => one.split(':').length
  return declaredCalls
    .filter((call) => {
      const expected = call.path.split('/')
      const fits = (step: string, index: number) => step.startsWith(':') || step === steps[index]
      return call.method === method && expected.length === steps.length && expected.every(fits)
    })
    .toSorted((one, other) => parametersOf(one.path) - parametersOf(other.path))[0]?.may
}

/** The statements that are prepared while calls are measured, with the names of these calls. */
const prepared: string[] = []
const statementsOf = new Map<string, Set<string>>()

/** Makes a call, keeps what it costs and its statements under `name`, and answers its body. */
async function measure<T>(name: string, method: string, path: string, sent?: Sent): Promise<T> {
  prepared.length = 0
  const { cost, answer } = await ask(method, path, sent)
  for (const sql of prepared) statementsOf.set(sql, (statementsOf.get(sql) ?? new Set()).add(name))
  expect.soft([name, answer.status, answer.code]).toEqual([name, 200, undefined])
  costs[name] = cost
  const call = callOf(method, path)
  if (call) measured.add(call)
  return answer.body as T
}

const KEY = { 'idempotency-key': 'cost' }

async function measurePurchases(): Promise<void> {
  const gateways = openGateways()
  const planId = await newPlan()
  /** Measures the last notice about an order, as its provider sends it. */
  const measureNotice = async (provider: 'fawry' | 'paymob', reference: string | number, ...names: string[]) => {
    await gateways.act(provider, reference, 'pay', { deliver: false })
    const { url, body } = (await gateways.deliveries(provider, reference)).at(-1) ?? { url: '', body: '{}' }
    const { pathname, search } = new URL(url)
    for (const name of names)
      await measure(name, 'POST', `${pathname.replace('/api/v1', '')}${search}`, { body: JSON.parse(body) })
  }
  const admin = await newSuperAdmin()
  const [payer, other, third] = await Promise.all([payingStudent(), payingStudent(), payingStudent()])
  const order = { planId, period: 'month' }
  await measure('paying by a reference number', 'POST', '/fawry/pay/ref-num', { as: payer, headers: KEY, body: order })
  const reference = (await lastTransactionOf(payer)).provider_ref_num ?? ''
  const noticed = ['a notice of Fawry that an order is paid', 'the same notice again']
  await measureNotice('fawry', reference, ...noticed)
  await measure('refunding a part of a payment', 'POST', '/fawry/refund', {
    as: admin,
    body: { orderRefNum: reference, refundAmount: 1000, reason: 'طلب الطالب' },
  })

  await measure('choosing the next plan', 'PUT', '/sub/next-plan', { as: payer, body: { next: { planId, period: 0 } } })
  const [bought] = await activePlansOf(payer)
  await measure('ending a subscription', 'PATCH', '/sub/cancel', { as: admin, body: { id: bought?.id } })

  const checkout = { planId, planPeriod: 0, paymentMethod: 0 }
  await measure('a checkout at Paymob', 'POST', '/paymob/create-checkout-url', {
    as: other,
    headers: KEY,
    body: checkout,
  })
  const number = (await lastTransactionOf(other)).provider_order_id ?? ''
  await measureNotice('paymob', number, 'a notice of Paymob that an order is paid')

  const cardToken = await addCard(gateways, third)
  const card = { as: third, headers: KEY, body: { ...order, cardToken, cvv: '123' } }
  await measure('paying with a card', 'POST', '/fawry/pay/card', card)
  const fourth = await payingStudent()
  const parts = { ...order, cardToken: await addCard(gateways, fourth), cvv: '123', installmentPlanId: 1203 }
  await measure('paying in instalments', 'POST', '/fawry/pay/bank-installments', {
    as: fourth,
    headers: KEY,
    body: parts,
  })
  const forgotten = { as: fourth, body: { cardToken: parts.cardToken, userId: fourth.id } }
  await measure('deleting a card', 'DELETE', '/fawry/card-token', forgotten)

  const renewing = await payingStudent()
  await buyPlan(gateways, renewing, planId)
  const renewal = { as: renewing, body: { cardToken: await addCard(gateways, renewing) } }
  const switchOn = () => measure('cardRenewal.switchOn', 'PUT', '/user/current/card-renewal', renewal)
  await switchOn()
  await measure('cardRenewal.switchOff', 'DELETE', '/user/current/card-renewal', { as: renewing })
  await switchOn()
  const byStaff = { as: admin, headers: { 'x-reason': 'cost' } }
  await measure('cardRenewal.switchOffOf', 'DELETE', `/student/${renewing.id}/card-renewal`, byStaff)
  const stopping = await stopToken(bindings, 'renewal-stop', renewing.id)
  await measure('cardRenewal.stop', 'POST', `/card-renewal/stop/${stopping}`, {})

  const minor = await payingStudent()
  await bornIn(minor, MINOR_YEAR)
  const phone = newPhone()
  await measure('guardian.ask', 'POST', '/user/current/guardian/code', { as: minor, body: { phone } })
  const consent = { name: GUARDIAN, phone, code: await textedCode(phone), textVersion: GUARDIAN_TEXT }
  await measure('guardian.confirm', 'PUT', '/user/current/guardian', { as: minor, body: consent })
  const spoken = { ...byStaff, body: { name: GUARDIAN, phone } }
  await measure('guardian.record', 'PUT', `/student/${minor.id}/guardian`, spoken)
  await measure('guardian.remove', 'DELETE', `/student/${minor.id}/guardian`, byStaff)
  await expectOk(callApi('PUT', `/student/${minor.id}/guardian`, spoken))
  await measure('guardian.withdraw', 'POST', `/guardian/withdrawal/${await withdrawalLink(phone)}`, {})

  const undecided = await payingStudent()
  const { transactionId } = await measure<{ transactionId: number }>(
    'paying by a wallet',
    'POST',
    '/fawry/pay/e-wallet',
    { as: undecided, headers: KEY, body: { ...order, phone: '01012345678' } },
  )
  const same = { as: undecided, body: { transactionId } }
  await measure('the instalment plans', 'GET', '/fawry/installment-plans', { as: undecided })
  await measure('asking the provider about an order', 'POST', '/fawry/payment-status/sync', same)
  setNow(Date.now() + 2 * 60_000)
  const again = await measure<{ transactionId: number }>('asking a wallet again', 'POST', '/fawry/pay/e-wallet/again', {
    as: undecided,
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { transactionId },
  })
  const open = { as: undecided, body: { transactionId: again.transactionId } }
  await measure('cancelling an order', 'POST', '/fawry/cancel-unpaid-order', open)
  setNow(NOW)
  vi.unstubAllGlobals()
}

async function measureStudents(): Promise<void> {
  const { student, tutor, slot } = await bookingFixture()
  await ask('GET', '/user/tutor/list/onboarded')
  // Guests are answered from memory for two seconds, which do not pass here.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1)
  await ask('GET', '/user/tutor/list/onboarded')
  const as = student
  await measure('the list of tutors, for a guest', 'GET', '/user/tutor/list/onboarded')
  await measure('the list of tutors', 'GET', '/user/tutor/list/onboarded', { as })
  await ask('GET', '/plan/list', { as })
  await measure('the plans', 'GET', '/plan/list', { as })
  const week = `full=true&after=${new Date(NOW).toISOString()}&before=${new Date(at(168)).toISOString()}`
  await measure('own week', 'GET', `/availability-slot/?userIds[]=${tutor.id}&${week}`, { as: tutor })
  await measure('a tutor', 'GET', `/user/tutor/info/${tutor.id}`, { as })
  await measure('who is signed in', 'GET', '/user/current', { as })
  await measure('own lessons', 'GET', `/lesson/list?users[]=${student.id}`, { as })
  await measure('the home', 'GET', '/user/student/home', { as })
  await measure('signing in', 'POST', '/auth/password', { body: { email: student.email, password: PASSWORD } })
  clock.mockRestore()
  await measure('the next token of a session', 'POST', '/auth/refresh-token', { as, body: {} })
  const sara = { id: student.id, email: student.email, token: await tokenFor(student.id) }
  await measure('a favourite', 'PUT', `/favourite-tutor/${tutor.id}`, { as: sara })
  await insertTaughtLessons(tutor, 2)
  await triggerJob('settle-lessons')
  const wallet = { method: 0, receiver: '01012345678', amount: 10_000 }
  await measure('asking for earnings', 'POST', '/invoice', { as: tutor, body: wallet })

  const time = { slotId: slot.id, start: new Date(at(25)).toISOString(), duration: 30 }
  const booking = { as: sara, body: { ...time, tutorId: tutor.id } }
  await measure('holding a time', 'PUT', '/held-time', booking)
  await measure('releasing a time', 'DELETE', `/held-time?tutorId=${tutor.id}&start=${time.start}`, { as: sara })
  const booked = await measure<{ id: number }>('booking under a key', 'POST', '/lesson/', { ...booking, headers: KEY })
  await measure('rebooking', 'PATCH', '/lesson', { as: sara, body: { ...time, lessonId: booked.id, duration: 15 } })
  await measure('cancelling a lesson', 'DELETE', `/lesson/${booked.id}`, { as: sara })
  const { id } = await measure<{ id: number }>('booking the same tutor again', 'POST', '/lesson/', booking)
  await measure('cancelling as the tutor', 'DELETE', `/lesson/${id}`, { as: tutor })

  await run(
    `INSERT INTO student_risks (student_id, state, low_rated_at, latest_at, created_at, updated_at) VALUES (?, 'open', 1, 1, 1, 1)`,
    student.id,
  )
  const dina = await newSuperAdmin()
  const waiting = () => measure('waiting.join', 'PUT', `/waiting/${tutor.id}`, { as: sara, body: { isEvening: false } })
  await waiting()
  await run(
    'INSERT INTO time_offers (student_id, tutor_id, start, "end", until, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    ...[sara.id, tutor.id, NOW + 7_200_000, NOW + 9_000_000, NOW + 900_000, NOW],
  )
  const declined = { as: sara, body: { start: new Date(NOW + 7_200_000).toISOString() } }
  await measure('waiting.decline', 'DELETE', `/waiting/${tutor.id}/offer`, declined)
  await measure('waiting.leave', 'DELETE', `/waiting/${tutor.id}`, { as: sara })
  await waiting()
  const reason = { 'x-reason': 'cost' }
  await measure('waiting.remove', 'DELETE', `/waiting/${tutor.id}/student/${sara.id}`, { as: dina, headers: reason })
  const plan = await subscribe(student, NOW, NOW + 28 * 24 * 3_600_000)
  await run('UPDATE subscriptions SET standing_times = 1 WHERE id = ?', plan)
  const weekly = { tutorId: tutor.id, weekday: 4, minute: 1080, duration: 30 }
  await measure('standingTime.ask', 'PUT', '/standing-time', { as: sara, body: weekly })
  const asked = await row<{ id: number }>('SELECT id FROM standing_times WHERE student_id = ?', student.id)
  const accepting = { as: tutor, body: { accepts: true } }
  await measure('standingTime.answer', 'PUT', `/standing-time/${asked?.id}/answer`, accepting)
  await measure('standingTime.end', 'DELETE', `/standing-time/${asked?.id}`, { as: dina, headers: reason })
  const { code } = await measure<{ code: string }>('referral.open', 'PUT', '/referral/code', { as: sara })
  const friend = await verifiedStudent()
  const entered = { code, isOwnBrowser: true }
  await measure('referral.enter', 'PUT', '/referral/mine', { as: friend, body: entered })
  await run(`UPDATE referrals SET state = 'review', lesson_id = ?, due_at = 1 WHERE friend_id = ?`, ...[id, friend.id])
  const referral = await row<{ id: number }>('SELECT id FROM referrals WHERE friend_id = ?', friend.id)
  const granted = { as: dina, headers: reason, body: { isGranted: true } }
  await measure('referral.decide', 'PATCH', `/referral/${referral?.id}`, granted)
  await measure('referral.undo', 'DELETE', `/referral/${referral?.id}`, { as: dina, headers: reason })
  const token = await stopToken(bindings, 'staff-digest-stop', dina.id)
  await measure('stopping the daily mail', 'POST', `/staff/digest/stop/${token}`, {})
  const stopping = await stopToken(bindings, 'mailing-stop', student.id)
  await measure('stopping messages to a list', 'POST', `/mailing/stop/${stopping}`, {})
  await measure('the daily mail', 'PUT', '/staff/digest', { as: dina, body: { isWanted: false } })
  await measure('a student at risk', 'PATCH', `/student/${student.id}/risk`, { as: dina, body: { isMine: true } })
  const nour = await verifiedStudent()
  await measure('opening a chat', 'POST', '/chat/new', { as: nour, body: { userId: tutor.id } })
  await measure('editing an account', 'PUT', `/user/${nour.id}`, { as: nour, body: { name: 'نور علي' } })
  await measure('editing a student’s profile', 'PUT', `/student/${nour.id}`, { as: nour, body: { jobTitle: 'طبيبة' } })
  const over = await insertLesson({ tutor, student: nour, start: at(-30) })
  await measure('disputing a lesson', 'POST', `/lesson/${over}/dispute`, { as: nour, body: { text: 'المدرس ما حضرش' } })
  const rating = { rateeId: tutor.id, value: 4, feedback: 'شرح جميل وواضح' }
  const rated = await measure<{ id: number }>('rating a tutor', 'POST', '/rating/', { as: nour, body: rating })
  await measure('editing a rating', 'PUT', `/rating/${rated.id}`, { as: nour, body: { value: 5 } })
  await measure('removing a rating', 'DELETE', `/rating/${rated.id}`, { as: nour })
}

async function measureRegistering(): Promise<void> {
  const address = { email: newEmail(), password: PASSWORD }
  const { user, token } = await measure<{ user: { id: number }; token: string }>('registering', 'POST', '/student/', {
    body: address,
  })
  const as = { id: user.id, email: address.email, token }
  setNow(at(1))
  await measure('a code by e-mail', 'POST', '/confirmation-code/email/send', { as })
  const code = await mailedCode(address.email)
  await measure('proving an address', 'POST', '/confirmation-code/email/confirm', { as, body: { code } })
  await measure('a code by WhatsApp', 'POST', '/confirmation-code/phone/send', {
    as,
    body: { method: 'whatsapp', phone: '01012345678' },
  })
  setNow(NOW)
}

async function measureReports(): Promise<void> {
  const message = (channel: string, providerId: string) =>
    run(
      `INSERT INTO outbox (channel, template, "to", params, status, next_attempt_at, created_at, provider_id)
       VALUES (?, 'inbox_answer', 'x', '{}', 'sent', 1, 1, ?)`,
      channel,
      providerId,
    )
  await message('whatsapp', 'wamid.cost')
  await message('email', 'mail-cost')
  const timestamp = String(Math.floor(NOW / 1000))
  const status = { id: 'wamid.cost', status: 'delivered', timestamp }
  const value = { metadata: { phone_number_id: '1' }, statuses: [status] }
  const reported = { object: 'whatsapp_business_account', entry: [{ changes: [{ field: 'messages', value }] }] }
  const hmac = createHmac('sha256', localKeys.WHATSAPP_APP_SECRET).update(JSON.stringify(reported)).digest('hex')
  await measure('a report of WhatsApp', 'POST', '/whatsapp/webhook', {
    body: reported,
    headers: { 'x-hub-signature-256': `sha256=${hmac}` },
  })
  const event = { type: 'email.delivered', created_at: new Date(NOW).toISOString(), data: { email_id: 'mail-cost' } }
  const key = Buffer.from(localKeys.EMAIL_WEBHOOK_SECRET.replace('whsec_', ''), 'base64')
  const signed = createHmac('sha256', key)
    .update(`event.${timestamp}.${JSON.stringify(event)}`)
    .digest('base64')
  await measure('a report of Resend', 'POST', '/email/webhook', {
    body: event,
    headers: { 'svix-id': 'event', 'svix-timestamp': timestamp, 'svix-signature': `v1,${signed}` },
  })
  const [tutor, student] = await Promise.all([onboardedTutor(), verifiedStudent()])
  const session = await sessionIdOf({ id: await insertLesson({ tutor, student, start: NOW }) })
  const joined = eventOf('participant_joined', session, { id: student.id })
  await measure('a report of LiveKit', 'POST', '/livekit/webhook', {
    body: joined,
    headers: { authorization: await liveKitToken(JSON.stringify(joined)) },
  })
}

const insertTopics = (...names: string[]): Promise<number[]> =>
  Promise.all(
    names.map(async (name) => {
      const insert = 'INSERT INTO topics (name_ar, name_en, created_at, updated_at) VALUES (?, ?, 1, 1) RETURNING id'
      return (await row<{ id: number }>(insert, `موضوع ${name}`, name))?.id ?? 0
    }),
  )

async function measureTutors(): Promise<void> {
  const [tutor, manager, student] = await Promise.all([onboardedTutor(), tutorManager(), verifiedStudent()])
  const as = tutor
  const [first = 0, second = 0] = await insertTopics('Cost', 'Budget')
  await measure('choosing topics', 'POST', '/topic/of/user', { as, body: { topicIds: [first] } })
  await measure('changing topics', 'PATCH', '/topic/of/user', {
    as,
    body: { addTopics: [second], removeTopics: [first] },
  })
  await measure('removing topics', 'DELETE', '/topic/of/user', { as, body: { topicIds: [second] } })
  const hours = {
    type: 'create',
    start: new Date(at(48)).toISOString(),
    end: new Date(at(50)).toISOString(),
    purpose: 2,
  }
  await measure('opening hours', 'POST', '/availability-slot', { as, body: { actions: [hours] } })
  const taught = await insertLesson({ tutor, student, start: at(-5) })
  await measure('summing a lesson up', 'PUT', `/lesson/${taught}/summary`, { as, body: { text: 'المضارع البسيط' } })
  await measure('notes on a student', 'PUT', `/student/${student.id}/notes`, { as, body: { text: 'بيحب السفر' } })

  const slot = await insertSlot(manager, at(2), at(6), 1)
  const timeAt = (inHours: number) => ({ slotId: slot, start: new Date(at(inHours)).toISOString() })
  await measure('booking an interview', 'POST', '/interview', { as, body: timeAt(2) })
  const interview = await row<{ id: number }>('SELECT id FROM interviews WHERE interviewee_id = ?', tutor.id)
  await measure('judging an interview', 'PATCH', '/interview', {
    as: manager,
    body: { id: interview?.id, status: 2, level: 4, interviewerFeedback: 'شرح واضح وهادي' },
  })
  await run(
    `INSERT INTO intro_videos (src, tutor_id, reviewer_id, state, created_at, updated_at) VALUES ('tutors/intro-videos/c', ?, ?, 3, 1, 1)`,
    tutor.id,
    manager.id,
  )
  await measure('booking a demo session', 'POST', '/demo-session', { as, body: timeAt(3) })
  const demo = await row<{ id: number }>('SELECT id FROM demo_sessions WHERE tutor_id = ?', tutor.id)
  await measure('cancelling a demo session', 'PATCH', '/demo-session', { as, body: { id: demo?.id, status: 5 } })

  const studio = await newStudio()
  await measure('editing a studio', 'PUT', `/studio/${studio.id}`, { as: studio, body: { hours: 'كل يوم' } })
}

describe('the trips and statements of a call, at the most', () => {
  let restore = () => {}
  let forget = () => {}
  let deliveries: { mockRestore: () => void }[] = []
  beforeAll(() => {
    forget = notePrepared(prepared)
    // The queue's consumer runs beside the calls that follow, and would be counted with them.
    restore = noteBatched()
    deliveries = [
      vi.spyOn(bindings.MESSAGES, 'send').mockResolvedValue({} as never),
      vi.spyOn(bindings.MESSAGES, 'sendBatch').mockResolvedValue({} as never),
    ]
  })
  afterAll(() => {
    for (const delivery of deliveries) delivery.mockRestore()
    restore()
    forget()
  })

  const parts: Record<string, (call: typeof measure) => Promise<void>> = {
    'what students do': measureStudents,
    registering: measureRegistering,
    'reports of messages': measureReports,
    'what tutors do': measureTutors,
    'what tutors and students do seldom': measureSeldom,
    purchases: measurePurchases,
    'what staff offer': measureOffers,
    'the desk of staff': measureDesk,
    withdrawals: measureWithdrawals,
    accounts: measureAccounts,
    'signing in by Google': measureGoogle,
    'second factors': measureSecondFactors,
  }
  it.each(Object.entries(parts))('are measured of %s', (_, make) => make(measure))

  it('are those of its budget', () => {
    const exact = Object.entries(costs).filter(([name]) => !(name in MOST))
    expect(Object.fromEntries(exact)).toEqual(BUDGETS)
    const over = Object.entries(MOST).filter(([name, most]) => {
      const { trips, statements } = costs[name] ?? { trips: Infinity, statements: Infinity }
      return trips > most.trips || statements > most.statements
    })
    expect(over.map(([name]) => [name, costs[name]])).toEqual([])
  })

  it('are held of every call that writes', () => {
    const writing = declaredCalls.filter(({ method }) => method !== 'GET').map(({ may }) => may)
    expect(writing.filter((may) => !measured.has(may))).toEqual([])
  })
})

it('a cancellation reads no more rows of a tutor who has taught many students', async () => {
  const { student, tutor, slot } = await bookingFixture()
  const rowsOfCancelling = async () => {
    const lesson = await book(student, { tutor, slot, start: at(25) })
    // Messages of earlier calls would be sent, and their rows read, with those of the cancellation.
    await triggerJob('sweep-messages')
    await ask('DELETE', `/lesson/${lesson.id}`, { as: student })
    return counter.read().rowsRead
  }
  const few = await rowsOfCancelling()
  const students = await verifiedStudents(50)
  const taught = JSON.stringify(students.map(({ id }) => id))
  const insert = 'INSERT INTO taught_students (tutor_id, student_id, lessons) SELECT ?, value, 1 FROM json_each(?)'
  await run(insert, tutor.id, taught)
  expect(await rowsOfCancelling()).toBeLessThan(few + 25)
})

it('a tutor’s week is four statements for a student: the account, the slots, their number, and what is booked in them', async () => {
  const { student, tutor, slot } = await bookingFixture()
  await book(student, { tutor, slot, start: at(25) })
  const week = `after=${new Date(at(0)).toISOString()}&before=${new Date(at(100)).toISOString()}`
  const path = `/availability-slot/?userIds[]=${tutor.id}&full=true&${week}`
  const withRole = { ...student, token: await tokenFor(student.id, false, Role.Student) }
  const { cost, answer } = await ask('GET', path, { as: withRole })
  expect(cost).toEqual({ trips: 1, statements: 4 })
  const { subslots } = answer.body as { subslots: unknown[] }
  expect(subslots).toEqual([
    { parent: slot.id, start: new Date(at(25)).toISOString(), end: new Date(at(25.5)).toISOString() },
  ])
})

it('a booking, its new time and its cancellation call each object once: eight rooms, two people and the session', async () => {
  const { student, tutor, slot } = await bookingFixture()
  const partiesOf = async (method: string, path: string, body?: unknown) => {
    const { answer } = await ask(method, path, { as: student, body })
    expect(answer.status).toBe(200)
    return { answer: answer.body as { id: number }, parties: counter.read().partyCalls }
  }
  const time = (hour: number) => ({ slotId: slot.id, start: new Date(at(hour)).toISOString(), duration: 15 })
  const { answer, parties } = await partiesOf('POST', '/lesson', { tutorId: tutor.id, ...time(25) })
  const moved = await partiesOf('PATCH', '/lesson', { lessonId: answer.id, ...time(26) })
  const cancelled = await partiesOf('DELETE', `/lesson/${answer.id}`)
  expect([parties, moved.parties, cancelled.parties]).toEqual([11, 11, 11])
})

/** The people with tokens that say their roles, as signing in issues them. */
async function withTheirTokens(people: ReadonlyMap<Role, { person: Person }>) {
  const all = [...people].map(async ([role, { person }]) => {
    const token = await tokenFor(person.id, isStaff(role), role)
    return { role, person: { id: person.id, email: person.email, token } }
  })
  return Promise.all(all)
}

const nameOf = (role: Role | null) => Object.entries(Role).find(([, one]) => one === role)?.[0] ?? 'guest'

describe('a call that reads', () => {
  it('makes one trip for a signed-in user, and none for a guest’s second request, or as many as are listed here', async () => {
    const people = await ownershipFixtures(NOW)
    const known = {
      student: people.get(Role.Student)?.person.id ?? 0,
      tutor: people.get(Role.Tutor)?.person.id ?? 0,
      studio: people.get(Role.Studio)?.person.id ?? 0,
    }
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1)
    const asked: { role: Role | null; person: Person | null }[] = [
      ...(await withTheirTokens(
        new Map<Role, { person: Person }>([...people, [Role.SuperAdmin, { person: await newSuperAdmin() }]]),
      )),
      { role: null, person: null },
    ]
    const more: Record<string, Record<string, number>> = {}
    for (const { role, person } of asked) {
      const ids = await idsOf(async (sql) => Object.values((await row<Record<string, unknown>>(sql)) ?? {})[0], {
        me: person?.id ?? 0,
        ...known,
      })
      for (const { may, name, path } of readsOf(ids, NOW)) {
        if (!isAllowed(may, role)) continue
        const shown = path.slice('/api/v1'.length)
        const sent = person ? { as: person } : {}
        await callApi('GET', shown, sent)
        const { cost } = await ask('GET', shown, sent)
        const { trips } = cost
        if (trips > (role === null ? 0 : 1)) more[name] = { ...more[name], [nameOf(role)]: trips }
      }
    }
    clock.mockRestore()
    expect(more).toEqual(MORE_TRIPS)
  })
})

/**
 * Who asks is read in the first of the trips. To lower a figure is the point; one that rises is a slower screen for everybody. A purchase
 * takes one for its key, and one more stores what the provider has answered; a code takes several until its sender's limits are counted.
 */
const BUDGETS: Record<string, Budget> = {
  'the list of tutors, for a guest': { trips: 0, statements: 0 },
  'the list of tutors': { trips: 1, statements: 2 },
  'the plans': { trips: 1, statements: 1 },
  'own week': { trips: 1, statements: 2 },
  'a tutor': { trips: 1, statements: 2 },
  'who is signed in': { trips: 1, statements: 2 },
  'a report of WhatsApp': { trips: 1, statements: 2 },
  'a report of Resend': { trips: 1, statements: 2 },
  'a report of LiveKit': { trips: 1, statements: 1 },
  'own lessons': { trips: 1, statements: 3 },
  'the home': { trips: 1, statements: 4 },
  'the instalment plans': { trips: 1, statements: 1 },
  'signing in': { trips: 2, statements: 8 },
  'the next token of a session': { trips: 2, statements: 3 },
  'a favourite': { trips: 2, statements: 4 },
  // One more looks for pay that has waited until it was due.
  'asking for earnings': { trips: 2, statements: 10 },
  'cardRenewal.switchOn': { trips: 3, statements: 15 },
  'cardRenewal.switchOff': { trips: 2, statements: 2 },
  'cardRenewal.switchOffOf': { trips: 3, statements: 6 },
  'cardRenewal.stop': { trips: 1, statements: 1 },
  'guardian.ask': { trips: 6, statements: 11 },
  'guardian.confirm': { trips: 10, statements: 19 },
  'guardian.record': { trips: 3, statements: 8 },
  'guardian.remove': { trips: 2, statements: 6 },
  'guardian.withdraw': { trips: 2, statements: 3 },
  'referral.open': { trips: 2, statements: 3 },
  'referral.enter': { trips: 3, statements: 7 },
  'referral.decide': { trips: 7, statements: 14 },
  'referral.undo': { trips: 3, statements: 6 },
  'waiting.join': { trips: 2, statements: 4 },
  'waiting.leave': { trips: 2, statements: 2 },
  'waiting.decline': { trips: 2, statements: 4 },
  'waiting.remove': { trips: 3, statements: 4 },
  'standingTime.ask': { trips: 2, statements: 9 },
  'standingTime.answer': { trips: 3, statements: 11 },
  'standingTime.end': { trips: 3, statements: 11 },
  'holding a time': { trips: 2, statements: 15 },
  'releasing a time': { trips: 2, statements: 2 },
  'booking under a key': { trips: 3, statements: 25 },
  rebooking: { trips: 2, statements: 24 },
  'cancelling a lesson': { trips: 2, statements: 15 },
  'stopping the daily mail': { trips: 2, statements: 3 },
  'the daily mail': { trips: 2, statements: 4 },
  'a student at risk': { trips: 2, statements: 5 },
  'booking the same tutor again': { trips: 2, statements: 20 },
  'cancelling as the tutor': { trips: 2, statements: 15 },
  'opening a chat': { trips: 2, statements: 5 },
  'editing an account': { trips: 2, statements: 8 },
  'editing a student’s profile': { trips: 2, statements: 5 },
  'disputing a lesson': { trips: 2, statements: 5 },
  'rating a tutor': { trips: 2, statements: 6 },
  'editing a rating': { trips: 2, statements: 5 },
  'removing a rating': { trips: 2, statements: 4 },
  registering: { trips: 4, statements: 10 },
  'a code by e-mail': { trips: 6, statements: 9 },
  'proving an address': { trips: 11, statements: 27 },
  'a code by WhatsApp': { trips: 6, statements: 10 },
  'choosing topics': { trips: 2, statements: 7 },
  'changing topics': { trips: 2, statements: 7 },
  'removing topics': { trips: 2, statements: 6 },
  'opening hours': { trips: 2, statements: 10 },
  'summing a lesson up': { trips: 2, statements: 5 },
  'notes on a student': { trips: 2, statements: 4 },
  'booking an interview': { trips: 2, statements: 10 },
  'judging an interview': { trips: 2, statements: 9 },
  'booking a demo session': { trips: 2, statements: 11 },
  'cancelling a demo session': { trips: 2, statements: 7 },
  'editing a studio': { trips: 2, statements: 7 },
  'paying by a reference number': { trips: 4, statements: 16 },
  'paying by a wallet': { trips: 4, statements: 16 },
  'asking a wallet again': { trips: 9, statements: 30 },
  'paying with a card': { trips: 4, statements: 16 },
  'a checkout at Paymob': { trips: 5, statements: 17 },
  'a notice of Fawry that an order is paid': { trips: 3, statements: 21 },
  'the same notice again': { trips: 2, statements: 11 },
  'a notice of Paymob that an order is paid': { trips: 3, statements: 20 },
  'refunding a part of a payment': { trips: 6, statements: 27 },
  'asking the provider about an order': { trips: 2, statements: 10 },
  'cancelling an order': { trips: 3, statements: 13 },
}

/**
 * Of calls that are made less often, at the most: of some a part of what the answer does not wait for is counted, as it happens to be
 * under way.
 */
const MOST: Record<string, Budget> = {
  'availability.savePattern': { trips: 5, statements: 18 },
  'availability.stopPattern': { trips: 3, statements: 5 },
  'calendar.renew': { trips: 9, statements: 12 },
  'calendar.reveal': { trips: 8, statements: 10 },
  'consent.give': { trips: 2, statements: 5 },
  'privacy.ask': { trips: 10, statements: 13 },
  'privacy.reveal': { trips: 8, statements: 10 },
  'privacy.erase': { trips: 14, statements: 26 },
  'privacy.keep': { trips: 7, statements: 17 },
  'calendar.stop': { trips: 3, statements: 3 },
  'tutor.setMedia': { trips: 3, statements: 8 },
  'tutorMedia.show': { trips: 5, statements: 7 },
  'introVideo.create': { trips: 3, statements: 5 },
  'introVideo.update': { trips: 4, statements: 8 },
  'introVideo.beginUpload': { trips: 3, statements: 5 },
  'introVideo.abortUpload': { trips: 2, statements: 2 },
  'introVideo.putPart': { trips: 3, statements: 4 },
  'introVideo.completeUpload': { trips: 5, statements: 11 },
  'favouriteTutor.remove': { trips: 2, statements: 2 },
  'chat.setRoom': { trips: 2, statements: 3 },
  'push.save': { trips: 2, statements: 4 },
  'push.stop': { trips: 2, statements: 2 },
  'choosing the next plan': { trips: 2, statements: 6 },
  'ending a subscription': { trips: 8, statements: 32 },
  'paying in instalments': { trips: 4, statements: 16 },
  'deleting a card': { trips: 2, statements: 2 },
  'plan.create': { trips: 2, statements: 3 },
  'plan.edit': { trips: 3, statements: 5 },
  'plan.delete': { trips: 3, statements: 5 },
  'coupon.create': { trips: 3, statements: 4 },
  'coupon.edit': { trips: 3, statements: 5 },
  'coupon.delete': { trips: 3, statements: 5 },
  'invite.create': { trips: 4, statements: 5 },
  'invite.edit': { trips: 3, statements: 5 },
  'invite.delete': { trips: 3, statements: 5 },
  'planInvite.create': { trips: 4, statements: 6 },
  'planInvite.edit': { trips: 3, statements: 5 },
  'planInvite.delete': { trips: 3, statements: 5 },
  'topic.create': { trips: 2, statements: 3 },
  'topic.edit': { trips: 3, statements: 6 },
  'topic.order': { trips: 3, statements: 5 },
  'topic.merge': { trips: 6, statements: 11 },
  'topic.delete': { trips: 3, statements: 6 },
  'report.create': { trips: 2, statements: 5 },
  'report.change': { trips: 5, statements: 10 },
  'report.changeMany': { trips: 3, statements: 8 },
  'report.note': { trips: 4, statements: 7 },
  'report.answer': { trips: 6, statements: 12 },
  'report.resolve': { trips: 3, statements: 6 },
  'report.crash': { trips: 0, statements: 0 },
  'serverStats.visit': { trips: 0, statements: 0 },
  'contact.send': { trips: 1, statements: 5 },
  'contact.change': { trips: 5, statements: 11 },
  'contact.changeMany': { trips: 3, statements: 8 },
  'contact.note': { trips: 4, statements: 8 },
  'contact.answer': { trips: 5, statements: 11 },
  'personFile.change': { trips: 2, statements: 12 },
  'personFile.note': { trips: 3, statements: 8 },
  'personFile.pinNote': { trips: 2, statements: 8 },
  'personFile.deleteNote': { trips: 2, statements: 8 },
  'settings.edit': { trips: 2, statements: 7 },
  'cache.flush': { trips: 2, statements: 3 },
  // One more looks for pay that is due, and one for the pay of the lesson.
  'lesson.decide': { trips: 9, statements: 22 },
  'student.giveMinutes': { trips: 4, statements: 8 },
  'student.takeMinutesBack': { trips: 5, statements: 7 },
  'student.pause': { trips: 4, statements: 13 },
  'student.endPause': { trips: 4, statements: 11 },
  'message.retry': { trips: 4, statements: 6 },
  'message.discard': { trips: 3, statements: 5 },
  'link.create': { trips: 3, statements: 4 },
  'link.edit': { trips: 3, statements: 5 },
  'link.delete': { trips: 3, statements: 5 },
  'link.visit': { trips: 2, statements: 2 },
  'user.viewAs': { trips: 3, statements: 5 },
  'user.endViewAs': { trips: 3, statements: 6 },
  'invoice.update': { trips: 4, statements: 13 },
  'paymentFile.create': { trips: 4, statements: 12 },
  'paymentFile.drop': { trips: 4, statements: 8 },
  'paymentFile.pay': { trips: 6, statements: 16 },
  'payoutBatch.create': { trips: 10, statements: 20 },
  'payoutBatch.drop': { trips: 4, statements: 13 },
  'payoutBatch.confirm': { trips: 10, statements: 20 },
  'payoutBatch.end': { trips: 7, statements: 16 },
  'user.setImage': { trips: 3, statements: 5 },
  'user.register': { trips: 5, statements: 10 },
  'staffInvite.create': { trips: 5, statements: 9 },
  'staffInvite.read': { trips: 1, statements: 1 },
  'staffInvite.accept': { trips: 4, statements: 8 },
  'staffInvite.revoke': { trips: 3, statements: 4 },
  'sharedView.save': { trips: 3, statements: 4 },
  'sharedView.stop': { trips: 3, statements: 4 },
  'stopping messages to a list': { trips: 2, statements: 2 },
  'mailing.preview': { trips: 2, statements: 2 },
  'mailing.send': { trips: 5, statements: 12 },
  'mailingChoice.change': { trips: 2, statements: 4 },
  'user.sendReset': { trips: 7, statements: 9 },
  'user.endSessions': { trips: 3, statements: 9 },
  'user.edit': { trips: 13, statements: 25 },
  'user.cancelPendingEmail': { trips: 3, statements: 4 },
  'verification.confirmEmail': { trips: 11, statements: 31 },
  'verification.undoEmailChange': { trips: 2, statements: 23 },
  'verification.sendPhone': { trips: 6, statements: 10 },
  'verification.verifyPhone': { trips: 11, statements: 22 },
  'verification.sendPassword': { trips: 5, statements: 6 },
  'verification.confirmPassword': { trips: 8, statements: 27 },
  'authSession.end': { trips: 3, statements: 3 },
  'auth.signOut': { trips: 1, statements: 1 },
  'auth.signOutEverywhere': { trips: 4, statements: 8 },
  // One trip looks for a second factor, which every role may have.
  'auth.google': { trips: 9, statements: 18 },
  'auth.googleProof': { trips: 5, statements: 5 },
  'identity.link': { trips: 18, statements: 29 },
  'identity.unlink': { trips: 12, statements: 18 },
  'secondFactor.beginTotp': { trips: 9, statements: 11 },
  'secondFactor.confirmTotp': { trips: 9, statements: 24 },
  'secondFactor.renewRecoveryCodes': { trips: 9, statements: 16 },
  'auth.secondFactor': { trips: 10, statements: 12 },
  'secondFactor.beginPasskey': { trips: 10, statements: 14 },
  'secondFactor.addPasskey': { trips: 6, statements: 12 },
  'secondFactor.renamePasskey': { trips: 3, statements: 4 },
  'secondFactor.beginConfirmation': { trips: 3, statements: 4 },
  'auth.secondFactorOptions': { trips: 4, statements: 4 },
  'secondFactor.removePasskey': { trips: 10, statements: 16 },
  'secondFactor.removeTotp': { trips: 11, statements: 17 },
  'secondFactor.reset': { trips: 4, statements: 19 },
}

/** By whom a call is made that takes more, and how many. */
const MORE_TRIPS: Record<string, Record<string, number>> = {
  // Counted as a guess before it is looked up, and taken back afterwards.
  'coupon.readByCode': { Student: 5, Tutor: 5, TutorManager: 5, Studio: 5, SuperAdmin: 2 },
  'serverStats.read': { SuperAdmin: 2 },
  'tutor.listUncontacted': { Student: 2 },
}

/** Steps that read or sort the more the more there is, and why they may. */
const ACCEPTED: readonly [RegExp, string][] = [
  [
    /^SCAN availability_slots( USING INDEX slots_created)? ←/,
    'a page of all slots: the scan ends with it, and the count at its limit',
  ],
  [
    /^USE TEMP B-TREE FOR ORDER BY ← select .* UNION ALL SELECT i\.interviewee_id FROM interviews i/s,
    'for a tutor manager: what some tens of candidates have taught is sorted',
  ],
  [
    /^USE TEMP B-TREE FOR (GROUP BY|count\(DISTINCT\)) ← insert into "call_days"/,
    'at night: the minutes of one day, which an index finds, by network and device',
  ],
  [
    /^USE TEMP B-TREE FOR GROUP BY ← insert into "call_networks"/,
    'at night: the sums of 28 days, some hundred networks in each',
  ],
]

/** The same of calls that write. */
const ACCEPTED_OF_WRITES: readonly [RegExp, string][] = [
  [
    /^SCAN payment_files ← select .* order by "payment_files"\."id" desc limit/,
    'the newest: the scan ends with the limit',
  ],
]

/**
 * Whether a step of an insertion looks for rows that refer to the inserted one. SQLite plans it for each reference without an index, and
 * takes it only within a transaction in which a deferred foreign key is violated.
 */
async function isForeignKeyCheck(step: string, sql: string): Promise<boolean> {
  const [, inserted] = /^insert into "?(\w+)/i.exec(sql) ?? []
  const [, scanned = ''] = /^SCAN (\w+)/.exec(step) ?? []
  if (!inserted || new RegExp(`\\b(from|join) "?${scanned}\\b`, 'i').test(sql)) return false
  const references = await rows<{ table: string }>('SELECT "table" FROM pragma_foreign_key_list(?)', scanned)
  return references.some(({ table }) => table === inserted)
}

/** The steps of a statement that read or sort the more the more rows there are, with the statement. */
async function heavyStepsOf(sql: string): Promise<string[]> {
  if (!/^\s*(select|update|delete|insert|with)/i.test(sql)) return []
  const plan = await planOf(sql)
  const heavy: string[] = []
  for (const step of heavySteps(plan, false)) {
    if (/TEMP B-TREE/.test(step) && isOfOne(plan)) continue
    if (!(await isForeignKeyCheck(step, sql))) heavy.push(`${step} ← ${sql}`)
  }
  return heavy
}

/** What of the found steps is not accepted, and what is accepted although no call has it. */
function differences(found: ReadonlyMap<string, Set<string>>, accepted: readonly [RegExp, string][]) {
  const heavy = [...found].filter(([key]) => !accepted.some(([shape]) => shape.test(key)))
  return {
    heavy: heavy.map(([key, names]) => `${[...names].join(', ')}: ${key}`),
    needless: accepted.filter(([shape]) => ![...found.keys()].some((key) => shape.test(key))),
  }
}

/** Whether all that is sorted was found by equality: what one person or session has. */
const isOfOne = (plan: readonly string[]): boolean =>
  plan.some((step) => /^SEARCH .*\((\w+_id|id|rowid)=\?/.test(step)) &&
  plan.every((step) => !/^SCAN (?!json_each|value|one|page|held)/.test(step))

/** The first column of a select's answer that another one has the name of. */
async function doubledColumn(sql: string): Promise<string | undefined> {
  const values = [...sql.matchAll(/\?/g)].map(() => 1)
  const [names = []] = await bindings.DB.prepare(sql)
    .bind(...values)
    .raw({ columnNames: true })
  return names.find((name, index) => names.indexOf(name) !== index)
}

describe('no statement', () => {
  it('of a call that reads, or of a job, scans or sorts a table that grows', async () => {
    const people = await ownershipFixtures(NOW)
    const forget = notePrepared(prepared)
    const restore = noteBatched()
    const known = {
      student: people.get(Role.Student)?.person.id ?? 0,
      tutor: people.get(Role.Tutor)?.person.id ?? 0,
      studio: people.get(Role.Studio)?.person.id ?? 0,
    }
    const found = new Map<string, Set<string>>()
    const note = async (name: string) => {
      for (const sql of new Set(prepared.splice(0)))
        for (const step of await heavyStepsOf(sql)) found.set(step, (found.get(step) ?? new Set()).add(name))
    }
    for (const { role, person } of await withTheirTokens(people)) {
      const ids = await idsOf(async (sql) => Object.values((await row<Record<string, unknown>>(sql)) ?? {})[0], {
        me: person.id,
        ...known,
      })
      prepared.length = 0
      for (const { name, path } of readsOf(ids, NOW).filter((read) => isAllowed(read.may, role))) {
        await callApi('GET', path.slice('/api/v1'.length), { as: person })
        await note(name)
      }
    }
    withPlatform(({ pathname }) => (pathname === '/export.sql' ? new Response('') : null))
    for (const name of Object.keys(schedule) as JobName[]) {
      await triggerJob(name)
      await note(`job ${name}`)
    }
    restore()
    forget()
    expect(differences(found, ACCEPTED)).toEqual({ heavy: [], needless: [] })
  })

  it('of a call that writes scans or sorts a table that grows', async () => {
    const found = new Map<string, Set<string>>()
    for (const [sql, names] of statementsOf) for (const step of await heavyStepsOf(sql)) found.set(step, names)
    expect(statementsOf.size).toBeGreaterThan(300)
    expect(differences(found, ACCEPTED_OF_WRITES)).toEqual({ heavy: [], needless: [] })
  })

  it('of a batch selects two columns of the same name, of which a batch returns only one', async () => {
    const doubled = await Promise.all([...batched].map(async (sql) => [await doubledColumn(sql), sql]))
    expect(batched.size).toBeGreaterThan(80)
    expect(doubled.filter(([name]) => name !== undefined)).toEqual([])
  })
})
