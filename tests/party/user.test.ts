import { UnsecuredJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import {
  callApi,
  expectOk,
  type Person,
  run,
  superAdmin,
  tokenFor,
  verifiedStudent,
  verifiedStudents,
} from '#tests/people'
import { at, book, bookingFixture, NOW, startClockAtNoon, tryCancel, tryMove } from '../api/lesson-fixtures.ts'
import { openRoom, openTab, openUser, refused, type Tab, upgrade, withToken } from './socket.ts'

startClockAtNoon()

describe('a person’s line', () => {
  it('is opened with the token as a sub-protocol, which the answer echoes', async () => {
    const sara = await verifiedStudent()
    const tab = await openUser(sara)
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

  it('is refused without a living token', async () => {
    const sara = await verifiedStudent()
    const path = `/parties/user/${sara.id}`
    const now = NOW / 1000
    const unsigned = new UnsecuredJWT({ id: sara.id, iat: now, exp: now + 60 }).encode()
    const attempts: Record<string, Promise<Response>> = {
      'no token': upgrade(path),
      'only the protocol': upgrade(path, { 'sec-websocket-protocol': 'bearer' }),
      'the token alone': upgrade(path, { 'sec-websocket-protocol': sara.token }),
      'the token first': upgrade(path, { 'sec-websocket-protocol': `${sara.token}, bearer` }),
      'in the address': upgrade(`${path}?token=${sara.token}&bearer=${sara.token}`),
      nonsense: upgrade(path, withToken('a.b.c')),
      unsigned: upgrade(path, withToken(unsigned)),
      'of nobody': upgrade('/parties/user/999999', withToken(await tokenFor(999_999))),
    }
    for (const [name, attempt] of Object.entries(attempts))
      expect([name, await refused(attempt)]).toEqual([name, [401, 'unauthenticated']])
    await run('UPDATE users SET sessions_valid_from = ? WHERE id = ?', now + 1, sara.id)
    expect(await refused(upgrade(path, withToken(sara.token)))).toEqual([401, 'unauthenticated'])
  })

  it('is nobody else’s', async () => {
    const [sara, laila] = (await verifiedStudents(2)) as [Person, Person]
    for (const path of [`/parties/user/${sara.id}`, `/parties/user/0${laila.id}`, '/parties/user/x'])
      expect(await refused(upgrade(path, withToken(laila.token)))).toEqual([403, 'forbidden'])
    const spoofed = { ...withToken(laila.token), 'x-user': String(sara.id), 'x-partykit-room': String(sara.id) }
    expect(await refused(upgrade(`/parties/user/${sara.id}`, spoofed))).toEqual([403, 'forbidden'])
  })

  it('is a socket: anything else is told so', async () => {
    const sara = await verifiedStudent()
    const plain = upgrade(`/parties/user/${sara.id}`, { ...withToken(sara.token), upgrade: 'h2c' })
    expect(await refused(plain)).toEqual([400, 'bad-request'])
    expect(await refused(upgrade('/parties/nothing/1', withToken(sara.token)))).toEqual([404, 'not-found'])
  })

  it('takes no orders from the headers and the address of the one who opens it', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const spoofed = { 'x-user': String(tutor.id), 'x-partykit-props': '{', 'x-partykit-room': String(tutor.id) }
    const [mine, his] = [await openUser(student, spoofed), await openUser(tutor)]
    expect(await mine.send('ping')).toBe('ok')
    expect(JSON.stringify(mine.frames)).not.toContain('error')
    const lesson = await book(student, { tutor, slot, start: at(25) })
    const told = { tutor: tutor.id, lesson: lesson.id }
    expect([await mine.hear('LessonBooked'), await his.hear('LessonBooked')]).toEqual([[told], [told]])
  })
})

describe('what a tab sends', () => {
  const NONSENSE = ['', '{', '[]', 'null', '1', '"ping"', '{"ack":{}}', '{"event":1}', '{"event":"ping","ack":{"a":1}}']

  it('is answered, whatever it is, and hurts nobody', async () => {
    const [sara, laila] = (await verifiedStudents(2)) as [Person, Person]
    const [tab, other, stranger] = [await openUser(sara), await openUser(sara), await openUser(laila)]
    for (const frame of NONSENSE) expect([frame, await tab.provoke(frame)]).toEqual([frame, 'unreachable'])
    expect(await tab.provoke(new Uint8Array([1, 2, 3]).buffer)).toBe('unreachable')
    expect(await tab.provoke(JSON.stringify({ event: 'ping', payload: 'x'.repeat(100_000) }))).toBe('unreachable')
    for (const event of ['Nothing', 'LessonBooked', 'UserStatusChanged', '__proto__', 'toString'])
      expect(await tab.send(event, { tutor: 1, lesson: 1 })).toBe('unreachable')
    for (const one of [tab, other, stranger]) expect(await one.send('ping')).toBe('ok')
    expect([other.frames.length, stranger.frames.length]).toEqual([1, 1])
  })

  it('never reaches another person as if the server had said it', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    const [mine, his] = [await openUser(student), await openUser(tutor)]
    mine.sendRaw(JSON.stringify({ event: 'LessonCanceled', payload: { tutor: tutor.id, lesson: 999 } }))
    await mine.send('ping')
    await tryCancel(student, lesson)
    expect(await his.hear('LessonCanceled')).toEqual([{ tutor: tutor.id, lesson: lesson.id }])
  })
})

describe('a lesson', () => {
  it('that is booked, moved or cancelled is told to every tab of both, and to nobody else', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const stranger = await openUser(await verifiedStudent())
    const tabs = [await openUser(tutor), await openUser(tutor), await openUser(student)]
    const told = (tab: Tab) => tab.frames.map(({ event }) => event).filter((event) => event?.startsWith('Lesson'))
    const lesson = await book(student, { tutor, slot, start: at(25) })
    for (const tab of tabs) expect(await tab.hear('LessonBooked')).toEqual([{ tutor: tutor.id, lesson: lesson.id }])
    await tryMove(student, { lesson, slot, start: at(26) })
    for (const tab of tabs) expect(await tab.hear('LessonRebooked')).toEqual([{ tutor: tutor.id, lesson: lesson.id }])
    await Promise.all([tryCancel(student, lesson), tryCancel(tutor, lesson)])
    for (const tab of tabs) await tab.hear('LessonCanceled')
    const again = await book(student, { tutor, slot, start: at(27) })
    for (const tab of tabs)
      expect(await tab.hear('LessonBooked', 2)).toContainEqual({ tutor: tutor.id, lesson: again.id })
    for (const tab of tabs)
      expect(told(tab)).toEqual(['LessonBooked', 'LessonRebooked', 'LessonCanceled', 'LessonBooked'])
    await stranger.send('ping')
    expect(told(stranger)).toEqual([])
  })

  it('goes on being booked when a tab has gone without a word', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const [gone, here] = [await openUser(tutor), await openUser(tutor)]
    await gone.close()
    await book(student, { tutor, slot, start: at(25) })
    await here.hear('LessonBooked')
    expect(gone.heard('LessonBooked')).toEqual([])
  })
})

