/** Every way of booking and paying waits for a minor's guardian (docs/rules/privacy.md 6.2). */
import { describe, expect, it } from 'vitest'
import { hours, plusDays } from '#domain/cairo'
import {
  again,
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
  verifiedStudent,
} from '#tests/people'
import type { Gateways } from './gateways.ts'
import { bornIn, giveGuardian, isGuarded, MINOR_YEAR, withdraw, withdrawalLink } from './guardian-fixtures.ts'
import { addCard, buyPlan, isCharge, withGateways } from './order-fixtures.ts'
import { newPlan, payingStudent } from './payment-fixtures.ts'
import { race } from './race.ts'

/** A Wednesday noon in Cairo. */
const NOW = '2026-02-11T10:00:00Z'
const START = Date.parse(NOW)
const iso = (instant: number) => new Date(instant).toISOString()
const reason = { 'x-reason': encodeURIComponent('طلب بالتليفون') }

let gateways: Gateways
withGateways(NOW, (opened) => {
  gateways = opened
})

type Scene = { student: Person; planId: number; larger: number; tutor: Person; slotId: number; cardToken: string }

/** A student with a plan that includes standing times and an offered card, who then says that they are under 18. */
async function scene(): Promise<Scene> {
  const [student, planId, larger, tutor] = await Promise.all([
    payingStudent(),
    newPlan(),
    newPlan({ price: 90_000, weeklyMinutes: 120 }),
    onboardedTutor(),
  ])
  await run('UPDATE plans SET standing_times = 1, max_upcoming_lessons = 8, booking_weeks = 4 WHERE id = ?', planId)
  await buyPlan(gateways, student, planId)
  const slotId = await insertSlot(tutor, START, plusDays(START, 40))
  const cardToken = await addCard(gateways, student)
  await bornIn(student, MINOR_YEAR)
  return { student: await again(student), planId, larger, tutor, slotId, cardToken }
}

const time = ({ tutor, slotId }: Scene, inHours: number) => ({
  tutorId: tutor.id,
  slotId,
  start: iso(START + hours(inHours)),
  duration: 30,
})

/** A student's ways to book and to pay, each as one call. */
const WAYS: Record<string, (scene: Scene, as: Person) => Promise<string>> = {
  'booking a lesson': (scene, as) => outcome(callApi('POST', '/lesson/', { as, body: time(scene, 24) })),
  'holding a time': (scene, as) => outcome(callApi('PUT', '/held-time', { as, body: time(scene, 30) })),
  'asking for a standing time': ({ tutor }, as) =>
    outcome(
      callApi('PUT', '/standing-time', { as, body: { tutorId: tutor.id, weekday: 4, minute: 18 * 60, duration: 30 } }),
    ),
  'waiting for a tutor': ({ tutor }, as) =>
    outcome(callApi('PUT', `/waiting/${tutor.id}`, { as, body: { isEvening: false } })),
  'switching renewal on': ({ cardToken }, as) =>
    outcome(callApi('PUT', '/user/current/card-renewal', { as, body: { cardToken } })),
  'a change of plan': ({ larger }, as) => cancelled(as, '/fawry/pay/ref-num', { planId: larger, changesPlan: true }),
  'more minutes': ({ planId }, as) => cancelled(as, '/fawry/pay/ref-num', { planId, topUpMinutes: 30 }),
}

/** A student's ways to pay for a plan, without one that runs. */
const PAYMENTS: Record<string, (scene: Scene, as: Person) => Promise<string>> = {
  'a cash reference': ({ planId }, as) => cancelled(as, '/fawry/pay/ref-num', { planId }),
  'a wallet': ({ planId }, as) => cancelled(as, '/fawry/pay/e-wallet', { planId }),
  'a saved card': ({ planId, cardToken }, as) => cancelled(as, '/fawry/pay/card', { planId, cardToken, cvv: '123' }),
  'a card page of Paymob': ({ planId }, as) =>
    cancelled(as, '/paymob/create-checkout-url', { planId, planPeriod: 0, paymentMethod: 0 }),
}

/** `ok` or the code of an order, which is cancelled at once so that the next one may follow. */
async function cancelled(as: Person, path: string, body: object): Promise<string> {
  const answer = await outcome(callApi('POST', path, { as, body: { period: 'month', ...body } }))
  await run('UPDATE transactions SET expires_at = 0 WHERE user_id = ? AND status = 7', as.id)
  return answer
}

const countOf = async (table: string, { id }: Person, column = 'user_id') =>
  (await row<{ count: number }>(`SELECT COUNT(*) AS count FROM ${table} WHERE ${column} = ?`, id))?.count

