/** Another request comes between the decision about a pause and its write (docs/rules/minutes.md 10.11). */
import { describe, expect, it } from 'vitest'
import { openDb } from '#db/client'
import { hours, plusDays } from '#domain/cairo'
import {
  again,
  bindings,
  callApi,
  expectOk,
  insertLesson,
  insertSlot,
  newAdmin,
  onboardedTutor,
  outcome,
  type Person,
  row,
  run,
  setNow,
  subscribe,
  triggerJob,
  verifiedStudent,
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

describe('the database', () => {
  const refused = (statement: Promise<unknown>, why: string) => expect(statement).rejects.toThrow(why)
  /** A plan of four weeks from `START` on that can be paused, with its first grant, and nothing else. */
  async function stored(of?: Person, start = START) {
    const student = of ?? (await verifiedStudent())
    const plan = await subscribe(student, start, plusDays(start, 28))
    await run('UPDATE subscriptions SET pausable = 1 WHERE id = ?', plan)
    return { student, plan, add: adding(plan, student) }
  }
  type Pause = { from?: number; until?: number; at?: number; reason?: string | null }
  /** Inserts a pause of the second week, or another. */
  const adding =
    (plan: number, { id }: Person) =>
    ({ from = week(1), until = from + 7 * DAY, at = START, reason = null }: Pause = {}) =>
      run(
        'INSERT INTO pauses (subscription_id, start, "end", created_by, reason, created_at) VALUES (?, ?, ?, ?, ?, ?)',
        plan,
        from,
        until,
        id,
        reason,
        at,
      )
  const change = (plan: number, assignment: string, ...values: unknown[]) =>
    run(`UPDATE pauses SET ${assignment} WHERE subscription_id = ?`, ...values, plan)
  const entry = (
    plan: number,
    kind: string,
    minutes: number,
    at: number,
    more: { lesson?: number; by?: Person } = {},
  ) =>
    run(
      'INSERT INTO minute_entries (subscription_id, week, kind, minutes, lesson_id, given_by, reason, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      plan,
      at,
      kind,
      minutes,
      more.lesson ?? null,
      more.by?.id ?? null,
      more.by ? 'هدية' : null,
      START,
    )
  const move = (plan: number, end: number) => run('UPDATE subscriptions SET "end" = ? WHERE id = ?', end, plan)

  it('takes a pause of a plan that runs, can be paused and goes on after it, and writes it on the plan', async () => {
    const { student, plan, add } = await stored()
    await refused(add({ from: plusDays(START, 28) }), 'illegal')
    await refused(add({ from: START - 7 * DAY, at: START - 8 * DAY }), 'illegal')
    await refused(add({ until: week(1) }), 'illegal')
    await refused(add({ until: week(4) + hours(2) }), 'pauses_length')
    await refused(add({ at: week(1) }), 'pauses_later')
    await run('UPDATE subscriptions SET pausable = 0 WHERE id = ?', plan)
    await refused(add(), 'illegal')
    await add({ reason: 'في المستشفى' })
    const paused = await row(
      'SELECT paused_from AS "from", paused_until AS until FROM subscriptions WHERE id = ?',
      plan,
    )
    expect(paused).toEqual({ from: week(1), until: week(2) })
    const trial = await row<{ id: number }>('SELECT id FROM subscriptions WHERE user_id = ? AND period = 3', student.id)
    await refused(adding(trial?.id ?? 0, student)({ reason: 'في المستشفى' }), 'illegal')
    const ended = await stored()
    await run(
      'UPDATE subscriptions SET terminated_at = ?, terminated_by = ? WHERE id = ?',
      START,
      ended.student.id,
      ended.plan,
    )
    await refused(ended.add(), 'illegal')
    await refused((await stored(undefined, START + 1)).add(), 'illegal')
  })

  it('leaves a week between two pauses of a plan', async () => {
    const { add } = await stored()
    await add()
    for (const from of [week(1), week(2)]) await refused(add({ from, reason: 'في المستشفى' }), 'subscription-paused')
    await add({ from: week(3) })
  })

  it('takes two pieces a quarter, of three weeks together, of all plans of a student; staff may exceed that', async () => {
    const { student, plan, add } = await stored()
    await run('UPDATE subscriptions SET period = 1, "end" = ? WHERE id = ?', plusDays(START, 84), plan)
    await add()
    await refused(add({ from: week(3), until: week(6) }), 'illegal')
    await add({ from: week(3), until: week(5) })
    await refused(add({ from: week(7) }), 'illegal')
    await add({ from: week(7), reason: 'في المستشفى' })
    const later = plusDays(START, 84)
    const next = await stored(student, later)
    const within = (weeks: number) => plusDays(week(1), weeks * 7)
    await refused(next.add({ from: within(12), at: later }), 'illegal')
    // Of the three that began in the quarter before, two count no more from here on.
    await run('UPDATE subscriptions SET period = 1, "end" = ? WHERE id = ?', plusDays(later, 84), next.plan)
    await next.add({ from: within(15), until: within(17), at: later })
  })

  it('takes no pause of a week that is granted or booked, and nothing in a paused one', async () => {
    const [granted, booked] = [await stored(), await stored()]
    const [tutor, boss] = [await onboardedTutor(), await newAdmin()]
    await entry(granted.plan, 'grant', 60, week(1))
    await refused(granted.add(), 'illegal')
    const lesson = await insertLesson({ tutor, student: booked.student, start: week(1) + DAY })
    await entry(booked.plan, 'booking', -30, week(1), { lesson })
    await refused(booked.add(), 'illegal')
    await entry(booked.plan, 'return', 30, week(1), { lesson })
    await booked.add()
    await refused(entry(booked.plan, 'grant', 60, week(1)), 'subscription-paused')
    await refused(entry(booked.plan, 'adjustment', 30, week(1), { by: boss }), 'subscription-paused')
    const other = await insertLesson({ tutor, student: booked.student, start: week(1) + 2 * DAY })
    await refused(entry(booked.plan, 'booking', -30, week(1), { lesson: other }), 'subscription-paused')
    await entry(booked.plan, 'grant', 60, week(2))
  })

  it('lets a pause only end early, once, with a week that has not begun, and deletes none', async () => {
    const { student, plan, add } = await stored()
    await add({ until: week(3) })
    const now = week(1) + DAY
    await refused(change(plan, '"end" = ?', week(2)), 'illegal')
    await refused(change(plan, 'ended_at = ?', now), 'illegal')
    const ended = 'ended_at = ?, ended_by = ?, "end" = ?'
    await refused(change(plan, ended, now, student.id, week(3)), 'illegal')
    await refused(change(plan, ended, now, student.id, week(4)), 'illegal')
    await refused(change(plan, ended, now, student.id, now), 'illegal')
    await refused(change(plan, `${ended}, start = start - 1`, now, student.id, week(2)), 'illegal')
    await refused(change(plan, 'ended_at = ?, "end" = ?', now, week(2)), 'pauses_ended')
    await refused(change(plan, 'end_reason = ?', 'x'), 'illegal')
    await change(plan, ended, now, student.id, week(2))
    const until = await row('SELECT paused_until AS until FROM subscriptions WHERE id = ?', plan)
    expect(until).toEqual({ until: week(2) })
    await refused(change(plan, ended, now, student.id, week(1) + 2 * DAY), 'illegal')
    await refused(run('DELETE FROM pauses WHERE subscription_id = ?', plan), 'illegal')
  })

  it('undoes one before it begins, which leaves the plan as it was', async () => {
    const { student, plan, add } = await stored()
    await add()
    await change(plan, 'ended_at = ?, ended_by = ?, "end" = start', START, student.id)
    const paused = await row(
      'SELECT paused_from AS "from", paused_until AS until FROM subscriptions WHERE id = ?',
      plan,
    )
    expect(paused).toEqual({ from: null, until: null })
    await entry(plan, 'grant', 60, week(1))
  })

  it('moves an end no further than the pauses, and never away from a coming lesson', async () => {
    const { student, plan, add } = await stored()
    const tutor = await onboardedTutor()
    await refused(move(plan, plusDays(END, 7)), 'illegal')
    await add({ until: week(3) })
    await refused(move(plan, plusDays(END, 21)), 'illegal')
    await move(plan, plusDays(END, 14))
    const lesson = await insertLesson({ tutor, student, start: week(4) + DAY })
    await run(
      'INSERT OR IGNORE INTO upcoming_lessons (lesson_id, student_id, subscription_id, ends_at) VALUES (?, ?, ?, ?)',
      lesson,
      student.id,
      plan,
      week(4) + DAY + hours(1),
    )
    await entry(plan, 'booking', -30, week(4), { lesson })
    await refused(move(plan, END), 'illegal')
    await entry(plan, 'return', 30, week(4), { lesson })
    await move(plan, END)
    await refused(entry(plan, 'booking', -30, week(4), { lesson }), 'week-boundaries-violation')
  })
})
