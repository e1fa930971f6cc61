/** The same time every week (docs/rules/lessons.md 15.1 to 15.12). */
import { describe, expect, it } from 'vitest'
import { addDays, days, hours, localTime, minutes, plusDays } from '#domain/cairo'
import { endAfterNotice, REQUEST_MS } from '#domain/lessons/standing-times'
import {
  again,
  callApi,
  expectOk,
  insertSlot,
  newAdmin,
  onboardedTutor,
  openSlot,
  outcome,
  type Person,
  row,
  rows,
  run,
  setNow,
  subscribe,
  verifiedStudent,
} from '#tests/people'
import { busyQuartersOf, iso, NOW, startClockAtNoon, tryBook, tryCancel } from './lesson-fixtures.ts'
import {
  accepted,
  answer,
  ask,
  end,
  FIRST,
  findings,
  idOf,
  keep,
  lessonsOf,
  proof,
  setUp,
  standingOf,
  start,
  THURSDAY,
  toldOf,
  weeksOf,
} from './standing-fixtures.ts'

startClockAtNoon()

describe('asking for a standing time', () => {
  it('tells the tutor once, and keeps no time before it is accepted', async () => {
    const { tutor, student } = await setUp()
    expect(await ask(student, tutor)).toBe('ok')
    expect(await ask(student, tutor)).toBe('ok')
    expect(await standingOf(tutor)).toMatchObject([{ state: 'asked', student: { id: student.id }, weeks: [] }])
    expect(await toldOf(tutor)).toEqual(['standing_time_asked'])
    expect(await busyQuartersOf(tutor)).toEqual([])
  })

  it('is for students with a plan that allows it, three times at the most', async () => {
    const { tutor, student, subscription } = await setUp({ minutesAWeek: 600 })
    expect(await ask(await verifiedStudent(), tutor)).toBe('subscription-required')
    expect(await ask(student, { ...tutor, id: 999_999 })).toBe('tutor-not-found')
    expect(await ask(student, tutor, { ...THURSDAY, minute: 18 * 60 + 1 })).toBe('bad-request')
    await run('UPDATE subscriptions SET standing_times = 0 WHERE id = ?', subscription)
    expect(await ask(student, tutor)).toBe('standing-times-not-included')
    await run('UPDATE subscriptions SET standing_times = 1 WHERE id = ?', subscription)
    expect(await ask(student, tutor)).toBe('ok')
    expect(await ask(student, tutor, { ...THURSDAY, minute: 18 * 60 + 15, duration: 15 })).toBe('conflicting-lessons')
    const others = await Promise.all([1, 2, 3, 5].map((weekday) => ask(student, tutor, { ...THURSDAY, weekday })))
    expect(others.filter((one) => one === 'ok')).toHaveLength(2)
    expect(others.filter((one) => one === 'standing-limit-reached')).toHaveLength(2)
    await run('UPDATE users SET verified_email = 0 WHERE id = ?', student.id)
    expect(await ask(student, tutor, { ...THURSDAY, weekday: 0 })).toBe('forbidden')
  })

  it('fits the minutes of a week', async () => {
    const { tutor, student } = await setUp({ minutesAWeek: 45 })
    expect(await ask(student, tutor)).toBe('ok')
    expect(await ask(student, tutor, { ...THURSDAY, weekday: 1 })).toBe('no-enough-minutes')
  })

  it('is read by its student, its tutor and admins alone', async () => {
    const { tutor, student } = await setUp()
    await ask(student, tutor)
    const other = await verifiedStudent()
    expect(await outcome(callApi('GET', `/standing-time/list?userId=${student.id}`, { as: other }))).toBe('forbidden')
    expect(await outcome(callApi('GET', `/standing-time/list?userId=${student.id}`, { as: tutor }))).toBe('forbidden')
    expect(await standingOf(await newAdmin(), student.id)).toHaveLength(1)
  })
})

