import { runDurableObjectAlarm } from 'cloudflare:test'
import { SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { RETURN_MS } from '#domain/live'
import {
  bindings,
  callApi,
  expectOk,
  newSuperAdmin,
  type Person,
  row,
  run,
  setNow,
  verifiedStudent,
  verifiedStudents,
} from '#tests/people'
import { countCosts } from '../../dev/cost.ts'
import { readTimer } from '../../party/timer.ts'
import { PRESENCE_RETRY_MS } from '../../party/user.ts'
import { at, book, bookingFixture, NOW, startClockAtNoon, tryCancel, tryMove } from '../api/lesson-fixtures.ts'
import { abortObject, closeLastTab, inUserParty, leave, roomOfTwo, roomOfTwoOnline, userStub } from './chat-rooms.ts'
import {
  moveTimer,
  openBroadcastRoom,
  openTab,
  openUserSocket,
  refusalOf,
  type Tab,
  upgrade,
  withToken,
} from './socket.ts'

startClockAtNoon()

describe('a user’s connection', () => {
  it('is opened with the token as a sub-protocol, which the answer echoes', async () => {
    const sara = await verifiedStudent()
    const tab = await openUserSocket(sara)
    expect(tab.upgrade.status).toBe(101)
    expect(tab.upgrade.headers.get('sec-websocket-protocol')).toBe('bearer')
    expect(await tab.send('ping')).toBe('ok')
  })

  it('is opened with the token in the header by those who can set one', async () => {
    const sara = await verifiedStudent()
    const response = await upgrade(`/parties/user/${sara.id}`, { authorization: `Bearer ${sara.token}` })
    expect(response.status).toBe(101)
    expect(response.headers.get('sec-websocket-protocol')).toBeNull()
    response.webSocket?.accept()
  })

  it('is refused without a valid token', async () => {
    const sara = await verifiedStudent()
    const path = `/parties/user/${sara.id}`
    const now = NOW / 1000
    // A session belongs to an account, so that a token of nobody can only be one without a session.
    const ofNobody = await new SignJWT({ id: 999_999 })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt(now)
      .setExpirationTime(now + 60)
      .sign(new TextEncoder().encode(bindings.JWT_SECRET))
    const unsigned = new UnsecuredJWT({ id: sara.id, iat: now, exp: now + 60 }).encode()
    const attempts: Record<string, Promise<Response>> = {
      'no token': upgrade(path),
      'only the protocol': upgrade(path, { 'sec-websocket-protocol': 'bearer' }),
      'the token alone': upgrade(path, { 'sec-websocket-protocol': sara.token }),
      'the token first': upgrade(path, { 'sec-websocket-protocol': `${sara.token}, bearer` }),
      'in the address': upgrade(`${path}?token=${sara.token}&bearer=${sara.token}`),
      nonsense: upgrade(path, withToken('a.b.c')),
      unsigned: upgrade(path, withToken(unsigned)),
      'of nobody': upgrade('/parties/user/999999', withToken(ofNobody)),
    }
    for (const [name, attempt] of Object.entries(attempts))
      expect([name, await refusalOf(attempt)]).toEqual([name, [401, 'unauthenticated']])
    await run('UPDATE users SET sessions_valid_from = ? WHERE id = ?', now + 1, sara.id)
    expect(await refusalOf(upgrade(path, withToken(sara.token)))).toEqual([401, 'unauthenticated'])
  })

  it('belongs to nobody else', async () => {
    const [sara, laila] = (await verifiedStudents(2)) as [Person, Person]
    for (const path of [`/parties/user/${sara.id}`, `/parties/user/0${laila.id}`, '/parties/user/x'])
      expect(await refusalOf(upgrade(path, withToken(laila.token)))).toEqual([403, 'forbidden'])
    const spoofed = { ...withToken(laila.token), 'x-user': String(sara.id), 'x-partykit-room': String(sara.id) }
    expect(await refusalOf(upgrade(`/parties/user/${sara.id}`, spoofed))).toEqual([403, 'forbidden'])
  })

  it('must be a WebSocket: any other request is refused', async () => {
    const sara = await verifiedStudent()
    const plain = upgrade(`/parties/user/${sara.id}`, { ...withToken(sara.token), upgrade: 'h2c' })
    expect(await refusalOf(plain)).toEqual([400, 'bad-request'])
    expect(await refusalOf(upgrade('/parties/nothing/1', withToken(sara.token)))).toEqual([404, 'not-found'])
  })

  it('takes nothing from the headers and the query of the upgrade', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const spoofed = { 'x-user': String(tutor.id), 'x-partykit-props': '{', 'x-partykit-room': String(tutor.id) }
    const [mine, his] = [await openUserSocket(student, spoofed), await openUserSocket(tutor)]
    expect(await mine.send('ping')).toBe('ok')
    expect(JSON.stringify(mine.frames)).not.toContain('error')
    const lesson = await book(student, { tutor, slot, start: at(25) })
    const booked = { tutor: tutor.id, lesson: lesson.id }
    expect([await mine.receive('LessonBooked'), await his.receive('LessonBooked')]).toEqual([[booked], [booked]])
  })
})

