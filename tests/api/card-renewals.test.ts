/** The next period charged to a saved card (docs/rules/minutes.md 11.1 to 11.8). */
import { describe, expect, it } from 'vitest'
import { openDb } from '#db/client'
import { hours, minutes } from '#domain/cairo'
import { eventually } from '#tests/eventually'
import {
  again,
  bindings,
  callApi,
  expectOk,
  newAdmin,
  outcome,
  type Person,
  row,
  rows,
  run,
  setNow,
  triggerJob,
} from '#tests/people'
import { proveLedger } from '../../worker/withdrawals/ledger-proof.ts'
import { dieWhen } from './crash.ts'
import type { Gateways } from './gateways.ts'
import { addCard, buyPlan, isCharge, placeReferenceOrder, sweepAt, withGateways } from './order-fixtures.ts'
import { countRows, newPlan, PRICE, payingStudent, plansOf, postingsOf, transactionOf } from './payment-fixtures.ts'
import { race } from './race.ts'
import { lastAuditEntry } from './staff-fixtures.ts'

/** The plan ends on 11 March 2026 at 12:00 in Cairo, which is two hours ahead. */
const NOW = '2026-02-11T10:00:00Z'
const END = Date.parse('2026-03-11T10:00:00Z')
const FIRST = Date.parse('2026-03-06T08:00:00Z')
const SECOND = Date.parse('2026-03-08T08:00:00Z')
const CHARGE = Date.parse('2026-03-09T08:00:00Z')
const EVENING = CHARGE + hours(12)
const MORNING = CHARGE + hours(24)

let gateways: Gateways
withGateways(NOW, (opened) => {
  gateways = opened
})

type Shown = {
  isOpen: boolean
  next: { amount: number; chargeAt: string; begins: string; planId: number } | null
  renewal: { cardDigits: string; failed: number; announcedAt: string | null } | null
}
const shown = async (student: Person, as = student) =>
  expectOk<Shown>(callApi('GET', `/student/${student.id}/card-renewal`, { as: await again(as) }))
const switchOn = async (student: Person, cardToken: string) =>
  callApi('PUT', '/user/current/card-renewal', { as: await again(student), body: { cardToken } })
const switchOff = async (student: Person) =>
  callApi('DELETE', '/user/current/card-renewal', { as: await again(student) })
const isOn = async (student: Person) => (await countRows('card_renewals WHERE user_id = ?', student.id)) === 1
const jobAt = async (at: number) => {
  setNow(at)
  await triggerJob('renew-plans')
}
/** What Fawry was asked to charge to a card of the student without a security number. */
const chargesTo = ({ id }: Person) =>
  gateways.requests
    .filter(({ url }) => isCharge(new URL(url).pathname))
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>)
    .filter(({ cardToken, customerProfileId }) => cardToken !== undefined && customerProfileId === id)
const triesOf = ({ id }: Person) =>
  countRows('renewal_charges c JOIN transactions t ON t.id = c.tx_id WHERE t.user_id = ?', id)
const mailsTo = async (student: Person, template: string) =>
  (
    await rows<{ params: string }>(
      `SELECT params FROM outbox WHERE "to" = ? AND template = ? ORDER BY id`,
      student.email,
      template,
    )
  ).map(({ params }) => JSON.parse(params) as Record<string, string>)
const isProven = async () => expect(await proveLedger(openDb(bindings.DB), Date.now())).toEqual([])

/** A student with a plan until `END` and a card, by which it is renewed. */
async function renewing(number = '4111111111111111') {
  setNow(NOW)
  const [student, planId] = await Promise.all([payingStudent(), newPlan()])
  const first = await buyPlan(gateways, student, planId)
  const cardToken = await addCard(gateways, student, number)
  await expectOk(switchOn(student, cardToken))
  return { student, planId, first, cardToken }
}

