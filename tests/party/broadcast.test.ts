import { beforeAll, describe, expect, it } from 'vitest'
import { BROADCAST_ROOMS, maySubscribe } from '#domain/live'
import {
  callApi,
  expectOk,
  newAdmin,
  onboardedTutor,
  type Person,
  verifiedStudent,
  verifiedStudents,
} from '#tests/people'
import { onePersonPerRole, type PeopleByRole } from '../api/bad-inputs.ts'
import { replaceD1Methods } from '../api/d1-methods.ts'
import { at, book, bookingFixture, iso, startClockAtNoon, tryCancel, tryMove } from '../api/lesson-fixtures.ts'
import { openBroadcastRoom, openTab, refusalOf, type Tab, upgrade, withToken } from './socket.ts'

startClockAtNoon()

let people: PeopleByRole
beforeAll(async () => {
  people = await onePersonPerRole()
})

type Card = { id: number; nearestFreeTime: string | null }

describe('a broadcast room', () => {
  it('is open to the roles that may subscribe to it, and to nobody else', async () => {
    for (const room of BROADCAST_ROOMS)
      for (const [role, person] of people) {
        const answer = upgrade(`/parties/broadcast/${room}`, person ? withToken(person.token) : {})
        const isOpen = role !== null && maySubscribe(room, role)
        if (person && isOpen) {
          const { status, headers, webSocket } = await answer
          expect([room, role, status, headers.get('sec-websocket-protocol')]).toEqual([room, role, 101, 'bearer'])
          webSocket?.accept()
          webSocket?.close()
        } else
          expect([room, role, ...(await refusalOf(answer))]).toEqual([
            room,
            role,
            ...(person ? [403, 'forbidden'] : [401, 'unauthenticated']),
          ])
      }
  })

  it('must be known by its name and be opened as a WebSocket', async () => {
    const boss = await newAdmin()
    for (const room of ['tutorscache', 'TutorsCache:0', 'toString', '__proto__', 'x'])
      expect(await refusalOf(upgrade(`/parties/broadcast/${room}`, withToken(boss.token)))).toEqual([
        404,
        'room-not-found',
      ])
    const plain = upgrade('/parties/broadcast/TutorsCache', { ...withToken(boss.token), upgrade: '' })
    expect(await refusalOf(plain)).toEqual([400, 'bad-request'])
    const forged = upgrade('/parties/broadcast/AdminInvoices', withToken(`${boss.token.slice(0, -4)}AAAA`))
    expect(await refusalOf(forged)).toEqual([401, 'unauthenticated'])
  })

  it('is not chosen by the query or the headers of the upgrade', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const spoof = { 'x-partykit-room': 'AdminInvoices:0', 'x-partykit-props': '{', 'x-user': '1' }
    const tab = await openTab('/parties/broadcast/TutorsCache?room=AdminInvoices&_pk=x', student, spoof)
    await book(student, { tutor, slot, start: at(25) })
    expect(await tab.receive('LessonBooked')).toHaveLength(1)
  })

  it('hears of a time that is held and released, without a card or a list to read again', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const tab = await openBroadcastRoom('TutorsCache', student)
    const body = { tutorId: tutor.id, slotId: slot.id, start: iso(at(25)), duration: 30 }
    const hold = () => expectOk(callApi('PUT', '/held-time', { as: student, body }))
    const release = () =>
      expectOk(callApi('DELETE', `/held-time?tutorId=${tutor.id}&start=${body.start}`, { as: student }))
    await hold()
    expect(await tab.receive('TutorTimesChanged')).toEqual([{ tutor: tutor.id }])
    // What changes nothing is not told.
    await hold()
    await release()
    await release()
    expect(await tab.receive('TutorTimesChanged', 2)).toHaveLength(2)
    await book(student, { tutor, slot, start: at(25) })
    await tab.receive('TutorUpdated')
    expect(await tab.receive('TutorTimesChanged', 2)).toHaveLength(2)
    for (const event of ['TutorsCacheUpdated', 'TutorUpdated']) expect(await tab.receive(event)).toHaveLength(1)
  })

  it('hears of a booking and of the tutor’s new card, which the batch of the booking has read', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const tab = await openBroadcastRoom('TutorsCache', student)
    let reads = 0
    const restore = replaceD1Methods({
      batch: (statements, original) => {
        if (/^select .* from "cache_versions"/i.test(statements[0]?.statement ?? '')) reads++
        return original()
      },
    })
    await book(student, { tutor, slot, start: at(25) })
    for (const event of ['LessonBooked', 'TutorsCacheUpdated', 'TutorUpdated'])
      expect(await tab.receive(event)).toHaveLength(1)
    restore()
    expect(reads).toBe(0)
  })

  it('is publish-only: a client’s frames are answered and reach nobody', async () => {
    const [one, other] = (await verifiedStudents(2)) as [Person, Person]
    const tabs = [
      await openBroadcastRoom('TutorsCache', one),
      await openBroadcastRoom('TutorsCache', one),
      await openBroadcastRoom('TutorsCache', other),
    ]
    const [tab] = tabs as [Tab]
    for (const frame of ['', '{', '[]', 'null', '{"event":"TutorsCacheUpdated"}', `"${'x'.repeat(100_000)}"`])
      expect(await tab.sendUnnamed(frame)).toBe('unallowed')
    expect(await tab.sendUnnamed(new Uint8Array([0, 255]).buffer)).toBe('unallowed')
    for (const event of ['TutorsCacheUpdated', 'TutorUpdated', 'LessonBooked', 'SendMessage'])
      expect(await tab.send(event, { tutor: 1, lesson: 1 })).toBe('unallowed')
    for (const one of tabs) expect(await one.send('ping')).toBe('ok')
    for (const silent of tabs.slice(1)) expect(silent.frames).toHaveLength(1)
  })
})