describe('a tab’s frame', () => {
  const NONSENSE = ['', '{', '[]', 'null', '1', '"ping"', '{"ack":{}}', '{"event":1}', '{"event":"ping","ack":{"a":1}}']

  it('is answered, whatever it is, and has no effect on others', async () => {
    const [sara, laila] = (await verifiedStudents(2)) as [Person, Person]
    const [tab, other, stranger] = [await openUserSocket(sara), await openUserSocket(sara), await openUserSocket(laila)]
    for (const frame of NONSENSE) expect([frame, await tab.sendUnnamed(frame)]).toEqual([frame, 'unreachable'])
    expect(await tab.sendUnnamed(new Uint8Array([1, 2, 3]).buffer)).toBe('unreachable')
    expect(await tab.sendUnnamed(JSON.stringify({ event: 'ping', payload: 'x'.repeat(100_000) }))).toBe('unreachable')
    for (const event of ['Nothing', 'LessonBooked', 'UserStatusChanged', '__proto__', 'toString'])
      expect(await tab.send(event, { tutor: 1, lesson: 1 })).toBe('unreachable')
    for (const one of [tab, other, stranger]) expect(await one.send('ping')).toBe('ok')
    expect([other.frames.length, stranger.frames.length]).toEqual([1, 1])
  })

  it('never reaches another user as if the server had sent it', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    const [mine, his] = [await openUserSocket(student), await openUserSocket(tutor)]
    mine.sendRaw(JSON.stringify({ event: 'LessonCanceled', payload: { tutor: tutor.id, lesson: 999 } }))
    await mine.send('ping')
    await tryCancel(student, lesson)
    expect(await his.receive('LessonCanceled')).toEqual([{ tutor: tutor.id, lesson: lesson.id }])
  })
})