/** The same, announced twice. */
async function announced(number?: string) {
  const found = await renewing(number)
  await jobAt(FIRST)
  await jobAt(SECOND)
  return found
}

describe('renewal by card', () => {
  it('is off by default, and says before it is switched on what it charges, when and what for', async () => {
    const [student, planId] = await Promise.all([payingStudent(), newPlan()])
    expect(await shown(student)).toEqual({ isOpen: false, next: null, renewal: null })
    await buyPlan(gateways, student, planId)
    const next = {
      planId,
      period: 0,
      weeklyMinutes: 60,
      amount: PRICE,
      chargeAt: new Date(CHARGE).toISOString(),
      begins: new Date(END).toISOString(),
    }
    expect(await shown(student)).toEqual({ isOpen: true, next, renewal: null })
    const on = await expectOk<Shown>(switchOn(student, await addCard(gateways, student)))
    expect(on).toMatchObject({ isOpen: true, next, renewal: { cardDigits: '1111', announcedAt: null, failed: 0 } })
    expect(JSON.stringify(await rows('SELECT * FROM card_renewals'))).not.toContain('b5sshhdsl')
  })

  it('needs a plan, a proven e-mail, a name, a saved card of one’s own, and a day before the charge', async () => {
    const [student, other, planId] = await Promise.all([payingStudent(), payingStudent('01112345678'), newPlan()])
    const cardToken = await addCard(gateways, student)
    expect(await outcome(switchOn(student, cardToken))).toBe('subscription-required')
    await buyPlan(gateways, student, planId)
    await buyPlan(gateways, other, planId)
    expect(await outcome(switchOn(other, cardToken))).toBe('not-found')
    await run('UPDATE users SET name = ? WHERE id = ?', 'سارة', student.id)
    expect(await outcome(switchOn(student, cardToken))).toBe('api-invalid-user-name')
    await run('UPDATE users SET name = ?, verified_email = 0 WHERE id = ?', 'سارة علي', student.id)
    expect(await outcome(switchOn(student, cardToken))).toBe('forbidden')
    await run('UPDATE users SET verified_email = 1 WHERE id = ?', student.id)
    setNow(SECOND)
    expect(await outcome(switchOn(student, cardToken))).toBe('illegal')
    setNow(SECOND - 1)
    await run('UPDATE plans SET active = 0 WHERE id = ?', planId)
    expect(await outcome(switchOn(student, cardToken))).toBe('plan-not-found')
    await run('UPDATE plans SET active = 1 WHERE id = ?', planId)
    expect(await outcome(switchOn(student, cardToken))).toBe('ok')
  })

  it('is announced three days and a day before the charge, with sum, card and date, and charged once', async () => {
    const { student, first, cardToken } = await renewing()
    await jobAt(FIRST - 1)
    expect(await mailsTo(student, 'renewal_announced')).toEqual([])
    for (const at of [FIRST, FIRST + minutes(10), FIRST + hours(5), SECOND, SECOND + minutes(10)]) await jobAt(at)
    const mails = await mailsTo(student, 'renewal_announced')
    expect(mails).toHaveLength(2)
    expect(mails[0]).toMatchObject({
      amount: '٦٠٠٫٥٥',
      card: '1111',
      date: 'الاتنين ٩ مارس، ١٠:٠٠ ص'.replace('الاتنين', 'الاثنين'),
    })
    await jobAt(CHARGE - 1)
    expect(chargesTo(student)).toEqual([])
    for (const at of [CHARGE, CHARGE + minutes(10), EVENING, MORNING, END]) await jobAt(at)
    const charged = chargesTo(student)
    expect(charged).toHaveLength(1)
    expect(charged[0]).toMatchObject({ cardToken, enable3DS: false, amount: 600.55 })
    expect(charged[0]).not.toHaveProperty('cvv')
    await gateways.deliverAll()
    const [, next] = await plansOf(student)
    expect(next).toMatchObject({ start: END, terminated_at: null })
    expect(await postingsOf('payment', next?.tx_id ?? 0)).toMatchObject({ sales: PRICE })
    expect(await mailsTo(student, 'renewal_charged')).toMatchObject([{ amount: '٦٠٠٫٥٥', card: '1111' }])
    expect(await row('SELECT extended_by FROM subscriptions WHERE id = ?', first.subscriptionId)).toEqual({
      extended_by: next?.id,
    })
    expect(await row('SELECT subscription_id, announced_at FROM card_renewals WHERE user_id = ?', student.id)).toEqual({
      subscription_id: next?.id,
      announced_at: null,
    })
    await isProven()
  })

  it('goes on from period to period', async () => {
    const { student } = await announced()
    await jobAt(CHARGE)
    await gateways.deliverAll()
    const days28 = hours(28 * 24)
    // The clocks have gone back to summer time in between: 10:00 is 07:00 UTC from 24 April on; these days are before.
    for (const at of [FIRST, SECOND, CHARGE, CHARGE + minutes(10)]) await jobAt(at + days28)
    await gateways.deliverAll()
    expect((await plansOf(student)).map(({ start }) => start)).toEqual([Date.parse(NOW), END, END + days28])
    expect(await mailsTo(student, 'renewal_charged')).toHaveLength(2)
    await isProven()
  })

  it('charges what was announced where the price has risen, and less where it has fallen', async () => {
    const [risen, fallen] = [await renewing(), await renewing()]
    await jobAt(FIRST)
    await run('UPDATE plans SET base_monthly_price = 90000 WHERE id = ?', risen.planId)
    await jobAt(SECOND)
    expect((await mailsTo(risen.student, 'renewal_announced')).map(({ amount }) => amount)).toEqual([
      '٦٠٠٫٥٥',
      '٦٠٠٫٥٥',
    ])
    await run('UPDATE plans SET base_monthly_price = 50000 WHERE id = ?', fallen.planId)
    await jobAt(CHARGE)
    await gateways.deliverAll()
    const amounts = (student: Person) =>
      rows('SELECT amount, status FROM transactions WHERE user_id = ? ORDER BY id', student.id)
    expect(await amounts(risen.student)).toEqual([
      { amount: PRICE, status: 1 },
      { amount: PRICE, status: 1 },
    ])
    expect(await amounts(fallen.student)).toEqual([
      { amount: PRICE, status: 1 },
      { amount: 50_000, status: 1 },
    ])
    await isProven()
  })

  it('announces another choice of the next period anew, and charges that a day later', async () => {
    const { student } = await announced()
    const other = await newPlan({ price: 90_000, weeklyMinutes: 120 })
    const next = { planId: other, period: 0 }
    await expectOk(callApi('PUT', '/sub/next-plan', { as: await again(student), body: { next } }))
    await jobAt(CHARGE)
    expect(chargesTo(student)).toEqual([])
    expect((await mailsTo(student, 'renewal_announced')).map(({ amount }) => amount)).toEqual([
      '٦٠٠٫٥٥',
      '٦٠٠٫٥٥',
      '٩٠٠',
    ])
    await jobAt(CHARGE + hours(20))
    await gateways.deliverAll()
    expect(chargesTo(student)).toMatchObject([{ amount: 900 }])
    await isProven()
  })

  it('ends, and says so, where the plan is no longer sold or the card is gone', async () => {
    const [unsold, removed] = [await announced(), await announced()]
    await run('UPDATE plans SET active = 0 WHERE id = ?', unsold.planId)
    gateways.deleteCards(removed.student.id)
    await jobAt(CHARGE)
    expect(await mailsTo(unsold.student, 'renewal_ended')).toMatchObject([{ why: 'plan-gone' }])
    expect(await mailsTo(removed.student, 'renewal_ended')).toMatchObject([{ why: 'card-gone', card: '1111' }])
    expect([await isOn(unsold.student), await isOn(removed.student)]).toEqual([false, false])
    expect([...chargesTo(unsold.student), ...chargesTo(removed.student)]).toEqual([])
  })

  it('does nothing where Fawry does not let our account charge cards without their owners', async () => {
    const { student, cardToken } = await renewing()
    bindings.FAWRY_RECURRING = ''
    try {
      for (const at of [FIRST, SECOND, CHARGE]) await jobAt(at)
      expect(await mailsTo(student, 'renewal_announced')).toEqual([])
      expect(await shown(student)).toMatchObject({ isOpen: false })
      expect(await outcome(switchOn(student, cardToken))).toBe('service-unavailable')
    } finally {
      bindings.FAWRY_RECURRING = 'yes'
    }
  })
})

