/** Pauses of a plan (docs/rules/minutes.md 10.1 to 10.10). */
import { describe, expect, it } from 'vitest'
import { openDb } from '#db/client'
import { fromIso, hours, type Instant, minutes, plusDays } from '#domain/cairo'
import { QUIET_TIME } from '#domain/messages/schedule-notices'
import { isPausedAt, minutesWeekOf } from '#domain/subscriptions/minutes'
import { PlanPeriod, subscriptionEnd } from '#domain/subscriptions/periods'
import { WHOLE } from '#domain/withdrawals/ledger-parts'
import { eventually } from '#tests/eventually'
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
  type Slot,
  setNow,
  subscribe,
  triggerJob,
  verifiedStudent,
} from '#tests/people'
import { storeDueNotices } from '../../worker/messages/schedule-notices.ts'
import { proveLedger } from '../../worker/withdrawals/ledger-proof.ts'
import type { Gateways } from './gateways.ts'
import { book, iso, storedLesson, tryBook, tryMove } from './lesson-fixtures.ts'
import { buyPlan, placeReferenceOrder, withGateways } from './order-fixtures.ts'
import { countRows, newPlan, PRICE, payingStudent, plansOf, transactionOf } from './payment-fixtures.ts'

/** A Wednesday at 13:00 in Cairo. The clocks go forward in the second week. */
const NOW = '2026-04-15T11:00:00Z'
const START = Date.parse(NOW)
const END = Date.parse('2026-05-13T10:00:00Z')
const DAY = hours(24)
/** The start of a minutes week: Wednesdays at 05:00. */
const week = (index: number): Instant => plusDays(START - hours(8), index * 7)

let gateways: Gateways
withGateways(NOW, (opened) => {
  gateways = opened
})

type Own = {
  info: { id: number; end: string; pausedFrom: string | null; pausedUntil: string | null } | null
  waiting: { start: string; end: string } | null
  remainingWeeklyMinutes: number
  carriedMinutes: number
  toppedUpMinutes: number
  weeks: { start: string; end: string; remainingMinutes: number }[]
}
type Pause = { id: number; start: string; end: string; endedAt: string | null; reason: string | null }

const ownOf = async (student: Person) =>
  expectOk<Own>(callApi('GET', `/sub/user?userId=${student.id}`, { as: await again(student) }))
const pausing = async (student: Person, weeks: number, more: { as?: Person; reason?: string } = {}) =>
  callApi('POST', `/student/${student.id}/pauses`, {
    as: await again(more.as ?? student),
    body: { weeks },
    ...(more.reason === undefined ? {} : { headers: { 'x-reason': encodeURIComponent(more.reason) } }),
  })
const pause = async (student: Person, weeks: number) => expectOk<Pause>(pausing(student, weeks))
const ending = async (student: Person, { id }: { id: number }, more: { as?: Person; reason?: string } = {}) =>
  callApi('DELETE', `/student/${student.id}/pauses/${id}`, {
    as: await again(more.as ?? student),
    ...(more.reason === undefined ? {} : { headers: { 'x-reason': encodeURIComponent(more.reason) } }),
  })
const pausesOf = async (student: Person, as = student) =>
  (await expectOk<{ list: Pause[] }>(callApi('GET', `/student/${student.id}/pauses`, { as: await again(as) }))).list
const grantsOf = async (subscription: number) =>
  (
    await rows<{ week: number }>(
      `SELECT week FROM minute_entries WHERE subscription_id = ? AND kind = 'grant' ORDER BY week`,
      subscription,
    )
  ).map((one) => one.week)
/** What the nightly proof says, of minutes that of a student's own. Lessons of these tests are not held, so that they have no outcome. */
async function isProven({ id }: Person) {
  await triggerJob('renew-minutes')
  const own = await row<{ from: number; to: number }>(
    'SELECT MIN(id) AS "from", MAX(id) AS "to" FROM subscriptions WHERE user_id = ?',
    id,
  )
  const findings = await proveLedger(openDb(bindings.DB), Date.now(), {
    ...WHOLE,
    subscriptions: own ?? { from: 0, to: 0 },
  })
  expect(findings.filter(({ what }) => what !== 'lessons without an outcome')).toEqual([])
}

/** A student whose plan of 60 minutes a week runs from `NOW`, can be paused, carries over and allows lessons four weeks ahead. */
async function planned() {
  const [student, planId] = await Promise.all([payingStudent(), newPlan()])
  await run(
    'UPDATE plans SET pausable = 1, carries_over = 1, max_upcoming_lessons = 8, booking_weeks = 4 WHERE id = ?',
    planId,
  )
  const { subscriptionId } = await buyPlan(gateways, student, planId)
  return { student: await again(student), planId, subscription: subscriptionId }
}

