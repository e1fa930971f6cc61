import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { LessonAttendance } from '#contract/lesson-decisions'
import type { WireCallMinute } from '#contract/live/session'
import { wasPoorCall } from '#db/call-minutes'
import { openDb } from '#db/client'
import { minutes } from '#domain/cairo'
import { RETENTION } from '#domain/retention'
import { CALL_BOUNDS, CALL_MINUTES_AT_ONCE, callFigures, countCall, isPoorCall } from '#domain/sessions/call-quality'
import {
  bindings,
  callApi,
  expectOk,
  insertSlot,
  newAdmin,
  outcome,
  type Person,
  row,
  rows,
  run,
  setNow,
  tokenFor,
  triggerJob,
  tutorManager,
} from '#tests/people'
import { attend, iso, startClockAtNoon } from '../api/lesson-fixtures.ts'
import { insertInterview } from '../api/session-fixtures.ts'
import { enterRoom, lessonInProgress, openSessionSocket, START } from './session-rooms.ts'
import { openTab, type Tab } from './socket.ts'

startClockAtNoon()

const END = START + minutes(30)
const PHONE = { 'user-agent': 'Mozilla/5.0 (Linux; Android 10; K) Chrome/131.0.0.0 Mobile Safari/537.36' }
const VODAFONE = { asOrganization: ' Vodafone Egypt\n' }

let tutor: Person
let student: Person
let lesson: { id: number }
let session: string

beforeEach(async () => {
  ;({ tutor, student, lesson, session } = await lessonInProgress())
})

const minuteAt = (nth: number, changes: Partial<WireCallMinute> = {}): WireCallMinute => ({
  minute: iso(START + minutes(nth)),
  loss: 3,
  roundTripMs: 90,
  jitterMs: 12,
  freezes: 0,
  frozenMs: 0,
  interruptedMs: 0,
  receivedKbps: 640,
  firstPictureMs: null,
  route: 'direct',
  network: 'cellular',
  failure: null,
  ...changes,
})
const failedAt = (nth: number) => {
  const nothing = Object.fromEntries(callFigures.map((name) => [name, null]))
  return { ...minuteAt(nth), ...nothing, route: null, failure: 'no-path' } as WireCallMinute
}
const poor = { loss: 51 }

const send = (tab: Tab, ...sent: unknown[]) => tab.send('CallMinutes', { sessionId: session, minutes: sent })

type Stored = { userId: number; minute: number; loss: number | null; isPoor: number; device: string; operator: string }
const stored = () =>
  rows<Stored>(
    'SELECT user_id AS userId, minute, loss, is_poor AS isPoor, device, operator FROM call_minutes WHERE lesson_id = ? ORDER BY minute, user_id',
    lesson.id,
  )
const poorCall = async () =>
  (await row<{ poor: number | null }>('SELECT poor_call AS poor FROM lesson_outcomes WHERE lesson_id = ?', lesson.id))
    ?.poor

const settle = async () => {
  await attend(tutor, lesson, START, END)
  await attend(student, lesson, START, END)
  setNow(END + minutes(16))
  await triggerJob('settle-lessons')
}

const evidenceFor = async (as: Person) =>
  expectOk<LessonAttendance>(callApi('GET', `/lesson/${lesson.id}/attendance`, { as }))