describe('coming and going', () => {
  type Status = { online: boolean; userId: number; roomId: number }

  it('is told to those who share a room: at the first tab and at the last', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const other = await bookingFixture()
    await book(student, { tutor, slot, start: at(25) })
    const his = await openUser(tutor)
    const [first, second] = [await openUser(student), await openUser(student)]
    const [came] = (await his.hear('UserStatusChanged')) as Status[]
    expect(came).toMatchObject({ online: true, userId: student.id, roomId: expect.any(Number) })
    await first.close()
    expect(await second.send('ping')).toBe('ok')
    await second.close()
    expect(await his.hear('UserStatusChanged', 2)).toEqual([came, { ...came, online: false }])
    const back = await openUser(student)
    expect(await his.hear('UserStatusChanged', 3)).toEqual([came, { ...came, online: false }, came])
    const stranger = await openUser(other.student)
    await back.close()
    await his.hear('UserStatusChanged', 4)
    expect(stranger.heard('UserStatusChanged')).toEqual([])
  })

  it('is seen in the list of people, however many have registered since', async () => {
    const { tutor, student, slot } = await bookingFixture()
    await book(student, { tutor, slot, start: at(25) })
    const many =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) SELECT i || '@example.com'"
    await run(`INSERT INTO users (email, role, created_at, updated_at) ${many}, 4, ?1, ?1 FROM n`, NOW + 1)
    const boss = await superAdmin()
    const here = async () => {
      const path = '/user/list?role=4&online=true&size=100'
      const { list } = await expectOk<{ list: { id: number }[] }>(callApi('GET', path, { as: boss }))
      return list.some(({ id }) => id === student.id)
    }
    const his = await openUser(tutor)
    const tab = await openUser(student)
    await his.hear('UserStatusChanged')
    expect(await here()).toBe(true)
    await tab.close()
    await his.hear('UserStatusChanged', 2)
    expect(await here()).toBe(false)
  })

  it('is told in every room that the person shares', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const [second, third] = [await bookingFixture(), await bookingFixture()]
    const pairs = [{ tutor, slot }, second, third]
    for (const [index, pair] of pairs.entries()) {
      const lesson = await book(student, { tutor: pair.tutor, slot: pair.slot, start: at(24 + index), duration: 15 })
      await tryCancel(student, lesson)
    }
    const watchers = await Promise.all(pairs.map((pair) => openUser(pair.tutor)))
    await openUser(student)
    const rooms = (await Promise.all(watchers.map((tab) => tab.hear('UserStatusChanged')))) as Status[][]
    expect(rooms.map(([status]) => status?.online)).toEqual([true, true, true])
    expect(new Set(rooms.map(([status]) => status?.roomId)).size).toBe(3)
  })

  it('is not mistaken for going when a lost line is opened anew under its old name', async () => {
    const { tutor, student, slot } = await bookingFixture()
    await book(student, { tutor, slot, start: at(25) })
    const his = await openUser(tutor)
    const path = `/parties/user/${student.id}?_pk=the-same`
    const [lost, anew] = [await openTab(path, student), await openTab(path, student)]
    await lost.close()
    expect(await anew.send('ping')).toBe('ok')
    await anew.close()
    const heard = (await his.hear('UserStatusChanged', 2)) as Status[]
    expect(heard.map(({ online }) => online)).toEqual([true, false])
  })
})

it('watching the list of tutors is a line of its own', async () => {
  const sara = await verifiedStudent()
  const [mine, room] = [await openUser(sara), await openRoom('TutorsCache', sara)]
  expect([await mine.send('ping'), await room.send('ping')]).toEqual(['ok', 'ok'])
})