describe('a lesson', () => {
  it('that is booked, moved or cancelled is announced to every tab of both, and to nobody else', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const unknown = await verifiedStudent()
    const stranger = await openUserSocket(unknown)
    const tabs = [await openUserSocket(tutor), await openUserSocket(tutor), await openUserSocket(student)]
    const lessonEvents = (tab: Tab) =>
      tab.frames.map(({ event }) => event).filter((event) => event?.startsWith('Lesson'))
    const lesson = await book(student, { tutor, slot, start: at(25) })
    for (const tab of tabs) expect(await tab.receive('LessonBooked')).toEqual([{ tutor: tutor.id, lesson: lesson.id }])
    await tryMove(student, { lesson, slot, start: at(26) })
    for (const tab of tabs)
      expect(await tab.receive('LessonRebooked')).toEqual([{ tutor: tutor.id, lesson: lesson.id }])
    await Promise.all([tryCancel(student, lesson), tryCancel(tutor, lesson)])
    for (const tab of tabs) await tab.receive('LessonCanceled')
    const again = await book(student, { tutor, slot, start: at(27) })
    for (const tab of tabs)
      expect(await tab.receive('LessonBooked', 2)).toContainEqual({ tutor: tutor.id, lesson: again.id })
    for (const tab of tabs)
      expect(lessonEvents(tab)).toEqual(['LessonBooked', 'LessonRebooked', 'LessonCanceled', 'LessonBooked'])
    // The marker comes the same way as the others would: a lesson of the stranger's own.
    const own = await bookingFixture()
    const theirs = await book(unknown, { tutor: own.tutor, slot: own.slot, start: at(25) })
    expect(await stranger.receive('LessonBooked')).toEqual([{ tutor: own.tutor.id, lesson: theirs.id }])
    expect(lessonEvents(stranger)).toEqual(['LessonBooked'])
  })

  it('can be booked when a tab has disconnected', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const [gone, here] = [await openUserSocket(tutor), await openUserSocket(tutor)]
    await gone.close()
    await book(student, { tutor, slot, start: at(25) })
    await here.receive('LessonBooked')
    expect(gone.received('LessonBooked')).toEqual([])
  })
})