describe('a minute of a call', () => {
  it('is kept once for a person, with the class of the device and the operator of the network', async () => {
    setNow(START + minutes(2))
    const mine = await openTab(`/parties/session/${session}`, student, PHONE, VODAFONE)
    const his = await enterRoom(session, tutor)
    expect(await send(mine, minuteAt(0, { loss: 4 }), minuteAt(1))).toBe('ok')
    expect(await send(mine, minuteAt(1, { loss: 999 }))).toBe('ok')
    expect(await send(his, minuteAt(1, poor))).toBe('ok')
    const of = { device: 'phone', operator: 'Vodafone Egypt' }
    const byTime = [
      { userId: student.id, minute: START, loss: 4, isPoor: 0, ...of },
      { userId: tutor.id, minute: START + minutes(1), loss: 51, isPoor: 1, device: 'desktop', operator: '' },
      { userId: student.id, minute: START + minutes(1), loss: 3, isPoor: 0, ...of },
    ]
    expect(await stored()).toEqual(
      byTime.toSorted((one, other) => one.minute - other.minute || one.userId - other.userId),
    )
  })

  it('is kept once when both of two tabs send it at the same moment', async () => {
    setNow(START + minutes(2))
    const [one, other] = [await enterRoom(session, student), await openSessionSocket(session, student)]
    expect(await Promise.all([send(one, minuteAt(1)), send(other, minuteAt(1, poor)), send(one, minuteAt(1))])).toEqual(
      ['ok', 'ok', 'ok'],
    )
    expect(await stored()).toHaveLength(1)
  })

  it('is taken of who could not join, and of nobody else', async () => {
    setNow(START + minutes(2))
    const waiting = await openSessionSocket(session, student)
    expect(await send(waiting, failedAt(1))).toBe('ok')
    expect(
      await waiting.send('CallMinutes', { sessionId: `lesson:${crypto.randomUUID()}`, minutes: [minuteAt(1)] }),
    ).toBe('unallowed')
    expect(await stored()).toMatchObject([{ userId: student.id, loss: null, isPoor: 0 }])
  })

  it('is one of a lesson: interviews are not measured', async () => {
    const manager = await tutorManager()
    const slot = await insertSlot(manager, START, START + minutes(120), 4)
    session = await insertInterview({ manager, tutor, slot, start: START })
    const tab = await enterRoom(session, tutor)
    expect(await send(tab, minuteAt(0))).toBe('unallowed')
  })

  it('is taken while the room is open, and must have begun while it was', async () => {
    setNow(START - minutes(16))
    const tab = await openSessionSocket(session, student)
    expect(await send(tab, minuteAt(-16))).toBe('unallowed')
    setNow(START - minutes(15))
    expect(await send(tab, minuteAt(-16), minuteAt(-15), minuteAt(-14))).toBe('ok')
    setNow(END + minutes(30))
    const half = { minute: iso(START + 30_000) }
    expect(await send(tab, minuteAt(60), minuteAt(61), minuteAt(5, half))).toBe('ok')
    setNow(END + minutes(30) + 1)
    expect(await send(tab, minuteAt(10))).toBe('unallowed')
    expect((await stored()).map(({ minute }) => (minute - START) / minutes(1))).toEqual([-15, 60])
  })

  it('of a lesson that was cancelled before the room knew it is not kept', async () => {
    setNow(START + minutes(2))
    const tab = await enterRoom(session, student)
    await run('UPDATE lessons SET canceled_at = ?, canceled_by = ? WHERE id = ?', START, tutor.id, lesson.id)
    expect(await send(tab, minuteAt(1))).toBe('ok')
    expect(await stored()).toEqual([])
  })

  it('has values within their bounds, and a failed join has none', async () => {
    setNow(START + minutes(40))
    const tab = await enterRoom(session, student)
    for (const name of callFigures) {
      expect([name, await send(tab, minuteAt(0, { [name]: CALL_BOUNDS[name] + 1 }))]).toEqual([name, 'unreachable'])
      expect([name, await send(tab, minuteAt(0, { [name]: -1 }))]).toEqual([name, 'unreachable'])
      expect([name, await send(tab, minuteAt(0, { [name]: 1.5 }))]).toEqual([name, 'unreachable'])
    }
    const wrong = [
      { route: 'pigeon' },
      { network: 'vodafone' },
      { failure: 'bored' },
      { failure: 'no-path' },
      { minute: 'now' },
    ] as unknown as Partial<WireCallMinute>[]
    for (const changes of wrong)
      expect([changes, await send(tab, minuteAt(0, changes))]).toEqual([changes, 'unreachable'])
    expect(await send(tab)).toBe('unreachable')
    const many = Array.from({ length: CALL_MINUTES_AT_ONCE + 1 }, (_, nth) => minuteAt(nth))
    expect(await send(tab, ...many)).toBe('unreachable')
    expect(await send(tab, ...many.slice(1))).toBe('ok')
    expect(await stored()).toHaveLength(CALL_MINUTES_AT_ONCE)
    const greatest = minuteAt(0, Object.fromEntries(callFigures.map((name) => [name, CALL_BOUNDS[name]])))
    expect(await send(tab, greatest)).toBe('ok')
    expect(await stored()).toHaveLength(CALL_MINUTES_AT_ONCE + 1)
  })

  it('is read by staff beside the evidence, by tutor managers of their candidates, and by neither member', async () => {
    setNow(START + minutes(3))
    const tab = await openTab(`/parties/session/${session}`, student, PHONE, VODAFONE)
    await send(tab, minuteAt(1, poor), minuteAt(2, { firstPictureMs: 1200, network: null }))
    const { members, isPoorCall: isPoor } = await evidenceFor(await newAdmin())
    expect(isPoor).toBe(true)
    const of = ({ id }: Person) => members.find((one) => one.id === id)?.call
    expect(of(tutor)).toEqual([])
    expect(of(student)).toEqual([
      { ...minuteAt(1, poor), isPoor: true, device: 'phone', operator: 'Vodafone Egypt' },
      {
        ...minuteAt(2, { firstPictureMs: 1200, network: null }),
        isPoor: false,
        device: 'phone',
        operator: 'Vodafone Egypt',
      },
    ])
    for (const person of [tutor, student, await tutorManager()])
      expect(await outcome(callApi('GET', `/lesson/${lesson.id}/attendance`, { as: person }))).toBe('forbidden')
  })

  it('is kept for 90 days', async () => {
    setNow(START + minutes(3))
    const tab = await enterRoom(session, student)
    await send(tab, minuteAt(0, poor), minuteAt(1, poor), minuteAt(2, poor))
    await settle()
    setNow(START + RETENTION.callMinutes + minutes(2))
    await triggerJob('clear-expired')
    expect((await stored()).map(({ minute }) => minute)).toEqual([START + minutes(2)])
    expect(await poorCall()).toBe(1)
  })
})