async function freeTutor() {
  const tutor = await onboardedTutor()
  return { tutor, slot: { id: await insertSlot(tutor, START, plusDays(START, 90)) } }
}

describe('a pause', () => {
  it('begins with the next week, moves the end at the same wall time, and grants nothing meanwhile', async () => {
    const { student, subscription } = await planned()
    const made = await pause(student, 2)
    expect(made).toMatchObject({ start: iso(week(1)), end: iso(week(3)), endedAt: null, reason: null })
    expect((await ownOf(student)).info).toMatchObject({
      end: iso(plusDays(END, 14)),
      pausedFrom: iso(week(1)),
      pausedUntil: iso(week(3)),
    })
    for (const index of [1, 2]) {
      setNow(week(index))
      await triggerJob('renew-minutes')
      const own = await ownOf(student)
      expect(own.remainingWeeklyMinutes).toBe(0)
      expect(own.info?.id).toBe(subscription)
    }
    for (const index of [3, 4, 5]) {
      setNow(week(index))
      await triggerJob('renew-minutes')
    }
    expect(await grantsOf(subscription)).toEqual([0, 3, 4, 5].map(week))
    await isProven(student)
    setNow(plusDays(END, 14) + 1)
    expect((await ownOf(student)).info).toBeNull()
    expect(await grantsOf(subscription)).toHaveLength(4)
  })

  it('carries what is left of the week before into the first one after it', async () => {
    const { student } = await planned()
    await pause(student, 3)
    setNow(week(2))
    expect(await ownOf(student)).toMatchObject({ remainingWeeklyMinutes: 0, carriedMinutes: 0 })
    setNow(week(4))
    expect(await ownOf(student)).toMatchObject({ remainingWeeklyMinutes: 120, carriedMinutes: 60 })
    await isProven(student)
  })

  it('cancels the lessons that lie in it, returns their minutes and tells the tutor', async () => {
    const { student } = await planned()
    const { tutor, slot } = await freeTutor()
    const starts = [week(0) + 2 * DAY, week(1) + DAY, week(2) + DAY, week(3) + DAY]
    const lessons = [
      await book(student, { tutor, slot, start: starts[0] ?? 0 }),
      await book(student, { tutor, slot, start: starts[1] ?? 0 }),
      await book(student, { tutor, slot, start: starts[2] ?? 0 }),
      await book(student, { tutor, slot, start: starts[3] ?? 0 }),
    ]
    await run(`UPDATE users SET phone = '01155500093', notification_method = 1 WHERE id = ?`, tutor.id)
    await storeDueNotices(bindings, openDb(bindings.DB), Date.now() + QUIET_TIME)
    expect(await countRows('schedule_notices WHERE recipient_id = ?', tutor.id)).toBe(0)
    await pause(student, 2)
    const canceled = await Promise.all(lessons.map(storedLesson))
    expect(canceled.map((one) => one?.canceledBy)).toEqual([null, student.id, student.id, null])
    expect((await ownOf(student)).weeks.map(({ remainingMinutes }) => remainingMinutes)).toEqual([30, 0, 0, 30])
    expect(await countRows('schedule_notices WHERE recipient_id = ?', tutor.id)).toBe(2)
    await isProven(student)
    // What was left of the week before comes into the one after: nothing of it was of the paused weeks.
    setNow(week(3))
    expect(await ownOf(student)).toMatchObject({ remainingWeeklyMinutes: 60 })
    await isProven(student)
  })

  it('does not cancel a lesson that is under way into its first week: it begins a week later, once that is over', async () => {
    const { student } = await planned()
    const { tutor, slot } = await freeTutor()
    const lesson = await book(student, { tutor, slot, start: week(1) - minutes(15) })
    setNow(week(1) - minutes(10))
    expect(await outcome(pausing(student, 1))).toBe('illegal')
    expect((await storedLesson(lesson))?.canceledAt).toBeNull()
    setNow(week(1) + minutes(15))
    expect(await pause(student, 1)).toMatchObject({ start: iso(week(2)) })
    await isProven(student)
  })

  it('lets no lesson be booked or moved into it, and says so; one after it is booked', async () => {
    const { student } = await planned()
    const { tutor, slot } = await freeTutor()
    await pause(student, 1)
    expect(await tryBook(student, { tutor, slot, start: week(1) + DAY })).toBe('subscription-paused')
    const lesson = await book(student, { tutor, slot, start: week(2) + DAY })
    expect(await tryMove(student, { lesson, slot: slot as Slot, start: week(1) + DAY })).toBe('subscription-paused')
    expect(await tryBook(student, { tutor, slot, start: week(4) + DAY })).toBe('week-boundaries-violation')
    await isProven(student)
  })

  it('moves the next period with it, which still begins where the plan ends', async () => {
    const { student, planId } = await planned()
    setNow(plusDays(END, -10))
    const placed = await placeReferenceOrder(gateways, await again(student), { planId })
    await gateways.act('fawry', placed.referenceNumber, 'pay')
    await gateways.deliverAll()
    const { tutor, slot } = await freeTutor()
    await run('UPDATE subscriptions SET max_upcoming_lessons = 8 WHERE user_id = ?', student.id)
    const next = await book(await again(student), { tutor, slot, start: END + DAY })
    await pause(student, 1)
    const own = await ownOf(student)
    expect(own.info?.end).toBe(iso(plusDays(END, 7)))
    expect(own.waiting).toMatchObject({ start: iso(plusDays(END, 7)), end: iso(plusDays(END, 35)) })
    // The running plan covers that day now, and did not pay for it.
    expect((await storedLesson(next))?.canceledBy).toBe(student.id)
    await isProven(student)
    setNow(plusDays(END, 7))
    expect((await ownOf(student)).remainingWeeklyMinutes).toBe(60)
    await isProven(student)
  })

  it('is refused beyond the allowance, in the last week, of a plan without it, and of another student', async () => {
    const { student, subscription } = await planned()
    const other = await verifiedStudent()
    expect(await outcome(pausing(student, 1, { as: other }))).toBe('forbidden')
    expect(await outcome(pausing(other, 1))).toBe('subscription-required')
    for (const weeks of [0, 4]) expect(await outcome(pausing(student, weeks))).toBe('bad-request')
    await run('UPDATE subscriptions SET pausable = 0 WHERE id = ?', subscription)
    expect(await outcome(pausing(student, 1))).toBe('illegal')
    await run('UPDATE subscriptions SET pausable = 1 WHERE id = ?', subscription)
    await pause(student, 2)
    expect(await outcome(pausing(student, 1))).toBe('subscription-paused')
    setNow(week(3))
    expect(await outcome(pausing(student, 2))).toBe('illegal')
    await pause(student, 1)
    setNow(week(6))
    expect(await outcome(pausing(student, 1))).toBe('illegal')
    expect((await pausesOf(student)).map(({ start }) => start)).toEqual([iso(week(4)), iso(week(1))])
  })

  it('leaves a refund as it is', async () => {
    const { student, subscription } = await planned()
    await pause(student, 2)
    setNow(week(2))
    const answer = await expectOk<{ refundAmount: number }>(
      callApi('PATCH', '/sub/cancel', { as: await again(student), body: {} }),
    )
    expect(answer.refundAmount).toBe(PRICE)
    await gateways.deliverAll()
    expect(
      await row('SELECT terminated_at IS NOT NULL AS ended FROM subscriptions WHERE id = ?', subscription),
    ).toEqual({ ended: 1 })
    await isProven(student)
  })

  it('counts a reference for the next period that was ordered before it', async () => {
    const { student, planId } = await planned()
    setNow(plusDays(END, -10))
    const placed = await placeReferenceOrder(gateways, await again(student), { planId })
    await pause(student, 1)
    await gateways.act('fawry', placed.referenceNumber, 'pay')
    await gateways.deliverAll()
    expect(await plansOf(student)).toMatchObject([{}, { start: plusDays(END, 7) }])
    expect(await transactionOf(placed.transactionId)).toMatchObject({ refunded_amount: 0 })
    await isProven(student)
  })
})

