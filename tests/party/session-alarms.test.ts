import { beforeEach, describe, expect, it, vi } from 'vitest'
import { hours, minutes } from '#domain/cairo'
import { HEARTBEAT_TIMEOUT_MS } from '#domain/live'
import { eventually } from '#tests/eventually'
import { insertLesson, type Person, rows, run, setNow } from '#tests/people'
import { readTimer } from '../../party/timer.ts'
import { at, book, bookingFixture, NOW, startClockAtNoon, tryCancel, tryMove } from '../api/lesson-fixtures.ts'
import { sessionIdOf } from '../api/session-fixtures.ts'
import { alarmOf, runAlarm } from './alarms.ts'
import { attendanceOf, enterRoom } from './session-rooms.ts'

startClockAtNoon()

let tutor: Person
let student: Person
let slot: { id: number; start: string; end: string }

beforeEach(async () => {
  ;({ tutor, student, slot } = await bookingFixture(24))
  await run("UPDATE users SET notification_method = 1, phone = '01099999999' WHERE id IN (?, ?)", tutor.id, student.id)
})

/** Which reminders were written for a lesson. */
const reminded = async ({ id }: { id: number }) =>
  (
    await rows<{ name: string }>(
      "SELECT dedupe_key AS name FROM outbox WHERE template = 'lesson_reminder' AND dedupe_key LIKE ? ORDER BY id",
      `lesson:${id}:%`,
    )
  ).map(({ name }) => name.split(':')[2])

/** In how many whole minutes the alarm is due; null when none is set. */
async function alarmIn(session: string): Promise<number | null> {
  const alarm = await alarmOf(session)
  return alarm === null ? null : Math.round((alarm - readTimer()) / minutes(1))
}

const alarmSoonIn = (session: string, expected: number | null) =>
  eventually(async () => expect(await alarmIn(session)).toBe(expected))

describe('reminders', () => {
  it('are sent a day and an hour before by the room’s own alarms, once to each member', async () => {
    const lesson = await book(student, { tutor, slot, start: at(40) })
    const session = await sessionIdOf(lesson)
    await alarmSoonIn(session, 16 * 60)

    setNow(at(16))
    await runAlarm(session)
    await eventually(async () => expect(await reminded(lesson)).toEqual(['day', 'day']))
    expect(await alarmIn(session)).toBe(23 * 60)

    setNow(at(39))
    await runAlarm(session)
    await eventually(async () => expect(await reminded(lesson)).toEqual(['day', 'day', 'hour', 'hour']))
    // The next alarm is the end of the room, half an hour after the lesson's.
    expect(await alarmIn(session)).toBe(2 * 60)
  })

  it('follow a lesson that is moved, and are not sent for one that is cancelled', async () => {
    const lesson = await book(student, { tutor, slot, start: at(40) })
    const session = await sessionIdOf(lesson)
    await alarmSoonIn(session, 16 * 60)
    expect(await tryMove(student, { lesson, slot, start: at(42) })).toBe('ok')
    await alarmSoonIn(session, 18 * 60)
    expect(await tryCancel(student, lesson)).toBe('ok')
    await alarmSoonIn(session, null)
    setNow(at(18))
    expect(await runAlarm(session)).toBe(false)
    expect(await reminded(lesson)).toEqual([])
  })

  it('of the day are not sent for what is booked later than that', async () => {
    const lesson = await book(student, { tutor, slot, start: NOW + hours(24) })
    const session = await sessionIdOf(lesson)
    await alarmSoonIn(session, 23 * 60)
    setNow(NOW + hours(23))
    await runAlarm(session)
    await eventually(async () => expect(await reminded(lesson)).toEqual(['hour', 'hour']))
  })
})

describe('while somebody has joined', () => {
  /** Moves the machine's time on, and not the product's clock. */
  const pass = (ms: number) => {
    const now = performance.now()
    const spy = vi.spyOn(performance, 'now').mockReturnValue(now + ms)
    return () => spy.mockRestore()
  }

  it('a connection that was lost without closing is noticed, announced and recorded', async () => {
    const session = await sessionIdOf({ id: await insertLesson({ tutor, student, start: NOW }) })
    const dead = await enterRoom(session, tutor)
    const alive = await enterRoom(session, student)
    expect(await alarmOf(session)).toBeLessThan(readTimer() + HEARTBEAT_TIMEOUT_MS)
    const restore = pass(HEARTBEAT_TIMEOUT_MS)
    expect(await alive.send('ping')).toBe('ok')
    await runAlarm(session)
    restore()
    expect(await alive.receive('MemberLeftSessionId')).toEqual([{ userId: tutor.id }])
    await dead.waitForClose()
    expect(await attendanceOf(session)).toEqual([
      { type: 1, userId: tutor.id },
      { type: 1, userId: student.id },
      { type: 2, userId: tutor.id },
    ])
  })

  it('an empty room checks no heartbeats: its next alarm is its end', async () => {
    const session = await sessionIdOf({ id: await insertLesson({ tutor, student, start: NOW }) })
    const tab = await enterRoom(session, student)
    await tab.close()
    await runAlarm(session)
    expect(await alarmIn(session)).toBe(60)
  })
})