describe('answering', () => {
  it('accepts, and reserves the coming four weeks for the student', async () => {
    const { tutor, student, id } = await accepted()
    expect(await weeksOf(student)).toEqual([0, 1, 2, 3].map((week) => [addDays(FIRST, week * 7), 'reserved']))
    expect(await answer(tutor, id)).toBe('ok')
    expect(await busyQuartersOf(tutor)).toEqual(
      [0, 1, 2, 3].flatMap((week) => [start(week), start(week) + minutes(15)]),
    )
    expect(await toldOf(student)).toEqual(['standing_time_accepted'])
    expect(await answer(tutor, id, false)).toBe('illegal')
    await proof(tutor)
  })

  it('accepts only one of two that overlap, and declines the other', async () => {
    const { tutor, student } = await setUp()
    const other = await verifiedStudent()
    const subscription = await subscribe(other, NOW, NOW + days(28))
    await run('UPDATE subscriptions SET standing_times = 1 WHERE id = ?', subscription)
    const later = { ...THURSDAY, minute: 18 * 60 + 15 }
    expect([await ask(student, tutor), await ask(other, tutor, later)]).toEqual(['ok', 'ok'])
    expect(await answer(tutor, await idOf(student))).toBe('ok')
    expect(await answer(tutor, await idOf(other))).toBe('not-found')
    expect(await standingOf(other)).toMatchObject([{ state: 'declined', weeks: [] }])
    expect(await toldOf(other)).toEqual(['standing_time_declined'])
    expect(await ask(other, tutor, later)).toBe('standing-time-taken')
  })

  it('twice at the same moment reserves each week once', async () => {
    const { tutor, student } = await setUp()
    await ask(student, tutor)
    const id = await idOf(student)
    const both = await Promise.all([answer(tutor, id), answer(tutor, id), answer(tutor, id)])
    expect(both).toEqual(['ok', 'ok', 'ok'])
    expect(await weeksOf(student)).toHaveLength(4)
    expect(await toldOf(student)).toEqual(['standing_time_accepted'])
    await proof(tutor)
  })

  it('is for its tutor, while it lasts', async () => {
    const { tutor, student } = await setUp()
    await ask(student, tutor)
    const id = await idOf(student)
    expect(await answer(await onboardedTutor(), id)).toBe('forbidden')
    expect(await answer(student, id)).toBe('forbidden')
    setNow(NOW + REQUEST_MS)
    expect(await answer(tutor, id)).toBe('illegal')
    await keep()
    expect(await standingOf(student)).toMatchObject([{ state: 'lapsed' }])
    expect(await toldOf(student)).toEqual(['standing_time_declined'])
    expect(await answer(tutor, id)).toBe('not-found')
  })

  it('skips the weeks in which the tutor has no slot or something else, and says why', async () => {
    const { tutor, student, slots } = await setUp({ weeks: 3 })
    const other = await verifiedStudent()
    setNow(start(1) - days(2))
    expect(await tryBook(await again(other), { tutor, slot: { id: slots[1] ?? 0 }, start: start(1) })).toBe('ok')
    setNow(NOW)
    await ask(student, tutor)
    await answer(tutor, await idOf(student))
    expect((await weeksOf(student)).map(([, state]) => state)).toEqual(['reserved', 'taken', 'reserved', 'no-slot'])
  })
})

describe('a reserved time', () => {
  it('is taken for others, who are refused it, and is the student’s own to book', async () => {
    const { tutor, student, slots, id } = await accepted({ lessons: 2 })
    const other = await verifiedStudent()
    const input = { tutor, slot: { id: slots[0] ?? 0 }, start: start(0) }
    expect(await tryBook(other, { ...input, start: start(0) + minutes(15) })).toBe('busy-tutor')
    const hold = (as: Person) =>
      outcome(
        callApi('PUT', '/held-time', {
          as,
          body: { tutorId: tutor.id, slotId: input.slot.id, start: iso(start(0)), duration: 30 },
        }),
      )
    const shown = async (as: Person) =>
      (
        await expectOk<{ subslots: { start: string }[] }>(
          callApi(
            'GET',
            `/availability-slot?userIds=${tutor.id}&full=true&after=${iso(NOW)}&before=${iso(start(0) + hours(4))}`,
            { as },
          ),
        )
      ).subslots.map((one) => one.start)
    expect(await shown(other)).toEqual([iso(start(0))])
    expect(await shown(student)).toEqual([])
    expect(await hold(other)).toBe('busy-tutor')
    expect(await hold(student)).toBe('ok')
    expect(await tryBook(student, input)).toBe('ok')
    expect(
      await row(
        'SELECT state, lesson_id IS NOT NULL AS has FROM standing_weeks WHERE standing_time_id = ? LIMIT 1',
        id,
      ),
    ).toEqual({ state: 'booked', has: 1 })
    expect(await shown(student)).toEqual([iso(start(0))])
    await proof(tutor)
  })

  it('that somebody else books while it is accepted is skipped', async () => {
    const { tutor, student, slots } = await setUp()
    const other = await verifiedStudent()
    await ask(student, tutor)
    const id = await idOf(student)
    const [accepts, books] = await Promise.all([
      answer(tutor, id),
      tryBook(other, { tutor, slot: { id: slots[0] ?? 0 }, start: start(0) }),
    ])
    expect(accepts).toBe('ok')
    const [first] = await weeksOf(student)
    expect([books, first?.[1]]).toEqual(books === 'ok' ? ['ok', 'taken'] : ['busy-tutor', 'reserved'])
    await proof(tutor)
  })
})