describe('more minutes', () => {
  const order = async (student: Person, planId: number) =>
    callApi('POST', '/fawry/pay/ref-num', {
      as: await again(student),
      body: { planId, period: 'month', topUpMinutes: 30 },
    })

  it('are not sold while the plan is paused, and go back when they are paid then', async () => {
    const { student, planId } = await planned()
    const placed = await expectOk<{ referenceNumber: string; transactionId: number }>(order(student, planId))
    await pause(student, 1)
    setNow(week(1))
    await gateways.act('fawry', placed.referenceNumber, 'pay')
    await gateways.deliverAll()
    await eventually(async () => expect(await transactionOf(placed.transactionId)).toMatchObject({ status: 3 }))
    expect(await outcome(order(student, planId))).toBe('subscription-paused')
    await isProven(student)
  })

  it('that were bought before it come into the first week after it', async () => {
    const { student, planId } = await planned()
    const placed = await expectOk<{ referenceNumber: string }>(order(student, planId))
    await gateways.act('fawry', placed.referenceNumber, 'pay')
    await gateways.deliverAll()
    await pause(student, 2)
    setNow(week(3))
    expect(await ownOf(student)).toMatchObject({ remainingWeeklyMinutes: 150, carriedMinutes: 90 })
    await isProven(student)
  })
})