describe('whether a call was poor', () => {
  it('is stored when the lesson is settled, and again by minutes that come later', async () => {
    setNow(START + minutes(20))
    const tab = await enterRoom(session, student)
    expect((await evidenceFor(await newAdmin())).isPoorCall).toBeNull()
    await send(tab, ...Array.from({ length: 15 }, (_, nth) => minuteAt(nth)), minuteAt(15, poor), minuteAt(16, poor))
    expect(await poorCall()).toBeUndefined()
    await settle()
    expect(await poorCall()).toBe(0)
    setNow(END + minutes(20))
    expect(await send(tab, minuteAt(17, poor))).toBe('ok')
    expect(await poorCall()).toBe(1)
  })

  it('is not known of a lesson of which nothing was measured, and changes neither outcome nor pay', async () => {
    await settle()
    const outcomeOf = () =>
      row(
        'SELECT outcome, pay, reason, due, earned_at, cut_short, late FROM lesson_outcomes WHERE lesson_id = ?',
        lesson.id,
      )
    const before = await outcomeOf()
    expect(await poorCall()).toBeNull()
    setNow(END + minutes(20))
    await send(await openSessionSocket(session, student), failedAt(3))
    expect(await poorCall()).toBe(1)
    expect(await outcomeOf()).toEqual(before)
  })

  it('filters the lessons of staff alone, and one that was cut short waits for them until it is decided', async () => {
    const admin = await newAdmin()
    setNow(START + minutes(10))
    const tab = await enterRoom(session, student)
    await send(tab, minuteAt(1, poor), minuteAt(2, poor), minuteAt(3, poor))
    await attend(tutor, lesson, START, START + minutes(12))
    await attend(student, lesson, START, START + minutes(12))
    setNow(END + minutes(46))
    await triggerJob('settle-lessons')
    const as = { ...admin, token: await tokenFor(admin.id) }
    const listed = async (query: string) => {
      const { list } = await expectOk<{ list: { lesson: { id: number } }[] }>(
        callApi('GET', `/lesson/list?size=100&start=${iso(START)}&${query}`, { as }),
      )
      return list.some((one) => one.lesson.id === lesson.id)
    }
    const queued = async () => {
      const { kinds } = await expectOk<{ kinds: { kind: string; items: { id: number }[] }[] }>(
        callApi('GET', '/dashboard/queue', { as }),
      )
      return kinds.some(({ kind, items }) => kind === 'lesson-wrong' && items.some(({ id }) => id === lesson.id))
    }
    const found = async () => [
      await listed('poorCall=true'),
      await listed('poorCall=true&outcome=1'),
      await listed(`poorCall=true&users[]=${tutor.id}`),
      await listed('poorCall=true&cutShort=true'),
      await listed('poorCall=false&outcome=1'),
      await listed(`poorCall=false&users[]=${tutor.id}`),
      await listed('wrong=true'),
      await queued(),
    ]
    expect(await found()).toEqual([true, true, true, true, false, false, true, true])
    for (const person of [tutor, student])
      expect(
        await outcome(
          callApi('GET', `/lesson/list?poorCall=true&users[]=${person.id}`, {
            as: { ...person, token: await tokenFor(person.id) },
          }),
        ),
      ).toBe('forbidden')
    await expectOk(
      callApi('POST', `/lesson/${lesson.id}/decision`, { as, body: { outcome: 2, reason: 'The call broke off' } }),
    )
    expect(await found()).toEqual([true, false, true, true, false, false, false, false])
  })

  it('is the same by the rule and in SQL', async () => {
    const one = fc.record({
      userId: fc.constantFrom(tutor.id, student.id),
      nth: fc.nat(15),
      isPoor: fc.boolean(),
      isFailed: fc.integer({ min: 0, max: 30 }).map((value) => value === 0),
    })
    const calls = fc.sample(
      fc.uniqueArray(one, { selector: ({ userId, nth }) => `${userId} ${nth}`, maxLength: 24 }),
      60,
    )
    for (const call of calls) {
      await run('DELETE FROM call_minutes')
      const rated = call.map(({ nth, isPoor, isFailed, userId }) => ({
        userId,
        minute: START + minutes(nth),
        isPoor: isPoor && !isFailed,
        failure: isFailed ? ('room' as const) : null,
      }))
      for (const { userId, minute, isPoor, failure } of rated)
        await run(
          `INSERT INTO call_minutes (lesson_id, user_id, minute, is_poor, failure, device, operator) VALUES (?, ?, ?, ?, ?, 'phone', '')`,
          lesson.id,
          userId,
          minute,
          Number(isPoor),
          failure,
        )
      const [found] = await openDb(bindings.DB).all<{ poor: number | null }>(
        sql`SELECT ${wasPoorCall(sql`${lesson.id}`)} AS poor`,
      )
      const expected = isPoorCall(countCall(rated))
      expect(found?.poor, JSON.stringify(rated)).toBe(expected === null ? null : Number(expected))
    }
  })
})