describe('switching renewal off', () => {
  it('stops everything: by the student, by staff with a reason, and with the card', async () => {
    const [own, byStaff, byCard] = [await announced(), await announced(), await announced()]
    const dina = await newAdmin()
    await expectOk(switchOff(own.student))
    await expectOk(switchOff(own.student))
    const path = `/student/${byStaff.student.id}/card-renewal`
    expect(await outcome(callApi('DELETE', path, { as: await again(dina) }))).toBe('bad-request')
    const reason = { 'x-reason': 'asked by phone' }
    await expectOk(callApi('DELETE', path, { as: await again(dina), headers: reason }))
    expect(await lastAuditEntry('cardRenewal.switchOffOf')).toMatchObject({
      actor_id: dina.id,
      reason: 'asked by phone',
      before: { cardDigits: '1111' },
    })
    expect(await outcome(callApi('DELETE', path, { as: await again(dina), headers: reason }))).toBe('not-found')
    const body = { cardToken: byCard.cardToken, userId: byCard.student.id }
    await expectOk(callApi('DELETE', '/fawry/card-token', { as: await again(byCard.student), body }))
    for (const at of [CHARGE, EVENING, MORNING]) await jobAt(at)
    expect(await mailsTo(byStaff.student, 'renewal_ended')).toMatchObject([{ why: 'by-staff', card: '1111' }])
    for (const { student } of [own, byCard]) expect(await mailsTo(student, 'renewal_ended')).toEqual([])
    for (const { student } of [own, byStaff, byCard]) {
      expect(await isOn(student)).toBe(false)
      expect(chargesTo(student)).toEqual([])
    }
  })

  it('works by the link of the announcement without signing in, for its reader alone', async () => {
    const [one, other] = [await announced(), await announced()]
    const [mail] = await mailsTo(one.student, 'renewal_announced')
    const token = mail?.url?.split('#')[1] ?? ''
    expect(mail?.url).toContain('/stop-renewal#')
    expect(await outcome(callApi('POST', `/card-renewal/stop/${other.student.id}.${token.split('.')[1]}`))).toBe(
      'invalid-verification-code',
    )
    expect(await isOn(one.student)).toBe(true)
    await expectOk(callApi('POST', `/card-renewal/stop/${token}`))
    await expectOk(callApi('POST', `/card-renewal/stop/${token}`))
    expect([await isOn(one.student), await isOn(other.student)]).toEqual([false, true])
  })

  it('comes with the end of the plan, and with the account’s being taken back', async () => {
    const [canceled, taken] = [await announced(), await announced()]
    await expectOk(callApi('PATCH', '/sub/cancel', { as: await again(canceled.student), body: {} }))
    expect(await isOn(canceled.student)).toBe(false)
    const dina = await newAdmin()
    const body = { email: `taken-${taken.student.id}@hessa.test` }
    await expectOk(callApi('PUT', `/user/${taken.student.id}`, { as: await again(dina), body }))
    expect(await isOn(taken.student)).toBe(false)
  })

  it('holds between the repeats', async () => {
    const { student } = await announced('4000000000009995')
    await jobAt(CHARGE)
    await expectOk(switchOff(student))
    for (const at of [EVENING, MORNING]) await jobAt(at)
    expect(chargesTo(student)).toHaveLength(1)
  })

  it('while the charge is decided stops it before Fawry is asked', async () => {
    const { student } = await announced()
    setNow(CHARGE)
    await race({
      write: 'payments/create-order:createOrder',
      refusedBy: 'illegal',
      slow: () => triggerJob('renew-plans'),
      fast: () => expectOk(switchOff(student)),
    })
    expect(chargesTo(student)).toEqual([])
    expect(await triesOf(student)).toBe(0)
  })
})