describe('subscribers of the tutors’ room', () => {
  /** Enough people that every shard of the room has some. */
  const subscribe = async () =>
    Promise.all((await verifiedStudents(16)).map((person) => openBroadcastRoom('TutorsCache', person)))

  it('all receive that a lesson was booked, moved and cancelled, and the tutor’s new card', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const tabs = await subscribe()
    const soonest = async (times: number) => {
      const cards = await Promise.all(
        tabs.map(async (tab) => (await tab.receive('TutorUpdated', times)).at(-1) as Card),
      )
      expect(new Set(cards.map(({ id }) => id))).toEqual(new Set([tutor.id]))
      const [time, ...others] = new Set(cards.map(({ nearestFreeTime }) => nearestFreeTime))
      expect(others).toEqual([])
      return time
    }
    const lesson = await book(student, { tutor, slot, start: at(24) })
    for (const tab of tabs) expect(await tab.receive('LessonBooked')).toEqual([{ tutor: tutor.id, lesson: lesson.id }])
    expect(await soonest(1)).toBe(iso(at(24.5)))
    await tryMove(student, { lesson, slot, start: at(25) })
    for (const tab of tabs) expect(await tab.receive('LessonRebooked')).toHaveLength(1)
    expect(await soonest(2)).toBe(iso(at(24)))
    await tryCancel(student, lesson)
    for (const tab of tabs) expect(await tab.receive('LessonCanceled')).toHaveLength(1)
    await soonest(3)
    for (const tab of tabs) expect((await tab.receive('TutorsCacheUpdated', 3)).length).toBe(3)
  })

  it('receive a change of slots, and the lessons that it cancels', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const tab = await openBroadcastRoom('TutorsCache', await verifiedStudent())
    const cards = async (count: number) => {
      const all = (await tab.receive('TutorUpdated', count)) as Card[]
      return all.filter(({ id }) => id === tutor.id).map(({ nearestFreeTime }) => nearestFreeTime)
    }
    const lesson = await book(student, { tutor, slot, start: at(24) })
    expect(await cards(1)).toEqual([iso(at(24.5))])
    const change = (action: Record<string, unknown>) =>
      expectOk(callApi('POST', '/availability-slot', { as: tutor, body: { actions: [action] } }))
    await change({ type: 'create', start: iso(at(1)), end: iso(at(2)), purpose: 1 })
    expect(await cards(2)).toEqual([iso(at(24.5)), iso(at(1))])
    await change({ type: 'delete', id: slot.id })
    expect(await tab.receive('LessonCanceled')).toEqual([{ tutor: tutor.id, lesson: lesson.id }])
  })

  it('receive nothing when a booking is refused', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const other = await onboardedTutor()
    const tab = await openBroadcastRoom('TutorsCache', student)
    const refusedBooking = {
      as: student,
      body: { tutorId: other.id, slotId: slot.id, start: iso(at(24)), duration: 30 },
    }
    expect((await callApi('POST', '/lesson', refusedBooking)).status).toBe(400)
    const lesson = await book(student, { tutor, slot, start: at(24) })
    expect(await tab.receive('LessonBooked')).toEqual([{ tutor: tutor.id, lesson: lesson.id }])
  })
})