describe('the job', () => {
  it('makes the lesson once when its minutes week has begun, and tells both', async () => {
    const { tutor, student } = await accepted()
    for (const [index, { id }] of [tutor, student].entries())
      await run('UPDATE users SET phone = ?, notification_method = 1 WHERE id = ?', `+20100000${1000 + id + index}`, id)
    await Promise.all([keep(), keep()])
    await keep()
    expect((await lessonsOf(student)).map((one) => one.start)).toEqual([start(0)])
    expect((await weeksOf(student)).map(([, state]) => state)).toEqual(['booked', 'reserved', 'reserved', 'reserved'])
    const told = await rows<{ id: number }>(
      'SELECT recipient_id AS id FROM schedule_notices WHERE recipient_id IN (?, ?) ORDER BY recipient_id',
      tutor.id,
      student.id,
    )
    expect(told.map((one) => one.id)).toEqual([tutor.id, student.id].sort((a, b) => a - b))
    await proof(tutor)
    // The next week begins on Wednesday at 05:00.
    const begin = plusDays(NOW, 7) - hours(7)
    setNow(begin - 1)
    await keep()
    expect(await lessonsOf(student)).toHaveLength(1)
    setNow(begin)
    await keep()
    expect((await lessonsOf(student)).map((one) => one.start)).toEqual([start(0), start(1)])
    expect(await weeksOf(student)).toHaveLength(4)
    await proof(tutor)
  })

  it('waits for the other upcoming lesson, and makes it afterwards', async () => {
    const { tutor, student } = await accepted({ minutesAWeek: 120 })
    const other = await onboardedTutor()
    const slot = await openSlot(other, NOW + hours(2), 4)
    expect(await tryBook(student, { tutor: other, slot, start: NOW + hours(3) })).toBe('ok')
    await keep()
    expect((await weeksOf(student))[0]?.[1]).toBe('reserved')
    setNow(NOW + hours(3) + minutes(31))
    await keep()
    expect((await weeksOf(student))[0]?.[1]).toBe('booked')
    await proof(tutor)
  })

  it('gives up a week while as many lessons are upcoming as allowed, and one with another lesson then', async () => {
    const { tutor, student, subscription } = await accepted({ minutesAWeek: 120 })
    const other = await onboardedTutor()
    const slot = await openSlot(other, start(0, 16), 4)
    expect(await tryBook(student, { tutor: other, slot, start: start(0) + minutes(15) })).toBe('ok')
    setNow(start(0) - hours(24))
    await keep()
    expect((await weeksOf(student))[0]?.[1]).toBe('limit')
    await run('UPDATE subscriptions SET max_upcoming_lessons = 2 WHERE id = ?', subscription)
    await run(`UPDATE standing_weeks SET state = 'reserved', why = NULL WHERE tutor_id = ? AND why = 'limit'`, tutor.id)
    await keep()
    expect((await weeksOf(student))[0]?.[1]).toBe('conflict')
    await proof(tutor)
  })

  it('books a lesson whose minutes come on the same day, when they come', async () => {
    const { tutor, student } = await setUp()
    const wednesday = { ...THURSDAY, weekday: 3 }
    await insertSlot(tutor, start(0, 16) + days(6), start(0, 20) + days(6))
    await ask(student, tutor, wednesday)
    await answer(tutor, await idOf(student))
    const begin = plusDays(NOW, 7) - hours(7)
    setNow(begin - minutes(1))
    await keep()
    expect((await weeksOf(student)).map(([, state]) => state)).toContain('reserved')
    expect(await lessonsOf(student)).toEqual([])
    setNow(begin)
    // Too late for this notice, but the tutor has accepted the time.
    await run('UPDATE tutors SET notice = 1440 WHERE id = ?', tutor.id)
    await keep()
    expect((await lessonsOf(student)).map((one) => one.start)).toEqual([start(0) + days(6)])
    await proof(tutor)
  })

  it('gives up a week 24 hours before without minutes, and tells both once', async () => {
    const { tutor, student } = await accepted({ minutesAWeek: 30 })
    const other = await onboardedTutor()
    const slot = await openSlot(other, start(0, 16), 4)
    await run('UPDATE subscriptions SET max_upcoming_lessons = 4 WHERE user_id = ?', student.id)
    expect(await tryBook(student, { tutor: other, slot, start: start(0, 16) })).toBe('ok')
    setNow(start(0) - hours(24) - 1)
    await keep()
    expect((await weeksOf(student))[0]?.[1]).toBe('reserved')
    setNow(start(0) - hours(24))
    await keep()
    await keep()
    expect((await weeksOf(student))[0]?.[1]).toBe('no-minutes')
    expect(await toldOf(student)).toEqual(['standing_time_accepted', 'standing_week_off'])
    expect(await toldOf(tutor)).toEqual(['standing_time_asked', 'standing_week_off'])
    expect(await busyQuartersOf(tutor)).not.toContain(start(0))
    expect(await tryCancel(student, { id: (await lessonsOf(student))[0]?.id ?? 0 })).toBe('ok')
    await proof(tutor)
  })

  it('gives up a week without a plan, and the standing time after two weeks of it', async () => {
    const { tutor, student, subscription } = await accepted()
    await run('UPDATE subscriptions SET terminated_at = ? WHERE id = ?', NOW, subscription)
    setNow(start(0) - hours(24))
    await keep()
    expect((await weeksOf(student)).map(([, state]) => state)).toEqual(['no-plan', 'reserved', 'reserved', 'reserved'])
    setNow(NOW + days(14) - 1)
    await keep()
    expect(await standingOf(student)).toMatchObject([{ state: 'accepted' }])
    setNow(NOW + days(14))
    await keep()
    expect(await standingOf(student)).toMatchObject([{ state: 'ended', weeks: [] }])
    expect(await busyQuartersOf(tutor)).toEqual([])
    expect((await toldOf(tutor)).at(-1)).toBe('standing_time_ended')
    expect((await toldOf(student)).at(-1)).toBe('standing_time_ended')
  })

  it('ends it when the tutor is no longer active', async () => {
    const { tutor, student } = await accepted()
    await run('UPDATE tutors SET activated = 0 WHERE id = ?', tutor.id)
    await keep()
    expect(await standingOf(student)).toMatchObject([{ state: 'ended' }])
    expect(await busyQuartersOf(tutor)).toEqual([])
  })

  it('follows the tutor’s slots: a week without one is skipped, told when it is near, and comes back', async () => {
    const { tutor, student, slots } = await accepted()
    await run('UPDATE availability_slots SET deleted = 1 WHERE id IN (?, ?)', slots[0], slots[3])
    await keep()
    await keep()
    expect((await weeksOf(student)).map(([, state]) => state)).toEqual(['no-slot', 'reserved', 'reserved', 'no-slot'])
    expect(await toldOf(student)).toEqual(['standing_time_accepted', 'standing_week_off'])
    expect(await toldOf(tutor)).toEqual(['standing_time_asked'])
    await run('UPDATE availability_slots SET deleted = 0 WHERE id = ?', slots[3])
    await keep()
    expect((await weeksOf(student)).map(([, state]) => state)).toEqual(['no-slot', 'reserved', 'reserved', 'reserved'])
    await proof(tutor)
  })

  it('keeps the hour on the clock through a year, with a lesson each week', async () => {
    const { tutor, student } = await setUp({ weeks: 56, plan: 52 })
    await ask(student, tutor)
    await answer(tutor, await idOf(student))
    for (let week = 0; week < 52; week++) {
      // The minutes weeks begin on Wednesdays.
      setNow(plusDays(NOW, week * 7) + hours(1))
      await keep()
      expect((await weeksOf(student)).filter(([, state]) => state === 'reserved')).toHaveLength(3)
    }
    const lessons = await lessonsOf(student)
    expect(lessons).toHaveLength(52)
    expect(new Set(lessons.map((one) => localTime(one.start).hour))).toEqual(new Set([18]))
    expect(new Set(lessons.map((one) => localTime(one.start).offsetMinutes))).toEqual(new Set([120, 180]))
    await proof(tutor)
  }, 120_000)
})