describe('a pause of the plan', () => {
  const WEEK = hours(7 * 24)
  const pausing = async (student: Person, weeks: number) =>
    callApi('POST', `/student/${student.id}/pauses`, { as: await again(student), body: { weeks } })
  const pause = async (student: Person, weeks: number) => expectOk<{ id: number }>(pausing(student, weeks))
  const endEarly = async (student: Person, { id }: { id: number }) =>
    expectOk(callApi('DELETE', `/student/${student.id}/pauses/${id}`, { as: await again(student) }))
  async function pausable(number?: string) {
    const found = await renewing(number)
    await run('UPDATE subscriptions SET pausable = 1 WHERE period <> 3 AND user_id = ?', found.student.id)
    return found
  }
  /** Runs the job at all times at which something is due for a plan that ends then, and returns how often it announced and charged. */
  async function walk(student: Person, moved: number) {
    for (const at of [FIRST, SECOND, CHARGE, EVENING, MORNING]) {
      await jobAt(at + moved)
      await gateways.deliverAll()
    }
    return [(await mailsTo(student, 'renewal_announced')).length, chargesTo(student).length]
  }

  it('moves the announcements and the charge with the end', async () => {
    const { student } = await pausable()
    setNow(FIRST - WEEK)
    await pause(student, 2)
    expect(await shown(student)).toMatchObject({
      isOpen: true,
      next: { chargeAt: new Date(CHARGE + 2 * WEEK).toISOString(), begins: new Date(END + 2 * WEEK).toISOString() },
    })
    expect(await walk(student, 0)).toEqual([0, 0])
    expect(await walk(student, 2 * WEEK)).toEqual([2, 1])
    expect((await plansOf(student)).map(({ start }) => start)).toEqual([Date.parse(NOW), END + 2 * WEEK])
    await isProven()
  })

  it('that ends early moves them back: nothing is announced too late, and the plan is renewed', async () => {
    const { student } = await pausable()
    setNow(Date.parse(NOW) + WEEK)
    const made = await pause(student, 3)
    expect(await walk(student, 0)).toEqual([0, 0])
    // The pause lasts from 25 February until 18 March; from the 11th on nothing of it is left.
    setNow(FIRST + hours(26))
    await endEarly(student, made)
    expect(await walk(student, 2 * WEEK)).toEqual([2, 1])
    expect((await plansOf(student)).map(({ start }) => start)).toEqual([Date.parse(NOW), END + 2 * WEEK])
    await isProven()
  })

  it('that is undone before it begins leaves renewal as it was', async () => {
    const { student } = await pausable()
    await endEarly(student, await pause(student, 3))
    expect(await walk(student, 0)).toEqual([2, 1])
    await isProven()
  })

  it('cannot begin once renewal is announced, nor between the repeats', async () => {
    const { student } = await pausable('4000000000009995')
    await jobAt(FIRST)
    expect(await outcome(pausing(student, 1))).toBe('illegal')
    await jobAt(SECOND)
    await jobAt(CHARGE)
    expect(chargesTo(student)).toHaveLength(1)
    expect(await outcome(pausing(student, 1))).toBe('illegal')
  })

  it('moves the renewal of the period that waits', async () => {
    const { student, planId } = await pausable()
    setNow(END - 9 * hours(24))
    await buyPlan(gateways, await again(student), planId)
    const [, waiting] = await plansOf(student)
    expect(await row('SELECT subscription_id AS id FROM card_renewals WHERE user_id = ?', student.id)).toEqual({
      id: waiting?.id,
    })
    await pause(student, 1)
    expect(await walk(student, 0)).toEqual([0, 0])
    expect(await walk(student, 4 * WEEK)).toEqual([0, 0])
    expect(await walk(student, 5 * WEEK)).toEqual([2, 1])
    expect((await plansOf(student)).map(({ start }) => start)).toEqual([Date.parse(NOW), END + WEEK, END + 5 * WEEK])
    await isProven()
  })
})