describe('presence', () => {
  type Status = { online: boolean; userId: number; roomId: number }

  it('is announced to those who share a room: at the first tab and at the last', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const other = await bookingFixture()
    await book(student, { tutor, slot, start: at(25) })
    const his = await openUserSocket(tutor)
    const [first, second] = [await openUserSocket(student), await openUserSocket(student)]
    const [came] = (await his.receive('UserStatusChanged')) as Status[]
    expect(came).toMatchObject({ online: true, userId: student.id, roomId: expect.any(Number) })
    await first.close()
    expect(await second.send('ping')).toBe('ok')
    await leave(student, second)
    expect(await his.receive('UserStatusChanged', 2)).toEqual([came, { ...came, online: false }])
    const back = await openUserSocket(student)
    expect(await his.receive('UserStatusChanged', 3)).toEqual([came, { ...came, online: false }, came])
    await book(other.student, { tutor: other.tutor, slot: other.slot, start: at(25) })
    const stranger = await openUserSocket(other.student)
    await leave(student, back)
    await his.receive('UserStatusChanged', 4)
    // The marker comes the same way: somebody with whom the stranger does share a room.
    await openUserSocket(other.tutor)
    expect(await stranger.receive('UserStatusChanged')).toMatchObject([{ online: true, userId: other.tutor.id }])
  })

  it('stays online for a connection that comes back in time: one statement, which asks who it is, and nobody is notified', async () => {
    const { student, tutor, hers, his } = await roomOfTwoOnline()
    await closeLastTab(student, hers)
    const inbox = await expectOk<{ list: { otherMember: unknown }[] }>(
      callApi('GET', `/chat/list/rooms/${tutor.id}/`, { as: tutor }),
    )
    expect(inbox.list).toMatchObject([{ otherMember: { id: student.id, online: true } }])
    const counter = countCosts(bindings as unknown as Parameters<typeof countCosts>[0])
    const again = await openUserSocket(student).finally(() => counter.end())
    expect(counter.read()).toMatchObject({ trips: 1, statements: 1, rowsWritten: 0, partyCalls: 1 })
    expect(await again.send('ping')).toBe('ok')
    await runDurableObjectAlarm(userStub(student))
    expect(await his.receivedInAll('UserStatusChanged')).toEqual([])
    expect(await row('SELECT online, last_seen AS lastSeen FROM users WHERE id = ?', student.id)).toEqual({
      online: 1,
      lastSeen: null,
    })
  })

  it('is written in the trip that reads whom to notify', async () => {
    const { student, hers, his } = await roomOfTwoOnline()
    await leave(student, hers)
    await his.receive('UserStatusChanged')
    const counter = countCosts(bindings as unknown as Parameters<typeof countCosts>[0])
    await openUserSocket(student)
    await his.receive('UserStatusChanged', 2).finally(() => counter.end())
    // The upgrade, which asks who it is, and then both together.
    expect(counter.read()).toMatchObject({ trips: 2, statements: 3 })
  })

  it('of a connection that comes back in time writes nothing to its own storage either', async () => {
    const { student, hers } = await roomOfTwoOnline()
    const stored = () =>
      inUserParty(student, async (_party, { storage }) => [[...storage.kv.list()], await storage.getAlarm()])
    const before = await stored()
    await closeLastTab(student, hers)
    const back = await openUserSocket(student)
    expect(await back.send('ping')).toBe('ok')
    expect(await stored()).toEqual(before)
  })

  it('ends once the time to come back is over, by a timer that the object waits for', async () => {
    const { student, hers, his } = await roomOfTwoOnline()
    const timers = vi.spyOn(globalThis, 'setTimeout')
    await closeLastTab(student, hers)
    const [over] = timers.mock.calls.find(([, ms]) => ms === RETURN_MS) ?? []
    timers.mockRestore()
    expect(await his.receivedInAll('UserStatusChanged')).toEqual([])
    await inUserParty(student, () => over?.())
    expect(await his.receive('UserStatusChanged')).toMatchObject([{ online: false, userId: student.id }])
  })

  it('of a tab that closes again waits the whole time again', async () => {
    const { student, hers, his } = await roomOfTwoOnline()
    const timers = vi.spyOn(globalThis, 'setTimeout')
    await closeLastTab(student, hers)
    const [first] = timers.mock.calls.find(([, ms]) => ms === RETURN_MS) ?? []
    timers.mockRestore()
    const back = await openUserSocket(student)
    await closeLastTab(student, back)
    await inUserParty(student, () => first?.())
    expect(await his.receivedInAll('UserStatusChanged')).toEqual([])
    expect(await inUserParty(student, (party) => party.isOnline())).toBe(true)
  })

  it('outlives a restart of the object with all its connections: who comes back stays online, who does not is announced as offline', async () => {
    const { student, hers, his } = await roomOfTwoOnline()
    await abortObject(userStub(student))
    await hers.waitForClose()
    expect(await runDurableObjectAlarm(userStub(student))).toBe(true)
    expect(await inUserParty(student, (party) => party.isOnline())).toBe(true)
    expect(await his.receivedInAll('UserStatusChanged')).toEqual([])
    const back = await openUserSocket(student)
    expect(await back.send('ping')).toBe('ok')
    await abortObject(userStub(student))
    await back.waitForClose()
    expect(await runDurableObjectAlarm(userStub(student))).toBe(true)
    expect(await his.receivedInAll('UserStatusChanged')).toEqual([])
    onTestFinished(moveTimer(RETURN_MS))
    expect(await runDurableObjectAlarm(userStub(student))).toBe(true)
    expect(await his.receive('UserStatusChanged')).toMatchObject([{ online: false, userId: student.id }])
    expect(await inUserParty(student, (party) => party.isOnline())).toBe(false)
  })

  it('ends when the last tab closed, whenever that is written', async () => {
    const { student, tutor } = await roomOfTwo()
    const his = await openUserSocket(tutor)
    const tab = await openUserSocket(student)
    await his.receive('UserStatusChanged')
    await closeLastTab(student, tab)
    setNow(NOW + RETURN_MS)
    onTestFinished(moveTimer(RETURN_MS))
    await runDurableObjectAlarm(userStub(student))
    await his.receive('UserStatusChanged', 2)
    expect(await row('SELECT online, last_seen AS lastSeen FROM users WHERE id = ?', student.id)).toEqual({
      online: 0,
      lastSeen: NOW,
    })
  })

  it('that D1 refuses is announced by a later alarm, once it is written', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined)
    onTestFinished(() => log.mockRestore())
    const { tutor, student, slot } = await bookingFixture()
    await book(student, { tutor, slot, start: at(25) })
    const his = await openUserSocket(tutor)
    const refusal = `CREATE TRIGGER refused BEFORE UPDATE OF online ON users WHEN NEW.id = ${student.id}`
    const online = () => row<{ online: number }>('SELECT online FROM users WHERE id = ?', student.id)
    for (const isOnline of [true, false]) {
      await run(`${refusal} BEGIN SELECT RAISE(ABORT, 'illegal'); END`)
      onTestFinished(async () => void (await run('DROP TRIGGER IF EXISTS refused')))
      const change = his.received('UserStatusChanged').length + 1
      if (isOnline) await openUserSocket(student)
      else await inUserParty(student, (party) => party.endSessions(NOW / 1000 + 1))
      // Whichever alarm comes meanwhile, of a heartbeat or of the retry: a next one is set.
      await runDurableObjectAlarm(userStub(student))
      const alarm = await inUserParty(student, (_party, { storage }) => storage.getAlarm())
      expect(alarm).toBeLessThanOrEqual(readTimer() + PRESENCE_RETRY_MS)
      await his.send('ping')
      expect(his.received('UserStatusChanged')).toHaveLength(change - 1)
      expect(await online()).toEqual({ online: Number(!isOnline) })
      await run('DROP TRIGGER refused')
      await runDurableObjectAlarm(userStub(student))
      expect((await his.receive('UserStatusChanged', change)).at(-1)).toMatchObject({ online: isOnline })
      expect(await online()).toEqual({ online: Number(isOnline) })
    }
  })

  it('is seen in the list of people, however many have registered since', async () => {
    const { tutor, student, slot } = await bookingFixture()
    await book(student, { tutor, slot, start: at(25) })
    const many =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) SELECT i || '@example.com'"
    await run(`INSERT INTO users (email, role, created_at, updated_at) ${many}, 4, ?1, ?1 FROM n`, NOW + 1)
    const boss = await newSuperAdmin()
    const here = async () => {
      const path = '/user/list?role=4&online=true&size=100'
      const { list } = await expectOk<{ list: { id: number }[] }>(callApi('GET', path, { as: boss }))
      return list.some(({ id }) => id === student.id)
    }
    const his = await openUserSocket(tutor)
    const tab = await openUserSocket(student)
    await his.receive('UserStatusChanged')
    expect(await here()).toBe(true)
    await leave(student, tab)
    await his.receive('UserStatusChanged', 2)
    expect(await here()).toBe(false)
  })

  it('is announced in every room that the user shares', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const [second, third] = [await bookingFixture(), await bookingFixture()]
    const pairs = [{ tutor, slot }, second, third]
    for (const [index, pair] of pairs.entries()) {
      const lesson = await book(student, { tutor: pair.tutor, slot: pair.slot, start: at(24 + index), duration: 15 })
      await tryCancel(student, lesson)
    }
    const watchers = await Promise.all(pairs.map((pair) => openUserSocket(pair.tutor)))
    await openUserSocket(student)
    const rooms = (await Promise.all(watchers.map((tab) => tab.receive('UserStatusChanged')))) as Status[][]
    expect(rooms.map(([status]) => status?.online)).toEqual([true, true, true])
    expect(new Set(rooms.map(([status]) => status?.roomId)).size).toBe(3)
  })

  it('stays online when a lost connection is opened again with its old id', async () => {
    const { tutor, student, slot } = await bookingFixture()
    await book(student, { tutor, slot, start: at(25) })
    const his = await openUserSocket(tutor)
    const path = `/parties/user/${student.id}?_pk=the-same`
    const [lost, anew] = [await openTab(path, student), await openTab(path, student)]
    await lost.close()
    expect(await anew.send('ping')).toBe('ok')
    await leave(student, anew)
    const changes = (await his.receive('UserStatusChanged', 2)) as Status[]
    expect(changes.map(({ online }) => online)).toEqual([true, false])
  })
})

it('subscribing to the list of tutors is a connection of its own', async () => {
  const sara = await verifiedStudent()
  const [mine, room] = [await openUserSocket(sara), await openBroadcastRoom('TutorsCache', sara)]
  expect([await mine.send('ping'), await room.send('ping')]).toEqual(['ok', 'ok'])
})