describe('ending a standing time', () => {
  it('takes a week: what is reserved after it is free at once, and the lesson stays', async () => {
    const { tutor, student, id } = await accepted({ lessons: 1 })
    await keep()
    expect(await end(tutor, id)).toBe('ok')
    expect(await standingOf(student)).toMatchObject([{ state: 'ended', endsAt: iso(endAfterNotice(NOW)) }])
    expect(await busyQuartersOf(tutor)).toEqual([start(0), start(0) + minutes(15)])
    expect((await toldOf(student)).at(-1)).toBe('standing_time_ended')
    expect(await toldOf(tutor)).toEqual(['standing_time_asked'])
    expect(await end(student, id)).toBe('not-found')
    await keep()
    expect(await lessonsOf(student)).toHaveLength(1)
    await proof(tutor)
  })

  it('still makes the lesson of the coming week', async () => {
    const { tutor, student, id } = await accepted()
    expect(await end(student, id)).toBe('ok')
    await keep()
    expect((await lessonsOf(student)).map((one) => one.start)).toEqual([start(0)])
    expect((await toldOf(tutor)).at(-1)).toBe('standing_time_ended')
    await proof(tutor)
  })

  it('withdraws a request at once, which its tutor declines', async () => {
    const { tutor, student } = await setUp()
    await ask(student, tutor)
    const id = await idOf(student)
    expect(await end(tutor, id)).toBe('illegal')
    expect(await end(await verifiedStudent(), id)).toBe('forbidden')
    expect(await end(student, id)).toBe('ok')
    expect(await answer(tutor, id)).toBe('not-found')
    expect(await ask(student, tutor)).toBe('ok')
  })

  it('by an admin takes a reason, which the audit log keeps', async () => {
    const { student, id } = await accepted()
    const admin = await newAdmin()
    expect(await end(admin, id)).toBe('bad-request')
    expect(await end(admin, id, { 'x-reason': 'asked by phone' })).toBe('ok')
    expect(
      await row(`SELECT reason FROM audit_entries WHERE act = 'standingTime.end' AND target_id = ?`, student.id),
    ).toEqual({ reason: 'asked by phone' })
  })
})