describe('a charge that fails', () => {
  it.each([
    ['4000000000009995', '99951'],
    ['4000000000000069', '99954'],
    ['4000000000009979', '99941'],
    ['4000000000003220', 'password-wanted'],
  ])('of card %s is repeated twice, the student told each time, and then nothing more', async (number, code) => {
    const { student } = await announced(number)
    for (const at of [CHARGE, CHARGE + minutes(10), EVENING - minutes(10)]) await jobAt(at)
    expect(await mailsTo(student, 'renewal_failed')).toHaveLength(1)
    expect(await shown(student)).toMatchObject({ renewal: { failed: 1 } })
    for (const at of [EVENING, EVENING + minutes(10), MORNING, MORNING + minutes(10)]) await jobAt(at)
    expect(await mailsTo(student, 'renewal_failed')).toHaveLength(3)
    expect(await mailsTo(student, 'renewal_ended')).toMatchObject([{ why: 'failed' }])
    for (const at of [MORNING + hours(12), END - 1, END, END + hours(24)]) await jobAt(at)
    const tried = await rows('SELECT status, failure_code FROM transactions WHERE user_id = ? ORDER BY id', student.id)
    expect(tried.slice(1)).toEqual(Array(3).fill({ status: 6, failure_code: code }))
    expect(await isOn(student)).toBe(false)
    expect(await plansOf(student)).toHaveLength(1)
    await isProven()
  })

  it('without an answer is asked about before the next, and counts where it was made', async () => {
    const { student } = await announced()
    gateways.loseAnswers(isCharge)
    await jobAt(CHARGE)
    gateways.loseAnswers(() => false)
    expect(await rows('SELECT status FROM transactions WHERE user_id = ? ORDER BY id', student.id)).toEqual([
      { status: 1 },
      { status: 6 },
    ])
    await jobAt(EVENING)
    await jobAt(EVENING + minutes(10))
    expect(chargesTo(student)).toHaveLength(1)
    expect(await plansOf(student)).toHaveLength(2)
    expect(await mailsTo(student, 'renewal_charged')).toHaveLength(1)
    await isProven()
  })

  it('that never reached Fawry is repeated; while Fawry does not say nothing is charged', async () => {
    const { student } = await announced()
    gateways.loseRequests(isCharge)
    await jobAt(CHARGE)
    gateways.loseRequests((path) => path.includes('/payments/'))
    await jobAt(EVENING)
    expect(await triesOf(student)).toBe(1)
    gateways.loseRequests(() => false)
    await jobAt(EVENING + minutes(10))
    await gateways.deliverAll()
    expect(await triesOf(student)).toBe(2)
    expect(await plansOf(student)).toHaveLength(2)
    await isProven()
  })
})

