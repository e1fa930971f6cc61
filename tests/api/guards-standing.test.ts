import { describe, expect, it } from 'vitest'
import { days } from '#domain/cairo'
import { bindings, run, subscribe, triggerJob, verifiedStudent } from '#tests/people'
import { bookWeek, dueWeeks } from '../../worker/jobs/book-standing-week.ts'
import { NOW, startClockAtNoon, tryBook } from './lesson-fixtures.ts'
import { race } from './race.ts'
import {
  accepted,
  answer,
  ask,
  db,
  idOf,
  lessonsOf,
  proof,
  setUp,
  standingOf,
  start,
  THURSDAY,
  weeksOf,
} from './standing-fixtures.ts'

startClockAtNoon()

describe('a standing time', () => {
  it('at two times at once counts the minutes of both', async () => {
    const { tutor, student } = await setUp({ minutesAWeek: 45 })
    const late = await race({
      write: 'standing/ask:ask',
      refusedBy: 'standing-times-changed',
      slow: () => ask(student, tutor),
      fast: () => ask(student, tutor, { ...THURSDAY, weekday: 1 }),
    })
    expect(late).toBe('no-enough-minutes')
    expect(await standingOf(student)).toHaveLength(1)
  })

  it('of two that overlap, at the same moment', async () => {
    const { tutor, student } = await setUp()
    const other = await verifiedStudent()
    const subscription = await subscribe(other, NOW, NOW + days(28))
    await run('UPDATE subscriptions SET standing_times = 1 WHERE id = ?', subscription)
    await ask(student, tutor)
    await ask(other, tutor)
    const [first, second] = [await idOf(student), await idOf(other)]
    const late = await race({
      write: 'standing/answer:answer',
      refusedBy: 'standing-time-answered',
      slow: () => answer(tutor, first),
      fast: () => answer(tutor, second),
    })
    expect(late).toBe('not-found')
    expect(await standingOf(student)).toMatchObject([{ state: 'declined' }])
    expect(await standingOf(other)).toMatchObject([{ state: 'accepted' }])
    await proof(tutor)
  })

  it('is booked against somebody who decided just before it was reserved', async () => {
    const { tutor, student, slots } = await setUp()
    const other = await verifiedStudent()
    await ask(student, tutor)
    const id = await idOf(student)
    const late = await race({
      write: 'lessons/book:book',
      refusedBy: 'busy_quarters.user_id, busy_quarters.quarter',
      slow: () => tryBook(other, { tutor, slot: { id: slots[0] ?? 0 }, start: start(0) }),
      fast: () => answer(tutor, id),
    })
    expect(late).toBe('busy-tutor')
    await proof(tutor)
  })

  it('does not make the lesson of a week that is booked at the same moment', async () => {
    const { tutor, student, slots } = await accepted({ lessons: 4 })
    await triggerJob('renew-minutes')
    const week = (await dueWeeks(db, Date.now(), 100)).find(({ studentId }) => studentId === student.id)
    if (!week) throw new Error('no week is due')
    await race({
      write: 'jobs/book-standing-week:bookWeek',
      refusedBy: 'busy_quarters.user_id, busy_quarters.quarter',
      slow: () => bookWeek(bindings, db, week, Date.now()),
      fast: () => tryBook(student, { tutor, slot: { id: slots[0] ?? 0 }, start: start(0) }),
    })
    expect(await lessonsOf(student)).toHaveLength(1)
    expect((await weeksOf(student))[0]?.[1]).toBe('booked')
    await proof(tutor)
  })
})
