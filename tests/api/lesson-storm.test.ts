import { expect, it, vi } from 'vitest'
import { openDb } from '#db/client'
import { seeded } from '#db/demo/random'
import { hours, minutes } from '#domain/cairo'
import {
  bindings,
  callApi,
  onboardedTutor,
  openSlot,
  outcome,
  type Person,
  rows,
  setNow,
  triggerJob,
} from '#tests/people'
import { proveLedger } from '../../worker/withdrawals/ledger-proof.ts'
import { openGateways } from './gateways.ts'
import { attend, book, tryCancel } from './lesson-fixtures.ts'
import { buyPlan } from './order-fixtures.ts'
import { newPlan, payingStudent } from './payment-fixtures.ts'

/**
 * In every minute of a lesson, and at both of its edges, its student, its tutor or both cancel it, after any attendance, and
 * some students cancel their plans at the same moment.
 */

const NOW = Date.parse('2026-02-11T10:00:00Z')
const START = NOW + hours(2)
const DURATION = 30

type Case = { student: Person; tutor: Person; lesson: { id: number }; minute: number }

it('leaves the ledger proven, and pays no tutor whose lesson gave its minutes back', async () => {
  setNow(NOW)
  const random = seeded('lesson-storm')
  const gateways = openGateways()
  const results = new Map<string, number>()
  const count = (result: string) => results.set(result, (results.get(result) ?? 0) + 1)
  try {
    const cases: Case[] = []
    for (let minute = -1; minute <= DURATION; minute++) {
      const [student, tutor, planId] = await Promise.all([payingStudent(), onboardedTutor(), newPlan()])
      await buyPlan(gateways, student, planId)
      const slot = await openSlot(tutor, START, 1)
      cases.push({ student, tutor, minute, lesson: await book(student, { tutor, slot, start: START }) })
    }
    for (const { student, tutor, minute, lesson } of cases) {
      setNow(START + minutes(minute))
      for (const person of [student, tutor]) {
        const came = START + minutes(random.int(-10, DURATION))
        if (random.chance(0.6) && came <= Date.now())
          await attend(person, lesson, came, random.chance(0.5) ? Math.min(Date.now(), came + minutes(8)) : null)
      }
      const cancelers = random.pick([[student], [tutor], [student, tutor], [student, student, tutor]])
      const endsPlan = random.chance(0.4)
      await Promise.all([
        ...cancelers.map(async (as) => count(`${as === tutor ? 'tutor' : 'student'}: ${await tryCancel(as, lesson)}`)),
        ...(endsPlan
          ? [outcome(callApi('PATCH', '/sub/cancel', { as: student, body: {} })).then((end) => count(`plan: ${end}`))]
          : []),
      ])
    }
    for (const later of [31, 46, 80]) {
      setNow(START + minutes(DURATION + later))
      await gateways.deliverAll()
      await Promise.all([triggerJob('settle-lessons'), triggerJob('settle-lessons')])
    }
    expect(await proveLedger(openDb(bindings.DB), Date.now())).toEqual([])

    const lessons = await rows<{ id: number; isCanceled: number; minutes: number; given: number; paid: number }>(
      `SELECT l.id, l.canceled_at IS NOT NULL AS isCanceled,
        (SELECT SUM(e.minutes) FROM minute_entries e WHERE e.lesson_id = l.id) AS minutes,
        (SELECT COALESCE(SUM(d.returned_minutes), 0) FROM lesson_decisions d WHERE d.lesson_id = l.id) AS given,
        (SELECT COALESCE(SUM(p.amount), 0) FROM lesson_members m JOIN accounts a ON a.code = 'tutor:' || m.user_id
          JOIN postings p ON p.account_id = a.id WHERE m.lesson_id = l.id) AS paid
       FROM lessons l`,
    )
    expect(lessons).toHaveLength(cases.length)
    for (const lesson of lessons) {
      expect({ ...lesson, isPaid: lesson.paid === 7_500 }).toSatisfy(() => lesson.paid === 0 || lesson.paid === 7_500)
      if (lesson.paid > 0) expect(lesson).toMatchObject({ isCanceled: 0, minutes: -30, given: 0 })
      if (lesson.minutes === 0) expect(lesson).toMatchObject({ isCanceled: 1, paid: 0, given: 0 })
    }
    const codes = new Set([...results.keys()].map((result) => result.replace(/^\w+: /, '')))
    expect([...codes].toSorted()).toEqual(['lesson-in-progress', 'ok'])
  } finally {
    console.log([...results].map(([result, times]) => `${result} ×${times}`).join(', '))
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
}, 180_000)