describe('a pause that ends early', () => {
  it('is undone wholly before it begins', async () => {
    const { student, subscription } = await planned()
    const made = await pause(student, 3)
    const undone = await expectOk<Pause>(ending(student, made))
    expect(undone).toMatchObject({ start: iso(week(1)), end: iso(week(1)), endedAt: NOW.replace('Z', '.000Z') })
    expect((await ownOf(student)).info).toMatchObject({ end: iso(END), pausedFrom: null, pausedUntil: null })
    expect(await outcome(ending(student, made))).toBe('illegal')
    setNow(week(1))
    expect((await ownOf(student)).remainingWeeklyMinutes).toBe(120)
    await pause(student, 3)
    expect(await grantsOf(subscription)).toEqual([week(0), week(1)])
    await isProven(student)
  })

  it('later ends with the week that lasts, and what is not used of it comes back', async () => {
    const { student } = await planned()
    const made = await pause(student, 3)
    setNow(week(1) + DAY)
    expect(await expectOk(ending(student, made))).toMatchObject({ start: iso(week(1)), end: iso(week(2)) })
    expect((await ownOf(student)).info).toMatchObject({ end: iso(plusDays(END, 7)), pausedUntil: iso(week(2)) })
    setNow(week(2))
    expect(await ownOf(student)).toMatchObject({ remainingWeeklyMinutes: 120, carriedMinutes: 60 })
    expect(await outcome(pausing(student, 3))).toBe('illegal')
    expect(await pause(student, 2)).toMatchObject({ start: iso(week(3)) })
    await isProven(student)
  })

  it('cannot in its last week, and takes lessons after the earlier end with it', async () => {
    const [{ student }, other] = await Promise.all([planned(), planned()])
    const { tutor, slot } = await freeTutor()
    const made = await pause(student, 2)
    setNow(week(2))
    const late = await book(await again(student), { tutor, slot, start: week(5) + DAY })
    expect(await outcome(ending(student, made))).toBe('illegal')
    expect((await storedLesson(late))?.canceledAt).toBeNull()
    const second = await pause(other.student, 1)
    const lost = await book(await again(other.student), { tutor, slot, start: week(4) + DAY })
    await expectOk(ending(other.student, second))
    expect((await storedLesson(lost))?.canceledBy).toBe(other.student.id)
    expect((await ownOf(other.student)).info?.end).toBe(iso(END))
    await isProven(other.student)
  })
})

describe('staff', () => {
  it('pause beyond the allowance with a reason, and end a pause; students do not read why', async () => {
    const [{ student }, admin] = await Promise.all([planned(), newAdmin()])
    const byAdmin = { as: admin, reason: 'في المستشفى' }
    expect(await outcome(pausing(student, 1, { as: admin }))).toBe('bad-request')
    const first = await pause(student, 3)
    expect(await outcome(ending(student, first, { as: admin }))).toBe('bad-request')
    await expectOk(ending(student, first, byAdmin))
    const written = await rows<{ act: string; reason: string }>(
      'SELECT act, reason FROM audit_entries WHERE target_id = ? AND actor_id = ?',
      student.id,
      admin.id,
    )
    expect(written).toEqual([{ act: 'student.endPause', reason: 'في المستشفى' }])
    await run('UPDATE subscriptions SET pausable = 0 WHERE user_id = ?', student.id)
    const second = await expectOk<Pause>(pausing(student, 3, byAdmin))
    expect(second.reason).toBe('في المستشفى')
    setNow(week(4))
    expect((await pausesOf(student)).map(({ reason }) => reason)).toEqual([null, null])
    expect((await pausesOf(student, admin)).map(({ reason }) => reason)).toEqual(['في المستشفى', null])
    expect(await expectOk<Pause>(pausing(student, 3, byAdmin))).toMatchObject({ start: iso(week(5)) })
    const give = callApi('POST', `/student/${student.id}/minutes`, {
      as: await again(admin),
      body: { minutes: 30, reason: 'هدية' },
    })
    expect(await outcome(give)).toBe('ok')
    setNow(week(5))
    const later = { as: await again(admin), body: { minutes: 30, reason: 'هدية' } }
    expect(await outcome(callApi('POST', `/student/${student.id}/minutes`, later))).toBe('subscription-paused')
    await isProven(student)
  })
})

