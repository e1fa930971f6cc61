/** Another request comes between the decision about a pause and its write (docs/rules/minutes.md 10.11). */
import { describe, expect, it } from 'vitest'
import { openDb } from '#db/client'
import { hours, plusDays } from '#domain/cairo'
import {
  again,
  bindings,
  callApi,
  expectOk,
  insertSlot,
  onboardedTutor,
  outcome,
  type Person,
  run,
  setNow,
  triggerJob,
} from '#tests/people'
import { proveLedger } from '../../worker/withdrawals/ledger-proof.ts'
import type { Gateways } from './gateways.ts'
import { book, storedLesson, tryBook } from './lesson-fixtures.ts'
import { buyPlan, withGateways } from './order-fixtures.ts'
import { countRows, newPlan, payingStudent, plansOf } from './payment-fixtures.ts'
import { race } from './race.ts'

const NOW = '2026-02-11T11:00:00Z'
const START = Date.parse(NOW)
const END = START + 4 * hours(7 * 24)
const DAY = hours(24)
const week = (index: number) => plusDays(START - hours(8), index * 7)

let gateways: Gateways
withGateways(NOW, (opened) => {
  gateways = opened
})

const pausing = async (student: Person, weeks: number) =>
  callApi('POST', `/student/${student.id}/pauses`, { as: await again(student), body: { weeks } })
const ending = async (student: Person, { id }: { id: number }) =>
  callApi('DELETE', `/student/${student.id}/pauses/${id}`, { as: await again(student) })
const pausesOf = ({ id }: Person) =>
  countRows('pauses p JOIN subscriptions s ON s.id = p.subscription_id WHERE s.user_id = ?', id)
/** Lessons of these tests are not held, so that they have no outcome. */
async function isProven() {
  await triggerJob('renew-minutes')
  const findings = await proveLedger(openDb(bindings.DB), Date.now())
  expect(findings.filter(({ what }) => what !== 'lessons without an outcome')).toEqual([])
}

async function planned() {
  const [student, planId, tutor] = await Promise.all([payingStudent(), newPlan(), onboardedTutor()])
  await run('UPDATE plans SET pausable = 1, max_upcoming_lessons = 8, booking_weeks = 4 WHERE id = ?', planId)
  await buyPlan(gateways, student, planId)
  const slot = { id: await insertSlot(tutor, START, plusDays(START, 90)) }
  return { student: await again(student), planId, tutor, slot }
}

describe('a pause', () => {
  it('that two tabs ask for at once is one', async () => {
    const { student } = await planned()
    const answer = await race({
      write: 'subscriptions/pause:pause',
      refusedBy: 'subscription-moved',
      slow: () => outcome(pausing(student, 2)),
      fast: () => expectOk(pausing(student, 1)),
    })
    expect(answer).toBe('subscription-paused')
    expect(await pausesOf(student)).toBe(1)
    await isProven()
  })

  it('of twenty requests at once is one', async () => {
    const { student } = await planned()
    const answers = await Promise.all(Array.from({ length: 20 }, () => outcome(pausing(student, 1))))
    expect(answers.toSorted()).toEqual(['ok', ...Array.from({ length: 19 }, () => 'subscription-paused')])
    await isProven()
  })

  it('cancels the lesson that is booked meanwhile', async () => {
    const { student, tutor, slot } = await planned()
    const booked: { id: number }[] = []
    const answer = await race({
      write: 'subscriptions/pause:pause',
      refusedBy: 'illegal',
      slow: () => outcome(pausing(student, 1)),
      fast: async () => booked.push(await book(student, { tutor, slot, start: week(1) + DAY })),
    })
    expect(answer).toBe('ok')
    expect((await storedLesson(booked[0] ?? { id: 0 }))?.canceledBy).toBe(student.id)
    await isProven()
  })

  it('refuses the lesson that is being booked', async () => {
    const { student, tutor, slot } = await planned()
    const answer = await race({
      write: 'lessons/book:book',
      refusedBy: 'subscription-paused',
      slow: () => tryBook(student, { tutor, slot, start: week(1) + DAY }),
      fast: () => expectOk(pausing(student, 1)),
    })
    expect(answer).toBe('subscription-paused')
    await isProven()
  })

  it('is none of a plan that is cancelled meanwhile', async () => {
    const { student } = await planned()
    const answer = await race({
      write: 'subscriptions/pause:pause',
      refusedBy: 'subscription-moved',
      slow: () => outcome(pausing(student, 1)),
      fast: async () => {
        await expectOk(callApi('PATCH', '/sub/cancel', { as: student, body: {} }))
        await gateways.deliverAll()
      },
    })
    expect(answer).toBe('subscription-required')
    expect(await pausesOf(student)).toBe(0)
    await isProven()
  })

  it('moves the next period that is paid meanwhile', async () => {
    const { student, planId } = await planned()
    setNow(plusDays(END, -10))
    const answer = await race({
      write: 'subscriptions/pause:pause',
      refusedBy: 'subscription-moved',
      slow: () => outcome(pausing(student, 1)),
      fast: async () => buyPlan(gateways, await again(student), planId),
    })
    expect(answer).toBe('ok')
    const [running, next] = await plansOf(student)
    expect(running?.end).toBe(plusDays(END, 7))
    expect(next?.start).toBe(running?.end)
    await isProven()
  })
})

describe('the end of a pause', () => {
  it('that two tabs ask for at once is one', async () => {
    const { student } = await planned()
    const made = await expectOk<{ id: number }>(pausing(student, 2))
    const answer = await race({
      write: 'subscriptions/pause:endEarly',
      refusedBy: 'subscription-moved',
      slow: () => outcome(ending(student, made)),
      fast: () => expectOk(ending(student, made)),
    })
    expect(answer).toBe('illegal')
    await isProven()
  })

  it('refuses the lesson that is being booked in a week which the plan has no more', async () => {
    const { student, tutor, slot } = await planned()
    setNow(week(2))
    const made = await expectOk<{ id: number }>(pausing(student, 1))
    const answer = await race({
      write: 'lessons/book:book',
      refusedBy: 'week-boundaries-violation',
      slow: async () => tryBook(await again(student), { tutor, slot, start: week(4) + hours(1) }),
      fast: () => expectOk(ending(student, made)),
    })
    expect(answer).toBe('ok')
    await isProven()
  })

  it('cancels the lesson that is booked meanwhile after the earlier end', async () => {
    const { student, tutor, slot } = await planned()
    setNow(week(2))
    const made = await expectOk<{ id: number }>(pausing(student, 1))
    const booked: { id: number }[] = []
    const answer = await race({
      write: 'subscriptions/pause:endEarly',
      refusedBy: 'illegal',
      slow: () => outcome(ending(student, made)),
      fast: async () => booked.push(await book(await again(student), { tutor, slot, start: week(4) + hours(30) })),
    })
    expect(answer).toBe('ok')
    expect((await storedLesson(booked[0] ?? { id: 0 }))?.canceledBy).toBe(student.id)
    await isProven()
  })
})