describe('no period is charged twice', () => {
  it('where the job is killed between the charge and its own writes', async () => {
    const { student } = await announced()
    setNow(CHARGE)
    await dieWhen(
      () => chargesTo(student).length > 0,
      () => triggerJob('renew-plans').catch(() => undefined),
    )
    expect(await rows('SELECT status FROM transactions WHERE user_id = ? ORDER BY id', student.id)).toEqual([
      { status: 1 },
      { status: 0 },
    ])
    await jobAt(CHARGE + minutes(10))
    expect(chargesTo(student)).toHaveLength(1)
    await sweepAt(CHARGE + minutes(20))
    await jobAt(CHARGE + minutes(30))
    for (const at of [EVENING, MORNING]) await jobAt(at)
    expect(chargesTo(student)).toHaveLength(1)
    expect(await plansOf(student)).toHaveLength(2)
    expect(await mailsTo(student, 'renewal_charged')).toHaveLength(1)
    await isProven()
  })

  it('where two runs of the job decide at once', async () => {
    const { student } = await announced()
    setNow(CHARGE)
    await race({
      write: 'payments/create-order:createOrder',
      refusedBy: 'order-open',
      slow: () => triggerJob('renew-plans'),
      fast: async () => {
        await run('UPDATE card_renewals SET next_step_at = 0')
        gateways.loseAnswers(isCharge)
        await dieWhen(
          () => chargesTo(student).length > 0,
          () => triggerJob('renew-plans').catch(() => undefined),
        )
        gateways.loseAnswers(() => false)
      },
    })
    expect(chargesTo(student)).toHaveLength(1)
    expect(await triesOf(student)).toBe(1)
    await sweepAt(CHARGE + minutes(20))
    expect(await plansOf(student)).toHaveLength(2)
    await isProven()
  })

  it('where the student pays by hand: the open order holds the charge back, and the paid one makes it needless', async () => {
    const { student, planId } = await announced()
    setNow(CHARGE - minutes(5))
    const placed = await placeReferenceOrder(gateways, await again(student), { planId })
    await jobAt(CHARGE)
    expect(chargesTo(student)).toEqual([])
    await gateways.act('fawry', placed.referenceNumber, 'pay')
    await gateways.deliverAll()
    for (const at of [EVENING, MORNING]) await jobAt(at)
    expect(chargesTo(student)).toEqual([])
    const [, next] = await plansOf(student)
    expect(await row('SELECT subscription_id FROM card_renewals WHERE user_id = ?', student.id)).toEqual({
      subscription_id: next?.id,
    })
    await isProven()
  })

  it('where the reference of an order that ran out is paid after all: that money goes back', async () => {
    const { student, planId } = await announced()
    setNow(CHARGE - hours(30))
    const placed = await placeReferenceOrder(gateways, await again(student), { planId })
    await sweepAt(CHARGE - hours(5))
    await jobAt(CHARGE)
    await gateways.deliverAll()
    await gateways.act('fawry', placed.referenceNumber, 'pay')
    await gateways.deliverAll()
    expect(await plansOf(student)).toHaveLength(2)
    await eventually(async () => expect((await transactionOf(placed.transactionId)).status).toBe(3))
    await isProven()
  })

  it('by the database, whatever asks: not while one is open or paid, and not for more than was announced', async () => {
    const { student, planId, first } = await announced()
    const insert = async (status: number, amount: number) => {
      const order = await row<{ id: number }>(
        `INSERT INTO transactions (user_id, plan_id, plan_period, amount, status, payment_method, provider, created_at, updated_at)
         VALUES (?, ?, 0, ?, ?, 0, 'fawry', 1, 1) RETURNING id`,
        student.id,
        planId,
        amount,
        status,
      )
      return run(
        'INSERT INTO renewal_charges (tx_id, subscription_id, created_at) VALUES (?, ?, 1)',
        order?.id ?? 0,
        first.subscriptionId,
      )
    }
    await expect(insert(6, PRICE + 1)).rejects.toThrow('illegal')
    await insert(6, PRICE)
    await insert(0, PRICE)
    await expect(insert(0, PRICE)).rejects.toThrow('illegal')
    await run('DELETE FROM renewal_charges')
    await insert(1, PRICE)
    await expect(insert(0, PRICE)).rejects.toThrow('illegal')
    await run('DELETE FROM card_renewals')
    await run('DELETE FROM renewal_charges')
    await expect(insert(0, PRICE)).rejects.toThrow('illegal')
  })
})