describe('a student whose plan staff pause', () => {
  const told = async (to: string) =>
    (
      await rows<{ channel: string; template: string; params: string }>(
        `SELECT channel, template, params FROM outbox WHERE "to" = ? AND template IN ('plan_paused', 'pause_ended', 'pause_undone') ORDER BY id`,
        to,
      )
    ).map(({ params, ...one }) => ({ ...one, ...(JSON.parse(params) as object) }))

  it('is told of it and of its end, by e-mail where WhatsApp does not reach, with the dates and without the reason', async () => {
    const [{ student }, admin] = await Promise.all([planned(), newAdmin()])
    const byAdmin = { as: admin, reason: 'في المستشفى' }
    await expectOk(ending(student, await expectOk<Pause>(pausing(student, 2, byAdmin)), byAdmin))
    const from = 'الأربعاء ٢٢ أبريل، ٥:٠٠ ص'
    const url = expect.stringMatching(/\/payments$/)
    const end = 'الأربعاء ١٣ مايو، ١:٠٠ م'
    const later = 'الأربعاء ٢٧ مايو، ١:٠٠ م'
    expect(await told(student.email)).toEqual([
      { channel: 'email', template: 'plan_paused', from, until: 'الأربعاء ٦ مايو، ٥:٠٠ ص', end: later, url },
      { channel: 'email', template: 'pause_undone', end, url },
    ])
  })

  it('is told by WhatsApp where it reaches, and of nothing that he does himself', async () => {
    const [{ student }, admin] = await Promise.all([planned(), newAdmin()])
    const phone = '01055555577'
    await run('UPDATE users SET notification_method = 1, phone = ? WHERE id = ?', phone, student.id)
    const own = await pause(student, 3)
    expect(await told(phone)).toEqual([])
    setNow(week(1) + DAY)
    await expectOk(ending(student, own, { as: admin, reason: 'رجع بدري' }))
    expect(await told(phone)).toEqual([
      {
        channel: 'whatsapp',
        template: 'pause_ended',
        until: 'الأربعاء ٢٩ أبريل، ٥:٠٠ ص',
        end: 'الأربعاء ٢٠ مايو، ١:٠٠ م',
        url: expect.any(String),
      },
    ])
  })
})

it('keeps each week’s grant over a year walked day by day, with pauses over both clock changes', async () => {
  const student = await verifiedStudent()
  const start = fromIso('2026-03-31T22:00:00Z')
  setNow(start)
  const end = subscriptionEnd(start, PlanPeriod.Year)
  const subscription = await subscribe(student, start, end)
  await run(
    'UPDATE subscriptions SET period = ?, pausable = 1, carries_over = 1 WHERE id = ?',
    PlanPeriod.Year,
    subscription,
  )
  // Before the clocks go forward on 24 April, before they go back on 30 October, and once more in between.
  const asked = new Map([
    ['2026-04-16', 2],
    ['2026-06-01', 1],
    ['2026-10-20', 3],
  ])
  let paused = 0
  for (let day = 0; day < (52 + 6) * 7; day++) {
    const now = plusDays(start, day) + hours(9)
    setNow(now)
    const weeks = asked.get(iso(now).slice(0, 10))
    if (weeks !== undefined) {
      await pause(student, weeks)
      paused += weeks
    }
    await triggerJob('renew-minutes')
  }
  expect(paused).toBe(6)
  const term = await row<{ start: number; end: number; period: typeof PlanPeriod.Year }>(
    'SELECT start, "end", period FROM subscriptions WHERE id = ?',
    subscription,
  )
  expect(term?.end).toBe(plusDays(start, (52 + 6) * 7))
  const stored = await rows<{ start: number; end: number }>(
    'SELECT start, "end" FROM pauses WHERE subscription_id = ?',
    subscription,
  )
  const expected = new Set<number>()
  for (let day = 0; term && day < (52 + 6) * 7; day++) {
    const { start: begun } = minutesWeekOf(term, plusDays(start, day) + hours(9))
    if (!stored.some((one) => isPausedAt({ pausedFrom: one.start, pausedUntil: one.end }, begun))) expected.add(begun)
  }
  expect(expected.size).toBe(52)
  expect(await grantsOf(subscription)).toEqual([...expected].toSorted((one, other) => one - other))
}, 120_000)