describe('a student under 18', () => {
  it('can do none of it without a guardian, and all of it with one', async () => {
    const found = await scene()
    const { student } = found
    const orders = await countOf('transactions', student)
    for (const [way, call] of Object.entries({ ...WAYS, ...PAYMENTS }))
      expect(await call(found, student), way).toBe('guardian-required')
    expect(await countOf('transactions', student)).toBe(orders)
    expect(await countOf('lesson_members', student)).toBe(0)
    expect(await countOf('held_times', student, 'student_id')).toBe(0)
    await giveGuardian(student)
    for (const [way, call] of Object.entries(WAYS)) expect(await call(found, student), way).toBe('ok')
  })

  it('pays in every way with a guardian', async () => {
    for (const [way, call] of Object.entries(PAYMENTS)) {
      const student = await payingStudent()
      const [planId, cardToken] = [await newPlan(), await addCard(gateways, student)]
      await bornIn(student, MINOR_YEAR)
      const found = { student, planId, larger: planId, tutor: student, slotId: 0, cardToken }
      expect(await call(found, student), way).toBe('guardian-required')
      await giveGuardian(student)
      expect(await call(found, student), way).toBe('ok')
    }
  })

  it('does not use the free trial without one', async () => {
    const [student, tutor] = [await verifiedStudent(), await onboardedTutor()]
    await bornIn(student, MINOR_YEAR)
    const slotId = await insertSlot(tutor, START, plusDays(START, 3))
    const body = { tutorId: tutor.id, slotId, start: iso(START + hours(24)), duration: 30 }
    expect(await outcome(callApi('POST', '/lesson/', { as: student, body }))).toBe('guardian-required')
    await giveGuardian(student)
    expect(await outcome(callApi('POST', '/lesson/', { as: student, body }))).toBe('ok')
  })

  it('is not booked by staff either', async () => {
    const found = await scene()
    const admin = await newAdmin()
    const body = { ...time(found, 24), studentId: found.student.id }
    const byStaff = () => outcome(callApi('POST', '/lesson/', { as: admin, body, headers: reason }))
    expect(await byStaff()).toBe('guardian-required')
    await giveGuardian(found.student)
    expect(await byStaff()).toBe('ok')
  })

  it('keeps and cancels what was booked before, and leaves: only what is new waits', async () => {
    const found = await scene()
    const { student } = found
    const phone = await giveGuardian(student)
    const lesson = await expectOk<{ id: number }>(callApi('POST', '/lesson/', { as: student, body: time(found, 24) }))
    expect(await withdraw(await withdrawalLink(phone))).toBe('ok')
    const move = { lessonId: lesson.id, slotId: found.slotId, start: iso(START + hours(26)), duration: 30 }
    expect(await outcome(callApi('PATCH', '/lesson', { as: student, body: move }))).toBe('ok')
    expect(await outcome(callApi('DELETE', `/lesson/${lesson.id}`, { as: student }))).toBe('ok')
    expect(await outcome(callApi('POST', '/lesson/', { as: student, body: time(found, 24) }))).toBe('guardian-required')
  })
})

describe('renewal by card', () => {
  it('ends with the guardian’s consent', async () => {
    const found = await scene()
    const phone = await giveGuardian(found.student)
    expect(await WAYS['switching renewal on']?.(found, found.student)).toBe('ok')
    expect(await withdraw(await withdrawalLink(phone))).toBe('ok')
    expect(await countOf('card_renewals', found.student)).toBe(0)
  })

  it('charges nobody who has said since that they are under 18, and says why', async () => {
    const found = await scene()
    await bornIn(found.student, 1990)
    expect(await WAYS['switching renewal on']?.(found, found.student)).toBe('ok')
    await bornIn(found.student, MINOR_YEAR)
    const charges = gateways.requests.filter(({ url }) => isCharge(new URL(url).pathname)).length
    setNow(Date.parse('2026-03-06T08:00:00Z'))
    await triggerJob('renew-plans')
    expect(await countOf('card_renewals', found.student)).toBe(0)
    expect(gateways.requests.filter(({ url }) => isCharge(new URL(url).pathname))).toHaveLength(charges)
    const mails = await rows<{ params: string }>(
      `SELECT params FROM outbox WHERE template = 'renewal_ended' AND "to" = ?`,
      found.student.email,
    )
    expect(mails.map(({ params }) => JSON.parse(params).why)).toEqual(['guardian'])
  })
})

describe('the database', () => {
  it('refuses a booking whose consent is withdrawn while it is decided', async () => {
    const found = await scene()
    const token = await withdrawalLink(await giveGuardian(found.student))
    const answer = await race({
      write: 'lessons/book:book',
      refusedBy: 'guardian-required',
      slow: () => outcome(callApi('POST', '/lesson/', { as: found.student, body: time(found, 24) })),
      fast: () => withdraw(token),
    })
    expect(answer).toBe('guardian-required')
    expect(await countOf('lesson_members', found.student)).toBe(0)
  })

  it('refuses an order whose consent is withdrawn while it is decided', async () => {
    const found = await scene()
    const token = await withdrawalLink(await giveGuardian(found.student))
    const before = await countOf('transactions', found.student)
    const answer = await race({
      write: 'payments/create-order:createOrder',
      refusedBy: 'guardian-required',
      slow: () => WAYS['more minutes']?.(found, found.student) ?? Promise.resolve(''),
      fast: () => withdraw(token),
    })
    expect(answer).toBe('guardian-required')
    expect(await countOf('transactions', found.student)).toBe(before)
    expect(await isGuarded(found.student)).toBe(false)
  })
})
