import { describe, expect, it } from 'vitest'
import { hours, minutes } from '#domain/cairo'
import {
  onboardedTutor,
  openSlot,
  row,
  rows,
  run,
  setNow,
  subscribe,
  triggerJob,
  verifiedStudent,
  verifiedStudents,
} from '#tests/people'
import {
  book,
  busyQuartersOf,
  iso,
  NOW,
  remainingMinutes,
  startClockAtNoon,
  tryBook,
  tryMove,
} from './lesson-fixtures.ts'

startClockAtNoon()

describe('times around midnight and changes of daylight saving time', () => {
  it('a lesson can span midnight', async () => {
    const [tutor, student] = await Promise.all([onboardedTutor(), verifiedStudent()])
    const midnight = Date.parse('2026-02-12T22:00:00Z')
    const slot = await openSlot(tutor, midnight - hours(1), 2)
    const lesson = await book(student, { tutor, slot, start: midnight - minutes(15) })
    expect(await busyQuartersOf(student)).toEqual([midnight - minutes(15), midnight])
    expect(await tryMove(student, { lesson, slot, start: midnight })).toBe('ok')
  })

  it('a slot over the hour that is skipped in spring has its real length', async () => {
    setNow('2026-04-23T12:00:00Z')
    const [tutor, student] = await Promise.all([onboardedTutor(), verifiedStudent()])
    const [eleven, two] = [Date.parse('2026-04-23T21:00:00Z'), Date.parse('2026-04-23T23:00:00Z')]
    const slot = await openSlot(tutor, eleven, 2)
    expect(Date.parse(slot.end)).toBe(two)
    const lesson = await book(student, { tutor, slot, start: eleven + minutes(45) })
    expect(await tryBook(await verifiedStudent(), { tutor, slot, start: eleven + minutes(75) })).toBe('ok')
    expect(await tryBook(await verifiedStudent(), { tutor, slot, start: two - minutes(15) })).toBe('busy-tutor')
    expect(lesson.start).toBe('2026-04-23T21:45:00.000Z')
  })

  it('each of the two hours 23:00 in autumn can be booked on its own', async () => {
    setNow('2026-10-29T08:00:00Z')
    const [tutor, [first, second]] = await Promise.all([onboardedTutor(), verifiedStudents(2)])
    if (!first || !second) throw new Error('two students')
    const slot = await openSlot(tutor, Date.parse('2026-10-29T19:00:00Z'), 3)
    const [early, late] = [Date.parse('2026-10-29T20:00:00Z'), Date.parse('2026-10-29T21:00:00Z')]
    await book(first, { tutor, slot, start: early })
    expect(await tryBook(second, { tutor, slot, start: early })).toBe('busy-tutor')
    const lesson = await book(second, { tutor, slot, start: late })
    expect(await busyQuartersOf(tutor)).toEqual([early, early + minutes(15), late, late + minutes(15)])
    setNow(late)
    expect(await tryMove(second, { lesson, slot, start: late + minutes(30) })).toBe('lesson-time-passed')
    expect(await tryBook(first, { tutor, slot, start: late + minutes(30) })).toBe('ok')
  })
})

describe('the weekly renewal', () => {
  const renew = () => triggerJob('renew-minutes')
  const grantsOf = async (subscription: number) =>
    (
      await rows<{ week: number; minutes: number }>(
        `SELECT week, minutes FROM minute_entries WHERE subscription_id = ? AND kind = 'grant' ORDER BY week`,
        subscription,
      )
    ).map(({ week, minutes: granted }) => `${iso(week)} ${granted}`)
  const START = NOW - hours(24 * 10)
  const END = START + hours(24 * 28)

  it('grants a week once, however often, late or concurrently it runs', async () => {
    const subscription = await subscribe(await verifiedStudent(), START, END, 120)
    await renew()
    const week = ['2026-02-08T03:00:00.000Z 120']
    expect(await grantsOf(subscription)).toEqual(week)
    await renew()
    expect((await row<{ outcome: string }>('SELECT outcome FROM job_runs ORDER BY id DESC'))?.outcome).toBe(
      '{"subscriptions":0}',
    )
    await Promise.all([renew(), renew(), renew()])
    setNow('2026-02-15T02:59:59Z')
    await renew()
    expect(await grantsOf(subscription)).toEqual(week)
    setNow('2026-02-15T03:00:00Z')
    await renew()
    expect(await grantsOf(subscription)).toEqual([...week, '2026-02-15T03:00:00.000Z 120'])
  })

  it('makes the same grant as a read or a booking before it', async () => {
    const student = await verifiedStudent()
    const subscription = await subscribe(student, START, END, 120)
    await Promise.all([remainingMinutes(student), remainingMinutes(student)])
    expect(await grantsOf(subscription)).toHaveLength(1)
    await renew()
    expect(await grantsOf(subscription)).toHaveLength(1)

    setNow('2026-02-15T08:00:00Z')
    const tutor = await onboardedTutor()
    const slot = await openSlot(tutor, Date.parse('2026-02-15T12:00:00Z'), 1)
    await book({ ...student }, { tutor, slot, start: Date.parse(slot.start) })
    await renew()
    expect(await grantsOf(subscription)).toHaveLength(2)
    expect(await remainingMinutes(student)).toBe(90)
  })

  it('grants nothing to trials, nor to subscriptions that are future, ended or terminated', async () => {
    const [trial, early, over, ended] = await verifiedStudents(4)
    if (!trial || !early || !over || !ended) throw new Error('four students')
    const subscriptions = [
      await subscribe(early, NOW + 1, NOW + hours(24 * 28)),
      await subscribe(over, NOW - hours(24 * 28), NOW - 1),
      await subscribe(ended, START, END),
    ]
    await run('UPDATE subscriptions SET terminated_at = ? WHERE id = ?', NOW, subscriptions[2])
    await renew()
    for (const subscription of subscriptions) expect(await grantsOf(subscription)).toEqual([])
    const trials = await rows(
      `SELECT e.id FROM minute_entries e JOIN subscriptions s ON s.id = e.subscription_id WHERE s.user_id = ? AND e.kind = 'grant'`,
      trial.id,
    )
    expect(trials).toHaveLength(1)
  })

  it('grants four weeks a month, not a fifth for the rest of the last day', async () => {
    const student = await verifiedStudent()
    const subscription = await subscribe(student, NOW, NOW + hours(24 * 28), 60)
    for (let day = 0; day <= 28; day++) {
      setNow(NOW + hours(24 * day))
      await renew()
    }
    expect(await grantsOf(subscription)).toHaveLength(4)
  })
})