describe('the nightly proof', () => {
  it('finds a week whose time is not kept, one whose time is kept for nothing, and one that is reserved after the end', async () => {
    const { tutor, id } = await accepted()
    await run('DELETE FROM busy_quarters WHERE user_id = ? AND quarter = ?', tutor.id, start(0) / minutes(15))
    await run(
      `INSERT INTO busy_quarters (user_id, quarter, session_id) SELECT tutor_id, 1, session_id FROM standing_weeks WHERE standing_time_id = ? AND day = '2026-02-19'`,
      id,
    )
    await run(`UPDATE standing_times SET state = 'ended', ends_at = ? WHERE id = ?`, start(3), id)
    expect(await findings()).toMatchObject([{ expected: 0, found: 3 }])
    await run('DELETE FROM standing_weeks WHERE standing_time_id = ?', id)
    await run('DELETE FROM busy_quarters WHERE user_id = ?', tutor.id)
  })
})

describe('a pause of the plan', () => {
  it('frees the weeks inside it, leaves the others, and gives them back when it is undone', async () => {
    const { tutor, student, subscription } = await accepted()
    const pause = (from: number | null, until: number | null) =>
      run('UPDATE subscriptions SET paused_from = ?, paused_until = ? WHERE id = ?', from, until, subscription)
    const begin = plusDays(NOW, 7) - hours(7)
    await pause(begin, plusDays(begin, 14))
    await keep()
    expect((await weeksOf(student)).map(([, state]) => state)).toEqual(['booked', 'paused', 'paused', 'reserved'])
    expect((await toldOf(tutor)).filter((one) => one === 'standing_week_off')).toHaveLength(2)
    await proof(tutor)
    await pause(null, null)
    await keep()
    expect((await weeksOf(student)).map(([, state]) => state)).toEqual(['booked', 'reserved', 'reserved', 'reserved'])
    await proof(tutor)
  })
})
